"""The shipped game of Blokus: proven, without findings, and its plans are of what its data says."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardgen.build import build_game
from cardgen.check import check_game, check_rules, decks_of
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.data.project import Project
from cardgen.games.blokus import Rules, check_deck, empty_position, perft
from cardgen.layout.cards import cell_styles
from cardgen.targets import Options, layout_game
from tests.games.blokus.decks import DECKS
from tests.games.blokus.rulesets import BONUS, DUO, PAIRS, STANDARD, TRIO
from tests.games_on_disk import REPOSITORY, GameOnDisk


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(REPOSITORY / "card_data" / "blokus", REPOSITORY / "templates", REPOSITORY)


@pytest.fixture
def changed(tmp_path: Path) -> GameOnDisk:
    """A copy, to be broken."""
    shutil.copytree(REPOSITORY / "card_data" / "blokus", tmp_path / "card_data" / "blokus")
    for name in ("blokus", "common"):
        shutil.copytree(REPOSITORY / "templates" / name, tmp_path / "templates" / name)
    return GameOnDisk(tmp_path, "blokus")


def test_it_has_no_findings(game: Game) -> None:
    report = check_game(game, layout_game(game))
    assert (report.findings, report.cards) == ((), 93)


def test_its_pieces_board_and_sheets_are_the_packing(game: Game) -> None:
    decks = decks_of(game)
    assert check_deck(decks) == []
    for name, cards in DECKS.items():
        assert [card.id for card in decks[name]] == [card.id for card in cards]
        for shipped, right in zip(decks[name], cards, strict=True):
            assert {field: shipped.fields[field] for field in right.fields} == dict(right.fields)


def test_its_rulesets_are_the_standard_one_and_the_variants(game: Game) -> None:
    right = {"standard": STANDARD, "bonus": BONUS, "pairs": PAIRS, "trio": TRIO, "small-board": DUO}
    assert list(game.rulesets) == list(right)
    for name, rules in game.rulesets.items():
        assert isinstance(rules, Rules)
        assert rules == right[name].model_copy(update={"titles": rules.titles}), name


def test_from_inside_the_small_board_every_placement_of_every_shape_can_begin(game: Game) -> None:
    rules = game.rulesets["small-board"]
    for colour in rules.order:
        assert list(perft(empty_position(rules), colour, 1, rules)) == [414]
    # No two first pieces can meet: every pair of them is a sequence.
    assert list(perft(empty_position(rules), "red", 2, rules)) == [414, 414 * 414]


def test_the_letters_of_the_engine_have_the_looks_of_their_pieces(game: Game) -> None:
    styles = cell_styles(game)
    assert sorted(styles) == ["B", "G", "R", "Y"]
    assert len({style.pattern for style in styles.values()}) == 4
    for deck in ("pieces", "sheets"):
        for card in game.decks[deck].cards:
            style = styles[card.fields["colour"][0].upper()]
            assert (card.fields["tint"], card.fields["pattern"]) == (style.colour, style.pattern)


def test_the_plan_of_a_sheet_shows_the_pieces_where_they_lie(game: Game) -> None:
    boxes = game.decks["sheets"].template.sides["face"].boxes
    shown = {name.removeprefix("piece-"): box.value for name, box in boxes.items() if name.startswith("piece-")}
    for card in game.decks["pieces"].cards:
        box, cells, at = shown[card.fields["shape"]], card.fields["cells"], card.fields["at"]
        assert tuple(box["cells"]) == cells
        assert box["box"] == [4.5 + 6 * at[0], 16 + 6 * at[1], 6 * len(cells[0]), 6 * len(cells)]
    assert len(shown) == 21


def test_the_plan_of_the_board_shows_the_start_points(game: Game) -> None:
    (board,) = game.decks["board"].cards
    rows = game.decks["board"].template.sides["face"].boxes["starts"].value["rows"]
    assert [len(row) for row in rows] == [20] * 20
    found = {mark: (x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "."}
    assert found == {colour[0].upper(): board.fields[colour] for colour in ("red", "green", "blue", "yellow")}


def test_an_aid_shows_every_shape_once(game: Game) -> None:
    boxes = game.decks["aids"].template.sides["face"].boxes
    shown = {name.removeprefix("shape-"): box.value for name, box in boxes.items() if name.startswith("shape-")}
    for card in game.decks["pieces"].cards:
        assert sum(row.count("#") for row in shown[card.fields["shape"]]["cells"]) == int(card.fields["shape"][1])
    drawn = {tuple(box["cells"]) for box in shown.values()}
    assert len(drawn) == len(shown) == 21


PIECES, BOARD = "card_data/blokus/pieces.yaml", "card_data/blokus/board.yaml"


@pytest.mark.parametrize(
    ("file", "old", "new", "codes"),
    [
        (PIECES, "red-Z5, shape: Z5, colour: red", "red-Z5, shape: Z5, colour: green", {"BL203", "BL201", "BL205"}),
        (PIECES, 'colour: red, tint: "#c13b2f", pattern: diagonal-down, at: [0, 5], cells: ["#..", "##.", ".##"]',
         'colour: red, tint: "#c13b2f", pattern: diagonal-down, at: [0, 5], cells: ["..#", "###", ".#."]', {"BL202"}),
        (PIECES, 'colour: red, tint: "#c13b2f", pattern: diagonal-down, at: [6, 8], cells: ["###", "..#"]',
         'colour: red, tint: "#c13b2f", pattern: diagonal-down, at: [6, 8], cells: ["###.", ".###"]', {"BL103"}),
        (PIECES, 'colour: red, tint: "#c13b2f", pattern: diagonal-down, at: [2, 6]',
         'colour: red, tint: "#c13b2f", pattern: diagonal-down, at: [2, 7]', {"BL402"}),
        (PIECES, 'colour: red, tint: "#c13b2f", pattern: diagonal-down, at: [2, 6]',
         'colour: red, tint: "#c13b2f", pattern: diagonal-down, at: [9, 6]', {"BL403"}),
        (BOARD, "size: [20, 20]", "size: [19, 20]", {"BL302", "BL303"}),
    ],
    ids=["a shape of another colour", "a mirrored twin", "six cells", "overlap", "off the sheet", "19 columns"],
)  # fmt: skip
def test_a_broken_layout_is_named(changed: GameOnDisk, file: str, old: str, new: str, codes: set[str]) -> None:
    changed.change(file, old, new)
    found = check_rules(changed.load())
    assert codes <= {finding.code for finding in found}
    assert all(finding.place.file.startswith("card_data/blokus/") for finding in found)


def test_it_is_built(tmp_path: Path) -> None:
    wanted = Options(only=("sheets/aids-a4.pdf",))
    built = build_game(Project(REPOSITORY, bundled=False), "blokus", tmp_path / "out", wanted)
    assert set(built.states) == {"sheets/aids-a4.pdf"}
    assert (tmp_path / "out" / "blokus" / "sheets" / "aids-a4.pdf").read_bytes().startswith(b"%PDF")
