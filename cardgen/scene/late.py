"""Scenes that are made late: a large deck has so many that most of them are needed only for a moment."""

from __future__ import annotations

from typing import Any, Protocol

from cardgen.base.temporary import Spool
from cardgen.scene.items import Scene


class SceneMaker(Protocol):
    """Makes the scenes of things of one kind, such as the faces of a deck. It knows their names beforehand."""

    def name(self, thing: Any) -> str:
        """Return the name of a thing's scene."""

    def scene(self, thing: Any) -> Scene:
        """Return the scene of a thing, laid out."""


class LateScene(Scene):
    """A scene that `maker` makes of `thing` when its items or texts are first asked for.

    The process that has laid it out may have prepared the digest of its key, and what a PDF draws of it. A temporary
    file has both: in memory, those of 100,000 cards would need 160 MiB.
    """

    __slots__ = ("_kept", "maker", "thing")
    maker: SceneMaker
    thing: object
    _kept: int | bytes | None

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

    def keep(self, digest: bytes, drawn: bytes) -> None:
        """Keep what was prepared of the scene: the digest of its key, 32 bytes, and what a PDF draws."""
        content = digest + drawn
        place = _spool.write(content)
        object.__setattr__(self, "_kept", content if place is None else place)

    @property
    def is_kept(self) -> bool:
        """True if something was prepared of the scene."""
        return self._kept is not None

    @property
    def digest(self) -> bytes | None:
        """The digest of the scene's key; None if it was not prepared."""
        kept = self._kept
        return _spool.read(kept, 0, _DIGEST) if isinstance(kept, int) else kept and kept[:_DIGEST]

    @property
    def drawn(self) -> bytes | None:
        """What a PDF draws of the scene; None if it was not prepared."""
        kept = self._kept
        return _spool.read(kept, _DIGEST) if isinstance(kept, int) else kept and kept[_DIGEST:]

    def __getattr__(self, name: str) -> Any:
        # Called for attributes that are not there.
        if name == "_kept":
            return None
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

#: The bytes of a digest.
_DIGEST = 32

_spool = Spool()
