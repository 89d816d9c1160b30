"""A kind of box, as its module offers it to cardgen through the entry points `cardgen.boxes`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from cardgen.boxes.context import DrawContext
from cardgen.data.templates.box_models import AnyBox
from cardgen.scene.items import Item, Rect

Model = TypeVar("Model", bound=AnyBox)


@dataclass(frozen=True, slots=True)
class BoxKind(Generic[Model]):
    """A kind of box: its name in templates, its keys, how it is drawn, and an example for the docs.

    `model` derives from one of three: `Box`, a box with a place; `ContainerBox`, one that holds other boxes; or
    `ReferenceBox`, one that draws another box of its side.

    `draw` gets a checked box with its placeholders filled in, the area that it has in mm, and a context. It returns
    the items of the box: those of a `Box` are turned afterwards by its `turn`; a `ContainerBox` places what it draws
    by the matrix of `context.inside`; for a `ReferenceBox` the area is that of its side.

    `example` is the YAML of one box. The docstring of the model and the descriptions of its fields are its docs.
    """

    name: str
    model: type[Model]
    draw: Callable[[Model, Rect, DrawContext], tuple[Item, ...]]
    example: str
