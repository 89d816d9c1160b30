"""PyYAML's own parser with the grammar of libyaml, for a Python whose PyYAML was built without libyaml.

PyYAML's parser refuses a question mark in braces (`{picture: image?}`) and most tabs, and puts some marks elsewhere. So
the same file would be read on one computer and refused on another. What differs is replaced here.
"""

from __future__ import annotations

import re
from typing import Any

import yaml
from yaml.scanner import ScannerError

_ENDS = "\0\r\n\x85\u2028\u2029"
_BLANKS = f" \t{_ENDS}"

#: What PyYAML's parser writes, and the same as libyaml writes it.
_REASONS = tuple(
    (re.compile(pattern, re.DOTALL), reason)
    for pattern, reason in (
        (r"expected ('[,]' or '[\]}]'), but got .*", r"did not find expected \1"),
        (r"expected the node content, but found .*", "did not find expected node content"),
        (r"expected '<document start>', but found .*", "did not find expected <document start>"),
        (r"expected (alphabetic or numeric character), but found .*", r"did not find expected \1"),
        (r"(mapping values|mapping keys) are not allowed here", r"\1 are not allowed in this context"),
        (r"sequence entries are not allowed here", "block sequence entries are not allowed in this context"),
        (r"found character .* that cannot start any token", "found character that cannot start any token"),
        (r"found unexpected document separator", "found unexpected document indicator"),
        (r"found incompatible YAML document .*", "found incompatible YAML document"),
        (r"found unknown escape character .*", "found unknown escape character"),
        (
            r"expected escape sequence of \d hexadecimal numbers, but found .*",
            "did not find expected hexdecimal number",
        ),
        (r"expected (chomping|a comment) or .*, but found .*", "did not find expected comment or line break"),
        (r"expected indentation indicator in the range 1-9, but found 0", "found an indentation indicator equal to 0"),
        (r"expected '>', but found .*", "did not find the expected '>'"),
        (r"expected ' ', but found .*", "did not find expected whitespace or line break"),
    )
)
#: PyYAML's parser, whose methods have no types.
_PyYAML: Any = yaml.SafeLoader

_BLOCK_END = "expected <block end>, but found "


def libyaml_reason(problem: str, context: str) -> str:
    """Return the problem of an error in the words of libyaml, whose messages and hints are cardgen's."""
    if problem.startswith(_BLOCK_END):
        return "did not find expected key" if "mapping" in context else "did not find expected '-' indicator"
    for pattern, reason in _REASONS:
        if match := pattern.fullmatch(problem):
            return match.expand(reason)
    return problem


