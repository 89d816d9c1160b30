"""The parser of a rulebook's Markdown: CommonMark with tables, footnotes and comments; marks of other dialects.

Nothing is printed that the parser does not understand: HTML, and the marks of other dialects, are faults.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from cardgen.base.records import dataclass
from cardgen.base.words.messages import Message, message

#: Nesting of lists and quotes at which the parser stops.
DEEPEST = 20

# The character that stands for those of a comment inside of a paragraph. No text has it.
_COMMENTED = "\ue000"
_EMPTY_LINES = re.compile(r"(\n[ \t]*\n)")
_IN_WORDS = re.compile(r"\\.|(`+)|<!--", re.DOTALL)
_BESIDE_COMMENT = re.compile(
    rf"^((?:[ \t>]*))[ \t]*{_COMMENTED}+[ \t]*|[ \t]*{_COMMENTED}+[ \t]*$|( ?){_COMMENTED}+( ?)"
)

_FOOTNOTE = re.compile(r" {0,3}\[\^([^\]\s^]+)\]:[ \t]*(.*)")
_REFERENCE = re.compile(r"\[\^([^\]\s^]+)\]")
# The beginning of a line that does not go on with the footnote above it.
_NEW_BLOCK = re.compile(r" {0,3}(?:#{1,6} |>|[-*+] |\d+[.)] |`{3}|~{3}|\||(?:[-*_] *){3,}$)")


def markdown() -> MarkdownIt:
    """Return a parser of CommonMark with tables, comments and footnotes.

    It makes `comment` tokens, whose `info` is the fault of one, if any, `footnote` tokens of references to footnotes,
    and `html_inline` tokens of HTML. Escaped characters are tokens of their own: they are no marks of other dialects.
    """
    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": DEEPEST, "store_labels": True}).enable("table")
    parser.disable(["html_block", "text_join"])
    parser.block.ruler.before(
        "table", "comment", _read_comment, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    parser.inline.ruler.before("link", "footnote", _read_reference)
    # Addresses are not changed: they may hold placeholders, and are escaped when written as HTML.
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    return parser


# ---------------------------------------------------------------- comments


def _read_comment(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Read a comment that begins a line and ends one. It may have empty lines."""
    if state.is_code_block(first) or not state.src.startswith("<!--", state.bMarks[first] + state.tShift[first]):
        return False
    last, fault = first, "unended"
    for line in range(first, end):
        text = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]
        at = text.find("-->", 4 if line == first else 0)
        if at >= 0:
            last, fault = line, "followed" if text[at + 3 :].strip() else ""
            break
    else:
        last = end - 1
    if fault == "followed" and last == first:  # a paragraph that begins with a comment
        return False
    if not silent:
        token = state.push("comment", "", 0)
        token.map, token.info = [first, last + 1], fault
        state.line = last + 1
    return True


def comment_fault(info: str) -> tuple[Message, Message] | None:
    """Return the message and the hint of a `comment` token that is wrong; None if it is right."""
    if info == "unended":
        return message("the comment has no end"), message("end it with -->")
    if info == "followed":
        return message("text follows a comment of several lines"), message("begin a new line after -->")
    return None


def without_comments(text: str) -> str:
    """Return lines of text in which other characters are in place of those of comments, as many.

    A comment in a paragraph has no empty line. Those in `code` are no comments.
    """
    if "<!--" not in text:
        return text
    return "".join(_hide_comments(part) if "<!--" in part else part for part in _EMPTY_LINES.split(text))


def _hide_comments(text: str) -> str:
    """Return lines without an empty one, with other characters in place of those of comments."""
    marks: dict[str, list[int]] = {}  # of each number of backticks, where it is
    for match in _IN_WORDS.finditer(text):
        if match[1]:
            marks.setdefault(match[1], []).append(match.start())
    parts: list[str] = []
    position = 0
    while mark := _IN_WORDS.search(text, position):
        begin, end = mark.start(), mark.end()
        if mark[1]:
            places = marks[mark[1]]
            after = bisect_left(places, end)
            end = places[after] + len(mark[1]) if after < len(places) else end
        elif mark[0] == "<!--":
            close = text.find("-->", end)
            if close < 0:
                break
            parts.append(text[position:begin])
            parts.append("".join(c if c == "\n" else _COMMENTED for c in text[begin : close + 3]))
            position = close + 3
            continue
        parts.append(text[position:end])
        position = end
    return "".join(parts) + text[position:]


