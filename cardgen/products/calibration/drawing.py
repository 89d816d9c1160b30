"""The calibration sheet: it measures the margins of a printer, its scale, and the offsets of fronts and backs.

The front has two targets with scales, the back a cross behind each of them. The numbers on the scales are the
correction itself, with its sign, whichever edge the paper is turned about. What is written on other lines has letters,
and the command at the bottom has a formula of these letters below each number.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base.records import dataclass
from cardgen.base.words.messages import Message, message
from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.data.languages.own_words import own_languages
from cardgen.products.calibration import words
from cardgen.products.calibration.command import draw_example, draw_form
from cardgen.products.calibration.marks import (
    INK,
    QUIET,
    REACH,
    Texts,
    draw_cross,
    draw_edge_line,
    draw_edge_scale,
    draw_ruler,
    draw_target,
    edge_places,
    targets,
)
from cardgen.products.calibration.readings import RULER, target_distance
from cardgen.products.imposition.plan import FitError, Flip, Size, in_mm
from cardgen.products.imposition.printed import page_matrix
from cardgen.products.printers import Printer
from cardgen.scene.items import IDENTITY, Group, Item, Path, Rect, Scene, ellipse, translate
from cardgen.text.measuring import is_right_to_left
from cardgen.text.spans import Span

#: The smallest paper that the sheet can be set on, mm.
_ROOM = (180.0, 250.0)
_LEFT, _TOP = 16.0, 15.0
_BESIDE = 19.0  # of the upright ruler
_GAP = 4.0


def check_fit(paper: Size, name: str) -> None:
    """Raise FitError if the paper is too small for a calibration sheet of this name."""
    if min(paper) < min(_ROOM) or max(paper) < max(_ROOM):
        raise FitError(
            message("{file}: the calibration sheet does not fit {paper} paper", file=name, paper=in_mm(*paper)),
            message("expected {size} or more", size=in_mm(*_ROOM)),
        )


def sheet_fonts(languages: Sequence[str], fonts: FontSet) -> FontSet:
    """Return the fonts of a calibration sheet: the bundled ones, unless the game's can print more of its languages."""
    texts = words.all_words()
    return BUNDLED if own_languages(languages, texts, BUNDLED) == own_languages(languages, texts, fonts) else fonts


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What both sides of a sheet are drawn for."""

    paper: Size
    flip: Flip
    printer: Printer | None
    languages: Sequence[str]
    texts: Texts

    @property
    def is_backwards(self) -> bool:
        """True if the first language is written from right to left."""
        return is_right_to_left(self.languages[0])

    @property
    def note(self) -> list[Span]:
        """The printer that the sheet is corrected for, with its values."""
        if self.printer is None:
            return []
        values = " ".join(filter(None, [self.printer.name, *self.printer.options]))
        return [*self.in_all(words.CORRECTED), Span("\n" + values, "medium", QUIET)]

    def in_all(self, text: Message, font: str = "regular", colour: str = QUIET, between: str = "   ") -> list[Span]:
        """Return a text in all languages of the sheet."""
        return [
            Span(between * bool(number) + text.in_language(lang), font, colour, lang)
            for number, lang in enumerate(self.languages)
        ]


def calibration_pages(
    paper: Size,
    *,
    flip: Flip = "long",
    printer: Printer | None = None,
    languages: Sequence[str] = ("zh", "en"),
    fonts: FontSet = BUNDLED,
    name: str = "calibration",
) -> tuple[Scene, Scene]:
    """Return the front and the back of the calibration sheet for `paper` (portrait, mm).

    They are printed two-sided, turned over on the `flip` edge. They are corrected for the `printer` as sheets of cards
    are, apart from the scales at the edges, so that its values can be tried. The targets are on both sides of the
    paper's middle along its longer side: the mean of their readings is the shift, their difference divided by their
    distance is the angle. The texts are in those `languages` that the `fonts` have the characters for. FitError if the
    paper is too small.
    """
    check_fit(paper, name)
    shown = own_languages(languages, words.all_words(), fonts)
    sheet = _Sheet(paper, flip, printer, shown, Texts(fonts))

    def in_all(*parts: Message) -> str:
        return " ".join(" · ".join(part.in_language(lang) for part in parts) for lang in shown)

    sides = (("front", _front(sheet), words.FRONT, words.AIM), ("back", _back(sheet), words.BACK, words.TURNED))
    first, second = (
        Scene(
            *paper,
            items,
            name=f"{name}-{side}",
            title=in_all(words.TITLE, label),
            description=in_all(about),
            lang=shown[0],
        )
        for side, items, label, about in sides
    )
    return first, second


# ---------------------------------------------------------------- the two sides


def _corrected(sheet: _Sheet, items: Sequence[Item], *, back: bool) -> tuple[Item, ...]:
    """Return items as they are printed for the printer of the sheet."""
    if sheet.printer is None:
        return tuple(items)
    matrix = page_matrix(sheet.paper, sheet.printer, sheet.flip, back=back)
    return tuple(items) if matrix == IDENTITY else (Group(tuple(items), matrix),)


def _back(sheet: _Sheet) -> tuple[Item, ...]:
    places = targets(sheet.paper, target_distance(sheet.paper))
    items: list[Item] = []
    for letter, place in places.items():
        items += draw_cross(sheet.texts, letter, *place)
    spans = [*sheet.in_all(words.TURNED), *([Span("\n"), *sheet.note] if sheet.note else [])]
    room = (_LEFT, _TOP, sheet.paper[0] - 2 * _LEFT, places["A"][1] - 13 - _TOP)
    items.append(sheet.texts.paragraph(spans, 2.8, room, "centre")[0])
    return _corrected(sheet, items, back=True)


def _front(sheet: _Sheet) -> tuple[Item, ...]:
    (width, height), distance = sheet.paper, target_distance(sheet.paper)
    places = targets(sheet.paper, distance)
    near = (height - distance) / 2
    along = 30.0 if sheet.is_backwards else width - 30
    edges = edge_places(sheet.paper, along, near)
    left = along + 14 if sheet.is_backwards else _LEFT
    items = _heading(sheet, (left, _TOP, width - 2 * _LEFT - 28, near - REACH - 2 - _TOP))
    items += _content(sheet, (_LEFT, near + 18, width - 2 * _LEFT, height - 2 * near - 28))
    for letter, place in places.items():
        items += draw_target(sheet.texts, letter, place, sheet.paper, sheet.flip)
    for edge, at in enumerate(edges):
        items += draw_edge_line(sheet.texts, edge, at)
    fixed = [item for at in edges for item in draw_edge_scale(sheet.texts, at)]
    return (*_corrected(sheet, items, back=False), *fixed)


def _content(sheet: _Sheet, area: Rect) -> list[Item]:
    """Draw what is between the two targets."""
    x, y, width, height = area
    name = sheet.printer.name if sheet.printer else ""
    example, used = draw_example(sheet.texts, sheet.paper, (x, 0, width), sheet.in_all(words.EXAMPLE, "bold", INK))
    form, form_height = draw_form(sheet.texts, sheet.paper, (x, 0, width), name, sheet.note)
    low = y + height - used
    last = [Group(tuple(form), translate(0, low - form_height - 2.5)), Group(tuple(example), translate(0, low))]
    low -= form_height + 2.5 + 8.0 + _GAP
    inside = x + _BESIDE
    items = _steps(sheet, (inside, y, width - _BESIDE, low - _GAP - y))
    items += [*draw_ruler(sheet.texts, x + 2, y, upright=True), *sheet.texts.blank("H", x, y + RULER + 5.5, 10)]
    items += draw_ruler(sheet.texts, inside, low, upright=False)
    return [*items, *sheet.texts.blank("G", inside + RULER + 6, low + 4), *last]


# ---------------------------------------------------------------- words


def _heading(sheet: _Sheet, area: Rect) -> list[Item]:
    x, y, width, height = area
    title, used = sheet.texts.paragraph(sheet.in_all(words.TITLE, "bold", INK), 6, (x, y - 2, width, 9))
    aims = sheet.in_all(words.AIM, between="\n")
    return [title, sheet.texts.paragraph(aims, 2.8, (x, y - 2 + used, width, height + 2 - used))[0]]


def _steps(sheet: _Sheet, area: Rect) -> list[Item]:
    """Set the steps, one column for each language, as large as all of them fit."""
    x, y, width, height = area
    count = len(sheet.languages)
    column = (width - 7 * (count - 1)) / count
    size = 3.3
    while True:
        items: list[Item] = []
        lowest = 0.0
        for number, lang in enumerate(sheet.languages):
            place = count - 1 - number if sheet.is_backwards else number
            drawn, used = _column(sheet, lang, (x + place * (column + 7), y, column), size)
            items += drawn
            lowest = max(lowest, used)
        if lowest <= height or size <= 1.6:
            return items
        size = round(size - 0.05, 2)


def _column(sheet: _Sheet, lang: str, area: tuple[float, float, float], size: float) -> tuple[list[Item], float]:
    """Set the steps in one language, and return their height."""
    x, y, width = area
    backwards = is_right_to_left(lang)
    items: list[Item] = []
    level = y
    for number, step in enumerate(words.steps(sheet.flip), 1):
        centre, middle = x + width - 2.3 if backwards else x + 2.3, level + 0.7 * size
        items.append(Path(ellipse(centre, middle, 2.3), fill=INK))
        items.append(sheet.texts.centred(str(number), 3, centre, middle, font="bold", colour="#ffffff"))
        room = (x if backwards else x + 7, level, width - 7, 1e6)
        text, used = sheet.texts.paragraph([Span(step.in_language(lang), colour=INK, lang=lang)], size, room)
        items.append(text)
        level += max(used, 4.6) + 0.6 * size
    return items, level - 0.6 * size - y
