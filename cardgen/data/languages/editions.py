"""Editions: the same game, made in one of its languages at a time."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from cardgen.data.model import EVERY_LANGUAGE, Game
from cardgen.errors import DataError, Fault
from cardgen.words.messages import joined, message


def editions_of(game: Game, wanted: Collection[str] = ()) -> dict[str, Game]:
    """The game in each of its editions, those `wanted` or all, by language; itself, by "", when it has none."""
    if not game.file.editions:
        return {"": game}
    return {lang: in_edition(game, lang) for lang in game.file.editions if not wanted or lang in wanted}


def in_edition(game: Game, lang: str) -> Game:
    """The game in one of its languages: nothing in it speaks another, but what says so itself.

    Its rulebook is the one in that language, or in the first that it falls back to and that there is a rulebook in.
    """
    book = game.translations.languages.find(game.rulebooks, lang)
    return replace(
        game,
        file=game.file.model_copy(update={"languages": (lang,), "editions": ()}),
        rulebooks={book[1]: book[0]} if book else {},
    )


def edition_of(game: Game, lang: str = "") -> Game:
    """The game in its edition in that language, by default the first, or itself when it has none: what is looked at
    where one can be. DataError when there is no such edition.
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
    """The files in which translations are kept."""
    names = game.file.translations
    folder = game.folder.resolve()
    found = {lang: names.get(lang) or names[EVERY_LANGUAGE] for lang in game.translations.kept}
    return tuple((folder / name.replace("{lang}", lang)).resolve() for lang, name in found.items())
