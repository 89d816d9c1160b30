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
from cardgen.data.fields import CELLS, MAP, OPTIONAL, POINT, field_kind
from cardgen.data.model import Game
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
    """A column of a deck: a field of a kind, in one language if it is written by language."""

    name: str
    kind: str
    language: str = ""

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
    """A card added to a deck before the card number `at`, or last, with the texts of its cells by heading."""

    deck: str
    card: str
    cells: Mapping[str, str]
    at: int | None = None


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
    """A field that the cards of a deck may have from now on, declared in game.yaml as of a kind."""

    deck: str
    name: str
    declared: str


class DeckTable:
    """A deck's file as a table: its columns, and the text of each cell. The file may have rows of other decks, too."""

    def __init__(self, project: Project, game: Game, deck: str) -> None:
        """DataError if the deck's file cannot be read, or has no rows that can be edited."""
        self._project, self.game, self.deck = project, game, game.decks[deck]
        self.file = self.deck.file.resolve().relative_to(project.root.resolve()).as_posix()
        if game.file.decks[deck].crossed is not None:
            problem = message("the deck {deck} combines two tables: edit one of them", deck=deck)
            raise DataError(Fault(game.marked.place("decks", deck), problem))
        self.bytes = read_inside(project, self.file)
        self.document: Document = open_document(self.file, self.bytes, table_options(project, self.file))
        self.columns = tuple(self._columns())
        self._rows = dict(self._raw_rows())
        self._headings: set[str] = set()
        """Columns that operations have added."""

    def _columns(self) -> Iterator[Column]:
        yield Column("id", "text")
        yield Column("copies", "integer?")
        for name, kind in self.deck.fields.items():
            if not field_kind(kind).by_language:
                yield Column(name, kind)
                continue
            for language in self.game.file.languages:
                yield Column(name, kind, language)

    def rows(self, cards: Collection[str] = ()) -> Iterator[tuple[str, list[str]]]:
        """Yield the id of each card of the deck, or of some `cards` alone, with the texts of its cells."""
        for card in self.deck.cards:
            if cards and card.id not in cards:
                continue
            row = self._rows.get(card.id, {})
            yield card.id, [self._text(row, column) for column in self.columns]

    def _raw_rows(self) -> Mapping[str, Mapping[str, Any]]:
        """Return what the file has in each row, by its id."""
        document = self.document
        if isinstance(document, YamlDocument):
            return {row["id"]: row for row in document.value["cards"] if isinstance(row.get("id"), str)}
        assert isinstance(document, TableDocument | WorkbookDocument)
        return document.rows()

    def _text(self, row: Mapping[str, Any], column: Column) -> str:
        if not isinstance(self.document, YamlDocument):
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
        current = self._text(self._row(card), column)
        if current is _UNWRITABLE:
            raise DataError(Fault(Place(self.file), message("this value is no text: edit the file")))
        if current != cell.old.strip():
            raise ConflictError(cell, Place(self.file), cell.old, current)
        if isinstance(self.document, YamlDocument):
            yield from self._set_in_yaml(card, column, text)
            return
        assert isinstance(self.document, TableDocument | WorkbookDocument)
        row = self._row(card)
        heading = column.heading
        if not self._has_column(heading):
            if column.language == self.game.file.languages[0] and self.document.has_column(column.name):
                heading = column.name
            elif text:
                yield self._new_column(heading)
            else:
                return
        old = row.get(heading)
        new: Any = text
        if isinstance(self.document, WorkbookDocument):
            new = field_kind(column.kind).from_cell(text) if column.kind.startswith(("integer", "number")) else text
        yield SetValue(self.file, (card, heading), old, new)

    def _has_column(self, heading: str) -> bool:
        assert isinstance(self.document, TableDocument | WorkbookDocument)
        return heading in self._headings or self.document.has_column(heading)

    def _new_column(self, heading: str) -> Operation:
        self._headings.add(heading)
        return Insert(self.file, (0, heading), heading)

    def _row(self, card: str) -> Mapping[str, Any]:
        """Return the row of a card. DataError if it has none of its own."""
        if card not in self._rows:
            raise DataError(Fault(Place(self.file), message("the file has no row of its own for {card!r}", card=card)))
        return self._rows[card]

    def _set_in_yaml(self, card: str, column: Column, text: str) -> Iterator[Operation]:
        row = self._row(card)
        path: Path = ("cards", card, column.name)
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
            yield Insert(self.file, path, value, self._number(row, path))
        elif value is None:
            yield Delete(self.file, path, old)
        else:
            yield SetValue(self.file, path, old, value)
        self._rows[card] = {**row, column.name: whole}  # other cells of the same edit come after this one

    def _number(self, row: Mapping[str, Any], path: Path) -> int:
        """Return where a new entry of a card belongs: in the order of the deck's fields, or of the languages."""
        if len(path) > 3:
            order: Sequence[str] = self.game.file.languages
            present = row[str(path[2])]
        else:
            order, present = ("id", "copies", *self.deck.fields), row
        before = order[: order.index(str(path[-1]))]
        return sum(1 for key in present if key in before)

    def _column(self, name: str, language: str) -> Column:
        """Return a column. DataError if the deck has none of this name and language."""
        for column in self.columns:
            if (column.name, column.language) == (name, language):
                return column
        problem = message("the deck {deck} has no column {column!r}", deck=self.deck.id, column=name)
        raise DataError(Fault(Place(self.file), problem))

    def add_row(self, row: AddRow) -> Iterator[Operation]:
        """Yield the operations that add a card. DataError for a column that the deck does not have."""
        by_heading = {column.heading: column for column in self.columns}
        for heading in row.cells.keys() - by_heading.keys():
            self._column(heading, "")
        if isinstance(self.document, YamlDocument):
            value: dict[str, Any] = {"id": row.card}
            for heading, column in by_heading.items():
                text = row.cells.get(heading, "").strip() if heading != "id" else ""
                if text and column.language:
                    value.setdefault(column.name, {})[column.language] = field_kind(column.kind).from_cell(text)
                elif text:
                    value[column.name] = field_kind(column.kind).from_cell(text)
            yield Insert(self.file, ("cards", 0), value, self._row_number(row.at))
            return
        assert isinstance(self.document, TableDocument | WorkbookDocument)
        cells = {heading: text for heading, text in row.cells.items() if text and heading != "id"}
        for heading in cells:
            if not self._has_column(heading):
                yield self._new_column(heading)
        last = row.at is None or row.at >= len(self.deck.cards)
        line = None if last else self.document.line_of(self.deck.cards[row.at or 0].id)
        yield Insert(self.file, (), {"id": row.card, **cells}, line)

    def cell_at(self, place: Place, contents: Mapping[str, bytes]) -> tuple[str, str, str] | None:
        """Return the card, field and language of the cell at a place in other `contents` of files; None if none is."""
        if place.file != self.file or self.file not in contents:
            return None
        document = open_document(self.file, contents[self.file], table_options(self._project, self.file))
        try:
            path = document.path_at(place)
            if isinstance(document, YamlDocument):
                card, names = document.value_at((*path[:2], "id")), [str(step) for step in path[2:4]]
            else:
                card, names = document.value_at((path[0], "id")), str(path[1]).split(".", 1)
        except LookupError:
            return None
        field, language = [*names, "", ""][:2]
        main = self.game.file.languages[0] if field_kind(self.deck.fields.get(field, "text")).by_language else ""
        return str(card), field or "id", language if language in self.game.file.languages else main

    def _row_number(self, at: int | None) -> int | None:
        """Return the number in the file of the card number `at` of the deck."""
        assert isinstance(self.document, YamlDocument)
        ids = [row.get("id") for row in self.document.value["cards"]]
        return None if at is None or at >= len(self.deck.cards) else ids.index(self.deck.cards[at].id)

    def delete_row(self, card: str) -> Operation:
        """Return the operation that deletes a card."""
        path: Path = ("cards", card) if isinstance(self.document, YamlDocument) else (card,)
        return Delete(self.file, path)

    def move_row(self, row: MoveRow) -> Operation:
        """Return the operation that moves a card. DataError in a workbook: its formulas may name rows."""
        self._row(row.card)
        others = [card.id for card in self.deck.cards if card.id != row.card]
        document = self.document
        if isinstance(document, WorkbookDocument) or not others:
            raise DataError(
                Fault(Place(self.file), message("the rows of a workbook are moved in a spreadsheet program"))
            )
        path: Path = (row.card,)
        if isinstance(document, YamlDocument):
            path = ("cards", row.card)
            rows: list[object] = [one.get("id") for one in document.value["cards"] if one.get("id") != row.card]
            keys: list[object] = [*others]
        else:
            assert isinstance(document, TableDocument)
            here = document.line_of(row.card)
            rows = [line.line for line in document.grid if line.line != here]
            keys = [document.line_of(card) for card in others]
        to = rows.index(keys[row.at]) if 0 <= row.at < len(keys) else rows.index(keys[-1]) + 1
        return Move(self.file, path, to)

    def add_column(self, column: AddColumn) -> Operation:
        """Return the operation that declares a field, which cards may lack. DataError if the deck has no own fields."""
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
        return Insert(declared, ("decks", deck, "fields", column.name), kind)


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
