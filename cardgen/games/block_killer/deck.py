"""The rules of the deck: 90 block cards and 111 garbage cards. Each broken rule is reported with its code.

Codes are stable. BK0xx is about whole decks, BK1xx about one garbage card, BK2xx about the garbage cards together,
BK3xx about one block card, BK4xx about the block cards together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen import joined, message, plural, replace
from cardgen.engines import Bars, CardData, Decks, Problem
from cardgen.engines.card_fields import format_field, point_field, text_field, text_rows
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
from cardgen.games.block_killer.cards import BLOCK_COPIES, KINDS, WIDTH, turn_row
from cardgen.games.block_killer.deck_garbage import check_garbage

#: Code -> its short name.
DECK_CODES = {
    "BK001": "deck-missing",
    "BK101": "row-length",
    "BK102": "row-characters",
    "BK103": "row-without-hole",
    "BK104": "row-without-filled-cell",
    "BK105": "hole-width",
    "BK106": "several-holes",
    "BK107": "not-alternating",
    "BK108": "unknown-kind",
    "BK109": "wrong-kind",
    "BK110": "row-printed-turned",
    "BK111": "id-not-the-row",
    "BK201": "same-row-twice",
    "BK202": "turned-twin",
    "BK203": "kind-copies",
    "BK204": "garbage-total",
    "BK205": "coverage",
    "BK206": "unbalanced-copies",
    "BK301": "unknown-block",
    "BK302": "block-twice",
    "BK303": "cells-drawing",
    "BK304": "not-connected",
    "BK305": "wrong-shape",
    "BK306": "wrong-centre",
    "BK307": "block-copies",
    "BK401": "block-missing",
    "BK402": "block-total",
}


#: Codes of problems of decks in which only the numbers of copies differ. Games can be played with them.
OTHER_NUMBERS = {"BK203", "BK204", "BK205", "BK206", "BK307", "BK401", "BK402"}


def check_deck(decks: Decks) -> list[Problem]:
    """Return every rule that the decks `blocks` and `garbage` break, block cards first. Other decks are ignored.

    A fault that follows from one already reported on the same card is left out. An empty list proves that the garbage
    cards are a legal row set and the block cards are the eight blocks: each row has ten columns and a hole of the shape
    of its kind; no row is in the deck twice, as printed or turned; the rows of a kind and their turned images cover all
    positions of the kind evenly; there are 111 garbage cards and 90 block cards.
    """
    problems: list[Problem] = []
    for name, check in (("blocks", check_blocks), ("garbage", check_garbage)):
        if name in decks:
            problems += check(decks[name])
        else:
            hint = message("Block-Killer needs the decks blocks and garbage")
            problems.append(Problem("BK001", message("the game has no deck {deck!r}", deck=name), name, hint=hint))
    return [replace(problem, stops_play=False) if problem.code in OTHER_NUMBERS else problem for problem in problems]


def deck_coverage(decks: Decks) -> list[Bars]:
    """Return for each kind of garbage card how many cards fill each of the ten columns, as printed and turned.

    Copies are counted. Kinds are in the order of the rules, unknown ones after them. Columns that a short row does not
    have count as holes.
    """
    cards = decks.get("garbage", ())
    names = {kind: {"zh": entry.zh, "en": f"{entry.en} garbage"} for kind, entry in KINDS.items()}
    for card in cards:
        kind = text_field(card, "kind")
        names.setdefault(kind, {"zh": kind, "en": kind})
    return [
        Bars(
            title=title,
            series=[
                ({"zh": "正放", "en": "as printed"}, _filled(cards, kind, turned=False)),
                ({"zh": "倒放", "en": "turned"}, _filled(cards, kind, turned=True)),
            ],
            about={"zh": "各列牌数", "en": "Cards by column"},
        )
        for kind, title in names.items()
    ]


def _filled(cards: Sequence[CardData], kind: str, *, turned: bool) -> list[int]:
    counts = [0] * WIDTH
    for card in cards:
        if text_field(card, "kind") != kind:
            continue
        row = text_field(card, "row")[:WIDTH].ljust(WIDTH, ".")
        for column, cell in enumerate(turn_row(row) if turned else row):
            counts[column] += card.copies * (cell == "#")
    return counts


# ---------------------------------------------------------------- the deck of blocks


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
