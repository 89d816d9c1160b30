"""Check the contrast of text with its background, measured on the picture of each side without its text.

Most text needs no picture: it stands out from every mixture of the colours that are painted where it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakKeyDictionary

from cardgen.base.errors import Code, Finding, about_card
from cardgen.base.records import dataclass, replace
from cardgen.base.units import MM_PER_INCH, pixels, sum_floats
from cardgen.base.words.messages import message
from cardgen.building.checks.context import Check, CheckContext
from cardgen.building.checks.painting import PAPER, Rgb, bounds_of_path, fill_region, overlaps, rgb, stroke_region
from cardgen.cards.layout.box_findings import text_box_at
from cardgen.cards.layout.cards import Laid
from cardgen.cards.layout.laid import LaidBox, Owner, in_box
from cardgen.formats.paint import placed_rect
from cardgen.scene.colour import LEAST_CONTRAST, contrast, luminance, to_hex
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
    bounds_of,
    then,
    walk,
)
from cardgen.scene.keys import content_key
from cardgen.scene.regions import crosses, inverse
from cardgen.text.ink import ink_of

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

LOW_CONTRAST = Code(
    "CG105",
    "low-contrast",
    message("text with a contrast of less than 4.5:1 to what is under it (WCAG 2.2), measured on the picture"),
)

_DPI = 150
#: The most pixels of one side. Large boards are seen from farther away, so a coarser picture is enough.
_MOST_PIXELS = 25_000_000
#: A colour with a smaller share of a text's background belongs to the edge of something beside it.
_LEAST_SHARE = 0.04
#: The number of colours that a photograph is reduced to.
_FEW_COLOURS = 8
#: How far a channel of a picture may be from that of the colour that is painted.
_ROUNDED = 2
_BLACK: Rgb = (0.0, 0.0, 0.0)


def _run(context: CheckContext) -> Iterator[Finding]:
    return check_contrast([*context.sides, *context.pages])


#: The findings about sides that have been checked, by their scenes: few sides change while a game is reviewed.
_checked: WeakKeyDictionary[Scene, tuple[Owner, tuple[LaidBox, ...], tuple[Finding, ...]]] = WeakKeyDictionary()


def check_contrast(sides: Iterable[Laid]) -> Iterator[Finding]:
    """Yield a finding for each box of each side with text of too little contrast."""
    unchecked: list[Laid] = []
    for side in sides:
        owner, boxes, findings = _checked.get(side.scene, (None, (), ()))
        if owner == side.owner and boxes is side.boxes:
            yield from findings
        else:
            unchecked.append(side)
    for side, findings in _check_sides(unchecked):
        _checked[side.scene] = (side.owner, side.boxes, findings)
        yield from findings


def _check_sides(sides: Iterable[Laid]) -> Iterator[tuple[Laid, tuple[Finding, ...]]]:
    """Yield each side with its findings. Sides that are alike without their text are drawn once."""
    by_ground: dict[str, tuple[Scene, list[tuple[Laid, list[_Text]]]]] = {}
    for side in sides:
        texts = _doubtful_texts(side.scene)
        if not texts:
            yield side, ()
            continue
        bare = replace(side.scene, items=_without_text(side.scene.items), name="", title="", description="")
        by_ground.setdefault(content_key(bare), (bare, []))[1].append((side, texts))
    grounds = render_grounds([bare for bare, _ in by_ground.values()])
    for (_, same), ground in zip(by_ground.values(), grounds, strict=True):
        for side, texts in same:
            yield side, tuple(_check_side(side, texts, ground))


# ---------------------------------------------------------------- texts that need no picture

_Text: TypeAlias = tuple[str, Rect]
"""The colour of a text that can be seen, and the rectangle around its ink."""


@dataclass(frozen=True, slots=True)
class _Paint:
    """A fill, a stroke or a picture. `shades` are its lowest and its highest channels: any colour if it has no path.

    If it `is_opaque`, nothing of what is under it can be seen.
    """

    bounds: Rect
    path: Path | None = None
    matrix: Matrix = IDENTITY
    is_stroke: bool = False
    shades: tuple[Rgb, Rgb] = (_BLACK, PAPER)
    is_opaque: bool = False

    def covers(self, rect: Rect) -> bool | None:
        """Return True if it covers all of a rectangle, False if nothing of it; None if it may cover a part."""
        back = inverse(self.matrix)
        if self.path is None or back is None:
            return None
        x, y, width, height = inner = bounds_of(back, rect)
        if self.is_stroke:
            stroke = stroke_region(self.path)
            reach = stroke.farthest
            near = (x - reach, y - reach, width + 2 * reach, height + 2 * reach)
            return None if crosses(stroke.lines, near) else False
        region = fill_region(self.path)
        return None if crosses((*region.edges, *region.level), inner) else (x, y) in region


_PAPER = _Paint((0.0, 0.0, 0.0, 0.0), shades=(PAPER, PAPER))


def _paints(items: Iterable[Item], matrix: Matrix = IDENTITY, is_whole: bool = True) -> Iterator[_Paint]:
    """Yield what is painted beside texts, in painting order. `is_whole` is False inside a clip or a faint group."""
    for item in items:
        match item:
            case Group(of_text=True):
                continue
            case Group():
                inner, is_plain = then(item.matrix, matrix), item.clip is None and item.opacity >= 1
                yield from _paints(item.items, inner, is_whole and is_plain)
            case Placed() if not any(isinstance(one, GlyphRun) for _, one in walk(item.scene.items)):
                yield from _paints(item.scene.items, then(item.matrix, matrix), False)
            case Path():
                yield from _paints_of_path(item, matrix, is_whole)
            case Image() | Placed():
                yield _Paint(bounds_of(matrix, item.rect if isinstance(item, Image) else placed_rect(item)))


def _paints_of_path(path: Path, matrix: Matrix, is_whole: bool) -> Iterator[_Paint]:
    x, y, width, height = bounds_of_path(path)
    if path.fill is not None:
        shades, is_opaque = _shades_of(path.fill)
        is_opaque = is_opaque and is_whole and path.opacity >= 1
        yield _Paint(bounds_of(matrix, (x, y, width, height)), path, matrix, False, shades, is_opaque)
    if path.stroke and path.stroke_width > 0:
        reach = path.stroke_width / 2 * max(1.5, path.pen.miter)
        bounds = bounds_of(matrix, (x - reach, y - reach, width + 2 * reach, height + 2 * reach))
        yield _Paint(bounds, path, matrix, True, (rgb(path.stroke), rgb(path.stroke)))


def _shades_of(fill: str | Gradient) -> tuple[tuple[Rgb, Rgb], bool]:
    """Return the darkest and the lightest colour of a fill by channel, and True if it hides what is under it."""
    if isinstance(fill, str):
        return (rgb(fill), rgb(fill)), True
    red, green, blue = zip(*(rgb(stop.colour) for stop in fill.stops), strict=True)
    # Parts of a radial gradient may have no colour.
    is_opaque = not fill.is_transparent and fill.radius is None and fill.start != fill.end
    lowest, highest = (min(red), min(green), min(blue)), (max(red), max(green), max(blue))
    return (lowest, highest), is_opaque


def _doubtful_texts(scene: Scene) -> list[_Text]:
    """Return the texts of a scene whose contrast has to be measured, since it may be too little."""
    paints = list(_paints(scene.items))[::-1]
    raster = _raster_of(scene)
    set_off = set(_set_off(scene.items))
    doubtful = []
    for matrix, item in walk(scene.items):
        if isinstance(item, GlyphRun) and not item.invisible and item.text.strip() and id(item) not in set_off:
            rect = bounds_of(matrix, ink_of(item))
            near = raster.around(rect)
            beside = [paint for paint in paints if overlaps(paint.bounds, near)]
            if not (_stands_out(item.colour, [*beside, _PAPER]) or _stands_out(item.colour, _seen_in(near, beside))):
                doubtful.append((item.colour, rect))
    return doubtful


def _stands_out(colour: str, paints: Iterable[_Paint]) -> bool:
    """Return True if text of a colour has enough contrast to all mixtures of the colours of some paints."""
    red, green, blue = zip(*(shade for paint in paints for shade in paint.shades), strict=True)
    return _is_outside(colour, (min(red), min(green), min(blue)), (max(red), max(green), max(blue)))


@lru_cache(maxsize=1024)
def _is_outside(colour: str, lowest: Rgb, highest: Rgb) -> bool:
    """Return True if a colour has enough contrast to all colours with channels between two others."""
    darkest, lightest = to_hex(*(v - _ROUNDED for v in lowest)), to_hex(*(v + _ROUNDED for v in highest))
    is_between = luminance(darkest) <= luminance(colour) <= luminance(lightest)
    return not is_between and min(contrast(colour, darkest), contrast(colour, lightest)) >= LEAST_CONTRAST


def _seen_in(rect: Rect, paints: Iterable[_Paint]) -> Iterator[_Paint]:
    """Yield those of the paints, the last first, that can be seen in a rectangle."""
    for paint in paints:
        covers = paint.covers(rect)
        if covers is not False:
            yield paint
        if covers and paint.is_opaque:
            return
    yield _PAPER


@dataclass(frozen=True, slots=True)
class _Raster:
    """The pixels of a picture of a side: `across` and `down` are the pixels per mm."""

    width: int
    height: int
    across: float
    down: float

    def pixels_in(self, rect: Rect) -> tuple[int, int, int, int]:
        """Return the edges of the pixels inside a rectangle (mm): left, top, right and bottom."""
        # Whole pixels inside the rectangle: a pixel on its edge also shows what is beside the text.
        left, top = math.ceil(rect[0] * self.across), math.ceil(rect[1] * self.down)
        right, bottom = int((rect[0] + rect[2]) * self.across), int((rect[1] + rect[3]) * self.down)
        left, top = min(max(left, 0), self.width - 1), min(max(top, 0), self.height - 1)
        # Text beyond the edge of the side has no ground.
        return left, top, min(max(right, left + 1), self.width), min(max(bottom, top + 1), self.height)

    def around(self, rect: Rect) -> Rect:
        """Return the rectangle (mm) whose paint can be seen in these pixels: edges are drawn on whole pixels."""
        left, top, right, bottom = self.pixels_in(rect)
        x, y = (left - 1) / self.across, (top - 1) / self.down
        return (x, y, (right + 1) / self.across - x, (bottom + 1) / self.down - y)


def _raster_of(scene: Scene) -> _Raster:
    across = math.sqrt(scene.width * scene.height) / MM_PER_INCH
    dpi = min(_DPI, math.sqrt(_MOST_PIXELS) / across)
    width, height = (pixels(side, dpi) for side in (scene.width, scene.height))
    return _Raster(width, height, width / scene.width, height / scene.height)


@dataclass(frozen=True, slots=True)
class Ground:
    """A side without its text, as pixels."""

    image: Picture
    raster: _Raster

    def colours(self, rect: Rect) -> list[str]:
        """Return the colours that cover a considerable part of a rectangle (mm)."""
        part = self.image.crop(self.raster.pixels_in(rect))
        shares = _main_colours(part)
        if sum_floats(share for share, _ in shares) <= 0.5:  # a photograph: hardly any two pixels have the same colour
            shares = _main_colours(part.quantize(_FEW_COLOURS).convert("RGB"))
        return [colour for _, colour in shares]


def _main_colours(image: Picture) -> list[tuple[float, str]]:
    """Return the colours of an image with their shares of it, without the rare ones."""
    total = image.width * image.height
    counted: list[tuple[int, tuple[int, int, int]]] = image.getcolors(total) or []  # type: ignore[assignment]
    shares = [(count / total, to_hex(*colour)) for count, colour in counted]
    return [(share, colour) for share, colour in shares if share >= _LEAST_SHARE]


def _check_side(side: Laid, texts: Iterable[_Text], ground: Ground) -> Iterator[Finding]:
    """Yield a finding for the first text of each box that does not stand out from its ground."""
    reported: set[str] = set()
    owner = side.owner
    for text, rect in texts:
        worst = min(ground.colours(rect), key=lambda colour: contrast(text, colour))
        ratio = contrast(text, worst)
        # Rounded as it is printed: a message must not call 4.50:1 too little.
        if round(ratio, 2) >= LEAST_CONTRAST:
            continue
        box = text_box_at(side, rect)
        if box.name not in reported:
            reported.add(box.name)
            problem = message(
                "text in {colour} on {ground} has a contrast of {ratio:.2f}:1", colour=text, ground=worst, ratio=ratio
            )
            yield LOW_CONTRAST.finding(
                box.place,
                about_card(owner.card if owner.deck else "", in_box(box.name, problem)),
                message("expected at least {least}:1", least=LEAST_CONTRAST),
                deck=owner.deck,
                card=owner.card,
                side=owner.side,
                rect=rect,
            )


def _without_text(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return the items without texts, their shadows and lines through them."""
    kept = [item for item in items if not isinstance(item, GlyphRun) and not (isinstance(item, Group) and item.of_text)]
    return tuple(replace(item, items=_without_text(item.items)) if isinstance(item, Group) else item for item in kept)


def _set_off(items: Iterable[Item], around: str = "") -> Iterator[int]:
    """Yield the ids of texts that stand out from the colour around their letters, whatever is under them."""
    for item in items:
        if isinstance(item, Group):
            yield from _set_off(item.items, item.around or around)
        elif isinstance(item, GlyphRun) and around and contrast(item.colour, around) >= LEAST_CONTRAST:
            yield id(item)


def render_grounds(scenes: list[Scene]) -> Iterator[Ground]:
    """Yield each scene as pixels, one at a time: all of them would not fit into memory."""
    if not scenes:  # a game may be a rulebook alone
        return
    from cardgen.formats.pdf import Page, pdf_bytes
    from cardgen.formats.rendering import opened_pdf, render

    with opened_pdf(pdf_bytes(Page(scene, bleed=False) for scene in scenes)) as document:
        for number, scene in enumerate(scenes):
            raster = _raster_of(scene)
            yield Ground(render(document, number, raster.width, raster.height).to_picture(), raster)


CHECK = Check((LOW_CONTRAST,), _run)
