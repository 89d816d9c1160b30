"""The instructions on a sheet of a tuck box: what to do, step by step, and the kinds of lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.products.tuckboxes.flaps import Bottom
from cardgen.products.tuckboxes.net import GROUND_BLEED, TuckboxLayout
from cardgen.products.tuckboxes.texts import DARK, QUIET, BoxTexts
from cardgen.scene.items import Group, Item, Path, polyline, translate
from cardgen.sheets.plan import FitError, in_mm
from cardgen.text.spans import Span
from cardgen.words.messages import Message, message

TUCK_BOX = message("Tuck box")
_PRINT = message("Print at 100 % on stiff paper, 200 to 300 g/m².")
_CUT = message("Cut along the solid line, the thumb notch, too.")
_CUT_SLITS = message("Cut the solid lines, the notch and the slits.")
_FOLD = message("Score and fold the dashed lines away from you.")
_JOIN = message("Glue flap A of this sheet behind edge A of the other sheet.")
_GLUE = message("Glue the flap behind the front.")
_LAST: Mapping[Bottom, Sequence[Message]] = {
    "tuck": (_GLUE, message("Fold in the small flaps and tuck in the bottom.")),
    "glued": (_GLUE, message("Fold in the white flaps of the bottom, and glue the bottom to them.")),
    "crash-lock": (
        message("Fold the bottom flat against the inside, and its tabs back."),
        message("Put glue on the tabs and the flap. Fold the right side over, then the front, and press flat."),
        message("When it is dry, open it: the bottom locks."),
    ),
}

#: The dashes of folds away from the print, and of those towards it.
DASHES = (2.0, 1.5)
REVERSE_DASHES = (3.0, 1.0, 0.6, 1.0)

_LINES: Sequence[tuple[Message, tuple[float, ...]]] = ((message("cut"), ()), (message("fold"), DASHES))
_FOLD_BACK = (message("fold back"), REVERSE_DASHES)


def steps_for(first: TuckboxLayout, last: TuckboxLayout, bottom: Bottom) -> tuple[Message, ...]:
    """Return the steps of a box; the lid with its slits is on the last of its sheets."""
    cut = _CUT_SLITS if last.slits else _CUT
    join = (_JOIN,) if "joint" in first.panels else ()
    return (_PRINT, cut, _FOLD, *join, *_LAST[bottom])


def lines_of(layout: TuckboxLayout) -> Sequence[tuple[Message, tuple[float, ...]]]:
    """Return the kinds of lines of a net, with the dashes of each."""
    return (*_LINES, _FOLD_BACK) if layout.reverse else _LINES


def draw_steps(
    layout: TuckboxLayout,
    texts: BoxTexts,
    stack: Message,
    steps: Sequence[Message],
    languages: Sequence[str],
    *,
    with_key: bool,
) -> list[Item]:
    """Set the instructions in the corners that the net leaves free, above and below the front.

    They are all above it if a flap is below. FitError if there is no room.
    """
    x, y, width, height = layout.panels["front"]
    room, gap = layout.room, GROUND_BLEED + 2
    above, below = y - room[1] - gap, room[1] + room[3] - y - height - gap
    all_above = below < above / 2
    items: list[Item] = []
    level = y - GROUND_BLEED - 2
    shown = languages[:2]
    for number, lang in enumerate(reversed(shown) if all_above else shown):
        free = above / len(shown) if all_above else below if number else above
        spans = [
            Span(TUCK_BOX.in_language(lang) + "  ", "bold", DARK, lang),
            Span(stack.in_language(lang), "regular", QUIET, lang),
            *(Span(f"\n{step}  {text.in_language(lang)}", "regular", DARK, lang) for step, text in enumerate(steps, 1)),
        ]
        text = texts.fit(spans, 2.7, (width - 6, free - 5), 1.5, leading=1.4)
        if not text.fits:
            problem = message("tuckbox: the steps in {lang!r} do not fit beside the net", lang=lang)
            raise FitError(problem, message("there is room for {size}", size=in_mm(width - 6, free)))
        is_above = all_above or number == 0
        top = level - text.height - 5 if is_above else y + height + GROUND_BLEED + 2
        level = top - 1 if is_above else level
        items.append(Group(text.runs, translate(x, top)))
        items += _key(layout, texts, lang, x, top + text.height + 2.5) if with_key else []
    return items


def _key(layout: TuckboxLayout, texts: BoxTexts, lang: str, x: float, y: float) -> list[Item]:
    """Draw the key: the kinds of lines with their names."""
    items: list[Item] = []
    lines = lines_of(layout)
    pitch, length = (26, 9) if len(lines) == 2 else (19, 7.5)
    for number, (kind, dash) in enumerate(lines):
        start = x + pitch * number
        word = texts.fit([Span(kind.in_language(lang), "regular", DARK, lang)], 2.5, (15, 4), 2.0)
        items.append(Path(polyline((start, y), (start + length, y)), stroke=DARK, stroke_width=0.3, dash=dash))
        items.append(Group(word.runs, translate(start + length + 1.5, y - word.height / 2)))
    return items
