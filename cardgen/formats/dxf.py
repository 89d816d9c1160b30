"""Scene → DXF R2010: only the lines that a machine cuts or creases, as polylines with exact arcs.

The order of sections, tables and objects is that of the DXF reference for AC1024. Numbers in comments are group codes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from cardgen.formats.paint import number, without_empty_lines
from cardgen.scene.items import Command, Path, Scene, walk
from cardgen.scene.paths import move_path, subpaths
from cardgen.scene.regions import Point

Pair: TypeAlias = tuple[int, object]
Vertex: TypeAlias = tuple[float, float, float]
"""x, y and the bulge of the line to the next vertex: the tangent of a quarter of its angle, 0 for a straight line."""

#: The furthest that an arc may be from the curve that it replaces, mm.
ARC_TOLERANCE = 0.005

#: Decimals of a length in mm, and of a bulge.
_LENGTH, _BULGE = 6, 9

#: The colours of layers by the number that AutoCAD gives them: magenta for the first, then blue, red, green.
_COLOURS = (6, 5, 1, 3)

#: Handles of the objects that every file has. Those of polylines follow.
_TABLES = {
    "VPORT": 0x1,
    "LTYPE": 0x2,
    "LAYER": 0x3,
    "STYLE": 0x4,
    "VIEW": 0x5,
    "UCS": 0x6,
    "APPID": 0x7,
    "DIMSTYLE": 0x8,
    "BLOCK_RECORD": 0x9,
}
_MODEL, _PAPER, _ROOT, _GROUPS = 0x10, 0x11, 0x12, 0x13
_FIRST_RECORD = 0x20
_FIRST_ENTITY = 0x100


def to_dxf(scene: Scene) -> str:
    """Return the lines of a scene that have a spot as a DXF document in mm, y upwards, one layer for each spot.

    The layers are called like the spots, in capitals. A closed shape is a closed LWPOLYLINE. Curves become arcs that
    are at most ARC_TOLERANCE away; a quarter of a circle becomes one exact arc.
    """
    layers: dict[str, list[tuple[list[Vertex], bool]]] = {}
    upwards = (1.0, 0.0, 0.0, -1.0, 0.0, scene.height)
    for matrix, item in walk(scene.items):
        if isinstance(item, Path) and item.spot:
            shapes = layers.setdefault(item.spot.upper(), [])
            for shape in subpaths(move_path(move_path(item.commands, matrix), upwards)):
                shapes.append((list(_vertices(shape)), shape[-1] == ("Z",)))
    last = _FIRST_ENTITY + sum(map(len, layers.values()))
    pairs = (
        *_section("HEADER", _header(scene, last)),
        *_section("CLASSES", ()),
        *_section("TABLES", _tables(scene, list(layers))),
        *_section("BLOCKS", _blocks()),
        *_section("ENTITIES", _entities(layers)),
        *_section("OBJECTS", _objects()),
        (0, "EOF"),
    )
    return "".join(f"{code:3d}\n{value}\n" for code, value in pairs)


# ---------------------------------------------------------------- arcs


def _vertices(shape: Sequence[Command]) -> Iterator[Vertex]:
    """Yield the vertices of one shape; that of a closed shape's start comes only once."""
    points: list[Point] = []
    bulges: list[float] = []
    for name, *values in without_empty_lines(tuple(shape), _LENGTH):
        if name == "C":
            for bulge, end in _arcs(points[-1], values):
                bulges.append(bulge)
                points.append(end)
        elif name != "Z":
            bulges += [0.0] * bool(points)
            points.append((values[0], values[1]))
    if shape[-1] == ("Z",):
        if len(points) > 1 and math.dist(points[0], points[-1]) < 10**-_LENGTH:
            points.pop()
        else:
            bulges.append(0.0)
    else:
        bulges.append(0.0)
    yield from ((x, y, bulge) for (x, y), bulge in zip(points, bulges, strict=True))


def _arcs(start: Point, handles: Sequence[float], depth: int = 0) -> Iterator[tuple[float, Point]]:
    """Yield the bulge and the end of each arc that a cubic curve becomes: one through its middle, else several."""
    first, second, end = ((handles[i], handles[i + 1]) for i in (0, 2, 4))
    middle, halves = _halved(start, first, second, end)
    bulge = _bulge(start, middle, end)
    if depth == 12 or _fits((start, first, second, end), bulge):
        yield bulge, end
        return
    yield from _arcs(start, halves[0], depth + 1)
    yield from _arcs(middle, halves[1], depth + 1)


