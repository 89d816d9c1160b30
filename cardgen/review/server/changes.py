"""The differences between two states, as they are sent to open pages.

After a change, a page is in the same state as one that was loaded again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from cardgen.errors import DataError
from cardgen.review.server.catalog import Catalog
from cardgen.review.server.page_data import decks_data, fault_data
from cardgen.review.server.payloads import CatalogMessage, ReviewData, ReviewMessage, StatusData

Value = TypeVar("Value")


def catalog_change(
    before: Catalog | None, after: Catalog, statuses: Mapping[str, StatusData], fault: DataError | None
) -> CatalogMessage:
    """Return the message `catalog`: the cards that are new or different, with their statuses, and other changes."""
    old_cards = {card["key"]: card for card in before.summaries} if before else {}
    changed_cards = [card for card in after.summaries if old_cards.get(card["key"]) != card]
    change: CatalogMessage = {
        "version": after.version,
        "cards": [{**card, "codes": []} for card in changed_cards],
        "statuses": {card["key"]: statuses[card["key"]] for card in changed_cards if card["key"] in statuses},
        "alts": _changed(before.alts if before else {}, after.alts),
        "removed": [key for key in old_cards if key not in after.current],
        "order": None if before and before.keys == after.keys else list(after.keys),
        "fault": fault_data(fault),
    }
    if before is None or before.game_data != after.game_data:
        change["game"] = after.game_data
    decks = decks_data(after)
    if before is None or decks_data(before) != decks:
        change["decks"] = decks
    return change


def review_change(before: ReviewData, after: ReviewData) -> ReviewMessage | None:
    """Return the message `review`: events and statuses that are new or different; None if nothing is."""
    old_events = {event["id"]: event for event in before["events"]}
    events = [event for event in after["events"] if old_events.get(event["id"]) != event]
    statuses = _changed(before["statuses"], after["statuses"])
    if not events and not statuses and before["fault"] == after["fault"]:
        return None
    return {"events": events, "statuses": statuses, "fault": after["fault"]}


def _changed(before: Mapping[str, Value], after: Mapping[str, Value]) -> dict[str, Value]:
    return {key: value for key, value in after.items() if before.get(key) != value}
