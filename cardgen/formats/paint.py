"""Shared by the backends: numbers as text, the outlines of a run, and the part of a scene that a file shows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from threading import Lock
from typing import TypeAlias

from cardgen.base.fast import kernel
from cardgen.scene.items import Command, GlyphRun, Group, Item, Matrix, Placed, Rect, Scene
from cardgen.text.faces import Face, cached_by_font
from cardgen.text.fonts import characters_of, face_named

#: Decimals of a coordinate in mm. The backends may differ by ten times this precision.
PLACES = 4

#: Letters drawn as outlines have this many decimals fewer: half a micron is exact enough, and they are most of a file.
OUTLINE_COARSER = 1


def escape_xml(text: str) -> str:
    """Return a text as the content of an element of XML. The standard library's function imports half of the web."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


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


#: Shorter paths are not cached: writing them is as fast as a lookup.
_LONG_PATH = 64
#: Characters of long paths that are cached: the same picture is on many cards, in files of several formats.
_CACHE_SIZE = 1 << 23

Templates: TypeAlias = dict[str, str]
"""A backend's notation of each kind of command, with a %s for each coordinate."""

Points: TypeAlias = tuple[tuple[float, float], ...]
"""Points of a glyph, in ems."""

_cache: dict[tuple[object, ...], tuple[object, str]] = {}
_cache_used = 0
_cache_lock = Lock()  # the review server draws in several threads


def path_text(commands: tuple[Command, ...], templates: Templates, separator: str, places: int) -> str:
    """Return a path in a backend's notation."""

    def write() -> str:
        if kernel is None:
            return write_path(commands, templates, separator, places)
        return kernel.write_path(commands, templates, separator, places, True)

    if len(commands) < _LONG_PATH:
        return write()
    # By identity, because hashing takes as long as formatting. The cache keeps the commands, so ids stay unique.
    return _cached((id(commands), templates["M"], places), commands, write)


def write_path(commands: tuple[Command, ...], templates: Templates, separator: str, places: int) -> str:
    """Return a path in a backend's notation. The kernel has the same function."""
    names, values = [command[0] for command in commands], [v for command in commands for v in command[1:]]
    return _format(names, values, templates, separator, places)


def outline_text(run: GlyphRun, templates: Templates, separator: str, places: int) -> str:
    """Return the outlines of a run's characters, as `outline_of`, in a backend's notation."""
    if run.vertical or run.slant:
        return path_text(outline_of(run), templates, separator, places)
    face = face_named(run.face)

    def write() -> str:
        glyphs = [(*_points_of(face, glyph), left, run.baseline - rise) for glyph, left, rise in placed_glyphs(run)]
        if kernel is None:
            return write_outlines(glyphs, run.size, templates, separator, places)
        return kernel.write_outlines(glyphs, run.size, templates, separator, places)

    return _cached((id(run), templates["M"], places, id(face)), (run, face), write)


def write_outlines(
    glyphs: Iterable[tuple[str, Points, float, float]], size: float, templates: Templates, separator: str, places: int
) -> str:
    """Return glyphs of a `size` in a backend's notation: names of commands, points in ems, and the origin of each.

    The kernel has the same function.
    """
    names, values = "", list[float]()
    for own, points, left, bottom in glyphs:
        names += own
        values += [value for x, y in points for value in (left + x * size, bottom + y * size)]
    return _format(names, values, templates, separator, places)


def _cached(key: tuple[object, ...], kept: object, write: Callable[[], str]) -> str:
    """Return the text under a key; if there is none, write it, and keep it as long as there is room."""
    cached = _cache.get(key)
    if cached is not None:
        return cached[1]
    text = write()
    global _cache_used
    with _cache_lock:
        if _cache_used + len(text) > _CACHE_SIZE:
            _cache.clear()
            _cache_used = 0
        _cache_used += len(text)
        _cache[key] = kept, text
    return text


def _format(names: Iterable[str], values: list[float], templates: Templates, separator: str, places: int) -> str:
    """Return commands with numbers like those of `numbers`."""
    # One formatting operation for the whole path, and a replacement for each decimal: paths are most of the output, and
    # this is the fastest way.
    end = "\0"
    forms = {name: template.replace("%s", f"%.{places}f{end}") for name, template in templates.items()}
    text = separator.join([forms[name] for name in names]) % tuple(values)
    if "nan" in text or "inf" in text:
        for value in values:
            number(value, places)  # ValueError for the one that is not finite
    zero = f"{0:.{places}f}{end}"
    text = text.replace(f"-{zero}", zero)
    for _ in range(places):
        text = text.replace(f"0{end}", end)
    return text.replace(f".{end}", end).replace(end, "")


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
    commands: list[Command] = []
    for glyph, left, rise in placed_glyphs(run):
        bottom = baseline - rise
        for command in _outline(face, glyph):
            if len(command) == 7:
                name, x1, y1, x2, y2, x, y = command
                handles = (left + x1 * size, bottom + y1 * size, left + x2 * size, bottom + y2 * size)
                commands.append((name, *handles, left + x * size, bottom + y * size))
            elif len(command) == 3:
                name, x, y = command
                commands.append((name, left + x * size, bottom + y * size))
            else:
                commands.append(command)
    return _slanted(commands, baseline, run.slant) if run.slant else tuple(commands)


def placed_glyphs(run: GlyphRun) -> Iterator[tuple[str | int, float, float]]:
    """Yield each glyph as its character or its number, its left and its height above the baseline in mm."""
    pen = run.x
    if run.glyphs is None:
        for character, advance in zip(run.text, run.advances, strict=True):
            yield character, pen, 0.0
            pen += advance
        return
    numbers = run.glyphs.numbers
    for number, advance, (x, y) in zip(
        numbers, run.advances, run.glyphs.offsets or ((0.0, 0.0),) * len(numbers), strict=True
    ):
        yield number, pen + x * run.size, y * run.size
        pen += advance


@cached_by_font(16_384)
def _points_of(face: Face, glyph: str | int) -> tuple[str, Points]:
    """Return a glyph's outline in ems as the names of its commands and all their points."""
    outline = _outline(face, glyph)
    points = [pair for _, *values in outline for pair in zip(values[::2], values[1::2], strict=True)]
    return "".join(command[0] for command in outline), tuple(points)


def unit_outline(face: str, glyph: str | int) -> tuple[Command, ...]:
    """Return the outline of a glyph, by its character or its number in a face of that name, in ems."""
    return _outline(face_named(face), glyph)


def _outline(face: Face, glyph: str | int) -> tuple[Command, ...]:
    return face.outline(glyph) if isinstance(glyph, str) else face.glyph_outline(glyph)


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
