"""Shapes made of squares, checked cell by cell and edge by edge."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.data.reading import parse_yaml
from cardgen.engines import Diagram
from cardgen.games.block_killer.blocks import BLOCKS, ORIENTATIONS, block_cells
from cardgen.scene.items import Command, Group, Item, Path, walk
from cardgen.scene.shapes import (
    FILLED,
    PATTERNS,
    Cell,
    CellStyle,
    Point,
    draw_cells,
    draw_diagram,
    draw_dot,
    draw_field,
    draw_marks,
    draw_polyomino,
    outline_cells,
    parse_cells,
    tile_lines,
    tiling_lattice,
    turn_cells,
)
from tests.cases import for_cases
from tests.games_on_disk import REPOSITORY

STYLE = CellStyle("#c13b2f")
CELLS = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=14)


def _blocks() -> dict[str, tuple[tuple[Cell, ...], Point]]:
    """The shipped blocks: cells and centre of rotation, rows counted downwards."""
    text = (REPOSITORY / "card_data" / "block-killer" / "blocks.yaml").read_text(encoding="utf-8")
    result = {}
    for card in parse_yaml(text, "blocks.yaml").value["cards"]:
        x, y = card["centre"]
        result[card["id"]] = (parse_cells(card["cells"]), (x, len(card["cells"]) - 1 - y))
    return result


SHIPPED = _blocks()


def points_of(commands: Iterable[Command]) -> list[Point]:
    return [(numbers[i], numbers[i + 1]) for _, *numbers in commands for i in range(0, len(numbers), 2)]


def bounds(items: Iterable[Item]) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of all paths."""
    result: list[Point] = []
    for (a, b, c, d, e, f), item in walk(items):
        assert isinstance(item, Path)
        result += [(a * x + c * y + e, b * x + d * y + f) for x, y in points_of(item.commands)]
    xs, ys = [x for x, _ in result], [y for _, y in result]
    return min(xs), min(ys), max(xs), max(ys)


# ---------------------------------------------------------------- cells


def test_a_drawing_is_parsed_from_its_top_row() -> None:
    assert parse_cells(["##.", ".#"]) == ((0, 0), (1, 0), (1, 1))
    assert parse_cells([]) == ()


@for_cases("block", BLOCKS)
def test_turning_about_the_dot_gives_the_orientations_of_the_rotation_system(block: str) -> None:
    cells, centre = SHIPPED[block]
    rows = max(y for _, y in cells) + 1
    at_origin = block_cells(block, "0")
    left, low = min(x for x, _ in at_origin), min(y for _, y in at_origin)
    for turns, orientation in enumerate(ORIENTATIONS):
        # From rows counted downwards in the drawing to rows counted upwards in the block's box.
        turned = {(x + left, rows - 1 - y + low) for x, y in turn_cells(cells, centre, turns)}
        assert turned == set(block_cells(block, orientation)), f"{block}{orientation}"


@given(CELLS, st.integers(-4, 8), st.integers(-4, 8), st.integers(-3, 9))
def test_four_turns_about_a_grid_point_are_the_identity(cells: set[Cell], x: int, y: int, turns: int) -> None:
    centre = (x / 2, y / 2) if (x + y) % 2 == 0 else (float(x), float(y))
    once = turn_cells(cells, centre, turns)
    assert set(turn_cells(once, centre, 4 - turns % 4)) == cells
    assert len(set(once)) == len(cells)


@given(CELLS, st.floats(-3, 3), st.floats(-3, 3), st.integers(0, 3))
def test_a_shape_keeps_its_form_about_any_centre(cells: set[Cell], x: float, y: float, turns: int) -> None:
    def form(of: Collection[Cell]) -> set[Cell]:
        left, top = min(x for x, _ in of), min(y for _, y in of)
        return {(x - left, y - top) for x, y in of}

    assert form(turn_cells(cells, (x, y), turns)) == form(turn_cells(cells, (0, 0), turns))


# ---------------------------------------------------------------- outlines


