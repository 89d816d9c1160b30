"""Check the sheets, one for each colour: every piece is inside its sheet, and none overlap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen import message
from cardgen.engines import CardData, Problem
from cardgen.engines.card_fields import format_field, text_field, whole_point
from cardgen.games.blokus.deck_pieces import DECK, piece_cells
from cardgen.games.blokus.rules import COLOURS
from cardgen.games.blokus.shapes import Cell

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