class PureLoader(_PyYAML):  # type: ignore[misc]
    """PyYAML's scanner where it differs from libyaml's. A text is read as libyaml reads it."""

    line: int
    column: int
    allow_simple_key: bool

    def fetch_stream_end(self) -> None:
        if self.column:  # the end is at the beginning of a line
            self.line, self.column = self.line + 1, 0
        super().fetch_stream_end()

    def scan_to_next_token(self) -> None:
        """Skip spaces, comments and line breaks; and tabs, but where a key may begin."""
        if self.index == 0 and self.peek() == "\ufeff":
            self.forward()
        while True:
            while self.peek() == " " or (self.peek() == "\t" and (self.flow_level or not self.allow_simple_key)):
                self.forward()
            if self.peek() == "#":
                while self.peek() not in _ENDS:
                    self.forward()
            if not self.scan_line_break():
                return
            if not self.flow_level:
                self.allow_simple_key = True

    def parse_flow_mapping_value(self) -> Any:
        return self._with_its_place(super().parse_flow_mapping_value())

    def parse_flow_sequence_entry_mapping_value(self) -> Any:
        return self._with_its_place(super().parse_flow_sequence_entry_mapping_value())

    def _with_its_place(self, event: Any) -> Any:
        """Return an event; a value that is missing in brackets or braces is at what follows the colon."""
        is_missing = isinstance(event, yaml.ScalarEvent) and not (event.style or event.value)
        if is_missing and event.anchor is None and event.tag is None:
            event.start_mark = event.end_mark = self.peek_token().start_mark
        return event

    def scan_directive_name(self, start_mark: Any) -> str:
        if not re.match("[-0-9A-Za-z_]", self.peek()):
            problem = "could not find expected directive name"
            raise ScannerError("while scanning a directive", start_mark, problem, self.get_mark())
        length = 0
        while re.match("[-0-9A-Za-z_]", self.peek(length)):
            length += 1
        if self.peek(length) not in _BLANKS:
            self.forward(length)
            problem = "found unexpected non-alphabetical character"
            raise ScannerError("while scanning a directive", start_mark, problem, self.get_mark())
        name: str = super().scan_directive_name(start_mark)
        if name not in ("YAML", "TAG"):
            raise ScannerError(
                "while scanning a directive", start_mark, "found unknown directive name", self.get_mark()
            )
        return name

    def scan_block_scalar_indicators(self, start_mark: Any) -> Any:
        chomping = increment = None
        for _ in range(2):
            sign = self.peek()
            if sign in "+-" and chomping is None:
                chomping = sign == "+"
            elif sign in "0123456789" and increment is None:
                increment = int(sign)
                if not increment:
                    problem = "found an indentation indicator equal to 0"
                    raise ScannerError("while scanning a block scalar", start_mark, problem, self.get_mark())
            else:
                break
            self.forward()
        return chomping, increment

    def scan_block_scalar_ignored_line(self, start_mark: Any) -> None:
        while self.peek() in " \t":
            self.forward()
        super().scan_block_scalar_ignored_line(start_mark)

    def scan_flow_scalar_non_spaces(self, double: bool, start_mark: Any) -> list[str]:
        """Return the next letters of a quoted text. An escape that is none is reported at its backslash."""
        chunks: list[str] = []
        while True:
            length = 0
            while self.peek(length) not in f"'\"\\{_BLANKS}":
                length += 1
            chunks.append(self.prefix(length))
            self.forward(length)
            sign = self.peek()
            if not double and sign == "'" and self.peek(1) == "'":
                chunks.append("'")
                self.forward(2)
            elif (double and sign == "'") or (not double and sign in '"\\'):
                chunks.append(sign)
                self.forward()
            elif double and sign == "\\" and self.peek(1) in "\r\n\x85\u2028\u2029":
                self.forward()
                self.scan_line_break()
                chunks += self.scan_flow_scalar_breaks(double, start_mark)
            elif double and sign == "\\":
                chunks.append(self._scan_escape(start_mark))
            else:
                return list(filter(None, chunks))

    def _scan_escape(self, start_mark: Any) -> str:
        sign = self.peek(1)
        if sign in self.ESCAPE_REPLACEMENTS:
            self.forward(2)
            return str(self.ESCAPE_REPLACEMENTS[sign])
        problem = "found unknown escape character"
        if sign in self.ESCAPE_CODES:
            self.forward(2)
            length = self.ESCAPE_CODES[sign]
            digits = self.prefix(length)
            wrong = next((at for at, digit in enumerate(digits) if digit not in "0123456789ABCDEFabcdef"), None)
            code = int(digits, 16) if wrong is None and len(digits) == length else -1
            if 0 <= code < 0xD800 or 0xDFFF < code <= 0x10FFFF:
                self.forward(length)
                return chr(code)
            problem = "did not find expected hexdecimal number"
            if code >= 0:
                problem = "found invalid Unicode character escape code"
        raise ScannerError("while parsing a quoted scalar", start_mark, problem, self.get_mark())

    def scan_plain(self) -> Any:
        """Scan a text without quotes. In brackets and braces, a question mark is a letter as any other."""
        chunks: list[str] = []
        start_mark = end_mark = self.get_mark()
        indent = self.indent + 1
        spaces: list[str] = []
        while self.peek() != "#":
            length = 0
            while not self._ends_plain(length):
                length += 1
            if self.flow_level and self.peek(length) == ":" and self.peek(length + 1) in ",?[]{}":
                self.forward(length)
                raise ScannerError("while scanning a plain scalar", start_mark, "found unexpected ':'", self.get_mark())
            if not length:
                break
            self.allow_simple_key = False
            chunks += (*spaces, self.prefix(length))
            self.forward(length)
            end_mark = self.get_mark()
            spaces = self.scan_plain_spaces(indent, start_mark)
            if not spaces or (not self.flow_level and self.column < indent):
                break
        return yaml.ScalarToken("".join(chunks), True, start_mark, end_mark)

    def _ends_plain(self, length: int) -> bool:
        character = self.peek(length)
        return (
            character in _BLANKS
            or (character == ":" and self.peek(length + 1) in _BLANKS + (",?[]{}" if self.flow_level else ""))
            or (bool(self.flow_level) and character in ",[]{}")
        )

    def scan_plain_spaces(self, indent: int, start_mark: Any) -> Any:
        """Return the spaces and line breaks between two words of a text without quotes; tabs are spaces."""
        length = 0
        while self.peek(length) in " \t":
            length += 1
        spaces = self.prefix(length)
        self.forward(length)
        if self.peek() not in "\r\n\x85\u2028\u2029":
            return [spaces] if spaces else []
        first = self.scan_line_break()
        self.allow_simple_key = True
        if self._is_document_mark():
            return []
        breaks: list[str] = []
        while self.peek() in " \t\r\n\x85\u2028\u2029":
            if self.peek() == "\t" and self.column < indent:
                problem = "found a tab character that violates indentation"
                raise ScannerError("while scanning a plain scalar", start_mark, problem, self.get_mark())
            if self.peek() in " \t":
                self.forward()
                continue
            breaks.append(self.scan_line_break())
            if self._is_document_mark():
                return []
        if first != "\n":
            return [first, *breaks]
        return breaks or [" "]

    def _is_document_mark(self) -> bool:
        return self.prefix(3) in ("---", "...") and self.peek(3) in _BLANKS
