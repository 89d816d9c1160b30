"""Bombs in data, tables, rulebooks and measures. They are generated, always with the same bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.attack.bombs import Bomb

GAME = """\
titles: {en: Bomb}
author: cardgen
licence: {name: CC0-1.0, link: "https://creativecommons.org/publicdomain/zero/1.0/"}
languages: [en]
sizes: {card: {width: 63, height: 88}}
decks:
  main: {titles: {en: Cards}, cards: CARDS, template: card.yaml, size: card, fields: {name: text, rule: text}}
targets:
  sheets: {cards-a4: {decks: [main], papers: [a4]}}
"""
BOOK = """\
titles: {en: Bomb}
author: cardgen
licence: {name: CC0-1.0, link: "https://creativecommons.org/publicdomain/zero/1.0/"}
languages: [en]
rulebooks: {en: rules.md}
targets:
  rulebook: {papers: [a4]}
"""
TEMPLATE = """\
face:
  description: {en: "Card {id}"}
  boxes:
    name: {kind: text, box: [5, 6, 53, 8], text: "{name}", lang: en, size: 5, floor: 1}
back:
  description: {en: Back}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#223344"}
"""
MIB = 1 << 20

#: The length of a rulebook near the limit of reading.
BOOK_BYTES = 199_000

#: The size of a file near the limit of reading, and near the limit of unpacked tables.
FULL_BYTES = 31 * MIB
FULL_UNPACKED = 63 * MIB


@dataclass(frozen=True, slots=True)
class Recipe:
    """A recipe for a bomb: its file, and the content of about `size` bytes."""

    file: str
    content: Callable[[int], bytes]
    size: int = FULL_BYTES

    def project(self, name: str, size: int | None = None) -> Bomb:
        """Return the bomb as a whole project; with `size`, a smaller one."""
        content = self.content(self.size if size is None else size)
        if self.file == "rules.md":
            return Bomb(name, {"card_data/bomb/game.yaml": BOOK.encode(), "card_data/bomb/rules.md": content})
        files = {
            "card_data/bomb/game.yaml": GAME.replace("CARDS", self.file).encode(),
            "templates/card.yaml": TEMPLATE.encode(),
        }
        if self.file == "game.yaml":
            files = {**files, "card_data/bomb/cards.csv": b"id,name,rule\na,A,A\n"}
            files["card_data/bomb/game.yaml"] = files["card_data/bomb/game.yaml"].replace(b"game.yaml", b"cards.csv")
        elif self.file == "card.yaml":
            files = {**files, "card_data/bomb/cards.csv": b"id,name,rule\na,A,A\n"}
            files["card_data/bomb/game.yaml"] = files["card_data/bomb/game.yaml"].replace(
                b"cards: card.yaml", b"cards: cards.csv"
            )
            return Bomb(name, {**files, "templates/card.yaml": content})
        return Bomb(name, {**files, f"card_data/bomb/{self.file}": content})


def data_bombs() -> Iterator[Bomb]:
    """Yield every bomb in its full size, one at a time."""
    for name, recipe in RECIPES.items():
        yield recipe.project(name)


def repeated(line: str, size: int, head: str = "", tail: str = "") -> bytes:
    """Return `head`, `line` as often as it fits into `size` bytes with its number for `{n}`, and `tail`."""
    if "{n}" not in line:
        return (head + line * (size // len(line.encode())) + tail).encode()
    count = size // (len(line.encode()) + line.count("{n}") * 4)
    return "".join([head, *(line.replace("{n}", str(n)) for n in range(count)), tail]).encode()


# ---------------------------------------------------------------- workbooks

_PARTS = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/xl/workbook.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
    '<Override PartName="/xl/worksheets/sheet1.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>STRINGS_TYPE</Types>',
    "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Target="xl/workbook.xml" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/></Relationships>',
    "xl/workbook.xml": '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
    '<sheets><sheet name="Cards" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Target="worksheets/sheet1.xml" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"/>STRINGS</Relationships>',
}
_SHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
_STRINGS_TYPE = (
    '<Override PartName="/xl/sharedStrings.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>'
)
_STRINGS = (
    '<Relationship Id="r2" Target="sharedStrings.xml" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"/>'
)


def workbook(sheet: bytes, strings: bytes = b"") -> bytes:
    """Return a workbook of one sheet, from the XML inside its `sheetData`, with shared strings."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as book:
        for name, text in _PARTS.items():
            content = text.replace("STRINGS_TYPE", _STRINGS_TYPE if strings else "")
            content = content.replace("STRINGS", _STRINGS if strings else "")
            book.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
        sheet_xml = _SHEET.encode() + sheet + b"</sheetData></worksheet>"
        book.writestr(zipfile.ZipInfo("xl/worksheets/sheet1.xml"), sheet_xml, zipfile.ZIP_DEFLATED)
        if strings:
            book.writestr(zipfile.ZipInfo("xl/sharedStrings.xml"), strings, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


_HEAD_CELLS = "".join(f'<c t="inlineStr"><is><t>{name}</t></is></c>' for name in ("id", "name", "rule"))
_HEAD_ROW = f"<row>{_HEAD_CELLS}</row>"


def _cells(size: int) -> bytes:
    return workbook(repeated("<row>" + "<c><v>1</v></c>" * 400 + "</row>", size, _HEAD_ROW))


def _formulas(size: int) -> bytes:
    return workbook(repeated("<row>" + "<c><f>1</f><v>1</v></c>" * 3 + "</row>", size, _HEAD_ROW))


def _wide_row(size: int) -> bytes:
    return workbook(repeated("<c><v>1</v></c>", size, _HEAD_ROW + "<row>", "</row>"))


def _empty_rows(size: int) -> bytes:
    return workbook(repeated("<row/>", size, _HEAD_ROW))


def _far_row(_size: int) -> bytes:
    return workbook((_HEAD_ROW + '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>').encode())


def _long_text(size: int) -> bytes:
    return workbook(repeated("x", size, _HEAD_ROW + '<row><c t="inlineStr"><is><t>', "</t></is></c></row>"))


def _shared_strings(size: int) -> bytes:
    strings = repeated(
        "<si><t>a</t></si>", size, '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">', "</sst>"
    )
    return workbook(_HEAD_ROW.encode() + b'<row><c t="s"><v>1</v></c></row>', strings)


def _table_rows(size: int) -> bytes:
    row = '<row><c t="inlineStr"><is><t>c{n}</t></is></c><c><v>7</v></c><c><v>7</v></c></row>'
    return workbook(repeated(row, size, _HEAD_ROW))


# ---------------------------------------------------------------- all of them


def _lines(line: str, head: str = "", tail: str = "") -> Callable[[int], bytes]:
    return lambda size: repeated(line, size, head, tail)


_HEAD = "back: {description: {en: A}, boxes: {a: {kind: rect, box: bleed}}}\n"
_FACE = _HEAD + "face:\n  description: {en: A}\n  boxes:\n"
_CARD = "- {id: c{n}, name: Card {n}, rule: draw}\n"
_TITLE = "# Bomb\n\n"

#: Every bomb by name. A book is smaller, because its pages are laid out as well.
RECIPES: dict[str, Recipe] = {
    "yaml-list": Recipe("cards.yaml", _lines("- a\n", "cards:\n"), 8 * MIB),
    "yaml-list-full": Recipe("cards.yaml", _lines("- a\n", "cards:\n")),
    "yaml-flow-list": Recipe("cards.yaml", _lines("1,", "cards: [", "1]")),
    "yaml-flow-maps": Recipe("cards.yaml", _lines("{},", "cards: [", "{}]")),
    "yaml-cards": Recipe("cards.yaml", _lines(_CARD, "cards:\n"), 6_000_000),
    "yaml-cards-most": Recipe("cards.yaml", _lines("- {id: c{n}, name: A, rule: A}\n", "cards:\n"), 130_000 * 34),
    "yaml-cards-full": Recipe("cards.yaml", _lines(_CARD, "cards:\n")),
    "yaml-wrong-cards": Recipe("cards.yaml", _lines("- {id: c{n}, name: 7, rulle: draw}\n", "cards:\n"), 4_000_000),
    "yaml-unknown-keys": Recipe("cards.yaml", _lines(", k{n}: 1", "cards:\n- {id: a, name: A, rule: A", "}\n")),
    "yaml-unknown-keys-8": Recipe(
        "cards.yaml", _lines(", k{n}: 1", "cards:\n- {id: a, name: A, rule: A", "}\n"), 2 * MIB
    ),
    "yaml-duplicate-keys": Recipe("cards.yaml", _lines("k: 1\n", "cards: []\n")),
    "yaml-duplicate-ids": Recipe("cards.yaml", _lines("- {id: a, name: Card, rule: draw}\n", "cards:\n"), 3 * MIB),
    "yaml-empty-values": Recipe("cards.yaml", _lines("- \n", "cards:\n")),
    "yaml-aliases": Recipe("cards.yaml", _lines("- *a\n", "cards:\n- &a 1\n")),
    "yaml-tags": Recipe("cards.yaml", _lines("- !a b\n", "cards:\n")),
    "yaml-complex-keys": Recipe("cards.yaml", _lines("? [a]\n: b\n", "cards: []\n")),
    "yaml-long-text": Recipe("cards.yaml", _lines("x", "cards:\n- {id: a, name: A, rule: ", "}\n")),
    "yaml-quotes": Recipe("cards.yaml", _lines("''", "cards:\n- {id: a, name: A, rule: '", "'}\n")),
    "yaml-escapes": Recipe("cards.yaml", _lines("\\n", 'cards:\n- {id: a, name: A, rule: "', '"}\n')),
    "yaml-newlines": Recipe("cards.yaml", _lines("\n", "cards:\n", "- {id: a, name: A, rule: A}\n")),
    "yaml-comments": Recipe("cards.yaml", _lines("#\n", "cards:\n", "- {id: a, name: A, rule: A}\n")),
    "yaml-spaces": Recipe("cards.yaml", _lines(" ", "cards:\n- {id: a, name: A, rule: A", "}\n")),
    "yaml-documents": Recipe("cards.yaml", _lines("---\n", "cards: []\n")),
    "yaml-nested": Recipe("cards.yaml", _lines("[", "cards: ")),
    "yaml-nested-block": Recipe("cards.yaml", _lines("- ", "cards:\n")),
    "yaml-question-marks": Recipe("cards.yaml", _lines("? ", "cards:\n")),
    "yaml-folded": Recipe("cards.yaml", _lines("  a\n", "cards:\n- id: a\n  name: A\n  rule: >\n")),
    "yaml-anchors": Recipe("cards.yaml", _lines("- &a{n} 1\n", "cards:\n")),
    "yaml-directives": Recipe("cards.yaml", _lines("%a b\n")),
    "yaml-digits": Recipe("cards.yaml", _lines("1", "cards: ")),
    "yaml-long-key": Recipe("cards.yaml", _lines("k", "cards: {", ": 1}")),
    "yaml-broken-late": Recipe("cards.yaml", _lines("- a\n", "cards:\n", "  - : :\n : }")),
    "game-unknown-keys": Recipe("game.yaml", _lines("k{n}: 1\n", GAME.replace("CARDS", "cards.csv"))),
    "game-decks": Recipe("game.yaml", _lines("  d{n}: 1\n", "decks:\n"), 2 * MIB),
    "game-decks-most": Recipe("game.yaml", _lines("  d{n}: 1\n", "decks:\n"), 456_000),
    "game-whole-decks-most": Recipe(
        "game.yaml",
        _lines(
            "  d{n}: {titles: {en: Cards}, cards: cards.csv, template: card.yaml, size: card, fields: {name: text}}\n",
            GAME[: GAME.index("  main:")],
        ),
        552_000,
    ),
    "game-languages-most": Recipe(
        "game.yaml",
        _lines(", x{n}", GAME.replace("[en]", "[en").split("[en")[0] + "[en", "]\n" + GAME.split("[en]\n")[1]),
        360_000,
    ),
    "game-sheets-most": Recipe(
        "game.yaml",
        _lines("    s{n}: {decks: [main], papers: [a4]}\n", GAME[: GAME.index("  sheets:")] + "  sheets:\n"),
        456_000,
    ),
    "game-wrong-most": Recipe("game.yaml", _lines("k{n}: 1\n", GAME.replace("CARDS", "cards.csv")), 480_000),
    "game-long-title": Recipe("game.yaml", _lines("x", "titles: {en: ", "}\n" + GAME.split("\n", 1)[1])),
    "template-boxes-most": Recipe("card.yaml", _lines("    b{n}: {kind: rect, box: bleed}\n", _FACE), 600_000),
    "template-wrong-most": Recipe("card.yaml", _lines("    b{n}: {kind: rects, boxx: 1}\n", _FACE), 600_000),
    "template-groups-most": Recipe(
        "card.yaml",
        lambda size: (
            _HEAD
            + "face:\n  description: {en: A}\n  boxes: "
            + "{g: {kind: group, boxes: " * 20
            + "{"
            + ", ".join(f"b{n}: {{kind: rect, box: bleed, when: {{name: a}}}}" for n in range(size // 60))
            + "}"
            + "}}" * 20
            + "\n"
        ).encode(),
        576_000,
    ),
    "template-long-text": Recipe("card.yaml", _lines("x ", *TEMPLATE.split("{name}"))),
    "template-placeholders": Recipe("card.yaml", _lines("{name}", *TEMPLATE.split("{name}"))),
    "template-braces": Recipe("card.yaml", _lines("{", *TEMPLATE.split("{name}"))),
    "template-extends-most": Recipe(
        "card.yaml",
        _lines(
            "    b{n}: {extends: a, box: bleed}\n",
            _HEAD + "boxes: {a: {kind: rect, box: bleed}}\nface:\n  description: {en: A}\n  boxes:\n",
        ),
        480_000,
    ),
    "template-long-number": Recipe(
        "card.yaml", _lines("1+", "face:\n  boxes:\n    a: {kind: rect, box: [", "1, 0, 1, 1]}\n")
    ),
    "game-sizes": Recipe(
        "game.yaml",
        _lines(
            "  s{n}: {width: 63, height: 88}\n",
            GAME.replace("CARDS", "cards.csv").replace("sizes: {card: {width: 63, height: 88}}\n", "")
            + "sizes:\n  card: {width: 63, height: 88}\n",
        ),
    ),
    "template-boxes": Recipe("card.yaml", _lines("    b{n}: {kind: rect, box: bleed}\n", "face:\n  boxes:\n"), 8 * MIB),
    "template-unknown": Recipe("card.yaml", _lines("    b{n}: {kind: rects, boxx: 1}\n", "face:\n  boxes:\n"), 8 * MIB),
    "csv-rows": Recipe("cards.csv", _lines("c{n},A,A\n", "id,name,rule\n"), 300_000 * 12),
    "csv-rows-many": Recipe("cards.csv", _lines("c{n},A,A\n", "id,name,rule\n"), 60_000 * 13),
    "csv-cells-most": Recipe(
        "cards.csv",
        _lines("c{n},A,A" + ",1" * 400 + "\n", "id,name,rule" + "".join(f",r{n}" for n in range(400)) + "\n"),
        1_000_000,
    ),
    "csv-rows-full": Recipe("cards.csv", _lines("c{n},A,A\n", "id,name,rule\n")),
    "csv-commas": Recipe("cards.csv", _lines(",", "id,name,rule\n")),
    "csv-header-commas": Recipe("cards.csv", _lines(",")),
    "csv-header": Recipe("cards.csv", _lines("h{n},")),
    "csv-newlines": Recipe("cards.csv", _lines("\n", "id,name,rule\n", "a,A,A\n")),
    "csv-spaces": Recipe("cards.csv", _lines(" ", "id,name,rule\na,", '"A",A\n')),
    "csv-quotes": Recipe("cards.csv", _lines('""', 'id,name,rule\na,"', '",A\n')),
    "csv-open-quote": Recipe("cards.csv", _lines('""', 'id,name,rule\na,"')),
    "csv-quoted-lines": Recipe("cards.csv", _lines("\n", 'id,name,rule\na,"', '",A\n')),
    "csv-wrong-quotes": Recipe("cards.csv", _lines('a"b,A,A\n', "id,name,rule\n")),
    "csv-wrong-ids": Recipe("cards.csv", _lines("?{n},A,A\n", "id,name,rule\n"), 2 * MIB),
    "csv-wide-rows": Recipe("cards.csv", _lines("c{n},A,A,B\n", "id,name,rule\n"), 2 * MIB),
    "csv-nested-header": Recipe("cards.csv", _lines("a.", "id,name,rule,", "b\nc,A,A,1\n"), MIB),
    "tsv-rows": Recipe("cards.tsv", _lines("c{n}\tA\tA\n", "id\tname\trule\n")),
    "xlsx-cells": Recipe("cards.xlsx", _cells, FULL_UNPACKED),
    "xlsx-cells-most": Recipe("cards.xlsx", _cells, 10 * MIB),
    "xlsx-formulas-most": Recipe("cards.xlsx", _formulas, 8 * MIB),
    "xlsx-rows-most": Recipe("cards.xlsx", _table_rows, 15 * MIB),
    "xlsx-wide-row-most": Recipe("cards.xlsx", _wide_row, 10 * MIB),
    "xlsx-empty-rows-most": Recipe("cards.xlsx", _empty_rows, 17 * MIB),
    "xlsx-shared-strings-most": Recipe("cards.xlsx", _shared_strings, 12 * MIB),
    "xlsx-wide-row": Recipe("cards.xlsx", _wide_row, FULL_UNPACKED),
    "xlsx-empty-rows": Recipe("cards.xlsx", _empty_rows, FULL_UNPACKED),
    "xlsx-far-row": Recipe("cards.xlsx", _far_row),
    "xlsx-long-text": Recipe("cards.xlsx", _long_text, FULL_UNPACKED),
    "xlsx-shared-strings": Recipe("cards.xlsx", _shared_strings, FULL_UNPACKED),
    "xlsx-rows": Recipe("cards.xlsx", _table_rows, FULL_UNPACKED),
    "xlsx-unpacked": Recipe("cards.xlsx", _empty_rows, 2_000 * MIB),
    "book-backticks": Recipe("rules.md", _lines("`a", _TITLE), BOOK_BYTES),
    "book-backticks-full": Recipe(
        "rules.md", lambda size: (_TITLE + " ".join("`" * n for n in range(1, int((2 * size) ** 0.5)))).encode()
    ),
    "book-backticks-longer": Recipe(
        "rules.md",
        lambda size: (_TITLE + " ".join("`" * n for n in range(1, int((2 * size) ** 0.5)))).encode(),
        BOOK_BYTES,
    ),
    "book-brackets": Recipe("rules.md", _lines("[", _TITLE), BOOK_BYTES),
    "book-links": Recipe("rules.md", _lines("[a](", _TITLE), BOOK_BYTES),
    "book-stars": Recipe("rules.md", _lines("*a_ ", _TITLE), BOOK_BYTES),
    "book-emphasis": Recipe("rules.md", _lines("a**b", _TITLE), BOOK_BYTES),
    "book-quotes": Recipe("rules.md", _lines("> ", _TITLE, "a\n"), BOOK_BYTES),
    "book-lists": Recipe("rules.md", _lines("- ", _TITLE, "a\n"), BOOK_BYTES),
    "book-nested-lists": Recipe(
        "rules.md",
        lambda size: (_TITLE + "".join("  " * n + "- a\n" for n in range(int(size**0.5)))).encode(),
        BOOK_BYTES,
    ),
    "book-references": Recipe("rules.md", _lines("[a{n}]: b\n", _TITLE), BOOK_BYTES),
    "book-placeholders": Recipe("rules.md", _lines("{", _TITLE)),
    "book-wrong-placeholders": Recipe("rules.md", _lines("{a{n}} ", _TITLE), BOOK_BYTES),
    "book-known-placeholders": Recipe("rules.md", _lines("{language} ", _TITLE), BOOK_BYTES),
    "book-headings": Recipe("rules.md", _lines("## a\n\n", _TITLE), BOOK_BYTES),
    "book-tables": Recipe("rules.md", _lines("a|", _TITLE + "|a|b|\n|-|-|\n"), BOOK_BYTES),
    "book-wide-table": Recipe(
        "rules.md",
        lambda size: (_TITLE + "|" + "a|" * (size // 4) + "\n|" + "-|" * (size // 4) + "\n").encode(),
        BOOK_BYTES,
    ),
    "book-table-rows": Recipe("rules.md", _lines("|a|\n", _TITLE + "|a|b|\n|-|-|\n"), BOOK_BYTES),
    "book-fences": Recipe("rules.md", _lines("```bad\n```\n", _TITLE), BOOK_BYTES),
    "book-long": Recipe("rules.md", _lines("Draw a card, then play a card.\n\n", _TITLE), BOOK_BYTES),
    "book-long-full": Recipe("rules.md", _lines("Draw a card, then play a card.\n\n", _TITLE)),
    "book-long-line": Recipe("rules.md", _lines("Draw a card, then play a card. ", _TITLE), BOOK_BYTES),
    "book-long-word": Recipe("rules.md", _lines("a", _TITLE), BOOK_BYTES),
    "book-chinese": Recipe("rules.md", _lines("抽一张牌，再打一张牌。", _TITLE), 3 * BOOK_BYTES),
    "book-mixed": Recipe("rules.md", _lines("抽a", _TITLE), 2 * BOOK_BYTES),
    "book-newlines": Recipe("rules.md", _lines("\n", _TITLE)),
    "book-breaks": Recipe("rules.md", _lines("---\n", _TITLE), BOOK_BYTES),
    "book-listing": Recipe("rules.md", _lines("    a\n", _TITLE), BOOK_BYTES),
    "book-escapes": Recipe("rules.md", _lines("\\*", _TITLE), BOOK_BYTES),
    "book-entities": Recipe("rules.md", _lines("&amp;", _TITLE), BOOK_BYTES),
    "book-autolinks": Recipe("rules.md", _lines("<a:b>", _TITLE), BOOK_BYTES),
    "book-angles": Recipe("rules.md", _lines("<", _TITLE), BOOK_BYTES),
    "book-images": Recipe("rules.md", _lines("![", _TITLE), BOOK_BYTES),
    "book-hard-breaks": Recipe("rules.md", _lines("a\\\n", _TITLE), BOOK_BYTES),
}
