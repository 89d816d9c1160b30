"""Digests of scenes and other values, by which parts of files are kept. They cost a third of a key.

Unlike a key, a digest depends on how the data classes are written, so it is only good for looking up what the same code
has made.
"""

from __future__ import annotations

import hashlib
import io
import pickle
from collections.abc import Callable
from operator import attrgetter
from typing import Any
from weakref import WeakKeyDictionary

from cardgen.scene.items import GlyphRun, Group, Image, Path, Pen, Placed, Scene
from cardgen.scene.keys import known_key
from cardgen.scene.tags import Tag

_digests: WeakKeyDictionary[Scene, str] = WeakKeyDictionary()


def scene_digest(scene: Scene) -> str:
    """Return a digest of what a scene paints: its key if that is known."""
    digest = known_key(scene) or _digests.get(scene)
    if digest is None:
        digest = _digests[scene] = tagged_digest(scene)
    return digest


def tagged_digest(scene: Scene) -> str:
    """Return a digest of a scene and of the tags of its items, but not of those inside of placed scenes."""
    facts = (scene.width, scene.height, scene.bleed, scene.name, scene.title, scene.description, scene.lang, scene.trim)
    return value_digest(facts, scene.items)


def value_digest(*values: object) -> str:
    """Return a digest of values. Scenes among them are taken by what they paint."""
    file = io.BytesIO()
    writer = _Writer(file, pickle.HIGHEST_PROTOCOL)
    writer.fast = True  # otherwise it matters whether equal values are the same object
    writer.dump(values)
    return hashlib.sha256(file.getbuffer()).hexdigest()


#: By class: the function that returns the values of its fields. The class itself would do this in Python.
_GETTERS: dict[type, Callable[[Any], Any]] = {
    cls: attrgetter(*cls.__match_args__) for cls in (GlyphRun, Group, Image, Path, Pen, Placed, Tag)
}


class _Writer(pickle.Pickler):
    def reducer_override(self, value: Any) -> Any:
        kind = type(value)
        if kind in _GETTERS:
            return kind, _GETTERS[kind](value)
        return (str, (scene_digest(value),)) if isinstance(value, Scene) else NotImplemented
