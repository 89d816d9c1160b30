"""A deck as a table of texts, whatever its file is, and the operations that set one of its cells.

Every cell is a text as it is written in a table: a list is joined, a number is its digits. In YAML it becomes the value
that a table with this text would have.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import dataclass
from cardgen.base.values import as_text
from cardgen.base.words.messages import message
from cardgen.data.conditions import names_in
from cardgen.data.fields import CELLS, MAP, OPTIONAL, POINT, field_kind
from cardgen.data.model import Card, Game
from cardgen.data.project import Project
from cardgen.data.rows.lists import SEPARATOR, join_list
from cardgen.editing.applying import open_document
from cardgen.editing.documents import ConflictError, Document
from cardgen.editing.operations import Delete, Insert, Move, Operation, Path, SetValue
from cardgen.editing.projects import read_inside, table_options
from cardgen.editing.table_document import TableDocument
from cardgen.editing.workbook_document import WorkbookDocument
from cardgen.editing.yaml_document import YamlDocument


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a deck: a field of a kind, in one language if it is written by language.

    `table` is the number of the deck's file that has it; -1 if its values are computed from two files.
    """

    name: str
    kind: str
    language: str = ""
    table: int = 0

    @property
    def heading(self) -> str:
        """The name of the column in a table."""
        return f"{self.name}.{self.language}" if self.language else self.name


@dataclass(frozen=True, slots=True)
class Cell:
    """Another text of a cell of a deck: that of a card's field, in a `language` if the field is written by language.

    `old` is the text that it replaces.
    """

    deck: str
    card: str
    field: str
    old: str
    new: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class AddRow:
    """A card added to a deck before the card number `at`, or last, with the texts of its cells by heading.

    In a deck that crosses two tables, a row of one `table`, at its end: `card` is its id there.
    """

    deck: str
    card: str
    cells: Mapping[str, str]
    at: int | None = None
    table: int = 0


