"""Scenes as JSON and back: the form in which pictures of cards are kept for ever.

Outlines of letters and of shapes are written once for all scenes of a file, and so are scenes that are placed on
others. Text becomes outlines, so a kept picture needs no font. Lengths are in mm.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from pathlib import Path as FilePath
from typing import Any, assert_never

from cardgen.base.records import replace
from cardgen.formats.paint import path_text, placed_glyphs, unit_outline
from cardgen.scene.items import (
    IDENTITY,
    PATH_DATA,
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
    Stop,
    masked,
    page_digest,
)
from cardgen.scene.keys import content_key
from cardgen.text.fonts import characters_of

_COORDINATES = {"M": 2, "L": 2, "C": 6, "Z": 0}
_COMMAND = re.compile(r"([MLCZ])([^MLCZ]*)")
_COLOUR = re.compile(r"#[0-9a-f]{6}", re.ASCII | re.IGNORECASE)
_SUFFIX = re.compile(r"(\.[a-z0-9]{1,5})?", re.ASCII)
#: The name of the file of an image.
IMAGE = re.compile(rf"art-([0-9a-f]{{64}}){_SUFFIX.pattern}", re.ASCII)

#: The decimals of lengths in mm, of ems, and of the numbers of transforms.
_PLACES, _MATRIX_PLACES = 5, 10
#: Places of letters are whole numbers of this part of a mm.
_STEPS = 10_000


def image_name(image: Image) -> str:
    """Return the name of the file in which the picture of an image is kept: its content decides it."""
    suffix = image.file.suffix.lower()
    return f"art-{image.file_digest}{suffix if _SUFFIX.fullmatch(suffix) else ''}"


class SceneWriter:
    """Scenes as JSON values, with the `shapes` and the placed scenes that they share.

    `scenes` are the values, `images` the images in them by the names of their files.
    """

    def __init__(self) -> None:
        self.shapes: dict[str, int] = {}
        self.scenes: list[dict[str, Any]] = []
        self.images: dict[str, Image] = {}
        self._numbers: dict[str, int] = {}
        self._glyphs: dict[tuple[str, str | int], int] = {}

    def add(self, scene: Scene) -> int:
        """Add a scene, and those that are placed on it. Return its number."""
        key = content_key(scene)
        if key not in self._numbers:
            data: dict[str, Any] = {"size": [_round(scene.width), _round(scene.height)]}
            data |= {"bleed": _round(scene.bleed)} if scene.bleed else {}
            data |= {"trim": [*map(_round, scene.trim)]} if scene.trim else {}
            data["items"] = self._items(scene.items)
            self._numbers[key] = len(self.scenes)
            self.scenes.append(data)
        return self._numbers[key]

    def _items(self, items: Iterable[Item]) -> list[dict[str, Any]]:
        values: list[dict[str, Any]] = []
        for item in items:
            if isinstance(item, GlyphRun):
                values += self._texts(item)
            elif isinstance(item, Path):
                values.append(self._path(item))
            elif isinstance(item, Image):
                values.append(self._image(item))
            elif isinstance(item, Group):
                value: dict[str, Any] = {"group": self._items(item.items), **_matrix(item.matrix)}
                value |= {"clip": self._path(item.clip)} if item.clip is not None else {}
                value |= {"opacity": _round(item.opacity)} if item.opacity != 1 else {}
                values.append(value)
            elif isinstance(item, Placed):
                value = {"scene": self.add(item.scene), **_matrix(item.matrix)}
                value |= {"clip": [*map(_round, item.clip)]} if item.clip is not None else {}
                values.append(value)
            else:
                assert_never(item)
        return values

    def _image(self, image: Image) -> dict[str, Any]:
        name = image_name(image)
        self.images[name] = image
        value: dict[str, Any] = {"image": name, "rect": [*map(_round, image.rect)], "pixels": [*image.pixels]}
        value |= {"page": image.page} if image.page > 1 else {}
        value |= {"mask": self._image(image.mask)} if image.mask is not None else {}
        return value

    def _texts(self, run: GlyphRun) -> Iterator[dict[str, Any]]:
        if run.invisible:
            return
        if run.vertical:
            for one in characters_of(run):
                yield from self._texts(one)
            return
        glyphs, steps, rises = [], [0], []
        for glyph, left, rise in placed_glyphs(run):
            shape = self._glyph(run.face, glyph)
            if shape is not None:
                glyphs.append(shape)
                steps.append(round(left * _STEPS))
                rises.append(round(rise * _STEPS))
        if not glyphs:
            return
        value: dict[str, Any] = {"text": glyphs, "steps": [after - before for before, after in pairwise(steps)]}
        value |= {"size": _round(run.size), "baseline": _round(run.baseline), "colour": run.colour}
        value |= {"rises": rises} if any(rises) else {}
        value |= {"slant": _round(run.slant)} if run.slant else {}
        yield value

    def _glyph(self, face: str, glyph: str | int) -> int | None:
        """Return the number of a glyph's outline in ems; None if the glyph is blank."""
        number = self._glyphs.get((face, glyph))
        if number is None:
            outline = path_text(unit_outline(face, glyph), PATH_DATA, "", _PLACES)
            number = self._glyphs[face, glyph] = self._shape(outline) if outline else -1
        return None if number < 0 else number

    def _shape(self, text: str) -> int:
        return self.shapes.setdefault(text, len(self.shapes))

    def _path(self, path: Path) -> dict[str, Any]:
        value: dict[str, Any] = {"path": self._shape(path_text(path.commands, PATH_DATA, "", _PLACES))}
        if path.fill is not None:
            value["fill"] = _gradient(path.fill) if isinstance(path.fill, Gradient) else path.fill
        if path.stroke is not None and path.stroke_width > 0:
            value |= {"stroke": path.stroke, "width": _round(path.stroke_width)}
            value |= {"dash": [*map(_round, path.dash)]} if path.dash else {}
            value |= {"pen": _pen(path.pen)} if path.pen != PLAIN_PEN else {}
        value |= {"opacity": _round(path.opacity)} if path.opacity != 1 else {}
        value |= {"even_odd": True} if path.even_odd else {}
        return value


