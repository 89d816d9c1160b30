"""Questions that the rules ask while effects run, and the answers to them.

Effects run from the beginning with all answers so far. Where the next one is missing, `AskedError` has the question.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen import dataclass
from cardgen.games.thread_race.effects import Effect
from cardgen.games.thread_race.refusals import ThreadRaceError

Answer = tuple[int, int] | bool | tuple[Effect, ...]
"""A card's place or a slot (player and slot, from 0), yes or no, or the effects of a text by hand."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a player has to decide about a card in play.

    `target` asks for a card, `slot` for a slot (both one of `options`), `act` and `trigger` for yes or no: whether the
    card acts, and whether the condition of its own text holds. `by-hand` asks for the effects of a text, `text`.
    """

    player: int
    kind: str
    card: str
    options: tuple[tuple[int, int], ...] = ()
    effect: Effect | None = None
    text: str = ""


class AskedError(Exception):
    """There is no answer to a question yet."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.card)
        self.question = question


class Answers:
    """Answers in the order in which they are asked for.

    A question with only one option is not asked, unless `forced`: then it takes the next answer, if there is one.
    """

    def __init__(self, answers: Sequence[Answer] = (), *, forced: bool = False) -> None:
        self._answers = answers
        self._forced = forced
        self.used = 0

    def choose(self, question: Question) -> tuple[int, int]:
        """Return the card or the slot that is chosen. ThreadRaceError for one that is not among the options."""
        missing = self.used == len(self._answers)
        if len(question.options) == 1 and (missing or not self._forced):
            return question.options[0]
        answer = self._next(question)
        if not isinstance(answer, tuple) or answer not in question.options:
            raise ThreadRaceError("not-a-target", question.card)
        return (answer[0], answer[1])

    def yes(self, question: Question) -> bool:
        """Return whether the answer is yes."""
        answer = self._next(question)
        if not isinstance(answer, bool):
            raise ThreadRaceError("not-yes-or-no", question.card)
        return answer

    def effects(self, question: Question) -> tuple[Effect, ...]:
        """Return the effects of a text by hand."""
        answer = self._next(question)
        if not isinstance(answer, tuple) or not all(isinstance(effect, Effect) for effect in answer):
            raise ThreadRaceError("not-effects", question.card)
        return answer  # type: ignore[return-value]

    def _next(self, question: Question) -> Answer:
        if self.used == len(self._answers):
            raise AskedError(question)
        self.used += 1
        return self._answers[self.used - 1]
