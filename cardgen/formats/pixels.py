"""Picture files as every viewer should show them: the right way up, eight bits to a colour."""

from __future__ import annotations

from PIL import Image as Pictures
from PIL import ImageOps

from cardgen.data.pictures import is_turned


def is_plain(picture: Pictures.Image) -> bool:
    """Whether the file itself says all that there is to see: its samples, as they lie."""
    return not is_turned(picture) and not picture.mode.startswith(("I", "F"))


def as_shown(picture: Pictures.Image) -> Pictures.Image:
    """The picture turned as its camera was held, grey of sixteen bits brought down to eight."""
    if is_turned(picture):
        picture = ImageOps.exif_transpose(picture)
    if picture.mode.startswith("I"):
        return picture.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    return picture
