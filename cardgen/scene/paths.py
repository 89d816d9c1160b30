"""Paths as commands: parsed from SVG path data, transformed, reversed, measured.

The parser knows all of SVG 1.1, chapter 8.3: relative and absolute commands, and arcs. Its result are the absolute
moves, lines and cubic curves of a scene.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import Message, message
from cardgen.scene.items import Command, Matrix, Rect, apply

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_BETWEEN = re.compile(r"[ \t\r\n\f]*(?:,[ \t\r\n\f]*)?")
_SPACE = re.compile(r"[ \t\r\n\f]*")

#: How many numbers each command takes.
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}

#: The most coordinates that each command results in, at least 1: an arc becomes up to four curves.
_MOST_RESULTS = {"M": 2, "L": 2, "H": 2, "V": 2, "C": 6, "S": 6, "Q": 6, "T": 6, "A": 24, "Z": 1}

#: Larger coordinates are mistakes, and cause errors of arithmetic in programs that draw them.
_FARTHEST = 1e7


#: No printer draws a path of more coordinates, and it would fill the memory.
MOST_COORDINATES = 1_500_000


@lru_cache(maxsize=512)
def parse_path(data: str) -> tuple[Command, ...]:
    """Parse SVG path data into absolute commands M, L, C and Z. WrongValueError if it is wrong."""
    left = MOST_COORDINATES

    def spend(coordinates: int) -> None:
        nonlocal left
        left -= coordinates
        if left < 0:
            raise WrongValueError(message("a path of more than {most:,} coordinates", most=MOST_COORDINATES))

    return read_path(data, spend)


def read_path(data: str, spend: Callable[[int], None]) -> tuple[Command, ...]:
    """Parse as `parse_path`, without a limit: `spend` is called with the number of coordinates of each command."""
    builder = _PathBuilder()
    for letter, numbers in _split(data):
        spend(_MOST_RESULTS[letter.upper()])
        builder.add(letter, numbers)
    return tuple(builder.commands)


def _split(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command of the data with its numbers, once for each set of numbers."""
    at = _skip(_SPACE, data, 0)
    first = True
    while at < len(data):
        letter = data[at]
        if letter.upper() not in _COUNTS:
            raise _wrong(data, at, message("expected a command, one of {letters}", letters="M L H V C S Q T A Z"))
        if first and letter not in "Mm":
            raise _wrong(data, at, message("expected M as the first command"))
        first = False
        at = _skip(_SPACE, data, at + 1)
        count = _COUNTS[letter.upper()]
        if count == 0:
            yield letter, []
            continue
        while True:
            numbers: list[float] = []
            for index in range(count):
                number, at = _number(data, at, flag=letter in "Aa" and index in (3, 4), letter=letter)
                numbers.append(number)
                if index < count - 1:
                    at = _skip(_BETWEEN, data, at)
            yield letter, numbers
            # After a move, further pairs are lines.
            letter = {"M": "L", "m": "l"}.get(letter, letter)
            after = _skip(_BETWEEN, data, at)
            if after >= len(data) or data[after].isalpha():
                if "," in data[at:after]:
                    raise _wrong(data, after, message("expected a number after the comma"))
                at = after
                break
            at = after


def _skip(pattern: re.Pattern[str], data: str, at: int) -> int:
    """Return the position after a match of the pattern at `at`, or `at` if there is none."""
    match = pattern.match(data, at)
    return match.end() if match else at


def _number(data: str, at: int, flag: bool, letter: str) -> tuple[float, int]:
    """Return the number at the position `at`, and its end. A flag is one character; no space has to follow."""
    if flag:
        if data[at : at + 1] not in ("0", "1"):
            raise _wrong(data, at, message("expected 0 or 1 as a flag of {letter}", letter=letter))
        return float(data[at]), at + 1
    match = _NUMBER.match(data, at)
    if match is None:
        count = _COUNTS[letter.upper()]
        raise _wrong(data, at, message("expected a number: {letter} takes {count}", letter=letter, count=count))
    value = float(match[0])
    if abs(value) > _FARTHEST:
        raise _wrong(data, at, message("the number is too large"))
    return value, match.end()


def _wrong(data: str, at: int, problem: Message) -> WrongValueError:
    text = message("the path data ends too early: {problem}", problem=problem)
    if at < len(data):
        template = "{given!r} at character {number} of the path data: {problem}"
        text = message(template, given=data[at : at + 10], number=at + 1, problem=problem)
    return WrongValueError(text, message("such as {example}", example="'M 0 0 L 10 0 L 5 8 Z'"))


