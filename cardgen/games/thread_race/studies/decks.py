"""The deck as a setting of a study: that of the project as data, or None for the starter deck."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from json import dumps, loads
from typing import Any

from cardgen.engines import Decks
from cardgen.games.thread_race.cards import DeckOrder
from cardgen.games.thread_race.decks import check_brought
from cardgen.games.thread_race.members import DeckMember, deck_data, read_deck
from cardgen.games.thread_race.reading import brought_deck
from cardgen.games.thread_race.starter import starter_deck


def deck_settings(decks: Decks) -> dict[str, Any]:
    """Return the settings that the project's own decks decide. ValueError if they cannot be played."""
    brought = brought_deck(decks)
    check_brought(brought)
    return {} if _sorted(brought) == _sorted(starter_deck()) else {"deck": dumps(deck_data(brought), sort_keys=True)}


def _sorted(brought: DeckOrder) -> Mapping[str, Any]:
    data = deck_data(brought)
    return {**data, "cards": sorted(data["cards"], key=dumps)}


@lru_cache(maxsize=8)
def studied_deck(text: str | None) -> DeckOrder:
    """Return the deck of a setting."""
    return starter_deck() if text is None else read_deck(DeckMember.model_validate(loads(text)))


def check_deck_text(text: str | None) -> str | None:
    """Return a setting as it is. ValueError if it is no deck."""
    if text is not None:
        check_brought(studied_deck(text))
    return text
