"""The marks in a box's texts on one card: the styles and icons that they name, and the places of mistakes in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardgen.base.errors import Fault, Place, Text, nearest
from cardgen.base.records import dataclass
from cardgen.base.words.messages import Message, message
from cardgen.cards.boxes.context import Report, TextMarks, WordStyle
from cardgen.cards.layout.context import SideContext
from cardgen.cards.layout.icons import IconContext, draw_icon, fill_model, name_of_icon
from cardgen.data.model import Template
from cardgen.data.placeholders import roots_in, texts_in
from cardgen.data.reading import Marked
from cardgen.data.templates.icons import written_icon
from cardgen.data.templates.markup import NO_ICON, Mistake, has_marks, parse_markup, plain_text
from cardgen.data.templates.models import TextStyle
from cardgen.text.spans import Inset


def without_marks(text: str, template: Template, lang: str) -> str:
    """Return a text alternative without the marks that come from the card's data."""
    if not has_marks(text):
        return text
    markup = parse_markup(text, template.styles.keys(), template.icons.keys())
    if markup.mistakes:  # these characters are no marks
        return text
    names = {
        name: name_of_icon(written_icon(icon).value.get("names", {}), name, lang)
        for name, icon in template.icons.items()
    }
    return plain_text(markup, names).replace("\n", " ")


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

    def word_style(self, name: str) -> WordStyle:
        """Return the style of words; it has only the keys that the template writes."""
        written = self._template.styles[name]
        style = fill_model(TextStyle, written, self.context.values, self.context.source)
        return WordStyle(
            style.font if "font" in written.value else None,
            style.colour if "colour" in written.value else None,
            style.size if "size" in written.value else None,
            style.scale,
            style.rise,
            style.underline,
            style.strike,
            style.features,
        )

    def icon(self, name: str, colour: str, lang: str, size: float) -> Inset:
        """Return an icon in ems, drawn at `size` mm."""
        card, shared = self.context, self.context.shared
        context = IconContext(
            card.values,
            card.open_picture,
            self.report,
            shared.fonts,
            shared.cell_styles,
            shared.frame.factor,
            card.source,
        )
        return draw_icon(name, self._template.icons[name], colour, lang, size, context)

    def report_mistake(self, mistake: Mistake, /, *path: str | int) -> None:
        """Report a mistake in the text at `path`, at its place in the card's data if the text comes from there."""
        place, lang = self._find(mistake, path)
        fault = message("{key}: {problem}", key=path[0], problem=mistake.message)
        if lang:
            template = "{key} in {language!r}: {problem}"
            fault = message(template, key=path[0], language=lang, problem=mistake.message)
        self.context.add_fault(Fault(place, fault, self._hint_of(mistake)))

    def _hint_of(self, mistake: Mistake) -> Text:
        """Return the hint of a mistake; for an unknown icon in a card's text, the value of the card that was meant."""
        problem, card = mistake.message, self.context.source
        if not isinstance(problem, Message) or problem.template != NO_ICON:
            return mistake.hint
        if card is None or not isinstance(card.value, dict):
            return mistake.hint
        near = nearest(str(problem.values["name"]), [*self._template.icons, *map(str, card.value)])
        return message("did you mean {word!r}?", word=near) if near else mistake.hint

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
