"""The fenced blocks of a rulebook: data in, tables and figures out. The info word is the kind, what follows are names.

field        rows, marked with ` <` where they are about to go; panels parted by a line `---`
play RULES   a play in the game's notation on the first line; the engine plays it and draws it
rotation T I the four orientations of cards that have `cells` and `centre`
cards T 2-3~ faces of cards, `~` upside down
rows 1-0 x   the rows of cards that have a `row`
shingle      cards overlapped by a step, and blocks that lie on them
table        header and rows; a placeholder that is a list fills as many cells; {copies: T I} counts cards
assume       values that the text takes for granted: a fault where they are not so
cover        what the front of the book shows
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, Field

from cardgen.errors import DataError, Fault, Place, did_you_mean
from cardgen.kinds import FileModel, Length
from cardgen.placeholders import PLACEHOLDER, UnknownValueError, as_text, look_up
from cardgen.reading import Marked, parse_yaml, validate
from cardgen.rulebook.book import (
    Align,
    Block,
    BlockPicture,
    Cover,
    FacePicture,
    FieldPicture,
    Figure,
    Panel,
    RowPicture,
    ShinglePicture,
    Sources,
    Table,
    Words,
    plain,
)
from cardgen.shapes import parse_cells

Model = TypeVar("Model", bound=FileModel)

_ROW = re.compile(r"([.#!A-Za-z]+)( <)?\Z")
_EMPTY_CELL = "–"

#: What text alternatives say.
WORDS = {
    "en": {
        "field": "Field, top row first",
        "turns": "in its orientations 0, R, 2 and L",
        "card": "Card",
        "down": "upside down",
        "row": "Row",
        "shingle": "Cards overlapped, from the bottom",
        "going": "about to be cleared",
    },
    "zh": {
        "field": "场地，从上到下",
        "turns": "的四个朝向：0、R、2、L",
        "card": "卡牌",
        "down": "倒放",
        "row": "行",
        "shingle": "叠放的牌，从下到上",
        "going": "即将消除",
    },
}


def field_rows(text: str) -> tuple[str, ...]:
    """The lines of a drawn field, all equally long, each with or without ` <` at its end. ValueError otherwise."""
    rows = tuple(line.rstrip() for line in text.strip("\n").splitlines())
    found = [_ROW.match(row) for row in rows]
    for row, match in zip(rows, found, strict=True):
        if not match:
            raise ValueError(f"{row!r} is not a row: . # ! and letters, with ' <' after a row that is about to go")
    if len({len(match[1]) for match in found if match}) != 1:
        raise ValueError("the rows must be there, and equally long")
    return rows


def _drawn(text: str) -> str:
    field_rows(text)
    return text


Drawn = Annotated[str, AfterValidator(_drawn)]
Across = Annotated[int | None, Field(ge=1, le=8)]


class FigureBody(FileModel):
    """What every figure may say."""

    caption: str = ""
    across: Across = None


class FieldBody(FigureBody):
    rows: Drawn
    alt: str = ""


class PlayBody(FigureBody):
    """`captions` take the place of the engine's. `expect` are texts of the engine that the prose relies on."""

    captions: list[str] = []
    expect: list[str] = []
    notation: bool = False


class CardsBody(FigureBody):
    copies: bool = False
    width: Length | None = None


class ShingleBody(FigureBody):
    cards: Annotated[list[str], Field(min_length=1, max_length=20)]
    step: Length
    field: Drawn | None = None


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


@dataclass(frozen=True, slots=True)
class Fence:
    """One fenced block as it stands in the file: its first line is `line`, its body begins on the next."""

    kind: str
    names: tuple[str, ...]
    body: str
    file: str
    line: int

    @property
    def place(self) -> Place:
        return Place(self.file, self.line, 1)

    def yaml(self, model: type[Model], body: str | None = None, skip: int = 0) -> tuple[Model, Marked]:
        """The body (or a part of it that begins `skip` lines into it) as `model`. DataError with what is wrong."""
        text = self.body if body is None else body
        marked = parse_yaml("\n" * (self.line + skip) + text, self.file)
        if marked.value is None:
            marked = Marked({}, self.file, {(): self.place})
        return validate(model, marked), marked


@dataclass(frozen=True, slots=True)
class Bench:
    """What turning a data block into a figure needs: the sources, the language, and how texts are read."""

    sources: Sources
    lang: str
    words: Callable[[str, Place], Words]
    filled: Callable[[str, Place], str]

    def say(self, key: str) -> str:
        return WORDS.get(self.lang, WORDS["en"])[key]

    def card(self, name: str, fence: Fence, needs: Sequence[str] = ()) -> dict[str, Any]:
        """The values of a card by its id. DataError when there is none, or it lacks one of the fields."""
        cards = self.sources.cards
        if name not in cards:
            raise DataError(Fault(fence.place, f"there is no card {name!r}", did_you_mean(name, list(cards))))
        lacking = [field for field in needs if cards[name].get(field) is None]
        if lacking:
            raise DataError(Fault(fence.place, f"the card {name!r} has no {' and no '.join(lacking)}"))
        return dict(cards[name])


