"""Keys of scenes by their content: a serialisation of everything that a backend could paint, and its sha256.

The serialisation is a format of its own, independent of how the data classes are written: an attribute is written
under a fixed name, and only if it differs from its default, so a new attribute leaves the keys of existing scenes as
they are. Lengths are rounded to 0.00001 mm. A change that gives existing scenes other keys needs a new KEY_VERSION.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import assert_never
from weakref import WeakKeyDictionary

from cardgen.scene.items import (
    IDENTITY,
    PLAIN_PEN,
    Command,
    GlyphRun,
    Gradient,
    Group,
    Image,
    Item,
    Matrix,
    Path,
    Pen,
    Placed,
    Scene,
)

#: Decisions on pictures are kept under keys of this version. 1 was the `repr` of the data classes.
KEY_VERSION = 2

_keys: WeakKeyDictionary[Scene, str] = WeakKeyDictionary()


def content_key(scene: Scene) -> str:
    """Return the sha256 of the scene's serialisation: equal keys, equal pictures."""
    if scene not in _keys:
        text = "\n".join(serialise(scene))
        _keys[scene] = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return _keys[scene]


def serialise(scene: Scene) -> Iterator[str]:
    """Yield the lines of a scene's serialisation. A placed scene is written as its key, an image as its sha256."""
    yield f"scene {KEY_VERSION} {_numbers(scene.width, scene.height)}"
    yield from _attributes(
        bleed=_unless(scene.bleed, 0.0),
        name=_quoted(scene.name),
        title=_quoted(scene.title),
        description=_quoted(scene.description),
        lang=_quoted(scene.lang, "en"),
        trim=scene.trim and _numbers(*scene.trim),
    )
    yield from _items(scene.items)


def _items(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, GlyphRun):
            yield from _run(item)
        elif isinstance(item, Path):
            yield from _path(item)
        elif isinstance(item, Image):
            yield f"image {item.digest} {_numbers(*item.rect)}"
            yield from _attributes(description=_quoted(item.description))
        elif isinstance(item, Group):
            yield "group"
            yield from _attributes(
                matrix=_matrix(item.matrix),
                opacity=_unless(item.opacity, 1.0),
                description=_quoted(item.description),
            )
            if item.clip is not None:
                yield "clip"
                yield from _path(item.clip)
            yield from _items(item.items)
            yield "end"
        elif isinstance(item, Placed):
            yield f"placed {content_key(item.scene)}"
            yield from _attributes(matrix=_matrix(item.matrix), clip=item.clip and _numbers(*item.clip))
        else:
            assert_never(item)


def _run(run: GlyphRun) -> Iterator[str]:
    yield f"run {_quoted(run.text)} {run.face} {_numbers(run.size, run.x, run.baseline)}"
    yield _numbers(*run.advances)
    yield from _attributes(
        colour=_other(run.colour, "#000000"),
        lang=_other(run.lang, "en"),
        echo=_flag(run.outlined),
        slant=_unless(run.slant, 0.0),
        unseen=_flag(run.invisible),
        down=_flag(run.vertical),
        link=_quoted(run.link),
    )


def _path(path: Path) -> Iterator[str]:
    yield "path " + "".join(map(_command, path.commands))
    yield from _attributes(
        fill=path.fill if path.fill is None or isinstance(path.fill, str) else _gradient(path.fill),
        stroke=path.stroke,
        stroke_width=_unless(path.stroke_width, 0.0),
        dash=_numbers(*path.dash),
        opacity=_unless(path.opacity, 1.0),
        even_odd=_flag(path.even_odd),
        spot=_quoted(path.spot),
        pen=_pen(path.pen),
    )


def _command(command: Command) -> str:
    return f"{command[0]}{_numbers(*command[1:])}"


def _gradient(gradient: Gradient) -> str:
    stops = ";".join(f"{_numbers(stop.offset, stop.opacity)} {stop.colour}" for stop in gradient.stops)
    radius = "linear" if gradient.radius is None else _numbers(gradient.radius)
    return f"{radius} {_numbers(*gradient.start, *gradient.end)} {_matrix(gradient.matrix)} {stops}"


def _pen(pen: Pen) -> str:
    return "" if pen == PLAIN_PEN else f"{pen.cap} {pen.join} {_numbers(pen.miter, pen.dash_offset)}"


def _attributes(**values: str | None) -> Iterator[str]:
    """Yield a line for every attribute that has a value."""
    return (f" {name}={value}" for name, value in values.items() if value)


def _unless(value: float, default: float) -> str:
    return "" if value == default else _numbers(value)


def _other(word: str, default: str) -> str:
    return "" if word == default else word


def _flag(value: bool) -> str:
    return "yes" if value else ""


def _quoted(text: str, default: str = "") -> str:
    """Return a text after its length, so that no text can imitate what follows it."""
    return "" if text == default else f"{len(text)}:{text}"


def _numbers(*values: float) -> str:
    # One format call for all of them: a card has thousands of advances.
    return ("%.5f " * len(values) % values).replace("-0.00000 ", "0.00000 ").rstrip()


def _matrix(matrix: Matrix) -> str:
    """Return a transform's numbers, finer than lengths: large drawings are scaled down by small factors."""
    if matrix == IDENTITY:
        return ""
    return ("%.10f " * 6 % matrix).replace("-0.0000000000 ", "0.0000000000 ").rstrip()
