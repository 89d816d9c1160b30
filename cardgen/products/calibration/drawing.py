"""The calibration sheet: it measures the offset of a printer's backs against a window, and the scale of the print.

The front has two targets with scales, the back a cross behind each of them. The numbers on the scales are the
correction itself, with its sign, whichever edge the paper is turned about.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from cardgen.data.fonts import BUNDLED
from cardgen.data.languages.own_words import own_languages
from cardgen.products.calibration import words
from cardgen.scene.items import Command, Group, Item, Path, Rect, Scene, apply, ellipse, polyline, rectangle, translate
from cardgen.sheets.plan import FitError, Flip, Size, back_correction, back_mirror, in_mm
from cardgen.text.ink import ink_of
from cardgen.text.lines import Align
from cardgen.text.paragraphs import fit_paragraph, layout_paragraph
from cardgen.text.spans import Span
from cardgen.words.messages import Message, message

INK = "#14161f"
QUIET = "#5a6070"
GRID = "#b9c4d6"
PAPER = "#eef1f6"
CROSS_COLOUR = "#d0112b"

#: The length of a scale on either side of its middle, mm: home printers are 1 to 4 mm off.
REACH = 6

_MARGIN = 10.0
_ARM = 11.0  # of the cross, to beyond the scales
_RULER = 100
_ROOM = (180.0, 250.0)  # the smallest paper that the sheet can be set on
_TABLE = (0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0)
_EXAMPLE = ((1.0, -0.5), (0.6, -0.7))


def offset_of_readings(
    first: tuple[float, float], second: tuple[float, float], paper: Size
) -> tuple[float, float, float]:
    """Return the back offset (x mm, y mm, degrees) for the readings (x, y) at A and at B on a sheet of `paper`."""
    axis = _along(paper)
    angle = (first[axis] - second[axis]) * degrees_per_mm(paper)
    return ((first[0] + second[0]) / 2, (first[1] + second[1]) / 2, angle)


def degrees_per_mm(paper: Size) -> float:
    """Return the angle for 1 mm of difference between the readings at A and B."""
    return math.degrees(1 / target_distance(paper))


def target_distance(paper: Size) -> float:
    """Return the distance of A and B, mm: 200 on A4 and on Letter, which leaves room for the targets."""
    return min(200.0, 10 * math.floor((max(paper) - 70) / 10))


def check_fit(paper: Size, name: str) -> None:
    """Raise FitError if the paper is too small for a calibration sheet of this name."""
    if min(paper) < min(_ROOM) or max(paper) < max(_ROOM):
        raise FitError(
            message("{file}: the calibration sheet does not fit {paper} paper", file=name, paper=in_mm(*paper)),
            message("expected {size} or more", size=in_mm(*_ROOM)),
        )


def calibration_pages(
    paper: Size,
    *,
    flip: Flip = "long",
    back_offset: tuple[float, float, float] = (0.0, 0.0, 0.0),
    languages: Sequence[str] = ("zh", "en"),
    only: Sequence[str] = (),
    name: str = "calibration",
) -> tuple[Scene, Scene]:
    """Return the front and the back of the calibration sheet for `paper` (mm, portrait or landscape as the sheets are).

    They are printed two-sided, turned over on the `flip` edge. `back_offset` moves the back as it moves the backs of
    cards, so that a correction can be tried. The targets are on both sides of the paper's middle along its longer side:
    the mean of their readings is the shift, their difference divided by their distance is the angle. `only` are the
    sheets that it is for, if it is not for all. FitError if the paper is too small.
    """
    check_fit(paper, name)
    languages = own_languages(languages, words.all_words(), BUNDLED)

    def in_all(*parts: Message) -> str:
        return " ".join(" · ".join(part.in_language(lang) for part in parts) for lang in languages)

    titles = [in_all(words.TITLE, words.FRONT), in_all(words.TITLE, words.BACK)]
    aims = [in_all(words.AIM), in_all(words.TURNED)]
    back: tuple[Item, ...] = _back(paper, languages, back_offset)
    if any(back_offset):
        back = (Group(back, back_correction(paper, back_offset)),)
    sides = ((_front(paper, flip, languages, only), "front"), (back, "back"))
    first, second = (
        Scene(*paper, items, name=f"{name}-{side}", title=titles[i], description=aims[i], lang=languages[0])
        for i, (items, side) in enumerate(sides)
    )
    return first, second


# ---------------------------------------------------------------- the two sides


def _targets(paper: Size) -> dict[str, tuple[float, float]]:
    """Return the middles of the crosses on the back: A at its top, or at the right of landscape paper."""
    x, y, half = paper[0] / 2, paper[1] / 2, target_distance(paper) / 2
    return {"A": (x, y - half), "B": (x, y + half)} if _is_upright(paper) else {"A": (x + half, y), "B": (x - half, y)}


def _is_upright(paper: Size) -> bool:
    return paper[1] >= paper[0]


def _back(paper: Size, languages: Sequence[str], back_offset: tuple[float, float, float]) -> tuple[Item, ...]:
    items: list[Item] = []
    for letter, (x, y) in _targets(paper).items():
        arms = polyline((x - _ARM, y), (x + _ARM, y)) + polyline((x, y - _ARM), (x, y + _ARM))
        items += [Path(arms, stroke=CROSS_COLOUR, stroke_width=0.2)]
        items += [_centred(letter, 4, x + 9, y - 9, font="bold", colour=CROSS_COLOUR)]
    texts = [words.TURNED]
    if any(back_offset):
        texts.append(words.applied("--back-offset=" + ",".join(f"{value:g}" for value in back_offset)))
    notes = [Span(text.in_language(lang) + "  ", colour=QUIET, lang=lang) for text in texts for lang in languages]
    items.append(_paragraph(notes, 2.8, _MARGIN, paper[1] - 16, paper[0] - 2 * _MARGIN, align="centre")[0])
    return tuple(items)


def _front(paper: Size, flip: Flip, languages: Sequence[str], only: Sequence[str]) -> tuple[Item, ...]:
    mirror = back_mirror(paper, flip)
    items: list[Item] = []
    for letter, place in _targets(paper).items():
        items += _target(letter, *apply(mirror, *place), reading=(-mirror[0], mirror[3]), upright=_is_upright(paper))
    left, top, width, height = area = _content(paper)
    items += _heading(left, 11.0, width, languages, only)
    items += _ruler(left + 2, top + 1, upright=True)
    inside = left + 19
    items += _steps(paper, flip, languages, (inside, top, width - 19, height - 57))
    items += _table(paper, languages, (inside, top + height - 55, width - 19, 13))
    items += _example(paper, languages, only, (inside, top + height - 38, width - 19, 21))
    items += _ruler(inside, top + height - 9, upright=False)
    captions = [Span(words.RULER.in_language(lang) + "\n", colour=QUIET, lang=lang) for lang in languages]
    items.append(_paragraph(captions, 2.5, inside + _RULER + 5, top + height - 9.5, area[2] - _RULER - 24)[0])
    return tuple(items)


def _content(paper: Size) -> Rect:
    """Return the area between the two targets, mm."""
    near = (max(paper) - target_distance(paper)) / 2
    if _is_upright(paper):
        return (16.0, near + 21, paper[0] - 32, paper[1] - 2 * near - 36)
    return (near + 16, 33.0, paper[0] - 2 * near - 32, min(paper[1] - 43, 172.0))


# ---------------------------------------------------------------- targets and rulers


def _target(letter: str, x: float, y: float, reading: tuple[float, float], upright: bool) -> list[Item]:
    """Draw a target with its scales. `reading` has the signs (+1 or -1) of x to the right and of y upwards."""
    grid: list[Command] = []
    for step in range(-REACH, REACH + 1):
        grid += polyline((x + step, y - REACH), (x + step, y + REACH))
        grid += polyline((x - REACH, y + step), (x + REACH, y + step))
    axes = polyline((x, y - REACH), (x, y + REACH)) + polyline((x - REACH, y), (x + REACH, y))
    ticks: list[Command] = []
    low, left = y + REACH, x - REACH
    for halves in range(-2 * REACH, 2 * REACH + 1):
        place, length = halves / 2, 1.0 if halves % 2 else 2.2 if halves % 6 == 0 else 1.6
        ticks += polyline((x + place, low), (x + place, low + length))
        ticks += polyline((left, y + place), (left - length, y + place))
    items: list[Item] = [
        Path(tuple(grid), stroke=GRID, stroke_width=0.1),
        Path(axes, stroke=QUIET, stroke_width=0.15),
        Path(rectangle(left, y - REACH, 2 * REACH, 2 * REACH), stroke=INK, stroke_width=0.2),
        Path(tuple(ticks), stroke=INK, stroke_width=0.12),
    ]
    for value in range(-REACH, REACH + 1, 3):
        items.append(_centred(_signed(value), 1.9, x + reading[0] * value, low + 3.7))
        items.append(_centred(_signed(value), 1.9, left - 3.7, y - reading[1] * value))
    items.append(_centred("x", 2.6, x, low + 6.4, font="bold"))
    items.append(_centred("y", 2.6, left - 6.4, y, font="bold"))
    # The letter, and lines to write the readings on.
    if upright:
        items.append(_centred(letter, 8, x - 22, y, font="bold"))
        written = [(x + 16, y - 2.5), (x + 16, y + 6)]
    else:
        items.append(_centred(letter, 8, x, y - 16, font="bold"))
        written = [(x - 13, y + 21), (x - 13, y + 29.5)]
    for axis, (px, py) in zip("xy", written, strict=True):
        items.append(_paragraph([Span(f"{axis} =", "medium", INK)], 3.2, px, py - 3.4, 8)[0])
        items.append(Path(polyline((px + 7, py), (px + 28, py)), stroke=QUIET, stroke_width=0.15))
    return items


def _ruler(x: float, y: float, upright: bool) -> list[Item]:
    """Draw a ruler of 100 mm with numbers, from (x, y) to the right or down."""

    def at(along: float, beside: float) -> tuple[float, float]:
        return (x + beside, y + along) if upright else (x + along, y + beside)

    commands: list[Command] = [*polyline(at(0, 0), at(_RULER, 0))]
    for mm in range(_RULER + 1):
        commands += polyline(at(mm, 0), at(mm, 4.0 if mm % 10 == 0 else 3.0 if mm % 5 == 0 else 2.0))
    numbers = [_centred(str(mm), 2.2, *at(mm, 6.4 if upright else 5.8)) for mm in range(0, _RULER + 1, 10)]
    return [Path(tuple(commands), stroke=INK, stroke_width=0.15), *numbers]


# ---------------------------------------------------------------- words


def _heading(x: float, y: float, width: float, languages: Sequence[str], only: Sequence[str]) -> list[Item]:
    title = [Span(words.TITLE.in_language(lang) + "   ", "bold", INK, lang) for lang in languages]
    aim = words.AIM_LYING if only else words.AIM
    aims = [Span("\n" * bool(i) + aim.in_language(lang), colour=QUIET, lang=lang) for i, lang in enumerate(languages)]
    return [_paragraph(title, 6, x, y - 2, width)[0], _paragraph(aims, 2.8, x, y + 6.5, width)[0]]


def _steps(paper: Size, flip: Flip, languages: Sequence[str], area: Rect) -> list[Item]:
    """Set the steps, one column for each language, as large as all of them fit."""
    x, y, width, height = area
    column = (width - 7 * (len(languages) - 1)) / len(languages)
    steps = words.steps(flip, _axis(paper), _factor(paper))
    size = 3.3
    while True:
        items: list[Item] = []
        lowest = 0.0
        for i, lang in enumerate(languages):
            left, level = x + i * (column + 7), y
            for number, step in enumerate(steps, 1):
                middle = level + 0.7 * size
                items.append(Path(ellipse(left + 2.3, middle, 2.3), fill=INK))
                items.append(_centred(str(number), 3, left + 2.3, middle, font="bold", colour="#ffffff"))
                spans = [Span(step.in_language(lang), colour=INK, lang=lang)]
                text, used = _paragraph(spans, size, left + 7, level, column - 7)
                items.append(text)
                level += used + 0.75 * size
            lowest = max(lowest, level - 0.75 * size - y)
        if lowest <= height or size <= 2.0:
            return items
        size = round(size - 0.05, 2)


def _table(paper: Size, languages: Sequence[str], area: Rect) -> list[Item]:
    """Draw the table of angles for some differences of the readings."""
    x, y, width, height = area
    first = 32.0
    cell, row = (width - first) / len(_TABLE), height / 2
    axis = _axis(paper)
    angle = " ".join(words.ANGLE.in_language(lang) for lang in languages)
    rows = [
        [f"{axis}A − {axis}B, mm", *(f"{value:g}" for value in _TABLE)],
        [f"{angle}, °", *(f"{value * degrees_per_mm(paper):.2f}" for value in _TABLE)],
    ]
    items: list[Item] = [Path(rectangle(x, y, width, row), fill=PAPER)]
    for number, texts in enumerate(rows):
        middle = y + (number + 0.5) * row
        for i, text in enumerate(texts):
            centre = x + first / 2 if i == 0 else x + first + (i - 0.5) * cell
            items.append(_centred(text, 2.8, centre, middle, font="regular" if i else "medium"))
    rules = [polyline((x, y + n * row), (x + width, y + n * row)) for n in range(3)]
    return [*items, Path(tuple(c for rule in rules for c in rule), stroke=GRID, stroke_width=0.15)]


def _example(paper: Size, languages: Sequence[str], only: Sequence[str], area: Rect) -> list[Item]:
    x, y, width, height = area
    first, second = _EXAMPLE
    offset = offset_of_readings(first, second, paper)
    difference = first[_along(paper)] - second[_along(paper)]
    example = words.readings(
        (_tenths(first[0]), _tenths(first[1])),
        (_tenths(second[0]), _tenths(second[1])),
        (_tenths(offset[0]), _tenths(offset[1])),
        _tenths(difference),
        _factor(paper),
        _signed(round(offset[2], 2), 2),
    )
    spans: list[Span] = []
    for lang in languages:
        spans += [
            Span(words.EXAMPLE.in_language(lang) + "  ", "bold", INK, lang),
            Span(example.in_language(lang) + "\n", colour=INK, lang=lang),
        ]
    option = ",".join(f"{round(value, 2):g}" for value in offset)
    parts = "".join(f"--only {part} " for part in only)
    spans.append(Span(f"cardgen build {parts}--back-offset={option}", "bold", INK))
    text = fit_paragraph(spans, 3.0, width - 8, height - 3, floor=2.0, leading=1.6)
    return [
        Path(rectangle(x, y, width, height, 2), fill=PAPER),
        Group(text.runs, translate(x + 4, y + (height - text.height) / 2)),
    ]


def _axis(paper: Size) -> str:
    return "xy"[_along(paper)]


def _along(paper: Size) -> int:
    """Return the axis of the readings that give the angle: x (0) if A is above B, y (1) if it is beside B."""
    return 0 if _is_upright(paper) else 1


def _factor(paper: Size) -> str:
    return f"{degrees_per_mm(paper):.3f}"


def _signed(value: float, places: int = 0) -> str:
    """Return a number with a minus sign (−)."""
    return f"{value:.{places}f}".replace("-", "−")


def _tenths(value: float) -> str:
    return _signed(round(value, 2), 1)


def _paragraph(
    spans: Sequence[Span], size: float, x: float, y: float, width: float, align: Align = "left"
) -> tuple[Group, float]:
    """Return a text with its top left at (x, y), and its height."""
    text = layout_paragraph(spans, size, width, leading=1.4, align=align)
    return Group(text.runs, translate(x, y)), text.height


def _centred(text: str, size: float, x: float, y: float, font: str = "regular", colour: str = INK) -> Group:
    """Return a word whose ink is centred on (x, y)."""
    runs = layout_paragraph([Span(text, font, colour)], size, 100).runs
    boxes = [ink_of(run) for run in runs]
    left, right = min(box[0] for box in boxes), max(box[0] + box[2] for box in boxes)
    top, bottom = min(box[1] for box in boxes), max(box[1] + box[3] for box in boxes)
    return Group(runs, translate(x - (left + right) / 2, y - (top + bottom) / 2))
