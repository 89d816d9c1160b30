"""A fenced block as it stands in a rulebook, and what reading one needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator

from cardgen.data import pictures
from cardgen.data.kinds import FileModel
from cardgen.data.reading import Marked, parse_yaml, validate
from cardgen.errors import DataError, Fault, Place, did_you_mean
from cardgen.rulebook.book import FieldPicture, Sources, Words

Model = TypeVar("Model", bound=FileModel)

_ROW = re.compile(r"([.#!A-Za-z]+)( <)?\Z")

#: What text alternatives say.
WORDS = {
    "en": {
        "field": "Field, top row first",
        "board": "Board, top row first",
        "right": "Legal",
        "wrong": "Not legal",
        "turns": "in its orientations 0, R, 2 and L",
        "card": "Card",
        "down": "upside down",
        "row": "Row",
        "shingle": "Cards overlapped, from the bottom",
        "going": "about to be cleared",
    },
    "zh": {
        "field": "场地，从上到下",
        "board": "棋盘，从上到下",
        "right": "可以",
        "wrong": "不可以",
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
        return WORDS.get(self.lang.split("-")[0], WORDS["en"])[key]

    def file(self, name: str, fence: Fence) -> pictures.Picture:
        """A picture file of the game. DataError when it is none, or not there."""
        if self.sources.picture is None:
            raise DataError(Fault(fence.place, "there are no picture files here"))
        return self.sources.picture(name, fence.place)

    def card(self, name: str, fence: Fence, needs: Sequence[str] = ()) -> dict[str, Any]:
        """The values of a card by its id. DataError when there is none, or it lacks one of the fields."""
        cards = self.sources.cards
        if name not in cards:
            raise DataError(Fault(fence.place, f"there is no card {name!r}", did_you_mean(name, list(cards))))
        lacking = [field for field in needs if cards[name].get(field) is None]
        if lacking:
            raise DataError(Fault(fence.place, f"the card {name!r} has no {' and no '.join(lacking)}"))
        return dict(cards[name])


def field_picture(text: str, bench: Bench, place: Place) -> FieldPicture:
    """A drawn field whose letters are all cards with a look. DataError at `place` otherwise."""
    rows = field_rows(text)
    bare = tuple(row.removesuffix(" <") for row in rows)
    for letter in sorted({c.upper() for row in bare for c in row} - set(".#!")):
        if letter not in bench.sources.styles:
            hint = did_you_mean(letter, list(bench.sources.styles))
            raise DataError(Fault(place, f"no card {letter!r} has a colour to draw its squares in", hint))
    return FieldPicture(bare, tuple(i for i, row in enumerate(rows) if row.endswith(" <")))
