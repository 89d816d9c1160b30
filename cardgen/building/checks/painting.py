"""What a side shows at a point: its items as layers with real outlines, transparency and clips."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, TypeAlias

from cardgen.base.records import dataclass, field, replace
from cardgen.data.picture_files import eight_bit, is_pdf, open_shown
from cardgen.formats.paint import placed_rect
from cardgen.scene.colour import parse_hex
from cardgen.scene.items import (
    IDENTITY,
    GlyphRun,
    Gradient,
    Group,
    Image,
    Item,
    Matrix,
    Path,
    Placed,
    Rect,
    Scene,
    apply,
    bounds_of,
    rectangle,
    then,
)
from cardgen.scene.paths import path_bounds
from cardgen.scene.regions import Region, Stroke, inverse, region_of, stroke_of
from cardgen.text.faces import cached_by_font
from cardgen.text.fonts import characters_of, face_named, glyphs_of
from cardgen.text.ink import ink_of

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

Rgb: TypeAlias = tuple[float, float, float]
Point: TypeAlias = tuple[float, float]

PAPER: Rgb = (255.0, 255.0, 255.0)

#: Pictures are looked at with this many pixels a side at most.
_MOST_PIXELS = 1024


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A path, run, letter or image with everything that its groups do to it; `bounds` is what can be seen of it, mm."""

    item: Path | GlyphRun | Image | Letter
    matrix: Matrix
    clips: tuple[tuple[Matrix, Path], ...]
    opacity: float
    bounds: Rect

    def paint_at(self, x: float, y: float) -> tuple[Rgb, float]:
        """Return the colour and the opacity of the layer at a point of the trim; opacity 0 where it paints nothing."""
        if not is_inside((x, y), self.bounds):
            return PAPER, 0.0
        for matrix, clip in self.clips:
            back = inverse(matrix)
            if back is None or apply(back, x, y) not in fill_region(clip):
                return PAPER, 0.0
        back = inverse(self.matrix)
        if back is None:
            return PAPER, 0.0
        colour, opacity = _paint_of(self.item, apply(back, x, y))
        return colour, opacity * self.opacity

    def opacities(self, points: Iterable[Point]) -> list[float]:
        """Return the opacity of the layer at each of some points, as `paint_at` does."""
        left, top, width, height = self.bounds
        right, bottom = left + width, top + height
        letter = self.item if isinstance(self.item, Letter) and not self.clips else None
        back = inverse(then(letter.matrix, self.matrix)) if letter else None
        if letter and back:  # quicker, and most points are those of letters that cross
            (a, b, c, d, e, f), region = back, letter.glyph.region
            return [
                self.opacity
                if left <= x <= right and top <= y <= bottom and (a * x + c * y + e, b * x + d * y + f) in region
                else 0.0
                for x, y in points
            ]
        return [self.paint_at(x, y)[1] if left <= x <= right and top <= y <= bottom else 0.0 for x, y in points]


def layers_of(scene: Scene) -> list[Layer]:
    """Return everything that can be seen of a scene in painting order, without lines for machines and those of text."""
    shown = (-scene.bleed, -scene.bleed, scene.width + 2 * scene.bleed, scene.height + 2 * scene.bleed)
    return list(_layers(scene.items, IDENTITY, (), 1.0, shown))


def _layers(
    items: Iterable[Item], matrix: Matrix, clips: tuple[tuple[Matrix, Path], ...], opacity: float, shown: Rect
) -> Iterator[Layer]:
    for item in items:
        if isinstance(item, Group):
            if item.of_text and not item.ink:  # lines under and through text, which belong to it
                continue
            inner, own, part = then(item.matrix, matrix) if item.matrix != IDENTITY else matrix, clips, shown
            if item.clip is not None:
                own = (*clips, (inner, item.clip))
                part = overlap(shown, bounds_of(inner, bounds_of_path(item.clip)))
            yield from _layers(item.items, inner, own, opacity * item.opacity, part)
        elif isinstance(item, Placed):
            inner, rect = then(item.matrix, matrix), placed_rect(item)
            part = overlap(shown, bounds_of(inner, rect))
            clip = _rectangle(rect) if is_turned(inner) else None
            yield from _layers(item.scene.items, inner, (*clips, (inner, clip)) if clip else clips, opacity, part)
        else:
            bounds = _bounds_of_item(item)
            if bounds is not None:
                seen = overlap(shown, bounds_of(matrix, bounds) if matrix != IDENTITY else bounds)
                if min(seen[2:]) > 0 and opacity > 0:
                    yield Layer(item, matrix, clips, opacity, seen)


