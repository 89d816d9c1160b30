"""The values that SVG attributes hold: lengths, colours, transforms, the way that a view is laid into its room."""

from __future__ import annotations

import colorsys
import math
import re
from functools import lru_cache
from typing import TypeAlias

from cardgen.draw.colour import to_hex
from cardgen.draw.scene import IDENTITY, Matrix, Rect, then, translate, turn
from cardgen.errors import WrongValueError

Colour: TypeAlias = tuple[str, float]
"""`#rrggbb`, and how opaque it is."""

_NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_LENGTH = re.compile(rf"({_NUMBER})\s*(%|[a-zA-Z]*)")

#: CSS units in pixels, which are the units of a picture.
_UNITS = {"": 1, "px": 1, "in": 96, "mm": 96 / 25.4, "cm": 96 / 2.54, "q": 96 / 101.6, "pt": 96 / 72, "pc": 16}

_FARTHEST = 1e7


def parse_numbers(text: str) -> list[float]:
    """The numbers of a list. WrongValueError for anything else in it."""
    found = [part for part in re.split(rf"({_NUMBER})", text) if part.strip(" \t\r\n,")]
    if not all(re.fullmatch(_NUMBER, part) for part in found):
        raise WrongValueError(f"{text[:40]!r} given, expected numbers")
    numbers = [float(part) for part in found]
    if any(abs(number) > _FARTHEST for number in numbers):
        raise WrongValueError(f"{text[:40]!r} holds a number too large to draw")
    return numbers


def parse_length(text: str, whole: float) -> float:
    """A length in the picture's units; a percentage is one of `whole`. WrongValueError for what is no length."""
    found = _LENGTH.fullmatch(text.strip())
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


def parse_colour(text: str, current: str) -> Colour:
    """A CSS colour; `current` is what currentColor stands for. WrongValueError for what is none."""
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

_FUNCTION = re.compile(r"\s*,?\s*([A-Za-z]+)\s*\(([^()]*)\)")


def parse_transform(text: str) -> Matrix:
    """A list of transforms as one matrix. WrongValueError for what is none."""
    matrix = IDENTITY
    at = 0
    while text[at:].strip():
        found = _FUNCTION.match(text, at)
        if found is None:
            raise WrongValueError(f"{text[at:].strip()[:30]!r} is no transform", "such as rotate(45 10 10)")
        at = found.end()
        # The last one written is done first.
        matrix = then(_transform(found[1], parse_numbers(found[2])), matrix)
    return matrix


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
