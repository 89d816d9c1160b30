"""Sheets of pieces: every line is cut once, the back mirrors the front, and colour bleeds beyond every cut."""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pictures

from cardgen.base.units import PAPERS
from cardgen.data.load import load_game
from cardgen.data.model import Deck, Game
from cardgen.formats.pdf import pdf_bytes
from cardgen.formats.svg import to_svg
from cardgen.products.diecuts.layout import (
    END_MARGIN,
    SIDE_MARGIN,
    DiecutPiece,
    DiecutSheet,
    area_of,
    check_layout,
    fit_paper,
    group_pieces,
)
from cardgen.products.diecuts.pages import diecut_outlines, diecut_pages
from cardgen.products.diecuts.target import DIECUTS, DiecutTarget
from cardgen.products.imposition.cutting import CUT_LAYER
from cardgen.products.imposition.plan import FitError, Flip
from cardgen.scene.colour import mix, parse_hex
from cardgen.scene.items import CUT, Command, Path, Scene, apply, walk
from cardgen.scene.shapes import CellStyle
from tests.examples import examples
from tests.games_on_disk import REPOSITORY, tiny_game_in
from tests.pictures import Mark, pdf_marks, svg_marks

RED, BLUE = CellStyle("#c13b2f", "diagonal-down"), CellStyle("#5c77ff", "dots")

#: The tolerance of the outlines of the two sides, and of a cut, mm.
MEET = 0.3


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(REPOSITORY / "card_data" / "blokus", REPOSITORY / "templates", REPOSITORY)


@pytest.fixture(scope="module")
def red(game: Game) -> DiecutSheet:
    """The red pieces of Blokus."""
    (target,) = DIECUTS.of(game.file).values()
    pieces = group_pieces(game.decks["pieces"], target)["red"]
    return DiecutSheet(pieces, (9, 10), PAPERS["a4"], 18.0, titles={"en": "Pieces"}, names={"en": "Red"})


#: Two pieces that share an edge, and a hole beside them: `.` belongs to no piece.
#:     aab
#:     a.b
TWO = (DiecutPiece("a", ((0, 0), (1, 0), (0, 1)), RED), DiecutPiece("b", ((2, 0), (2, 1)), RED))


def sheet(**changes: Any) -> DiecutSheet:
    return replace(DiecutSheet(TWO, (3, 2), (210.0, 297.0), 20.0, titles={"en": "Two"}), **changes)


