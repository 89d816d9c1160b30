"""`each card of heroes`: Markdown that is repeated for each entry of a table, such as the cards of a deck.

Conditions and the order are above a line `---`, the Markdown is below it.
"""

from __future__ import annotations

import re

from cardgen.rulebook.blocks.context import BlockContext, Fence
from cardgen.rulebook.book import Block
from cardgen.rulebook.loops import Selection, entries_of, parse_loop, turns

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


def read_each(fence: Fence, context: BlockContext) -> tuple[Block, ...]:
    """Return the blocks of all turns. DataError if there is no such table, or a condition is wrong."""
    values = context.sources.values
    name, path = parse_loop(" ".join(fence.names), fence.place, values)
    head, body, skip = _parts(fence.body)
    selection, marked = fence.parse_yaml(Selection, head)
    entries = entries_of(values, path, selection, marked, fence.place, context.budget)
    own_values = turns(values, name, entries, fence.place, context.budget)
    first = fence.line + skip + 1
    return tuple(block for own in own_values for block in context.within(own).blocks(body, first))


def _parts(body: str) -> tuple[str, str, int]:
    """Return what is above the line `---` and what is below it, and the number of lines of the former."""
    lines = body.split("\n")
    for number, line in enumerate(lines):
        if _FENCE.match(line):  # of a block inside, which may have such a line itself
            break
        if line.rstrip() == "---":
            return "\n".join(lines[:number]), "\n".join(lines[number + 1 :]), number + 1
    return "", body, 0
