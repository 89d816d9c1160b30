"""The analysis of a hand: its best plays, and what each step of one play still makes possible.

Two plays differ if they use different block cards. A play is listed only if it needs each of them: without any one, the
rest of the hand has only weaker plays. So the list answers what a player asks: how much attack for how many blocks.

The plays are found from the whole hand down. A hand without one block has at most the attack of the hand with it, so
its search begins with a good bound. Hands are taken in the order of their attack; one that has more than every hand
with one block less is a line of the list. When no other hand can follow, the list is proven.

The steps of a play are searched from the last to the first. Each step can still reach what a later one can, and no step
can reach more than the hand: where these meet, nothing is searched.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator

from cardgen import dataclass
from cardgen.games.block_killer.attack import Chain, score_lock
from cardgen.games.block_killer.cards import WIDTH
from cardgen.games.block_killer.field import FULL_ROW, field_height, lock, stack_rows
from cardgen.games.block_killer.notation import Hand, Play, write_play
from cardgen.games.block_killer.placements import legal_placements
from cardgen.games.block_killer.plays import ScoredPlay, score_play
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.solver.best import Best, PlaySearch, check_hand
from cardgen.games.block_killer.solver.kernel import new_searcher, new_tables
from cardgen.games.block_killer.solver.moves import BlockStart
from cardgen.games.block_killer.solver.search import Searcher, StoppedError

#: The lines of an analysis.
MOST_LINES = 5
#: The seconds of the first turn of each search; every further turn is twice as long.
FIRST_TURN = 0.2


@dataclass(frozen=True, slots=True)
class PlayLine:
    """A play of the list. `proven` is True if no play with the same blocks has a greater attack."""

    play: Play
    attack: int
    block: int
    proven: bool


@dataclass(frozen=True, slots=True)
class Reach:
    """The attack that a play can still have after a step: what a search has reached, and at most possible."""

    attack: int
    at_most: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """The state of an analysis.

    `lines` are the best plays. `attack` is the greatest attack found, `at_most` its upper bound. `own` is the attack of
    the player's play, None without one. `steps` has what can be reached after its garbage and after each of its blocks.
    `finished` is True if everything is proven: the lines, too, are then the best ones.
    """

    lines: tuple[PlayLine, ...]
    attack: int
    at_most: int
    own: int | None
    steps: tuple[Reach, ...]
    finished: bool
    positions: int

    @property
    def lost_at(self) -> int | None:
        """The first step after which the greatest attack is out of reach; None if there is none, or none is known.

        0 is the garbage, n the block with that number, and the number of blocks plus 1 an end that came too early.
        """
        if self.own is None:
            return None
        for number, reach in enumerate(self.steps):
            if reach.at_most < self.attack:
                return number
        return len(self.steps) if self.own < self.attack else None


class Analyser:
    """The analysis of a hand and, if there is one, of a play of it. It can be interrupted and continued.

    BlockKillerError for a play that is not legal, or a hand without one; ValueError for a hand that is too large.
    """

    def __init__(self, hand: Hand, rules: BlockKillerRules, play: Play | None = None) -> None:
        check_hand(hand, rules)
        self._hand, self._rules = hand, rules
        self._tables = new_tables(rules)
        self._root = _Node(hand, None)
        self._nodes = {_key(hand.blocks): self._root}
        self._unexpanded = [self._root]
        self._lines: list[_Node] = []
        self._complete = False
        self._turn = FIRST_TURN
        self._candidates: dict[str, PlayLine] = {}
        self._positions = 0
        scored = score_play(play, rules, hand) if play is not None and play.blocks else None
        self._own = None if play is None else scored.attack if scored else 0
        self._steps = [] if play is None else list(self._steps_of(play, scored))

    def run(self, seconds: float | None = None, stop: Callable[[], bool] | None = None) -> Analysis:
        """Search on for `seconds`, or until `stop()` returns True, and return what is known."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while not self._is_finished():
            for work in (self._search_root, self._search_steps, self._search_lines):
                now = time.monotonic()
                if (deadline is not None and now >= deadline) or (stop is not None and stop()):
                    return self.state()
                ends = now + self._turn
                work(ends if deadline is None else min(ends, deadline), stop)
            self._turn *= 2
        return self.state()

    def state(self) -> Analysis:
        """Return what is known now."""
        best = self._root.best
        lines = [node.line(self._rules) for node in self._lines]
        if not self._complete:
            keys = {_key(_letters(line.play)) for line in lines}
            lines = [*lines, *(line for key, line in self._candidates.items() if key not in keys)]
            lines = [line for line in lines if not any(_is_better(other, line) for other in lines)]
        return Analysis(
            tuple(sorted(lines, key=_line_rank)[:MOST_LINES]),
            max(best.attack if best else 0, self._own or 0),
            self._root.at_most if best else 10**6,
            self._own,
            tuple(Reach(step.low, max(step.low, min(step.high, self._root.at_most))) for step in self._steps),
            self._is_finished(),
            self._positions + sum(node.positions for node in self._nodes.values()),
        )

    def _is_finished(self) -> bool:
        return self._complete and all(step.low == step.high for step in self._steps)

    # ------------------------------------------------------------------------------------------------------------------
    # The list of plays

    def _search_root(self, ends: float, stop: Callable[[], bool] | None) -> None:
        self._prove(self._root, ends, stop)

    def _search_lines(self, ends: float, stop: Callable[[], bool] | None) -> None:
        """Find the hands that need all their blocks, in the order of their attack, until the list is complete."""
        while not self._complete and self._root.is_proven:
            node = min(self._unexpanded, key=_Node.rank, default=None)
            if node is None or not node.attack or self._is_beyond(node):
                if not self._lines and self._root.best is not None and not self._root.attack:
                    self._lines.append(self._root)
                if not all(self._improve(line, ends, stop) for line in self._first_lines()):
                    return
                self._complete = True
                return
            smaller = []
            for hand in _without_one(node.hand):
                child = self._nodes.setdefault(_key(hand.blocks), _Node(hand, node.attack))
                if not self._prove(child, ends, stop):
                    return
                smaller.append(child)
            self._unexpanded.remove(node)
            self._unexpanded += [child for child in smaller if child not in self._unexpanded and not child.is_expanded]
            node.is_expanded = True
            if all(child.attack < node.attack for child in smaller):
                self._lines.append(node)

    def _first_lines(self) -> list[_Node]:
        return sorted(self._lines, key=_Node.rank)[:MOST_LINES]

    def _is_beyond(self, node: _Node) -> bool:
        """Return True if the list is full, and neither this hand nor any smaller one can be in it."""
        return len(self._lines) >= MOST_LINES and node.attack < self._first_lines()[-1].attack

    def _prove(self, node: _Node, ends: float, stop: Callable[[], bool] | None) -> bool:
        """Search the best play of a hand until `ends`. Return True if it is proven."""
        if node.is_proven:
            return True
        if node.search is None:
            node.search = PlaySearch(node.hand, self._rules, at_most=node.at_most, tables=self._tables)
        node.best = node.search.run(_seconds_until(ends), self._note, stop, ties=False)
        node.positions, node.at_most = node.best.positions, node.best.at_most
        return node.is_proven

    def _improve(self, node: _Node, ends: float, stop: Callable[[], bool] | None) -> bool:
        """Search a play of a line that discards more cards, as `best_play` does. Return True if this has ended."""
        if node.search is None:
            return True
        node.best = node.search.run(_seconds_until(ends), None, stop)
        node.positions = node.best.positions
        if not node.search.has_tied:
            return False
        node.search.end()
        node.search = None
        return True

    def _note(self, best: Best) -> None:
        """Keep a play that a search has found, for the list of an analysis that is not finished."""
        key = _key(_letters(best.play))
        old = self._candidates.get(key)
        if best.attack and (old is None or best.attack > old.attack):
            block = score_play(best.play, self._rules).block
            self._candidates[key] = PlayLine(best.play, best.attack, block, False)

    # ------------------------------------------------------------------------------------------------------------------
    # The steps of a play

    def _steps_of(self, play: Play, scored: ScoredPlay | None) -> Iterator[_StepSearch]:
        own = scored.attack if scored else 0
        field, chain, attack = stack_rows(row.text for row in play.rows), Chain(), 0
        remaining = Counter(self._hand.blocks)
        laid = tuple(code for row in play.rows for code in row.cards)
        for step in (None, *(scored.steps if scored else ())):
            if step is not None:
                placement = step.placement
                _, chain = score_lock(len(step.rows), placement.spin, placement.mini, chain, self._rules)
                attack += step.clear.attack if step.clear else 0
                remaining[placement.block] -= 1
                field = step.after
            hand = Hand(tuple(remaining.elements()), laid)
            yield _StepSearch(hand, self._rules, self._tables, field, chain, attack, own)

    def _search_steps(self, ends: float, stop: Callable[[], bool] | None) -> None:
        low = 0
        for step in reversed(self._steps):
            step.low = low = max(low, step.low)
            if self._root.is_proven:
                step.high = max(step.low, min(step.high, self._root.attack))
            before = step.positions
            step.run(ends, stop)
            self._positions += step.positions - before
            low = step.low


