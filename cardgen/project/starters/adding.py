"""A card added to a deck, as text inserted into the deck's file. Existing text is never written anew.

Every change is checked before it is made: the changed file must read as the old one and the addition.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cardgen.base.errors import DataError, Fault, Place, did_you_mean
from cardgen.base.records import dataclass
from cardgen.base.words.messages import Message, joined, message
from cardgen.data.model import Card, Deck, Game
from cardgen.data.names import file_key
from cardgen.data.reading import Marked, parse_yaml
from cardgen.data.rows.encodings import NAMES, codec_of, detect_encoding
from cardgen.data.rows.tables import Header, parse_csv
from cardgen.data.rows.text_tables import read_text_table
from cardgen.editing.insertions import end_of_block, flow, insert_lines, lines_of, prove
from cardgen.project.starters.layouts import TITLES
from cardgen.project.starters.starting import check_name
from cardgen.project.starters.wording import title_of


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
    last = deck.cards[-1]
    shown = last.place().file
    _check_file(game, deck, shown)
    entry = game.file.decks[deck.id]
    content = deck.file.read_bytes()
    declared = entry.encoding or (detect_encoding(content) if deck.file.suffix.lower() == ".csv" else None)
    encoding = codec_of(content, declared)
    text = _read_text(deck.file, encoding, NAMES[declared] if declared else "UTF-8", shown)
    if deck.file.suffix.lower() == ".csv":
        known = frozenset({"id", "copies", *deck.fields})
        separator = read_text_table(content, shown, ",", entry, {}, known).separator
        changed = _with_row(text, shown, deck, last, name, entry.columns, separator)
    else:
        changed = _with_entry(text, shown, deck, last, name)
    path = deck.file.relative_to(root.resolve()).as_posix()
    try:
        content = changed.encode(encoding)
    except UnicodeEncodeError as error:
        problem = message("{name!r} has characters that the encoding of the table lacks", name=name)
        raise DataError(Fault(Place(shown), problem, message("save it as {encoding}", encoding="UTF-8"))) from error
    return Addition({}, {path: content}, _card_notes(game, deck, last, name))


def _check_new(deck: Deck, name: str) -> None:
    """DataError if the deck has a card with this id, in any case."""
    for card in deck.cards:
        if file_key(card.id) == file_key(name):
            problem = message("the deck {deck} already has a card {card!r}", deck=deck.id, card=card.id)
            raise DataError(Fault(card.place("id"), problem))


def _check_file(game: Game, deck: Deck, shown: str) -> None:
    """DataError if no single card can be added to the file of a deck."""
    if game.file.decks[deck.id].crossed is not None:
        problem = message("the deck {deck} combines two tables: no single card can be added", deck=deck.id)
        hint = message("add a row to one of the tables")
        raise DataError(Fault(game.marked.place("decks", deck.id), problem, hint))
    if deck.file.suffix.lower() in (".xlsx", ".tsv"):
        problem = message("no row can be added to a {suffix} file", suffix=deck.file.suffix)
        raise DataError(Fault(Place(shown), problem, message("add it there yourself")))


def _read_text(file: Path, codec: str, encoding: str, shown: str) -> str:
    try:
        return file.read_bytes().decode(codec)
    except UnicodeDecodeError as error:
        problem = message("is not {encoding} text", encoding=encoding)
        hint = message("save it as {encoding}", encoding=encoding)
        raise DataError(Fault(Place(shown), problem, hint)) from error


def _card_notes(game: Game, deck: Deck, last: Card, name: str) -> list[Message]:
    notes = [
        message("{deck}: the card {card!r} is a copy of {last!r}; change it.", deck=deck.id, card=name, last=last.id)
    ]
    others = [other.id for other in game.decks.values() if other.file == deck.file and other is not deck]
    if others:
        notes.append(message("These decks use the same file: {decks}", decks=joined(others)))
    return notes


def _renamed(row: Mapping[str, Any], deck: Deck, name: str) -> dict[str, Any]:
    """Return a card's data with another id and title, and without a number of copies."""
    title_key = next((key for key in TITLES if key in row and deck.fields.get(key, "").startswith("text")), "")
    title = title_of(name)
    renamed: dict[str, Any] = {}
    for key, value in row.items():
        if key == "id":
            renamed[key] = name
        elif key == title_key:
            renamed[key] = dict.fromkeys(value, title) if isinstance(value, Mapping) else title
        elif key != "copies":
            renamed[key] = value
    return renamed


def _with_entry(text: str, shown: str, deck: Deck, last: Card, name: str) -> str:
    """Return the text of a YAML file of cards with another entry at the end of `cards`, in the style of the last."""
    marked = parse_yaml(text.removeprefix("\ufeff"), shown)
    rows = marked.value["cards"]
    place = marked.place("cards", len(rows) - 1)
    line = lines_of(text)[place.line - 1]
    before = line[: place.column - 1]
    card = _renamed(next(row for row in rows if row.get("id") == last.id), deck, name)
    if before.strip() != "-":
        problem = message("the cards are in brackets: no line can be added")
        raise DataError(Fault(place, problem, message("write each card on a line of its own, after a -")))
    indent = len(before) - len(before.lstrip(" "))
    if line[place.column - 1] == "{":
        addition = [before + flow(card)]
    else:
        keys = [f"{key}: {flow(value)}" for key, value in card.items()]
        addition = [before + keys[0], *(" " * len(before) + key for key in keys[1:])]
    end = end_of_block(lines_of(text), place.line - 1, indent)
    return prove(insert_lines(text, end, addition), shown, {**marked.value, "cards": [*rows, card]}, place)


def _with_row(
    text: str, shown: str, deck: Deck, last: Card, name: str, columns: Mapping[str, str | None], separator: str
) -> str:
    """Return the text of a CSV file of cards with another row after the last one."""

    def read(content: str) -> Marked:
        header = Header(known=frozenset({"id", "copies", *deck.fields}))
        return parse_csv(content.removeprefix("\ufeff"), shown, lambda _, cell: cell, columns, separator, header)

    table = read(text)
    number = next(i for i, row in enumerate(table.value) if row.get("id") == last.id)
    heads = {path[1:]: place for path, place in table.keys.items() if path[0] == number and len(path) > 1}
    card = _renamed(table.value[number], deck, name)
    cells = [_cell(card, path) for path in sorted(heads, key=lambda path: heads[path].column)]
    body = text.rstrip("\r\n")  # empty lines at the end stay behind the new row
    ending = "\r\n" if "\r\n" in text else "\n"
    changed = body + ending + separator.join(cells) + (text[len(body) :] or ending)
    try:
        if read(changed).value == [*table.value, card]:
            return changed
    except DataError:
        pass
    problem = message("no row can be added without a change of other rows")
    hint = message("add the row yourself; the reason may be a column that `columns` leaves out")
    raise DataError(Fault(last.place(), problem, hint))


def _cell(card: Mapping[str, Any], path: Sequence[Any]) -> str:
    """Return the text at a path of a card's data as a cell of a CSV file."""
    value: Any = card
    for step in path:
        value = value.get(step, "") if isinstance(value, Mapping) else ""
    return '"' + value.replace('"', '""') + '"' if re.search('[",;\t\r\n]', value) else str(value)
