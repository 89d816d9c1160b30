"""Marks inside a text, as people type them, into passages of words, pictures and readings.

    **bold**  *italic*  <name>in the style called name</name>  {icon}  {漢字|かんじ}
    - one of a list    1. one of a numbered list    \\* the mark itself, and so on

A line break begins a new passage, and so do the two characters \\n, for tables that hold a text on one line.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from cardgen.data.placeholders import MARKED, texts_in
from cardgen.errors import did_you_mean

#: How what other programs put between tags is written here.
_TAGS = {
    **dict.fromkeys(("b", "strong"), "bold is written **so**"),
    **dict.fromkeys(("i", "em"), "italic is written *so*"),
    "br": "a new line is written \\n",
}


@dataclass(frozen=True, slots=True)
class Manner:
    """How a part of a text is to look; `styles` are the names of those begun and not ended, outermost first."""

    bold: bool = False
    italic: bool = False
    styles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Words:
    text: str
    manner: Manner = Manner()


@dataclass(frozen=True, slots=True)
class Icon:
    """A small picture in the text, by its name."""

    name: str
    manner: Manner = Manner()


@dataclass(frozen=True, slots=True)
class Ruby:
    """Characters with how they are read: pairs of a base and the small text above it, not to be torn apart."""

    pairs: tuple[tuple[str, str], ...]
    manner: Manner = Manner()


Piece: TypeAlias = Words | Icon | Ruby


@dataclass(frozen=True, slots=True)
class Passage:
    """What stands from one line break to the next; one of a list has its `bullet`, and `level` 1 inside another."""

    pieces: tuple[Piece, ...] = ()
    bullet: str = ""
    level: int = 0


@dataclass(frozen=True, slots=True)
class Mistake:
    """What cannot be read in a text, and what may have been meant."""

    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Markup:
    passages: tuple[Passage, ...]
    mistakes: tuple[Mistake, ...] = ()


# Most texts have none of this, and are one passage as they are.
_MARKED = re.compile(r"[\\*<{}\n]|^ *(?:[-•] |[0-9]{1,3}(?:\. |[、．]))")

_BULLET = re.compile(r"( *)(?:[-•] +|([0-9]{1,3})(?:(\.) +|([、．]) *))(?=\S)")

_TOKEN = re.compile(
    r"\\(?P<escaped>[\\*<>{}|.、．•-])"
    r"|(?P<brace>\{\{|\}\})"
    r"|\{(?P<braced>[^{}]*)\}"
    r"|</(?P<ended>[A-Za-z0-9][\w.-]*)>"
    r"|<(?P<begun>[A-Za-z0-9][\w.-]*)>"
    r"|(?P<stars>\*\*?)"
    r"|(?P<lost>[{}])"
)

_BOLD, _ITALIC = "**", "*"


def has_marks(text: str) -> bool:
    """Whether anything in `text` could be a mark."""
    return _MARKED.search(text) is not None


def parse_markup(text: str, styles: Collection[str] = (), icons: Collection[str] | None = ()) -> Markup:
    """The passages of `text`, and every mistake in its marks.

    `styles` and `icons` are the names that it may use. Where `icons` is None, braces are left alone: the text is a
    template's, its placeholders not filled in yet.
    """
    if not has_marks(text):
        return Markup((Passage((Words(text),)),) if text else ())
    return _Parser(styles, icons).parse(text)


def plain_text(markup: Markup, names: Mapping[str, str]) -> str:
    """What is said, without its marks: pictures by their names, readings left out, passages on lines of their own."""
    return "\n".join("".join(_said(piece, names) for piece in passage.pieces) for passage in markup.passages)


def _said(piece: Piece, names: Mapping[str, str]) -> str:
    if isinstance(piece, Icon):
        return names.get(piece.name, piece.name)
    return piece.text if isinstance(piece, Words) else "".join(base for base, _ in piece.pairs)


def styles_named(box: Mapping[str, Any]) -> set[str]:
    """The styles that the texts of a box, as written, name inside."""
    texts = [text for key in MARKED for _, text in texts_in(box.get(key)) if "<" in text]
    return {match["begun"] for text in texts for match in _TOKEN.finditer(text) if match["begun"]}


class _Parser:
    """What is open at the place that has been read to."""

    def __init__(self, styles: Collection[str], icons: Collection[str] | None) -> None:
        self.styles, self.icons = styles, icons
        self.open: list[str] = []
        self.mistakes: list[Mistake] = []
        self.pieces: list[Piece] = []

    def parse(self, text: str) -> Markup:
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
            if mark in (_BOLD, _ITALIC, *self.styles):  # another was told when it began
                self._wrong(_not_ended(mark))
        return Markup(tuple(passages), tuple(dict.fromkeys(self.mistakes)))

    def _wrong(self, message: str, hint: str = "") -> None:
        self.mistakes.append(Mistake(message, hint))

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
        while match := _TOKEN.search(line, position):
            self._words(line[position : match.start()])
            position = match.end()
            kind, found = match.lastgroup, match[match.lastgroup or 0]
            if kind == "escaped":
                self._words(found)
            elif kind == "brace":
                self._words(found[0])
            elif kind == "braced":
                self._braced(found)
            elif kind == "lost" and self.icons is None:
                self._words(found)
            elif kind == "lost":
                self._wrong(f"{found} belongs to no other brace", f"write {found * 2} for the brace itself")
            elif kind == "begun":
                self._begin(found)
            elif kind == "ended":
                self._end(found, f"</{found}>", f"there is no <{found}> before it")
            elif found == _BOLD and not (self.open[-1:] == [_ITALIC] and line[position : position + 1] == "*"):
                self._star(_BOLD)
            else:  # ** at the end of ***bold and italic*** ends the inner one first
                position = match.start() + 1
                self._single_star(line, match.start())
        self._words(line[position:])

    def _single_star(self, line: str, at: int) -> None:
        """A star ends italic, or begins it before a word; any other is a star: 3 * 4, 3*4."""
        before, after = line[at - 1 : at] if at else "", line[at + 1 : at + 2]
        ends = _ITALIC in self.open and before != "" and not before.isspace()
        begins = _ITALIC not in self.open and after.strip() and not (before.isascii() and before.isalnum())
        if ends or begins:
            self._star(_ITALIC)
        else:
            self._words("*")

    def _star(self, mark: str) -> None:
        if mark in self.open:
            self._end(mark, mark, "")
        else:
            self.open.append(mark)

    def _begin(self, name: str) -> None:
        if name not in self.styles:
            hint = _TAGS.get(name) or did_you_mean(name, list(self.styles))
            self._wrong(f"there is no style {name!r} for <{name}>", hint or "\\< writes the mark itself")
        self.open.append(name)

    def _end(self, mark: str, told: str, missing: str) -> None:
        if mark not in self.open:
            self._wrong(f"{told} ends nothing", missing)
            return
        inner = self.open[-1]
        if inner != mark:
            self._wrong(f"{told} stands before the end of {_begun(inner)}", "what begins inside ends inside")
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
            hint = did_you_mean(inside, list(self.icons)) or "{{ and }} write the braces themselves"
            self._wrong(f"there is no icon {inside!r} for {{{inside}}}", hint)

    def _ruby(self, inside: str) -> None:
        base, *readings = inside.split("|")
        if len(readings) == 1 and len(base) > 1 and len(readings[0].split()) == len(base):
            readings = readings[0].split()  # {汉字|hàn zì}: a syllable for each character
        pairs = ((base, readings[0]),) if len(readings) == 1 else tuple(zip(base, readings, strict=False))
        if not base.strip() or not all(reading.strip() for reading in readings):
            self._wrong(f"{{{inside}}} lacks what is read or how it is read", "such as {漢字|かんじ}")
        elif len(readings) > 1 and len(readings) != len(base):
            self._wrong(f"{{{inside}}} has {len(readings)} readings for {len(base)} characters", "one for each, or one")
        else:
            self.pieces.append(Ruby(pairs, self._manner))


def _begun(mark: str) -> str:
    return mark if mark in (_BOLD, _ITALIC) else f"<{mark}>"


def _not_ended(mark: str) -> str:
    if mark == _BOLD:
        return "** begins bold, and no ** ends it"
    if mark == _ITALIC:
        return "* begins italic, and no * ends it"
    return f"<{mark}> begins a style, and no </{mark}> ends it"
