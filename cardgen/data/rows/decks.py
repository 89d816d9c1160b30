"""Make a deck's cards: read its rows from any kind of file, cross them, add defaults, select, then validate."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice, takewhile
from typing import Any, cast

from cardgen.base.errors import MOST_FAULTS, DataError, Fault, Faults, Place, WrongValueError, did_you_mean
from cardgen.base.records import dataclass, replace
from cardgen.base.values import as_written
from cardgen.base.words.messages import Message, joined, message, plural
from cardgen.data.conditions import holds_at, names_in
from cardgen.data.fields import INTEGER, NUMBER, TEXT, TEXTS, field_kind, is_optional
from cardgen.data.kinds import FileModel
from cardgen.data.limits import Limits
from cardgen.data.marked import value_at
from cardgen.data.model import MOST_CARDS, Card, CardsFile, RowsEntry, TableEntry
from cardgen.data.names import file_key
from cardgen.data.places import Key, PartPlaces
from cardgen.data.reading import MOST_VALUES, Marked, Reader, validate
from cardgen.data.rows.cards import by_language, cards_of_rows, check_cards, duplicate_id, printed_cards, with_numbers
from cardgen.data.rows.formatting import FormattedText
from cardgen.data.rows.number_formats import ShownNumber
from cardgen.data.rows.options import TableOptions
from cardgen.data.rows.reuse import RowCache, rows_in
from cardgen.data.rows.tables import Header, at_most, parse_csv
from cardgen.data.rows.text_tables import USUAL, number_in_table, number_of_copies, read_text_table

#: Other formats of spreadsheet programs. They cannot be read.
_OTHER_TABLES = (".xls", ".xlsm", ".xlsb", ".ods", ".numbers", ".gsheet")


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows with their places; the first words of their keys, each with its first place.

    The keys of a `headed` table are in its header: a missing one is one fault, not one for each row.
    `hidden` are those that are left out because the sheet hides them.
    """

    rows: Sequence[Marked]
    keys: Mapping[str, Place]
    place: Place
    headed: bool
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class RowsKind:
    """What the rows of a file are.

    `key` is that of the file's name in game.yaml, and of the rows if the file is YAML, which is checked by the `model`.
    `none` is the message for a file without rows, `hint` its hint.
    """

    key: str
    model: type[FileModel]
    none: Message
    hint: Message


_CARDS = RowsKind(
    "cards",
    CardsFile,
    message("the table has no cards"),
    message("write a line of column names, then a line for each card"),
)


def read_cards(
    reader: Reader,
    deck: str,
    declared: Marked,
    entry: RowsEntry,
    fields: Mapping[str, str],
    main: str = "",
    cache: RowCache | None = None,
    limits: Limits = Limits(),  # noqa: B008  (it has no limits)
) -> tuple[Card, ...]:
    """Return the cards of a deck. `entry` is its part of game.yaml, `declared` the same with places.

    A plain text in a field that is written by language is in the `main` language. Rows that are as they were in the
    `cache` are not validated again. DataError with all faults; its `partial` are the cards of rows without any.
    """
    faults = Faults()
    tables: list[Rows] = []
    sources: list[tuple[TableEntry, Marked]] = [(entry, declared)]
    known = frozenset({"id", "copies", *fields, *{name.split(".")[0] for _, name in names_in(entry.where)}})
    if entry.crossed is not None:
        sources.append((entry.crossed, declared.part("for")))
    for source, marked in sources:
        with faults:
            tables.append(read_rows(reader, source, marked, fields, known, cache))
    faults.raise_all()
    table = _cross(tables[0], tables[1], declared.place("for")) if entry.crossed else tables[0]
    only_selects = known - {"id", "copies", *fields}
    faults += _check_names(table, declared, entry, fields, only_selects)
    faults += [_missing_column(table, name) for name in missing_columns(table, fields, entry.defaults)]
    faults.raise_all()
    reader.notices += _notice_uncounted(table, entry)
    texts = [name for name, kind in fields.items() if field_kind(kind).by_language] if main else []
    if cache is not None and not (entry.crossed or entry.defaults or entry.where or limits.has_any):
        # Each card is made of one row, and nothing else in it depends on the place of a key in game.yaml.
        with _whole_partial(fields):
            return cards_of_rows(reader, deck, table.rows, fields, texts, main, cache)
    rows: Iterable[Marked] = table.rows
    if entry.defaults:
        rows = _fill_up(rows, declared.part("defaults"))
    if entry.where:
        rows = [_without(row, only_selects) for row in _select(rows, entry, declared, faults)]
    if texts:
        rows = (by_language(row, texts, main) for row in rows)
    settings = limits.fields or fields
    before = None if cache is None else cache.rows_of(deck, settings)
    with _whole_partial(fields):
        cards, kept = check_cards(reader, deck, rows, fields, limits, faults, before)
    if cache is not None:
        cache.keep_rows(deck, settings, *kept)
    return printed_cards(cards, fields)


