"""Paragraphs: plain text in lines of one width, fitted into a box."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.scene.items import Item, Rect
from cardgen.text.blocks import Block, Flow, fit_blocks, place_flow
from cardgen.text.faces import cached_by_font
from cardgen.text.lines import Align, Setting
from cardgen.text.spans import Span


def layout_paragraph(
    spans: Sequence[Span],
    size: float,
    width: float,
    *,
    leading: float = 1.3,
    align: Align = "left",
    tracking: float = 0.0,
    outlined: bool = False,
) -> Flow:
    """Set `spans` at `size` mm in lines of `width` mm, with `leading` ems from baseline to baseline."""
    return fit_paragraph(
        spans, size, width, 1e9, floor=size, leading=leading, align=align, tracking=tracking, outlined=outlined
    )


def fit_paragraph(
    spans: Sequence[Span],
    size: float,
    width: float,
    height: float,
    *,
    floor: float,
    leading: float = 1.3,
    align: Align = "left",
    tracking: float = 0.0,
    outlined: bool = False,
) -> Flow:
    """As `layout_paragraph`, but shrunk in steps of 0.1 mm, down to `floor` mm, to fit `width` × `height` mm."""
    return _fitted(tuple(spans), size, width, height, floor, Setting(leading, align, tracking, outlined))


@cached_by_font(256)  # files for several papers have the same labels and notes
def _fitted(spans: tuple[Span, ...], size: float, width: float, height: float, floor: float, setting: Setting) -> Flow:
    return fit_blocks([Block(spans)], size, width, height, floor=floor, setting=setting)


def place_in_middle(
    spans: Sequence[Span], size: float, area: Rect, *, floor: float, leading: float = 1.1, align: Align = "centre"
) -> tuple[Item, ...]:
    """Return a text in the middle of the height of an area, mm, shrunk as by `fit_paragraph`."""
    x, y, width, height = area
    flow = fit_paragraph(spans, size, width, height, floor=floor, leading=leading, align=align)
    return place_flow(flow, x, y + max(0.0, (height - flow.height) / 2))
