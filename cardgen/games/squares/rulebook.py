"""In rulebooks: the data block `field`, and the ornament `field` of a cover."""

from __future__ import annotations

from typing import Any

from cardgen import DataError, Fault, Faults, Place, dataclass, message
from cardgen.blocks import (
    MOST_PITCH,
    BlankGrid,
    BlockContext,
    Drawing,
    Fence,
    Figure,
    FigureBody,
    Ornament,
    Panel,
    Picture,
    Sources,
    as_written,
)
from cardgen.drawing import Command, draw_marks, polyline
from cardgen.games.squares.drawn_field import DrawnField, draw_field_picture, parse_field

#: Squares of the ornament beside the title of a web page, mm.
_SCREEN_PITCH = 8.0


class FieldBody(FigureBody):
    """The rows of a field, its caption and its text alternative."""

    rows: DrawnField
    alt: str = ""


@dataclass(frozen=True, slots=True)
class FieldPicture(Picture):
    """A drawn field; the rows with the indexes `marked` are about to be cleared."""

    rows: tuple[str, ...]
    marked: tuple[int, ...] = ()

    def draw(self, width: float, sources: Sources) -> Drawing:
        pitch = min(MOST_PITCH, width / (len(self.rows[0]) + 2))
        return draw_field_picture(self.rows, self.marked, pitch, sources.styles)

    def blank(self) -> BlankGrid:
        return _blank_field(len(self.rows[0]))


def _blank_field(columns: int) -> BlankGrid:
    return BlankGrid(columns, False, message("Room for your own fields"))


def describe_field(rows: tuple[str, ...], marked: tuple[int, ...], lang: str) -> str:
    """Return a field in words, row by row."""
    cleared = message("about to be cleared").in_language(lang)
    shown = [f"{row} ({cleared})" if i in marked else row for i, row in enumerate(rows)]
    title = message("Field, top row first").in_language(lang)
    return f"{title}: " + " / ".join(shown)


def read_field(fence: Fence, context: BlockContext) -> Figure:
    """Return a figure of fields: the body has a panel for each, separated by lines `---`."""
    panels = []
    across = None
    faults = Faults()
    for skip, part in fence.parts():
        with faults:
            body, marked = fence.parse_yaml(FieldBody, part, skip)
            rows, cleared = parse_field(body.rows, context.sources.styles, marked.place("rows"))
            caption = context.words(body.caption, marked.place("caption"))
            alt = context.fill(body.alt, marked.place("alt")) or describe_field(rows, cleared, context.lang)
            panels.append(Panel(FieldPicture(rows, cleared), caption, alt))
            across = body.across or across
    faults.raise_all()
    return Figure(tuple(panels), across or min(3, len(panels)), (), fence.place)


@dataclass(frozen=True, slots=True)
class FieldOrnament(Ornament):
    """A field on the lower edge of a cover: on the back without its pieces."""

    rows: tuple[str, ...]

    def front(self, width: float, sources: Sources) -> Drawing:
        return draw_marks(self.rows, width / len(self.rows[0]), sources.styles)

    def back(self, width: float, sources: Sources) -> Drawing:  # noqa: ARG002
        filled = ["".join("#" if mark == "#" else "." for mark in row) for row in self.rows]
        return draw_marks(filled, width / len(self.rows[0]), {})

    def screen(self, sources: Sources) -> Drawing | None:
        rows = [row for row in self.rows if row.strip(".")]
        return draw_marks(rows, _SCREEN_PITCH, sources.styles) if rows else None

    def ground(self, width: float, height: float) -> tuple[Command, ...]:
        pitch = width / len(self.rows[0])
        lines: list[Command] = []
        for i in range(1, round(width / pitch)):
            lines += polyline((i * pitch, 0), (i * pitch, height))
        y = height - pitch
        while y > 0:
            lines += polyline((0, y), (width, y))
            y -= pitch
        return tuple(lines)

    def blank(self) -> BlankGrid:
        return _blank_field(len(self.rows[0]))


def read_ornament(value: Any, sources: Sources, place: Place) -> FieldOrnament:
    """Return the ornament of a drawn field. DataError at `place` if the value is none."""
    if not isinstance(value, str):
        text = message("{value} given, expected a field drawn with text", value=as_written(value))
        raise DataError(Fault(place, text))
    rows, _ = parse_field(value, sources.styles, place)
    return FieldOrnament(rows)
