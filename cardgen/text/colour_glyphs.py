"""Glyphs with colours of their own, as emoji have them: the layers of a font as filled paths.

Source: OpenType specification 1.9.1, tables COLR (versions 0 and 1), CPAL and SVG. HarfBuzz reads COLR and CPAL. What
a scene cannot show is refused with the font and the character: pictures of pixels, sweep gradients, blended layers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any
from unicodedata import category

import uharfbuzz

from cardgen.base.errors import Text, WrongValueError
from cardgen.base.records import dataclass, field, replace
from cardgen.base.words.messages import message
from cardgen.scene.colour import parse_hex, to_hex
from cardgen.scene.items import (
    IDENTITY,
    SQUARE_TOP,
    GlyphRun,
    Gradient,
    Group,
    Item,
    Matrix,
    Path,
    Stop,
    rectangle,
    scale,
    then,
    translate,
    turn,
)
from cardgen.scene.paths import move_path, path_bounds
from cardgen.text.faces import DrawSvg, Face, cached_by_font
from cardgen.text.fonts import character_words, face_named, glyphs_of, is_wide

#: The most paths of one glyph. Those of emoji have up to a few hundred.
_MOST_PATHS = 5_000

_LAYERS = uharfbuzz.PaintCompositeMode.SRC_OVER


def paint_run(run: GlyphRun, *, in_column: bool = False) -> Iterator[Item]:
    """Yield what a run of a face with colour glyphs paints, after the run itself as invisible text.

    In a line that is turned into a column, pictures stay upright. WrongValueError for a glyph that cannot be drawn.
    """
    if not run.outlined:
        yield replace(run, invisible=True)
    face = face_named(run.face)
    for one in glyphs_of(run):
        number = one.glyphs.numbers[0] if one.glyphs else face.glyph(one.text)
        layers = colour_layers(run.face, number or 0, one.text, run.colour)
        if layers is None:
            yield replace(one, outlined=True)
            continue
        matrix = then(scale(run.size), translate(one.x, one.baseline))
        if in_column and (is_wide(one.text) or category(one.text) == "So"):
            middle = one.baseline - (SQUARE_TOP - 0.5) * run.size
            matrix = then(matrix, turn(-90, one.x + one.width / 2, middle))
        yield Group(layers, matrix)


@cached_by_font(4_096)
def colour_layers(face: str, glyph: int, character: str, colour: str) -> tuple[Item, ...] | None:
    """Return the layers of a glyph in ems, its origin at (0, 0); None if it has no colours of its own.

    `colour` is that of the text, which layers may have. WrongValueError if it cannot be drawn, with `character`.
    """
    opened = face_named(face)
    source = opened.source
    try:
        if source.glyph_has_color_paint(glyph) or source.get_glyph_color_layers(glyph):
            return _Painter(opened).paint(glyph, colour)
        document = source.get_glyph_color_svg(glyph).data if source.has_color_svg else b""
        if document and opened.draw_svg is not None:
            return _draw_svg(opened.draw_svg, document, glyph, opened.units, colour)
    except _UndrawnError as error:
        problem = message(
            "the font {font!r} draws {character} with {feature}",
            font=opened.title,
            character=character_words(character),
            feature=error.feature,
        )
        raise WrongValueError(problem, message("draw it as one of the icons, or use another font")) from error
    return None


class _UndrawnError(Exception):
    def __init__(self, feature: Text) -> None:
        super().__init__(feature)
        self.feature = feature


def _draw_svg(draw: DrawSvg, document: bytes, glyph: int, units: int, colour: str) -> tuple[Item, ...]:
    try:
        return draw(document, glyph, units, colour)
    except WrongValueError as error:
        raise _UndrawnError(message("an SVG picture: {problem}", problem=error.text)) from error


@dataclass(slots=True)
class _Painter:
    """Paints one glyph: HarfBuzz calls it for each clip, colour and gradient. Coordinates are in font units, y up."""

    face: Face
    matrices: list[Matrix] = field(default_factory=lambda: [IDENTITY])
    clips: list[Path] = field(default_factory=list)
    groups: list[list[Item]] = field(default_factory=lambda: [[]])
    count: int = 0
    problem: Exception | None = None

    def paint(self, glyph: int, colour: str) -> tuple[Item, ...]:
        foreground = uharfbuzz.Color(*parse_hex(colour), 255)
        self.face.font.paint_glyph(glyph, _functions(), self, 0, foreground)
        if self.problem is not None:
            raise self.problem
        return tuple(self.groups[0])

    def to_ems(self) -> Matrix:
        """Return the transform of the current units to ems, y down."""
        size = 1 / self.face.units
        return then(self.matrices[-1], (size, 0.0, 0.0, -size, 0.0, 0.0))

    def push_transform(self, matrix: Matrix) -> None:
        self.matrices.append(then(matrix, self.matrices[-1]))

    def pop_transform(self) -> None:
        self.matrices.pop()

    def clip_glyph(self, glyph: int) -> None:
        units = float(self.face.units)
        from_ems = (units, 0.0, 0.0, -units, 0.0, 0.0)
        outline = self.face.glyph_outline(glyph)
        if self.matrices[-1] != IDENTITY:
            outline = move_path(outline, then(from_ems, self.to_ems()))
        self.clips.append(Path(outline))

    def clip_rectangle(self, left: float, bottom: float, right: float, top: float) -> None:
        corners = rectangle(left, bottom, right - left, top - bottom)
        self.clips.append(Path(move_path(corners, self.to_ems())))

    def pop_clip(self) -> None:
        self.clips.pop()

    def push_group(self) -> None:
        self.groups.append([])

    def pop_group(self, mode: uharfbuzz.PaintCompositeMode) -> None:
        items = self.groups.pop()
        if mode != _LAYERS:
            raise _UndrawnError(message("layers that are blended ({mode})", mode=mode.name))
        self.groups[-1].extend(items)

    def fill(self, fill: str | Gradient, opacity: float = 1.0) -> None:
        """Paint the innermost clip, cut off outside the others."""
        self.count += 1
        if self.count > _MOST_PATHS:
            raise _UndrawnError(message("more than {most} layers", most=_MOST_PATHS))
        if not self.clips or not self.clips[-1].commands or opacity <= 0:
            return
        *outer, shape = self.clips
        item: Item = replace(shape, fill=fill, opacity=opacity)
        for clip in reversed(outer):
            if not _is_around(clip, shape):
                item = Group((item,), clip=clip)
        self.groups[-1].append(item)

    def gradient(self, line: Any, points: tuple[tuple[float, float], ...], radii: tuple[float, ...] = ()) -> None:
        if line.extend != uharfbuzz.PaintExtend.PAD:
            raise _UndrawnError(message("a gradient that repeats"))
        stops = sorted(((stop.offset, stop.color) for stop in line.color_stops), key=lambda stop: stop[0])
        if not stops:
            return
        (begin, _), (end, last) = stops[0], stops[-1]
        if len(stops) == 1 or begin == end:
            self.fill(_hex(last), last.alpha / 255)
            return
        start, stop = points
        if radii:
            # The circles of a cone at all offsets: a scene has those from the point on.
            low, high = (radii[0] + offset * (radii[1] - radii[0]) for offset in (begin, end))
            if low > high:
                stops = [(begin + end - offset, colour) for offset, colour in reversed(stops)]
                low, high = high, low
                start, stop = _between(start, stop, end), _between(start, stop, begin)
            else:
                start, stop = _between(start, stop, begin), _between(start, stop, end)
            if high <= max(low, 0.0):
                raise _UndrawnError(message("a radial gradient between circles of one size"))
            apex = -low / (high - low)
            start = _between(start, stop, apex)
            if (stop[0] - start[0]) ** 2 + (stop[1] - start[1]) ** 2 >= high**2:
                raise _UndrawnError(message("a radial gradient whose circles do not contain each other"))
        else:
            apex = 0.0
            start, stop = _between(start, stop, begin), _between(start, stop, end)
        shares = [((offset - begin) / (end - begin) - apex) / (1 - apex) for offset, _ in stops]
        made = [Stop(share, _hex(c), c.alpha / 255) for share, (_, c) in zip(shares, stops, strict=True)]
        if made[0].offset > 0:
            made.insert(0, replace(made[0], offset=0.0))
        self.fill(Gradient(tuple(made), start, stop, high if radii else None, self.to_ems()))


def _between(start: tuple[float, float], end: tuple[float, float], share: float) -> tuple[float, float]:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _hex(colour: uharfbuzz.Color) -> str:
    return to_hex(colour.red, colour.green, colour.blue)


def _is_around(clip: Path, shape: Path) -> bool:
    """Return True if a clip is a rectangle around a shape, as the one around a whole glyph is."""
    outer, inner = path_bounds(clip.commands), path_bounds(shape.commands)
    if outer is None or inner is None or clip.commands != rectangle(*outer):
        return False
    left, top = inner[0] - outer[0], inner[1] - outer[1]
    return min(left, top, outer[2] - left - inner[2], outer[3] - top - inner[3]) >= -1e-9


def _square_anchors(points: Sequence[float]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the start and the end of a linear gradient of three points, whose colours run along the third."""
    x0, y0, x1, y1, x2, y2 = points
    along, across = (x1 - x0, y1 - y0), (x2 - x0, y2 - y0)
    square = across[0] ** 2 + across[1] ** 2
    share = (along[0] * across[0] + along[1] * across[1]) / square if square else 0.0
    return (x0, y0), (x1 - share * across[0], y1 - share * across[1])


