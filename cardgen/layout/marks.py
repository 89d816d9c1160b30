"""What the marks in a box's texts mean on a card: looks out of styles, small pictures, and where mistakes stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardgen.data.boxes import BOXES, TextStyle
from cardgen.data.boxes.texts import IconFile
from cardgen.data.model import Template
from cardgen.data.placeholders import PLACEHOLDER, PlaceholderError, fill, texts_in
from cardgen.data.places import Key
from cardgen.data.reading import Marked, Model, try_model
from cardgen.data.templates.icons import shape_of, written_icon
from cardgen.data.templates.markup import Mistake, has_marks, parse_markup, plain_text
from cardgen.errors import DataError, Fault, Own, Place
from cardgen.layout.boxes import Brush, draw_box
from cardgen.layout.boxes.brush import Look, Marks, Report
from cardgen.layout.boxes.pictures import LEAST_DPI, place_picture
from cardgen.layout.desk import Desk
from cardgen.scene.items import Group, scale
from cardgen.text.paragraphs import Inset
from cardgen.words.messages import message

#: Half the height of capitals, ems: a picture higher than they are stands about their middle.
_MIDDLE = 0.36


def said_plainly(text: str, template: Template, lang: str) -> str:
    """A text that tells of a card, without the marks that the card's data brought into it."""
    if not has_marks(text):
        return text
    markup = parse_markup(text, template.styles.keys(), template.icons.keys())
    if markup.mistakes:  # it means something else by them
        return text
    names = {
        name: _name_of(written_icon(icon).value.get("names", {}), name, lang) for name, icon in template.icons.items()
    }
    return plain_text(markup, names).replace("\n", " ")


def _name_of(names: Mapping[str, str], name: str, lang: str) -> str:
    return names.get(lang) or names.get(lang.split("-")[0], name)


def marks_of(desk: Desk, box: Marked, report: Report) -> Marks:
    """What the marks in the texts of a box may name on this card."""
    reader = _Reader(desk, box, report)
    template = desk.template
    return Marks(template.styles.keys(), template.icons.keys(), reader.look, reader.icon, reader.wrong)


@dataclass(frozen=True, slots=True)
class _Reader:
    desk: Desk
    box: Marked
    report: Report

    @property
    def _template(self) -> Template:
        return self.desk.template

    def _filled(self, model: type[Model], written: Marked) -> Model:
        """A value of the template as its model, with what the card says in place of the placeholders."""
        faults: list[Fault] = []

        def wrong(path: Key, error: PlaceholderError) -> None:
            faults.append(Fault(written.place(*path), str(error), error.hint))

        filled = {
            key: value for key, value in fill(written.value, self.desk.values, wrong).items() if value is not None
        }
        found = None
        if not faults:
            found, faults = try_model(model, Marked(filled, written.file, written.places, written.keys, written.base))
        if found is None:
            raise DataError(faults)
        return found

    def look(self, name: str) -> Look:
        style = self._template.styles[name]
        found = self._filled(TextStyle, style)
        said = style.value
        return Look(
            found.font if "font" in said else None,
            found.colour if "colour" in said else None,
            found.size if "size" in said else None,
            found.scale,
        )

    def icon(self, name: str, colour: str, lang: str, size: float) -> Inset:
        """The picture in ems, drawn as it is at `size` mm: so strokes and dots per inch are right."""
        written = written_icon(self._template.icons[name])
        found = self._filled(IconFile, written)
        height = found.height * size
        if found.file is not None:
            picture = self.desk.pictures.open(found.file, written.place("file"))
            width = height * picture.size[0] / picture.size[1]

            def coarse(dpi: float) -> None:
                problem = message("{file} prints at {dpi:.0f} dpi", file=found.file, dpi=dpi)
                hint = message("at least {dpi} look sharp", dpi=LEAST_DPI)
                self.report("low-resolution", problem, hint, Own(("file", "dpi"), LEAST_DPI - dpi))

            items = place_picture(picture, (0.0, 0.0, width, height), colour=colour, coarse=coarse)
        else:
            width = (found.width or found.height) * size
            shape = shape_of(written, width, height)
            model: Any = self._filled(BOXES[shape.value["kind"]], shape)
            brush = Brush(self.desk.styles, lambda _: self._no_picture(written), self.report, self.desk.fonts)
            items = draw_box(model, (0.0, 0.0, width, height), brush)
        drop = max(0.0, found.height / 2 - _MIDDLE) if found.drop is None else found.drop
        told = _name_of(found.names, name, lang)
        return Inset((Group(items, scale(1 / size)),), width / size, found.height, drop, told)

    def _no_picture(self, written: Marked) -> Any:
        raise DataError(Fault(written.place("shape"), "the shape of an icon has no picture in it"))

    def wrong(self, mistake: Mistake, *path: str | int) -> None:
        """A mistake in the text at `path`, told where it stands: in the card's data if it came from there."""
        fault = Fault(self._source(mistake, path), f"{path[0]}: {mistake.message}", mistake.hint)
        self.desk.faults.add(fault, self.desk.card)

    def _source(self, mistake: Mistake, path: Sequence[str | int]) -> Place:
        card = self.desk.source
        if card is None or not isinstance(card.value, dict):
            return self.box.place(*path)
        written = [text for _, text in texts_in(self.box.value.get(str(path[0])))]
        named = [match[1].split(".")[0] for text in written for match in PLACEHOLDER.finditer(text) if match[1]]
        # The fields that the box names; and any, for what a repeat takes out of one.
        for field in (*named, *card.value):
            for inner, text in texts_in(card.value.get(field)):
                markup = parse_markup(text, self._template.styles.keys(), self._template.icons.keys())
                if mistake in markup.mistakes:
                    return card.place(field, *inner)
        return self.box.place(*path)
