"""Who can destroy what in this round: exact answers, with what proves them.

Both answers take the units as they are: ready, supplied, with the target in range. No attack changes who else can
attack: nothing blocks, attackers only become unable to attack again, and supply comes from own cards. An advance moves
a unit that has attacked already. So the order of attacks does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from cardgen import dataclass
from cardgen.games.blitz.board import Cell, cell_at
from cardgen.games.blitz.combat import find_attackers, list_targets, total_attack
from cardgen.games.blitz.state import BlitzState
from cardgen.games.blitz.values import value_of


@dataclass(frozen=True, slots=True)
class AttackGroup:
    """The smallest group that destroys a target; `units` is None if there is none.

    `attack` is its attack and `defence` that of the target. `one_fewer` is the highest attack of any group with one
    unit fewer, which does not exceed the defence: this proves that the group is smallest. Without a group it is the
    attack of all units that can attack the target.
    """

    target: Cell
    units: tuple[Cell, ...] | None
    attack: int
    defence: int
    one_fewer: int


@dataclass(frozen=True, slots=True)
class Destruction:
    """The most targets that disjoint groups destroy in this round, and one group for each of them.

    `positions` is the number of cases that the search looked at: all that could be better, so the number is exact.
    """

    groups: tuple[tuple[Cell, tuple[Cell, ...]], ...]
    positions: int


def smallest_group(state: BlitzState, player: int, target: int) -> AttackGroup:
    """Return the smallest group of a player's units that destroys the unit or resource on a cell.

    Among groups of this size it is the one with the highest attack, and then that of the first cells.
    """
    width = state.setup.width
    defence = next(value for at, facility, value in list_targets(state, player) if at == target and not facility)
    able = _strongest_first(state, find_attackers(state, player)(target, False))
    for size in range(1, len(able) + 1):
        attack = total_attack(state, able[:size])
        if attack > defence:
            units = tuple(sorted(cell_at(index, width) for index in able[:size]))
            return AttackGroup(cell_at(target, width), units, attack, defence, total_attack(state, able[: size - 1]))
    whole = total_attack(state, able)
    return AttackGroup(cell_at(target, width), None, whole, defence, whole)


def destroy_most(state: BlitzState, player: int) -> Destruction:
    """Return the most units that disjoint groups of a player's units can destroy in this round."""
    targets = [(at, defence) for at, facility, defence in list_targets(state, player) if not facility]
    able = find_attackers(state, player)
    choices = [(at, _least_groups(state, able(at, False), defence)) for at, defence in targets]
    # With the fewest choices first, a case that cannot be best is left early.
    choices = sorted((one for one in choices if one[1]), key=lambda one: (len(one[1]), one[0]))
    positions = 0

    @cache
    def best(place: int, used: int) -> tuple[tuple[int, int], ...]:
        """Return the targets from `place` on, with their groups, that can be destroyed without the used units."""
        nonlocal positions
        positions += 1
        if place == len(choices):
            return ()
        target, groups = choices[place]
        most = len(choices) - place
        attacks: tuple[tuple[int, int], ...] = ()
        for group in groups:
            if not group & used:
                attacks = max(attacks, ((target, group), *best(place + 1, used | group)), key=len)
                if len(attacks) == most:
                    return attacks
        return max(attacks, best(place + 1, used), key=len)

    chosen = sorted(best(0, 0))
    return Destruction(
        tuple((cell_at(target, state.setup.width), _cells(state, group)) for target, group in chosen), positions
    )


def _strongest_first(state: BlitzState, cells: Sequence[int]) -> list[int]:
    return sorted(cells, key=lambda index: (-value_of(state, state.ground[index], "attack"), index))


def _least_groups(state: BlitzState, able: Sequence[int], defence: int) -> list[int]:
    """Return the groups that destroy a target and of which no unit can be left out, as bits of their cells."""
    groups = []
    for size in range(1, len(able) + 1):
        for group in combinations(able, size):
            if total_attack(state, group) > defence and all(
                total_attack(state, [one for one in group if one != left_out]) <= defence for left_out in group
            ):
                groups.append(sum(1 << index for index in group))
    return groups


def _cells(state: BlitzState, bits: int) -> tuple[Cell, ...]:
    width = state.setup.width
    return tuple(sorted(cell_at(index, width) for index in range(len(state.ground)) if bits >> index & 1))
