"""One trial: a whole game from the deal to the winner, and the counts of its events."""

from __future__ import annotations

import random
from typing import Any

from cardgen import message
from cardgen.games.block_killer.attack import Clear
from cardgen.games.block_killer.copies import deal_game
from cardgen.games.block_killer.game import BlockKillerState, Draw, MakePlay, Pass, Turn, apply
from cardgen.games.block_killer.plays import discarded_cards, score_play
from cardgen.games.block_killer.policies import find_policy
from cardgen.games.block_killer.policy_context import PolicyContext, RatedPlay, SearchKey
from cardgen.games.block_killer.refusals import BlockKillerError
from cardgen.games.block_killer.simulation.settings import Settings, assign_seats
from cardgen.games.block_killer.turns import write_turn
from cardgen.games.block_killer.views import view_state

#: Why a player is out: the draw of their own turn, an attack, or an answer that counters their attack.
CAUSES = ("draw", "attack", "counter")
#: Outcomes of an attack that may be answered: no answer; parried in part; in full; countered, so the attacker draws.
ANSWERS = ("none", "part", "all", "counter")
#: Kinds of clears. The last without and with a spin are for so many lines or more.
CLEARS = ("1", "2", "3", "4", "spin 1", "spin 2", "spin 3")
_PLAIN, _SPINS = 4, 3


def trial(settings: Settings, number: int) -> dict[str, Any]:
    """Return the result of game `number` as JSON values, in less than 300 bytes for the bundled rulesets.

    `seats`: the index of each seat's policy. `start`: the starting seat. `winner`: the winning seat, or None if the
    game was stopped after `most_turns` turns. `turns`: the turns begun, each with a draw; an answer is not a turn.
    `out`: [seat, turn, index into CAUSES] of each player who is out, in order. `over`: turns with too many block cards
    after the draw, so that a play was forced. `attacks`: plays except answers, counted by their attack, from 0.
    `answers`: attacks that may be answered, counted by ANSWERS. `drawn`: garbage cards drawn for attacks, and for
    counters. `clears`: clears of all plays and answers, counted by CLEARS. `shuffles`: the number of times that a deck
    was refilled. ValueError if a policy does not exist, or makes a turn that is not legal.
    """
    policies = [find_policy(name) for name in settings.policies]
    seats = assign_seats(len(policies), settings.players, number)
    cache: dict[SearchKey, RatedPlay] = {}
    contexts = [
        PolicyContext(settings.rules, settings.budget, random.Random(f"{settings.seed}/{number}/{seat}"), cache)
        for seat in range(settings.players)
    ]
    # The seed of a state is a whole number; 53 random bits make the games of different seeds different.
    seed = int(random.Random(f"{settings.seed}/{number}").random() * 2**53)
    state = deal_game(settings.players, seed, settings.rules, settings.copies)
    record = Record(state)
    while (seat := state.to_move) is not None and not (state.phase == "draw" and record.turns == settings.most_turns):
        turn = policies[seats[seat]](view_state(state), contexts[seat])
        try:
            after = _apply(state, turn)
        except BlockKillerError as error:
            text = message(
                "policy {name!r}, game {game}, turn {turn}: {choice}: {error}",
                name=settings.policies[seats[seat]],
                game=number,
                turn=record.turns,
                choice=_describe_turn(turn),
                error=error,
            )
            raise ValueError(text) from error
        record.add(state, turn, after)
        state = after
    return {"seats": list(seats), **record.result(state)}


def _apply(state: BlockKillerState, turn: Turn) -> BlockKillerState:
    if not isinstance(turn, Draw | Pass | MakePlay):
        raise BlockKillerError("must-play" if state.phase != "draw" else "draw-first")
    return apply(state, turn)


def _describe_turn(turn: Turn) -> str:
    """Return a turn in notation, or as Python writes it if it is none."""
    if not isinstance(turn, Draw | Pass | MakePlay):
        return message("{value!r} is not a turn", value=turn)
    try:
        return write_turn(turn)
    except BlockKillerError:
        return repr(turn)


class Record:
    """The counts of the events of a game so far."""

    def __init__(self, deal: BlockKillerState) -> None:
        self.turns = 0
        self._start = deal.turn
        self._shuffles = deal.shuffles
        self._over = 0
        self._out: list[list[int]] = []
        self._attacks: list[int] = []
        self._answers = [0] * len(ANSWERS)
        self._drawn = [0, 0]
        self._clears = [0] * len(CLEARS)

    def add(self, before: BlockKillerState, turn: Turn, after: BlockKillerState) -> None:
        """Count a turn or an answer, and its effects."""
        if isinstance(turn, Draw):
            self._draw(before, after)
        elif isinstance(turn, MakePlay):
            self._play(before, turn, after)
        elif before.attack is not None:
            self._answer(0, before, after, 0, 0)
        for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
            if now.out and not was.out:
                cause = 0 if before.phase == "draw" else 2 if seat == before.turn else 1
                self._out.append([seat, self.turns, cause])

    def result(self, state: BlockKillerState) -> dict[str, Any]:
        """Return all counts. `state` is the last state of the game."""
        return {
            "start": self._start,
            "winner": state.winner,
            "turns": self.turns,
            "out": self._out,
            "over": self._over,
            "attacks": self._attacks,
            "answers": self._answers,
            "drawn": self._drawn,
            "clears": self._clears,
            "shuffles": state.shuffles - self._shuffles,
        }

    def _draw(self, before: BlockKillerState, after: BlockKillerState) -> None:
        self.turns += 1
        self._over += len(after.players[before.turn].blocks) > before.rules.most_blocks

    def _play(self, before: BlockKillerState, turn: MakePlay, after: BlockKillerState) -> None:
        assert before.to_move is not None
        player = before.players[before.to_move]
        scored = score_play(turn.play, before.rules, player.hand, earlier_special=player.last_special)
        for clear in scored.clears:
            self._clears[clear_kind(clear)] += 1
        discarded = len(discarded_cards(turn.play, scored.cleared))
        if before.attack is not None:
            # Block points are used first, and those left over are lost.
            parried = scored.attack + scored.block
            counters = scored.attack > max(0, before.attack.points - scored.block)
            kind = 3 if counters else 2 if parried >= before.attack.points else 1
            self._answer(kind, before, after, discarded, scored.attack)
            return
        self._attacks += [0] * (scored.attack + 1 - len(self._attacks))
        self._attacks[scored.attack] += 1
        if after.attack is None and turn.target is not None:
            self._drawn[0] += _drawn(before, after, turn.target, 0)  # an attack too weak to be answered

    def _answer(
        self, kind: int, before: BlockKillerState, after: BlockKillerState, discarded: int, attack: int
    ) -> None:
        assert before.attack is not None
        self._answers[kind] += 1
        self._drawn[0] += _drawn(before, after, before.attack.target, discarded)
        if attack:
            self._drawn[1] += _drawn(before, after, before.turn, 0)


def _drawn(before: BlockKillerState, after: BlockKillerState, seat: int, discarded: int) -> int:
    """Return how many garbage cards a player drew, after discarding some. A player who is out drew one too many."""
    player = after.players[seat]
    now = before.rules.most_garbage + 1 if player.out else len(player.garbage)
    return now - (len(before.players[seat].garbage) - discarded)


def clear_kind(clear: Clear) -> int:
    """Return the index of a clear's kind in CLEARS."""
    if clear.spin:
        return _PLAIN + min(clear.lines, _SPINS) - 1
    return min(clear.lines, _PLAIN) - 1
