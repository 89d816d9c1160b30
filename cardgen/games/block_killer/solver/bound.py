"""No more than this: an upper bound of the attack that is still to come.

The bound forgets where rows and holes lie. What remains is a number of rows, each with its need, the cells it wants:
the known rows, a row for every card still in hand, and as many empty rows as all cells left could fill. A block brings
a few cells to each of one to four rows, as one of its orientations does, and each of these parts goes to a row that
wants at least as much (a row of single holes apart takes one cell at a time), or is lost. Rows whose need has come to
nothing are cleared by that block, and it may always be a spin if the rules let this block spin at all.

Every real play is such a play: a block's cells in one row lie side by side, they fall on holes of the row, and a card
that is never revealed or never laid merely goes unused. So no play is worth more than the best of these.
For more than `exact_blocks` blocks only numbers are kept: after so many cells, at most so many rows are filled, taking
those that need fewest first.
"""

from __future__ import annotations

from cardgen.games.block_killer.cards import WIDTH
from cardgen.games.block_killer.solver.worth import (
    BLOCK_UNIT,
    CELLS,
    NEED_BITS,
    NEED_UNIT,
    Worth,
    block_parts,
    count_blocks,
)

#: Answers kept before they are forgotten.
MOST_KEPT = 500_000
_DIGIT = (1 << NEED_BITS) - 1


