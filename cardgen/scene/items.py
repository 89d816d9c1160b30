"""Scenes and the few kinds of items that they are made of, all measured and placed.

Lengths are in mm; the origin is at the top left of the trim, x to the right, y down. A card face, a sheet and a page
of a booklet are all a `Scene`. Layout decides, backends only paint.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath
from typing import Literal, TypeAlias

from cardgen.base.records import dataclass, replace
from cardgen.base.units import sum_floats
from cardgen.scene.tags import Tag

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f): x' = a·x + c·y + e, y' = b·x + d·y + f, as in SVG."""

Rect: TypeAlias = tuple[float, float, float, float]
"""(x, y, width, height) in mm."""

BoxInk: TypeAlias = Literal["keep", "white", "tint", "outline", "hide"]
"""What happens to items where ink is saved: see `scene/low_ink`."""

#: The matrix that changes nothing.
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

#: The length of a Bézier handle for a quarter of a circle, in radii: 4/3·(√2 - 1).
ARC = 4 / 3 * (math.sqrt(2) - 1)

#: The top of a Chinese character's square above its baseline, in ems. The square is one em high.
SQUARE_TOP = 0.88

#: The spot colours of cut lines and of creases, by the names that cutting machines and print shops expect.
CUT = "CutContour"
CREASE = "Crease"

Command: TypeAlias = tuple[str, *tuple[float, ...]]
"""("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",), all absolute."""

#: How SVG's path data writes each kind of command, with a %s for each coordinate.
PATH_DATA = {"M": "M%s %s", "L": "L%s %s", "C": "C%s %s %s %s %s %s", "Z": "Z"}


@dataclass(frozen=True, slots=True)
class Stop:
    """A colour of a gradient at an `offset` from 0 to 1; transparent if its `opacity` is below 1."""

    offset: float
    colour: str
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Gradient:
    """A gradient of two or more `stops`, the first at offset 0 and the last at offset 1.

    Without a `radius` it is linear, from `start` to `end`. With one it is radial, from the point `start` to the circle
    around `end`. Outside, the first and the last colour continue. `matrix` maps the points to the coordinates of the
    filled shape.
    """

    stops: tuple[Stop, ...]
    start: tuple[float, float]
    end: tuple[float, float]
    radius: float | None = None
    matrix: Matrix = IDENTITY

    @property
    def is_transparent(self) -> bool:
        """Return True if any stop is transparent."""
        return any(stop.opacity < 1 for stop in self.stops)


@dataclass(frozen=True, slots=True)
class Pen:
    """The ends and corners of a stroke, named as in SVG; `miter` is the miter limit."""

    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    miter: float = 10.0
    dash_offset: float = 0.0


PLAIN_PEN = Pen()


