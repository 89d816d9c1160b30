"""Scenes that are made late: a large deck has so many that most of them are needed only for a moment."""

from __future__ import annotations

from typing import Any, Protocol

from cardgen.scene.items import Scene


class SceneMaker(Protocol):
    """Makes the scenes of things of one kind, such as the faces of a deck. It knows their names beforehand."""

    def name(self, thing: Any) -> str:
        """Return the name of a thing's scene."""

    def scene(self, thing: Any) -> Scene:
        """Return the scene of a thing, laid out."""


class LateScene(Scene):
    """A scene that `maker` makes of `thing` when its items or texts are first asked for.

    It has places for its key and for what is drawn of it: in mappings by scenes, each would take 200 bytes more.
    """

    __slots__ = ("drawn", "key", "maker", "thing")
    maker: SceneMaker
    thing: object
    key: bytes
    drawn: bytes | int | None

    @classmethod
    def of(cls, width: float, height: float, bleed: float, lang: str, maker: SceneMaker, thing: object) -> LateScene:
        """Return the scene that `maker` will make."""
        scene, put = cls.__new__(cls), object.__setattr__
        put(scene, "width", width)
        put(scene, "height", height)
        put(scene, "bleed", bleed)
        put(scene, "lang", lang)
        put(scene, "trim", None)
        put(scene, "maker", maker)
        put(scene, "thing", thing)
        return scene

    def __getattr__(self, name: str) -> Any:
        # Called for attributes that are not there.
        if name in _UNKNOWN:
            return _UNKNOWN[name]
        if name == "name":
            return self.maker.name(self.thing)
        if name not in _MADE:
            raise AttributeError(name)
        made = self.maker.scene(self.thing)
        for own in _MADE:
            object.__setattr__(self, own, getattr(made, own))
        return getattr(made, name)


#: What takes most of the memory of a scene.
_MADE = frozenset({"items", "title", "description"})

#: What is not known of a scene yet.
_UNKNOWN = {"key": b"", "drawn": None}
