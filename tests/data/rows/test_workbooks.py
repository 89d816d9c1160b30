"""Workbooks are read for their stored values; cells without a value and invalid workbooks are faults."""

from __future__ import annotations

import datetime
import io
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font

from cardgen.base.errors import DataError, Fault, Place
from cardgen.data.reading import Marked
from cardgen.data.rows import workbooks
from cardgen.data.rows.formatting import FormattedText, Run
from cardgen.data.rows.number_formats import shown_number
from cardgen.data.rows.tables import Header, parse_csv
from cardgen.data.rows.workbooks import SheetOptions, SheetPlace, column_letters, parse_workbook
from cardgen.data.templates.markup import parse_markup
from tests.cases import for_cases
from tests.data.xlsx import packed, parts_with, text_row, workbook
from tests.examples import examples

PLACE = Place("game.yaml", 9, 12)
BESIDE = "delete what is to the right of the table, or give the column a name"
NO_WORKBOOK = "t.xlsx: cannot be read as a workbook (save it as .xlsx, without a password)"


def parse(content: bytes, sheet: str | None = None, columns: dict[str, str | None] | None = None) -> Marked:
    named = (sheet, PLACE) if sheet is not None else None
    return parse_workbook(content, "t.xlsx", named, lambda _, cell: cell, columns)


def faults(content: bytes, sheet: str | None = None) -> list[str]:
    with pytest.raises(DataError) as caught:
        parse(content, sheet)
    return [str(fault) for fault in caught.value.faults]


# ---------------------------------------------------------------- places


@for_cases(
    ("column", "letters"), [(1, "A"), (26, "Z"), (27, "AA"), (52, "AZ"), (702, "ZZ"), (703, "AAA"), (16384, "XFD")]
)
def test_columns_have_letters_as_in_spreadsheets(column: int, letters: str) -> None:
    assert column_letters(column) == letters


def test_places_in_sheets_are_shown_as_cells_and_sorted_with_lines() -> None:
    cells = [SheetPlace("t.xlsx", 10, 2, sheet="Cards"), SheetPlace("t.xlsx", 9, 28, sheet="Cards")]
    assert list(map(str, cells)) == ["t.xlsx:Cards!B10", "t.xlsx:Cards!AB9"]
    lines = [Place("u.csv", 1, 1), Place("t.csv", 99, 1), Place("t.xlsx")]
    reported = DataError([Fault(place, "x") for place in (*cells, *lines)]).faults
    assert [str(fault.place) for fault in reported] == ["t.csv:99:1", "t.xlsx", *map(str, reversed(cells)), "u.csv:1:1"]


# ---------------------------------------------------------------- values


def test_a_sheet_is_read_as_a_table() -> None:
    rows: list[list[Any]] = [[None], ["id", "names.zh", "Note", None], ["a", " 甲 ", "x"], [], ["b", None, "y"]]
    marked = parse(workbook({"Cards": rows}), columns={"Note": None})
    assert marked.value == [{"id": "a", "names": {"zh": "甲"}}, {"id": "b"}]
    assert str(marked.place(0, "names", "zh")) == "t.xlsx:Cards!B3"
    assert str(marked.place(1)) == "t.xlsx:Cards!A5"
    assert str(marked.key_place(1, "names", "zh")) == "t.xlsx:Cards!B2"
    assert str(marked.place()) == "t.xlsx:Cards!A2"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        *((7, "7"), (-3, "-3"), (3.0, "3"), (0.1 + 0.2, "0.3"), (2.5, "2.5"), (1e21, "1e+21")),
        *((True, "TRUE"), (False, "FALSE"), ("007", "007"), ("no", "no"), ("a\nb", "a\nb"), ("1e3", "1e3")),
    ],
)
def test_a_value_is_read_as_it_would_be_typed(value: Any, text: str) -> None:
    assert parse(workbook({"Cards": [["id", "a"], [value, "x"]]})).value == [{"id": text, "a": "x"}]