class _PathBuilder:
    """The commands so far, and the current point that relative commands, smooth curves and closings start from."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.x = self.y = 0.0
        self.start = (0.0, 0.0)
        self.handle: tuple[str, float, float] | None = None  # kind and second handle of the previous curve
        self.closed = False

    def add(self, letter: str, numbers: list[float]) -> None:
        """Add a command of path data with one set of numbers."""
        kind = letter.upper()
        if letter.islower():
            numbers = self._absolute(kind, numbers)
        if kind == "Z":
            self.commands.append(("Z",))
            self.x, self.y = self.start
            self.closed, self.handle = True, None
            return
        if kind == "M":
            self.x, self.y = numbers
            self.start = (self.x, self.y)
            self.commands.append(("M", self.x, self.y))
            self.closed, self.handle = False, None
            return
        if self.closed:  # after a closing, the next shape begins at the same start
            self.commands.append(("M", *self.start))
            self.closed = False
        if kind in "CSQT":
            self._curve(kind, numbers)
            return
        if kind == "A":
            self._arc(numbers)
        else:
            x = numbers[0] if kind in "LH" else self.x
            y = numbers[-1] if kind in "LV" else self.y
            self.commands.append(("L", x, y))
            self.x, self.y = x, y
        self.handle = None

    def _absolute(self, kind: str, numbers: list[float]) -> list[float]:
        if kind == "A":
            return [*numbers[:5], numbers[5] + self.x, numbers[6] + self.y]
        if kind == "V":
            return [numbers[0] + self.y]
        return [value + (self.y if index % 2 else self.x) for index, value in enumerate(numbers)]

    def _curve(self, kind: str, numbers: list[float]) -> None:
        if kind in "ST":  # its first handle is the mirrored second handle of the previous curve
            kind = "C" if kind == "S" else "Q"
            hx, hy = self.handle[1:] if self.handle and self.handle[0] == kind else (self.x, self.y)
            numbers = [2 * self.x - hx, 2 * self.y - hy, *numbers]
        if kind == "Q":
            hx, hy, x, y = numbers
            near = (self.x + (hx - self.x) * 2 / 3, self.y + (hy - self.y) * 2 / 3)
            far = (x + (hx - x) * 2 / 3, y + (hy - y) * 2 / 3)
            self.commands.append(("C", *near, *far, x, y))
            self.handle = ("Q", hx, hy)
        else:
            x1, y1, x2, y2, x, y = numbers
            self.commands.append(("C", x1, y1, x2, y2, x, y))
            self.handle = ("C", x2, y2)
        self.x, self.y = x, y

    def _arc(self, numbers: list[float]) -> None:
        rx, ry, tilt, large, sweep, x, y = numbers
        if (x, y) != (self.x, self.y):
            if rx == 0 or ry == 0:
                self.commands.append(("L", x, y))
            else:
                start = (self.x, self.y)
                self.commands += _arc_between(start, (x, y), (abs(rx), abs(ry)), tilt, bool(large), bool(sweep))
        self.x, self.y = x, y


def _arc_between(
    start: tuple[float, float],
    end: tuple[float, float],
    radii: tuple[float, float],
    tilt: float,
    large: bool,
    sweep: bool,
) -> Iterator[Command]:
    """Yield the curves of an arc between two points (SVG 1.1, appendix F.6.5: conversion to its centre)."""
    rx, ry = radii
    cosine, sine = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    half_x, half_y = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    ux, uy = cosine * half_x + sine * half_y, -sine * half_x + cosine * half_y
    # Radii that are too small are enlarged just enough.
    reach = (ux / rx) ** 2 + (uy / ry) ** 2
    if reach > 1:
        rx, ry = rx * math.sqrt(reach), ry * math.sqrt(reach)
        reach = 1.0
    factor = math.sqrt(max(0.0, 1 / reach - 1)) * (1 if large != sweep else -1)
    mx, my = factor * rx * uy / ry, -factor * ry * ux / rx
    centre_x = cosine * mx - sine * my + (start[0] + end[0]) / 2
    centre_y = sine * mx + cosine * my + (start[1] + end[1]) / 2
    begin = math.atan2((uy - my) / ry, (ux - mx) / rx)
    angle = math.atan2((-uy - my) / ry, (-ux - mx) / rx) - begin
    if sweep and angle < 0:
        angle += 2 * math.pi
    elif not sweep and angle > 0:
        angle -= 2 * math.pi
    matrix = (cosine * rx, sine * rx, -sine * ry, cosine * ry, centre_x, centre_y)
    arcs = [*unit_arc(begin, angle)]
    for index, (name, *numbers) in enumerate(arcs):
        placed = [v for i in (0, 2, 4) for v in apply(matrix, numbers[i], numbers[i + 1])]
        if index == len(arcs) - 1:
            placed[4:] = end  # without rounding errors
        yield (name, *placed)


def unit_arc(begin: float, angle: float) -> Iterator[Command]:
    """Yield the curves of an arc on the circle of radius 1 around (0, 0), from `begin` on by `angle`.

    Angles are in radians, clockwise on the page. Each curve is at most a quarter of the circle.
    """
    parts = max(1, math.ceil(abs(angle) / (math.pi / 2) - 1e-9))
    step = angle / parts
    reach = 4 / 3 * math.tan(step / 4)
    for index in range(parts):
        one, two = begin + index * step, begin + (index + 1) * step
        x1, y1, x2, y2 = math.cos(one), math.sin(one), math.cos(two), math.sin(two)
        yield ("C", x1 - reach * y1, y1 + reach * x1, x2 + reach * y2, y2 - reach * x2, x2, y2)


# ---------------------------------------------------------------- transforming and measuring


def move_path(commands: Iterable[Command], matrix: Matrix) -> tuple[Command, ...]:
    """Return the commands after a transform."""
    return tuple(
        (command[0], *(v for point in points_of(command) for v in apply(matrix, *point))) for command in commands
    )


def points_of(command: Command) -> list[tuple[float, float]]:
    """Return the handles of a command and its end point."""
    _, *numbers = command
    return [(numbers[i], numbers[i + 1]) for i in range(0, len(numbers), 2)]


def subpaths(commands: Iterable[Command]) -> list[tuple[Command, ...]]:
    """Return the shapes of a path, each beginning with its M."""
    shapes: list[list[Command]] = []
    for command in commands:
        if command[0] == "M" or not shapes:
            shapes.append([])
        shapes[-1].append(command)
    return [tuple(shape) for shape in shapes]


def reverse_path(commands: Iterable[Command]) -> tuple[Command, ...]:
    """Return the same shapes, each drawn in the opposite direction."""
    backwards: list[Command] = []
    for shape in subpaths(commands):
        closed = shape[-1] == ("Z",)
        drawn = shape[:-1] if closed else shape
        backwards.append(("M", *points_of(drawn[-1])[-1]))
        for index in range(len(drawn) - 1, 0, -1):
            end = points_of(drawn[index - 1])[-1]
            handles = points_of(drawn[index])[-2::-1]
            backwards.append((drawn[index][0], *(v for point in (*handles, end) for v in point)))
        if closed:
            backwards.append(("Z",))
    return tuple(backwards)


def area_of(commands: Iterable[Command]) -> float:
    """Return the area inside a path with all shapes closed, above 0 for shapes drawn clockwise on the page.

    Curves count as the polygon of their handles, which is exact enough to find the direction.
    """
    total = 0.0
    for shape in subpaths(commands):
        points = [point for command in shape for point in points_of(command)]
        for (x1, y1), (x2, y2) in zip(points, [*points[1:], *points[:1]], strict=True):
            total += (x1 * y2 - x2 * y1) / 2
    return total


def path_bounds(commands: Sequence[Command]) -> Rect | None:
    """Return the smallest rectangle around a path without its stroke; None if it draws nothing."""
    xs: list[float] = []
    ys: list[float] = []
    x = y = 0.0
    for command in commands:
        size = len(command)
        if size < 3:
            continue
        if size == 7:
            x1, y1, x2, y2, next_x, next_y = command[1:]
            # A curve stays between its handles and ends: where the ends are outermost, it does not turn beyond them.
            if not (x <= x1 <= next_x and x <= x2 <= next_x) and not (next_x <= x1 <= x and next_x <= x2 <= x):
                xs += _turning_points(x, x1, x2, next_x)
            if not (y <= y1 <= next_y and y <= y2 <= next_y) and not (next_y <= y1 <= y and next_y <= y2 <= y):
                ys += _turning_points(y, y1, y2, next_y)
            x, y = next_x, next_y
        else:
            x, y = command[1:]
        xs.append(x)
        ys.append(y)
    return (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)) if xs else None


def _turning_points(a: float, b: float, c: float, d: float) -> Iterator[float]:
    """Yield the extreme values of one coordinate of a cubic curve between its ends."""
    # The derivative is q0·(1-t)² + 2·q1·t·(1-t) + q2·t², with a third of each q.
    q0, q1, q2 = b - a, c - b, d - c
    square, line = q0 - 2 * q1 + q2, 2 * (q1 - q0)
    if abs(square) < 1e-12:
        roots = [-q0 / line] if abs(line) > 1e-12 else []
    else:
        under = line * line - 4 * square * q0
        roots = [(-line + sign * math.sqrt(under)) / (2 * square) for sign in (1, -1)] if under >= 0 else []
    for t in roots:
        if 0 < t < 1:
            u = 1 - t
            yield u**3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t**3 * d