@dataclass(frozen=True, slots=True)
class DeleteRow:
    """A card deleted from a deck."""

    deck: str
    card: str


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A card moved, so that `at` other cards of its deck are before it."""

    deck: str
    card: str
    at: int


@dataclass(frozen=True, slots=True)
class AddColumn:
    """A field that cards of a deck may have from now on, declared as of a kind; `default` is for those without it."""

    deck: str
    name: str
    declared: str
    default: object = None


class RowFile:
    """A file with rows of decks: its document, and what it has in each row, by its id."""

    def __init__(self, project: Project, file: str) -> None:
        """DataError if the file cannot be read."""
        self.file, self.bytes = file, read_inside(project, file)
        self.document: Document = open_document(file, self.bytes, table_options(project, file))
        self.rows = dict(self._rows())
        self._added: set[str] = set()

    def _rows(self) -> Mapping[str, Mapping[str, Any]]:
        if isinstance(self.document, YamlDocument):
            try:
                return {row["id"]: row for row in self.document.value["cards"] if isinstance(row.get("id"), str)}
            except (TypeError, LookupError, AttributeError):  # another program is still writing it
                problem = message("the file has changed since the game was read: try again")
                raise DataError(Fault(Place(self.file), problem)) from None
        assert isinstance(self.document, TableDocument | WorkbookDocument)
        return self.document.rows()

    def has_column(self, heading: str) -> bool:
        """Return True if the table has a column of this heading, or an operation has added it."""
        assert isinstance(self.document, TableDocument | WorkbookDocument)
        return heading in self._added or self.document.has_column(heading)

    def new_column(self, heading: str) -> Operation:
        """Return the operation that adds a column to the table."""
        self._added.add(heading)
        return Insert(self.file, (0, heading), heading)

    def has_field(self, name: str) -> bool:
        """Return True if a row has a value of this field, in any language."""
        return any(heading.split(".")[0] == name for row in self.rows.values() for heading in row)


class RowFiles:
    """The files that the decks of a game are made from, each read once."""

    def __init__(self, project: Project, game: Game) -> None:
        self._project, self._game = project, game
        self._read: dict[str, RowFile] = {}
        root = project.root.resolve()
        self.names: dict[str, list[str]] = {}
        """The files of each deck: one, or two that it crosses."""
        for name, deck in game.decks.items():
            crossed = game.file.decks[name].crossed
            paths = [deck.file, *([game.folder / crossed.cards] if crossed else [])]
            self.names[name] = [path.resolve().relative_to(root).as_posix() for path in paths]

    def of(self, deck: str) -> tuple[RowFile, ...]:
        """Return the files of a deck. DataError if one cannot be read."""
        for name in self.names[deck]:
            if name not in self._read:
                self._read[name] = RowFile(self._project, name)
        return tuple(self._read[name] for name in self.names[deck])

    def row_ids(self, deck: str, card: str) -> tuple[str, ...]:
        """Return the id of the row that a card is made of in each file of its deck; empty if there is none."""
        if len(self.names[deck]) == 1:
            return (card,)
        one, other = self.of(deck)
        splits = ((card[:at], card[at + 1 :]) for at, sign in enumerate(card) if sign == "-")
        return next((ids for ids in splits if ids[0] in one.rows and ids[1] in other.rows), ("", ""))

    def cards_of_rows(self, files: Collection[str] = ()) -> dict[tuple[str, str], list[tuple[str, str]]]:
        """Return the deck and id of all cards that are made of each row, by file and id; or of rows of some files."""
        cards: dict[tuple[str, str], list[tuple[str, str]]] = {}
        for deck in self._game.decks.values():
            names = self.names[deck.id]
            if files and not set(names) & set(files):
                continue
            for card in deck.cards:
                for row in zip(names, self.row_ids(deck.id, card.id), strict=True):
                    cards.setdefault(row, []).append((deck.id, card.id))
        return cards


class DeckTable:
    """A deck's rows as a table: its columns, and the text of each cell. Its files may have rows of other decks, too."""

    def __init__(self, project: Project, game: Game, deck: str) -> None:
        """DataError if a file of the deck cannot be read."""
        self._project, self.game, self.deck = project, game, game.decks[deck]
        self._files = RowFiles(project, game)
        self.files = self._files.of(deck)
        self.columns = tuple(self._columns())
        self._cards = {card.id: card for card in self.deck.cards}
        self._ids = {card: self._files.row_ids(deck, card) for card in self._cards}
        self._written: dict[tuple[str, str, str], tuple[str, str]] = {}
        """The card and the text that an operation has written, by file, row and heading."""

    def _columns(self) -> Iterator[Column]:
        yield Column("id", "text", table=-1 if len(self.files) > 1 else 0)
        yield Column("copies", "integer?", table=self._table_of("copies"))
        chosen_by = {name.split(".")[0] for _, name in names_in(self.game.file.decks[self.deck.id].where)}
        for name in sorted(chosen_by - {"id", "copies", *self.deck.fields}):
            if any(file.has_field(name) for file in self.files):
                yield Column(name, "text" if len(self.files) > 1 else "text?", table=self._table_of(name))
        for name, kind in self.deck.fields.items():
            table = self._table_of(name)
            if not field_kind(kind).by_language:
                yield Column(name, kind, table=table)
                continue
            for language in self.game.file.languages:
                yield Column(name, kind, language, table)

    def _table_of(self, name: str) -> int:
        """Return the number of the file that has a field; -1 if both have it, 0 if none does."""
        if len(self.files) == 1:
            return 0
        having = [number for number, file in enumerate(self.files) if file.has_field(name)]
        return -1 if len(having) > 1 else having[0] if having else 0

    def rows(self, cards: Collection[str] = ()) -> Iterator[tuple[str, list[str]]]:
        """Yield the id of each card of the deck, or of some `cards` alone, with the texts of its cells."""
        for card in self.deck.cards:
            if not cards or card.id in cards:
                yield card.id, [self._text(card.id, column) for column in self.columns]

    def card(self, card: str) -> Card:
        """Return a card of the deck."""
        return self._cards[card]

    def row_ids(self, card: str) -> tuple[str, ...]:
        """Return the id of a card's row in each of the files."""
        return self._ids[card]

    def shared(self) -> dict[str, list[int]]:
        """Return how many other cards of the game are made of each row of a card, by its id; nothing for its own."""
        names = [file.file for file in self.files]
        if len(names) == 1 and sum(names[0] in others for others in self._files.names.values()) == 1:
            return {}
        cards = self._files.cards_of_rows(names)
        counts = {
            card: [len(cards[row]) - 1 for row in zip(names, ids, strict=True)] for card, ids in self._ids.items()
        }
        return {card: others for card, others in counts.items() if any(others)}

    def _text(self, card: str, column: Column) -> str:
        if column.table < 0:
            return card if column.name == "id" else as_text(self._cards[card].copies)
        file = self.files[column.table]
        row = file.rows.get(self._ids[card][column.table], {})
        if not isinstance(file.document, YamlDocument):
            text = row.get(column.heading)
            if text is None and column.language == self.game.file.languages[0]:
                text = row.get(column.name)
            return "" if text is None else as_text(text)
        value = row.get(column.name)
        if column.language:
            whole = value if isinstance(value, Mapping) else {self.game.file.languages[0]: value}
            value = whole.get(column.language)
        return cell_text(column.kind, value)

    # ---------------------------------------------------------------- edits

    def set_cell(self, cell: Cell) -> Iterator[Operation]:
        """Yield the operations that give a cell another text; "" empties it.

        ConflictError if it has another text than the old one; DataError if the file has no such row or column, or a
        value that is no text.
        """
        card, text = cell.card, cell.new.strip()
        column = self._column(cell.field, cell.language)
        if column.table < 0:
            raise self._computed(column)
        file = self.files[column.table]
        name = self._row_id(card, file)
        if (before := self._written.setdefault((file.file, name, column.heading), (card, text))) != (card, text):
            if before[1] == text:
                return
            raise self._one_value(column, name, before[0], card)
        current = self._text(card, column)
        if current is _UNWRITABLE:
            raise DataError(Fault(Place(file.file), message("this value is no text: edit the file")))
        if current != cell.old.strip():
            raise ConflictError(cell, Place(file.file), cell.old, current)
        if isinstance(file.document, YamlDocument):
            yield from self._set_in_yaml(name, column, text)
            return
        heading = column.heading
        if not file.has_column(heading):
            if column.language == self.game.file.languages[0] and file.has_column(column.name):
                heading = column.name
            elif text:
                yield file.new_column(heading)
            else:
                return
        new: Any = text
        if isinstance(file.document, WorkbookDocument):
            new = field_kind(column.kind).from_cell(text) if column.kind.startswith(("integer", "number")) else text
        yield SetValue(file.file, (name, heading), file.rows[name].get(heading), new)

    def _computed(self, column: Column) -> DataError:
        one, other = (file.file for file in self.files)
        problem = message("{column} is computed from {file} and {other}", column=column.name, file=one, other=other)
        return DataError(Fault(Place(one), problem, message("edit it in the two files")))

    def _one_value(self, column: Column, row: str, *cards: str) -> DataError:
        file = self.files[column.table].file
        names = {"column": column.heading, "one": cards[0], "other": cards[1], "row": row}
        problem = message("{one} and {other} are made of the row {row}: they have one {column}", **names)
        return DataError(Fault(Place(file), problem, message("give both the same value")))

    def _row_id(self, card: str, file: RowFile) -> str:
        """Return the id of a card's row in a file. DataError if it has none of its own."""
        row = self._ids.get(card, ("",) * len(self.files))[self.files.index(file)]
        if row not in file.rows:
            raise DataError(Fault(Place(file.file), message("the file has no row of its own for {card!r}", card=card)))
        return row

    def _set_in_yaml(self, name: str, column: Column, text: str) -> Iterator[Operation]:
        file = self.files[column.table]
        row = file.rows[name]
        path: Path = ("cards", name, column.name)
        old = row.get(column.name)
        value: Any = field_kind(column.kind).from_cell(text) if text else None
        whole = value
        if column.language:
            main = self.game.file.languages[0]
            texts = dict(old) if isinstance(old, Mapping) else {} if old is None else {main: old}
            after = {**texts, column.language: value} if text else {k: texts[k] for k in texts if k != column.language}
            if isinstance(old, Mapping) and after:
                path, old, whole = (*path, column.language), old.get(column.language), after
            else:
                is_plain = not isinstance(old, Mapping) and old is not None and after.keys() == {main}
                value = whole = after[main] if is_plain else after or None
        if value == old:
            return
        if old is None:
            yield Insert(file.file, path, value, self._number(row, path))
        elif value is None:
            yield Delete(file.file, path, old)
        else:
            yield SetValue(file.file, path, old, value)
        file.rows[name] = {**row, column.name: whole}  # other cells of the same edit come after this one

    def _number(self, row: Mapping[str, Any], path: Path) -> int:
        """Return where a new entry of a card belongs: in the order of the deck's columns, or of the languages."""
        if len(path) > 3:
            order: Sequence[str] = self.game.file.languages
            present = row[str(path[2])]
        else:
            order, present = [*dict.fromkeys(column.name for column in self.columns)], row
        before = order[: order.index(str(path[-1]))]
        return sum(1 for key in present if key in before)

    def _column(self, name: str, language: str) -> Column:
        """Return a column. DataError if the deck has none of this name and language."""
        for column in self.columns:
            if (column.name, column.language) == (name, language):
                return column
        problem = message("the deck {deck} has no column {column!r}", deck=self.deck.id, column=name)
        raise DataError(Fault(Place(self.files[0].file), problem))

    def add_row(self, row: AddRow) -> Iterator[Operation]:
        """Yield the operations that add a card. DataError for a column that the deck does not have."""
        by_heading = {column.heading: column for column in self.columns}
        for heading in row.cells.keys() - by_heading.keys():
            self._column(heading, "")
        file = self.files[min(row.table, len(self.files) - 1)]
        before = None
        if len(self.files) == 1 and row.at is not None and row.at < len(self.deck.cards):
            before = self.deck.cards[row.at].id
        if isinstance(file.document, YamlDocument):
            value: dict[str, Any] = {"id": row.card}
            for heading, column in by_heading.items():
                text = row.cells.get(heading, "").strip() if heading != "id" else ""
                if text and column.language:
                    value.setdefault(column.name, {})[column.language] = field_kind(column.kind).from_cell(text)
                elif text:
                    value[column.name] = field_kind(column.kind).from_cell(text)
            ids = [one.get("id") for one in file.document.value["cards"]]
            yield Insert(file.file, ("cards", 0), value, None if before is None else ids.index(before))
            return
        assert isinstance(file.document, TableDocument | WorkbookDocument)
        cells = {heading: text for heading, text in row.cells.items() if text and heading != "id"}
        for heading in cells:
            if not file.has_column(heading):
                yield file.new_column(heading)
        line = None if before is None else file.document.line_of(before)
        yield Insert(file.file, (), {"id": row.card, **cells}, line)

    def cell_at(self, place: Place, contents: Mapping[str, bytes]) -> tuple[str, str, str] | None:
        """Return the card, field and language of the cell at a place in other `contents` of files; None if none is."""
        number = next((number for number, file in enumerate(self.files) if file.file == place.file), None)
        if number is None or place.file not in contents:
            return None
        document = open_document(place.file, contents[place.file], table_options(self._project, place.file))
        try:
            row, name, language = cell_in(document, document.path_at(place))
        except LookupError:
            return None
        written = (one for (file, at, _), (one, _) in self._written.items() if (file, at) == (place.file, row))
        cards = (card for card, ids in self._ids.items() if ids[number] == row)
        main = self.game.file.languages[0] if field_kind(self.deck.fields.get(name, "text")).by_language else ""
        card = next(written, None) or next(cards, row)
        return card, name or "id", language if language in self.game.file.languages else main

    def delete_row(self, card: str) -> Operation:
        """Return the operation that deletes a card: its row. DataError if other cards of the deck need each of them."""
        for number, file in enumerate(self.files):
            row = self._ids.get(card, (card, ""))[number]
            if len(self.files) == 1 or sum(ids[number] == row for ids in self._ids.values()) <= 1:
                return Delete(file.file, ("cards", row) if isinstance(file.document, YamlDocument) else (row,))
        problem = message(
            "other cards of the deck {deck} are made of both rows of {card}", deck=self.deck.id, card=card
        )
        raise DataError(
            Fault(Place(self.files[0].file), problem, message("delete a row in the file, or narrow `where`"))
        )

    def move_row(self, row: MoveRow) -> Operation:
        """Return the operation that moves a card. DataError in a workbook: its formulas may name rows."""
        file = self.files[0]
        here = self._row_id(row.card, file)
        others = [ids[0] for card, ids in self._ids.items() if card != row.card]
        document = file.document
        if isinstance(document, WorkbookDocument):
            problem = message("the rows of a workbook are moved in a spreadsheet program")
            raise DataError(Fault(Place(file.file), problem))
        if not others or len({here, *others}) <= len(others):
            problem = message("several cards are made of one row of {file}: move it there", file=file.file)
            raise DataError(Fault(Place(file.file), problem))
        path: Path = (here,)
        if isinstance(document, YamlDocument):
            path = ("cards", here)
            rows: list[object] = [one.get("id") for one in document.value["cards"] if one.get("id") != here]
            keys: list[object] = [*others]
        else:
            assert isinstance(document, TableDocument)
            line = document.line_of(here)
            rows = [one.line for one in document.grid if one.line != line]
            keys = [document.line_of(name) for name in others]
        to = rows.index(keys[row.at]) if 0 <= row.at < len(keys) else rows.index(keys[-1]) + 1
        return Move(file.file, path, to)

    def add_column(self, column: AddColumn) -> Iterator[Operation]:
        """Yield the operations that declare a field, which cards may lack. DataError if the deck has no own fields."""
        declared = self.game.marked.file
        decks, deck = open_document(declared, read_inside(self._project, declared)).value_at(("decks",)), self.deck.id
        while isinstance(entry := decks.get(deck), Mapping) and "fields" not in entry:
            deck = str(entry.get("extends"))
        if entry is None or column.name in entry["fields"]:
            problem = message("the deck {deck} has a field {field!r}", deck=self.deck.id, field=column.name)
            if entry is None:
                problem = message("the deck {deck} declares no fields", deck=self.deck.id)
            raise DataError(Fault(Place(declared), problem))
        kind = column.declared.removesuffix(OPTIONAL) + OPTIONAL
        self.columns = (*self.columns, Column(column.name, kind))
        yield Insert(declared, ("decks", deck, "fields", column.name), kind)
        if column.default is not None:
            path: Path = ("decks", deck, "defaults")
            is_first = "defaults" not in entry
            value = {column.name: column.default} if is_first else column.default
            yield Insert(declared, path if is_first else (*path, column.name), value)


def cell_in(document: Document, path: Path) -> tuple[str, str, str]:
    """Return the id of the row at a path of a file with rows, the field and the language. LookupError if none."""
    if isinstance(document, YamlDocument):
        row, names = document.value_at((*path[:2], "id")), [str(step) for step in path[2:4]]
    else:
        row, names = document.value_at((path[0], "id")), str(path[1]).split(".", 1)
    name, language = [*names, "", ""][:2]
    return str(row), name, language


class _Unwritable(str):
    """The text of a value that no cell can have."""


_UNWRITABLE = _Unwritable("…")


def cell_text(kind: str, value: Any) -> str:
    """Return a value as the text that a cell of a table would have; `_UNWRITABLE` for one that no cell can have."""
    if value is None:
        return ""
    if not isinstance(value, list | Mapping):
        return as_text(value)
    declared = field_kind(kind)
    if isinstance(value, list) and all(isinstance(entry, str | int | float) for entry in value):
        if declared is POINT:
            return " ".join(map(as_text, value))
        if declared in (CELLS, MAP) and all(isinstance(entry, str) for entry in value):
            return "/".join(map(str, value))
        if not any(SEPARATOR in str(entry) for entry in value):
            return join_list(value)
    return _UNWRITABLE
