"""The command at the bottom of the calibration sheet, with lines for its numbers, and an example of it."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base.records import dataclass
from cardgen.products.calibration.marks import EDGES, INK, QUIET, Texts, signed
from cardgen.products.calibration.readings import RULER, back_offset_of, degrees_per_mm, front_offset_of, scale_of
from cardgen.products.imposition.plan import Size
from cardgen.products.printers import option_of
from cardgen.scene.items import Group, Item, Path, polyline, rectangle, translate
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span

PAPER = "#eef1f6"

#: The command without its options.
COMMAND = "cardgen printer add"

#: The arrows to the edges of the paper, in the order of EDGES.
_ARROWS = "↑→↓←"

#: The readings of the example: margins, the rulers G and H, the distances C to F, and (x, y) at A and at B.
_MARGINS = (3.0, 3.0, 12.5, 3.0)
_LENGTHS = (99.7, 99.0)
_DISTANCES = (24.0, 23.5, 22.0, 22.5)
_CROSSES = ((1.0, -0.5), (0.6, -0.7))

_INSET = 4.0
_SIZE = 2.9  # of the command, mm, for which the lengths of the lines are given
_ROW = 10.0
_SPACE = 0.27  # ems


@dataclass(frozen=True, slots=True)
class _CommandPart:
    """A part of the command: text, after it a line to write on, and below the line how its number is calculated."""

    text: str
    length: float = 0.0
    formula: str = ""


def draw_form(
    texts: Texts, paper: Size, area: tuple[float, float, float], name: str, note: Sequence[Span]
) -> tuple[list[Item], float]:
    """Draw the command with lines for its numbers, below a note, at the top of an area (x, y, width).

    `name` is that of a printer, or "" for one that has none yet. Return the height as well.
    """
    x, y, width = area
    text, used = texts.paragraph(note, 2.6, (x + _INSET, y + 2, width - 2 * _INSET, 7.5))
    rows = _rows(paper, name)
    size = _SIZE
    while any(_row_width(texts, row, size) > width - 2 * _INSET for row in rows):
        size -= 0.05
    level = y + used + 8.5
    items: list[Item] = []
    for number, row in enumerate(rows):
        items += _draw_row(texts, row, (x + _INSET, level + number * _ROW), size)
    height = level - y + len(rows) * _ROW - 4.5
    return [Path(rectangle(x, y, width, height, 2), fill=PAPER), text, *items], height


def _rows(paper: Size, name: str) -> list[list[_CommandPart]]:
    top, right, bottom, left = EDGES
    scales = [f"{100 * RULER} ÷ {letter}" for letter in "GH"]
    halves = [f"({right} − {left}) ÷ 2", f"({bottom} − {top}) ÷ 2"]
    crosses = ["(xA + xB) ÷ 2", "(yA + yB) ÷ 2", f"(xA − xB) × {degrees_per_mm(paper):.3f}"]
    quoted = f' "{name}"' if " " in name else f" {name}"
    first = _CommandPart(COMMAND + quoted, 0.0 if name else 26.0)
    return [
        [first, *_parts(" --margins=", _ARROWS, 10), *_parts(" --scale=", scales, 18)],
        [*_parts("--front-offset=", halves, 20), *_parts(" --back-offset=", crosses, 23)],
    ]


def _parts(option: str, formulas: Sequence[str], length: float) -> list[_CommandPart]:
    """Return an option with a line for each of its numbers."""
    return [_CommandPart("," if number else option, length, formula) for number, formula in enumerate(formulas)]


def _row_width(texts: Texts, row: Sequence[_CommandPart], size: float) -> float:
    return sum(_word(texts, part.text, size)[1] + part.length * size / _SIZE for part in row)


def _word(texts: Texts, text: str, size: float) -> tuple[Group, float]:
    """Return a text with its baseline near 0, and its width, with the spaces around it."""
    flow = layout_paragraph(texts.fonts.of_game([Span(text.strip(), "bold", INK)]), size, 1e6, leading=1.0)
    before, after = (_SPACE * size * (len(text) - len(rest)) for rest in (text.lstrip(), text.rstrip()))
    return Group(flow.items, translate(before, -0.85 * size)), before + flow.width + after


def _draw_row(texts: Texts, row: Sequence[_CommandPart], place: tuple[float, float], size: float) -> list[Item]:
    x, y = place
    items: list[Item] = []
    for part in row:
        word, width = _word(texts, part.text, size)
        items.append(Group((word,), translate(x, y)))
        x += width
        length = part.length * size / _SIZE
        if length:
            items.append(
                Path(polyline((x + 0.6, y + 0.4), (x + length - 0.6, y + 0.4)), stroke=QUIET, stroke_width=0.15)
            )
        if part.formula:
            items.append(texts.centred(part.formula, 0.76 * size, x + length / 2, y + 2.9, colour=QUIET))
        x += length
    return items


def draw_example(
    texts: Texts, paper: Size, area: tuple[float, float, float], title: Sequence[Span]
) -> tuple[list[Item], float]:
    """Draw readings and the command that follows from them, at the top of an area (x, y, width). Return the height."""
    x, y, width = area
    (xa, ya), (xb, yb) = ([signed(value, 1) for value in cross] for cross in _CROSSES)
    readings = [
        "  ".join(f"{arrow} {value:g}" for arrow, value in zip(_ARROWS, _MARGINS, strict=True)),
        "  ".join(f"{letter} {value:.1f}" for letter, value in zip("GH", _LENGTHS, strict=True)),
        "  ".join(f"{letter} {value:.1f}" for letter, value in zip(EDGES, _DISTANCES, strict=True)),
        f"xA {xa}  yA {ya}  xB {xb}  yB {yb}",
    ]
    values = {
        "margins": _MARGINS,
        "scale": [round(scale_of(length), 1) for length in _LENGTHS],
        "front_offset": front_offset_of(_DISTANCES),
        "back_offset": [round(value, 2) for value in back_offset_of(*_CROSSES, paper)],
    }
    command = " ".join([COMMAND, "office", *(option_of(key, value) for key, value in values.items())])
    lines = [title, [Span("   ·   ".join(readings), "regular", INK)], [Span(command, "medium", INK)]]
    items: list[Item] = []
    used = 0.0
    for line in lines:
        text, height = texts.paragraph(line, 2.6, (x + _INSET, y + used, width - 2 * _INSET, 4))
        items.append(text)
        used += height
    return items, used
