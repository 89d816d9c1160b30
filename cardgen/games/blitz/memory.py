"""What effects leave behind in a game: values, marks, what lasts for a while, and counted uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen import dataclass, field, replace
from cardgen.engines.effects.model import Timing
from cardgen.engines.effects.vocabulary import stage_event
from cardgen.engines.effects.world import Card, Lasting, World
from cardgen.games.blitz.powers import VALUES, own_changes

#: What a world has that follows from the state of the game.
_FOLLOWING = {"side", "owner", "face"}
#: Events until which something lasts without being watched at every event.
_BOUNDS = {"round", *map(stage_event, ("draw", "deploy", "facility", "skill", "attack"))}


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """What effects have left behind.

    `changes` are attributes of cards that are changed by fixed values: (card, attribute) -> the stored value, and the
    changes of it. `is_loud` is True if there is more that has to be asked for every value and at every event.
    """

    stored: Mapping[Any, Any]
    lasting: tuple[Lasting, ...]
    number: int
    counts: Mapping[Any, Any]
    happened: Mapping[Any, int]
    edges: frozenset[Any]
    asked_random: int
    changes: Mapping[tuple[int, str], tuple[Any, tuple[tuple[str, Any], ...]]] = field(default_factory=dict)
    is_loud: bool = False


def remember(world: World) -> Memory | None:
    """Return what effects have left behind in a world; None for nothing."""
    stored = {key: value for key, value in world.stored.items() if key[1] not in _FOLLOWING}
    counts = {key: uses for key, uses in world.counts.items() if uses}
    edges = world.edges
    if not (stored or world.lasting or counts or world.happened or edges or world.asked_random):
        return None
    changes: dict[tuple[int, str], tuple[Any, tuple[tuple[str, Any], ...]]] = {}
    is_loud = False
    for (thing, name), value in stored.items():
        if isinstance(thing, Card) and name in VALUES:
            changes[thing.number, name] = (value, ())
        is_loud |= name.startswith("fixed ")
    for lasting in world.lasting:
        own = None
        is_bound = lasting.until is None or (isinstance(lasting.until, Timing) and lasting.until.event in _BOUNDS)
        if lasting.effect is not None and is_bound and isinstance(lasting.bearer, Card):
            own = own_changes(lasting.effect, "bearer")
        if own is None:
            is_loud = True
            continue
        for name, kind, value in own:
            first, others = changes.get((lasting.bearer.number, name), (None, ()))  # type: ignore[union-attr]
            changes[lasting.bearer.number, name] = (first, (*others, (kind, value)))  # type: ignore[union-attr]
    return Memory(
        stored, world.lasting, world.number, counts, world.happened, edges, world.asked_random, changes, is_loud
    )


def lasts_until(memory: Memory | None, event: str) -> bool:
    """Return True if something lasts until an event."""
    return memory is not None and any(
        isinstance(lasting.until, Timing) and lasting.until.event == event for lasting in memory.lasting
    )


def forget_uses(memory: Memory | None, *spans: str) -> Memory | None:
    """Return a memory without what was counted in these spans, which are over."""
    if memory is None or not (memory.counts or memory.happened):
        return memory
    counts = {
        key: left for key, uses in memory.counts.items() if (left := {s: n for s, n in uses.items() if s not in spans})
    }
    happened = {key: count for key, count in memory.happened.items() if key[1] not in spans}
    return _tidy(replace(memory, counts=counts, happened=happened))


def forget_card(memory: Memory | None, card: int) -> Memory | None:
    """Return a memory without a card that has left the board."""
    if memory is None:
        return None
    thing = Card(card)
    lasting = tuple(one for one in memory.lasting if one.bearer != thing)
    stored = {key: value for key, value in memory.stored.items() if key[0] != thing}
    changes = {key: value for key, value in memory.changes.items() if key[0] != card}
    return _tidy(replace(memory, lasting=lasting, stored=stored, changes=changes))


def _tidy(memory: Memory) -> Memory | None:
    """Return a memory, or None if there is nothing in it."""
    kept = (memory.stored, memory.lasting, memory.counts, memory.happened, memory.edges, memory.asked_random)
    return memory if any(kept) else None
