"""Supply, attacks and skills: the legal turns of the skill and attack steps, and what is wrong with others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from cardgen.games.blitz.board import Cell, cell_at, neighbours, number, reach_bits
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.runs import view_of
from cardgen.games.blitz.state import (
    NOTHING,
    BlitzState,
    Turn,
    index_of,
    pieces,
)
from cardgen.games.blitz.values import is_attack_watched, keeps_out, value_of


def reach_of(state: BlitzState, index: int) -> int:
    """Return the cells that the unit or resource on a cell reaches, as a set of bits."""
    card = state.ground[index]
    setup = state.setup
    name = "supply" if setup.cards[card].kind == "resource" else "range"
    return reach_bits(setup.side_of(card), index, value_of(state, card, name), setup.width)


def is_supplied(state: BlitzState, index: int) -> bool:
    """Return True if a resource supplies the unit on a cell, alone and with its level at least; or an effect does."""
    return is_in_supply(state, index, supply_of(state, state.setup.owners[state.ground[index]]))


def supply_of(state: BlitzState, player: int) -> list[tuple[int, int, int]]:
    """Return each resource that supplies the units of a player: its level, the cells in its range as bits, its cell."""
    setup = state.setup
    return [
        (value_of(state, card, "level"), reach_of(state, at), at)
        for at, card in pieces(state)
        if setup.cards[card].kind == "resource" and setup.supplies(setup.owners[card], player)
    ]


def is_in_supply(state: BlitzState, index: int, supply: Sequence[tuple[int, int, int]]) -> bool:
    """Return True if the supply of the owner, or an effect, supplies the unit on a cell."""
    by_effect: bool | None = value_of(state, state.ground[index], "supplied")
    return next(suppliers_of(state, index, supply), None) is not None if by_effect is None else by_effect


def suppliers_of(state: BlitzState, index: int, supply: Sequence[tuple[int, int, int]]) -> Iterator[int]:
    """Yield the cells of those resources of a supply that supply the unit on a cell."""
    least = value_of(state, state.ground[index], "level")
    return (at for level, bits, at in supply if level >= least and bits >> index & 1)


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
    return state.setup.rules.joint([value_of(state, state.ground[index], "attack") for index in cells])


def find_attackers(state: BlitzState, player: int) -> Callable[[int, bool], list[int]]:
    """Return a function of a target and whether it is a facility: the cells of the units that can attack it."""
    if not is_attack_watched(state):
        ready = [(index, reach_of(state, index)) for index in ready_units(state, player)]
        return lambda target, _: [index for index, bits in ready if bits >> target & 1]
    owners, cards, view = state.setup.owners, state.setup.cards, view_of(state)
    own = [(index, card) for index, card in pieces(state) if owners[card] == player and cards[card].kind == "unit"]
    return lambda target, facility: [
        index for index, card in own if not view.why_not_attack(card, target_at(state, target, facility))
    ]


def target_at(state: BlitzState, index: int, facility: bool) -> int:
    """Return the card that is attacked on a cell."""
    return (state.traps if facility else state.ground)[index]


def list_attacks(state: BlitzState, player: int) -> Iterator[Turn]:
    """Yield each attack: on each target each group of attackers and, if it is destroyed, each unit that can advance."""
    width, able = state.setup.width, find_attackers(state, player)
    for target, facility, defence in list_targets(state, player):
        cells = able(target, facility)
        to, kind = cell_at(target, width), "raid" if facility else "attack"
        for size in range(1, len(cells) + 1):
            for group in combinations(cells, size):
                if not _may_join(state, group, target, facility):
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
    if not is_attack_watched(state):
        return True
    units = [state.ground[index] for index in group]
    return view_of(state).may_attack_together(units, target_at(state, target, facility))


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
    able = find_attackers(state, player)(target, facility)
    group = [_check_attacker(state, player, cell, target_at(state, target, facility), able) for cell in turn.units]
    if not _may_join(state, group, target, facility):
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


def _check_attacker(state: BlitzState, player: int, cell: Cell, target: int, able: Sequence[int]) -> int:
    index = index_of(state, cell)
    card = state.ground[index]
    if card == NOTHING or state.setup.owners[card] != player or state.setup.cards[card].kind != "unit":
        raise BlitzError("not-unit", cell=cell)
    if index not in able:
        reason = view_of(state).why_not_attack(card, target)
        raise BlitzError("not-ready" if reason == "turned" else reason, cell=cell)
    return index
