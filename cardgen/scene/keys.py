"""Keys of scenes by their content: a serialisation of everything that a backend could paint, and its sha256.

The serialisation is a format of its own, independent of how the data classes are written: an attribute is written
under a fixed name, and only if it differs from its default, so a new attribute leaves the keys of existing scenes as
they are. Lengths are rounded to 0.00001 mm. A change that gives existing scenes other keys needs a new KEY_VERSION.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import assert_never
from weakref import WeakKeyDictionary

from cardgen.base.fast import kernel
from cardgen.scene.items import (
    IDENTITY,
    PATH_DATA,
    PLAIN_PEN,
    Command,
    GlyphRun,
    Glyphs,
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
from cardgen.scene.late import LateScene

#: Decisions on pictures are kept under keys of this version. 1 was the `repr` of the data classes.
KEY_VERSION = 2

#: The decimals of lengths.
_PLACES = 5

_keys: WeakKeyDictionary[Scene, str] = WeakKeyDictionary()


def content_key(scene: Scene) -> str:
    """Return the sha256 of the scene's serialisation: equal keys, equal pictures."""
    key = known_key(scene)
    if key is None:
        key = _keys[scene] = content_digest(scene).hex()
    return key


def content_digest(scene: Scene) -> bytes:
    """Return the key of a scene as bytes. It is computed anew, and not kept."""
    return hashlib.sha256("\n".join(serialise(scene)).encode("utf-8", "surrogatepass")).digest()


def known_key(scene: Scene) -> str | None:
    """Return the key of a scene if it has been computed already."""
    if isinstance(scene, LateScene) and (digest := scene.digest) is not None:
        return digest.hex()
    return _keys.get(scene)


def serialise(scene: Scene) -> Iterator[str]:
    """Yield a scene's serialisation, one or more lines at a time.

    A placed scene is written as its key, an image as its sha256.
    """
    yield f"scene {KEY_VERSION} {_numbers(scene.width, scene.height)}"
    yield from _attributes(
        bleed=_unless(scene.bleed, 0.0),
        name=_quoted(scene.name),
        title=_quoted(scene.title),
        description=_quoted(scene.description),
        lang=_quoted(scene.lang, "en"),
        trim=scene.trim and _numbers(*scene.trim),
    )
    lines: list[str] = []
    _add_items(scene.items, lines)
    yield from lines


def _add_items(items: Iterable[Item], lines: list[str]) -> None:
    """Add the lines of items. This takes half the time of yielding them."""
    for item in items:
        if isinstance(item, GlyphRun):
            _add_run(item, lines)
        elif isinstance(item, Path):
            lines += _path(item) if len(item.commands) > _FEW else _recent_path(item)
        elif isinstance(item, Image):
            lines.append(f"image {item.digest} {_numbers(*item.rect)}")
            lines += _attributes(description=_quoted(item.description), stencil=_quoted(item.stencil))
        elif isinstance(item, Group):
            lines.append("group")
            lines += _attributes(
                matrix=_matrix(item.matrix),
                opacity=_unless(item.opacity, 1.0),
                description=_quoted(item.description),
                layer=_quoted(item.layer),
                ink=item.ink or None,
            )
            if item.clip is not None:
                lines.append("clip")
                lines += _path(item.clip)
            _add_items(item.items, lines)
            lines.append("end")
        elif isinstance(item, Placed):
            lines.append(f"placed {content_key(item.scene)}")
            lines += _attributes(matrix=_matrix(item.matrix), clip=item.clip and _numbers(*item.clip))
        else:
            assert_never(item)


def _add_run(run: GlyphRun, lines: list[str]) -> None:
    written = None
    if kernel is not None and run.text and run.advances:
        written = kernel.write_run(run.text, run.face, run.size, run.x, run.baseline, run.advances)
    lines.append(written or write_run(run))
    lines += _look(run.colour, run.lang, run.outlined, run.slant, run.invisible, run.vertical, run.link)
    if run.glyphs is not None:
        lines.append(f" glyphs={_glyphs(run.glyphs)}")


def write_run(run: GlyphRun) -> str:
    """Return the first two lines of a run. The kernel has the same function."""
    place = f"{_number(run.size)} {_number(run.x)} {_number(run.baseline)}"
    return f"run {_quoted(run.text)} {run.face} {place}\n{_numbers(*run.advances)}"


