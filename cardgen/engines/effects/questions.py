"""Questions to seats, and their answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Any

from cardgen.base.records import dataclass


class WrongAnswerError(ValueError):
    """An answer that is none of the possible ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What a seat decides: `least` to `most` of the options. `hidden` are options that the seat cannot see."""

    kind: str
    seat: int
    options: tuple[Any, ...]
    least: int = 1
    most: int = 1
    about: Any = None
    hidden: tuple[Any, ...] = ()
    secret: bool = False
    condition: Callable[[tuple[Any, ...]], bool] | None = None

    def answers(self, options: Sequence[Any] | None = None) -> Iterator[tuple[Any, ...]]:
        """Yield the possible answers, the short ones first; those of some of the options if they are given."""
        options = self.options if options is None else options
        if self.kind == "order":
            yield from permutations(options)
            return
        for count in range(self.least, self.most + 1):
            for answer in combinations(options, count):
                if self.condition is None or self.condition(answer):
                    yield answer

    def check(self, answer: tuple[Any, ...]) -> None:
        """WrongAnswerError if an answer is none of the possible ones."""
        if self.kind == "order":
            possible = sorted(map(repr, (one for one in answer if one != "|"))) == sorted(map(repr, self.options))
        else:
            different = len(set(answer)) == len(answer)
            possible = different and self.least <= len(answer) <= self.most and set(answer) <= set(self.options)
        if not possible or (self.condition is not None and not self.condition(answer)):
            raise WrongAnswerError(answer)


class PendingError(Exception):
    """A seat has to decide before the resolution can go on."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.kind)
        self.question = question
