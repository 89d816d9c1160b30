"""What the backends have in common: numbers as text, the outlines of a run, and the part of a scene that is shown."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from threading import Lock

from cardgen.scene.items import Command, GlyphRun, Group, Item, Matrix, Placed, Rect, Scene
from cardgen.text.fonts import characters_of, face_named

#: Decimals of a coordinate in mm: a ten-thousandth, a tenth of what the backends may differ by.
PLACES = 4

#: So many decimals fewer for letters drawn as outlines: half a micron is near enough, and they are most of a file.
OUTLINE_COARSER = 1


class _Numbers(dict[float, str]):
    """Texts of numbers with so many decimals, worked out when first asked for: a drawing repeats its coordinates."""

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
    """Any finite number → its text with at most `places` decimals: no exponent, no trailing zeros, no -0."""
    return _Numbers(places)


def number(value: float, places: int = PLACES) -> str:
    """`value` with at most `places` decimals: no exponent, no trailing zeros, no -0. ValueError unless finite."""
    return numbers(places)[value]


#: Paths of fewer commands are written as fast as they are looked up.
_LONG_PATH = 64
#: So many characters of long paths are kept: a picture stands on many cards, in files of several kinds.
_MOST_KEPT = 1 << 23

_kept: dict[tuple[int, str, int], tuple[tuple[Command, ...], str]] = {}
_keeping = Lock()  # a review server draws in several threads


def path_text(commands: tuple[Command, ...], templates: Mapping[str, str], separator: str, places: int) -> str:
    """A path in a backend's own notation: `templates` holds a %s for each coordinate of each kind of command."""
    if len(commands) < _LONG_PATH:
        return _path_text(commands, templates, separator, places)
    # By identity, which holds as long as the commands are kept, too: hashing them would take as long as writing.
    key = (id(commands), templates["M"], places)
    known = _kept.get(key)
    if known is not None:
        return known[1]
    text = _path_text(commands, templates, separator, places)
    with _keeping:
        if len(text) + sum(len(kept) for _, kept in _kept.values()) > _MOST_KEPT:
            _kept.clear()
        _kept[key] = commands, text
    return text


def _path_text(commands: tuple[Command, ...], templates: Mapping[str, str], separator: str, places: int) -> str:
    text = numbers(places)
    template = separator.join([templates[command[0]] for command in commands])
    # In one go, for the sake of speed: paths are most of what there is to write.
    return template % tuple([text[v] for command in commands for v in command[1:]])


def without_empty_lines(commands: tuple[Command, ...], places: int) -> tuple[Command, ...]:
    """A path without lines from a point to itself, such as those between the round corners of a circle.

    Points are the same when they are written alike, with `places` decimals.
    """
    text = numbers(places)
    kept: list[Command] = []
    here: list[str] = []
    for command in commands:
        _, *coordinates = command
        end = [text[v] for v in coordinates[-2:]]
        if command[0] != "L" or end != here:
            kept.append(command)
        here = end
    return tuple(kept)


def matrix_numbers(matrix: Matrix, places: int = PLACES) -> str:
    """The six numbers of a matrix: turns and scales to nine decimals, so that a metre turned is still exact."""
    return " ".join([*(number(v, 9) for v in matrix[:4]), *(number(v, places) for v in matrix[4:])])


def places_under(matrix: Matrix, places: int) -> int:
    """The decimals that coordinates under `matrix` need to be as exact as `places` decimals are outside it."""
    a, b, c, d, _, _ = matrix
    largest = max(math.hypot(a, b), math.hypot(c, d))
    return places + max(0, math.ceil(math.log10(largest))) if largest > 1 else places


def outline_of(run: GlyphRun) -> tuple[Command, ...]:
    """The shapes of a run's characters as one path in the run's own coordinates, mm."""
    if run.down:
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
    """The commands with every point pushed to the right by its height over the baseline."""
    return tuple(
        (name, *(v + slant * (baseline - numbers[i + 1]) if i % 2 == 0 else v for i, v in enumerate(numbers)))
        for name, *numbers in commands
    )


def shown_rect(scene: Scene, bleed: bool) -> Rect:
    """The part of a scene that a file of its own shows, mm: the trim, or with `bleed` all that is drawn.

    A scene with a `trim` of its own is a sheet of paper: it is shown whole, and what bleeds are the cards on it.
    """
    beyond = scene.bleed if bleed and scene.trim is None else 0.0
    return (-beyond, -beyond, scene.width + 2 * beyond, scene.height + 2 * beyond)


def placed_rect(placed: Placed) -> Rect:
    """The part of the placed scene that shows, in its own coordinates: its clip, or all out to its bleed."""
    return placed.clip or shown_rect(placed.scene, bleed=True)


def scenes_placed_in(items: Iterable[Item]) -> Iterator[Scene]:
    """The scene of every Placed among `items` and in their groups, but not those inside the placed scenes."""
    for item in items:
        if isinstance(item, Placed):
            yield item.scene
        elif isinstance(item, Group):
            yield from scenes_placed_in(item.items)
