"""The values of SVG attributes: numbers, lengths, colours, transforms, and how a view fits into a size."""

from __future__ import annotations

import colorsys
import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import message
from cardgen.scene.colour import colour_names, to_hex
from cardgen.scene.items import IDENTITY, Matrix, Rect, then, translate, turn

Colour: TypeAlias = tuple[str, float]
"""`#rrggbb` and an opacity."""

# All quantifiers are possessive: matching takes linear time for texts of any length.
_NUMBER = r"[+-]?+(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?+"
_A_NUMBER = re.compile(_NUMBER)
_LENGTH = re.compile(rf"({_NUMBER})\s*+(%|[a-zA-Z]*+)")

#: Longer lengths and colours are mistakes, and would be parsed again by every element that inherits them.
_LONGEST = 1_000

#: CSS units in pixels, which are the units of a picture.
_UNITS = {"": 1, "px": 1, "in": 96, "mm": 96 / 25.4, "cm": 96 / 2.54, "q": 96 / 101.6, "pt": 96 / 72, "pc": 16}

_FARTHEST = 1e7


def parse_numbers(text: str, spend: Callable[[int], None] = lambda _: None) -> list[float]:
    """Return the numbers of a list. WrongValueError for anything else in it. `spend` counts the numbers."""
    numbers: list[float] = []
    end = 0
    for match in _A_NUMBER.finditer(text):
        if text[end : match.start()].strip(" \t\r\n,"):
            break
        spend(1)
        numbers.append(float(match[0]))
        end = match.end()
        if abs(numbers[-1]) > _FARTHEST:
            raise WrongValueError(message("{text!r} has a number too large to draw", text=text[:40]))
    if text[end:].strip(" \t\r\n,"):
        raise WrongValueError(message("{text!r} given, expected numbers", text=text[:40]))
    return numbers


def parse_length(text: str, full: float) -> float:
    """Return a length in the picture's units; percentages are of `full`. WrongValueError for anything else."""
    match = _LENGTH.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    unit = match[2].lower() if match else None
    if match is None or (unit != "%" and unit not in _UNITS):
        hint = message("a number, or one with px, mm, cm, in, pt or %")
        raise WrongValueError(message("{text!r} given, expected a length", text=text[:30]), hint)
    value = float(match[1]) * (full / 100 if unit == "%" else _UNITS[unit or ""])
    if not abs(value) <= _FARTHEST:
        raise WrongValueError(message("{text!r} is too large to draw", text=text[:30]))
    return value


def parse_share(text: str) -> float:
    """Return a number or a percentage, limited to the range from 0 to 1."""
    return min(1.0, max(0.0, parse_length(text, 1.0)))


# ---------------------------------------------------------------- colours


