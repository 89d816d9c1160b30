"""The pages of a sheet of pieces: its front, its back, and its cut lines by themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.base.records import replace
from cardgen.base.words.messages import Message, message, printed
from cardgen.data.languages.own_words import distinct_texts, printed_texts
from cardgen.products.diecuts.layout import END_MARGIN, SIDE_MARGIN, DiecutPiece, DiecutSheet
from cardgen.products.imposition.cutting import cut_drawing, cut_line
from cardgen.products.imposition.label import SCALE, SIDES, Side, printer_text
from cardgen.products.imposition.marks import corner_marks, register_marks
from cardgen.products.imposition.plan import PRINTER_MARGIN, FitError, Flip
from cardgen.products.imposition.regmarks import draw_marks, mark_paths, reach
from cardgen.scene.colour import mix, shade_of
from cardgen.scene.items import Command, Item, Path, Rect, Scene, polyline
from cardgen.scene.shapes import PATTERNS, CellStyle, move_commands, outline_cells
from cardgen.text.blocks import place_flow
from cardgen.text.paragraphs import fit_paragraph
from cardgen.text.spans import Span

_INK, _QUIET = "#171c27", "#4a5466"
_HEAD, _FOOT = 8.5, 4.5  # mm, of the text above and below
_LINE = 120.0  # mm, the least width of a line of text, if the paper is as wide
_MARKS = 5.0  # mm, of the marks and the bleed

_TURN: Mapping[Flip, Message] = {
    "long": printed("print on both sides, turned over on the long edge"),
    "short": printed("print on both sides, turned over on the short edge"),
}
_HOW_TO_CUT = printed(
    "On thick paper. Against the light the crosses of both sides must meet; then cut along the lines."
)


def diecut_pages(sheet: DiecutSheet) -> tuple[Scene, Scene]:
    """Return the front and the back of a sheet of pieces, to be printed on one paper.

    The back is the mirror image of the front, with the same colours and patterns. A scene's `trim` is the area of
    cells, its `bleed` is visible outside it. FitError if the text of the page does not fit above and below.
    """
    return _page(sheet, back=False), _page(sheet, back=True)


def diecut_outlines(sheet: DiecutSheet) -> Scene:
    """Return only the outlines of a sheet's pieces, as seen on its front, for a cutting machine."""
    outlines = (
        (command for ring in outline_cells(piece.cells) for command in polyline(*ring, close=True))
        for piece in sheet.pieces_on(back=False)
    )
    return cut_drawing(
        sheet.paper,
        (tuple(move_commands(outline, *sheet.corner, sheet.cell)) for outline in outlines),
        marks=mark_paths(sheet.marks, sheet.paper) if sheet.marks else (),
        name=f"{sheet.name}-cut",
        title=_title(sheet, "front"),
        description=_description(sheet, "front"),
        lang=sheet.languages[0],
    )


def _page(sheet: DiecutSheet, back: bool) -> Scene:
    side: Side = "back" if back else "front"
    trim = (*sheet.corner, sheet.area[0] * sheet.cell, sheet.area[1] * sheet.cell)
    items: list[Item] = [*register_marks(trim, sheet.bleed), *_words(sheet, side)]
    if sheet.marks is None:
        items.insert(0, corner_marks(trim, sheet.bleed))
    elif not back:  # the machine reads the side that it cuts
        items += draw_marks(sheet.marks, sheet.paper, sheet.languages, sheet.fonts, sheet.name)
    items += _draw_pieces(sheet, sheet.pieces_on(back))
    if back and sheet.cut != "none":
        colours = {piece.style.colour for piece in sheet.pieces}
        quiet = mix(next(iter(colours)), "#000000", 0.45) if len(colours) == 1 else _INK
        items.append(Path(sheet.lines(back=True), stroke=quiet, stroke_width=0.15))
    elif not back:
        items += cut_line(sheet.lines(), sheet.cut)
    return Scene(
        *sheet.paper,
        tuple(items),
        bleed=sheet.bleed,
        name=f"{sheet.name}-{side}",
        title=_title(sheet, side),
        description=_description(sheet, side),
        lang=sheet.languages[0],
        trim=trim,
    )


# ---------------------------------------------------------------- pieces


