"""Puzzles: a hand, and the greatest attack that a play of it can have, proven by the solver.

A puzzle follows from its strength, its seed, the ruleset and the deck, so a link needs nothing else. Hands are dealt
from the whole deck by the seed, one after the other; the first one that makes a good puzzle is taken:

- the solver proves its best attack, which is as great as the strength demands;
- the attack needs every block: without any one, no play has it;
- a medium or hard puzzle needs a spin: without spins, no play has it.

The searches are limited by positions, not by time, and random numbers come from `random()` alone. So the puzzle is the
same on every machine, with and without the compiled solver.

The puzzle of a day follows from its date as text, `YYYY-MM-DD`: the seed is the number YYYYMMDD, and the strength is
easy on Monday and Tuesday, medium from Wednesday to Friday, and hard at the weekend. The engine never reads a clock.
"""

from __future__ import annotations

import datetime
import random
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from cardgen import dataclass, message
from cardgen.engines.chance import sample
from cardgen.games.block_killer.copies import COPIES, SIDES, Copies
from cardgen.games.block_killer.notation import Hand, Play
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.solver.best import Best, PlaySearch
from cardgen.games.block_killer.solver.kernel import new_searcher
from cardgen.games.block_killer.solver.search import StoppedError

#: The most positions of one search; the most deals of a puzzle; the most deals if none of them is good enough.
MOST_POSITIONS, MOST_DEALS, FEW_DEALS = 120_000, 400, 60


@dataclass(frozen=True, slots=True)
class Strength:
    """The size of a puzzle's hand, the least attack in it, and whether it needs a spin."""

    blocks: int
    garbage: int
    attack: int
    needs_spin: bool


STRENGTHS = {
    "easy": Strength(2, 3, 4, False),
    "medium": Strength(3, 4, 6, True),
    "hard": Strength(4, 5, 9, True),
}

#: The strength of each day's puzzle, from Monday.
_WEEK = ("easy", "easy", "medium", "medium", "medium", "hard", "hard")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle: its hand, the greatest attack of any play of it, which is proven, and one play that has it."""

    strength: str
    seed: int
    hand: Hand
    attack: int
    solution: Play


def puzzle_of_day(date: str) -> tuple[str, int]:
    """Return the strength and the seed of the puzzle of a date, `YYYY-MM-DD`. ValueError for any other text."""
    if not _DATE.fullmatch(date):
        raise ValueError(message("{text!r} is not a date: expected YYYY-MM-DD", text=date))
    try:
        day = datetime.date.fromisoformat(date)
    except ValueError:
        raise ValueError(message("there is no date {text!r}", text=date)) from None
    return _WEEK[day.weekday()], int(date.replace("-", ""))


@lru_cache(maxsize=32)
def make_puzzle(strength: str, seed: int, rules: BlockKillerRules, copies: Copies = COPIES) -> Puzzle:
    """Return the puzzle of a strength and a seed. KeyError for an unknown strength.

    If a ruleset gives no hand that is good enough, the puzzle is the hand with most attack of the first few deals.
    ValueError if these have no attack, either.
    """
    wanted = STRENGTHS[strength]
    for hand in islice(_deals(wanted, strength, seed, copies), MOST_DEALS):
        best = _prove(hand, rules, wanted.attack)
        if best is not None and _is_good(hand, rules, best.attack, wanted):
            return Puzzle(strength, seed, hand, best.attack, best.play)
    results = [(hand, _prove(hand, rules, 1)) for hand in islice(_deals(wanted, strength, seed, copies), FEW_DEALS)]
    proven = [(hand, best) for hand, best in results if best is not None]
    if not proven:
        raise ValueError(message("these rules give no puzzle: no hand has an attack"))
    hand, best = max(proven, key=lambda result: result[1].attack)
    return Puzzle(strength, seed, hand, best.attack, best.play)


def _deals(wanted: Strength, strength: str, seed: int, copies: Copies) -> Iterator[Hand]:
    """Yield hands of the strength's size, each dealt from the whole deck."""
    chance = random.Random(f"puzzle/{strength}/{seed}")
    numbers = dict(copies)
    block_deck, garbage_deck = ([card for card in side for _ in range(numbers[card])] for side in SIDES)
    if len(block_deck) < wanted.blocks or len(garbage_deck) < wanted.garbage:
        return
    while True:
        blocks, garbage = sample(block_deck, wanted.blocks, chance), sample(garbage_deck, wanted.garbage, chance)
        yield Hand(tuple(blocks), tuple(garbage))


def _prove(hand: Hand, rules: BlockKillerRules, least: int) -> Best | None:
    """Return the best play of a hand if it is proven and has an attack of `least` or more."""
    if len(hand.garbage) < rules.play.least_garbage:
        return None
    search = PlaySearch(hand, rules, positions=MOST_POSITIONS)
    try:
        if search.at_most < least:
            return None
        best = search.run(ties=False)
    finally:
        search.end()
    return best if best.proven and best.attack >= least else None


def _is_good(hand: Hand, rules: BlockKillerRules, attack: int, wanted: Strength) -> bool:
    """Return True if the attack needs every block, and a spin if the strength demands one."""
    for block in sorted(set(hand.blocks)):
        if _can_reach(attack, hand.without(block), rules):
            return False
    plain = rules.model_copy(update={"play": rules.play.model_copy(update={"spin": "never"})})
    return not wanted.needs_spin or not _can_reach(attack, hand, plain)


def _can_reach(attack: int, hand: Hand, rules: BlockKillerRules) -> bool:
    """Return True if a play of the hand has the attack, or if the limit is too low to exclude this."""
    if not hand.blocks:
        return False
    searcher = new_searcher(hand, rules, lambda: None)
    searcher.limit = MOST_POSITIONS
    try:
        return searcher.reach(attack) is not None
    except StoppedError:
        return True
