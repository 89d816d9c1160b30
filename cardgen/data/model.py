"""The models of a game: game.yaml as people write it, and the frozen Game that loading makes from all its files.

The models are strict: a key that they do not have is an error, never ignored.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import BeforeValidator, Field, WithJsonSchema

from cardgen.base.errors import Fault, Place
from cardgen.base.records import dataclass, field
from cardgen.base.units import CARD_SIZES
from cardgen.data.card_shapes import CardSize as CardSize
from cardgen.data.conditions import Wanted
from cardgen.data.fonts import FontEntries, FontSet
from cardgen.data.free_table import FreeTableEntry
from cardgen.data.glossary.model import Glossary, GlossaryEntry
from cardgen.data.kinds import (
    BuiltLater,
    ColumnName,
    FieldName,
    FileModel,
    FileName,
    Identifier,
    Language,
    LanguageChain,
    Languages,
    SizeName,
    Texts,
    WithShortForms,
    Word,
    as_tuple,
    text_as,
)
from cardgen.data.languages.overlays import Translations
from cardgen.data.limits import Fields, kinds_of
from cardgen.data.numbers import Age, Numbers
from cardgen.data.reading import Marked, Reader
from cardgen.data.rows.options import TableOptions
from cardgen.data.rules.model import RulesInGame
from cardgen.data.rules.rule import CardRules
from cardgen.data.templates.forms import Side
from cardgen.data.templates.models import DesignEntry, Icon, Scale
from cardgen.data.uses import ALL_USES, REPRINT, Use, Uses
from cardgen.data.waivers import Waiver

MOST_COPIES = 10_000
"""Copies of one card. More is a typing error."""

EVERY_LANGUAGE = "mul"
"""The key of a file name that is for all languages: the code of ISO 639-2 for several languages."""

MOST_CARDS = 100_000
"""Cards of all decks together, with their copies."""

LEAST_TEXT = 1.5
"""The size below which text is reported as too small, mm."""


class Licence(FileModel):
    """A licence: its name, and the address of its text if it has one."""

    name: Word
    link: Annotated[str, Field(max_length=400)] = ""


class Source(FileModel):
    """The work that this game is based on, and the changes to it."""

    titles: Texts
    author: Word
    link: Word
    changes: Texts


class Credit(FileModel):
    """A work of somebody else that the game uses, such as a set of icons: what it is, its author and its licence."""

    work: Word
    author: Word
    licence: Licence
    link: Annotated[str, Field(max_length=400)] = ""


class TableEntry(TableOptions):
    """A file of rows that become cards."""

    cards: FileName


Crossed = Annotated[TableEntry, text_as("cards"), WithShortForms(TableEntry, {"type": "string", "minLength": 1})]
"""A table, or only its file."""


class RowsEntry(TableEntry):
    """The rows of a deck: a table, optionally combined with every row of another (`for`).

    `defaults` are values that the rows inherit, `where` the conditions that select rows.
    """

    crossed: Crossed | None = Field(None, alias="for")
    defaults: Annotated[dict[FieldName, Any], Field(max_length=100)] = {}
    where: Annotated[dict[ColumnName, Wanted], Field(max_length=100)] = {}


class DeckEntry(RowsEntry):
    """A deck: the file of its cards, their fields, and their template.

    The deck that it `extends` has the keys that it leaves out: cardgen.data.extending adds them.
    `language` is the language of texts that do not declare one; the default is the edition's or the game's first.
    Players see both sides of `two_sided` cards (tokens, for example), so their backs may differ. `use` says what the
    deck is for: see cardgen.data.uses. `scale` is how the cards of the deck that it extends are scaled to its size.
    """

    extends: Identifier | None = None
    titles: Texts
    template: FileName
    size: SizeName
    language: Language | None = None
    scale: Scale = None
    two_sided: bool = False
    use: Uses | None = None
    fields: Fields = {}

    @property
    def kinds(self) -> dict[str, str]:
        """The kind of each field, with `?` after that of an optional one."""
        return kinds_of(self.fields)


class Targets(FileModel):
    """The targets of a game: a section for each printed product. The plug-ins of products declare the sections.

    `cardgen.data.targets` makes the model of a game from this one.
    """

    picture_dpi: Annotated[int, Field(ge=150, le=2400)] = Field(
        default=450, description="the most dots per inch of pictures in PDFs: larger ones are made smaller"
    )
    products: ClassVar[tuple[str, ...]] = ()
    """The names of the products that make files of the game, in their order."""


PluralCategory: TypeAlias = Literal["zero", "one", "two", "few", "many", "other"]

TranslationFiles = Annotated[
    dict[Language, FileName],
    text_as(EVERY_LANGUAGE),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "minLength": 1},
                {"type": "object", "additionalProperties": {"type": "string", "minLength": 1}},
            ]
        }
    ),
]
"""A file for each language, or one name with `{lang}` in it for the files of all languages."""


class LanguagesEntry(FileModel):
    """The languages of a game, their fallbacks, the languages of editions, and the files of translations.

    `words` replace cardgen's own words on products, by language and English text; one about a number may have a text
    for each of CLDR's categories (`one`, `few`, `other`).
    """

    languages: Languages
    fallback: dict[Language, LanguageChain] = {}
    editions: LanguageChain = ()
    translations: TranslationFiles = {}
    words: dict[Language, dict[Word, Word | dict[PluralCategory, Word]]] = {}


class PositionEntry(FileModel):
    """A position or a log in the notation of the engine: its file, its titles, and its ruleset (the first one)."""

    file: FileName
    titles: Texts
    rules: Identifier | None = None


class ReviewEntry(FileModel):
    """How a game is reviewed: the number of people who must approve a card."""

    approvals: Annotated[int, Field(ge=1, le=20)] = 1


class GameFile(LanguagesEntry):
    """game.yaml: a game's titles, credits, sizes, decks, rulesets, positions, rulebooks, table and targets.

    A game may have no cards: a score sheet, for example, is only a page. `check` reports text below `least_text` mm.
    """

    titles: Texts
    author: Word = ""
    licence: Licence
    source: Source | None = None
    credits: Annotated[tuple[Credit, ...], BeforeValidator(as_tuple), Field(max_length=200)] = ()
    players: Numbers | None = Field(None, description="how many people play")
    minutes: Numbers | None = Field(None, description="how long a game takes")
    age: Age | None = Field(None, description="the least age of players, in years")
    engine: Word | None = None
    sizes: Annotated[dict[Identifier, CardSize], Field(min_length=1)] = {}
    decks: Annotated[dict[Identifier, DeckEntry], Field(min_length=1)] = {}
    fonts: FontEntries = {}
    icons: Annotated[dict[Identifier, Icon], Field(max_length=1000)] = {}
    rulesets: dict[Identifier, FileName] = {}
    positions: Annotated[dict[Identifier, PositionEntry], Field(max_length=1000)] = {}
    rules: RulesInGame = {}
    glossary: GlossaryEntry | None = None
    rulebooks: dict[Language, FileName] = {}
    books: Annotated[dict[Identifier, dict[Language, FileName]], Field(max_length=100)] = {}
    least_text: Annotated[float, Field(ge=0, le=20)] = LEAST_TEXT
    review: ReviewEntry = Field(default_factory=ReviewEntry)
    table: Annotated[FreeTableEntry, BuiltLater(FreeTableEntry)] = Field(default_factory=FreeTableEntry.model_construct)
    lesson: FileName | None = Field(None, description="the file of a guided first game")
    targets: Targets

    def size_named(self, name: str) -> CardSize | None:
        """Return the game's own size or the standard size of that name; None if there is neither."""
        if name in self.sizes or name not in CARD_SIZES:
            return self.sizes.get(name)
        width, height = CARD_SIZES[name]
        return CardSize(width=width, height=height)

    def size_of_design(self, design: DesignEntry) -> CardSize | None:
        """Return the size that a template is drawn for; None if there is no size of that name."""
        if design.width is None or design.height is None:
            return self.size_named(design.size or "")
        return CardSize(width=design.width, height=design.height, bleed=design.bleed, safe=design.safe, corner=0)

    def design_of(self, deck: str, design: DesignEntry | None) -> DesignEntry | None:
        """Return the design of a deck's template, or one for the size of the deck that a scaled deck extends."""
        entry = base = self.decks[deck]
        while base.scale is not None and base.extends is not None:
            base = self.decks[base.extends]
        size = self.size_named(base.size)
        if entry.scale is None or size is None:
            return design
        if design is None:
            design = DesignEntry(width=size.width, height=size.height, bleed=size.bleed, safe=size.safe)
        return design.model_copy(update={"scale": entry.scale})