@dataclass(frozen=True, slots=True)
class Path:
    """A shape. Colours are `#rrggbb`; `stroke_width` and `dash` are in mm.

    The stroke of a path with a `spot` is a line for a machine: a separate layer in SVG, and the spot colour of that
    name in PDF, shown in the stroke's colour by programs that do not know it. Cutting machines look for `CUT`.

    A path with a `finish` is only printed by a press, on a plate of its own: its line if it has a `stroke_width`, else
    its inside. It has no fill and no stroke, so nothing else shows it.
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
    finish: str = ""


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The glyphs of a run from left to right, by their numbers in its face.

    `clusters` has for each glyph the index of the first character in the run's text that it belongs to: in text from
    right to left they descend. `offsets` move glyphs from the pen, in ems, x to the right and y up; empty if none
    moves.
    """

    numbers: tuple[int, ...]
    clusters: tuple[int, ...]
    offsets: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class GlyphRun:
    """Text in one face on one baseline; `advances` has the width of each character of `text`, mm.

    A run with `glyphs` has a ligature, a mark on a letter, or letters from right to left: its advances are those of the
    glyphs. Without, each character is drawn with its own glyph.
    An `outlined` run repeats a text of the scene, as the turned corner of a playing card does. It is drawn as outlines,
    so that each text is found, copied and read aloud once. `slant` is the shift of upright letters to the right, in ems
    per em of height. An `invisible` run is only searched and copied, in the place of a picture in a text. A `vertical`
    run is a column: `x` is its middle, `baseline` the top of its first character's square, and the advances are the
    distances from the top of one square to the top of the next. Its baselines are SQUARE_TOP ems below those.
    A `link` is a web or mail address, or `#` and an anchor in the document that the scene is a page of.
    """

    text: str
    face: str
    size: float
    x: float
    baseline: float
    advances: tuple[float, ...]
    colour: str = "#000000"
    lang: str = "en"
    outlined: bool = False
    slant: float = 0.0
    invisible: bool = False
    vertical: bool = False
    link: str = ""
    glyphs: Glyphs | None = None

    @property
    def width(self) -> float:
        """The sum of the advances, mm; of a column its height."""
        return sum_floats(self.advances)

    def moved(self, x: float, y: float) -> GlyphRun:
        """Return the run so many mm further to the right and down."""
        # `replace` takes three times as long, and every run of a deck is moved to its box.
        return GlyphRun(
            self.text,
            self.face,
            self.size,
            self.x + x,
            self.baseline + y,
            self.advances,
            self.colour,
            self.lang,
            self.outlined,
            self.slant,
            self.invisible,
            self.vertical,
            self.link,
            self.glyphs,
        )

    @property
    def end(self) -> tuple[float, float]:
        """The point at which the next run would begin."""
        return (self.x, self.baseline + self.width) if self.vertical else (self.x + self.width, self.baseline)


@dataclass(frozen=True, slots=True)
class Image:
    """A picture file stretched to `rect`. `digest` is the sha256 of its bytes, which the key of the scene contains.

    A picture with a `stencil` is painted in that colour where it is seen, and leaves the rest as it is. Only pages
    for a press have such pictures. A `grey` one is shown in greys; its digest is not that of its file alone. Of a PDF
    it is one `page`, from 1, which a PDF has as it is, in shapes, if it is `taken`. A `mask` is a picture of pixels
    that says how much of it is seen where; its `rect` is in shares of this one.
    """

    file: FilePath
    digest: str
    rect: Rect
    pixels: tuple[int, int]
    description: str = ""
    stencil: str = ""
    grey: bool = False
    page: int = 1
    taken: bool = False
    mask: Image | None = None

    @property
    def file_digest(self) -> str:
        """The sha256 of the bytes of the file."""
        return self.digest[:64]


def masked(image: Image, mask: Image) -> Image:
    """Return an image that is seen as far as a mask says. Its digest is not that of its file alone."""
    digest = f"{image.digest}-mask-{mask.digest}-{'-'.join(f'{share:.6f}' for share in mask.rect)}"
    return replace(image, digest=digest, mask=mask, taken=False)


def page_digest(digest: str, page: int) -> str:
    """Return the digest of a page of a PDF whose file has this digest."""
    return digest if page == 1 else f"{digest}-page-{page}"


@dataclass(frozen=True, slots=True)
class Group:
    """Items with a transform, cut off outside `clip` (in the group's own coordinates).

    If `opacity` is below 1, the items are painted as one picture with that opacity. `description` is their text
    alternative. A group with a `layer` is a layer of that name in SVG files, as drawing programs list it. A `tag` is
    the part of the document that the items are, except those of inner groups with tags of their own. A `spaced` group
    is a line of text that ends where there was a space. Both are only for tagged PDFs. `ink` is what happens to the
    items where ink is saved, "" if that follows from what they are. `around` is the colour that surrounds the letters
    of its text, "" if there is none. A group that is `of_text` is the shadow of a text, or a line through it.
    """

    items: tuple[Item, ...]
    matrix: Matrix = IDENTITY
    clip: Path | None = None
    opacity: float = 1.0
    description: str = ""
    layer: str = ""
    tag: Tag | None = None
    spaced: bool = False
    ink: BoxInk | Literal[""] = ""
    around: str = ""
    of_text: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A scene placed on another, such as a card face on a sheet. A file contains it once, however often it is placed.

    `clip` is the visible rectangle of the placed scene, None if all of it is visible. It cuts the bleed where cards
    meet.
    """

    scene: Scene
    matrix: Matrix = IDENTITY
    clip: Rect | None = None


Item: TypeAlias = Path | GlyphRun | Image | Group | Placed
"""What a scene is made of."""


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Scene:
    """A picture, `width` × `height` mm at the trim, with `bleed` mm more on each side.

    `trim` is the part that is cut out if that is not the whole scene, such as the cards on a sheet. `name` becomes part
    of file names and ids; `description` is the text alternative. Scenes are compared by identity: one scene is made
    once and placed often.
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
        """The part that is cut out."""
        return self.trim or (0.0, 0.0, self.width, self.height)


