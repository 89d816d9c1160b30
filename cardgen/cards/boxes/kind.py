"""A kind of box, as its module offers it to cardgen through the entry points `cardgen.boxes`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar

from cardgen.base.records import dataclass
from cardgen.cards.boxes.context import DrawContext
from cardgen.data.templates.box_models import AnyBox
from cardgen.scene.items import Item, Rect

Model = TypeVar("Model", bound=AnyBox)


class DrawsTexts(Protocol):
    """Draws a box that differs from card to card in its `text` alone, much faster than one by one."""

    def learn(self, texts: Iterable[str]) -> None:
        """Prepare for the texts of many cards."""

    def draw(self, text: str) -> tuple[Item, ...] | None:
        """Return the items of the box with a text; None if only the kind's `draw` knows how to draw it."""


@dataclass(frozen=True, slots=True)
class BoxKind(Generic[Model]):
    """A kind of box: its name in templates, its keys, how it is drawn, and an example for the docs.

    `model` derives from one of three: `Box`, a box with a place; `ContainerBox`, one that holds other boxes; or
    `ReferenceBox`, one that draws another box of its side.

    `draw` gets a checked box with its placeholders filled in, the area that it has in mm, and a context. It returns
    the items of the box: those of a `Box` are turned afterwards by its `turn`; a `ContainerBox` places what it draws
    by the matrix of `context.inside`; for a `ReferenceBox` the area is that of its side.

    `example` is the YAML of one box. The docstring of the model and the descriptions of its fields are its docs.

    `draw_texts` is optional, for speed: it gets a box, its area, and the area that text may not reach out of, and
    returns an object that draws the box with other texts; None if there is no faster way for this box.

    `content` is optional: it gets a box and its area, and returns the rectangle around what it draws, before it turns,
    in the coordinates of the area. Other boxes may then be placed by `content_right` and the like.
    """

    name: str
    model: type[Model]
    draw: Callable[[Model, Rect, DrawContext], tuple[Item, ...]]
    example: str
    draw_texts: Callable[[Model, Rect, Rect, DrawContext], DrawsTexts | None] | None = None
    content: Callable[[Model, Rect], Rect] | None = None
