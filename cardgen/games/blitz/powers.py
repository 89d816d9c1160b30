"""What the cards of a game can do: their effects, read once for all games with these cards.

Most effects are about few events, and many are about the cell where their card lies. `Powers` tells which ones, so that
a turn without an effect costs nothing. An effect that always changes its own card by a fixed value is part of the
printed values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from cardgen import dataclass, field
from cardgen.engines.data_files import load_written
from cardgen.engines.effects.attributes import changed_by
from cardgen.engines.effects.model import AttributeChange, Effect, EventFilter, Phrase, Timing
from cardgen.engines.effects.parts import plain_names
from cardgen.engines.effects.phrases import EffectFault
from cardgen.engines.effects.reading import Reader
from cardgen.engines.effects.vocabulary import Vocabulary, load_vocabulary
from cardgen.engines.effects.world import Card, CardKind
from cardgen.engines.effects.written import Written
from cardgen.games.blitz.cards import BlitzCard

_HERE = files("cardgen.games.blitz")
_NUMBERED = re.compile(r"(.+) ([0-9]{1,2})")
#: The values of a card that effects can change.
VALUES = (
    "attack",
    "defence",
    "level",
    "range",
    "supply",
    "moves",
    "supplied",
    "forced",
    "abilities",
    "class",
    "category",
    "affects",
)
#: Events of cards that enter a cell.
ENTERING = ("move", "deploy", "lay")
#: Names whose values follow from a card, where it lies, and a cell that another one enters.
_FIXED = {"to", "here", "me", "this", "card"}
_FIXED_VALUES = {*VALUES, "side", "owner", "name"}


@dataclass(frozen=True, slots=True, eq=False)
class Power:
    """An effect of a card, as far as it is about an event in the cell of the card.

    `fixed`: whether it is about an event follows from the cards, their sides and their cells alone.
    """

    effect: Effect
    about: Timing | EventFilter
    fixed: bool


@dataclass(slots=True, eq=False)
class Watch:
    """The cards with an effect about an event: about any cell (`wide`), or their own (`near`), with these effects."""

    wide: set[int] = field(default_factory=set)
    near: dict[int, list[Power]] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Powers:
    """The effects of all cards of a setup, by the numbers of the cards."""

    effects: tuple[tuple[Effect, ...], ...]
    kinds: Mapping[str, CardKind]
    values: Mapping[str, list[Any]]
    by_hand: frozenset[int]
    modified: dict[str, set[int]] = field(default_factory=dict)
    """attribute -> the cards with an effect that can change it, of any card"""
    listens: dict[str, Watch] = field(default_factory=dict)
    """event -> the cards with an effect that it triggers or that replaces it; under "" those that see all events"""
    forbids: dict[str, Watch] = field(default_factory=dict)
    windows: dict[str, set[int]] = field(default_factory=dict)
    """window -> the cards with an effect that can be used in it"""
    in_hand: set[int] = field(default_factory=set)
    """cards with an effect that works elsewhere than in a cell"""
    world_cards: dict[Card, tuple[str, Mapping[str, Any]]] = field(default_factory=dict)
    known: dict[Any, bool] = field(default_factory=dict)
    """whether fixed powers are about events"""


@cache
def vocabulary() -> Vocabulary:
    """Return the vocabulary of effects of Blitz."""
    return load_vocabulary(_HERE / "effects.yaml")


@cache
def own_keywords() -> Mapping[str, Any]:
    """Return the keywords of the game itself."""
    keywords: Mapping[str, Any] = load_written(_HERE / "keywords.yaml")
    return keywords


@lru_cache(maxsize=16)
def keywords_of(written: Written) -> Mapping[str, Any]:
    """Return all keywords: those of the game, and those of a ruleset."""
    return {**own_keywords(), **(written.value or {})}


def find_keyword(word: str, keywords: Mapping[str, Any]) -> list[Any] | None:
    """Return what a keyword says, as it is written; None for an unknown one. `move 2` is `move n` where n is 2."""
    match = _NUMBERED.fullmatch(word)
    if word not in keywords and match is not None and f"{match[1]} n" in keywords:
        entries = keywords[f"{match[1]} n"]
        given = {"n": int(match[2])}
        return [
            {**entry, "let": {**given, **entry.get("let", {})}} if isinstance(entry, Mapping) else entry
            for entry in listed(entries)
        ]
    if word not in keywords:
        return None
    return listed(keywords[word])


def listed(entries: Any) -> list[Any]:
    """Return effects as a list: a single one may be written without."""
    return entries if isinstance(entries, list) else [entries]


@lru_cache(maxsize=4096)
def read_effects(
    name: str, words: tuple[str, ...], written: Written, keywords: Written
) -> tuple[tuple[Effect, ...], tuple[EffectFault, ...]]:
    """Return the effects of a card: those of its keywords, and those written on it with their faults."""
    found: list[Effect] = []
    for word in words:
        entries = find_keyword(word, keywords_of(keywords))
        if entries:
            found += Reader(vocabulary(), f"{name}/{word.replace(' ', '-')}/").effects(entries)
    reader = Reader(vocabulary(), f"{name}/")
    if written:
        found += reader.effects(written.value)
    return tuple(found), tuple(reader.faults)


def make_powers(
    cards: Sequence[BlitzCard], owners: Sequence[int], factions: Sequence[str], keywords: Written
) -> Powers:
    """Return what the cards of a setup can do."""
    known = keywords_of(keywords)
    effects, names, by_hand, kinds = [], [], set(), dict[str, CardKind]()
    for number, card in enumerate(cards):
        own = read_effects(card.id, card.keywords, card.effects, keywords)[0]
        name = f"{factions[owners[number]]}:{card.id}"
        if name not in kinds:
            kinds[name] = CardKind(name, printed_values(card), own)
        words = [find_keyword(word, known) for word in card.keywords]
        is_silent = card.kind in ("facility", "skill") and not own and all(word is None for word in words)
        if card.by_hand or is_silent or None in words:
            by_hand.add(number)
        effects.append(own)
        names.append(name)
    values = {name: [kinds[kind].values[name] for kind in names] for name in VALUES}
    powers = Powers(tuple(effects), kinds, values, frozenset(by_hand))
    powers.world_cards = {card: (name, {}) for card, name in zip(things(len(names)), names, strict=True)}
    for number, own in enumerate(effects):
        for effect in own:
            _add(powers, number, effect)
    return powers


def printed_values(card: BlitzCard) -> Mapping[str, Any]:
    """Return the values of a card as effects name them."""
    is_resource = card.kind == "resource"
    return {
        "attack": card.attack,
        "defence": card.defence if card.kind == "unit" else 0,
        "level": card.level,
        "range": () if is_resource else card.reach,
        "supply": card.reach if is_resource else (),
        "moves": 1,
        "supplied": None,
        "forced": card.kind == "unit",
        "abilities": card.keywords,
        "class": card.unit_class or None,
        "category": card.kind,
        "affects": card.affects,
    }


# ---------------------------------------------------------------- what an effect is about


def own_change(change: AttributeChange, effect: Effect, name: str) -> tuple[str, Any] | None:
    """Return how an effect changes the thing with this name by a fixed value; None for any other change."""
    if getattr(change.of.node, "path", None) != (name,) or change.attribute not in VALUES:
        return None
    node = change.value.node
    given = {key: phrase.node for key, phrase in effect.lets}
    path = getattr(node, "path", None)
    if path is not None and len(path) == 1 and path[0] in given:
        node = given[path[0]]
    value = getattr(node, "value", None)
    return (change.kind, value) if isinstance(value, int) else None


def own_changes(effect: Effect, name: str) -> list[tuple[str, str, Any]] | None:
    """Return the attributes that an effect always changes by fixed values, of the thing with this name; else None."""
    always = effect.condition is None and not (effect.forbids or effect.allows or effect.grants or effect.areas)
    if effect.head != "while" or not always:
        return None
    found = []
    for change in effect.changes:
        own = own_change(change, effect, name)
        if own is None:
            return None
        found.append((change.attribute, *own))
    return found


def apply_changes(name: str, value: Any, changes: Sequence[tuple[str, Any]]) -> Any:
    """Return an attribute after some changes, in the order of their kinds and within its domain."""
    return vocabulary().attributes[name].nearest(changed_by(changes, value))


def _add(powers: Powers, card: int, effect: Effect) -> None:
    """Note what an effect of a card is about."""
    changes = own_changes(effect, "this")
    if changes is not None:
        for name, kind, value in changes:
            powers.values[name][card] = apply_changes(name, powers.values[name][card], [(kind, value)])
        return
    if effect.areas and set(effect.areas) != {"cell"}:
        powers.in_hand.add(card)
    if effect.head == "use":
        powers.windows.setdefault(effect.window, set()).add(card)
        return
    if effect.head == "at once" or effect.grants:
        _watch(powers.listens, "").wide.add(card)
    if effect.grants or effect.allows:
        _watch(powers.forbids, "").wide.add(card)
    for timing in effect.timings:
        _note(powers.listens, card, effect, timing)
    if effect.replaced is not None:
        _note(powers.listens, card, effect, effect.replaced)
    for forbidden in effect.forbids:
        _note(powers.forbids, card, effect, forbidden)
    for change in effect.changes:
        powers.modified.setdefault(change.attribute, set()).add(card)
    if effect.grants:
        for name in VALUES:
            powers.modified.setdefault(name, set()).add(card)


def _watch(watches: dict[str, Watch], event: str) -> Watch:
    return watches.setdefault(event, Watch())


def _note(watches: dict[str, Watch], card: int, effect: Effect, about: Timing | EventFilter) -> None:
    watch = _watch(watches, about.event)
    if about.event in ENTERING and not effect.areas and _says_here(about.where) and effect.condition is None:
        is_fixed = effect.when_if is None and _is_fixed(about)
        watch.near.setdefault(card, []).append(Power(effect, about, is_fixed))
    else:
        watch.wide.add(card)


def _says_here(where: Phrase | None) -> bool:
    """Return True if a condition cannot hold of an event that leads to another cell: `to is here and …`."""
    if where is None:
        return False
    parts = getattr(where.node, "parts", (where.node,)) if type(where.node).__name__ != "AnyOf" else (where.node,)
    for part in parts:
        ends = {getattr(getattr(part, side, None), "path", None) for side in ("left", "right")}
        if getattr(part, "sign", "") == "=" and ends == {("to",), ("here",)}:
            return True
    return False


def _is_fixed(about: Timing | EventFilter) -> bool:
    if about.of is not None and getattr(about.of.node, "path", None) != ("units",):
        return False
    assert about.where is not None
    names = plain_names(about.where.node)
    if names is None:
        return False
    changing = {*vocabulary().areas, *vocabulary().sets, "units", "resources", "facilities", "current", "players"}
    changing |= {"others", "allies", "enemies", "stage", "round", "event", "from", "who", "bearer"}
    for first, *rest in names:
        if first in ("card", "this"):
            if rest and (len(rest) > 1 or rest[0] not in _FIXED_VALUES):
                return False
        elif first in changing or (rest and first not in _FIXED):
            return False
    return True


@cache
def things(count: int) -> tuple[Card, ...]:
    """Return the cards of a world with numbers below this one."""
    return tuple(map(Card, range(count)))
