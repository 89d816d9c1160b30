"""A fenced block of a rulebook, and the context of reading one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from cardgen.base.errors import DataError, Fault, Place, did_you_mean
from cardgen.base.records import dataclass
from cardgen.base.words.messages import Message, joined, message
from cardgen.data import pictures
from cardgen.data.kinds import FileModel
from cardgen.data.reading import Marked, parse_yaml, validate
from cardgen.rulebook.book import Block, Cover, Sources, Words
from cardgen.rulebook.loops import LoopBudget
from cardgen.scene.items import Scene

Model = TypeVar("Model", bound=FileModel)


@dataclass(frozen=True, slots=True)
class Fence:
    """One fenced block: `line` is that of its kind and names in the file, the body begins on the next."""

    kind: str
    names: tuple[str, ...]
    body: str
    file: str
    line: int

    @property
    def place(self) -> Place:
        return Place(self.file, self.line, 1)

    def parse_yaml(self, model: type[Model], body: str | None = None, skip: int = 0) -> tuple[Model, Marked]:
        """Return the body, or a part of it that begins `skip` lines into it, as `model`. DataError if it is not one."""
        text = self.body if body is None else body
        marked = parse_yaml("\n" * (self.line + skip) + text, self.file)
        if marked.value is None:
            marked = Marked({}, self.file, {(): self.place})
        return validate(model, marked), marked

    def parts(self) -> list[tuple[int, str]]:
        """Return the parts of the body between lines `---`, each with the number of lines before it."""
        parts: list[tuple[int, str]] = [(0, "")]
        for number, line in enumerate(self.body.splitlines(), 1):
            if line.strip() == "---":
                parts.append((number, ""))
            else:
                start, text = parts[-1]
                parts[-1] = (start, text + line + "\n")
        return parts

    def require_names(self, expected: Message | None = None) -> tuple[str, ...]:
        """Return the names after the kind. DataError if there are none."""
        if not self.names:
            text = message("no names after {kind!r}", kind=self.kind)
            raise DataError(Fault(self.place, text, expected or message("expected ids of cards")))
        return self.names


@dataclass(frozen=True, slots=True)
class BlockContext:
    """The sources of the book, its language, and how texts in a block are read.

    `words` reads Markdown with placeholders at a place; `fill` fills in placeholders only. `blocks` reads whole blocks
    of Markdown that begin at a line of the file; `within` returns the context for a turn of a loop, with other values.
    `budget` bounds the loops of the book. `value` returns a value of the game that is a text as words, with its icons.
    """

    sources: Sources
    lang: str
    words: Callable[[str, Place], Words]
    fill: Callable[[str, Place], str]
    blocks: Callable[[str, int], tuple[Block, ...]]
    within: Callable[[Mapping[str, Any]], BlockContext]
    budget: LoopBudget
    value: Callable[[str, Place], Words]

    def open_picture(self, name: str, fence: Fence) -> pictures.PictureFile:
        """Return a picture file of the game. DataError if there is none of this name, or it is no picture."""
        if self.sources.picture is None:
            raise DataError(Fault(fence.place, message("this book has no picture files")))
        return self.sources.picture(name, fence.place)

    def card(self, name: str, fence: Fence, fields: Sequence[str] = ()) -> dict[str, Any]:
        """Return the values of a card by its id, or by its deck and its id, as in "main/dragon".

        DataError if there is no such card, if several decks have one, or if it lacks one of the fields.
        """
        decks = self.sources.values.get("decks", {})
        deck, _, card_id = name.rpartition("/")
        cards = decks[deck]["cards"] if deck in decks else {} if deck else self.sources.cards
        if card_id not in cards:
            alike = [f"{deck}/{name}" for deck in decks if name in decks[deck]["cards"]]
            if alike:
                problem = message("several decks have a card {name!r}", name=name)
                raise DataError(Fault(fence.place, problem, message("write one of {names}", names=joined(alike))))
            text = message("there is no card {name!r}", name=name)
            raise DataError(Fault(fence.place, text, did_you_mean(card_id, list(cards))))
        card = cards[card_id]
        missing = [field for field in fields if card.get(field) is None]
        if missing:
            text = message("card {name!r} has no {fields}", name=name, fields=joined(missing))
            raise DataError(Fault(fence.place, text))
        return dict(card)

    def face(self, name: str, fence: Fence) -> Scene:
        """Return the face of a card. DataError as from `card`."""
        self.card(name, fence)
        return self.sources.face(name)


def in_language(value: object, lang: str) -> str:
    """Return a text by language in one of them, or in the first that it has; empty without a text."""
    if isinstance(value, Mapping):
        return str(value.get(lang) or next(iter(value.values()), ""))
    return str(value or "")


ReadBlock: TypeAlias = Callable[[Fence, BlockContext], Block | tuple[Block, ...] | Cover | None]
"""The type of plug-ins of the group `cardgen.blocks`: a function that makes the block of a fence.

It returns several blocks as a tuple, and None for a block that only checks something. It raises DataError with every
fault in the block.
"""
