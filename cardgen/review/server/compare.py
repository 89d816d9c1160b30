"""A card compared with what was decided on: what looks different and where, and what else is different in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from cardgen.review.server.differences import changed_areas, whole_area
from cardgen.review.server.events import Event
from cardgen.review.server.older_keys import with_current_keys
from cardgen.review.server.status import standing
from cardgen.review.server.words import change_words

if TYPE_CHECKING:
    from cardgen.review.server.catalog import Catalog
    from cardgen.review.server.store import Store


def compare_card(catalog: Catalog, store: Store, key: str) -> dict[str, dict[str, Any] | None]:
    """The card compared with its last standing approval (`compare`) and rejection (`rejection`), each None without one.

    KeyError for an unknown key.
    """
    events = with_current_keys(store.events_of(key), catalog, store)
    found = standing(events, catalog.current[key])
    baselines = {"compare": found.approval, "rejection": found.rejection}
    return {name: _compared(catalog, store, key, each, events) for name, each in baselines.items()}


def _compared(
    catalog: Catalog, store: Store, key: str, baseline: Event | None, events: Iterable[Event]
) -> dict[str, Any] | None:
    if baseline is None:
        return None
    current = catalog.current[key]
    sides = {side: baseline.sides.get(side) for side in ("face", "back")}
    return {
        "event": baseline.id,
        "sides": dict(baseline.sides),
        "picture": dict(baseline.sides) != dict(current.sides),
        "data": baseline.data != current.data,
        "words": _words(baseline, current.fields, events),
        "areas": {side: _side_areas(catalog, store, old, current.sides.get(side)) for side, old in sides.items()},
    }


def _words(baseline: Event, fields: Mapping[str, Any], events: Iterable[Event]) -> dict[str, list[str]]:
    """What has changed in the data. A rejection holds no fields: an approval of the same data may."""
    same = (event.fields for event in events if event.data == baseline.data and event.fields is not None)
    return change_words(next(same, fields), fields)


def _side_areas(catalog: Catalog, store: Store, before: str | None, after: str | None) -> list[list[float]]:
    """The changed areas of one side: all of it when it is new or of another size; none when it, or its old picture, is
    gone.
    """
    if after is None or before == after:
        return []
    scene = catalog.scene(after)
    assert scene is not None
    if before is None:
        return [whole_area(scene)]
    old, new = store.kept_png(before), catalog.png(after)
    if old is None or new is None:
        return []
    return [[round(each, 2) for each in area] for area in changed_areas(old, new, scene)]
