"""The instructions on a sheet of a tuck box: what to do, step by step, and the kinds of lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from cardgen.base.records import dataclass
from cardgen.base.units import sum_floats
from cardgen.base.words.messages import Message, message, printed
from cardgen.products.imposition.plan import FitError, in_mm
from cardgen.products.tuckboxes.flaps import Bottom
from cardgen.products.tuckboxes.net import GROUND_BLEED, TuckboxLayout
from cardgen.products.tuckboxes.texts import DARK, LEAST_SIZE, QUIET, BoxTexts, two_of
from cardgen.scene.items import Group, Item, Path, polyline, translate
from cardgen.text.spans import Span

TUCK_BOX = printed("Tuck box")
_PRINT = printed("Print at 100 % on stiff paper, 200 to 300 g/m².")
_CUT = printed("Cut along the solid line, the thumb notch, too.")
_CUT_SLITS = printed("Cut the solid lines, the notch and the slits.")
_FOLD = printed("Score and fold the dashed lines away from you.")
_JOIN = printed("Glue flap A of this sheet behind edge A of the other sheet.")
_GLUE = printed("Glue the flap behind the front.")
_LAST: Mapping[Bottom, Sequence[Message]] = {
    "tuck": (_GLUE, printed("Fold in the small flaps and tuck in the bottom.")),
    "glued": (_GLUE, printed("Fold in the white flaps of the bottom, and glue the bottom to them.")),
    "crash-lock": (
        printed("Fold the bottom flat against the inside, and its tabs back."),
        printed("Put glue on the tabs and the flap. Fold the right side over, then the front, and press flat."),
        printed("When it is dry, open it: the bottom locks."),
    ),
}

#: The size of the steps, the least size with one language above and one below the front, and the least of all, mm.
_SIZE, _GOOD_SIZE, _LEAST_SIZE = 2.7, 2.3, 1.5

#: The dashes of folds away from the print, and of those towards it.
DASHES = (2.0, 1.5)
REVERSE_DASHES = (3.0, 1.0, 0.6, 1.0)

_LINES: Sequence[tuple[Message, tuple[float, ...]]] = ((printed("cut"), ()), (printed("fold"), DASHES))
_FOLD_BACK = (printed("fold back"), REVERSE_DASHES)


def steps_for(first: TuckboxLayout, last: TuckboxLayout, bottom: Bottom) -> tuple[Message, ...]:
    """Return the steps of a box; the lid with its slits is on the last of its sheets."""
    cut = _CUT_SLITS if last.slits else _CUT
    join = (_JOIN,) if "joint" in first.panels else ()
    return (_PRINT, cut, _FOLD, *join, *_LAST[bottom])


def lines_of(layout: TuckboxLayout) -> Sequence[tuple[Message, tuple[float, ...]]]:
    """Return the kinds of lines of a net, with the dashes of each."""
    return (*_LINES, _FOLD_BACK) if layout.reverse else _LINES


@dataclass(frozen=True, slots=True)
class Steps:
    """The instructions of a box: its `stack`, its size `outside`, the steps, and the number of its `sheets`."""

    stack: Message
    outside: Message
    steps: Sequence[Message]
    sheets: int = 1

    @property
    def messages(self) -> tuple[Message, ...]:
        """All messages that are printed with the instructions, apart from the kinds of lines."""
        return (TUCK_BOX, self.stack, self.outside, sheet_of(1, self.sheets), *self.steps)


def sheet_of(number: int, count: int) -> Message:
    """Return which of its sheets a sheet is."""
    return printed("sheet {number} of {count}", number=number, count=count)


def draw_steps(
    layout: TuckboxLayout, texts: BoxTexts, instructions: Steps, languages: Sequence[str], *, with_key: bool
) -> list[Item]:
    """Set the instructions in two languages, one above the front and one below it, or both where there is more room.

    On small paper they are only in the first language. FitError if there is no room for it.
    """
    x, y, width, height = layout.panels["front"]
    room, gap, wide = layout.room, GROUND_BLEED + 2, width - 6
    low = y + height + layout.front_reach + gap
    above, below = y - gap - room[1], room[1] + room[3] - low
    key = 5.0 if with_key else 0.0
    sizes = (_GOOD_SIZE, _LEAST_SIZE)
    for shown, floor, upper in (
        *product([two_of(languages)], sizes, (1, 2, 0)),
        *product([languages[:1]], sizes, (1, 0)),
    ):
        rooms = _rooms(above, below, upper, len(shown))
        spans = [_spans(instructions, lang, with_size=floor == _GOOD_SIZE) for lang in shown]
        blocks = texts.fit_alike(spans, _SIZE, [(wide, free - key) for free in rooms], floor, leading=1.4)
        if all(block.fits for block in blocks):
            break
    else:
        problem = message("tuckbox: the steps in {lang!r} do not fit beside the net", lang=languages[0])
        raise FitError(problem, message("there is room for {size}", size=in_mm(wide, max(above, below))))
    items: list[Item] = []
    level = y - gap - sum_floats(block.height + key for block in blocks[:upper])
    for number, (block, lang) in enumerate(zip(blocks, shown, strict=True)):
        level = low if number == upper else level
        items.append(Group(block.runs, translate(x, level)))
        items += _key(layout, texts, lang, x, level + block.height + 2.5) if with_key else []
        level += block.height + key
    return items


def _rooms(above: float, below: float, upper: int, count: int) -> list[float]:
    """Return the heights for `count` texts, of which the first `upper` are above the front, mm."""
    return [above / upper if number < upper else below / (count - upper) for number in range(count)]


def _spans(instructions: Steps, lang: str, with_size: bool) -> list[Span]:
    """Return the instructions in one language, with the size of the box if there is room for it."""
    sheet = [sheet_of(1, instructions.sheets)] if instructions.sheets > 1 else []
    outside = [instructions.outside] if with_size else []
    return [
        Span(TUCK_BOX.in_language(lang), "bold", DARK, lang),
        *(Span(f"  {text.in_language(lang)}", "regular", QUIET, lang) for text in (*sheet, instructions.stack)),
        *(Span("\n" + text.in_language(lang), "regular", QUIET, lang) for text in outside),
        *(
            Span(f"\n{step}  {text.in_language(lang)}", "regular", DARK, lang)
            for step, text in enumerate(instructions.steps, 1)
        ),
    ]


def draw_sheet_number(
    layout: TuckboxLayout, texts: BoxTexts, number: int, count: int, languages: Sequence[str]
) -> list[Item]:
    """Set which sheet this is below the net, or else above it, if there is room."""
    _, top, _, height = layout.room
    x, _, width, _ = layout.panels["back"]
    gap, line = GROUND_BLEED + 2, 1.4 * _SIZE
    lowest = max(panel[1] + panel[3] for panel in layout.panels.values()) + gap
    highest = min(panel[1] for panel in layout.panels.values()) - gap - line
    level = lowest if lowest + line <= top + height else highest
    if level < top:
        return []
    spans = [
        Span(text + "  ", font, colour, lang)
        for lang in two_of(languages)
        for text, font, colour in (
            (TUCK_BOX.in_language(lang), "bold", DARK),
            (sheet_of(number, count).in_language(lang), "regular", QUIET),
        )
    ]
    text = texts.fit(spans, _SIZE, (width, line), LEAST_SIZE)
    return [Group(text.runs, translate(x, level))] if text.fits else []


def _key(layout: TuckboxLayout, texts: BoxTexts, lang: str, x: float, y: float) -> list[Item]:
    """Draw the key: the kinds of lines with their names."""
    items: list[Item] = []
    lines = lines_of(layout)
    pitch = 26 if len(lines) == 2 else 20
    for number, (kind, dash) in enumerate(lines):
        start = x + pitch * number
        word = texts.fit([Span(kind.in_language(lang), "regular", DARK, lang)], 2.5, (15, 4), 2.0)
        items.append(Path(polyline((start, y), (start + 9, y)), stroke=DARK, stroke_width=0.3, dash=dash))
        items.append(Group(word.runs, translate(start + 10.5, y - word.height / 2)))
    return items
