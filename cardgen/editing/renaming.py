"""A text replaced everywhere in a game: in cards, game.yaml, templates, translations and rulebooks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardgen.base.errors import DataError, Fault, Place, located_at
from cardgen.base.words.messages import message
from cardgen.base.work import TooMuchWorkError
from cardgen.data.model import Game
from cardgen.data.places import paths_in
from cardgen.data.project import Project
from cardgen.editing.documents import Document
from cardgen.editing.operations import Change, Operation, Path, Replace, SetValue
from cardgen.editing.projects import open_file
from cardgen.editing.searching import Search
from cardgen.editing.table_document import TableDocument
from cardgen.editing.text_document import TextDocument
from cardgen.editing.yaml_document import YamlDocument


def rename_word(
    project: Project,
    game: Game,
    old: str,
    new: str,
    whole_words: bool = False,
    *,
    ignore_case: bool = False,
    is_pattern: bool = False,
) -> Change:
    """Return the change that renames a word in all texts of a game, and in those that translations were made from.

    With `whole_words`, the word is not a part of another one. With `is_pattern`, `old` is a regular expression, and
    `new` names its groups: `$1`, and `$0` for the whole. The places of the game are from the project's folder.

    DataError if it is no expression, or takes too long.
    """
    try:
        with located_at(Place()):
            renaming = _Renaming(project, Search(old, new, whole_words, ignore_case, is_pattern))
            renaming.add_game(game)
    except TooMuchWorkError:
        problem = message("the search takes too long")
        raise DataError(Fault(Place(), problem, message("make the pattern simpler"))) from None
    return Change(tuple(renaming.operations))


class _Renaming:
    """The operations of a renaming, and the files that they are about."""

    def __init__(self, project: Project, search: Search) -> None:
        self._project, self._search = project, search
        self._documents: dict[str, Document] = {}
        self._done: set[tuple[str, Path]] = set()
        self.operations: list[Operation] = []

    def add_game(self, game: Game) -> None:
        """Rename in all texts of a game."""
        for text in game.translations.texts:
            for lang, translation in text.own.items():
                if self._search.is_in(translation):
                    self._add_at(text.place_of(lang))
        for card in (card for deck in game.decks.values() for card in deck.cards):
            for field in game.decks[card.deck].fields:
                place = card.marked.places.get((*card.marked.base, field))
                is_text = place and game.decks[card.deck].has(**{field: "text"})
                if place and is_text and self._search.is_in(card.fields[field] or ""):
                    self._add_at(place)
        for file in {entry.place.file for entries in game.translations.kept.values() for entry in entries}:
            self._add_translations(file)
        books = [*game.rulebooks.values(), *(book for books in game.books.values() for book in books.values())]
        for file in dict.fromkeys(book.shown for book in books):
            self._add_book(file)

    def _document(self, file: str) -> Document:
        if file not in self._documents:
            self._documents[file] = open_file(self._project, file)
        return self._documents[file]

    def _add_at(self, place: Place) -> None:
        """Rename in the value at a place."""
        self._add(place.file, self._document(place.file).path_at(place))

    def _add(self, file: str, path: Path) -> None:
        value = self._document(file).value_at(path)
        renamed = self._renamed(value)
        if renamed != value and (file, path) not in self._done:
            self._done.add((file, path))
            self.operations.append(SetValue(file, path, value, renamed))

    def _renamed(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._search.replaced(value)
        if isinstance(value, list):
            return [self._renamed(inner) for inner in value]
        return {key: self._renamed(inner) for key, inner in value.items()} if isinstance(value, dict) else value

    def _add_translations(self, file: str) -> None:
        """Rename in all texts of a file of translations."""
        document = self._document(file)
        if isinstance(document, YamlDocument):
            paths: Iterator[Path] = (tuple(path) for path in paths_in(document.value))
            texts = [path for path in paths if isinstance(document.value_at(path), str)]
        elif isinstance(document, TableDocument):
            columns = [name for name in ("text", "source") if name in document.grid[0].texts]
            texts = [(line.line, name) for line in document.grid[1:] for name in columns]
        else:
            texts = []
        for path in texts:
            self._add(file, path)

    def _add_book(self, file: str) -> None:
        """Rename in the text of a rulebook."""
        document = self._document(file)
        assert isinstance(document, TextDocument)
        for match in reversed([*self._search.matches(document.text)]):  # so that the others stay where they are
            self.operations.append(Replace(file, match.start, match.old, match.new))
