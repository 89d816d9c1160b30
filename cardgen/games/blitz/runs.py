"""A state as a world in which effects are resolved, and the world as a state again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from cardgen import replace
from cardgen.engines.effects.evaluating import Active, Event, Scope
from cardgen.engines.effects.model import Choice
from cardgen.engines.effects.world import Card, Player, World, Zone
from cardgen.games.blitz.board import DEPTH, FORWARD, Cell, cell_at, number
from cardgen.games.blitz.memory import remember
from cardgen.games.blitz.powers import Power, things
from cardgen.games.blitz.resolution import BlitzResolution
from cardgen.games.blitz.state import NOTHING, BlitzState, order_of

#: How many states have a world at the same time.
_MOST_VIEWS = 24


def world_of(state: BlitzState) -> World:
    """Return a state as a world, in which effects are resolved."""
    setup, powers = state.setup, state.setup.powers
    cards, width = things(len(setup.cards)), setup.width
    world = World(len(setup.factions), state.seed)
    world.order = order_of(state)
    world.current = world.order[0] if state.actor is None else state.actor
    world.round = state.round
    world.kinds = powers.kinds
    world.cards = powers.world_cards
    zones, where, stored = world.zones, world.where, world.stored
    for seat in range(len(setup.sides)):
        for area, pile in (("hand", state.hands), ("deck", state.decks), ("discards", state.discards)):
            zone = Zone(area, seat)
            content = tuple(cards[card] for card in (reversed(pile[seat]) if area == "deck" else pile[seat]))
            zones[zone] = content
            for card in content:
                where[card] = zone
    for index, pair in enumerate(zip(state.ground, state.traps, strict=True)):
        lying = tuple(cards[card] for card in pair if card != NOTHING)
        if lying:
            zone = Zone("cell", None, cell_at(index, width))
            zones[zone] = lying
            for card in lying:
                where[card] = zone
                stored[card, "owner"] = Player(setup.owners[card.number])
    for unit, column in state.beyond:
        zone = Zone("beyond", None, (column, FORWARD[setup.side_of(unit)] * (DEPTH + 1)))
        zones[zone] = (*zones.get(zone, ()), cards[unit])
        where[cards[unit]] = zone
        stored[cards[unit], "owner"] = Player(setup.owners[unit])
    for unit in (*state.turned, *state.resting):
        stored[cards[unit], "face"] = "sideways"
    memory = state.memory
    if memory is not None:
        stored.update(memory.stored)
        world.lasting, world.number, world.edges = memory.lasting, memory.number, memory.edges
        world.counts, world.happened = dict(memory.counts), dict(memory.happened)
        world.asked_random = memory.asked_random
    return world


def state_after(run: BlitzResolution, state: BlitzState) -> BlitzState:
    """Return a state with everything that has become of it in a world."""
    setup, world = state.setup, run.world
    nothing = [NOTHING] * len(state.ground)
    ground, traps, beyond = [*nothing], [*nothing], []
    piles: dict[str, list[tuple[int, ...]]] = {
        name: [()] * len(setup.factions) for name in ("hand", "deck", "discards")
    }
    for zone, content in world.zones.items():
        numbers = tuple(card.number for card in content)
        if zone.area in piles:
            assert zone.owner is not None
            piles[zone.area][zone.owner] = (
                tuple(sorted(numbers)) if zone.area == "hand" else numbers[::-1] if zone.area == "deck" else numbers
            )
            continue
        for card in numbers:
            assert isinstance(zone.index, tuple)
            if zone.area == "beyond":
                beyond.append((card, zone.index[0]))
            else:
                layer = traps if setup.cards[card].kind == "facility" else ground
                layer[number(zone.index, setup.width)] = card
    lying = {*ground, *traps}
    sideways = frozenset(
        card.number
        for (card, name), face in world.stored.items()
        if name == "face" and face != "up" and isinstance(card, Card) and card.number in lying
    )
    units = {setup.side_of(card) for card in ground if card != NOTHING and setup.cards[card].kind == "unit"}
    return replace(
        state,
        hands=tuple(piles["hand"]),
        decks=tuple(piles["deck"]),
        discards=tuple(piles["discards"]),
        ground=tuple(ground),
        traps=tuple(traps),
        beyond=(*[one for one in state.beyond if one in beyond], *[one for one in beyond if one not in state.beyond]),
        turned=sideways - state.resting,
        resting=state.resting & sideways,
        deployed=state.deployed & lying,
        forced=state.forced & lying,
        fielded=state.fielded | units,
        memory=remember(world),
        answers=state.answers[run.answered :],
        won=tuple(world.winners) if world.over else None,
    )


_VIEWS: OrderedDict[int, tuple[BlitzState, BlitzView]] = OrderedDict()


def view_of(state: BlitzState) -> BlitzView:
    """Return the world of a state, in which nothing is done. The last ones are kept."""
    kept = _VIEWS.get(id(state))
    if kept is not None and kept[0] is state:
        return kept[1]
    run = BlitzView(state, world_of(state))
    _VIEWS[id(state)] = (state, run)
    while len(_VIEWS) > _MOST_VIEWS:
        _VIEWS.popitem(last=False)
    return run


def resolve(state: BlitzState, deed: Callable[[BlitzResolution], Any]) -> BlitzState:
    """Return the state after a deed with all effects. PendingError if somebody has to decide first."""
    run = BlitzResolution(state, world_of(state), state.answers)
    run.attempt(lambda: deed(run))
    return state_after(run, state)


# ---------------------------------------------------------------- views


#: Steps of work for one question about a state.
QUERY_WORK = 20_000


class BlitzView(BlitzResolution):
    """Answers questions about a state, in which nothing is done."""

    def __init__(self, state: BlitzState, world: World) -> None:
        super().__init__(state, world)
        self._uses: dict[tuple[int, str], list[tuple[Active, Cell | None, Card | None]]] = {}

    def value_at(self, card: int, name: str) -> Any:
        """Return an attribute of a card."""
        printed = self.setup.powers.values[name][card]
        value = self.query(lambda: self.attribute(self.numbered[card], name), printed)
        return self.fitting(name, value, printed)

    def fitting(self, name: str, value: Any, printed: Any) -> Any:
        """Return a value that is of the kind of the printed one; else the printed one."""
        if name in ("range", "supply"):
            offsets = self.as_set(value)
            good = all(isinstance(one, tuple) and len(one) == 2 and all(type(n) is int for n in one) for one in offsets)
            return tuple(offsets) if good else printed
        if name == "abilities":
            return tuple(map(str, self.as_set(value)))
        if isinstance(printed, bool) or name == "supplied":
            return bool(value)
        return value if type(value) is type(printed) else printed

    def query(self, find: Callable[[], Any], default: Any) -> Any:
        """Return an answer that takes little work to find; else the default."""
        return self.within(QUERY_WORK, find, default)

    def is_entry_forbidden(self, name: str, card: int, to: Cell) -> bool:
        """Return True if an effect forbids a card to enter a cell, or a unit to break through."""
        event = self._entry(name, card, to)
        return bool(self.query(lambda: self.is_forbidden(event), False))

    def is_about_entry(self, power: Power, source: int, card: int, index: int) -> bool:
        """Return True if an effect is about a card that enters a cell."""
        active = Active(power.effect, self.setup.owners[source], self.numbered[source], "card")
        event = self._entry(power.about.event, card, cell_at(index, self.width))
        scope = self.scope_of(active, event)
        return bool(self.query(lambda: self._is_about(power.about, event, "before", scope), False))

    def _entry(self, name: str, card: int, to: Cell) -> Event:
        thing, owner = self.numbered[card], Player(self.setup.owners[card])
        values = {"card": thing, "from": self.world.where[thing], "to": self.place_at(to), "who": owner}
        return Event(name, self.vocabulary.event_kinds[name], values)

    def why_not_attack(self, unit: int, target: int) -> str:
        """Return why a unit cannot attack a card; "" if it can."""
        return str(self.query(lambda: self.why_not(*self.named([unit, target])), "forbidden"))

    def may_attack_together(self, units: Sequence[int], target: int) -> bool:
        """Return True if no effect forbids that just these units attack a card."""
        event = self._attack_event(self.named(units), self.numbered[target])
        return not self.query(lambda: self.is_forbidden(event), True)

    # ------------------------------------------------------------ effects that players use

    def usable(self, card: int, window: str) -> Iterator[tuple[Active, Scope]]:
        """Yield the effects of a card that its player can use in a window now."""
        thing, player = self.numbered[card], self.setup.owners[card]
        zone = self.world.where[thing]
        for effect in self.text_of(thing).effects:
            is_there = zone.area in (effect.areas or ("hand" if self.setup.cards[card].kind == "skill" else "cell",))
            if effect.head != "use" or effect.window != window or not is_there:
                continue
            active = Active(effect, player, thing, "card")
            if not self._is_silent(active) and self.query(partial(self.is_usable, active), False):
                scope = self.scope_of(active)
                self._bind(active, scope)
                yield active, scope

    def uses(self, card: int, window: str) -> list[tuple[Active, Cell | None, Card | None]]:
        """Return the effects of a card that can be used in a window, each with a card that it is named with, if any."""
        if (card, window) not in self._uses:
            nothing: list[tuple[Cell | None, Card | None]] = [(None, None)]
            self._uses[card, window] = [
                (active, to, target)
                for active, scope in self.usable(card, window)
                for to, target in [*(self.targets(active, scope) or nothing)]
            ]
        return self._uses[card, window]

    def targets(self, active: Active, scope: Scope) -> list[tuple[Cell, Card]] | None:
        """Return the cards that the first choice of an effect is between, with their cells; None if it is asked later.

        It is named with the turn if the player chooses one card on the board.
        """
        return self.query(lambda: self._targets(active, scope), None)  # type: ignore[no-any-return]

    def _targets(self, active: Active, scope: Scope) -> list[tuple[Cell, Card]] | None:
        choice = next(iter(active.effect.choices), None)
        if choice is None or not is_named_at_once(choice):
            return None
        effect = active.effect
        possible = self.options_of(choice, scope, effect)
        if effect.choices[1:] or effect.cost:
            possible = tuple(one for one in possible if self.is_possible(effect, scope, {choice.name: one}))
        lying = [one for one in possible if isinstance(one, Card) and self.is_on_board(one)]
        places = [place for one in lying if (place := self.place_of(one)) is not None]
        if len(lying) != len(possible) or len(set(places)) != len(places):
            return None
        return list(zip(places, lying, strict=True)) or None


def is_named_at_once(choice: Choice) -> bool:
    """Return True if a choice is of one thing by the player who has the effect."""
    return choice.source is not None and choice.single and choice.by is None and not (choice.random or choice.secret)
