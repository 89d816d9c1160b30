"""Decoding tables: recognised encodings, and faults with hints for others."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import DataError
from cardgen.data.rows.encodings import NAMES, Encoding, decode_table, detect_encoding
from tests.cases import for_cases

TEXT = "id,名称\r\na,方块é\r\n"
DECLARE = f"save it as UTF-8, or declare encoding: with one of {', '.join(NAMES)}"
SAVE = "save it as UTF-8: in Excel, CSV UTF-8 (Comma delimited)"


def refused(content: bytes, encoding: Encoding | None = None) -> str:
    with pytest.raises(DataError) as caught:
        decode_table(content, "t.csv", encoding)
    return str(caught.value)


@for_cases(
    "content",
    [
        TEXT.encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
    ],
)
def test_unicode_is_recognised_by_its_byte_order_mark(content: bytes) -> None:
    assert decode_table(content, "t.csv") == TEXT


def test_gb18030_is_read_if_it_is_declared() -> None:
    text = "id,名称\na,方块𠮷é\n"
    assert decode_table(text.encode("gb18030"), "t.csv", "gb18030") == text
    assert decode_table(b"id,a\n1,b\n", "t.csv", "gb18030") == "id,a\n1,b\n"
    # These two bytes would be é in UTF-8; the declared encoding is used.
    assert decode_table("é".encode(), "t.csv", "gb18030") == "茅"


def test_big5_is_read_if_it_is_declared_with_the_characters_of_excel_and_of_hong_kong() -> None:
    for text, codec in (("id,名稱\na,裏恒€，「方塊」\n", "cp950"), ("id,名稱\na,啓德𠝹\n", "big5hkscs")):
        assert decode_table(text.encode(codec), "t.csv", "big5") == text


@for_cases(
    ("text", "encoding"),
    [
        ("编号,名称,效果\na,烈焰狐,打出时，造成1点伤害。\n", "gb18030"),
        ("編號,名稱,效果\na,烈焰狐,打出時，造成1點傷害。\n", "big5"),
        ("步槍班,衝鋒,攻擊範圍\n機槍組,工兵,「自製起始牌」\n", "big5"),
        ("釉娘,镬伯,燧童,橹翁,楮三,醴娘,篁生,鹞子,篾婆\n", "gb18030"),
        ("Größe;Füchse\nß;é\n", "windows-1252"),
        ("¿Dónde está el niño? – ¡Sí!\n", "windows-1252"),
        ("Crêpe,œuf,garçon,5 €,l’été\n", "windows-1252"),
    ],
)
def test_the_likely_encoding_is_that_of_common_characters(text: str, encoding: Encoding | None) -> None:
    content = text.encode("cp950" if encoding == "big5" else encoding or "cp1250")
    assert detect_encoding(content) == encoding


@for_cases(
    ("content", "encoding", "message"),
    [
        (
            TEXT.encode("gb18030"),
            None,
            "t.csv:1:4: byte 0xc3 is not UTF-8 text (it may be GB18030, EUC-KR: declare encoding: gb18030, euc-kr)",
        ),
        (
            b"id,a\nx,caf" + b"\xe9\n",
            None,
            "t.csv:2:6: byte 0xe9 is not UTF-8 text (it may be windows-1252: declare encoding: windows-1252)",
        ),
        (
            "id,a\nx,Zażółć gęślą jaźń\n".encode("windows-1250"),
            None,
            f"t.csv:2:5: byte 0xbf is not UTF-8 text ({DECLARE})",
        ),
        (
            "id,名稱\na,攻擊力較弱的單位，每場一次\n".encode("big5"),
            None,
            "t.csv:1:4: byte 0xa6 is not UTF-8 text (it may be Big5: declare encoding: big5)",
        ),
        ("名\n稱".encode("big5") + b"\xff", "big5", f"t.csv:2:2: byte 0xff is not Big5 text ({SAVE})"),
        ("id,名稱\n".encode(), "big5", "t.csv:1:1: this is UTF-8 text, not Big5 (remove encoding: big5)"),
        (codecs.BOM_UTF8 + "é\nü\xe9".encode("latin-1"), None, f"t.csv:1:1: byte 0xe9 is not UTF-8 text ({SAVE})"),
        (
            codecs.BOM_UTF16_LE + "a\nb".encode("utf-16-le") + b"\x00\xd8",
            None,
            f"t.csv:2:2: byte 0x00 is not UTF-16 text ({SAVE})",
        ),
        (
            "甲\n乙".encode("gb18030") + b"\xff",
            "gb18030",
            f"t.csv:2:2: byte 0xff is not GB18030 text ({SAVE})",
        ),
        (
            codecs.BOM_UTF16_LE + "甲".encode("utf-16-le"),
            "gb18030",
            "t.csv:1:1: byte order mark: this is UTF-16, not GB18030 (remove encoding: gb18030)",
        ),
        (
            codecs.BOM_UTF8 + b"a",
            "gb18030",
            "t.csv:1:1: byte order mark: this is UTF-8, not GB18030 (remove encoding: gb18030)",
        ),
        (
            "id,名称\na,方块\n".encode(),
            "gb18030",
            "t.csv:1:1: this is UTF-8 text, not GB18030 (remove encoding: gb18030)",
        ),
        (
            "id,a\n".encode("utf-16-le"),
            None,
            f"t.csv:1:2: null character: UTF-16 without a byte order mark, or not a text file ({SAVE})",
        ),
        (b"id\n\x07\n", None, "t.csv:2:1: control character U+0007 in a text"),
        ("id\na\u2028".encode("gb18030"), "gb18030", "t.csv:2:2: control character U+2028 in a text"),
    ],
)
def test_invalid_bytes_are_faults_with_place_and_hint(content: bytes, encoding: Encoding | None, message: str) -> None:
    assert refused(content, encoding) == message


@given(st.binary(max_size=60), st.sampled_from([None, "gb18030", "big5"]))
def test_any_bytes_give_a_text_or_a_fault_with_its_place(content: bytes, encoding: Encoding | None) -> None:
    try:
        assert "\0" not in decode_table(content, "t.csv", encoding)
    except DataError as error:
        assert error.faults[0].place.line >= 1  # noqa: PT017
