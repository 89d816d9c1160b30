"""Marks inside a text, as people type them, parsed into passages of words, pictures and readings.

    **bold**  *italic*  <name>in the style called name</name>  {icon}  {漢字|かんじ}
    - an entry of a list    1. an entry of a numbered list    \\* the mark itself, and so on

A line break begins a new passage, and so do the two characters \\n, for tables that hold a text on one line.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

from cardgen.base.errors import did_you_mean, nearest
from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import Message, message
from cardgen.data.names import IDENTIFIER
from cardgen.data.placeholders import MARKED, texts_in

#: Hints for the tags of other programs.
_TAGS = {
    **dict.fromkeys(("b", "strong"), message("write **bold** for bold text")),
    **dict.fromkeys(("i", "em"), message("write *italic* for italic text")),
    "br": message("write \\n for a new line"),
}


#: The mistake of a name in braces that is no icon.
NO_ICON = "there is no icon {name!r} for {{{name}}}"


@dataclass(frozen=True, slots=True)
class Manner:
    """How a part of a text looks; `styles` are the names of the styles it is in, outermost first."""

    bold: bool = False
    italic: bool = False
    styles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Words:
    """Characters that look alike."""

    text: str
    manner: Manner = Manner()


@dataclass(frozen=True, slots=True)
class Icon:
    """A small picture in the text, by its name."""

    name: str
    manner: Manner = Manner()


@dataclass(frozen=True, slots=True)
class Ruby:
    """Characters with their readings: pairs of a base and the small text above it, which stay on one line."""

    pairs: tuple[tuple[str, str], ...]
    manner: Manner = Manner()


Piece: TypeAlias = Words | Icon | Ruby


@dataclass(frozen=True, slots=True)
class Passage:
    """The text between two line breaks; an entry of a list has its `bullet`, and `level` 1 inside another entry."""

    pieces: tuple[Piece, ...] = ()
    bullet: str = ""
    level: int = 0


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mark in a text that cannot be read, with a hint."""

    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Markup:
    """A text with its marks read."""

    passages: tuple[Passage, ...]
    mistakes: tuple[Mistake, ...] = ()


# Most texts have none of these, and are one passage.
# Apart: a search for one of some characters is quick, and one that may also begin with something else is not.
_MARKED = re.compile(r"[\\*<{}\n]")
_LISTED = re.compile(r" *(?:[-•] |[0-9]{1,3}(?:\. |[、．]))")

_BULLET = re.compile(r"( *)(?:[-•] +|([0-9]{1,3})(?:(\.) +|([、．]) *))(?=\S)")

#: A mark inside a line of a text.
TOKEN = re.compile(
    r"\\(?P<escaped>[\\*<>{}|.、．•-])"
    r"|(?P<brace>\{\{|\}\})"
    r"|\{(?P<braced>[^{}]*)\}"
    rf"|</(?P<ended>{IDENTIFIER})>"
    rf"|<(?P<begun>{IDENTIFIER})>"
    r"|(?P<stars>\*\*?)"
    r"|(?P<lost>[{}])"
)

_BOLD, _ITALIC = "**", "*"


def has_marks(text: str) -> bool:
    """Return True if anything in a text could be a mark."""
    return _MARKED.search(text) is not None or _LISTED.match(text) is not None


def parse_markup(text: str, styles: Collection[str] = (), icons: Collection[str] | None = ()) -> Markup:
    """Return the passages of a text, and every mistake in its marks.

    `styles` and `icons` are the names that it may use. If `icons` is None, braces are ignored: the text is a
    template's, with placeholders that are not filled in yet.
    """
    if not has_marks(text):
        return Markup((Passage((Words(text),)),) if text else ())
    return _MarkupParser(styles, icons).parse(text)


def star_begins(line: str, at: int) -> bool:
    """Return True if a star begins italic text: before a word, and not after a letter or a figure as in 3*4."""
    before, after = line[at - 1 : at] if at else "", line[at + 1 : at + 2]
    return bool(after.strip()) and not (before.isascii() and before.isalnum())


def plain_text(markup: Markup, names: Mapping[str, str]) -> str:
    """Return a text without its marks: pictures by their names, no readings, each passage on a line of its own."""
    return "\n".join("".join(_plain(piece, names) for piece in passage.pieces) for passage in markup.passages)


def _plain(piece: Piece, names: Mapping[str, str]) -> str:
    if isinstance(piece, Icon):
        return names.get(piece.name, piece.name)
    return piece.text if isinstance(piece, Words) else "".join(base for base, _ in piece.pairs)


def styles_named(box: Mapping[str, Any]) -> set[str]:
    """Return the styles that the marks in a box's texts name, as written."""
    texts = [text for key in MARKED for _, text in texts_in(box.get(key)) if "<" in text]
    return {match["begun"] for text in texts for match in TOKEN.finditer(text) if match["begun"]}