class _Node:
    """A hand with some of the blocks, and what is known of its best play."""

    def __init__(self, hand: Hand, at_most: int | None) -> None:
        self.hand, self.at_most = hand, 10**6 if at_most is None else at_most
        self.best: Best | None = None
        self.search: PlaySearch | None = None
        self.positions = 0
        self.is_expanded = False
        if not hand.blocks:
            self.at_most = 0

    @property
    def attack(self) -> int:
        return self.best.attack if self.best is not None else 0

    @property
    def is_proven(self) -> bool:
        return not self.hand.blocks or (self.best is not None and self.best.proven)

    def rank(self) -> tuple[int, int, str]:
        return -self.attack, len(self.hand.blocks), _key(self.hand.blocks)

    def line(self, rules: BlockKillerRules) -> PlayLine:
        assert self.best is not None
        return PlayLine(self.best.play, self.attack, score_play(self.best.play, rules).block, self.best.proven)


class _StepSearch:
    """The search of the greatest attack of a play that is continued from a field in its middle."""

    def __init__(
        self, hand: Hand, rules: BlockKillerRules, tables: object, field: int, chain: Chain, attack: int, own: int
    ) -> None:
        self._rules, self._tables = rules, tables
        self._stop: Callable[[], bool] | None = None
        self._ends = 0.0
        self.low = own
        #: For each field from which the search goes on: its search, and the attack before it.
        self._ways: list[tuple[Searcher, int]] = []
        if any(field >> WIDTH * y & FULL_ROW == FULL_ROW for y in range(field_height(field))):
            # The search takes no full rows: begin after each way to place the first block, which clears them.
            for block in sorted(set(hand.blocks)):
                for place in legal_placements(field, block, rules):
                    after, rows = lock(field, place.cells)
                    clear, chain_after = score_lock(len(rows), place.spin, place.mini, chain, rules)
                    more = clear.attack if clear else 0
                    self._add_way(hand.without(block), after, chain_after, attack + more)
        else:
            self._add_way(hand, field, chain, attack)
        self.high = max(self.low, max((most for most in map(_most, self._ways)), default=0))

    def _add_way(self, hand: Hand, field: int, chain: Chain, attack: int) -> None:
        self.low = max(self.low, attack)
        if hand.blocks:
            start = BlockStart(field, 2 * chain.combo + chain.special)
            searcher = new_searcher(hand, self._rules, self._pause, long=True, start=start, tables=self._tables)
            self._ways.append((searcher, attack))

    @property
    def positions(self) -> int:
        return sum(searcher.positions for searcher, _ in self._ways)

    def run(self, ends: float, stop: Callable[[], bool] | None) -> None:
        """Search greater attacks until there is none, or until `ends`."""
        self._ends, self._stop = ends, stop
        while self.low < self.high:
            better = None
            try:
                for searcher, attack in self._ways:
                    if _most((searcher, attack)) > self.low:
                        better = searcher.reach(self.low + 1 - attack)
                    if better is not None:
                        self.low = attack + better.attack
                        break
            except StoppedError:
                return
            if better is None:
                self.high = self.low

    def _pause(self) -> None:
        if time.monotonic() >= self._ends or (self._stop is not None and self._stop()):
            raise StoppedError


