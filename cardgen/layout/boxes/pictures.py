"""Picture files."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.data.boxes.pictures import ImageBox
from cardgen.data.kinds import FileModel
from cardgen.data.pictures import Picture
from cardgen.errors import Own
from cardgen.layout.boxes.brush import Brush, Draw
from cardgen.scene.items import Group, Image, Item, Path, Placed, Rect, rectangle
from cardgen.scene.outlines import arc, rounded
from cardgen.words.messages import message

#: Print services ask for this much, and paper shows less.
LEAST_DPI = 300

WHOLE: Rect = (0.0, 0.0, 1.0, 1.0)


def place_picture(
    picture: Picture,
    area: Rect,
    fit: str = "contain",
    *,
    colour: str = "#000000",
    crop: Rect = WHOLE,
    focus: tuple[float, float] = (0.5, 0.5),
    description: str = "",
    coarse: Callable[[float], None] = lambda _: None,
) -> tuple[Item, ...]:
    """The picture in a room on the card, mm: whole (contain), over all of it (cover) or distorted to it (stretch).

    `crop` is the part of the picture that is taken, in shares of it; `focus` the point of that part which keeps its
    place where there is room to spare or too little. Of an SVG picture what is drawn in currentColor takes `colour`.
    `coarse` is told the dots per inch of a picture that has fewer than LEAST_DPI; shapes have none.
    """
    seen, shown = _fitted(picture, area, fit, crop, focus)
    across, down = shown[2] / seen[2], shown[3] / seen[3]
    left, top = shown[0] - seen[0] * across, shown[1] - seen[1] * down
    if picture.drawing is not None:
        placed = Placed(picture.drawing.scene(colour), (across, 0.0, 0.0, down, left, top), seen)
        return (Group((placed,), description=description),) if description else (placed,)
    dpi = 25.4 / max(across, down)
    if dpi < LEAST_DPI - 0.5:
        coarse(dpi)
    width, height = picture.size
    image = Image(picture.file, picture.digest, (left, top, width * across, height * down), picture.pixels, description)
    if fit == "cover" or crop != WHOLE:
        return (Group((image,), clip=Path(rectangle(*shown))),)
    return (image,)


def _fitted(picture: Picture, area: Rect, fit: str, crop: Rect, focus: tuple[float, float]) -> tuple[Rect, Rect]:
    """The part of the picture that is seen, in the picture's units, and where on the card it lies, mm."""
    x, y, width, height = area
    whole, tall = picture.size
    part = (crop[0] * whole, crop[1] * tall, crop[2] * whole, crop[3] * tall)
    factors = width / part[2], height / part[3]
    if fit == "stretch":
        return part, area
    if fit == "cover":
        wide, high = width / max(factors), height / max(factors)
        return (part[0] + (part[2] - wide) * focus[0], part[1] + (part[3] - high) * focus[1], wide, high), area
    wide, high = part[2] * min(factors), part[3] * min(factors)
    return part, (x + (width - wide) * focus[0], y + (height - high) * focus[1], wide, high)


def _draw_image(box: ImageBox, area: Rect, brush: Brush) -> tuple[Item, ...]:
    def coarse(dpi: float) -> None:
        problem = message("{file} prints at {dpi:.0f} dpi", file=box.file, dpi=dpi)
        hint = message("at least {dpi} look sharp", dpi=LEAST_DPI)
        brush.report("low-resolution", problem, hint, Own(("file", "dpi"), LEAST_DPI - dpi))

    picture = brush.picture(box.file)
    items = place_picture(
        picture,
        area,
        box.fit,
        colour=box.colour,
        crop=box.crop,
        focus=box.focus,
        description=box.description,
        coarse=coarse,
    )
    clip = None
    if box.shape == "ellipse" or box.radius:
        _, shown = _fitted(picture, area, box.fit, box.crop, box.focus)
        clip = Path(arc(shown, 0, 360) if box.shape == "ellipse" else rounded(shown, box.radius))
    return (Group(items, clip=clip, opacity=box.opacity),) if clip or box.opacity < 1 else items


DRAW: dict[type[FileModel], Draw] = {
    ImageBox: _draw_image,
}
