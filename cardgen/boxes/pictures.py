"""Picture files placed on cards and pages."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.data.pictures import Picture
from cardgen.errors import Own, Text
from cardgen.scene.items import Group, Image, Item, Path, Placed, Rect, rectangle
from cardgen.words.messages import message

#: The resolution that print services ask for; paper shows less.
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
    """Return a picture in an area, mm: whole (contain), over all of it (cover) or distorted to it (stretch).

    `crop` is the part of the picture that is taken, in shares of it. `focus` is the point of that part that keeps its
    place if there is room to spare or too little. `colour` replaces currentColor in an SVG picture. `coarse` is called
    with the dots per inch of a picture that has fewer than LEAST_DPI; shapes have none.
    """
    seen, shown = fit_picture(picture, area, fit, crop, focus)
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


def fit_picture(picture: Picture, area: Rect, fit: str, crop: Rect, focus: tuple[float, float]) -> tuple[Rect, Rect]:
    """Return the part of the picture that is visible, in the picture's units, and where on the card it is, mm."""
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


def low_resolution(file: str, dpi: float) -> tuple[str, Text, Text, Own]:
    """Return the finding of a picture of too few dots per inch: its name, message, hint and card-specific part."""
    printed = message("{file} prints at {dpi:.0f} dpi", file=file, dpi=dpi)
    hint = message("expected at least {dpi} dpi: use a larger picture", dpi=LEAST_DPI)
    return "low-resolution", printed, hint, Own(("file", "dpi"), LEAST_DPI - dpi)
