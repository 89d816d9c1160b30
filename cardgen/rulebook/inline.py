"""Read text with placeholders and Markdown's inline marks into words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias
from urllib.parse import unquote

from markdown_it.token import Token

from cardgen.base.errors import Fault, Faults, Place, did_you_mean
from cardgen.base.records import replace
from cardgen.base.values import as_text
from cardgen.base.words.messages import Message, message
from cardgen.data.placeholders import PLACEHOLDER, UnknownValueError, look_up, spoken
from cardgen.rulebook.book import BookIcon, Footnote, Text, Words
from cardgen.rulebook.loops import LoopBudget
from cardgen.rulebook.markdown import foreign_mark, html_fault
from cardgen.text.fonts import is_wide

#: Between a word and the number that follows it: no line ends here.
WORD_JOINER = "\u2060"

# Each placeholder is parsed as one character of the private use area, which Markdown takes for a letter.
_FIRST_STAND_IN = 0xF0000
_BRACES = re.compile(r"\{\{|\}\}|\{[^{}\n]*\}|[{}]")

# Words in a Chinese text, but not the letters and codes of a game.
_LATIN_WORDS = re.compile(r"[A-Za-z][\w'’-]*[a-z][\w'’-]*(?: [A-Za-z][\w'’-]+)*", re.ASCII)
_NOT_LETTERS = re.compile(r"[^\w]+")
_MARKUP = re.compile(r"([\\`*_\[\]<>&{}])")
# The marks in a value that are no plain text: icons, readings, and braces that are written twice.
_MARKS = re.compile(r"\{\{|\}\}|\{([^{}|\n]+)((?:\|[^{}|\n]*)*)\}")

# Each icon in a value is one character of another private use area.
_FIRST_ICON = 0x100000
# The size at which icons are drawn to find their faults, mm: that of the text.
_ICON_SIZE = 3.36
_ICONS = re.compile("([\U00100000-\U0010fffd])")


class Filler:
    """Replace placeholders through stand-ins, texts by language in `lang`; collects the faults.

    A placeholder may also name one of `icons`. In a loop, the characters that it makes are counted in a `budget`.
    """

    def __init__(
        self,
        values: Mapping[str, Any],
        file: str,
        lang: str = "",
        budget: LoopBudget | None = None,
        icons: Mapping[str, BookIcon] | None = None,
    ) -> None:
        self.values = values
        self.icons = icons or {}
        self._icon_names = list(self.icons)
        self._drawn: set[str] = set()
        self.file = file
        self.lang = lang
        titles = values.get("game", {}).get("titles", {})
        self.chinese: str = next((other for other in titles if other.startswith("zh")), "zh")
        self.faults = Faults()
        # To anchors, which are known at the end; True for one without words of its own.
        self.references: list[tuple[Place, str, bool]] = []
        self.budget = budget
        self._filled: list[str] = []

    def stand_in(self, text: str, line: int = 1, column: int = 1) -> str:
        """Return a text, located at line and column of the file, with a stand-in for every placeholder and brace."""
        if self.budget:
            self.budget.spend(len(text), Place(self.file, line, column))

        def replace_one(match: re.Match[str]) -> str:
            before = text[: match.start()]
            row = before.count("\n")
            place = Place(self.file, line + row, match.start() - before.rfind("\n") if row else match.start() + column)
            value = self._value(match[0], place)
            if value is None:
                return match[0]
            self._filled.append(value)
            if self.budget:
                self.budget.spend(len(value), place)
            return chr(_FIRST_STAND_IN + len(self._filled) - 1)

        return _BRACES.sub(replace_one, text)

    def fill(self, text: str, place: Place) -> str:
        """Return a text with its placeholders replaced by their values."""
        return self.put_back(self.stand_in(text, place.line, place.column))

    def put_back(self, text: str) -> str:
        """Return a text with its stand-ins replaced by their values, and icons by their names."""
        parts = self.parts(text)
        return "".join(part if isinstance(part, str) else part.label(self.lang) for part in parts)

    def parts(self, text: str) -> list[str | BookIcon]:
        """Return a text with its stand-ins replaced by their values, split at its icons."""
        filled = "".join(
            self._filled[ord(c) - _FIRST_STAND_IN] if 0 <= ord(c) - _FIRST_STAND_IN < len(self._filled) else c
            for c in text
        )
        if not self._drawn or not _ICONS.search(filled):
            return [filled]
        return [self._icon_of(part) if _ICONS.fullmatch(part) else part for part in _ICONS.split(filled) if part]

    def _icon_of(self, character: str) -> str | BookIcon:
        number = ord(character) - _FIRST_ICON
        return self.icons[self._icon_names[number]] if number < len(self._icon_names) else character

    def value_parts(self, text: str, place: Place) -> list[str | BookIcon]:
        """Return a value of the game that is a text, split at its icons. A mark that is none is a fault."""
        return self.parts(self._with_icons(text, place))

    def _icon(self, name: str) -> str:
        """Return the character of an icon. An icon that cannot be drawn is a fault."""
        if name not in self._drawn:
            self._drawn.add(name)
            with self.faults:
                self.icons[name].draw("#000000", self.lang, _ICON_SIZE)
        return chr(_FIRST_ICON + self._icon_names.index(name))

    def _with_icons(self, value: str, place: Place) -> str:
        """Return a value with the characters of its icons; readings are left out. A mark that is none is a fault."""
        if "{" not in value and "}" not in value:
            return value

        def replace_one(match: re.Match[str]) -> str:
            if match[0] in ("{{", "}}"):
                return match[0][0]
            if match[2]:
                return match[1]
            if match[1] in self.icons:
                return self._icon(match[1])
            text = message("the value has {mark}, which is no icon of game.yaml", mark=match[0])
            hint = did_you_mean(match[1], list(self.icons)) if self.icons else ""
            self.faults.append(Fault(place, text, hint or message("icons of templates are for cards alone")))
            return match[0]

        return _MARKS.sub(replace_one, value)

    def _value(self, written: str, place: Place) -> str | None:
        if written in ("{{", "}}"):
            return written[0]
        if written[1:-1] in self.icons:
            return self._icon(written[1:-1])
        if not PLACEHOLDER.fullmatch(written):
            text = message("{written} is not a placeholder", written=written)
            self.faults.append(Fault(place, text, message("write {path.to.value}, or {{ and }} for braces")))
            return None
        try:
            value = spoken(look_up(self.values, written[1:-1].removesuffix("?")), (self.lang,))
        except UnknownValueError as error:
            names = [*self.values, *self.icons]
            hint = did_you_mean(written[1:-1], names) if "." not in written and "[" not in written else error.hint
            self.faults.append(Fault(place, error.text, hint))
            return None
        if value is None and written.endswith("?}"):
            return ""
        if value is None or isinstance(value, Mapping | bool):
            actual = _kind_of(value)
            text = message("{written} is {actual}, expected a text or a number", written=written, actual=actual)
            self.faults.append(Fault(place, text))
            return None
        if is_icons(value, self.icons):
            return "".join(self._icon(entry) for entry in value)
        return self._with_icons(as_text(value), place)


def is_icons(value: object, icons: Mapping[str, BookIcon]) -> bool:
    """Return True for a list whose entries are all names of icons. It is drawn as them."""
    if not isinstance(value, list | tuple) or not value:
        return False
    return all(isinstance(entry, str) and entry in icons for entry in value)


def _kind_of(value: object) -> Message:
    if value is None:
        return message("empty")
    return message("a group of values") if isinstance(value, Mapping) else message("true or false")


def split_languages(text: str, lang: str, chinese: str = "zh") -> Iterator[tuple[str, str]]:
    """Split a text where its language changes: Chinese in an English text, English words in a Chinese one.

    `chinese` is the language of Chinese characters in an English text. In a Japanese or Korean text they are of that
    language.
    """
    if lang.split("-")[0] in ("zh", "ja", "ko"):
        end = 0
        for match in _LATIN_WORDS.finditer(text):
            if match.start() > end:
                yield lang, text[end : match.start()]
            yield "en", match[0]
            end = match.end()
        if end < len(text):
            yield lang, text[end:]
    else:
        for wide, characters in groupby(text, is_wide):
            yield (chinese if wide else lang), "".join(characters)


def slug(text: str) -> str:
    """Return a text as an anchor: in lower case, with hyphens for all that are no letters."""
    return _NOT_LETTERS.sub("-", text.lower()).strip("-") or "section"


def words_of(
    tokens: Sequence[Token], filler: Filler, lang: str, place: Place, footnotes: FindFootnote | None = None
) -> Words:
    """Return Markdown's inline tokens as words. `footnotes` returns the footnote of a label, None if there is none.

    Pictures are a fault: data blocks draw them. So are HTML and the marks of other dialects of Markdown.
    """
    words: list[Text] = []
    strong = emphasis = start = 0
    link = ""
    for token, at in _with_places(tokens, place, filler):
        style = Text("", lang, bool(strong), bool(emphasis), False, link)
        if token.type == "strong_open":
            strong += 1
        elif token.type == "strong_close":
            strong -= 1
        elif token.type == "em_open":
            emphasis += 1
        elif token.type == "em_close":
            emphasis -= 1
        elif token.type == "link_open":
            link, start = filler.put_back(str(token.attrGet("href") or "")), len(words)
            if link.startswith("#"):
                link = f"#{slug(unquote(link[1:]))}"
        elif token.type == "link_close":
            if link.startswith("#"):
                refers = len(words) == start
                filler.references.append((at, link[1:], refers))
                words += [replace(style, refers=True)] * refers
            link = ""
        elif token.type == "code_inline":
            words.append(replace(style, text=filler.put_back(token.content), code=True))
        elif token.type == "hardbreak":
            words.append(replace(style, text="\n"))
        elif token.type in ("text", "text_special", "softbreak"):
            parts = [" "] if token.type == "softbreak" else filler.parts(token.content)
            words += words_of_parts(parts, style, filler.chinese)
        elif token.type == "footnote":
            words += _footnote(token, at, lang, filler, footnotes)
        elif token.type == "html_inline":
            # The end of an element is reported with its beginning.
            if not token.content.startswith(("<!--", "</")):
                filler.faults.append(Fault(at, *html_fault(token)))
        elif token.type == "image":
            text = message("pictures in a text are not supported")
            filler.faults.append(Fault(at, text, message("use a data block `picture`")))
        else:  # pragma: no cover - CommonMark has no other inline tokens
            filler.faults.append(Fault(at, message("{mark} is not supported", mark=token.type)))
    return _join(words)


FindFootnote: TypeAlias = Callable[[str, Place], Footnote | None]


def _with_places(tokens: Sequence[Token], place: Place, filler: Filler) -> Iterator[tuple[Token, Place]]:
    """Yield the tokens, neighbouring texts as one, each with its line. Marks of other dialects are faults."""
    line, begins = 0, True
    texts: list[Token] = []
    for token in [*tokens, None]:
        at = replace(place, line=place.line + line, column=1) if line else place
        if token is not None and token.type in ("text", "text_special"):
            texts.append(token)
            continue
        if texts:
            text = "".join(text.content for text in texts)
            # Escaped characters are no marks.
            written = "".join(_ESCAPED if _is_escaped(text) else text.content for text in texts)
            if "**" in written:  # closing marks do not count between a full stop and a Chinese character
                hint = message("put punctuation and brackets outside of them")
                filler.faults.append(Fault(at, message("the marks ** are left over and would be printed"), hint))
            elif fault := foreign_mark(written, begins):
                filler.faults.append(Fault(at, *fault))
            yield texts[0] if len(texts) == 1 else Token("text", "", 0, content=text), at
            begins = False
            texts = []
        if token is None:
            return
        yield token, at
        begins = token.type in ("softbreak", "hardbreak")
        line += token.content.count("\n") + begins if token.type in ("softbreak", "hardbreak", "html_inline") else 0


# The character in place of escaped ones where marks are looked for.
_ESCAPED = "\0"


def _is_escaped(token: Token) -> bool:
    """Return True for an escaped character or an entity; a backslash before a letter is itself."""
    return token.type == "text_special" and token.content != token.markup


def _footnote(token: Token, place: Place, lang: str, filler: Filler, footnotes: FindFootnote | None) -> Iterator[Text]:
    """Yield the number of a footnote. Where there can be none, it is a fault."""
    if footnotes is None:
        problem = message("a footnote cannot be here")
        filler.faults.append(
            Fault(place, problem, message("put it into a paragraph, a list, a note, a table or a caption"))
        )
        return
    footnote = footnotes(token.content, place)
    if footnote is not None:
        text = f"{WORD_JOINER}{footnote.number}"
        yield Text(text, lang, link=f"#{footnote.anchor}", raised=True, footnote=footnote)


def words_of_parts(parts: Sequence[str | BookIcon], style: Text, chinese: str) -> Iterator[Text]:
    """Yield texts and icons as words in a style. Words of other languages are apart, but for those of a link."""
    for part in parts:
        if isinstance(part, BookIcon):
            yield replace(style, text=part.label(style.lang), icon=part)
            continue
        pieces = [(style.lang, part)] if style.link else split_languages(part, style.lang, chinese)
        yield from (replace(style, text=piece, lang=language) for language, piece in pieces)


def _join(words: Sequence[Text]) -> Words:
    """Merge neighbours of one style; a line end between two Chinese characters is no space."""
    kept: list[Text] = []
    for i, word in enumerate(words):
        text = word.text
        if text == " " and 0 < i < len(words) - 1 and kept and kept[-1].text:
            after = next((w.text[0] for w in words[i + 1 :] if w.text), " ")
            before = kept[-1].text[-1]
            # “ and ” are narrow in English and wide in Chinese, in which a new line begins no new word.
            if word.lang.startswith("zh") and (is_wide(before) or is_wide(after) or before in "”’…—" or after in "“‘…"):
                continue
        if not text and not word.refers:
            continue
        if kept and not (word.icon or word.footnote) and replace(kept[-1], text="") == replace(word, text=""):
            kept[-1] = replace(word, text=kept[-1].text + text)
        else:
            kept.append(word)
    return tuple(kept)


def escape_markdown(text: str) -> str:
    """Return a text so that Markdown reads it as plain text."""
    return _MARKUP.sub(lambda match: match[1] * 2 if match[1] in "{}" else "\\" + match[1], text)