def area(ring: list[Point]) -> float:
    """Return twice the area of a ring, above 0 if it is clockwise on the page."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]))


def test_the_outline_of_a_block_is_one_ring_of_its_corners() -> None:
    assert outline_cells(parse_cells(["##.", ".##"])) == [
        [(0, 0), (2, 0), (2, 1), (3, 1), (3, 2), (1, 2), (1, 1), (0, 1)]
    ]


def test_a_hole_is_an_anticlockwise_ring() -> None:
    outer, hole = outline_cells(parse_cells(["###", "#.#", "###"]))
    assert outer == [(0, 0), (3, 0), (3, 3), (0, 3)]
    assert sorted(hole) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert (area(outer), area(hole)) == (18, -2)


def test_shapes_that_touch_at_a_corner_have_separate_rings() -> None:
    rings = outline_cells(parse_cells(["#.", ".#"]))
    assert rings == [[(0, 0), (1, 0), (1, 1), (0, 1)], [(1, 1), (2, 1), (2, 2), (1, 2)]]
    pinched = outline_cells(parse_cells(["##.", "#.#", ".##"]))
    assert [area(ring) for ring in pinched] == [2 * 3, 2 * 3]  # the area between the two is not a hole of either


@given(CELLS)
def test_outlines_enclose_the_cells_and_follow_every_edge_once(cells: set[Cell]) -> None:
    rings = outline_cells(cells)
    assert sum(map(area, rings)) == 2 * len(cells)
    edges: Counter[frozenset[Point]] = Counter()
    for ring in rings:
        for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
            assert (x1 == x2) != (y1 == y2)
            steps = int(abs(x2 - x1) + abs(y2 - y1))
            dx, dy = (x2 - x1) / steps, (y2 - y1) / steps
            for i in range(steps):
                edges[frozenset({(x1 + i * dx, y1 + i * dy), (x1 + (i + 1) * dx, y1 + (i + 1) * dy)})] += 1
        directions = [x1 == x2 for (x1, _), (x2, _) in pairwise([*ring, ring[0]])]
        assert all(a != b for a, b in pairwise([*directions, directions[0]]))  # corners only
    border = {
        frozenset({(x + a, y + b), (x + c, y + d)})
        for x, y in cells
        for (nx, ny), (a, b, c, d) in {
            (0, -1): (0, 0, 1, 0),
            (1, 0): (1, 0, 1, 1),
            (0, 1): (0, 1, 1, 1),
            (-1, 0): (0, 0, 0, 1),
        }.items()
        if (x + nx, y + ny) not in cells
    }
    assert edges == Counter(border)


# ---------------------------------------------------------------- patterns


@for_cases("name", sorted(PATTERNS.keys() - {"plain"}))
def test_a_pattern_does_not_touch_the_edges_of_its_cell(name: str) -> None:
    points = points_of(PATTERNS[name])
    assert points
    assert all(0.1 <= value <= 0.9 for point in points for value in point)
    # and is drawn about its middle
    assert (min(x for x, _ in points) + max(x for x, _ in points)) / 2 == pytest.approx(0.5)
    assert (min(y for _, y in points) + max(y for _, y in points)) / 2 == pytest.approx(0.5)


def _inked(name: str) -> frozenset[tuple[int, int]]:
    """Return which of 20 × 20 points of the cell a pattern covers, by the even-odd rule."""
    segments: list[tuple[Point, Point]] = []
    start = position = (0.0, 0.0)
    for command, *numbers in PATTERNS[name]:
        if command == "M":
            start = position = (numbers[0], numbers[1])
        elif command == "Z":
            segments.append((position, start))
            position = start
        else:
            points = [position, *points_of([(command, *numbers)])]
            curve = points if command == "L" else [_bezier(points, i / 8) for i in range(9)]
            segments += pairwise(curve)
            position = points[-1]
    return frozenset(
        (i, j)
        for i, j in product(range(20), repeat=2)
        if sum(_crosses(segment, ((i + 0.5) / 20, (j + 0.51) / 20)) for segment in segments) % 2
    )


def _bezier(points: list[Point], t: float) -> Point:
    weights = [math.comb(3, i) * t**i * (1 - t) ** (3 - i) for i in range(4)]
    return (sum(w * x for w, (x, _) in zip(weights, points, strict=True)),
            sum(w * y for w, (_, y) in zip(weights, points, strict=True)))  # fmt: skip


def _crosses(segment: tuple[Point, Point], point: Point) -> bool:
    """Return True if a ray from the point to the right crosses the segment."""
    (x1, y1), (x2, y2) = segment
    x, y = point
    return (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1)


def test_no_two_patterns_look_alike() -> None:
    inked = {name: _inked(name) for name in PATTERNS}
    assert inked["plain"] == frozenset()
    # Enough to be seen, and not so much that the colour goes under.
    assert all(0.08 < len(points) / 400 < 0.22 for name, points in inked.items() if name != "plain")
    for first, second in product(PATTERNS, repeat=2):
        if first < second:
            assert len(inked[first] ^ inked[second]) >= 30, f"{first} and {second}"  # of 400 points


def test_every_shipped_block_has_its_own_pattern() -> None:
    text = (REPOSITORY / "card_data" / "block-killer" / "blocks.yaml").read_text(encoding="utf-8")
    used = [card["pattern"] for card in parse_yaml(text, "blocks.yaml").value["cards"]]
    assert len(set(used)) == len(used) == 8
    assert "plain" not in used


# ---------------------------------------------------------------- drawing


def test_cells_are_drawn_exactly_at_their_pitch() -> None:
    items = draw_cells(parse_cells(["##.", ".##"]), 8, STYLE)
    assert bounds(items) == (0, 0, 24, 16)
    ground, face, light = items
    assert isinstance(ground, Path)
    assert [points_of([command])[0] for command in ground.commands if command[0] == "M"] == [
        *((0, 0), (8, 0), (8, 8), (16, 8))
    ]
    assert isinstance(face, Path)
    assert face.fill == STYLE.colour
    assert isinstance(light, Path)
    assert light.opacity < 1


def test_a_pattern_is_drawn_in_every_cell() -> None:
    marks = draw_cells([(0, 0), (3, 2)], 5, CellStyle("#fade04", "ring"))[3]
    assert isinstance(marks, Path)
    assert marks.even_odd  # or the ring would be a disc
    assert len([command for command in marks.commands if command[0] == "M"]) == 2 * 2
    assert bounds([marks])[0] > 0
    assert bounds([marks])[2] < 20


def test_cells_may_be_taller_than_wide_and_may_be_none() -> None:
    assert bounds(draw_cells([(0, 0), (2, 0)], 8, STYLE, depth=11)) == (0, 0, 24, 11)
    assert draw_cells([], 8, STYLE) == ()


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("turns", range(4))
def test_a_block_is_drawn_in_its_bounding_box_with_its_dot_at_the_centre(block: str, turns: int) -> None:
    cells, centre = SHIPPED[block]
    drawing = draw_polyomino(cells, 2, STYLE, centre, turns)
    turned = turn_cells(cells, centre, turns)
    left, top = min(x for x, _ in turned), min(y for _, y in turned)
    wide, tall = max(x for x, _ in turned) - left + 1, max(y for _, y in turned) - top + 1
    assert (drawing.width, drawing.height) == (2 * wide, 2 * tall)
    *shape, ring, dot = drawing.items
    assert bounds(shape) == (0, 0, drawing.width, drawing.height)
    middle = ((centre[0] - left + 0.5) * 2, (centre[1] - top + 0.5) * 2)
    x1, y1, x2, y2 = bounds([dot])
    assert ((x1 + x2) / 2, (y1 + y2) / 2) == pytest.approx(middle)
    assert bounds([ring])[0] < x1
    assert isinstance(dot, Path)
    assert dot.fill == "#ffffff"


def test_a_block_without_a_centre_has_no_dot() -> None:
    assert len(draw_polyomino(parse_cells(["##"]), 2, STYLE).items) + len(draw_dot(0, 0, 2)) == len(
        draw_polyomino(parse_cells(["##"]), 2, STYLE, (0.5, 0)).items
    )


# ---------------------------------------------------------------- tilings


SHAPES = {
    **{name: cells for name, (cells, _) in SHIPPED.items()},
    "P": parse_cells(["##", "##", "#."]),
    "W": parse_cells(["#..", "##.", ".##"]),
    "X": parse_cells([".#.", "###", ".#."]),
    "staircase": parse_cells(["##...", ".##..", "..##."]),
    "3×3": parse_cells(["###"] * 3),
    "apart": parse_cells(["#..#"]),
}
CANNOT = {
    "ring": parse_cells(["###", "#.#", "###"]),
    "gap": parse_cells(["#.#"]),
    "U with a deep cup": parse_cells(["#.#", "#.#", "###"]),
}


def copies(cells: Collection[Cell], lattice: tuple[int, int, int], reach: int) -> Counter[Cell]:
    """Count the copies of the shape, moved by the lattice, that cover each cell around the origin."""
    across, shift, down = lattice
    return Counter(
        (x + i * across + j * shift, y + j * down)
        for i, j in product(range(-3 * reach, 3 * reach + 1), range(-reach, reach + 1))
        for x, y in cells
    )


@for_cases("name", SHAPES)
def test_the_copies_of_a_shape_cover_every_cell_once(name: str) -> None:
    lattice = tiling_lattice(SHAPES[name])
    assert lattice is not None
    covered = copies(SHAPES[name], lattice, 12)
    assert [covered[x, y] for x, y in product(range(-6, 7), repeat=2)] == [1] * 169


@given(CELLS)
def test_any_tiling_covers_every_cell_once(cells: set[Cell]) -> None:
    lattice = tiling_lattice(cells)
    if lattice is not None:
        covered = copies(cells, lattice, 10)
        assert {covered[x, y] for x, y in product(range(-3, 4), repeat=2)} == {1}


@pytest.mark.parametrize("name", CANNOT)
def test_a_shape_that_leaves_gaps_is_rejected(name: str) -> None:
    assert tiling_lattice(CANNOT[name]) is None
    with pytest.raises(ValueError, match="cannot cover the plane without gaps"):
        tile_lines(CANNOT[name], range(4), range(4))


@given(CELLS)
def test_no_lattice_is_overlooked(cells: set[Cell]) -> None:
    """Search by brute force: any two short vectors whose parallelogram has the shape's area."""
    if tiling_lattice(cells) is None:
        count = len(cells)
        for (a, b), (c, d) in product(product(range(-4, 5), repeat=2), repeat=2):
            if abs(a * d - b * c) == count:
                taken = {_modulo(cell, (a, b), (c, d)) for cell in cells}
                assert len(taken) < count


