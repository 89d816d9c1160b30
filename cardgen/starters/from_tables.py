"""A project made from a designer's file: the tables in it as decks, and what was taken from it, as notes."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from cardgen.base.errors import DataError, Fault, Faults, Place, Text, WrongValueError, did_you_mean
from cardgen.base.records import dataclass, field, replace
from cardgen.base.words.messages import joined, message, plural
from cardgen.building.check import Report
from cardgen.building.reporting import count_findings
from cardgen.data.names import file_key, is_device, is_identifier
from cardgen.data.rows.number_formats import ShownNumber
from cardgen.data.rows.tables import TableCell, cell_at
from cardgen.data.rows.text_tables import number_in_table
from cardgen.data.rows.workbooks import SheetPlace, sheet_lines, visible_sheets
from cardgen.starters.starting import TableDeck, project_files, table_name
from cardgen.starters.tables import CardTable, TableChoices, find_header, read_table, slug_of
from cardgen.starters.trial import try_files

#: At most this many missing pictures are named.
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class TableFile:
    """A designer's file, and what of it to take: sheets by name, the row with the names of columns, the languages.

    What is left out is taken from the content. `content` is that of a file that was sent rather than found on the disk:
    there are no pictures beside it. `choices` are by sheet, "" is the table of a text.
    """

    file: Path
    sheets: tuple[str, ...] = ()
    heading: int | None = None
    languages: tuple[str, ...] = ()
    content: bytes | None = None
    choices: Mapping[str, TableChoices] = field(default_factory=dict)

    @property
    def beside(self) -> Path | None:
        """The folder with the pictures of its cards."""
        return self.file.parent if self.content is None else None

    def choices_of(self, sheet: str) -> TableChoices:
        """Return what was chosen for a sheet."""
        return self.choices.get(sheet, TableChoices())

    def heading_of(self, sheet: str) -> int | None:
        """Return the row with the names of columns, if it was given."""
        return self.choices_of(sheet).heading or self.heading


@dataclass(frozen=True, slots=True)
class Source:
    """A table of the file; `sheet` is the sheet that it is from, None for a text."""

    content: bytes
    sheet: SheetTable | None = None

    @property
    def name(self) -> str:
        return self.sheet.sheet if self.sheet else ""

    def heading_row(self, table: CardTable) -> int:
        """Return the number of the row with the names of the columns of its table."""
        return table.heading or (self.sheet.rows[0] if self.sheet and self.sheet.rows else 1)


@dataclass(frozen=True, slots=True)
class Tables:
    """What was read from a file: its tables, a deck of each, and the sheets without any."""

    file: TableFile
    sources: Sequence[Source]
    decks: Sequence[TableDeck]
    others: Sequence[str]

    def own_places(self, error: DataError, game: str) -> DataError:
        """Return the faults of a game with these decks at their places in the file."""
        return DataError(_own_places(error, self, game))


def files_from_table(source: TableFile, name: str) -> tuple[dict[str, bytes], list[Text]]:
    """Return the files of a project called `name` with a deck for each table, and notes about what was taken.

    DataError if a table cannot be shown.
    """
    tables = read_tables(source)
    files = project_files(tables.decks, name, source.beside)
    try:
        report = try_files(name, files)
    except DataError as error:
        raise tables.own_places(error, name) from error
    return files, [*_notes(tables, name), *_report_notes(report, name)]


def read_tables(source: TableFile) -> Tables:
    """Read the tables of a file. DataError with everything that is wrong in them."""
    sources, others = _sources_of(source)
    return Tables(source, sources, _decks_of(source, sources, _read_each(source, sources)), others)


def _sources_of(source: TableFile) -> tuple[list[Source], list[str]]:
    """Return the tables of a file, and the sheets without any."""
    content = source.file.read_bytes() if source.content is None else source.content
    shown = str(source.file)
    suffix = source.file.suffix.lower()
    if suffix == ".xlsx":
        check_sheets(content, shown, source.sheets)
        sheets, others = read_sheets(content, shown, source.sheets, source.heading_of)
        return [Source(sheet.content, sheet) for sheet in sheets], others
    if suffix not in (".csv", ".tsv"):
        hint = message("save the table as CSV UTF-8, or as XLSX")
        raise DataError(Fault(Place(shown), message("is not a CSV file"), hint))
    if source.sheets:
        raise DataError(Fault(Place(shown), message("--sheet is for workbooks: a text has no sheets")))
    return [Source(content)], []


def _read_each(source: TableFile, sources: Sequence[Source]) -> list[CardTable]:
    """Read the tables in the same languages: the given ones, those of columns, or that of most cards."""

    def read(languages: Sequence[str]) -> list[CardTable]:
        tables: list[CardTable] = []
        faults = Faults()
        for entry in sources:
            heading, choices = None if entry.sheet else source.heading_of(""), source.choices_of(entry.name)
            try:
                tables.append(read_table(entry.content, str(source.file), languages, source.beside, heading, choices))
            except DataError as error:
                faults += [_located(fault, entry, entry.content, source.file) for fault in error.faults]
        faults.raise_all()
        return tables

    tables = read(source.languages)
    languages = Counter[tuple[str, ...]]()
    for table in tables:
        languages[table.languages] += table.cards
    if len(languages) == 1:
        return tables
    declared = [several for several in languages if len(several) > 1]
    return read(declared[0] if declared else languages.most_common(1)[0][0])


def _decks_of(source: TableFile, sources: Sequence[Source], tables: Sequence[CardTable]) -> list[TableDeck]:
    """Return the decks of the tables: the only one is called main, others by their sheets."""
    if len(tables) == 1:
        suffix = ".csv" if sources[0].sheet else source.file.suffix
        return [TableDeck("main", tables[0], table_name(f"{source.file.stem}{suffix}"))]
    decks: list[TableDeck] = []
    for number, (entry, table) in enumerate(zip(sources, tables, strict=True), 1):
        title = entry.name
        name = slug_of(title).replace("_", "-") or title
        taken = {file_key(deck.name) for deck in decks}
        if not is_identifier(name) or is_device(name) or file_key(name) in {*taken, "glossary"}:
            name = f"deck-{number}"
        decks.append(TableDeck(name, table, f"{name}.csv", title))
    return decks


# ---------------------------------------------------------------- places


def _located(fault: Fault, source: Source, content: bytes, file: Path, added: int = 0) -> Fault:
    """Return the fault of a CSV located in the sheet that it is from, if it is from one."""
    if source.sheet is None or fault.place.file != str(file) or not fault.place.line:
        return fault
    return replace(fault, place=source.sheet.located(fault.place, content, added))


def _own_places(error: DataError, tables: Tables, name: str) -> Iterator[Fault]:
    """Yield the faults of the new project located in the designer's own files, because the project is not written."""
    source, sources, decks = tables.file, tables.sources, tables.decks
    own = {f"card_data/{name}/{deck.file}": entry for deck, entry in zip(decks, sources, strict=True)}
    contents = {f"card_data/{name}/{deck.file}": deck.table for deck in decks}
    pictures = [picture for deck in decks for picture in deck.table.pictures]
    beside = {f"card_data/{name}/{picture}": str(source.file.parent / picture) for picture in pictures}
    for fault in error.faults:
        shown = fault.place.file
        if shown in own:
            table = contents[shown]
            moved = replace(fault, place=replace(fault.place, file=str(source.file)))
            yield _located(moved, own[shown], table.content, source.file, int(table.ids_added))
        else:
            place = replace(fault.place, file=beside[shown]) if shown in beside else Place(str(source.file))
            yield replace(fault, place=place)


