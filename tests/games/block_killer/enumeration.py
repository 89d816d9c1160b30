"""The reference for the solver: every play of a hand, one by one.

Every stack (each choice of cards, each order, each card either way up, each number of solid rows anywhere), every order
of blocks, every placement. It knows no bound and leaves nothing out; it only remembers what it has worked out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from cardgen.games.block_killer.attack import Chain, score_lock
from cardgen.games.block_killer.cards import GARBAGE_ROWS, turn_row
from cardgen.games.block_killer.field import field_height, lock, stack_rows
from cardgen.games.block_killer.notation import Hand
from cardgen.games.block_killer.placements import legal_placements
from cardgen.games.block_killer.rules import BlockKillerRules

SOLID = "#" * 10

#: Attack, garbage cards discarded, and minus the blocks used: the greater value is the better play.
Value = tuple[int, int, int]


def stacks(garbage: tuple[str, ...], rules: BlockKillerRules) -> Iterator[tuple[str, ...]]:
    """Yield every distinct stack of rows of the cards, bottom first."""
    checkerboards = garbage.count("x")
    most = rules.play.most_solid_rows
    for solids in range((checkerboards // 2 if most is None else min(most, checkerboards // 2)) + 1):
        cards = list(garbage)
        for _ in range(2 * solids):
            cards.remove("x")
        yield from _orders(tuple(sorted(cards)) + (SOLID,) * solids, (), rules.play.least_garbage, solids)


def _orders(left: tuple[str, ...], laid: tuple[str, ...], least: int, solids: int) -> Iterator[tuple[str, ...]]:
    if laid.count(SOLID) == solids and len(laid) + solids >= least:
        yield laid
    for card in sorted(set(left)):
        rest = list(left)
        rest.remove(card)
        rows = {card} if card == SOLID else {GARBAGE_ROWS[card], turn_row(GARBAGE_ROWS[card])}
        for row in sorted(rows):
            yield from _orders(tuple(rest), (*laid, row), least, solids)


class Judge:
    """Finds the best play under one ruleset by trying all plays. Results are cached."""

    def __init__(self, rules: BlockKillerRules) -> None:
        self._rules = rules
        self.best_from = cache(self._best_from)

    def _best_from(self, field: int, cards: tuple[int, ...], blocks: tuple[str, ...], chain: Chain) -> Value:
        """The best that can still be made of sorted `blocks`; nothing is a choice.

        `cards` tells of how many cards each garbage row left in the field is made, bottom first.
        """
        return max((self.place(field, cards, blocks, chain, block) for block in set(blocks)), default=(0, 0, 0))

    def place(self, field: int, cards: tuple[int, ...], blocks: tuple[str, ...], chain: Chain, block: str) -> Value:
        """Return the best value of plays that place `block` next."""
        rest = list(blocks)
        rest.remove(block)
        values = []
        for placement in legal_placements(field, block, self._rules):
            after, rows = lock(field, placement.cells)
            clear, then = score_lock(len(rows), placement.spin, placement.mini, chain, self._rules)
            gone = sum(cards[y] for y in rows if y < len(cards))
            left = tuple(count for y, count in enumerate(cards) if y not in rows)
            attack, discarded, used = max((0, 0, 0), self.best_from(after, left, tuple(rest), then))
            values.append((attack + (clear.attack if clear else 0), discarded + gone, used - 1))
        return max(values)


def best_value(hand: Hand, rules: BlockKillerRules, earlier_special: bool = False) -> Value | None:
    """Return the greatest value of any play of the hand; None if there is no legal play."""
    judge, values = Judge(rules), []
    start = Chain(special=earlier_special and rules.attack.back_to_back.across_plays)
    for rows in stacks(hand.garbage, rules):
        field = stack_rows(rows)
        assert field_height(field) == len(rows)
        cards = tuple(2 if row == SOLID else 1 for row in rows)
        for block in sorted(set(hand.blocks)):
            values.append(judge.place(field, cards, tuple(sorted(hand.blocks)), start, block))
    return max(values, default=None)
