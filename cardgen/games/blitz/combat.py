"""Supply, attacks and skills: the legal turns of the skill and attack steps, and what is wrong with others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from cardgen.games.blitz.board import Cell, cell_at, neighbours, number, reach_bits
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.runs import view_of
from cardgen.games.blitz.state import (
    NOTHING,
    BlitzState,
    Setup,
    Turn,
    index_of,
    pieces,
)
from cardgen.games.blitz.values import is_attack_watched, keeps_out, supplied_by_effect, value_of


def reach_of(state: BlitzState, index: int) -> int:
    """Return the cells that the unit or resource on a cell reaches, as a set of bits."""
    card = state.ground[index]
    setup = state.setup
    name = "supply" if setup.cards[card].kind == "resource" else "range"
    return reach_bits(setup.side_of(card), index, value_of(state, card, name), setup.width)


def is_supplied(state: BlitzState, index: int) -> bool:
    """Return True if a resource supplies the unit on a cell, alone and with its level at least; or a skill does."""
    return is_in_supply(state, index, supply_of(state, state.setup.owners[state.ground[index]]))


def supply_of(state: BlitzState, player: int) -> list[tuple[int, int]]:
    """Return the level of each resource that supplies the units of a player, and the cells in its range as bits."""
    setup = state.setup
    return [
        (value_of(state, card, "level"), reach_of(state, at))
        for at, card in pieces(state)
        if setup.cards[card].kind == "resource" and _supplies(setup, setup.owners[card], player)
    ]


def is_in_supply(state: BlitzState, index: int, supply: Sequence[tuple[int, int]]) -> bool:
    """Return True if the supply of the owner, or a skill, supplies the unit on a cell."""
    card = state.ground[index]
    by_effect = supplied_by_effect(state, card)
    if by_effect is not None:
        return by_effect
    least = value_of(state, card, "level")
    return any(level >= least and bits >> index & 1 for level, bits in supply)


def suppliers_of(state: BlitzState, index: int) -> Iterator[int]:
    """Yield the numbers of the cells whose resource supplies the unit on a cell."""
    unit, setup = state.ground[index], state.setup
    for at, card in pieces(state):
        face = setup.cards[card]
        if (
            face.kind == "resource"
            and value_of(state, card, "level") >= value_of(state, unit, "level")
            and _supplies(setup, setup.owners[card], setup.owners[unit])
            and reach_of(state, at) >> index & 1
        ):
            yield at


def _supplies(setup: Setup, owner: int, player: int) -> bool:
    """Return True if two players are the same or, by the rules, of the same team."""
    return owner == player or (setup.rules.team_supply and setup.sides[owner] == setup.sides[player])


def is_ready(state: BlitzState, card: int) -> bool:
    """Return True if a unit is not turned sideways."""
    return card not in state.turned and card not in state.resting


def ready_units(state: BlitzState, player: int) -> list[int]:
    """Return the numbers of the cells of a player's units that can attack: ready and supplied."""
    setup, supply = state.setup, supply_of(state, player)
    return [
        index
        for index, card in pieces(state)
        if setup.owners[card] == player
        and setup.cards[card].kind == "unit"
        and is_ready(state, card)
        and is_in_supply(state, index, supply)
    ]


def list_targets(state: BlitzState, player: int) -> list[tuple[int, bool, int]]:
    """Return the cells with something to attack, whether it is the facility, and its defence."""
    setup, side = state.setup, state.setup.sides[player]
    targets = []
    for index, card in enumerate(state.ground):
        trap = state.traps[index]
        if card != NOTHING and setup.side_of(card) != side:
            face = setup.cards[card]
            if face.kind == "unit" or setup.rules.attack_objects:
                targets.append((index, False, value_of(state, card, "defence")))
        if setup.rules.attack_objects and trap != NOTHING and setup.side_of(trap) != side:
            targets.append((index, True, value_of(state, trap, "defence")))
    return targets


def total_attack(state: BlitzState, cells: Sequence[int]) -> int:
    """Return the attack of the units on these cells together."""
    values = [value_of(state, state.ground[index], "attack") for index in cells]
    return sum(values) if state.setup.rules.joint_attack == "sum" else max(values, default=0)


def attackers_of(state: BlitzState, player: int, target: int, facility: bool = False) -> list[int]:
    """Return the cells of the units of a player that can attack the unit, resource or facility on a cell."""
    if is_attack_watched(state):
        return _unhindered(state, player, target, facility)
    return [index for index in ready_units(state, player) if reach_of(state, index) >> target & 1]