class _MarkupParser:
    """Reads a text from its beginning; `open` are the marks that have begun and not ended."""

    def __init__(self, styles: Collection[str], icons: Collection[str] | None) -> None:
        self.styles, self.icons = styles, icons
        self.open: list[str] = []
        self.mistakes: list[Mistake] = []
        self.pieces: list[Piece] = []

    def parse(self, text: str) -> Markup:
        """Return the passages and the mistakes of a text."""
        if "\\" in text:
            text = re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[0], text, flags=re.DOTALL)
        passages: list[Passage] = []
        for line in text.split("\n"):
            bullet, level, begin = "", 0, 0
            if match := _BULLET.match(line):
                level = int(len(match[1]) >= 2)
                number, begin = match[2], match.end()
                bullet = f"{number}{match[3] or match[4]}" if number else "–" if level else "•"
            self.pieces = []
            self._read(line, begin)
            passages.append(Passage(tuple(self.pieces), bullet, level))
        for mark in self.open:
            if mark in (_BOLD, _ITALIC, *self.styles):  # others were reported when they began
                self._mistake(_not_ended(mark))
        return Markup(tuple(passages), tuple(dict.fromkeys(self.mistakes)))

    def _mistake(self, text: Message, hint: str = "") -> None:
        self.mistakes.append(Mistake(text, hint))

    @property
    def _manner(self) -> Manner:
        named = tuple(mark for mark in self.open if mark not in (_BOLD, _ITALIC))
        return Manner(_BOLD in self.open, _ITALIC in self.open, named)

    def _words(self, text: str) -> None:
        last = self.pieces[-1] if self.pieces else None
        if isinstance(last, Words) and last.manner == self._manner:
            self.pieces[-1] = replace(last, text=last.text + text)
        elif text:
            self.pieces.append(Words(text, self._manner))

    def _read(self, line: str, position: int) -> None:
        while match := TOKEN.search(line, position):
            self._words(line[position : match.start()])
            position = match.end()
            kind, token = match.lastgroup, match[match.lastgroup or 0]
            if kind == "escaped":
                self._words(token)
            elif kind == "brace":
                self._words(token[0])
            elif kind == "braced":
                self._braced(token)
            elif kind == "lost" and self.icons is None:
                self._words(token)
            elif kind == "lost":
                self._mistake(
                    message("{brace} has no matching brace", brace=token),
                    message("write {twice} for the brace itself", twice=token * 2),
                )
            elif kind in ("begun", "ended") and self._is_text(token):
                self._words(match[0])
            elif kind == "begun":
                self._begin(token)
            elif kind == "ended":
                self._end(token, f"</{token}>", message("there is no <{name}> before it", name=token))
            elif token == _BOLD and not (self.open[-1:] == [_ITALIC] and line[position : position + 1] == "*"):
                self._star(_BOLD)
            else:  # ** at the end of ***bold and italic*** ends the inner one first
                position = match.start() + 1
                self._single_star(line, match.start())
        self._words(line[position:])

    def _single_star(self, line: str, at: int) -> None:
        """Read a star: it ends italic, or begins it before a word; any other is a star: 3 * 4, 3*4."""
        before = line[at - 1 : at] if at else ""
        ends = _ITALIC in self.open and before != "" and not before.isspace()
        begins = _ITALIC not in self.open and star_begins(line, at)
        if ends or begins:
            self._star(_ITALIC)
        else:
            self._words("*")

    def _star(self, mark: str) -> None:
        if mark in self.open:
            self._end(mark, mark, "")
        else:
            self.open.append(mark)

    def _is_text(self, name: str) -> bool:
        """Return True if <name> is text: in other scripts than Latin, rules are often written as <主要阶段>."""
        return not name.isascii() and name not in self.styles and nearest(name, list(self.styles)) is None

    def _begin(self, name: str) -> None:
        if name not in self.styles:
            hint = _TAGS.get(name) or did_you_mean(name, list(self.styles))
            self._mistake(
                message("there is no style {name!r} for <{name}>", name=name),
                hint or message("write \\< for the character < itself"),
            )
        self.open.append(name)

    def _end(self, mark: str, written: str, missing: str) -> None:
        if mark not in self.open:
            self._mistake(message("{mark} has no beginning", mark=written), missing)
            return
        inner = self.open[-1]
        if inner != mark:
            self._mistake(
                message("{mark} comes before the end of {inner}", mark=written, inner=_begun(inner)),
                message("end {inner} first", inner=_begun(inner)),
            )
        self.open.reverse()
        self.open.remove(mark)  # the innermost
        self.open.reverse()

    def _braced(self, inside: str) -> None:
        if "|" in inside:
            self._ruby(inside)
        elif self.icons is None:
            self._words(f"{{{inside}}}")
        elif inside in self.icons:
            self.pieces.append(Icon(inside, self._manner))
        else:
            hint = did_you_mean(inside, list(self.icons)) or message("write {{ and }} for the braces themselves")
            self._mistake(message(NO_ICON, name=inside), hint)

    def _ruby(self, inside: str) -> None:
        base, *readings = inside.split("|")
        if len(readings) == 1 and len(base) > 1 and len(readings[0].split()) == len(base):
            readings = readings[0].split()  # {汉字|hàn zì}: a syllable for each character
        pairs = ((base, readings[0]),) if len(readings) == 1 else tuple(zip(base, readings, strict=False))
        if not base.strip() or not all(reading.strip() for reading in readings):
            self._mistake(
                message("{{{inside}}} needs characters and their reading", inside=inside),
                message("such as {漢字|かんじ}"),
            )
        elif len(readings) > 1 and len(readings) != len(base):
            template = "{{{inside}}} has {readings} readings for {characters} characters"
            self._mistake(
                message(template, inside=inside, readings=len(readings), characters=len(base)),
                message("write one reading for each character, or one for all"),
            )
        else:
            self.pieces.append(Ruby(pairs, self._manner))


def _begun(mark: str) -> str:
    return mark if mark in (_BOLD, _ITALIC) else f"<{mark}>"


def _not_ended(mark: str) -> Message:
    if mark == _BOLD:
        return message("** begins bold text, but no ** ends it")
    if mark == _ITALIC:
        return message("* begins italic text, but no * ends it")
    return message("<{name}> begins a style, but no </{name}> ends it", name=mark)
