"""DXF files, read and audited by ezdxf: units, layers, closed polylines, and arcs that are where the curves are."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from itertools import pairwise

import pytest
from ezdxf.document import Drawing
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.filemanagement import read as read_dxf
from ezdxf.path import make_path
from hypothesis import given
from hypothesis import strategies as st

from cardgen.formats.dxf import ARC_TOLERANCE, to_dxf
from cardgen.scene.items import Command, Group, Item, Path, Scene, ellipse, polyline, rectangle, translate, turn
from tests.examples import examples

PAPER = (210.0, 297.0)
QUARTER = math.tan(math.radians(22.5))


def line(commands: Sequence[Command], spot: str = "Cut") -> Path:
    return Path(tuple(commands), stroke="#e6007e", stroke_width=0.1, spot=spot)


def scene(*items: Item) -> Scene:
    return Scene(*PAPER, items)


def read(text: str) -> Drawing:
    """Read a DXF. An error or a repair by ezdxf is a failure."""
    document = read_dxf(io.StringIO(text))
    audit = document.audit()
    assert [*audit.errors, *audit.fixes] == []
    return document


def polylines(document: Drawing) -> list[LWPolyline]:
    return [entity for entity in document.modelspace() if isinstance(entity, LWPolyline)]


def points(entity: LWPolyline) -> list[tuple[float, ...]]:
    return [tuple(round(float(value), 6) for value in point) for point in entity.get_points("xyb")]


def test_a_drawing_is_r2010_in_mm() -> None:
    document = read(to_dxf(scene(line(rectangle(10, 20, 63, 88, 3)))))
    assert document.dxfversion == "AC1024"
    assert (document.header["$INSUNITS"], document.header["$MEASUREMENT"]) == (4, 1)
    assert tuple(document.header["$EXTMAX"])[:2] == PAPER


def test_a_card_is_a_closed_polyline_with_four_exact_arcs_and_y_upwards() -> None:
    (card,) = polylines(read(to_dxf(scene(line(rectangle(10, 20, 63, 88, 3))))))
    bulge = round(-QUARTER, 6)  # clockwise on the page and here, because y is turned as well
    assert card.closed
    assert points(card) == [
        (13, 277, 0),
        (70, 277, bulge),
        (73, 274, 0),
        (73, 192, bulge),
        (70, 189, 0),
        (13, 189, bulge),
        (10, 192, 0),
        (10, 274, bulge),
    ]


def test_a_circle_has_four_arcs_and_no_lines_without_length() -> None:
    (token,) = polylines(read(to_dxf(scene(line(rectangle(10, 10, 25, 25, 12.5))))))
    assert [point[2] for point in points(token)] == [round(-QUARTER, 6)] * 4
    drawn = list(make_path(token).flattening(0.0001))
    assert sum(start.distance(end) for start, end in pairwise(drawn)) == pytest.approx(math.pi * 25, abs=0.05)


def test_each_spot_is_a_layer_and_nothing_else_is_drawn() -> None:
    items = (
        line(rectangle(1, 1, 5, 5)),
        line(polyline((0, 9), (9, 9)), "Crease"),
        Path(rectangle(10, 10, 5, 5), fill="#000000"),
        line((*rectangle(30, 30, 9, 9), *rectangle(32, 32, 3, 3))),
    )
    document = read(to_dxf(scene(*items)))
    drawn = [(entity.dxf.layer, entity.closed, len(entity)) for entity in polylines(document)]
    assert drawn == [("CUT", True, 4), ("CUT", True, 4), ("CUT", True, 4), ("CREASE", False, 2)]
    assert {layer.dxf.name for layer in document.layers} - {"Defpoints"} == {"0", "CUT", "CREASE"}
    assert polylines(read(to_dxf(scene()))) == []


def test_groups_move_and_turn_their_lines() -> None:
    turned = Group((line(rectangle(0, 0, 10, 20, 2)),), matrix=turn(90, 0, 0))
    (card,) = polylines(read(to_dxf(scene(Group((turned,), matrix=translate(100, 50))))))
    xs, ys, bulges = zip(*points(card), strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == (80, 100, 237, 247)
    assert set(bulges) == {0, round(-QUARTER, 6)}


def distance(point: tuple[float, float], vertices: Sequence[tuple[float, float]]) -> float:
    """Return the distance from a point to straight lines through vertices."""
    nearest = math.inf
    for (x1, y1), (x2, y2) in pairwise(vertices):
        length = math.hypot(x2 - x1, y2 - y1)
        t = (
            0.0
            if length == 0
            else max(0.0, min(1.0, ((point[0] - x1) * (x2 - x1) + (point[1] - y1) * (y2 - y1)) / length**2))
        )
        nearest = min(nearest, math.dist(point, (x1 + t * (x2 - x1), y1 + t * (y2 - y1))))
    return nearest


def exact_points(commands: tuple[Command, ...]) -> list[tuple[float, float]]:
    """Return points of cubic curves by their formula."""
    _, *start = commands[0]
    drawn = [(start[0], start[1])]
    for _, *handles in commands[1:]:
        if handles:
            (x0, y0), (x1, y1, x2, y2, x3, y3) = drawn[-1], handles
            for i in range(1, 201):
                t = i / 200
                a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
                drawn.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return drawn


def deviation(commands: tuple[Command, ...], text: str) -> float:
    """Return how far curves are from the polyline of a DXF at most, and how much longer or shorter it is, in mm."""
    (entity,) = polylines(read(text))
    drawn = [(vertex.x, PAPER[1] - vertex.y) for vertex in make_path(entity).flattening(0.002, 4)]
    wanted = exact_points(commands)
    lengths = [sum(math.dist(a, b) for a, b in pairwise(line)) for line in (drawn, wanted)]
    return max([abs(lengths[0] - lengths[1]) / 10, *(distance(point, drawn) for point in wanted)])


coordinates = st.floats(0, 200).map(lambda value: round(value, 2))


@examples(20)
@given(st.lists(coordinates, min_size=8, max_size=8))
def test_arcs_are_close_to_any_curve(values: list[float]) -> None:
    x, y, *handles = values
    commands: tuple[Command, ...] = (("M", x, y), ("C", *handles))
    assert deviation(commands, to_dxf(scene(line(commands)))) <= 0.01


def test_an_ellipse_is_close_to_its_curves_and_a_spoilt_one_is_not() -> None:
    commands = ellipse(100, 100, 40, 15)
    text = to_dxf(scene(line(commands)))
    assert deviation(commands, text) <= 2 * ARC_TOLERANCE
    assert deviation(ellipse(100, 100.1, 40, 15), text) > 0.05
    straight = text.split("ENTITIES")[0] + "ENTITIES" + text.split("ENTITIES")[1].replace("\n 42\n-0", "\n 42\n0")
    assert deviation(commands, straight) > 0.05
