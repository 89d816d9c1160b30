"""Check that paint which reaches the edge of a card goes on to the edge of the bleed, on faces and backs."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from cardgen.base.errors import Code, Finding, Own
from cardgen.base.records import dataclass
from cardgen.base.words.messages import Message, message
from cardgen.building.checks.context import Check, CheckContext
from cardgen.building.checks.painting import PAPER, Layer, colour_at, layers_of, open_pixels
from cardgen.building.checks.sides import SideCheck
from cardgen.cards.layout.box_findings import box_around, box_finding
from cardgen.cards.layout.cards import Laid
from cardgen.cards.layout.laid import LaidBox
from cardgen.data.card_shapes import side_outline
from cardgen.scene.items import Command, GlyphRun, Gradient, Image, Path, Rect, rectangle
from cardgen.scene.paths import area_of
from cardgen.scene.regions import flatten

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

SHORT_BLEED = Code(
    "CG117",
    "short-bleed",
    message("paint that reaches the edge of the card and ends inside the bleed, so that a cut may leave a white edge"),
    only_on_paper=True,
)

#: The edge is looked at in points this far apart, mm.
_STEP = 0.5
#: Paint that ends within this distance of the edge of the bleed is complete, and so is what begins so near the trim.
_MARGIN = 0.15
#: Paint that is not so deep is a line, mm.
_LEAST_DEPTH = 0.5
#: The end of the paint is along the edge for so long, mm; round shapes that stick out of the card are not.
_LEAST_LENGTH = 4.0
#: How far the end of the paint may be from a straight line, mm, and how much it may slope.
_STRAIGHT, _SLOPE = 0.03, 0.2
#: Colours as near to white as this, of 255, are paper. The end of the paint is a step of so much more.
_WHITE, _STEP_OF_COLOUR = 8, 16


@dataclass(frozen=True, slots=True)
class _Probe:
    """A point of the trim's outline, the direction out of the card there, and the edge that it is on or follows."""

    x: float
    y: float
    out: tuple[float, float]
    edge: str
    is_corner: bool = False

    def at(self, distance: float) -> tuple[float, float]:
        """Return the point so many mm out of the card."""
        return self.x + distance * self.out[0], self.y + distance * self.out[1]


def _run(context: CheckContext) -> Iterator[Finding]:
    decks = context.game.decks

    def trim_of(side: Laid) -> _Trim:
        size, scene = decks[side.owner.deck].size if side.owner.deck else None, side.scene
        if size is None:
            return _Trim()
        return _Trim(size.corner, side_outline(size, scene.width, scene.height, is_back=side.owner.side == "back"))

    return _SIDES.run([*context.sides, *context.pages], trim_of)


@dataclass(frozen=True, slots=True)
class _Trim:
    """The line along which a side is cut: a rectangle with corners of a radius in mm, or an outline."""

    corner: float = 0.0
    outline: tuple[Command, ...] = ()

    def probes(self, width: float, height: float) -> Iterator[_Probe]:
        return _probes_along(self.outline) if self.outline else _probes(width, height, self.corner)

    def inner(self, width: float, height: float) -> Rect:
        """Return a rectangle that is not near the edge: nowhere are round corners farther inside."""
        depth = _LEAST_DEPTH + _MARGIN + 0.3 * self.corner
        return (0.0, 0.0, 0.0, 0.0) if self.outline else (depth, depth, width - 2 * depth, height - 2 * depth)


