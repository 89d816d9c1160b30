"""Find and replace: the places of a game where a text would be renamed, each with the operation that writes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cardgen.base.values import as_text
from cardgen.data.model import Game
from cardgen.data.project import Project
from cardgen.data.reading import place_after
from cardgen.editing.cells import RowFiles, cell_in
from cardgen.editing.documents import Document
from cardgen.editing.operations import Operation, Replace, SetValue
from cardgen.editing.projects import open_file
from cardgen.editing.renaming import rename_word
from cardgen.editing.searching import Search
from cardgen.editing.text_document import TextDocument
from cardgen.editing.yaml_document import YamlDocument
from cardgen.review.server.edit_payloads import FindAnswer, FoundCell, FoundPart, FoundPlace

#: Texts that were found, of which the page marks others like them.
_MOST_FOUND = 100


class Sought(NamedTuple):
    """What is sought, and what replaces it, as for `rename_word`."""

    old: str
    new: str
    whole_words: bool
    ignore_case: bool
    is_pattern: bool


def find_places(project: Project, game: Game, sought: Sought) -> FindAnswer:
    """Return the places of all texts of a game that have what is sought, and what would be written there.

    DataError if it is no regular expression, or takes too long.
    """
    documents: dict[str, Document] = {}
    parts, rows = parts_by_file(project, game), RowFiles(project, game).cards_of_rows()
    operations = rename_word(project, game, **sought._asdict()).operations
    search = Search(*sought)
    places = []
    for operation in operations:
        file = operation.file
        if file not in documents:
            documents[file] = open_file(project, file)
        place = _place(operation, documents[file], parts.get(file, "game"), game)
        if parts.get(file) == "cards" and isinstance(operation, SetValue):
            place["cell"] = _cell(operation, documents[file], rows, game)
        places.append(place)
    found = {match.old for place in places for match in search.matches(place["old"])}
    return {"places": places, "found": sorted(found, key=lambda text: (-len(text), text))[:_MOST_FOUND], "faults": []}


def _cell(
    operation: SetValue, document: Document, rows: Mapping[tuple[str, str], list[tuple[str, str]]], game: Game
) -> FoundCell | None:
    """Return the cell that an operation sets: of the first card that is made of its row; None if there is none."""
    try:
        row, field, language = cell_in(document, operation.path)
    except LookupError:
        return None
    for deck, card in rows.get((operation.file, row), ()):
        return {"deck": deck, "card": card, "field": field, "language": language or game.file.languages[0]}
    return None


def parts_by_file(project: Project, game: Game) -> dict[str, FoundPart]:
    """Return which part of a game each of its files is, by name."""
    decks = {deck.file.resolve().relative_to(project.root.resolve()).as_posix() for deck in game.decks.values()}
    books = [*game.rulebooks.values(), *(book for books in game.books.values() for book in books.values())]
    return {
        **{entry.place.file: "translations" for entries in game.translations.kept.values() for entry in entries},
        **{book.shown: "rulebook" for book in books},
        **dict.fromkeys(decks, "cards"),
    }


def _place(operation: Operation, document: Document, part: FoundPart, game: Game) -> FoundPlace:
    if isinstance(operation, Replace):
        assert isinstance(document, TextDocument)
        text, at = document.text, operation.at
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        line = text[start : end if end >= 0 else None]
        number = place_after(text[:at], operation.file).line
        new = line[: at - start] + operation.new + line[at - start + len(operation.old) :]
        data: dict[str, object] = {"kind": "replace", "at": at, "old": operation.old, "new": operation.new}
        return _found(part, operation.file, str(number), (line, new), data)
    assert isinstance(operation, SetValue)
    names = [*map(str, operation.path)]
    if isinstance(document, YamlDocument) and part == "cards":
        names = [_card_id(document, operation), *names[2:]]
    language = names[-1].rpartition(".")[2]
    if part == "cards" and language in game.file.languages[1:]:
        part = "translations"
    elif operation.file.startswith("templates/"):
        part = "templates"
    data = {"kind": "set", "path": [*operation.path], "old": operation.old, "new": operation.new}
    return _found(part, operation.file, " ".join(names), (as_text(operation.old), as_text(operation.new)), data)


def _card_id(document: YamlDocument, operation: SetValue) -> str:
    try:
        return str(document.value_at((*operation.path[:2], "id")))
    except LookupError:
        return str(operation.path[1])


def _found(part: FoundPart, file: str, at: str, texts: tuple[Any, Any], operation: dict[str, object]) -> FoundPlace:
    return {
        "part": part,
        "file": file,
        "at": at,
        "cell": None,
        "old": texts[0],
        "new": texts[1],
        "operation": {**operation, "file": file},
    }
