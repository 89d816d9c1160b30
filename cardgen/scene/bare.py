"""Scenes as pictures alone: without the name, title and description, which do not show."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from cardgen.base.records import replace
from cardgen.scene.items import Group, Item, Placed, Scene

_bare: WeakKeyDictionary[Scene, Scene] = WeakKeyDictionary()


def bare(scene: Scene) -> Scene:
    """Return the scene without name, title and description: cards that look alike are one picture.

    The same scene gives the same object, so its key is made once.
    """
    picture = _bare.get(scene)
    if picture is None:
        picture = _bare[scene] = replace(scene, name="", title="", description="")
    return picture


def bare_throughout(scene: Scene) -> Scene:
    """Return the scene as `bare` does, and the scenes that are placed in it as well."""
    items = tuple(map(_bare_item, scene.items))
    same = all(item is old for item, old in zip(items, scene.items, strict=True))
    return bare(scene) if same else replace(scene, name="", title="", description="", items=items)


def _bare_item(item: Item) -> Item:
    if isinstance(item, Placed):
        return replace(item, scene=bare(item.scene))
    if isinstance(item, Group):
        items = tuple(map(_bare_item, item.items))
        changed = any(new is not old for new, old in zip(items, item.items, strict=True))
        return replace(item, items=items) if changed else item
    return item
