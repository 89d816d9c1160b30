"""Check the lesson of a game: its turns, by its engine, and the chapters that it opens."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.errors import Code, DataError, Finding, did_you_mean
from cardgen.base.words.messages import message
from cardgen.building.checks.context import Check, CheckContext

WRONG_LESSON = Code("CG407", "lesson-wrong", message("a lesson with a turn that is not legal, or an unknown chapter"))


def _run(context: CheckContext) -> Iterator[Finding]:
    """Yield the first turn that is not legal, and each chapter that the rulebook in its language does not have.

    In a game without a rulebook, no chapter is offered.
    """
    game = context.game
    if game.lesson is None:
        return
    # Lazy: engines and rulebooks take 0.1 s to load, and builds load all checks.
    from cardgen.data.lesson_playing import play_lesson
    from cardgen.rulebook.parsing import list_chapters

    try:
        play_lesson(game)
    except DataError as error:
        for fault in error.faults:
            yield WRONG_LESSON.finding(fault.place, fault.message, fault.hint)
    lesson, books = game.lesson, game.table_books
    chapters = {lang: [anchor for anchor, _ in list_chapters(book.text)] for lang, book in books.items()}
    for number, step in enumerate(lesson.file.steps if books else ()):
        for lang, anchor in (step.open or {}).items():
            if anchor not in chapters.get(lang, ()):
                problem = message(
                    "the rulebook in {language!r} has no chapter {anchor!r}", language=lang, anchor=anchor
                )
                place = lesson.marked.place("steps", number, "open", lang)
                yield WRONG_LESSON.finding(place, problem, did_you_mean(anchor, chapters.get(lang, [])))


# Not of a build: a lesson is for the table, and its engine plays all of it.
CHECK = Check((WRONG_LESSON,), _run, about="table")
