"""The printed parts as decks, and changed copies of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.engines import CardData, Decks
from cardgen.games.blokus.rules import COLOURS
from cardgen.games.blokus.shapes import SHAPES

#: The 21 pieces of a colour on 9 x 10 cells, one of them empty. The letters a to u are the shapes in order.
SHEET = [
    "kkkkktqqq",
    "llppttttq",
    "lmpuujbbq",
    "lmppujjjn",
    "lmmouujnn",
    "r.mooosnn",
    "rraoisssd",
    "crrgiisdd",
    "cffggihhh",
    "cffgeeeeh",
]


def sheet_pieces(colour: str) -> list[CardData]:
    """Return the pieces of a colour with their places on the sheet."""
    pieces = []
    for shape, letter in zip(SHAPES, "abcdefghijklmnopqrstu", strict=True):
        cells = [(x, y) for y, row in enumerate(SHEET) for x, mark in enumerate(row) if mark == letter]
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        right, low = max(x for x, _ in cells), max(y for _, y in cells)
        rows = tuple(
            "".join("#" if (x, y) in cells else "." for x in range(left, right + 1)) for y in range(top, low + 1)
        )
        fields = {"shape": shape, "colour": colour, "cells": rows, "at": (left, top)}
        pieces.append(CardData(f"{colour}-{shape}", 1, fields))
    return pieces


PIECES = [piece for colour in COLOURS for piece in sheet_pieces(colour)]
STARTS = {"red": (0, 0), "green": (19, 0), "blue": (19, 19), "yellow": (0, 19)}
BOARD = CardData("board", 1, {"size": (20, 20), **STARTS})
SHEETS = [CardData(f"sheet-{colour}", 1, {"colour": colour, "area": (9, 10)}) for colour in COLOURS]
DECKS: Decks = {"pieces": PIECES, "board": [BOARD], "sheets": SHEETS}


def with_field(card: CardData, **fields: Any) -> CardData:
    """Return a card with some fields changed; None removes a field."""
    changed = {**card.fields, **fields}
    return CardData(card.id, card.copies, {name: value for name, value in changed.items() if value is not None})


def with_pieces(pieces: Sequence[CardData]) -> Decks:
    return {**DECKS, "pieces": pieces}


def with_piece(name: str, **fields: Any) -> Decks:
    """Return the decks with some fields of one piece changed."""
    assert any(piece.id == name for piece in PIECES)
    return with_pieces([with_field(piece, **fields) if piece.id == name else piece for piece in PIECES])


def with_board(**fields: Any) -> Decks:
    """Return the decks with some fields of the board changed."""
    return {**DECKS, "board": [with_field(BOARD, **fields)]}


def without_places(decks: Decks) -> Decks:
    """Return the decks without sheets."""
    pieces = [with_field(piece, at=None) for piece in decks["pieces"]]
    return {**{name: deck for name, deck in decks.items() if name != "sheets"}, "pieces": pieces}
