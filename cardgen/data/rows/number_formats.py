"""Numbers as the formats of spreadsheet programs show them (ECMA-376, part 1, 18.8.31): 25 %, $3.50, 007, 1 1/2."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import message

#: Parts of a format: a text in quotes, an escaped character, the width of a character, a fill, brackets, General,
#: an exponent, or one character.
_PART = re.compile(r'"([^"]*)"|\\(.)|_(.)|\*(.)|\[([^\]]*)\]|(General)|(E[+-])|(.)', re.DOTALL | re.IGNORECASE)
_CURRENCY = re.compile(r"\$([^-]*)(?:-[0-9A-Fa-f]*)?")
_COLOUR = re.compile(r"black|blue|cyan|green|magenta|red|white|yellow|color ?[0-9]+", re.IGNORECASE)
_FRACTION = re.compile(r"(?:([#0?]+) *)?([#0?]+)/([#0?]+|[1-9][0-9]*)")

#: Placeholders of digits, and letters that are parts of dates and times.
_DIGITS = "0#?"
_DATES = frozenset("ymdhsYMDHS@")

#: Digits of a number in a file, and of any number or fraction that is shown.
_MOST_SHOWN = 30


class ShownNumber(str):
    """A number in a cell as it would be typed; `code` is the format in which the sheet shows it."""

    __slots__ = ("code", "decimal")

    code: str
    decimal: str

    def __new__(cls, number: str, code: str, decimal: str = ".") -> ShownNumber:
        """Keep a number with its format; `decimal` is the decimal sign in which it is shown."""
        shown = super().__new__(cls, number)
        shown.code, shown.decimal = code, decimal
        return shown

    def shown(self) -> str:
        """Return what the sheet shows. WrongValueError if that is unknown."""
        text = shown_number(str(self), self.code)
        if text is None:
            template = "{number} is shown in the format {format!r}, which is unknown"
            problem = message(template, number=str(self), format=self.code)
            raise WrongValueError(problem, message("format the cell as text, and type what it shows"))
        return text if self.decimal == "." else text.translate(_SWAPPED)


_SWAPPED = str.maketrans(".,", ",.")


def shown_number(number: str, code: str) -> str | None:
    """Return a number as a format shows it in English; None for a format that cannot be shown."""
    if code in ("General", "@", ""):
        return number
    value = Decimal(number)
    sections = _sections(code)
    if len(sections) > 1 and value < 0:
        value, section = -value, sections[1]
    elif len(sections) > 2 and value == 0:
        section = sections[2]
    else:
        section = sections[0]
    negative, value = value < 0, abs(value)
    shown = _shown(value, section)
    return None if shown is None else ("-" if negative else "") + shown


def _sections(code: str) -> list[list[tuple[str, str]]]:
    """Return the sections of a format as parts: their kinds (a mark, or text) and what they are."""
    sections: list[list[tuple[str, str]]] = [[]]
    for match in _PART.finditer(code):
        if match[0] == ";":
            sections.append([])
        else:
            sections[-1] += _part(match)
    return sections


def _part(match: re.Match[str]) -> Iterator[tuple[str, str]]:
    quoted, escaped, _, fill, brackets, general, exponent, character = match.groups()
    if quoted is not None or escaped is not None:
        yield "text", quoted if escaped is None else escaped
    elif fill is not None:
        yield "text", " " if fill == " " else ""
    elif brackets is not None:
        currency = _CURRENCY.fullmatch(brackets)
        if currency:
            yield "text", currency[1]
        elif not _COLOUR.fullmatch(brackets):
            yield "unknown", brackets
    elif general or exponent:
        yield "general" if general else "exponent", match[0]
    elif character is not None:
        is_mark = character in "0#?.,%/"
        yield "mark" if is_mark else "unknown" if character in _DATES else "text", character


def _shown(value: Decimal, section: Sequence[tuple[str, str]]) -> str | None:
    kinds = {kind for kind, _ in section}
    if kinds & {"unknown", "exponent"} or len(section) > 200:
        return None
    value *= 100 ** sum(part == ("mark", "%") for part in section)
    if "general" in kinds:
        return "".join(f"{value:f}" if kind == "general" else text for kind, text in section).strip()
    if value.adjusted() > _MOST_SHOWN:
        return None
    return _fraction(value, section) if ("mark", "/") in section else _decimal(value, section)


def _fraction(value: Decimal, section: Sequence[tuple[str, str]]) -> str | None:
    marks = [i for i, (kind, text) in enumerate(section) if kind == "mark" and text in "0#?/"]
    end = next((i for i in range(marks[-1] + 1, len(section)) if not section[i][1].isdecimal()), len(section))
    pattern = "".join(text for _, text in section[marks[0] : end])
    match = _FRACTION.fullmatch(pattern)
    if match is None or len(pattern) > _MOST_SHOWN:
        return None
    whole = int(value) if match[1] else 0
    rest = Fraction(value - whole)
    if match[3].isdecimal() and int(match[3]):
        divisor = int(match[3])
        over = int(rest * divisor + Fraction(1, 2))
    else:
        near = rest.limit_denominator(10 ** min(len(match[3]), 4) - 1)
        over, divisor = near.numerator, near.denominator
    if match[1] and over == divisor:
        whole, over = whole + 1, 0
    parts = [str(whole)] if match[1] and (whole or not over) else []
    parts += [f"{over}/{divisor}"] if over or not match[1] else []
    texts = ["".join(text for _, text in part) for part in (section[: marks[0]], section[end:])]
    return f"{texts[0]}{' '.join(parts)}{texts[1]}".strip()


def _decimal(value: Decimal, section: Sequence[tuple[str, str]]) -> str:
    point = next((i for i, part in enumerate(section) if part == ("mark", ".")), len(section))
    before, after = section[:point], section[point + 1 :]
    last = max((i for i, (kind, text) in enumerate(before) if kind == "mark" and text in _DIGITS), default=-1)
    first = next((i for i, (kind, text) in enumerate(before) if kind == "mark" and text in _DIGITS), 0)
    grouped = ("mark", ",") in before[first : last + 1]
    digits = [i for i, (kind, text) in enumerate(section) if kind == "mark" and text in _DIGITS]
    ends = (before[last + 1 :], section[max(digits, default=0) + 1 :] if after else ())
    value /= 1000 ** sum(part == ("mark", ",") for end in ends for part in end)
    places = sum(kind == "mark" and text in _DIGITS for kind, text in after)
    rounded = f"{value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):f}"
    whole, _, part = rounded.partition(".")
    shown = _whole(whole.lstrip("0"), before, first, grouped)
    if last < 0 and not whole.strip("0") and point == len(section):
        return shown.strip()  # only a text
    return (shown + ("." if point < len(section) else "") + _part_after(part, after)).strip()


def _whole(digits: str, before: Sequence[tuple[str, str]], first: int, grouped: bool) -> str:
    """Return the part of a number before its decimal point, from right to left: a digit for each placeholder."""
    shown: list[str] = []
    placed = 0

    def place(digit: str) -> None:
        nonlocal placed
        if grouped and placed and placed % 3 == 0 and digit.strip():
            shown.append(",")
        shown.append(digit)
        placed += 1

    for i in range(len(before) - 1, -1, -1):
        kind, text = before[i]
        if kind != "mark" or text == "%":
            shown.append(text[::-1])
        elif text in _DIGITS:
            if digits or text != "#":
                place(digits[-1:] or ("0" if text == "0" else " "))
            digits = digits[:-1]
            while i == first and digits:
                place(digits[-1])
                digits = digits[:-1]
    return "".join(shown)[::-1]


def _part_after(digits: str, after: Sequence[tuple[str, str]]) -> str:
    """Return the part of a number after its decimal point; `#` has no zeros at the end."""
    marks = [text for kind, text in after if kind == "mark" and text in _DIGITS]
    needed = max((count for count, text in enumerate(marks, 1) if text != "#"), default=0)
    kept = max(needed, len(digits.rstrip("0")))
    shown, number = "", 0
    for kind, text in after:
        if kind == "mark" and text in _DIGITS:
            shown += digits[number] if number < kept else ""
            number += 1
        elif kind != "mark" or text == "%":
            shown += text
    return shown
