"""The compiled search: `_kernel.c` does the same as `Searcher` in the same order, and many times faster.

If the package was installed without a compiler, there is no `_kernel`, and `new_searcher` returns the search in Python.
All data of the game in the kernel come from the tables made in this module.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cardgen.games.block_killer.blocks import (
    BLOCKS,
    ORIENTATIONS,
    TURNING,
    block_pose,
    distinct_orientations,
    outline_kicks,
)
from cardgen.games.block_killer.cards import CHECKERBOARD, WIDTH
from cardgen.games.block_killer.field import FULL_ROW, cells_mask, field_height
from cardgen.games.block_killer.notation import Hand
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.solver.bound import STEPS, Bound
from cardgen.games.block_killer.solver.clear_values import (
    CELLS,
    NEED_UNIT,
    NEEDS,
    ROW_NEED,
    block_parts,
    clear_values_of,
)
from cardgen.games.block_killer.solver.moves import BlockStart, BlockStep, FoundPlay, play_of_steps
from cardgen.games.block_killer.solver.search import (
    ALL_FORMS,
    CARD_BITS,
    MOST_KEPT,
    Searcher,
    StoppedError,
    forms_at_once,
)

try:
    import cardgen.games.block_killer.solver._kernel as _kernel
except ImportError:
    _kernel = None  # type: ignore[assignment]

#: The search of this installation: `kernel` or `python`.
SOLVER = "python" if _kernel is None else "kernel"

SPINS = ("immobile", "three-corner", "any", "never")
#: Refuted positions kept if time is the limit, so that the answers need not be exactly those of Python.
MOST_KEPT_LONG = 4_000_000
_NO_LIMIT = 2**63 - 1
_NEED_NUMBER = {unit: number for number, unit in enumerate(NEED_UNIT.values())} | {0: len(NEEDS)}


def new_searcher(
    hand: Hand,
    rules: BlockKillerRules,
    pause: Callable[[], None],
    earlier_special: bool = False,
    *,
    long: bool = False,
    start: BlockStart | None = None,
    tables: Any = None,
) -> Searcher:
    """Return the fastest search of one hand under one ruleset. A `long` search may keep more in memory.

    `tables` are those of `new_tables`, for a search that is not only used by this thread.
    """
    if _kernel is None:
        return Searcher(hand, rules, pause, earlier_special, start)
    return KernelSearcher(hand, rules, pause, earlier_special, MOST_KEPT_LONG if long else MOST_KEPT, start, tables)


class KernelSearcher(Searcher):
    """A `Searcher` that uses the kernel."""

    def __init__(
        self,
        hand: Hand,
        rules: BlockKillerRules,
        pause: Callable[[], None],
        earlier_special: bool = False,
        most_kept: int = MOST_KEPT,
        start: BlockStart | None = None,
        tables: Any = None,
    ) -> None:
        super().__init__(hand, rules, pause, earlier_special, start)
        self._kernel = _kernel.Search(tables or tables_of(rules), packed(self._hand_numbers(hand, most_kept)))

    def _hand_numbers(self, hand: Hand, most_kept: int) -> Iterator[int]:
        codes = list(self.card_unit)
        yield len(self.forms)
        for form in self.forms:
            yield from (form.cells, codes.index(form.row.code), form.row.turned, _NEED_NUMBER[form.need])
        yield len(codes)
        yield from (self.start_cards // unit & (1 << CARD_BITS) - 1 for unit in self.card_unit.values())
        yield from map(hand.blocks.count, BLOCKS)
        yield from (self.start_chain, self.most_solids)
        yield codes.index(CHECKERBOARD) if CHECKERBOARD in codes else len(codes)
        yield from (self.least_garbage, self.hand_size, self.bound.exact_blocks, most_kept)
        height = field_height(self.start_field)
        yield height
        yield from (self.start_field >> WIDTH * y & FULL_ROW for y in range(height))

    def most(self) -> int:
        """Return the upper bound of any play's attack."""
        return int(self._kernel.most())

    def reach(self, target: int) -> FoundPlay | None:
        """Return a play with an attack of `target` or more, or None if there is none."""
        return self._call(self._kernel.reach, target)

    def reach_tie(self, attack: int, discarded: int, most_blocks: int) -> FoundPlay | None:
        """Return a play with such an attack, so many discards and at most so many blocks; None if there is none."""
        return self._call(self._kernel.reach_tie, attack, discarded, most_blocks)

    def beam(self, width: int, attack: int, report: Callable[[FoundPlay], None]) -> bool:
        """Follow the `width` most promising positions after each block, as `Searcher.beam` does."""
        most_forms = forms_at_once(width, self.hand_size)
        left_out = most_forms < ALL_FORMS
        return bool(self._run(self._kernel.beam, width, most_forms, attack, left_out, self._reporter(report)))

    def _reporter(self, report: Callable[[FoundPlay], None]) -> Callable[[tuple[int, Any]], None]:
        def report_play(answer: tuple[int, Any]) -> None:
            self.positions = self._kernel.positions()
            report(self._read(answer))

        return report_play

    def _call(self, search: Callable[..., Any], *args: int) -> FoundPlay | None:
        answer = self._run(search, *args)
        return None if answer is None else self._read(answer)

    def _run(self, search: Callable[..., Any], *args: Any) -> Any:
        self._kernel.set_limit(_NO_LIMIT if self.limit is None else self.limit)
        try:
            answer = search(*args, self._pause_callback)
        finally:
            self.positions = self._kernel.positions()
        if answer is False:
            raise StoppedError
        return answer

    def _read(self, answer: tuple[int, Any]) -> FoundPlay:
        solids, steps = answer
        return play_of_steps(map(self._step, steps), solids, self.clear_values, self.start_chain)

    def _step(self, numbers: tuple[Any, ...]) -> BlockStep:
        block, shape, x, y, lines, kind, discarded, filled, forms = numbers
        letter = BLOCKS[block]
        pose = block_pose(letter, distinct_orientations(letter)[shape])
        cells = cells_mask((x + dx, y + dy) for dx, dy in pose.cells)
        return BlockStep(letter, tuple(self.forms[n] for n in forms), cells, lines, kind, discarded, filled)