@contextmanager
def _whole_partial(fields: Mapping[str, str]) -> Iterator[None]:
    """Make the cards of rows without faults, the `partial` of a DataError, as complete as those of a deck."""
    try:
        yield
    except DataError as error:
        cards = printed_cards(with_numbers(error.partial or ()), fields)
        raise DataError(error.faults, cards or None) from error


# ---------------------------------------------------------------- reading


def read_rows(
    reader: Reader,
    entry: TableOptions,
    declared: Marked,
    fields: Mapping[str, str],
    known: frozenset[str],
    cache: RowCache | None = None,
    kind: RowsKind = _CARDS,
) -> Rows:
    """Return the rows of a file that `entry` names. `known` are the columns that are kept if others are ignored."""
    named = declared.place(kind.key)
    path = reader.find(getattr(entry, kind.key), named)
    rows: list[Marked] = []
    hidden: dict[int, str] = {}
    suffix, shown = path.suffix.lower(), reader.shown(path)
    faults = Faults(_check_options(entry, declared, suffix))
    if suffix in _OTHER_TABLES:
        problem = message("{file} cannot be read as a table", file=shown)
        faults.append(Fault(named, problem, message("save it as .xlsx, .csv or .tsv")))
    faults.raise_all()
    table = suffix in (*USUAL, ".xlsx")
    columns = dict(entry.columns)
    header = Header(entry.heading, columns.get("others") == "ignore", known)
    if header.only:
        del columns["others"]
    if suffix == ".xlsx":
        # They read archives, which most games have none of.
        from cardgen.data.rows.workbooks import SheetOptions, parse_workbook

        sheet = (entry.sheet, declared.place("sheet")) if entry.sheet is not None else None
        options = SheetOptions(entry.rich, entry.hidden, entry.decimal or ".")
        content, convert = reader.read_bytes(path), _converter(fields)
        whole = parse_workbook(content, shown, sheet, convert, columns, header, options, reader.notices, hidden)
    elif table:
        written = read_text_table(reader.read_bytes(path), shown, USUAL[suffix], entry, fields, known)
        reader.notices += filter(None, [written.notice(shown, USUAL[suffix])])
        convert = _converter(fields, written.decimal)
        if cache is None:
            whole = parse_csv(written.text, shown, convert, columns, written.separator, header)
        else:
            whole, rows = cache.parse(written, shown, convert, columns, fields, header)
    else:
        marked = reader.read_yaml(path, MOST_VALUES)
        validate(kind.model, marked)
        whole = marked.part(kind.key)
        rows = cache.entries(whole) if cache is not None else []
    if not whole.value:
        raise DataError(Fault(whole.place(), kind.none, kind.hint))
    rows = rows or rows_in(whole)
    names = (header.name_of(heading, columns) for heading in hidden.values())
    return Rows(rows, _first_keys(rows, table), whole.place(), table, frozenset(filter(None, names)))


def _first_keys(rows: Sequence[Marked], table: bool) -> dict[str, Place]:
    """Return the first words of the keys of all rows, each with its first place. Rows of a table share a header."""
    keys: dict[str, Place] = {}
    if table:
        places = rows[0].keys
        for path in takewhile(lambda path: path[0] == 0, places):
            keys.setdefault(str(path[1]), places[path])
        return keys
    for row in rows:
        for key in row.value if isinstance(row.value, dict) else ():
            if key not in keys:
                keys[key] = row.key_place(key)
    return keys