def test_the_named_sheet_or_the_first_one_is_read() -> None:
    content = workbook({"Cards": [["id"], ["a"]], "招式 2": [["id"], ["b"]]})
    assert parse(content).value == [{"id": "a"}]
    assert parse(content, "招式 2").value == [{"id": "b"}]
    assert str(parse(content, "招式 2").place(0, "id")) == "t.xlsx:招式 2!A2"
    assert faults(content, "Crads") == ["game.yaml:9:12: there is no sheet 'Crads' in t.xlsx (did you mean 'Cards'?)"]


def test_a_formula_is_its_stored_value_and_is_never_computed() -> None:
    cells = (
        '<c r="A2" t="str"><f>"x"&amp;"y"</f><v>stored</v></c><c r="B2"><f>1+1</f><v>3</v></c>'
        '<c r="C2" t="str"><f>IF(1,"","x")</f><v></v></c><c r="D2" t="b"><f>TRUE()</f><v>0</v></c>'
    )
    content = packed(parts_with(text_row(1, "id", "a", "b", "c") + f'<row r="2">{cells}</row>'))
    assert parse(content).value == [{"id": "stored", "a": "3", "c": "FALSE"}]


def test_text_that_looks_like_a_formula_is_text() -> None:
    rows = text_row(1, "id", "a") + text_row(2, "=1+1", "=HYPERLINK(&quot;http://x&quot;)")
    assert parse(packed(parts_with(rows))).value == [{"id": "=1+1", "a": '=HYPERLINK("http://x")'}]


def test_every_cell_without_a_value_is_a_fault() -> None:
    rows: list[list[Any]] = [
        ["id", "cost", "day"],
        ["a", "=1+1", datetime.date(2024, 2, 1)],
        ["b", "=SUM(A1:A2)", "#N/A"],
    ]
    assert faults(workbook({"Cards": rows})) == [
        "t.xlsx:Cards!B2: the formula has no stored value "
        "(a spreadsheet program computes it: edit the workbook there, or open and save it)",
        "t.xlsx:Cards!C2: the cell has a date (format the cell as text, and type the text again)",
        "t.xlsx:Cards!B3: the formula has no stored value "
        "(a spreadsheet program computes it: edit the workbook there, or open and save it)",
        "t.xlsx:Cards!C3: the cell has the error #N/A (correct its formula)",
    ]


def test_cells_of_a_column_that_is_left_out_need_no_value() -> None:
    day = datetime.date(2024, 2, 1)
    content = workbook({"Cards": [["id", "Day", "Sum"], ["a", day, "#REF!"], ["b", None, "=SUM(A1:A2)"]]})
    assert parse(content, columns={"Day": None, "Sum": None}).value == [{"id": "a"}, {"id": "b"}]
    assert faults(content)[0].startswith("t.xlsx:Cards!B2: the cell has a date")
    beyond = workbook({"Cards": [["id"], ["a", None, "#REF!"]]})
    assert faults(beyond) == [f"t.xlsx:Cards!C2: the row has 3 cells under 1 heading ({BESIDE})"]
    heading = workbook({"Cards": [["id", "#REF!"], ["a"]]})
    assert "t.xlsx:Cards!B1: the cell has the error #REF! (correct its formula)" in faults(heading)


def test_faults_of_the_table_are_reported_at_their_cells() -> None:
    assert faults(workbook({"Cards": [["id", "id", None, "x"], ["a", "b", "c", "d", "e"]]})) == [
        "t.xlsx:Cards!B1: duplicate column 'id'",
        "t.xlsx:Cards!C1: column 3 has no name",
        f"t.xlsx:Cards!E2: the row has 5 cells under 4 headings ({BESIDE})",
    ]


def test_an_empty_sheet_is_a_table_without_rows() -> None:
    assert parse(workbook({"Cards": []})).value == []


