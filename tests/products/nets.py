"""Nets of tuck boxes for tests: their pages, their outlines as polygons, and the texts on their panels."""

from __future__ import annotations

from typing import Any

from cardgen.base.units import PAPERS
from cardgen.products.tuckboxes.drawing import BoxShape, tuckbox_pages
from cardgen.products.tuckboxes.net import TuckboxLayout, lay_sheets
from cardgen.products.tuckboxes.panels import BoxLook
from cardgen.scene.items import Command, GlyphRun, Group, Path, Rect, Scene, bounds_of, rectangle, walk
from cardgen.text.ink import ink_of

A4 = PAPERS["a4"]
LETTER = PAPERS["letter"]
STANDARD = (63.0, 88.0)
TITLE = {"zh": "方块杀手", "en": "Block-Killer"}
SUBTITLE = {"zh": "方块牌 90 张", "en": "90 block cards"}


def net_of(
    thickness: float, paper: tuple[float, float] = A4, card: tuple[float, float] = STANDARD, **look: Any
) -> Scene:
    """Return the page of a box on one sheet."""
    shown = BoxLook(**{"title": TITLE, "languages": ("zh", "en"), **look})
    (page,) = tuckbox_pages(card, thickness, paper, shown, BoxShape(sheets="one"))
    return page


def lay_tuckbox(card: tuple[float, float], thickness: float, paper: tuple[float, float], **shape: Any) -> TuckboxLayout:
    """Return the net of a box on one sheet."""
    (layout,) = lay_sheets(card, thickness, paper, sheets="one", **shape)
    return layout


def overlap(a: Rect, b: Rect) -> bool:
    return (
        min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0]) > 1e-6
        and min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1]) > 1e-6
    )


def meet(a: Rect, b: Rect) -> float:
    """Return the length of the edge that two panels share."""
    wide = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    high = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(wide, high) if min(abs(wide), abs(high)) < 1e-6 else 0.0


def points(commands: tuple[Command, ...]) -> list[tuple[float, float]]:
    """Return the outline as a polygon, its curves in small steps."""
    result: list[tuple[float, float]] = []
    for name, *numbers in commands:
        if name == "C":
            x0, y0 = result[-1]
            x1, y1, x2, y2, x3, y3 = numbers
            for step in range(1, 17):
                t = step / 16
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                result.append(
                    (
                        sum(w * v for w, v in zip(weights, (x0, x1, x2, x3), strict=True)),
                        sum(w * v for w, v in zip(weights, (y0, y1, y2, y3), strict=True)),
                    )
                )
        elif name != "Z":
            result.append((numbers[0], numbers[1]))
    return result


def inside(polygon: list[tuple[float, float]], x: float, y: float) -> bool:
    odd = False
    for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            odd = not odd
    return odd


def art(width: float = 63.0, height: float = 88.0) -> Scene:
    ground = Path(rectangle(-3, -3, width + 6, height + 6), fill="#334455")
    return Scene(width, height, (ground,), bleed=3.0, name="back")


def text_on(net: Scene, panel: Rect) -> str:
    result = []
    for matrix, item in walk(i for i in net.items if isinstance(i, Group)):
        if isinstance(item, GlyphRun):
            x, y, w, h = bounds_of(matrix, ink_of(item))
            if panel[0] <= x and x + w <= panel[0] + panel[2] and panel[1] <= y and y + h <= panel[1] + panel[3]:
                result.append(item.text)
    return "".join(result)
