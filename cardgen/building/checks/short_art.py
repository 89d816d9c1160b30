"""Check that art made for one size of card does not end short on another."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from cardgen.base.errors import Code, Finding, Own
from cardgen.base.records import dataclass
from cardgen.base.units import CARD_SIZES
from cardgen.base.words.messages import message
from cardgen.building.checks.context import Check, CheckContext
from cardgen.building.checks.painting import Layer, colour_at, layers_of, overlap
from cardgen.building.checks.sides import SideCheck
from cardgen.cards.layout.box_findings import box_around, box_finding
from cardgen.cards.layout.cards import Laid
from cardgen.cards.layout.laid import LaidBox
from cardgen.data.model import Game
from cardgen.formats.paint import placed_rect
from cardgen.scene.items import IDENTITY, GlyphRun, Group, Image, Item, Matrix, Path, Placed, Rect, bounds_of, then
from cardgen.scene.paths import path_bounds

SHORT_ART = Code(
    "CG119",
    "short-art",
    message(
        "a picture or ground that begins at one edge of the card and ends just before the opposite one, as it does if "
        "it was made for a card of another size or shape"
    ),
    only_on_paper=True,
)

#: Art that ends this near to the edge on one side only was meant to reach it, mm.
_SLIVER = 2.0
#: Rounding, mm.
_NEAR = 0.05
#: Art covers at least this share of the card; smaller shapes are ornaments.
_LEAST_SHARE = 0.25
#: The end of the art is seen at most of these points, as a difference of so much of 255.
_POINTS, _MOST_SAME, _DIFFERENCE = 12, 6, 16

#: The widths and heights of cards that art may have been made for, mm.
_Sizes = tuple[frozenset[float], frozenset[float]]


def _run(context: CheckContext) -> Iterator[Finding]:
    sizes = {deck: _other_sizes(context.game, deck) for deck in context.decks}
    return _SIDES.run([side for side in context.sides if side.owner.deck], lambda side: sizes[side.owner.deck])


def _other_sizes(game: Game, deck: str) -> _Sizes:
    """Return the widths and the heights of all sizes of cards, as the cards of the deck are held."""
    sizes = [*CARD_SIZES.values(), *((size.width, size.height) for size in game.file.sizes.values())]
    if game.decks[deck].template.landscape:
        sizes = [(height, width) for width, height in sizes]
    return frozenset(width for width, _ in sizes), frozenset(height for _, height in sizes)


@dataclass(frozen=True, slots=True)
class _Art:
    bounds: Rect
    is_picture: bool


def _find(side: Laid, sizes: Hashable) -> Iterator[Finding]:
    """Yield a finding for each box with art that ends short."""
    assert isinstance(sizes, tuple)
    scene = side.scene
    layers: list[Layer] = []
    reported: set[str] = set()
    for art in _art_of(scene.items, IDENTITY, (-1e6, -1e6, 2e6, 2e6)):
        seen = overlap(art.bounds, (0.0, 0.0, scene.width, scene.height))
        if min(seen[2:]) <= 0 or seen[2] * seen[3] < _LEAST_SHARE * scene.width * scene.height:
            continue
        box = box_around(side, art.bounds)
        for axis, length in enumerate((scene.width, scene.height)):
            for strip in _strips(art, box, axis, length, sizes[axis], scene.bleed):
                rect = _strip_rect(strip, seen, axis)
                layers = layers or [layer for layer in layers_of(scene) if not isinstance(layer.item, GlyphRun)]
                if box.name not in reported and _is_seen(layers, rect, axis, at_end=strip[0] > 0):
                    reported.add(box.name)
                    short = strip[1] - strip[0]
                    problem = message(
                        "art begins at one edge of the card and ends {short:.1f} mm before the opposite one",
                        short=short,
                    )
                    hint = message("place it with box: bleed and fit: cover, or by the edges of trim, for any size")
                    yield box_finding(SHORT_ART, side, box, problem, hint, rect=rect, own=Own(("short",), short))


def _art_of(items: Iterable[Item], matrix: Matrix, shown: Rect) -> Iterator[_Art]:
    """Yield the pictures and shapes of a scene with the rectangles that are seen of them; a drawing is one picture."""
    for item in items:
        if isinstance(item, Group):
            inner, part = then(item.matrix, matrix), shown
            if item.clip is not None:
                part = overlap(shown, bounds_of(inner, path_bounds(item.clip.commands) or (0.0, 0.0, 0.0, 0.0)))
            yield from _art_of(item.items, inner, part)
        elif isinstance(item, Placed):
            yield _Art(overlap(shown, bounds_of(then(item.matrix, matrix), placed_rect(item))), True)
        elif isinstance(item, Image):
            yield _Art(overlap(shown, bounds_of(matrix, item.rect)), True)
        elif isinstance(item, Path) and item.fill is not None and (bounds := path_bounds(item.commands)):
            yield _Art(overlap(shown, bounds_of(matrix, bounds)), False)


def _strips(
    art: _Art, box: LaidBox, axis: int, length: float, lengths: frozenset[float], bleed: float
) -> Iterator[tuple[float, float]]:
    """Yield the parts of one axis of the card, from and to (mm), that the art leaves out."""
    low, high = art.bounds[axis], art.bounds[axis] + art.bounds[axis + 2]
    before, after = low, length - high
    if before <= _NEAR < after:
        if after <= _SLIVER or _is_other_size(high, length, lengths, bleed):
            yield high, length
    elif after <= _NEAR < before:
        if before <= _SLIVER or _is_other_size(length - low, length, lengths, bleed):
            yield 0.0, low
    elif min(before, after) > _NEAR and art.is_picture and box.kind == "image":
        start, end = box.rect[axis], box.rect[axis] + box.rect[axis + 2]
        spans_other = abs(art.bounds[3 - axis] - box.rect[3 - axis]) <= _NEAR
        if start <= _NEAR and end >= length - _NEAR and spans_other:
            yield high, length  # contained in its box, and of another shape


def _is_other_size(end: float, length: float, lengths: frozenset[float], bleed: float) -> bool:
    """Return True if art ends where a smaller card, or its bleed, would."""
    return any(abs(end - beyond - other) <= _NEAR for other in lengths for beyond in (0.0, bleed) if other < length)


def _strip_rect(strip: tuple[float, float], seen: Rect, axis: int) -> Rect:
    start, end = strip
    return (start, seen[1], end - start, seen[3]) if axis == 0 else (seen[0], start, seen[2], end - start)


def _is_seen(layers: list[Layer], rect: Rect, axis: int, at_end: bool) -> bool:
    """Return True if the colours on both sides of the art's end differ at most points along it."""
    edge = rect[axis] if at_end else rect[axis] + rect[axis + 2]
    inside, outside = (edge - 0.15, edge + 0.15) if at_end else (edge + 0.15, edge - 0.15)
    same = 0
    for i in range(_POINTS):
        along = rect[1 - axis] + rect[3 - axis] * (i + 0.5) / _POINTS
        colours = [
            colour_at(layers, *((across, along) if axis == 0 else (along, across)))[0] for across in (inside, outside)
        ]
        same += max(abs(a - b) for a, b in zip(*colours, strict=True)) < _DIFFERENCE
    return same <= _MOST_SAME


_SIDES = SideCheck(_find)

CHECK = Check((SHORT_ART,), _run)
