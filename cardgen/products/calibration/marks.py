"""The marks of the calibration sheet: targets, rulers, and scales that run to the edges of the paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardgen.base.records import dataclass
from cardgen.data.fonts import FontSet
from cardgen.products.calibration.readings import RULER
from cardgen.products.imposition.plan import Flip, Size, back_mirror
from cardgen.scene.items import Command, Group, Item, Path, apply, polyline, rectangle, translate
from cardgen.text.ink import ink_of
from cardgen.text.lines import Align
from cardgen.text.paragraphs import fit_paragraph
from cardgen.text.spans import Span

INK = "#14161f"
QUIET = "#5a6070"
GRID = "#b9c4d6"
CROSS_COLOUR = "#d0112b"

#: The length of a scale on either side of a target's middle, mm: home printers are 1 to 4 mm off.
REACH = 6

#: The length of the scales at the edges, mm: no printer that we know leaves more than 17 mm blank.
EDGE_REACH = 18

#: The distance of the thick lines from the edges, mm: inside of every printer's margins.
LINE = 23.0

#: The letters of the thick lines, by edge: top, right, bottom, left.
EDGES = ("C", "D", "E", "F")

_ARM = 11.0  # of a cross, to beyond the scales

_Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Texts:
    """Texts in the fonts of a sheet."""

    fonts: FontSet

    def paragraph(
        self, spans: Sequence[Span], size: float, area: tuple[float, float, float, float], align: Align = "start"
    ) -> tuple[Group, float]:
        """Return a text at the top of an area, smaller if it does not fit, and its height."""
        x, y, width, height = area
        flow = fit_paragraph(self.fonts.of_game(spans), size, width, height, floor=1.6, leading=1.4, align=align)
        return Group(flow.items, translate(x, y)), flow.height

    def centred(self, text: str, size: float, x: float, y: float, font: str = "regular", colour: str = INK) -> Group:
        """Return a word whose ink is centred on (x, y)."""
        runs = fit_paragraph(self.fonts.of_game([Span(text, font, colour)]), size, 200, 50, floor=size).runs
        boxes = [ink_of(run) for run in runs]
        left, right = min(box[0] for box in boxes), max(box[0] + box[2] for box in boxes)
        top, bottom = min(box[1] for box in boxes), max(box[1] + box[3] for box in boxes)
        return Group(runs, translate(x - (left + right) / 2, y - (top + bottom) / 2))

    def blank(self, name: str, x: float, y: float, length: float = 21.0) -> list[Item]:
        """Return `name =` with a line to write on, whose left end is at x and whose line is at y."""
        word, _ = self.paragraph([Span(f"{name} =", "medium", INK)], 3.2, (x, y - 3.4, 9, 10))
        return [word, Path(polyline((x + 7, y), (x + 7 + length, y)), stroke=QUIET, stroke_width=0.15)]


# ---------------------------------------------------------------- targets


def targets(paper: Size, distance: float) -> dict[str, _Point]:
    """Return the middles of the crosses on the back of portrait paper, A above B."""
    x, y = paper[0] / 2, paper[1] / 2
    return {"A": (x, y - distance / 2), "B": (x, y + distance / 2)}


def draw_cross(texts: Texts, letter: str, x: float, y: float) -> list[Item]:
    """Draw a cross of the back."""
    arms = polyline((x - _ARM, y), (x + _ARM, y)) + polyline((x, y - _ARM), (x, y + _ARM))
    return [
        Path(arms, stroke=CROSS_COLOUR, stroke_width=0.2),
        texts.centred(letter, 4, x + 9, y - 9, font="bold", colour=CROSS_COLOUR),
    ]


def draw_target(texts: Texts, letter: str, place: _Point, paper: Size, flip: Flip) -> list[Item]:
    """Draw the target in front of a cross at `place` on the back: its scales have the numbers of the correction."""
    mirror = back_mirror(paper, flip)
    x, y = apply(mirror, *place)
    right, up = -mirror[0], mirror[3]  # the signs of a reading to the right and upwards
    grid: list[Command] = []
    for step in range(-REACH, REACH + 1):
        grid += polyline((x + step, y - REACH), (x + step, y + REACH))
        grid += polyline((x - REACH, y + step), (x + REACH, y + step))
    axes = polyline((x, y - REACH), (x, y + REACH)) + polyline((x - REACH, y), (x + REACH, y))
    ticks: list[Command] = []
    low, left = y + REACH, x - REACH
    for halves in range(-2 * REACH, 2 * REACH + 1):
        at, length = halves / 2, 1.0 if halves % 2 else 2.2 if halves % 6 == 0 else 1.6
        ticks += polyline((x + at, low), (x + at, low + length))
        ticks += polyline((left, y + at), (left - length, y + at))
    items: list[Item] = [
        Path(tuple(grid), stroke=GRID, stroke_width=0.1),
        Path(axes, stroke=QUIET, stroke_width=0.15),
        Path(rectangle(left, y - REACH, 2 * REACH, 2 * REACH), stroke=INK, stroke_width=0.2),
        Path(tuple(ticks), stroke=INK, stroke_width=0.12),
    ]
    for value in range(-REACH, REACH + 1, 3):
        items.append(texts.centred(signed(value), 1.9, x + right * value, low + 3.7))
        items.append(texts.centred(signed(value), 1.9, left - 3.7, y - up * value))
    items.append(texts.centred("x", 2.6, x, low + 6.4, font="bold"))
    items.append(texts.centred("y", 2.6, left - 6.4, y, font="bold"))
    items.append(texts.centred(letter, 8, x - 22, y, font="bold"))
    return [*items, *texts.blank("x", x + 16, y - 2.5, 18), *texts.blank("y", x + 16, y + 6, 18)]


# ---------------------------------------------------------------- rulers and edges


def draw_ruler(texts: Texts, x: float, y: float, upright: bool) -> list[Item]:
    """Draw a ruler with numbers, from (x, y) to the right or down."""

    def at(along: float, beside: float) -> _Point:
        return (x + beside, y + along) if upright else (x + along, y + beside)

    commands: list[Command] = [*polyline(at(0, 0), at(RULER, 0))]
    for mm in range(RULER + 1):
        commands += polyline(at(mm, 0), at(mm, 4.0 if mm % 10 == 0 else 3.0 if mm % 5 == 0 else 2.0))
    numbers = [texts.centred(str(mm), 2.2, *at(mm, 6.4 if upright else 5.8)) for mm in range(0, RULER + 1, 10)]
    return [Path(tuple(commands), stroke=INK, stroke_width=0.15), *numbers]


def edge_places(paper: Size, along: float, down: float) -> list[Callable[[float, float], _Point]]:
    """Return for each edge the point of the page that is (mm along it, mm inside of it) from where its scale begins.

    The scales of the top and the bottom are at x = `along`, the others at y = `down`.
    """
    width, height = paper
    return [
        lambda u, v: (along + u, v),
        lambda u, v: (width - v, down + u),
        lambda u, v: (along + u, height - v),
        lambda u, v: (v, down + u),
    ]


def draw_edge_scale(texts: Texts, at: Callable[[float, float], _Point]) -> list[Item]:
    """Draw a scale that runs to an edge of the paper, with a mark for each half millimetre."""
    marks: list[Command] = [*polyline(at(0, 0), at(0, EDGE_REACH))]
    for halves in range(2 * EDGE_REACH + 1):
        length = 1.4 if halves % 2 else 4.4 if halves % 10 == 0 else 2.6
        marks += polyline(at(0, halves / 2), at(length, halves / 2))
    numbers = [texts.centred(str(mm), 2.2, *at(6.4, mm)) for mm in range(5, EDGE_REACH, 5)]
    return [Path(tuple(marks), stroke=INK, stroke_width=0.12), *numbers]


def draw_edge_line(texts: Texts, edge: int, at: Callable[[float, float], _Point]) -> list[Item]:
    """Draw the thick line of an edge, with its letter and a line to write its distance on."""
    level = edge % 2 == 0
    x, y = at(0, LINE + (7 if edge == 0 else 4))
    if level:
        x -= 12
    else:
        x, y = (x - 20 if edge == 1 else x, y + 1.1)
    line = Path(polyline(at(-7, LINE), at(7, LINE)), stroke=INK, stroke_width=0.5)
    return [line, *texts.blank(EDGES[edge], x, y, 17 if level else 13)]


def signed(value: float, places: int = 0) -> str:
    """Return a number with a minus sign (−)."""
    return f"{value:.{places}f}".replace("-", "−")
