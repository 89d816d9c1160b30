"""Edits of CSV and TSV: other cells, the separator, the encoding, quotes and line ends stay."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import DataError
from cardgen.data.rows.options import TableOptions
from cardgen.editing import table_document, table_edits
from cardgen.editing.applying import open_document
from cardgen.editing.documents import ConflictError
from cardgen.editing.operations import Delete, Insert, Move, Operation, Rename, SetValue
from cardgen.editing.table_document import _last_read, _rows_of
from cardgen.editing.table_edits import written_cell
from tests.cases import for_cases
from tests.editing.random_edits import TEXTS
from tests.examples import examples, trials

#: Separator, line end, encoding and quotes: those of Excel, LibreOffice, Numbers, a script, and old programs.
DIALECTS = {
    "comma": (",", "\r\n", "utf-8-sig", False),
    "semicolon": (";", "\r\n", "cp1252", False),
    "tabs": ("\t", "\n", "utf-16", False),
    "all in quotes": (",", "\n", "utf-8", True),
    "old Mac": (";", "\r", "utf-8", False),
    "Chinese": (",", "\r\n", "gb18030", False),
}


def grid_of(content: bytes, encoding: str, separator: str) -> list[list[str]]:
    """Return the cells as Python's own reader reads them, without those that are empty at an end."""
    rows = csv.reader(io.StringIO(content.decode(encoding), newline=""), delimiter=separator)
    return [_filled([cell.strip() for cell in row]) for row in rows if any(map(str.strip, row))]


def _filled(row: list[str]) -> list[str]:
    while row and not row[-1]:
        row.pop()
    return row


def options(separator: str, encoding: str) -> TableOptions:
    declared = {"cp1252": "windows-1252", "gb18030": "gb18030"}.get(encoding)
    return TableOptions.model_validate({"separator": "tab" if separator == "\t" else separator, "encoding": declared})


def random_table(chance: random.Random, separator: str, ending: str, encoding: str, quoted: bool) -> bytes:
    texts = [text for text in TEXTS if "\r" not in text and can_be(text, encoding)]
    rows = [[f"h{i}" if i else "id" for i in range(chance.randint(2, 5))]]
    for number in range(chance.randint(1, 6)):
        cells = [chance.choice(texts) for _ in range(chance.randint(1, len(rows[0])) - 1)]
        rows.append([f"card{number}", *cells])
    lines = [separator.join(written_cell(cell, separator, quoted and cell != "") for cell in row) for row in rows]
    lines = [line.replace("\n", ending) for line in lines]
    if chance.random() < 0.2:
        lines.insert(2, "")
    return (ending.join(lines) + (ending if chance.random() < 0.8 else "")).encode(encoding)


def can_be(text: str, encoding: str) -> bool:
    try:
        return text.encode(encoding).decode(encoding) == text
    except UnicodeEncodeError:
        return False


def edit_at_random(chance: random.Random, dialect: str) -> None:
    separator, ending, encoding, quoted = DIALECTS[dialect]
    content = random_table(chance, separator, ending, encoding, quoted)
    grid = grid_of(content, encoding, separator)
    file = "a.tsv" if separator == "\t" else "a.csv"
    document = open_document(file, content, options(separator, encoding))
    number, column = chance.randrange(1, len(grid)), chance.randrange(1, len(grid[0]))
    name, heading = grid[number][0], grid[0][column]
    value = chance.choice([text for text in TEXTS if can_be(text, encoding)]).strip()
    old = grid[number][column] if column < len(grid[number]) else ""
    expected = [list(row) for row in grid]
    kind = chance.choice((SetValue, SetValue, Insert, Delete, Move, Rename))
    operation: Operation = SetValue(file, (name, heading), old, value)
    if kind is Insert:
        operation = Insert(file, (), {"id": "new", heading: value})
        expected.append([*(["new"] + [""] * column)[:column], value])
    elif kind is Delete:
        operation = Delete(file, (name,))
        del expected[number]
    elif kind is Move:
        to = chance.randrange(1, len(grid))
        operation = Move(file, (name,), to)
        expected.insert(to, expected.pop(number))
    elif kind is Rename:
        operation = Rename(file, (0, heading), "renamed")
        expected[0][column] = "renamed"
    else:
        expected[number] += [""] * (column + 1 - len(expected[number]))
        expected[number][column] = value
    document.apply(operation)
    after = document.content()
    assert grid_of(after, encoding, separator) == [_filled(row) for row in expected], (dialect, operation, content)
    if kind is SetValue and old == value:
        assert after == content


@pytest.mark.parametrize("dialect", DIALECTS)
def test_exactly_the_cell_changes_in_every_dialect(dialect: str) -> None:
    chance = random.Random(dialect)
    for _ in range(trials(1_000, few=60)):
        edit_at_random(chance, dialect)


