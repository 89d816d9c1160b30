"""The kinds of boxes that a template may name, found through the entry points `cardgen.boxes`."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base.errors import Fault, Place
from cardgen.base.plugins import PluginError, find_plugins, load_plugin
from cardgen.base.records import replace
from cardgen.base.words.messages import message
from cardgen.data.templates.box_models import AnyBox, ContainerBox, FlowingBox, ReferenceBox


def kind_names() -> Sequence[str]:
    """Return the names of all kinds of boxes. Nothing is imported."""
    return list(find_plugins("boxes"))


def box_model(kind: str) -> type[AnyBox]:
    """Return the model of a kind of box. KeyError for an unknown kind; PluginError if it cannot be loaded."""
    model = getattr(load_plugin("boxes", kind), "model", None)  # cardgen.cards.boxes.kind.BoxKind has it
    if not isinstance(model, type) or not issubclass(model, AnyBox):
        raise PluginError(
            Fault(
                Place(),
                message("box plug-in {name!r} is not a kind of box", name=kind),
                message("its entry point must name a cardgen.cards.boxes.kind.BoxKind"),
            )
        )
    return model


def loading_fault(kind: str, place: Place) -> Fault | None:
    """Return the fault of a kind of box that cannot be loaded, at the place that names it; None if it can."""
    try:
        box_model(kind)
    except PluginError as error:
        return replace(error.fault, place=place)
    return None


def box_models() -> dict[str, type[AnyBox]]:
    """Return the models of all kinds of boxes that can be loaded, by name."""
    return {kind: box_model(kind) for kind in kind_names() if loading_fault(kind, Place()) is None}


def inner_values(kind: str) -> tuple[str, ...]:
    """Return the words that placeholders inside a box of this kind may begin with, beside those of all boxes."""
    model = box_model(kind)
    return model.inner_values if issubclass(model, ContainerBox) else ()


def is_container(kind: str) -> bool:
    """Return True if a box of this kind holds other boxes."""
    return issubclass(box_model(kind), ContainerBox)


def is_reference(kind: str) -> bool:
    """Return True if a box of this kind draws another box of its side."""
    return issubclass(box_model(kind), ReferenceBox)


def is_flowing(kind: str) -> bool:
    """Return True if the text of a box of this kind may go on in other boxes."""
    return issubclass(box_model(kind), FlowingBox)
