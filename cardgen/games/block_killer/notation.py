"""The notation of plays and hands, one line each.

    1-3 1-3~ x+x | T2@2,0 I0@5,3         garbage from the floor up, then the blocks in order
    ZSTTI / 1-0 1-0 2-3 x x 4-3          a hand: blocks, then garbage

A garbage code is `hole width-first column` or `x`, with `~` after it when the card is turned; `x+x` is a solid row, two
merged checkerboards. A block is its letter, its orientation, and the column and row of its box's lower left corner in
the field as it stands at that moment.
"""

from __future__ import annotations

import re

from cardgen import dataclass
from cardgen.games.block_killer.blocks import BLOCKS, DRAWINGS, Cells, name_cells, place_block
from cardgen.games.block_killer.cards import CHECKERBOARD, GARBAGE_ROWS, WIDTH, turn_row
from cardgen.games.block_killer.refusals import BlockKillerError

_BLOCK = re.compile(r"([A-Z])([0R2L])@(-?[0-9]{1,4}),(-?[0-9]{1,4})")


@dataclass(frozen=True, slots=True)
class Row:
    """A garbage card in the field, either way up, or two merged checkerboards if `solid`."""

    code: str
    turned: bool = False
    solid: bool = False

    @property
    def text(self) -> str:
        """The row as `#` and `.`, column 0 first."""
        if self.solid:
            return "#" * WIDTH
        row = GARBAGE_ROWS[self.code]
        return turn_row(row) if self.turned else row

    @property
    def cards(self) -> tuple[str, ...]:
        """The codes of its cards: one, or two for a solid row."""
        return (self.code, self.code) if self.solid else (self.code,)


SOLID_ROW = Row(CHECKERBOARD, solid=True)


@dataclass(frozen=True, slots=True)
class Placed:
    """A block and the cells that it covers, sorted, in the field at the moment when it is placed."""

    block: str
    cells: Cells


@dataclass(frozen=True, slots=True)
class Play:
    """Garbage rows from the floor up, and blocks in the order they are placed. A play may be illegal."""

    rows: tuple[Row, ...]
    blocks: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """Block letters and garbage codes, in the order of the hand."""

    blocks: tuple[str, ...]
    garbage: tuple[str, ...]

    def without(self, card: str) -> Hand:
        """Return the hand without one copy of a card in it."""
        blocks, garbage = list(self.blocks), list(self.garbage)
        (blocks if card in blocks else garbage).remove(card)
        return Hand(tuple(blocks), tuple(garbage))


def parse_play(text: str) -> Play:
    """Return the play that `text` notates. BlockKillerError, with the step, if it cannot be read."""
    parts = text.split("|")
    if len(parts) != 2:
        raise BlockKillerError("no-bar")
    rows = [_parse_row(word, step) for step, word in enumerate(parts[0].split(), 1)]
    blocks = [_parse_block(word, step) for step, word in enumerate(parts[1].split(), 1 + len(rows))]
    return Play(tuple(rows), tuple(blocks))


def write_play(play: Play) -> str:
    """Return the canonical notation of a play. BlockKillerError if the cells of a block are not its shape."""
    rows = [write_row(row) for row in play.rows]
    blocks = [write_block(placed, step) for step, placed in enumerate(play.blocks, 1 + len(rows))]
    return " ".join([*rows, "|", *blocks])


def parse_hand(text: str) -> Hand:
    """Return the hand that `text` notates. BlockKillerError if it cannot be read."""
    parts = text.split("/")
    if len(parts) != 2:
        raise BlockKillerError("no-slash")
    blocks = "".join(parts[0].split())
    for block in blocks:
        if block not in BLOCKS:
            raise BlockKillerError("unknown-block", what=block)
    codes = parts[1].split()
    for code in codes:
        if code not in GARBAGE_ROWS:
            raise BlockKillerError("unknown-garbage", what=code)
    return Hand(tuple(blocks), tuple(codes))


def write_hand(hand: Hand) -> str:
    """Return the notation of a hand: blocks, then garbage, in the order of the hand."""
    return " ".join(["".join(hand.blocks), "/", *hand.garbage]).strip()


def write_row(row: Row) -> str:
    """Return the notation of a row. A card that is its own mirror image is never written as turned."""
    if row.solid:
        return f"{row.code}+{row.code}"
    turns = row.turned and turn_row(GARBAGE_ROWS[row.code]) != GARBAGE_ROWS[row.code]
    return row.code + "~" * turns


def write_block(placed: Placed, step: int = 0) -> str:
    """Return the notation of a placed block, with the first of `0 R 2 L` that has its cells. RuleError if none has."""
    check_block(placed, step)
    placing = name_cells(placed.block, placed.cells)
    if placing is None:
        raise wrong_shape(placed, step)
    return f"{placed.block}{placing.orientation}@{placing.x},{placing.y}"


def check_block(placed: Placed, step: int) -> None:
    """Raise BlockKillerError if there is no such block."""
    if placed.block not in DRAWINGS:
        raise BlockKillerError("unknown-block", step, what=placed.block)


def wrong_shape(placed: Placed, step: int) -> BlockKillerError:
    """Return the error that the cells are the mirror image of the block, or another shape."""
    mirrored = tuple(sorted((-x, y) for x, y in placed.cells))
    code = "mirrored" if name_cells(placed.block, mirrored) else "wrong-shape"
    return BlockKillerError(code, step, what=placed.block)


def _parse_row(word: str, step: int) -> Row:
    codes = word.split("+")
    for code in codes:
        if code.removesuffix("~") not in GARBAGE_ROWS:
            raise BlockKillerError("unknown-garbage", step, what=code)
    if len(codes) == 1:
        return Row(word.removesuffix("~"), word.endswith("~"))
    # The notation need not say which card of a merged pair is turned.
    if len(codes) != 2 or {code.removesuffix("~") for code in codes} != {CHECKERBOARD}:
        raise BlockKillerError("merge-not-checkerboards", step, what=word)
    return SOLID_ROW


def _parse_block(word: str, step: int) -> Placed:
    match = _BLOCK.fullmatch(word)
    if match is None:
        raise BlockKillerError("unreadable-block", step, what=word)
    block, orientation, x, y = match.groups()
    if block not in BLOCKS:
        raise BlockKillerError("unknown-block", step, what=block)
    return Placed(block, place_block(block, orientation, int(x), int(y)))