def _check_options(entry: TableOptions, declared: Marked, suffix: str) -> list[Fault]:
    """Return a fault for each option of game.yaml that is for another kind of file."""
    options = (
        ("sheet", entry.sheet is not None, (".xlsx",)),
        ("encoding", entry.encoding is not None, tuple(USUAL)),
        ("separator", entry.separator is not None, tuple(USUAL)),
        ("decimal", entry.decimal is not None, (*USUAL, ".xlsx")),
        ("heading", entry.heading is not None, (*USUAL, ".xlsx")),
        ("rich", entry.rich, (".xlsx",)),
        ("hidden", entry.hidden, (".xlsx",)),
        ("columns", bool(entry.columns), (*USUAL, ".xlsx")),
    )
    return [
        Fault(
            declared.key_place(name),
            message("{key}: is only for {suffixes} files", key=name, suffixes=joined(suffixes)),
        )
        for name, given, suffixes in options
        if given and suffix not in suffixes
    ]


def _converter(fields: Mapping[str, str], decimal: str = ".") -> Callable[[str, str], Any]:
    """Return the function that converts a cell by its column. The model rejects texts that it cannot convert.

    `decimal` is the decimal sign of numbers.
    """

    def number(text: str) -> Any:
        return number_in_table(text, decimal)

    kinds = {name: field_kind(kind) for name, kind in fields.items()}
    from_cell = {name: number if kind in (INTEGER, NUMBER) else kind.from_cell for name, kind in kinds.items()}
    from_cell["copies"] = lambda text: number_of_copies(text, decimal)
    shown = {"id", *(name for name, kind in kinds.items() if kind not in (INTEGER, NUMBER))}
    rich = {name for name, kind in kinds.items() if kind in (TEXT, TEXTS)}

    def convert(column: str, text: str) -> Any:
        if column not in from_cell:
            from_cell[column] = from_cell.get(column.split(".")[0], TEXT.from_cell)
        if isinstance(text, ShownNumber) and column.split(".")[0] in shown:
            return from_cell[column](text.shown())
        if isinstance(text, FormattedText):
            return text.marks if column.split(".")[0] in rich else str(text)
        return from_cell[column](text)

    return convert


# ---------------------------------------------------------------- crossing


def _cross(first: Rows, second: Rows, place: Place) -> Rows:
    """Combine every row of the first with every row of the second: keys of both, ids joined, copies multiplied."""
    faults = Faults(fault for rows in (first, second) for fault in islice(_check_crossed(rows), MOST_FAULTS))
    for name in sorted(first.keys.keys() & second.keys.keys() - {"id", "copies"}):
        hint = message("the other one is at {place}", place=first.keys[name])
        faults.append(Fault(second.keys[name], message("column {column!r} is in both tables", column=name), hint))
    count = len(first.rows) * len(second.rows)
    if count > MOST_CARDS:
        problem = message("the tables make {rows:,} × {others:,} cards", rows=len(first.rows), others=len(second.rows))
        faults.append(Fault(place, problem, at_most(MOST_CARDS)))
    faults.raise_all()
    rows = [_joined(one, other) for one in first.rows for other in second.rows]
    headed, hidden = first.headed or second.headed, first.hidden | second.hidden
    return Rows(rows, {**second.keys, **first.keys}, first.place, headed, hidden)


def missing_columns(rows: Rows, fields: Mapping[str, str], defaults: Container[str] = ()) -> list[str]:
    """Return the required fields that the header of a table does not have."""
    needed = ["id", *(name for name, kind in fields.items() if not is_optional(kind))] if rows.headed else []
    return [name for name in needed if name not in rows.keys and name not in defaults]


def _missing_column(rows: Rows, name: str) -> Fault:
    hint = message("a unique name for each card and its files: letters, digits, . _ and -") if name == "id" else ""
    if any(hidden.split(".")[0] == name for hidden in rows.hidden):
        hint = message("it is hidden: write hidden: true in game.yaml")
    return Fault(rows.place, message("the column {column!r} is missing", column=name), hint)


def _check_crossed(rows: Rows) -> Iterator[Fault]:
    """Yield a fault for each row without an id, or with the id of another: the ids of cards are made from them."""
    if rows.headed and "id" not in rows.keys:
        yield _missing_column(rows, "id")
        return
    seen: dict[str, Marked] = {}
    for row in rows.rows:
        value = row.value.get("id") if isinstance(row.value, dict) else None
        if value is None:
            yield Fault(row.place(), message("the key {key!r} is missing", key="id"))
        elif not isinstance(value, str):
            given = message("{value} given, expected {expected}", value=as_written(value), expected=message("text"))
            problem = message("{name}: {problem}", name="id", problem=given)
            yield Fault(row.place("id"), problem, message("put it in quotes"))
        elif (first := seen.setdefault(file_key(value), row)) is not row:
            yield duplicate_id(row, value, first.place("id"))


