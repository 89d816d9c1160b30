"""What a game is made of besides its world, and the field of each player as it is seen: frozen data."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cardgen import dataclass, replace
from cardgen.engines.effects.model import Effect
from cardgen.engines.effects.world import Card, CardKind, Player, World, Zone
from cardgen.games.thread_race.cards import Core, DeckOrder, ThreadRaceCard, kind_of
from cardgen.games.thread_race.lying import FASTEST
from cardgen.games.thread_race.resolution import ThreadResolution
from cardgen.games.thread_race.rules import SLOTS, ThreadRaceRules
from cardgen.games.thread_race.vocabulary import load_vocabulary

#: The number of a player and of a slot, both from 0.
Slot = tuple[int, int]

Printed = ThreadRaceCard | Core


@dataclass(frozen=True, slots=True, eq=False)
class RaceSetup:
    """What does not change in a game: its rules, and what is printed on the cards, by their names in the world."""

    rules: ThreadRaceRules
    printed: Mapping[str, Printed]
    kinds: Mapping[str, CardKind]

    def card(self, world: World, card: Card) -> Any:
        return self.printed[world.cards[card][0]]

    def resolution(self, world: World, answers: Sequence[tuple[Any, ...]] = ()) -> ThreadResolution:
        """Return what resolves effects in a world of the game."""
        return ThreadResolution(self.rules, load_vocabulary(), world, answers)


@dataclass(frozen=True, slots=True)
class FieldCard:
    """A card in a slot.

    `card` is its number in the game. `speed` and `element` are as they are now, or as printed while it is face down.
    `text` is the card whose text it has.
    """

    card: int
    speed: int | None
    element: str
    text: ThreadRaceCard
    up: bool = True
    sealed: bool = False
    fixed: bool = False
    nullified: bool = False

    @property
    def shown_speed(self) -> int | None:
        """The speed that the card shows; None for a plain card and for one that lies face down."""
        return None if self.speed is None or not self.up else min(FASTEST, self.speed)


@dataclass(frozen=True, slots=True)
class ThreadRaceSeat:
    """A player's cards: `cards` are those of all players, and other cards are numbers in it.

    `slot_effects` are the effects on each slot as JSON, in the order in which they were made. `uses` is how often the
    core can still be used, None for any number of times.
    """

    core: Core
    cards: tuple[ThreadRaceCard, ...]
    slots: tuple[FieldCard | None, ...]
    deck: tuple[int, ...]
    rebirth: tuple[int, ...] = ()
    slot_effects: tuple[tuple[str, ...], ...] = ((),) * SLOTS
    uses: int | None = None


def set_up(decks: Sequence[DeckOrder], rules: ThreadRaceRules, seed: int) -> tuple[RaceSetup, World]:
    """Return a game before its first step: all cards are in the decks, in their order."""
    setup, world = new_world(
        [card for deck in decks for card in deck.cards], [deck.core for deck in decks], rules, seed
    )
    numbers = iter(world.cards)
    for seat, deck in enumerate(decks):
        for _ in deck.cards:
            put_new(world, next(numbers), Zone("deck", seat))
    return setup, world


def new_world(
    cards: Sequence[ThreadRaceCard],
    cores: Sequence[Core],
    rules: ThreadRaceRules,
    seed: int,
    texts: Sequence[ThreadRaceCard] = (),
) -> tuple[RaceSetup, World]:
    """Return a world with these cards, which are still in no zone, and the cores of the players.

    `texts` are cards whose texts others have.
    """
    names: dict[Printed, str] = {}
    counts: Counter[str] = Counter()
    everything: list[Printed] = [*cards, *cores, *texts]
    for printed in everything:
        if printed not in names:
            counts[printed.name] += 1
            names[printed] = printed.name if counts[printed.name] == 1 else f"{printed.name}/{counts[printed.name]}"
    kinds = {name: kind_of(printed, name) for printed, name in names.items()}
    world = World(len(cores), seed)
    world.kinds = kinds
    for printed in cards:
        world.cards[Card(world.created)] = (names[printed], {})
        world.created += 1
    for seat, core in enumerate(cores):
        card = world.add_card(names[core], Zone("cores", seat))
        if rules.core == "counted":
            world.store(card, "uses", core.uses)
    return RaceSetup(rules, {name: printed for printed, name in names.items()}, kinds), world


def put_new(world: World, card: Card, zone: Zone) -> None:
    """Put a card into its first zone: its owner brought it."""
    name, _ = world.cards[card]
    world.cards[card] = (name, {"home": Player(zone.owner or 0)})
    world.put(card, zone)


def world_of(seats: Sequence[ThreadRaceSeat], rules: ThreadRaceRules, turn: int, seed: int) -> tuple[RaceSetup, World]:
    """Return a game with this field, in which each seat's numbers are those of its own `cards`."""
    texts = [now.text for seat in seats for now in seat.slots if now is not None]
    slots = [
        (Zone("slots", player, slot), ThreadRaceCard(f"slot {player + 1}.{slot}.{number}", effects=f"[{effect}]"))
        for player, seat in enumerate(seats)
        for slot, effects in enumerate(seat.slot_effects, 1)
        for number, effect in enumerate(effects, 1)
    ]
    cards = [card for seat in seats for card in seat.cards]
    setup, world = new_world(cards, [seat.core for seat in seats], rules, seed, [*texts, *(card for _, card in slots)])
    world.turn, first = turn, 0
    for player, seat in enumerate(seats):
        for area, numbers in (("deck", seat.deck), ("rebirth", seat.rebirth)):
            for number in numbers:
                put_new(world, Card(first + number), Zone(area, player))
        for slot, now in enumerate(seat.slots, 1):
            if now is not None:
                _put_lying(setup, world, replace(now, card=first + now.card), Zone("slots", player, slot))
        (core,) = world.cards_in(Zone("cores", player))
        world.store(core, "uses", seat.uses)
        first += len(seat.cards)
    for zone, printed in slots:
        for effect in setup.kinds[printed.name].effects:
            owner = Player(zone.owner or 0)
            world.begin(kind="attach", owner=owner.seat, source=owner, bearer=zone, effect=effect, names={})
    return setup, world


