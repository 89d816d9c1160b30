"""The fenced blocks of a rulebook: data in, tables and figures out. The info word is the kind, what follows are names.

field        rows, marked with ` <` where they are about to go; panels parted by a line `---`
play RULES   a play in the game's notation on the first line; the engine plays it and draws it
log RULES    a play of many lines up to `---`; the lines between two empty ones share a picture
examples RULES  steps on a board that are legal or refused, as the engine judges them
shapes a b   cards that have `cells`, as shapes with a label
rotation T I the four orientations of cards that have `cells` and `centre`
picture a b  picture files of the game
cards T 2-3~ faces of cards, `~` upside down
rows 1-0 x   the rows of cards that have a `row`
shingle      cards overlapped by a step, and blocks that lie on them
table        header and rows; a placeholder that is a list fills as many cells; {copies: T I} counts cards
assume       values that the text takes for granted: a fault where they are not so
cover FILE   what the front of the book shows, over a picture file when one is named
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated

from pydantic import Field

from cardgen.data.kinds import Colour, FileModel
from cardgen.data.placeholders import PLACEHOLDER, UnknownValueError, as_text, look_up
from cardgen.data.reading import parse_yaml
from cardgen.data.wording import as_written
from cardgen.errors import DataError, Fault, Place, did_you_mean
from cardgen.rulebook.board_blocks import read_examples, read_log, read_shapes
from cardgen.rulebook.book import Align, Block, Cover, Table, Words, plain
from cardgen.rulebook.fences import Bench, Drawn, Fence, field_picture
from cardgen.rulebook.figure_blocks import (
    escaped,
    read_cards,
    read_field,
    read_picture,
    read_play,
    read_rotation,
    read_rows,
    read_shingle,
)
from cardgen.rulebook.style import NIGHT, NIGHT_INK
from cardgen.scene.colour import LEAST_CONTRAST, contrast

_EMPTY_CELL = "–"


class CopiesCell(FileModel):
    """How many cards there are of the ones named, together."""

    copies: str


class TableBody(FileModel):
    header: Annotated[list[str], Field(min_length=1)]
    rows: Annotated[list[Annotated[list[str | int | CopiesCell], Field(min_length=1)]], Field(min_length=1)]
    counts: bool = False
    total: bool = False


class CoverBody(FileModel):
    subtitle: str = ""
    tagline: str = ""
    facts: list[str] = []
    credit: str = ""
    field: Drawn | None = None
    ground: Colour | None = None
    ink: Colour | None = None


def read_fence(fence: Fence, bench: Bench) -> Block | Cover | None:
    """The block that a fence stands for, None for one that only checks. DataError with every fault in it."""
    if fence.kind not in KINDS:
        hint = did_you_mean(fence.kind, sorted(KINDS))
        raise DataError(Fault(fence.place, f"{fence.kind!r} is not a kind of data block", hint))
    return KINDS[fence.kind](fence, bench)


def _table(fence: Fence, bench: Bench) -> Table:
    body, marked = fence.yaml(TableBody)
    faults: list[Fault] = []
    rows: list[list[Words]] = []

    def cells_of(cell: str | int | CopiesCell, place: Place) -> list[Words]:
        if isinstance(cell, CopiesCell):
            return [bench.words(str(sum(bench.card(name, fence)["copies"] for name in cell.copies.split())), place)]
        text = str(cell)
        whole = PLACEHOLDER.fullmatch(text)
        if whole and whole[1]:
            try:
                value = look_up(bench.sources.values, whole[1])
            except UnknownValueError:
                value = None  # told of in its place by reading the text
            if isinstance(value, list | tuple):
                return [bench.words(escaped(as_text(entry)), place) for entry in value]
        return [bench.words(text, place)]

    for y, row in enumerate(body.rows):
        rows.append([])
        for x, cell in enumerate(row):
            try:
                rows[-1] += cells_of(cell, marked.place("rows", y, x))
            except DataError as error:
                faults += error.faults
    header = [bench.words(text, marked.place("header", i)) for i, text in enumerate(body.header)]
    widest = max(map(len, rows))
    if body.counts:
        header += [bench.words(str(i + 1), fence.place) for i in range(widest - len(header))]
    if widest > len(header):
        faults.append(Fault(marked.place("rows"), f"{widest} cells under {len(header)} headings"))
    if faults:
        raise DataError(faults)
    dash = bench.words(_EMPTY_CELL, fence.place)
    full = tuple((*row, *[dash] * (len(header) - len(row))) for row in rows)
    return Table(tuple(header), full, column_alignment(tuple(header), full), fence.place, body.total)


_NUMBER = re.compile(r"[-+−–×]?\s*[0-9]*(, [-+−]?[0-9]+)?\Z")


def column_alignment(header: tuple[Words, ...], rows: tuple[tuple[Words, ...], ...]) -> tuple[Align, ...]:
    """Columns of numbers are centred, all others begin at the left."""
    return tuple("centre" if all(_NUMBER.match(plain(row[i])) for row in rows) else "left" for i in range(len(header)))


def _assume(fence: Fence, bench: Bench) -> None:
    marked = parse_yaml("\n" * fence.line + fence.body, fence.file)
    if not isinstance(marked.value, dict):
        raise DataError(Fault(fence.place, "expected paths, each with the value that the text takes for granted"))
    faults = []
    for path, value in marked.value.items():
        try:
            found = look_up(bench.sources.values, path)
        except UnknownValueError as error:
            faults.append(Fault(marked.key_place(path), str(error), error.hint))
            continue
        if found != value:
            told = f"the text takes {path} to be {as_written(value)}, and it is {as_written(found)}"
            faults.append(Fault(marked.place(path), told, "write the text anew, then this line"))
    if faults:
        raise DataError(faults)


def _cover(fence: Fence, bench: Bench) -> Cover:
    body, marked = fence.yaml(CoverBody)
    if len(fence.names) > 1:
        raise DataError(Fault(fence.place, f"{len(fence.names)} pictures on the cover, which shows one"))
    behind = bench.file(fence.names[0], fence) if fence.names else None
    ratio = contrast(body.ground or NIGHT, body.ink or NIGHT_INK)
    if behind is None and ratio < LEAST_CONTRAST:
        told = f"the cover's ink stands out from its ground by {ratio:.1f} to 1, expected {LEAST_CONTRAST} or more"
        key = "ink" if body.ink else "ground"
        raise DataError(Fault(marked.place(key), told, "a lighter `ink` on a dark `ground`, or the other way round"))
    picture = field_picture(body.field, bench, marked.place("field")) if body.field else None
    return Cover(
        bench.filled(body.subtitle, marked.place("subtitle")),
        bench.filled(body.tagline, marked.place("tagline")),
        tuple(bench.filled(fact, marked.place("facts", i)) for i, fact in enumerate(body.facts)),
        bench.filled(body.credit, marked.place("credit")),
        picture.rows if picture else (),
        body.ground or "",
        body.ink or "",
        behind,
    )


KINDS: dict[str, Callable[[Fence, Bench], Block | Cover | None]] = {
    "field": read_field,
    "play": read_play,
    "log": read_log,
    "examples": read_examples,
    "shapes": read_shapes,
    "rotation": read_rotation,
    "picture": read_picture,
    "cards": read_cards,
    "rows": read_rows,
    "shingle": read_shingle,
    "table": _table,
    "assume": _assume,
    "cover": _cover,
}
