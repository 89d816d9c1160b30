"""The rulebook block `rolls 1-1 1-2`: a table of cards and how often each is in the deck."""

from __future__ import annotations

from cardgen.blocks import BlockContext, Fence, Table, Words


def read_rolls(fence: Fence, context: BlockContext) -> Table:
    """Return the table. DataError if there is no card of a name after the block's kind."""

    def cells(*texts: str) -> tuple[Words, ...]:
        return tuple(context.words(text, fence.place) for text in texts)

    rows = tuple(cells(name, str(context.card(name, fence)["copies"])) for name in fence.require_names())
    return Table(cells("Roll", "Cards"), rows, ("left", "right"), fence.place)
