"""Boxes made of other boxes."""

from typing import Annotated, Any, Literal

from pydantic import Field

from cardgen.data.boxes.base import Box
from cardgen.data.kinds import FileModel, Identifier


class AgainBox(FileModel):
    """Another box of this face drawn once more, turned about the middle of the card: the far corner of a card."""

    kind: Literal["again"]
    of: Identifier
    turn: Annotated[float, Field(ge=-360, le=360)] = 180.0


class GroupBox(Box):
    """Boxes placed together: their coordinates count from this box's top left; turned as one."""

    kind: Literal["group"]
    boxes: Annotated[dict[Identifier, Any], Field(min_length=1)]


KINDS: dict[str, type[FileModel]] = {"again": AgainBox, "group": GroupBox}
