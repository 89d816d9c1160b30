"""A card added to a deck, as an edit of the deck's file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cardgen.base.errors import DataError, Fault, Place, did_you_mean
from cardgen.base.records import dataclass
from cardgen.base.words.messages import Message, joined, message
from cardgen.data.model import Card, Deck, Game
from cardgen.data.names import file_key
from cardgen.editing.applying import open_document
from cardgen.editing.documents import Document
from cardgen.editing.operations import Insert
from cardgen.editing.table_document import TableDocument
from cardgen.editing.workbook_document import WorkbookDocument
from cardgen.editing.yaml_document import YamlDocument
from cardgen.starters.layouts import TITLES
from cardgen.starters.starting import check_name
from cardgen.starters.wording import title_of


@dataclass(frozen=True, slots=True)
class Addition:
    """The result of a command that adds to a project: new files, and the new content of changed files, by path.

    `notes` are for the designer.
    """

    added: Mapping[str, bytes]
    changed: Mapping[str, bytes]
    notes: Sequence[Message] = ()


def find_deck(game: Game, name: str) -> Deck:
    """Return the deck called `name`, or the first deck if no name is given. DataError if there is none."""
    check_decks(game)
    if name and name not in game.decks:
        problem = message("{game} has no deck {deck!r}", game=game.id, deck=name)
        raise DataError(Fault(Place(), problem, did_you_mean(name, list(game.decks))))
    return game.decks[name] if name else next(iter(game.decks.values()))


def check_decks(game: Game) -> None:
    """DataError if the game has no decks."""
    if not game.decks:
        problem, hint = message("{game} has no decks", game=game.id), message("add sizes and decks to game.yaml first")
        raise DataError(Fault(game.marked.place(), problem, hint))


# ---------------------------------------------------------------- cards


def add_card(game: Game, deck: Deck, name: str, root: Path) -> Addition:
    """Return the addition of a card after the deck's last one: a copy of it with another id and name, once in the deck.

    `root` is the folder of the project. DataError if the deck has such a card, or if its file cannot be added to.
    """
    check_name(name)
    _check_new(deck, name)
    _check_single(game, deck)
    last = deck.cards[-1]
    path = deck.file.relative_to(root.resolve()).as_posix()
    entry = game.file.decks[deck.id]
    content = deck.file.read_bytes()
    document = open_document(path, content, entry)
    document.apply(_insertion(document, path, deck, last, name))
    return Addition({}, {path: document.content()}, _card_notes(game, deck, last, name))


def _insertion(document: Document, path: str, deck: Deck, last: Card, name: str) -> Insert:
    """Return the operation that inserts a copy of the last card after it."""
    if isinstance(document, YamlDocument):
        rows = document.value["cards"]
        row = next(row for row in rows if row.get("id") == last.id)
        return Insert(path, ("cards", len(rows)), _renamed(row, deck, name))
    assert isinstance(document, TableDocument | WorkbookDocument)
    return Insert(path, (), _renamed(document.rows()[last.id], deck, name))


def _check_new(deck: Deck, name: str) -> None:
    """DataError if the deck has a card with this id, in any case."""
    for card in deck.cards:
        if file_key(card.id) == file_key(name):
            problem = message("the deck {deck} already has a card {card!r}", deck=deck.id, card=card.id)
            raise DataError(Fault(card.place("id"), problem))


def _check_single(game: Game, deck: Deck) -> None:
    """DataError if the cards of a deck are not single rows of a file."""
    if game.file.decks[deck.id].crossed is not None:
        problem = message("the deck {deck} combines two tables: no single card can be added", deck=deck.id)
        hint = message("add a row to one of the tables")
        raise DataError(Fault(game.marked.place("decks", deck.id), problem, hint))


def _card_notes(game: Game, deck: Deck, last: Card, name: str) -> list[Message]:
    notes = [
        message("{deck}: the card {card!r} is a copy of {last!r}; change it.", deck=deck.id, card=name, last=last.id)
    ]
    others = [other.id for other in game.decks.values() if other.file == deck.file and other is not deck]
    if others:
        notes.append(message("These decks use the same file: {decks}", decks=joined(others)))
    return notes


def _renamed(row: Mapping[str, Any], deck: Deck, name: str) -> dict[str, Any]:
    """Return a card's data with another id and title, and without a number of copies.

    In a table, a heading may have the language of a title after a dot.
    """
    words = {key.split(".")[0] for key in row}
    title_key = next((key for key in TITLES if key in words and deck.fields.get(key, "").startswith("text")), "")
    title = title_of(name)
    renamed: dict[str, Any] = {}
    for key, value in row.items():
        if key == "id":
            renamed[key] = name
        elif key.split(".")[0] == title_key:
            renamed[key] = dict.fromkeys(value, title) if isinstance(value, Mapping) else title
        elif key != "copies":
            renamed[key] = value
    return renamed