@lru_cache(maxsize=1)
def _functions() -> uharfbuzz.PaintFuncs:
    """Return the functions that HarfBuzz calls. An error in one is kept, because C code is in between."""

    def guarded(function: Callable[..., None]) -> Callable[..., None]:
        def call(*arguments: Any) -> None:
            *rest, painter = arguments
            if painter.problem is None:
                try:
                    function(painter, *rest)
                except Exception as error:
                    painter.problem = error

        return call

    functions = uharfbuzz.PaintFuncs()
    functions.set_push_transform_func(guarded(lambda p, *matrix: p.push_transform(matrix)))
    functions.set_pop_transform_func(guarded(_Painter.pop_transform))
    functions.set_push_clip_glyph_func(guarded(_Painter.clip_glyph))
    functions.set_push_clip_rectangle_func(guarded(_Painter.clip_rectangle))
    functions.set_pop_clip_func(guarded(_Painter.pop_clip))
    functions.set_push_group_func(guarded(_Painter.push_group))
    functions.set_pop_group_func(guarded(_Painter.pop_group))
    functions.set_color_func(guarded(lambda p, colour, _: p.fill(_hex(colour), colour.alpha / 255)))
    functions.set_linear_gradient_func(guarded(lambda p, line, *points: p.gradient(line, _square_anchors(points))))
    functions.set_radial_gradient_func(
        guarded(lambda p, line, x0, y0, r0, x1, y1, r1: p.gradient(line, ((x0, y0), (x1, y1)), (r0, r1)))
    )
    functions.set_sweep_gradient_func(guarded(_refuse_sweep))
    functions.set_image_func(guarded(_refuse_image))
    return functions


def _refuse_sweep(*_: object) -> None:
    raise _UndrawnError(message("a gradient around a point"))


def _refuse_image(*_: object) -> None:
    raise _UndrawnError(message("a picture of pixels"))
