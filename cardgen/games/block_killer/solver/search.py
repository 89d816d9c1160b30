"""The search for the best play of a hand.

A position is everything that is decided so far: the known rows; the columns in which the first unknown row is filled;
the cards and blocks still in hand; the chain. To place a block, find its placements above the known rows (see
`open_placements`) and then distinguish all possible stacks:

- the placements that are certain, in any stack: nothing is decided;
- the first unknown row is filled in all columns that the placements depend on. It stays unknown, with more filled
  columns, and it may be the floor. The placements are those of the filled world;
- the first unknown row is a card, either way up, with a hole in at least one column that the placements depend on, and
  with no hole in a column that must be filled. The row is known now, the next unknown row is completely unknown, and
  the placements of the block are found again.

The second and third case only add placements that were not certain before, so that no placement is repeated.

Solid rows. The number of solid rows of a play is decided first. They are full from the start, so the first block clears
all of them. For that block, a solid row is a filled row that hides the rows below, so its place matters only if it is
the first unknown row. In that case, "filled in all columns that the placements depend on" can be assumed to be a solid
row: the placements are the same, and afterwards that row is gone and the next row is completely unknown. Every play
with a filled card in that place stays possible, because the card can be below the solid row. All other solid rows can
be in that place, too. So all solid rows are together below the rows that the first block revealed, and after the first
block nothing is known about the first unknown row.

At the end, the first unknown row is the floor, which is filled everywhere, unless the rules demand more garbage. So
every position is the end of a real play.

Order. The search has one fixed order, so that another implementation can find the same play: fewer solid rows first;
blocks in the order of `BLOCKS`; for each block the certain placements, those of the filled world, then the cards by
code, first as printed, then turned, and so on for each; placements by orientation, column, and row from the top. Moves
after which the target is still possible are followed in the order of their attack plus the bound, then of their attack,
greatest first, then in the order found. Whether an attack is possible from a position does not depend on the target or
on the moves before it, so refuted positions are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from cardgen.games.block_killer.cards import GARBAGE_ROWS, WIDTH, turn_row
from cardgen.games.block_killer.field import FULL_ROW, field_height, full_rows, parse_row, remove_rows
from cardgen.games.block_killer.notation import Hand, Row
from cardgen.games.block_killer.placements import Placement, full_mask, row_counts
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.solver.bound import Bound
from cardgen.games.block_killer.solver.clear_values import (
    BLOCK_UNIT,
    ROW_NEED,
    clear_values_of,
    count_blocks,
)
from cardgen.games.block_killer.solver.moves import (
    BlockMove,
    BlockPosition,
    BlockStart,
    BlockStep,
    Form,
    FoundPlay,
    play_of_steps,
)
from cardgen.games.block_killer.solver.open_placements import PlacementFinder

CARD_BITS = 4
#: More cards than a hand can have: no limit.
ALL_FORMS = 13
#: A beam keeps so many positions of a level, or four times its width, before it drops all but the best.
MOST_IN_LEVEL = 50_000
#: Up to so many cards, every search may reveal all of them for one block.
FEW_CARDS = 4
#: The bound tries every way to place so many blocks; one less in a larger hand, which has many positions.
EXACT_BLOCKS = 4
#: The most positions and moves in the tables of a search before they are emptied.
MOST_KEPT, MOST_MOVES = 500_000, 200_000

_DIGIT = (1 << CARD_BITS) - 1


class StoppedError(Exception):
    """The search was stopped by its limit or by its caller."""


class _Placing(NamedTuple):
    """A block to place, the numbers of solid rows and of known cards below it, limits, and the moves found so far."""

    block: str
    solids: int
    garbage: int
    clears: bool
    most_forms: int
    moves: list[BlockMove]


class Searcher:
    """The search of one hand under one ruleset, from the empty table or from `start`.

    With `start`, the garbage of the hand is what was laid, and its blocks are those that are left.
    """

    def __init__(
        self,
        hand: Hand,
        rules: BlockKillerRules,
        pause: Callable[[], None],
        earlier_special: bool = False,
        start: BlockStart | None = None,
    ) -> None:
        self._pause_callback = pause
        #: The search ends after so many positions; None for no limit.
        self.limit: int | None = None
        self._finder = PlacementFinder(rules)
        self.least_garbage = rules.play.least_garbage
        codes = sorted(set(hand.garbage))
        self.card_unit = {code: 1 << CARD_BITS * index for index, code in enumerate(codes)}
        self.hand_size = len(hand.garbage)
        self.forms: list[Form] = []
        for code in codes:
            for text in dict.fromkeys((GARBAGE_ROWS[code], turn_row(GARBAGE_ROWS[code]))):
                cells = parse_row(text)
                row = Row(code, turned=text != GARBAGE_ROWS[code])
                self.forms.append(Form(FULL_ROW & ~cells, cells, self.card_unit[code], ROW_NEED[cells], row))
        self.start_cards = sum(self.card_unit[code] for code in hand.garbage)
        self.start_blocks = sum(BLOCK_UNIT[block] for block in hand.blocks)
        self.start_chain = int(earlier_special and rules.attack.back_to_back.across_plays)
        pairs = hand.garbage.count("x") // 2
        most_solids = rules.play.most_solid_rows
        self.most_solids = pairs if most_solids is None else min(pairs, most_solids)
        self.start_field = 0
        if start is not None:
            self.start_field, self.start_chain = start
            self.start_cards = self.most_solids = 0
        self._solid_unit = 2 * self.card_unit.get("x", 0)
        self.clear_values = clear_values_of(rules)
        self.bound = Bound(self.clear_values, EXACT_BLOCKS if len(hand.blocks) <= EXACT_BLOCKS else EXACT_BLOCKS - 1)
        self.positions = 0
        self._moves: dict[tuple[int, int, int, int, str, int, bool, int], list[BlockMove]] = {}
        self._kept_moves = 0
        self._failed: dict[BlockPosition, int] = {}
        self._failed_ties: dict[tuple[BlockPosition, int], int] = {}
        self._card_needs: dict[int, int] = {}

    def _pause(self) -> None:
        self._check_limit(1)
        self._pause_callback()

    def _check_limit(self, more: int) -> None:
        """Raise StoppedError if so many more positions are beyond the limit."""
        if self.limit is not None and self.positions + more > self.limit:
            self.positions = self.limit
            raise StoppedError

    # ------------------------------------------------------------------------------------------------------------------
    # Positions and moves

    def roots(self) -> Iterator[tuple[int, BlockPosition]]:
        """Yield each number of solid rows, and the first position, without the cards of these rows."""
        for solids in range(self.most_solids + 1):
            cards = self.start_cards - solids * self._solid_unit
            yield solids, BlockPosition(self.start_field, 0, cards, 0, self.start_blocks, self.start_chain)

    def root_needs(self, root: BlockPosition) -> int:
        """Return the needs of the rows of a first position and of its cards."""
        needs, rest = self.card_needs(root.cards), root.field
        while rest:
            needs += ROW_NEED[rest & FULL_ROW]
            rest >>= WIDTH
        return needs

    def card_needs(self, cards: int) -> int:
        """Return the needs of the rows of packed cards."""
        needs = self._card_needs.get(cards)
        if needs is None:
            needs = 0
            for form in self.forms:
                if not form.row.turned:
                    needs += (cards // form.unit & _DIGIT) * form.need
            self._card_needs[cards] = needs
        return needs

    def moves(
        self, position: BlockPosition, block: str, solids: int = 0, *, clears: bool = False, most_forms: int = ALL_FORMS
    ) -> list[BlockMove]:
        """Return every way to place `block` next. `solids` is the number of solid rows, for the first block only.

        With `clears`, return only moves that clear a row; with `most_forms`, only those that reveal at most so many
        cards.
        """
        field, filled, cards, garbage, _, _ = position
        key = (field, filled, cards, garbage, block, solids, clears, most_forms)
        moves = self._moves.get(key)
        if moves is None:
            if self._kept_moves > MOST_MOVES:
                self._moves.clear()
                self._kept_moves = 0
            moves = []
            self._add_moves(_Placing(block, solids, garbage, clears, most_forms, moves), field, filled, cards, (), None)
            self._moves[key] = moves
            self._kept_moves += 1 + len(moves)
        self._check_limit(len(moves))
        return moves

    def _add_moves(
        self,
        placing: _Placing,
        field: int,
        filled: int,
        cards: int,
        forms: tuple[Form, ...],
        excluded: frozenset[int] | None,
    ) -> None:
        """Add the moves of all placements except those with `excluded` cells, which are certain already."""
        self._pause_callback()
        self._check_limit(len(placing.moves))
        placements = self._finder.find(field, filled, placing.block)
        certain, others = placements.certain, placements.if_filled
        if excluded:
            certain = tuple(spot for spot in certain if spot.cells not in excluded)
            others = tuple(spot for spot in others if spot.cells not in excluded)
        self._add_locks(placing, field, filled, cards, forms, certain)
        if not placements.tested_columns:
            return
        self._add_locks(
            placing, field, 0 if placing.solids else filled | placements.tested_columns, cards, forms, others
        )
        if len(forms) == placing.most_forms:
            return
        certain_cells = frozenset(spot.cells << WIDTH for spot in placements.certain)
        if excluded:
            certain_cells |= {cells << WIDTH for cells in excluded}
        for form in self.forms:
            if cards // form.unit & _DIGIT and form.holes & placements.tested_columns and not form.holes & filled:
                self._add_moves(
                    placing, field << WIDTH | form.cells, 0, cards - form.unit, (*forms, form), certain_cells
                )

    def _add_locks(
        self,
        placing: _Placing,
        field: int,
        filled: int,
        cards: int,
        forms: tuple[Form, ...],
        spots: tuple[Placement, ...],
    ) -> None:
        if not spots:
            return
        height = field_height(field) + 4
        counts, full = row_counts(field, height), full_mask(height)
        solids, garbage, card_needs = placing.solids, placing.garbage + len(forms), self.card_needs(cards)
        for spot in spots:
            cleared = counts + spot.row_counts & full
            if placing.clears and not cleared and not solids:
                continue
            after = field | spot.cells
            lines, discarded_cards, kind = solids, 0, 0
            if cleared:
                rows = full_rows(after)
                after = remove_rows(after, rows)
                lines += len(rows)
                discarded_cards = sum(y < garbage for y in rows)
            if lines and spot.spin:
                kind = 2 if spot.mini else 1
            needs, rest = card_needs, after
            while rest:
                needs += ROW_NEED[rest & FULL_ROW]
                rest >>= WIDTH
            discarded = discarded_cards + 2 * solids
            move = (
                placing.block,
                forms,
                spot.cells,
                lines,
                kind,
                discarded,
                filled,
                after,
                cards,
                garbage - discarded_cards,
                needs,
            )
            placing.moves.append(BlockMove._make(move))

    def can_end(self, cards: int, filled: int) -> bool:
        """Return True if enough garbage is laid, or if more can be laid below all other rows."""
        if not self.least_garbage:
            return True
        remaining = [cards // unit & _DIGIT for unit in self.card_unit.values()]
        missing = self.least_garbage - (self.hand_size - sum(remaining))
        if missing <= 0:
            return True
        return missing <= sum(remaining) and any(
            cards // form.unit & _DIGIT and not form.holes & filled for form in self.forms
        )

    # ------------------------------------------------------------------------------------------------------------------
    # Searching

    def most(self) -> int:
        """Return the upper bound of any play's attack."""
        return max(
            self.bound.most_with(self.root_needs(root), root.blocks, root.chain, block, solids)
            for solids, root in self.roots()
            for block in count_blocks(root.blocks)
        )

    def reach(self, target: int) -> FoundPlay | None:
        """Return a play with an attack of `target` or more, or None if there is none."""
        for solids, root in self.roots():
            path = self._search(root, self.root_needs(root), target, solids)
            if path is not None:
                return self._result(path, solids)
        return None

    def _result(self, path: tuple[BlockMove, ...], solids: int) -> FoundPlay:
        return play_of_steps((BlockStep._make(move[:7]) for move in path), solids, self.clear_values, self.start_chain)

    def _search(self, position: BlockPosition, needs: int, target: int, solids: int) -> tuple[BlockMove, ...] | None:
        """Return moves from this position with an attack of `target` or more, or None if there are none."""
        self._pause()
        locks, most, failed = self.clear_values.locks, self.bound.most, self._failed
        queue: list[tuple[Any, ...]] = []
        for block in count_blocks(position.blocks):
            if self.bound.most_with(needs, position.blocks, position.chain, block, solids) < target:
                continue
            rest = position.blocks - BLOCK_UNIT[block]
            # The last block must clear a row if the target needs more attack.
            # If nothing is needed, any move is enough, unless garbage is demanded.
            most_forms = ALL_FORMS if target > 0 or self.least_garbage else 0
            moves = self.moves(position, block, solids, clears=not rest and target > 0, most_forms=most_forms)
            self.positions += len(moves)
            for move in moves:
                attack, chain = locks[move.kind][move.lines][position.chain]
                attack_needed = target - attack
                if attack_needed <= 0:
                    if self.can_end(move.cards, move.filled):
                        return (move,)
                    attack_needed = 0
                if not rest:
                    continue
                more = most(move.needs, rest, chain)
                if more < attack_needed:
                    continue
                after = BlockPosition(move.field, move.filled, move.cards, move.garbage, rest, chain)
                if failed.get(after, attack_needed + 1) > attack_needed:
                    queue.append((-attack - more, -attack, len(queue), attack_needed, move, after))
        queue.sort()
        for _, _, _, attack_needed, move, after in queue:
            if failed.get(after, attack_needed + 1) <= attack_needed:
                continue
            path = self._search(after, move.needs, attack_needed, 0)
            if path is not None:
                return (move, *path)
            if len(failed) > MOST_KEPT:
                failed.clear()
            failed[after] = attack_needed
        return None

    def reach_tie(self, attack: int, discarded: int, most_blocks: int) -> FoundPlay | None:
        """Return a play with such an attack, so many discards and at most so many blocks; None if there is none."""
        if most_blocks < 1:
            return None
        self._failed_ties = {}
        for solids, root in self.roots():
            path = self._search_tie(root, self.root_needs(root), attack, discarded, most_blocks, solids)
            if path is not None:
                return self._result(path, solids)
        return None

    def _search_tie(
        self, position: BlockPosition, needs: int, target: int, discards: int, blocks: int, solids: int
    ) -> tuple[BlockMove, ...] | None:
        """Return moves like `_search` that also discard `discards` cards or more, with at most so many `blocks`."""
        self._pause()
        locks, most, failed = self.clear_values.locks, self.bound.most, self._failed_ties
        queue: list[tuple[Any, ...]] = []
        for block in count_blocks(position.blocks):
            if self.bound.most_with(needs, position.blocks, position.chain, block, solids) < target:
                continue
            rest = position.blocks - BLOCK_UNIT[block]
            moves = self.moves(position, block, solids, clears=(not rest or blocks == 1) and target + discards > 0)
            self.positions += len(moves)
            for move in moves:
                attack, chain = locks[move.kind][move.lines][position.chain]
                attack_needed, discards_needed = max(0, target - attack), max(0, discards - move.discarded)
                if not attack_needed and not discards_needed and self.can_end(move.cards, move.filled):
                    return (move,)
                if not rest or blocks == 1 or most(move.needs, rest, chain) < attack_needed:
                    continue
                if self._most_discarded(move, rest) < discards_needed:
                    continue
                after = BlockPosition(move.field, move.filled, move.cards, move.garbage, rest, chain)
                queue.append((-move.discarded, -attack, len(queue), attack_needed, discards_needed, move, after))
        queue.sort()
        for _, _, _, attack_needed, discards_needed, move, after in queue:
            if failed.get((after, attack_needed), discards_needed + 1) <= discards_needed:
                continue
            path = self._search_tie(after, move.needs, attack_needed, discards_needed, blocks - 1, 0)
            if path is not None:
                return (move, *path)
            if len(failed) > MOST_KEPT:
                failed.clear()
            failed[after, attack_needed] = discards_needed
        return None

    def _most_discarded(self, move: BlockMove, blocks: int) -> int:
        """Return an upper bound of the cards that can still be discarded: those with the smallest needs first."""
        needs = self.card_needs(move.cards)
        for y in range(move.garbage):
            needs += ROW_NEED[move.field >> WIDTH * y & FULL_ROW]
        return self.bound.most_rows(needs, blocks)

    def beam(self, width: int, attack: int, report: Callable[[FoundPlay], None]) -> bool:
        """Follow the `width` most promising positions after each block, and report plays better than `attack`.

        With many cards in hand, few of them are revealed for one block; more with a greater width. Return True if
        positions were left out, so that a greater width may find better plays.
        """
        locks = self.clear_values.locks
        most_forms = forms_at_once(width, self.hand_size)
        left_out = most_forms < ALL_FORMS
        level_limit = max(MOST_IN_LEVEL, 4 * width)
        level: list[tuple[int, int, BlockPosition, int, tuple[BlockMove, ...]]] = [
            (0, solids, root, self.root_needs(root), ()) for solids, root in self.roots()
        ]
        while level:
            next_level: _NextLevel = {}
            for so_far, solids, position, needs, path in level:
                for block in count_blocks(position.blocks):
                    self._pause()
                    first = 0 if path else solids
                    if so_far + self.bound.most_with(needs, position.blocks, position.chain, block, first) <= attack:
                        continue
                    rest = position.blocks - BLOCK_UNIT[block]
                    moves = self.moves(
                        position, block, first, clears=not rest and attack >= so_far, most_forms=most_forms
                    )
                    self.positions += len(moves)
                    for move in moves:
                        more, chain = locks[move.kind][move.lines][position.chain]
                        attack_then = so_far + more
                        if attack_then > attack and self.can_end(move.cards, move.filled):
                            attack = attack_then
                            report(self._result((*path, move), solids))
                        if not rest:
                            continue
                        most = self.bound.most(move.needs, rest, chain)
                        if attack_then + most <= attack:
                            continue
                        after = BlockPosition(move.field, move.filled, move.cards, move.garbage, rest, chain)
                        old = next_level.get((solids, after))
                        if old is None or attack_then > old[1]:
                            next_level[solids, after] = (2 * attack_then + most, attack_then, move, path)
                        if len(next_level) > level_limit:
                            kept = {key for key, _ in _ranked(next_level)[:width]}
                            next_level = {key: value for key, value in next_level.items() if key in kept}
                            left_out = True
            left_out |= len(next_level) > width
            level = [
                (attack_then, solids, after, move.needs, (*path, move))
                for (solids, after), (_, attack_then, move, path) in _ranked(next_level)[:width]
            ]
        return left_out


#: Number of solid rows and position -> its rank, its attack so far, the last move, the moves before it.
_NextLevel = dict[tuple[int, BlockPosition], tuple[int, int, BlockMove, tuple[BlockMove, ...]]]


def _ranked(
    next_level: _NextLevel,
) -> list[tuple[tuple[int, BlockPosition], tuple[int, int, BlockMove, tuple[BlockMove, ...]]]]:
    return sorted(next_level.items(), key=lambda item: (-item[1][0], -item[1][1]))


def forms_at_once(width: int, cards: int) -> int:
    """Return the most cards that a beam reveals for one block."""
    return ALL_FORMS if cards <= FEW_CARDS or width > 1000 else 1 + width.bit_length() // 3
