"""Read a data block by the plug-in for its kind."""

from __future__ import annotations

from cardgen.base.errors import DataError, Fault, did_you_mean
from cardgen.base.plugins import PluginError, find_plugins, load_plugin
from cardgen.base.words.messages import message
from cardgen.rulebook.blocks.context import BlockContext, Fence, ReadBlock
from cardgen.rulebook.book import Block, Cover


def read_block(fence: Fence, context: BlockContext) -> Block | tuple[Block, ...] | Cover | None:
    """Return the block of a fence; None for one that only checks. DataError with all of its faults."""
    kinds = list(find_plugins("blocks"))
    if fence.kind not in kinds:
        text = message("{kind!r} is not a kind of data block", kind=fence.kind)
        raise DataError(Fault(fence.place, text, did_you_mean(fence.kind, kinds)))
    try:
        read: ReadBlock = load_plugin("blocks", fence.kind)
    except PluginError as error:
        raise DataError(Fault(fence.place, error.fault.message, error.fault.hint)) from error
    return read(fence, context)
