"""Measure the search for the best play: positions a second, in C and in Python, and the time to proof by hand size.

    python benchmarks/best_plays.py [HANDS] [SECONDS]

Random hands of the standard deck, standard rules, one core. Both searches visit the same positions in the same order:
first "can this bound be reached" from the highest bound downwards, then beams of growing width. Then HANDS hands of
each size are searched for at most SECONDS each. The table shows how many are proved in how long, the gap that remains
between attack and bound, and when the attack of the answer was first found.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from cardgen.data.load import load_game
from cardgen.data.project import bundled_project
from cardgen.games.block_killer.cards import BLOCK_COPIES, GARBAGE_COPIES
from cardgen.games.block_killer.notation import Hand
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.solver import SOLVER, Best, best_play
from cardgen.games.block_killer.solver.kernel import KernelSearcher
from cardgen.games.block_killer.solver.search import Searcher, StoppedError

#: Positions of each search of the first table.
COMPILED, PLAIN = 4_000_000, 60_000
SIZES = ((3, 4), (3, 8), (4, 4), (4, 8), (5, 8), (6, 8))


def random_hands(blocks: int, garbage: int, number: int) -> list[Hand]:
    """Return a number of hands drawn from the full decks, the same every time."""
    chance = random.Random(f"{blocks}/{garbage}")
    decks = [[card for card, copies in deck.items() for _ in range(copies)] for deck in (BLOCK_COPIES, GARBAGE_COPIES)]
    return [
        Hand(*(tuple(chance.sample(deck, n)) for deck, n in zip(decks, (blocks, garbage), strict=True)))
        for _ in range(number)
    ]


def rate(
    kind: type[Searcher], hands: list[Hand], rules: BlockKillerRules, positions: int, ask: Callable[[Searcher], None]
) -> float:
    """Return positions a second over all hands."""
    visited, seconds = 0, 0.0
    for hand in hands:
        searcher = kind(hand, rules, lambda: None)
        searcher.limit = positions
        began = time.process_time()
        with suppress(StoppedError):
            ask(searcher)
        seconds += time.process_time() - began
        visited += searcher.positions
    return visited / seconds


def ask_downwards(searcher: Searcher) -> None:
    target = searcher.most()
    while searcher.reach(target) is None:
        target -= 1


def follow_beams(searcher: Searcher) -> None:
    width = 8
    while width < 100_000:
        searcher.beam(width, 0, str)
        width *= 4


def print_rates(rules: BlockKillerRules) -> None:
    print("Positions a second, millions\n")
    for name, ask in (("bound downwards", ask_downwards), ("beams", follow_beams)):
        hands = [hand for size in ((4, 4), (4, 8), (5, 8)) for hand in random_hands(*size, 3)]
        plain = rate(Searcher, hands, rules, PLAIN, ask)
        if SOLVER == "kernel":
            compiled = rate(KernelSearcher, hands, rules, COMPILED, ask)
            print(f"{name:<16} kernel {compiled / 1e6:6.2f}   Python {plain / 1e6:5.3f}   {compiled / plain:5.0f} x")
        else:
            print(f"{name:<16} Python {plain / 1e6:5.3f}; no kernel is installed")


def time_to_proof(hand: Hand, rules: BlockKillerRules, seconds: float) -> tuple[Best, float, float]:
    """Return the answer, and the seconds until it was proved (or infinity) and until its attack was found."""
    began = time.perf_counter()
    found_at, proved_at, attack = 0.0, float("inf"), -1

    def watch(best: Best) -> bool:
        nonlocal found_at, proved_at, attack
        now = time.perf_counter() - began
        if best.attack > attack:
            attack, found_at = best.attack, now
        if best.proven:
            proved_at = now
        return best.proven

    return best_play(hand, rules, seconds, watch), proved_at, found_at


def print_proofs(rules: BlockKillerRules, number: int, seconds: float) -> None:
    print(f"\nTime to proof, {number} hands of each size, at most {seconds:g} s each\n")
    print("hand  within 1 s  2.5 s    10 s  never  largest gap   attack found after: median, 90th percentile")
    for size in SIZES:
        trials = [time_to_proof(hand, rules, seconds) for hand in random_hands(*size, number)]
        shares = [sum(proved_at <= limit for _, proved_at, _ in trials) / number for limit in (1, 2.5, 10)]
        never = sum(not best.proven for best, _, _ in trials)
        gap = max(best.at_most - best.attack for best, _, _ in trials)
        times = sorted(found_at for _, _, found_at in trials)
        median, late = times[number // 2], times[min(number - 1, number * 9 // 10)]
        print(
            f"{size[0]}/{size[1]}   {shares[0]:9.0%}  {shares[1]:5.0%}  {shares[2]:6.0%}  {never:5}  {gap:11}"
            f"   {median:18.2f} s, {late:.2f} s",
            flush=True,
        )


def main(number: int, seconds: float) -> None:
    project = bundled_project()
    rules = load_game(project.game_folder("block-killer"), project.templates, Path.cwd()).rulesets["standard"]
    print_rates(rules)
    print_proofs(rules, number, seconds)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 12, float(sys.argv[2]) if len(sys.argv) > 2 else 10)
