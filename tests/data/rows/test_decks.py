"""Decks from tables of all formats: renamed columns, defaults, selection, crossed tables, and their faults."""

from __future__ import annotations

import codecs
import io
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from cardgen.base.errors import Fault
from cardgen.data.conditions import Condition
from cardgen.data.model import CardRow, DeckEntry
from cardgen.data.reading import Marked, try_model
from cardgen.data.rows import cards as row_cards
from tests.data.xlsx import packed, parts_with, text_row, workbook
from tests.games_on_disk import GameOnDisk

GAME, TEMPLATE, FOLDER = "card_data/tiny/game.yaml", "templates/tiny.yaml", "card_data/tiny/"

ROWS: list[list[Any]] = [["id", "copies", "name", "cost"], ["a", 2, "First", 3], ["b", None, "Second", 4]]
CARDS = [("a", 2, {"name": "First", "cost": 3}), ("b", 1, {"name": "Second", "cost": 4})]


def declare(game: GameOnDisk, cards: str, fields: str = "name: text, cost: integer", *more: str) -> None:
    """Declare the deck of the tiny game with this file, these fields and these further lines."""
    game.change(GAME, "cards: cards.yaml", "\n    ".join([f"cards: {cards}", *more]))
    game.change(GAME, "fields: {name: text}", f"fields: {{{fields}}}")
    game.change(TEMPLATE, '"{name}"', '"{id}"')


def separated(rows: list[list[Any]], separator: str = ",") -> str:
    return "".join(separator.join("" if cell is None else str(cell) for cell in row) + "\n" for row in rows)


def read(game: GameOnDisk) -> list[tuple[str, int, Any]]:
    return [(card.id, card.copies, card.fields) for card in game.load().decks["main"].cards]


def ids(game: GameOnDisk) -> list[str]:
    return [card[0] for card in read(game)]


# ---------------------------------------------------------------- kinds of files


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("cards.csv", separated(ROWS).encode()),
        ("CARDS.CSV", codecs.BOM_UTF8 + separated(ROWS).encode()),
        ("cards.csv", codecs.BOM_UTF16_LE + separated(ROWS).encode("utf-16-le")),
        ("cards.tsv", separated(ROWS, "\t").encode()),
        ("cards.xlsx", workbook({"Cards": ROWS})),
        ("cards.yaml", b"cards: [{id: a, copies: 2, name: First, cost: 3}, {id: b, name: Second, cost: 4}]\n"),
        (
            "cards.json",
            b'{"cards":[{"id":"a","copies":2,"name":"First","cost":3},{"id":"b","name":"Second","cost":4}]}',
        ),
    ],
)
def test_a_deck_is_the_same_from_a_file_of_any_format(tiny: GameOnDisk, name: str, content: bytes) -> None:
    declare(tiny, name)
    tiny.write(FOLDER + name, content)
    assert read(tiny) == CARDS
    assert tiny.load().decks["main"].file.name == name
    assert tiny.path(FOLDER + name) in tiny.load().digests


@pytest.mark.parametrize("name", ["cards.xls", "cards.ods", "cards.numbers", "cards.XLSM"])
def test_a_table_of_an_unsupported_format_is_a_fault(tiny: GameOnDisk, name: str) -> None:
    declare(tiny, name)
    tiny.write(FOLDER + name, b"\xd0\xcf\x11\xe0")
    assert tiny.faults() == [f"{GAME}:10:12: {FOLDER}{name} cannot be read as a table (save it as .xlsx, .csv or .tsv)"]