class CardsFile(FileModel):
    """A deck's file, if it is YAML."""

    cards: Annotated[list[Any], Field(min_length=1)]


class CardRow(FileModel):
    """The fields of every card; the model of a deck adds its own.

    A row with 0 copies stays in its file but is not a card of the game.
    """

    id: Identifier
    copies: Annotated[int, Field(ge=0, le=MOST_COPIES)] = 1


# ---------------------------------------------------------------- the loaded game


@dataclass(frozen=True, slots=True)
class Template:
    """A template, merged with everything that it extends. `design_place` is the place of its design in the files."""

    name: str
    files: tuple[Path, ...]
    landscape: bool
    styles: Mapping[str, Marked]
    colours: Mapping[str, str]
    sides: Mapping[str, Side]
    icons: Mapping[str, Marked] = field(default_factory=dict)
    design: DesignEntry | None = None
    design_place: Place = field(default_factory=Place)


@dataclass(frozen=True, slots=True)
class Card:
    """One row of a deck: an id, the number of copies, its fields, and their places in the file (`marked`).

    `number` is its place among the different cards of its deck, from 1. All copies have it. `serial` is the place of
    its first copy among all cards of its deck with their copies, from 1.
    """

    deck: str
    id: str
    copies: int
    fields: Mapping[str, Any]
    marked: Marked = field(repr=False)
    number: int = 0
    serial: int = 1

    def place(self, name: str | None = None) -> Place:
        """Return the place of a field, or of the whole card."""
        return self.marked.place(name) if name else self.marked.place()


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of cards, all laid out by one template at one size. `fields` maps each declared field to its kind.

    `uses` says what the deck is for.
    """

    id: str
    titles: Mapping[str, str]
    file: Path
    size: CardSize
    template: Template
    cards: tuple[Card, ...]
    fields: Mapping[str, str]
    uses: tuple[Use, ...] = ALL_USES

    @property
    def count(self) -> int:
        """The number of cards that are printed."""
        return sum(card.copies for card in self.cards)

    @property
    def trim(self) -> tuple[float, float]:
        """The width and height of its cards as they are held, mm."""
        size = self.size
        return (size.height, size.width) if self.template.landscape else (size.width, size.height)

    @property
    def is_extra(self) -> bool:
        """Whether it is only for printing, such as blank cards and reprints: its cards are not those of the game."""
        return self.uses == REPRINT

    def has(self, **kinds: str) -> bool:
        """Return True if the cards have fields of these names and kinds: `has(colour="colour")`."""
        return all(self.fields.get(name, "").removesuffix("?") == kind for name, kind in kinds.items())


#: The name of the rulebook among a game's books.
RULES = "rules"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A book's text, not yet parsed; `shown` is the path of the file for messages, `name` that of its output files."""

    lang: str
    file: Path
    shown: str
    text: str
    name: str = RULES


