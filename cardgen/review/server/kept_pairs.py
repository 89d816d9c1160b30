"""A kept picture and one of today as PNGs that can be compared pixel by pixel."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.review.server.catalog import Catalog
from cardgen.review.server.pictures import outlined_png
from cardgen.review.server.store import Store
from cardgen.scene.items import Scene


def pictures_to_compare(
    catalog: Catalog, store: Store, before: str, after: str, older: Callable[[str], Scene | None] = lambda _: None
) -> tuple[bytes, bytes] | None:
    """Return PNGs of a kept picture and of one of today, drawn in the same way; None if one of them is gone.

    `older` returns pictures that are not kept, by their keys.
    """
    scene = older(before)
    old, new = store.kept.older_png(before), None
    if scene is not None:
        old, new = outlined_png(scene), catalog.outlined_png(after)
    elif old is not None:  # kept by an earlier version, its letters set in their fonts
        new = catalog.png(after)
    else:
        old, new = store.kept_png(before), catalog.outlined_png(after)
    return None if old is None or new is None else (old, new)
