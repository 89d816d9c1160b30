"""Scenes as pictures alone: without the name, title and description, which do not show."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from cardgen.records import replace
from cardgen.scene.items import Scene

_bare: WeakKeyDictionary[Scene, Scene] = WeakKeyDictionary()


def bare(scene: Scene) -> Scene:
    """Return the scene without name, title and description: cards that look alike are one picture.

    The same scene gives the same object, so its key is made once.
    """
    picture = _bare.get(scene)
    if picture is None:
        picture = _bare[scene] = replace(scene, name="", title="", description="")
    return picture
