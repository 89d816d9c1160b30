"""A kept picture and one of today as PNGs that can be compared pixel by pixel."""

from __future__ import annotations

from cardgen.review.server.catalog import Catalog
from cardgen.review.server.store import Store


def pictures_to_compare(catalog: Catalog, store: Store, before: str, after: str) -> tuple[bytes, bytes] | None:
    """Return PNGs of a kept picture and of one of today, drawn in the same way; None if one of them is gone."""
    old, new = store.kept.older_png(before), None
    if old is not None:  # kept by an earlier version, its letters set in their fonts
        new = catalog.png(after)
    else:
        old, new = store.kept_png(before), catalog.outlined_png(after)
    return None if old is None or new is None else (old, new)
