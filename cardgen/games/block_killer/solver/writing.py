"""A path of the search written out as a real play, and proved by the engine."""

from __future__ import annotations

from cardgen.games.block_killer.cards import CHECKERBOARD, GARBAGE_ROWS, turn_row
from cardgen.games.block_killer.field import FULL_ROW, mask_cells, parse_row
from cardgen.games.block_killer.notation import SOLID_ROW, Hand, Placed, Play, Row
from cardgen.games.block_killer.rules import Rules
from cardgen.games.block_killer.solver.search import Found


def write_out(found: Found, hand: Hand, rules: Rules) -> Play:
    """The play that a path stands for: the rows revealed, from the last to the first, and the blocks.

    Solid rows lie below the rows that the first block revealed. Where the rules demand more garbage, cards still in
    hand lie below all, the first of them filled wherever the first unknown row has to be.
    """
    revealed = [form.row for move in found.moves for form in move.forms]
    left = list(hand.garbage)
    for _ in range(2 * found.solids):
        left.remove(CHECKERBOARD)
    for row in revealed:
        left.remove(row.code)
    missing = rules.play.least_garbage - (len(hand.garbage) - len(left))
    fillers: list[Row] = []  # top first
    if missing > 0:
        fillers.append(_filled_card(left, found.moves[-1].filled))
        left.remove(fillers[0].code)
        fillers += [Row(code) for code in left[: missing - 1]]
    first = len(found.moves[0].forms)
    rows = [*revealed[:first], *[SOLID_ROW] * found.solids, *revealed[first:], *fillers]
    blocks, unseen = [], len(revealed) + len(fillers)
    for number, move in enumerate(found.moves):
        unseen -= len(move.forms)
        lift = unseen + (found.solids if number == 0 else 0)
        blocks.append(Placed(move.block, tuple((x, y + lift) for x, y in mask_cells(move.cells))))
    return Play(tuple(reversed(rows)), tuple(blocks))


def _filled_card(codes: list[str], filled: int) -> Row:
    for code in sorted(codes):
        for turned in (False, True):
            text = turn_row(GARBAGE_ROWS[code]) if turned else GARBAGE_ROWS[code]
            if parse_row(text) & filled == filled & FULL_ROW:
                return Row(code, turned)
    raise ValueError("no card in hand is filled where it must be")
