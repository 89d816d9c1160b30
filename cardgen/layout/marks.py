"""The marks in a box's texts on one card: the styles and icons that they name, and the places of mistakes in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn

from cardgen.boxes.context import DrawContext, Report, TextMarks, WordStyle
from cardgen.boxes.pictures import low_resolution, missing_picture, place_picture
from cardgen.boxes.registry import load_box_kind
from cardgen.data.model import Template
from cardgen.data.placeholders import fill, roots_in, texts_in
from cardgen.data.reading import Marked, Model, try_model
from cardgen.data.templates.icons import shape_of, written_icon
from cardgen.data.templates.markup import Mistake, has_marks, parse_markup, plain_text
from cardgen.data.templates.models import IconFile, TextStyle
from cardgen.errors import DataError, Fault, Place
from cardgen.layout.context import PlaceholderFaults, SideContext
from cardgen.records import dataclass
from cardgen.scene.items import Group, Item, scale
from cardgen.text.spans import Inset
from cardgen.words.messages import message

#: Half the height of capitals, ems. Icons that are higher are centred on the capitals.
_HALF_CAPITAL = 0.36


def without_marks(text: str, template: Template, lang: str) -> str:
    """Return a text alternative without the marks that come from the card's data."""
    if not has_marks(text):
        return text
    markup = parse_markup(text, template.styles.keys(), template.icons.keys())
    if markup.mistakes:  # these characters are no marks
        return text
    names = {
        name: _name_of(written_icon(icon).value.get("names", {}), name, lang) for name, icon in template.icons.items()
    }
    return plain_text(markup, names).replace("\n", " ")


def _name_of(names: Mapping[str, str], name: str, lang: str) -> str:
    return names.get(lang) or names.get(lang.split("-")[0], name)


def text_marks(current: Callable[[], SideContext], box: Marked, report: Report) -> TextMarks:
    """Return the styles and icons that the marks in a box's texts may name. `current` returns the context of a card."""
    reader = _MarkReader(current, box, report)
    template = current().template
    return TextMarks(
        template.styles.keys(), template.icons.keys(), reader.word_style, reader.icon, reader.report_mistake
    )


@dataclass(frozen=True, slots=True)
class _MarkReader:
    """Resolves the styles and icons that the marks of one box name."""

    current: Callable[[], SideContext]
    box: Marked
    report: Report

    @property
    def context(self) -> SideContext:
        """The context of the card that is laid out now."""
        return self.current()

    @property
    def _template(self) -> Template:
        return self.context.template

    def _filled(self, model: type[Model], written: Marked) -> Model:
        """Return a value of the template as its model, with the card's values. DataError if that is not possible."""
        faults = PlaceholderFaults(written, source=self.context.source)
        filled = {
            key: value
            for key, value in fill(written.value, self.context.values, faults.add).items()
            if value is not None
        }
        result = None
        if not faults.faults:
            marked = Marked(filled, written.file, written.places, written.keys, written.base)
            result, faults.faults = try_model(model, marked)
        if result is None:
            raise DataError(faults.faults)
        return result

    def word_style(self, name: str) -> WordStyle:
        """Return the style of words; it has only the keys that the template writes."""
        written = self._template.styles[name]
        style = self._filled(TextStyle, written)
        return WordStyle(
            style.font if "font" in written.value else None,
            style.colour if "colour" in written.value else None,
            style.size if "size" in written.value else None,
            style.scale,
            style.rise,
        )

    def icon(self, name: str, colour: str, lang: str, size: float) -> Inset:
        """Return an icon in ems, drawn at `size` mm, so that its strokes and dots per inch are right."""
        written = written_icon(self._template.icons[name])
        icon = self._filled(IconFile, written)
        draw = self._draw_shape if icon.file is None else self._draw_file
        items, width = draw(icon, written, colour, size)
        drop = max(0.0, icon.height / 2 - _HALF_CAPITAL) if icon.drop is None else icon.drop
        words = _name_of(icon.names, name, lang)
        return Inset((Group(items, scale(1 / size)),), width / size, icon.height, drop, words)

    def _draw_file(self, icon: IconFile, written: Marked, colour: str, size: float) -> tuple[tuple[Item, ...], float]:
        """Return the items and the width of an icon that is a picture file, mm."""
        file = icon.file or ""
        height = icon.height * size
        picture = self.context.open_picture(file, written.place("file"))
        if picture.missing:
            self.report(*missing_picture(file))
        width = height * picture.size[0] / picture.size[1]
        area = (0.0, 0.0, width, height)
        return (
            place_picture(
                picture,
                area,
                colour=colour,
                coarse=lambda dpi: self.report(*low_resolution(file, dpi)),
                scale=self.context.shared.frame.factor,
            ),
            width,
        )

    def _draw_shape(self, icon: IconFile, written: Marked, _: str, size: float) -> tuple[tuple[Item, ...], float]:
        """Return the items and the width of an icon that is a shape, mm."""
        width, height = (icon.width or icon.height) * size, icon.height * size
        shape = shape_of(written, width, height)
        kind = load_box_kind(shape.value["kind"])

        def no_picture(_: str) -> NoReturn:
            raise DataError(Fault(written.place("shape"), message("the shape of an icon cannot be a picture")))

        shared = self.context.shared
        context = DrawContext(shared.cell_styles, no_picture, self.report, shared.fonts)
        return kind.draw(self._filled(kind.model, shape), (0.0, 0.0, width, height), context), width

    def report_mistake(self, mistake: Mistake, /, *path: str | int) -> None:
        """Report a mistake in the text at `path`, at its place in the card's data if the text comes from there."""
        place, lang = self._find(mistake, path)
        fault = message("{key}: {problem}", key=path[0], problem=mistake.message)
        if lang:
            template = "{key} in {language!r}: {problem}"
            fault = message(template, key=path[0], language=lang, problem=mistake.message)
        self.context.add_fault(Fault(place, fault, mistake.hint))

    def _find(self, mistake: Mistake, path: Sequence[str | int]) -> tuple[Place, str]:
        """Return the place of a mistake, and its language if it is in one of a card's texts by language."""
        card = self.context.source
        if card is None or not isinstance(card.value, dict):
            return self.box.place(*path), ""
        written = [text for _, text in texts_in(self.box.value.get(str(path[0])))]
        named = list(roots_in(written))
        # First the fields that the box names, then all, because a repeat takes its entries from one of them.
        for field in (*named, *card.value):
            for inner, text in texts_in(card.value.get(field)):
                markup = parse_markup(text, self._template.styles.keys(), self._template.icons.keys())
                if mistake in markup.mistakes:
                    lang = next(iter(inner), "")
                    return card.place(field, *inner), lang if isinstance(lang, str) else ""
        return self.box.place(*path), ""
