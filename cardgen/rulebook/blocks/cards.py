"""`cards T 2-3~`: faces of cards, `~` upside down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import dataclass
from cardgen.base.values import as_text
from cardgen.base.words.messages import message, printed
from cardgen.data.kinds import FieldName, Length, ValuePath
from cardgen.data.placeholders import spoken
from cardgen.data.reading import Marked
from cardgen.rulebook.blocks.context import BlockContext, Fence
from cardgen.rulebook.blocks.figure import FigureBody
from cardgen.rulebook.book import Figure, Panel, Picture, Sources, Text, Words
from cardgen.rulebook.inline import split_languages
from cardgen.rulebook.lines import one
from cardgen.rulebook.loops import Selection, entries_of
from cardgen.scene.items import Command, Group, Item, Path, Placed, Scene, rectangle, scale, then, translate, turn
from cardgen.scene.paths import move_path
from cardgen.scene.shapes import Drawing


class CardsBody(FigureBody, Selection):
    """`copies` labels each face with its number of copies instead of its name; `width` is that of a face, mm.

    `label` is the field that is below each face; the default is the card's name, or its id if it has none. The cards
    `of` a table follow those that are named.
    """

    of: ValuePath | None = None
    copies: bool = False
    label: FieldName | None = None
    width: Length | None = None


@dataclass(frozen=True, slots=True, eq=False)
class FacePicture(Picture):
    """A card's face, upright or upside down, `width` mm wide."""

    scene: Scene
    turned: bool
    width: float

    def draw(self, width: float, sources: Sources) -> Drawing:  # noqa: ARG002
        factor, outline = self.width / self.scene.width, sources.outline(self.scene)
        face = Group(draw_face(self.scene, self.turned, sources.corner, outline=outline), scale(factor))
        return Drawing((face,), self.width, self.scene.height * factor)


def draw_face(
    scene: Scene, turned: bool, corner: float, shadow: bool = False, outline: tuple[Command, ...] = ()
) -> tuple[Item, ...]:
    """Return a face as a card on the table: cut at its rounded trim or its `outline`, with a fine edge."""
    matrix = turn(180, scene.width / 2, scene.height / 2) if turned else translate(0, 0)
    edge, under = move_path(outline, matrix), move_path(outline, then(matrix, translate(0, 0.75)))
    if not outline:
        edge = rectangle(0, 0, scene.width, scene.height, corner)
        under = rectangle(0.35, 0.75, scene.width - 0.7, scene.height, corner)
    return (
        *((Path(under, fill="#0b1020", opacity=0.28),) if shadow else ()),
        Group((Placed(scene, matrix),), clip=Path(edge)),
        Path(edge, stroke="#8b95a5", stroke_width=0.15),
    )


#: The fields that have the name of a card.
_NAMES = ("names", "name")


def read_cards(fence: Fence, context: BlockContext) -> Figure:
    """Return a figure of faces."""
    body, marked = fence.parse_yaml(CardsBody)
    panels = []
    for name in _card_names(fence, body, marked, context):
        card = context.card(name.removesuffix("~"), fence, [body.label] if body.label else ())
        scene = context.sources.face(name.removesuffix("~"))
        caption = (
            () if body.copies or body.label == "id" else _caption(card, body.label, context, marked.place("label"))
        )
        written = name.rpartition("/")[2]
        label = f"× {card['copies']}" if body.copies else written
        width = body.width or (26.0 if scene.width <= scene.height else 40.0)
        turned = name.endswith("~")
        description = printed("Card").in_language(context.lang) + f" {written}"
        if turned:
            turned_word = printed("upside down").in_language(context.lang)
            description += f" ({turned_word})"
        picture = FacePicture(scene, turned, width)
        alt = f"{description}. {scene.description}".strip()
        panels.append(Panel(picture, caption or one(label, context.lang), alt))
    across = body.across or min(4, len(panels))
    return Figure(tuple(panels), across, context.words(body.caption, marked.place("caption")), fence.place)


def _card_names(fence: Fence, body: CardsBody, marked: Marked, context: BlockContext) -> tuple[str, ...]:
    """Return the ids of the cards of a figure, `~` after those that are upside down."""
    if body.of is None:
        for key in ("where", "sort"):
            if key in body.model_fields_set:
                raise DataError(Fault(marked.key_place(key), message("`{key}` needs `of`, a deck", key=key)))
        return fence.require_names()
    place = marked.place("of")
    entries = entries_of(context.sources.values, body.of, body, marked, place, context.budget)
    context.budget.spend(_CHARACTERS * len(entries), place)
    decks = context.sources.values.get("decks", {})
    return (*fence.names, *(_name_in(entry, decks) for entry in entries))


def _name_in(entry: Mapping[str, Any], decks: Mapping[str, Any]) -> str:
    """Return the id of the card of an entry, after that of its deck if it has one: other decks may have the id, too."""
    name = str(entry.get("id", entry.get("key", entry["value"])))
    deck = str(entry.get("deck", ""))
    return f"{deck}/{name}" if deck in decks else name


#: A card counts as so many characters in a loop.
_CHARACTERS = 50


def _caption(card: Mapping[str, Any], label: str | None, context: BlockContext, place: Place) -> Words:
    """Return a field of a card, or its name; nothing if it has none."""
    value = next((card[name] for name in ([label] if label else _NAMES) if card.get(name) is not None), None)
    text = "" if value is None else as_text(spoken(value, (context.lang,)))
    if "{" in text or "}" in text:
        return context.value(text, place)
    return tuple(Text(part, lang) for lang, part in split_languages(text, context.lang))
