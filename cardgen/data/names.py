"""Names of cards, decks, styles, icons and fields: letters of any script, and the same file name on every system.

A name is in Unicode's composed form (NFC), so that equal names are equal texts, and short enough for a file name that
is made of two of them. Names that differ by case alone are the same file on some disks: compare their `file_key`.
"""

from __future__ import annotations

import re
from unicodedata import category, normalize

from cardgen.base.characters import EXCLUDED, LETTER, WORD
from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import Message, message

#: A name, such as the id of a card; a field; the path of a value, such as names.zh-Hant; and a field or a part of one.
IDENTIFIER = rf"[^_.\-{EXCLUDED}][^{EXCLUDED}]{{0,63}}"
FIELD_NAME = rf"[^A-Z0-9_.\-{EXCLUDED}][^A-Z.\-{EXCLUDED}]{{0,63}}"
VALUE_PATH = rf"{LETTER}{WORD}*(?:\.{WORD}+)*"
COLUMN_NAME = rf"{FIELD_NAME}(\.[A-Za-z0-9_-]+)*"

#: So many bytes of UTF-8 at most: a file name has 255, and may have the names of a deck and of a card, and endings.
MOST_BYTES = 96

# Names of devices on Windows, with any ending.
_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", re.IGNORECASE)

_NAME_EXPECTED = message("at most 64 letters and digits, with - _ . between")
_FIELD_EXPECTED = message("a name of lower-case letters, digits and _")
_ASCII_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_ASCII_FIELD = re.compile(r"[a-z][a-z0-9_]{0,63}")


def check_identifier(name: str) -> str:
    """Return a name. WrongValueError unless it has letters of any script, digits and - _ . only, as described above."""
    if not _ASCII_NAME.fullmatch(name):
        _check(name, re.fullmatch(IDENTIFIER, name) is not None, "-_.", _NAME_EXPECTED)
    return name


def check_field_name(name: str) -> str:
    """Return the name of a field. WrongValueError unless it has letters without capitals, digits and _ only."""
    if not _ASCII_FIELD.fullmatch(name):
        is_lower = name == name.lower() and not name[:1].isdecimal()
        _check(name, is_lower and re.fullmatch(FIELD_NAME, name) is not None, "_", _FIELD_EXPECTED)
    return name


def _check(name: str, has_form: bool, marks: str, expected: Message) -> None:
    letters = all(character in marks or category(character)[0] in "LM" or character.isdecimal() for character in name)
    if not has_form or not letters or category(name[0])[0] == "M":
        raise WrongValueError(message("{value} given, expected {expected}", value=repr(name), expected=expected))
    composed = normalize("NFC", name)
    if composed != name:
        problem = message("{name!r} is not in Unicode's composed form (NFC)", name=name)
        raise WrongValueError(problem, message("write {name} again, or save the file in that form", name=composed))
    size = len(name.encode())
    if size > MOST_BYTES:
        problem = message("{name!r} has {size} bytes, too many for a file name", name=name, size=size)
        raise WrongValueError(problem, message("use at most {most} bytes: 32 Chinese characters", most=MOST_BYTES))


def is_identifier(text: str) -> bool:
    """Return True if a text can be a name."""
    try:
        return bool(check_identifier(text))
    except WrongValueError:
        return False


def is_field_name(text: str) -> bool:
    """Return True if a text can be the name of a field."""
    try:
        return bool(check_field_name(text))
    except WrongValueError:
        return False


#: The address of a folder on the web or on this computer.
ADDRESS = r"(?:https?|file)://[^\s\"<>?#]+"
ADDRESS_EXPECTED = message("the address of a folder, such as https://example.org/my-game")


def is_address(text: str) -> bool:
    """Return True if a text can be the address of a folder, to which the name of a file is added."""
    return re.fullmatch(ADDRESS, text) is not None


def file_key(name: str) -> str:
    """Return a name as disks compare it that ignore case and normalization."""
    return name.lower() if name.isascii() else normalize("NFC", normalize("NFD", name).casefold())


def is_device(file_name: str) -> bool:
    """Return True for a file name that Windows reserves, such as con.pdf."""
    return _DEVICE.fullmatch(file_name) is not None
