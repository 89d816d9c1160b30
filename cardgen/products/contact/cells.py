"""What a contact sheet shows of a deck: each face once, with its name and its number of copies, and each back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardgen.base.records import dataclass
from cardgen.base.words.messages import printed, printed_plural
from cardgen.cards.layout.cards import LaidCard
from cardgen.cards.layout.marks import without_marks
from cardgen.data.languages.own_words import distinct_texts, printed_texts
from cardgen.data.model import Card, Deck, Game
from cardgen.products.contact.target import ContactTarget
from cardgen.scene.items import Scene

#: The fields that are taken for the name of a card, the first that a deck has.
_NAMES = ("names", "name", "titles", "title", "名称", "名稱", "名字")

_BACK = printed("back")

Text = tuple[str, str]
"""A text and its language."""


@dataclass(frozen=True, slots=True)
class ContactCell:
    """A side of a card in small, the texts below it, and how many cards have it."""

    scene: Scene
    texts: tuple[Text, ...]
    copies: int


@dataclass(frozen=True, slots=True)
class ContactDeck:
    """A deck on a contact sheet: its titles, its numbers of cards in words, and its cells. `corner` is in mm."""

    titles: tuple[Text, ...]
    count: tuple[Text, ...]
    corner: float
    cells: tuple[ContactCell, ...]


def contact_deck(game: Game, deck: Deck, cards: Sequence[LaidCard], target: ContactTarget) -> ContactDeck:
    """Return what a contact sheet shows of a deck. Without a field for names, cards have their ids below them."""
    languages = game.file.languages
    kinds = {name: kind.removesuffix("?") for name, kind in deck.fields.items()}
    candidates = [target.name] if target.name else _NAMES
    name = next((name for name in candidates if kinds.get(name) in ("text", "texts")), None)
    count = printed_plural("{count} card", "{count} cards", deck.count)
    if len(cards) != deck.count:
        count = printed("{cards}, {different} different", cards=count, different=len(cards))
    cells = [ContactCell(card.face.scene, _caption(game, deck, card.card, name), card.card.copies) for card in cards]
    return ContactDeck(
        tuple((text, lang) for lang, text in distinct_texts(deck.titles, languages).items()),
        tuple(printed_texts(count, languages, game.fonts)),
        deck.size.corner,
        (*cells, *(_backs(game, cards) if target.backs else ())),
    )


def _caption(game: Game, deck: Deck, card: Card, name: str | None) -> tuple[Text, ...]:
    """Return the name of a card in the languages of the game; its id if it has none."""
    languages = game.file.languages
    value: Any = card.fields.get(name) if name else None
    lang = game.file.decks[deck.id].language or languages[0]
    texts = value if isinstance(value, Mapping) else {lang: value} if isinstance(value, str) else {}
    plain = {lang: without_marks(text, deck.template, lang) for lang, text in texts.items() if text}
    shown = distinct_texts(plain, languages) or distinct_texts(plain, [*plain])
    return tuple((text, lang) for lang, text in shown.items()) or ((card.id, "en"),)


def _backs(game: Game, cards: Sequence[LaidCard]) -> Iterator[ContactCell]:
    """Yield each different back, with the number of cards that have it."""
    copies: dict[int, int] = {}
    scenes: dict[int, Scene] = {}
    for card in cards:
        if card.back is not None:
            key = id(card.back.scene)
            scenes[key] = card.back.scene
            copies[key] = copies.get(key, 0) + card.card.copies
    words = tuple(printed_texts(_BACK, game.file.languages, game.fonts))
    for key, scene in scenes.items():
        yield ContactCell(scene, words, copies[key])
