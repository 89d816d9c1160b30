"""Rows that are the same as when they were read last: they are neither parsed nor validated again.

A table is parsed row by row, and how a row is parsed does not depend on the rows before it. So rows above and below the
lines that have changed are taken from the last table; only their line numbers may be others.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cardgen.base.errors import DataError
from cardgen.base.records import dataclass, replace
from cardgen.data.content import Content, same_content
from cardgen.data.model import Card
from cardgen.data.places import HeaderPlaces, KeyPlaces, TablePlaces, ValuePlaces, common_ends
from cardgen.data.reading import Marked
from cardgen.data.rows.tables import MOST_CELLS, MOST_ROWS, Header, parse_csv
from cardgen.data.rows.text_tables import TextTable
from cardgen.data.templates.files import KeptTemplates


@dataclass(frozen=True, slots=True)
class KeptRow:
    """A row without faults: its values as read, and the card that they make."""

    value: Any
    id: str
    copies: int
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _KeptTable:
    """A text table as it was parsed last, with the settings that it was parsed with.

    `rows` are those of `whole`, each with its places. A row that stays in its lines stays the same object.
    """

    settings: object
    lines: list[str]
    whole: Marked
    rows: list[Marked]


@dataclass(frozen=True, slots=True)
class KeptCards:
    """The cards made of the rows of a deck, by the ids of the row objects.

    `settings` are everything else that they depend on. `rows` keeps the row objects, so that no other gets their ids.
    """

    settings: Content
    rows: Sequence[Marked]
    cards: Mapping[int, Card]


class RowCache:
    """The rows of a game's decks, and its templates, as they were read last, for `load_game`.

    `parsed` and `validated` count the rows that have been parsed from text tables, and validated, with it.
    """

    def __init__(self) -> None:
        self._tables: dict[str, _KeptTable] = {}
        self._lists: dict[str, tuple[list[int], list[Marked]]] = {}
        self._rows: dict[str, tuple[Mapping[str, object], dict[str, KeptRow]]] = {}
        self._cards: dict[str, KeptCards] = {}
        self._translated: dict[str, dict[str, tuple[Card, Card]]] = {}
        self.templates: KeptTemplates = {}
        self.parsed = self.validated = 0

    # ------------------------------------------------------------ tables

    def parse(
        self,
        written: TextTable,
        file: str,
        convert: Callable[[str, str], Any],
        columns: Mapping[str, str | None],
        fields: Mapping[str, str],
        header: Header = Header(),  # noqa: B008 - it cannot be changed
    ) -> tuple[Marked, list[Marked]]:
        """Return what parse_csv returns, and each row of it. `convert` depends only on `fields` and `written`.

        The places of a row are found by the row itself, not by its number in the table.
        """
        text, separator = written.text, written.separator
        settings = (dict(fields), dict(columns), separator, written.decimal, header)
        # Only these characters end a line of a table; a text that was decoded has no others that end a line.
        lines = text.splitlines(keepends=True)
        kept = self._tables.get(file)

        def parse(part: str) -> Marked:
            return parse_csv(part, file, convert, columns, separator, header)

        table = None
        if kept is not None and kept.settings == settings and text.count(separator) + len(lines) <= MOST_CELLS:
            table = self._parse_changed(kept, lines, parse)
        if table is None:
            whole = parse(text)
            table = _KeptTable(settings, lines, whole, rows_in(whole))
            self.parsed += len(whole.value)
        self._tables[file] = table
        return table.whole, table.rows

    def _parse_changed(self, kept: _KeptTable, lines: list[str], parse: Callable[[str], Marked]) -> _KeptTable | None:
        """Return the table with only the rows parsed whose lines have changed; None if all of it must be parsed."""
        places, keys, rows = kept.whole.places, kept.whole.keys, kept.whole.value
        if not isinstance(places, TablePlaces) or not isinstance(keys, HeaderPlaces):
            return None
        starts = places.row_lines()
        above, below = common_ends(kept.lines, lines)
        if not starts or above < starts[0] - 1:  # the header may have changed
            return None
        # The last row that begins above the change may reach into it.
        first = max(0, bisect_right(starts, above) - 1)
        last = max(first, bisect_right(starts, len(kept.lines) - below))
        moved = len(lines) - len(kept.lines)
        end = starts[last] - 1 + moved if last < len(starts) else len(lines)
        header, changed = lines[: starts[0] - 1], lines[starts[first] - 1 : end]
        try:
            middle = parse("".join([*header, *changed]))
        except DataError:  # the places of its faults would be wrong, or a quote that is not closed reaches further
            return None
        if not isinstance(middle.places, TablePlaces) or len(rows) > MOST_ROWS or len(lines) > MOST_ROWS:
            return None
        self.parsed += len(middle.value)
        table = [*rows[:first], *middle.value, *rows[last:]]
        down = starts[first] - starts[0]
        joined = places.with_rows(first, last, middle.places, down, moved)
        whole = Marked(table, kept.whole.file, joined, HeaderPlaces(keys.headings, table))
        if moved:
            return _KeptTable(kept.settings, lines, whole, rows_in(whole))
        # New rows have places of their own: with those of the whole table they would keep all of it in memory.
        changed_rows = rows_in(Marked(middle.value, middle.file, middle.places.moved(down), middle.keys))
        return _KeptTable(kept.settings, lines, whole, [*kept.rows[:first], *changed_rows, *kept.rows[last:]])

    # ------------------------------------------------------------ lists

    def entries(self, whole: Marked) -> list[Marked]:
        """Return the entries of the list of a YAML file, each with its places.

        If none has moved to another line, those with the same value objects as before are the same objects. The others
        have places of their own: with those of the whole file they would keep all of it in memory.
        """
        rows, lines = None, []
        if isinstance(whole.places, ValuePlaces):
            outline = whole.places.outline
            nodes = [*outline.children_of(whole.base)]
            lines = [*map(outline.line, nodes)]
            before, kept = self._lists.get(whole.file, ([], []))
            if before == lines:
                rows = kept.copy()
                for number, (row, value) in enumerate(zip(kept, whole.value, strict=True)):
                    if row.value is not value or not isinstance(value, dict):
                        part = outline.part(nodes[number], value)
                        rows[number] = Marked(value, whole.file, ValuePlaces(part), KeyPlaces(part))
        rows = rows or rows_in(whole)
        self._lists[whole.file] = (lines, rows)
        return rows

    # ------------------------------------------------------------ rows

    def rows_of(self, deck: str, fields: Mapping[str, object]) -> dict[str, KeptRow]:
        """Return the rows of a deck that were validated with the same fields, by their ids."""
        before = self._rows.get(deck)
        return before[1] if before is not None and before[0] == fields else {}

    def keep_rows(self, deck: str, fields: Mapping[str, object], rows: dict[str, KeptRow], validated: int) -> None:
        """Keep the rows of a deck without faults, of which so many had to be validated."""
        self._rows[deck] = (dict(fields), rows)
        self.validated += validated

    def cards_of(self, deck: str, settings: Content) -> Mapping[int, Card]:
        """Return the cards of a deck that were made with the same settings, by the ids of their row objects."""
        kept = self._cards.get(deck)
        return kept.cards if kept is not None and kept.settings == settings else {}

    def keep_cards(self, deck: str, kept: KeptCards) -> None:
        """Keep the cards of a deck without faults."""
        self._cards[deck] = kept

    def with_kept_fields(self, deck: str, cards: tuple[Card, ...], translated: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the translated cards of a deck, with cards and fields that are as they were as the same objects.

        Whatever is made of a card later is kept by it, and cards are compared quickest if they are the same.
        """
        kept = self._translated.get(deck, {})
        result = {
            card.id: (own, _kept_if_same(kept.get(card.id), own, card))
            for own, card in zip(cards, translated, strict=True)
        }
        self._translated[deck] = result
        return tuple([card for _, card in result.values()])


def rows_in(table: Marked) -> list[Marked]:
    """Return the entries of a list, each with its places."""
    value, file, places, keys, base = table.value, table.file, table.places, table.keys, table.base
    return [Marked(row, file, places, keys, (*base, number)) for number, row in enumerate(value)]


def _kept_if_same(kept: tuple[Card, Card] | None, own: Card, translated: Card) -> Card:
    """Return the card as it was translated last, or at least with its fields, if they are the same."""
    if kept is None or not same_content(kept[1].fields, translated.fields):
        return translated
    return kept[1] if kept[0] is own else replace(translated, fields=kept[1].fields)


def find_row(kept: Mapping[str, KeptRow], value: Any) -> KeptRow | None:
    """Return the row with the same values as these; None if there is none."""
    name = value.get("id") if isinstance(value, dict) else None
    row = kept.get(name) if isinstance(name, str) else None
    return row if row is not None and same_content(row.value, value) else None