def _unhindered(state: BlitzState, player: int, target: int, facility: bool) -> list[int]:
    """Return the attackers of a target if effects forbid some attacks or lift limits of them."""
    setup, view = state.setup, view_of(state)
    card = (state.traps if facility else state.ground)[target]
    return [
        index
        for index, unit in pieces(state)
        if setup.owners[unit] == player and setup.cards[unit].kind == "unit" and not view.why_not_attack(unit, card)
    ]


def list_attacks(state: BlitzState, player: int) -> Iterator[Turn]:
    """Yield each attack: on each target each group of attackers and, if it is destroyed, each unit that can advance."""
    width, ready = state.setup.width, ready_units(state, player)
    is_watched = is_attack_watched(state)
    if not ready and not is_watched:
        return
    for target, facility, defence in list_targets(state, player):
        if is_watched:
            able = _unhindered(state, player, target, facility)
        else:
            able = [index for index in ready if reach_of(state, index) >> target & 1]
        to, kind = cell_at(target, width), "raid" if facility else "attack"
        for size in range(1, len(able) + 1):
            for group in combinations(able, size):
                if is_watched and not _may_join(state, group, target, facility):
                    continue
                units = tuple(sorted(cell_at(index, width) for index in group))
                yield Turn(kind, to=to, units=units)
                if not facility and total_attack(state, group) > defence:
                    yield from (
                        Turn(kind, to=to, units=units, advance=cell)
                        for cell in units
                        if may_advance(state, number(cell, width), target)
                    )


def _may_join(state: BlitzState, group: Sequence[int], target: int, facility: bool) -> bool:
    """Return True if no effect forbids that just these units attack together."""
    card = (state.traps if facility else state.ground)[target]
    return view_of(state).may_attack_together([state.ground[index] for index in group], card)


def may_advance(state: BlitzState, attacker: int, target: int) -> bool:
    """Return True if the unit on a cell may enter the cell of a unit that it has helped to destroy."""
    if state.setup.rules.advance == "beside" and target not in neighbours(attacker, state.setup.width):
        return False
    return not keeps_out(state, target, state.ground[attacker])


def can_attack(state: BlitzState, player: int) -> bool:
    """Return True if a player has an attack."""
    return next(list_attacks(state, player), None) is not None


def check_attack(state: BlitzState, player: int, turn: Turn) -> tuple[int, list[int], bool]:
    """Return the cell of the target, those of the attackers, and whether the target is destroyed. BlitzError if not."""
    if turn.to is None:
        raise BlitzError("unreadable", "an attack without a target")
    target = index_of(state, turn.to)
    facility = turn.kind == "raid"
    defence = next(
        (value for at, is_trap, value in list_targets(state, player) if (at, is_trap) == (target, facility)), -1
    )
    if defence < 0:
        raise BlitzError("no-target", cell=turn.to)
    if not turn.units or len(set(turn.units)) != len(turn.units):
        raise BlitzError("no-attacker")
    group = [_check_attacker(state, player, cell, target, facility) for cell in turn.units]
    if is_attack_watched(state) and not _may_join(state, group, target, facility):
        raise BlitzError("forbidden", cell=turn.to)
    destroyed = total_attack(state, group) > defence
    if turn.advance is not None and (
        turn.advance not in turn.units
        or not destroyed
        or facility
        or not may_advance(state, index_of(state, turn.advance), target)
    ):
        raise BlitzError("advance", cell=turn.advance)
    return target, group, destroyed


def _check_attacker(state: BlitzState, player: int, cell: Cell, target: int, facility: bool) -> int:
    index = index_of(state, cell)
    card = state.ground[index]
    if card == NOTHING or state.setup.owners[card] != player or state.setup.cards[card].kind != "unit":
        raise BlitzError("not-unit", cell=cell)
    if is_attack_watched(state):
        reason = view_of(state).why_not_attack(card, (state.traps if facility else state.ground)[target])
        if reason:
            raise BlitzError("not-ready" if reason == "turned" else reason, cell=cell)
        return index
    if not is_ready(state, card):
        raise BlitzError("not-ready", cell=cell)
    if not reach_of(state, index) >> target & 1:
        raise BlitzError("range", cell=cell)
    if not is_supplied(state, index):
        raise BlitzError("supply", cell=cell)
    return index