@lru_cache(maxsize=1024)
def parse_colour(text: str, current: str) -> Colour:
    """Return a CSS colour, `current` for currentColor. WrongValueError for anything else."""
    if len(text) > _LONGEST:
        raise _not_a_colour(text)
    word = text.strip().lower()
    if word == "currentcolor":
        return current, 1.0
    if word == "transparent":
        return "#000000", 0.0
    if re.fullmatch(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", word):
        digits = word[1:] if len(word) > 5 else "".join(2 * digit for digit in word[1:])
        return f"#{digits[:6]}", int(digits[6:] or "ff", 16) / 255
    function = re.fullmatch(r"(rgb|rgba|hsl|hsla)\(([^()]*)\)", word)
    if function:
        return _colour_function(function[1][:3], function[2], text)
    if word in colour_names():
        return colour_names()[word], 1.0
    raise _not_a_colour(text)


def _not_a_colour(text: str) -> WrongValueError:
    reason = message("{text!r} is not a supported colour", text=text.strip()[:30])
    return WrongValueError(reason, message("such as {example}", example="#1f6feb"))


def _colour_function(name: str, arguments: str, text: str) -> Colour:
    """Return the colour of rgb(…) or hsl(…), with commas or without."""
    parts = [part for part in re.split(r"[\s,/]+", arguments.strip()) if part]
    try:
        if len(parts) not in (3, 4):
            raise WrongValueError("")
        opacity = parse_share(parts[3]) if len(parts) == 4 else 1.0
        if name == "rgb":
            return to_hex(*(parse_length(part, 255) for part in parts[:3])), opacity
        hue = parse_length(parts[0].removesuffix("deg"), 360) / 360
        red, green, blue = colorsys.hls_to_rgb(hue % 1, parse_share(parts[2]), parse_share(parts[1]))
    except WrongValueError as error:
        raise _not_a_colour(text) from error
    return to_hex(red * 255, green * 255, blue * 255), opacity


# ---------------------------------------------------------------- transforms

_FUNCTION = re.compile(r"\s*+,?+\s*+([A-Za-z]++)\s*+\(([^()]*+)\)")
_SPACES = re.compile(r"\s*+")

#: Steps of a drawing's budget for each function of a list.
_STEPS_PER_FUNCTION = 3


def parse_transform(text: str, spend: Callable[[int], None] = lambda _: None) -> Matrix:
    """Return a list of transforms as one matrix. WrongValueError for anything else. `spend` counts the functions."""
    matrix = IDENTITY
    position = _end_of(_SPACES, text, 0)
    while position < len(text):
        match = _FUNCTION.match(text, position)
        if match is None or match.end() - match.start() > _LONGEST:
            reason = message("{text!r} is not a transform", text=text[position : position + 30].strip())
            raise WrongValueError(reason, message("such as {example}", example="rotate(45 10 10)"))
        spend(_STEPS_PER_FUNCTION)
        position = _end_of(_SPACES, text, match.end())
        # The last function is applied first.
        matrix = then(_transform(match[1], parse_numbers(match[2])), matrix)
    return matrix


def _end_of(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position


def _transform(name: str, numbers: list[float]) -> Matrix:
    match name, numbers:
        case "matrix", [a, b, c, d, e, f]:
            return (a, b, c, d, e, f)
        case "translate", [x]:
            return translate(x, 0.0)
        case "translate", [x, y]:
            return translate(x, y)
        case "scale", [factor]:
            return (factor, 0.0, 0.0, factor, 0.0, 0.0)
        case "scale", [scale_x, scale_y]:
            return (scale_x, 0.0, 0.0, scale_y, 0.0, 0.0)
        case "rotate", [degrees]:
            return turn(degrees)
        case "rotate", [degrees, x, y]:
            return turn(degrees, x, y)
        case "skewX", [degrees]:
            return (1.0, 0.0, math.tan(math.radians(degrees)), 1.0, 0.0, 0.0)
        case "skewY", [degrees]:
            return (1.0, math.tan(math.radians(degrees)), 0.0, 1.0, 0.0, 0.0)
    reason = message("{name} with {count} numbers is not a transform", name=name, count=len(numbers))
    raise WrongValueError(reason, message("such as {example}", example="rotate(45 10 10)"))


def fit_view(view: Rect, width: float, height: float, ratio: str = "") -> Matrix:
    """Return the matrix that fits a view into `width` × `height` from (0, 0) (SVG 1.1, chapter 7.8)."""
    x, y, view_width, view_height = view
    scale_x, scale_y = width / view_width, height / view_height
    match = re.fullmatch(r"(?:none|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?", ratio.strip() or "xMidYMid")
    if match is None:
        reason = message("{text!r} is not a preserveAspectRatio", text=ratio[:30])
        raise WrongValueError(reason, message("such as {example}", example="xMidYMid meet"))
    if match[1] is None:
        return (scale_x, 0.0, 0.0, scale_y, -x * scale_x, -y * scale_y)
    factor = max(scale_x, scale_y) if match[3] == "slice" else min(scale_x, scale_y)
    shares = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    left = (width - view_width * factor) * shares[match[1]] - x * factor
    top = (height - view_height * factor) * shares[match[2]] - y * factor
    return (factor, 0.0, 0.0, factor, left, top)
