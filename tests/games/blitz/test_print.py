"""What is printed: grids as their data says, backs behind their own faces, blank cards, another size, rules as data."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from cardgen.building.check import check_game
from cardgen.building.checks.rules import check_rules
from cardgen.building.plan import layout_game
from cardgen.cards.layout.cards import LaidCard
from cardgen.data.rules.running import check_card_rules
from cardgen.formats.svg import to_svg
from cardgen.games.blitz.cards import COMPOSITION, FRONT_CARDS, SIDES
from cardgen.products.boards.target import BOARDS
from cardgen.products.options import Options
from cardgen.products.sheets import imposed_sheets
from cardgen.scene.items import Scene
from cardgen.scene.keys import content_key
from tests.games.shipped import backs_behind_faces, copy_of, laid_out, shipped

Laid = Mapping[str, tuple[LaidCard, ...]]
Cell = tuple[float, float]
COLUMNS, ROWS = 7, 7
OWN, WHITE = "#24549a", "#ffffff"
HIT = {"unit": "#b3262e", "resource": "#2f7a41"}
DECKS = (*SIDES, "front")
GAME, TABLE = "card_data/blitz/game.yaml", "card_data/blitz/cards.csv"


# ---------------------------------------------------------------- grids


def paths_in(element: ET.Element) -> Iterator[ET.Element]:
    """Yield the paths that no group moves or turns: among them all grids."""
    for child in element:
        if child.tag.endswith("}path"):
            yield child
        elif "transform" not in child.attrib:
            yield from paths_in(child)


def shapes_of(path: ET.Element) -> Iterator[tuple[float, float, float, float]]:
    """Yield the middle, the width and the height of each closed shape of a path."""
    for shape in path.attrib["d"].split("M")[1:]:
        numbers = [float(number) for number in re.findall(r"-?\d+\.?\d*", shape)]
        xs, ys = numbers[::2], numbers[1::2]
        yield (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, max(xs) - min(xs), max(ys) - min(ys)


def read_grid(face: Scene, empty: tuple[str, str]) -> dict[Cell, set[tuple[str, float]]]:
    """Return what the SVG file of a face shows in each cell of its grid: fills with their widths, in cells.

    A cell is given by its column and row from the middle of the grid, to the right and upwards. `empty` is an attribute
    of empty cells and its value: these and the cells drawn as large as they are make the grid.
    """
    paths = list(paths_in(ET.fromstring(to_svg(face))))
    free = [shape for path in paths if path.attrib.get(empty[0]) == empty[1] for shape in shapes_of(path)]
    if not free:
        return {}
    side = free[0][2]
    shapes = [(*shape, path.attrib.get("fill", "")) for path in paths for shape in shapes_of(path)]
    large = [shape for shape in shapes if abs(shape[2] - side) < 1e-3 and abs(shape[3] - side) < 1e-3]
    left, right = min(shape[0] for shape in large), max(shape[0] for shape in large)
    top, bottom = min(shape[1] for shape in large), max(shape[1] for shape in large)
    pitch = (right - left) / (COLUMNS - 1)
    assert (bottom - top) / (ROWS - 1) == pytest.approx(pitch, abs=1e-3)
    cells: dict[Cell, set[tuple[str, float]]] = {}
    for x, y, width, height, fill in shapes:
        is_square = 0 < width < side + 1e-3 and abs(width - height) < 1e-3
        if left - 0.1 < x < right + 0.1 and top - 0.1 < y < bottom + 0.1 and is_square:
            column, row = (x - left) / pitch - (COLUMNS - 1) / 2, (ROWS - 1) / 2 - (y - top) / pitch
            assert (column, row) == pytest.approx((round(column), round(row)), abs=0.01)
            cells.setdefault((round(column), round(row)), set()).add((fill, round(width / side, 1)))
    return cells


def test_every_grid_is_the_drawing_of_its_data() -> None:
    """Read back cell by cell; each colour also has a mark of its own: a diamond, rings, squares."""
    empty = "#ece6d2"
    counts: Counter[str] = Counter()
    for deck in DECKS:
        for card in laid_out("blitz")[deck]:
            fields, kind = card.card.fields, card.card.fields["kind"]
            counts[kind] += card.card.copies
            cells = read_grid(card.face.scene, ("fill", empty))
            if kind not in HIT:
                assert not cells, card.card.id
                continue
            data = {tuple(cell) for cell in fields["range" if kind == "unit" else "supply"]}
            assert len(cells) == COLUMNS * ROWS, card.card.id
            assert {cell for cell, shown in cells.items() if (HIT[kind], 1.0) in shown} == data, card.card.id
            assert {cell for cell, shown in cells.items() if (OWN, 1.0) in shown} == {(0, 0)}
            assert all(shown == {(empty, 1.0)} for cell, shown in cells.items() if cell not in {*data, (0, 0)})
            marks = {"unit": {(WHITE, 0.7), (HIT["unit"], 0.3)}, "resource": {(WHITE, 0.5)}}[kind]
            assert all(cells[cell] - {(HIT[kind], 1.0)} == marks for cell in data)
            assert cells[0, 0] == {(OWN, 1.0), (WHITE, 0.7)}
    assert counts == {"unit": 96, "resource": 40, "facility": 12, "skill": 8, "front": 5}
    assert counts.total() == 161


# ---------------------------------------------------------------- backs


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_back_of_each_card_lies_behind_it_and_is_that_of_its_deck(paper: str) -> None:
    backs = {content_key(cards[0].back.scene): deck for deck, cards in laid_out("blitz").items() if cards[0].back}
    owners = {id(card.face.scene): deck for deck, cards in laid_out("blitz").items() for card in cards}
    counts: Counter[str] = Counter()
    sheets = tuple(f"sheets/{name}-{paper}.pdf" for name in (*DECKS, "blank"))
    for _, face, back in backs_behind_faces(shipped("blitz"), laid_out("blitz"), sheets):
        deck = owners[id(face)]
        assert backs[content_key(back)].removeprefix("blank-") == deck.removeprefix("blank-")
        counts[deck] += 1
    assert [counts[deck] for deck in SIDES] == [counts[f"blank-{deck}"] for deck in SIDES] == [39] * 4


# ---------------------------------------------------------------- blank cards, another size, mats


def test_blank_cards_are_those_of_a_deck_without_values() -> None:
    laid = laid_out("blitz")
    for faction in SIDES:
        cards = laid[f"blank-{faction}"]
        assert {card.card.fields["kind"]: card.card.copies for card in cards} == COMPOSITION
        assert {card.card.fields["faction"] for card in cards} == {faction}
        own, blank = laid[faction][0].back, cards[0].back
        assert own is not None
        assert blank is not None
        assert own.scene.items == blank.scene.items
        grids = [read_grid(card.face.scene, ("stroke", "#8f8a74")) for card in cards]
        assert [len(grid) for grid in grids] == [COLUMNS * ROWS] * 2 + [0] * 2
        for grid in grids[:2]:
            assert {cell for cell, shown in grid.items() if shown != {(WHITE, 1.0)}} == {(0, 0)}
    sheet = next(imposed_sheets(shipped("blitz"), laid, Options(only=("sheets/blank-a4.pdf",))))
    assert (len(sheet.cards), len(sheet.pages)) == (161, 2 * 18)


@pytest.mark.full
def test_cards_for_slim_sleeves_need_one_word_a_deck(tmp_path: Path) -> None:
    copy = copy_of("blitz", tmp_path)
    text = copy.read(GAME)
    assert text.count(" size: card") == 2  # all but the player aids
    copy.write(GAME, text.replace(" size: card", " size: slim"))
    game = copy.load()
    laid = layout_game(game, ["us", "front", "aids"])
    assert {(card.face.scene.width, card.face.scene.height) for card in laid["us"]} == {(57.0, 90.0)}
    assert check_game(game, laid, pages=()).findings == ()


def test_a_card_of_either_size_lies_upright_and_sideways_in_a_cell_of_the_mats() -> None:
    file = shipped("blitz").file
    boards, sizes = BOARDS.of(file), [file.sizes[name] for name in ("card", "slim")]
    for key, columns in (("mat-{paper}", 4), ("mat-wide-{paper}", 5)):
        assert boards[key].cells == (columns, 7)
        assert all(max(size.width, size.height) <= boards[key].cell for size in sizes)


# ---------------------------------------------------------------- the composition as data


@pytest.mark.parametrize(
    ("before", "after", "code", "count"),
    [
        ("rifles,2,unit", "rifles,1,unit", "units", "23 cards of the kind 'unit', expected 24"),
        ("depot,5,resource", "depot,6,resource", "resources", "11 cards of the kind 'resource', expected 10"),
        ("mine,2,facility", "mine,4,facility", "facilities", "5 cards of the kind 'facility', expected 3"),
        ("feint,1,skill", "feint,0,skill", "skills", "1 cards of the kind 'skill', expected 2"),
    ],
)
def test_one_changed_count_is_reported_by_the_engine_and_by_the_composition(
    tmp_path: Path, before: str, after: str, code: str, count: str
) -> None:
    """With the deck, the kind and both numbers, in all four decks: they are of one table."""
    copy = copy_of("blitz", tmp_path)
    copy.change(TABLE, before, after)
    by_engine = [problem.message for problem in check_rules(copy.load()) if count in str(problem.message)]
    assert [str(message) for message in by_engine] == [f"{deck}: {count}" for deck in SIDES]
    copy.change(GAME, "engine: blitz\n", "rules: composition.yaml\n")
    problems: dict[str, list[str]] = {}
    for problem in check_card_rules(copy.load()):
        problems.setdefault(problem.code, []).append(str(problem.message))
    assert set(problems) == {"deck", code}
    assert all(count in message for message in problems[code])
    assert [message.partition(":")[0] for message in problems[code]] == list(SIDES)


def test_the_composition_accepts_the_starter_set_and_counts_the_front(tmp_path: Path) -> None:
    copy = copy_of("blitz", tmp_path)
    copy.change(GAME, "engine: blitz\n", "rules: composition.yaml\n")
    assert list(check_card_rules(copy.load())) == []
    copy.change("card_data/blitz/front.yaml", "copies: 5", "copies: 4")
    (problem,) = check_card_rules(copy.load())
    assert str(problem.message) == f"front: 4 cards of the kind 'front', expected {FRONT_CARDS}"
