"""The box `path`: any shape as SVG path data."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import message
from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.kind import BoxKind
from cardgen.cards.boxes.shapes import ShapeBox, draw_shape
from cardgen.cards.boxes.values import number_list
from cardgen.data.kinds import Length, Millimetres
from cardgen.scene.items import Item, Rect
from cardgen.scene.outlines import fit_path
from cardgen.scene.paths import parse_path

View = Annotated[
    tuple[Millimetres, Millimetres, Length, Length],
    number_list(4, message("[x, y, width, height] of the drawing")),
]


def _check_path(text: str) -> str:
    parse_path(text)
    return text


class PathBox(ShapeBox):
    """Any shape as SVG path data."""

    has_own_points: ClassVar[bool] = True

    kind: Literal["path"]
    d: Annotated[str, StringConstraints(max_length=100_000), AfterValidator(_check_path)] = Field(
        description="the shape as SVG path data, in mm from the box's top left"
    )
    view: View | None = Field(
        default=None,
        description="the view box `[x, y, width, height]` of a drawing in its own units, "
        "which is scaled to fit into the box",
    )
    fit: Literal["contain", "stretch"] = Field(
        default="contain", description="`stretch` draws the view over all of the box"
    )
    even_odd: bool = Field(
        default=False,
        description="`true` fills by the even-odd rule: of outlines inside each other, every second one is a hole",
    )

    @model_validator(mode="after")
    def _fit_of_a_view(self) -> Self:
        if self.view is None and "fit" in self.model_fields_set:
            raise WrongValueError(message("fit requires a view"))
        return self


def draw_path(box: PathBox, area: Rect, _: DrawContext) -> tuple[Item, ...]:
    """Return the shape of the path, its view fitted into the area."""
    commands = fit_path(parse_path(box.d), area, box.view, box.fit == "stretch")
    return draw_shape(box, commands, area, box.even_odd)


PATH = BoxKind(
    "path", PathBox, draw_path, '{kind: path, box: [71, 3, 14, 10], d: "M0 5 q3.5 -8 7 0 t7 0", stroke: "#2d5fa8"}'
)