def _find(side: Laid, trim: Hashable) -> Iterator[Finding]:
    """Yield a finding for each box whose paint ends inside the bleed."""
    assert isinstance(trim, _Trim)
    scene = side.scene
    if scene.bleed <= 2 * _MARGIN or scene.trim is not None:
        return
    layers = [layer for layer in layers_of(scene) if not isinstance(layer.item, GlyphRun)]
    whole = (-scene.bleed, -scene.bleed, scene.width + 2 * scene.bleed, scene.height + 2 * scene.bleed)
    layers = _without_hidden(layers, whole)
    if layers and _is_ground(layers[0], whole) and _is_coloured(layers[0]):
        return
    inner = trim.inner(scene.width, scene.height)
    layers = [layer for layer in layers if not _is_within(layer.bounds, inner)]
    if not any(map(_is_coloured, layers)):
        return
    worst: dict[str, tuple[float, Rect, Message, LaidBox]] = {}
    probes = list(trim.probes(scene.width, scene.height))
    ends = _ends_of_paint(layers, probes, scene.bleed)
    bleeding = {(probe.edge, box.name) for probe, box in _boxes_at_bleed(side, layers, probes, ends)}
    for run in _runs(probes, ends):
        first, last, short = run[0], run[-1], scene.bleed - min(ends[i] or 0.0 for i in run)
        probe = probes[first]
        _, layer = colour_at(layers, *probe.at(-_MARGIN))
        if layer is None:
            continue
        box = box_around(side, layer.bounds)
        if (probe.edge, box.name) in bleeding:
            continue  # a pattern, of which other parts are in the bleed
        corners = [probes[first].at(-1), probes[last].at(scene.bleed), probes[last].at(-1), probe.at(scene.bleed)]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        rect = (left, top, max(x for x, _ in corners) - left, max(y for _, y in corners) - top)
        if short > worst.get(box.name, (0.0,))[0]:
            worst[box.name] = short, rect, _EDGES[probe.edge], box
    for short, rect, edge, box in worst.values():
        problem = message("paint ends {short:.1f} mm before the edge of the bleed, {edge}", short=short, edge=edge)
        hint = message("a cut that is a little off leaves a white edge: let it reach the edge of the bleed, box: bleed")
        if box.kind == "image":
            hint = message(
                "a cut that is a little off leaves a white edge: write box: bleed, or bleed: mirror or extend"
            )
        yield box_finding(SHORT_BLEED, side, box, problem, hint, rect=rect, own=Own(("short", "edge"), short))


_EDGES = {
    "left": message("at the left"),
    "right": message("at the right"),
    "top": message("at the top"),
    "bottom": message("at the bottom"),
}


def _probes(width: float, height: float, corner: float) -> Iterator[_Probe]:
    """Yield points along the outline of the trim, clockwise from the left end of its upper edge."""
    r = min(corner, width / 2, height / 2)
    edges = (
        ("top", (r, 0.0), (1.0, 0.0), width - 2 * r),
        ("right", (width, r), (0.0, 1.0), height - 2 * r),
        ("bottom", (width - r, height), (-1.0, 0.0), width - 2 * r),
        ("left", (0.0, height - r), (0.0, -1.0), height - 2 * r),
    )
    for edge, (x, y), (dx, dy), length in edges:
        count = math.ceil(length / _STEP)
        for i in range(count):
            along = (i + 0.5) * length / count
            yield _Probe(x + dx * along, y + dy * along, (dy, -dx), edge)
        if r > 0:  # the corner after this edge
            mx, my = x + dx * length - dy * r, y + dy * length + dx * r
            turns = math.ceil(r * math.pi / 2 / _STEP)
            for i in range(turns):
                angle = (i + 0.5) / turns * math.pi / 2
                ox, oy = dy * math.cos(angle) + dx * math.sin(angle), -dx * math.cos(angle) + dy * math.sin(angle)
                yield _Probe(mx + ox * r, my + oy * r, (ox, oy), edge, is_corner=True)


