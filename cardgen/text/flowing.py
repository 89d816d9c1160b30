"""Text that flows from one box into the next: each takes the lines that fit, and the last one all that are left.

A line is as wide as the box that it is in, also in a paragraph that begins in the box before. No box ends with a
heading or with the first line of a paragraph, and none begins with the last line of one, if the text fits that way.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base.records import dataclass, replace
from cardgen.text.blocks import (
    START,
    Block,
    Flow,
    MeasuredBlock,
    Stop,
    cut_blocks,
    lines_of,
    measure_blocks,
    set_blocks,
)
from cardgen.text.lines import Setting

#: The least lines of a paragraph at the end of a box and at the beginning of the next.
_LEAST_LINES = 2


@dataclass(frozen=True, slots=True)
class FlowRoom:
    """A box that text flows through: its blocks at `size` mm, the smallest size, and its width and height in mm.

    All boxes have the same text, each in its own style. Vertical text and hyphenation are the same in all.
    """

    blocks: Sequence[Block]
    size: float
    floor: float
    width: float
    height: float
    setting: Setting

    def at(self, share: float) -> float:
        """Return the size that is a share of its own, but not below the smallest."""
        return self.size if share >= 1 else max(self.floor, round(self.size * share, 4))


def flow_blocks(rooms: Sequence[FlowRoom], *, cut: bool = False) -> list[Flow]:
    """Set a text into several boxes, one after the other, at their sizes or smaller to fit all of it.

    The sizes shrink together: that of the first in steps of 0.1 mm. With `cut`, text that does not fit at the smallest
    sizes is cut off and ends with "…".
    """
    first = rooms[0]
    if not any(span.text for block in first.blocks for span in (*block.bullet, *block.spans)):
        return [Flow((), 0.0, 0.0, room.size, 0) for room in rooms]
    measured = [measure_blocks(room.blocks, room.setting) for room in rooms]
    size = first.size
    while True:
        share = size / first.size
        flows = _flow(rooms, measured, share)
        if _fit(flows) or all(room.at(share) <= room.floor for room in rooms):
            break
        size = round(size - 0.1, 4)
    if _fit(flows) or not cut:
        return flows
    missing = flows[0].missing
    least, most = 0, sum(len(block.text.text) for block in measured[0])
    while least < most:  # binary search for the most characters that fit together with the ellipsis
        count = (least + most + 1) // 2
        if _fit(_flow_cut(rooms, measured, share, count)):
            least = count
        else:
            most = count - 1
    flows = _flow_cut(rooms, measured, share, least)
    return [replace(flow, cut=True, missing=missing) for flow in flows]


def _fit(flows: Sequence[Flow]) -> bool:
    return all(flow.fits for flow in flows)


def _flow_cut(
    rooms: Sequence[FlowRoom], measured: Sequence[Sequence[MeasuredBlock]], share: float, count: int
) -> list[Flow]:
    return _flow(rooms, [cut_blocks(blocks, count) for blocks in measured], share)


def _flow(rooms: Sequence[FlowRoom], measured: Sequence[Sequence[MeasuredBlock]], share: float) -> list[Flow]:
    """Set the text at a share of its sizes. Lines of a paragraph are kept together if all of it fits that way."""
    flows = _poured(rooms, measured, share, keeps=True)
    if _fit(flows):
        return flows
    return _poured(rooms, measured, share, keeps=False)


def _poured(
    rooms: Sequence[FlowRoom], measured: Sequence[Sequence[MeasuredBlock]], share: float, *, keeps: bool
) -> list[Flow]:
    flows: list[Flow] = []
    begin: Stop | None = START
    for number, (room, blocks) in enumerate(zip(rooms, measured, strict=True)):
        size, setting = room.at(share), room.setting
        if begin is None:
            flows.append(Flow((), 0.0, 0.0, size, 0))
            continue
        area = (room.height, room.width) if setting.vertical else (room.width, room.height)
        flow = set_blocks(blocks, size, area, setting, begin, pours=number + 1 < len(rooms))
        if keeps and flow.stop is not None:
            left = _lines_left(measured[number + 1], flow.stop, rooms[number + 1], share)
            end = _kept_together(blocks, flow, begin, left)
            if end != flow.stop:
                flow = replace(set_blocks(blocks, size, area, setting, begin, end), stop=end)
        flows.append(flow)
        begin = None if flow.stop is None else _without_blank(blocks, flow.stop)
    return flows


def _lines_left(blocks: Sequence[MeasuredBlock], stop: Stop, room: FlowRoom, share: float) -> int:
    """Return how many lines of a paragraph are left, as long as they are in the next box."""
    setting = room.setting
    along = room.height if setting.vertical else room.width
    length = ((along + setting.column_gap) / setting.columns - setting.column_gap) / room.at(share)
    return len(lines_of(blocks[stop.block], length, setting, stop.character))


def _kept_together(blocks: Sequence[MeasuredBlock], flow: Flow, begin: Stop, left: int) -> Stop:
    """Return where the text goes on in the next box so that no line is alone; where it does now if that is nowhere.

    `left` are the lines of the paragraph that are in the next box now.
    """
    stop = flow.stop
    assert stop is not None
    end = stop
    lines = [line for line in flow.begins if line.block == stop.block]
    if stop.character and lines:
        is_begun = lines[0].character > 0  # its first lines are in a box before this one
        kept = len(lines) - max(0, _LEAST_LINES - left)
        if kept <= 0 or (kept < _LEAST_LINES and not is_begun):
            end = lines[0]
        elif kept < len(lines):
            end = lines[kept]
    while end.block > begin.block and not end.character and blocks[end.block - 1].block.kept:
        end = Stop(end.block - 1)
    return end if end > begin else stop


def _without_blank(blocks: Sequence[MeasuredBlock], stop: Stop) -> Stop:
    """Return where the text goes on, without the blank lines that a box would begin with."""
    while stop.block + 1 < len(blocks) and not blocks[stop.block].text.text and not blocks[stop.block].bullet.text:
        stop = Stop(stop.block + 1)
    return stop
