"""The pieces: is each the shape it is called, and is each shape there once in each colour?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.engines import CardData, Problem
from cardgen.engines.card_fields import text_field, text_rows
from cardgen.engines.cells import are_connected
from cardgen.games.blokus.rules import COLOURS
from cardgen.games.blokus.shapes import ALL_CELLS, SHAPES, Cells, drawn_cells, name_cells, press, shape_cells

DECK = "pieces"

_TURNS = ("", "d", "dd", "ddd")


def check_pieces(cards: Sequence[CardData]) -> list[Problem]:
    """Every rule that the pieces break, piece by piece and then as a set."""
    return [*_check_cards(cards), *_check_set(cards)]


def piece_cells(card: CardData) -> Cells:
    """The cells of a piece as it is drawn; none when they are no drawing."""
    rows = text_rows(card, "cells")
    if len({len(row) for row in rows}) != 1 or not set("".join(rows)) <= {"#", "."}:
        return ()
    return drawn_cells(rows)


def _check_cards(cards: Sequence[CardData]) -> Iterator[Problem]:
    seen: dict[tuple[str, str], Cells] = {}
    for card in cards:
        colour = text_field(card, "colour")
        if colour not in COLOURS:
            hint = f"the colours are {', '.join(COLOURS)}"
            yield Problem("BL106", f"there is no colour {colour!r}", DECK, card.id, "colour", hint)
        if card.copies != 1:
            yield Problem(
                "BL107", f"{card.copies} copies of a piece", DECK, card.id, "copies", "every piece is there once"
            )
        faults = list(_check_shape(card))
        yield from faults
        if any(fault.code in ("BL101", "BL102", "BL103") for fault in faults):
            continue
        cells = piece_cells(card)
        shape = name_cells(cells)
        assert shape is not None
        first = seen.setdefault((shape, colour), cells)
        if first is not cells:
            yield _twice(card, shape, colour, turned=press(cells, "") in [press(first, keys) for keys in _TURNS])


def _check_shape(card: CardData) -> Iterator[Problem]:
    def problem(code: str, message: str, field: str, hint: str = "") -> Problem:
        return Problem(code, message, DECK, card.id, field, hint)

    name = text_field(card, "shape")
    if name not in SHAPES:
        yield problem("BL104", f"there is no shape {name!r}", "shape", f"the shapes are {' '.join(SHAPES)}")
    cells = piece_cells(card)
    if not cells:
        hint = "rows of equal length, top row first, # for a cell and . for none"
        yield problem("BL101", "the cells are not a drawing of a piece", "cells", hint)
    elif not are_connected(cells):
        yield problem("BL102", "the cells do not hang together side by side", "cells")
    elif len(cells) > 5:
        yield problem("BL103", f"a piece of {len(cells)} cells", "cells", "pieces have one to five")
    elif name in SHAPES and name_cells(cells) != name:
        yield problem("BL105", f"the cells are not shape {name}", "cells", f"they are shape {name_cells(cells)}")


def _twice(card: CardData, shape: str, colour: str, *, turned: bool) -> Problem:
    if turned:
        return Problem("BL201", f"shape {shape} stands twice in {colour}", DECK, card.id, "cells")
    hint = "a piece may be turned over, so its mirror image is no other shape"
    return Problem("BL202", f"shape {shape} stands twice in {colour}, once mirrored", DECK, card.id, "cells", hint)


def _check_set(cards: Sequence[CardData]) -> Iterator[Problem]:
    """What is missing and what does not add up, by what the pieces are, not by what they are called."""
    for colour in COLOURS:
        own = [card for card in cards if text_field(card, "colour") == colour]
        present = {name_cells(piece_cells(card)) for card in own}
        for shape in SHAPES:
            if shape not in present:
                drawing = " ".join(f"({x},{y})" for x, y in shape_cells(shape))
                yield Problem("BL203", f"shape {shape} is missing in {colour}", DECK, None, None, f"cells {drawing}")
        cells = sum(card.copies * len(piece_cells(card)) for card in own)
        if cells != ALL_CELLS:
            yield Problem("BL205", f"{cells} cells in {colour}", DECK, None, None, f"there should be {ALL_CELLS}")
    total, right = sum(card.copies for card in cards), len(SHAPES) * len(COLOURS)
    if total != right:
        yield Problem("BL204", f"{total} pieces", DECK, None, None, f"there should be {right}")