@lru_cache(maxsize=64)
def _rectangle(rect: Rect) -> Path:
    return Path(rectangle(*rect))


def is_turned(matrix: Matrix) -> bool:
    """Return True unless rectangles stay upright."""
    a, b, c, d, _, _ = matrix
    return not ((b == 0 and c == 0) or (a == 0 and d == 0))


def overlap(first: Rect, second: Rect) -> Rect:
    """Return the common part of two rectangles; its width or height is 0 or less if there is none."""
    left, top = max(first[0], second[0]), max(first[1], second[1])
    right, bottom = min(first[0] + first[2], second[0] + second[2]), min(first[1] + first[3], second[1] + second[3])
    return (left, top, right - left, bottom - top)


def overlaps(first: Rect, second: Rect) -> bool:
    """Return True if two rectangles have a part in common."""
    return (
        first[0] < second[0] + second[2]
        and second[0] < first[0] + first[2]
        and first[1] < second[1] + second[3]
        and second[1] < first[1] + first[3]
    )


def is_inside(point: Point, rect: Rect) -> bool:
    """Return True if a point is in a rectangle or on its edge."""
    x, y = point
    return rect[0] <= x <= rect[0] + rect[2] and rect[1] <= y <= rect[1] + rect[3]


def colour_at(layers: Sequence[Layer], x: float, y: float) -> tuple[Rgb, Layer | None]:
    """Return the colour that is seen at a point on white paper, and the layer that makes most of it, None for paper."""
    left = 1.0
    red = green = blue = strongest = 0.0
    main: Layer | None = None
    for layer in reversed(layers):
        colour, opacity = layer.paint_at(x, y)
        share = left * opacity
        if share > strongest:
            main, strongest = layer, share
        red, green, blue = red + share * colour[0], green + share * colour[1], blue + share * colour[2]
        left -= share
        if left < 0.002:
            break
    if left > strongest:
        main = None
    return (red + left * PAPER[0], green + left * PAPER[1], blue + left * PAPER[2]), main


# ---------------------------------------------------------------- items


def _bounds_of_item(item: Path | GlyphRun | Image) -> Rect | None:
    """Return the rectangle around what an item paints, in its own coordinates; None if it paints nothing."""
    if isinstance(item, GlyphRun):
        return None if item.invisible or not item.text.strip() else ink_of(item)
    if isinstance(item, Image):
        return item.rect
    has_stroke = bool(item.stroke) and item.stroke_width > 0 and not item.spot
    if (item.fill is None and not has_stroke) or item.opacity <= 0:
        return None
    x, y, width, height = bounds_of_path(item)
    reach = item.stroke_width / 2 if has_stroke else 0.0
    return (x - reach, y - reach, width + 2 * reach, height + 2 * reach)


_NOTHING: Rect = (0.0, 0.0, 0.0, 0.0)


@dataclass(slots=True)
class _Shape:
    """A path as regions, made when they are first needed."""

    path: Path
    bounds: Rect
    fill: Region | None = None
    stroke: Stroke | None = None


@dataclass(slots=True)
class _Shapes:
    """The shapes of paths by their identity: the boxes that all cards of a deck share have the same paths."""

    kept: dict[int, _Shape] = field(default_factory=dict)

    def of(self, path: Path) -> _Shape:
        shape = self.kept.get(id(path))
        if shape is None:
            if len(self.kept) >= 16_384:
                self.kept.clear()
            shape = self.kept[id(path)] = _Shape(path, path_bounds(path.commands) or _NOTHING)
        return shape  # it holds the path, so that the identity stays its own


_shapes = _Shapes()


def bounds_of_path(path: Path) -> Rect:
    """Return the rectangle around a path, in its own coordinates."""
    return _shapes.of(path).bounds


def fill_region(path: Path) -> Region:
    """Return the inside of a path, in its own coordinates."""
    shape = _shapes.of(path)
    if shape.fill is None:
        shape.fill = region_of(path.commands, path.even_odd, _tolerance(shape.bounds))
    return shape.fill


