"""The engine protocol of a game of turns: the operations that follow from its `TurnGame` (docs/engine.md)."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache, partial
from inspect import signature
from typing import Any, Generic, NamedTuple, TypeVar

from cardgen import __version__
from cardgen.engines import GameContent
from cardgen.engines.policies import list_policies
from cardgen.engines.serving import (
    Answer,
    ApplyRequest,
    ChooseRequest,
    NewGame,
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

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Answer])


class Operation(NamedTuple):
    """An operation: the models of its requests, and the function that answers one.

    The function has some of the parameters `request`, `rules` (the ruleset that the request names) and `content`. A
    request of several models is read as the first whose required members it has, or else as the last.
    """

    models: tuple[type[Request], ...]
    answer: Callable[..., Answer]
    read: Callable[[type[Any], Answer], Any] = read_model

    def read_request(self, data: Answer) -> Any:
        """Return a request as the model that fits it. RequestError naming the faults."""
        *several, last = self.models
        return self.read(next((model for model in several if _required(model) <= data.keys()), last), data)


class TurnServer(Generic[Start, State, Turn]):
    """Answers requests about a game of turns by the operations of all such games and by its own."""

    def __init__(self, game: TurnGame[Start, State, Turn]) -> None:
        self.game = game
        self._own: dict[str, Operation] = {}
        self._common: dict[str, Operation] = {
            "new_game": Operation((game.options,), self.new_game, read_options),
            "turns": Operation((StateRequest,), self.turns),
            "apply": Operation((ApplyRequest,), self.apply),
            "choose": Operation((ChooseRequest,), self.choose),
            "log": Operation((StateRequest,), self.log),
            "view": Operation((ViewRequest,), self.view),
            "verify": Operation((VerifyRequest,), self.verify),
            "card_uses": Operation((StateRequest,), self.card_uses),
            "about": Operation((Request,), self.about),
        }

    @property
    def operations(self) -> Mapping[str, Operation]:
        """The operations by name, the game's own first."""
        return {**self._own, **self._common}

    def operation(self, name: str, *models: type[Request]) -> Callable[[AnyFunction], AnyFunction]:
        """Return a decorator of functions that answer the operation `name`. `models` are those of its requests."""

        def add(function: AnyFunction) -> AnyFunction:
            self._own[name] = Operation(models, function)
            return function

        return add

    def answer(self, line: str | bytes, content: GameContent) -> str:
        """Return the answer to one request, as one line of ASCII JSON without its line end. Never raises."""
        calls = {name: partial(self._run, operation) for name, operation in self.operations.items()}
        return answer_line(line, calls, content)

    def _run(self, operation: Operation, data: Answer, content: GameContent) -> Answer:
        values, wanted = {"request": operation.read_request(data), "content": content}, _parameters(operation.answer)
        if "rules" in wanted:
            values["rules"] = self.game.rules_of(values["request"], content)
        return operation.answer(**{name: values[name] for name in wanted})

    def new_game(self, request: NewGame, content: GameContent) -> Answer:
        """Return the state before the first turn, and the number of its seats."""
        game = self.game
        try:
            start = game.prepare(request, content)
            game.begin(start, content)
        except RefusedError:
            raise
        except ValueError as error:
            raise RequestError("bad-value", str(error)) from None
        return {"state": write_state(game, start), "seats": game.seats(start)}

    def turns(self, request: StateRequest, content: GameContent) -> Answer:
        """Return the facts of a state and its legal turns."""
        played = self.read(request.state, content)
        return {**self._facts(played), "turns": self.game.list_turns(played.state)}

    def apply(self, request: ApplyRequest, content: GameContent) -> Answer:
        """Return the state after a turn."""
        state = self.read(request.state, content).state
        try:
            turn = self.game.read_data(request.turn, state)
        except RefusedError:
            raise
        except ValueError as error:
            raise RequestError("bad-value", f"turn: {error}") from None
        turn, _ = make_turn(self.game, state, turn)
        made = self.game.write_data(turn, state)
        return {"state": {**request.state, TURNS: [*request.state[TURNS], made]}}

    def choose(self, request: ChooseRequest, content: GameContent) -> Answer:
        """Return the turn that a policy chooses."""
        played = self.read(request.state, content)
        if self.game.to_move(played.state) is None:
            raise RequestError("game-over", "the game is over")
        policy = read_policy(request.policy, self.game.find_policy)
        # The number of turns gives other random numbers, so that a policy does not repeat itself.
        chance = random.Random(f"{played.start.seed}/{len(played.turns)}")
        turn = self.game.choose(played.state, policy, chance)
        return {"turn": self.game.write_data(turn, played.state)}

    def log(self, request: StateRequest, content: GameContent) -> Answer:
        """Return the log of a game, and for each turn its player and the facts that the game describes."""
        played = self.read(request.state, content)
        made = [self._describe(played, number) for number in range(len(played.turns))]
        return {"log": write_log(self.game, played), **self._columns(played, made)}

    def view(self, request: ViewRequest, content: GameContent) -> Answer:
        """Return what a seat sees: the facts, the turns that were made, and its legal turns if it is to move."""
        game, played, seat = self.game, self.read(request.state, content), request.seat
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

    def verify(self, request: VerifyRequest, content: GameContent) -> Answer:
        """Return whether a log keeps all rules: the state at its end, or the first rule that it breaks."""
        read_ruleset(request.ruleset, content.rulesets)
        try:
            played = read_log(self.game, request.log, content, request.ruleset)
        except RuleError as error:
            return {"legal": False, **error.data()}
        return {"legal": True, "state": write_played(self.game, played), **self._facts(played)}

    def card_uses(self, request: StateRequest, content: GameContent) -> Answer:
        """Return for each card how often each seat has played it, and how many each has in hand."""
        uses = self.game.card_uses(self.read(request.state, content).state)
        return {"cards": {card: {"played": [*played], "held": [*held]} for card, (played, held) in uses.items()}}

    def about(self, content: GameContent) -> Answer:
        """Return what the engine offers."""
        return {
            "name": "cardgen",
            "version": __version__,
            "ops": list(self.operations),
            "rulesets": list(content.rulesets),
            "policies": list_policies(self.game.engine, self.game.policies()),
            **self.game.about(content),
        }

    def read(self, data: Answer, content: GameContent) -> Played[Start, State, Turn]:
        """Return the game that led to a state. RequestError for one that is not possible."""
        try:
            return read_state(self.game, data, content)
        except (ValueError, RequestError) as error:
            raise RequestError("bad-state", str(error)) from None

    def _facts(self, played: Played[Start, State, Turn]) -> Answer:
        return {**self.game.facts(played.state), "to_move": self.game.to_move(played.state)}

    def _describe(self, played: Played[Start, State, Turn], number: int) -> Answer:
        return self.game.describe(played.states[number], played.turns[number], played.states[number + 1])

    def _columns(self, played: Played[Start, State, Turn], made: list[Answer]) -> Mapping[str, list[Any]]:
        """Return facts about turns as lists by name, with the players."""
        names = made[0] if made else {}
        players = [self.game.to_move(state) for state in played.states[:-1]]
        return {"players": players, **{name: [facts[name] for facts in made] for name in names}}


def _required(model: type[Request]) -> set[str]:
    return {field.alias or name for name, field in model.model_fields.items() if field.is_required()}


@cache
def _parameters(function: Callable[..., Answer]) -> tuple[str, ...]:
    return tuple(signature(function).parameters)
