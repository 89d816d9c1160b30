"""Read cards from the game's decks: every fault of a card by the number of its check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeGuard

from cardgen import Message, joined, message
from cardgen.engines import CardData, Decks
from cardgen.engines.card_fields import text_field
from cardgen.games.thread_race.cards import PLAIN, SPEED, Core, DeckOrder, ThreadRaceCard
from cardgen.games.thread_race.records import TRIGGERS
from cardgen.games.thread_race.vocabulary import ELEMENTS, EffectsError, element_name, read_effects, write_effects

DECK, CORES, ORDER = "deck", "cores", "order"


class Fault(NamedTuple):
    """A fault of one card: the number of the check, the field, what is wrong, and a hint."""

    check: int
    field: str
    text: str
    hint: str = ""


class ReadCard(NamedTuple):
    """A card or a core as far as it can be read, and its faults."""

    card: ThreadRaceCard | Core | None
    faults: tuple[Fault, ...]


def read_card(data: CardData) -> ReadCard:
    faults = [*_kind_faults(data), *_element_faults(data), *_speed_faults(data)]
    effects, wrong = effects_of(data)
    faults += wrong
    kind = text_field(data, "kind")
    if kind == PLAIN and not text_field(data, "trigger") and not wrong and '"when"' not in effects:
        text, hint = (
            message("a plain card has a trigger"),
            message("write {example}", example="when: after enter of this"),
        )
        faults.append(Fault(3, "effects" if effects else "trigger", text, hint))
    if faults:
        return ReadCard(None, tuple(faults))
    card = ThreadRaceCard(
        card_name(data),
        kind,
        element_name(data.fields.get("element")) or "",
        data.fields.get("speed") if kind == SPEED else None,
        data.fields.get("cost") or 0,
        effects,
        text_field(data, "trigger"),
        "" if effects else card_text(data),
        card_name(data, "zh"),
        data.id,
    )
    return ReadCard(card, ())


def read_core(data: CardData) -> ReadCard:
    faults = []
    lock = data.fields.get("lock")
    if not _is_whole(lock) or not 1 <= lock <= 5:
        faults.append(Fault(3, "lock", message("the lock is {value}", value=_written(lock)), _from_to(1, 5)))
    for name in ("element", "speed"):
        if data.fields.get(name) is not None:
            faults.append(Fault(3, name, message("a core has no {field}", field=name)))
    uses = data.fields.get("uses")
    if uses is not None and (not _is_whole(uses) or uses < 1):
        faults.append(Fault(3, "uses", message("the uses are {value}", value=_written(uses)), _from_to(1, 99)))
    effects, wrong = effects_of(data)
    faults += wrong
    if faults or not _is_whole(lock):
        return ReadCard(None, tuple(faults))
    text = "" if effects else card_text(data)
    return ReadCard(Core(card_name(data), lock, uses, effects, text, card_name(data, "zh"), data.id), ())


def effects_of(data: CardData) -> tuple[str, list[Fault]]:
    """Return the effects of a card as JSON, and the fault if they cannot be read."""
    text = write_effects(data.fields.get("effects"))
    try:
        read_effects(text, data.id)
    except EffectsError as error:
        return "", [Fault(3, "effects", error.fault.problem, error.fault.hint)]
    return text, []


def card_name(data: CardData, language: str = "en") -> str:
    """Return the name of a card in a language, else in any that it has, else its id."""
    names = data.fields.get("names")
    if isinstance(names, Mapping) and names:
        return str(names.get(language) or next(iter(names.values())))
    return data.id


def card_text(data: CardData) -> str:
    """Return the text of a card's effect, or the empty text."""
    texts = data.fields.get("effect")
    if isinstance(texts, Mapping):
        return str(texts.get("en") or next(iter(texts.values()), ""))
    return ""


def read_decks(decks: Decks) -> tuple[dict[str, ThreadRaceCard], dict[str, Core]]:
    """Return the cards and the cores of a game that breaks no check, by their ids."""
    cards = {data.id: read_card(data).card for data in decks.get(DECK, ())}
    cores = {data.id: read_core(data).card for data in decks.get(CORES, ())}
    return (
        {name: card for name, card in cards.items() if isinstance(card, ThreadRaceCard)},
        {name: core for name, core in cores.items() if isinstance(core, Core)},
    )


def brought_deck(decks: Decks, core: str = "") -> DeckOrder:
    """Return the deck of a game in its order, with the core called `core` or the one that the order names.

    ValueError if the game has no such deck or core.
    """
    cards, cores = read_decks(decks)
    order = list(decks.get(ORDER, ()))
    listed = [text_field(place, "card_id") for place in order if text_field(place, "card_id") not in cores]
    if not order:
        listed = [data.id for data in decks.get(DECK, ()) for _ in range(data.copies)]
    named = core or next((text_field(place, "card_id") for place in order if text_field(place, "card_id") in cores), "")
    named = named or next(iter(cores), "")
    if named not in cores:
        raise ValueError(message("there is no core {name!r}", name=named))
    missing = [name for name in listed if name not in cards]
    if missing or not listed:
        raise ValueError(message("there is no card {name!r}", name=missing[0] if missing else ""))
    return DeckOrder(cores[named], tuple(cards[name] for name in listed))


def listed_deck(decks: Decks, core: str = "") -> DeckOrder:
    """Return the deck of a game with all copies of a card side by side, as it is before it is shuffled.

    `core` is the id or the name of a core, "" for the first one. ValueError if the game has no such deck or core.
    """
    ids = [data.id for data in decks.get(CORES, ()) if core.lower() in (data.id.lower(), card_name(data).lower())]
    if core and not ids:
        raise ValueError(message("there is no core {name!r}", name=core))
    unordered = {name: cards for name, cards in decks.items() if name != ORDER}
    return brought_deck(unordered, ids[0] if core else "")


def _kind_faults(data: CardData) -> Iterator[Fault]:
    kind = text_field(data, "kind")
    if kind not in (SPEED, PLAIN):
        hint = message("expected one of: {words}", words=joined((SPEED, PLAIN)))
        yield Fault(1, "kind", message("the kind is {kind!r}", kind=kind), hint)
    trigger = text_field(data, "trigger")
    if trigger and trigger not in TRIGGERS:
        hint = message("expected one of: {words}", words=joined(TRIGGERS))
        yield Fault(3, "trigger", message("there is no trigger {trigger!r}", trigger=trigger), hint)


def _element_faults(data: CardData) -> Iterator[Fault]:
    if element_name(data.fields.get("element")) is None:
        hint = message("expected one of: {words}", words=joined(ELEMENTS))
        yield Fault(3, "element", message("the element is {value}", value=_written(data.fields.get("element"))), hint)


def _speed_faults(data: CardData) -> Iterator[Fault]:
    kind, speed, cost = text_field(data, "kind"), data.fields.get("speed"), data.fields.get("cost")
    if kind == PLAIN:
        if speed is not None:
            yield Fault(3, "speed", message("a plain card has no speed"))
        if cost:
            yield Fault(3, "cost", message("a plain card has no cost"))
        return
    if not _is_whole(speed) or not 1 <= speed <= 5:
        yield Fault(3, "speed", message("the speed is {value}", value=_written(speed)), _from_to(1, 5))
    if cost is not None and (not _is_whole(cost) or not 0 <= cost <= 5):
        yield Fault(3, "cost", message("the cost is {value}", value=_written(cost)), _from_to(0, 5))


def _is_whole(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _written(value: Any) -> str | Message:
    return message("missing") if value is None else repr(value)


def _from_to(low: int, high: int) -> Message:
    return message("expected {low} to {high}", low=low, high=high)
