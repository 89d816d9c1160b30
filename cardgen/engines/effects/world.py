"""The world that effects change: players, zones with cards, groups, values, marks, and what lasts for a while.

A world is copied before anything is done in it, so that it can be kept: all parts of it that are shared are frozen.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from cardgen.base.records import dataclass
from cardgen.engines.chance import shuffled
from cardgen.engines.effects.model import Effect, Timing


@dataclass(frozen=True, slots=True)
class Player:
    """A player, by the number of the seat from 0."""

    seat: int


@dataclass(frozen=True, slots=True)
class Card:
    """A card, by its number in the game."""

    number: int


@dataclass(frozen=True, slots=True)
class Zone:
    """A place where cards lie: an area, its owner (None for everybody's), and which one of several (slots, cells)."""

    area: str
    owner: int | None = None
    index: int | tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """A group of players: its name and the seat of its owner."""

    name: str
    owner: int


Thing: TypeAlias = Player | Card | Zone | Group
"""What has attributes and lasts."""


@dataclass(frozen=True, slots=True, eq=False)
class CardKind:
    """What is printed on cards of one name."""

    name: str
    values: Mapping[str, Any]
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class GroupKind:
    """A group as a skill declares it: its own values by member, the parties of which nobody is in two, its effects."""

    name: str
    kind: str
    values: tuple[str, ...] = ()
    exclusive: str = ""
    effects: tuple[Effect, ...] = ()
    #: the timing at which all members leave
    ends: Timing | None = None
    #: so many members at most, 0 for any number
    most: int = 0


@dataclass(frozen=True, slots=True)
class Lasting:
    """Something that began and ends: an attached or granted effect, silence, a copied text.

    `owner` is the player whose effect it is, `source` the thing that made it, `bearer` the thing that it is on. `until`
    is a timing, a condition, or None for the end of the game. `number` tells those that began earlier.
    """

    kind: str
    owner: int
    source: Thing
    bearer: Thing
    number: int
    effect: Effect | None = None
    until: Any = None
    names: Mapping[str, Any] | None = None
    copied: str = ""


class World:
    """A game in progress. `stored` has the values that are not as printed; marks are among them."""

    def __init__(self, seats: int, seed: int = 0) -> None:
        self.seed, self.asked_random = seed, 0
        #: the seats in the order of turns
        self.order: tuple[int, ...] = tuple(range(seats))
        self.current, self.round, self.turn = 0, 1, 1
        #: where the game is in its course, as the game's own data
        self.position: Any = None
        self.kinds: Mapping[str, CardKind] = {}
        #: card -> the name of its kind, and the values of this card alone
        self.cards: dict[Card, tuple[str, Mapping[str, Any]]] = {}
        self.zones: dict[Zone, tuple[Card, ...]] = {}
        self.where: dict[Card, Zone] = {}
        self.stored: dict[tuple[Thing, str], Any] = {}
        self.skills: dict[Player, tuple[Effect, ...]] = {}
        self.groups: dict[Group, tuple[GroupKind, tuple[Player, ...]]] = {}
        self.lasting: tuple[Lasting, ...] = ()
        self.number = 0
        #: (key of an effect, owner, target or None) -> uses by span
        self.counts: dict[tuple[str, int, Any], Mapping[str, int]] = {}
        #: (event, span) -> how often, for `happened`
        self.happened: dict[tuple[str, str], int] = {}
        #: keys of effects `at once` whose condition held when it was last tested
        self.edges: frozenset[tuple[Any, ...]] = frozenset()
        self.skips: tuple[tuple[str, int], ...] = ()
        self.extra: tuple[tuple[str, int], ...] = ()
        #: the stages of the turn that go on after the extra ones that were inserted
        self.left: tuple[str, ...] = ()
        self.over = False
        self.winners: tuple[int, ...] = ()
        self.log: tuple[str, ...] = ()
        #: who saw which cards, None for everybody
        self.seen: tuple[tuple[int | None, tuple[Card, ...]], ...] = ()
        self.created = 0
        #: changes with everything that attributes and effects at work depend on
        self.version = 0
        #: changes with what effects at work depend on: where cards lie, their faces and owners, what lasts
        self.layout = 0

    def rearranged(self) -> None:
        """Note that cards lie elsewhere, or that something began or ended to last."""
        self.version += 1
        self.layout += 1

    def copy(self) -> World:
        """Return a world that can be changed without changing this one."""
        other = World.__new__(World)
        vars(other).update((name, dict(value) if type(value) is dict else value) for name, value in vars(self).items())
        return other

    # ---------------------------------------------------------------- cards and zones

    @property
    def players(self) -> tuple[Player, ...]:
        """All players, in the order of turns."""
        return tuple(map(Player, self.order))

    def cards_in(self, zone: Zone) -> tuple[Card, ...]:
        """Return the cards of a zone in their order, the top one first."""
        return self.zones.get(zone, ())

    def kind(self, card: Card) -> CardKind:
        """Return what is printed on a card."""
        return self.kinds[self.cards[card][0]]

    def add_card(self, name: str, zone: Zone, values: Mapping[str, Any] | None = None) -> Card:
        """Put a new card into a zone, and return it."""
        card = Card(self.created)
        self.created += 1
        self.cards[card] = (name, values or {})
        self.put(card, zone)
        return card

    def put(self, card: Card, zone: Zone, at: int | None = None) -> None:
        """Move a card into a zone: to the end, or to the index `at`. It leaves the zone where it is."""
        self.rearranged()
        old = self.where.get(card)
        if old is not None:
            self.zones[old] = tuple(other for other in self.zones[old] if other != card)
        cards = self.zones.get(zone, ())
        at = len(cards) if at is None else at
        self.zones[zone] = (*cards[:at], card, *cards[at:])
        self.where[card] = zone

    # ---------------------------------------------------------------- groups

    def begin_group(self, group: Group, kind: GroupKind, members: Sequence[Player] = ()) -> None:
        """Let a group begin: its effects are at work from now on."""
        self.rearranged()
        self.groups[group] = (kind, tuple(members))

    def end_groups(self, owner: Player) -> None:
        """End the groups of a player, with their effects and values."""
        for group in [group for group in self.groups if group.owner == owner.seat]:
            del self.groups[group]
            self.forget(group)

    # ---------------------------------------------------------------- values

    def stored_value(self, thing: Thing, name: str, default: Any = None) -> Any:
        return self.stored.get((thing, name), default)

    def store(self, thing: Thing, name: str, value: Any) -> None:
        self.version += 1
        self.layout += name in ("face", "owner")
        self.stored[thing, name] = value

    def forget(self, thing: Thing, *names: str) -> None:
        """Forget the stored values of a thing: these, or all."""
        self.rearranged()
        for key in [key for key in self.stored if key[0] == thing and (not names or key[1] in names)]:
            del self.stored[key]

    def begin(self, **parts: Any) -> None:
        """Add something that lasts."""
        self.rearranged()
        self.number += 1
        self.lasting = (*self.lasting, Lasting(number=self.number, **parts))

    def end(self, ended: Sequence[Lasting]) -> None:
        """Remove things that lasted."""
        self.rearranged()
        self.lasting = tuple(other for other in self.lasting if other not in ended)

    # ---------------------------------------------------------------- uses and chance

    def uses(self, key: str, owner: int, target: Any, span: str) -> int:
        """Return how often an effect was used in a span."""
        return self.counts.get((key, owner, target), {}).get(span, 0)

    def count_use(self, key: str, owner: int, target: Any = None, spans: Sequence[str] = ()) -> None:
        """Count a use in each of the spans."""
        old = self.counts.get((key, owner, target), {})
        self.counts[key, owner, target] = {**old, **{span: old.get(span, 0) + 1 for span in spans}}

    def forget_uses(self, *spans: str) -> None:
        """Forget what was counted in these spans, which are over."""
        for key, uses in list(self.counts.items()):
            if not uses.keys().isdisjoint(spans):
                self.counts[key] = {span: count for span, count in uses.items() if span not in spans}
        for named in [named for named in self.happened if named[1] in spans]:
            del self.happened[named]

    def chance(self) -> random.Random:
        """Return random numbers that follow from the seed and from how often they were asked for."""
        self.asked_random += 1
        return random.Random(f"{self.seed}/{self.asked_random}")

    def shuffled(self, items: Sequence[Any]) -> tuple[Any, ...]:
        """Return the items in a random order, the same with every Python."""
        return shuffled(items, self.chance())


def played_key(name: str) -> str:
    """Return the key under which cards that are played as answers are counted, by the name that they count as."""
    return f"play {name}"
