"""Scenes with their text as outlines, for printers that take no fonts."""

from __future__ import annotations

from cardgen.base.records import replace
from cardgen.scene.items import GlyphRun, Group, Item, Placed, Scene


def outline_scene(scene: Scene) -> Scene:
    """Return a scene whose text is drawn as outlines, also in the scenes that are placed on it."""
    return _outline_scene(scene, {})


def _outline_scene(scene: Scene, outlined: dict[Scene, Scene]) -> Scene:
    if scene not in outlined:
        outlined[scene] = replace(scene, items=_outline_items(scene.items, outlined))
    return outlined[scene]


def _outline_items(items: tuple[Item, ...], outlined: dict[Scene, Scene]) -> tuple[Item, ...]:
    return tuple(_outline_item(item, outlined) for item in items)


def _outline_item(item: Item, outlined: dict[Scene, Scene]) -> Item:
    if isinstance(item, GlyphRun):
        return replace(item, outlined=True)
    if isinstance(item, Group):
        return replace(item, items=_outline_items(item.items, outlined))
    if isinstance(item, Placed):
        return replace(item, scene=_outline_scene(item.scene, outlined))
    return item
