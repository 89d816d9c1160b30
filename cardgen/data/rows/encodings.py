"""Decode tables: spreadsheet programs write UTF-8, UTF-16, or the older encoding of the system's language."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

from cardgen.base.errors import DataError, Fault, Place, Text
from cardgen.base.words.messages import joined, message
from cardgen.data.reading import check_characters, place_after

#: Encodings that can be declared. The bytes of most tables show those of `_DETECTED`.
Encoding: TypeAlias = Literal[
    "gb18030",
    "big5",
    "windows-1252",
    "windows-1250",
    "windows-1251",
    "windows-1253",
    "windows-1254",
    "windows-1257",
    "shift-jis",
    "euc-kr",
    "macintosh",
]

#: The name of each for people.
NAMES: Mapping[Encoding, str] = {
    "gb18030": "GB18030",
    "big5": "Big5",
    "windows-1252": "windows-1252",
    "windows-1250": "windows-1250",
    "windows-1251": "windows-1251",
    "windows-1253": "windows-1253",
    "windows-1254": "windows-1254",
    "windows-1257": "windows-1257",
    "shift-jis": "Shift-JIS",
    "euc-kr": "EUC-KR",
    "macintosh": "Macintosh",
}
#: Python's codecs, if they have other names: as Windows writes it; Big5 as Excel does, then as it is used in Hong Kong.
_CODECS: Mapping[Encoding, tuple[str, ...]] = {
    "big5": ("cp950", "big5hkscs"),
    "shift-jis": ("cp932",),
    "euc-kr": ("cp949",),
    "macintosh": ("mac_roman",),
}
#: Encodings of several bytes a character. In the others, bytes are hardly ever UTF-8 by chance.
_WIDE: tuple[Encoding, ...] = ("gb18030", "big5", "shift-jis", "euc-kr")

_SAVE = message("save it as UTF-8: in Excel, CSV UTF-8 (Comma delimited)")
_DECLARE = message("save it as UTF-8, or declare encoding: with one of {encodings}", encodings=joined(NAMES))
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
    names = _CODECS.get(encoding, (encoding,)) if encoding else ("utf-8",)
    return next((name for name in names if _can_read(content, name)), names[0])


def _can_read(content: bytes, codec: str) -> bool:
    try:
        content.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


def _hint_of(content: bytes) -> Text:
    """Return what to do about a table that is not Unicode: how to save it, or which encodings to declare."""
    likely = _likely_encodings(content)
    if not likely:
        return _DECLARE
    template = "it may be {names}: declare encoding: {encodings}"
    return message(template, names=joined(NAMES[name] for name in likely), encodings=joined(likely))


#: At least this share of the Chinese characters of a table are common ones, if it is read in the right encoding. In
#: the other one about half of them are.
_LEAST_COMMON = 0.8

#: The letters beyond ASCII of languages that are written in windows-1252. All of a table's belong to one language:
#: other encodings of single bytes, such as those of Polish or Russian, show letters of several, or marks inside words.
_ALPHABETS = tuple(
    map(
        frozenset,
        (
            "äöüßÄÖÜé",
            "àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜ",
            "áéíóúüñçàèòïÁÉÍÓÚÜÑÇÀÈÒÏªº¿¡·",
            "ãõáâàçéêíóôúüÃÕÁÂÀÇÉÊÍÓÔÚÜªº",
            "àèéìíòóùúîÀÈÉÌÒÙªº",
            "åäöéüÅÄÖÉÜ",
            "æøåéèêòóôÆØÅÉ",
            "ëïéèöüóêáíúËÏÉÖÜ",
        ),
    )
)
#: Marks that texts in any of these languages have, outside of words.
_MARKS_1252 = frozenset("€‚„…‘’“”•–—™«»°§©®×±½¼¾²³\u00a0")
_IN_WORD = re.compile("\\w[€‚„…“”•™«»°§©®±½¼¾²³¿¡·]+\\w")
#: No word of these languages has more of these letters in a row; Chinese words have.
_LONG_RUN = re.compile(rb"[\x80-\xff]{4}")


def detect_encoding(content: bytes) -> Encoding | None:
    """Return the encoding of a table that is not Unicode, if its bytes fit only one; None for Unicode as well."""
    if any(map(content.startswith, _MARKS)) or _can_read(content, "utf-8"):
        return None
    likely = _likely_encodings(content)
    return likely[0] if len(likely) == 1 else None


def _likely_encodings(content: bytes) -> list[Encoding]:
    """Return the encodings in which the characters of a table are those of one language."""
    if _is_western(content):
        return ["windows-1252"]
    shares = {encoding: _share_of_common(content, encoding) for encoding in _COMMON}
    best = max(shares, key=lambda encoding: shares[encoding])
    if shares[best] < _LEAST_COMMON or _share_of_common(content, best, _FREQUENT[best]) < _LEAST_FREQUENT:
        return []
    if best == "big5" and not _BIG5_PAIR.search(content):
        return []
    return [best, "euc-kr"] if best == "gb18030" and _may_be_korean(content) else [best]


def _may_be_korean(content: bytes) -> bool:
    """Return True if all Chinese characters of a table, read as GB18030, would be Korean syllables in EUC-KR."""
    leads = [character.encode("gb18030")[0] for character in content.decode("gb18030") if character >= "\u4e00"]
    return all(0xB0 <= lead <= 0xC8 for lead in leads) and _can_read(content, "cp949")


def _is_western(content: bytes) -> bool:
    if _LONG_RUN.search(content) or not _can_read(content, "windows-1252"):
        return False
    text = content.decode("windows-1252")
    letters = {character for character in text if character > "\x7f"} - _MARKS_1252
    return _IN_WORD.search(text) is None and any(letters <= alphabet for alphabet in _ALPHABETS)


def sample_of(text: str) -> str:
    """Return the first word of a text that has a character beyond ASCII; "" if there is none."""
    match = _SAMPLE.search(text)
    return match[0] if match else ""


#: Half of the second bytes of Big5 are letters and marks of ASCII; those of other Chinese and Japanese encodings never.
_BIG5_PAIR = re.compile(rb"[\xa1-\xf9][@-~]")
_SAMPLE = re.compile(r"[^\W_]{0,20}[^\W_\x00-\x7f][^\W_]{0,20}|[^\x00-\x7f]")


#: The first bytes of the common characters: all of GB 2312, and the marks and the first level of Big5.
_COMMON: Mapping[Encoding, tuple[int, int]] = {"gb18030": (0xA1, 0xF7), "big5": (0xA1, 0xC6)}
#: Those of the most frequent ones, of which other alphabets, read as Chinese, have few, and their share in any table.
_FREQUENT: Mapping[Encoding, tuple[int, int]] = {"gb18030": (0xA1, 0xD7), "big5": (0xA1, 0xC6)}
_LEAST_FREQUENT = 0.5


def _share_of_common(content: bytes, encoding: Encoding, leads: tuple[int, int] | None = None) -> float:
    """Return the share of the characters beyond ASCII whose first byte is one of `leads`, the common ones if None."""
    codec = codec_of(content, encoding)
    text = content.decode(codec) if _can_read(content, codec) else ""
    wide = [character for character in text if character > "\x7f"]
    return sum(_is_common(character, encoding, leads or _COMMON[encoding]) for character in wide) / len(wide or " ")


def _is_common(character: str, encoding: Encoding, leads: tuple[int, int]) -> bool:
    codec = "gb2312" if encoding == "gb18030" else "big5"
    # Japanese letters are in both, and show that a text is Japanese.
    return leads[0] <= next(iter(character.encode(codec, errors="ignore")), 0) <= leads[1] and not (
        "\u3041" <= character <= "\u30fe"
    )


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
    least = "\u0800" if encoding in _WIDE else "\x80"
    if any(character >= least for character in text):
        raise DataError(Fault(Place(file, 1, 1), message("this is UTF-8 text, not {name}", name=name), hint))
