"""The shipped game: it has no findings, its data are the starter set of the rules, and broken data is refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardgen.building.check import check_game
from cardgen.building.checks.rules import check_rules
from cardgen.building.plan import layout_game
from cardgen.cards.layout.cards import cell_styles
from cardgen.cli.app import main
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.data.playing import decks_of
from cardgen.games.thread_race.deck import check_deck
from cardgen.games.thread_race.effects import ELEMENTS, KINDS
from cardgen.games.thread_race.reading import read_decks
from tests.games.thread_race.rulesets import BRIEF, FULL
from tests.games.thread_race.starter import starter_cards, starter_cores
from tests.games_on_disk import REPOSITORY, GameOnDisk


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(REPOSITORY / "card_data" / "thread-race", REPOSITORY / "templates", REPOSITORY)


@pytest.fixture
def changed(tmp_path: Path) -> GameOnDisk:
    """A copy, to be broken."""
    shutil.copytree(REPOSITORY / "card_data" / "thread-race", tmp_path / "card_data" / "thread-race")
    shutil.copytree(REPOSITORY / "templates" / "thread-race", tmp_path / "templates" / "thread-race")
    return GameOnDisk(tmp_path, "thread-race")


def test_it_has_no_findings_in_any_language(game: Game) -> None:
    report = check_game(game, layout_game(game))
    assert (report.findings, report.cards) == ((), 23 + 2 + 8 + 11 + 27 + 24 + 8)


def test_its_cards_are_the_starter_set(game: Game) -> None:
    cards, cores = read_decks(decks_of(game))
    assert check_deck(decks_of(game)) == []
    assert tuple(cards.values()) == starter_cards()
    assert tuple(cores.values()) == starter_cores()


def test_its_rulesets_differ_where_the_two_texts_do(game: Game) -> None:
    assert game.rulesets == {"full": FULL, "brief": BRIEF}


def test_every_element_has_a_trigram_of_its_own_and_a_look_in_pictures(game: Game) -> None:
    tokens = {card.id: card.fields for card in game.decks["elements"].cards}
    assert set(tokens) == set(ELEMENTS.values())
    # From the top down: a whole line is one box, a broken one two.
    lines = {name: tuple(fields["d"].count(f"M0 {y}") for y in ("0", "4.5", "9")) for name, fields in tokens.items()}
    assert set(lines.values()) == {(1, 1, 1)}
    broken = {name: tuple(fields["d"].count(f"M7 {y}") for y in ("0", "4.5", "9")) for name, fields in tokens.items()}
    right = {"天": (0, 0, 0), "泽": (1, 0, 0), "火": (0, 1, 0), "雷": (1, 1, 0)}
    assert broken == {**right, "风": (0, 0, 1), "水": (1, 0, 1), "山": (0, 1, 1), "地": (1, 1, 1)}
    assert set(tokens) <= set(cell_styles(game))


def test_every_kind_of_effect_has_an_icon_of_its_own(game: Game) -> None:
    icons = {card.id: card.fields["d"] for card in game.decks["kinds"].cards}
    assert set(icons) == set(KINDS)
    assert len(set(icons.values())) == len(KINDS)


DECK, CORES, ORDER = (f"card_data/thread-race/{name}.yaml" for name in ("deck", "cores", "order"))
BROKEN = {
    "24 cards": (DECK, "id: spark\n    copies: 1", "id: spark\n    copies: 2", {"T1", "T2", "T7"}),
    "22 cards": (DECK, "id: burn\n    copies: 2", "id: burn\n    copies: 1", {"T1", "T7"}),
    "speed 6": (DECK, "speed: 5\n    cost: 1", "speed: 6\n    cost: 1", {"T3"}),
    "two cores": (ORDER, "place: 1, card_id: tailwind", "place: 1, card_id: preempt", {"T1", "T7"}),
    "marks": (DECK, "owner: opponent, speed: [1, 3]}]", "owner: opponent, speed: [1, 3]}]\n    marks: [cover]", {"T4"}),
    "a targeted on-flip effect": (
        DECK,
        "    effects: [{do: draw, n: 1}]",
        "    effects: [{do: seal}]",
        {"T5"},
    ),
    "an order of 22 places": (ORDER, "  - {id: p23, place: 23, card_id: echo, copy_number: 2}\n", "", {"T7"}),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_data_is_refused_by_the_number_of_its_check(changed: GameOnDisk, name: str) -> None:
    file, old, new, codes = BROKEN[name]
    changed.change(file, old, new)
    findings = list(check_rules(changed.load()))
    assert {finding.code for finding in findings} == codes
    for finding in findings:
        assert finding.place.file.endswith(".yaml")
        assert finding.place.line > 1


def test_a_build_refuses_a_wrong_deck_and_writes_nothing(
    changed: GameOnDisk, capsys: pytest.CaptureFixture[str]
) -> None:
    changed.change(DECK, "id: burn\n    copies: 2", "id: burn\n    copies: 3")
    with pytest.raises(SystemExit) as ended:
        main(["build", "thread-race", "--project", str(changed.root), "--out", str(changed.root / "out")])
    assert ended.value.code == 2
    assert " T2 " in "".join(capsys.readouterr())
    assert not (changed.root / "out").exists()