class LastAnalysis:
    """The analysis that was asked for last: the same question continues it. Questions are answered one at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._question: object = None
        self._analyser: Analyser | None = None

    def run(self, hand: Hand, rules: BlockKillerRules, play: Play | None, seconds: float) -> Analysis:
        """Analyse for `seconds`. Errors are those of `Analyser`."""
        with self._lock:
            question = (hand, rules, play)
            if self._analyser is None or question != self._question:
                self._question = self._analyser = None
                self._analyser = Analyser(hand, rules, play)
                self._question = question
            return self._analyser.run(seconds)


def _most(way: tuple[Searcher, int]) -> int:
    searcher, attack = way
    return attack + searcher.most()


def _key(blocks: Iterator[str] | tuple[str, ...]) -> str:
    return "".join(sorted(blocks))


def _letters(play: Play) -> tuple[str, ...]:
    return tuple(placed.block for placed in play.blocks)


def _without_one(hand: Hand) -> Iterator[Hand]:
    """Yield the hand without one block, for each letter."""
    for block in sorted(set(hand.blocks)):
        yield hand.without(block)


def _seconds_until(ends: float) -> float:
    return max(0.0, ends - time.monotonic())


def _is_better(other: PlayLine, line: PlayLine) -> bool:
    """Return True if another play has as much attack with fewer of the same blocks."""
    mine, theirs = Counter(_letters(line.play)), Counter(_letters(other.play))
    return other.attack >= line.attack and theirs < mine


def _line_rank(line: PlayLine) -> tuple[int, int, str]:
    return -line.attack, len(line.play.blocks), write_play(line.play)
