"""Boxes that show a picture file."""

from typing import Literal

from cardgen.data.boxes.base import Box
from cardgen.data.kinds import FileModel, FileName


class ImageBox(Box):
    """A picture file from the game's folder."""

    kind: Literal["image"]
    file: FileName
    fit: Literal["contain", "cover", "stretch"] = "contain"
    description: str = ""


KINDS: dict[str, type[FileModel]] = {"image": ImageBox}