# ---------------------------------------------------------------- transforms


def translate(x: float, y: float) -> Matrix:
    """Return a shift by (x, y)."""
    return (1.0, 0.0, 0.0, 1.0, x, y)


def scale(factor: float) -> Matrix:
    """Return a scaling from (0, 0)."""
    return (factor, 0.0, 0.0, factor, 0.0, 0.0)


def turn(degrees: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    """Return a clockwise rotation on the page about (x, y). Quarter turns are exact."""
    quarters = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    angle = math.radians(degrees)
    cosine, sine = quarters.get(float(degrees % 360), (math.cos(angle), math.sin(angle)))
    return (cosine, sine, -sine, cosine, x - cosine * x + sine * y, y - sine * x - cosine * y)


def then(first: Matrix, second: Matrix) -> Matrix:
    """Return the transform that applies `first`, then `second`."""
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
    """Return the point (x, y) after the transform."""
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e, b * x + d * y + f)


def bounds_of(matrix: Matrix, rect: Rect) -> Rect:
    """Return the upright rectangle around `rect` after the transform."""
    x, y, width, height = rect
    corners = [apply(matrix, x + i * width, y + j * height) for i in (0, 1) for j in (0, 1)]
    left, top = min(p[0] for p in corners), min(p[1] for p in corners)
    return (left, top, max(p[0] for p in corners) - left, max(p[1] for p in corners) - top)


# ---------------------------------------------------------------- paths


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> tuple[Command, ...]:
    """Return a rectangle with round corners of `radius` mm, at most half of its shorter side."""
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
    """Return an ellipse around (x, y); a circle if only one radius is given."""
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
    """Return straight lines through the points."""
    commands: list[Command] = [("M" if i == 0 else "L", x, y) for i, (x, y) in enumerate(points)]
    return (*commands, ("Z",)) if close else tuple(commands)


# ---------------------------------------------------------------- walking


def images_in(items: Iterable[Item]) -> Iterator[Image]:
    """Yield all images in items and in placed scenes, each with its mask."""
    for _, item in walk(items):
        if isinstance(item, Image):
            yield item
            if item.mask is not None:
                yield item.mask


def walk(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Matrix, Item]]:
    """Yield each path, run and image in painting order, also inside groups and placed scenes, with its transform."""
    for item in items:
        if isinstance(item, Group):
            yield from walk(item.items, then(item.matrix, matrix))
        elif isinstance(item, Placed):
            yield from walk(item.scene.items, then(item.matrix, matrix))
        else:
            yield matrix, item


def paints(items: Iterable[Item]) -> bool:
    """Return True if anything is painted or has a finish; False for blank text and shapes without paint."""
    for item in items:
        if isinstance(item, GlyphRun):
            if not item.invisible and item.text.strip():
                return True
        elif isinstance(item, Path):
            if item.finish:
                return True
            if (
                item.opacity > 0
                and item.commands
                and (item.fill is not None or (item.stroke and item.stroke_width > 0))
            ):
                return True
        elif isinstance(item, Group):
            if item.opacity > 0 and paints(item.items):
                return True
        elif isinstance(item, Image) or paints(item.scene.items):
            return True
    return False
