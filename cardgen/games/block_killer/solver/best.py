"""The best play of a hand: first any play, then better ones, then the proof.

Three searches take turns, and each round is twice as long as the one before. The first follows only the most promising
positions, more of them each time, and finds good plays soon. The second searches a greater attack than the best so far:
it finds a better play, or proves that there is none. The third searches an attack equal to the upper bound: it finds
the best play, or lowers the bound by one. All searches share the table of refuted positions, so that each turn
continues where the one before ended.

A path of the search becomes a result only after the engine has scored it as a real play of the hand with the same
attack.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from cardgen import dataclass, message
from cardgen.games.block_killer.cards import CHECKERBOARD, GARBAGE_ROWS, turn_row
from cardgen.games.block_killer.field import FULL_ROW, mask_cells, parse_row
from cardgen.games.block_killer.notation import SOLID_ROW, Hand, Placed, Play, Row, write_play
from cardgen.games.block_killer.plays import discarded_cards, score_play
from cardgen.games.block_killer.refusals import BlockKillerError
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.solver.clear_values import MOST_BLOCKS, MOST_GARBAGE
from cardgen.games.block_killer.solver.kernel import new_searcher
from cardgen.games.block_killer.solver.moves import FoundPlay
from cardgen.games.block_killer.solver.search import StoppedError

#: The length of the first turns, and the least length of the search for ties, in seconds; and in positions.
FIRST_TURN, FIRST_POSITIONS = 0.25, 20_000
#: The first and the greatest width of the beam; more positions would not fit into memory.
FIRST_WIDTH, MOST_WIDTH = 8, 8 << 14


@dataclass(frozen=True, slots=True)
class Best:
    """The best play found of a hand.

    `attack` is its attack, `at_most` the upper bound for any play of the hand. `proven` is True if they are equal.
    `positions` counts the placements that were searched.
    """

    play: Play
    attack: int
    at_most: int
    proven: bool
    positions: int


class SolverDefectError(RuntimeError):
    """The engine does not confirm a play of the search. This is a defect of the solver, so nothing is proved."""


def best_play(
    hand: Hand,
    rules: BlockKillerRules,
    seconds: float | None = None,
    report: Callable[[Best], object] | None = None,
    stop: Callable[[], bool] | None = None,
    *,
    positions: int | None = None,
    earlier_special: bool = False,
) -> Best:
    """Return the play of `hand` with the greatest attack found, and whether it is proved.

    The proof is about the attack: if `proven`, no play of the hand has a greater one. Among plays found with the same
    attack, the result is the one that discards most garbage cards, then the one with fewest blocks, then the one whose
    notation sorts first. After the proof, the search continues for more discarded cards, then for fewer blocks, as long
    as the proof took, within the deadline; these may not be the most and the fewest.

    The search ends after the proof and this, or after `seconds`, or if `stop()` returns True, or if `report` does.
    `stop` is called about a hundred times a second, `report` with every better play and every lower bound. There is
    always a result. With `positions`, turns are measured in positions instead of time, and the search ends after about
    so many; then the result is the same on every machine. `earlier_special` is True if the player's last clear of an
    earlier play was special; the ruleset decides whether it counts. RuleError if the hand has no legal play; ValueError
    for more than 7 blocks or 12 garbage cards.
    """
    check_hand(hand, rules)
    search = PlaySearch(hand, rules, positions=positions, earlier_special=earlier_special)
    try:
        return search.run(seconds, report, stop)
    finally:
        search.end()


def check_hand(hand: Hand, rules: BlockKillerRules) -> None:
    """Raise ValueError for a hand that is too large to be searched, BlockKillerError for one without a legal play."""
    if len(hand.blocks) > MOST_BLOCKS or len(hand.garbage) > MOST_GARBAGE:
        text = message(
            "the hand is too large: the solver searches at most {blocks} blocks and {garbage} garbage cards",
            blocks=MOST_BLOCKS,
            garbage=MOST_GARBAGE,
        )
        raise ValueError(text)
    if not hand.blocks:
        raise BlockKillerError("no-block")
    if len(hand.garbage) < rules.play.least_garbage:
        raise BlockKillerError("too-little-garbage", what=rules.play.least_garbage)


class PlaySearch:
    """The search of one hand, which can be interrupted and continued. `at_most` is an upper bound, if one is known."""

    def __init__(
        self,
        hand: Hand,
        rules: BlockKillerRules,
        *,
        positions: int | None = None,
        earlier_special: bool = False,
        at_most: int | None = None,
        tables: Any = None,
    ) -> None:
        self._hand, self._rules, self._earlier_special = hand, rules, earlier_special
        self._report: Callable[[Best], object] | None = None
        self._stop: Callable[[], bool] | None = None
        self._deadline: float | None = None
        self._turn_ends: float | None = None
        self._budget = positions
        self._ending = self.has_tied = False
        self._last_stop_check = 0.0
        self._spent = 0.0
        self._turns = self._plan_turns()
        self._turn: tuple[float, Callable[[], None]] | None = None
        self._rank = (-1, 0, 0)  # attack, discarded cards, minus the number of blocks; -1 before the first play
        self._width = FIRST_WIDTH
        self._text = ""
        self._play = Play((), ())
        long = positions is None
        self._searcher = new_searcher(hand, rules, self._pause, earlier_special, long=long, tables=tables)
        self.at_most = self._searcher.most()
        if at_most is not None:
            self.at_most = min(self.at_most, at_most)

    def run(
        self,
        seconds: float | None = None,
        report: Callable[[Best], object] | None = None,
        stop: Callable[[], bool] | None = None,
        *,
        ties: bool = True,
    ) -> Best:
        """Search on, and return the best play so far. Without `ties`, end with the proof."""
        start = time.monotonic()
        self._report, self._stop, self._ending, self._last_stop_check = report, stop, False, start
        self._deadline = None if seconds is None else start + seconds
        if self._attack < 0:
            self._run_turn(None, self._find_any)
        while not self._ending and self._attack < self.at_most:
            self._take_turn()
        self._spent += (time.monotonic() - start) / FIRST_TURN
        if ties and not self._ending and not self.has_tied:
            spent = self._spent if self._budget is None else self._searcher.positions / FIRST_POSITIONS
            self._run_turn(1 + spent, self._search_ties)
            self.has_tied = not self._ending
        return self._best()

    def end(self) -> None:
        """Release the search now: its tables are large, and it refers to this object, which refers to it."""
        del self._searcher, self._turns, self._turn

    def _plan_turns(self) -> Iterator[tuple[float, Callable[[], None]]]:
        turn = 1
        while True:
            yield turn, self._search_by_beam
            yield 2.5 * turn, self._search_upwards
            yield 0.5 * turn, self._search_downwards
            turn *= 2

    def _take_turn(self) -> None:
        """Run the next turn, or the rest of the one that was interrupted."""
        part, search = self._turn or next(self._turns)
        start = time.monotonic()
        self._run_turn(part, search)
        left = part - (time.monotonic() - start) / FIRST_TURN
        self._turn = (left, search) if self._ending and left > 0 else None

    def _run_turn(self, part: float | None, search: Callable[[], None]) -> None:
        """Run a search for `part` times the length of the first turn; without a limit for None."""
        if part is not None and self._budget is None:
            self._turn_ends = time.monotonic() + part * FIRST_TURN
        elif part is not None and self._budget is not None:
            self._searcher.limit = min(self._budget, self._searcher.positions + int(part * FIRST_POSITIONS))
        with suppress(StoppedError):
            search()
        self._ending |= self._budget is not None and self._searcher.positions >= self._budget

    # ------------------------------------------------------------------------------------------------------------------

    @property
    def _attack(self) -> int:
        return self._rank[0]

    def _find_any(self) -> None:
        result = self._searcher.reach(0)
        if result is None:
            raise SolverDefectError("the search has no play of the hand")
        self._take_if_better(result)

    def _search_by_beam(self) -> None:
        """Follow the most promising positions with a growing width."""
        while self._attack < self.at_most and self._width <= MOST_WIDTH:
            if not self._searcher.beam(self._width, self._attack, self._take_if_better):
                return
            self._width *= 4

    def _search_upwards(self) -> None:
        """Search greater attacks than the best so far until there is none, which is the proof."""
        while self._attack < self.at_most:
            result = self._searcher.reach(self._attack + 1)
            if result is not None:
                self._take_if_better(result)
            else:
                self.at_most = self._attack
                self._report_best()

    def _search_downwards(self) -> None:
        """Search an attack equal to the upper bound, and lower the bound until there is one."""
        while self._attack < self.at_most:
            result = self._searcher.reach(self.at_most)
            if result is not None:
                self._take_if_better(result)
            else:
                self.at_most -= 1
                self._report_best()

    def _search_ties(self) -> None:
        reach = self._searcher.reach_tie
        while result := reach(self._rank[0], self._rank[1] + 1, len(self._hand.blocks)):
            self._take_if_better(result)
        while self._rank[2] < -1 and (result := reach(self._rank[0], self._rank[1], -self._rank[2] - 1)):
            self._take_if_better(result)

    def _take_if_better(self, result: FoundPlay) -> None:
        """Take a search result if it is better and the engine confirms it."""
        rank = (result.attack, result.discarded, -len(result.moves))
        if rank < self._rank:
            return
        play = build_play(result, self._hand, self._rules)
        text = write_play(play)
        if rank == self._rank and text >= self._text:
            return
        try:
            scored = score_play(play, self._rules, self._hand, earlier_special=self._earlier_special)
        except BlockKillerError as error:
            raise SolverDefectError(f"{text}: {error}") from error
        discarded = len(discarded_cards(play, scored.cleared))
        if (scored.attack, discarded) != (result.attack, result.discarded) or result.attack > self.at_most:
            raise SolverDefectError(f"{text}: attack {scored.attack}, expected {result.attack}, at most {self.at_most}")
        self._rank, self._text, self._play = rank, text, play
        self._report_best()

    def _report_best(self) -> None:
        if self._report is not None and self._attack >= 0 and self._report(self._best()):
            self._ending = True
            raise StoppedError

    def _best(self) -> Best:
        attack, at_most = self._attack, self.at_most
        return Best(self._play, attack, at_most, attack == at_most, self._searcher.positions)

    def _pause(self) -> None:
        """Raise StoppedError if the turn or the whole search is over. The searches call this often."""
        if self._attack < 0:
            return  # the first play has no time limit
        now = time.monotonic()
        if self._deadline is not None and now >= self._deadline:
            self._ending = True
        if self._stop is not None and now - self._last_stop_check >= 0.01:
            self._last_stop_check = now
            self._ending = self._ending or self._stop()
        if self._ending or (self._turn_ends is not None and now >= self._turn_ends):
            raise StoppedError


# ---------------------------------------------------------------- the play of a search


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
