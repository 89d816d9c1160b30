"""Decode tables: spreadsheet programs write UTF-8, UTF-16 and, on Chinese systems, GB18030."""

from __future__ import annotations

import codecs
from typing import Literal, TypeAlias

from cardgen.data.reading import check_characters, place_after
from cardgen.errors import DataError, Fault, Place
from cardgen.words.messages import message

#: Encodings that have to be declared, because the bytes do not show them.
Encoding: TypeAlias = Literal["gb18030"]

_SAVE = message("save it as UTF-8: in Excel, CSV UTF-8 (Comma delimited)")
_MARKS = {codecs.BOM_UTF8: "UTF-8", codecs.BOM_UTF16_LE: "UTF-16", codecs.BOM_UTF16_BE: "UTF-16"}


def decode_table(content: bytes, file: str, encoding: Encoding | None = None) -> str:
    """Return the text of a table: UTF-8, UTF-16 with a byte order mark, or GB18030 if that is declared.

    DataError at the first byte that is not in this encoding, and if the declaration is wrong.
    """
    mark = next((mark for mark in _MARKS if content.startswith(mark)), b"")
    if encoding is not None:
        _check_declared(content, file, mark)
    content = content.removeprefix(mark)
    name = "GB18030" if encoding else _MARKS.get(mark, "UTF-8")
    codec = "utf-16-be" if mark == codecs.BOM_UTF16_BE else "utf-16-le" if name == "UTF-16" else name
    try:
        text = content.decode(codec)
    except UnicodeDecodeError as error:
        problem = message("byte 0x{byte:02x} is not {encoding} text", byte=content[error.start], encoding=name)
        hint: str = _SAVE
        if not encoding and not mark:
            hint = message("{save}; or, if the table is GB18030, declare encoding: gb18030", save=_SAVE)
        raise DataError(Fault(place_after(content[: error.start].decode(codec), file), problem, hint)) from error
    if "\0" in text:
        problem = message("null character: UTF-16 without a byte order mark, or not a text file")
        raise DataError(Fault(place_after(text[: text.index("\0")], file), problem, _SAVE))
    check_characters(text, file)
    return text


def _check_declared(content: bytes, file: str, mark: bytes) -> None:
    """Raise DataError if a file declared as GB18030 is Unicode: it would be read as other characters silently."""
    hint = message("remove encoding: gb18030")
    if mark:
        problem = message("byte order mark: this is {encoding}, not GB18030", encoding=_MARKS[mark])
        raise DataError(Fault(Place(file, 1, 1), problem, hint))
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return
    # Two bytes of GB18030 may by chance be one character of UTF-8 such as é; three in a row hardly ever are.
    if any(character >= "\u0800" for character in text):
        raise DataError(Fault(Place(file, 1, 1), message("this is UTF-8 text, not GB18030"), hint))
