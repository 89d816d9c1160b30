"""The box `image`: a picture file."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import message
from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.kind import BoxKind
from cardgen.cards.boxes.pictures import fit_picture, high_resolution, low_resolution, missing_picture, place_picture
from cardgen.cards.boxes.shapes import OPACITY_WORDS, RADIUS_WORDS, Radius
from cardgen.cards.boxes.values import number_list
from cardgen.data.kinds import Colour, FileName
from cardgen.data.templates.box_models import Box, Opacity
from cardgen.scene.items import Group, Item, Path, Rect
from cardgen.scene.outlines import arc, rounded

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
    """A picture from the game's folder: pixels (PNG, JPEG, WebP, AVIF, TIFF, GIF, BMP), or shapes as SVG."""

    kind: Literal["image"]
    file: FileName = Field(description="the file, from the game's folder")
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
    description: str = Field(default="", description="the text alternative, for readers who cannot see the picture")

    @model_validator(mode="after")
    def _corners_of_a_rectangle(self) -> Self:
        if self.shape == "ellipse" and "radius" in self.model_fields_set:
            raise WrongValueError(message("an ellipse has no corners to round"), message("use shape: rect"))
        return self


def draw_image(box: ImageBox, area: Rect, context: DrawContext) -> tuple[Item, ...]:
    """Return the picture fitted into the area and cut to its shape."""
    picture = context.open_picture(box.file)
    if picture.missing:
        context.report(*missing_picture(box.file), key="file")
    items = place_picture(
        picture,
        area,
        box.fit,
        colour=box.colour,
        crop=box.crop,
        focus=box.focus,
        description=box.description,
        coarse=lambda dpi: context.report(*low_resolution(box.file, dpi)),
        fine=lambda dpi: context.report(*high_resolution(box.file, dpi)),
        scale=context.scale,
    )
    clip = None
    if box.shape == "ellipse" or box.radius:
        _, shown = fit_picture(picture, area, box.fit, box.crop, box.focus)
        clip = Path(arc(shown, 0, 360) if box.shape == "ellipse" else rounded(shown, box.radius))
    return (Group(items, clip=clip, opacity=box.opacity),) if clip or box.opacity < 1 else items


IMAGE = BoxKind(
    "image", ImageBox, draw_image, "{kind: image, box: [3, 16, 14, 10], file: art/landscape.png, fit: cover}"
)