def _glyphs(glyphs: Glyphs) -> str:
    numbers = " ".join(f"{number}@{cluster}" for number, cluster in zip(glyphs.numbers, glyphs.clusters, strict=True))
    return f"{numbers} {_numbers(*(value for offset in glyphs.offsets for value in offset))}"


@lru_cache(maxsize=1024)  # a deck has few
def _look(
    colour: str, lang: str, outlined: bool, slant: float, invisible: bool, vertical: bool, link: str
) -> tuple[str, ...]:
    return _attributes(
        colour=_other(colour, "#000000"),
        lang=_other(lang, "en"),
        echo=_flag(outlined),
        slant=_unless(slant, 0.0),
        unseen=_flag(invisible),
        down=_flag(vertical),
        link=_quoted(link),
    )


def _path(path: Path) -> tuple[str, ...]:
    attributes = _attributes(
        fill=path.fill if path.fill is None or isinstance(path.fill, str) else _gradient(path.fill),
        stroke=path.stroke,
        stroke_width=_unless(path.stroke_width, 0.0),
        dash=_numbers(*path.dash),
        opacity=_unless(path.opacity, 1.0),
        even_odd=_flag(path.even_odd),
        spot=_quoted(path.spot),
        pen=_pen(path.pen),
        finish=_quoted(path.finish),
    )
    return (f"path {_commands(path.commands)}", *attributes)


#: Commands of a path whose lines are kept: a ground or a frame, which most cards of a deck share.
_FEW = 32
_recent: dict[int, tuple[Path, tuple[str, ...]]] = {}


def _recent_path(path: Path) -> tuple[str, ...]:
    """Return the lines of a path that other scenes may have, too."""
    entry = _recent.get(id(path))
    if entry is None:
        if len(_recent) == 256:
            _recent.clear()
        entry = _recent[id(path)] = (path, _path(path))  # with the path, so that its id stays its own
    return entry[1]


#: A command by its length: its name, and its numbers as `_number` writes them, except -0.
_FORMS = {1 + count: "%s" + " ".join(["%.5f"] * count) for count in (0, 2, 6)}


def _commands(commands: tuple[Command, ...]) -> str:
    return write_commands(commands) if kernel is None else kernel.write_path(commands, PATH_DATA, "", _PLACES, False)


def write_commands(commands: Sequence[Command]) -> str:
    """Return the commands of a path. The kernel has the same function."""
    # One formatting operation for the whole path is the fastest way.
    text = "".join([_FORMS[len(command)] for command in commands]) % tuple(chain.from_iterable(commands))
    return text.replace("-0.00000", "0.00000")


def _gradient(gradient: Gradient) -> str:
    stops = ";".join(f"{_numbers(stop.offset, stop.opacity)} {stop.colour}" for stop in gradient.stops)
    radius = "linear" if gradient.radius is None else _numbers(gradient.radius)
    return f"{radius} {_numbers(*gradient.start, *gradient.end)} {_matrix(gradient.matrix)} {stops}"


def _pen(pen: Pen) -> str:
    return "" if pen == PLAIN_PEN else f"{pen.cap} {pen.join} {_numbers(pen.miter, pen.dash_offset)}"


def _attributes(**values: str | None) -> tuple[str, ...]:
    """Return a line for every attribute that has a value."""
    return tuple([f" {name}={value}" for name, value in values.items() if value])


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
    return " ".join(map(_number, values))


class _Numbers(dict[float, str]):
    """Numbers as they are written. A large deck has millions of advances, but few different ones."""

    def __missing__(self, value: float) -> str:
        if len(self) > 16_384:
            self.clear()
        text = f"{value:.{_PLACES}f}"
        self[value] = text = "0.00000" if text == "-0.00000" else text
        return text


#: Returns a number as it is written. As a method of a mapping it takes half the time of a function with a cache.
_number = _Numbers().__getitem__


def _matrix(matrix: Matrix) -> str:
    """Return a transform's numbers, finer than lengths: large drawings are scaled down by small factors."""
    if matrix == IDENTITY:
        return ""
    return ("%.10f " * 6 % matrix).replace("-0.0000000000 ", "0.0000000000 ").rstrip()
