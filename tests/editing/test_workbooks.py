"""Edits of workbooks: other cells, formats and parts stay; formulas stay and lose their results."""

from __future__ import annotations

import io
import random
import re
import zipfile
from typing import Any

import openpyxl
import pytest
from openpyxl.styles import Font

from cardgen.base.errors import DataError
from cardgen.data.rows.options import TableOptions
from cardgen.editing.applying import open_document
from cardgen.editing.documents import ConflictError
from cardgen.editing.operations import Delete, Insert, Move, Operation, Rename, SetValue
from cardgen.editing.workbook_edits import without_results
from tests.editing.random_edits import NUMBERS, TEXTS
from tests.examples import trials

#: Texts that openpyxl reads as they are written.
PLAIN_TEXTS = [text for text in TEXTS if not text.startswith(("=", "_x"))]


def book_of(rows: list[list[Any]], without_rows: bool = False) -> bytes:
    """Return a workbook with a sheet of these rows, a bold one among them, and a sheet with a formula."""
    book: Any = openpyxl.Workbook()
    sheet = book.active
    for row in rows:
        sheet.append(row)
    sheet["B2"].font = Font(bold=True)
    book.create_sheet("Sums")["A1"] = "=SUM(Sheet!B2:B9)"
    stream = io.BytesIO()
    book.save(stream)
    return _without_rows(stream.getvalue()) if without_rows else stream.getvalue()


def _without_rows(content: bytes) -> bytes:
    """Return a workbook without references in its cells and rows, as some programs write them."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name)
            if name.endswith("sheet1.xml") and b"<c r=" in data:
                for number in range(1, 20):
                    data = data.replace(f'<row r="{number}">'.encode(), b"<row>")
            new.writestr(name, data)
    return result.getvalue()


def calculated_book(rows: list[list[Any]]) -> bytes:
    """Return a workbook of these rows as a spreadsheet program saves it, with 4 as the result of each formula."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book_of(rows))) as old, zipfile.ZipFile(result, "w") as new:
        for name in old.namelist():
            data = old.read(name).replace(b' fullCalcOnLoad="1"', b"")
            new.writestr(name, re.sub(rb"(</f>)(<v ?/>|<v></v>)?", rb"\1<v>4</v>", data))
    return result.getvalue()


_EXCEL = 'xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" mc:Ignorable="x14ac" '
_EXCEL += 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
_LIBREOFFICE = 'customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false"'
#: What each program writes: patterns of a sheet of openpyxl, and what stands there instead.
_PROGRAMS = {
    "excel": [
        (r"<worksheet ", rf'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<worksheet {_EXCEL} '),
        (r"<row ", r'<row spans="1:3" x14ac:dyDescent="0.25" '),
        (r' t="n"', ""),
    ],
    "libreoffice": [
        (r"<row ", rf"<row {_LIBREOFFICE} "),
        (r'<c r="(\w+)"(?! s=)', r'<c r="\1" s="0"'),
        (r'(<row [^>]*r="(\d+)">.*?)</row>', r'\1<c r="H\2" s="0"/></row>'),
        (r"<f>", '<f aca="false">'),
    ],
    "xlsxwriter": [(r"<row ", r'<row spans="1:3" '), (r' t="n"', ""), (r"<v></v>", "<v>0</v>")],
}


def written_by(program: str, content: bytes) -> bytes:
    """Return a workbook of openpyxl as another program writes it: texts in a part of their own, other attributes."""
    result, texts = io.BytesIO(), []

    def share(found: re.Match[str]) -> str:
        texts.append(found[3])
        return f'<c r="{found[1]}"{found[2]} t="s"><v>{len(texts) - 1}</v></c>'

    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    form = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            text = old.read(name).decode()
            if name.endswith("sheet1.xml"):
                cell = r'<c r="(\w+)"((?: s="\d+")?) t="inlineStr"><is>(.*?)</is></c>'
                text = re.sub(cell, share, text, flags=re.DOTALL)
                for pattern, other in _PROGRAMS[program]:
                    text = re.sub(pattern, other, text, flags=re.DOTALL)
            text = text.replace(
                "</Types>", f'<Override PartName="/xl/sharedStrings.xml" ContentType="{form}"/></Types>'
            )
            if name.endswith("workbook.xml.rels"):
                other = f'<Relationship Id="rId99" Type="{kind}" Target="sharedStrings.xml"/></Relationships>'
                text = text.replace("</Relationships>", other)
            new.writestr(name, text)
        shared = "".join(f"<si>{text}</si>" for text in texts)
        new.writestr("xl/sharedStrings.xml", f'<sst xmlns="{main}" count="{len(texts)}">{shared}</sst>')
    return result.getvalue()


def sheet_of(content: bytes) -> Any:
    return openpyxl.load_workbook(io.BytesIO(content)).active


def values_of(content: bytes) -> list[list[Any]]:
    rows = [list(row) for row in sheet_of(content).values]
    for row in rows:
        while row and row[-1] in (None, ""):
            row.pop()
    while rows and not rows[-1]:
        rows.pop()
    return rows


def edited(content: bytes, operation: Operation) -> bytes:
    document = open_document("a.xlsx", content, TableOptions())
    document.apply(operation)
    return document.content()


@pytest.mark.parametrize("program", ["openpyxl", *_PROGRAMS])
def test_exactly_the_cell_changes(program: str) -> None:
    check_random_edits(program, random.Random(program), trials(1_000, few=8))


