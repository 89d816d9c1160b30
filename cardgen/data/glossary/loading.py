"""Read the glossary of a game: its terms from a table, and the fields of cards in which they are searched."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field, ValidationError

from cardgen.base.errors import DataError, Fault, Faults, did_you_mean
from cardgen.base.records import replace
from cardgen.base.words.messages import joined, message
from cardgen.data.fields import field_kind
from cardgen.data.glossary.model import GLOSSARY, MOST_TERMS, Glossary, GlossaryEntry, Term
from cardgen.data.kinds import FileModel
from cardgen.data.languages.translations import Translator
from cardgen.data.limits import FieldEntry, Limits
from cardgen.data.model import Card, Template
from cardgen.data.reading import Marked, Reader
from cardgen.data.rows.cards import by_language, check_cards
from cardgen.data.rows.decks import Rows, RowsKind, missing_columns, read_rows


class TermsFile(FileModel):
    """The file of a glossary, if it is YAML."""

    terms: Annotated[list[Any], Field(min_length=1)]


_TERMS = RowsKind(
    "terms",
    TermsFile,
    message("the table has no terms"),
    message("write a line of column names, then a line for each term"),
)

#: The columns of the table besides `id`, and their kinds.
KINDS = {"number": "integer?", "term": "texts", "forms": "lists?", "text": "texts?", "reminder": "texts?"}

#: The columns that are translated: other ways to write a term belong to one language.
TRANSLATED = {name: KINDS[name] for name in ("term", "text", "reminder")}

#: The kinds of fields in which terms can be searched.
_SEARCHED = ("text", "texts", "list", "lists")


def glossary_entry(marked: Marked) -> GlossaryEntry | None:
    """Return the glossary's part of game.yaml; None if it is wrong, or there is none."""
    given = marked.value.get(GLOSSARY)
    try:
        return None if given is None else GlossaryEntry.model_validate(given)
    except ValidationError:  # reported with the rest of game.yaml
        return None


def read_terms(reader: Reader, marked: Marked, translator: Translator) -> tuple[Card, ...]:
    """Return the rows of the glossary that game.yaml (`marked`) names, as cards with their texts in every language.

    None without a glossary. DataError with all faults.
    """
    entry = glossary_entry(marked)
    if entry is None:
        return ()
    rows = read_rows(reader, entry, marked.part(GLOSSARY), KINDS, frozenset({"id", *KINDS}), kind=_TERMS)
    faults = Faults(_check_columns(rows))
    faults.raise_all()
    texts = [name for name, kind in KINDS.items() if field_kind(kind).by_language]
    terms = [by_language(row, texts, translator.languages.main) for row in rows.rows]
    number = FieldEntry.model_validate({"kind": KINDS["number"], "from": 1, "unique": True})
    cards, _ = check_cards(reader, GLOSSARY, terms, KINDS, Limits(GLOSSARY, {"number": number}, {}), faults)
    if len(cards) > MOST_TERMS:
        text = message("the glossary has {count:,} terms", count=len(cards))
        raise DataError(Fault(rows.place, text, message("at most {most:,}", most=MOST_TERMS)))
    return translator.translate_cards(cards, TRANSLATED)


def _check_columns(rows: Rows) -> Iterator[Fault]:
    for name in missing_columns(rows, KINDS):
        yield Fault(rows.place, message("the column {column!r} is missing", column=name))
    if "copies" in rows.keys:  # every card may have it
        yield Fault(rows.keys["copies"], message("unknown key {key!r}", key="copies"))


def make_glossary(terms: Sequence[Card], languages: Sequence[str]) -> Glossary:
    """Return the glossary of these terms. DataError for two terms that are written in the same way."""
    made = {card.id: _term_of(card) for card in terms}
    faults = Faults(_check_forms(terms, made, languages))
    faults.raise_all()
    return Glossary(made)


def _term_of(card: Card) -> Term:
    fields = card.fields
    return Term(
        card.id,
        fields["number"],
        fields["term"],
        fields["forms"] or {},
        fields["text"],
        fields["reminder"],
        card.marked,
    )


