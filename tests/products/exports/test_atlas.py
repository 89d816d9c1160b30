"""Atlases: the best grid for a number of cards, and cells with the pixels of the single cards."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from cardgen.base.temporary import bytes_of
from cardgen.base.units import MM_PER_INCH
from cardgen.formats import png
from cardgen.formats.png import to_png
from cardgen.products.exports.atlas import (
    Atlas,
    AtlasLimits,
    Grid,
    atlas_file,
    atlas_list,
    choose_grid,
    highest_dpi,
    paint_atlas,
    share_out,
)
from cardgen.scene.items import Path as Shape
from cardgen.scene.items import Scene, rectangle
from tests.cases import for_cases

CARD = (63.0, 88.0)


@for_cases(
    ("count", "trim", "grid"),
    [
        (20, CARD, Grid(5, 4, (733, 1024))),
        (70, CARD, Grid(10, 7, (409, 571))),
        (52, CARD, Grid(9, 6, (455, 636))),
        (16, CARD, Grid(4, 4, (733, 1024))),
        (8, CARD, Grid(4, 2, (744, 1039))),
        (1, CARD, Grid(1, 1, (744, 1039))),
        (15, (25.0, 25.0), Grid(3, 5, (295, 295))),
        (3, (400.0, 400.0), Grid(2, 2, (2048, 2048))),
    ],
)
def test_the_grid_is_as_small_as_the_cards_allow(count: int, trim: tuple[float, float], grid: Grid) -> None:
    assert choose_grid(count, trim, AtlasLimits()) == grid


def test_no_other_grid_has_larger_cells() -> None:
    limits = AtlasLimits(dpi=280)
    for trim in (CARD, (44.0, 67.0), (70.0, 120.0), (25.0, 25.0), (200.0, 287.0)):
        for count in range(1, limits.cells + 1):
            grid = choose_grid(count, trim, limits)
            assert grid.columns * grid.rows >= count
            assert grid.columns <= 10
            assert grid.rows <= 7
            assert max(grid.size) <= 4096
            area = grid.cell[0] * grid.cell[1]
            largest = max(other.cell[0] * other.cell[1] for other in all_grids(count, trim, limits))
            assert largest < area * 1.01


def all_grids(count: int, trim: tuple[float, float], limits: AtlasLimits) -> list[Grid]:
    """Every grid with room for so many cards, its cells within its sides and the resolution."""
    grids = []
    for columns in range(1, limits.columns + 1):
        for rows in range(1, limits.rows + 1):
            if columns * rows >= count:
                scale = min(4096 // columns / trim[0], 4096 // rows / trim[1], limits.dpi / MM_PER_INCH)
                grids.append(Grid(columns, rows, (int(trim[0] * scale), int(trim[1] * scale))))
    return grids


def test_a_size_that_is_given_in_dpi_is_the_highest() -> None:
    assert choose_grid(4, CARD, AtlasLimits(dpi=100)).cell == (248, 346)
    assert choose_grid(4, CARD, AtlasLimits(side=600)).cell == (215, 300)
    assert highest_dpi(Grid(10, 7, (409, 571)), CARD, 4096) == pytest.approx(165.1, abs=0.1)


@for_cases(
    ("count", "most", "counts"),
    [(70, 70, [70]), (71, 70, [35, 36]), (70, 69, [35, 35]), (150, 70, [50, 50, 50]), (1, 70, [1])],
)
def test_cards_are_shared_out_among_as_few_atlases_as_possible(count: int, most: int, counts: list[int]) -> None:
    assert share_out(count, most) == counts


def card(name: str, colour: str, size: tuple[float, float] = CARD) -> Scene:
    """A card with a bleed of its own colour, an edge, and a mark that shows which way it is turned."""
    width, height = size
    ground = Shape(rectangle(-3, -3, width + 6, height + 6), fill="#101010")
    face = Shape(rectangle(1.3, 1.7, width - 3, height - 3.1, 4), fill=colour, stroke="#ffffff", stroke_width=0.7)
    mark = Shape(rectangle(4, 5, 7.7, 3.3), fill="#000000")
    return Scene(width, height, (ground, face, mark), bleed=3, name=name)


COLOURS = ("#c13b2f", "#1f6feb", "#2f9e44", "#f2b134", "#7048e8")


def single(scene: Scene, height: int) -> Image.Image:
    """The picture of a card as the rest of cardgen makes it, so many pixels high."""
    picture = Image.open(BytesIO(to_png(scene, dpi=height / scene.height * MM_PER_INCH)))
    assert picture.height == height
    return picture.convert("RGB")


def cut(picture: Image.Image, grid: Grid) -> list[Image.Image]:
    """The cells of an atlas, row by row."""
    return [picture.crop((x, y, x + grid.cell[0], y + grid.cell[1])) for x, y in grid.places]


def differs(first: Image.Image, second: Image.Image) -> bool:
    return first.size != second.size or ImageChops.difference(first, second).getbbox() is not None


def test_cells_have_the_pixels_of_the_single_cards() -> None:
    cards = [card(f"card-{i}", colour) for i, colour in enumerate(COLOURS)]
    grid = choose_grid(len(cards), CARD, AtlasLimits(side=700))
    picture = paint_atlas(Atlas(grid, cards))
    assert (picture.size, picture.mode) == (grid.size, "RGB")
    cells = cut(picture, grid)
    singles = [single(scene, grid.cell[1]) for scene in cards]
    assert not any(map(differs, cells, singles))
    assert {cell.tobytes() for cell in cells[len(cards) :]} == {Image.new("RGB", grid.cell, "white").tobytes()}
    # The same check finds a cell that is one pixel off, and cards in another order.
    assert differs(picture.crop((1, 0, grid.cell[0] + 1, grid.cell[1])), singles[0])
    assert all(map(differs, cells, singles[::-1][:2]))


@pytest.mark.parametrize(
    ("turn", "way"), [(270, Image.Transpose.ROTATE_90), (90, Image.Transpose.ROTATE_270)], ids=["left", "right"]
)
def test_cards_that_lie_are_turned(turn: int, way: Image.Transpose) -> None:
    lying = card("lying", COLOURS[0], (88.0, 63.0))
    standing = card("standing", COLOURS[1])
    grid = Grid(2, 1, (126, 176))
    cells = cut(paint_atlas(Atlas(grid, [lying, standing], turn)), grid)
    assert not differs(cells[0], single(lying, 126).transpose(way))
    assert not differs(cells[1], single(standing, 176))


def test_a_card_in_several_cells_is_rendered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    render: Callable[..., object] = png.render_scenes

    def counting(scenes: list[Scene], sizes: list[tuple[int, int]]) -> object:
        counts.append(len(scenes))
        return render(scenes, sizes)

    monkeypatch.setattr(png, "render_scenes", counting)
    back = card("back", COLOURS[0])
    cells = cut(paint_atlas(Atlas(Grid(3, 1, (63, 88)), [back, None, back])), Grid(3, 1, (63, 88)))
    assert counts == [1]
    assert cells[0].tobytes() == cells[2].tobytes() != cells[1].tobytes()


def test_equal_atlases_are_equal_files_and_have_equal_keys() -> None:
    def make(colour: str) -> Atlas:
        return Atlas(Grid(2, 1, (63, 88)), [card("one", colour), card("two", COLOURS[1])])

    first, second = (atlas_file("a.png", make(COLOURS[0]), ()) for _ in range(2))
    assert first.key == second.key
    assert first.make() == second.make()
    assert make(COLOURS[0]).key == make(COLOURS[0]).key != make(COLOURS[2]).key
    with Image.open(BytesIO(bytes_of(first.make()))) as picture:
        assert picture.info["srgb"] == 0
        assert picture.mode == "RGB"


def test_the_list_describes_the_cells() -> None:
    atlas = Atlas(Grid(2, 2, (63, 88)), [card("one", COLOURS[0]), None, card("two", COLOURS[1])])
    digest = hashlib.sha256(b"any").hexdigest()
    made = atlas_list("assets/atlas.json", {"assets/one.png": atlas}, (Path("a"),))
    assert made.listed == ("assets/one.png",)
    assert json.loads(made.make([digest])) == {
        "sheets": [
            {
                "file": "one.png",
                "columns": 2,
                "rows": 2,
                "count": 3,
                "cell": [63, 88],
                "names": ["one", "", "two"],
                "sha256": digest,
            }
        ]
    }
