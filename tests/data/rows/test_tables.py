"""Tables separated by commas or tabs: cells with their places, and all faults of the format."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import DataError, Place
from cardgen.data.reading import Marked
from cardgen.data.rows import tables
from cardgen.data.rows.tables import parse_csv
from tests.cases import for_cases


def parse(text: str, columns: dict[str, str | None] | None = None, separator: str = ",") -> Marked:
    return parse_csv(text, "t.csv", lambda _, cell: cell, columns, separator)


def faults(text: str, columns: dict[str, str | None] | None = None, separator: str = ",") -> list[str]:
    with pytest.raises(DataError) as caught:
        parse(text, columns, separator)
    return [str(fault) for fault in caught.value.faults]


def test_a_row_is_a_mapping_and_dots_in_headers_nest() -> None:
    assert parse("id,names.zh,names.en\na,甲,A\nb,,B\n").value == [
        {"id": "a", "names": {"zh": "甲", "en": "A"}},
        {"id": "b", "names": {"en": "B"}},
    ]


def test_quoted_cells_may_have_commas_quotes_and_line_breaks() -> None:
    text = 'id,text\n a , "one, ""two""\nthree" \r\nb,"" \n'
    assert parse(text).value == [{"id": "a", "text": 'one, "two"\nthree'}, {"id": "b"}]


def test_empty_cells_and_empty_lines_are_left_out_and_short_rows_allowed() -> None:
    assert parse("id,a,b\n\n1\n , ,\n2,,x\n").value == [{"id": "1"}, {"id": "2", "b": "x"}]
    assert parse("").value == []
    assert parse("id\n").value == []


@for_cases("end", ["\n", "\r\n", "\r", ""])
def test_any_line_end_is_accepted(end: str) -> None:
    assert parse(f"id,a{end or chr(10)}1,2{end}").value == [{"id": "1", "a": "2"}]


def test_a_cell_has_its_line_and_column_in_the_file() -> None:
    marked = parse('id,text,more\nx,"two\nlines","a ""b"" c",\n'.removesuffix(",\n") + "\nlong-id,é,z\n")
    assert marked.place(0) == Place("t.csv", 2, 1)
    assert marked.place(0, "text") == Place("t.csv", 2, 3)
    assert marked.place(0, "more") == Place("t.csv", 3, 8)
    assert marked.place(1, "text") == Place("t.csv", 4, 9)
    assert marked.place(1, "more") == Place("t.csv", 4, 11)
    assert marked.place(1, "none") == marked.place(1) == Place("t.csv", 4, 1)
    # The place of a key is its header, so that an unknown column is reported once.
    assert marked.key_place(1, "more") == Place("t.csv", 1, 9)


def test_the_caller_converts_cells() -> None:
    converted: list[tuple[str, str]] = []

    def convert(column: str, text: str) -> Any:
        converted.append((column, text))
        return len(text)

    assert parse_csv("id,names.en\na, bcd \n", "t.csv", convert).value == [{"id": 1, "names": {"en": 3}}]
    assert converted == [("id", "a"), ("names.en", "bcd")]


@for_cases(
    ("text", "messages"),
    [
        ("id,id\na,b\n", ["t.csv:1:4: duplicate column 'id'"]),
        ("id,,x\n", ["t.csv:1:4: column 2 has no name"]),
        ("id,names.\n", ["t.csv:1:4: column 2 has no name"]),
        ("id,.en\n", ["t.csv:1:4: column 2 has no name"]),
        ("id,names,names.en\na,b,c\n", ["t.csv:1:4: column 'names' conflicts with 'names.en'"]),
        ("id,n.a.b,n.a\na,b,c\n", ["t.csv:1:10: column 'n.a' conflicts with 'n.a.b'"]),
        (
            "id,a\n1,2,3\n4,5\n6,7,8,9\n",
            [
                "t.csv:2:5: the row has 3 cells under 2 headings (put a text that has commas in it in quotes)",
                "t.csv:4:5: the row has 4 cells under 2 headings (put a text that has commas in it in quotes)",
            ],
        ),
        (
            'id,a\nx,5" disc\n',
            [
                "t.csv:2:3: there is a quote inside a cell "
                '(put the whole cell in quotes, and write "" for a quote in it)'
            ],
        ),
        (
            'id,a\nx,"open\ny,z\n',
            [
                "t.csv:2:3: a quote is not closed, or text follows it "
                '(put the whole cell in quotes, and write "" for a quote in it)'
            ],
        ),
        (
            'id,a\nx,"a" b\n',
            [
                "t.csv:2:3: a quote is not closed, or text follows it "
                '(put the whole cell in quotes, and write "" for a quote in it)'
            ],
        ),
    ],
)
def test_faults_of_a_table_have_their_place(text: str, messages: list[str]) -> None:
    assert faults(text) == messages


def test_a_header_may_be_renamed_or_left_out() -> None:
    columns = {"名称": "name.zh", "Name": "name.en", "Notes": None, "More notes": None}
    marked = parse("id,名称,Notes,Name,More notes\na,甲,later,A,\n", columns)
    assert marked.value == [{"id": "a", "name": {"zh": "甲", "en": "A"}}]
    assert marked.place(0, "name", "en") == Place("t.csv", 2, 11)
    assert marked.key_place(0, "name", "zh") == Place("t.csv", 1, 4)
    assert (0, "Notes") not in marked.keys


def test_renaming_cannot_make_two_headers_the_same() -> None:
    assert faults("id,Name,name\na,b,c\n", {"Name": "name"}) == [
        "t.csv:1:9: duplicate column 'name' (columns: renames Name to it)"
    ]
    assert faults("id,Name,names.en\na,b,c\n", {"Name": "names"}) == [
        "t.csv:1:4: column 'names' conflicts with 'names.en'"
    ]


def test_empty_cells_at_the_end_and_lines_above_the_header_are_ignored() -> None:
    assert parse(",,\n\nid,a,,\n1,2,,\n,,,\n3,,,\n").value == [{"id": "1", "a": "2"}, {"id": "3"}]
    assert faults("id,a,,\n1,2,,x\n") == [
        "t.csv:2:6: the row has 4 cells under 2 headings (put a text that has commas in it in quotes)"
    ]


def test_too_many_columns_are_a_fault() -> None:
    assert faults(",".join(f"c{i}" for i in range(501)) + "\n") == [
        "t.csv:1:2391: the table has 501 columns (at most 500)"
    ]


@for_cases(
    ("text", "rows"),
    [
        ("id\ta\n1\tx, y\n", [{"id": "1", "a": "x, y"}]),
        ('id\ta\n1\t5" disc\n', [{"id": "1", "a": '5" disc'}]),
        ('id\ta\r\n1\t "5"" disc\tand\nmore" \r\n', [{"id": "1", "a": '5" disc\tand\nmore'}]),
        ("id\ta\tb\n1\t\tx\n\n2\n", [{"id": "1", "b": "x"}, {"id": "2"}]),
    ],
)
def test_tabs_separate_cells(text: str, rows: list[dict[str, str]]) -> None:
    assert parse(text, separator="\t").value == rows


def test_cells_between_tabs_have_places_and_faults() -> None:
    assert parse("id\ta\n1\tx\n", separator="\t").place(0, "a") == Place("t.csv", 2, 3)
    assert faults('id\ta\n1\t"open\n', separator="\t") == [
        "t.csv:2:3: a quote is not closed, or text follows it "
        '(put the whole cell in quotes, and write "" for a quote in it)'
    ]


CELLS = st.text(st.sampled_from('ab ,"\n\ré中'), max_size=6)


@given(st.lists(st.lists(CELLS, min_size=3, max_size=3), max_size=5))
def test_written_cells_are_read_again(rows: list[list[str]]) -> None:
    for separator in ",\t":
        assert_read_again(rows, separator)


def assert_read_again(rows: list[list[str]], separator: str) -> None:
    stream = io.StringIO()
    csv.writer(stream, delimiter=separator).writerows([["a", "b", "c"], *rows])
    expected = [
        {name: cell.strip() for name, cell in zip("abc", row, strict=True) if cell.strip()}
        for row in rows
        if any(cell.strip() for cell in row)
    ]
    assert parse(stream.getvalue(), separator=separator).value == expected


@given(st.text(st.sampled_from('ab,."\n\r;\t '), max_size=60), st.sampled_from(",\t"))
def test_any_text_gives_a_table_or_faults_with_places(text: str, separator: str) -> None:
    try:
        marked = parse(text, separator=separator)
    except DataError as error:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for fault in error.faults:
            assert 1 <= fault.place.line <= len(lines)
            assert 1 <= fault.place.column <= len(lines[fault.place.line - 1]) + 1
    else:
        assert all(isinstance(row, dict) and row for row in marked.value)


@given(st.text(alphabet='ab"\u3000 \t,;\r\n', max_size=40), st.sampled_from(",\t"))
def test_a_line_without_quotes_is_split_as_if_it_were_read_cell_by_cell(text: str, separator: str) -> None:
    def result() -> object:
        try:
            marked = parse("a,b,c\n".replace(",", separator) + text, separator=separator)
        except DataError as error:
            return error.faults
        return marked.value, dict(marked.places), dict(marked.keys)

    split = result()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "PLAIN_LINE", re.compile("(?!)"))
        assert split == result()


def test_reading_takes_linear_time(monkeypatch: pytest.MonkeyPatch) -> None:
    class Counting:
        calls = 0

        def match(self, text: str, position: int) -> Any:
            self.calls += 1
            return cell.match(text, position)

    cell, counted = tables.CELL[","], []
    for rows in (200, 400):
        counting = Counting()
        monkeypatch.setitem(tables.CELL, ",", counting)
        parse("id,a\n" + '"1",2\n' * rows)
        counted.append(counting.calls)
    assert counted == [400, 800]


def test_the_header_is_not_one_of_the_rows_that_a_table_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_ROWS", 3)
    assert len(parse("a\n1\n2\n3\n").value) == 3
    with pytest.raises(DataError) as caught:
        parse("a\n1\n2\n3\n4\n")
    assert str(caught.value.faults[0]) == "t.csv:5:1: more than 3 rows in a table (split the table)"


def test_reading_a_long_header_stops_at_the_limit_of_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_CELLS", 1_000)
    with pytest.raises(DataError) as caught:
        tables.parse_csv(",".join(f"c{i}" for i in range(5_000)) + "\nx\n", "cards.csv", lambda _, cell: cell)
    assert [str(fault) for fault in caught.value.faults] == [
        "cards.csv:1:1: more than 1,000 cells in a table (split the table)",
        "cards.csv:1:2391: the table has 1,001 columns (at most 500)",
    ]
