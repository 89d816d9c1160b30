"""What effects change and forbid in a state. Nothing is computed for cards without effects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardgen.games.blitz.board import Cell, cell_at
from cardgen.games.blitz.powers import Watch, apply_changes
from cardgen.games.blitz.runs import view_of
from cardgen.games.blitz.state import NOTHING, BlitzSetup, BlitzState


def value_of(state: BlitzState, card: int, name: str) -> Any:
    """Return an attribute of a card on the board as it is now; `supplied` is None if no effect says whether it is."""
    powers, memory = state.setup.powers, state.memory
    if memory is None and name not in powers.modified:
        return powers.values[name][card]
    if is_loud(state) or _is_at_work(state, powers.modified.get(name)):
        return view_of(state).value_at(card, name)
    value = powers.values[name][card]
    if memory is not None and (change := memory.changes.get((card, name))) is not None:
        first, changes = change
        value = apply_changes(name, value if first is None else first, changes)
    return value


def is_trap(setup: BlitzSetup, card: int) -> bool:
    """Return True if something happens to cards that move to the cell of a card, such as a mine."""
    watch = setup.powers.listens.get("move")
    return watch is not None and card in watch.near


def is_loud(state: BlitzState) -> bool:
    """Return True if something lasts that has to be asked about everything."""
    return state.memory is not None and state.memory.is_loud


def keeps_out(state: BlitzState, index: int, card: int, name: str = "move") -> bool:
    """Return True if an effect forbids a card to enter a cell by an event: move, deploy or lay."""
    powers = state.setup.powers
    if state.memory is None and not powers.forbids:
        return False
    if is_loud(state):
        return view_of(state).is_entry_forbidden(name, card, cell_at(index, state.setup.width))
    watch = powers.forbids.get(name)
    if watch is None or not (watch.wide or state.traps[index] in watch.near or state.ground[index] in watch.near):
        return False
    is_near = any(_near(state, watch, card, index))
    lifting = powers.forbids.get("")
    if _is_at_work(state, watch.wide) or (is_near and lifting is not None and _is_at_work(state, lifting.wide)):
        return view_of(state).is_entry_forbidden(name, card, cell_at(index, state.setup.width))
    return is_near


def has_guards(state: BlitzState, name: str) -> bool:
    """Return True if a card on the board may keep others out of cells by an event: move, deploy or lay."""
    watch = state.setup.powers.forbids.get(name)
    return _is_watched(state, name) or (watch is not None and _is_at_work(state, {*watch.near}))


def is_kept_in(state: BlitzState, card: int, beyond: Cell) -> bool:
    """Return True if an effect forbids a unit to break through to a cell beyond the board."""
    return _is_watched(state, "move") and view_of(state).is_entry_forbidden("move", card, beyond)


def is_attack_watched(state: BlitzState) -> bool:
    """Return True if an effect at work may forbid an attack or lift a limit of it."""
    return _is_watched(state, "attack", "")


def is_heard(state: BlitzState, *events: str, card: int = NOTHING, index: int = NOTHING) -> bool:
    """Return True if an effect may be triggered by one of these events, replace or forbid it.

    `card` and `index` are the card and the cell that it enters.
    """
    powers = state.setup.powers
    if is_loud(state):
        return True
    if not powers.listens and not powers.forbids:
        return False
    for name in (*events, ""):
        watch = powers.listens.get(name)
        if watch is None:
            continue
        if _is_at_work(state, watch.wide) or (index != NOTHING and any(_near(state, watch, card, index))):
            return True
    return _is_watched(state, *({*events} & {"destroy", "discard", "turn"}))


def _is_watched(state: BlitzState, *events: str) -> bool:
    """Return True if an effect at work may forbid one of these events in any cell."""
    forbids = state.setup.powers.forbids
    return is_loud(state) or any(name in forbids and _is_at_work(state, forbids[name].wide) for name in events)


def _is_at_work(state: BlitzState, cards: set[int] | None) -> bool:
    """Return True if one of some cards is on the board, or works in a hand."""
    if not cards:
        return False
    if not cards.isdisjoint(state.ground) or not cards.isdisjoint(state.traps):
        return True
    elsewhere = cards & state.setup.powers.in_hand
    return bool(elsewhere) and any(not elsewhere.isdisjoint(pile) for pile in (*state.hands, *state.discards))


def _near(state: BlitzState, watch: Watch, card: int, index: int) -> Iterator[bool]:
    """Yield True for each effect of the cards in a cell that is about a card that enters it."""
    for source in (state.traps[index], state.ground[index]):
        if source in (NOTHING, card) or source not in watch.near:
            continue
        for power in watch.near[source]:
            if not power.fixed or (state.memory is not None and state.memory.changes):
                if view_of(state).is_about_entry(power, source, card, index):
                    yield True
                continue
            known, key = state.setup.powers.known, (power, source, card, index)
            if key not in known:
                known[key] = view_of(state).is_about_entry(power, source, card, index)
            if known[key]:
                yield True
