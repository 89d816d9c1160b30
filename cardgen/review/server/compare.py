"""Compare a card with an earlier decision: areas that look different, and descriptions of changed data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from cardgen.review.server.catalog import Catalog
from cardgen.review.server.differences import changed_areas, whole_area
from cardgen.review.server.events import Event
from cardgen.review.server.kept_pairs import pictures_to_compare
from cardgen.review.server.older_keys import events_of
from cardgen.review.server.payloads import CardComparisons, ComparisonData
from cardgen.review.server.status import card_status
from cardgen.review.server.store import Store
from cardgen.review.server.words import change_words
from cardgen.scene.items import Scene


def compare_card(catalog: Catalog, store: Store, key: str) -> CardComparisons:
    """Return the card or page compared with its last approval and its last rejection, as far as these were not undone.

    KeyError if there is no such card or page.
    """
    events, current = events_of(key, catalog, store), catalog.version_of(key)
    if current is None:
        raise KeyError(key)
    status = card_status(events, current)
    approval, rejection = (
        None if event is None else compare_event(catalog, store, key, event, events)
        for event in (status.approval, status.rejection)
    )
    return {"compare": approval, "rejection": rejection}


def compare_event(catalog: Catalog, store: Store, key: str, baseline: Event, events: Iterable[Event]) -> ComparisonData:
    """Return a card or page compared with one of its `events`. KeyError if there is no such card or page."""
    current = catalog.version_of(key)
    if current is None:
        raise KeyError(key)
    sides = {side: baseline.sides.get(side) for side in ("face", "back")}
    return {
        "event": baseline.id,
        "sides": dict(baseline.sides),
        "picture": dict(baseline.sides) != dict(current.sides),
        "data": baseline.data != current.data,
        "words": words_since(baseline, current.fields, events),
        "areas": {side: side_areas(catalog, store, old, current.sides.get(side)) for side, old in sides.items()},
    }


def words_since(baseline: Event, fields: Mapping[str, Any], events: Iterable[Event]) -> dict[str, list[str]]:
    """Return descriptions of changed data. A rejection has no fields, but an approval of the same data has them."""
    before = fields_at(baseline, events)
    return change_words(fields if before is None else before, fields)


def fields_at(baseline: Event, events: Iterable[Event]) -> Mapping[str, Any] | None:
    """Return the data of a card at the time of an event; None if no approval has it."""
    same = (event.fields for event in events if event.data == baseline.data and event.fields is not None)
    return next(same, None)


def side_areas(
    catalog: Catalog,
    store: Store,
    before: str | None,
    after: str | None,
    older: Callable[[str], Scene | None] = lambda _: None,
) -> list[list[float]]:
    """Return the changed areas of one side: the whole side if it is new; none if it, or its old picture, is gone.

    `older` returns pictures that are not kept, by their keys.
    """
    if after is None or before == after:
        return []
    scene = catalog.scene(after)
    assert scene is not None
    if before is None:
        return [whole_area(scene)]
    if (before, after) not in catalog.areas:
        pictures = pictures_to_compare(catalog, store, before, after, older)
        if pictures is None:
            return []
        old, new = pictures
        areas = changed_areas(old, new, scene)
        catalog.areas[before, after] = [[round(length, 2) for length in area] for area in areas]
    return catalog.areas[before, after]
