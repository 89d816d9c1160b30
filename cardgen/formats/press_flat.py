"""Scenes without transparency, for PDF/X-1a: pictures of what is seen in place of transparent items.

A picture shows a transparent item and all that is below it. What is above it stays as it is: text on a translucent
panel is still text.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath

from PIL import Image as Pictures

from cardgen.base.errors import Fault, Place
from cardgen.base.records import dataclass, replace
from cardgen.base.units import MM_PER_INCH
from cardgen.base.words.messages import message
from cardgen.formats.paint import placed_rect, shown_rect
from cardgen.formats.press_greys import ToPdf
from cardgen.formats.press_pictures import PressPictures
from cardgen.formats.rendering import render_page
from cardgen.scene.items import (
    IDENTITY,
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
    rectangle,
    then,
    translate,
    walk,
)
from cardgen.scene.paths import path_bounds
from cardgen.scene.rects import common_part, union
from cardgen.scene.regions import inverse
from cardgen.text.extent import extent_of

#: The resolution of the pictures.
DPI = 600
_PIXEL = MM_PER_INCH / DPI

#: The most pixels of a picture: an A3 sheet has 70 million.
MOST_PIXELS = 100_000_000

#: Items that follow one another share a picture if it is at most so many times as large as theirs together.
_MOST_SPARE = 1.5


@dataclass(frozen=True, slots=True)
class _Above:
    """The groups that items are in: their matrix to the page, and the part of the page that they show."""

    groups: tuple[Group, ...]
    matrix: Matrix
    shown: Rect | None

    def inside(self, group: Group) -> _Above:
        """Return the same with a further group."""
        matrix = then(group.matrix, self.matrix)
        shape = None if group.clip is None else path_bounds(group.clip.commands)
        shown = self.shown
        if shape is not None and shown is not None:
            shown = common_part(shown, bounds_of(matrix, shape))
        return _Above((*self.groups, replace(group, items=(), description="")), matrix, shown)

    def on_page(self, item: Item) -> Item:
        """Return an item in the coordinates of the page."""
        for group in reversed(self.groups):
            item = replace(group, items=(item,))
        return item

    def part(self, items: Iterable[Item]) -> Rect | None:
        """Return the part of the page that items paint."""
        extent = extent_of(items)
        if extent is None or self.shown is None:
            return None
        return common_part(bounds_of(self.matrix, extent), self.shown)


class Flattener:
    """Flattens one page: keeps all that has been painted so far, since it shows through what follows.

    `place` is for faults, `to_pdf` makes the PDF that is rendered, `pictures` keeps what is rendered.
    """

    def __init__(
        self,
        scene: Scene,
        page: int,
        place: Place,
        pictures: PressPictures,
        to_pdf: ToPdf,
    ) -> None:
        self.scene = scene
        self.page = page
        self.place = place
        self.pictures = pictures
        self.to_pdf = to_pdf
        self.faults: list[Fault] = []
        self.painted: list[tuple[Rect, Item]] = []
        self._scenes: dict[Scene, bool] = {}

    def flattened(self) -> Scene:
        """Return the page's scene without transparency. What cannot be flattened is left out, and is in `faults`."""
        if not self.has_transparency(self.scene.items):
            return self.scene
        whole = _Above((), IDENTITY, shown_rect(self.scene, bleed=True))
        return replace(self.scene, items=self.flatten(self.scene.items, whole))

    def has_transparency(self, items: Iterable[Item]) -> bool:
        """Return True if any item lets others show through, also inside of groups and placed scenes."""
        return any(self._is_transparent(item) or self._has_inside(item) for item in items)

    def _has_inside(self, item: Item) -> bool:
        if isinstance(item, Group):
            return self.has_transparency(item.items)
        if not isinstance(item, Placed):
            return False
        if item.scene not in self._scenes:
            self._scenes[item.scene] = self.has_transparency(item.scene.items)
        return self._scenes[item.scene]

    def _is_transparent(self, item: Item) -> bool:
        match item:
            case Path():
                return item.opacity < 1 or (isinstance(item.fill, Gradient) and item.fill.is_transparent)
            case Group():
                return item.opacity < 1
            case Image():
                return self.pictures.is_transparent(item)
        return False

    def flatten(self, items: tuple[Item, ...], above: _Above) -> tuple[Item, ...]:
        """Return items without transparency."""
        result: list[Item] = []
        for run in self._runs(items, above):
            transparent = self._is_transparent(run[0])
            result.append(self._picture(run, above) if transparent else self._opaque(run[0], above))
        return tuple(result)

    def _opaque(self, item: Item, above: _Above) -> Item:
        """Return an opaque item, without transparency inside."""
        if isinstance(item, Group) and self._has_inside(item):
            return replace(item, items=self.flatten(item.items, above.inside(item)))
        if isinstance(item, Placed) and self._has_inside(item):
            clip = Path(rectangle(*placed_rect(item)), fill="#ffffff")
            within = above.inside(Group((), item.matrix, clip))
            return replace(item, scene=replace(item.scene, items=self.flatten(item.scene.items, within)))
        self._paint(item, above)
        return item

    def _paint(self, item: Item, above: _Above) -> None:
        part = above.part([item])
        if part is not None:
            self.painted.append((part, above.on_page(item)))

    def _runs(self, items: tuple[Item, ...], above: _Above) -> Iterator[list[Item]]:
        """Yield each opaque item, and transparent ones that follow one another closely together."""
        run: list[Item] = []
        box: Rect | None = None
        areas = 0.0
        for item in items:
            part = above.part([item]) if self._is_transparent(item) else None
            joined = part if part is None or box is None else union(box, part)
            if part is None or joined is None or _area(joined) > _MOST_SPARE * (areas + _area(part)):
                if run:
                    yield run
                run, joined, areas = [], part, 0.0
            box = joined
            if part is None:
                yield [item]
            else:
                run.append(item)
                areas += _area(part)
        if run:
            yield run

    def _picture(self, items: list[Item], above: _Above) -> Item:
        """Return a picture of transparent items and all that is below them, in place of the items."""
        part = above.part(items)
        for item in items:
            self._paint(item, above)
        if part is None:
            return Group(())
        left, top = (math.floor(v / _PIXEL + 1e-6) for v in part[:2])
        right, bottom = (math.ceil((part[i] + part[i + 2]) / _PIXEL - 1e-6) for i in (0, 1))
        width, height = right - left, bottom - top
        box = (left * _PIXEL, top * _PIXEL, width * _PIXEL, height * _PIXEL)
        refusal = self._refusal(part, width * height)
        if refusal is not None:
            self.faults.append(refusal)
            return Group(())
        digest = self.pictures.keep(self._render(box, width, height))
        image = Image(FilePath(self.scene.name), digest, box, (width, height))
        on_page = Group((image,), inverse(above.matrix) or IDENTITY)
        first = items[0]
        # The edge of an area stays sharp, and nothing around it is part of the picture.
        if len(items) == 1 and isinstance(first, Path) and first.stroke is None:
            return Group((on_page,), clip=replace(first, fill="#ffffff", opacity=1.0))
        return on_page

    def _render(self, box: Rect, width: int, height: int) -> Pictures.Image:
        below = tuple(item for part, item in self.painted if common_part(part, box) is not None)
        scene = Scene(box[2], box[3], (Group(below, translate(-box[0], -box[1])),))
        return render_page(self.to_pdf([scene], None), 0, width, height)

    def _refusal(self, part: Rect, pixels: int) -> Fault | None:
        """Return why a part of the page cannot be a picture; None if it can."""
        if pixels > MOST_PIXELS:
            reason = message(
                "a picture of it would have {pixels:,} pixels, expected at most {most:,}",
                pixels=pixels,
                most=MOST_PIXELS,
            )
        elif any(common_part(other, part) and _has_spot(item) for other, item in self.painted):
            reason = message("it covers a line of a spot colour, which a picture would erase")
        else:
            return None
        what = message(
            "transparency on page {page} at {x:.1f}, {y:.1f} mm cannot be flattened: {reason}",
            page=self.page,
            x=part[0],
            y=part[1],
            reason=reason,
        )
        return Fault(self.place, what, message("make the item opaque, or write standard: x-4 without flatten"))


def _area(rect: Rect) -> float:
    return rect[2] * rect[3]


def _has_spot(item: Item) -> bool:
    return any(isinstance(leaf, Path) and leaf.spot and leaf.stroke for _, leaf in walk([item]))