# ---------------------------------------------------------------- invalid workbooks


@for_cases(
    "content",
    [
        b"",
        b"id,name\n",
        b"PK\x03\x04",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
        + b"\0" * 600,  # the beginning of the older format and of files with a password
        packed({}),
        packed({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<x/>"}),
        packed(parts_with("<row")),
        packed({**parts_with(""), "xl/workbook.xml": "<workbook/>"}),
        packed({**parts_with(text_row(1, "id"))}, zipfile.ZIP_BZIP2),
        packed(parts_with('<row r="1"><c r="A1" t="s"><v>5</v></c></row>')),
        packed(parts_with(text_row(1, "id"), before='<!DOCTYPE x [<!ENTITY a "b">]>')),
        packed({**parts_with(text_row(1, "id")), **{f"xl/{i}.xml": "" for i in range(1_000)}}),
    ],
)
def test_a_file_that_is_no_workbook_is_a_fault(content: bytes) -> None:
    assert faults(content) == [NO_WORKBOOK]


def test_a_truncated_workbook_is_a_fault() -> None:
    content = workbook({"Cards": [["id"], ["a"]]})
    assert faults(content[: len(content) // 2]) == [NO_WORKBOOK]


def bomb(claimed: int | None = None) -> bytes:
    """Return a workbook whose sheet unpacks to 2 MB, optionally with another size stated in the archive."""
    sheet = parts_with(text_row(1, "id"))["xl/worksheets/sheet1.xml"].encode() + b" " * 2_000_000
    content = packed({**parts_with(""), "xl/worksheets/sheet1.xml": sheet})
    return content if claimed is None else content.replace(struct.pack("<I", len(sheet)), struct.pack("<I", claimed))


def test_a_workbook_that_would_fill_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert parse(bomb()).value == []
    monkeypatch.setattr(workbooks, "MOST_UNPACKED", 1 << 20)
    assert faults(bomb()) == [
        "t.xlsx: the workbook has more than 1 MiB when unpacked (remove everything but the table, or save it as CSV)"
    ]
    assert faults(bomb(claimed=1_000)) == [NO_WORKBOOK]


def test_cells_far_from_the_table_are_faults() -> None:
    far = text_row(1, "id", "a") + text_row(2, "x", "y") + '<row r="{}"><c r="{}{}" t="b"><v>1</v></c></row>'
    assert faults(packed(parts_with(far.format(1_048_576, "A", 1_048_576)))) == [
        "t.xlsx:Cards!A100002: there are cells far below the table "
        "(at most 100,000 rows; delete what is below the table)"
    ]
    assert faults(packed(parts_with(far.format(3, "XFD", 3)))) == [
        "t.xlsx:Cards!XFD3: there are cells far to the right of the table "
        "(at most 500 columns; delete what is to the right of the table)"
    ]


def test_long_texts_and_control_characters_in_cells_are_faults() -> None:
    rows = text_row(1, "id", "a") + text_row(2, "x" * 32_768, "y\u2028")
    assert faults(packed(parts_with(rows))) == [
        "t.xlsx:Cards!A2: the text is too long: 32,768 characters (at most 32,767)",
        "t.xlsx:Cards!B2: control character U+2028 in a text",
    ]


def test_the_library_is_imported_for_workbooks_only() -> None:
    code = "import sys, cardgen.data.load; sys.exit('openpyxl' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[3])


WHOLE = workbook({"Cards": [["id", "a"], ["x", 1], ["y", "=1+1"]]})


@examples(60)
@given(st.integers(0, len(WHOLE) - 1), st.binary(min_size=1, max_size=4))
def test_a_damaged_workbook_gives_a_table_or_a_fault(at: int, other: bytes) -> None:
    try:
        parse(WHOLE[:at] + other + WHOLE[at + len(other) :])
    except DataError as error:
        assert all(fault.place.file == "t.xlsx" for fault in error.faults)  # noqa: PT017


@examples(40)
@given(st.lists(st.lists(st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text("a b,\n中=")), max_size=4))
def test_saved_values_are_read_again(rows: list[list[Any]]) -> None:
    rows = [[value for value in row if not str(value).strip().startswith("=")][:3] for row in rows]
    rows = [row for row in rows if not all(value is None or value is False or not str(value).strip() for value in row)]
    read = parse(workbook({"Cards": [["a", "b", "c"], *rows]})).value
    for row, parsed in zip([row for row in map(_typed, rows) if row], read, strict=True):
        assert parsed == row


def _typed(row: list[Any]) -> dict[str, str]:
    texts = [str(value).upper() if isinstance(value, bool) else str(value).strip() for value in row]
    named = zip("abc", row, texts, strict=False)
    return {name: text for name, value, text in named if value is not None and text}


# ---------------------------------------------------------------- what the sheet shows


@for_cases(
    ("number", "code", "text"),
    [
        *(("0.25", "0%", "25%"), ("0.25", "0\\ %", "25 %"), ("0.071", "0.0%", "7.1%")),
        *(("3.5", '"$"#,##0.00', "$3.50"), ("3.5", "#,##0.00\\ [$€-407]", "3.50 €"), ("7", "000", "007")),
        *(("1234567", "#,##0", "1,234,567"), ("0", "#,##0", "0"), ("0", "#", ""), ("0.5", "0.##", "0.5")),
        *(("1.5", "# ?/?", "1 1/2"), ("0.5", "# ?/?", "1/2"), ("2", "# ?/?", "2"), ("0.375", "# ?/8", "3/8")),
        *(("-3.5", '"$"#,##0.00_);("$"#,##0.00)', "($3.50)"), ("-3.5", "$0.00;[Red]-$0.00", "-$3.50")),
        *(("5", "+0;-0;0", "+5"), ("-2", "+0;-0;0", "-2"), ("0", '+0;-0;"none"', "none"), ("5", "0;;", "5")),
        ("1234.5", '_-* #,##0.00 "€"_-;-* #,##0.00 "€"_-', "1,234.50 €"),
        *(("3", '0" kg"', "3 kg"), ("3", 'General" kg"', "3 kg"), ("123456789", "000-00-0000", "123-45-6789")),
        *(("1500000", '0.0,,"M"', "1.5M"), ("2.345", "0.00", "2.35"), ("2.5", "0", "3"), ("-2.5", "0", "-3")),
        *(("12345", "0.00E+00", None), ("3", "[>2]0", None), ("3", "0 @", None)),
    ],
)
def test_a_number_is_shown_in_its_format(number: str, code: str, text: str | None) -> None:
    assert shown_number(number, code) == text


@given(st.decimals(-(10**9), 10**9, places=3), st.text('0#?.,%/$ -;()"\\[]_*@E+eGeneralx', max_size=12))
def test_any_format_shows_a_text_or_nothing(number: Decimal, code: str) -> None:
    assert isinstance(shown_number(f"{number:f}", code), str | None)


# ---------------------------------------------------------------- what the sheet hides


def hidden(sheet: Any) -> None:
    for row in (["id", "Notes", "name"], ["a", "x", "Fox"], ["b", "y", "Owl"], ["c", "z", "Eel"], [None, None, False]):
        sheet.append(row)
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["B"].hidden = True
    other = sheet.parent.create_sheet("Old", 0)
    other.append(["id"])
    other.sheet_state = "hidden"


def test_what_a_workbook_hides_is_left_out_with_a_notice() -> None:
    notices: list[Fault] = []
    whole = parse_workbook(saved(hidden), "t.xlsx", None, lambda _, cell: cell, notices=notices)
    assert whole.value == [{"id": "a", "name": "Fox"}, {"id": "c", "name": "Eel"}]
    assert str(whole.place(1, "name")) == "t.xlsx:Sheet!C4"
    assert list(map(str, notices)) == [
        "t.xlsx:Sheet!A1: left out: 1 hidden row (3), 1 hidden column (Notes) "
        "(to take them, write hidden: true in game.yaml)",
        "t.xlsx: left out: the hidden sheets Old (to take one, name it: sheet: Old)",
    ]
    notices.clear()
    taken = parse_workbook(
        saved(hidden),
        "t.xlsx",
        ("Sheet", PLACE),
        lambda _, cell: cell,
        options=SheetOptions(hidden=True),
        notices=notices,
    )
    assert [row["Notes"] for row in taken.value] == ["x", "y", "z"]
    assert notices == []
    assert parse(saved(hidden), "Old").value == []


def test_escaped_characters_are_read() -> None:
    row = text_row(1, "id", "a") + text_row(2, "x", "one_x000D_\ntwo _x005F_x0041_ _x00e9_ _xyz_")
    assert parse(packed(parts_with(row))).value == [{"id": "x", "a": "one\ntwo _x0041_ é _xyz_"}]
    assert "control character U+0007" in faults(packed(parts_with(text_row(1, "id") + text_row(2, "_x0007_"))))[0]


def test_results_that_were_never_calculated_are_faults() -> None:
    parts = parts_with(
        text_row(1, "id", "a") + '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><f>1+1</f><v>0</v></c></row>'
    )
    assert parse(packed(parts)).value == [{"id": "1", "a": "0"}]
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace("</sheets>", '</sheets><calcPr fullCalcOnLoad="1"/>')
    assert faults(packed(parts)) == [
        "t.xlsx:Cards!B2: the formula was never calculated: its stored value is not its result "
        "(a spreadsheet program computes it: edit the workbook there, or open and save it)"
    ]


def test_a_strict_workbook_is_read() -> None:
    strict = {
        name: part.replace(
            "http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://purl.oclc.org/ooxml/spreadsheetml/main"
        ).replace(
            "http://schemas.openxmlformats.org/officeDocument/2006/", "http://purl.oclc.org/ooxml/officeDocument/"
        )
        for name, part in parts_with(text_row(1, "id") + text_row(2, "a")).items()
    }
    assert parse(packed(strict)).value == [{"id": "a"}]


def test_a_picture_in_a_cell_is_named_as_such() -> None:
    rows = text_row(1, "id", "art") + '<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="e" vm="1"><v>#VALUE!</v></c></row>'
    assert faults(packed(parts_with(rows))) == [
        "t.xlsx:Cards!B2: the cell has a picture in it (Place in Cell) "
        "(save the picture as a file, and write its name in the cell)"
    ]


def test_boxes_that_are_not_ticked_are_no_rows() -> None:
    rows: list[list[Any]] = [["id", "done", "name"], ["a", False, "Fox"], *([[None, False]] * 3)]
    assert parse(workbook({"Cards": rows})).value == [{"id": "a", "done": "FALSE", "name": "Fox"}]
    assert parse_csv("id,done\na,TRUE\n,FALSE\n", "t.csv", lambda _, cell: cell).value == [{"id": "a", "done": "TRUE"}]


# ---------------------------------------------------------------- merged cells and formats


def saved(sheet: Callable[[Any], None]) -> bytes:
    """Return a workbook whose only sheet is filled by a function."""
    book = openpyxl.Workbook()
    sheet(book.active)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_a_cell_merged_over_rows_is_the_value_of_all_of_them() -> None:
    def fill(sheet: Any) -> None:
        for row in (["id", "side", "name"], ["a", "allied", "A"], ["b"], [], ["c", None, "C"], ["d", "german"], ["e"]):
            sheet.append(row)
        sheet.merge_cells("B2:B5")
        sheet.merge_cells("B6:B9")

    marked = parse(saved(fill))
    assert marked.value == [
        {"id": "a", "side": "allied", "name": "A"},
        {"id": "b", "side": "allied"},
        {"id": "c", "side": "allied", "name": "C"},
        {"id": "d", "side": "german"},
        {"id": "e", "side": "german"},
    ]
    assert str(marked.place(1, "side")) == "t.xlsx:Sheet!B3"


def test_a_cell_merged_across_columns_is_a_fault() -> None:
    def fill(sheet: Any) -> None:
        for row in (["id", "name", "note"], ["a", "A", "x"], ["b"]):
            sheet.append(row)
        sheet.merge_cells("B2:C3")

    content = saved(fill)
    hint = "unmerge it; above the names of the columns, write heading: with the number of their row"
    assert faults(content) == [f"t.xlsx:Sheet!B2: the cell is merged with others up to C3, across columns ({hint})"]
    assert parse(content, columns={"name": None, "note": None}).value == [{"id": "a"}, {"id": "b"}]


def test_a_merged_title_is_above_the_heading() -> None:
    def fill(sheet: Any) -> None:
        for row in (["All of my cards"], ["id", "name"], ["a", "A"]):
            sheet.append(row)
        sheet.merge_cells("A1:B1")

    content = saved(fill)
    assert "the first row looks like a title" in faults(content)[0]
    whole = parse_workbook(content, "t.xlsx", None, lambda _, cell: cell, None, Header(2))
    assert whole.value == [{"id": "a", "name": "A"}]


def formatted(*parts: Any, font: Font | None = None, rich: bool = False) -> Any:
    def fill(sheet: Any) -> None:
        sheet.append(["text"])
        sheet["A2"] = CellRichText(*parts) if len(parts) > 1 else parts[0]
        if font is not None:
            sheet["A2"].font = font

    whole = parse_workbook(saved(fill), "t.xlsx", None, lambda _, cell: cell, options=SheetOptions(rich))
    value = whole.value[0]["text"]
    return value.marks if isinstance(value, FormattedText) else value


BOLD, ITALIC, BOTH = InlineFont(b=True), InlineFont(i=True), InlineFont(b=True, i=True)


@pytest.mark.parametrize(
    ("parts", "marks"),
    [
        (("Draw ", TextBlock(BOLD, "two "), "cards"), "Draw **two** cards"),
        ((TextBlock(ITALIC, "Or"), " not"), "*Or* not"),
        ((TextBlock(BOLD, "a "), TextBlock(BOTH, "b"), TextBlock(ITALIC, " c")), "**a *b*** *c*"),
        (("3*4 <b> ", TextBlock(BOLD, "x")), "3\\*4 \\<b> **x**"),
        (("un", TextBlock(ITALIC, "think"), "able"), "unthinkable"),
        (("{sword} ", TextBlock(BOLD, "2")), "{sword} **2**"),
        (("plain ", "text"), "plain text"),
        (("攻击", TextBlock(BOLD, "两"), "次"), "攻击**两**次"),
    ],
)
def test_bold_and_italic_parts_of_a_cell_become_marks(parts: tuple[Any, ...], marks: str) -> None:
    assert formatted(*parts) == marks


def test_the_format_of_a_whole_cell_is_kept_if_the_deck_asks_for_it() -> None:
    assert formatted("now", font=Font(bold=True)) == "now"
    assert formatted("now", font=Font(bold=True), rich=True) == "**now**"
    assert formatted("a*b", font=Font(italic=True), rich=True) == "*a\\*b*"
    assert formatted("a*b", font=Font(size=20), rich=True) == "a*b"


@given(
    st.lists(
        st.builds(Run, st.text(alphabet="ab *<>\\{}、好1.", min_size=1, max_size=5), st.booleans(), st.booleans()),
        min_size=1,
        max_size=5,
    )
)
def test_marks_never_change_the_words(runs: list[Run]) -> None:
    text = FormattedText(runs)
    markup = parse_markup(text.marks, icons=None)
    assert not markup.mistakes