def stroke_region(path: Path) -> Stroke:
    """Return the ink of the stroke of a path, in its own coordinates."""
    shape = _shapes.of(path)
    if shape.stroke is None:
        shape.stroke = stroke_of(path, _tolerance(shape.bounds))
    return shape.stroke


def _tolerance(bounds: Rect) -> float:
    """Return how far lines may be from a curve: a drawing may have any units."""
    return max(bounds[2], bounds[3], 1e-6) / 4000


def _paint_of(item: Path | GlyphRun | Image | Letter, point: Point) -> tuple[Rgb, float]:
    if isinstance(item, Image):
        return _pixel_of(item, point)
    if isinstance(item, Letter):
        return rgb(item.colour), 1.0 if point in item else 0.0
    if isinstance(item, GlyphRun):
        return rgb(item.colour), 1.0 if any(point in letter for letter in _letters_of_run(item)) else 0.0
    if item.stroke and item.stroke_width > 0 and not item.spot and point in stroke_region(item):
        return rgb(item.stroke), item.opacity
    if item.fill is not None and point in fill_region(item):
        colour, opacity = _gradient_at(item.fill, point) if isinstance(item.fill, Gradient) else (rgb(item.fill), 1.0)
        return colour, opacity * item.opacity
    return PAPER, 0.0


@lru_cache(maxsize=1024)
def rgb(colour: str) -> Rgb:
    """Return the channels of a colour, 0 to 255."""
    red, green, blue = parse_hex(colour)
    return (float(red), float(green), float(blue))


def _gradient_at(gradient: Gradient, point: Point) -> tuple[Rgb, float]:
    back = inverse(gradient.matrix)
    if back is None:
        return rgb(gradient.stops[-1].colour), gradient.stops[-1].opacity
    x, y = apply(back, *point)
    (x0, y0), (x1, y1) = gradient.start, gradient.end
    dx, dy = x1 - x0, y1 - y0
    if gradient.radius is None:
        length = dx * dx + dy * dy
        offset = ((x - x0) * dx + (y - y0) * dy) / length if length else 1.0
    else:
        # From the point `start`, at 0, to the circle around `end`, at 1, along the ray through (x, y).
        px, py, radius = x - x0, y - y0, gradient.radius
        a, b, c = dx * dx + dy * dy - radius * radius, px * dx + py * dy, px * px + py * py
        under = b * b - a * c
        offset = (b - math.sqrt(under)) / a if under >= 0 and a else 1.0
    before = gradient.stops[0]
    for stop in gradient.stops:
        if stop.offset >= offset:
            span = stop.offset - before.offset
            share = min(1.0, max(0.0, (offset - before.offset) / span)) if span else 1.0
            one, two = rgb(before.colour), rgb(stop.colour)
            red, green, blue = (a + (b - a) * share for a, b in zip(one, two, strict=True))
            return (red, green, blue), before.opacity + (stop.opacity - before.opacity) * share
        before = stop
    return rgb(before.colour), before.opacity


# ---------------------------------------------------------------- pictures


@lru_cache(maxsize=32)
def open_pixels(file: FilePath, digest: str, page: int, mask: Image | None = None) -> Picture:  # noqa: ARG001
    """Return a picture file in RGBA, upright, reduced to 1,024 pixels a side.

    A file of the same name with other bytes has another digest.
    """
    with open_shown(file.read_bytes(), least=(_MOST_PIXELS, _MOST_PIXELS), page=page) as shown:
        picture = _in_rgba(eight_bit(shown.image))
    if mask is not None:
        from cardgen.formats.pixels import with_mask  # lazy: Pillow is large

        picture = with_mask(picture, mask)
    picture.thumbnail((_MOST_PIXELS, _MOST_PIXELS))
    return picture


#: A larger picture, in pixels, is not copied as a whole: each copy takes four bytes for a pixel. The rows of a band.
_LARGE, _BAND = 16_000_000, 64


