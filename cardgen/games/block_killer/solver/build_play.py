"""The play of a search result, with all garbage rows in their places."""

from __future__ import annotations

from cardgen.games.block_killer.cards import CHECKERBOARD, GARBAGE_ROWS, turn_row
from cardgen.games.block_killer.field import FULL_ROW, mask_cells, parse_row
from cardgen.games.block_killer.notation import SOLID_ROW, Hand, Placed, Play, Row
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.solver.moves import FoundPlay


def build_play(result: FoundPlay, hand: Hand, rules: BlockKillerRules) -> Play:
    """Return the play of a search result: the rows revealed, from the last to the first, and the blocks.

    Solid rows are below the rows that the first block revealed. If the rules demand more garbage, cards still in hand
    are below all others; the first of them is filled in the columns in which the first unknown row must be filled.
    """
    revealed = [form.row for move in result.moves for form in move.forms]
    remaining = list(hand.garbage)
    for _ in range(2 * result.solids):
        remaining.remove(CHECKERBOARD)
    for row in revealed:
        remaining.remove(row.code)
    missing = rules.play.least_garbage - (len(hand.garbage) - len(remaining))
    fillers: list[Row] = []  # top first
    if missing > 0:
        fillers.append(_filled_card(remaining, result.moves[-1].filled))
        remaining.remove(fillers[0].code)
        fillers += [Row(code) for code in remaining[: missing - 1]]
    first = len(result.moves[0].forms)
    rows = [*revealed[:first], *[SOLID_ROW] * result.solids, *revealed[first:], *fillers]
    blocks, rows_below = [], len(revealed) + len(fillers)
    for number, move in enumerate(result.moves):
        rows_below -= len(move.forms)
        lift = rows_below + (result.solids if number == 0 else 0)
        blocks.append(Placed(move.block, tuple((x, y + lift) for x, y in mask_cells(move.cells))))
    return Play(tuple(reversed(rows)), tuple(blocks))


def _filled_card(codes: list[str], filled: int) -> Row:
    for code in sorted(codes):
        for turned in (False, True):
            text = turn_row(GARBAGE_ROWS[code]) if turned else GARBAGE_ROWS[code]
            if parse_row(text) & filled == filled & FULL_ROW:
                return Row(code, turned)
    raise ValueError("no card in hand is filled where it must be")
