"""Picture files."""

from __future__ import annotations

from cardgen.data.boxes.pictures import ImageBox
from cardgen.data.kinds import FileModel
from cardgen.draw.scene import Group, Image, Item, Path, Rect, rectangle
from cardgen.layout.boxes.brush import Brush, Draw

#: Print services ask for this much, and paper shows less.
LEAST_DPI = 300


def _draw_image(box: ImageBox, area: Rect, brush: Brush) -> tuple[Item, ...]:
    x, y, width, height = area
    picture = brush.picture(box.file)
    wide, tall = picture.pixels
    factors = width / wide, height / tall
    scales = {"contain": (min(factors),) * 2, "cover": (max(factors),) * 2, "stretch": factors}[box.fit]
    shown = (wide * scales[0], tall * scales[1])
    dpi = 25.4 / max(scales)
    if dpi < LEAST_DPI - 0.5:
        brush.report("low-resolution", f"{box.file} prints at {dpi:.0f} dpi", f"at least {LEAST_DPI} look sharp")
    rect = (x + (width - shown[0]) / 2, y + (height - shown[1]) / 2, shown[0], shown[1])
    image = Image(picture.file, picture.digest, rect, picture.pixels, box.description)
    return (Group((image,), clip=Path(rectangle(*area))),) if box.fit == "cover" else (image,)


DRAW: dict[type[FileModel], Draw] = {
    ImageBox: _draw_image,
}
