"""What the tables of all games have in common: everybody can use them, and bots play on them to the end."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from cardgen.data.playing import decks_of
from cardgen.engines import GameContent
from cardgen.engines.turn_game import Played, make_turn
from cardgen.engines.turn_states import read_state, write_played
from cardgen.games.blitz.turn_game import GAME as BLITZ
from cardgen.games.block_killer.turn_game import GAME as BLOCK_KILLER
from cardgen.games.blokus.turn_game import GAME as BLOKUS
from cardgen.games.heroes.turn_game import GAME as HEROES
from cardgen.games.thread_race.turn_game import GAME as THREAD_RACE
from tests.games.shipped import shipped
from tests.games_on_disk import REPOSITORY
from tests.review.conftest import page_of
from tests.review.serving import Served
from tests.review.tables import open_drawer, small_targets, until
from tests.review.test_accessibility import AXE, CheckedPage, with_words
from tests.review.waiting import PATIENCE

pytestmark = pytest.mark.browser

Facts = Mapping[str, Any]


TURN_GAMES: dict[str, Any] = {
    "block-killer": BLOCK_KILLER,
    "blokus": BLOKUS,
    "blitz": BLITZ,
    "thread-race": THREAD_RACE,
    "heroes": HEROES,
}


@dataclass
class Table:
    """A game at its table: its server, a page, its name in the page, and a part of it that is always shown."""

    served: Served
    page: Any
    game: str
    script: str
    part: str

    def ask(self, op: str, **members: object) -> Any:
        request = {"op": op, **members}
        return (
            self.served.client.post("/api/engine", json=request, headers=self.served.headers).raise_for_status().json()
        )

    def play(self, is_wanted: Callable[[Facts, int], bool], **settings: object) -> dict[str, Any]:
        """Return the state in a game of random bots when its facts and its number of turns are as wanted."""
        start = self.ask("new_game", seed=3, **settings)["state"]
        game, content = TURN_GAMES[self.game], GameContent(shipped(self.game).rulesets, decks_of(shipped(self.game)))
        played, policy, chance = read_state(game, start, content), game.find_policy("random"), random.Random(3)
        states, turns = list(played.states), list[Any]()
        while not is_wanted({**game.facts(states[-1]), "to_move": game.to_move(states[-1])}, len(turns)):
            turn, state = make_turn(game, states[-1], game.choose(states[-1], policy, chance))
            turns.append(turn)
            states.append(state)
        return write_played(game, Played(played.start, tuple(turns), tuple(states)))

    def open(self, state: Mapping[str, Any], rules: str) -> None:
        """Open a game that was played, as its log. The bots wait."""
        log = self.ask("log", state=state)["log"]
        script = (
            "([name, rules, log]) => { const { game } = cardgen[name]; game.rules = rules; return game.openLog(log); }"
        )
        assert self.page.evaluate(script, [self.script, rules, log])

    def go_on(self, players: int) -> None:
        """Let bots play for everybody, without a pause."""
        self.page.evaluate(
            """([name, players]) => { const { game } = cardgen[name]; game.pace = 0;
            for (let player = 0; player < players; player += 1) game.seats.set(player, "random");
            game.goOn(); }""",
            [self.script, players],
        )
        is_over = f"cardgen.{self.script}.game.definition.isOver(cardgen.{self.script}.game.facts)"
        until(self.page, is_over, 10 * PATIENCE)  # a whole game takes long where other programs run, too


#: The view of each game, its name in the page, and a part that is always shown.
GAMES = {
    "block-killer": ("game", "blockKiller", ".bk-seat"),
    "blokus": ("table", "blokus", ".bl-frame"),
    "blitz": ("table", "blitz", ".bz-cell"),
    "thread-race": ("table", "threadRace", ".tr-slot"),
    "heroes": ("table", "heroes", ".he-seat"),
}


def some_of(*games: str) -> list[Any]:
    """Return all games as parameters: these, and the others in `make full`."""
    return [game if game in games else pytest.param(game, marks=pytest.mark.full) for game in GAMES]


@pytest.fixture(scope="module", params=GAMES)
def table(request: pytest.FixtureRequest, browser: Any, table_of: Callable[[str], Served]) -> Iterator[Table]:
    """The table of a game, opened once for all of its tests."""
    view, script, part = GAMES[request.param]
    served = table_of(request.param)
    with page_of(browser) as page:
        page.route(re.compile(r"/page/cardgen\.js$"), with_words)
        page.goto(f"{served.address}#/{view}")
        expect(page.locator(part).first).to_be_visible()
        page.evaluate(AXE)
        yield Table(served, page, request.param, script, part)


# ---------------------------------------------------------------- for everybody, everywhere


def draw_cards(table: Table) -> None:
    """Give the hand to the player to move, and open the panel of shared tables."""
    table.page.evaluate("[0, 1, 2].forEach((player) => cardgen.blockKiller.game.setSeat(player, ''))")
    table.page.locator('[data-hold="game-draw-each"]').click()
    expect(table.page.locator(".play-status")).to_contain_text("Lay garbage")
    open_drawer(table.page, "people")


def place_a_piece_wrongly(table: Table) -> None:
    table.page.goto(f"{table.served.address}#/table?moves=RI1-00_GI1-j0_BI1-jj_YI1-0j")
    table.page.locator('[data-hold="piece-I2"]').click()
    table.page.evaluate("cardgen.blokus.moveTo(1, 0)")
    expect(table.page.locator(".bl-line")).to_contain_text("Rule 9")


def open_an_attack(table: Table) -> None:
    text = (REPOSITORY / "card_data/blitz/scenarios/attack.txt").read_text(encoding="utf-8")
    packed = table.page.evaluate("text => cardgen.packed([{more: {scenario: text}}, []])", text)
    table.page.goto(f"{table.served.address}#/table?game={quote(packed)}")
    table.page.locator('[data-hold="pick-cell:1,0"]').focus()
    expect(table.page.locator(".bz-hit").first).to_be_visible()


def play_some_turns(table: Table) -> None:
    def is_telling(facts: Facts, count: int) -> bool:
        return count > 15 and facts["to_move"] == 0 and "play" in (facts.get("stage"), facts.get("asked"))

    settings: dict[str, Any] = (
        {"ruleset": "full"} if table.game == "thread-race" else {"mode": "identity", "players": 5}
    )
    table.open(table.play(is_telling, **settings), settings.get("ruleset", "standard"))


#: The controls that extend beyond their panel, then the values that are wider than their field.
FAULTS = """() => {
  const controls = [...document.querySelectorAll("main .panel :is(button, select, label, input)")]
    .filter((control) => control.checkVisibility() && !control.closest(".bk-garbage, .bk-palette")); // these scroll
  const outside = controls.filter((control) => {
    const [inner, outer] = [control, control.closest(".panel")].map((element) => element.getBoundingClientRect());
    return inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5; // a drawer may still move
  }).map((control) => `outside: ${control.dataset.hold ?? control.textContent}`);
  const cut = controls.filter((control) => control.matches("select")).flatMap((select) => {
    const copy = select.cloneNode();
    copy.style.cssText = "position: absolute; width: auto; max-width: none; min-width: 0";
    select.after(copy);
    const wide = [...select.options].filter(({ text }) => {
      copy.replaceChildren(new Option(text));
      return copy.offsetWidth > select.offsetWidth + 1;
    });
    copy.remove();
    return wide.map(({ text }) => `cut: ${select.dataset.hold} ${text}`);
  });
  return [...outside, ...cut];
}"""

LOOKS = {
    "block-killer": draw_cards,
    "blokus": place_a_piece_wrongly,
    "blitz": open_an_attack,
    "thread-race": play_some_turns,
    "heroes": play_some_turns,
}


@pytest.mark.parametrize("table", some_of("block-killer"), indirect=True)
def test_everybody_can_use_it_in_every_window(table: Table) -> None:
    page = table.page
    LOOKS[table.game](table)
    for width in CheckedPage(table.served, page).looks():
        expect(page.locator(table.part).first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        words = page.evaluate(
            "[...catalogue.keys()].filter((key) => document.querySelector('main').innerText.includes(key))"
        )
        assert words == [], "messages have texts"
    for language, widths in (("en", (1440, 390)), ("zh-Hans", (760, 320))):
        page.evaluate("language => cardgen.set('language', language)", language)
        page.wait_for_selector(f"html[lang={language}] .play-seats select", state="attached")
        page.evaluate("document.querySelectorAll('main details').forEach((part) => { part.open = true; })")
        assert page.locator(".play-seats select").count() >= 2
        for width in widths:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(FAULTS) == [], f"{language}, {width} px"
            if table.game in ("blokus", "blitz"):
                assert small_targets(page) == [], f"{language}, {width} px"
    page.set_viewport_size({"width": 1280, "height": 900})
    page.evaluate("cardgen.set('language', 'en')")


# ---------------------------------------------------------------- bots


#: Of each game, its rules and settings, and what is said at its end.
ENDS: dict[str, tuple[dict[str, Any], str]] = {
    "block-killer": ({"ruleset": "standard", "players": 3}, r"^The game is over: Player \d wins\.$"),
    "blokus": ({"ruleset": "small-board"}, r"The game is over\."),
    "blitz": ({"ruleset": "standard"}, r"(win|A draw)\."),
    "thread-race": ({"ruleset": "brief"}, r"wins\.|A draw"),
    "heroes": ({"ruleset": "standard", "mode": "nation", "players": 4}, r"Winners: |A draw"),
}


@pytest.mark.parametrize("table", some_of("block-killer"), indirect=True)
def test_bots_play_to_the_end_and_keep_the_rules(table: Table) -> None:
    """They play the last turns; `make soak` plays whole games."""
    play_to_the_end(table, *ENDS[table.game], last=6)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("table", "settings"),
    [
        *((game, {}) for game in ENDS),
        ("thread-race", {"ruleset": "full"}),
        *(("heroes", {"mode": mode, "players": 5}) for mode in ("identity", "realm")),
    ],
    indirect=["table"],
)
def test_bots_play_whole_games(table: Table, settings: dict[str, Any]) -> None:
    usual, end = ENDS[table.game]
    play_to_the_end(table, {**usual, **settings}, end, last=10**9)


def play_to_the_end(table: Table, settings: dict[str, Any], end: str, last: int) -> None:
    state = table.play(lambda facts, _: facts["to_move"] is None, **settings)
    table.open({**state, "turns": state["turns"][: max(1, len(state["turns"]) - last)]}, settings["ruleset"])
    table.go_on(6)
    expect(table.page.locator(".play-status, .bl-line")).to_have_text(re.compile(end))
    log = table.page.locator("#play-log").input_value()
    verified = table.ask("verify", ruleset=settings["ruleset"], log=log)
    assert (verified["legal"], verified["to_move"]) == (True, None)
    assert log.splitlines()[-1].split()[0] in ("winner", "winners", "win", "draw", "scores", "result")
