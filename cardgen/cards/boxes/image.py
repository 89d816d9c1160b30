"""The box `image`: a picture file."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema, model_validator

from cardgen.base.errors import DataError, Fault, WrongValueError, nearest
from cardgen.base.words.messages import message
from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.kind import BoxKind
from cardgen.cards.boxes.pictures import (
    bleed_without_effect,
    colour_without_effect,
    fit_picture,
    high_resolution,
    low_resolution,
    missing_picture,
    place_picture,
)
from cardgen.cards.boxes.shapes import OPACITY_WORDS, RADIUS_WORDS, Radius
from cardgen.cards.boxes.values import number_list
from cardgen.data.kinds import COLOUR_PATTERN, Colour, FileName, check_colour, wrong_value
from cardgen.data.pictures import PictureFile
from cardgen.data.templates.box_models import Box, Opacity
from cardgen.scene.colour import colour_names
from cardgen.scene.items import Group, Item, Matrix, Path, Rect, rectangle
from cardgen.scene.outlines import arc, rounded
from cardgen.scene.paths import move_path

_Share = Annotated[float, Field(ge=0, le=1)]
_FOUR_SHARES = number_list(
    4, message("[x, y, width, height] as fractions of the picture"), message("such as [0.25, 0, 0.5, 1]")
)
_TWO_SHARES = number_list(
    2, message("[x, y] as fractions of the picture"), message("such as [0.5, 0], the middle of its upper edge")
)


def _check_crop(crop: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    x, y, width, height = crop
    if width == 0 or height == 0 or x + width > 1 + 1e-9 or y + height > 1 + 1e-9:
        raise WrongValueError(
            message("the part is empty or reaches beyond the picture"), message("expected fractions from 0 to 1")
        )
    return crop


class ImageBox(Box):
    """A picture from the game's folder: pixels (PNG, JPEG, WebP, AVIF, TIFF, GIF, BMP), a page of a PDF, or SVG."""

    kind: Literal["image"]
    file: FileName = Field(description="the file, from the game's folder")
    page: int = Field(default=1, ge=1, description="the page of a PDF, counted from 1")
    fit: Literal["contain", "cover", "stretch"] = Field(
        default="contain",
        description="`contain`: all of it, as large as fits; `cover`: over all of the box; `stretch`: distorted to it",
    )
    crop: Annotated[tuple[_Share, _Share, _Share, _Share], _FOUR_SHARES, AfterValidator(_check_crop)] = Field(
        default=(0.0, 0.0, 1.0, 1.0),
        description="the part of the picture that is used, `[x, y, width, height]` as fractions of it",
    )
    focus: Annotated[tuple[_Share, _Share], _TWO_SHARES] = Field(
        default=(0.5, 0.5),
        description="`[x, y]` as fractions: the part that stays visible if the picture is too large, "
        "its position if it is too small",
    )
    shape: Literal["rect", "ellipse"] = Field(
        default="rect", description="`rect`, or `ellipse` to cut the picture to an ellipse"
    )
    radius: Radius = Field(default=0.0, description=RADIUS_WORDS)
    opacity: Opacity = Field(default=1.0, description=OPACITY_WORDS)
    colour: Colour = Field(default="#000000", description="the colour that replaces `currentColor` in an SVG picture")
    tint: Colour | None = Field(
        default=None,
        description="instead of `colour`, for any SVG picture: its darkest colour becomes this one, white stays white, "
        "others are in between",
    )
    mask: FileName | None = Field(
        default=None,
        description="a picture, stretched over the one that is shown: only what is under the shapes of an SVG picture "
        "is seen; pixels show as much as they are opaque, or light if all of them are opaque",
    )
    bleed: Bleed | None = Field(
        default=None,
        description="what is in the bleed where the picture ends at the trim: `extend` stretches its edge, `mirror` "
        "turns it over, a colour; or the mm of bleed that the file has of its own",
    )
    description: str = Field(default="", description="the text alternative, for readers who cannot see the picture")

    @model_validator(mode="after")
    def _corners_of_a_rectangle(self) -> Self:
        if self.shape == "ellipse" and "radius" in self.model_fields_set:
            raise WrongValueError(message("an ellipse has no corners to round"), message("use shape: rect"))
        if self.mask and not {"shape", "radius"}.isdisjoint(self.model_fields_set):
            raise WrongValueError(message("mask: a picture has one shape only"), message("leave out shape and radius"))
        if self.tint and "colour" in self.model_fields_set:
            raise WrongValueError(message("tint: it replaces all colours"), message("leave out colour"))
        if self.bleed is not None and (self.turn or self.mask or self.shape == "ellipse"):
            raise WrongValueError(
                message("bleed: only an upright rectangle has edges that end at the trim"),
                message("turn the file, or use box: bleed"),
            )
        return self


