"""The differences between two states, as they are sent to open pages.

After a change, a page is in the same state as one that was loaded again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from cardgen.base.errors import DataError
from cardgen.review.server.catalog import Catalog
from cardgen.review.server.events import key_of
from cardgen.review.server.page_data import fault_data
from cardgen.review.server.payloads import ReviewData, ShownEvent, StatusData
from cardgen.review.server.stream_payloads import CatalogMessage, ReviewMessage

Value = TypeVar("Value")


def catalog_change(
    before: Catalog | None, after: Catalog, statuses: Mapping[str, StatusData], fault: DataError | None, by: str
) -> CatalogMessage:
    """Return the message `catalog`: the cards that are new or different, with their statuses, and other changes.

    `by` is who has edited them on a page, "" for saved files.
    """
    old = before.cards if before else {}
    new = {key: card for key, card in after.cards.items() if old.get(key) is not card}
    changed = [key for key, card in new.items() if key not in old or old[key].summary != card.summary]
    change: CatalogMessage = {
        "version": after.version,
        "cards": [{**new[key].summary, "codes": []} for key in changed],
        "statuses": {key: statuses[key] for key in changed if key in statuses},
        "alts": {key: card.alts for key, card in new.items() if key not in old or old[key].alts != card.alts},
        "texts": {key: card.text for key, card in new.items() if key not in old or old[key].text != card.text},
        "removed": [key for key in old if key not in after.cards],
        "order": None if before and before.keys == after.keys else list(after.keys),
        "waiting": list(after.waiting),
        "fault": fault_data(fault),
        "by": by,
    }
    if before is None or before.game_data != after.game_data:
        change["game"] = after.game_data
    if before is None or before.decks != after.decks:
        change["decks"] = list(after.decks)
    return change


def review_change(before: ReviewData, after: ReviewData) -> ReviewMessage | None:
    """Return the message `review`: events and statuses that are new or different; None if nothing is."""
    old_events = {_part(event): event for event in before["events"]}
    events = [event for event in after["events"] if old_events.get(_part(event)) != event]
    statuses = _changed(before["statuses"], after["statuses"])
    if not events and not statuses and before["fault"] == after["fault"]:  # every rename changes statuses
        return None
    change: ReviewMessage = {"events": events, "statuses": statuses, "fault": after["fault"]}
    if not old_events.keys() <= {_part(event) for event in after["events"]}:
        change["renamed"] = True
    return change


def _part(event: ShownEvent) -> tuple[str, str]:
    return event["id"], key_of(event)


def _changed(before: Mapping[str, Value], after: Mapping[str, Value]) -> dict[str, Value]:
    return {key: value for key, value in after.items() if before.get(key) is not value and before.get(key) != value}