def edited(text: str, operation: Operation, columns: dict[str, str | None] | None = None) -> str:
    document = open_document("a.csv", text.encode(), TableOptions(columns=columns or {}))
    document.apply(operation)
    return document.content().decode()


@for_cases(
    ("before", "operation", "after"),
    [
        ("id, n\na , 2\n", SetValue("", ("a", "n"), "2", "3"), "id, n\na , 3\n"),
        ('id,n\na,"2"\n', SetValue("", ("a", "n"), "2", "3"), 'id,n\na,"3"\n'),
        ("id,n\na\n", SetValue("", ("a", "n"), "", "x,y"), 'id,n\na,"x,y"\n'),
        ("id,n\na,2\n\n", Insert("", (), {"id": "b"}), "id,n\na,2\nb,\n\n"),
        ("id,n\na,2\nb,3\n", Insert("", (), {"id": "c", "n": "1"}, 2), "id,n\nc,1\na,2\nb,3\n"),
        ("id,n\na,2\n", Insert("", (0, "m"), "m"), "id,n,m\na,2\n"),
        ("id,n\na,2\n", Insert("", (0, "m"), "m", 1), "id,m,n\na,,2\n"),
        ("id,m,n\na,x,2\n", Delete("", (0, "m")), "id,n\na,2\n"),
        ("id,Number\na,2\n", SetValue("", ("a", "n"), "2", "3"), "id,Number\na,3\n"),
    ],
)
def test_it_is_written_as_a_careful_person_would(before: str, operation: Operation, after: str) -> None:
    assert edited(before, operation, {"Number": "n"}) == after


def test_a_cell_that_somebody_else_has_changed_is_not_overwritten() -> None:
    with pytest.raises(ConflictError, match=r"a\.csv:2:1: the file has '3' now, not '2'"):
        edited("id,n\na,3\n", SetValue("a.csv", ("a", "n"), "2", "4"))


def test_rows_without_an_id_of_their_own_are_named_by_their_line() -> None:
    text = "id,n\na,1\na,2\n"
    with pytest.raises(DataError, match=r"the file has no value a\.n"):
        edited(text, SetValue("a.csv", ("a", "n"), "1", "4"))
    assert edited(text, SetValue("a.csv", (3, "n"), "2", "4")) == "id,n\na,1\na,4\n"


def test_rows_of_empty_cells_are_no_rows() -> None:
    assert edited("id,n\na,1\n,\nb,2\n,\n", SetValue("a.csv", ("b", "n"), "2", "4")) == "id,n\na,1\n,\nb,4\n,\n"


@examples(300)
@given(data=st.data())
def test_a_changed_text_is_read_as_from_scratch(data: st.DataObject) -> None:
    texts = st.text(alphabet='a ,"\r\n', max_size=12)
    before = data.draw(texts) + "".join(data.draw(st.lists(st.sampled_from(["a,a\n", '"a",\r\n', "\n", '"\n"\r']))))
    start = data.draw(st.integers(0, len(before)))
    end = data.draw(st.integers(start, len(before)))
    after = before[:start] + data.draw(texts) + before[end:]
    for text in (before, after):
        again = _rows_of("a.csv", text, ",", 1)
    _last_read.clear()
    assert again == _rows_of("a.csv", after, ",", 1)


def test_an_edit_reads_only_the_row_again_that_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "id,n\n" + "".join(f"c{number},{number}\n" for number in range(100))
    open_document("a.csv", text.encode(), TableOptions())
    read: list[tuple[str, ...]] = []

    def texts_from(*arguments: Any) -> Iterator[tuple[int, tuple[str, ...]]]:
        for start, texts in table_edits.texts_from(*arguments):
            read.append(texts)
            yield start, texts

    monkeypatch.setattr(
        table_document, "table_edits", SimpleNamespace(**{**vars(table_edits), "texts_from": texts_from})
    )
    assert edited(text, SetValue("a.csv", ("c50", "n"), "50", "x")) == text.replace("c50,50", "c50,x")
    assert read == [("c50", "x"), ("c51", "51")]


def test_a_character_that_the_encoding_lacks_is_refused() -> None:
    document = open_document("a.csv", "id,n\na,狐狸狐狸\n".encode("gb18030"), TableOptions(encoding="big5"))
    document = open_document("a.csv", "id,n\na,ü\n".encode("cp1252"), TableOptions(encoding="windows-1252"))
    document.apply(SetValue("a.csv", ("a", "n"), "ü", "狐"))
    with pytest.raises(DataError, match="windows-1252 has no character 狐"):
        document.content()
