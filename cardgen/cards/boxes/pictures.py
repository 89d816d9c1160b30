"""Picture files placed on cards and pages."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.base.errors import Own, Text
from cardgen.base.words.messages import message
from cardgen.data.pictures import PictureFile
from cardgen.scene.items import Group, Image, Item, Path, Placed, Rect, masked, polyline, rectangle
from cardgen.text.blocks import place_flow
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span

#: The resolution that print services ask for; paper shows less.
LEAST_DPI = 300

#: More is lost in print, and a large picture takes time and space. Icons may have more: they are small.
MOST_DPI = 1200
_LARGE = 2_000_000

WHOLE: Rect = (0.0, 0.0, 1.0, 1.0)


def place_picture(
    picture: PictureFile,
    area: Rect,
    fit: str = "contain",
    *,
    colour: str = "#000000",
    tint: str | None = None,
    crop: Rect = WHOLE,
    focus: tuple[float, float] = (0.5, 0.5),
    description: str = "",
    coarse: Callable[[float], None] = lambda _: None,
    fine: Callable[[float], None] = lambda _: None,
    scale: float = 1.0,
    mask: PictureFile | None = None,
) -> tuple[Item, ...]:
    """Return a picture in an area, mm: whole (contain), over all of it (cover) or distorted to it (stretch).

    `crop` is the part of the picture that is taken, in shares of it. `focus` is the point of that part that keeps its
    place if there is room to spare or too little. `colour` replaces currentColor in an SVG picture; with a `tint` it is
    in shades of that. `coarse` is called
    with the dots per inch of a picture that has fewer than LEAST_DPI, `fine` with those of a large one that has more
    than MOST_DPI; shapes have none. `scale` is that of the mm. A `mask` of pixels is stretched over what is seen of a
    picture of pixels.
    """
    if picture.missing:
        return _placeholder(picture.missing, area)
    seen, shown = fit_picture(picture, area, fit, crop, focus)
    across, down = shown[2] / seen[2], shown[3] / seen[3]
    left, top = shown[0] - seen[0] * across, shown[1] - seen[1] * down
    if picture.drawing is not None:
        drawn = picture.drawing.tinted(tint) if tint else picture.drawing.scene(colour)
        placed = Placed(drawn, (across, 0.0, 0.0, down, left, top), seen)
        return (Group((placed,), description=description),) if description else (placed,)
    dpi = 25.4 / max(across, down) / scale
    if dpi < LEAST_DPI - 0.5 and not picture.taken:
        coarse(dpi)
    if dpi > MOST_DPI + 0.5 and picture.pixels[0] * picture.pixels[1] >= _LARGE:
        fine(dpi)
    width, height = picture.size
    image = Image(
        picture.file,
        picture.digest,
        (left, top, width * across, height * down),
        picture.pixels,
        description,
        page=picture.page,
        taken=picture.taken,
    )
    if mask is not None:
        shares = (seen[0] / width, seen[1] / height, seen[2] / width, seen[3] / height)
        image = masked(image, Image(mask.file, mask.digest, shares, mask.pixels, page=mask.page))
    if fit == "cover" or crop != WHOLE:
        return (Group((image,), clip=Path(rectangle(*shown))),)
    return (image,)


#: The ground, the lines and the words of a placeholder: 6.9:1.
_GROUND, _LINE, _WORDS = "#e6e9ef", "#8a94a3", "#3f4957"
#: The size of the words, and the smallest, mm; less room has no words.
_LARGEST, _LEAST = 3.0, 1.5


def _placeholder(name: str, area: Rect) -> tuple[Item, ...]:
    """Return the placeholder of a missing picture: a crossed frame with the name of the file."""
    x, y, width, height = area
    words = message("picture to come: {file}", file=name).in_language("en")
    frame = Path(rectangle(x, y, width, height), fill=_GROUND)
    cross = [*polyline((x, y), (x + width, y + height)), *polyline((x + width, y), (x, y + height))]
    items: list[Item] = [frame, Path(tuple(cross), stroke=_LINE, stroke_width=0.2)]
    size = min(_LARGEST, height / 4)
    if size >= _LEAST:
        flow = layout_paragraph([Span(name, "medium", _WORDS)], size, 1e6, leading=1.2)
        size = min(size, size * (width - 2) / (flow.width + 1.6))
    if size >= _LEAST:
        flow = layout_paragraph([Span(name, "medium", _WORDS)], size, 1e6, leading=1.2)
        left, top = x + (width - flow.width) / 2, y + (height - flow.height) / 2
        items.append(Path(rectangle(left - 0.8, top - 0.4, flow.width + 1.6, flow.height + 0.8, 0.6), fill=_GROUND))
        items += place_flow(flow, left, top)
    return (Group(tuple(items), clip=Path(rectangle(*area)), description=words),)


def fit_picture(
    picture: PictureFile, area: Rect, fit: str, crop: Rect, focus: tuple[float, float]
) -> tuple[Rect, Rect]:
    """Return the part of the picture that is visible, in the picture's units, and where on the card it is, mm."""
    x, y, width, height = area
    if picture.missing:
        return WHOLE, area
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


def high_resolution(file: str, dpi: float) -> tuple[str, Text, Text, Own]:
    """Return the finding of a picture of too many dots per inch: its name, message, hint and card-specific part."""
    printed = message("{file} prints at {dpi:.0f} dpi, more than anybody sees", file=file, dpi=dpi)
    hint = message("more than {dpi} dpi only takes time and space: make the picture smaller", dpi=MOST_DPI)
    return "high-resolution", printed, hint, Own(("file", "dpi"), dpi - MOST_DPI)


def colour_without_effect(picture: PictureFile, file: str, key: str) -> tuple[str, Text, Text, Own] | None:
    """Return the finding of a colour that changes nothing of a picture; None if it changes it, or it is missing."""
    name, own, drawing = "colour-without-effect", Own(("file",)), picture.drawing
    if picture.missing or (drawing is not None and (key == "tint" or drawing.has_current_colour)):
        return None
    if drawing is None:
        problem = message("{key} changes nothing of {file}, which has pixels", key=key, file=file)
        return name, problem, message("use an SVG picture"), own
    problem = message("colour changes nothing of {file}, which has no currentColor", file=file)
    return name, problem, message("write tint instead of colour"), own


def bleed_without_effect(file: str) -> tuple[str, Text, Text, Own]:
    """Return the finding of a picture with a bleed that has no edge at the trim."""
    problem = message("bleed changes nothing of {file}, which ends nowhere at the trim", file=file)
    return "bleed-without-effect", problem, message("let it end at the trim, or leave out bleed"), Own(("file",))


def missing_picture(file: str) -> tuple[str, Text, Text, Own]:
    """Return the finding of a picture that a draft does without: its name, message, hint and card-specific part."""
    problem = message("there is no picture {file}: a placeholder is drawn", file=file)
    return "missing-picture", problem, message("add the file before you print"), Own(("file",))