def _draw_pieces(sheet: DiecutSheet, pieces: Sequence[DiecutPiece]) -> list[Item]:
    """Draw the colours with their bleed, light lines between the cells of a piece, and the marks of the patterns."""
    left, top = sheet.corner
    cell, bleed = sheet.cell, sheet.bleed
    by_style: dict[CellStyle, list[DiecutPiece]] = {}
    for piece in pieces:
        by_style.setdefault(piece.style, []).append(piece)

    # The bleed is below everything, because neighbouring pieces of two colours have no room for it.
    grounds, under = [], []
    for style, same in by_style.items():
        rings = outline_cells({cell for piece in same for cell in piece.cells})
        outline = (command for ring in rings for command in polyline(*ring, close=True))
        grounds.append(Path(tuple(move_commands(outline, left, top, cell)), fill=style.colour))
        under.append(replace(grounds[-1], stroke=style.colour, stroke_width=2 * bleed))
    items: list[Item] = [*under, *(grounds if len(grounds) > 1 else ())]
    for style, same in by_style.items():
        seams = tuple(move_commands((c for piece in same for c in _seams(piece)), left, top, cell))
        light = mix(style.colour, "#ffffff", 0.6)
        items += [Path(seams, stroke=light, stroke_width=round(0.016 * cell, 3))] if seams else []
        marks = [
            command
            for piece in same
            for x, y in piece.cells
            for command in move_commands(PATTERNS[style.pattern], left + x * cell, top + y * cell, cell)
        ]
        items += [Path(tuple(marks), fill=shade_of(style.colour), even_odd=True)] if marks else []
    return items


def _seams(piece: DiecutPiece) -> list[Command]:
    """Return the lines between the cells of a piece, in cells. They end before its outline."""
    own, short = set(piece.cells), 0.1
    lines: list[Command] = []
    for x, y in piece.cells:
        if (x + 1, y) in own:
            lines += polyline((x + 1, y + short), (x + 1, y + 1 - short))
        if (x, y + 1) in own:
            lines += polyline((x + short, y + 1), (x + 1 - short, y + 1))
    return lines


# ---------------------------------------------------------------- words


def _title(sheet: DiecutSheet, side: Side) -> str:
    parts = [*_own(sheet, sheet.titles), *_own(sheet, sheet.names)]
    return " ".join([*dict.fromkeys(text for text, _ in parts), "·", SIDES[side]])


def _description(sheet: DiecutSheet, side: Side) -> str:
    return f"{SIDES[side]}: " + ", ".join(piece.name for piece in sheet.pieces)


def _own(sheet: DiecutSheet, texts: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(text, lang) for lang, text in distinct_texts(texts, sheet.languages).items()]


def _words(sheet: DiecutSheet, side: Side) -> list[Item]:
    """Set the titles above the pieces, and the instructions below them."""
    spans: list[Span] = []
    for number, texts in enumerate((sheet.titles, sheet.names)):
        titles = _own(sheet, texts)
        spans += [Span("  ·  ", "regular", _QUIET)] if number and spans and titles else []
        spans += [Span("  " * bool(i) + text, "bold", _INK, lang) for i, (text, lang) in enumerate(titles)]
    end = sheet.corner[1] - _MARKS
    top = max(PRINTER_MARGIN + 0.5, end - _HEAD - 4)
    margin, beside = SIDE_MARGIN, sheet.marks.inset + reach(sheet.marks) + 1 if sheet.marks else 0.0
    if top < beside:  # between the marks, not below them
        margin = beside
    width = min(max(sheet.area[0] * sheet.cell, _LINE), sheet.paper[0] - 2 * margin)
    left = min(max(sheet.corner[0], margin), sheet.paper[0] - margin - width)
    cells = printed("cells of {size} mm", size=f"{sheet.cell:g}")
    notes = [
        *(printed_texts(text, sheet.languages, sheet.fonts) for text in (cells, SCALE, SIDES[side])),
        [(sheet.licence, "en")] if sheet.licence else [],
        printed_texts(printer_text(sheet.printer), sheet.languages, sheet.fonts) if sheet.printer else [],
    ]
    steps = [printed_texts(text, sheet.languages, sheet.fonts) for text in (_TURN[sheet.flip], _HOW_TO_CUT)]
    head = _set(sheet, spans, 4.2, (left, top, width, _HEAD - 3.6))
    head += _set(sheet, _joined(notes), 2.5, (left, top + _HEAD - 3.4, width, 3.4))
    return [
        *head,
        *_set(sheet, _joined(steps), 2.3, (left, sheet.paper[1] - end + 0.5, width, END_MARGIN - _MARKS - 6)),
    ]


def _joined(parts: Sequence[Sequence[tuple[str, str]]]) -> list[Span]:
    spans: list[Span] = []
    for part in parts:
        spans += [Span("  ·  ", colour=_QUIET)] if spans and part else []
        spans += [Span("  " * bool(i) + text, colour=_QUIET, lang=lang) for i, (text, lang) in enumerate(part)]
    return spans


def _set(sheet: DiecutSheet, spans: Sequence[Span], size: float, area: Rect) -> list[Item]:
    x, y, width, height = area
    text = fit_paragraph(sheet.fonts.of_game(spans), size, width, height, floor=1.2, leading=1.25)
    if not text.fits:
        words = "".join(span.text for span in spans)[:40]
        problem = message("{file}: {text!r} does not fit beside the pieces", file=sheet.name, text=words)
        raise FitError(problem, message("use a shorter title"))
    return [*place_flow(text, x, y)]
