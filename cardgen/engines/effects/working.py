"""The effects that are at work in a world: printed on cards, of players, granted, attached, of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from cardgen.engines.effects.evaluating import Active, Evaluator, Event, Scope
from cardgen.engines.effects.model import Effect, Head
from cardgen.engines.effects.vocabulary import Vocabulary
from cardgen.engines.effects.world import Card, CardKind, Group, Player, World, Zone

#: The heads of effects that work in an area, by the words of `works`.
_WORKS = {"at once": "when"}


class AtWork(Evaluator):
    """An evaluator that knows the effects at work."""

    def __init__(self, vocabulary: Vocabulary, world: World, rules: Sequence[Effect] = ()) -> None:
        super().__init__(vocabulary, world)
        self.rules = rules
        self._known: dict[tuple[Any, str], Any] = {}
        """what attributes are found to be, as long as the world does not change"""
        self._active: tuple[Active, ...] | None = None
        self._by_head: dict[str, list[Active]] = {}
        self._changing: set[str] = set()
        self._version = self._layout = -1
        self._has_grants = False
        self._ring: tuple[Player, ...] | None = None
        self._named_areas = named_areas(world)

    # ------------------------------------------------------------ what a game may change

    def effects_here(self, card: Card, kind: CardKind, zone: Zone, works: tuple[str, ...]) -> tuple[Effect, ...]:
        """Return the effects of a card that are at work where it lies. A game says which are not, such as face down.

        `works` are the heads of the effects that work in the area.
        """
        del card
        return effects_in(kind, zone.area, works)

    def owners_of(self, card: Card) -> Sequence[int | None]:
        """Return the seats that have the effects of a card, each as its own. A game says who shares a card."""
        return (self.owner_of(card),)

    def order_of(self, active: Active) -> Any:
        """Return what sorts effects at one step: by seats from the current one, then by the vocabulary's order."""
        ranks, count = self.vocabulary.order, len(self.world.order)
        seat = count if active.owner is None else (active.owner - self.world.current) % max(1, count)
        rank = ranks.index(active.rank) if active.rank in ranks else len(ranks)
        return (seat, rank, active.number)

    def skills_of(self, player: Player) -> Sequence[Effect]:
        """Return the effects that a player has without cards."""
        return self.world.skills.get(player, ())

    # ------------------------------------------------------------ effects at work

    def active(self) -> tuple[Active, ...]:
        """Return the effects at work, in the order in which those of one step happen."""
        self._refresh()
        if self._active is None:
            self._active = ()  # what is granted is asked of the effects that are not
            found = [one for one in self._all_active() if not self._is_silent(one)]
            self._active = tuple(found)
            found += self._granted(found)
            self._active = tuple(sorted(found, key=self.order_of))
            self._by_head, self._has_grants = {}, any(one.effect.grants for one in found)
            for one in self._active:
                self._by_head.setdefault(one.effect.head, []).append(one)
            self._changing = {
                change.attribute for one in self._by_head.get("while", ()) for change in one.effect.changes
            }
        return self._active

    def is_changed(self, name: str) -> bool:
        """Return True if effects at work may change an attribute."""
        self.active()
        return name in self._changing

    def working(self, head: Head) -> Sequence[Active]:
        """Return the effects at work that begin with this word, in their order."""
        self.active()
        return self._by_head.get(head, ())

    def _refresh(self) -> None:
        """Forget what was known of an earlier state of the world."""
        if self._version != self.world.version:
            self._known.clear()
            self._ring = None
            self._version = self.world.version
            if self._layout != self.world.layout or self._has_grants:
                self._active, self._layout = None, self.world.layout

    def _all_active(self) -> Iterator[Active]:
        world = self.world
        for zone, cards in world.zones.items():
            area = self.vocabulary.areas.get(zone.area)
            if not cards or area is None or not (area.works or zone.area in self._named_areas):
                continue
            copied = {one.bearer: one for one in world.lasting if one.kind == "copy"}
            for card in cards:
                kind = self.text_of(card) if card in copied else world.kind(card)
                effects = self.effects_here(card, kind, zone, area.works) if kind.effects else ()
                for owner in self.owners_of(card) if effects else ():
                    yield from (Active(effect, owner, card, "card") for effect in effects)
        yield from self._of_no_card()

    def _of_no_card(self) -> Iterator[Active]:
        """Yield what players and groups have, what is attached, and the rules."""
        world = self.world
        for player in self.ring():
            yield from (Active(effect, player.seat, player, "skill") for effect in self.skills_of(player))
        for group, (declared, _) in world.groups.items():
            yield from (Active(effect, group.owner, group, "skill") for effect in declared.effects)
        for lasting in world.lasting:
            if lasting.effect is not None:
                names, bearer = lasting.names or {}, lasting.bearer
                source = lasting.source if lasting.kind == "attach" else bearer
                yield Active(lasting.effect, lasting.owner, source, "skill", bearer, lasting.number, names)
        for effect in self.rules:  # what anyone may use is everyone's
            owners = [player.seat for player in world.players] if effect.head == "use" else [None]
            yield from (Active(effect, owner, None, "rule") for owner in owners)

    def _is_silent(self, active: Active) -> bool:
        return any(one.kind == "silence" and one.bearer == active.this for one in self.world.lasting)

    def _granted(self, found: Sequence[Active]) -> Iterator[Active]:
        for one in found:
            for grant in one.effect.grants:
                scope = self.scope_of(one)
                if self.holds(one.effect.condition, scope):
                    for thing in self.things(grant.to, scope):
                        owner = thing.seat if isinstance(thing, Player) else self.owner_of(thing)
                        yield Active(grant.effect, owner, thing, "skill", thing, one.number)

    def scope_of(self, active: Active | None, event: Event | None = None) -> Scope:
        """Return what the names of an effect mean before anything is chosen."""
        if active is None:
            return Scope(None, {}, event)
        names: dict[str, Any] = {**active.names, "this": active.this, "bearer": active.bearer}
        if active.owner is not None:
            names["me"] = Player(active.owner)
        here = active.bearer if active.bearer is not None else active.this
        if isinstance(here, Card):
            here = self.world.where.get(here)
        names["here"] = here
        if isinstance(active.this, Group):
            names["group"] = active.this
        scope = Scope(active, names, event)
        if active.effect.head == "while":
            for name, phrase in active.effect.lets:
                names[name] = self.value(phrase, scope)
        return scope

    # ------------------------------------------------------------ owners and seats

    def text_of(self, card: Card) -> CardKind:
        """Return whose effects a card has: its own, or those of the card that it copies."""
        copies = [one for one in self.world.lasting if one.kind == "copy" and one.bearer == card]
        return self.world.kinds[copies[-1].copied] if copies else self.world.kind(card)

    def owner_of(self, thing: Any) -> int | None:
        """Return the seat of a thing's owner: of the area where a card lies, or as it was noted."""
        if isinstance(thing, Player):
            return thing.seat
        if isinstance(thing, Zone | Group):
            return thing.owner
        owner = self.world.stored.get((thing, "owner"))
        if owner is None and isinstance(thing, Card):
            owner = Player(zone.owner) if (zone := self.world.where[thing]).owner is not None else None
        return owner.seat if isinstance(owner, Player) else None

    def ring(self) -> tuple[Player, ...]:
        """Return the living players in the order of seats."""
        self._refresh()
        if self._ring is None:
            self._ring = tuple(player for player in self.world.players if self.is_seated(player))
        return self._ring

    def is_seated(self, player: Player) -> bool:
        """Return True if a player is in the ring: living, and what a game asks besides."""
        return bool(self.world.stored_value(player, "alive", True))


def named_areas(world: World) -> frozenset[str]:
    """Return the areas that effects name as those in which they work."""
    return _named_areas(tuple(world.kinds.values()))


@lru_cache(maxsize=64)
def _named_areas(kinds: tuple[CardKind, ...]) -> frozenset[str]:
    return frozenset(area for kind in kinds for effect in kind.effects for area in effect.areas)


@lru_cache(maxsize=4096)
def effects_in(kind: CardKind, area: str, works: tuple[str, ...]) -> tuple[Effect, ...]:
    """Return the effects of a kind of cards that are at work in an area, in which those with some heads work."""
    return tuple(
        effect
        for effect in kind.effects
        if (area in effect.areas if effect.areas else _WORKS.get(effect.head, effect.head) in works)
    )
