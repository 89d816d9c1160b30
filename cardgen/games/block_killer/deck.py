"""The rules of the deck: 90 block cards and 111 garbage cards. Each broken rule is reported with its code.

Codes are stable. BK0xx is about whole decks, BK1xx about one garbage card, BK2xx about the garbage cards together,
BK3xx about one block card, BK4xx about the block cards together.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen import message, replace
from cardgen.engines import Bars, CardData, Decks, Problem
from cardgen.engines.card_fields import text_field
from cardgen.games.block_killer.cards import KINDS, WIDTH, turn_row
from cardgen.games.block_killer.deck_blocks import check_blocks
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
