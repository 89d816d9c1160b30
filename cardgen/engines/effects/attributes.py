"""Attributes of things as they are now, with what effects at work change of them; and what names mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, get_args

from cardgen.base.errors import WrongValueError
from cardgen.base.records import replace
from cardgen.base.sentences import syntax
from cardgen.base.sentences.syntax import Node
from cardgen.base.sentences.tokens import SentenceError
from cardgen.base.sentences.values import as_number
from cardgen.base.words.messages import message
from cardgen.engines.effects.evaluating import MISSING, Active, Scope, tidy
from cardgen.engines.effects.functions import FUNCTIONS, EffectFunction
from cardgen.engines.effects.model import AttributeChange, ChangeKind, Effect
from cardgen.engines.effects.phrases import parse_things, parse_value
from cardgen.engines.effects.vocabulary import Vocabulary
from cardgen.engines.effects.working import AtWork
from cardgen.engines.effects.world import Card, CardKind, Group, Player, Thing, World, Zone


class Attributes(AtWork):
    """An evaluator that knows the things of a world and the effects at work in it."""

    #: The functions of sentences; a game adds its own.
    functions: ClassVar[Mapping[str, EffectFunction]] = FUNCTIONS

    def __init__(self, vocabulary: Vocabulary, world: World, rules: Sequence[Effect] = ()) -> None:
        super().__init__(vocabulary, world, rules)
        self.stage = ""
        self._names_of: Mapping[str, CardKind] = {}
        self._names: frozenset[str] = frozenset()
        self._asking: set[tuple[Any, ...]] = set()

    # ------------------------------------------------------------ what a game may change

    def derived(self, thing: Thing, name: str) -> Any:
        """Return an attribute that the game computes; MISSING for any other."""
        del thing, name
        return MISSING

    # ------------------------------------------------------------ attributes

    def attribute(self, thing: Any, name: str) -> Any:
        if not isinstance(thing, Player | Card | Zone | Group):
            return MISSING
        self._refresh()
        key = (thing, name)
        if key in self._known:
            return self._known[key]
        asking = ("attribute", *key)
        if asking in self._asking:  # a value that depends on itself is read as it is stored
            return self._stored(thing, name)
        self._asking.add(asking)
        try:
            value = self._changed(thing, name, self._base(thing, name))
        finally:
            self._asking.discard(asking)
        if not self._asking:
            self._known[key] = value
        return value

    def _stored(self, thing: Thing, name: str) -> Any:
        value = self.world.stored.get((thing, name), MISSING)
        return self._printed(thing, name) if value is MISSING else value

    def _printed(self, thing: Thing, name: str) -> Any:
        if isinstance(thing, Card):
            kind, own = self.world.cards[thing]
            if name == "name":
                return kind
            if name in own:
                return own[name]
            if name in self.world.kinds[kind].values:
                return self.world.kinds[kind].values[name]
        declared = self.vocabulary.attributes.get(name)
        if declared is not None and declared.of == kind_of(thing):
            return declared.at_first
        if isinstance(thing, Card) and name in self._printed_names():
            return None
        return 0 if name in self.vocabulary.marks else MISSING

    def _printed_names(self) -> frozenset[str]:
        """Return the names of what is printed on some card: a card without it has no value, but the name is one."""
        if self._names_of is not self.world.kinds:
            self._names_of = self.world.kinds
            self._names = frozenset(name for kind in self._names_of.values() for name in kind.values)
        return self._names

    def _base(self, thing: Thing, name: str) -> Any:
        """Return an attribute without what effects at work change."""
        found = self.derived(thing, name)
        if found is not MISSING:
            return found
        if isinstance(thing, Player):
            found = self._of_player(thing, name)
        elif isinstance(thing, Card):
            found = self._of_card_itself(thing, name)
        elif isinstance(thing, Zone):
            found = self._of_zone(thing, name)
        else:
            found = self._of_group(thing, name)
        if found is not MISSING:
            return found
        declared = self.vocabulary.attributes.get(name)
        if declared is not None and declared.is_ is not None and declared.of == kind_of(thing):
            if (thing, name) in self.world.stored:
                return self.world.stored[thing, name]
            parse = parse_things if declared.type == "list" else parse_value
            return self.evaluate(parse(declared.is_), Scope(None, {"me": thing}, element=thing))
        return self._stored(thing, name)

    def _of_player(self, player: Player, name: str) -> Any:
        world = self.world
        own = self.vocabulary.areas.get(name)
        if own is not None and own.of == "player":
            if own.slots:
                return tuple(Zone(name, player.seat, number) for number in range(1, own.slots + 1))
            return Zone(name, player.seat)
        if name in ("next", "previous", "neighbours"):
            ring = self.ring()
            if player not in ring:
                return None
            at = ring.index(player)
            around = (ring[(at + 1) % len(ring)], ring[at - 1])
            return around[0] if name == "next" else around[1] if name == "previous" else tuple(dict.fromkeys(around))
        if name == "alive":
            return bool(world.stored_value(player, "alive", True))
        if name == "seat":
            return player.seat + 1
        # The card in a place that is called by one of its words, such as the weapon.
        for place, area in self.vocabulary.areas.items():
            if area.unique is not None and name in self._words(area.unique):
                cards = world.cards_in(Zone(place, player.seat))
                return next((card for card in cards if self.attribute(card, area.unique) == name), None)
        return MISSING

    def _words(self, attribute: str) -> Sequence[str]:
        declared = self.vocabulary.attributes.get(attribute)
        return declared.words if declared else ()

    def _of_card_itself(self, card: Card, name: str) -> Any:
        if name in ("place", "zone"):
            return self.world.where.get(card)
        if name == "owner":
            owner = self.owner_of(card)
            return None if owner is None else Player(owner)
        if name == "face":
            return self.world.stored_value(card, "face", "up")
        return MISSING

    def _of_zone(self, zone: Zone, name: str) -> Any:
        cards = self.world.cards_in(zone)
        owner = None if zone.owner is None else Player(zone.owner)
        values = {"owner": owner, "cards": cards, "card": next(iter(cards), None), "name": zone.area}
        return zone.index if name == "number" else values.get(name, MISSING)

    def _of_group(self, group: Group, name: str) -> Any:
        if group not in self.world.groups:  # it has ended
            return MISSING
        kind, members = self.world.groups[group]
        if name == "members":
            return members
        if name == "owner":
            return Player(group.owner)
        if name in kind.values:
            return {member: self.world.stored_value(group, f"{name}/{member.seat}", 0) for member in members}
        return kind.name if name == "name" else kind.kind if name == "kind" else MISSING

    # ------------------------------------------------------------ changes by effects at work

    def _changed(self, thing: Thing, name: str, value: Any) -> Any:
        changes = list(self.changes_of(thing, name))
        if changes:
            value = None if value is MISSING else value
            if self.world.stored_value(thing, f"fixed {name}"):
                changes = []
            value = changed_by(changes, value)
        declared = self.vocabulary.attributes.get(name)
        return value if declared is None else declared.nearest(value)

    def changes_of(self, thing: Thing, name: str) -> Iterator[tuple[str, Any]]:
        """Yield what effects at work change of an attribute: the kind of change and its value."""
        self.active()
        if name not in self._changing:
            return
        for active in self.working("while"):
            for change in active.effect.changes:
                if change.attribute == name and (found := self._change(active, change, thing)) is not None:
                    yield found

    def _change(self, active: Active, change: AttributeChange, thing: Thing) -> tuple[str, Any] | None:
        asking = (active.key, id(change), thing)
        if asking in self._asking:
            return None
        self._asking.add(asking)
        try:
            scope = self.scope_of(active)
            if not self.holds(active.effect.condition, scope) or thing not in self.things(change.of, scope):
                return None
            scope = replace(scope, words=self._words(change.attribute))
            return change.kind, self.value(change.value, scope)
        finally:
            self._asking.discard(asking)

    # ------------------------------------------------------------ names

    def free_name(self, name: str, scope: Scope) -> Any:
        world, vocabulary = self.world, self.vocabulary
        me = scope.names.get("me")
        if name == "current":
            return Player(world.current)
        if name == "players":
            ring = self.ring()
            at = next((n for n, player in enumerate(ring) if player.seat == world.current), 0)
            return (*ring[at:], *ring[:at])
        if name == "others":
            ring = self.ring()
            at = ring.index(me) if me in ring else -1
            return (*ring[at + 1 :], *ring[: max(0, at)])
        if name in ("allies", "enemies"):
            return self.camp(me, name == "allies")
        if name == "stage":
            return self.stage
        if name == "round":
            return world.round
        if name == "anyone":
            return world.players
        area = vocabulary.areas.get(name)
        if area is not None:
            if area.of is None:
                return Zone(name)
            # Everybody's: `field` is the cards of all slots.
            return tuple(
                card
                for zone, cards in sorted(world.zones.items(), key=_zone_order)
                if zone.area == name
                for card in cards
            )
        if name in vocabulary.sets:
            return self.evaluate(parse_things(vocabulary.sets[name]), replace(scope, element=MISSING))
        for group in world.groups:
            if group.name == name and (not isinstance(me, Player) or group.owner == me.seat):
                return group
        for group in world.groups:
            if group.name == name:
                return group
        if isinstance(me, Group | Card) and (found := self.attribute(me, name)) is not MISSING:
            return found
        return MISSING

    def camp(self, me: Any, own: bool) -> tuple[Player, ...]:
        """Return the other players on the side of `me`, or those on other sides."""
        side = self.attribute(me, "camp") if me is not None else None
        others = [player for player in self.ring() if player != me]
        return tuple(player for player in others if (self.attribute(player, "camp") == side) is own)

    def words_of(self, node: Node, scope: Scope) -> Sequence[str]:
        if isinstance(node, syntax.Of):
            node = node.what
        if isinstance(node, syntax.Part):
            return self.domain(node.name)
        if not isinstance(node, syntax.Name):
            return ()
        if len(node.path) == 1 and (words := scope.names.get(f"words of {node.path[0]}")):
            return tuple(words)
        return self.domain(node.path[-1])

    def domain(self, name: str) -> Sequence[str]:
        """Return the words that an attribute can be."""
        if name == "name":
            return (*self.world.kinds, *self.vocabulary.areas)
        if name in ("face", "to"):
            return (*self._words(name), "up", "down", "sideways", "over")
        return self._words(name)

    def call(self, name: str, values: Sequence[Node], scope: Scope) -> Any:
        function = self.functions.get(name)
        if function is None:
            raise SentenceError(values[0].at if values else 0, message("there is no function {name!r}", name=name))
        return function.apply(self, values, scope)


def kind_of(thing: Any) -> str:
    """Return what vocabularies call the kind of a thing."""
    return type(thing).__name__.lower()


def changed_by(changes: Sequence[tuple[str, Any]], value: Any) -> Any:
    """Return a value after some changes, in the order of their kinds."""
    for kind in get_args(ChangeKind):
        for other in [other for one, other in changes if one == kind]:
            value = changed_value(kind, value, other)
    return value


def changed_value(kind: str, value: Any, other: Any) -> Any:
    """Return a value after one change of a kind."""
    if kind == "to":
        return other
    if kind in ("include", "exclude"):
        old = value if isinstance(value, tuple) else () if value is None else (value,)
        new = other if isinstance(other, tuple) else (other,)
        return (
            (*old, *(part for part in new if part not in old))
            if kind == "include"
            else tuple(part for part in old if part not in new)
        )
    if value is None or other is None:
        return value
    try:
        one, two = as_number(value), as_number(other)
    except WrongValueError:  # a value of another kind changes nothing
        return value
    result: Mapping[str, Any] = {"add": one + two, "times": one * two, "least": max(one, two), "most": min(one, two)}
    return tidy(result[kind])


def _zone_order(entry: tuple[Zone, Any]) -> Any:
    zone = entry[0]
    index = zone.index if isinstance(zone.index, tuple) else (zone.index or 0, 0)
    return (-1 if zone.owner is None else zone.owner, index)