class Bound:
    """The bounds of one hand under one ruleset, remembered."""

    def __init__(self, worth: Worth, exact_blocks: int) -> None:
        self.exact_blocks = exact_blocks
        self._worth = worth
        #: Block -> the first of those that the bound does not tell from it.
        self.kind: dict[str, str] = {}
        for block in BLOCK_UNIT:
            # Blocks with the same parts that may both spin are one kind here.
            like = (
                b for b in self.kind if block_parts(b) == block_parts(block) and self._spins(b) == self._spins(block)
            )
            self.kind[block] = next(like, block)
        self._kinds: dict[int, int] = {}
        self._masks: dict[int, int] = {}
        self._asked: dict[tuple[int, int, int], int] = {}
        self._asked_with: dict[tuple[int, int, int, str, int], int] = {}
        self._values: dict[tuple[int, int, int], int] = {}
        self._rough_values: dict[tuple[tuple[int, ...], int, int, int], int] = {}
        self._steps: dict[tuple[int, str, int], tuple[tuple[int, int], ...]] = {}

    def _spins(self, block: str) -> bool:
        return block in self._worth.spinning

    def kinds(self, blocks: int) -> int:
        """Packed blocks with every block replaced by the first of its kind."""
        found = self._kinds.get(blocks)
        if found is None:
            found = sum(count * BLOCK_UNIT[self.kind[block]] for block, count in count_blocks(blocks).items())
            self._kinds[blocks] = found
        return found

    def mask(self, blocks: int) -> int:
        """The needs that `blocks` could satisfy, as a mask of packed needs."""
        found = self._masks.get(blocks)
        if found is None:
            counts = count_blocks(blocks)
            cells, number = sum(CELLS[block] * count for block, count in counts.items()), sum(counts.values())
            found = 0
            for (need, single), unit in NEED_UNIT.items():
                if need <= (number if single else cells):
                    found |= unit * _DIGIT
            self._masks[blocks] = found
        return found

    def most(self, needs: int, blocks: int, chain: int) -> int:
        """The most attack that `blocks` can make in rows of `needs`, empty rows not counted among them."""
        key = (needs, blocks, chain)
        found = self._asked.get(key)
        if found is None:
            for table in (self._asked, self._values, self._steps, self._rough_values):
                if len(table) > MOST_KEPT:
                    table.clear()
            found = self._asked[key] = self._work_out(needs, blocks, chain)
        return found

    def _work_out(self, needs: int, blocks: int, chain: int) -> int:
        blocks = self.kinds(blocks)
        number, cells = _size(blocks)
        needs = (needs + cells // WIDTH * NEED_UNIT[WIDTH, False]) & self.mask(blocks)
        if number <= self.exact_blocks:
            return self._most(needs, blocks, chain)
        caps = _caps(needs, cells)
        return max(self._rough(caps, blocks, 0, chain, block, 0) for block in count_blocks(blocks))

    def most_with(self, needs: int, blocks: int, chain: int, block: str, more_lines: int) -> int:
        """The same when `block` comes next and clears `more_lines` solid rows besides."""
        key = (needs, blocks, chain, block, more_lines)
        found = self._asked_with.get(key)
        if found is None:
            if len(self._asked_with) > MOST_KEPT:
                self._asked_with.clear()
            found = self._asked_with[key] = self._work_out_with(needs, blocks, chain, block, more_lines)
        return found

    def _work_out_with(self, needs: int, blocks: int, chain: int, block: str, more_lines: int) -> int:
        blocks, block = self.kinds(blocks), self.kind[block]
        number, cells = _size(blocks)
        needs = (needs + cells // WIDTH * NEED_UNIT[WIDTH, False]) & self.mask(blocks)
        if number <= self.exact_blocks:
            return self._most_with(needs, blocks, chain, block, more_lines)
        return self._rough(_caps(needs, cells), blocks, 0, chain, block, more_lines)

    def most_rows(self, needs: int, blocks: int) -> int:
        """The most rows of `needs` that `blocks` can fill."""
        return _caps(needs & self.mask(blocks), _size(blocks)[1])[-1]

    def _most(self, needs: int, blocks: int, chain: int) -> int:
        key = (needs, blocks, chain)
        found = self._values.get(key)
        if found is None:
            found = max((self._most_with(needs, blocks, chain, b, 0) for b in count_blocks(blocks)), default=0)
            self._values[key] = found
        return found

    def _most_with(self, needs: int, blocks: int, chain: int, block: str, more_lines: int) -> int:
        locks = self._worth.locks
        kinds = self.lock_kinds(block)
        rest = blocks - BLOCK_UNIT[block]
        best = 0
        for lines, left in self._places(needs, block, self.mask(rest)):
            for kind in kinds if lines + more_lines else (0,):
                attack, after = locks[kind][lines + more_lines][chain]
                value = attack + (self._most(left, rest, after) if rest else 0)
                if value > best:
                    best = value
        return best

    def _rough(self, caps: tuple[int, ...], blocks: int, lines: int, chain: int, block: str, more_lines: int) -> int:
        """By numbers alone: `lines` rows are filled already, and no more than caps[cells] ever are."""
        locks = self._worth.locks
        rest = blocks - BLOCK_UNIT[block]
        after_cells = len(caps) - 1 - _size(rest)[1]
        most = min(caps[after_cells] - lines, max(map(len, block_parts(block))))
        best = 0
        for more in range(most + 1):
            for kind in self.lock_kinds(block) if more + more_lines else (0,):
                attack, after = locks[kind][more + more_lines][chain]
                value = attack + self._rough_rest(caps, rest, lines + more, after)
                best = max(best, value)
        return best

    def _rough_rest(self, caps: tuple[int, ...], blocks: int, lines: int, chain: int) -> int:
        key = (caps, blocks, lines, chain)
        found = self._rough_values.get(key)
        if found is None:
            ways = (self._rough(caps, blocks, lines, chain, block, 0) for block in count_blocks(blocks))
            found = self._rough_values[key] = max(ways, default=0)
        return found

    def lock_kinds(self, block: str) -> tuple[int, ...]:
        """The kinds of lock that a block may make, see `Worth`."""
        if not self._spins(block):
            return (0,)
        return (0, 1, 2) if self._worth.minis else (0, 1)

    def _places(self, needs: int, block: str, mask: int) -> tuple[tuple[int, int], ...]:
        """How `block` can lie: (rows filled, needs left that matter), each once."""
        key = (needs, block, mask)
        found = self._steps.get(key)
        if found is None:
            ways: set[tuple[int, int]] = set()
            for parts in block_parts(block):
                _lay(needs, parts, 0, 0, 0, mask, ways)
            found = self._steps[key] = tuple(sorted(ways, reverse=True))
        return found


def _size(blocks: int) -> tuple[int, int]:
    """How many blocks there are and how many cells they have."""
    counts = count_blocks(blocks)
    return sum(counts.values()), sum(CELLS[block] * count for block, count in counts.items())


def _caps(needs: int, cells: int) -> tuple[int, ...]:
    """The most rows of `needs` that 0, 1, ... `cells` cells fill."""
    caps, filled, spent = [0] * (cells + 1), 0, 0
    for (need, _), unit in sorted(NEED_UNIT.items()):
        for _ in range(needs // unit & _DIGIT):
            spent += need
            if spent > cells:
                return tuple(caps)
            filled += 1
            caps[spent:] = [filled] * (cells + 1 - spent)
    return tuple(caps)


def _lay(
    needs: int, parts: tuple[int, ...], first: int, filled: int, lines: int, mask: int, ways: set[tuple[int, int]]
) -> None:
    """Every way for the parts of one block to go to different rows of `needs`, or to be lost.

    The first part goes to needs from number `first` on: equal parts go in order, so that each way comes up once.
    """
    if not parts:
        ways.add((lines, (needs + filled) & mask))
        return
    part, rest = parts[0], parts[1:]
    same = bool(rest) and rest[0] == part
    # Once one of several equal parts is lost, so are those after it.
    _lay(needs, tuple(p for p in rest if p != part), 0, filled, lines, mask, ways)
    for number, unit, left in STEPS[part]:
        if number < first or not needs // unit & _DIGIT:
            continue
        now = lines if left else lines + 1
        _lay(needs - unit, rest, number if same else 0, filled + left, now, mask, ways)


#: Cells of one row of a block -> the needs that take them: number, unit, and the unit of what is then still needed.
STEPS = {
    part: [
        (number, unit, NEED_UNIT[cells - part, single and cells - part > 1] if cells > part else 0)
        for number, ((cells, single), unit) in enumerate(NEED_UNIT.items())
        if cells >= part and (part == 1 or not single)
    ]
    for part in range(1, 5)
}