def _put_lying(setup: RaceSetup, world: World, now: FieldCard, zone: Zone) -> None:
    card = Card(now.card)
    put_new(world, card, zone)
    printed = world.kind(card).values
    world.store(card, "face", "down" if not now.up else "sideways" if now.sealed else "up")
    for name, value in (("speed", now.speed), ("element", now.element)):
        if value != printed[name]:
            world.store(card, name, value)
    for name, value in (("fixed speed", now.fixed), ("nullified", now.nullified)):
        if value:
            world.store(card, name, value)
    text = next(name for name, printed in setup.printed.items() if printed == now.text)
    if text != world.cards[card][0]:
        world.begin(kind="copy", owner=zone.owner, source=card, bearer=card, names={}, copied=text)


def seats_of(setup: RaceSetup, world: World) -> tuple[ThreadRaceSeat, ...]:
    """Return the field of each player as it is now."""
    run = setup.resolution(world)
    printed = tuple(setup.card(world, card) for card in sorted(world.cards, key=lambda card: card.number))
    cards = tuple(card for card in printed if isinstance(card, ThreadRaceCard))
    return tuple(_seat(setup, run, cards, player.seat) for player in sorted(world.players, key=lambda one: one.seat))


def _seat(setup: RaceSetup, run: ThreadResolution, cards: tuple[ThreadRaceCard, ...], seat: int) -> ThreadRaceSeat:
    world = run.world
    (core,) = world.cards_in(Zone("cores", seat))
    slots = [Zone("slots", seat, slot) for slot in range(1, SLOTS + 1)]
    return ThreadRaceSeat(
        setup.card(world, core),
        cards,
        tuple(next((_lying(setup, run, card) for card in world.cards_in(zone)), None) for zone in slots),
        tuple(card.number for card in world.cards_in(Zone("deck", seat))),
        tuple(card.number for card in world.cards_in(Zone("rebirth", seat))),
        tuple(tuple(_effect_data(setup, one) for one in effects_on(world, zone)) for zone in slots),
        world.stored_value(core, "uses"),
    )


def _lying(setup: RaceSetup, run: ThreadResolution, card: Card) -> FieldCard:
    face, printed = run.face_of(card), setup.card(run.world, card)
    speed, element = (
        (run.world.kind(card).values.get(name) if face == "down" else run.attribute(card, name))
        for name in ("speed", "element")
    )
    stored = run.world.stored_value
    return FieldCard(
        card.number,
        speed,
        element or printed.element,
        setup.printed[run.text_of(card).name],  # type: ignore[arg-type]
        face != "down",
        face == "sideways",
        bool(stored(card, "fixed speed")),
        bool(stored(card, "nullified")),
    )


def effects_on(world: World, zone: Zone) -> list[Effect]:
    """Return the effects on a slot, in the order in which they were made."""
    return [one.effect for one in world.lasting if one.bearer == zone and one.effect is not None]


def _effect_data(setup: RaceSetup, effect: Effect) -> str:
    """Return an effect on a slot as JSON: the part of the card's effects that it is."""
    name = effect.key.rpartition("/")[0]
    printed = setup.printed.get(name)
    data: Any = json.loads(printed.effects or "[]") if printed is not None else []
    try:
        for key in effect.path:
            data = data[key]
    except (LookupError, TypeError):
        return "{}"
    return json.dumps(data, sort_keys=True, ensure_ascii=False)