def close_gaps(line: str) -> str:
    """Return a line without the characters of its comments, and with one of the spaces beside each."""
    if _COMMENTED not in line:
        return line
    return _BESIDE_COMMENT.sub(lambda m: (m[1] or "") + (m[2] or m[3] or ""), line)


# ---------------------------------------------------------------- footnotes


@dataclass(frozen=True, slots=True)
class WrittenFootnote:
    """A footnote as it is written: its label, the number of its first line, and its lines without the label."""

    label: str
    line: int
    lines: tuple[str, ...]


def take_footnotes(lines: list[str], closed: Collection[int]) -> list[WrittenFootnote]:
    """Take the footnotes out of the lines of a text. Those of data blocks and comments are `closed`."""
    if not any("[^" in line for line in lines):
        return []
    after = _lines_with_words(lines)
    taken: list[WrittenFootnote] = []
    number = 0
    while number < len(lines):
        match = None if number in closed or "[^" not in lines[number] else _FOOTNOTE.fullmatch(lines[number])
        if not match:
            number += 1
            continue
        first, content = number, [match[2]]
        number += 1
        while number < len(lines) and number not in closed and _goes_on(lines[number], after[number], content):
            content.append(lines[number].removeprefix("    ") if lines[number].strip() else "")
            number += 1
        while content and not content[-1].strip() and len(content) > 1:
            content.pop()
        for line in range(first, first + len(content)):
            lines[line] = ""
        taken.append(WrittenFootnote(match[1], first, tuple(content)))
    return taken


def _lines_with_words(lines: Sequence[str]) -> list[str]:
    """Return for each line the first one from it on that is not empty; "" if there is none."""
    after: list[str] = []
    last = ""
    for line in reversed(lines):
        last = line if line.strip() else last
        after.append(last)
    return after[::-1]


def _goes_on(line: str, after: str, content: Sequence[str]) -> bool:
    """Return True if a line belongs to the footnote above it: all up to an empty line, and further indented lines.

    `after` is the line itself, or the next one that is not empty.
    """
    if not line.strip():
        return after.startswith("    ")
    if line.startswith("    "):
        return True
    return bool(content[-1].strip()) and not _FOOTNOTE.match(line) and not _NEW_BLOCK.match(line)


def _read_reference(state: StateInline, silent: bool) -> bool:
    """Read a reference to a footnote, [^1]."""
    match = _REFERENCE.match(state.src, state.pos)
    if not match:
        return False
    if not silent:
        state.push("footnote", "", 0).content = match[1]
    state.pos = match.end()
    return True


# ---------------------------------------------------------------- marks of other dialects


@dataclass(frozen=True, slots=True)
class _Mark:
    """A mark of another dialect of Markdown: what it is called, and what to write instead."""

    pattern: re.Pattern[str]
    title: Message
    hint: Message


def _escaped(character: str) -> Message:
    return message("write {mark} for the character itself", mark=f"\\{character}")


def _marks_of_lines() -> Iterator[_Mark]:
    """Yield the marks that are only at the beginning of a line."""
    yield _Mark(re.compile(r"\[[ xX]\](?= |$)"), message("a list of tasks"), message("write a list with -"))
    yield _Mark(re.compile(r":(?= )"), message("a list of definitions"), message("use a list or a table"))
    yield _Mark(re.compile(r":::"), message("a container"), message("use a note: begin its lines with >"))
    yield _Mark(re.compile(r"\|"), message("a table without |---|"), message("write |---| below the header"))
    yield _Mark(
        re.compile(r"\+[-=]{2,}"), message("a table of another dialect"), message("write its rows as | a | b |")
    )
    yield _Mark(re.compile(r"\*\[[^\]]+\]:"), message("an abbreviation"), message("write the words out"))
    yield _Mark(re.compile(r"\[![A-Za-z]+\]"), message("a kind of note"), message("write it as words"))
    yield _Mark(re.compile(r"(?i:\[toc\])$"), message("a table of contents"), message("cardgen adds one"))