# ---------------------------------------------------------------- notes


def _notes(tables: Tables, name: str) -> Iterator[Text]:
    """Yield what was taken from the file, and what was left out."""
    source, sources, decks, others = tables.file, tables.sources, tables.decks, tables.others
    for deck, entry in zip(decks, sources, strict=True):
        yield from _deck_notes(source, entry, deck, f"card_data/{name}/{deck.file}")
    yield message("Languages: {languages}; --lang sets them.", languages=joined(decks[0].table.languages))
    if others:
        yield message("Left out, because they have no table: {sheets}; --sheet takes one.", sheets=joined(others))


def _deck_notes(source: TableFile, entry: Source, deck: TableDeck, copy: str) -> Iterator[Text]:
    table = deck.table
    cards = plural("{count} card", "{count} cards", table.cards)
    fields = joined(f"{field} ({kind})" for field, kind in table.fields.items())
    if deck.title:
        yield message("Deck {deck}:", deck=deck.name)
    yield message("{cards}; fields: {fields}", cards=cards, fields=fields)
    if entry.sheet:
        yield message("The sheet {sheet} is saved as CSV: {file}", sheet=entry.sheet.sheet, file=copy)
    row = entry.heading_row(table)
    if row > 1:
        yield message("Row {row} has the names of the columns; --heading sets it.", row=row)
    yield from (notice.message for notice in (entry.sheet.notices if entry.sheet else ()))
    if notice := table.written.notice(copy, "\t" if source.file.suffix.lower() == ".tsv" else ","):
        yield notice.message
    if table.counted:
        yield message("Numbers of copies: column {column}", column=table.counted)
    if table.uncounted and table.counted:
        yield message("Cards without a number of copies are made once.")
    if table.ids_added and table.named:
        column = next((head for head, field in table.columns.items() if field == table.named), table.named)
        yield message("Ids: made from the column {column}", column=column)
    if table.absent:
        named = joined([*table.absent[:_MOST_NAMED], *(["…"] if len(table.absent) > _MOST_NAMED else [])])
        yield message("These pictures are not in the table's folder, so cards show their names: {files}", files=named)
    if table.icons:
        icons = joined(f"{{{icon}}}" for icon in table.icons)
        yield message("These icons are discs until you add their pictures to icons in game.yaml: {icons}", icons=icons)
    if table.ids_added:
        yield message("{file} has a new first column with ids; the rest of the table is unchanged.", file=copy)


