"""Icons, drawn for the words that they are among."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NoReturn, TypeAlias

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import dataclass, field
from cardgen.base.words.messages import message
from cardgen.cards.boxes.context import DrawContext, Report
from cardgen.cards.boxes.pictures import high_resolution, low_resolution, missing_picture, place_picture
from cardgen.cards.boxes.registry import load_box_kind
from cardgen.cards.layout.context import PlaceholderFaults
from cardgen.data.fonts import FontSet
from cardgen.data.pictures import PictureFile
from cardgen.data.placeholders import fill
from cardgen.data.reading import Marked, Model, try_model
from cardgen.data.templates.icons import shape_of, written_icon
from cardgen.data.templates.models import IconFile
from cardgen.scene.items import Group, Item, scale
from cardgen.scene.shapes import CellStyle
from cardgen.text.spans import Inset

#: Half the height of capitals, ems. Icons that are higher are centred on the capitals.
_HALF_CAPITAL = 0.36

_Drawn: TypeAlias = tuple[tuple[Item, ...], float]
"""The items of an icon and its width, mm."""


@dataclass(frozen=True, slots=True)
class IconContext:
    """The context of drawing icons: the `values` of their placeholders, and the game's pictures, fonts and styles."""

    values: Mapping[str, object]
    open_picture: Callable[[str, Place], PictureFile]
    report: Report
    fonts: FontSet = field(default_factory=FontSet)
    cell_styles: Mapping[str, CellStyle] = field(default_factory=dict)
    scale: float = 1.0
    """the scale of the millimetres, which decides the dots per inch of pictures"""
    source: Marked | None = None
    """the data of the card that the icon is drawn on"""


def draw_icon(name: str, icon: Marked, colour: str, lang: str, size: float, context: IconContext) -> Inset:
    """Return an icon in ems, drawn at `size` mm, so that its strokes and dots per inch are right.

    It is among words of a colour and a language. DataError for a placeholder or a picture that is wrong.
    """
    written = written_icon(icon)
    read = fill_model(IconFile, written, context.values, context.source)
    draw = _draw_shape if read.file is None else _draw_file
    items, width = draw(read, written, colour, size, context)
    drop = max(0.0, read.height / 2 - _HALF_CAPITAL) if read.drop is None else read.drop
    return Inset(
        (Group(items, scale(1 / size)),), width / size, read.height, drop, name_of_icon(read.names, name, lang)
    )


def name_of_icon(names: Mapping[str, str], name: str, lang: str) -> str:
    """Return the text alternative of an icon in a language, or its own name."""
    return names.get(lang) or names.get(lang.split("-")[0], name)


def fill_model(model: type[Model], written: Marked, values: Mapping[str, object], source: Marked | None) -> Model:
    """Return keys of a template as their model, with their placeholders filled in. DataError if that is not possible.

    `source` is the data of the card whose `values` they are.
    """
    faults = PlaceholderFaults(written, source=source)
    filled = {key: value for key, value in fill(written.value, values, faults.add).items() if value is not None}
    result = None
    if not faults.faults:
        marked = Marked(filled, written.file, written.places, written.keys, written.base)
        result, faults.faults = try_model(model, marked)
    if result is None:
        raise DataError(faults.faults)
    return result


def _draw_file(icon: IconFile, written: Marked, colour: str, size: float, context: IconContext) -> _Drawn:
    """Return the items and the width of an icon that is a picture file."""
    file = icon.file or ""
    height = icon.height * size
    picture = context.open_picture(file, written.place("file"))
    if picture.missing:
        context.report(*missing_picture(file))
    width = height * picture.size[0] / picture.size[1]
    area = (0.0, 0.0, width, height)

    def coarse(dpi: float) -> None:
        context.report(*low_resolution(file, dpi))

    def fine(dpi: float) -> None:
        context.report(*high_resolution(file, dpi))

    return place_picture(picture, area, colour=colour, coarse=coarse, fine=fine, scale=context.scale), width


def _draw_shape(icon: IconFile, written: Marked, _: str, size: float, context: IconContext) -> _Drawn:
    """Return the items and the width of an icon that is a shape."""
    width, height = (icon.width or icon.height) * size, icon.height * size
    shape = shape_of(written, width, height)
    kind = load_box_kind(shape.value["kind"])

    def no_picture(*_: object) -> NoReturn:
        raise DataError(Fault(written.place("shape"), message("the shape of an icon cannot be a picture")))

    drawing = DrawContext(context.cell_styles, no_picture, context.report, context.fonts)
    box = fill_model(kind.model, shape, context.values, context.source)
    return kind.draw(box, (0.0, 0.0, width, height), drawing), width
