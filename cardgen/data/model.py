"""What a game is: game.yaml as people write it, and the frozen Game that loading makes of all its files.

The models are strict and closed: a key that is not here is an error, never ignored.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from cardgen.data.conditions import Wanted
from cardgen.data.fields import FieldKindName
from cardgen.data.fonts import FontEntries, FontSet
from cardgen.data.kinds import (
    ColumnName,
    FieldName,
    FileModel,
    FileName,
    Identifier,
    Language,
    LanguageChain,
    Languages,
    Length,
    SizeName,
    Texts,
    Word,
)
from cardgen.data.languages.overlays import Translations
from cardgen.data.reading import Marked, Reader
from cardgen.data.rows.encodings import Encoding
from cardgen.data.templates.forms import Side
from cardgen.data.templates.models import Icon
from cardgen.errors import Place, WrongValueError
from cardgen.units import CARD_SIZES
from cardgen.words.messages import message

MOST_COPIES = 10_000
"""Of one card: ten thousand of a card is a game, a million is a slip of the finger."""

EVERY_LANGUAGE = "mul"
"""Under which the one name stands that the files of all languages have: ISO 639-2 for several languages."""

MOST_CARDS = 100_000
"""Of all decks together; a print run beyond it is a mistake."""

MOST_DIFFERENT = 10_000
"""Different cards of all decks together: each is laid out by itself, about a thousand a second."""


class Licence(FileModel):
    """A licence by name, and where its text is."""

    name: Word
    link: Word


class Source(FileModel):
    """The work this edition is made from, and what is new in it."""

    titles: Texts
    author: Word
    link: Word
    changes: Texts


class CardSize(FileModel):
    """A card, portrait, in mm: its trim, the radius of its corners, its bleed and its safe area's distance."""

    width: Length
    height: Length
    corner: Annotated[float, Field(ge=0, le=50)] = 3.0
    bleed: Annotated[float, Field(ge=0, le=20)] = 3.0
    safe: Annotated[float, Field(ge=0, le=50)] = 3.0
    thickness: Annotated[float, Field(gt=0, le=5)] = 0.3

    @model_validator(mode="after")
    def _room_left(self) -> Self:
        shorter = min(self.width, self.height)
        if 2 * self.safe >= shorter:
            template = "safe: {value:g} mm given, expected less than {limit:g} mm, half of the card's shorter side"
            raise WrongValueError(message(template, value=self.safe, limit=shorter / 2))
        if 2 * self.corner > shorter:
            template = "corner: {value:g} mm given, expected at most {limit:g} mm, half of the card's shorter side"
            raise WrongValueError(message(template, value=self.corner, limit=shorter / 2))
        return self


Fields = Annotated[dict[FieldName, FieldKindName], Field(max_length=100)]


class TableEntry(FileModel):
    """A file of rows: which sheet of a workbook, which encoding where bytes do not tell, its headers by other names."""

    cards: FileName
    sheet: Word | None = None
    encoding: Encoding | None = None
    columns: Annotated[dict[Word, ColumnName | None], Field(max_length=500)] = {}


def _as_table(value: Any) -> Any:
    return {"cards": value} if isinstance(value, str) else value


Crossed = Annotated[
    TableEntry,
    BeforeValidator(_as_table),
    WithJsonSchema({"anyOf": [{"type": "string", "minLength": 1}, TableEntry.model_json_schema()]}),
]
"""A table, or just its file."""


class RowsEntry(TableEntry):
    """The rows of a deck: a table, crossed `for` every row of another; what they inherit; which of them are wanted."""

    crossed: Crossed | None = Field(None, alias="for")
    defaults: Annotated[dict[FieldName, Any], Field(max_length=100)] = {}
    where: Annotated[dict[ColumnName, Wanted], Field(max_length=100)] = {}


class DeckEntry(RowsEntry):
    """A deck: where its cards are listed, what fields each has, and the template that lays them out.

    Its `language` is that of texts which do not say theirs, in place of the edition's or the game's first. The
    backs of cards that are `two_sided` are to be seen, as those of tokens are: they may differ from card to card.
    """

    titles: Texts
    template: FileName
    size: SizeName
    language: Language | None = None
    two_sided: bool = False
    fields: Fields = {}


class Targets(FileModel):
    """What is made of a game: a section for each printed product. The plug-ins of products declare the sections.

    `cardgen.data.targets` makes the model of a game from this one.
    """

    products: ClassVar[tuple[str, ...]] = ()
    """The products that make files of the game, by their names, in their order."""


