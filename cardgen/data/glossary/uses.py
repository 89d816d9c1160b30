"""Where the terms of a game are used: on its cards, in its rulebooks and templates, in the texts of other terms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from cardgen.base.characters import CHARACTER
from cardgen.base.records import dataclass, replace
from cardgen.data.glossary.marking import mark_terms
from cardgen.data.glossary.model import GLOSSARY, Glossary, Term
from cardgen.data.glossary.texts import find_terms
from cardgen.data.languages.chains import FallbackText
from cardgen.data.model import Card, Game, Template
from cardgen.data.names import VALUE_PATH
from cardgen.data.placeholders import PlaceholderError, look_up, texts_in
from cardgen.data.places import Key
from cardgen.data.templates.forms import BoxForm

#: The terms that templates and rulebooks name, and the values by which templates look terms up.
_NAMED = rf"\{{{GLOSSARY}\.({CHARACTER}+?)(?:\.(?:id|number|term|text|reminder))?[.}}]"
_LOOKED_UP = rf"\{{{GLOSSARY}\[\{{({VALUE_PATH})\}}\]"

_FENCED = re.compile(r"^(`{3,}|~{3,}).*?^\1", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class UnknownTerm:
    """Words that are marked by hand and name no term: their path in a card, or in a term, and their language."""

    words: str
    path: Key
    lang: str
    card: Card | None = None
    term: Term | None = None


@dataclass(frozen=True, slots=True)
class TermUses:
    """`cards` are the cards that use each term; `elsewhere` the terms that rulebooks, templates and other terms use."""

    cards: Mapping[str, tuple[Card, ...]]
    elsewhere: frozenset[str]
    unknown: tuple[UnknownTerm, ...]


#: By the glossary of a loaded game and its main language: a check and each rulebook ask for the same.
_uses: WeakKeyDictionary[Glossary, dict[str, TermUses]] = WeakKeyDictionary()


def find_uses(game: Game) -> TermUses:
    """Return where the terms of a game are used. A term that only unused terms mention is not used."""
    if game.glossary is None:
        return TermUses({}, frozenset(), ())
    by_language = _uses.setdefault(game.glossary, {})
    lang = game.file.languages[0]
    if lang not in by_language:
        by_language[lang] = _find_uses(game, game.glossary)
    return by_language[lang]


def _find_uses(game: Game, glossary: Glossary) -> TermUses:
    cards: dict[str, list[Card]] = {term: [] for term in glossary.terms}
    unknown: list[UnknownTerm] = []
    for name, deck in game.decks.items():
        lang = game.file.decks[name].language or game.file.languages[0]
        looked_up = [path for text in _template_texts(deck.template) for path in re.findall(_LOOKED_UP, text)]
        for card in deck.cards:
            card_terms = find_terms(glossary, name, card.fields, lang, deck.template.styles)
            keys = (key for path in looked_up for key in _keys(card.fields, path))
            for term in dict.fromkeys([*card_terms.terms, *(key for key in keys if key in glossary.terms)]):
                cards[term].append(card)
            unknown += [UnknownTerm(words, path, lang, card=card) for path, lang, words in card_terms.unknown]
    texts = {term.id: [*_texts_of(glossary, term)] for term in glossary.terms.values()}
    mentions = {term: {other for _, _, used, _ in parts for other in used} for term, parts in texts.items()}
    unknown += [
        UnknownTerm(word, path, lang, term=glossary.terms[term])
        for term, parts in texts.items()
        for path, lang, _, words in parts
        for word in words
    ]
    elsewhere = _reached({term for term, users in cards.items() if users}, {*_named(game, glossary)}, mentions)
    return TermUses({term: tuple(users) for term, users in cards.items()}, frozenset(elsewhere), tuple(unknown))


def _reached(used: set[str], named: set[str], mentions: Mapping[str, set[str]]) -> set[str]:
    """Return the terms that are named, and those that used terms mention, directly or through others."""
    reached = set(named)
    queue = [*(used | named)]
    while queue:
        new = mentions[queue.pop()] - reached
        reached |= new
        queue += new - used
    return reached


def _texts_of(glossary: Glossary, term: Term) -> Iterator[tuple[Key, str, tuple[str, ...], tuple[str, ...]]]:
    """Yield the path and the language of each text of a term, the terms in it, and the words that name none."""
    for key, texts in (("text", term.text), ("reminder", term.reminder)):
        for lang, text in (texts or {}).items():
            if isinstance(text, FallbackText):  # found in its own language
                continue
            marked = mark_terms(text, glossary.marking(lang))
            yield (key, lang), lang, tuple(other for other in marked.terms if other != term.id), marked.unknown


def _keys(fields: Mapping[str, Any], path: str) -> Iterator[str]:
    """Yield the texts by which a card may look terms up: the value at a path; for a repeat, any in its lists."""
    if path.split(".")[0] not in fields:
        yield from (text for value in fields.values() if isinstance(value, tuple) for _, text in texts_in(value))
        return
    try:
        value = look_up(fields, path)
    except PlaceholderError:
        return
    if isinstance(value, str):
        yield value


# ---------------------------------------------------------------- templates and rulebooks


def _named(game: Game, glossary: Glossary) -> Iterator[str]:
    """Yield the terms that templates and rulebooks name, and those in the words of rulebooks."""
    templates = [*(deck.template for deck in game.decks.values()), *game.pages.values()]
    books = [(book.lang, _FENCED.sub("", book.text)) for book in game.all_books]
    for text in (*(text for template in templates for text in _template_texts(template)), *(text for _, text in books)):
        yield from (match[1] for match in re.finditer(_NAMED, text) if match[1] in glossary.terms)
    for lang, text in books:
        yield from mark_terms(text, replace(glossary.marking(lang), mode="all")).terms


def _template_texts(template: Template) -> Iterator[str]:
    for side in template.sides.values():
        yield from (text for _, text in texts_in(side.description.value))
        yield from _box_texts(side.boxes.values())


def _box_texts(forms: Iterable[BoxForm]) -> Iterator[str]:
    for form in forms:
        own = {key: value for key, value in form.marked.value.items() if key != "boxes"}
        yield from (text for _, text in texts_in(own))
        yield from _box_texts(form.inside.values())


# ---------------------------------------------------------------- chapters of rulebooks


@dataclass(frozen=True, slots=True)
class UsedTerm:
    """A term, and the names of the cards that use it by language, each once."""

    term: Term
    cards: tuple[Mapping[str, str], ...]


def used_terms(game: Game) -> tuple[UsedTerm, ...]:
    """Return the terms of a game in the order of their table, with the cards that use each."""
    if game.glossary is None:
        return ()
    cards = find_uses(game).cards
    return tuple(
        UsedTerm(term, tuple(_distinct(_names_of(game, card) for card in cards[term.id])))
        for term in game.glossary.terms.values()
    )


def _distinct(names: Iterable[Mapping[str, str]]) -> Iterable[Mapping[str, str]]:
    return {tuple(some.items()): some for some in names}.values()


def _names_of(game: Game, card: Card) -> Mapping[str, str]:
    """Return the name of a card by language: its field `names` or `name`, or else its id."""
    for field in ("names", "name"):
        value = card.fields.get(field)
        if isinstance(value, Mapping):
            return value
        if isinstance(value, str):
            return {game.file.languages[0]: value}
    return {game.file.languages[0]: card.id}
