"""What a person learns a game with at its table: the chapters of its rulebook, its terms, and its lesson."""

from __future__ import annotations

from functools import lru_cache

from cardgen.base.errors import DataError
from cardgen.data.glossary.model import Term
from cardgen.data.languages.chains import FallbackText
from cardgen.data.lesson_playing import PlayedLesson, PlayedStep, play_lesson
from cardgen.data.model import Game
from cardgen.review.server.catalog import Catalog
from cardgen.review.server.guard import Refusal, RefusedError
from cardgen.review.server.table_payloads import LearnData, LessonData, LessonStepData, TermData
from cardgen.rulebook.parsing import list_chapters


@lru_cache(maxsize=4)
def learn_data(game: Game) -> LearnData:
    """Return learn.json. A lesson with a fault, which the checks report, is left out."""
    try:
        lesson = play_lesson(game)
    except DataError:
        lesson = None
    terms = game.glossary.terms.values() if game.glossary else ()
    return {
        "books": {lang: list_chapters(book.text) for lang, book in game.table_books.items()},
        "terms": [_term_data(term) for term in terms if term.text],
        "lesson": _lesson_data(lesson) if lesson else None,
    }


def rulebook_html(catalog: Catalog | None, lang: str) -> str | None:
    """Return the rulebook in a language as HTML; None if there is none. RefusedError if it has a fault."""
    try:
        return catalog.book_chapters(lang) if catalog else None
    except DataError as error:
        raise RefusedError(Refusal(409, "cannot-be-made", error.faults[0].message)) from error


def _term_data(term: Term) -> TermData:
    """Return a term with the ways in which it is written in each language, its name first."""
    languages = [lang for lang, name in term.names.items() if not isinstance(name, FallbackText)]
    return {
        "id": term.id,
        "written": {lang: [str(form) for form in term.written(lang)] for lang in languages},
        "texts": term.own_values["text"],
    }


def _lesson_data(lesson: PlayedLesson) -> LessonData:
    steps = [_step_data(step) for step in lesson.steps]
    return {
        "rules": lesson.rules,
        "begin": lesson.begin,
        "state": lesson.state,
        "seat": lesson.seat,
        "seats": lesson.seats,
        "steps": steps,
    }


def _step_data(played: PlayedStep) -> LessonStepData:
    step = played.step
    return {
        "say": dict(step.say),
        "look": list(step.look),
        "attempts": list(played.attempts),
        "any": step.any,
        "then": list(played.then),
        "open": dict(step.open) if step.open else None,
    }