def _for_each_language(value: Any) -> Any:
    return {EVERY_LANGUAGE: value} if isinstance(value, str) else value


TranslationFiles = Annotated[
    dict[Language, FileName],
    BeforeValidator(_for_each_language),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "minLength": 1},
                {"type": "object", "additionalProperties": {"type": "string", "minLength": 1}},
            ]
        }
    ),
]
"""A file for each language, or one name for those of all languages with `{lang}` in it."""


class SpokenEntry(FileModel):
    """The languages of a game: what stands for what is not translated, those that the game is made in each for itself,
    and the files that translations are kept in."""

    languages: Languages
    fallback: dict[Language, LanguageChain] = {}
    editions: LanguageChain = ()
    translations: TranslationFiles = {}


class GameFile(SpokenEntry):
    """game.yaml: a game's titles, credits, sizes, decks, rulesets, rulebooks and targets.

    A game need not have cards: a score sheet is a page, and nothing else.
    """

    titles: Texts
    author: Word
    licence: Licence
    source: Source | None = None
    engine: Word | None = None
    sizes: Annotated[dict[Identifier, CardSize], Field(min_length=1)] = {}
    decks: Annotated[dict[Identifier, DeckEntry], Field(min_length=1)] = {}
    fonts: FontEntries = {}
    icons: Annotated[dict[Identifier, Icon], Field(max_length=1000)] = {}
    rulesets: dict[Identifier, FileName] = {}
    rulebooks: dict[Language, FileName] = {}
    targets: Targets

    def size_named(self, name: str) -> CardSize | None:
        """Return a size of the game's own, or one that the trade has a name for; None if there is neither."""
        if name in self.sizes or name not in CARD_SIZES:
            return self.sizes.get(name)
        width, height = CARD_SIZES[name]
        return CardSize(width=width, height=height)


class CardsFile(FileModel):
    """A deck's file, when it is YAML."""

    cards: Annotated[list[Any], Field(min_length=1)]


class CardRow(FileModel):
    """What every card of every deck has; a deck's own fields are added to it.

    One with 0 copies is kept in its file and is no card of the game.
    """

    id: Identifier
    copies: Annotated[int, Field(ge=0, le=MOST_COPIES)] = 1


# ---------------------------------------------------------------- the loaded game


@dataclass(frozen=True, slots=True)
class Template:
    """A template with everything that it extends merged in."""

    name: str
    files: tuple[Path, ...]
    landscape: bool
    styles: Mapping[str, Marked]
    colours: Mapping[str, str]
    sides: Mapping[str, Side]
    icons: Mapping[str, Marked] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Card:
    """One row of a deck: an id, how many are printed, and its fields; and where it stands in its file."""

    deck: str
    id: str
    copies: int
    fields: Mapping[str, Any]
    marked: Marked = field(repr=False)

    def place(self, name: str | None = None) -> Place:
        return self.marked.place(name) if name else self.marked.place()


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of cards, all laid out by one template at one size. `fields` tells the kind of each declared field."""

    id: str
    titles: Mapping[str, str]
    file: Path
    size: CardSize
    template: Template
    cards: tuple[Card, ...]
    fields: Mapping[str, str]

    @property
    def count(self) -> int:
        """How many cards are printed."""
        return sum(card.copies for card in self.cards)

    def has(self, **kinds: str) -> bool:
        """Whether its cards have fields of these names and kinds: a text called colour is no colour."""
        return all(self.fields.get(name, "").removesuffix("?") == kind for name, kind in kinds.items())


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A rulebook's text, not yet parsed; `shown` is the file as people would type it."""

    lang: str
    file: Path
    shown: str
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game as loaded: everything that its files say, checked as far as a file can be checked by itself.

    `values` is what placeholders can name, `fonts` what templates can call a font. `reader` reads the game's pictures
    when they are laid out. A text by language has all languages of the game, as `translations` tells.
    """

    id: str
    folder: Path
    file: GameFile
    marked: Marked = field(repr=False)
    decks: Mapping[str, Deck]
    pages: Mapping[str, Template]
    rulesets: Mapping[str, Any]
    ruleset_files: Mapping[str, Marked] = field(repr=False)
    rulebooks: Mapping[str, Rulebook]
    values: Mapping[str, Any] = field(repr=False)
    reader: Reader = field(repr=False)
    translations: Translations = field(repr=False)
    fonts: FontSet = field(default_factory=FontSet, repr=False)

    @property
    def digests(self) -> dict[Path, str]:
        """The sha256 of every file read so far, in order of path."""
        return dict(sorted(self.reader.digests.items()))
