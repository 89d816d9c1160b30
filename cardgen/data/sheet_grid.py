"""Where cards lie on a sheet, as the key `grid` of a target in game.yaml describes it."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field, StringConstraints, WithJsonSchema

from cardgen.base.words.messages import message
from cardgen.data.kinds import FileModel, Point, wrong_value

Order: TypeAlias = Literal["rows", "columns", "stacks"]
"""How cards follow each other on sheets: row by row, column by column, or at the same place of sheet after sheet."""

Align: TypeAlias = Literal[
    "top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"
]
"""Where cards lie within the margins."""

_Edge = Annotated[float, Field(ge=0, le=200)]
_Count = Annotated[int, Field(ge=1, le=100)]


def _repeated(*names: str) -> tuple[BeforeValidator, WithJsonSchema]:
    """Return how a list with a number for each of `names` is read, which may be given as one number, and its schema."""

    def read(value: Any) -> Any:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return (value,) * len(names)
        if not isinstance(value, list | tuple) or len(value) != len(names):
            order = ", ".join(names)
            raise wrong_value(value, message("a number, or a list of {count}", count=len(names)), order)
        return tuple(value)

    number = {"type": "number", "minimum": 0, "maximum": 200}
    several = {"type": "array", "items": number, "minItems": len(names), "maxItems": len(names)}
    return BeforeValidator(read), WithJsonSchema({"anyOf": [number, several]})


class SheetGrid(FileModel):
    """The places of the cards on a sheet; lengths in mm.

    `stock` names a sheet that is cut or perforated already: it says where the cards lie, and on which paper. Otherwise
    `columns` and `rows` are as many as fit if they are left out. `gap` is between columns and between rows, or one
    number for both. `margins` are the edges without cards: top, right, bottom, left, or one number for all. `align` is
    where the cards lie within the margins; `shift` moves them to the right and down. The paper is upright or
    `landscape`, whichever takes more cards if it is left out. The long sides of cards that are `turned` lie across.
    Cards of several sizes lie as fewest sheets need if it is left out.

    The rows of hexagons and circles are shifted like a `honeycomb`, `true` or `false`, or if it is left out, whichever
    takes more cards.

    `order` is how the cards follow each other; with `stacks`, a pile of sheets is cut into piles of cards that are in
    order. Without `marks` there are no crop marks; on stock there are none anyway.
    """

    stock: Annotated[str, StringConstraints(min_length=1, max_length=60)] | None = None
    columns: _Count | None = None
    rows: _Count | None = None
    gap: Annotated[tuple[_Edge, _Edge], *_repeated("columns", "rows")] | None = None
    margins: Annotated[tuple[_Edge, _Edge, _Edge, _Edge], *_repeated("top", "right", "bottom", "left")] | None = None
    align: Align = "centre"
    shift: Point = (0.0, 0.0)
    landscape: bool | None = None
    turned: bool = False
    honeycomb: bool | None = None
    order: Order = "rows"
    marks: bool = True

    def given(self, *names: str) -> list[str]:
        """Return those of the keys that game.yaml has."""
        return [name for name in names if name in self.model_fields_set]