def _round(value: float) -> float:
    rounded = round(value, _PLACES)
    return int(rounded) if rounded == int(rounded) else rounded


def _matrix(matrix: Matrix) -> dict[str, list[float]]:
    return {} if matrix == IDENTITY else {"matrix": [round(value, _MATRIX_PLACES) for value in matrix]}


def _pen(pen: Pen) -> list[str | float]:
    return [pen.cap, pen.join, _round(pen.miter), _round(pen.dash_offset)]


def _gradient(gradient: Gradient) -> dict[str, Any]:
    stops = [[_round(stop.offset), stop.colour, _round(stop.opacity)] for stop in gradient.stops]
    value = {"stops": stops, "start": [*map(_round, gradient.start)], "end": [*map(_round, gradient.end)]}
    value |= {} if gradient.radius is None else {"radius": _round(gradient.radius)}
    return value | _matrix(gradient.matrix)


# ---------------------------------------------------------------- reading


class SceneReader:
    """Scenes from JSON values. `images` returns the file of an image by its name.

    The values may be from anybody: whatever is no scene raises ValueError, KeyError, TypeError or IndexError.
    """

    def __init__(
        self, shapes: Sequence[str], scene: Callable[[int], dict[str, Any]], images: Callable[[str], FilePath]
    ) -> None:
        self._texts, self._data, self._images = shapes, scene, images
        self._shapes: dict[int, tuple[Command, ...]] = {}
        self._scenes: dict[int, Scene] = {}

    def scene(self, number: int) -> Scene:
        if number not in self._scenes:
            data = self._data(number)
            width, height = _floats(data["size"], 2)
            trim = data.get("trim")
            self._scenes[number] = Scene(
                width,
                height,
                self._items(data["items"], number),
                bleed=_float(data.get("bleed", 0.0)),
                trim=None if trim is None else _floats(trim, 4),  # type: ignore[arg-type]
            )
        return self._scenes[number]

    def _items(self, values: Sequence[Mapping[str, Any]], number: int) -> tuple[Item, ...]:
        return tuple(self._item(value, number) for value in values)

    def _image(self, value: Mapping[str, Any]) -> Image:
        rect, pixels = _floats(value["rect"], 4), _floats(value["pixels"], 2)
        size = (int(pixels[0]), int(pixels[1]))
        page = int(_float(value.get("page", 1)))
        digest = page_digest(digest_in(value["image"]), page)
        image = Image(self._images(value["image"]), digest, rect, size, page=page)  # type: ignore[arg-type]
        if "mask" not in value:
            return image
        mask = self._image(value["mask"])
        x, y, across, down = mask.rect
        if min(mask.rect) < 0 or max(x + across, y + down) > 1.001:  # it is made as large as the picture
            raise ValueError(value["mask"])
        return masked(image, mask)

    def _item(self, value: Mapping[str, Any], number: int) -> Item:
        if "text" in value:
            return self._text(value)
        if "path" in value:
            return self._path(value)
        if "image" in value:
            return self._image(value)
        if "group" in value:
            clip = self._path(value["clip"]) if "clip" in value else None
            opacity = _float(value.get("opacity", 1.0))
            return Group(self._items(value["group"], number), _read_matrix(value), clip, opacity)
        placed = value["scene"]
        if not isinstance(placed, int) or not 0 <= placed < number:  # no scene can contain itself
            raise ValueError(placed)
        clip_rect = _floats(value["clip"], 4) if "clip" in value else None
        return Placed(self.scene(placed), _read_matrix(value), clip_rect)  # type: ignore[arg-type]

    def _shape(self, number: int) -> tuple[Command, ...]:
        if number not in self._shapes:
            if number < 0:
                raise IndexError(number)
            self._shapes[number] = tuple(_commands(self._texts[number]))
        return self._shapes[number]

    def _text(self, value: Mapping[str, Any]) -> Path:
        size, baseline, slant = (_float(value.get(name, 0.0)) for name in ("size", "baseline", "slant"))
        glyphs, steps = value["text"], _floats(value["steps"])
        rises = _floats(value["rises"]) if "rises" in value else (0.0,) * len(glyphs)
        commands: list[Command] = []
        for glyph, left, rise in zip(glyphs, accumulate(steps), rises, strict=True):
            x, y = left / _STEPS, baseline - rise / _STEPS
            commands += [_scaled(command, x, y, size) for command in self._shape(glyph)]
        if slant:
            commands = [_slanted(command, baseline, slant) for command in commands]
        return Path(tuple(commands), fill=_colour(value["colour"]))

    def _path(self, value: Mapping[str, Any]) -> Path:
        fill, stroke = value.get("fill"), value.get("stroke")
        pen = value.get("pen")
        path = Path(
            self._shape(value["path"]),
            fill if fill is None else _read_gradient(fill) if isinstance(fill, dict) else _colour(fill),
            opacity=_float(value.get("opacity", 1.0)),
            even_odd=value.get("even_odd") is True,
            pen=PLAIN_PEN if pen is None else Pen(_word(pen[0]), _word(pen[1]), *_floats(pen[2:], 2)),
        )
        if stroke is None:
            return path
        dash = _floats(value.get("dash", ()))
        return replace(path, stroke=_colour(stroke), stroke_width=_float(value["width"]), dash=dash)


