"""Random legal turns, to try rules and to test the engine."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cardgen.engines.chance import pick, sample
from cardgen.games.block_killer.cards import CHECKERBOARD
from cardgen.games.block_killer.field import lock, stack_rows
from cardgen.games.block_killer.game import (
    BlockKillerState,
    MakePlay,
    MayPlay,
    Option,
    Turn,
    legal_turns,
)
from cardgen.games.block_killer.notation import SOLID_ROW, Hand, Placed, Play, Row
from cardgen.games.block_killer.placements import legal_placements
from cardgen.games.block_killer.rules import BlockKillerRules

#: A play places at most so many blocks more than the turn demands.
_MOST_EXTRA_BLOCKS = 2
#: Random placements tried for a block; the one that clears most rows is used.
_TRIED_PLACEMENTS = 12


def random_turn(state: BlockKillerState, chance: random.Random) -> Turn:
    """Return a random legal turn; plays that clear rows are more likely. ValueError if the game is over."""
    if state.to_move is None:
        raise ValueError("the game is over")
    hand, answers = state.players[state.to_move].hand, state.attack is not None
    return random_option(legal_turns(state), hand, state.rules, chance, answers=answers)


def random_option(
    options: Sequence[Option], hand: Hand, rules: BlockKillerRules, chance: random.Random, *, answers: bool = False
) -> Turn:
    """Return a random option, as a random play of `hand` if it is a play. An answer to an attack has no target."""
    option = pick(options, chance)
    if not isinstance(option, MayPlay):
        return option
    target = None if answers else pick(option.targets, chance)
    return MakePlay(random_play(hand, rules, option.least_blocks, chance), target)


def random_play(hand: Hand, rules: BlockKillerRules, least_blocks: int, chance: random.Random) -> Play:
    """Return a random legal play of `hand`, with at least so many blocks."""
    rows = _random_rows(hand.garbage, rules, chance)
    count = min(len(hand.blocks), least_blocks + int(chance.random() * (_MOST_EXTRA_BLOCKS + 1)))
    field, placed = stack_rows(row.text for row in rows), []
    for block in sample(hand.blocks, count, chance):
        legal = legal_placements(field, block, rules)
        tried = [(lock(field, (placement := pick(legal, chance)).cells), placement) for _ in range(_TRIED_PLACEMENTS)]
        (field, _), placement = max(tried, key=lambda attempt: len(attempt[0][1]))
        placed.append(Placed(block, placement.points()))
    return Play(tuple(rows), tuple(placed))


def _random_rows(garbage: Sequence[str], rules: BlockKillerRules, chance: random.Random) -> list[Row]:
    """Return some of the garbage cards in random order, each either way up, some checkerboards merged."""
    least = rules.play.least_garbage
    laid = sample(garbage, least + int(chance.random() * (len(garbage) - least + 1)), chance)
    most_solid = rules.play.most_solid_rows
    pairs = laid.count(CHECKERBOARD) // 2
    solid = int(chance.random() * (1 + (pairs if most_solid is None else min(pairs, most_solid))))
    merged = 2 * solid
    rows = [SOLID_ROW] * solid
    for code in laid:
        if code == CHECKERBOARD and merged:
            merged -= 1
        else:
            rows.append(Row(code, chance.random() < 0.5))
    return sample(rows, len(rows), chance)
