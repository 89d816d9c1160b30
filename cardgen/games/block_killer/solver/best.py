"""The best play of a hand, at once, then better, then proved.

Three searches take turns, each round of turns twice as long as the one before. One follows the most promising positions
only, more of them each time, and finds good plays soon. One asks whether more than the best attack so far can be
reached: a yes is a better play, a no is the proof. One asks the same from the upper bound downwards, so that meanwhile
the bound comes down: each no lowers it by one. What cannot be reached from a position all questions keep together, so
that each turn goes on where the one before ended.

A path of the search becomes an answer only when the engine has worked it out as a real play of the hand and come to
the same attack.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from cardgen.games.block_killer.notation import Hand, Play, write_play
from cardgen.games.block_killer.plays import discarded_cards, score_play
from cardgen.games.block_killer.refusals import PlayError
from cardgen.games.block_killer.rules import Rules
from cardgen.games.block_killer.solver.kernel import new_searcher
from cardgen.games.block_killer.solver.search import Found, StoppedError
from cardgen.games.block_killer.solver.worth import MOST_BLOCKS, MOST_GARBAGE
from cardgen.games.block_killer.solver.writing import write_out
from cardgen.words.messages import message

#: Seconds of the first turns, and of the search for ties at least; and positions where those are what is measured.
FIRST_TURN, FIRST_POSITIONS = 0.25, 20_000
#: How many positions are followed at first, and at most: more would not fit into memory.
FIRST_WIDTH, MOST_WIDTH = 8, 8 << 14


@dataclass(frozen=True, slots=True)
class Best:
    """The best play found of a hand.

    `attack` is what it is worth, `at_most` what any play of the hand can be worth: `proven` when they are equal.
    `positions` counts the placements that were looked at.
    """

    play: Play
    attack: int
    at_most: int
    proven: bool
    positions: int


class SolverDefectError(RuntimeError):
    """The engine does not confirm a play of the search: a defect of the solver. Nothing it says is proved then."""


def best_play(
    hand: Hand,
    rules: Rules,
    seconds: float | None = None,
    report: Callable[[Best], object] | None = None,
    stop: Callable[[], bool] | None = None,
    *,
    positions: int | None = None,
    earlier_special: bool = False,
) -> Best:
    """The play of `hand` with the greatest attack found, and whether it is proved.

    What is proved is the attack: when `proven`, no play of the hand makes a greater one. Among plays of one attack that
    were come across, the one that discards most garbage cards is taken, then the one of fewest blocks, then the one
    whose notation sorts first. After the proof more discarded cards are searched for, then fewer blocks, for as long
    again as the proof took, within the deadline; that these are the most and the fewest is not promised.

    The search ends with the proof and that, or after `seconds`, or when `stop()`, asked some hundred times a second,
    is true, or when `report`, called with every better play and every lower bound, returns something true; there is an
    answer always. With `positions`, turns are measured in positions and not in time, and the search ends after about so
    many: then the same hand gets the same answer on every machine. `earlier_special` says that the player's last clear
    of an earlier play was special; it counts where the ruleset says so. PlayError when no play can be made of the hand;
    ValueError for more than 7 blocks or 12 garbage cards.
    """
    if len(hand.blocks) > MOST_BLOCKS or len(hand.garbage) > MOST_GARBAGE:
        text = message(
            "the hand is too large: the solver searches at most {blocks} blocks and {garbage} garbage cards",
            blocks=MOST_BLOCKS,
            garbage=MOST_GARBAGE,
        )
        raise ValueError(text)
    if not hand.blocks:
        raise PlayError("no-block")
    if len(hand.garbage) < rules.play.least_garbage:
        raise PlayError("too-little-garbage", what=rules.play.least_garbage)
    task = _Task(hand, rules, seconds, positions, report, stop, earlier_special)
    try:
        return task.run()
    finally:
        task.end()


class _Task:
    """One call of `best_play`."""

    def __init__(
        self,
        hand: Hand,
        rules: Rules,
        seconds: float | None,
        positions: int | None,
        report: Callable[[Best], object] | None,
        stop: Callable[[], bool] | None,
        earlier_special: bool,
    ) -> None:
        self._hand, self._rules, self._report, self._stop = hand, rules, report, stop
        self._earlier_special = earlier_special
        self._began = time.monotonic()
        self._deadline = None if seconds is None else self._began + seconds
        self._turn_ends: float | None = None
        self._budget = positions
        self._ending = False
        self._asked = self._began
        self._rank = (-1, 0, 0)  # attack, discarded cards, minus the blocks: none found yet
        self._width = FIRST_WIDTH
        self._text = ""
        self._play = Play((), ())
        self._searcher = new_searcher(hand, rules, self._pause, earlier_special, long=positions is None)
        self._at_most = self._searcher.most()

    def run(self) -> Best:
        self._turn(None, self._find_any)
        turn = 1
        while not self._ending and self._attack < self._at_most:
            self._turn(turn, self._look_ahead)
            self._turn(2.5 * turn, self._raise)
            self._turn(0.5 * turn, self._lower)
            turn *= 2
        if self._budget is None:
            spent = (time.monotonic() - self._began) / FIRST_TURN
        else:
            spent = self._searcher.positions / FIRST_POSITIONS
        self._turn(1 + spent, self._search_ties)
        return self._best()

    def end(self) -> None:
        """Let go of the search at once: it asks this task, so each would keep the other, and its tables are large."""
        del self._searcher

    def _turn(self, part: float | None, search: Callable[[], None]) -> None:
        """Let a search run for so many times the first turn; without an end for None."""
        if self._ending:
            return
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
        found = self._searcher.reach(0)
        if found is None:
            raise SolverDefectError("no play of the hand was found")
        self._better(found)

    def _look_ahead(self) -> None:
        """Follow more and more of the most promising positions."""
        while self._attack < self._at_most and self._width <= MOST_WIDTH:
            if not self._searcher.beam(self._width, self._attack, self._better):
                return
            self._width *= 4

    def _raise(self) -> None:
        """Ask for more than there is; when nothing reaches it, this is the most."""
        while self._attack < self._at_most:
            found = self._searcher.reach(self._attack + 1)
            if found is not None:
                self._better(found)
            else:
                self._at_most = self._attack
                self._tell()

    def _lower(self) -> None:
        """Ask for the bound itself; lower it when nothing reaches it."""
        while self._attack < self._at_most:
            found = self._searcher.reach(self._at_most)
            if found is not None:
                self._better(found)
            else:
                self._at_most -= 1
                self._tell()

    def _search_ties(self) -> None:
        reach = self._searcher.reach_tie
        while found := reach(self._rank[0], self._rank[1] + 1, len(self._hand.blocks)):
            self._better(found)
        while self._rank[2] < -1 and (found := reach(self._rank[0], self._rank[1], -self._rank[2] - 1)):
            self._better(found)

    def _better(self, found: Found) -> None:
        """Take a play found if it is better, once the engine has confirmed it."""
        rank = (found.attack, found.discarded, -len(found.moves))
        if rank < self._rank:
            return
        play = write_out(found, self._hand, self._rules)
        text = write_play(play)
        if rank == self._rank and text >= self._text:
            return
        try:
            scored = score_play(play, self._rules, self._hand, earlier_special=self._earlier_special)
        except PlayError as error:
            raise SolverDefectError(f"{text}: {error}") from error
        discarded = len(discarded_cards(play, scored.cleared))
        if (scored.attack, discarded) != (found.attack, found.discarded) or found.attack > self._at_most:
            raise SolverDefectError(f"{text}: {scored.attack} and not {found.attack}, at most {self._at_most}")
        self._rank, self._text, self._play = rank, text, play
        self._tell()

    def _tell(self) -> None:
        if self._report is not None and self._attack >= 0 and self._report(self._best()):
            self._ending = True
            raise StoppedError

    def _best(self) -> Best:
        attack, at_most = self._attack, self._at_most
        return Best(self._play, attack, at_most, attack == at_most, self._searcher.positions)

    def _pause(self) -> None:
        """Called by the searches again and again: StoppedError when the turn is over, or all is."""
        if self._attack < 0:
            return  # the first play is found whatever the time
        now = time.monotonic()
        if self._deadline is not None and now >= self._deadline:
            self._ending = True
        if self._stop is not None and now - self._asked >= 0.01:
            self._asked = now
            self._ending = self._ending or self._stop()
        if self._ending or (self._turn_ends is not None and now >= self._turn_ends):
            raise StoppedError
