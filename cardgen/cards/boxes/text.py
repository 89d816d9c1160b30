"""The box `text`: text in one language, with marks inside."""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.fitting import fit_text, plain_text
from cardgen.cards.boxes.kind import BoxKind, DrawsTexts
from cardgen.cards.boxes.letters import has_surround, with_surround
from cardgen.data.kinds import Identifier, Language
from cardgen.data.templates.box_models import FlowingBox
from cardgen.data.templates.markup import has_marks
from cardgen.data.templates.models import TextStyle
from cardgen.scene.items import Item, Rect
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
