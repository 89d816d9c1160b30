"""Finishes: what a press adds to ink, such as foil or varnish, each on a plate of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from cardgen.scene.items import CREASE, CUT, IDENTITY, Item, Matrix, Path, walk

Finish: TypeAlias = Literal["foil", "varnish", "white", "emboss"]

#: The finishes in the order of their plates. Foil knocks out what is below it, so it comes first.
FINISHES: tuple[Finish, ...] = ("foil", "white", "emboss", "varnish")

#: The names that print shops expect most often, by role.
SPOT_NAMES = {
    "cut": CUT,
    "crease": CREASE,
    "foil": "FOIL",
    "varnish": "VARNISH",
    "white": "WHITE",
    "emboss": "EMBOSS",
}


def finished_paths(items: Iterable[Item], finish: str) -> Iterator[tuple[Matrix, Path]]:
    """Yield the paths of a finish, also those in groups and placed scenes, with their transforms."""
    for matrix, item in walk(items, IDENTITY):
        if isinstance(item, Path) and item.finish == finish:
            yield matrix, item
