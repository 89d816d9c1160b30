"""Laid out cards that are reused as long as nothing has changed that their layout depends on.

The layout of a card depends on five things, and on nothing else:

- what all cards of its deck share: the template, its size, its fonts, and the values of the game that it names;
- the card's own id, copies and fields, its number if that is shown, and what is looked up by them;
- the picture files that it shows;
- the terms of the glossary that are marked in its texts;
- which card of the deck is the first: that one is laid out first, and has the findings of boxes that all cards share.

A card with findings is always laid out again, because a finding may depend on the cards before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Generic, Protocol, TypeVar

from cardgen.base.errors import DataError, Finding, Place
from cardgen.base.records import dataclass, replace
from cardgen.cards.layout.card_values import marked_content, own_values
from cardgen.cards.layout.context import TemplateContext
from cardgen.data.conditions import names_in
from cardgen.data.content import Content, content_of, same_content
from cardgen.data.model import Card, Deck, Game, Template
from cardgen.data.placeholders import PATH, PlaceholderError, look_up, roots_of, texts_in
from cardgen.data.templates.forms import BoxForm

#: Every text in braces that could be a placeholder, also those inside of others.
_PATH = rf"(?=\{{({PATH})\??\}})"

Digests = Mapping[tuple[str, int], str]
"""The digests of picture files, by their names and pages."""


class LaidSide(Protocol):
    """A laid out side of a card."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of layout about the side."""


class LaidWithCard(Protocol):
    """A laid out card."""

    @property
    def card(self) -> Card:
        """The card itself."""


Side = TypeVar("Side", bound=LaidSide)
LaidOut = TypeVar("LaidOut", bound=LaidWithCard)


@dataclass(frozen=True, slots=True)
class KeptCard(Generic[Side]):
    """A card that has been laid out: its copies and fields then, and its sides that differ from card to card.

    `others` is the content of other values that the sides show: its number, and what is looked up by its fields.
    `marked` is that of its texts with the terms of the glossary marked.
    """

    copies: int
    fields: Mapping[str, Any]
    sides: Mapping[str, Side]
    others: Content = ()
    marked: Content = ()

    def is_of(self, card: Card) -> bool:
        """Return True if the card is still the same."""
        return self.copies == card.copies and same_content(self.fields, card.fields)


@dataclass(frozen=True, slots=True)
class KeptDeck(Generic[Side]):
    """A deck as it was laid out last.

    `shared` is the content of what its cards share, `glossary` that of the terms of the game, `first` the id of its
    first card, `sides` are those that are equal on all cards. `pictures` are the pictures of each card by its id; by an
    empty id those of boxes that all share. `laid` are the cards without findings and without pictures of their own as
    they were returned, by the ids of the card objects.
    """

    shared: Content
    glossary: Content
    first: str
    sides: Mapping[str, Side]
    cards: dict[str, KeptCard[Side]]
    pictures: Mapping[str, Digests]
    laid: Mapping[int, LaidWithCard]


class LayoutCache(Generic[Side]):
    """The decks of a game as they were laid out last, for `layout_deck`. `fresh` counts the cards laid out so far.

    `progress` is called after each, and `anew` with the id of a deck before all its cards are laid out; what they raise
    ends the layout, and the decks stay as they were.
    """

    def __init__(self) -> None:
        self.decks: dict[str, KeptDeck[Side]] = {}
        self.fresh = 0
        self.progress: Callable[[], None] = lambda: None
        self.anew: Callable[[str], None] = lambda _: None


# ---------------------------------------------------------------- reusing cards