def read_fence(fence: Fence, bench: Bench) -> Block | Cover | None:
    """The block that a fence stands for, None for one that only checks. DataError with every fault in it."""
    if fence.kind not in KINDS:
        hint = did_you_mean(fence.kind, sorted(KINDS))
        raise DataError(Fault(fence.place, f"{fence.kind!r} is not a kind of data block", hint))
    return KINDS[fence.kind](fence, bench)


# ---------------------------------------------------------------- figures


def _field_picture(text: str, bench: Bench, place: Place) -> FieldPicture:
    rows = field_rows(text)
    bare = tuple(row.removesuffix(" <") for row in rows)
    for letter in sorted({c.upper() for row in bare for c in row} - set(".#!")):
        if letter not in bench.sources.styles:
            hint = did_you_mean(letter, list(bench.sources.styles))
            raise DataError(Fault(place, f"no card {letter!r} has a colour to draw its squares in", hint))
    return FieldPicture(bare, tuple(i for i, row in enumerate(rows) if row.endswith(" <")))


def _field_alt(picture: FieldPicture, bench: Bench) -> str:
    rows = [f"{row} ({bench.say('going')})" if i in picture.marked else row for i, row in enumerate(picture.rows)]
    return f"{bench.say('field')}: " + " / ".join(rows)


def _field(fence: Fence, bench: Bench) -> Figure:
    parts: list[tuple[int, str]] = [(0, "")]
    for number, line in enumerate(fence.body.splitlines()):
        if line.strip() == "---":
            parts.append((number + 1, ""))
        else:
            parts[-1] = (parts[-1][0], parts[-1][1] + line + "\n")
    panels = []
    across = None
    faults: list[Fault] = []
    for skip, part in parts:
        try:
            body, marked = fence.yaml(FieldBody, part, skip)
            picture = _field_picture(body.rows, bench, marked.place("rows"))
            caption = bench.words(body.caption, marked.place("caption"))
            alt = bench.filled(body.alt, marked.place("alt")) or _field_alt(picture, bench)
            panels.append(Panel(picture, caption, alt))
            across = body.across or across
        except DataError as error:
            faults += error.faults
    if faults:
        raise DataError(faults)
    return Figure(tuple(panels), across or min(3, len(panels)), (), fence.place)


def _play(fence: Fence, bench: Bench) -> Figure:
    rules = bench.sources.rulesets
    if len(fence.names) != 1 or fence.names[0] not in rules:
        hint = did_you_mean(fence.names[0] if fence.names else "", list(rules))
        raise DataError(Fault(fence.place, "a play is followed by the name of its ruleset", hint))
    first, _, rest = fence.body.partition("\n")
    notation = first.strip()
    body, marked = fence.yaml(PlayBody, rest, 1)
    here = Place(fence.file, fence.line + 1, 1)
    if bench.sources.engine is None:
        raise DataError(Fault(here, "this game has no rules engine to play by"))
    try:
        diagrams = bench.sources.engine.draw_play(notation, rules[fence.names[0]])
    except ValueError as error:
        raise DataError(Fault(here, f"this play cannot be made: {error}")) from error
    said = [diagram.caption.get(bench.lang, "") for diagram in diagrams]
    faults = []
    for i, written in enumerate(body.expect):
        expected = bench.filled(written, marked.place("expect", i))
        if not any(expected in text for text in said):
            told = "it says: " + " · ".join(filter(None, said))
            faults.append(Fault(marked.place("expect", i), f"the play does not say {expected!r}", told))
    if body.captions and len(body.captions) != len(diagrams):
        message = f"{len(body.captions)} captions for {len(diagrams)} pictures"
        faults.append(Fault(marked.place("captions"), message))
    if faults:
        raise DataError(faults)
    panels = []
    for i, (diagram, text) in enumerate(zip(diagrams, said, strict=True)):
        picture = FieldPicture(tuple(diagram.rows), tuple(diagram.marked))
        if body.captions:
            words = bench.words(body.captions[i], marked.place("captions", i))
        else:
            words = bench.words(_escaped(_closed_up(text)), here)
        panels.append(Panel(picture, words, f"{_field_alt(picture, bench)}. {text}"))
    caption = bench.words(body.caption, marked.place("caption"))
    across = body.across or (len(panels) if len(panels) < 4 else 3 if len(panels) != 4 else 2)
    return Figure(tuple(panels), across, caption, fence.place, notation if body.notation else "")


