"""An upper bound of the attack that is still possible.

The bound ignores the places of rows and holes. It only has a number of rows, each with its need, which is the number of
its empty cells: the known rows, a row for every card still in hand, and as many empty rows as all remaining cells could
fill. A block adds some cells to each of one to four rows, as in one of its orientations. Each of these parts goes to a
row that needs at least as many cells (a row of separate single holes takes one cell at a time), or is lost. A row
without further need is cleared by that block, and the clear may always be a spin if the rules allow spins of this
block.

Every real play is such a play: the cells of a block in one row are side by side, so they fall on holes of the row, and
a card that is never revealed or laid stays unused. So no play has a greater attack than the best of these. For more
than `exact_blocks` blocks, only numbers are kept: so many cells fill at most so many rows, those with the smallest
needs first.
"""

from __future__ import annotations

from cardgen.games.block_killer.cards import WIDTH
from cardgen.games.block_killer.solver.clear_values import (
    BLOCK_UNIT,
    CELLS,
    NEED_BITS,
    NEED_UNIT,
    ClearValues,
    block_parts,
    count_blocks,
)

#: The most entries of a table before it is emptied.
MOST_KEPT = 500_000
_DIGIT = (1 << NEED_BITS) - 1


class Bound:
    """The bounds of one hand under one ruleset, with tables of those computed so far."""

    def __init__(self, clear_values: ClearValues, exact_blocks: int) -> None:
        self.exact_blocks = exact_blocks
        self._clear_values = clear_values
        #: Block -> the first block that is the same for the bound.
        self.kind: dict[str, str] = {}
        for block in BLOCK_UNIT:
            # Blocks with the same parts are one kind if both or neither may spin.
            same_kind = (
                b for b in self.kind if block_parts(b) == block_parts(block) and self._spins(b) == self._spins(block)
            )
            self.kind[block] = next(same_kind, block)
        self._kinds: dict[int, int] = {}
        self._masks: dict[int, int] = {}
        self._bounds: dict[tuple[int, int, int], int] = {}
        self._bounds_with_block: dict[tuple[int, int, int, str, int], int] = {}
        self._values: dict[tuple[int, int, int], int] = {}
        self._rough_values: dict[tuple[tuple[int, ...], int, int, int], int] = {}
        self._steps: dict[tuple[int, str, int], tuple[tuple[int, int], ...]] = {}

    def _spins(self, block: str) -> bool:
        return block in self._clear_values.spinning

    def kinds(self, blocks: int) -> int:
        """Return packed blocks with every block replaced by the first of its kind."""
        kinds = self._kinds.get(blocks)
        if kinds is None:
            kinds = sum(count * BLOCK_UNIT[self.kind[block]] for block, count in count_blocks(blocks).items())
            self._kinds[blocks] = kinds
        return kinds

    def mask(self, blocks: int) -> int:
        """Return a mask of the packed needs that `blocks` could fill."""
        mask = self._masks.get(blocks)
        if mask is None:
            counts = count_blocks(blocks)
            cells, count = sum(CELLS[block] * count for block, count in counts.items()), sum(counts.values())
            mask = 0
            for (need, single), unit in NEED_UNIT.items():
                if need <= (count if single else cells):
                    mask |= unit * _DIGIT
            self._masks[blocks] = mask
        return mask

    def most(self, needs: int, blocks: int, chain: int) -> int:
        """Return the most attack of `blocks` in rows of `needs` and in empty rows."""
        key = (needs, blocks, chain)
        bound = self._bounds.get(key)
        if bound is None:
            for table in (self._bounds, self._values, self._steps, self._rough_values):
                if len(table) > MOST_KEPT:
                    table.clear()
            kinds = count_blocks(self.kinds(blocks))
            bound = max((self.most_with(needs, blocks, chain, block, 0) for block in kinds), default=0)
            self._bounds[key] = bound
        return bound

    def most_with(self, needs: int, blocks: int, chain: int, block: str, more_lines: int) -> int:
        """Return the same if `block` is placed next and also clears `more_lines` solid rows."""
        key = (needs, blocks, chain, block, more_lines)
        bound = self._bounds_with_block.get(key)
        if bound is None:
            if len(self._bounds_with_block) > MOST_KEPT:
                self._bounds_with_block.clear()
            bound = self._bounds_with_block[key] = self._compute_with(needs, blocks, chain, block, more_lines)
        return bound

    def _compute_with(self, needs: int, blocks: int, chain: int, block: str, more_lines: int) -> int:
        blocks, block = self.kinds(blocks), self.kind[block]
        count, cells = _size(blocks)
        needs = (needs + cells // WIDTH * NEED_UNIT[WIDTH, False]) & self.mask(blocks)
        if count <= self.exact_blocks:
            return self._most_with(needs, blocks, chain, block, more_lines)
        return self._rough(_most_filled(needs, cells), blocks, 0, chain, block, more_lines)

    def most_rows(self, needs: int, blocks: int) -> int:
        """Return the most rows of `needs` that `blocks` can fill."""
        return _most_filled(needs & self.mask(blocks), _size(blocks)[1])[-1]

    def _most(self, needs: int, blocks: int, chain: int) -> int:
        key = (needs, blocks, chain)
        value = self._values.get(key)
        if value is None:
            value = max((self._most_with(needs, blocks, chain, b, 0) for b in count_blocks(blocks)), default=0)
            self._values[key] = value
        return value

    def _most_with(self, needs: int, blocks: int, chain: int, block: str, more_lines: int) -> int:
        locks = self._clear_values.locks
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

    def _rough(
        self, most_filled: tuple[int, ...], blocks: int, lines: int, chain: int, block: str, more_lines: int
    ) -> int:
        """Return a bound by numbers only: `lines` rows are filled already, and at most most_filled[cells] can be."""
        locks = self._clear_values.locks
        rest = blocks - BLOCK_UNIT[block]
        after_cells = len(most_filled) - 1 - _size(rest)[1]
        most = min(most_filled[after_cells] - lines, max(map(len, block_parts(block))))
        best = 0
        for more in range(most + 1):
            for kind in self.lock_kinds(block) if more + more_lines else (0,):
                attack, after = locks[kind][more + more_lines][chain]
                value = attack + self._rough_rest(most_filled, rest, lines + more, after)
                best = max(best, value)
        return best

    def _rough_rest(self, most_filled: tuple[int, ...], blocks: int, lines: int, chain: int) -> int:
        key = (most_filled, blocks, lines, chain)
        value = self._rough_values.get(key)
        if value is None:
            ways = (self._rough(most_filled, blocks, lines, chain, block, 0) for block in count_blocks(blocks))
            value = self._rough_values[key] = max(ways, default=0)
        return value

    def lock_kinds(self, block: str) -> tuple[int, ...]:
        """Return the kinds of locks of a block, see `ClearValues`."""
        if not self._spins(block):
            return (0,)
        return (0, 1, 2) if self._clear_values.minis else (0, 1)

    def _places(self, needs: int, block: str, mask: int) -> tuple[tuple[int, int], ...]:
        """Return the distinct results of placing `block`: (rows filled, remaining needs in the mask)."""
        key = (needs, block, mask)
        places = self._steps.get(key)
        if places is None:
            ways: set[tuple[int, int]] = set()
            for parts in block_parts(block):
                _lay(needs, parts, 0, 0, 0, mask, ways)
            places = self._steps[key] = tuple(sorted(ways, reverse=True))
        return places


def _size(blocks: int) -> tuple[int, int]:
    """Return the number of blocks and the number of their cells."""
    counts = count_blocks(blocks)
    return sum(counts.values()), sum(CELLS[block] * count for block, count in counts.items())


def _most_filled(needs: int, cells: int) -> tuple[int, ...]:
    """Return the most rows of `needs` that 0, 1, ... `cells` cells fill."""
    most_filled, filled, cells_used = [0] * (cells + 1), 0, 0
    for (need, _), unit in sorted(NEED_UNIT.items()):
        for _ in range(needs // unit & _DIGIT):
            cells_used += need
            if cells_used > cells:
                return tuple(most_filled)
            filled += 1
            most_filled[cells_used:] = [filled] * (cells + 1 - cells_used)
    return tuple(most_filled)


def _lay(
    needs: int, parts: tuple[int, ...], first: int, filled: int, lines: int, mask: int, ways: set[tuple[int, int]]
) -> None:
    """Add every way in which the parts of one block fill different rows of `needs` or are lost.

    The first part fills needs from number `first` on: equal parts fill them in order, so that no way is repeated.
    """
    if not parts:
        ways.add((lines, (needs + filled) & mask))
        return
    part, rest = parts[0], parts[1:]
    same = bool(rest) and rest[0] == part
    # If one of several equal parts is lost, so are those after it.
    _lay(needs, tuple(p for p in rest if p != part), 0, filled, lines, mask, ways)
    for number, unit, left in STEPS[part]:
        if number < first or not needs // unit & _DIGIT:
            continue
        lines_then = lines if left else lines + 1
        _lay(needs - unit, rest, number if same else 0, filled + left, lines_then, mask, ways)


#: Cells of a block in one row -> the needs that take them: number, unit, and the unit of the need that remains.
STEPS = {
    part: [
        (number, unit, NEED_UNIT[cells - part, single and cells - part > 1] if cells > part else 0)
        for number, ((cells, single), unit) in enumerate(NEED_UNIT.items())
        if cells >= part and (part == 1 or not single)
    ]
    for part in range(1, 5)
}
