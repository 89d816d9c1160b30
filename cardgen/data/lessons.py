"""Lessons: a first game that a person is guided through, as a file of the game."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from cardgen.data.kinds import FileModel, Identifier, Texts, Word, as_tuple
from cardgen.data.model import Lesson
from cardgen.data.reading import Marked, Reader, validate

_Words = Annotated[tuple[Word, ...], BeforeValidator(as_tuple), Field(max_length=50)]


class LessonStep(FileModel):
    """A step: a sentence or two, and what the person tries. Without `try`, a button goes on to the next step."""

    say: Texts
    look: Annotated[
        _Words, Field(description="what is lit: parts of the table, such as hand or field, and cards or places by id")
    ] = ()
    attempts: Annotated[
        _Words,
        Field(alias="try", description="the turns that count as done, as in a log; the first is the one that is lit"),
    ] = ()
    any: Annotated[bool, Field(description="whether any other turn counts, too")] = False
    then: Annotated[_Words, Field(description="the turns that are made after it, as in a log")] = ()
    open: Annotated[Texts | None, Field(description="the anchor of a chapter of the rulebook, by language")] = None


class LessonFile(FileModel):
    """A lesson: how its game begins, the turns that are made before it, and its steps.

    `begin` has members of the request `new_game`, such as the seed. The ruleset is the first one, if left out.
    """

    rules: Identifier | None = None
    begin: Annotated[dict[str, Any], Field(max_length=20)] = {}
    turns: _Words = ()
    steps: Annotated[tuple[LessonStep, ...], BeforeValidator(as_tuple), Field(min_length=1, max_length=100)]


def read_lesson(reader: Reader, marked: Marked) -> Lesson | None:
    """Return the lesson that game.yaml (`marked`) names; None if there is none. DataError if it cannot be read."""
    name = marked.value.get("lesson")
    if not isinstance(name, str):
        return None
    read = reader.read_yaml(reader.find(name, marked.place("lesson")))
    return Lesson(validate(LessonFile, read), read)
