"""The box `text`: text in one language, with marks inside."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from cardgen.boxes.context import DrawContext
from cardgen.boxes.fitting import fit_text
from cardgen.boxes.kind import BoxKind
from cardgen.data.kinds import Identifier, Language
from cardgen.data.templates.box_models import Box
from cardgen.data.templates.models import TextStyle
from cardgen.scene.items import Item, Rect
from cardgen.text.blocks import place_flow

LANG_WORDS = "the language of the text; if left out that of the card"


class TextBox(Box, TextStyle):
    """Text in one language, with marks inside."""

    kind: Literal["text"]
    text: Annotated[str, StringConstraints(max_length=10_000)] = Field(description="the text")
    lang: Language = Field(default="", description=LANG_WORDS)
    style: Identifier | None = Field(default=None, description="the style whose keys it takes if it leaves them out")


def draw_text(box: TextBox, area: Rect, context: DrawContext) -> tuple[Item, ...]:
    """Return the text set into the area; nothing if there are mistakes in its marks."""
    x, y, width, height = area
    flow = fit_text(box.text, box.lang, box, width, height, context, "text")
    if flow is None:
        return ()
    spare = height - flow.height
    across = 0.0
    if box.direction == "vertical":  # the first column is the one at the right
        spare, across = 0.0, width - flow.width
        across = {"top": across, "middle": across / 2, "bottom": 0.0}[box.valign]
    top = {"top": 0.0, "middle": spare / 2, "bottom": spare}[box.valign]
    return place_flow(flow, x + across, y + top)


TEXT = BoxKind("text", TextBox, draw_text, "{kind: text, box: [20, 16, 14, 10], text: Draw **two**, lang: en}")
