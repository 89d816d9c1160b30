"""The engine protocol of a game of turns: the operations that follow from its `TurnGame` (docs/engine.md)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Generic

from cardgen import __version__
from cardgen.engines import GameContent
from cardgen.engines.policies import list_policies
from cardgen.engines.serving import (
    Answer,
    ApplyRequest,
    ChooseRequest,
    Operations,
    RefusedError,
    Request,
    RequestError,
    RuleError,
    StateRequest,
    VerifyRequest,
    ViewRequest,
    answer_line,
    read_model,
    read_options,
    read_policy,
    read_ruleset,
)
from cardgen.engines.turn_game import Played, Start, State, Turn, TurnGame, make_turn
from cardgen.engines.turn_logs import read_log, write_log
from cardgen.engines.turn_states import TURNS, read_state, write_played, write_state


class TurnServer(Generic[Start, State, Turn]):
    """Answers requests about a game of turns by its operations and by `others`."""

    def __init__(self, game: TurnGame[Start, State, Turn], others: Operations) -> None:
        self._game = game
        self.operations: Operations = {
            **others,
            "new_game": self.new_game,
            "turns": self.turns,
            "apply": self.apply,
            "choose": self.choose,
            "log": self.log,
            "view": self.view,
            "verify": self.verify,
            "about": self.about,
        }

    def answer(self, line: str | bytes, content: GameContent) -> str:
        """Return the answer to one request, as one line of ASCII JSON without its line end. Never raises."""
        return answer_line(line, self.operations, content)

    def new_game(self, data: Answer, content: GameContent) -> Answer:
        """Return the state before the first turn, and the number of its seats."""
        game = self._game
        try:
            start = game.prepare(read_options(game.options, data), content)
            game.begin(start, content)
        except RefusedError:
            raise
        except ValueError as error:
            raise RequestError("bad-value", str(error)) from None
        return {"state": write_state(game, start), "seats": game.seats(start)}

    def turns(self, data: Answer, content: GameContent) -> Answer:
        """Return the facts of a state and its legal turns."""
        played = self.read(read_model(StateRequest, data).state, content)
        return {**self._facts(played), "turns": self._game.list_turns(played.state)}

    def apply(self, data: Answer, content: GameContent) -> Answer:
        """Return the state after a turn."""
        request = read_model(ApplyRequest, data)
        state = self.read(request.state, content).state
        try:
            turn = self._game.read_data(request.turn, state)
        except RefusedError:
            raise
        except ValueError as error:
            raise RequestError("bad-value", f"turn: {error}") from None
        turn, _ = make_turn(self._game, state, turn)
        made = self._game.write_data(turn, state)
        return {"state": {**request.state, TURNS: [*request.state[TURNS], made]}}

    def choose(self, data: Answer, content: GameContent) -> Answer:
        """Return the turn that a policy chooses."""
        request = read_model(ChooseRequest, data)
        played = self.read(request.state, content)
        if self._game.to_move(played.state) is None:
            raise RequestError("game-over", "the game is over")
        policy = read_policy(request.policy, self._game.find_policy)
        # The number of turns gives other random numbers, so that a policy does not repeat itself.
        chance = random.Random(f"{played.start.seed}/{len(played.turns)}")
        turn = self._game.choose(played.state, policy, chance)
        return {"turn": self._game.write_data(turn, played.state)}

    def log(self, data: Answer, content: GameContent) -> Answer:
        """Return the log of a game, and for each turn its player and the facts that the game describes."""
        played = self.read(read_model(StateRequest, data).state, content)
        made = [self._describe(played, number) for number in range(len(played.turns))]
        return {"log": write_log(self._game, played), **self._columns(played, made)}

    def view(self, data: Answer, content: GameContent) -> Answer:
        """Return what a seat sees: the facts, the turns that were made, and its legal turns if it is to move."""
        request = read_model(ViewRequest, data)
        game, played, seat = self._game, self.read(request.state, content), request.seat
        record, made = [], []
        for number, turn_data in enumerate(request.state[TURNS]):
            secret = game.is_secret(played.states[number], played.turns[number], played.state, seat)
            shown = {name: value for name, value in turn_data.items() if name not in secret} if secret else turn_data
            record.append(shown)
            facts = self._describe(played, number)
            made.append({name: "" if name in secret else value for name, value in facts.items()})
        to_move = game.to_move(played.state)
        return {
            **game.view(played.state, seat),
            "to_move": to_move,
            "turns": game.list_turns(played.state) if to_move == seat and seat is not None else [],
            "record": record,
            "made": self._columns(played, made),
            "log": "" if game.has_secrets and to_move is not None else write_log(game, played),
        }

    def verify(self, data: Answer, content: GameContent) -> Answer:
        """Return whether a log keeps all rules: the state at its end, or the first rule that it breaks."""
        request = read_model(VerifyRequest, data)
        read_ruleset(request.ruleset, content.rulesets)
        try:
            played = read_log(self._game, request.log, content, request.ruleset)
        except RuleError as error:
            return {"legal": False, **error.data()}
        return {"legal": True, "state": write_played(self._game, played), **self._facts(played)}

    def about(self, data: Answer, content: GameContent) -> Answer:
        """Return what the engine offers."""
        read_model(Request, data)
        return {
            "name": "cardgen",
            "version": __version__,
            "ops": list(self.operations),
            "rulesets": list(content.rulesets),
            "policies": list_policies(self._game.engine, self._game.policies()),
            **self._game.about(content),
        }

    def read(self, data: Answer, content: GameContent) -> Played[Start, State, Turn]:
        """Return the game that led to a state. RequestError for one that is not possible."""
        try:
            return read_state(self._game, data, content)
        except (ValueError, RequestError) as error:
            raise RequestError("bad-state", str(error)) from None

    def _facts(self, played: Played[Start, State, Turn]) -> Answer:
        return {**self._game.facts(played.state), "to_move": self._game.to_move(played.state)}

    def _describe(self, played: Played[Start, State, Turn], number: int) -> Answer:
        return self._game.describe(played.states[number], played.turns[number], played.states[number + 1])

    def _columns(self, played: Played[Start, State, Turn], made: list[Answer]) -> Mapping[str, list[Any]]:
        """Return facts about turns as lists by name, with the players."""
        names = made[0] if made else {}
        players = [self._game.to_move(state) for state in played.states[:-1]]
        return {"players": players, **{name: [facts[name] for facts in made] for name in names}}
