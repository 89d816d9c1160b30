"""The sizes of cards, and their shapes: the outline of each side of a card.

An outline is a path in mm from the top left of the trim. That of a back is mirrored, since a card is turned over about
its vertical axis; that of a landscape side is turned as the side is on a sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypeAlias, TypeVar

from pydantic import Field, WithJsonSchema, model_validator

from cardgen.base.errors import DataError, Fault, WrongValueError, did_you_mean
from cardgen.base.words.messages import message
from cardgen.data.kinds import FileModel, Length
from cardgen.scene.items import PATH_DATA, Command, Matrix, Path, ellipse, rectangle, then, walk
from cardgen.scene.outlines import HEXAGON_HEIGHT, crosses_itself, shrunk, stretched_hexagon
from cardgen.scene.paths import move_path, parse_path, path_bounds, subpaths
from cardgen.scene.regions import inverse

if TYPE_CHECKING:
    from cardgen.data.reading import Marked, Reader

File = TypeVar("File", bound=FileModel)

RECTANGLE, CIRCLE, HEXAGON = "rectangle", "circle", "hexagon"

#: How far the sides of a circle or a regular hexagon may be from what they should be, mm.
_OFF = 0.1

#: How much the proportions of an outline may differ from those of the card.
_DISTORTION = 0.01

SHAPE_WORDS = (
    "what the card looks like when it is cut out: `rectangle`, `circle`, `hexagon`, or its outline, as path data or as "
    "an SVG file of the game with one closed shape"
)

CardShape = Annotated[
    str,
    Field(min_length=1, max_length=20_000, description=SHAPE_WORDS),
    WithJsonSchema(
        {
            "anyOf": [
                {"enum": [RECTANGLE, CIRCLE, HEXAGON]},
                {"type": "string", "pattern": "^(M.*[Zz]|.*\\.svg)$"},
            ]
        }
    ),
]


class CardSize(FileModel):
    """A card size in portrait, mm. `safe` is the distance of the safe area from the trim.

    `shape` is what a card looks like when it is cut out: a `rectangle` with round corners, a `circle`, a regular
    `hexagon`, or its outline: path data, or an SVG file of the game with one closed shape.
    """

    width: Length
    height: Length
    corner: Annotated[float, Field(ge=0, le=50)] = 3.0
    bleed: Annotated[float, Field(ge=0, le=20)] = 3.0
    safe: Annotated[float, Field(ge=0, le=50)] = 3.0
    thickness: Annotated[float, Field(gt=0, le=5)] = 0.3
    shape: CardShape = RECTANGLE

    @model_validator(mode="before")
    @classmethod
    def _corner_of_shape(cls, value: Any) -> Any:
        return _with_corner(value)

    @model_validator(mode="after")
    def _check_insets(self) -> Self:
        shorter = min(self.width, self.height)
        if 2 * self.safe >= shorter:
            template = "safe: {value:g} mm given, expected less than {limit:g} mm, half of the card's shorter side"
            raise WrongValueError(message(template, value=self.safe, limit=shorter / 2))
        if 2 * self.corner > shorter and self.shape == RECTANGLE:
            template = "corner: {value:g} mm given, expected at most {limit:g} mm, half of the card's shorter side"
            raise WrongValueError(message(template, value=self.corner, limit=shorter / 2))
        _check_shape(self)
        return self


def _with_corner(value: Any) -> Any:
    """Return the value of a size with the corner that follows from its shape: the usual one is for rectangles."""
    if not isinstance(value, Mapping) or value.get("shape", RECTANGLE) == RECTANGLE:
        return value
    if "corner" in value:
        raise WrongValueError(
            message("corner: only a rectangle has round corners"), message("leave out corner, or shape")
        )
    width = value.get("width")
    return {**value, "corner": width / 2 if value["shape"] == CIRCLE and isinstance(width, int | float) else 0.0}


def _check_shape(size: CardSize) -> None:
    """Raise WrongValueError if a size cannot have its shape."""
    width, height = size.width, size.height
    if size.shape == CIRCLE and abs(width - height) > 1e-9:
        problem = message("shape: a circle is as wide as it is high, not {width:g} × {height:g} mm", **_given(size))
        raise WrongValueError(problem, message("write the same width and height"))
    if size.shape == HEXAGON:
        short, long = min(width, height), max(width, height)
        if abs(long - short * HEXAGON_HEIGHT) > _OFF:
            problem = message("shape: {width:g} × {height:g} mm is not a regular hexagon", **_given(size))
            right = round(short * HEXAGON_HEIGHT, 2)
            hint = message(
                "expected {short:g} × {long:g} mm, with a corner at the top, or {long:g} × {short:g} mm, with a side",
                short=short,
                long=right,
            )
            raise WrongValueError(problem, hint)
    elif size.shape not in (RECTANGLE, CIRCLE) and not size.shape.endswith(".svg"):
        if not size.shape.startswith(("M", "m")):
            problem = message("shape: there is no shape {name!r}", name=size.shape)
            names = [RECTANGLE, CIRCLE, HEXAGON]
            raise WrongValueError(problem, did_you_mean(size.shape, names))
        outline_of(size)


def _given(size: CardSize) -> dict[str, Any]:
    return {"width": size.width, "height": size.height}


# ---------------------------------------------------------------- outlines


def outline_of(size: CardSize) -> tuple[Command, ...]:
    """Return the outline of a card as it is held, in the width and height of its size; nothing for a rectangle.

    WrongValueError if it is not one closed shape with the proportions of the card.
    """
    return _outline(size.shape, size.width, size.height)


@lru_cache(maxsize=256)
def _outline(shape: str, width: float, height: float) -> tuple[Command, ...]:
    if shape == RECTANGLE:
        return ()
    if shape == CIRCLE:
        return ellipse(width / 2, height / 2, width / 2)
    if shape == HEXAGON:
        return stretched_hexagon((0.0, 0.0, width, height))
    return _fitted(parse_path(shape), width, height)


def _fitted(commands: tuple[Command, ...], width: float, height: float) -> tuple[Command, ...]:
    """Return an outline made as large as the card. WrongValueError if it is distorted by that."""
    shapes = [shape for shape in subpaths(commands) if len(shape) > 1]
    if len(shapes) != 1 or shapes[0][-1] != ("Z",):
        problem = message("shape: {count} shapes, or one that is not closed", count=len(shapes))
        raise WrongValueError(problem, message("expected one closed outline, which ends with Z"))
    left, top, wide, tall = path_bounds(shapes[0]) or (0.0, 0.0, 0.0, 0.0)
    if min(wide, tall) <= 0 or abs(wide * height / (tall * width) - 1) > _DISTORTION:
        problem = message("shape: the outline is {wide:.4g} wide and {tall:.4g} high", wide=wide, tall=tall)
        right = round(width * tall / wide, 2) if wide > 0 else height
        hint = message("a card of {width:g} mm with this outline is {height:g} mm high", width=width, height=right)
        raise WrongValueError(problem, hint)
    if crosses_itself(shapes[0]):
        problem = message("shape: the outline crosses itself")
        raise WrongValueError(problem, message("expected a line that can be cut out in one go"))
    across, down = width / wide, height / tall
    return move_path(shapes[0], (across, 0.0, 0.0, down, -left * across, -top * down))


def portrait_outline(size: CardSize) -> tuple[Command, ...]:
    """Return the outline of a card upright, as its face is on a sheet; nothing for a rectangle."""
    outline = outline_of(size)
    return outline if size.width <= size.height else move_path(outline, _upright(size.width, size.height, False))


@lru_cache(maxsize=256)
def side_outline(size: CardSize, width: float, height: float, *, is_back: bool) -> tuple[Command, ...]:
    """Return the outline of a side whose scene has that width and height, in its own coordinates, mm."""
    matrix = _upright(width, height, is_back)
    if is_back:
        matrix = then(matrix, (-1.0, 0.0, 0.0, 1.0, min(width, height), 0.0))
    back = inverse(matrix)
    assert back is not None
    return move_path(portrait_outline(size), back)


def _upright(width: float, height: float, is_back: bool) -> Matrix:
    """Return the turn of a side on a portrait card: clockwise for a landscape face, anticlockwise for a back."""
    if width <= height:
        return (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    return (0.0, -1.0, 1.0, 0.0, 0.0, width) if is_back else (0.0, 1.0, -1.0, 0.0, height, 0.0)


def face_points(size: CardSize, width: float, height: float, inset: float = 0.0) -> list[list[float]]:
    """Return the corners of a face of that width and height, as shares of them, so much inside of its outline in mm.

    There are none for a rectangle or a circle, which its corners describe. Those of a back are mirrored.
    """
    if size.shape in (RECTANGLE, CIRCLE):
        return []
    points = shrunk(side_outline(size, width, height, is_back=False), inset)
    return [[round(x / width, 5), round(y / height, 5)] for x, y in points]


Corners: TypeAlias = Literal["square", "transparent"]
"""What is in the corners of a picture of a card: its art, or nothing."""

CORNERS_WORDS = (
    "`transparent`: nothing is seen outside of the outline of a card; `square`: all of its art; if left out, "
    "transparent for cards that are not rectangular"
)


def cut_outline(
    size: CardSize, width: float, height: float, corners: Corners | None, *, is_back: bool = False
) -> tuple[Command, ...]:
    """Return the outline outside of which a picture of a side is transparent; nothing if it has square corners."""
    if corners == "square" or (corners is None and size.shape == RECTANGLE):
        return ()
    if size.shape == RECTANGLE:
        return rectangle(0.0, 0.0, width, height, size.corner)
    return side_outline(size, width, height, is_back=is_back)


# ---------------------------------------------------------------- SVG files


def with_outlines(
    file: File, sizes: Mapping[str, CardSize], marked: Marked, reader: Reader, faults: list[Fault]
) -> File:
    """Return game.yaml with the outlines of SVG files in place of their names, and add the faults of these files.

    `sizes` are those that it has.
    """
    own = dict(sizes)
    for name, size in sizes.items():
        if size.shape.endswith(".svg"):
            place = marked.place("sizes", name, "shape")
            own[name] = size.model_copy(update={"shape": RECTANGLE})  # for what is read after a fault
            try:
                path = reader.find(size.shape, place)
                data = _outline_in(reader.read_text(path), reader.shown(path))
                outlined = size.model_copy(update={"shape": data})
                outline_of(outlined)  # with its proportions
                own[name] = outlined
            except WrongValueError as error:
                faults.append(Fault(place, error.text, error.hint))
            except DataError as error:
                faults.extend(error.faults)
    return file.model_copy(update={"sizes": own}) if own != sizes else file


def _outline_in(text: str, name: str) -> str:
    """Return the shapes of an SVG picture as path data."""
    from cardgen.data.svg import read_drawing

    items = walk(read_drawing(text, name).scene().items)
    paths = [move_path(item.commands, matrix) for matrix, item in items if isinstance(item, Path)]
    return "".join(PATH_DATA[name] % tuple(f"{v:.6f}" for v in numbers) for path in paths for name, *numbers in path)
