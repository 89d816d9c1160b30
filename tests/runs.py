"""The text of scenes, as tests look at it."""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.cards.layout.cards import Laid
from cardgen.scene.items import GlyphRun, Item, Scene, walk


def runs_in(items: Iterable[Item]) -> list[GlyphRun]:
    """Return the runs of text among items and inside of them, in the order in which they are painted."""
    return [item for _, item in walk(items) if isinstance(item, GlyphRun)]


def texts_in(items: Iterable[Item]) -> list[str]:
    """Return the texts of the runs among items and inside of them."""
    return [run.text for run in runs_in(items)]


def text_of(scene: Scene) -> str:
    """Return all text of a scene, without anything between its runs."""
    return "".join(texts_in(scene.items))


def runs_on(side: Laid) -> list[GlyphRun]:
    """Return the runs of text on a side of a card."""
    return runs_in(side.scene.items)


def texts_on(side: Laid) -> list[str]:
    """Return the texts of the runs on a side of a card."""
    return texts_in(side.scene.items)
