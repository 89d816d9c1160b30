"""The terms in the texts of a card: the texts with their terms marked, the terms, and the words that name none."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from cardgen.base.records import dataclass
from cardgen.data.glossary.marking import mark_terms, without_brackets
from cardgen.data.glossary.model import Glossary
from cardgen.data.languages.chains import FallbackText
from cardgen.data.places import Key

_Change: TypeAlias = Callable[[str, str, Key], str]
"""A function from a text, its language and its path in the card to another text."""


@dataclass(frozen=True, slots=True)
class CardTerms:
    """The terms of a card.

    `fields` are its texts with their terms marked, `terms` the ids of all terms in order, in the main language first.
    `unknown` are words marked by hand that name no term, each with its path in the card and its language.
    """

    fields: Mapping[str, Any]
    terms: tuple[str, ...]
    unknown: tuple[tuple[Key, str, str], ...]


def find_terms(
    glossary: Glossary, deck: str, fields: Mapping[str, Any], lang: str, styles: Collection[str] = ()
) -> CardTerms:
    """Return the terms of a card of a deck. `lang` is the language of texts that are written in one alone.

    `styles` are those that the marks of its texts may name. A text that is the id of a term is that term, and stays.
    """
    terms: dict[str, None] = {}
    unknown: list[tuple[Key, str, str]] = []

    def change(text: str, own_lang: str, path: Key) -> str:
        if text in glossary.terms:
            terms[text] = None
            return text
        result = mark_terms(text, glossary.marking(own_lang), styles)
        terms.update(dict.fromkeys(result.terms))
        unknown.extend((path, own_lang, words) for words in result.unknown if path)
        return result.text

    changed: dict[str, Any] = {}
    for name, *path in glossary.fields.get(deck, ()):
        value = changed.get(name, fields.get(name))
        if value is not None:
            changed[name] = _changed_field(value, path, lang, (name,), change)
    return CardTerms(changed, tuple(terms), tuple(unknown))


def _changed_field(value: Any, path: Sequence[str], lang: str, at: Key, change: _Change) -> Any:
    """Return the value of a field with its texts changed. One by language begins with the language `lang`."""
    if isinstance(value, Mapping):
        parts = {
            own: _changed(value[own], path, own, (*at, own), change)
            for own in sorted(value, key=lambda own: own != lang)
        }
        return {own: parts[own] for own in value}
    return _changed(value, path, lang, at, change)


def _changed(value: Any, path: Sequence[str], lang: str, at: Key, change: _Change) -> Any:
    """Return a value with the texts below `path` changed."""
    if isinstance(value, FallbackText):
        return value if path else FallbackText(change(value, value.lang, ()), value.lang)  # reported in that language
    if isinstance(value, str):
        return value if path else change(value, lang, at)
    if isinstance(value, Mapping):
        return {
            key: _changed(part, path[1:], lang, (*at, key), change) if not path or key == path[0] else part
            for key, part in value.items()
        }
    if isinstance(value, tuple):
        return tuple(_changed(part, path, lang, (*at, i), change) for i, part in enumerate(value))
    return value


def plain_fields(glossary: Glossary, deck: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fields of a card, with the words that are shown in place of marks by hand."""
    changed = dict(fields)
    for name, *path in glossary.fields.get(deck, ()):
        if fields.get(name) is not None:
            changed[name] = _changed_field(changed[name], path, "", (name,), lambda text, *_: without_brackets(text))
    return changed


def terms_of_card(glossary: Glossary, found: CardTerms) -> dict[str, Any]:
    """Return the values by which a card names its own terms: `terms`, and their `reminders` line by line, each once.

    None if there are none.
    """
    entries = [glossary.values[term] for term in found.terms]
    reminders = [entry["reminder"] for entry in entries if entry["reminder"]]
    languages = dict.fromkeys(lang for texts in reminders for lang in texts)
    return {
        "terms": tuple(entries) or None,
        "reminders": {lang: "\n".join(_distinct(reminders, lang)) for lang in languages} or None,
    }


def _distinct(reminders: Sequence[Mapping[str, str]], lang: str) -> Iterator[str]:
    yield from dict.fromkeys(texts[lang] for texts in reminders if lang in texts)