def _probes_along(outline: tuple[Command, ...]) -> Iterator[_Probe]:
    """Yield points along an outline; only those on edges that are upright or level are on edges of the card."""
    ((points, _),) = flatten(outline)
    points = [a for a, b in pairwise([*points, points[0]]) if math.dist(a, b) > 1e-9]
    turning = 1.0 if area_of(outline) > 0 else -1.0
    ahead = _STEP / 2  # to the next point
    for (x1, y1), (x2, y2) in pairwise([*points, points[0]]):
        length = math.dist((x1, y1), (x2, y2))
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        ox, oy = turning * dy, -turning * dx
        edge = ("right" if ox > 0 else "left") if abs(ox) > abs(oy) else ("bottom" if oy > 0 else "top")
        while ahead < length:
            x, y = x1 + ahead * dx, y1 + ahead * dy
            yield _Probe(x, y, (ox, oy), edge, is_corner=min(abs(ox), abs(oy)) > 1e-6)
            ahead += _STEP
        ahead -= length


def _is_paper(layers: Sequence[Layer], x: float, y: float, least: float = _WHITE) -> bool:
    return _difference(colour_at(layers, x, y)[0]) <= least


def _difference(colour: tuple[float, float, float]) -> float:
    return max(abs(a - b) for a, b in zip(colour, PAPER, strict=True))


#: The results for layers, by their identity: what is near the edge of a card is the same on many cards of a deck.
_kept: dict[object, tuple[Sequence[Layer], list[float | None]]] = {}
_MOST_KEPT = 64


def _ends_of_paint(layers: Sequence[Layer], probes: Sequence[_Probe], bleed: float) -> list[float | None]:
    """Return where the paint ends at each probe, as `_end_of_paint`."""
    look = tuple(
        (id(one.item), one.matrix, one.opacity, tuple((matrix, id(clip)) for matrix, clip in one.clips), one.bounds)
        for one in layers
    )
    key = (look, probes[0], probes[-1], len(probes), bleed)
    if key not in _kept:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[key] = layers, [_end_of_paint(layers, probe, bleed) for probe in probes]
    return _kept[key][1]


def _end_of_paint(layers: Sequence[Layer], probe: _Probe, bleed: float) -> float | None:
    """Return how far out of the trim the paint ends that is at its edge; None if there is none or it is complete."""
    if _is_paper(layers, *probe.at(-_MARGIN)) or not _is_paper(layers, *probe.at(bleed - _MARGIN)):
        return None
    if _is_paper(layers, *probe.at(-_LEAST_DEPTH)):
        return None
    near, far = -_MARGIN, bleed - _MARGIN
    while far - near > 0.01:
        middle = (near + far) / 2
        near, far = (near, middle) if _is_paper(layers, *probe.at(middle)) else (middle, far)
    is_sharp = not _is_paper(layers, *probe.at(near - 0.1), least=_STEP_OF_COLOUR)
    return near if is_sharp and near > -_MARGIN / 2 else None


def _runs(probes: Sequence[_Probe], ends: Sequence[float | None]) -> Iterator[list[int]]:
    """Yield the stretches along which the paint ends on a line along the edge, as indexes of probes."""
    size = round(_LEAST_LENGTH / _STEP)
    run: list[int] = []
    for i in range(len(ends) - size + 1):
        part = ends[i : i + size]
        given = [end for end in part if end is not None]
        if len(given) == size and _is_straight(given) and _is_one_stretch(probes[i : i + size]):
            run = [*run, *range(max(i, run[-1] + 1 if run else 0), i + size)]
        elif run and i > run[-1]:
            yield run
            run = []
    if run:
        yield run


def _is_straight(ends: Sequence[float]) -> bool:
    slope = (ends[-1] - ends[0]) / (len(ends) - 1)
    line = [ends[0] + i * slope for i in range(len(ends))]
    return abs(slope) / _STEP <= _SLOPE and max(abs(a - b) for a, b in zip(ends, line, strict=True)) <= _STRAIGHT


def _is_one_stretch(probes: Sequence[_Probe]) -> bool:
    return all(math.dist((a.x, a.y), (b.x, b.y)) <= 2 * _STEP for a, b in pairwise(probes))


