"""Check the pieces: each has the shape that it names, and each colour has each shape once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen import joined, message, plural
from cardgen.engines import CardData, Problem
from cardgen.engines.card_fields import format_field, text_field, text_rows, whole_point
from cardgen.engines.cells import are_connected
from cardgen.games.blokus.rules import COLOURS
from cardgen.games.blokus.shapes import ALL_CELLS, SHAPES, Cell, Cells, drawn_cells, name_cells, press, shape_cells

DECK = "pieces"

_TURNS = ("", "d", "dd", "ddd")


def check_pieces(cards: Sequence[CardData]) -> list[Problem]:
    """Return every rule that the pieces break: first each piece alone, then all together."""
    return [*_check_cards(cards), *_check_set(cards)]


def piece_cells(card: CardData) -> Cells:
    """Return the cells of a piece as it is drawn; none if the field is not a drawing."""
    rows = text_rows(card, "cells")
    if len({len(row) for row in rows}) != 1 or not set("".join(rows)) <= {"#", "."}:
        return ()
    return drawn_cells(rows)


def _check_cards(cards: Sequence[CardData]) -> Iterator[Problem]:
    first_cells: dict[tuple[str, str], Cells] = {}
    for card in cards:
        colour = text_field(card, "colour")
        if colour not in COLOURS:
            problem = message("there is no colour {colour!r}", colour=colour)
            hint = message("expected one of: {words}", words=joined(COLOURS))
            yield Problem("BL106", problem, DECK, card.id, "colour", hint)
        if card.copies != 1:
            problem = plural("the piece has {count} copy", "the piece has {count} copies", card.copies)
            yield Problem("BL107", problem, DECK, card.id, "copies", message("expected one copy of each piece"))
        faults = list(_check_shape(card))
        yield from faults
        if any(fault.code in ("BL101", "BL102", "BL103") for fault in faults):
            continue
        cells = piece_cells(card)
        shape = name_cells(cells)
        assert shape is not None
        first = first_cells.setdefault((shape, colour), cells)
        if first is not cells:
            yield _duplicate(card, shape, colour, turned=press(cells, "") in [press(first, keys) for keys in _TURNS])


def _check_shape(card: CardData) -> Iterator[Problem]:
    def problem(code: str, text: str, field: str, hint: str = "") -> Problem:
        return Problem(code, text, DECK, card.id, field, hint)

    name = text_field(card, "shape")
    if name not in SHAPES:
        hint = message("expected one of: {words}", words=joined(SHAPES))
        yield problem("BL104", message("there is no shape {name!r}", name=name), "shape", hint)
    cells = piece_cells(card)
    if not cells:
        hint = message("expected rows of equal length, top row first: # for a cell, . for an empty square")
        yield problem("BL101", message("the cells are not a drawing of a piece"), "cells", hint)
    elif not are_connected(cells):
        yield problem("BL102", message("the cells are not connected edge to edge"), "cells")
    elif len(cells) > 5:
        text = plural("the piece has {count} cell", "the piece has {count} cells", len(cells))
        yield problem("BL103", text, "cells", message("a piece has one to five cells"))
    elif name in SHAPES and name_cells(cells) != name:
        text = message("the cells are not the shape {name}", name=name)
        yield problem("BL105", text, "cells", message("they are the shape {name}", name=name_cells(cells)))


def _duplicate(card: CardData, shape: str, colour: str, *, turned: bool) -> Problem:
    if turned:
        text = message("{colour} has the shape {shape} twice", colour=colour, shape=shape)
        return Problem("BL201", text, DECK, card.id, "cells")
    text = message("{colour} has the shape {shape} twice, once as a mirror image", colour=colour, shape=shape)
    hint = message("a piece may be turned over, so its mirror image is the same shape")
    return Problem("BL202", text, DECK, card.id, "cells", hint)


def _check_set(cards: Sequence[CardData]) -> Iterator[Problem]:
    """Check that nothing is missing and that the numbers are right, by the cells of the pieces, not by their names."""
    for colour in COLOURS:
        own = [card for card in cards if text_field(card, "colour") == colour]
        present = {name_cells(piece_cells(card)) for card in own}
        for shape in SHAPES:
            if shape not in present:
                drawing = " ".join(f"({x},{y})" for x, y in shape_cells(shape))
                text = message("{colour} lacks the shape {shape}", colour=colour, shape=shape)
                yield Problem("BL203", text, DECK, hint=message("its cells: {cells}", cells=drawing))
        cells = sum(card.copies * len(piece_cells(card)) for card in own)
        if cells != ALL_CELLS:
            text = plural("{colour} has {count} cell", "{colour} has {count} cells", cells, colour=colour)
            yield Problem("BL205", text, DECK, hint=message("expected {number}", number=ALL_CELLS))
    total, right = sum(card.copies for card in cards), len(SHAPES) * len(COLOURS)
    if total != right:
        text = plural("the deck has {count} piece", "the deck has {count} pieces", total)
        yield Problem("BL204", text, DECK, hint=message("expected {number}", number=right))


SHEETS = "sheets"


def check_sheets(pieces: Sequence[CardData], sheets: Sequence[CardData] | None) -> list[Problem]:
    """Return every rule that the sheets break. Nothing is checked if no piece has a place on a sheet."""
    if sheets is None and not any("at" in card.fields for card in pieces):
        return []
    areas: dict[str, Cell] = {}
    problems = list(_read_areas(sheets or (), areas))
    colours = {text_field(sheet, "colour") for sheet in sheets or ()}
    for colour in COLOURS:
        if sheets is not None and colour not in colours:
            problems.append(Problem("BL405", message("{colour} has no sheet", colour=colour), SHEETS))
        own = [card for card in pieces if text_field(card, "colour") == colour]
        problems += _check_sheet(own, areas.get(colour))
    return problems


def _read_areas(sheets: Sequence[CardData], areas: dict[str, Cell]) -> Iterator[Problem]:
    for sheet in sheets:
        area = whole_point(sheet, "area")
        if area is None or min(area) < 1:
            problem = message("the area of the sheet is {area}", area=format_field(sheet, "area"))
            hint = message("expected columns and rows of cells, such as [9, 10]")
            yield Problem("BL404", problem, SHEETS, sheet.id, "area", hint)
        else:
            areas[text_field(sheet, "colour")] = area


def _check_sheet(pieces: Sequence[CardData], area: Cell | None) -> Iterator[Problem]:
    """Check the pieces of one colour. If two overlap, the first one is taken to be right."""
    taken: dict[Cell, str] = {}
    for card in pieces:
        corner = whole_point(card, "at")
        if corner is None:
            problem = message("the place of the piece on the sheet is {place}", place=format_field(card, "at"))
            hint = message("expected the column and row of its upper left corner, such as [0, 0]")
            yield Problem("BL401", problem, DECK, card.id, "at", hint)
            continue
        cells = [(corner[0] + x, corner[1] + y) for x, y in piece_cells(card)]
        outside = [(x, y) for x, y in cells if min(x, y) < 0 or (area is not None and (x >= area[0] or y >= area[1]))]
        if outside:
            problem = message("the cell {cell} of the piece is not on the sheet", cell=str(outside[0]))
            hint = message("columns and rows begin at 0")
            if area:
                hint = message("the sheet has {columns} x {rows} cells", columns=area[0], rows=area[1])
            yield Problem("BL403", problem, DECK, card.id, "at", hint)
        overlaps = [cell for cell in cells if cell in taken]
        if overlaps:
            problem = message("the piece overlaps {other!r} at {cell}", other=taken[overlaps[0]], cell=str(overlaps[0]))
            yield Problem("BL402", problem, DECK, card.id, "at")
        for cell in cells:
            taken.setdefault(cell, card.id)