def _check_forms(cards: Sequence[Card], terms: Mapping[str, Term], languages: Sequence[str]) -> Iterator[Fault]:
    """Yield forms in languages that the game does not have, and forms that two terms share."""
    seen: dict[tuple[str, str], tuple[Card, str]] = {}
    for card in cards:
        for lang in terms[card.id].forms:
            if lang not in languages:
                problem = message("{language!r} is not one of the game's languages", language=lang)
                hint = message("expected one of: {words}", words=joined(languages))
                yield Fault(card.marked.key_place("forms", lang), problem, hint)
        for lang in languages:
            for number, form in enumerate(terms[card.id].written(lang)):
                field = "forms" if number else "term"
                first, first_field = seen.setdefault((lang, str(form)), (card, field))
                if first.id != card.id:
                    problem = message("{form!r} is a form of the term {term!r}, too", form=form, term=first.id)
                    hint = message("first at {place}", place=first.marked.place(first_field, lang))
                    yield Fault(card.marked.place(field, lang), problem, hint)


# ---------------------------------------------------------------- the fields in which terms are searched


def with_fields(
    glossary: Glossary,
    marked: Marked,
    decks: Mapping[str, Mapping[str, str] | None],
    templates: Mapping[str, Template],
) -> Glossary:
    """Return the glossary with the fields in which its terms are searched, and the style that marks them.

    `decks` are the kinds of the fields of each deck, None if they are wrong; `templates` those that could be read.
    DataError for unknown decks, fields and styles.
    """
    entry = glossary_entry(marked)
    if entry is None:
        return glossary
    part = marked.part(GLOSSARY)
    faults = Faults(_check_names(entry, part, decks))
    fields: dict[str, list[tuple[str, ...]]] = {}
    for deck in entry.decks or decks:
        kinds = {name: kind.removesuffix("?") for name, kind in (decks.get(deck) or {}).items()}
        paths = [tuple(field.split(".")) for field in entry.fields]
        fields[deck] = [path for path in paths if kinds.get(path[0]) in _SEARCHED]
    searched = {deck: paths for deck, paths in fields.items() if paths}
    used = {deck: templates[deck] for deck in searched if deck in templates}
    for key, style in (("style", entry.style), ("number_style", entry.number_style)):
        faults += _check_style(key, style or "", part, used)
    faults.raise_all()
    style, number_style = entry.style or "", entry.number_style or ""
    return replace(glossary, fields=searched, mode=entry.mark, style=style, number_style=number_style)


def _check_style(key: str, style: str, part: Marked, templates: Mapping[str, Template]) -> Iterator[Fault]:
    """Yield a fault for the first deck whose template lacks the style of the terms."""
    for deck, template in templates.items():
        if style and style not in template.styles:
            problem = message("the template of deck {deck!r} has no style {style!r}", deck=deck, style=style)
            yield Fault(part.place(key), problem, did_you_mean(style, list(template.styles)))
            return


def _check_names(entry: GlossaryEntry, part: Marked, decks: Mapping[str, Mapping[str, str] | None]) -> Iterator[Fault]:
    """Yield unknown decks, fields that no deck has, and fields without texts."""
    for number, deck in enumerate(entry.decks or ()):
        if deck not in decks:
            problem = message("there is no deck {name!r}", name=deck)
            yield Fault(part.place("decks", number), problem, did_you_mean(deck, list(decks)))
    chosen = [decks[deck] for deck in entry.decks or decks if deck in decks]
    if None in chosen or len(chosen) < len(entry.decks or ()):  # reported with the deck
        return
    known = {name: kind.removesuffix("?") for kinds in chosen for name, kind in (kinds or {}).items()}
    for number, path in enumerate(entry.fields):
        name, place = path.split(".")[0], part.place("fields", number)
        if name not in known:
            yield Fault(place, message("no card has {key!r}", key=name), did_you_mean(name, sorted(known)))
        elif known[name] not in _SEARCHED:
            problem = message("field {field!r} has no texts: its kind is {kind}", field=name, kind=known[name])
            yield Fault(place, problem, message("expected one of: {words}", words=joined(_SEARCHED)))