def test_every_kind_of_field_is_read_from_a_sheet(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.xlsx", "names: texts, share: number, paint: colour, dot: point, form: cells, maybe: text?")
    rows: list[list[Any]] = [
        ["id", "names.en", "names.zh", "share", "paint", "dot", "form", "maybe"],
        [7, "A", "甲", 0.5, "#AABBCC", "1 0.5", "##./.##", None],
        ["b", "B", "乙", "2", "#000000", "0, 0", "#", "=1"],
    ]
    tiny.write(FOLDER + "cards.xlsx", workbook({"Cards": [rows[0], rows[1]]}))
    (card,) = tiny.load().decks["main"].cards
    assert (card.id, card.fields) == (
        "7",
        {
            "names": {"en": "A", "zh": "甲"},
            "share": 0.5,
            "paint": "#aabbcc",
            "dot": (1.0, 0.5),
            "form": ("##.", ".##"),
            "maybe": None,
        },
    )


def test_the_texts_of_a_card_may_be_long(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.csv", "rules: text, tale: texts")
    tiny.write(FOLDER + "cards.csv", f"id,rules,tale.en,tale.zh\na,{'x' * 10_000},{'y' * 10_000},{'长' * 10_000}\n")
    ((_, _, fields),) = read(tiny)
    assert (len(fields["rules"]), len(fields["tale"]["en"]), len(fields["tale"]["zh"])) == (10_000, 10_000, 10_000)
    tiny.write(FOLDER + "cards.csv", f"id,rules,tale.en,tale.zh\na,{'x' * 10_001},y,长\n")
    assert "expected at most 10,000 characters" in tiny.faults()[0]


def test_a_sheet_is_chosen_by_name(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.xlsx", "name: text, cost: integer", "sheet: Heroes 英雄")
    tiny.write(FOLDER + "cards.xlsx", workbook({"Notes": [["x"]], "Heroes 英雄": ROWS}))
    assert read(tiny) == CARDS
    tiny.change(GAME, "sheet: Heroes 英雄", "sheet: heroes")
    assert tiny.faults() == [
        f"{GAME}:11:12: there is no sheet 'heroes' in {FOLDER}cards.xlsx (did you mean 'Heroes 英雄'?)"
    ]


def test_faults_in_a_sheet_are_reported_by_cell_with_all_others(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.xlsx")
    rows: list[list[Any]] = [
        ["id", "copies", "name", "cost"],
        ["a", 1.5, "First", "x"],
        ["a", -1, None, 3],
        ["../b", 1, "Third", True],
    ]
    tiny.write(FOLDER + "cards.xlsx", workbook({"Cards": rows}))
    tiny.change(GAME, "author: Nobody", "autor: Nobody")
    place = f"{FOLDER}cards.xlsx:Cards!"
    assert tiny.faults() == [
        f"{place}B2: copies: 1.5 given, expected a whole number",
        f"{place}D2: cost: 'x' given, expected a whole number",
        f"{place}A3: the key 'name' is missing",
        f"{place}B3: copies: -1 given, expected at least 0",
        f"{place}A4: id: '../b' given, expected at most 64 letters and digits, with - _ . between",
        f"{place}D4: cost: 'TRUE' given, expected a whole number",
        f"{GAME}:2:1: unknown key 'autor' (did you mean 'author'?)",
    ]


def test_missing_columns_and_rows_of_a_sheet_are_reported_once(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.xlsx")
    tiny.write(FOLDER + "cards.xlsx", workbook({"Cards": [["id", "name", "csot"], ["a", "x", 1], ["b", "y", 2]]}))
    place = f"{FOLDER}cards.xlsx:Cards!"
    assert tiny.faults() == [f"{place}A1: the column 'cost' is missing"]
    tiny.write(FOLDER + "cards.xlsx", workbook({"Cards": [["name", "cost"], ["x", 1], ["y", 2]]}))
    assert tiny.faults() == [f"{place}A1: {NO_ID}"]
    tiny.write(FOLDER + "cards.xlsx", workbook({"Cards": [["id", "name", "cost"]]}))
    assert tiny.faults() == [
        f"{place}A1: the table has no cards (write a line of column names, then a line for each card)"
    ]


def test_a_formula_in_a_deck_is_never_run(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.xlsx", "name: text")
    stored = '<row r="2"><c r="A2" t="str"><f>"a"</f><v>a</v></c><c r="B2"><f>HYPERLINK("x")</f></c></row>'
    tiny.write(FOLDER + "cards.xlsx", packed(parts_with(text_row(1, "id", "name") + stored)))
    assert tiny.faults() == [
        f"{FOLDER}cards.xlsx:Cards!B2: the formula has no stored value "
        "(a spreadsheet program computes it: edit the workbook there, or open and save it)"
    ]
    tiny.change(GAME, "cards.xlsx", "cards.csv")
    tiny.write(FOLDER + "cards.csv", "id,name\na,=HYPERLINK('x')\n")
    assert read(tiny) == [("a", 1, {"name": "=HYPERLINK('x')"})]


@pytest.mark.parametrize(
    ("content", "taken"),
    [
        ("id,name\na,方块，造成伤害\n".encode("gb18030"), "in GB18030, such as 方块"),
        ("id,name\na,Füchse\n".encode("windows-1252"), "in windows-1252, such as Füchse"),
        (b"id;name\na;Fox, and others\n", "with semicolons between the cells"),
        (b"Cards, version 2;\nid;name\na;Fox\n", ""),
        (b"sep=;\nid;name\na;Fox\n", ""),
        (b"id\tname\na\tFox\n", "with tabs between the cells"),
        (codecs.BOM_UTF16_LE + "id\tname\na\tFüchse\n".encode("utf-16-le"), "with tabs between the cells"),
        (b"id;name;cost\na;Fox;2,5\nb;Owl;1.200,5\n", "with semicolons between the cells, with decimal commas"),
        (b'id,name,cost\na,Fox,"2,5"\n', "with decimal commas"),
    ],
)
def test_what_is_taken_from_the_content_of_a_table_is_said(tiny: GameOnDisk, content: bytes, taken: str) -> None:
    more = ["heading: 2"] if content.startswith(b"Cards") else []
    declare(tiny, "cards.csv", "name: text, cost: number?", *more)
    tiny.write(FOLDER + "cards.csv", content)
    game = tiny.load()
    notices = [str(notice.message) for notice in game.notices]
    assert notices == ([f"the table is read {taken}"] if taken and not more else []) or more
    card, *others = game.decks["main"].cards
    assert (card.id, card.fields["cost"]) == ("a", 2.5 if b"cost" in content else None)
    assert [card.fields["cost"] for card in others] == [1200.5] * len(others)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("id,name;cost\n1,a;2\n", "{}1:1: the cells may be separated by commas or semicolons (write separator:"),
        ("id;name;cost\na;Fox;1,250\n", "{}2:7: 1,250 may be 1250 or 1.250 (write decimal:"),
        ("id;name;cost\na;Fox;1.250\n", "{}2:7: 1.250 may be 1250 or 1.250 (write decimal:"),
        ("id;name;cost\na;Fox;1,5\nb;Owl;2.5\n", "{}2:7: 1,5 has a decimal comma, 2.5 a decimal point"),
        ("sep=|\nid|name\na|Fox\n", "{}1:1: the separator '|' cannot be read"),
    ],
)
def test_a_table_that_may_be_read_in_two_ways_is_a_fault(tiny: GameOnDisk, content: str, problem: str) -> None:
    declare(tiny, "cards.csv", "name: text?, cost: number?")
    tiny.write(FOLDER + "cards.csv", content)
    assert tiny.faults()[0].startswith(problem.format(f"{FOLDER}cards.csv:"))


def test_how_a_table_is_written_may_be_declared(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.csv", "name: text, cost: number", 'separator: ";"', 'decimal: ","', "encoding: windows-1250")
    tiny.write(FOLDER + "cards.csv", "id;name;cost\na;Gęś;1.250\n".encode("windows-1250"))
    assert read(tiny) == [("a", 1, {"name": "Gęś", "cost": 1250.0})]
    assert tiny.load().notices == ()
    tiny.write(FOLDER + "cards.csv", b"id;name;cost\na;Gans;2.5\n")
    assert tiny.faults() == [f"{FOLDER}cards.csv:2:8: cost: '2.5' given, expected a number"]
    tiny.change(GAME, "windows-1250", "gbk")
    assert "'gbk' given, expected 'gb18030', 'big5', 'windows-1252', " in tiny.faults()[0]


def formatted_numbers() -> bytes:
    """Return a workbook with numbers in formats."""
    book, stream = openpyxl.Workbook(), io.BytesIO()
    sheet = book.active
    assert sheet is not None
    for row in (["id", "copies", "cost", "name"], [7, 2, 0.25, 0.25], [8, 1, 1234.5, 3.5], [9, 3, 4, True]):
        sheet.append(row)
    for name, code in {"A2": "000", "C2": "0%", "D2": "0 %", "A3": "000", "C3": "#,##0.00", "D3": "0.00 €"}.items():
        sheet[name].number_format = code
    book.save(stream)
    return stream.getvalue()


def test_texts_show_numbers_as_the_sheet_does_and_numbers_are_numbers(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.xlsx", "name: text, cost: number")
    tiny.write(FOLDER + "cards.xlsx", formatted_numbers())
    assert read(tiny) == [
        ("007", 2, {"name": "25 %", "cost": 0.25}),
        ("008", 1, {"name": "3.50 €", "cost": 1234.5}),
        ("9", 3, {"name": "TRUE", "cost": 4.0}),
    ]
    tiny.change(GAME, "cards: cards.xlsx", 'cards: cards.xlsx\n    decimal: ","')
    assert read(tiny)[1] == ("008", 1, {"name": "3,50 €", "cost": 1234.5})


def test_every_number_in_an_unknown_format_is_a_fault_at_its_cell(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.xlsx", "name: text, cost: number")
    content = formatted_numbers()
    tiny.write(FOLDER + "cards.xlsx", content)
    book = openpyxl.load_workbook(io.BytesIO(content))
    for cell in ("C2", "D2", "D3"):
        book["Sheet"][cell].number_format = "0.00E+00"
    stream = io.BytesIO()
    book.save(stream)
    tiny.write(FOLDER + "cards.xlsx", stream.getvalue())
    place, hint = f"{FOLDER}cards.xlsx:Sheet!", "(format the cell as text, and type what it shows)"
    assert tiny.faults() == [
        f"{place}D2: 0.25 is shown in the format '0.00E+00', which is unknown {hint}",
        f"{place}D3: 3.5 is shown in the format '0.00E+00', which is unknown {hint}",
    ]


def test_a_hidden_column_that_the_deck_needs_is_named(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.xlsx", "name: text, cost: number")
    book = openpyxl.load_workbook(io.BytesIO(formatted_numbers()))
    book["Sheet"].column_dimensions["A"].hidden = True
    stream = io.BytesIO()
    book.save(stream)
    tiny.write(FOLDER + "cards.xlsx", stream.getvalue())
    assert tiny.faults() == [
        f"{FOLDER}cards.xlsx:Sheet!B1: the column 'id' is missing (it is hidden: write hidden: true in game.yaml)"
    ]


def test_options_for_another_kind_of_file_are_faults(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.yaml", "name: text", "sheet: Cards", "encoding: gb18030", "columns: {Name: name}")
    assert tiny.faults() == [
        f"{GAME}:11:5: sheet: is only for .xlsx files",
        f"{GAME}:12:5: encoding: is only for .csv, .tsv files",
        f"{GAME}:13:5: columns: is only for .csv, .tsv, .xlsx files",
    ]


# ---------------------------------------------------------------- columns


def test_columns_renames_headers(tiny: GameOnDisk) -> None:
    more = "columns: {编号: id, 张数: copies, 名称: names.zh, Name: names.en, 备注: null}"
    declare(tiny, "cards.csv", "names: texts", more)
    tiny.write(FOLDER + "cards.csv", "编号,张数,名称,备注,Name\na,3,甲,待定,A\n")
    assert read(tiny) == [("a", 3, {"names": {"zh": "甲", "en": "A"}})]
    tiny.write(FOLDER + "cards.csv", "编号,张数,名称,Name\na,x,甲,\n")
    assert tiny.faults() == [
        f"{FOLDER}cards.csv:1:1: columns: renames '备注', which is not a column of the table "
        "(expected one of: 编号, 张数, 名称, Name)"
    ]
    tiny.write(FOLDER + "cards.csv", "编号,张数,名称,Name,备注\na,x,甲,\n")
    assert tiny.faults() == [f"{FOLDER}cards.csv:2:3: copies: 'x' given, expected a whole number"]


def test_a_header_is_renamed_to_a_field_or_a_part_of_one(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.csv", "name: text", "columns: {Name: The Name, Cost: '', id: 3}")
    tiny.write(FOLDER + "cards.csv", "id,Name\na,x\n")
    expected = "expected a field, or a part of one such as names.en"
    assert tiny.faults() == [
        f"{GAME}:11:21: decks.main.columns.Name: 'The Name' given, {expected}",
        f"{GAME}:11:37: decks.main.columns.Cost: '' given, {expected}",
        f"{GAME}:11:45: decks.main.columns.id: 3 given, expected text (put it in quotes)",
    ]


# ---------------------------------------------------------------- defaults


TABLE = "id,copies,name,cost\na,,First,\nb,2,,4\n"


@pytest.mark.parametrize("name", ["cards.csv", "cards.yaml"])
def test_rows_inherit_what_they_leave_out(tiny: GameOnDisk, name: str) -> None:
    declare(
        tiny,
        name,
        "name: text, cost: integer, look: pattern?",
        "defaults: {name: None, cost: 7, copies: 5, look: dots}",
    )
    tiny.write(FOLDER + "cards.csv", TABLE)
    tiny.write(FOLDER + "cards.yaml", "cards: [{id: a, name: First}, {id: b, copies: 2, cost: 4, look: null}]\n")
    look = None if name == "cards.yaml" else "dots"
    assert read(tiny) == [
        ("a", 5, {"name": "First", "cost": 7, "look": "dots"}),
        ("b", 2, {"name": "None", "cost": 4, "look": look}),
    ]


def test_a_default_may_replace_a_column(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.csv", "name: text, form: cells", "defaults: {form: ['##'], name: x}")
    tiny.write(FOLDER + "cards.csv", "id\na\nb\n")
    assert read(tiny) == [(card, 1, {"name": "x", "form": ("##",)}) for card in "ab"]


def test_a_wrong_default_is_reported_once_where_it_is_declared(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.csv", "name: text, cost: integer, names: texts", "defaults: {cost: x, names: {en: X, zh: 3}}")
    tiny.write(FOLDER + "cards.csv", TABLE.replace("b,2,,4", "b,2,x,"))
    assert tiny.faults() == [
        f"{GAME}:11:22: cost: 'x' given, expected a whole number",
        f"{GAME}:11:44: names.zh: 3 given, expected text (put it in quotes)",
    ]


def test_a_default_for_an_unknown_field_is_a_fault(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.csv", "name: text, cost: integer", "defaults: {csot: 3, id: x}")
    tiny.write(FOLDER + "cards.csv", TABLE)
    assert tiny.faults() == [
        f"{GAME}:11:16: unknown key 'csot' (did you mean 'cost'?)",
        f"{GAME}:11:25: unknown key 'id' (expected one of: copies, name, cost)",
    ]


# ---------------------------------------------------------------- selection


SETS = "id,name,cost,set,ready\na,A,1,base,yes\nb,B,2,promo,yes\nc,C,3,base,no\nd,D,4,base,yes\ne,E,5,,yes\n"


@pytest.mark.parametrize(
    ("where", "selected"),
    [
        ("{set: base}", "acd"),
        ("{set: [base, promo], cost: {at_most: 3}}", "abc"),
        ("{set: {not: promo}, ready: yes}", "ade"),
        ("{set: {given: false}}", "e"),
        ("{cost: {at_least: 2, at_most: 4}, id: {not: c}}", "bd"),
        ("{name: [A, D], copies: {given: false}}", "ad"),
    ],
)
def test_where_selects_rows_by_their_values(tiny: GameOnDisk, where: str, selected: str) -> None:
    named = [name for name in ("set", "ready") if f"{name}:" not in where]
    columns = "columns: {" + ", ".join(f"{name}: null" for name in named) + "}"
    declare(tiny, "cards.csv", "name: text, cost: integer", columns, f"where: {where}")
    tiny.write(FOLDER + "cards.csv", SETS)
    assert "".join(ids(tiny)) == selected
    assert all(set(fields) == {"name", "cost"} for _, _, fields in read(tiny))


def test_where_selects_rows_of_yaml_and_other_rows_are_not_validated(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.yaml", "names: texts", "where: {names.en: {not: Later}, draft: {given: false}}")
    tiny.write(
        FOLDER + "cards.yaml",
        "cards:\n  - {id: a, names: {en: A, zh: 甲}}\n  - {id: b, names: {en: Later}}\n  - {id: c, draft: yes}\n",
    )
    tiny.change(GAME, "draft:", "drafts:")
    assert tiny.faults() == [f"{GAME}:11:37: no card has 'drafts' (did you mean 'draft'?)"]
    tiny.change(GAME, "drafts:", "draft:")
    assert ids(tiny) == ["a"]


def test_defaults_are_added_before_the_selection(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.csv", "name: text, cost: integer, ready: text", "defaults: {set: base}", "where: {set: base}")
    tiny.write(FOLDER + "cards.csv", SETS)
    assert "".join(ids(tiny)) == "acde"


def test_values_that_cannot_be_compared_are_reported_with_all_other_faults(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.csv", "name: text, cost: integer", "where: {level: {at_least: 2}}")
    tiny.write(FOLDER + "cards.csv", "id,name,cost,level\na,A,1,high\nb,B,x,3\nc,C,x,1\nd,D,1,\n")
    assert tiny.faults() == [
        f"{FOLDER}cards.csv:2:7: level: 'high' given, expected a number (the condition compares it with a number)",
        f"{FOLDER}cards.csv:3:5: cost: 'x' given, expected a whole number",
    ]


def test_an_empty_selection_is_a_fault(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.csv", "name: text, cost: integer, set: text?, ready: text", "where: {set: bse}")
    tiny.write(FOLDER + "cards.csv", SETS)
    assert tiny.faults() == [f"{GAME}:11:5: no card is selected"]


def test_an_invalid_row_is_a_fault_whatever_is_selected(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.yaml", "name: text", "where: {name: x}", "defaults: {name: x}")
    tiny.write(FOLDER + "cards.yaml", "cards:\n  - x\n  - {id: a}\n")
    (fault,) = tiny.faults()
    assert fault.startswith(f"{FOLDER}cards.yaml:2:5: 'x' given, expected keys with values")


# ---------------------------------------------------------------- crossing


SUITS = "id,copies,suit,tint\nhearts,2,♥,#cc0000\nspades,,♠,#000000\n"
RANKS = "id,copies,rank\n7,1,Seven\nK,3,King\n"
FIELDS = "suit: text, tint: colour, rank: text"
NO_ID = "the column 'id' is missing (a unique name for each card and its files: letters, digits, . _ and -)"


def test_every_row_of_one_table_is_crossed_with_every_row_of_the_other(tiny: GameOnDisk) -> None:
    declare(tiny, "suits.csv", FIELDS, "for: ranks.csv")
    tiny.write(FOLDER + "suits.csv", SUITS)
    tiny.write(FOLDER + "ranks.csv", RANKS)
    red, black = {"suit": "♥", "tint": "#cc0000"}, {"suit": "♠", "tint": "#000000"}
    assert read(tiny) == [
        ("hearts-7", 2, {**red, "rank": "Seven"}),
        ("hearts-K", 6, {**red, "rank": "King"}),
        ("spades-7", 1, {**black, "rank": "Seven"}),
        ("spades-K", 3, {**black, "rank": "King"}),
    ]
    card = tiny.load().decks["main"].cards[1]
    assert [str(card.place(name)) for name in ("id", "suit", "rank")] == [
        f"{FOLDER}suits.csv:2:1",
        f"{FOLDER}suits.csv:2:10",
        f"{FOLDER}ranks.csv:3:5",
    ]
    assert {path.name for path in tiny.load().digests} >= {"suits.csv", "ranks.csv"}


def test_both_tables_have_options_and_the_crossed_rows_are_selected(tiny: GameOnDisk) -> None:
    declare(
        tiny,
        "deck.xlsx",
        "suit: text, tint: colour, rank: text",
        "sheet: Suits",
        "columns: {花色: suit}",
        "for: {cards: deck.xlsx, sheet: Ranks, columns: {点数: rank, Note: null}}",
        "defaults: {tint: '#333333', copies: 2}",
        "where: {id: {not: [clubs-7]}, level: {at_least: 5}}",
    )
    sheets: dict[str, list[list[Any]]] = {
        "Suits": [["id", "花色"], ["hearts", "♥"], ["clubs", "♣"]],
        "Ranks": [["id", "点数", "level", "Note"], [7, "Seven", 7, "x"], ["K", "King", 13, None], [2, "Two", 2, "y"]],
    }
    tiny.write(FOLDER + "deck.xlsx", workbook(sheets))
    assert read(tiny) == [
        ("hearts-7", 2, {"suit": "♥", "tint": "#333333", "rank": "Seven"}),
        ("hearts-K", 2, {"suit": "♥", "tint": "#333333", "rank": "King"}),
        ("clubs-K", 2, {"suit": "♣", "tint": "#333333", "rank": "King"}),
    ]


def test_a_table_is_crossed_with_yaml(tiny: GameOnDisk) -> None:
    declare(tiny, "suits.yaml", "suit: text, tint: colour, rank: text", "for: ranks.csv")
    tiny.write(FOLDER + "suits.yaml", "cards:\n  - {id: h, suit: ♥, tint: '#cc0000'}\n  - {id: s, suit: ♠}\n")
    tiny.write(FOLDER + "ranks.csv", RANKS)
    assert tiny.faults() == [f"{FOLDER}suits.yaml:3:5: the key 'tint' is missing"]


def test_faults_of_both_tables_are_reported_once(tiny: GameOnDisk) -> None:
    declare(tiny, "suits.csv", FIELDS, "for: ranks.csv")
    tiny.write(FOLDER + "suits.csv", SUITS.replace("#cc0000", "redd"))
    tiny.write(FOLDER + "ranks.csv", RANKS.replace("K,3", "K,x"))
    assert tiny.faults() == [
        f"{FOLDER}ranks.csv:3:3: copies: 'x' given, expected a whole number",
        f"{FOLDER}suits.csv:2:12: tint: 'redd' is not a colour (did you mean 'red'?)",
    ]


@pytest.mark.parametrize(
    ("suits", "ranks", "messages"),
    [
        ("suit,tint\n♥,#cc0000\n", RANKS, [f"suits.csv:1:1: {NO_ID}"]),
        (SUITS, "id,rank\n7,Seven\n,King\n", ["ranks.csv:3:1: the key 'id' is missing"]),
        (
            SUITS,
            "id,rank\nK,King\nk,king\n",
            ["ranks.csv:3:1: duplicate id 'k' (first at card_data/tiny/ranks.csv:2:1)"],
        ),
        (
            SUITS,
            "id,rank,tint\nK,King,#000000\n",
            ["ranks.csv:1:9: column 'tint' is in both tables (the other one is at card_data/tiny/suits.csv:1:16)"],
        ),
        (SUITS, "id\nK\n", ["suits.csv:1:1: the column 'rank' is missing"]),
        ("", 'id,"', ["ranks.csv:1:4: a quote is not closed", "suits.csv:1:1: the table has no cards"]),
    ],
)
def test_tables_that_cannot_be_crossed_are_faults(
    tiny: GameOnDisk, suits: str, ranks: str, messages: list[str]
) -> None:
    declare(tiny, "suits.csv", FIELDS, "for: ranks.csv")
    tiny.write(FOLDER + "suits.csv", suits)
    tiny.write(FOLDER + "ranks.csv", ranks)
    reported = tiny.faults()
    assert len(reported) == len(messages)
    assert all(fault.startswith(FOLDER + start) for fault, start in zip(reported, messages, strict=True))


def test_an_id_of_a_crossed_table_must_be_text(tiny: GameOnDisk) -> None:
    declare(tiny, "suits.csv", FIELDS, "for: ranks.yaml")
    tiny.write(FOLDER + "suits.csv", SUITS)
    tiny.write(FOLDER + "ranks.yaml", "cards:\n  - {id: 7, rank: Seven}\n  - x\n")
    assert tiny.faults() == [
        f"{FOLDER}ranks.yaml:2:10: id: 7 given, expected text (put it in quotes)",
        f"{FOLDER}ranks.yaml:3:5: the key 'id' is missing",
    ]


def test_too_many_crossed_rows_are_refused_before_they_are_made(tiny: GameOnDisk) -> None:
    declare(tiny, "a.csv", "name: text?", "for: b.csv")
    for name in "ab":
        tiny.write(f"{FOLDER}{name}.csv", "id\n" + "".join(f"{i}\n" for i in range(400)))
    assert tiny.faults() == [f"{GAME}:11:10: the tables make 400 × 400 cards (at most 100,000)"]


def test_the_other_table_cannot_be_outside_the_folder(tiny: GameOnDisk) -> None:
    declare(tiny, "suits.csv", FIELDS, "for: {cards: ../ranks.csv, zzz: 1}")
    tiny.write(FOLDER + "suits.csv", SUITS)
    tiny.write("card_data/ranks.csv", RANKS)
    assert tiny.faults() == [
        f"{GAME}:11:32: unknown key 'zzz' "
        "(expected one of: cards, columns, decimal, encoding, heading, hidden, rich, separator, sheet)",
    ]
    tiny.change(GAME, ", zzz: 1", "")
    assert tiny.faults() == [f"{GAME}:11:18: '../ranks.csv' is outside the folder card_data/tiny"]


# ---------------------------------------------------------------- long decks, and the docs


def test_each_of_ten_thousand_rows_is_validated_once(tiny: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    declare(tiny, "cards.csv", "name: text, cost: integer", "defaults: {cost: 1}", "where: {name: {not: x}}")
    validated: list[Marked] = []

    def counting(model: type[CardRow], row: Marked) -> tuple[CardRow | None, list[Fault]]:
        validated.append(row)
        return try_model(model, row)

    monkeypatch.setattr(row_cards, "try_model", counting)
    tiny.write(FOLDER + "cards.csv", "id,name\n" + "".join(f"c{i},Card {i}\n" for i in range(10_000)))
    deck = tiny.load().decks["main"]
    assert (len(deck.cards), len(validated)) == (10_000, 10_000)
    assert str(deck.cards[-1].place("name")) == f"{FOLDER}cards.csv:10001:7"


def test_loading_twice_reports_the_same_faults(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.xlsx")
    tiny.write(FOLDER + "cards.xlsx", workbook({"Cards": [["id", "nmae", "csot"], ["a", "=1+1", "#N/A"]]}))
    assert tiny.faults() == tiny.faults()


def test_every_key_of_a_deck_is_in_the_docs() -> None:
    page = (Path(__file__).parents[3] / "docs" / "data.md").read_text(encoding="utf-8")
    for model in (DeckEntry, Condition):
        for name, field in model.model_fields.items():
            assert re.search(rf"`{field.alias or name}`", page), f"{model.__name__}: {field.alias or name}"


# ---------------------------------------------------------------- joining


def test_where_selects_rows_for_which_one_of_several_conditions_holds(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.csv", "name: text?", "where: {or: [{set: base}, {cost: {at_least: 3}, name: {given: true}}]}")
    tiny.write(FOLDER + "cards.csv", "id,set,cost,name\na,base,1,\nb,promo,4,x\nc,promo,4,\nd,promo,1,x\n")
    assert ids(tiny) == ["a", "b"]
    tiny.change(GAME, "{set: base}", "{sett: base}")
    assert tiny.faults() == [f"{GAME}:11:17: no card has 'sett' (did you mean 'set'?)"]


def test_crossed_rows_are_joined_by_a_value_that_both_have(tiny: GameOnDisk) -> None:
    declare(tiny, "units.csv", "name: text, side: text", "for: armies.csv", 'where: {side: "{army_side}"}')
    tiny.write(FOLDER + "units.csv", "id,name,side\nrifles,Rifles,allied\ntank,Tank,german\nspy,Spy,allied\n")
    tiny.write(FOLDER + "armies.csv", "id,army_side\nus,allied\nwm,german\nnone,\n")
    assert ids(tiny) == ["rifles-us", "tank-wm", "spy-us"]
    tiny.change(GAME, '"{army_side}"', '{not: "{army_side}"}')
    assert ids(tiny) == ["rifles-wm", "rifles-none", "tank-us", "tank-none", "spy-wm", "spy-none"]


def test_a_row_is_not_selected_by_a_value_that_it_leaves_out(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.csv", "name: text", 'where: {side: ["{other}", both]}')
    tiny.write(FOLDER + "cards.csv", "id,name,side,other\na,A,x,x\nb,B,x,\nc,C,,\nd,D,both,\n")
    assert ids(tiny) == ["a", "d"]


def test_a_condition_on_a_value_that_no_row_has_is_a_fault(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.csv", "name: text", 'where: {side: "{othe}"}')
    tiny.write(FOLDER + "cards.csv", "id,name,side,other\na,A,x,x\n")
    assert tiny.faults() == [f"{GAME}:11:19: no card has 'othe' (did you mean 'other'?)"]


# ---------------------------------------------------------------- headers


@pytest.mark.parametrize("name", ["cards.csv", "cards.xlsx"])
def test_the_header_may_be_below_a_title(tiny: GameOnDisk, name: str) -> None:
    declare(tiny, name, "name: text, cost: integer", "heading: 3")
    rows: list[list[Any]] = [["My game; all cards"], ["by me", None, 7], *ROWS]
    tiny.write(FOLDER + name, separated(rows).encode() if name.endswith("csv") else workbook({"Cards": rows}))
    assert read(tiny) == CARDS
    tiny.change(GAME, "heading: 3", "heading: 9")
    place = f"{FOLDER}cards.csv:9:1" if name.endswith("csv") else f"{FOLDER}cards.xlsx:Cards!A9"
    hint = "heading: is the number of the row with the names"
    assert tiny.faults() == [f"{place}: row 9 is empty, expected the names of the columns ({hint})"]


def test_capitals_do_not_matter_in_headers_and_what_is_missing_is_reported_at_the_header(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.xlsx", "name: text, texts: texts", "heading: 3")
    tiny.write(
        FOLDER + "cards.xlsx", workbook({"Cards": [["My game"], [], ["ID", "Name", "Texts.en"], ["a", "x", "y"]]})
    )
    assert read(tiny) == [("a", 1, {"name": "x", "texts": {"en": "y", "zh": "y"}})]
    tiny.write(FOLDER + "cards.xlsx", workbook({"Cards": [["My game"], [], ["Nr", "id", "ID"], ["a", "x", "y"]]}))
    assert tiny.faults() == [f"{FOLDER}cards.xlsx:Cards!C3: duplicate column 'id'"]
    tiny.write(FOLDER + "cards.xlsx", workbook({"Cards": [["My game"], [], ["Id", "Texts"], ["a", "y"]]}))
    assert tiny.faults() == [f"{FOLDER}cards.xlsx:Cards!A3: the column 'name' is missing"]


def test_rows_without_a_number_of_copies_are_noticed(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.csv")
    tiny.write(FOLDER + "cards.csv", separated(ROWS))
    assert [str(notice) for notice in tiny.load().notices] == [
        f"{FOLDER}cards.csv:3:1: 1 card without a number of copies: one copy each "
        "(to state it, write in game.yaml: defaults: {copies: 1})"
    ]
    tiny.change(GAME, "cards: cards.csv", "cards: cards.csv\n    defaults: {copies: 1}")
    assert tiny.load().notices == ()


@pytest.mark.parametrize("written", ["x3", "3x", "3 ×", "×3"])
def test_copies_may_be_written_with_a_times_sign(tiny: GameOnDisk, written: str) -> None:
    declare(tiny, "cards.csv", "name: text")
    tiny.write(FOLDER + "cards.csv", f"id,copies,name\na,{written},x3\n")
    assert read(tiny) == [("a", 3, {"name": "x3"})]


def test_a_title_is_a_fault_that_says_how_to_ignore_it(tiny: GameOnDisk) -> None:
    declare(tiny, "cards.csv")
    tiny.write(FOLDER + "cards.csv", separated([["My cards"], [], *ROWS]))
    problem = "the first row looks like a title: it has one cell, the next row has several"
    hint = "if the names of the columns are in row 3, write heading: 3"
    assert tiny.faults() == [f"{FOLDER}cards.csv:1:1: {problem} ({hint})"]


def test_columns_that_the_deck_does_not_know_may_be_ignored(tiny: GameOnDisk) -> None:
    declare(
        tiny,
        "cards.csv",
        "name: texts, cost: integer",
        "columns: {编号: id, Old: null, others: ignore}",
        "where: {set: x}",
    )
    tiny.write(FOLDER + "cards.csv", "编号,name.en,cost,Notes,set,Old,name.zh\na,A,1,?,x,o,甲\nb,B,2,,y,,乙\n")
    assert read(tiny) == [("a", 1, {"name": {"en": "A", "zh": "甲"}, "cost": 1})]
    tiny.change(GAME, "编号: id, ", "")
    assert tiny.faults() == [f"{FOLDER}cards.csv:1:1: the column 'id' is missing (a unique name for each card and its "
                             "files: letters, digits, . _ and -)"]  # fmt: skip
    tiny.change(GAME, "Old: null, others: ignore", "编号: id, Old: null")
    assert any("unknown key 'Notes'" in fault for fault in tiny.faults())


def test_ignored_columns_of_crossed_tables(tiny: GameOnDisk) -> None:
    declare(
        tiny,
        "units.csv",
        "name: text, tint: colour",
        "columns: {others: ignore}",
        "for: {cards: armies.csv, columns: {others: ignore}}",
        'where: {side: "{army_side}"}',
    )
    tiny.write(FOLDER + "units.csv", "id,name,side,Note\nrifles,Rifles,allied,x\n")
    tiny.write(FOLDER + "armies.csv", "Note,id,army_side,tint\nx,us,allied,#112233\n")
    assert read(tiny) == [("rifles-us", 1, {"name": "Rifles", "tint": "#112233"})]
