"""Boxes that show a picture file."""

from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from cardgen.data.boxes.base import Box, Opacity
from cardgen.data.boxes.shapes import Radius
from cardgen.data.kinds import Colour, FileModel, FileName
from cardgen.data.wording import as_written
from cardgen.errors import WrongValueError

Share = Annotated[float, Field(ge=0, le=1)]


def _four_shares(value: Any) -> Any:
    if not isinstance(value, list | tuple) or len(value) != 4:
        told = f"{as_written(value)} given, expected [x, y, width, height] in shares of the picture"
        raise WrongValueError(told, "such as [0.25, 0, 0.5, 1]")
    return tuple(value)


def _two_shares(value: Any) -> Any:
    if not isinstance(value, list | tuple) or len(value) != 2:
        told = f"{as_written(value)} given, expected [x, y] in shares of the picture"
        raise WrongValueError(told, "such as [0.5, 0], the middle of its upper edge")
    return tuple(value)


def _within(crop: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    x, y, width, height = crop
    if width == 0 or height == 0 or x + width > 1 + 1e-9 or y + height > 1 + 1e-9:
        raise WrongValueError("a part of a picture has a size, and ends where the picture does", "shares from 0 to 1")
    return crop


class ImageBox(Box):
    """A picture file from the game's folder: PNG, JPEG, WebP, or shapes as SVG.

    `crop` is the part of it that is taken, in shares; `focus` what keeps its place when it does not fit exactly. Its
    corners may be rounded, or it is cut to an ellipse. `colour` is the currentColor of an SVG picture.
    """

    kind: Literal["image"]
    file: FileName
    fit: Literal["contain", "cover", "stretch"] = "contain"
    crop: Annotated[tuple[Share, Share, Share, Share], BeforeValidator(_four_shares), AfterValidator(_within)] = (
        0.0,
        0.0,
        1.0,
        1.0,
    )
    focus: Annotated[tuple[Share, Share], BeforeValidator(_two_shares)] = (0.5, 0.5)
    shape: Literal["rect", "ellipse"] = "rect"
    radius: Radius = 0.0
    opacity: Opacity = 1.0
    colour: Colour = "#000000"
    description: str = ""

    @model_validator(mode="after")
    def _corners_of_a_rectangle(self) -> Self:
        if self.shape == "ellipse" and "radius" in self.model_fields_set:
            raise WrongValueError("an ellipse has no corners to round", "shape: rect")
        return self


KINDS: dict[str, type[FileModel]] = {"image": ImageBox}
