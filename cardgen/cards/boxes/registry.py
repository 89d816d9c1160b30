"""Kinds of boxes by their names in templates."""

from __future__ import annotations

from cardgen.base.errors import Fault, Place
from cardgen.base.plugins import PluginError, load_plugin
from cardgen.base.words.messages import message
from cardgen.cards.boxes.kind import BoxKind
from cardgen.data.templates.box_models import AnyBox


def load_box_kind(name: str) -> BoxKind[AnyBox]:
    """Return a kind of box. KeyError for an unknown name; PluginError if it cannot be loaded."""
    kind = load_plugin("boxes", name)
    if isinstance(kind, BoxKind):
        return kind
    raise PluginError(Fault(Place(), message("box plug-in {name!r} is not a BoxKind", name=name)))
