"""Templates as people write them: the boxes that a side of a card is made of, and what each may say."""

from typing import Annotated, Any, Literal

from pydantic import Field

from cardgen.data.boxes import grouping, pictures, shapes, squares, texts
from cardgen.data.boxes.base import AREAS, Box, FileNames
from cardgen.data.boxes.grouping import REPEATED, AgainBox, GroupBox, RepeatBox
from cardgen.data.boxes.texts import TextStyle
from cardgen.data.kinds import Colour, FileModel, Identifier, Texts

__all__ = [
    "AREAS",
    "BOXES",
    "REPEATED",
    "AgainBox",
    "Box",
    "GroupBox",
    "RepeatBox",
    "TemplateFile",
    "TemplateSide",
    "TextStyle",
]

#: Every kind of box by its name.
BOXES: dict[str, type[FileModel]] = {
    **shapes.KINDS,
    **texts.KINDS,
    **squares.KINDS,
    **pictures.KINDS,
    **grouping.KINDS,
}


class TemplateSide(FileModel):
    """One side of a card: its boxes by name, painted in order, and the picture told in words."""

    description: Texts
    boxes: Annotated[dict[Identifier, Any], Field(min_length=1)]


class TemplateFile(FileModel):
    """A template: which way up the card is, the text styles and colours it names, its face and its back.

    Its `boxes` are models that are never painted themselves: others extend them.
    """

    extends: FileNames = ()
    orientation: Literal["portrait", "landscape"] = "portrait"
    styles: dict[Identifier, Any] = {}
    colours: dict[Identifier, Colour] = {}
    icons: Annotated[dict[Identifier, Any], Field(max_length=1000)] = {}
    boxes: dict[Identifier, Any] = {}
    face: TemplateSide
    back: TemplateSide | None = None
