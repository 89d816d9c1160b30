"""The frame of a side: the size that its template is drawn for, and how that is scaled to the size of the card.

The template's own coordinates begin at the top left of the trim that it is drawn for. Everything is laid out in them,
and the result is scaled about its middle. What reached into the bleed is extended to the bleed of the card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from cardgen.base.errors import Finding
from cardgen.base.records import dataclass, replace
from cardgen.cards.layout.laid import DrawnBox
from cardgen.data.model import CardSize
from cardgen.scene.items import IDENTITY, Command, Group, Item, Matrix, Path, Rect, bounds_of, then
from cardgen.scene.paths import move_path
from cardgen.scene.regions import inverse

#: A box whose edge is this far beyond the trim reaches into the bleed, mm.
_NEAR = 0.01


@dataclass(frozen=True, slots=True)
class Frame:
    """The coordinates of a template on a side of a card.

    `size` is the width and height of the trim that the template is drawn for, `matrix` maps its coordinates to the
    card's, and `factor` is the scale of it. `areas` are the areas of the card in the template's coordinates. `bleed` is
    the bleed of the design, None if its bleed is that of the card, so that nothing has to be extended.
    """

    size: tuple[float, float]
    areas: Mapping[str, Rect]
    matrix: Matrix = IDENTITY
    factor: float = 1.0
    bleed: float | None = None

    def extend(self, rect: Rect) -> Rect:
        """Return a rectangle with the edges that reach into the design's bleed moved out to the bleed of the card."""
        left, top = self._extend_point(rect[0], rect[1])
        right, bottom = self._extend_point(rect[0] + rect[2], rect[1] + rect[3])
        return rect if self.bleed is None else (left, top, right - left, bottom - top)

    def _extend_point(self, x: float, y: float) -> tuple[float, float]:
        if self.bleed is None:
            return x, y
        near = -_NEAR if self.bleed > 0 else _NEAR
        (left, top, width, height), (wide, high) = self.areas["bleed"], self.size
        if x < near:
            x = min(x, left)
        elif x > wide - near:
            x = max(x, left + width)
        if y < near:
            y = min(y, top)
        elif y > high - near:
            y = max(y, top + height)
        return x, y

    def extend_area(
        self, area: Rect, turned: Matrix, degrees: float, outer: Matrix, kept: tuple[bool, bool] = (False, False)
    ) -> Rect:
        """Return the area of a box, extended to the card's bleed where the box reaches into the design's.

        `turned` is the turn of the box about its middle, and `outer` maps its surroundings to the trim. A box that does
        not stand upright on the card keeps its area. `kept` is True for x and width, and for y and height, that follow
        from areas of the card.
        """
        back = inverse(outer)
        if self.bleed is None or back is None or not _is_upright(then(turned, outer)):
            return area
        seen = bounds_of(then(turned, outer), area)
        extended = self.extend(seen)
        if extended == seen:
            return area
        x, y, width, height = bounds_of(back, extended)
        if degrees % 180 != 0:
            x, y, width, height = x + (width - height) / 2, y + (height - width) / 2, height, width
        if kept[0]:
            x, width = area[0], area[2]
        if kept[1]:
            y, height = area[1], area[3]
        return (x, y, width, height)

    def extend_points(self, items: Iterable[Item], matrix: Matrix, *, clips: bool = False) -> tuple[Item, ...]:
        """Return items with each point that is in the design's bleed moved out; only those of clips if `clips` is set.

        `matrix` maps their coordinates to the trim.
        """
        return tuple(items) if self.bleed is None else tuple(self._extended(item, matrix, clips) for item in items)

    def _extended(self, item: Item, matrix: Matrix, clips: bool) -> Item:
        if isinstance(item, Path):
            return item if clips else self._extend_path(item, matrix)
        if not isinstance(item, Group):
            return item
        inner = then(item.matrix, matrix)
        clip = item.clip and self._extend_path(item.clip, inner)
        return replace(item, clip=clip, items=item.items if clips else self.extend_points(item.items, inner))

    def _extend_path(self, path: Path, matrix: Matrix) -> Path:
        back = inverse(matrix)
        if back is None:
            return path
        moved: list[Command] = [
            (command[0], *(number for point in _points(command[1:]) for number in self._extend_point(*point)))
            for command in move_path(path.commands, matrix)
        ]
        return replace(path, commands=move_path(moved, back))

    def place(self, part: DrawnBox) -> DrawnBox:
        """Return a laid out side in the coordinates of the card."""
        if self.matrix == IDENTITY:
            return part
        return DrawnBox(
            (Group(part.items, self.matrix),),
            tuple([replace(box, rect=bounds_of(self.matrix, box.rect)) for box in part.boxes]),
            tuple([_placed_finding(finding, self.matrix) for finding in part.findings]),
        )


def frame_of(
    size: tuple[float, float],
    bleed: float,
    safe: float,
    design: CardSize | None = None,
    how: Literal["fit", "cover"] | float = "fit",
) -> Frame:
    """Return the frame of a side whose trim has a `size` in mm.

    `design` is the size that the template is drawn for, as it is held; None if it is drawn for any. `how` it is scaled
    may be a factor.
    """
    areas = _areas(size, bleed, safe)
    if design is None:
        return Frame(size, areas)
    drawn = (design.width, design.height)
    shares = [real / own for real, own in zip(size, drawn, strict=True)]
    if how == "fit":  # the trim stays in the trim, and the safe area in the safe area
        shares += [(real - 2 * safe) / (own - 2 * design.safe) for real, own in zip(size, drawn, strict=True)]
    factor = min(shares) if how == "fit" else max(shares) if how == "cover" else how
    left, top = ((real - factor * own) / 2 for real, own in zip(size, drawn, strict=True))
    matrix: Matrix = (factor, 0.0, 0.0, factor, left, top)
    if (size, bleed, factor) == (drawn, design.bleed, 1.0):
        return Frame(size, areas)
    back: Matrix = (1 / factor, 0.0, 0.0, 1 / factor, -left / factor, -top / factor)
    return Frame(drawn, {name: bounds_of(back, rect) for name, rect in areas.items()}, matrix, factor, design.bleed)


def _areas(size: tuple[float, float], bleed: float, safe: float) -> dict[str, Rect]:
    width, height = size
    return {
        "trim": (0.0, 0.0, width, height),
        "bleed": (-bleed, -bleed, width + 2 * bleed, height + 2 * bleed),
        "safe": (safe, safe, width - 2 * safe, height - 2 * safe),
    }


def _is_upright(matrix: Matrix) -> bool:
    a, b, c, d, _, _ = matrix
    return max(abs(b), abs(c)) < 1e-9 or max(abs(a), abs(d)) < 1e-9


def _points(numbers: tuple[float, ...]) -> Iterable[tuple[float, float]]:
    return zip(numbers[::2], numbers[1::2], strict=True)


def _placed_finding(finding: Finding, matrix: Matrix) -> Finding:
    return finding if finding.rect is None else replace(finding, rect=bounds_of(matrix, finding.rect))