def draw_image(box: ImageBox, area: Rect, context: DrawContext) -> tuple[Item, ...]:
    """Return the picture fitted into the area and cut to its shape."""
    picture = context.open_picture(box.file, box.page)
    areas = context.areas_of() if box.bleed is not None else {}
    ends = _ends(area, areas)
    if isinstance(box.bleed, float):
        area = area_with_bleed(area, ends, box.bleed)
    if picture.missing:
        context.report(*missing_picture(box.file), key="file")
    for key in ("colour", "tint"):
        if key in box.model_fields_set and (finding := colour_without_effect(picture, box.file, key)):
            context.report(*finding, key=key)
    items = place_picture(
        picture,
        area,
        box.fit,
        colour=box.colour,
        tint=box.tint,
        crop=box.crop,
        focus=box.focus,
        description=box.description,
        coarse=lambda dpi: context.report(*low_resolution(box.file, dpi)),
        fine=lambda dpi: context.report(*high_resolution(box.file, dpi)),
        scale=context.scale,
        mask=_pixel_mask(box, picture, context),
    )
    _, shown = fit_picture(picture, area, box.fit, box.crop, box.focus)
    clip = _clip(box, shown, context)
    if isinstance(box.bleed, str):
        ends = _ends(shown, areas)
    if box.bleed is not None and not picture.missing and not any(ends):
        context.report(*bleed_without_effect(box.file), key="bleed")
    if isinstance(box.bleed, str) and not picture.missing:
        around = draw_bleed(items, shown, ends, areas, box.bleed)
        items, clip = (*around, *((Group(items, clip=clip),) if clip else items)), None
    return (Group(items, clip=clip, opacity=box.opacity),) if clip or box.opacity < 1 else items


def _pixel_mask(box: ImageBox, picture: PictureFile, context: DrawContext) -> PictureFile | None:
    """Return the mask of a picture if it has pixels. DataError if the picture has none."""
    mask = context.open_picture(box.mask) if box.mask is not None else None
    if mask is None or mask.missing or mask.drawing is not None or picture.missing:
        return None
    if picture.drawing is not None:
        problem = message("mask: {mask} has pixels, and {file} has none", mask=box.mask, file=box.file)
        raise DataError(Fault(context.place_of("mask"), problem, message("use an SVG picture as its mask")))
    return mask


def _clip(box: ImageBox, shown: Rect, context: DrawContext) -> Path | None:
    """Return the shape that a picture is cut to; None for all of it."""
    if box.mask is not None:
        mask = context.open_picture(box.mask)
        if mask.missing:
            context.report(*missing_picture(box.mask), key="mask")
            return None
        drawing = mask.drawing
        if drawing is None:
            return None
        x, y, width, height = shown
        matrix = (width / drawing.width, 0.0, 0.0, height / drawing.height, x, y)
        return Path(move_path(drawing.outline(), matrix))
    if box.shape == "ellipse":
        return Path(arc(shown, 0, 360))
    return Path(rounded(shown, box.radius)) if box.radius else None


IMAGE = BoxKind(
    "image", ImageBox, draw_image, "{kind: image, box: [3, 16, 14, 10], file: art/landscape.png, fit: cover}"
)


# ---------------------------------------------------------------- edges


#: An edge that is so near to that of the trim ends there, mm.
_NEAR = 0.05
#: The strip of the picture that is stretched over the bleed, mm: about a pixel of 300 dpi.
_STRIP = 0.08
#: How far the bleed goes on under the picture, so that no line is seen between them, mm.
_UNDER = 0.1