def _marks_of_words() -> Iterator[_Mark]:
    """Yield the marks that may be anywhere."""
    yield _Mark(re.compile(r"<!--"), message("a comment without end"), message("end it with -->"))
    yield _Mark(re.compile(r"~~(?=[^\s~]).{1,200}?~~"), message("struck text"), _escaped("~"))
    yield _Mark(re.compile(r"(?<=[A-Za-z0-9)])~[A-Za-z0-9+-]{1,12}~"), message("lowered text"), _escaped("~"))
    yield _Mark(
        re.compile(r"\^\["),
        message("a footnote inside of the text"),
        message("write [^1], and [^1]: on a line of its own"),
    )
    yield _Mark(re.compile(r"(?<=[A-Za-z0-9)])\^[A-Za-z0-9+-]{1,12}\^"), message("raised text"), _escaped("^"))
    yield _Mark(
        re.compile(r"==(?=[^\s=]).{0,200}?[^\s=]=="), message("marked text"), message("write **bold** or *emphasis*")
    )
    yield _Mark(re.compile(r"\+\+(?=[^\s+]).{0,200}?[^\s+]\+\+"), message("inserted text"), _escaped("+"))
    yield _Mark(
        re.compile(r"\$\$.{1,200}?\$\$|(?<![\\$\w])\$(?=\S)[^$]{0,100}[\\^_=][^$]{0,100}(?<=\S)\$(?![\w$])"),
        message("a formula"),
        _escaped("$"),
    )
    yield _Mark(re.compile(r"\\[A-Za-z]{2,}"), message("a command of TeX"), _escaped("\\"))
    yield _Mark(
        re.compile(r"(?<![\w:]):[a-z][a-z_]+[a-z]:(?![\w:])"),
        message("the name of a character"),
        message("declare an icon in game.yaml, and write its name in braces"),
    )
    yield _Mark(
        re.compile(r"\][ ]?\[[^\[\]]*\]"), message("a link to nothing"), message("write its target: [words](#anchor)")
    )


_OF_LINES, _OF_WORDS = tuple(_marks_of_lines()), tuple(_marks_of_words())

# What to write instead of some elements of HTML.
_INSTEAD: Mapping[str, Message] = {
    **dict.fromkeys(("b", "strong"), message("write **bold**")),
    **dict.fromkeys(("i", "em"), message("write *emphasis*")),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), message("write `code`")),
    "br": message("end the line with \\"),
    "hr": message("a line --- begins a new page"),
    "img": message("use a data block `picture`"),
    "a": message("write [words](https://example.org)"),
    **dict.fromkeys(("table", "tr", "td", "th"), message("write its rows as | a | b |")),
}
_TAG = re.compile(r"</?([A-Za-z][\w-]*)")


def foreign_mark(text: str, begins_line: bool) -> tuple[Message, Message] | None:
    """Return the message and the hint of the first mark of another dialect in a text; None if it has none."""
    for mark in _OF_LINES if begins_line else ():
        if mark.pattern.match(text):
            return message("{mark} is not supported in a rulebook", mark=mark.title), mark.hint
    for mark in _OF_WORDS:
        if mark.pattern.search(text):
            return message("{mark} is not supported in a rulebook", mark=mark.title), mark.hint
    return None


def html_fault(token: Token) -> tuple[Message, Message]:
    """Return the message and the hint of HTML in a text."""
    match = _TAG.match(token.content)
    hint = _INSTEAD.get(match[1].lower() if match else "") or message("write \\< for the character < itself")
    return message("HTML is not supported: {tag}", tag=token.content), hint
