"""What an open page is told when something is different: no more than it needs to be as if it were loaded anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.errors import DataError
from cardgen.review.server.catalog import Catalog, fault_data


def catalog_change(
    before: Catalog | None, after: Catalog, statuses: Mapping[str, Any], fault: DataError | None
) -> dict[str, Any]:
    """The event `catalog`: the cards that are new or different, with their statuses, and whatever else is."""
    told = {card["key"]: card for card in before.summaries} if before else {}
    alts = before.alts if before else {}
    told_now, told_then = (each.data("", "") if each else {} for each in (after, before))
    different = [card for card in after.summaries if told.get(card["key"]) != card]
    return {
        "version": after.version,
        "cards": [{**card, "codes": []} for card in different],
        "statuses": {card["key"]: statuses[card["key"]] for card in different if card["key"] in statuses},
        "alts": _changed(alts, after.alts),
        "removed": [key for key in told if key not in after.current],
        "order": None if before and before.keys == after.keys else list(after.keys),
        "fault": fault_data(fault),
        **{part: told_now[part] for part in ("game", "decks") if told_now[part] != told_then.get(part)},
    }


def review_change(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any] | None:
    """The event `review`: events that are new, undone or old now, and cards that stand otherwise; None for nothing."""
    known = {event["id"]: event for event in before["events"]}
    events = [event for event in after["events"] if known.get(event["id"]) != event]
    statuses = _changed(before["statuses"], after["statuses"])
    if not events and not statuses and before["fault"] == after["fault"]:
        return None
    return {"events": events, "statuses": statuses, "fault": after["fault"]}


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in after.items() if before.get(key) != value}
