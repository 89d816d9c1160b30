"""The rules of the block cards: each has the shape of its block, and no block is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen import joined, message, plural
from cardgen.engines import CardData, Problem
from cardgen.engines.card_fields import format_field, point_field, text_rows
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
    """Return every rule that the block cards break, card by card and then as a set."""
    return [*_check_cards(cards), *_check_set(cards)]


def _check_cards(cards: Sequence[CardData]) -> Iterator[Problem]:
    seen_blocks: set[str] = set()
    for card in cards:
        if card.id not in BLOCKS or len(card.id) != 1:
            text = message("there is no block {block!r}", block=card.id)
            yield Problem("BK301", text, DECK, card.id, "id", message("the blocks are {blocks}", blocks=joined(BLOCKS)))
            continue
        if card.id in seen_blocks:
            text = message("block {block} is in the deck twice", block=card.id)
            yield Problem("BK302", text, DECK, card.id, "id", message("raise its number of copies instead"))
        elif card.copies != BLOCK_COPIES[card.id]:
            text = plural("{count} copy of the card", "{count} copies of the card", card.copies)
            hint = message("there should be {count}", count=BLOCK_COPIES[card.id])
            yield Problem("BK307", text, DECK, card.id, "copies", hint)
        seen_blocks.add(card.id)
        yield from _check_shape(card)


def _check_shape(card: CardData) -> Iterator[Problem]:
    def problem(code: str, text: str, field: str, hint: str = "") -> Problem:
        return Problem(code, text, DECK, card.id, field, hint)

    rows = text_rows(card, "cells")
    cells = drawn_cells(rows)
    if not cells or len({len(row) for row in rows}) != 1 or not set("".join(rows)) <= {"#", "."}:
        hint = message("rows of equal length, top row first, with # for a cell and . for none")
        yield problem("BK303", message("the cells are not a drawing of a block"), "cells", hint)
        return
    if not are_connected(cells):
        yield problem("BK304", message("the cells are not connected edge to edge"), "cells")
        return
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    if tuple((x - left, y - low) for x, y in cells) != block_pose(card.id, "0").cells:
        text = message("the cells are not block {block} in orientation 0", block=card.id)
        yield problem("BK305", text, "cells", _describe_shape(cells))
        return
    x, y = block_centre(card.id)
    if point_field(card, "centre") != (x + left, y + low):
        text = message("the centre of rotation is {centre}", centre=format_field(card, "centre"))
        yield problem("BK306", text, "centre", message("it should be ({x:g}, {y:g})", x=x + left, y=y + low))


def _describe_shape(cells: Cells) -> str:
    """Return a hint that names the block with these cells; "" if there is none."""
    for block in BLOCKS:
        placing = name_cells(block, cells)
        if placing is None:
            continue
        if placing.orientation == distinct_orientations(block)[0]:
            return message("they are block {block}", block=block)
        return message("they are block {block}, turned", block=block)
    return ""


def _check_set(cards: Sequence[CardData]) -> Iterator[Problem]:
    present = {card.id for card in cards}
    for block in BLOCKS:
        if block not in present:
            hint = message("there should be {count} copies of it", count=BLOCK_COPIES[block])
            yield Problem("BK401", message("block {block} is missing", block=block), DECK, None, None, hint)
    total, expected = sum(card.copies for card in cards), sum(BLOCK_COPIES.values())
    if total != expected:
        text = plural("{count} block card", "{count} block cards", total)
        yield Problem("BK402", text, DECK, None, None, message("there should be {count}", count=expected))
