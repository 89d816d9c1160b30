"""The box `text`: text in one language, with marks inside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from cardgen.base.records import replace
from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.fitting import fit_text, plain_text
from cardgen.cards.boxes.kind import BoxKind, DrawsTexts
from cardgen.data.kinds import Identifier, Language
from cardgen.data.templates.box_models import FlowingBox
from cardgen.data.templates.markup import has_marks
from cardgen.data.templates.models import TextStyle
from cardgen.scene.items import IDENTITY, Command, GlyphRun, Group, Item, Path, Pen, Rect, translate, walk
from cardgen.scene.paths import move_path
from cardgen.text.blocks import place_flow
from cardgen.text.plain import PlainText

LANG_WORDS = "the language of the text; if left out that of the card"


class TextBox(FlowingBox, TextStyle):
    """Text in one language, with marks inside."""

    kind: Literal["text"]
    text: Annotated[str, StringConstraints(max_length=10_000)] = Field(description="the text")
    lang: Language = Field(default="", description=LANG_WORDS)
    style: Identifier | None = Field(default=None, description="the style whose keys it takes if it leaves them out")


def draw_text(box: TextBox, area: Rect, context: DrawContext) -> tuple[Item, ...]:
    """Return the text set into the area; nothing if there are mistakes in its marks."""
    x, y, width, height = area
    head = box if context.chain is None else context.chain.links[0].box
    if context.chain is None:
        flow = fit_text(box.text, box.lang, box, width, height, context, "text")
    else:
        from cardgen.cards.boxes.chained import fit_chained

        flow = fit_chained(head.text, head.lang, context.chain, context)
    if flow is None:
        return ()
    if head.direction == "vertical":  # the first column is the one at the right
        spare = width - flow.width
        across = {"top": spare, "middle": spare / 2, "bottom": 0.0}[box.valign]
        items = place_flow(flow, x + across, y)
    else:
        top = y + _above(box, height - flow.height)
        items = place_flow(flow, x, top)
        if box.arc:
            from cardgen.cards.boxes.bending import bend

            items = bend(items, x + width / 2, top + flow.height / 2, flow.width, box.arc)
    return with_surround(items, box)


def _above(box: TextBox, spare: float) -> float:
    """Return how much of the spare height of a box is above its text."""
    return {"top": 0.0, "middle": spare / 2, "bottom": spare}[box.valign]


class _PlainTexts:
    """Draws a text box with plain texts."""

    def __init__(self, box: TextBox, area: Rect, safe: Rect, plain: PlainText) -> None:
        self.box, self.area, self.safe, self.plain = box, area, safe, plain

    def learn(self, texts: Iterable[str]) -> None:
        self.plain.learn(texts)

    def draw(self, text: str) -> tuple[Item, ...] | None:
        fitted = None if has_marks(text) else self.plain.fit(text)
        if fitted is None or not fitted.fits:
            return None
        x, y, _, height = self.area
        top = y + _above(self.box, height - self.plain.height(fitted))
        runs = tuple(self.plain.runs(fitted, x, top))
        return runs if self.plain.is_inside(fitted, runs, self.safe) else None


def draw_texts(box: TextBox, area: Rect, safe: Rect, context: DrawContext) -> DrawsTexts | None:
    """Return an object that draws the box with other texts, as `draw_text` does, if they are plain words."""
    plain = None if box.arc or has_surround(box) else plain_text(box, box.lang, *area[2:], context)
    return None if plain is None else _PlainTexts(box, area, safe, plain)


TEXT = BoxKind(
    "text", TextBox, draw_text, "{kind: text, box: [20, 16, 14, 10], text: Draw **two**, lang: en}", draw_texts
)


# ---------------------------------------------------------------- around the letters


#: A soft edge is so many strokes over each other, all of the same opacity: vectors in every kind of file.
_LAYERS = 8

#: Strokes with round corners, as a shadow and a pen have them.
_ROUND = Pen(cap="round", join="round")

#: A glow that is fainter does not set letters off from what is under them.
_STRONG = 0.7


def with_surround(items: tuple[Item, ...], style: TextStyle) -> tuple[Item, ...]:
    """Return the items of a text with its shadow, its glow and its outline under them."""
    if not has_surround(style):
        return items
    letters = _letters(items)
    under: list[Item] = []
    if style.shadow is not None:
        shadow = style.shadow
        moved = translate(shadow.x, shadow.y)
        under.append(replace(_soft(letters, shadow.colour, shadow.blur, shadow.opacity), matrix=moved, of_text=True))
    if style.glow is not None:
        under.append(_soft(letters, style.glow.colour, style.glow.width, style.glow.opacity))
    if style.outline is not None:
        under.append(_spread(letters, style.outline.colour, style.outline.width))
    return (Group((*under, *items), around=_around(style)),)


def has_surround(style: TextStyle) -> bool:
    """Return True if a style paints anything around letters."""
    return any(surround is not None for surround in (style.outline, style.shadow, style.glow))


def _around(style: TextStyle) -> str:
    """Return the colour that surrounds the letters; "" if none sets them off from what is under them."""
    if style.outline is not None:
        return style.outline.colour
    return style.glow.colour if style.glow is not None and style.glow.opacity >= _STRONG else ""


def _letters(items: Sequence[Item]) -> tuple[Command, ...]:
    """Return the outlines of all letters as one path, so that letters that touch are not painted twice."""
    from cardgen.formats.paint import outline_of

    commands: list[Command] = []
    for matrix, item in walk(items):
        if isinstance(item, GlyphRun) and not item.invisible:
            commands += outline_of(item) if matrix == IDENTITY else move_path(outline_of(item), matrix)
    return tuple(commands)


def _spread(letters: tuple[Command, ...], colour: str, width: float) -> Path:
    """Return the letters, so many mm wider on all sides."""
    if not width:
        return Path(letters, fill=colour)
    return Path(letters, fill=colour, stroke=colour, stroke_width=2 * width, pen=_ROUND)


def _soft(letters: tuple[Command, ...], colour: str, width: float, opacity: float) -> Group:
    """Return the letters with an edge that fades out over so many mm. Each layer is painted as one picture."""
    layers = _LAYERS if width else 1
    of_layer = 1 - (1 - opacity) ** (1 / layers)
    widths = (width * (1 - number / layers) for number in range(layers))
    return Group(tuple([Group((_spread(letters, colour, wide),), opacity=of_layer) for wide in widths]), ink="hide")
