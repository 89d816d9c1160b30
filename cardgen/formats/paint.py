"""Shared by the backends: numbers as text, the outlines of a run, and the part of a scene that a file shows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from threading import Lock

from cardgen.scene.items import Command, GlyphRun, Group, Item, Matrix, Placed, Rect, Scene
from cardgen.text.fonts import characters_of, face_named

#: Decimals of a coordinate in mm. The backends may differ by ten times this precision.
PLACES = 4

#: Letters drawn as outlines have this many decimals fewer: half a micron is exact enough, and they are most of a file.
OUTLINE_COARSER = 1


class _Numbers(dict[float, str]):
    """A cache of formatted numbers: drawings repeat their coordinates."""

    def __init__(self, places: int) -> None:
        self.places = places

    def __missing__(self, value: float) -> str:
        if not math.isfinite(value):
            raise ValueError(f"{value} cannot be drawn")
        text = f"{value:.{self.places}f}"
        if self.places:
            text = text.rstrip("0").rstrip(".")
        if len(self) >= 1 << 17:
            self.clear()
        self[value] = text = "0" if text == "-0" else text
        return text


@lru_cache(maxsize=32)
def numbers(places: int = PLACES) -> Mapping[float, str]:
    """Return a mapping from finite numbers to text with at most `places` decimals: no exponent, trailing zeros or -0.

    ValueError for a number that is not finite.
    """
    return _Numbers(places)


def number(value: float, places: int = PLACES) -> str:
    """Return `value` with at most `places` decimals: no exponent, trailing zeros or -0. ValueError unless finite."""
    return numbers(places)[value]


#: Shorter paths are not cached: formatting them is as fast as a lookup.
_LONG_PATH = 64
#: Characters of long paths that are cached: the same picture is on many cards, in files of several formats.
_CACHE_SIZE = 1 << 23

_cache: dict[tuple[int, str, int], tuple[tuple[Command, ...], str]] = {}
_cache_lock = Lock()  # the review server draws in several threads


def path_text(commands: tuple[Command, ...], templates: Mapping[str, str], separator: str, places: int) -> str:
    """Return a path in a backend's notation; `templates` has a %s for each coordinate of each kind of command."""
    if len(commands) < _LONG_PATH:
        return _path_text(commands, templates, separator, places)
    # By identity, because hashing takes as long as formatting. The cache keeps the commands, so ids stay unique.
    key = (id(commands), templates["M"], places)
    cached = _cache.get(key)
    if cached is not None:
        return cached[1]
    text = _path_text(commands, templates, separator, places)
    with _cache_lock:
        if len(text) + sum(len(other) for _, other in _cache.values()) > _CACHE_SIZE:
            _cache.clear()
        _cache[key] = commands, text
    return text


def _path_text(commands: tuple[Command, ...], templates: Mapping[str, str], separator: str, places: int) -> str:
    text = numbers(places)
    template = separator.join([templates[command[0]] for command in commands])
    # One formatting operation for the whole path: paths are most of the output, and this is the fastest way.
    return template % tuple([text[v] for command in commands for v in command[1:]])


def without_empty_lines(commands: tuple[Command, ...], places: int) -> tuple[Command, ...]:
    """Return a path without lines from a point to itself, such as those between the round corners of a circle.

    Points are equal if their texts with `places` decimals are equal.
    """
    text = numbers(places)
    result: list[Command] = []
    position: list[str] = []
    for command in commands:
        _, *coordinates = command
        end = [text[v] for v in coordinates[-2:]]
        if command[0] != "L" or end != position:
            result.append(command)
        position = end
    return tuple(result)


def matrix_numbers(matrix: Matrix, places: int = PLACES) -> str:
    """Return the six numbers of a matrix. Rotation and scale have nine decimals, exact enough for a length of 1 m."""
    return " ".join([*(number(v, 9) for v in matrix[:4]), *(number(v, places) for v in matrix[4:])])


def places_under(matrix: Matrix, places: int) -> int:
    """Return the decimals that coordinates inside `matrix` need to be as exact as `places` decimals outside it."""
    a, b, c, d, _, _ = matrix
    largest = max(math.hypot(a, b), math.hypot(c, d))
    return places + max(0, math.ceil(math.log10(largest))) if largest > 1 else places


def outline_of(run: GlyphRun) -> tuple[Command, ...]:
    """Return the outlines of a run's characters as one path, in mm, in the coordinates of the run."""
    if run.vertical:
        return tuple(command for one in characters_of(run) for command in outline_of(one))
    face = face_named(run.face)
    size, baseline = run.size, run.baseline
    pen = run.x
    commands: list[Command] = []
    for character, advance in zip(run.text, run.advances, strict=True):
        for command in face.outline(character):
            if len(command) == 7:
                name, x1, y1, x2, y2, x, y = command
                handles = (pen + x1 * size, baseline + y1 * size, pen + x2 * size, baseline + y2 * size)
                commands.append((name, *handles, pen + x * size, baseline + y * size))
            elif len(command) == 3:
                name, x, y = command
                commands.append((name, pen + x * size, baseline + y * size))
            else:
                commands.append(command)
        pen += advance
    return _slanted(commands, baseline, run.slant) if run.slant else tuple(commands)


def _slanted(commands: list[Command], baseline: float, slant: float) -> tuple[Command, ...]:
    """Return the commands with every point moved to the right in proportion to its height above the baseline."""
    return tuple(
        (name, *(v + slant * (baseline - numbers[i + 1]) if i % 2 == 0 else v for i, v in enumerate(numbers)))
        for name, *numbers in commands
    )


def shown_rect(scene: Scene, bleed: bool) -> Rect:
    """Return the part of a scene that its own file shows, in mm: the trim, or with `bleed` all that is drawn.

    A scene with a `trim` of its own is a sheet of paper, which is always shown whole.
    """
    beyond = scene.bleed if bleed and scene.trim is None else 0.0
    return (-beyond, -beyond, scene.width + 2 * beyond, scene.height + 2 * beyond)


def placed_rect(placed: Placed) -> Rect:
    """Return the visible part of a placed scene in its own coordinates: its clip, or everything including bleed."""
    return placed.clip or shown_rect(placed.scene, bleed=True)


def scenes_placed_in(items: Iterable[Item]) -> Iterator[Scene]:
    """Yield the scene of every Placed in `items` and in their groups, but not those inside the placed scenes."""
    for item in items:
        if isinstance(item, Placed):
            yield item.scene
        elif isinstance(item, Group):
            yield from scenes_placed_in(item.items)
