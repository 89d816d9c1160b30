"""The values that SVG attributes hold: lengths, colours, transforms, the way that a view is laid into its room."""

from __future__ import annotations

import colorsys
import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from cardgen.errors import WrongValueError
from cardgen.scene.colour import to_hex
from cardgen.scene.items import IDENTITY, Matrix, Rect, then, translate, turn

Colour: TypeAlias = tuple[str, float]
"""`#rrggbb`, and how opaque it is."""

# Nothing here is matched twice: a text of any length is read in one go.
_NUMBER = r"[+-]?+(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?+"
_A_NUMBER = re.compile(_NUMBER)
_LENGTH = re.compile(rf"({_NUMBER})\s*+(%|[a-zA-Z]*+)")

#: A length or a colour of more characters is a slip, and would be read again by every element that inherits it.
_LONGEST = 1_000

#: CSS units in pixels, which are the units of a picture.
_UNITS = {"": 1, "px": 1, "in": 96, "mm": 96 / 25.4, "cm": 96 / 2.54, "q": 96 / 101.6, "pt": 96 / 72, "pc": 16}

_FARTHEST = 1e7


def parse_numbers(text: str, spend: Callable[[int], None] = lambda _: None) -> list[float]:
    """The numbers of a list. WrongValueError for anything else in it. `spend` is told of every number."""
    numbers: list[float] = []
    end = 0
    for found in _A_NUMBER.finditer(text):
        if text[end : found.start()].strip(" \t\r\n,"):
            break
        spend(1)
        numbers.append(float(found[0]))
        end = found.end()
        if abs(numbers[-1]) > _FARTHEST:
            raise WrongValueError(f"{text[:40]!r} holds a number too large to draw")
    if text[end:].strip(" \t\r\n,"):
        raise WrongValueError(f"{text[:40]!r} given, expected numbers")
    return numbers


def parse_length(text: str, whole: float) -> float:
    """A length in the picture's units; a percentage is one of `whole`. WrongValueError for what is no length."""
    found = _LENGTH.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    unit = found[2].lower() if found else None
    if found is None or (unit != "%" and unit not in _UNITS):
        raise WrongValueError(
            f"{text[:30]!r} given, expected a length", "a number, or one with px, mm, cm, in, pt or %"
        )
    value = float(found[1]) * (whole / 100 if unit == "%" else _UNITS[unit or ""])
    if not abs(value) <= _FARTHEST:
        raise WrongValueError(f"{text[:30]!r} is too large to draw")
    return value


def parse_share(text: str) -> float:
    """A number from 0 to 1 or a percentage, kept in that range."""
    return min(1.0, max(0.0, parse_length(text, 1.0)))


# ---------------------------------------------------------------- colours


@lru_cache(maxsize=1024)
def parse_colour(text: str, current: str) -> Colour:
    """A CSS colour; `current` is what currentColor stands for. WrongValueError for what is none."""
    if len(text) > _LONGEST:
        raise WrongValueError(f"{text[:30]!r} is not a colour that is read here", "such as #1f6feb")
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
        return _called(function[1][:3], function[2], text)
    if word in _names():
        return _names()[word], 1.0
    raise WrongValueError(f"{text.strip()[:30]!r} is not a colour that is read here", "such as #1f6feb")


def _called(name: str, inside: str, text: str) -> Colour:
    """rgb(…) or hsl(…), with commas or without."""
    parts = [part for part in re.split(r"[\s,/]+", inside.strip()) if part]
    try:
        if len(parts) not in (3, 4):
            raise WrongValueError("")
        opacity = parse_share(parts[3]) if len(parts) == 4 else 1.0
        if name == "rgb":
            return to_hex(*(parse_length(part, 255) for part in parts[:3])), opacity
        hue = parse_length(parts[0].removesuffix("deg"), 360) / 360
        red, green, blue = colorsys.hls_to_rgb(hue % 1, parse_share(parts[2]), parse_share(parts[1]))
    except WrongValueError as error:
        raise WrongValueError(f"{text.strip()[:30]!r} is not a colour that is read here", "such as #1f6feb") from error
    return to_hex(red * 255, green * 255, blue * 255), opacity


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    from PIL import ImageColor  # it holds the names of CSS

    found = {}
    for name, value in ImageColor.colormap.items():
        found[name] = value if isinstance(value, str) else to_hex(*value[:3])
    return found


# ---------------------------------------------------------------- transforms

_FUNCTION = re.compile(r"\s*+,?+\s*+([A-Za-z]++)\s*+\(([^()]*+)\)")
_SPACES = re.compile(r"\s*+")

#: Steps of a drawing's budget for each function of a list.
_STEPS_PER_FUNCTION = 3


def parse_transform(text: str, spend: Callable[[int], None] = lambda _: None) -> Matrix:
    """A list of transforms as one matrix. WrongValueError for what is none. `spend` is told of every function."""
    matrix = IDENTITY
    at = _end_of(_SPACES, text, 0)
    while at < len(text):
        found = _FUNCTION.match(text, at)
        if found is None or found.end() - found.start() > _LONGEST:
            raise WrongValueError(f"{text[at : at + 30].strip()!r} is no transform", "such as rotate(45 10 10)")
        spend(_STEPS_PER_FUNCTION)
        at = _end_of(_SPACES, text, found.end())
        # The last one written is done first.
        matrix = then(_transform(found[1], parse_numbers(found[2])), matrix)
    return matrix


def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


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
        case "scale", [across, down]:
            return (across, 0.0, 0.0, down, 0.0, 0.0)
        case "rotate", [degrees]:
            return turn(degrees)
        case "rotate", [degrees, x, y]:
            return turn(degrees, x, y)
        case "skewX", [degrees]:
            return (1.0, 0.0, math.tan(math.radians(degrees)), 1.0, 0.0, 0.0)
        case "skewY", [degrees]:
            return (1.0, math.tan(math.radians(degrees)), 0.0, 1.0, 0.0, 0.0)
    raise WrongValueError(f"{name} with {len(numbers)} numbers is no transform", "such as rotate(45 10 10)")


def fit_view(view: Rect, width: float, height: float, ratio: str = "") -> Matrix:
    """How a view comes to lie in a room of `width` × `height` from (0, 0) (SVG 1.1, chapter 7.8)."""
    x, y, wide, tall = view
    across, down = width / wide, height / tall
    found = re.fullmatch(r"(?:none|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?", ratio.strip() or "xMidYMid")
    if found is None:
        raise WrongValueError(f"{ratio[:30]!r} is no preserveAspectRatio", "such as xMidYMid meet")
    if found[1] is None:
        return (across, 0.0, 0.0, down, -x * across, -y * down)
    factor = max(across, down) if found[3] == "slice" else min(across, down)
    shares = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    left = (width - wide * factor) * shares[found[1]] - x * factor
    top = (height - tall * factor) * shares[found[2]] - y * factor
    return (factor, 0.0, 0.0, factor, left, top)
