"""A state as a world in which effects are resolved, and the world as a state again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from cardgen import replace
from cardgen.engines.effects.world import Card, Player, World, Zone
from cardgen.games.blitz.board import DEPTH, FORWARD, cell_at, number
from cardgen.games.blitz.memory import remember
from cardgen.games.blitz.powers import things
from cardgen.games.blitz.resolution import BlitzResolution
from cardgen.games.blitz.state import NOTHING, BlitzState, order_of
from cardgen.games.blitz.views import BlitzView

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
