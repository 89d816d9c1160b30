"""Keep decisions made on pictures whose keys are of an earlier version.

A key says nothing about a picture under another version's key. So the kept picture is compared with today's: if they
look the same, the event is read as if it had been written with today's key. The log itself stays as it is.
"""

from __future__ import annotations

import contextlib
import gzip
import zlib
from collections.abc import Sequence

from cardgen.base.errors import DataError
from cardgen.base.records import replace
from cardgen.formats.svg import without_ids
from cardgen.review.server.catalog import Catalog
from cardgen.review.server.differences import changed_areas
from cardgen.review.server.events import Event
from cardgen.review.server.kept_pairs import pictures_to_compare
from cardgen.review.server.pictures import is_current_key
from cardgen.review.server.renamed import renamed_cards, with_current_ids
from cardgen.review.server.store import Store


def with_current_keys(events: Sequence[Event], catalog: Catalog, store: Store) -> Sequence[Event]:
    """Return the events, with the current ids of renamed cards, and today's key for each side that looks as it did.

    A side keeps its old key, and so counts as changed, if it looks different now or its picture was not kept.
    """
    events = with_current_ids(events, catalog.current)
    if all(is_current_key(key) for event in events for key in event.sides.values()):
        return events
    return [_with_current_keys(event, catalog, store) for event in events]


def events_of(key: str, catalog: Catalog, store: Store) -> Sequence[Event]:
    """Return the events of one card as far as the log can be read, also those under an earlier id, oldest first."""
    with contextlib.suppress(DataError):
        store.read()
    ids = renamed_cards(store.readable, catalog.current)
    if key not in ids.values():
        return with_current_keys(store.events_of(key), catalog, store)
    events = with_current_ids(store.readable, catalog.current)
    return with_current_keys([event for event in events if event.key == key], catalog, store)


def _with_current_keys(event: Event, catalog: Catalog, store: Store) -> Event:
    current = catalog.version_of(event.key)
    if current is None:
        return event
    sides = dict(event.sides)
    for side, old in event.sides.items():
        new = current.sides.get(side)
        if new is not None and not is_current_key(old) and _looks_same(old, new, catalog, store):
            sides[side] = new
    return replace(event, sides=sides)


def _looks_same(old: str, new: str, catalog: Catalog, store: Store) -> bool:
    """Return True if the picture kept under `old` looks like today's picture `new`."""
    if (old, new) not in catalog.compared:
        catalog.compared[old, new] = _equal_svgs(old, new, catalog, store) or _equal_pixels(old, new, catalog, store)
    return catalog.compared[old, new]


def _equal_svgs(old: str, new: str, catalog: Catalog, store: Store) -> bool:
    """Return True if the drawings differ only in their ids. This is much quicker than comparing pixels."""
    kept, svg = store.kept.older_svg(old), catalog.svg(new)
    if kept is None or svg is None:
        return False
    try:
        drawing = gzip.decompress(kept)
    except (OSError, EOFError, zlib.error):
        return False
    return without_ids(drawing) == without_ids(svg.encode())


def _equal_pixels(old: str, new: str, catalog: Catalog, store: Store) -> bool:
    pictures, scene = pictures_to_compare(catalog, store, old, new), catalog.scene(new)
    if pictures is None or scene is None:
        return False
    try:
        return not changed_areas(*pictures, scene)
    except (OSError, SyntaxError):  # not a PNG: somebody else's file
        return False