@dataclass(frozen=True, slots=True)
class Lesson:
    """A guided first game: the checked content of its file (a `LessonFile`), and the places of its parts."""

    file: Any
    marked: Marked = field(repr=False)


@dataclass(frozen=True, slots=True)
class Position:
    """A position or a game as text, in the notation of the engine.

    `rules` is the name of its ruleset, "" if the game has none; `shown` is the path of the file for messages.
    """

    name: str
    titles: Mapping[str, str]
    rules: str
    shown: str
    text: str


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Game:
    """A loaded game: the content of all its files, validated.

    `values` are the values for placeholders, `fonts` the fonts for templates. `reader` reads the game's pictures when
    they are laid out. A text by language has all languages of the game; `translations` lists what is missing.
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
    card_rules: CardRules = field(default_factory=CardRules, repr=False)
    waivers: tuple[Waiver, ...] = ()
    glossary: Glossary | None = None
    positions: Mapping[str, Position] = field(default_factory=dict, repr=False)
    books: Mapping[str, Mapping[str, Rulebook]] = field(default_factory=dict)
    lesson: Lesson | None = None
    table_books: Mapping[str, Rulebook] = field(default_factory=dict)
    """the rulebook in every language, for tables: an edition has those of the others, too"""
    ink: str = ""
    """the ink that its files save, one of `scene/low_ink`; "" if they save none"""

    @property
    def all_books(self) -> tuple[Rulebook, ...]:
        """The rulebook and the other books in all their languages."""
        return tuple(book for books in (self.rulebooks, *self.books.values()) for book in books.values())

    def decks_for(self, use: Use) -> dict[str, Deck]:
        """Return the decks that are for a use: "print", "order" or "table"."""
        return {name: deck for name, deck in self.decks.items() if use in deck.uses}

    @property
    def own_decks(self) -> dict[str, Deck]:
        """The decks with the cards of the game: those that are for more than printing, or all if none is."""
        return {name: deck for name, deck in self.decks.items() if not deck.is_extra} or dict(self.decks)

    @property
    def draft(self) -> bool:
        """Return True if its files say that they are drafts, and pictures may be missing."""
        return self.reader.draft

    @property
    def notices(self) -> tuple[Fault, ...]:
        """What people should know of how the game's files were read, in order of place."""
        return tuple(sorted(set(self.reader.notices)))

    @property
    def digests(self) -> dict[Path, str]:
        """The sha256 of every file read so far, in order of path."""
        return dict(sorted(self.reader.digests.items()))