class DeckReuse(Generic[Side]):
    """The reuse of cards while one deck is laid out. Without a cache, every card is laid out.

    `title` is the game's title on its cards, `fields` are the words of placeholders whose values belong to a card.
    """

    def __init__(
        self,
        cache: LayoutCache[Side] | None,
        game: Game,
        deck: Deck,
        context: TemplateContext,
        title: str,
        fields: frozenset[str],
    ) -> None:
        self._cache, self._game, self._deck, self._context = cache, game, deck, context
        self._glossary = game.glossary.content if game.glossary is not None and cache is not None else ()
        values = _deck_values(game, deck, context)
        paths = set() if cache is None else paths_in(deck.template, deck.template.sides)
        self._shared = None if cache is None else _shared_content(game, deck, context, title, fields, values, paths)
        self._card_paths = sorted(path for path in paths if _is_of_card(path, fields))
        self._values = values
        self._before = self._find_deck()
        self._first = deck.cards[0] if deck.cards else None
        self._cards: dict[str, KeptCard[Side]] = {}
        self._laid: Mapping[int, LaidWithCard] = {}

    def _find_deck(self) -> KeptDeck[Side] | None:
        before = self._cache.decks.get(self._deck.id) if self._cache else None
        if before is None or self._shared is None or before.shared != self._shared:
            return None
        return before if self._are_same(before.pictures.get("", {})) else None

    @property
    def has_any(self) -> bool:
        """Return True if there are cards that may be used again."""
        return self._before is not None

    def shared_sides(self) -> Mapping[str, Side]:
        """Return the sides that are equal on all cards; none if they must be laid out again, with the first card.

        They name the first card, but nothing in them depends on its fields.
        """
        before, first = self._before, self._first
        return before.sides if before and first and self._has_sides(before, first) else {}

    @staticmethod
    def _has_sides(before: KeptDeck[Side], first: Card) -> bool:
        """Return True if the sides that all cards share would be the same with this card as the first."""
        return first.id == before.first and not any(side.findings for side in before.sides.values())

    def layout_all(self, layout: Callable[[Card], LaidOut]) -> list[LaidOut]:
        """Return all cards of the deck laid out: those that are the same objects as before as they were returned then.

        The others are laid out by `layout`, which calls `find` and `add`: all of them, if they show more than their
        fields.
        """
        cards, before = self._deck.cards, self._before
        laid: list[Any] = [None] * len(cards)
        same_terms = before is not None and before.glossary == self._glossary
        if before and cards and same_terms and not self._card_paths and self._has_sides(before, cards[0]):
            laid = [before.laid.get(id(card)) for card in cards]
            self._cards = {one.card.id: before.cards[one.card.id] for one in laid if one is not None}
        result = [one or layout(card) for card, one in zip(cards, laid, strict=True)]
        self._laid = {id(one.card): one for one in result}
        return result

    def find(self, card: Card) -> KeptCard[Side] | None:
        """Return the card as it was laid out before, and keep it; None if it must be laid out again."""
        before = self._before
        kept = before.cards.get(card.id) if before else None
        if before is None or kept is None or not kept.is_of(card) or kept.others != self._others(card):
            return None
        if before.glossary != self._glossary and kept.marked != self._marked(card):
            return None
        if card is self._first and not self._has_sides(before, card):
            return None
        shown = before.pictures.get(card.id)
        if shown and not self._are_same(shown):
            return None
        # The same object is quick to compare the next time.
        self._cards[card.id] = kept = kept if kept.fields is card.fields else replace(kept, fields=card.fields)
        return kept

    def _others(self, card: Card) -> Content:
        """Return the content of the values of a card that are not its fields; of none if they cannot be compared."""
        if not self._card_paths:
            return ()
        values = {**self._values, **own_values(self._game, self._deck, card, self._context.lang)}
        try:
            return content_of([[*_named(values, path)] for path in self._card_paths])
        except TypeError:
            return (object(),)  # equal to no other: the card is laid out again

    def _marked(self, card: Card) -> Content:
        return marked_content(self._game, self._deck, card, self._context.lang)

    def _are_same(self, shown: Digests) -> bool:
        """Return True if picture files are as they were. They are opened again, as inputs of the game."""
        try:
            return all(
                self._context.pictures.open(name, Place(), page).digest == shown[name, page] for name, page in shown
            )
        except DataError:
            return False

    def add(self, card: Card, kept: KeptCard[Side]) -> None:
        """Keep a card that has just been laid out, unless it has findings."""
        if self._cache is not None:
            self._cache.fresh += 1
            self._cache.progress()
        if self._shared is not None and not any(side.findings for side in kept.sides.values()):
            self._cards[card.id] = replace(kept, others=self._others(card), marked=self._marked(card))

    def finish(self, sides: Mapping[str, Side]) -> None:
        """Keep the deck, which has been laid out without faults; `sides` are those that are equal on all cards."""
        if self._cache is None:
            return
        if self._shared is None or self._first is None:
            self._cache.decks.pop(self._deck.id, None)
            return
        pictures = self._context.pictures
        opened = {
            owner: {(name, page): pictures.open(name, Place(), page).digest for name, page in files}
            for owner, files in self._context.opened.items()
        }
        before = self._before.pictures if self._before else {}
        kept = {owner: shown for owner, shown in before.items() if not owner or owner in self._cards}
        every = {**kept.get("", {}), **opened.get("", {})}
        shown = {**kept, **opened, "": every}
        # Cards with findings are laid out again, and pictures are opened again.
        laid = {
            number: one
            for number, one in self._laid.items()
            if one.card.id in self._cards and not shown.get(one.card.id)
        }
        self._cache.decks[self._deck.id] = KeptDeck(
            self._shared, self._glossary, self._first.id, dict(sides), self._cards, shown, laid
        )


