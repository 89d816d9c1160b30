"""Texts on a tuck box: set in the game's fonts, fitted to their panels, in lines or upright in a column."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from cardgen.base.records import dataclass
from cardgen.base.units import sum_floats
from cardgen.base.words.messages import message
from cardgen.data.fonts import FontSet
from cardgen.products.imposition.plan import FitError, Size, in_mm
from cardgen.scene.items import Group, Item, translate
from cardgen.text.blocks import Block, Flow, fit_blocks, place_flow
from cardgen.text.lines import Align, Setting
from cardgen.text.paragraphs import fit_paragraph
from cardgen.text.spans import Span

DARK, QUIET = "#22252e", "#5a6070"

#: The smallest size of text on a box, mm.
LEAST_SIZE = 1.8


@dataclass(frozen=True, slots=True)
class Text:
    """A text in a language, at its size in mm and in its colour."""

    text: str
    lang: str
    size: float
    colour: str


@dataclass(frozen=True, slots=True)
class BoxTexts:
    """The fonts of a box, and its name for messages."""

    fonts: FontSet
    name: str

    def fit(
        self, spans: Sequence[Span], size: float, room: Size, floor: float, leading: float = 1.3, align: Align = "left"
    ) -> Flow:
        """Set spans in the game's fonts, shrunk to fit the room, at most down to `floor` mm."""
        return fit_paragraph(self.fonts.of_game(spans), size, *room, floor=floor, leading=leading, align=align)

    def fit_alike(
        self,
        blocks: Sequence[Sequence[Span]],
        size: float,
        rooms: Sequence[Size],
        floor: float,
        leading: float = 1.3,
        align: Align = "left",
    ) -> list[Flow]:
        """Set blocks of spans, all at the size at which each fits its room."""
        flows: list[Flow] = []
        for _ in range(2):
            flows = [
                self.fit(spans, size, room, floor, leading, align) for spans, room in zip(blocks, rooms, strict=True)
            ]
            size = min(flow.size for flow in flows)
        return flows

    def fit_title(self, spans: Sequence[Span], size: float, room: Size, *, vertical: bool = False) -> Flow:
        """Set centred spans, upright in a column if `vertical`. FitError if they do not fit at the least size."""
        floor = min(size, LEAST_SIZE)
        setting = Setting(1.3, "centre", vertical=vertical)
        block = Block(tuple(self.fonts.of_game(spans)))
        text = fit_blocks([block], size, *room, floor=floor, setting=setting)
        if not text.fits:
            words = "".join(span.text for span in spans)[:40]
            problem = message("{file}: the title or text {text!r} does not fit its panel", file=self.name, text=words)
            raise FitError(problem, message("expected {size}", size=in_mm(*room)))
        return text

    def fit_lines(self, texts: Sequence[Text], width: float, height: float) -> list[Flow]:
        """Set texts below each other, each fitted to the width, and all of them to the height.

        A text is in one line if it fits when it is a quarter smaller, otherwise in two.
        """
        lines: list[Flow] = []
        for number, text in enumerate(texts):
            room = height - sum_floats(line.height for line in lines) - 2.4 * (len(texts) - 1 - number)
            font = "bold" if text.size > 3.5 or not number else "medium"
            span = Span(text.text, font, text.colour, text.lang)
            floor, single = max(LEAST_SIZE, 0.75 * text.size), min(room, 1.35 * text.size)
            one = self.fit([span], text.size, (width, single), min(floor, text.size), align="centre")
            two = (width, min(room, 2.7 * text.size))
            lines.append(one if one.fits else self.fit_title([span], text.size, two))
        return lines

    def fit_first(self, texts: Sequence[Text], width: float, height: float) -> list[Flow]:
        """Set the first of the texts, as many as fit."""
        for count in range(len(texts), 0, -1):
            with contextlib.suppress(FitError):
                return self.fit_lines(texts[:count], width, height)
        return []


def in_a_row(texts: Sequence[tuple[str, str]], font: str, colour: str) -> list[Span]:
    """Return texts (text, language) as one line."""
    return [Span("    " * bool(n) + text, font, colour, lang) for n, (text, lang) in enumerate(texts)]


def in_column(text: Flow, measure: float, x: float, y: float) -> Group:
    """Return a centred column of `measure` mm with its middle at (x, y)."""
    return Group(place_flow(text, x - text.width / 2, y - measure / 2))


def stacked(lines: Sequence[Flow], x: float, y: float) -> list[Item]:
    """Return lines below each other, the first with its upper left corner at (x, y)."""
    items: list[Item] = []
    for line in lines:
        items.append(Group(line.runs, translate(x, y)))
        y += line.height
    return items


def height_of(lines: Sequence[Flow]) -> float:
    """Return the height of lines below each other, mm."""
    return sum_floats(line.height for line in lines)


def two_of(languages: Sequence[str]) -> list[str]:
    """Return the first language and one that is not of the same group, such as English beside two kinds of Chinese."""
    first, *others = languages
    group = first.split("-")[0]
    others.sort(key=lambda lang: lang.split("-")[0] == group)
    return [first, *others[:1]]
