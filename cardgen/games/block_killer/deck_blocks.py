"""The block cards: is each the block it is called, and are all of them there?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.engines import CardData, Problem
from cardgen.engines.card_fields import point_field, text_rows
from cardgen.engines.cells import are_connected
from cardgen.games.block_killer.blocks import (
    BLOCKS,
    Cells,
    block_centre,
    block_pose,
    distinct_orientations,
    drawn_cells,
    name_cells,
)
from cardgen.games.block_killer.cards import BLOCK_COPIES

DECK = "blocks"


def check_blocks(cards: Sequence[CardData]) -> list[Problem]:
    """Every rule that the block cards break, card by card and then as a set."""
    return [*_check_cards(cards), *_check_set(cards)]


def _check_cards(cards: Sequence[CardData]) -> Iterator[Problem]:
    seen: set[str] = set()
    for card in cards:
        if card.id not in BLOCKS or len(card.id) != 1:
            hint = f"the blocks are {' '.join(BLOCKS)}"
            yield Problem("BK301", f"there is no block {card.id!r}", DECK, card.id, "id", hint)
            continue
        if card.id in seen:
            yield Problem("BK302", f"block {card.id} stands twice", DECK, card.id, "id", "raise its copies instead")
        elif card.copies != BLOCK_COPIES[card.id]:
            hint = f"there should be {BLOCK_COPIES[card.id]}"
            yield Problem("BK307", f"{card.copies} copies of block {card.id}", DECK, card.id, "copies", hint)
        seen.add(card.id)
        yield from _check_shape(card)


def _check_shape(card: CardData) -> Iterator[Problem]:
    def problem(code: str, message: str, field: str, hint: str = "") -> Problem:
        return Problem(code, message, DECK, card.id, field, hint)

    rows = text_rows(card, "cells")
    cells = drawn_cells(rows)
    if not cells or len({len(row) for row in rows}) != 1 or not set("".join(rows)) <= {"#", "."}:
        hint = "rows of equal length, top row first, # for a cell and . for none"
        yield problem("BK303", "the cells are not a drawing of a block", "cells", hint)
        return
    if not are_connected(cells):
        yield problem("BK304", "the cells do not hang together side by side", "cells")
        return
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    if tuple((x - left, y - low) for x, y in cells) != block_pose(card.id, "0").cells:
        yield problem("BK305", f"the cells are not block {card.id} in orientation 0", "cells", _what_it_is(cells))
        return
    x, y = block_centre(card.id)
    if point_field(card, "centre") != (x + left, y + low):
        message = f"the centre of rotation is {card.fields.get('centre')!r}"
        yield problem("BK306", message, "centre", f"it is ({x + left:g}, {y + low:g})")


def _what_it_is(cells: Cells) -> str:
    for block in BLOCKS:
        named = name_cells(block, cells)
        if named is not None:
            turned = "" if named.orientation == distinct_orientations(block)[0] else ", turned"
            return f"they are block {block}{turned}"
    return ""


def _check_set(cards: Sequence[CardData]) -> Iterator[Problem]:
    present = {card.id for card in cards}
    for block in BLOCKS:
        if block not in present:
            yield Problem("BK401", f"block {block} is missing", DECK, None, None, f"{BLOCK_COPIES[block]} copies of it")
    total, right = sum(card.copies for card in cards), sum(BLOCK_COPIES.values())
    if total != right:
        yield Problem("BK402", f"{total} block cards", DECK, None, None, f"there should be {right}")