def _escaped(text: str) -> str:
    """A text that is no Markdown, such that Markdown leaves it alone."""
    return re.sub(r"([\\`*_\[\]<>&{}])", lambda m: m[1] * 2 if m[1] in "{}" else "\\" + m[1], text)


def _closed_up(text: str) -> str:
    """Without the spaces between Chinese characters and figures: the layout gives them their air."""
    return re.sub(r"(?<=[\u2e80-\u9fff]) (?=[!-~])|(?<=[!-~]) (?=[\u2e80-\u9fff])", "", text)


def _rotation(fence: Fence, bench: Bench) -> Figure:
    body, marked = fence.yaml(FigureBody)
    panels = []
    for name in _named(fence):
        card = bench.card(name, fence, ["cells", "centre"])
        rows = card["cells"]
        x, y = card["centre"]
        picture = BlockPicture(name, parse_cells(rows), (float(x), len(rows) - 1 - float(y)))
        panels.append(Panel(picture, alt=f"{name} {bench.say('turns')}: " + " / ".join(rows)))
    return Figure(tuple(panels), body.across or 2, bench.words(body.caption, marked.place("caption")), fence.place)


def _cards(fence: Fence, bench: Bench) -> Figure:
    body, marked = fence.yaml(CardsBody)
    panels = []
    for name in _named(fence):
        card = bench.card(name.removesuffix("~"), fence)
        scene = bench.sources.face(card["id"])
        label = f"× {card['copies']}" if body.copies else name
        width = body.width or (26.0 if scene.width <= scene.height else 40.0)
        picture = FacePicture(scene, name.endswith("~"), label, width)
        alt = f"{bench.say('card')} {name}" + (f" ({bench.say('down')})" if picture.turned else "")
        panels.append(Panel(picture, alt=f"{alt}. {scene.description}".strip()))
    across = body.across or min(4, len(panels))
    return Figure(tuple(panels), across, bench.words(body.caption, marked.place("caption")), fence.place)


def _rows(fence: Fence, bench: Bench) -> Figure:
    body, marked = fence.yaml(FigureBody)
    panels = []
    for name in _named(fence):
        card = bench.card(name, fence, ["row"])
        picture = RowPicture(name, str(card["row"]), int(card["copies"]))
        panels.append(Panel(picture, alt=f"{bench.say('row')} {name}: {picture.row} × {picture.copies}"))
    across = body.across or 2
    # Read down the columns, as lists are.
    deep = -(-len(panels) // across)
    panels = [panels[i] for row in range(deep) for i in range(row, len(panels), deep)]
    return Figure(tuple(panels), across, bench.words(body.caption, marked.place("caption")), fence.place)


def _shingle(fence: Fence, bench: Bench) -> Figure:
    body, marked = fence.yaml(ShingleBody)
    cards = []
    for name in body.cards:
        card = bench.card(name.removesuffix("~"), fence)
        cards.append((bench.sources.face(card["id"]), name.endswith("~")))
    rows: tuple[str, ...] = ()
    if body.field:
        rows = _field_picture(body.field, bench, marked.place("field")).rows
    alt = f"{bench.say('shingle')}: {', '.join(body.cards)}"
    panel = Panel(ShinglePicture(tuple(cards), body.step, rows), alt=alt)
    return Figure((panel,), 1, bench.words(body.caption, marked.place("caption")), fence.place)


def _named(fence: Fence) -> tuple[str, ...]:
    if not fence.names:
        raise DataError(Fault(fence.place, f"{fence.kind} is followed by the ids of cards"))
    return fence.names


# ---------------------------------------------------------------- tables and the rest


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
                return [bench.words(_escaped(as_text(entry)), place) for entry in value]
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
            told = f"the text takes {path} to be {value!r}, and it is {found!r}"
            faults.append(Fault(marked.place(path), told, "write the text anew, then this line"))
    if faults:
        raise DataError(faults)


def _cover(fence: Fence, bench: Bench) -> Cover:
    body, marked = fence.yaml(CoverBody)
    picture = _field_picture(body.field, bench, marked.place("field")) if body.field else None
    return Cover(
        bench.filled(body.subtitle, marked.place("subtitle")),
        bench.filled(body.tagline, marked.place("tagline")),
        tuple(bench.filled(fact, marked.place("facts", i)) for i, fact in enumerate(body.facts)),
        bench.filled(body.credit, marked.place("credit")),
        picture.rows if picture else (),
    )


KINDS: dict[str, Callable[[Fence, Bench], Block | Cover | None]] = {
    "field": _field,
    "play": _play,
    "rotation": _rotation,
    "cards": _cards,
    "rows": _rows,
    "shingle": _shingle,
    "table": _table,
    "assume": _assume,
    "cover": _cover,
}