def _commands(text: str) -> Iterator[Command]:
    for letter, numbers in _COMMAND.findall(text):
        values = [*map(float, numbers.split())]
        if len(values) != _COORDINATES[letter] or not all(map(math.isfinite, values)):
            raise ValueError(text)
        yield (letter, *values)


def _scaled(command: Command, x: float, y: float, size: float) -> Command:
    name, *values = command
    return (name, *((x if i % 2 == 0 else y) + value * size for i, value in enumerate(values)))


def _slanted(command: Command, baseline: float, slant: float) -> Command:
    name, *values = command
    return (
        name,
        *(v + slant * (baseline - values[i + 1]) if i % 2 == 0 else v for i, v in enumerate(values)),
    )


def _float(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(value)
    return float(value)


def _floats(values: Any, count: int | None = None) -> tuple[float, ...]:
    numbers = tuple(map(_float, values))
    if count is not None and len(numbers) != count:
        raise ValueError(values)
    return numbers


def _colour(value: Any) -> str:
    if not _COLOUR.fullmatch(value):
        raise ValueError(value)
    return str(value)


def _word(value: Any) -> Any:
    if value not in ("butt", "round", "square", "miter", "bevel"):
        raise ValueError(value)
    return value


def _read_matrix(value: Mapping[str, Any]) -> Matrix:
    return _floats(value["matrix"], 6) if "matrix" in value else IDENTITY  # type: ignore[return-value]


def _read_gradient(value: Mapping[str, Any]) -> Gradient:
    stops = tuple(Stop(_float(offset), _colour(colour), _float(opacity)) for offset, colour, opacity in value["stops"])
    start, end = _floats(value["start"], 2), _floats(value["end"], 2)
    radius = _float(value["radius"]) if "radius" in value else None
    return Gradient(stops, start, end, radius, _read_matrix(value))  # type: ignore[arg-type]


def digest_in(name: str) -> str:
    """Return the sha256 in the name of an image's file. ValueError for any other name."""
    match = IMAGE.fullmatch(name)
    if match is None:
        raise ValueError(name)
    return match[1]


def as_kept(scene: Scene) -> Scene:
    """Return a scene as it will be read once it is kept: its letters are outlines."""
    writer = SceneWriter()
    number = writer.add(scene)
    reader = SceneReader(list(writer.shapes), writer.scenes.__getitem__, lambda name: writer.images[name].file)
    return reader.scene(number)
