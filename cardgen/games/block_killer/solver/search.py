"""The search for the best play of a hand.

A position is what has been decided: the known rows; the columns in which the first unknown row is known to be filled;
the cards and blocks still in hand; the chain. To place a block is to `look` (see `reach`) and then to decide, as a
partition of all stacks there can be:

- the placements that are certain, whatever lies below: nothing is decided;
- the first unknown row is filled wherever the block looked. It stays unknown, with more columns known to be filled,
  and may turn out to be the floor. The placements of the filled world;
- the first unknown row is a card, one way up, with a hole where the block looked and none where the row is known to be
  filled. The row is known now, the next unknown row is wholly unknown, and the block looks again.

In the second and third case only placements that were not certain before are taken: those are the same placements.

Solid rows. A play has some number of them, decided first. They are full from the start, so the first block clears
them all and they are never seen again. To that block a solid row is a filled row that hides what is below, so where
one lies matters only if it is the first unknown row. If there is one, then "filled wherever the block looked" may be
taken to be a solid row: the same placements, and afterwards that row is gone and the next is wholly unknown, which
leaves every play possible that a filled card there would, as that card may lie below the solid row. All other solid
rows may then lie there too. So the solid rows lie together below the rows that the first block revealed, and "filled"
knows nothing of the first unknown row after the first block.

At the end the first unknown row is the floor, which is filled everywhere, unless the rules demand more garbage; so
every position is the end of a real play.

Order. Everything is tried in one order, so that another implementation can find the same play: fewer solid rows first;
blocks in the order of `BLOCKS`; of one block the certain placements, those of the filled world, then the cards by their
codes, as printed and then turned, and so on for each; placements by orientation, column, and row from the top. Moves
that leave enough to be hoped for are followed by what they and the bound make together, then by what they make, the
greater first, then as they came. That an attack cannot follow from a position does not depend on the question asked or
on the way that led there, and is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from cardgen.games.block_killer.cards import GARBAGE_ROWS, WIDTH, turn_row
from cardgen.games.block_killer.field import FULL_ROW, field_height, full_rows, parse_row, remove_rows
from cardgen.games.block_killer.notation import Hand, Row
from cardgen.games.block_killer.placements import Placement, full_mask, row_counts
from cardgen.games.block_killer.rules import Rules
from cardgen.games.block_killer.solver.bound import Bound
from cardgen.games.block_killer.solver.reach import Ways
from cardgen.games.block_killer.solver.worth import BLOCK_UNIT, ROW_NEED, Worth, count_blocks, worth_of

CARD_BITS = 4
#: As many cards as there can be.
ALL_FORMS = 13
#: Positions that a beam keeps of one level, or four times its width, before it drops all but the best.
CROWD = 50_000
#: Up to so many cards all of them are revealed at once, if need be, by every search.
FEW_CARDS = 4
#: The bound looks at every way to lay so many blocks; one less in a larger hand, where it is asked of many positions.
EXACT_BLOCKS = 4
#: Positions and moves kept in the tables of a search before they are emptied.
MOST_KEPT, MOST_MOVES = 500_000, 200_000

_DIGIT = (1 << CARD_BITS) - 1


class StoppedError(Exception):
    """The time is up, or somebody said so."""


class Form(NamedTuple):
    """A card as it can lie: its holes, its cells, its unit in packed cards and in packed needs, and its row."""

    holes: int
    cells: int
    unit: int
    need: int
    row: Row


class Position(NamedTuple):
    """What has been decided. `garbage` is how many of the known rows are cards: they lie below all others."""

    known: int
    filled: int
    cards: int
    garbage: int
    blocks: int
    chain: int


class Move(NamedTuple):
    """A block placed: which forms were revealed for it, top first, where, and what came of it."""

    block: str
    forms: tuple[Form, ...]
    cells: int
    lines: int
    kind: int
    discarded: int
    filled: int
    known: int
    cards: int
    garbage: int
    needs: int


class Step(NamedTuple):
    """A move as an answer tells it: what is needed to write it down and to count what it makes."""

    block: str
    forms: tuple[Form, ...]
    cells: int
    lines: int
    kind: int
    discarded: int
    filled: int


class Found(NamedTuple):
    """A play found: its attack, the cards it discards, the moves and the number of solid rows."""

    attack: int
    discarded: int
    solids: int
    moves: tuple[Step, ...]


def found_by(steps: Iterable[Step], solids: int, worth: Worth, chain: int) -> Found:
    """The play that steps make, the first of them in a chain."""
    attack, path = 0, tuple(steps)
    for step in path:
        more, chain = worth.locks[step.kind][step.lines][chain]
        attack += more
    return Found(attack, sum(step.discarded for step in path), solids, path)


class _Placing(NamedTuple):
    """A block to be placed: with how many solid rows, above how many known cards, how; and the moves found."""

    block: str
    solids: int
    garbage: int
    clears: bool
    most_forms: int
    found: list[Move]


class Searcher:
    """The search of one hand under one ruleset."""

    def __init__(self, hand: Hand, rules: Rules, pause: Callable[[], None], earlier_special: bool = False) -> None:
        self._ask = pause
        #: Nothing is searched any more once so many positions were looked at.
        self.limit: int | None = None
        self._ways = Ways(rules)
        self.least = rules.play.least_garbage
        codes = sorted(set(hand.garbage))
        self.card_unit = {code: 1 << CARD_BITS * index for index, code in enumerate(codes)}
        self.laid_from = len(hand.garbage)
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
        self._solid_unit = 2 * self.card_unit.get("x", 0)
        self.worth = worth_of(rules)
        self.bound = Bound(self.worth, EXACT_BLOCKS if len(hand.blocks) <= EXACT_BLOCKS else EXACT_BLOCKS - 1)
        self.positions = 0
        self._moves: dict[tuple[int, int, int, int, str, int, bool, int], list[Move]] = {}
        self._kept_moves = 0
        self._failed: dict[Position, int] = {}
        self._failed_ties: dict[tuple[Position, int], int] = {}
        self._card_needs: dict[int, int] = {}

    def _pause(self) -> None:
        self._check_limit(1)
        self._ask()

    def _check_limit(self, more: int) -> None:
        """StoppedError when so many more positions are more than may be looked at."""
        if self.limit is not None and self.positions + more > self.limit:
            self.positions = self.limit
            raise StoppedError

    # ------------------------------------------------------------------------------------------------------------------
    # Positions and moves

    def roots(self) -> Iterator[tuple[int, Position]]:
        """Where the search begins: a number of solid rows, and the position with so many taken out of the hand."""
        for solids in range(self.most_solids + 1):
            cards = self.start_cards - solids * self._solid_unit
            yield solids, Position(0, 0, cards, 0, self.start_blocks, self.start_chain)

    def card_needs(self, cards: int) -> int:
        """The needs of the rows that packed cards make."""
        found = self._card_needs.get(cards)
        if found is None:
            found = 0
            for form in self.forms:
                if not form.row.turned:
                    found += (cards // form.unit & _DIGIT) * form.need
            self._card_needs[cards] = found
        return found

    def moves(
        self, position: Position, block: str, solids: int = 0, *, clears: bool = False, most_forms: int = ALL_FORMS
    ) -> list[Move]:
        """Every way to place `block` next. `solids` are the solid rows, if it is the first block.

        When `clears`, only those that clear a row; with `most_forms`, only those that reveal no more cards than that.
        """
        known, filled, cards, garbage, _, _ = position
        key = (known, filled, cards, garbage, block, solids, clears, most_forms)
        found = self._moves.get(key)
        if found is None:
            if self._kept_moves > MOST_MOVES:
                self._moves.clear()
                self._kept_moves = 0
            found = []
            self._look(_Placing(block, solids, garbage, clears, most_forms, found), known, filled, cards, (), None)
            self._moves[key] = found
            self._kept_moves += 1 + len(found)
        self._check_limit(len(found))
        return found

    def _look(
        self,
        placing: _Placing,
        known: int,
        filled: int,
        cards: int,
        forms: tuple[Form, ...],
        taken: frozenset[int] | None,
    ) -> None:
        """Add every placement but those on the cells `taken`, which were certain before the last of `forms`."""
        self._ask()
        self._check_limit(len(placing.found))
        seen = self._ways.look(known, filled, placing.block)
        certain, others = seen.certain, seen.filled
        if taken:
            certain = tuple(spot for spot in certain if spot.cells not in taken)
            others = tuple(spot for spot in others if spot.cells not in taken)
        self._lock(placing, known, filled, cards, forms, certain)
        if not seen.looked:
            return
        self._lock(placing, known, 0 if placing.solids else filled | seen.looked, cards, forms, others)
        if len(forms) == placing.most_forms:
            return
        sure = frozenset(spot.cells << WIDTH for spot in seen.certain)
        if taken:
            sure |= {cells << WIDTH for cells in taken}
        for form in self.forms:
            if cards // form.unit & _DIGIT and form.holes & seen.looked and not form.holes & filled:
                self._look(placing, known << WIDTH | form.cells, 0, cards - form.unit, (*forms, form), sure)

    def _lock(
        self,
        placing: _Placing,
        known: int,
        filled: int,
        cards: int,
        forms: tuple[Form, ...],
        spots: tuple[Placement, ...],
    ) -> None:
        if not spots:
            return
        height = field_height(known) + 4
        counts, full = row_counts(known, height), full_mask(height)
        solids, garbage, card_needs = placing.solids, placing.garbage + len(forms), self.card_needs(cards)
        for spot in spots:
            cleared = counts + spot.row_counts & full
            if placing.clears and not cleared and not solids:
                continue
            after = known | spot.cells
            lines, gone, kind = solids, 0, 0
            if cleared:
                rows = full_rows(after)
                after = remove_rows(after, rows)
                lines += len(rows)
                gone = sum(y < garbage for y in rows)
            if lines and spot.spin:
                kind = 2 if spot.mini else 1
            needs, rest = card_needs, after
            while rest:
                needs += ROW_NEED[rest & FULL_ROW]
                rest >>= WIDTH
            discarded = gone + 2 * solids
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
                garbage - gone,
                needs,
            )
            placing.found.append(Move._make(move))

    def can_end(self, cards: int, filled: int) -> bool:
        """Whether enough garbage is laid, or can still be laid below everything."""
        if not self.least:
            return True
        left = [cards // unit & _DIGIT for unit in self.card_unit.values()]
        missing = self.least - (self.laid_from - sum(left))
        if missing <= 0:
            return True
        return missing <= sum(left) and any(
            cards // form.unit & _DIGIT and not form.holes & filled for form in self.forms
        )

    # ------------------------------------------------------------------------------------------------------------------
    # Searching

    def most(self) -> int:
        """The upper bound of any play's attack."""
        return max(
            self.bound.most_with(self.card_needs(root.cards), root.blocks, root.chain, block, solids)
            for solids, root in self.roots()
            for block in count_blocks(root.blocks)
        )

    def reach(self, target: int) -> Found | None:
        """A play with an attack of `target` or more, or None when there is none."""
        for solids, root in self.roots():
            path = self._search(root, self.card_needs(root.cards), target, solids)
            if path is not None:
                return self._found(path, solids)
        return None

    def _found(self, path: tuple[Move, ...], solids: int) -> Found:
        return found_by((Step._make(move[:7]) for move in path), solids, self.worth, self.start_chain)

    def _search(self, position: Position, needs: int, want: int, solids: int) -> tuple[Move, ...] | None:
        """Moves that make an attack of `want` or more from here, or None when there are none."""
        self._pause()
        locks, most, failed = self.worth.locks, self.bound.most, self._failed
        waiting: list[tuple[Any, ...]] = []
        for block in count_blocks(position.blocks):
            if self.bound.most_with(needs, position.blocks, position.chain, block, solids) < want:
                continue
            rest = position.blocks - BLOCK_UNIT[block]
            # The last block must clear a row, if anything is wanted of it.
            # Anything will do where nothing is wanted; unless garbage is.
            most_forms = ALL_FORMS if want > 0 or self.least else 0
            moves = self.moves(position, block, solids, clears=not rest and want > 0, most_forms=most_forms)
            self.positions += len(moves)
            for move in moves:
                attack, chain = locks[move.kind][move.lines][position.chain]
                left = want - attack
                if left <= 0:
                    if self.can_end(move.cards, move.filled):
                        return (move,)
                    left = 0
                if not rest:
                    continue
                more = most(move.needs, rest, chain)
                if more < left:
                    continue
                after = Position(move.known, move.filled, move.cards, move.garbage, rest, chain)
                if failed.get(after, left + 1) > left:
                    waiting.append((-attack - more, -attack, len(waiting), left, move, after))
        waiting.sort()
        for _, _, _, left, move, after in waiting:
            if failed.get(after, left + 1) <= left:
                continue
            path = self._search(after, move.needs, left, 0)
            if path is not None:
                return (move, *path)
            if len(failed) > MOST_KEPT:
                failed.clear()
            failed[after] = left
        return None

    def reach_tie(self, attack: int, discarded: int, most_blocks: int) -> Found | None:
        """A play of so much attack that discards so many cards, with at most so many blocks; None if there is none."""
        if most_blocks < 1:
            return None
        self._failed_ties = {}
        for solids, root in self.roots():
            path = self._search_tie(root, self.card_needs(root.cards), attack, discarded, most_blocks, solids)
            if path is not None:
                return self._found(path, solids)
        return None

    def _search_tie(
        self, position: Position, needs: int, want: int, discard: int, blocks: int, solids: int
    ) -> tuple[Move, ...] | None:
        """Like `_search`, for `discard` cards or more besides, in at most so many `blocks`."""
        self._pause()
        locks, most, failed = self.worth.locks, self.bound.most, self._failed_ties
        waiting: list[tuple[Any, ...]] = []
        for block in count_blocks(position.blocks):
            if self.bound.most_with(needs, position.blocks, position.chain, block, solids) < want:
                continue
            rest = position.blocks - BLOCK_UNIT[block]
            moves = self.moves(position, block, solids, clears=(not rest or blocks == 1) and want + discard > 0)
            self.positions += len(moves)
            for move in moves:
                attack, chain = locks[move.kind][move.lines][position.chain]
                left, lay = max(0, want - attack), max(0, discard - move.discarded)
                if not left and not lay and self.can_end(move.cards, move.filled):
                    return (move,)
                if not rest or blocks == 1 or most(move.needs, rest, chain) < left:
                    continue
                if self._most_discarded(move, rest) < lay:
                    continue
                after = Position(move.known, move.filled, move.cards, move.garbage, rest, chain)
                waiting.append((-move.discarded, -attack, len(waiting), left, lay, move, after))
        waiting.sort()
        for _, _, _, left, lay, move, after in waiting:
            if failed.get((after, left), lay + 1) <= lay:
                continue
            path = self._search_tie(after, move.needs, left, lay, blocks - 1, 0)
            if path is not None:
                return (move, *path)
            if len(failed) > MOST_KEPT:
                failed.clear()
            failed[after, left] = lay
        return None

    def _most_discarded(self, move: Move, blocks: int) -> int:
        """No more cards than this can still be discarded: rows that are cards, those that need fewest cells first."""
        needs = self.card_needs(move.cards)
        for y in range(move.garbage):
            needs += ROW_NEED[move.known >> WIDTH * y & FULL_ROW]
        return self.bound.most_rows(needs, blocks)

    def beam(self, width: int, attack: int, report: Callable[[Found], None]) -> bool:
        """Follow the `width` most promising positions after each block, reporting plays better than `attack`.

        With many cards in hand few of them are revealed for one block at first, more with a greater width. Whether
        anything was left out: then a greater width may find more.
        """
        locks = self.worth.locks
        most_forms = forms_at_once(width, self.laid_from)
        left_out = most_forms < ALL_FORMS
        crowd = max(CROWD, 4 * width)
        level: list[tuple[int, int, Position, int, tuple[Move, ...]]] = [
            (0, solids, root, self.card_needs(root.cards), ()) for solids, root in self.roots()
        ]
        while level:
            following: _Following = {}
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
                        now = so_far + more
                        if now > attack and self.can_end(move.cards, move.filled):
                            attack = now
                            report(self._found((*path, move), solids))
                        if not rest:
                            continue
                        most = self.bound.most(move.needs, rest, chain)
                        if now + most <= attack:
                            continue
                        after = Position(move.known, move.filled, move.cards, move.garbage, rest, chain)
                        old = following.get((solids, after))
                        if old is None or now > old[1]:
                            following[solids, after] = (2 * now + most, now, move, path)
                        if len(following) > crowd:
                            kept = {key for key, _ in _ranked(following)[:width]}
                            following = {key: each for key, each in following.items() if key in kept}
                            left_out = True
            left_out |= len(following) > width
            level = [
                (now, solids, after, move.needs, (*path, move))
                for (solids, after), (_, now, move, path) in _ranked(following)[:width]
            ]
        return left_out


#: A position on a number of solid rows -> what it may come to, what it has made, the move that led there, those before.
_Following = dict[tuple[int, Position], tuple[int, int, Move, tuple[Move, ...]]]


def _ranked(following: _Following) -> list[tuple[tuple[int, Position], tuple[int, int, Move, tuple[Move, ...]]]]:
    return sorted(following.items(), key=lambda each: (-each[1][0], -each[1][1]))


def forms_at_once(width: int, cards: int) -> int:
    """How many cards a beam reveals for one block."""
    return ALL_FORMS if cards <= FEW_CARDS or width > 1000 else 1 + width.bit_length() // 3