# ---------------------------------------------------------------- what the cards of a deck share


def _deck_values(game: Game, deck: Deck, context: TemplateContext) -> dict[str, Any]:
    """Return the values that placeholders on all cards of a deck can name."""
    values = {**game.values, "deck": game.values["decks"][deck.id], "colours": deck.template.colours}
    return {**values, "language": context.lang}


def _is_of_card(path: str, fields: frozenset[str]) -> bool:
    """Return True for a value that depends on a card, but is not in its fields: its number, or what they look up."""
    first, *others = roots_of(path)
    return first == "card" or (bool(others) and fields.issuperset(others))


def _shared_content(
    game: Game,
    deck: Deck,
    context: TemplateContext,
    title: str,
    fields: frozenset[str],
    values: Mapping[str, Any],
    paths: set[str],
) -> Content | None:
    """Return the content of everything that the layout of all cards of a deck depends on.

    The places of boxes follow from the template's files, so the digests of these are part of it. None if there are
    values of a kind that cannot be compared.
    """
    template, size = deck.template, deck.size
    # An entry of a repeat may look up any value.
    named = {path.split("[")[0] for path in paths if path.split(".")[0] not in fields and not _is_of_card(path, fields)}
    shared = [
        [deck.id, title, context.lang, list(game.file.languages), sorted(fields), game.fonts.digest],
        [size.width, size.height, size.bleed, size.safe, size.corner, size.shape],
        [*context.frame.size, *context.frame.matrix, context.frame.bleed],
        {name: [style.colour, style.pattern] for name, style in context.cell_styles.items()},
        [[str(path), game.reader.digests.get(path, "")] for path in template.files],
        _template_content(template, template.sides),
        [[path, *_named(values, path)] for path in sorted(named)],
        sorted([str(place), size] for place, size in context.sizes.items()),
    ]
    try:
        return content_of(shared)
    except TypeError:
        return None


def _named(values: Mapping[str, Any], path: str) -> Iterator[Any]:
    """Yield the value that a placeholder names; nothing if there is none."""
    try:
        yield look_up(values, path)
    except PlaceholderError:
        return


def _template_content(template: Template, sides: Collection[str]) -> list[Any]:
    return [
        template.landscape,
        dict(template.colours),
        {name: style.value for name, style in template.styles.items()},
        {name: icon.value for name, icon in template.icons.items()},
        {name: [side.description.value, _forms(side.boxes)] for name, side in template.sides.items() if name in sides},
    ]


def has_same_sizes(template: Template) -> bool:
    """Return True if a text of a template has one size on all cards."""
    return _has_key(_template_content(template, template.sides), "same")


def _has_key(value: Any, key: str) -> bool:
    if isinstance(value, Mapping):
        return key in value or any(_has_key(entry, key) for entry in value.values())
    return isinstance(value, list | tuple) and any(_has_key(entry, key) for entry in value)


def _forms(forms: Mapping[str, BoxForm]) -> dict[str, Any]:
    return {name: [form.marked.value, _forms(form.inside)] for name, form in forms.items()}


def paths_in(template: Template, sides: Collection[str]) -> set[str]:
    """Return the path of every placeholder and every condition on these sides of a template; there may be some more."""
    content = _template_content(template, sides)
    paths = {match[1] for _, text in texts_in(content) for match in re.finditer(_PATH, text)}

    def add_conditions(forms: Mapping[str, BoxForm]) -> None:
        for form in forms.values():
            paths.update(path for _, path in names_in(form.when))
            add_conditions(form.inside)

    for name in sides:
        add_conditions(template.sides[name].boxes)
    return paths
