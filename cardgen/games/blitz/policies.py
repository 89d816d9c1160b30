"""Policies, which decide the turns in simulations. They know the board and their own hand, and nothing of other hands.

`random` chooses any legal turn. `greedy` chooses the turn after which its side stands best. `planner` also looks ahead
to the attacks of this round: what the enemy could destroy, and what its own side could. Both know how many rounds each
unit needs to break through, around the cards and mines in its way.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from math import ceil

from cardgen.engines.policies import Policy
from cardgen.games.blitz.attackers import smallest_group
from cardgen.games.blitz.board import DEPTH, ENEMY, cell_at, depth, neighbours, number
from cardgen.games.blitz.combat import (
    is_in_supply,
    list_targets,
    may_advance,
    reach_of,
    ready_units,
    supply_of,
    total_attack,
)
from cardgen.games.blitz.endings import held_cells
from cardgen.games.blitz.game import PASS, apply, legal_turns
from cardgen.games.blitz.skills import list_skills
from cardgen.games.blitz.state import NOTHING, BlitzState, Turn, pieces
from cardgen.games.blitz.values import is_trap, value_of

#: The worth of a unit that needs so many rounds to break through, if nobody stops it.
_NEAR = {1: 60.0, 2: 14.0, 3: 5.0, 4: 2.0, 5: 1.0}
_WIN, _HELD, _SUPPLIED, _LEVEL, _LAID = 1000.0, 3.0, 2.0, 1.5, 1.0
#: What a lead of a cell is worth besides, if so many rounds are left.
_LATE = {2: 3.0, 1: 8.0, 0: 20.0}
#: A unit in hand is worth a little less than on the board without supply, so that some are kept in reserve; by some
#: rulesets an empty hand ends the game.
_IN_HAND, _FEW_CARDS = 0.95, 2
_NEEDED, _FEAR, _HOPE = 60.0, 0.7, 0.35
#: How many of the best turns the planner compares.
_MOST_COMPARED = 8


def choose_greedily(state: BlitzState, chance: random.Random) -> Turn:
    """Return the turn after which the side of the player stands best."""
    return _best(state, chance)[0]


def choose_by_plan(state: BlitzState, chance: random.Random) -> Turn:
    """Return the best of the turns that look best, by what both sides could destroy afterwards."""
    turns = _best(state, chance)[:_MOST_COMPARED]
    if len(turns) == 1 or state.step in ("hand", "draw"):
        return turns[0]
    player = state.actor
    assert player is not None
    side = state.setup.sides[player]

    def outlook(turn: Turn) -> float:
        after = _after(state, turn)
        if after.over:
            return value(after, side)
        own, enemy = dangers(after, side), dangers(after, ENEMY[side])
        return value(after, side) - _FEAR * own + _HOPE * enemy

    return max(turns, key=outlook)


POLICIES: dict[str, Policy] = {"greedy": choose_greedily, "planner": choose_by_plan}


def value(state: BlitzState, side: str) -> float:
    """Return how well a side stands: its units, their depth and supply, and the cells that it holds."""
    if state.result is not None:
        winner = state.result.winner
        return 0.0 if winner == "draw" else _WIN if winner == side else -_WIN
    setup = state.setup
    total = 0.0
    rounds = {one: breakthrough_rounds(state, one) for one in ENEMY}
    supplies = [supply_of(state, player) for player in range(len(setup.sides))]
    for index, card in pieces(state):
        face, own = setup.cards[card], setup.side_of(card)
        worth = _LEVEL * face.level
        if face.kind == "unit":
            worth = unit_worth(state, card) + _NEAR.get(rounds[own](index, card), 0.0)
            worth += _SUPPLIED * is_in_supply(state, index, supplies[setup.owners[card]])
        total += worth if own == side else -worth
    laid = [setup.side_of(trap) for trap in state.traps if trap != NOTHING]
    total += _LAID * (2 * laid.count(side) - len(laid))
    lead = held_cells(state, side) - held_cells(state, ENEMY[side])
    total += _HELD * lead
    if setup.rules.rounds is not None:
        total += _LATE.get(setup.rules.rounds - state.round, 0.0) * lead
    for player, hand in enumerate(state.hands):
        if setup.sides[player] == side:
            total += _hand_worth(state, hand, lead)
    return total


def unit_worth(state: BlitzState, card: int) -> float:
    """Return the worth of a unit by its values alone."""
    face = state.setup.cards[card]
    return 2.0 + face.attack + 0.8 * face.defence


def breakthrough_rounds(state: BlitzState, side: str) -> Callable[[int, int], int]:
    """Return a function of the cell and the card of a unit of a side: the rounds that it needs to break through.

    Units go around cards and enemy mines. Without a free way they need two rounds more than straight ahead.
    """
    setup, width = state.setup, state.setup.width
    mined = {
        index
        for index, trap in enumerate(state.traps)
        if trap != NOTHING and setup.side_of(trap) != side and is_trap(setup, trap)
    }
    free = {index for index, card in enumerate(state.ground) if card == NOTHING and index not in mined}
    # The moves from each free cell, first those of depth 3.
    moves = {index: 1 for index in free if depth(cell_at(index, width), side) == DEPTH}
    queue = list(moves)
    for index in queue:
        for near in neighbours(index, width):
            if near in free and near not in moves:
                moves[near] = moves[index] + 1
                queue.append(near)

    def rounds(index: int, card: int) -> int:
        steps: int = max(1, value_of(state, card, "moves"))
        deep = depth(cell_at(index, width), side)
        if deep == DEPTH:
            return 1
        ways = [moves[near] for near in neighbours(index, width) if near in moves]
        return ceil((min(ways) + 1) / steps) if ways else ceil((DEPTH + 1 - deep) / steps) + 2

    return rounds


def dangers(state: BlitzState, side: str) -> float:
    """Return the worth of the units of a side that the enemy can destroy in this round, one at a time.

    The units that are in the most danger count with those that are deep, which would win.
    """
    setup = state.setup
    danger = 0.0
    rounds = breakthrough_rounds(state, side)
    enemies = [player for player, own in enumerate(setup.sides) if own != side]
    for player in enemies:
        ready = ready_units(state, player)
        if not ready:
            continue
        for target, facility, defence in list_targets(state, player):
            able = [index for index in ready if reach_of(state, index) >> target & 1]
            if not facility and total_attack(state, able) > defence:
                card = state.ground[target]
                danger = danger * 0.5 + unit_worth(state, card) + _NEAR.get(rounds(target, card), 0.0)
    return danger


def _hand_worth(state: BlitzState, hand: Sequence[int], lead: int) -> float:
    """Return the worth of a hand. Without cards the game ends: that is good for who is ahead only."""
    if state.setup.rules.no_hand != "after-draw" and len(hand) <= _FEW_CARDS:
        if not hand:
            return _NEEDED if lead > 0 else -_NEEDED
        return -4.0 * (_FEW_CARDS + 1 - len(hand)) if lead <= 0 else 0.0
    cards = [state.setup.cards[card] for card in hand]
    return sum(
        _IN_HAND * (2.0 + card.attack + 0.8 * card.defence if card.kind == "unit" else _LEVEL * card.level or 1.0)
        for card in cards
    )


# ---------------------------------------------------------------- turns


def _best(state: BlitzState, chance: random.Random) -> list[Turn]:
    """Return the sensible turns, the best first. Equal ones are in random order."""
    player = state.actor
    assert player is not None
    side = state.setup.sides[player]
    if state.step == "hand" and state.asked is None:
        return [Turn("redraw" if _is_poor(state, player) else "keep")]
    if state.step == "draw" and state.asked is None:
        return [_exchange(state, player)]
    rated = [(value(_after(state, turn), side), chance.random(), turn) for turn in _sensible(state, player)]
    rated.sort(key=lambda one: one[:2], reverse=True)
    return [turn for _, _, turn in rated]


def _after(state: BlitzState, turn: Turn) -> BlitzState:
    """Return the state after a turn. A pass is not made: it may draw a card that the player does not know yet."""
    return state if turn == PASS else apply(state, turn)


def _sensible(state: BlitzState, player: int) -> Iterator[Turn]:
    """Yield the turns worth looking at: of all attacks on a target those of its smallest group."""
    if state.step != "attack" or state.asked is not None:
        yield from legal_turns(state)
        return
    yield from list_skills(state, player, "attack")
    width = state.setup.width
    for target, facility, _ in list_targets(state, player):
        group = None if facility else smallest_group(state, player, target)
        if group is not None and group.units is not None:
            yield Turn("attack", to=group.target, units=group.units)
            for cell in group.units:
                if may_advance(state, number(cell, width), target):
                    yield Turn("attack", to=group.target, units=group.units, advance=cell)
    yield PASS


def _is_poor(state: BlitzState, player: int) -> bool:
    """Return True if an opening hand has no resource, or hardly any unit."""
    kinds = [state.setup.cards[card].kind for card in state.hands[player]]
    return "resource" not in kinds or kinds.count("unit") < 2


def _exchange(state: BlitzState, player: int) -> Turn:
    """Return a discard of the fourth resource, or else no draw."""
    cards = [state.setup.cards[card] for card in state.hands[player]]
    resources = sorted((card for card in cards if card.kind == "resource"), key=lambda card: card.level)
    return Turn("discard", resources[0].id) if len(resources) > 3 else Turn("skip")
