"""The items and findings of each kind of box."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

import pytest

from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.table import expand_rows
from cardgen.data.pictures import PictureFile
from cardgen.scene.items import Group, Image, Item, Path, Rect, apply, walk
from cardgen.scene.shapes import CellStyle
from tests.cards.boxes.drawing import AREA, draw_box
from tests.runs import runs_in


@dataclass
class Drawer:
    """Draws boxes and keeps their findings."""

    pixels: tuple[int, int] = (1000, 500)
    findings: list[tuple[str, str]] = field(default_factory=list)

    def draw(self, kind: str, area: Rect = AREA, **keys: Any) -> tuple[Item, ...]:
        styles = {"T": CellStyle("#904895", "dots"), "O": CellStyle("#fade04")}

        def report(name: str, text: str, *_: object, **__: object) -> None:
            self.findings.append((name, text))

        context = DrawContext(styles, lambda name, _=1: PictureFile(FilePath(name), "digest", self.pixels), report)
        return draw_box(kind, area, context, **keys)

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.findings]


@pytest.fixture
def drawer() -> Drawer:
    return Drawer()


def bounds(items: Iterable[Item]) -> Rect:
    """Return left, top, right and bottom of all paths."""
    points = [
        apply(matrix, numbers[i], numbers[i + 1])
        for matrix, item in walk(items)
        if isinstance(item, Path)
        for _, *numbers in item.commands
        for i in range(0, len(numbers), 2)
    ]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def only(items: tuple[Item, ...]) -> Any:
    (item,) = items
    return item


# ---------------------------------------------------------------- plain shapes


def test_a_rectangle_fills_its_box(drawer: Drawer) -> None:
    path = only(drawer.draw("rect", fill="#112233", stroke="#445566", stroke_width=0.5, opacity=0.5))
    assert bounds([path]) == (10, 20, 50, 32)
    assert (path.fill, path.stroke, path.stroke_width, path.opacity) == ("#112233", "#445566", 0.5, 0.5)
    assert only(drawer.draw("rect", fill="#112233")).stroke_width == 0  # no stroke, whatever its width
    rounded = only(drawer.draw("rect", fill="#112233", radius=100))
    assert bounds([rounded]) == (10, 20, 50, 32)


def test_an_ellipse_fills_its_box(drawer: Drawer) -> None:
    assert bounds(drawer.draw("ellipse", fill="#112233")) == (10, 20, 50, 32)


def test_a_line_goes_through_points_of_its_box(drawer: Drawer) -> None:
    path = only(drawer.draw("line", points=[[0, 0], [40, 12], [3, 4]], stroke="#112233", dash=[1.0, 2.0]))
    assert path.commands == (("M", 10, 20), ("L", 50, 32), ("L", 13, 24))
    assert (path.fill, path.dash) == (None, (1, 2))


# ---------------------------------------------------------------- text


@pytest.mark.parametrize(("valign", "top"), [("top", 0.0), ("middle", (12 - 3 * 1.3) / 2), ("bottom", 12 - 3 * 1.3)])
def test_text_is_at_the_top_in_the_middle_or_at_the_bottom(drawer: Drawer, valign: str, top: float) -> None:
    run = only(drawer.draw("text", text="Hello", lang="en", size=3, valign=valign))
    assert run.baseline == pytest.approx(20 + top + (0.65 + 0.36) * 3)
    assert (run.text, run.size, run.x) == ("Hello", 3, 10)


@pytest.mark.parametrize("align", ["left", "centre", "right"])
def test_text_is_at_the_left_in_the_middle_or_at_the_right(drawer: Drawer, align: str) -> None:
    run = only(drawer.draw("text", text="Hello", lang="en", align=align))
    slack = {"left": 0.0, "centre": 0.5, "right": 1.0}[align]
    assert run.x == pytest.approx(10 + (40 - run.width) * slack)


def test_bold_begins_and_ends_with_two_stars(drawer: Drawer) -> None:
    bold = drawer.draw("text", text="a **b** c", lang="en")
    assert [(run.text, run.face) for run in runs_in(bold)] == [("a ", "latin"), ("b", "latin-bold"), (" c", "latin")]


def test_a_line_broken_in_the_source_is_no_space_between_chinese_characters(drawer: Drawer) -> None:
    def text_of(lang: str) -> str:
        return "".join(run.text for run in runs_in(drawer.draw("text", text="方块 牌，a b 。方", lang=lang)))

    assert text_of("zh") == "方块牌，a b 。方"
    assert text_of("en") == "方块 牌，a b 。方"


def test_text_is_shrunk_to_its_floor_and_no_further(drawer: Drawer) -> None:
    fitted = only(drawer.draw("text", text="M" * 12, lang="en", size=6, floor=2))
    assert 2 <= fitted.size < 6
    assert fitted.width <= 40
    assert drawer.findings == []
    drawer.draw("text", text="M" * 12, lang="en", size=6)
    assert drawer.names == ["text-overflow"]
    assert drawer.findings[0][1] == "'MMMMMMMMMMMM' does not fit into 40×12 mm"


def test_text_too_high_for_its_box_does_not_fit_either(drawer: Drawer) -> None:
    drawer.draw("text", text="many words that go on and on over several lines of this box", lang="en", size=4)
    assert drawer.names == ["text-overflow"]


def test_a_character_in_no_font_is_reported_once(drawer: Drawer) -> None:
    drawer.draw("text", text="a😀b😀𐍈", lang="en")
    assert drawer.findings == [
        (
            "missing-glyph",
            "the font 'regular' has no '𐍈' (U+10348 GOTHIC LETTER HWAIR); "
            "searched: Barlow Regular, Cardgen Sans SC Regular, Cardgen Sans TC Regular",
        ),
        (
            "missing-glyph",
            "the font 'regular' has no '😀' (U+1F600 GRINNING FACE); "
            "searched: Barlow Regular, Cardgen Sans SC Regular, Cardgen Sans TC Regular",
        ),
    ]


def test_the_text_of_a_mark_is_outlined(drawer: Drawer) -> None:
    assert [run.outlined for run in runs_in(drawer.draw("text", text="R", lang="en", mark=True))] == [True]


# ---------------------------------------------------------------- tables


def test_a_row_of_a_table_is_spread_counted_and_filled_up() -> None:
    assert expand_rows([["lines", "#"], ["plain", [0, 1, 2.0, 4]], ["spin", [2, 4]], ["x", "y"]]) == [
        ["lines", "1", "2", "3", "4"],
        ["plain", "0", "1", "2", "4"],
        ["spin", "2", "4", "–", "–"],
        ["x", "y", "–", "–", "–"],
    ]
    assert expand_rows([["#"]]) == [["1"]]
    assert expand_rows([["a", "b"], ["#", "c"]]) == [["a", "b"], ["#", "c"]]  # in the first row only


def test_a_table_has_its_first_column_and_equal_others(drawer: Drawer) -> None:
    items = drawer.draw("table", rows=[["a", "b", "c"], ["d", 1, 2]], lang="en", first=20)
    cells = {run.text: run for run in runs_in(items)}
    assert cells["a"].x == cells["d"].x == 10
    for text, left in (("b", 30), ("c", 40), ("1", 30), ("2", 40)):
        middle = cells[text].x + cells[text].width / 2
        assert middle == pytest.approx(left + 5)
    assert cells["a"].baseline == cells["b"].baseline < 26 < cells["d"].baseline == cells["2"].baseline < 32
    assert cells["a"].face == "latin-bold"
    rule = [item for item in items if isinstance(item, Path)]
    assert [path.commands for path in rule] == [(("M", 10, 26), ("L", 50, 26))]
    assert drawer.findings == []


def test_a_cell_too_long_for_its_column_is_reported(drawer: Drawer) -> None:
    drawer.draw("table", rows=[["a", "b"], ["a", "much too long for this"]], lang="en", first=30)
    assert drawer.findings == [("text-overflow", "'much too long for this' does not fit into 10×6 mm")]


def test_a_table_whose_first_column_takes_all_is_reported_and_not_drawn(drawer: Drawer) -> None:
    assert drawer.draw("table", rows=[["a", "b"]], lang="en", first=40) == ()
    assert drawer.findings == [("text-overflow", "the first column of 40 mm leaves no room for other columns")]
    assert runs_in(drawer.draw("table", rows=[["a"]], lang="en", first=40))


# ---------------------------------------------------------------- squares


def test_a_polyomino_is_as_large_as_its_box_allows_and_in_its_middle(drawer: Drawer) -> None:
    items = drawer.draw("polyomino", cells=["##.", ".##"], colour="#c13b2f")
    assert bounds(items) == pytest.approx((10 + 11, 20, 50 - 11, 32))  # 6 mm a cell
    items = drawer.draw("polyomino", cells=["##.", ".##"], colour="#c13b2f", pitch=4)
    assert bounds(items) == pytest.approx((30 - 6, 26 - 4, 30 + 6, 26 + 4))
    turned = drawer.draw("polyomino", cells=["##.", ".##"], colour="#c13b2f", turns=1)
    assert bounds(turned) == pytest.approx((30 - 4, 20, 30 + 4, 32))  # 4 mm a cell


def test_the_centre_of_a_polyomino_counts_from_its_lower_left_cell(drawer: Drawer) -> None:
    items = drawer.draw("polyomino", cells=["#..", "###"], colour="#5c77ff", centre=[1, 0], pitch=4)
    dot = [(matrix, item) for matrix, item in walk(items) if isinstance(item, Path)][-1]
    matrix, path = dot
    assert isinstance(path, Path)
    xs = [numbers[i] for _, *numbers in path.commands for i in range(0, len(numbers), 2)]
    ys = [numbers[i] for _, *numbers in path.commands for i in range(1, len(numbers), 2)]
    middle = apply(matrix, (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    assert middle == pytest.approx((30, 28))  # the middle column, the lower row


def test_a_tiling_covers_its_box_from_the_middle_and_is_cut_at_its_edge(drawer: Drawer) -> None:
    group = only(drawer.draw("tiling", cells=[".#.", "###"], pitch=7, stroke="#232c3f"))
    assert isinstance(group, Group)
    assert group.clip is not None
    assert bounds([group.clip]) == (10, 20, 50, 32)
    left, top, right, bottom = bounds(group.items)
    assert (left <= 10, top <= 20, right >= 50, bottom >= 32) == (True, True, True, True)
    assert drawer.findings == []


def test_a_shape_that_leaves_gaps_is_reported_and_not_drawn(drawer: Drawer) -> None:
    assert drawer.draw("tiling", cells=["###", "#.#", "###"], pitch=7, stroke="#232c3f") == ()
    assert drawer.names == ["no-tiling"]


def test_a_row_has_cells_and_dashed_holes_at_the_pitch_of_its_box(drawer: Drawer) -> None:
    cells, holes = drawer.draw("row", row="##.#", colour="#5d6675", hole="#4a5466")
    assert bounds([cells]) == (10, 20, 50, 32)
    assert isinstance(holes, Path)
    assert holes.dash
    left, _, right, _ = bounds([holes])
    assert (left > 30, right < 40) == (True, True)  # the third of four cells of 10 mm
    assert len(drawer.draw("row", row="####", colour="#5d6675", hole="#4a5466")) == 1


def test_a_row_upside_down_keeps_its_columns_and_turns_its_cells(drawer: Drawer) -> None:
    looks: dict[str, Any] = {"row": "#..#.", "colour": "#5d6675", "hole": "#4a5466"}
    upright, holes = drawer.draw("row", **looks)
    turned, same_holes = drawer.draw("row", upside_down=True, **looks)
    assert holes == same_holes
    assert bounds([upright]) == bounds([turned])

    def points(group: Item, number: int) -> set[tuple[float, float]]:
        """Return the points of a path of the group on the page."""
        matrix, path = list(walk([group]))[number]
        assert isinstance(path, Path)
        points = [apply(matrix, *numbers) for command, *numbers in path.commands if command in "ML"]
        return {(round(x, 6), round(y, 6)) for x, y in points}

    assert points(upright, 0) == points(turned, 0)  # the cells keep their places
    assert {x for x, _ in points(upright, 0)} == {10, 18, 34, 42}
    assert points(upright, 2) != points(turned, 2)  # and their light edges are on the other side


def test_a_mark_that_is_neither_cell_nor_hole_is_reported(drawer: Drawer) -> None:
    drawer.draw("row", row="#x.?", colour="#5d6675", hole="#4a5466")
    assert drawer.findings == [("unknown-block", "unknown characters in the row: ?, x, # is a cell and . a hole")]


def test_a_field_has_ground_and_walls_unless_it_is_bare(drawer: Drawer) -> None:
    rows = ["T...", "#OO#"]
    whole = drawer.draw("field", area=(0, 0, 60, 20), rows=rows, marked=[1])
    assert isinstance(whole[0], Group)
    assert bounds([whole[0].items[0]]) == (10, 0, 50, 20)
    bare = drawer.draw("field", area=(0, 0, 60, 20), rows=rows, bare=True)
    assert bounds(bare) == (10, 0, 50, 20)
    assert drawer.draw("field", rows=["#Q"]) == ()
    assert drawer.findings == [("unknown-block", "no card with the id Q has a colour to draw with")]


def test_a_grid_has_its_lines_and_numbers(drawer: Drawer) -> None:
    (lines,) = drawer.draw("grid", columns=4, rows=3, stroke="#112233")
    assert isinstance(lines, Path)
    starts = [tuple(numbers) for command, *numbers in lines.commands if command == "M"]
    assert starts == [(10, 20), (20, 20), (30, 20), (40, 20), (50, 20), (10, 20), (10, 24), (10, 28), (10, 32)]
    ground, _, *labels = drawer.draw("grid", columns=4, rows=3, stroke="#112233", fill="#ffffff", numbers="#445566")
    assert bounds([ground]) == (10, 20, 50, 32)
    labelled = [run.text for run in runs_in(labels)]
    assert labelled == ["0", "1", "2", "3", "0", "1", "2"]
    below, beside = runs_in(labels)[:4], runs_in(labels)[4:]
    assert [round(run.x + run.width / 2, 3) for run in below] == [15, 25, 35, 45]
    assert all(run.baseline > 32 for run in below)
    assert [run.baseline for run in beside] == sorted(
        (run.baseline for run in beside), reverse=True
    )  # from the floor up
    assert all(run.x + run.width < 10 for run in beside)


# ---------------------------------------------------------------- pictures


@pytest.mark.parametrize(
    ("fit", "rect"),
    [
        ("contain", (18, 20, 24, 12)),
        ("cover", (10, 16, 40, 20)),
        ("stretch", (10, 20, 40, 12)),
    ],
)
def test_a_picture_is_fitted_into_its_box(drawer: Drawer, fit: str, rect: Rect) -> None:
    items = drawer.draw("image", file="a.png", fit=fit, description="art")
    image = next(item for _, item in walk(items))
    assert isinstance(image, Image)
    assert image.rect == pytest.approx(rect)
    assert (image.file.name, image.digest, image.pixels, image.description) == ("a.png", "digest", (1000, 500), "art")
    assert isinstance(items[0], Group) == (fit == "cover")  # the part outside of the box is cut off


@pytest.mark.parametrize(("pixels", "names"), [((284, 142), []), ((282, 141), ["low-resolution"])])
def test_a_picture_of_too_few_dots_is_reported(pixels: tuple[int, int], names: list[str]) -> None:
    drawer = Drawer(pixels)
    drawer.draw("image", file="a.png")  # 24 mm wide
    assert drawer.names == names


def test_the_finer_side_does_not_excuse_the_coarser() -> None:
    drawer = Drawer((1000, 100))
    drawer.draw("image", file="a.png", fit="stretch")
    assert drawer.findings == [("low-resolution", "a.png prints at 212 dpi")]