def _joined(one: Marked, other: Marked) -> Marked:
    value = {**other.value, **one.value, "id": f"{one.value['id']}-{other.value['id']}"}
    numbers = [row.value["copies"] for row in (one, other) if "copies" in row.value]
    if len(numbers) == 2 and all(type(number) is int for number in numbers):
        value["copies"] = numbers[0] * numbers[1]
    first, second = one.alone(), other.alone()
    return Marked(value, one.file, _either(first.places, second.places), _either(first.keys, second.keys))


def _either(first: Mapping[Key, Place], second: Mapping[Key, Place]) -> Mapping[Key, Place]:
    """Return the places of both; where they have the same path, the first's."""
    return ChainMap(cast("dict[Key, Place]", first), cast("dict[Key, Place]", second))


# ---------------------------------------------------------------- defaults and selection


def _check_names(
    rows: Rows, declared: Marked, entry: RowsEntry, fields: Mapping[str, str], only_selects: Iterable[str]
) -> Iterator[Fault]:
    """Yield a fault for each default of an unknown field, and each condition on a value that no row has."""
    for name in entry.defaults:
        names = ["copies", *fields, *only_selects]
        if name not in names:
            yield Fault(
                declared.key_place("defaults", name),
                message("unknown key {key!r}", key=name),
                did_you_mean(name, names),
            )
    names = list(dict.fromkeys(["id", "copies", *fields, *rows.keys, *entry.defaults]))
    for key, name in names_in(entry.where):
        if name.split(".")[0] not in names:
            place = declared.key_place("where", key) if name == key else declared.place("where", key)
            yield Fault(place, message("no card has {key!r}", key=name), did_you_mean(name, names))


def _notice_uncounted(rows: Rows, entry: RowsEntry) -> Iterator[Fault]:
    """Yield a notice about rows of a table that leave out their number of copies: it may have been forgotten."""
    if not rows.headed or "copies" not in rows.keys or "copies" in entry.defaults:
        return
    uncounted = [row for row in rows.rows if "copies" not in row.value]
    if uncounted:
        counted = plural("{count} card", "{count} cards", len(uncounted))
        problem = message("{cards} without a number of copies: one copy each", cards=counted)
        hint = message("to state it, write in game.yaml: {keys}", keys="defaults: {copies: 1}")
        yield Fault(uncounted[0].place(), problem, hint)


def _fill_up(rows: Iterable[Marked], defaults: Marked) -> Iterator[Marked]:
    """Yield the rows with the defaults that they lack. A fault in a default is at the place of the default."""
    for row in rows:
        missing = [name for name in defaults.value if isinstance(row.value, dict) and name not in row.value]
        if missing:
            own = row.alone()
            value = {**row.value, **{name: defaults.value[name] for name in missing}}
            inherited = PartPlaces(defaults.places, defaults.base, frozenset(missing))
            row = replace(own, value=value, places=_either(own.places, inherited))
        yield row


def _select(rows: Iterable[Marked], entry: RowsEntry, declared: Marked, faults: list[Fault]) -> Iterator[Marked]:
    """Yield the rows for which all conditions hold. Adds to `faults` if values cannot be compared or no row is left."""

    def values_of(row: Marked) -> Callable[[str], Any]:
        return lambda name: value_at(row.value, *name.split("."))

    selected = 0
    for row in rows:
        holds = True
        for name, condition in entry.where.items():
            path = name.split(".")
            try:
                # A row that is no mapping passes: validation rejects it later.
                holds = holds and (not isinstance(row.value, dict) or holds_at(name, condition, values_of(row)))
            except WrongValueError as error:
                problem = message("{name}: {problem}", name=name, problem=error.args[0])
                faults.append(Fault(row.place(*path), problem, error.hint))
                holds = False
        if len(faults) >= MOST_FAULTS:
            break
        if holds:
            selected += 1
            yield row
    if not selected and not faults:
        faults.append(Fault(declared.key_place("where"), message("no card is selected")))


def _without(row: Marked, names: Iterable[str]) -> Marked:
    """Return the row without the values that are only for conditions."""
    if not isinstance(row.value, dict) or not any(name in row.value for name in names):
        return row
    return replace(row, value={key: value for key, value in row.value.items() if key not in names})
