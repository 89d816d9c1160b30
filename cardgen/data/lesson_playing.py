"""Play the lesson of a game through by its engine: its turns as data, and the first one that is not legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardgen.base.errors import DataError, Fault, did_you_mean
from cardgen.base.records import dataclass
from cardgen.base.words.messages import Message, OwnMessage, message
from cardgen.data.languages.own_words import with_traditional
from cardgen.data.lessons import LessonFile, LessonStep
from cardgen.data.model import Game, Lesson
from cardgen.data.playing import game_content, play_faults
from cardgen.engines.capabilities import HasTurnGame
from cardgen.engines.registry import find_capability
from cardgen.engines.serving import RefusedError, RequestError, read_options
from cardgen.engines.turn_game import TurnGame, make_turn
from cardgen.engines.turn_states import write_state


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A step of a lesson with its turns as data: `attempts` count as done, those of `then` follow."""

    step: LessonStep
    attempts: Sequence[Any]
    then: Sequence[Any]


@dataclass(frozen=True, slots=True)
class PlayedLesson:
    """A lesson as a table plays it: the ruleset, its request, its state, the seat of the person of how many."""

    rules: str
    begin: dict[str, Any]
    state: dict[str, Any]
    seat: int
    seats: int
    steps: tuple[PlayedStep, ...]


def play_lesson(game: Game) -> PlayedLesson | None:
    """Return the lesson of a game, played through by the first turn of each `try`; None if the game has none.

    DataError at the first turn that cannot be read or is not legal, or if the engine plays no game of turns.
    """
    if game.lesson is None or play_faults(game):
        return None
    engine = find_capability(game.file.engine, HasTurnGame)
    if engine is None:
        text = message("the engine of this game plays no game of turns")
        raise DataError(Fault(game.marked.key_place("lesson"), text, message("remove `lesson`")))
    return _Player(game, game.lesson, engine.turn_game()).play()


class _Player:
    """Plays a lesson through."""

    def __init__(self, game: Game, lesson: Lesson, turn_game: TurnGame[Any, Any, Any]) -> None:
        self.game, self.lesson, self.turn_game = game, lesson, turn_game
        self.seat: int | None = None

    def play(self) -> PlayedLesson:
        file: LessonFile = self.lesson.file
        rulesets = self.game.rulesets
        if file.rules is not None and file.rules not in rulesets:
            problem = message("there is no ruleset {name!r}", name=file.rules)
            raise self.fault(problem, "rules", hint=did_you_mean(file.rules, list(rulesets)))
        rules = file.rules or next(iter(rulesets), "")
        content, game = game_content(self.game), self.turn_game
        try:
            start = game.prepare(read_options(game.options, _request(rules, file.begin)), content)
            self.state = game.begin(start, content)
        except (RequestError, ValueError) as error:
            raise self.fault(_reason(error), *(["begin"] if file.begin else [])) from None
        turns = [self.make(line, "turns", at) for at, line in enumerate(file.turns)]
        steps = tuple(self.play_step(step, number) for number, step in enumerate(file.steps))
        state = write_state(game, start, turns)
        return PlayedLesson(rules, file.begin, state, self.seat or 0, game.seats(start), steps)

    def play_step(self, step: LessonStep, number: int) -> PlayedStep:
        if step.attempts:
            seat = self.turn_game.to_move(self.state)
            self.seat = seat if self.seat is None else self.seat
            if seat != self.seat:
                problem = message("seat {other} is to move, the person has seat {seat}", other=seat, seat=self.seat)
                raise self.fault(problem, "steps", number, "try", hint=message("write its turns in `then`"))
        elif step.any:
            raise self.fault(message("any requires try"), "steps", number, "any")
        before, *after = [*self.attempts(step, number)] or [(None, self.state)]
        self.state = before[1]
        then = [self.make(line, "steps", number, "then", at) for at, line in enumerate(step.then)]
        return PlayedStep(step, [data for data, _ in (before, *after) if data is not None], then)

    def attempts(self, step: LessonStep, number: int) -> Iterator[tuple[Any, Any]]:
        """Yield each turn of `try` as data, and the state after it."""
        before = self.state
        for at, line in enumerate(step.attempts):
            self.state = before
            yield self.make(line, "steps", number, "try", at), self.state
        self.state = before

    def make(self, line: str, *path: str | int) -> Any:
        """Make a turn, and return it as data. DataError at its place if it is not legal."""
        try:
            turn = self.turn_game.read_turn(" ".join(line.split()), self.state)
            if turn is None:
                raise self.fault(message("{line!r} is no turn", line=line), *path)
            turn, after = make_turn(self.turn_game, self.state, turn)
        except (RefusedError, ValueError) as error:
            raise self.fault(_reason(error), *path) from None
        data, self.state = self.turn_game.write_data(turn, self.state), after
        return data

    def fault(self, problem: Message | OwnMessage | str, *path: str | int, hint: Any = "") -> DataError:
        return DataError(Fault(self.lesson.marked.place(*path), problem, hint))


def _reason(error: Exception) -> Message | OwnMessage | str:
    """Return the reason of the engine in all languages that it has."""
    messages = getattr(error, "messages", None)
    return OwnMessage(with_traditional(messages, ("zh", "zh-Hant"))) if messages else str(error)


def _request(rules: str, members: Mapping[str, Any]) -> dict[str, Any]:
    return {"seed": 1, **members, "op": "new_game", "ruleset": rules}
