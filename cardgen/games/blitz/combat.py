"""Supply, attacks and skills: the legal turns of the skill and attack steps, and what is wrong with others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from cardgen.games.blitz.board import Cell, cell_at, neighbours, number, reach_bits
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.state import (
    NOTHING,
    BlitzState,
    Setup,
    Turn,
    different_in_hand,
    in_hand,
    index_of,
    keeps_out,
    pieces,
)


def reach_of(state: BlitzState, index: int) -> int:
    """Return the cells that the unit or resource on a cell reaches, as a set of bits."""
    card = state.ground[index]
    setup = state.setup
    return reach_bits(setup.side_of(card), index, setup.cards[card].reach, setup.width)


def is_supplied(state: BlitzState, index: int) -> bool:
    """Return True if a resource supplies the unit on a cell, alone and with its level at least; or a skill does."""
    return is_in_supply(state, index, supply_of(state, state.setup.owners[state.ground[index]]))


def supply_of(state: BlitzState, player: int) -> list[tuple[int, int]]:
    """Return the level of each resource that supplies the units of a player, and the cells in its range as bits."""
    setup = state.setup
    return [
        (setup.cards[card].level, reach_of(state, at))
        for at, card in pieces(state)
        if setup.cards[card].kind == "resource" and _supplies(setup, setup.owners[card], player)
    ]


def is_in_supply(state: BlitzState, index: int, supply: Sequence[tuple[int, int]]) -> bool:
    """Return True if the supply of the owner, or a skill, supplies the unit on a cell."""
    card = state.ground[index]
    least = state.setup.cards[card].level
    return card in state.supplied or any(level >= least and bits >> index & 1 for level, bits in supply)


def suppliers_of(state: BlitzState, index: int) -> Iterator[int]:
    """Yield the numbers of the cells whose resource supplies the unit on a cell."""
    unit, setup = state.ground[index], state.setup
    for at, card in pieces(state):
        face = setup.cards[card]
        if (
            face.kind == "resource"
            and face.level >= setup.cards[unit].level
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
                targets.append((index, False, face.defence if face.kind == "unit" else 0))
        if setup.rules.attack_objects and trap != NOTHING and setup.side_of(trap) != side:
            targets.append((index, True, 0))
    return targets


def total_attack(state: BlitzState, cells: Sequence[int]) -> int:
    """Return the attack of the units on these cells together."""
    values = [state.setup.cards[state.ground[index]].attack for index in cells]
    return sum(values) if state.setup.rules.joint_attack == "sum" else max(values, default=0)


def attackers_of(state: BlitzState, player: int, target: int) -> list[int]:
    """Return the cells of the units of a player that can attack what is on a cell."""
    return [index for index in ready_units(state, player) if reach_of(state, index) >> target & 1]


def list_attacks(state: BlitzState, player: int) -> Iterator[Turn]:
    """Yield each attack: on each target each group of attackers and, if it is destroyed, each unit that can advance."""
    width, ready = state.setup.width, ready_units(state, player)
    if not ready:
        return
    for target, facility, defence in list_targets(state, player):
        able = [index for index in ready if reach_of(state, index) >> target & 1]
        to, kind = cell_at(target, width), "raid" if facility else "attack"
        for size in range(1, len(able) + 1):
            for group in combinations(able, size):
                units = tuple(sorted(cell_at(index, width) for index in group))
                yield Turn(kind, to=to, units=units)
                if not facility and total_attack(state, group) > defence:
                    yield from (
                        Turn(kind, to=to, units=units, advance=cell)
                        for cell in units
                        if may_advance(state, number(cell, width), target)
                    )


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
    group = [_check_attacker(state, player, cell, target) for cell in turn.units]
    destroyed = total_attack(state, group) > defence
    if turn.advance is not None and (
        turn.advance not in turn.units
        or not destroyed
        or facility
        or not may_advance(state, index_of(state, turn.advance), target)
    ):
        raise BlitzError("advance", cell=turn.advance)
    return target, group, destroyed


def _check_attacker(state: BlitzState, player: int, cell: Cell, target: int) -> int:
    index = index_of(state, cell)
    card = state.ground[index]
    if card == NOTHING or state.setup.owners[card] != player or state.setup.cards[card].kind != "unit":
        raise BlitzError("not-unit", cell=cell)
    if not is_ready(state, card):
        raise BlitzError("not-ready", cell=cell)
    if not reach_of(state, index) >> target & 1:
        raise BlitzError("range", cell=cell)
    if not is_supplied(state, index):
        raise BlitzError("supply", cell=cell)
    return index


# ---------------------------------------------------------------- skills


def list_skills(state: BlitzState, player: int) -> list[Turn]:
    """Return the skills in a player's hand, on each unit that they can be used on. One done by hand has no unit."""
    turns = []
    for card in different_in_hand(state, player, "skill"):
        name = state.setup.cards[card].id
        if state.setup.cards[card].by_hand:
            turns.append(Turn("skill", name))
        else:
            cells = (cell_at(index, state.setup.width) for index in skill_targets(state, player, card))
            turns += [Turn("skill", name, to=cell) for cell in cells]
    return turns


def skill_targets(state: BlitzState, player: int, skill: int) -> list[int]:
    """Return the cells of the units on which a skill can be used.

    `supply`: units of the player that no skill supplies yet; `feint`: units of the enemy that are ready.
    """
    setup, effect = state.setup, state.setup.cards[skill].effect
    units = [(index, card) for index, card in pieces(state) if setup.cards[card].kind == "unit"]
    if effect == "supply":
        return [index for index, card in units if setup.owners[card] == player and card not in state.supplied]
    enemies = [(index, card) for index, card in units if setup.side_of(card) != setup.sides[player]]
    return [index for index, card in enemies if is_ready(state, card)]


def check_skill(state: BlitzState, player: int, turn: Turn) -> tuple[int, int]:
    """Return the skill, and the unit that it is used on, NOTHING if it is done by hand. BlitzError if not legal."""
    skill = in_hand(state, player, turn.card)
    face = state.setup.cards[skill]
    if face.kind != "skill":
        raise BlitzError("kind", turn.card)
    if face.by_hand:
        if turn.to is not None:
            raise BlitzError("skill-target", cell=turn.to)
        return skill, NOTHING
    if turn.to is None:
        raise BlitzError("unreadable", "a skill without a unit")
    index = index_of(state, turn.to)
    if index not in skill_targets(state, player, skill):
        raise BlitzError("skill-target", cell=turn.to)
    return skill, state.ground[index]