def _halved(a: Point, b: Point, c: Point, d: Point) -> tuple[Point, tuple[list[float], list[float]]]:
    """Return the middle of a cubic curve, and the handles and ends of its halves (de Casteljau)."""

    def between(p: Point, q: Point) -> Point:
        return ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)

    ab, bc, cd = between(a, b), between(b, c), between(c, d)
    abc, bcd = between(ab, bc), between(bc, cd)
    middle = between(abc, bcd)
    return middle, ([*ab, *abc, *middle], [*bcd, *cd, *d])


def _bulge(start: Point, middle: Point, end: Point) -> float:
    """Return the bulge of the arc from `start` through `middle` to `end`, positive if it turns anticlockwise.

    The angle at `middle` is that of the chord seen from the arc, so the arc has twice the rest of it to a half turn.
    """
    ax, ay = start[0] - middle[0], start[1] - middle[1]
    bx, by = end[0] - middle[0], end[1] - middle[1]
    angle = math.atan2(bx * ay - by * ax, ax * bx + ay * by)
    if angle == 0.0:
        return 0.0
    return math.tan((math.copysign(math.pi, angle) - angle) / 2)


def _fits(curve: tuple[Point, Point, Point, Point], bulge: float) -> bool:
    """Return True if the arc with this bulge between the ends of a cubic curve is close to all of it."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = curve
    chord = math.dist(curve[0], curve[3])
    if abs(bulge) > 1 or chord == 0:
        return False
    points = []
    for i in range(1, 16):
        t = i / 16
        a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
        points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    across, down = (x3 - x0) / chord, (y3 - y0) / chord
    along = [(x - x0) * across + (y - y0) * down for x, y in points]
    if min(along) < -ARC_TOLERANCE or max(along) > chord + ARC_TOLERANCE:  # it goes further and comes back
        return False
    if abs(bulge) < 1e-9:
        return all(abs((y - y0) * across - (x - x0) * down) <= ARC_TOLERANCE for x, y in points)
    radius = chord * (1 + bulge * bulge) / (4 * abs(bulge))
    rise = chord * (1 - bulge * bulge) / (4 * bulge)  # from the chord to the centre, to its left
    centre = ((x0 + x3) / 2 - down * rise, (y0 + y3) / 2 + across * rise)
    return all(abs(math.dist(point, centre) - radius) <= ARC_TOLERANCE for point in points)


# ---------------------------------------------------------------- sections


def _section(name: str, content: Iterable[Pair]) -> Iterator[Pair]:
    yield from ((0, "SECTION"), (2, name), *content, (0, "ENDSEC"))


def _hex(handle: int) -> str:
    return f"{handle:X}"


def _header(scene: Scene, next_handle: int) -> Iterator[Pair]:
    yield from ((9, "$ACADVER"), (1, "AC1024"), (9, "$DWGCODEPAGE"), (3, "ANSI_1252"))
    yield from ((9, "$HANDSEED"), (5, _hex(next_handle)))
    yield from ((9, "$INSUNITS"), (70, 4), (9, "$MEASUREMENT"), (70, 1))
    yield from ((9, "$EXTMIN"), (10, 0), (20, 0), (30, 0))
    yield from ((9, "$EXTMAX"), (10, _mm(scene.width)), (20, _mm(scene.height)), (30, 0))
    yield from ((9, "$LIMMIN"), (10, 0), (20, 0), (9, "$LIMMAX"), (10, _mm(scene.width)), (20, _mm(scene.height)))


def _mm(length: float) -> str:
    return number(length, _LENGTH)


def _tables(scene: Scene, layers: Sequence[str]) -> Iterator[Pair]:
    """Yield the tables, with the few records that every drawing has."""
    handle = _FIRST_RECORD
    view: list[Pair] = [(10, 0), (20, 0), (11, 1), (21, 1), (12, _mm(scene.width / 2)), (22, _mm(scene.height / 2))]
    view += [(40, _mm(scene.height)), (41, number(scene.width / scene.height, _LENGTH))]
    line: list[Pair] = [(3, ""), (72, 65), (73, 0), (40, 0)]
    named = [("0", 7), *((name, _COLOURS[i % len(_COLOURS)]) for i, name in enumerate(layers))]
    font: list[Pair] = [(40, 0), (41, 1), (50, 0), (71, 0), (42, 2.5), (3, "txt"), (4, "")]
    records: dict[str, list[tuple[str, str, list[Pair]]]] = {
        "VPORT": [("AcDbViewportTableRecord", "*ACTIVE", view)],
        "LTYPE": [("AcDbLinetypeTableRecord", name, line) for name in ("ByBlock", "ByLayer", "Continuous")],
        "LAYER": [("AcDbLayerTableRecord", name, [(62, colour), (6, "Continuous")]) for name, colour in named],
        "STYLE": [("AcDbTextStyleTableRecord", "Standard", font)],
        "VIEW": [],
        "UCS": [],
        "APPID": [("AcDbRegAppTableRecord", "ACAD", [])],
        "DIMSTYLE": [("AcDbDimStyleTableRecord", "Standard", [])],
        "BLOCK_RECORD": [("AcDbBlockTableRecord", name, []) for name in ("*Model_Space", "*Paper_Space")],
    }
    blocks = iter((_MODEL, _PAPER))
    for table, rows in records.items():
        own = _hex(_TABLES[table])
        yield from ((0, "TABLE"), (2, table), (5, own), (330, 0), (100, "AcDbSymbolTable"), (70, len(rows)))
        if table == "DIMSTYLE":
            yield from ((100, "AcDbDimStyleTable"), (71, len(rows)))
        for subclass, name, values in rows:
            is_block = table == "BLOCK_RECORD"
            code = 105 if table == "DIMSTYLE" else 5
            yield from ((0, table), (code, _hex(next(blocks) if is_block else handle)), (330, own))
            yield from ((100, "AcDbSymbolTableRecord"), (100, subclass), (2, name))
            yield from ((340, 0),) if is_block else ((70, 0),)
            yield from values
            handle += 1
        yield (0, "ENDTAB")


def _blocks() -> Iterator[Pair]:
    """Yield the blocks of model and paper, which are empty here: the entities have a section of their own."""
    for i, (name, owner) in enumerate((("*Model_Space", _MODEL), ("*Paper_Space", _PAPER))):
        for kind, subclass, handle in (("BLOCK", "AcDbBlockBegin", 0x40), ("ENDBLK", "AcDbBlockEnd", 0x41)):
            yield from ((0, kind), (5, _hex(handle + 2 * i)), (330, _hex(owner)), (100, "AcDbEntity"))
            yield from ((67, 1),) if i else ()
            yield from ((8, "0"), (100, subclass))
            if kind == "BLOCK":
                yield from ((2, name), (70, 0), (10, 0), (20, 0), (30, 0), (3, name), (1, ""))


def _entities(layers: dict[str, list[tuple[list[Vertex], bool]]]) -> Iterator[Pair]:
    handle = _FIRST_ENTITY
    for layer, shapes in layers.items():
        for vertices, is_closed in shapes:
            yield from ((0, "LWPOLYLINE"), (5, _hex(handle)), (330, _hex(_MODEL)), (100, "AcDbEntity"), (8, layer))
            yield from ((100, "AcDbPolyline"), (90, len(vertices)), (70, int(is_closed)), (43, 0))
            for x, y, bulge in vertices:
                yield from ((10, _mm(x)), (20, _mm(y)))
                if bulge:
                    yield (42, number(bulge, _BULGE))
            handle += 1


def _objects() -> Iterator[Pair]:
    """Yield the root dictionary with an empty list of groups, the least that programs expect."""
    yield from ((0, "DICTIONARY"), (5, _hex(_ROOT)), (330, 0), (100, "AcDbDictionary"), (281, 1))
    yield from ((3, "ACAD_GROUP"), (350, _hex(_GROUPS)))
    yield from ((0, "DICTIONARY"), (5, _hex(_GROUPS)), (330, _hex(_ROOT)), (100, "AcDbDictionary"), (281, 1))