def _check_bleed(value: Any) -> Any:
    near = None
    if isinstance(value, int | float) and not isinstance(value, bool):
        if 0 < value <= 20:
            return float(value)
    elif value in ("extend", "mirror"):
        return value
    elif isinstance(value, str):
        with suppress(WrongValueError):
            return check_colour(value)
        near = nearest(value[:30], ("extend", "mirror", *colour_names()))
    expected = message("extend, mirror, a colour, or a number of mm up to 20")
    raise wrong_value(value, expected, message("did you mean {word!r}?", word=near) if near else "")


Bleed = Annotated[
    str | float,
    BeforeValidator(_check_bleed),
    WithJsonSchema(
        {
            "anyOf": [
                {"enum": ["extend", "mirror"]},
                {"type": "string", "pattern": COLOUR_PATTERN},
                {"type": "number", "exclusiveMinimum": 0, "maximum": 20},
            ]
        }
    ),
]
"""The bleed of a picture that ends at the trim: `extend`, `mirror`, a colour, or the mm that its file has."""


#: For each side of a picture, whether it ends at the trim: left, top, right and bottom.
_Ends: TypeAlias = tuple[bool, bool, bool, bool]


def area_with_bleed(area: Rect, ends: _Ends, own: float) -> Rect:
    """Return the area of a picture with `own` mm of bleed: farther out where it ends at the trim."""
    (left, top, right, bottom), (x, y, width, height) = ends, area
    return (x - own * left, y - own * top, width + own * (left + right), height + own * (top + bottom))


def draw_bleed(
    items: tuple[Item, ...], shown: Rect, ends: _Ends, areas: Mapping[str, Rect], bleed: str
) -> tuple[Item, ...]:
    """Return what is in the bleed beside a picture that is `shown` in a rectangle, where it ends at the trim.

    `areas` are those of the card, in the coordinates of the picture.
    """
    left, top, right, bottom = ends
    x, y, width, height = shown
    across = [(-1, areas["bleed"][0], x + _UNDER)] if left else []
    across += [(0, x, x + width)]
    across += [(1, x + width - _UNDER, areas["bleed"][0] + areas["bleed"][2])] if right else []
    down = [(-1, areas["bleed"][1], y + _UNDER)] if top else []
    down += [(0, y, y + height)]
    down += [(1, y + height - _UNDER, areas["bleed"][1] + areas["bleed"][3])] if bottom else []
    drawn: list[Item] = []
    for column, begin, end in across:
        for row, above, below in down:
            if (column, row) != (0, 0) and end > begin and below > above:
                part = rectangle(begin, above, end - begin, below - above)
                if bleed in ("extend", "mirror"):
                    a, e = _outwards(column, x, width, end - begin, bleed)
                    d, f = _outwards(row, y, height, below - above, bleed)
                    matrix: Matrix = (a, 0.0, 0.0, d, e, f)
                    drawn.append(Group((Group(items, matrix),), clip=Path(part)))
                else:
                    drawn.append(Path(part, fill=bleed))
    return tuple(drawn)


def _outwards(side: int, start: float, length: float, depth: float, bleed: str) -> tuple[float, float]:
    """Return the factor and the shift of one coordinate that turn a picture over at its edge."""
    if side == 0:
        return 1.0, 0.0
    edge = start if side < 0 else start + length
    factor = -1.0 if bleed == "mirror" else -depth / _STRIP
    return factor, edge - factor * edge


def _ends(area: Rect, areas: Mapping[str, Rect]) -> _Ends:
    """Return the sides on which an area ends at the trim of the card's `areas`; none where a box has no such areas."""
    if not areas:
        return False, False, False, False
    trim = areas["trim"]
    far = (area[0] + area[2] - trim[0] - trim[2], area[1] + area[3] - trim[1] - trim[3])
    near = (area[0] - trim[0], area[1] - trim[1])
    left, top, right, bottom = (abs(distance) <= _NEAR for distance in (*near, *far))
    return left, top, right, bottom
