"""Score a play: verify every step, clear full rows and score each clear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cardgen import dataclass
from cardgen.games.block_killer.attack import Chain, Clear, score_lock
from cardgen.games.block_killer.blocks import name_cells
from cardgen.games.block_killer.cards import WIDTH
from cardgen.games.block_killer.field import cells_mask, field_height, lock, stack_rows
from cardgen.games.block_killer.notation import Hand, Placed, Play, check_block, wrong_shape
from cardgen.games.block_killer.placements import Placement, legal_placements
from cardgen.games.block_killer.refusals import BlockKillerError
from cardgen.games.block_killer.rules import BlockKillerRules


@dataclass(frozen=True, slots=True)
class PlayStep:
    """One block placed: the fields before and after it, its placement, the rows cleared, and the clear or None."""

    before: int
    placement: Placement
    rows: tuple[int, ...]
    clear: Clear | None
    after: int


@dataclass(frozen=True, slots=True)
class ScoredPlay:
    """A legal play with its score.

    `stack` is the field before the first block and `field` the one after the last. `cleared` has the indexes of the
    play's rows that were cleared; their cards are discarded, the others return to the hand. `chain` is the chain after
    the last block.
    """

    play: Play
    stack: int
    steps: tuple[PlayStep, ...]
    cleared: tuple[int, ...]
    chain: Chain

    @property
    def field(self) -> int:
        """The field after the last block."""
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
    play: Play,
    rules: BlockKillerRules,
    hand: Hand | None = None,
    *,
    least_blocks: int = 1,
    earlier_special: bool = False,
) -> ScoredPlay:
    """Return a play with its score. BlockKillerError names the first step that is not legal.

    With a `hand`, the cards must be in it. `least_blocks` is the number of blocks that the turn demands.
    `earlier_special` is True if the player's last clear of an earlier play was special; the ruleset decides whether it
    counts.
    """
    _check_rows(play, rules, hand)
    if not play.blocks:
        raise BlockKillerError("no-block")
    if len(play.blocks) < least_blocks:
        raise BlockKillerError("too-few-blocks", what=least_blocks)

    stack = field = stack_rows(row.text for row in play.rows)
    row_indexes: list[int | None] = list(range(len(play.rows)))  # the index of the play's row in each row of the field
    remaining = None if hand is None else Counter(hand.blocks)
    chain = Chain(special=earlier_special and rules.attack.back_to_back.across_plays)
    steps, cleared = [], []
    for number, placed in enumerate(play.blocks, 1 + len(play.rows)):
        check_block(placed, number)
        if remaining is not None:
            _take(remaining, placed.block, number, "block")
        placement = _find_placement(field, placed, number, rules)
        after, rows = lock(field, placement.cells)
        clear, chain = score_lock(len(rows), placement.spin, placement.mini, chain, rules)
        steps.append(PlayStep(field, placement, rows, clear, after))
        row_indexes += [None] * (field_height(field | placement.cells) - len(row_indexes))
        cleared += [index for index in (row_indexes[y] for y in rows) if index is not None]
        row_indexes = [index for y, index in enumerate(row_indexes) if y not in rows]
        field = after
    return ScoredPlay(play, stack, tuple(steps), tuple(sorted(cleared)), chain)


def _check_rows(play: Play, rules: BlockKillerRules, hand: Hand | None) -> None:
    remaining = None if hand is None else Counter(hand.garbage)
    solid, most_solid = 0, rules.play.most_solid_rows
    for number, row in enumerate(play.rows, 1):
        if remaining is not None:
            for code in row.cards:
                _take(remaining, code, number, "garbage")
        solid += row.solid
        if most_solid is not None and solid > most_solid:
            raise BlockKillerError("too-many-solid-rows", number, most_solid)
    if sum(len(row.cards) for row in play.rows) < rules.play.least_garbage:
        raise BlockKillerError("too-little-garbage", what=rules.play.least_garbage)


def _take(remaining: Counter[str], card: str, step: int, kind: str) -> None:
    """Take a card out of the rest of a hand. A card that was in the hand at first stays in the counter with 0."""
    if card not in remaining:
        raise BlockKillerError(f"{kind}-not-held", step, card)
    if remaining[card] == 0:
        raise BlockKillerError(f"{kind}-used-twice", step, card)
    remaining[card] -= 1


def _find_placement(field: int, placed: Placed, step: int, rules: BlockKillerRules) -> Placement:
    """Return the legal placement that covers the cells. BlockKillerError with the reason if there is none."""
    block, cells = placed.block, placed.cells
    if name_cells(block, cells) is None:
        raise wrong_shape(placed, step)
    if any(not 0 <= x < WIDTH or y < 0 for x, y in cells):
        raise BlockKillerError("outside", step, block)
    lowest = min(y for _, y in cells)
    if lowest > field_height(field):
        raise BlockKillerError("floating", step, block)
    mask = cells_mask(cells)
    if mask & field:
        raise BlockKillerError("overlaps", step, block)
    if lowest > 0 and not mask >> WIDTH & field:
        raise BlockKillerError("floating", step, block)
    for placement in legal_placements(field, block, rules):
        if placement.cells == mask:
            return placement
    raise BlockKillerError("unreachable", step, block)


def discarded_cards(play: Play, cleared: Iterable[int]) -> tuple[str, ...]:
    """Return the garbage codes of a play's rows `cleared`, with both cards of a merged row."""
    return tuple(code for index in cleared for code in play.rows[index].cards)
