"""Decode tables: spreadsheet programs write UTF-8, UTF-16 and, on Chinese systems, GB18030 or Big5."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from typing import Literal, TypeAlias

from cardgen.data.reading import check_characters, place_after
from cardgen.errors import DataError, Fault, Place, Text
from cardgen.words.messages import message

#: Encodings that have to be declared, because the bytes do not show them.
Encoding: TypeAlias = Literal["gb18030", "big5"]

#: The name of each for people, and Python's codecs for it: Big5 as Excel writes it, then as it is used in Hong Kong.
NAMES: Mapping[Encoding, str] = {"gb18030": "GB18030", "big5": "Big5"}
_CODECS: Mapping[Encoding, tuple[str, ...]] = {"gb18030": ("gb18030",), "big5": ("cp950", "big5hkscs")}

_SAVE = message("save it as UTF-8: in Excel, CSV UTF-8 (Comma delimited)")
_MARKS = {codecs.BOM_UTF8: "UTF-8", codecs.BOM_UTF16_LE: "UTF-16", codecs.BOM_UTF16_BE: "UTF-16"}


def decode_table(content: bytes, file: str, encoding: Encoding | None = None) -> str:
    """Return the text of a table: UTF-8, UTF-16 with a byte order mark, or another encoding if that is declared.

    DataError at the first byte that is not in this encoding, and if the declaration is wrong.
    """
    mark = next((mark for mark in _MARKS if content.startswith(mark)), b"")
    if encoding is not None:
        _check_declared(content, file, mark, encoding)
    content = content.removeprefix(mark)
    name = NAMES[encoding] if encoding else _MARKS.get(mark, "UTF-8")
    codec = "utf-16-be" if mark == codecs.BOM_UTF16_BE else "utf-16-le" if name == "UTF-16" else "utf-8"
    try:
        text = content.decode(codec_of(content, encoding) if encoding else codec)
    except UnicodeDecodeError as error:
        problem = message("byte 0x{byte:02x} is not {encoding} text", byte=content[error.start], encoding=name)
        hint = _SAVE if encoding or mark else _hint_of(content)
        place = place_after(content[: error.start].decode(error.encoding), file)
        raise DataError(Fault(place, problem, hint)) from error
    if "\0" in text:
        problem = message("null character: UTF-16 without a byte order mark, or not a text file")
        raise DataError(Fault(place_after(text[: text.index("\0")], file), problem, _SAVE))
    check_characters(text, file)
    return text


def codec_of(content: bytes, encoding: Encoding | None) -> str:
    """Return the first of Python's codecs for an encoding that reads all of a table, else the first; UTF-8 for None."""
    names = _CODECS[encoding] if encoding else ("utf-8",)
    return next((name for name in names if _can_read(content, name)), names[0])


def _can_read(content: bytes, codec: str) -> bool:
    try:
        content.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


def _hint_of(content: bytes) -> Text:
    """Return what to do about a table that is not Unicode: how to save it, or which encoding to declare."""
    likely = likely_encoding(content)
    if likely is None:
        return _SAVE
    template = "{save}; or, if the table is {name}, declare encoding: {encoding}"
    return message(template, save=_SAVE, name=NAMES[likely], encoding=likely)


#: At least this share of the Chinese characters of a table are common ones, if it is read in the right encoding. In
#: the other one about half of them are.
_LEAST_COMMON = 0.8


def likely_encoding(content: bytes) -> Encoding | None:
    """Return the encoding in which most characters of a table are common ones; None if they are in no encoding."""
    shares = {encoding: _share_of_common(content, encoding) for encoding in NAMES}
    best = max(shares, key=lambda encoding: shares[encoding])
    return best if shares[best] >= _LEAST_COMMON else None


def _share_of_common(content: bytes, encoding: Encoding) -> float:
    codec = codec_of(content, encoding)
    text = content.decode(codec) if _can_read(content, codec) else ""
    wide = [character for character in text if character > "\x7f"]
    return sum(_is_common(character, encoding) for character in wide) / len(wide) if wide else 0.0


#: The first bytes of the common characters: all of GB 2312, and the marks and the first level of Big5.
_COMMON: Mapping[Encoding, tuple[str, int, int]] = {"gb18030": ("gb2312", 0xA1, 0xF7), "big5": ("big5", 0xA1, 0xC6)}


def _is_common(character: str, encoding: Encoding) -> bool:
    codec, first, last = _COMMON[encoding]
    return first <= next(iter(character.encode(codec, errors="ignore")), 0) <= last


def _check_declared(content: bytes, file: str, mark: bytes, encoding: Encoding) -> None:
    """Raise DataError if a file that is declared is Unicode: it would be read as other characters silently."""
    name = NAMES[encoding]
    hint = message("remove encoding: {encoding}", encoding=encoding)
    if mark:
        problem = message("byte order mark: this is {encoding}, not {name}", encoding=_MARKS[mark], name=name)
        raise DataError(Fault(Place(file, 1, 1), problem, hint))
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return
    # Two bytes of GB18030 or Big5 may by chance be one character of UTF-8 such as é; three in a row hardly ever are.
    if any(character >= "\u0800" for character in text):
        raise DataError(Fault(Place(file, 1, 1), message("this is UTF-8 text, not {name}", name=name), hint))
