"""The cards that a project has are the cards that are played, whatever is asked; or the engine says why not."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import DataError, Fault
from cardgen.building.check import check_game
from cardgen.cli.study_settings import SettingChoices, settings_of_runs
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.data.playing import decks_of, open_answers, play_faults, playable_decks
from cardgen.engines.capabilities import HasStudies
from cardgen.engines.hosted import open_engine
from cardgen.engines.registry import find_capability
from cardgen.review.browser.packing import engine_source
from tests.commands import run
from tests.conftest import InstallPlugin
from tests.games_on_disk import REPOSITORY, GameOnDisk, table_game_in, tiny_game_in

Ask = Callable[..., dict[str, Any]]


def asker(game: Game) -> Ask:
    """Return what asks the engine of a game as the server does."""
    answer = open_answers(game)
    assert answer is not None

    def ask(op: str, **members: Any) -> dict[str, Any]:
        reply = json.loads(answer(json.dumps({"op": op, **members})))
        assert isinstance(reply, dict)
        return reply

    return ask


def hosted_asker(game: Game) -> Ask:
    """Return what asks the engine of a game as an exported site does."""
    source = engine_source(game)
    answer = open_engine(source["module"], source["attribute"], json.dumps(source["content"]))
    return lambda op, **members: json.loads(answer(json.dumps({"op": op, **members})))


def study_settings(game: Game, name: str) -> Any:
    """Return the settings of a study's only run."""
    offered = find_capability(game.file.engine, HasStudies)
    assert offered is not None
    faults: list[Fault] = []
    (settings,) = settings_of_runs(offered.load_study(name), game, SettingChoices(None, "", 1, {}), faults)
    assert faults == []
    return settings


@pytest.fixture
def blitz(tmp_path: Path) -> GameOnDisk:
    game = table_game_in(tmp_path, "blitz")
    game.change("card_data/blitz/cards.csv", "Rifle squad,2,2,1,", "Rifle squad,9,2,1,")
    return game


def rifles_of(cards: Any) -> int:
    return int(next(card["attack"] for card in cards if card["id"] == "rifles"))


@pytest.mark.parametrize("ask_of", [asker, hosted_asker])
def test_blitz_plays_with_the_cards_of_the_project(ask_of: Callable[[Game], Ask], blitz: GameOnDisk) -> None:
    ask = ask_of(blitz.load())
    begun = ask("new_game", players=4, seed=3)
    decks = begun["state"]["decks"]
    assert (begun["seats"], {faction: rifles_of(decks[faction]) for faction in decks}) == (
        4,
        dict.fromkeys(("us", "ss", "uk", "wm"), 9),
    )
    log = ask("log", state=begun["state"])["log"]
    assert {rifles_of(deck) for deck in ask("verify", log=log)["state"]["decks"].values()} == {9}
    scenario = "players us wm\nturn us attack\nmap\n" + "\n".join(
        f"{row:2}  {'.' if row != 2 else 'us:rifles'} . . ." for row in range(3, -4, -1)
    )
    begun = ask("new_game", scenario=scenario, seed=1)
    assert {rifles_of(deck) for deck in begun["state"]["decks"].values()} == {9}


def test_blitz_takes_other_decks(blitz: GameOnDisk) -> None:
    ask = asker(blitz.load())
    decks = ask("new_game", players=2, seed=3)["state"]["decks"]
    decks["wm"][0]["attack"] = 7
    state = ask("new_game", players=2, seed=3, decks={"wm": decks["wm"]})["state"]
    assert (rifles_of(state["decks"]["us"]), rifles_of(state["decks"]["wm"])) == (9, 7)
    assert ask("turns", state=state)["to_move"] == 0
    wrong = ask("new_game", players=2, seed=3, decks={"wm": [{"id": "x"}]})
    assert wrong["error"]["code"] == "missing-member"
    assert ask("turns", state={**state, "decks": {"us": decks["us"]}})["error"]["code"] == "bad-state"