def check_random_edits(program: str, chance: random.Random, count: int) -> None:
    """Assert that edits of single cells change these cells alone, and of the archive the sheet and that of its sums."""
    for _ in range(count):
        values: list[Any] = [*PLAIN_TEXTS, *NUMBERS]
        rows: list[list[Any]] = [["id", "a", "b"], *([f"card{i}", *chance.choices(values, k=2)] for i in range(4))]
        before = book_of(rows, without_rows=chance.random() < 0.5)
        before = before if program == "openpyxl" else written_by(program, before)
        expected = values_of(before)
        number, column = chance.randrange(1, 5), chance.choice((1, 2))
        value = chance.choice(values)
        after = edited(before, SetValue("", (f"card{number - 1}", "ab"[column - 1]), rows[number][column], value))
        expected[number] += [None] * (column + 1 - len(expected[number]))
        expected[number][column] = None if value == "" else value
        while expected[number][-1] in (None, ""):
            expected[number].pop()
        assert values_of(after) == expected
        sheets = ["xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"]
        assert _changed_parts(before, after) == (sheets if value != rows[number][column] else [])
        assert sheet_of(after)["B2"].font.bold


def _changed_parts(before: bytes, after: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(before)) as old, zipfile.ZipFile(io.BytesIO(after)) as new:
        assert old.namelist() == new.namelist()
        return [name for name in old.namelist() if old.read(name) != new.read(name)]


BOOK: list[list[Any]] = [["id", "n", "twice"], ["a", 2, "=B2*2"], ["b", 3, None]]


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        (SetValue("", ("b", "twice"), None, "six"), [BOOK[0], BOOK[1], ["b", 3, "six"]]),
        (Insert("", (), {"id": "c", "n": 4}), [*BOOK[:2], ["b", 3], ["c", 4]]),
        (Insert("", (0, "m"), "m"), [[*BOOK[0], "m"], BOOK[1], ["b", 3]]),
        (Delete("", ("b",)), BOOK[:2]),
        (Rename("", (0, "n"), "number"), [["id", "number", "twice"], BOOK[1], ["b", 3]]),
    ],
)
def test_rows_and_columns_are_added_where_nothing_moves(operation: Operation, expected: list[list[Any]]) -> None:
    assert values_of(edited(book_of(BOOK), operation)) == expected


@pytest.mark.parametrize(
    ("formula", "is_stale"),
    [
        ("=B2*2", True),
        ("=SUM($B$2:B9, 1)", True),
        ('=IF(B3>1,"B2",LEN(C3))', False),
        ("=D2&D2", True),
        ("=Sums!A1", True),
        ("=Price*2", True),
        ("=NOW()", True),
        ("=OFFSET(B9,-7,0)", True),
        ("=LOG10(7)", True),
        ("=B:B", True),
        ("=1.5+B22", False),
    ],
)
def test_results_that_may_be_others_are_removed(formula: str, is_stale: bool) -> None:
    rows: list[list[Any]] = [["id", "n", "x", "y"], ["a", 2, formula, "=B2"], ["b", 3, "text", "=1+1"]]
    after = edited(calculated_book(rows), SetValue("", ("a", "n"), 2, 5))
    book: Any = openpyxl.load_workbook(io.BytesIO(after), data_only=True)
    results = book.active
    assert book["Sums"]["A1"].value is None  # it reads this sheet
    assert [results[cell].value for cell in ("C2", "D2", "D3")] == [None if is_stale else 4, None, 4]
    assert [sheet_of(after)[cell].value for cell in ("C2", "D2", "D3")] == [formula, "=B2", "=1+1"]


def test_a_text_that_was_computed_does_not_become_an_empty_one() -> None:
    sheet = '<sheetData><row r="1"><c r="A1" s="1"{}><f>B1</f>{}</c><c r="B1" t="str"><v>x</v></c></row></sheetData>'
    assert without_results(sheet.format(' t="str"', "<v>x</v>"), {(1, 1)}) == sheet.format("", "")


def test_a_formula_is_kept_and_its_old_result_is_not() -> None:
    after = edited(calculated_book(BOOK), SetValue("", ("a", "n"), 2, 5))
    with zipfile.ZipFile(io.BytesIO(after)) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml")
    assert b"<f>B2*2</f></c>" in sheet


@pytest.mark.parametrize(
    ("operation", "problem"),
    [
        (SetValue("a.xlsx", ("a", "twice"), "=B2*2", 4), r"a\.xlsx:Sheet!C2: the cell has a formula"),
        (Move("a.xlsx", ("a",), 2), "rows and columns of a workbook stay"),
        (Insert("a.xlsx", (), {"id": "c"}, 2), "rows and columns of a workbook stay"),
        (SetValue("a.xlsx", ("c", "n"), 2, 4), r"the file has no value c\.n"),
    ],
)
def test_what_would_move_or_replace_formulas_is_refused(operation: Operation, problem: str) -> None:
    with pytest.raises(DataError, match=problem):
        edited(book_of(BOOK), operation)


def test_a_cell_that_somebody_else_has_changed_is_not_overwritten() -> None:
    with pytest.raises(ConflictError, match=r"a\.xlsx:Sheet!B2: the file has 2 now, not 1"):
        edited(book_of(BOOK), SetValue("a.xlsx", ("a", "n"), 1, 4))
