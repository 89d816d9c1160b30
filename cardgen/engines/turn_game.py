"""A game of turns: what its rules engine writes. The operations, states, logs and matches of the game follow from it.

`turn_serving` answers bots and tables, `turn_states` reads and writes games as data, `turn_logs` as text.
"""

from __future__ import annotations

import json
import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.engines import GameContent
from cardgen.engines.chance import pick
from cardgen.engines.policies import Policy, find_policy

if TYPE_CHECKING:
    from pydantic import BaseModel

    from cardgen.engines.serving import NewGame


class Seeded(Protocol):
    """Something with the seed of a game."""

    @property
    def seed(self) -> int:
        """The number from which all random choices of the game follow."""


Start = TypeVar("Start", bound=Seeded)
State = TypeVar("State")
Turn = TypeVar("Turn")


class TurnGame(ABC, Generic[Start, State, Turn]):
    """The rules of a game of turns, as functions of immutable data.

    A start is all that a game follows from: the seed, the ruleset, the number of players, the decks. The same start and
    the same turns give the same states, on every machine. Seats count from 0.
    """

    #: The name of the engine, as installed packages name it for their policies.
    engine: ClassVar[str]
    #: A frozen dataclass of JSON values; one of them is the `seed`.
    start_type: ClassVar[type]
    #: A frozen dataclass of JSON values, or a union of some.
    turn_type: ClassVar[Any]
    #: The request for a new game, a model that extends `NewGame`.
    options: ClassVar[type[NewGame]]
    #: The model of the game's rulesets.
    ruleset: ClassVar[type[BaseModel]]
    #: The most turns of a game that is read.
    most_turns: ClassVar[int] = 20_000
    #: True if a log reveals what seats must not see of a game that goes on.
    has_secrets: ClassVar[bool] = False
    #: What separates two entries on one line of a log; "" if nothing does.
    separator: ClassVar[str] = ""

    # ---------------------------------------------------------------- the rules

    @abstractmethod
    def prepare(self, options: Any, content: GameContent) -> Start:
        """Return the start of a new game. RefusedError or ValueError for options that are not possible."""

    def rules_of(self, options: Any, content: GameContent) -> Any:
        """Return the ruleset that a request names, by default the first one. RequestError for an unknown name."""
        from cardgen.engines.serving import read_ruleset

        return read_ruleset(options.ruleset, content.rulesets)

    @abstractmethod
    def begin(self, start: Start, content: GameContent) -> State:
        """Return the state before the first turn. RefusedError or ValueError for a start that is not possible."""

    def seats(self, start: Start) -> int:
        """Return the number of players: by default `start.players`, or two."""
        return getattr(start, "players", 2)

    def to_move(self, state: State) -> int | None:
        """Return the seat that is to move, by default `state.to_move`; None if the game is over."""
        seat: int | None = state.to_move  # type: ignore[attr-defined]
        return seat

    @abstractmethod
    def legal_turns(self, state: State) -> Sequence[Turn]:
        """Return every turn of the seat to move, in a fixed order; none if the game is over."""

    @abstractmethod
    def apply(self, state: State, turn: Turn) -> State:
        """Return the state after a turn. RefusedError for one that is not legal, and for any if the game is over."""

    def winners(self, state: State) -> Sequence[int]:
        """Return the seats that have won when the game is over; none for a draw."""
        return ()

    def card_uses(self, state: State) -> Mapping[str, tuple[Sequence[int], Sequence[int]]]:
        """Return card -> how often each seat has played it, how many each has in hand; none if the game has no cards.

        It is asked for when the game is over, for the figures of simulations.
        """
        return {}

    # ---------------------------------------------------------------- what is shown

    def facts(self, state: State) -> dict[str, Any]:
        """Return the facts of a state as JSON values, everything open. `to_move` is added."""
        return {}

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """Return the facts that a seat may see; None is somebody who does not play."""
        return self.facts(state)

    def describe(self, before: State, turn: Turn, after: State) -> dict[str, Any]:
        """Return facts about a turn that was made, as JSON values, the same names for every turn."""
        return {}

    def is_secret(self, before: State, turn: Turn, now: State, seat: int | None) -> Collection[str]:
        """Return which members of a turn that was made, and of its facts, a seat may not see in the state `now`."""
        return ()

    def about(self, content: GameContent) -> dict[str, Any]:
        """Return members of the answer to `about` besides those of all games."""
        return {}

    # ---------------------------------------------------------------- turns as data

    def list_turns(self, state: State) -> list[Any]:
        """Return the legal turns as JSON values."""
        return [self.write_data(turn, state) for turn in self.legal_turns(state)]

    def write_data(self, turn: Turn, before: State) -> Any:
        """Return a turn as JSON values. Members with their default values are left out."""
        from cardgen.engines.serving import adapter_of

        return adapter_of(self.turn_type).dump_python(turn, mode="json", exclude_defaults=True)

    def read_data(self, data: Any, before: State) -> Turn:
        """Return the turn that data describe. ValueError naming the faults."""
        from cardgen.engines.serving import adapter_of, read_strict_json

        turn: Turn = read_strict_json(adapter_of(self.turn_type), data)
        return turn

    def settle(self, before: State, turn: Turn) -> Turn:
        """Return a turn as it is made, with everything that the player has left to the game."""
        return turn

    # ---------------------------------------------------------------- logs

    def has_log(self, start: Start) -> bool:
        """Return True if a game with this start can be written as a log."""
        return True

    def write_head(self, start: Start) -> list[str]:
        """Return the lines of a log before its turns: by default the start as JSON."""
        from cardgen.engines.serving import adapter_of

        return ["game " + adapter_of(self.start_type).dump_json(start).decode()]

    def read_head(self, entries: Sequence[tuple[int, str]], ruleset: str, content: GameContent) -> tuple[Start, int]:
        """Return the start that a log begins with, and how many of its entries describe it.

        An entry is the number of its line, from 1, and its text. The game is by the ruleset of this name; "" is the
        first one. RuleError for a start that is not possible.
        """
        from cardgen.engines.serving import adapter_of

        text = entries[0][1] if entries else ""
        start: Start = adapter_of(self.start_type).validate_json(text.removeprefix("game "))
        return start, 1

    def write_turn(self, turn: Turn, before: State) -> str:
        """Return a turn as an entry of a log: by default the seat and the turn as JSON."""
        return f"{self.to_move(before)} {json.dumps(self.write_data(turn, before))}"

    def read_turn(self, text: str, before: State) -> Turn | None:
        """Return the turn of an entry of a log; None for an entry that changes nothing, such as the right result.

        RuleError for an entry that cannot be read or does not belong there.
        """
        seat, _, data = text.partition(" ")
        if text == self.write_result(before):
            return None
        if seat != str(self.to_move(before)):
            raise ValueError(f"it is the turn of seat {self.to_move(before)}")
        return self.read_data(json.loads(data), before)

    def write_result(self, state: State) -> str:
        """Return the last entry of the log of a game that is over."""
        if self.to_move(state) is not None:
            return ""
        return " ".join(["winners", *map(str, self.winners(state))])

    # ---------------------------------------------------------------- policies

    def policies(self) -> Mapping[str, Policy]:
        """Return the policies of the engine by name, the weakest first."""
        return {"random": self.choose_randomly}

    def choose_randomly(self, state: State, chance: random.Random) -> Turn:
        """Return one of the legal turns, each with the same probability. ValueError if the game is over."""
        turns = self.legal_turns(state)
        if not turns:
            raise ValueError(message("the game is over"))
        return pick(turns, chance)

    def find_policy(self, name: str) -> Policy:
        """Return a policy of the engine, or that of an installed package. ValueError for an unknown name."""
        return find_policy(self.engine, self.policies(), name)

    def choose(self, state: State, policy: Policy, chance: random.Random) -> Turn:
        """Return the turn that a policy chooses in a state."""
        turn: Turn = policy(state, chance)
        return turn


