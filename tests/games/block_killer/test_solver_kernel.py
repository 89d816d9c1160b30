"""The compiled search compared with the one in Python: the same results at each number of positions."""

from __future__ import annotations

import gc
import random
import threading
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from cardgen.games.block_killer.blocks import BLOCKS, block_pose, distinct_orientations
from cardgen.games.block_killer.field import FULL_ROW, cells_mask, field_height
from cardgen.games.block_killer.notation import Hand, parse_hand, write_hand
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.solver import Best, best_play
from cardgen.games.block_killer.solver import best as best_module
from cardgen.games.block_killer.solver import kernel as kernel_module
from cardgen.games.block_killer.solver.kernel import KernelSearcher, new_searcher, packed, tables_of
from cardgen.games.block_killer.solver.open_placements import PlacementFinder
from cardgen.games.block_killer.solver.search import Searcher, StoppedError
from tests.examples import trials

from .rulesets import STANDARD
from .test_open_placements import RULES, random_rows
from .test_solver import NAMES, POOLS, answers, ruleset, solve

assert kernel_module.SOLVER == "kernel", "no kernel: get a C compiler and Python's headers, and install cardgen again"


def some_hand(chance: random.Random, blocks: int, garbage: int) -> Hand:
    pool = chance.choice(POOLS)
    return Hand(tuple(chance.choices(BLOCKS, k=blocks)), tuple(chance.choices(pool, k=garbage)))


def solved_by(searcher: Callable[..., Searcher], hand: Hand, rules: BlockKillerRules, positions: int) -> Best:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(best_module, "new_searcher", searcher)
        return best_play(hand, rules, positions=positions)


def in_python(
    hand: Hand, rules: BlockKillerRules, pause: Callable[[], None], earlier: bool, *, long: bool, tables: None
) -> Searcher:
    assert not long
    assert tables is None
    return Searcher(hand, rules, pause, earlier)


def compare(hand: Hand, name: str, positions: int) -> None:
    rules = ruleset(name)
    compiled, plain = (solved_by(how, hand, rules, positions) for how in (new_searcher, in_python))
    assert compiled == plain, f"{name} | {write_hand(hand)}"


# The Python search takes nearly all the time: most of the thousand hands are left to `make soak`.
@pytest.mark.parametrize("part", [pytest.param(part, marks=pytest.mark.soak if part > 0 else ()) for part in range(8)])
def test_a_thousand_hands_get_the_same_answer(part: int) -> None:
    chance = random.Random(f"side by side {part}")
    for number in range(trials(125)):
        hand = some_hand(chance, chance.randint(1, 6), chance.randint(2, 7))
        compare(hand, chance.choice(NAMES), 4_000 if number % 25 == 0 else 500)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
def test_many_hands_get_the_same_answer_at_length(seed: int) -> None:
    chance = random.Random(f"side by side at length {seed}")
    for _ in range(50):
        compare(some_hand(chance, chance.randint(2, 7), chance.randint(2, 12)), chance.choice(NAMES), 100_000)


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.full) for part in range(1, 6))])
def test_the_kernel_gives_the_answers_of_enumeration(part: int) -> None:
    for name, hand, value in list(answers())[part::6]:
        rules = ruleset(name)
        searcher = KernelSearcher(hand, rules, lambda: None)
        assert solve(hand, rules, searcher) == value, f"{name} | {write_hand(hand)}"


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_the_kernel_finds_the_placements_above_unknown_rows(rules: BlockKillerRules) -> None:
    chance = random.Random("looks")
    for _ in range(400):
        field, filled, block = random_rows(chance, 9), chance.randrange(FULL_ROW + 1), chance.choice(BLOCKS)
        rows = [field >> 10 * y & FULL_ROW for y in range(field_height(field))]
        placements = PlacementFinder(rules).find(field, filled, block)
        tested_columns, certain, spots = tables_of(rules).find(packed(rows), filled, BLOCKS.index(block))
        shapes = distinct_orientations(block)
        cells = [
            (cells_mask((x + dx, y + dy) for dx, dy in block_pose(block, shapes[shape]).cells), bool(spin), bool(mini))
            for shape, x, y, spin, mini in spots
        ]
        assert tested_columns == placements.tested_columns
        assert cells[:certain] == [(spot.cells, spot.spin, spot.mini) for spot in placements.certain]
        assert cells[certain:] == [(spot.cells, spot.spin, spot.mini) for spot in placements.if_filled]


HAND = parse_hand("ZSTTIJ / 1-0 1-1 2-3 x x 4-3 3-0 2-2")


def test_the_kernel_stops_at_an_exception_and_at_its_limit() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    searcher = KernelSearcher(HAND, STANDARD, stop)
    with pytest.raises(KeyboardInterrupt):
        searcher.reach(searcher.most())
    searcher = KernelSearcher(HAND, STANDARD, lambda: None)
    searcher.limit = 5_000
    with pytest.raises(StoppedError):
        searcher.reach(searcher.most())
    assert searcher.positions == 5_000


def test_an_exception_in_report_ends_the_beam() -> None:
    def report(play: object) -> None:
        raise ValueError(play)

    searcher = KernelSearcher(HAND, STANDARD, lambda: None)
    with pytest.raises(ValueError, match="Found"):
        searcher.beam(8, -1, report)
    assert searcher.reach(0) is not None


def test_threads_search_side_by_side() -> None:
    expected = best_play(HAND, STANDARD, positions=200_000)
    results: list[Best] = []
    threads = [
        threading.Thread(target=lambda: results.append(best_play(HAND, STANDARD, positions=200_000))) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 3


def test_a_search_within_its_own_search_is_refused() -> None:
    def pause() -> None:
        searcher.most()

    searcher = KernelSearcher(HAND, STANDARD, pause)
    with pytest.raises(RuntimeError, match="running already"):
        searcher.reach(searcher.most())


def test_wrong_tables_and_hands_are_refused() -> None:
    from cardgen.games.block_killer.solver import _kernel as kernel

    for numbers in (b"", packed(range(100)), packed([0] * 20_000)):
        with pytest.raises(ValueError, match="not tables of this kernel"):
            kernel.Tables(numbers)
        with pytest.raises(ValueError, match="cannot search this hand"):
            kernel.Search(tables_of(STANDARD), numbers + b"x")


def test_a_search_is_released_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[weakref.ref[Searcher]] = []

    def noted(*args: Any, **options: Any) -> Searcher:
        searcher = new_searcher(*args, **options)
        searches.append(weakref.ref(searcher))
        return searcher

    monkeypatch.setattr(best_module, "new_searcher", noted)
    gc.disable()
    try:
        best_play(HAND, STANDARD, positions=1_000)
        assert [search() for search in searches] == [None]
    finally:
        gc.enable()


def test_without_the_kernel_the_search_is_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_module, "_kernel", None)
    assert type(new_searcher(HAND, STANDARD, lambda: None)) is Searcher
