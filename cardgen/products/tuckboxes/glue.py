"""What is printed on the glue flaps of a tuck box, which have no ground because glue holds on paper, not on ink."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base.words.messages import printed
from cardgen.products.tuckboxes.net import GROUND_BLEED, TuckboxLayout
from cardgen.products.tuckboxes.texts import LEAST_SIZE, QUIET, BoxTexts, in_a_row, in_column
from cardgen.scene.items import Command, Group, Item, Path, Rect, polyline, then, translate, turn
from cardgen.text.spans import Span

GLUE = printed("glue")

#: The length of the ruler, and of that on a flap too short for it, mm.
_RULERS = (50, 20)
#: The width of the strip with the ruler at the free edge of a flap, mm.
_RULER_WIDTH = 4.5


def draw_glue(layout: TuckboxLayout, languages: Sequence[str], texts: BoxTexts) -> list[Item]:
    """Draw the labels of the glue flaps, and a ruler that shows whether the sheet is printed at its size."""
    words = [(GLUE.in_language(lang), lang) for lang in languages]
    x, y, width, height = layout.flap
    spans = in_a_row([("A", "en"), *words] if "joint" in layout.panels else words, "medium", QUIET)
    label = texts.fit_title(spans, 3.6, (5, height - 10), vertical=True)
    items: list[Item] = [in_column(label, height - 10, x + (width + 1 - _RULER_WIDTH) / 2, y + height / 2)]
    items += _ruler(layout.flap, texts)
    if "bottom glue" in layout.panels:
        x, y, width, length = layout.panels["bottom glue"]
        items += _flap_label((x + length, y, width - 2 * length, length), words, texts)
    for name in ("bottom left glue", "bottom right glue"):
        if name in layout.panels:
            items += _flap_label(_straight_part(layout, name), words, texts)
    return items


def _ruler(flap: Rect, texts: BoxTexts) -> list[Item]:
    """Draw a ruler along the free edge of a glue flap, with a line each 5 mm, if the flap is long enough for one."""
    x, y, width, height = flap
    length = next((length for length in _RULERS if length <= height - 8), 0)
    if not length:
        return []
    right, top = x + width - 1.0, y + (height - length) / 2
    commands: list[Command] = [*polyline((right, top), (right, top + length))]
    for mm in range(0, length + 1, 5):
        commands += polyline((right, top + mm), (right - (1.4 if mm % 10 == 0 else 0.9), top + mm))
    span = Span(f"{length} mm", "regular", QUIET, "en")
    label = texts.fit([span], LEAST_SIZE, (length, 3), LEAST_SIZE, align="centre")
    turned = then(then(translate(-length / 2, -label.height / 2), turn(90)), translate(right - 2.6, y + height / 2))
    return [Path(tuple(commands), stroke=QUIET, stroke_width=0.15), Group(label.runs, turned)]


def _straight_part(layout: TuckboxLayout, name: str) -> Rect:
    """Return the part of a glue flap of a side that its mitre leaves: half of the depth of the box, or more."""
    x, y, width, height = layout.panels[name]
    straight = 0.5 * width
    return (x + width - straight if name == "bottom left glue" else x, y, straight, height)


def _flap_label(area: Rect, words: Sequence[tuple[str, str]], texts: BoxTexts) -> list[Item]:
    """Set the label of a glue flap below its fold, if there is room for it."""
    x, y, width, height = area
    top, room = y + GROUND_BLEED, (width - 2, height - GROUND_BLEED - 1)
    if min(room) < LEAST_SIZE:
        return []
    label = texts.fit(in_a_row(words, "medium", QUIET), 3.0, room, LEAST_SIZE, align="centre")
    return [Group(label.runs, translate(x + 1, top + (room[1] - label.height) / 2))] if label.fits else []