def _in_rgba(picture: Picture) -> Picture:
    """Return a picture in RGBA; a large one reduced by a whole number, to twice the pixels that are needed or more."""
    from PIL import Image as Pillow

    width, height = picture.size
    factor = max(width, height) // (2 * _MOST_PIXELS)
    if width * height < _LARGE or factor < 2:
        return picture.convert("RGBA")
    reduced = Pillow.new("RGBA", (-(-width // factor), -(-height // factor)))
    for top in range(0, height, _BAND * factor):
        band = picture.crop((0, top, width, min(height, top + _BAND * factor))).convert("RGBA")
        # The colours of transparent pixels do not count.
        reduced.paste(band.convert("RGBa").reduce(factor).convert("RGBA"), (0, top // factor))
    return reduced


@lru_cache(maxsize=4096)
def is_blank(file: FilePath, digest: str, page: int) -> bool:
    """Return True if no pixel of a picture file can be seen."""
    from PIL import Image as Pillow

    if not is_pdf(file.read_bytes()):
        with Pillow.open(file) as opened:  # most pictures are opaque: their pixels need not be decoded
            if not opened.has_transparency_data:
                return False
    return open_pixels(file, digest, page).getchannel("A").getextrema()[1] == 0


def _pixel_of(image: Image, point: Point) -> tuple[Rgb, float]:
    x, y, width, height = image.rect
    if not is_inside(point, image.rect) or width <= 0 or height <= 0:
        return PAPER, 0.0
    picture = open_pixels(image.file, image.digest, image.page, image.mask)
    column = min(picture.width - 1, int((point[0] - x) / width * picture.width))
    row = min(picture.height - 1, int((point[1] - y) / height * picture.height))
    pixel: tuple[int, int, int, int] = picture.getpixel((column, row))  # type: ignore[assignment]
    red, green, blue, alpha = pixel
    return (float(red), float(green), float(blue)), alpha / 255


# ---------------------------------------------------------------- ink of letters

#: The ink of a letter is looked at in points this far apart, in ems; of small ones in points closer together.
_STEP = 1 / 20
_FEW_POINTS = 12


@dataclass(frozen=True, slots=True)
class Glyph:
    """The ink of a glyph, and points all over it, in ems from its origin, y down."""

    region: Region
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter of a run: the rectangle around its ink, its glyph, and the transform from ems."""

    bounds: Rect
    matrix: Matrix
    glyph: Glyph
    colour: str

    def __contains__(self, point: Point) -> bool:
        back = inverse(self.matrix) if is_inside(point, self.bounds) else None
        return back is not None and apply(back, *point) in self.glyph.region


def letters_of(layer: Layer) -> tuple[Layer, ...]:
    """Return the letters of a run that can be seen, as layers of their own."""
    assert isinstance(layer.item, GlyphRun)
    letters = ((letter, bounds_of(layer.matrix, letter.bounds)) for letter in _letters_of_run(layer.item))
    return tuple(
        replace(layer, item=letter, bounds=bounds) for letter, bounds in letters if overlaps(bounds, layer.bounds)
    )


def ink_points(letter: Layer) -> list[Point]:
    """Return points all over the ink of a letter, in mm on the trim."""
    assert isinstance(letter.item, Letter)
    matrix = then(letter.item.matrix, letter.matrix)
    return [apply(matrix, x, y) for x, y in letter.item.glyph.points]


@lru_cache(maxsize=64)
def _letters_of_run(run: GlyphRun) -> tuple[Letter, ...]:
    """Return the letters of a run that have ink."""
    letters = []
    for one in characters_of(run) if run.vertical else glyphs_of(run):
        bounds = ink_of(one)
        if bounds[2] > 0 and not one.text.isspace():
            glyph = _glyph(one.face, one.text, one.glyphs.numbers[0] if one.glyphs else None)
            matrix = (one.size, 0.0, -one.slant * one.size, one.size, one.x, one.baseline)
            letters.append(Letter(bounds, matrix, glyph, one.colour))
    return tuple(letter for letter in letters if letter.glyph.points)


@cached_by_font(4096)
def _glyph(face: str, character: str, number: int | None) -> Glyph:
    own = face_named(face)
    commands = own.outline(character) if number is None else own.glyph_outline(number)
    bounds = path_bounds(commands)
    if bounds is None:
        return Glyph(Region([]), ())
    region, step = region_of(commands, tolerance=0.002), _STEP
    points: tuple[Point, ...] = ()
    left, top, width, height = bounds
    for _ in range(4):
        across, down = max(1, math.ceil(width / step)), max(1, math.ceil(height / step))
        points = tuple(
            point
            for row in range(down)
            for column in range(across)
            if (point := (left + (column + 0.5) * width / across, top + (row + 0.5) * height / down)) in region
        )
        if len(points) >= _FEW_POINTS:
            break
        step /= 2
    return Glyph(region, points)
