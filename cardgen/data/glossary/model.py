"""The glossary of a game: its part of game.yaml, its terms, and how they are marked in the texts of cards."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema

from cardgen.base.records import dataclass, field
from cardgen.data.content import Content, content_of
from cardgen.data.glossary.marking import Marking, Mode, without_brackets
from cardgen.data.glossary.matching import TermIndex
from cardgen.data.kinds import ColumnName, DeckNames, FileName, Identifier, as_tuple
from cardgen.data.languages.chains import FallbackText
from cardgen.data.marked import Marked
from cardgen.data.names import COLUMN_NAME
from cardgen.data.rows.options import TableOptions

MOST_TERMS = 5_000

#: The word by which placeholders and rules name the glossary.
GLOSSARY = "glossary"


def _as_names(value: Any) -> Any:
    return (value,) if isinstance(value, str) else as_tuple(value)


_NAME = {"type": "string", "pattern": f"^{COLUMN_NAME}$"}

FieldPaths = Annotated[
    tuple[ColumnName, ...],
    Field(min_length=1, max_length=100),
    BeforeValidator(_as_names),
    WithJsonSchema({"anyOf": [_NAME, {"type": "array", "items": _NAME, "minItems": 1, "maxItems": 100}]}),
]
"""Fields of cards, or parts of their entries; one alone may be written without a list."""


class GlossaryEntry(TableOptions):
    """The glossary: the file of its `terms`, the fields of cards in which they are searched, and how they are marked.

    Without `fields`, no card is searched: the terms are for tables and rulebooks.

    `decks` are those with these fields; if left out, all that have them. `style` is a style of their templates; without
    it, terms are found but look as other words. `mark` says which of them are marked: `all`, the `first` occurrence in
    each text, or only those written as `[[term]]` (`hand`). In `number_style`, the number of a marked term follows it.
    In the rulebook it follows the first occurrence of a term in each chapter, if `number_rulebook` is true. Terms that
    nothing uses are reported, unless `unused` is true.
    """

    terms: FileName
    fields: FieldPaths = ()
    decks: DeckNames | None = None
    style: Identifier | None = None
    number_style: Identifier | None = None
    mark: Mode = "all"
    number_rulebook: bool = False
    unused: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """An entry of the glossary. `marked` is its row.

    Names, `text` and `reminder` are by language; `forms` are further ways to write it, in the languages that have any.
    """

    id: str
    number: int | None
    names: Mapping[str, str]
    forms: Mapping[str, Sequence[str]]
    text: Mapping[str, str] | None
    reminder: Mapping[str, str] | None
    marked: Marked = field(repr=False)

    def written(self, lang: str) -> list[str]:
        """Return all ways to write the term in a language; none if it is not translated.

        What a language leaves out is that of the same language without a region or a script, such as en for en-GB.
        """
        name = self.names.get(lang)
        own = [name] if name is not None and _base(getattr(name, "lang", lang)) == _base(lang) else []
        return [*own, *self.forms.get(lang, self.forms.get(_base(lang), ()))]

    @property
    def values(self) -> dict[str, Any]:
        """The values that placeholders can name."""
        return {
            "id": self.id,
            "number": self.number,
            "term": self.names,
            "text": self.text and _plain(self.text),
            "reminder": self.reminder and _plain(self.reminder),
        }

    @property
    def own_values(self) -> dict[str, Any]:
        """The values without those that stand in for missing translations."""
        return {key: _own(value) if isinstance(value, Mapping) else value for key, value in self.values.items()}


def _own(texts: Mapping[str, str]) -> dict[str, str]:
    return {lang: text for lang, text in texts.items() if not isinstance(text, FallbackText)}


def _base(lang: str) -> str:
    return lang.split("-")[0]


def _plain(texts: Mapping[str, str]) -> dict[str, str]:
    """Return texts by language with the words that are shown in place of marks by hand."""
    plain = {lang: without_brackets(text) for lang, text in texts.items()}
    return {
        lang: FallbackText(plain[lang], text.lang) if isinstance(text, FallbackText) else plain[lang]
        for lang, text in texts.items()
    }


@dataclass(frozen=True, eq=False)
class Glossary:
    """The terms of a game by id. `fields` are the paths of the fields of each deck in which they are searched."""

    terms: Mapping[str, Term]
    fields: Mapping[str, Sequence[tuple[str, ...]]] = field(default_factory=dict)
    style: str = ""
    mode: Mode = "all"
    number_style: str = ""

    @cached_property
    def values(self) -> dict[str, Any]:
        """The values of all terms, for placeholders and rules."""
        return {term.id: term.values for term in self.terms.values()}

    @cached_property
    def content(self) -> Content:
        """What marks in texts depend on: equal contents, the same marks."""
        forms = [
            [term.id, dict(term.names), {lang: list(some) for lang, some in term.forms.items()}]
            for term in self.terms.values()
        ]
        looks = [self.style, self.mode, self.number_style, self._numbers if self.number_style else {}]
        return content_of([looks, forms, {deck: list(paths) for deck, paths in self.fields.items()}])

    @cached_property
    def _indexes(self) -> dict[str, TermIndex]:
        return {}

    def index(self, lang: str) -> TermIndex:
        """Return the terms of a language by the ways in which they are written."""
        if lang not in self._indexes:
            forms = [(form, term.id) for term in self.terms.values() for form in term.written(lang)]
            self._indexes[lang] = TermIndex(reversed(forms))
        return self._indexes[lang]

    def marking(self, lang: str) -> Marking:
        """Return how the texts of a language are marked."""

        def resolve(words: str) -> str | None:
            if words in self.terms:
                return words
            own = self.index(lang).term_of(words)
            return own or next(filter(None, (self.index(other).term_of(words) for other in self._languages)), None)

        return Marking(self.index(lang), resolve, self.style, self.mode, self.number_style, self._numbers)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {term.id: term.number for term in self.terms.values() if term.number is not None}

    @cached_property
    def _languages(self) -> list[str]:
        return list(dict.fromkeys(lang for term in self.terms.values() for lang in (*term.names, *term.forms)))
