"""Scenes whose items are made late: a large deck has so many that most of them are needed only for a moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardgen.scene.items import Item, Scene


class LateScene(Scene):
    """A scene whose items are made by a function when they are first asked for.

    It has places for its key and for what is drawn of it: in mappings by scenes, each would take 200 bytes more.
    """

    __slots__ = ("_make", "drawn", "key")
    _make: Callable[[], tuple[Item, ...]]
    key: str | None
    drawn: object

    def __init__(
        self,
        width: float,
        height: float,
        items: Callable[[], tuple[Item, ...]] | tuple[Item, ...],
        *others: Any,
        **named: Any,
    ) -> None:
        """All parameters are those of a scene; `items` may be a function that makes them."""
        object.__setattr__(self, "key", None)
        object.__setattr__(self, "drawn", None)
        if isinstance(items, tuple):
            super().__init__(width, height, items, *others, **named)
            return
        super().__init__(width, height, (), *others, **named)
        object.__delattr__(self, "items")
        object.__setattr__(self, "_make", items)

    def __getattr__(self, name: str) -> tuple[Item, ...]:
        # Called for attributes that are not there.
        if name != "items":
            raise AttributeError(name)
        items: tuple[Item, ...] = self._make()
        object.__setattr__(self, "items", items)
        return items
