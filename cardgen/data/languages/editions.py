"""Editions: a game in only one of its languages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from cardgen.base.errors import DataError, Fault
from cardgen.base.records import replace
from cardgen.base.words.messages import joined, message
from cardgen.data.model import EVERY_LANGUAGE, Game, Rulebook


def editions_of(game: Game, wanted: Collection[str] = ()) -> dict[str, Game]:
    """Return the editions of a game by language, or only those `wanted`. A game without editions is itself by ""."""
    if not game.file.editions:
        return {"": game}
    return {lang: in_edition(game, lang) for lang in game.file.editions if not wanted or lang in wanted}


def in_edition(game: Game, lang: str) -> Game:
    """Return the game in one of its languages only. Texts that declare their own language keep it.

    Each book is the one in that language, or in the first of its fallbacks that has it. A book that no edition
    has in this way belongs to the first edition among its own fallbacks.
    """
    own = next((language for language in game.file.languages if language == lang), lang)  # it may have words of its own
    return replace(
        game,
        file=game.file.model_copy(update={"languages": (own,), "editions": ()}),
        rulebooks=_in_edition(game, game.rulebooks, lang),
        books={name: _in_edition(game, books, lang) for name, books in game.books.items()},
    )


def _in_edition(game: Game, books: Mapping[str, Rulebook], lang: str) -> dict[str, Rulebook]:
    """Return the languages of a book that belong to an edition."""
    languages, editions = game.translations.languages, dict.fromkeys(game.file.editions or (lang,))
    own = languages.find(books, lang)
    used = {book[1] for edition in editions if (book := languages.find(books, edition))}
    others = [book for book in books if book not in used and _edition_for(game, book, editions) == lang]
    return {**({own[1]: own[0]} if own else {}), **{book: books[book] for book in others}}


def _edition_for(game: Game, book: str, editions: Mapping[str, None]) -> str | None:
    nearest = game.translations.languages.find(editions, book)
    return nearest[1] if nearest else None


def edition_of(game: Game, lang: str = "") -> Game:
    """Return the edition of a game in that language, by default the first one; the game itself if it has none.

    DataError if there is no such edition.
    """
    editions = editions_of(game)
    if not lang:
        return next(iter(editions.values()))
    if lang not in editions:
        hint = message("list the languages of editions under editions: in game.yaml")
        if game.file.editions:
            hint = message("expected one of: {words}", words=joined(editions))
        problem = message("there is no edition in {lang!r}", lang=lang)
        raise DataError(Fault(game.marked.place("editions"), problem, hint))
    return editions[lang]


def translation_files(game: Game) -> tuple[Path, ...]:
    """Return the files of translations that have been read."""
    names = game.file.translations
    folder = game.folder.resolve()
    used = {lang: names.get(lang) or names[EVERY_LANGUAGE] for lang in game.translations.kept}
    return tuple((folder / name.replace("{lang}", lang)).resolve() for lang, name in used.items())