@pytest.mark.parametrize("study", ["stats", "simulate"])
def test_studies_of_blitz_have_the_same_cards(study: str, blitz: GameOnDisk) -> None:
    decks = dict(study_settings(blitz.load(), study).decks)
    assert [next(card.attack for card in deck if card.id == "rifles") for deck in decks.values()] == [9] * 4


@pytest.mark.parametrize("ask_of", [asker, hosted_asker])
def test_a_renamed_card_is_dealt_under_its_name(ask_of: Callable[[Game], Ask], tmp_path: Path) -> None:
    disk = table_game_in(tmp_path, "thread-race")
    disk.change("card_data/thread-race/deck.yaml", "en: Reorder", "en: Reshuffle")
    disk.change("card_data/thread-race/deck.yaml", "id: reorder", "id: reshuffle")
    order = "card_data/thread-race/order.yaml"
    disk.write(order, disk.read(order).replace("reorder", "reshuffle"))
    game = disk.load()
    ask = ask_of(game)
    state = ask("new_game", players=2, seed=3, cores=["preempt"])["state"]
    assert [deck["core"]["name"] for deck in state["decks"]] == ["Preempt", "Overclock"]
    assert [sum(card["name"] == "Reshuffle" for card in deck["cards"]) for deck in state["decks"]] == [2, 2]
    log = ask("log", state=state)["log"]
    assert "reshuffle" in log
    assert ask("verify", log=log)["legal"]
    assert '"Reshuffle"' in study_settings(game, "simulate").deck


@pytest.mark.parametrize("ask_of", [asker, hosted_asker])
def test_block_killer_deals_the_copies_of_the_project(ask_of: Callable[[Game], Ask], tmp_path: Path) -> None:
    disk = table_game_in(tmp_path, "block-killer")
    disk.change("card_data/block-killer/blocks.yaml", "id: T\n    copies: 12", "id: T\n    copies: 20")
    game = disk.load()
    ask = ask_of(game)
    state = ask("new_game", players=3, seed=3)["state"]
    assert dict(state["copies"])["T"] == 20
    facts = ask("turns", state=state)
    assert facts["decks"]["blocks"] + sum(len(player["blocks"]) for player in facts["players"]) == 98
    log = ask("log", state=state)["log"]
    assert dict(ask("verify", log=log)["state"]["copies"])["T"] == 20
    assert ask("turns", state={**state, "copies": [["T", 1]]})["error"]["code"] == "bad-state"
    assert dict(study_settings(game, "simulate").copies)["T"] == 20


#: The first piece and the first hero of their files, as they are, and in a way that the rules do not know.
RED = ('down, at: [2, 6], cells: ["#"]', 'down, at: [2, 6], cells: ["##"]')
CROSSBOWMAN = ("max_hp: 4\n    skills: [{skill: long-shot", "max_hp: 5\n    skills: [{skill: long-shot")


@pytest.mark.parametrize(
    ("name", "file", "before", "after", "place", "problem"),
    [
        ("heroes", "heroes.yaml", *CROSSBOWMAN, "heroes.yaml:9:", "max_hp is 5, 4 in the ruleset"),
        ("blokus", "pieces.yaml", *RED, "pieces.yaml:20:", "I1"),
        ("blitz", "cards.csv", "rifles,2,unit", "rifles,3,unit", "game.yaml:", "25 cards of the kind 'unit'"),
        ("blitz", "cards.csv", ",engineer", ",enginear", "cards.csv:", "unknown keyword 'enginear'"),
        ("thread-race", "deck.yaml", "{reset: target}", "{rset: target}", "deck.yaml:", "rset"),
        ("block-killer", "garbage.yaml", '".#########"', '"..########"', "garbage.yaml:", "the hole is 2 wide"),
    ],
)
def test_cards_that_an_engine_cannot_take_are_named(
    name: str, file: str, before: str, after: str, place: str, problem: str, tmp_path: Path
) -> None:
    disk = table_game_in(tmp_path, name)
    disk.change(f"card_data/{name}/{file}", before, after)
    game = disk.load()
    texts = [str(fault) for fault in play_faults(game)]
    assert any(text.startswith(f"card_data/{name}/{place}") and problem in text for text in texts), texts
    error = asker(game)("new_game", players=2, seed=1)["error"]
    assert error["code"] == "bad-deck"
    assert error["message"].startswith(f"card_data/{name}/")
    for ask in (playable_decks, engine_source):
        with pytest.raises(DataError):
            ask(game)


