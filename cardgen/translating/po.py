"""PO files as text and as messages, as far as a game's texts need them.

The format is GNU gettext's (manual, section 3 “The Format of PO Files”). What is no PO is told with its line: a library
that reads on would lose what somebody has translated. Plural forms are not used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from cardgen.data.reading import CONTROL
from cardgen.errors import DataError, Fault, Place, Text, did_you_mean
from cardgen.words.messages import message

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
    """A text and its translation. `context` tells texts apart that are alike.

    `source` is the text, `text` its translation, "" while there is none; `previous` the text that one marked as fuzzy
    was made from, "" where that is not kept. `note` is the translator's comment, `comment` the program's; `references`
    are where the text stands. `line` is that of a file it was read from.
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
    """A PO file: what its header says, by name, the comment above it, and its messages."""

    header: Header = field(default_factory=dict)
    comment: str = ""
    messages: tuple[PoMessage, ...] = ()


# ---------------------------------------------------------------- writing


def to_po(file: PoFile) -> str:
    """The file as text: one line a line of text, none folded, so that a change shows as what it is."""
    head = "".join(f"{name}: {value}\n" for name, value in file.header.items())
    lines = [*_commented("#", file.comment), 'msgid ""', *_stated("msgstr", head)]
    for item in sorted(file.messages, key=lambda item: item.obsolete):  # stays in order otherwise
        lines += ["", *_lines_of(item)]
    return "\n".join(lines) + "\n"


def _lines_of(item: PoMessage) -> Iterator[str]:
    yield from _commented("#", item.note)
    flags: tuple[str, ...] = (FUZZY,) if item.fuzzy else ()
    if not item.obsolete:
        yield from _commented("#.", item.comment)
        yield from (f"#: {each}" for each in item.references)
        flags = tuple(sorted(item.flags, key=lambda flag: (flag != FUZZY, flag)))
    if flags:
        yield f"#, {', '.join(flags)}"
    if item.previous:
        yield from (f"{'#~|' if item.obsolete else '#|'} {line}" for line in _stated("msgid", item.previous))
    stated = [("msgctxt", item.context)] if item.context else []
    for keyword, text in [*stated, ("msgid", item.source), ("msgstr", item.text)]:
        yield from (f"#~ {line}" if item.obsolete else line for line in _stated(keyword, text))


def _commented(mark: str, text: str) -> Iterator[str]:
    yield from (f"{mark} {line}".rstrip() for line in text.splitlines())


def _stated(keyword: str, text: str) -> Iterator[str]:
    """A keyword and its text; one of several lines begins with an empty one, and each of its lines stands by itself."""
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
class _Begun:
    """A message as far as it has been read; `said` is what each keyword says, "previous" among them."""

    line: int = 0
    obsolete: bool = False
    said: dict[str, str] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    comments: dict[str, list[str]] = field(default_factory=dict)
    open: str = ""
    """the keyword that a further string goes on with"""


def parse_po(text: str, file: str) -> PoFile:
    """The file of a text called `file`. DataError with every line that is no PO, and every message that is not one."""
    reader = _PoReader(file)
    for number, line in enumerate(re.split(r"\r\n?|\n", text), start=1):
        reader.read(line.strip(), number)
    return reader.finished()


class _PoReader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []
        self.header: dict[str, str] | None = None
        self.comment = ""
        self.messages: dict[tuple[str, bool], PoMessage] = {}
        self.now = _Begun()

    def read(self, line: str, number: int) -> None:
        if not line:
            self._end()
            return
        if line.startswith("#") and not line.startswith(("#~", "#|")):
            if "msgstr" in self.now.said:
                self._end()
            self._read_comment(line)
            return
        match = _LINE.fullmatch(line)
        assert match is not None  # its last part takes anything
        keyword, string = match["keyword"] or "", _STRING.fullmatch(match["rest"])
        said = string[1] if string else ""  # of a broken text, too, the rest of the message is looked at
        if string is None:
            self._wrong(number, *_what_is_wrong(keyword, match["rest"]))
        if keyword == "msgid_plural" or "[" in keyword:
            self._wrong(number, message("plural forms are not supported"), message("each text has one translation"))
            self.now.said["msgstr"] = ""
        elif keyword and keyword not in _KEYWORDS:
            if string is not None:
                self._wrong(
                    number, message("unknown keyword {keyword!r}", keyword=keyword), did_you_mean(keyword, _KEYWORDS)
                )
        elif match["previous"]:
            if "msgstr" in self.now.said:
                self._end()
            self._say("previous" if keyword == "msgid" else f"previous {keyword}" if keyword else "", said, number)
        else:
            if keyword and ("msgstr" in self.now.said or (keyword in self.now.said)):
                self._end()
            if keyword:
                self.now.line = self.now.line or number
                self.now.obsolete = self.now.obsolete or bool(match["obsolete"])
            if keyword or string:
                self._say(keyword, said, number)

    def _say(self, keyword: str, string: str, number: int) -> None:
        """A string after a keyword, or one more after the last keyword."""
        keyword = self.now.open = keyword or self.now.open
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
        self.now.said[keyword] = self.now.said.get(keyword, "") + text

    def _read_comment(self, line: str) -> None:
        mark = line[:2] if line[1:2] in (".", ":", ",", "=") else "#"
        rest = line[len(mark) :].removeprefix(" ")
        if mark in ("#,", "#="):
            self.now.flags += filter(None, (flag.strip() for flag in rest.split(",")))
        else:
            self.now.comments.setdefault(mark, []).append(rest)

    def _end(self) -> None:
        """Takes what has been read as a message, if it is one, and begins the next."""
        begun, self.now = self.now, _Begun()
        said = begun.said
        note = "\n".join(begun.comments.get("#", []))
        if "msgid" not in said and "msgstr" not in said and "msgctxt" not in said:
            return  # a comment by itself
        for keyword in ("msgid", "msgstr"):
            if keyword not in said:
                self._wrong(begun.line, message("message without {keyword}", keyword=keyword))
                return
        if not said["msgid"] and not said.get("msgctxt") and not begun.obsolete:
            if self.header is not None:
                self._wrong(begun.line, message("there is a second header"))
            self.header, self.comment = _header(said["msgstr"]), note
            return
        item = PoMessage(
            said.get("msgctxt", ""),
            said["msgid"],
            said["msgstr"],
            tuple(begun.flags),
            begun.obsolete,
            said.get("previous", ""),
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

    def finished(self) -> PoFile:
        self._end()
        if self.faults:
            raise DataError(self.faults)
        if self.header is None:
            hint = message("expected {header} with its msgstr", header='msgid ""')
            raise DataError(Fault(Place(self.file, 1, 1), message("not a PO file: it has no header"), hint))
        return PoFile(self.header, self.comment, tuple(self.messages.values()))


def _what_is_wrong(keyword: str, rest: str) -> tuple[Text, Text]:
    if rest.startswith('"'):
        return message("quote is not closed, or there is text after it"), message(r"write \" for a quote in a text")
    if keyword:
        return message("no quoted text after {keyword}", keyword=keyword), ""
    return message("not a line of a PO file"), message("comments begin with #, texts with msgid or msgstr")


def _header(text: str) -> dict[str, str]:
    named = (line.partition(":") for line in text.splitlines())
    return {name.strip(): value.strip() for name, colon, value in named if colon}


def references_of(places: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """Files with lines as gettext writes them: a name with a space stands between U+2068 and U+2069."""
    return tuple(f"\u2068{file}\u2069:{line}" if " " in file else f"{file}:{line}" for file, line in places)