def _modulo(cell: Cell, first: Cell, second: Cell) -> tuple[int, int]:
    """Return a value that is equal for two cells if and only if they differ by whole multiples of the vectors."""
    (a, b), (c, d), (x, y) = first, second, cell
    area = a * d - b * c
    return ((x * d - y * c) % area, (y * a - x * b) % area)


@for_cases("name", [*BLOCKS, "P", "staircase", "apart"])
def test_lines_are_drawn_between_copies_and_nowhere_else(name: str) -> None:
    cells = SHAPES[name]
    lattice = tiling_lattice(cells)
    assert lattice is not None
    across, shift, down = lattice
    owner = {
        (x + i * across + j * shift, y + j * down): (i, j)
        for i, j in product(range(-30, 31), range(-12, 13))
        for x, y in cells
    }
    columns, rows = range(-5, 6), range(-4, 5)
    drawn: Counter[tuple[Point, Point]] = Counter()
    commands = tile_lines(cells, columns, rows)
    assert [command[0] for command in commands] == ["M", "L"] * (len(commands) // 2)
    for start, end in zip(commands[::2], commands[1::2], strict=True):
        (x1, y1), (x2, y2) = points_of([start])[0], points_of([end])[0]
        steps = int(abs(x2 - x1) + abs(y2 - y1))
        for i in range(steps):
            at = (x1 + (x2 - x1) * i / steps, y1 + (y2 - y1) * i / steps)
            drawn[at, (at[0] + (x2 != x1), at[1] + (y2 != y1))] += 1
    upright = {((x, y), (x, y + 1)) for x in columns for y in rows if owner[x, y] != owner[x - 1, y]}
    level = {((x, y), (x + 1, y)) for x in columns for y in rows if owner[x, y] != owner[x, y - 1]}
    assert drawn == Counter(upright | level)


# ---------------------------------------------------------------- fields


STYLES = {"T": CellStyle("#904895", "dots")}


def test_a_field_is_drawn_with_room_for_its_arrows() -> None:
    drawing = draw_field(["....", "#TT#"], 5, STYLES, marked=[1])
    assert (drawing.width, drawing.height) == (30, 10)
    *_, arrows = drawing.items
    assert isinstance(arrows, Path)
    left, top, right, bottom = bounds([arrows])
    assert 0 < left < 5  # beside the field, at either side
    assert 25 < right < 30
    assert 5 < top < bottom < 10  # of the marked row
    plain = draw_field(["....", "#TT#"], 5, STYLES)
    assert plain.items == drawing.items[:-1]
    ground, grid, _, walls = plain.items
    assert bounds([ground]) == bounds([walls]) == (5, 0, 25, 10)
    assert isinstance(walls, Path)
    assert walls.commands == (("M", 5, 0), ("L", 5, 10), ("L", 25, 10), ("L", 25, 0))  # open at the top
    assert bounds([grid]) == (5, 0, 25, 10)
    cells = next(item for item in drawing.items if isinstance(item, Group))
    assert bounds([cells]) == (5, 5, 25, 10)


def test_the_marks_of_a_grid_have_the_styles_of_their_cards() -> None:
    drawing = draw_marks(["#.", "TT"], 2, STYLES)
    assert (drawing.width, drawing.height) == (4, 4)
    fills = [item.fill for item in drawing.items if isinstance(item, Path)]
    assert FILLED.colour in fills
    assert STYLES["T"].colour in fills
    with pytest.raises(KeyError):
        draw_marks(["?"], 2, STYLES)
    assert draw_marks([], 2, STYLES).items == ()


def test_a_diagram_is_drawn_as_its_playfield() -> None:
    diagram = Diagram(["#.TT"], marked=[0], caption={"en": "x"})
    assert draw_diagram(diagram, 3, STYLES) == draw_field(["#.TT"], 3, STYLES, [0])
