"""Working a play out: every step verified, every lock cleared and scored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from cardgen.games.block_killer.attack import Chain, Clear, score_lock
from cardgen.games.block_killer.blocks import name_cells
from cardgen.games.block_killer.cards import WIDTH
from cardgen.games.block_killer.field import cells_mask, field_height, lock, stack_rows
from cardgen.games.block_killer.notation import Hand, Placed, Play, check_known, wrong_shape
from cardgen.games.block_killer.placements import Placement, legal_placements
from cardgen.games.block_killer.refusals import PlayError
from cardgen.games.block_killer.rules import Rules


@dataclass(frozen=True, slots=True)
class Step:
    """One block placed: the field before it, its placement, the rows it cleared and what that is worth."""

    before: int
    placement: Placement
    rows: tuple[int, ...]
    clear: Clear | None
    after: int


@dataclass(frozen=True, slots=True)
class ScoredPlay:
    """A legal play worked out.

    `stack` is the field before the first block and `field` the one after the last. `cleared` are the indexes into the
    play's rows of those that were cleared, whose cards are discarded; the others return to the hand. `chain` is what
    the play ends with.
    """

    play: Play
    stack: int
    steps: tuple[Step, ...]
    cleared: tuple[int, ...]
    chain: Chain

    @property
    def field(self) -> int:
        """The field when the player stops."""
        return self.steps[-1].after

    @property
    def clears(self) -> tuple[Clear, ...]:
        """The clears, in order."""
        return tuple(step.clear for step in self.steps if step.clear is not None)

    @property
    def attack(self) -> int:
        """The attack of all clears together."""
        return sum(clear.attack for clear in self.clears)

    @property
    def block(self) -> int:
        """The block points of all clears together."""
        return sum(clear.block for clear in self.clears)


def score_play(
    play: Play, rules: Rules, hand: Hand | None = None, *, least_blocks: int = 1, earlier_special: bool = False
) -> ScoredPlay:
    """Work a play out; PlayError names the first step that is not legal.

    With a `hand`, the cards must be held. `least_blocks` is how many blocks the turn demands. `earlier_special` says
    that the player's last clear of an earlier play was special; it counts only where the ruleset says so.
    """
    _check_rows(play, rules, hand)
    if not play.blocks:
        raise PlayError("no-block")
    if len(play.blocks) < least_blocks:
        raise PlayError("too-few-blocks", what=least_blocks)

    stack = field = stack_rows(row.text for row in play.rows)
    lying: list[int | None] = list(range(len(play.rows)))  # which of the play's rows each row of the field is
    left = None if hand is None else Counter(hand.blocks)
    chain = Chain(special=earlier_special and rules.attack.back_to_back.across_plays)
    steps, cleared = [], []
    for number, placed in enumerate(play.blocks, 1 + len(play.rows)):
        check_known(placed, number)
        if left is not None:
            _take(left, placed.block, number, "block")
        placement = _find(field, placed, number, rules)
        after, rows = lock(field, placement.cells)
        clear, chain = score_lock(len(rows), placement.spin, placement.mini, chain, rules)
        steps.append(Step(field, placement, rows, clear, after))
        lying += [None] * (field_height(field | placement.cells) - len(lying))
        cleared += [index for index in (lying[y] for y in rows) if index is not None]
        lying = [index for y, index in enumerate(lying) if y not in rows]
        field = after
    return ScoredPlay(play, stack, tuple(steps), tuple(sorted(cleared)), chain)


def _check_rows(play: Play, rules: Rules, hand: Hand | None) -> None:
    left = None if hand is None else Counter(hand.garbage)
    solid, most_solid = 0, rules.play.most_solid_rows
    for number, row in enumerate(play.rows, 1):
        if left is not None:
            for code in row.cards:
                _take(left, code, number, "garbage")
        solid += row.solid
        if most_solid is not None and solid > most_solid:
            raise PlayError("too-many-solid-rows", number, most_solid)
    if sum(len(row.cards) for row in play.rows) < rules.play.least_garbage:
        raise PlayError("too-little-garbage", what=rules.play.least_garbage)


def _take(left: Counter[str], card: str, step: int, what: str) -> None:
    """Take a card out of those left of a hand. A card held at first stays in the counter with 0."""
    if card not in left:
        raise PlayError(f"{what}-not-held", step, card)
    if left[card] == 0:
        raise PlayError(f"{what}-used-twice", step, card)
    left[card] -= 1


def _find(field: int, placed: Placed, step: int, rules: Rules) -> Placement:
    """The legal placement that covers the cells, or the PlayError that says why there is none."""
    block, cells = placed.block, placed.cells
    if name_cells(block, cells) is None:
        raise wrong_shape(placed, step)
    if any(not 0 <= x < WIDTH or y < 0 for x, y in cells):
        raise PlayError("outside", step, block)
    lowest = min(y for _, y in cells)
    if lowest > field_height(field):
        raise PlayError("floating", step, block)
    mask = cells_mask(cells)
    if mask & field:
        raise PlayError("overlaps", step, block)
    if lowest > 0 and not mask >> WIDTH & field:
        raise PlayError("floating", step, block)
    for placement in legal_placements(field, block, rules):
        if placement.cells == mask:
            return placement
    raise PlayError("unreachable", step, block)


def discarded_cards(play: Play, cleared: Iterable[int]) -> tuple[str, ...]:
    """The garbage codes of a play's rows `cleared`, both cards of a merged row."""
    return tuple(code for index in cleared for code in play.rows[index].cards)