def find_game(where: str) -> TurnGame[Any, Any, Any]:
    """Return the game of turns at `package.module:GAME`."""
    game: TurnGame[Any, Any, Any] = resolve_name(where)
    return game


@dataclass(frozen=True, slots=True)
class Played(Generic[Start, State, Turn]):
    """A game as far as it has been played: `states[i]` is the state before `turns[i]`, the last one that after all."""

    start: Start
    turns: tuple[Turn, ...]
    states: tuple[State, ...]

    @property
    def state(self) -> State:
        """The state after all turns."""
        return self.states[-1]


def make_turn(game: TurnGame[Start, State, Turn], state: State, turn: Turn) -> tuple[Turn, State]:
    """Return a turn as it is made, and the state after it. Errors as for `TurnGame.apply`."""
    turn = game.settle(state, turn)
    return turn, game.apply(state, turn)


def play_game(
    game: TurnGame[Start, State, Turn], start: Start, content: GameContent, policies: Sequence[str] = ("random",)
) -> Played[Start, State, Turn]:
    """Return a whole game between policies, which take the seats in turn. The same start gives the same game.

    Errors as for `TurnGame.begin`; ValueError for an unknown policy.
    """
    chosen = [game.find_policy(name) for name in policies]
    states, turns = [game.begin(start, content)], list[Turn]()
    chance = random.Random(f"{start.seed}/turns")
    while len(turns) < game.most_turns and (seat := game.to_move(states[-1])) is not None:
        turn, state = make_turn(game, states[-1], game.choose(states[-1], chosen[seat % len(chosen)], chance))
        turns.append(turn)
        states.append(state)
    return Played(start, tuple(turns), tuple(states))