def test_the_command_refuses_them_too(tmp_path: Path) -> None:
    disk = table_game_in(tmp_path, "heroes")
    disk.change("card_data/heroes/heroes.yaml", *CROSSBOWMAN)
    for command in (["engine"], ["play", "game"]):
        done = run(*command, "--project", str(tmp_path))
        assert (done.returncode, done.stdout) == (2, "")
        assert "heroes.yaml:9:" in done.stderr
        assert "card 'crossbowman', ruleset 'standard': max_hp is 5, 4 in the ruleset" in done.stderr


def test_a_deck_that_is_not_for_tables_is_not_dealt(tmp_path: Path) -> None:
    disk = table_game_in(tmp_path, "blitz")
    disk.change("card_data/blitz/game.yaml", "  us:\n", "  us:\n    use: [print, order]\n")
    fault, *_ = play_faults(disk.load())  # the other factions extend this deck
    assert str(fault).endswith("the game has no deck 'us' (`use` of the deck 'us' leaves out `table`)")


@pytest.mark.parametrize("name", ["blitz", "block-killer", "blokus", "heroes", "thread-race"])
def test_our_own_games_can_be_played_and_no_blank_card_is_dealt(name: str) -> None:
    game = load_game(REPOSITORY / "card_data" / name, REPOSITORY / "templates", REPOSITORY)
    assert play_faults(game) == ()
    assert not [deck for deck in decks_of(game) if deck.startswith("blank")]


SIXTH = """\
import json
class Sixth:
    games = set()
    def answer(self, line, game):
        self.games.add(game)
        dealt = [card.id for cards in game.decks.values() for card in cards]
        return json.dumps({"dealt": dealt, "of": len(self.games)})
ENGINE = Sixth()
"""


def test_a_sixth_engine_gets_the_cards_of_the_project_the_same_object_for_each_request(
    install_plugin: InstallPlugin, tmp_path: Path
) -> None:
    install_plugin("sixth_engine", "engines", {"sixth": "sixth_engine:ENGINE"}, SIXTH)
    disk = tiny_game_in(tmp_path)
    disk.change("card_data/tiny/game.yaml", "sizes:\n", "engine: sixth\nsizes:\n")
    game = disk.load()
    dealt = [card.id for deck in game.decks_for("table").values() for card in deck.cards]
    assert asker(game)("anything") == asker(game)("anything") == {"dealt": dealt, "of": 1}
    assert hosted_asker(game)("anything") == {"dealt": dealt, "of": 2}


FUSSY = """\
import time
from cardgen.engines import Problem
class Fussy:
    asked = []
    def answer(self, line, game):
        return "{}"
    def deck_codes(self):
        return {"F1": "fussy"}
    def check_deck(self, decks):
        self.asked.append("deck")
        time.sleep(0.05)
        return [Problem("F1", "no", "main")]
    def rules_codes(self):
        return {}
    def check_rules(self, rules, decks):
        self.asked.append("rules")
        return []
ENGINE = Fussy()
"""


def test_tables_and_the_check_ask_an_engine_once_whether_it_can_play(
    install_plugin: InstallPlugin, tmp_path: Path
) -> None:
    install_plugin("fussy_engine", "engines", {"fussy": "fussy_engine:ENGINE"}, FUSSY)
    disk = tiny_game_in(tmp_path)
    disk.change("card_data/tiny/game.yaml", "sizes:\n", "engine: fussy\nsizes:\n")
    game = disk.load()
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(play_faults, [game, game])
    assert first is second
    assert "F1" in {finding.code for finding in check_game(game, {}).findings}
    assert import_module("fussy_engine").ENGINE.asked == ["deck", *["rules"] * len(game.rulesets)]
