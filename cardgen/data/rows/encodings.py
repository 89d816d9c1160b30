"""Which characters the bytes of a table are: spreadsheets write UTF-8, UTF-16 and, where Chinese is set, GB18030."""

from __future__ import annotations

import codecs
from typing import Literal, TypeAlias

from cardgen.data.reading import check_characters, place_after
from cardgen.errors import DataError, Fault, Place

#: What has to be declared, because bytes do not tell it.
Encoding: TypeAlias = Literal["gb18030"]

_SAVE = "save it as UTF-8: in Excel, CSV UTF-8 (Comma delimited)"
_MARKS = {codecs.BOM_UTF8: "UTF-8", codecs.BOM_UTF16_LE: "UTF-16", codecs.BOM_UTF16_BE: "UTF-16"}


def decode_table(content: bytes, file: str, encoding: Encoding | None = None) -> str:
    """The text of a table: UTF-8, UTF-16 where a byte order mark says so, GB18030 where it is declared.

    DataError at the first byte that is no such text, and when the file is not what is declared.
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
        told = f"byte 0x{content[error.start]:02x} is not {name} text"
        hint = _SAVE if encoding or mark else f"{_SAVE}; or, when it is that, declare encoding: gb18030"
        raise DataError(Fault(place_after(content[: error.start].decode(codec), file), told, hint)) from error
    if "\0" in text:
        told = "a null character: UTF-16 without a byte order mark, or no text at all"
        raise DataError(Fault(place_after(text[: text.index("\0")], file), told, _SAVE))
    check_characters(text, file)
    return text


def _check_declared(content: bytes, file: str, mark: bytes) -> None:
    """DataError when a file declared as GB18030 is Unicode: read as such, it would be other characters silently."""
    hint = "leave encoding: gb18030 out"
    if mark:
        raise DataError(Fault(Place(file, 1, 1), f"a byte order mark: this is {_MARKS[mark]}, not GB18030", hint))
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return
    # Two bytes of GB18030 may by chance be one character of UTF-8 such as é; three in a row hardly ever are.
    if any(character >= "\u0800" for character in text):
        raise DataError(Fault(Place(file, 1, 1), "this is UTF-8 text, not GB18030", hint))