# ----------------------------------------------------------------------------------------------------------------------
# The tables, in the order in which `read_tables` of the kernel reads them

_thread_data = threading.local()


def tables_of(rules: BlockKillerRules) -> Any:
    """Return the kernel's tables of a ruleset. They and the results that they store are kept for this thread."""
    kept = _thread_data.__dict__.setdefault("tables", {})
    tables = kept.pop(rules, None)
    if tables is None:
        tables = new_tables(rules)
        while len(kept) > 1:
            del kept[next(iter(kept))]
    kept[rules] = tables
    return tables


def new_tables(rules: BlockKillerRules) -> Any:
    """Return tables of a ruleset that nobody else uses; None if there is no kernel."""
    return None if _kernel is None else _kernel.Tables(packed(_table_numbers(rules)))


def packed(numbers: Iterable[int]) -> bytes:
    """Return numbers as the kernel reads them."""
    return array("i", numbers).tobytes()


def _table_numbers(rules: BlockKillerRules) -> Iterator[int]:
    values = clear_values_of(rules)
    bound = Bound(values, 0)
    yield from (SPINS.index(rules.play.spin), values.minis and rules.play.spin != "never")
    yield from (len(values.locks[0]), len(values.locks[0][0]))
    for block in BLOCKS:
        yield from _block_numbers(block, rules, bound)
    for orientation in ORIENTATIONS:
        # The corners about the centre of a T, which is at (1, 1) of its box.
        pose = block_pose("T", orientation)
        for dx in (-1, 1):
            for dy in (-1, 1):
                yield from (1 + pose.box_x + dx, 1 + pose.box_y + dy)
    for cells, single in NEEDS:
        yield from (cells, single)
    for part in range(1, 5):
        remaining_need = {number: _NEED_NUMBER[unit] if unit else -1 for number, _, unit in STEPS[part]}
        yield from (remaining_need.get(number, -2) for number in range(len(NEEDS)))
    yield from sorted(range(len(NEEDS)), key=NEEDS.__getitem__)
    yield from map(_NEED_NUMBER.__getitem__, ROW_NEED)
    for kind in values.locks:
        for lines in kind:
            for lock in lines:
                yield from lock


def _block_numbers(block: str, rules: BlockKillerRules, bound: Bound) -> Iterator[int]:
    distinct = distinct_orientations(block)
    states = ORIENTATIONS if block in TURNING else "0"
    yield from (len(distinct), len(states), block in TURNING, BLOCKS.index(bound.kind[block]))
    yield from (sum(1 << kind for kind in bound.lock_kinds(block)), CELLS[block])
    yield from (number % len(distinct) for number in range(4))
    for orientation in distinct:
        cells = block_pose(block, orientation).cells
        yield len(cells)
        for cell in cells:
            yield from cell
    if block in TURNING:
        for source in range(4):
            for target in ((source + 1) % 4, (source - 1) % 4):
                kicks = outline_kicks(block, ORIENTATIONS[source], ORIENTATIONS[target])
                kicks = kicks[:1] if rules.play.rotation == "plain" else kicks
                yield from (target, len(kicks))
                for kick in kicks:
                    yield from kick
    ways = block_parts(block)
    yield len(ways)
    for parts in ways:
        yield len(parts)
        yield from parts
