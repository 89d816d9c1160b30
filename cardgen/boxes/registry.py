"""Kinds of boxes by their names in templates."""

from __future__ import annotations

from cardgen.boxes.kind import BoxKind
from cardgen.data.templates.box_models import AnyBox
from cardgen.errors import Fault, Place
from cardgen.plugins import PluginError, load_plugin
from cardgen.words.messages import message


def load_box_kind(name: str) -> BoxKind[AnyBox]:
    """Return a kind of box. KeyError for an unknown name; PluginError if it cannot be loaded."""
    kind = load_plugin("boxes", name)
    if isinstance(kind, BoxKind):
        return kind
    raise PluginError(Fault(Place(), message("box plug-in {name!r} is not a BoxKind", name=name)))