def _boxes_at_bleed(
    side: Laid, layers: Sequence[Layer], probes: Sequence[_Probe], ends: Sequence[float | None]
) -> Iterator[tuple[_Probe, LaidBox]]:
    """Yield the box that paints the edge of the bleed at each probe of a straight edge, if anything ends early."""
    if all(end is None for end in ends):
        return
    for probe in probes:
        if probe.is_corner:  # square paint reaches farther out of a round corner
            continue
        colour, layer = colour_at(layers, *probe.at(side.scene.bleed - _MARGIN))
        if layer is not None and _difference(colour) > _WHITE:
            yield probe, box_around(side, layer.bounds)


# ---------------------------------------------------------------- sides with a whole ground


def _without_hidden(layers: list[Layer], whole: Rect) -> list[Layer]:
    """Return the layers from the last ground on that covers everything."""
    for index in range(len(layers) - 1, -1, -1):
        if _is_ground(layers[index], whole):
            return layers[index:]
    return layers


def _is_ground(layer: Layer, whole: Rect) -> bool:
    """Return True if a layer is a rectangle of paint over everything, without white edges of its own."""
    item = layer.item
    if not _is_within(whole, layer.bounds) or layer.opacity < 1 or _is_turned(layer):
        return False
    if isinstance(item, Image):
        return not has_white_edge(item.file, item.digest, item.page)
    if not isinstance(item, Path) or item.opacity < 1 or item.commands != rectangle(*_rect_of(item)):
        return False
    if isinstance(item.fill, Gradient):
        return not any(stop.opacity < 1 or _is_white(stop.colour) for stop in item.fill.stops)
    return item.fill is not None


def _is_turned(layer: Layer) -> bool:
    """Return True unless the layer and what cuts it off are upright rectangles."""
    matrices = [layer.matrix, *(matrix for matrix, _ in layer.clips)]
    return any(matrix[1] != 0 or matrix[2] != 0 for matrix in matrices) or any(
        clip.commands != rectangle(*_rect_of(clip)) for _, clip in layer.clips
    )


@lru_cache(maxsize=4096)
def has_white_edge(file: FilePath, digest: str, page: int) -> bool:
    """Return True if a picture is transparent, or white along one of its edges."""
    picture = open_pixels(file, digest, page)
    if min(picture.getchannel("A").tobytes()) < 255:
        return True
    width, height = picture.size
    edges = ((0, 0, 1, height), (width - 1, 0, width, height), (0, 0, width, 1), (0, height - 1, width, height))
    return any(_is_white_strip(picture.crop(edge)) for edge in edges)


def _is_white_strip(picture: Picture) -> bool:
    """Return True if all pixels of a picture are white."""
    return all(min(picture.getchannel(name).tobytes()) >= 255 - _WHITE for name in "RGB")


def _rect_of(path: Path) -> Rect:
    points = [command[1:] for command in path.commands if len(command) == 3]
    if len(points) != 4:
        return (0.0, 0.0, 0.0, 0.0)
    (left, top), (right, bottom) = points[0], points[2]
    return (left, top, right - left, bottom - top)


def _is_coloured(layer: Layer) -> bool:
    """Return False if a layer is white, as far as that is known without looking at it."""
    item = layer.item
    if isinstance(item, Image):
        return True
    assert isinstance(item, Path)
    paints = [item.fill, item.stroke if item.stroke_width > 0 and not item.spot else None]
    return any(paint is not None and not _is_white(paint) for paint in paints)


def _is_white(paint: object) -> bool:
    return isinstance(paint, str) and all(int(paint[i : i + 2], 16) >= 255 - _WHITE for i in (1, 3, 5))


def _is_within(inner: Rect, outer: Rect) -> bool:
    """Return True if a rectangle is inside of another, but for rounding."""
    return (
        inner[0] >= outer[0] - 1e-6
        and inner[1] >= outer[1] - 1e-6
        and inner[0] + inner[2] <= outer[0] + outer[2] + 1e-6
        and inner[1] + inner[3] <= outer[1] + outer[3] + 1e-6
    )


_SIDES = SideCheck(_find)

CHECK = Check((SHORT_BLEED,), _run)