def segments(commands: tuple[Command, ...]) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return the straight lines of a path, each from its lesser end."""
    result, start = [], (0.0, 0.0)
    for letter, *numbers in commands:
        end = (round(numbers[0], 6), round(numbers[1], 6))
        if letter == "L":
            result.append((min(start, end), max(start, end)))
        start = end
    return result


def hundredths(commands: tuple[Command, ...]) -> list[list[float]]:
    """Return the straight lines of a path, rounded to 0.01 mm (a thirtieth of the tolerance), in order."""
    return sorted([round(v, 2) for end in line for v in end] for line in segments(commands))


def units(commands: tuple[Command, ...], cell: float) -> Counter[tuple[float, float, str]]:
    """Count how often each edge of a cell is drawn, by its upper left end and direction."""
    result: Counter[tuple[float, float, str]] = Counter()
    for (x1, y1), (x2, y2) in segments(commands):
        steps = round(max(x2 - x1, y2 - y1) / cell)
        for step in range(steps):
            across = x2 > x1
            corner = (x1 + step * cell * across, y1 + step * cell * (not across))
            result[round(corner[0], 3), round(corner[1], 3), "-" if across else "|"] += 1
    return result


def mirrored(sheet: DiecutSheet, commands: tuple[Command, ...]) -> tuple[Command, ...]:
    return tuple((name, *apply(sheet.mirror, *numbers)) for name, *numbers in commands)


# ---------------------------------------------------------------- lines


def test_a_line_between_two_pieces_is_cut_once() -> None:
    result = units(sheet().lines(), 20.0)
    assert set(result.values()) == {1}
    x, y = sheet().corner
    assert result[x + 40, y, "|"] == 1  # between a and b
    assert result[x + 20, y, "|"] == 0  # inside a
    assert result[x + 40, y + 20, "|"] == 1  # between the hole and b


def test_every_edge_of_every_piece_is_cut_and_no_other(red: DiecutSheet) -> None:
    left, top = red.corner
    wanted = set()
    owner = {cell: piece.name for piece in red.pieces for cell in piece.cells}
    for x, y in owner:
        for near, edge in (
            ((x - 1, y), (x, y, "|")),
            ((x + 1, y), (x + 1, y, "|")),
            ((x, y - 1), (x, y, "-")),
            ((x, y + 1), (x, y + 1, "-")),
        ):
            if owner.get(near) != owner[x, y]:
                wanted.add((round(left + edge[0] * 18, 3), round(top + edge[1] * 18, 3), edge[2]))
    result = units(red.lines(), 18.0)
    assert set(result) == wanted
    assert set(result.values()) == {1}
    assert len(red.pieces) == 21


def test_straight_lines_are_drawn_in_one_piece() -> None:
    x, y = sheet().corner
    assert ((x, y), (x + 60, y)) in segments(sheet().lines())
    assert ((x + 40, y), (x + 40, y + 40)) in segments(sheet().lines())


# ---------------------------------------------------------------- the back


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", [(210.0, 297.0), (297.0, 210.0), (215.9, 279.4)])
def test_the_outlines_of_both_sides_meet(red: DiecutSheet, flip: Flip, paper: tuple[float, float]) -> None:
    turned = replace(red, flip=flip, paper=paper, cell=15.0)
    assert hundredths(turned.lines()) == hundredths(mirrored(turned, turned.lines(back=True)))


def test_each_piece_is_behind_itself_in_the_same_style(red: DiecutSheet) -> None:
    for front, back in zip(red.pieces_on(back=False), red.pieces_on(back=True), strict=True):
        assert (front.name, front.style) == (back.name, back.style)
        assert {(8 - x, y) for x, y in front.cells} == set(back.cells)


def strokes(marks: list[Mark], colour: str) -> list[Mark]:
    return [mark for mark in marks if mark.kind == "stroke" and mark.paint == colour and not mark.spot]


def test_the_drawings_of_both_sides_meet(red: DiecutSheet) -> None:
    front, back = (pdf_marks(pdf_bytes([page])) for page in diecut_pages(red))
    (cut,) = strokes(front, "#10131a")
    (seen,) = strokes(back, mix("#c13b2f", "#000000", 0.45))
    assert hundredths(cut.commands) == hundredths(mirrored(red, seen.commands))
    assert {mark.paint for mark in front if mark.kind == "fill"} == {mark.paint for mark in back if mark.kind == "fill"}


def picture(page: Scene, dpi: int = 100) -> Pictures.Image:
    with pypdfium2.PdfDocument(io.BytesIO(pdf_bytes([page]))) as document:
        image: Pictures.Image = document[0].render(scale=dpi / 72).to_pil().convert("RGB")
        return image


@pytest.mark.parametrize("side", [0, 1])
def test_an_inexact_cut_shows_no_white(red: DiecutSheet, side: int) -> None:
    page = diecut_pages(replace(red, cut="none"))[side]
    image, mm = picture(page, 254), 10  # pixels a mm
    left, top = red.corner
    hole = (1, 5) if side == 0 else (7, 5)
    for column in range(9):
        for y in (top - MEET - 0.1, top + 180 + MEET + 0.1):
            assert image.getpixel((round((left + (column + 0.5) * 18) * mm), round(y * mm))) == parse_hex("#c13b2f")
    for line in range(10):
        for x in (left - MEET - 0.1, left + 162 + MEET + 0.1):
            assert image.getpixel((round(x * mm), round((top + (line + 0.5) * 18) * mm))) == parse_hex("#c13b2f")
    inside = (left + hole[0] * 18 + MEET + 0.1, top + (hole[1] + 0.5) * 18)
    assert image.getpixel((round(inside[0] * mm), round(inside[1] * mm))) == parse_hex("#c13b2f")
    middle = (left + (hole[0] + 0.5) * 18, top + (hole[1] + 0.5) * 18)
    assert image.getpixel((round(middle[0] * mm), round(middle[1] * mm))) == (255, 255, 255)


def test_pieces_of_two_colours_do_not_bleed_into_each_other() -> None:
    two = sheet(pieces=(TWO[0], replace(TWO[1], style=BLUE)), cut="none")
    image, mm = picture(diecut_pages(two)[0], 254), 10
    x, y = two.corner
    for across, colour in ((-0.3, RED.colour), (0.3, BLUE.colour)):
        assert image.getpixel((round((x + 40 + across) * mm), round((y + 2) * mm))) == parse_hex(colour)


# ---------------------------------------------------------------- how it is shown where to cut


def cuts(page: Scene) -> list[Path]:
    return [item for _, item in walk(page.items) if isinstance(item, Path) and item.commands == sheet().lines()]


def test_people_get_a_line_machines_a_spot_colour() -> None:
    (line,) = cuts(diecut_pages(sheet())[0])
    assert (line.spot, line.stroke) == ("", "#10131a")
    (spot,) = cuts(diecut_pages(sheet(cut="spot"))[0])
    assert spot.spot == CUT
    assert spot.stroke_width == 0.1
    assert cuts(diecut_pages(sheet(cut="none"))[0]) == []
    assert b"/CutContour" in pdf_bytes(diecut_pages(sheet(cut="spot")))


@pytest.mark.parametrize("cut", ["line", "spot", "none"])
def test_the_drawing_for_machines_has_the_cut_lines_and_nothing_else(cut: str) -> None:
    drawing = diecut_outlines(sheet(cut=cut))
    marks = svg_marks(to_svg(drawing, debug=True))
    assert len(marks) == len(sheet().pieces)
    assert all(mark.spot == CUT_LAYER and mark.commands[-1] == ("Z",) for mark in marks)
    # Together they are the lines of the sheet; those between two pieces are in both.
    closed = [(*mark.commands[:-1], ("L", *mark.commands[0][1:])) for mark in marks]
    assert {unit for outline in closed for unit in units(outline, 20.0)} == set(units(sheet().lines(), 20.0))
    assert (drawing.width, drawing.height) == (210, 297)


def test_the_trim_is_the_area_of_the_pieces() -> None:
    front, back = diecut_pages(sheet())
    assert front.trim == back.trim == (75.0, 128.5, 60.0, 40.0)
    assert front.bleed == back.bleed == 1.0
    assert (front.name, back.name) == ("pieces-front", "pieces-back")


def test_the_sheet_has_titles_and_instructions() -> None:
    named = sheet(names={"en": "Red pieces", "zh": "红色棋子"}, licence="Nobody · CC0", cell=20.0)
    with pypdfium2.PdfDocument(io.BytesIO(pdf_bytes(diecut_pages(named)))) as document:
        front, back = (document[i].get_textpage().get_text_bounded() for i in (0, 1))
    for text in ("Two", "Red pieces", "红色棋子", "cells of 20 mm", "100 %", "long edge", "Nobody · CC0"):
        assert text in front
        assert text in back
    assert "front" in front
    assert "back" in back


# ---------------------------------------------------------------- on paper


def test_the_largest_cells_fill_the_margins() -> None:
    assert fit_paper(PAPERS["a4"], (9, 10), None, "p") == ((210.0, 297.0), 21.1)
    assert fit_paper(PAPERS["letter"], (9, 10), None, "p") == ((215.9, 279.4), 21.7)
    assert fit_paper(PAPERS["a4"], (10, 2), None, "p") == ((297.0, 210.0), 27.7)
    assert fit_paper(PAPERS["a4"], (9, 10), 18.0, "p") == ((210.0, 297.0), 18.0)


def test_cells_that_are_too_large_are_rejected() -> None:
    with pytest.raises(
        FitError, match=r"9 × 10 cells of 22 mm do not fit 210 × 297 mm paper \(expected at most 21.1 mm"
    ):
        fit_paper(PAPERS["a4"], (9, 10), 22.0, "p")
    with pytest.raises(FitError, match="200 × 200 cells do not fit"):
        fit_paper((25.0, 40.0), (200, 200), None, "p")


@examples(60)
@given(st.integers(1, 40), st.integers(1, 40), st.sampled_from(sorted(PAPERS)))
def test_fitted_sheets_are_inside_the_margins(columns: int, rows: int, paper: str) -> None:
    size, cell = fit_paper(PAPERS[paper], (columns, rows), None, "p")
    x, y = DiecutSheet((), (columns, rows), size, cell).corner
    assert x >= SIDE_MARGIN - 1e-6
    assert y >= END_MARGIN - 1e-6
    assert sorted(size) == sorted(PAPERS[paper])


# ---------------------------------------------------------------- is it a layout?


def tiny(folder: FilePath, rows: str, **target: object) -> tuple[Deck, DiecutTarget]:
    game = tiny_game_in(folder)
    kinds = "shape: cells, at: point, tint: colour, set: text"
    game.change("card_data/tiny/game.yaml", "fields: {name: text}", f"fields: {{name: text, {kinds}}}")
    game.write("card_data/tiny/cards.yaml", f"cards:\n{rows}")
    keys = {"deck": "main", "papers": ["a4"], "titles": {"en": "x", "zh": "x"}, "cells": "shape", "colour": "tint"}
    return game.load().decks["main"], DiecutTarget.model_validate({**keys, "by": "set", **target})


ROW = '  - {{id: {}, name: x, shape: [{}], at: {}, tint: "#c13b2f", set: {}{}}}\n'


def row(name: str, at: str, cells: str = '"#"', of: str = "s", more: str = "") -> str:
    return ROW.format(name, cells, at, of, more)


def test_pieces_are_grouped_by_their_sheet(tmp_path: FilePath) -> None:
    deck, target = tiny(
        tmp_path, row("a", "[0, 0]", of="t") + row("b", "[2, 0]") + row("c", "[0, 3]", '".#", "##"', "t")
    )
    groups = group_pieces(deck, target)
    assert {group: [piece.name for piece in pieces] for group, pieces in groups.items()} == {
        "t": ["a", "c"],
        "s": ["b"],
    }
    assert groups["t"][1].cells == ((1, 3), (0, 4), (1, 4))
    assert area_of(deck, target) == (3, 5)
    assert check_layout(deck, target) == []


def test_pieces_on_sheets_of_their_own_share_no_cells(tmp_path: FilePath) -> None:
    deck, target = tiny(tmp_path, row("a", "[0, 0]") + row("b", "[0, 0]", of="t"))
    assert check_layout(deck, target) == []


@pytest.mark.parametrize(
    ("rows", "area", "card", "message"),
    [
        (row("a", "[0, 0]") + row("b", "[0, 0]"), None, "b", "card 'b': the piece overlaps 'a' at (0, 0)"),
        (row("a", "[3, 0]"), [3, 2], "a", "card 'a': the piece reaches off its sheet at (3, 0)"),
        (row("a", "[0, -1]"), None, "a", "card 'a': the piece reaches off its sheet at (0, -1)"),
        (row("a", "[0.5, 0]"), None, "a", "card 'a': the piece lies at [0.5, 0]"),
        (row("a", "[0, 0]", more=", copies: 2"), None, "a", "card 'a': 2 copies of a piece"),
    ],
    ids=["overlap", "off the sheet", "above the sheet", "between cells", "twice"],
)  # fmt: skip
def test_pieces_that_cannot_be_cut_out_are_findings(
    tmp_path: FilePath, rows: str, area: list[int] | None, card: str, message: str
) -> None:
    deck, target = tiny(tmp_path, rows, **({"area": area} if area else {}))
    (finding,) = check_layout(deck, target)
    assert (finding.code, finding.name, finding.card, finding.deck) == ("CG111", "sheet-layout", card, "main")
    assert finding.message.startswith(message)
    assert finding.place.file == "card_data/tiny/cards.yaml"
