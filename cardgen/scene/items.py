"""What is drawn: a Scene of a few kinds of items, every one already measured and placed.

Millimetres, origin at the top left of the trim, x to the right, y down. A card face, a sheet and a page of a booklet
are all a Scene. Layout decides, the backends only paint.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Literal, TypeAlias

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f): x' = a·x + c·y + e, y' = b·x + d·y + f, as in SVG."""

Rect: TypeAlias = tuple[float, float, float, float]
"""(x, y, width, height) in mm."""

#: The matrix that changes nothing.
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

#: How far a circle's Bézier handle reaches for a quarter turn, in radii: 4/3·(√2 - 1).
ARC = 4 / 3 * (math.sqrt(2) - 1)

#: How far the square of a Chinese character reaches above its baseline, in ems; below it, what is left of one.
SQUARE_TOP = 0.88

#: The spot colour that cutting machines and their print shops take for the line to cut along.
CUT = "CutContour"

Command: TypeAlias = tuple[str, *tuple[float, ...]]
"""("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",), all absolute."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A colour of a gradient, `share` (0 to 1) of the way along; see-through below an `opacity` of 1."""

    share: float
    colour: str
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Gradient:
    """Colours that run into each other, from the first of two or more `stops` at share 0 to the last at share 1.

    Along the line from `start` to `end`; or with a `radius`, from `start` out to the circle about `end`. Beyond both
    the first and the last colour go on. The points are in the coordinates of what is filled, after `matrix`.
    """

    stops: tuple[Stop, ...]
    start: tuple[float, float]
    end: tuple[float, float]
    radius: float | None = None
    matrix: Matrix = IDENTITY

    @property
    def see_through(self) -> bool:
        return any(stop.opacity < 1 for stop in self.stops)


@dataclass(frozen=True, slots=True)
class Pen:
    """How a stroke ends and turns its corners, in the words of SVG; `miter` is how far a corner may stick out."""

    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    miter: float = 10.0
    dash_offset: float = 0.0


PLAIN_PEN = Pen()


@dataclass(frozen=True, slots=True)
class Path:
    """A shape. Colours are `#rrggbb`; `stroke_width` and `dash` in mm.

    A `spot` makes its stroke a line that a machine follows: a layer of its own in an SVG, and in a PDF the spot colour
    of that name, shown as the stroke's colour where nothing knows it. Cutters look for `CUT`.
    """

    commands: tuple[Command, ...]
    fill: str | Gradient | None = None
    stroke: str | None = None
    stroke_width: float = 0.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    even_odd: bool = False
    spot: str = ""
    pen: Pen = PLAIN_PEN


@dataclass(frozen=True, slots=True)
class GlyphRun:
    """Text in one face on one baseline: `advances` holds one width in mm for each character of `text`.

    An `echo` says again what the scene already says (the turned corner of a playing card): it is drawn as outlines,
    so that copying, searching and reading aloud meet every text once. Upright letters lean to the right by `slant`:
    so many ems for each em of height. What is `unseen` is there for searching and copying only, where a picture stands
    in a text. What runs `down` is a column: `x` is its middle, `baseline` the top of its first character's square, and
    the advances lead from the top of one square to the top of the next; a baseline lies SQUARE_TOP ems below it.
    A `link` is a web or mail address, or `#` and an anchor of the document that the scene is a page of.
    """

    text: str
    face: str
    size: float
    x: float
    baseline: float
    advances: tuple[float, ...]
    colour: str = "#000000"
    lang: str = "en"
    echo: bool = False
    slant: float = 0.0
    unseen: bool = False
    down: bool = False
    link: str = ""

    @property
    def width(self) -> float:
        return sum(self.advances)

    @property
    def end(self) -> tuple[float, float]:
        """Where the next run would begin."""
        return (self.x, self.baseline + self.width) if self.down else (self.x + self.width, self.baseline)


