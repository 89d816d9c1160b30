"""The label in the margin of a sheet: titles, page number, and how to print it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal, TypeAlias

from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import Message, printed
from cardgen.data.languages.own_words import distinct_texts, printed_texts
from cardgen.products.imposition.plan import CROP_MARK, Grid, SheetPlan
from cardgen.products.imposition.regmarks import label_place
from cardgen.scene.items import GlyphRun, Group, Matrix, bounds_of, then, translate, turn
from cardgen.text.blocks import Flow
from cardgen.text.fonts import face_named
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.scripts import split_scripts
from cardgen.text.shaping import shape
from cardgen.text.spans import Span

Side: TypeAlias = Literal["front", "back", "fold"]

#: The usual and the smallest size of the label's text, mm.
LABEL_SIZE = 2.0
LABEL_FLOOR = 1.4

#: The blank space between the label and its neighbours, mm.
CLEAR = 0.4

#: The names of the sides of a sheet.
SIDES: Mapping[Side, Message] = {
    "front": printed("front"),
    "back": printed("back"),
    "fold": printed("front and back"),
}
#: The scale of every printed page.
SCALE = printed("print at 100 %")

_FOLD_STEPS = printed("fold, glue, then cut")


def printer_text(name: str) -> Message:
    """Return the words of a sheet that is only for one printer."""
    return printed("printer {name}", name=name)


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """A place for the label: a box of `width` × `height` mm, which `matrix` puts on the page.

    `size` is the size of the text, `lines` the number of its lines. It is `whole` if nothing had to be left out.
    """

    matrix: Matrix
    width: float
    height: float
    size: float = LABEL_SIZE
    lines: int = 1
    whole: bool = True

    def mirrored(self, mirror: Matrix) -> LabelPlace:
        """Return the place on the other side of the paper, with the text as it can be read there."""
        x, y, *_ = bounds_of(self.matrix, (0.0, 0.0, self.width, self.height))
        to_x, to_y, *_ = bounds_of(then(self.matrix, mirror), (0.0, 0.0, self.width, self.height))
        return replace(self, matrix=then(self.matrix, translate(to_x - x, to_y - y)))


@dataclass(frozen=True, slots=True)
class Label:
    """The label of all pages of one side, in one or two lines: only the page number between its words differs."""

    before: tuple[Span, ...]
    number: Span
    after: tuple[Span, ...]

    def spans(self, page: str) -> list[Span]:
        """Return the label of a page such as "3 / 23"."""
        return [*self.before, replace(self.number, text=page), *self.after]


def label_of(plan: SheetPlan, side: Side, lines: int = 1, whole: bool = True) -> Label:
    """Return the label of a side in one or two lines; unless it is `whole`, only how to print the page."""

    def own(texts: Mapping[str, str]) -> list[tuple[str, str]]:
        return [(text, lang) for lang, text in distinct_texts(texts, plan.languages).items()]

    def words(text: Message) -> list[tuple[str, str]]:
        return printed_texts(text, plan.languages, plan.fonts)

    titles = [own(plan.title), own(plan.subtitle), [(plan.licence, "en")] if plan.licence else []] if whole else []
    how = [[("", "en"), *words(SIDES[side])], words(SCALE), words(_FOLD_STEPS) if side == "fold" else []]
    how += [words(printer_text(plan.printer))] if plan.printer else []
    spans: list[Span] = []
    place = 0  # of the page number, the first of `how`
    for number, part in enumerate((*titles, *how)):
        if spans and part:
            spans.append(Span("\n" if lines == 2 and number == len(titles) else "  ·  "))
        place = len(spans) if number == len(titles) else place
        spans += [Span("  " * bool(i) + text, lang=lang) for i, (text, lang) in enumerate(part)]
    spans = plan.fonts.of_game(spans)
    return Label(tuple(spans[:place]), spans[place], tuple(spans[place + 1 :]))


def choose_place(plan: SheetPlan, grid: Grid, sheets: int) -> LabelPlace | None:
    """Return where the labels of `sheets` sheets are set largest, the bottom of the page if several places are as good.

    The titles and the licence are left out if they have no room. None if the margins have no room for anything.
    """
    page = f"{sheets} / {sheets}"
    sides: tuple[Side, ...] = ("fold",) if plan.backs == "gutterfold" else ("front", "back")
    for whole in (True, False):
        texts = {
            lines: [
                layout_paragraph(label_of(plan, side, lines, whole).spans(page), LABEL_SIZE, float("inf"))
                for side in sides
            ]
            for lines in (1, 2)
        }
        candidates = (
            replace(place, size=min(_largest(text, place, lines) for text in texts[lines]), lines=lines, whole=whole)
            for place in _places(plan, grid)
            for lines in texts
        )
        best = max(candidates, key=lambda place: place.size, default=None)
        if best is not None and best.size >= LABEL_FLOOR:
            return best
    return None


def _largest(widest: Flow, place: LabelPlace, lines: int) -> float:
    """Return the size in mm, in whole tenths, that sets a text in that many lines of `place`; LABEL_SIZE at most.

    `widest` is the text at LABEL_SIZE in lines of any width.
    """
    if widest.lines > lines:
        return 0.0
    largest = min(1.0, place.width / widest.width, place.height / widest.height) * LABEL_SIZE
    return math.floor(largest * 10 + 1e-6) / 10


def layout_label(label: Label, place: LabelPlace, page: str) -> Group:
    """Lay out the label of one page in its place."""
    text = layout_paragraph(label.spans(page), place.size, place.width)
    return Group(text.runs, then(translate(0.0, (place.height - text.height) / 2), place.matrix))


class PageLabels:
    """The labels of the pages of one side. Only the page number differs, so the rest is laid out once."""

    def __init__(self, label: Label, place: LabelPlace) -> None:
        self._label, self._place = label, place
        self._group = layout_label(label, place, "0")
        self._runs, self._position = self._find_number()
        at = sum(len(span.text) for span in label.before)
        scripts = split_scripts("".join(span.text for span in label.spans("0")))
        self._script = next(script for _, end, script in scripts if at < end)

    def _find_number(self) -> tuple[Sequence[GlyphRun], int | None]:
        """Return the runs of the label, and the position of the page number among them; None if it has other items."""
        first = self._group.items
        longer = layout_label(self._label, self._place, "00").items
        runs = [item for item in first if isinstance(item, GlyphRun)]
        if len(runs) != len(first) or len(first) != len(longer):
            return runs, None
        return runs, next(i for i, (short, long) in enumerate(zip(first, longer, strict=True)) if short != long)

    def layout(self, page: str) -> Group:
        """Return the label of a page such as "3 / 23"."""
        if self._position is None:
            return layout_label(self._label, self._place, page)
        runs, position = self._runs, self._position
        number = runs[position]
        shaped = shape(number.face, page, self._script, number.lang)
        if shaped.glyphs:
            return layout_label(self._label, self._place, page)
        units = face_named(number.face).units
        changed = replace(
            number, text=page, advances=tuple([advance / units * number.size for advance in shaped.advances])
        )
        more = changed.width - number.width
        after = [run.moved(more, 0.0) if run.baseline == number.baseline else run for run in runs[position + 1 :]]
        return replace(self._group, items=(*runs[:position], changed, *after))


def _places(plan: SheetPlan, grid: Grid) -> list[LabelPlace]:
    """Return the boxes in the four margins that have room for a label: outside the crop marks, and between two."""
    if plan.marks is not None:
        x, y, width, height = label_place(plan.marks, plan.paper)
        return [LabelPlace(translate(x, y), width, height)]
    places: list[LabelPlace] = []
    for axis in (1, 0):  # the bottom and top margins, then those at the sides
        along = 1 - axis
        marks = pairwise(grid.edges(along))
        first, last = max(marks, key=lambda pair: round(pair[1] - pair[0], 6))
        near, far = plan.blank_at(axis)
        before = grid.block[axis] - near
        after = before  # of cards in the middle
        if not plan.is_centred and plan.fold_axis != axis:
            after = plan.paper[axis] - far - grid.block[axis] - grid.block[axis + 2]
        for start, length, taken in (
            (grid.block[along], grid.block[along + 2], grid.gap[axis] + CROP_MARK),
            (first + 2 * CLEAR, last - first - 4 * CLEAR, 0.0),
        ):
            before_it, after_it = (room - grid.bleed - CLEAR - taken for room in (before, after))
            ends = [(near, before_it), (plan.paper[axis] - far - after_it, after_it)]
            for place, thick in ends if axis == 0 else ends[::-1]:
                if min(length, thick) <= 0:
                    continue
                # At the sides it is written upwards.
                matrix = translate(start, place) if axis else then(turn(270), translate(place, start + length))
                places.append(LabelPlace(matrix, length, thick))
    return places