def _report_notes(report: Report, name: str) -> Iterator[Text]:
    if report.findings:
        findings = count_findings(report.findings)
        yield message("Not all texts fit yet: {findings}, see `cardgen check {game}`.", findings=findings, game=name)


# ---------------------------------------------------------------- sheets


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A table of a sheet: its content as CSV, the sheet's rows and columns that its own are, and notices about it."""

    sheet: str
    content: bytes
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    notices: tuple[Fault, ...] = ()

    def located(self, place: Place, content: bytes, added: int = 0) -> SheetPlace:
        """Return the cell of a place in `content`, the CSV with so many `added` columns in front."""
        row, column = cell_at(content.decode(), place)
        at = self.columns[min(max(1, column - added), len(self.columns)) - 1] if self.columns else 1
        return SheetPlace(place.file, self.rows[min(row, len(self.rows)) - 1], at, sheet=self.sheet)


def read_sheets(
    content: bytes, file: str, names: Sequence[str], heading_of: Callable[[str], int | None]
) -> tuple[list[SheetTable], list[str]]:
    """Return the tables of a workbook, and the sheets that have none.

    A sheet without a name in `names` has a table if a row of column names and texts below it are found; if no sheet
    has one, the first is taken. `heading_of` returns the number of the row with the names, if that of a sheet is known.
    DataError with all faults.
    """
    visible = visible_sheets(content, file)
    tables: list[SheetTable] = []
    others: list[str] = []
    faults = Faults()
    for name in names or visible:
        with faults:
            lines, notices = sheet_lines(content, file, name)
            begin = _header_of(lines, heading_of(name))
            if begin is None and not names and len(visible) > 1:
                others.append(name)
                continue
            tables.append(_as_csv(file, name, lines[begin or 0 :], notices))
    faults.raise_all()
    if not tables:
        lines, notices = sheet_lines(content, file, visible[0])
        return [_as_csv(file, visible[0], lines, notices)], others[1:]
    return tables, others


def _header_of(lines: Sequence[list[TableCell]], heading: int | None) -> int | None:
    """Return the index of the line with the names of the columns."""
    if heading is not None:
        return next((i for i, line in enumerate(lines) if line and line[0].line == heading), len(lines))
    return find_header(lines)


def _as_csv(file: str, sheet: str, lines: Sequence[list[TableCell]], notices: Iterable[Fault]) -> SheetTable:
    """Return the lines as CSV: numbers as they are shown, if that is another text. DataError with all faults."""
    faults = Faults(cell.fault for line in lines for cell in line if cell.fault)
    rows: list[list[str]] = []
    for line in lines:
        texts: list[str] = []
        for cell in line:
            try:
                texts.append(_text_of(cell.text))
            except WrongValueError as error:
                place = SheetPlace(file, cell.line, cell.column, sheet=sheet)
                faults.append(Fault(place, error.text, error.hint))
        rows.append(texts)
    faults.raise_all()
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    widest = max(lines, key=len, default=[])
    numbers = [next((cell.line for cell in line), 0) for line in lines]
    first = next(filter(None, numbers), 1)
    for i, number in enumerate(numbers):  # empty lines
        numbers[i] = number or (numbers[i - 1] + 1 if i else first)
    return SheetTable(
        sheet, written.getvalue().encode(), tuple(numbers), tuple(cell.column for cell in widest), tuple(notices)
    )


def _text_of(text: str) -> str:
    if not isinstance(text, ShownNumber):
        return text
    shown = text.shown()
    return str(text) if number_in_table(shown, ".") == number_in_table(text, ".") else shown


def check_sheets(content: bytes, file: str, names: Sequence[str]) -> None:
    """DataError for each name that is no sheet of the workbook."""
    if not names:
        return
    visible = visible_sheets(content, file)
    faults = Faults()
    for name in names:
        if name not in visible:
            problem = message("there is no sheet {sheet!r} in {file}", sheet=name, file=file)
            faults.append(Fault(Place(), problem, did_you_mean(name, visible)))
    faults.raise_all()
