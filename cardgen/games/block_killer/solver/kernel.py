"""The same search compiled: `_kernel.c` does what `Searcher` does, in the same order, and many times as fast.

Where the package was installed without a compiler there is no `_kernel`, and `new_searcher` makes the one in Python.
The kernel knows the game only by the tables made here.
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
    block_kicks,
    block_pose,
    distinct_orientations,
)
from cardgen.games.block_killer.cards import CHECKERBOARD
from cardgen.games.block_killer.field import cells_mask
from cardgen.games.block_killer.notation import Hand
from cardgen.games.block_killer.rules import Rules
from cardgen.games.block_killer.solver.bound import STEPS, Bound
from cardgen.games.block_killer.solver.search import (
    ALL_FORMS,
    MOST_KEPT,
    Found,
    Searcher,
    Step,
    StoppedError,
    forms_at_once,
    found_by,
)
from cardgen.games.block_killer.solver.worth import (
    CELLS,
    NEED_UNIT,
    NEEDS,
    ROW_NEED,
    block_parts,
    worth_of,
)

try:
    import cardgen.games.block_killer.solver._kernel as _kernel
except ImportError:
    _kernel = None  # type: ignore[assignment]

#: `kernel` or `python`: which search this installation has.
SOLVER = "python" if _kernel is None else "kernel"

SPINS = ("immobile", "three-corner", "any", "never")
#: Refuted positions kept where time is the limit, and where answers need not be those of Python to the position.
MOST_KEPT_LONG = 4_000_000
_NO_LIMIT = 2**63 - 1
_NEED_NUMBER = {unit: number for number, unit in enumerate(NEED_UNIT.values())} | {0: len(NEEDS)}


def new_searcher(
    hand: Hand, rules: Rules, pause: Callable[[], None], earlier_special: bool = False, *, long: bool = False
) -> Searcher:
    """The fastest search there is, of one hand under one ruleset; one that may keep more in memory if it is `long`."""
    if _kernel is None:
        return Searcher(hand, rules, pause, earlier_special)
    return KernelSearcher(hand, rules, pause, earlier_special, MOST_KEPT_LONG if long else MOST_KEPT)


class KernelSearcher(Searcher):
    """A `Searcher` that lets the kernel search."""

    def __init__(
        self,
        hand: Hand,
        rules: Rules,
        pause: Callable[[], None],
        earlier_special: bool = False,
        most_kept: int = MOST_KEPT,
    ) -> None:
        super().__init__(hand, rules, pause, earlier_special)
        self._kernel = _kernel.Search(tables_of(rules), packed(self._hand_numbers(hand, most_kept)))

    def _hand_numbers(self, hand: Hand, most_kept: int) -> Iterator[int]:
        codes = list(self.card_unit)
        yield len(self.forms)
        for form in self.forms:
            yield from (form.cells, codes.index(form.row.code), form.row.turned, _NEED_NUMBER[form.need])
        yield len(codes)
        yield from map(hand.garbage.count, codes)
        yield from map(hand.blocks.count, BLOCKS)
        yield from (self.start_chain, self.most_solids)
        yield codes.index(CHECKERBOARD) if CHECKERBOARD in codes else len(codes)
        yield from (self.least, self.laid_from, self.bound.exact_blocks, most_kept)

    def most(self) -> int:
        """The upper bound of any play's attack."""
        return int(self._kernel.most())

    def reach(self, target: int) -> Found | None:
        """A play with an attack of `target` or more, or None when there is none."""
        return self._ask_kernel(self._kernel.reach, target)

    def reach_tie(self, attack: int, discarded: int, most_blocks: int) -> Found | None:
        """A play of so much attack that discards so many cards, with at most so many blocks; None if there is none."""
        return self._ask_kernel(self._kernel.reach_tie, attack, discarded, most_blocks)

    def beam(self, width: int, attack: int, report: Callable[[Found], None]) -> bool:
        """Follow the `width` most promising positions after each block, as `Searcher.beam` does."""
        most_forms = forms_at_once(width, self.laid_from)
        left_out = most_forms < ALL_FORMS
        return bool(self._run(self._kernel.beam, width, most_forms, attack, left_out, self._teller(report)))

    def _teller(self, report: Callable[[Found], None]) -> Callable[[tuple[int, Any]], None]:
        def tell(answer: tuple[int, Any]) -> None:
            self.positions = self._kernel.positions()
            report(self._read(answer))

        return tell

    def _ask_kernel(self, search: Callable[..., Any], *args: int) -> Found | None:
        answer = self._run(search, *args)
        return None if answer is None else self._read(answer)

    def _run(self, search: Callable[..., Any], *args: Any) -> Any:
        self._kernel.set_limit(_NO_LIMIT if self.limit is None else self.limit)
        try:
            answer = search(*args, self._ask)
        finally:
            self.positions = self._kernel.positions()
        if answer is False:
            raise StoppedError
        return answer

    def _read(self, answer: tuple[int, Any]) -> Found:
        solids, steps = answer
        return found_by(map(self._step, steps), solids, self.worth, self.start_chain)

    def _step(self, numbers: tuple[Any, ...]) -> Step:
        block, shape, x, y, lines, kind, discarded, filled, forms = numbers
        letter = BLOCKS[block]
        pose = block_pose(letter, distinct_orientations(letter)[shape])
        cells = cells_mask((x + dx, y + dy) for dx, dy in pose.cells)
        return Step(letter, tuple(self.forms[n] for n in forms), cells, lines, kind, discarded, filled)