@dataclass(frozen=True, slots=True)
class Image:
    """A picture file stretched over `rect`. `digest` is the sha256 of its bytes: what the scene is keyed by."""

    file: FilePath
    digest: str
    rect: Rect
    pixels: tuple[int, int]
    description: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Items under one transform, cut off outside `clip` (in the group's own coordinates).

    Below an `opacity` of 1 they are painted as one picture, which is then laid over what lies under it. A `description`
    tells what they show to those who cannot see it.
    """

    items: tuple[Item, ...]
    matrix: Matrix = IDENTITY
    clip: Path | None = None
    opacity: float = 1.0
    description: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """A whole scene placed on another: a face on a sheet. The same face placed often is stored once.

    `clip` is the rectangle of the placed scene that shows (its bleed is cut where cards meet); None shows all.
    """

    scene: Scene
    matrix: Matrix = IDENTITY
    clip: Rect | None = None


Item: TypeAlias = Path | GlyphRun | Image | Group | Placed
"""What a scene is made of."""


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Scene:
    """A finished picture, `width` × `height` mm at the trim, drawn out to `bleed` mm beyond it on every side.

    `trim` is the part that is cut out when that is not the whole scene (the cards on a sheet); `name` becomes file
    names and ids; `description` is the text alternative. Compared by identity: a scene is made once and placed often.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    bleed: float = 0.0
    name: str = ""
    title: str = ""
    description: str = ""
    lang: str = "en"
    trim: Rect | None = None

    @property
    def trim_rect(self) -> Rect:
        return self.trim or (0.0, 0.0, self.width, self.height)


# ---------------------------------------------------------------- transforms


def translate(x: float, y: float) -> Matrix:
    """Return a shift by (x, y)."""
    return (1.0, 0.0, 0.0, 1.0, x, y)


def scale(factor: float) -> Matrix:
    """Return a scaling from (0, 0)."""
    return (factor, 0.0, 0.0, factor, 0.0, 0.0)


def turn(degrees: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    """Clockwise on the page by `degrees` about (x, y). Quarter turns are exact."""
    quarters = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    angle = math.radians(degrees)
    cosine, sine = quarters.get(float(degrees % 360), (math.cos(angle), math.sin(angle)))
    return (cosine, sine, -sine, cosine, x - cosine * x + sine * y, y - sine * x - cosine * y)


def then(first: Matrix, second: Matrix) -> Matrix:
    """The transform that does `first`, then `second`."""
    a, b, c, d, e, f = first
    a2, b2, c2, d2, e2, f2 = second
    return (
        a2 * a + c2 * b,
        b2 * a + d2 * b,
        a2 * c + c2 * d,
        b2 * c + d2 * d,
        a2 * e + c2 * f + e2,
        b2 * e + d2 * f + f2,
    )


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e, b * x + d * y + f)


def bounds_of(matrix: Matrix, rect: Rect) -> Rect:
    """The upright rectangle round `rect` after `matrix`."""
    x, y, width, height = rect
    corners = [apply(matrix, x + i * width, y + j * height) for i in (0, 1) for j in (0, 1)]
    left, top = min(p[0] for p in corners), min(p[1] for p in corners)
    return (left, top, max(p[0] for p in corners) - left, max(p[1] for p in corners) - top)


# ---------------------------------------------------------------- path makers


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> tuple[Command, ...]:
    """A rectangle, its corners rounded by `radius` mm (at most half of its shorter side)."""
    r = min(radius, width / 2, height / 2)
    right, bottom = x + width, y + height
    if r <= 0:
        return (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))
    k = r * (1 - ARC)
    return (
        ("M", x + r, y),
        ("L", right - r, y),
        ("C", right - k, y, right, y + k, right, y + r),
        ("L", right, bottom - r),
        ("C", right, bottom - k, right - k, bottom, right - r, bottom),
        ("L", x + r, bottom),
        ("C", x + k, bottom, x, bottom - k, x, bottom - r),
        ("L", x, y + r),
        ("C", x, y + k, x + k, y, x + r, y),
        ("Z",),
    )


def ellipse(x: float, y: float, radius_x: float, radius_y: float | None = None) -> tuple[Command, ...]:
    """An ellipse about (x, y); a circle when only one radius is given."""
    rx, ry = radius_x, radius_x if radius_y is None else radius_y
    kx, ky = rx * ARC, ry * ARC
    return (
        ("M", x + rx, y),
        ("C", x + rx, y + ky, x + kx, y + ry, x, y + ry),
        ("C", x - kx, y + ry, x - rx, y + ky, x - rx, y),
        ("C", x - rx, y - ky, x - kx, y - ry, x, y - ry),
        ("C", x + kx, y - ry, x + rx, y - ky, x + rx, y),
        ("Z",),
    )


def polyline(*points: tuple[float, float], close: bool = False) -> tuple[Command, ...]:
    """Straight lines through `points`."""
    commands: list[Command] = [("M" if i == 0 else "L", x, y) for i, (x, y) in enumerate(points)]
    return (*commands, ("Z",)) if close else tuple(commands)


# ---------------------------------------------------------------- walking


def walk(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Matrix, Item]]:
    """Every path, run and image in painting order, out of groups and placed scenes, with the transform it is under."""
    for item in items:
        if isinstance(item, Group):
            yield from walk(item.items, then(item.matrix, matrix))
        elif isinstance(item, Placed):
            yield from walk(item.scene.items, then(item.matrix, matrix))
        else:
            yield matrix, item
