"""PO files as text and as messages, as far as the texts of a game need them.

The format is that of GNU gettext (manual, section 3 “The Format of PO Files”), without plural forms. Every line that is
not PO is a fault with its line: to skip it would lose translations. docs/dependencies.md says why no library reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from cardgen.base.errors import DataError, Fault, Faults, Place, Text, did_you_mean
from cardgen.base.records import dataclass, field
from cardgen.base.words.messages import message
from cardgen.data.reading import CONTROL

FUZZY = "fuzzy"

_KEYWORDS = ("msgctxt", "msgid", "msgstr")
_LINE = re.compile(
    r"(?P<obsolete>#~)?(?P<previous>#?\|)?[ \t]*(?:(?P<keyword>[A-Za-z_]+(?:\[\d+\])?)[ \t]*)?(?P<rest>.*)"
)
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}

Header: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PoMessage:
    """A text and its translation. `context` distinguishes equal texts.

    `source` is the text, `text` its translation ("" if there is none), `previous` the text that a fuzzy translation was
    made from ("" if unknown). `note` is the comment of the translator, `comment` that of the program; `references` are
    the places of the text. `line` is the line number in the file that it was read from.
    """

    context: str
    source: str
    text: str = ""
    flags: tuple[str, ...] = ()
    obsolete: bool = False
    previous: str = ""
    note: str = ""
    comment: str = ""
    references: tuple[str, ...] = ()
    line: int = 0

    @property
    def fuzzy(self) -> bool:
        return FUZZY in self.flags


@dataclass(frozen=True, slots=True)
class PoFile:
    """A PO file: the lines of its header by name, the comment above them, and the messages."""

    header: Header = field(default_factory=dict)
    comment: str = ""
    messages: tuple[PoMessage, ...] = ()


# ---------------------------------------------------------------- writing


def to_po(file: PoFile) -> str:
    """Return a file as text. Long lines are not folded, so that a diff shows only what has changed."""
    head = "".join(f"{name}: {value}\n" for name, value in file.header.items())
    lines = [*_commented("#", file.comment), 'msgid ""', *_string_lines("msgstr", head)]
    for item in sorted(file.messages, key=lambda item: item.obsolete):  # otherwise in their order
        lines += ["", *_lines_of(item)]
    return "\n".join(lines) + "\n"


def _lines_of(item: PoMessage) -> Iterator[str]:
    yield from _commented("#", item.note)
    flags: tuple[str, ...] = (FUZZY,) if item.fuzzy else ()
    if not item.obsolete:
        yield from _commented("#.", item.comment)
        yield from (f"#: {reference}" for reference in item.references)
        flags = tuple(sorted(item.flags, key=lambda flag: (flag != FUZZY, flag)))
    if flags:
        yield f"#, {', '.join(flags)}"
    if item.previous:
        yield from (f"{'#~|' if item.obsolete else '#|'} {line}" for line in _string_lines("msgid", item.previous))
    context = [("msgctxt", item.context)] if item.context else []
    for keyword, text in [*context, ("msgid", item.source), ("msgstr", item.text)]:
        yield from (f"#~ {line}" if item.obsolete else line for line in _string_lines(keyword, text))


def _commented(mark: str, text: str) -> Iterator[str]:
    yield from (f"{mark} {line}".rstrip() for line in text.splitlines())


def _string_lines(keyword: str, text: str) -> Iterator[str]:
    """Yield a keyword and its text. A text of several lines begins with an empty string, then has a string a line."""
    lines = text.splitlines(keepends=True)
    if len(lines) > 1:
        yield f'{keyword} ""'
        yield from map(_quoted, lines)
    else:
        yield f"{keyword} {_quoted(text)}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    for letter in "ntr":
        escaped = escaped.replace(_ESCAPED[letter], f"\\{letter}")
    return f'"{escaped}"'


# ---------------------------------------------------------------- reading


@dataclass(slots=True)
class _OpenMessage:
    """A message that is being read; `strings` are its texts by keyword, the one of `#|` as "previous"."""

    line: int = 0
    obsolete: bool = False
    strings: dict[str, str] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    comments: dict[str, list[str]] = field(default_factory=dict)
    keyword: str = ""
    """the keyword that a further string continues"""


def parse_po(text: str, file: str) -> PoFile:
    """Return the PO file with this text, which is called `file` in messages. DataError with all faults in it."""
    reader = _PoReader(file)
    for number, line in enumerate(re.split(r"\r\n?|\n", text), start=1):
        reader.read(line.strip(), number)
    return reader.finish()


class _PoReader:
    """Reads a file line by line, and collects its messages and faults."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults = Faults()
        self.header: dict[str, str] | None = None
        self.comment = ""
        self.messages: dict[tuple[str, bool], PoMessage] = {}
        self.open = _OpenMessage()

    def read(self, line: str, number: int) -> None:
        if not line:
            self._end()
            return
        if line.startswith("#") and not line.startswith(("#~", "#|")):
            if "msgstr" in self.open.strings:
                self._end()
            self._read_comment(line)
            return
        match = _LINE.fullmatch(line)
        assert match is not None  # the last part of the pattern matches any text
        keyword, string = match["keyword"] or "", _STRING.fullmatch(match["rest"])
        text = string[1] if string else ""  # after a broken string, the rest of the message is read as well
        if string is None:
            self._wrong(number, *_line_fault(keyword, match["rest"]))
        if keyword == "msgid_plural" or "[" in keyword:
            self._wrong(number, message("plural forms are not supported"), message("each text has one translation"))
            self.open.strings["msgstr"] = ""
        elif keyword and keyword not in _KEYWORDS:
            if string is not None:
                self._wrong(
                    number, message("unknown keyword {keyword!r}", keyword=keyword), did_you_mean(keyword, _KEYWORDS)
                )
        elif match["previous"]:
            if "msgstr" in self.open.strings:
                self._end()
            self._add("previous" if keyword == "msgid" else f"previous {keyword}" if keyword else "", text, number)
        else:
            if keyword and ("msgstr" in self.open.strings or (keyword in self.open.strings)):
                self._end()
            if keyword:
                self.open.line = self.open.line or number
                self.open.obsolete = self.open.obsolete or bool(match["obsolete"])
            if keyword or string:
                self._add(keyword, text, number)

    def _add(self, keyword: str, string: str, number: int) -> None:
        """Add a string to the text of a keyword; without a keyword, to that of the last one."""
        keyword = self.open.keyword = keyword or self.open.keyword
        if not keyword:
            self._wrong(number, message("quoted text without a keyword"), message("write msgid or msgstr before it"))
            return
        for escape in _ESCAPE.finditer(string):
            if escape[1] not in _ESCAPED:
                hint = message("use one of: {escapes}", escapes=r"\n \t \r \" \\")
                self._wrong(number, message("unknown escape {escape}", escape=escape[0]), hint)
        text = _ESCAPE.sub(lambda escape: _ESCAPED.get(escape[1], ""), string)
        if odd := CONTROL.search(text):
            self._wrong(number, message("control character U+{code:04X} in a text", code=ord(odd[0])))
        self.open.strings[keyword] = self.open.strings.get(keyword, "") + text

    def _read_comment(self, line: str) -> None:
        mark = line[:2] if line[1:2] in (".", ":", ",", "=") else "#"
        rest = line[len(mark) :].removeprefix(" ")
        if mark in ("#,", "#="):
            self.open.flags += filter(None, (flag.strip() for flag in rest.split(",")))
        else:
            self.open.comments.setdefault(mark, []).append(rest)

    def _end(self) -> None:
        """Add the message that has been read, if there is one, and begin the next."""
        begun, self.open = self.open, _OpenMessage()
        strings = begun.strings
        note = "\n".join(begun.comments.get("#", []))
        if "msgid" not in strings and "msgstr" not in strings and "msgctxt" not in strings:
            return  # only a comment
        for keyword in ("msgid", "msgstr"):
            if keyword not in strings:
                self._wrong(begun.line, message("message without {keyword}", keyword=keyword))
                return
        if not strings["msgid"] and not strings.get("msgctxt") and not begun.obsolete:
            if self.header is not None:
                self._wrong(begun.line, message("there is a second header"))
            self.header, self.comment = _header(strings["msgstr"]), note
            return
        item = PoMessage(
            strings.get("msgctxt", ""),
            strings["msgid"],
            strings["msgstr"],
            tuple(begun.flags),
            begun.obsolete,
            strings.get("previous", ""),
            note,
            "\n".join(begun.comments.get("#.", [])),
            tuple(begun.comments.get("#:", [])),
            begun.line,
        )
        if not item.context:
            problem = message("message without msgctxt: {text!r}", text=item.source[:40])
            self._wrong(begun.line, problem, message("msgctxt says which text of the game is meant"))
            return
        first = self.messages.setdefault((item.context, item.obsolete), item)
        if first is not item:
            problem = message("{context} is translated twice", context=item.context)
            self._wrong(begun.line, problem, message("first on line {line}", line=first.line))

    def _wrong(self, number: int, problem: Text, hint: Text = "") -> None:
        self.faults.append(Fault(Place(self.file, number, 1), problem, hint))

    def finish(self) -> PoFile:
        """Return the file after its last line. DataError with all faults."""
        self._end()
        self.faults.raise_all()
        if self.header is None:
            hint = message("expected {header} with its msgstr", header='msgid ""')
            raise DataError(Fault(Place(self.file, 1, 1), message("not a PO file: it has no header"), hint))
        return PoFile(self.header, self.comment, tuple(self.messages.values()))


def _line_fault(keyword: str, rest: str) -> tuple[Text, Text]:
    """Return what is wrong with a line without a complete string, and a hint."""
    if rest.startswith('"'):
        return message("quote is not closed, or there is text after it"), message(r"write \" for a quote in a text")
    if keyword:
        return message("no quoted text after {keyword}", keyword=keyword), ""
    return message("not a line of a PO file"), message("comments begin with #, texts with msgid or msgstr")


def _header(text: str) -> dict[str, str]:
    parts = (line.partition(":") for line in text.splitlines())
    return {name.strip(): value.strip() for name, colon, value in parts if colon}


def references_of(places: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """Return files and lines as gettext writes them: a name with a space is between U+2068 and U+2069."""
    return tuple(f"\u2068{file}\u2069:{line}" if " " in file else f"{file}:{line}" for file, line in places)