# ----------------------------------------------------------------------------------------------------------------------
# The tables. Their order is that in which `read_tables` of the kernel takes them.

_here = threading.local()


def tables_of(rules: Rules) -> Any:
    """The kernel's tables of a ruleset: kept, with all it remembers, for the thread that asked."""
    kept = _here.__dict__.setdefault("tables", {})
    found = kept.pop(rules, None)
    if found is None:
        found = _kernel.Tables(packed(_table_numbers(rules)))
        while len(kept) > 1:
            del kept[next(iter(kept))]
    kept[rules] = found
    return found


def packed(numbers: Iterable[int]) -> bytes:
    """Numbers as the kernel reads them."""
    return array("i", numbers).tobytes()


def _table_numbers(rules: Rules) -> Iterator[int]:
    worth = worth_of(rules)
    bound = Bound(worth, 0)
    yield from (SPINS.index(rules.play.spin), worth.minis and rules.play.spin != "never")
    yield from (len(worth.locks[0]), len(worth.locks[0][0]))
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
        left = {number: _NEED_NUMBER[unit] if unit else -1 for number, _, unit in STEPS[part]}
        yield from (left.get(number, -2) for number in range(len(NEEDS)))
    yield from sorted(range(len(NEEDS)), key=NEEDS.__getitem__)
    yield from map(_NEED_NUMBER.__getitem__, ROW_NEED)
    for kind in worth.locks:
        for lines in kind:
            for lock in lines:
                yield from lock


def _block_numbers(block: str, rules: Rules, bound: Bound) -> Iterator[int]:
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
                yield from _turn_numbers(block, source, target, 1 if rules.play.rotation == "plain" else None)
    ways = block_parts(block)
    yield len(ways)
    for parts in ways:
        yield len(parts)
        yield from parts


def _turn_numbers(block: str, source: int, target: int, tests: int | None) -> Iterator[int]:
    start, end = block_pose(block, ORIENTATIONS[source]), block_pose(block, ORIENTATIONS[target])
    kicks = block_kicks(block, ORIENTATIONS[source], ORIENTATIONS[target])[:tests]
    yield from (target, len(kicks))
    for dx, dy in kicks:
        # The box stays where it is but for the kick; the outline's corner moves with the outline.
        yield from (dx + start.box_x - end.box_x, dy + start.box_y - end.box_y)
