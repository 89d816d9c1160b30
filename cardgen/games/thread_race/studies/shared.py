"""The deck of the studies, and their texts."""

from __future__ import annotations

from functools import lru_cache
from json import dumps, loads
from typing import Any

from cardgen.engines import Decks
from cardgen.engines.study_texts import StudyTexts
from cardgen.games.thread_race.cards import DeckOrder
from cardgen.games.thread_race.decks import check_brought
from cardgen.games.thread_race.members import DeckMember, deck_data, read_deck
from cardgen.games.thread_race.reading import listed_deck

TEXTS = StudyTexts(__file__, "texts")


def deck_settings(decks: Decks) -> dict[str, Any]:
    """Return the settings that the project's decks decide. ValueError if they cannot be played."""
    brought = listed_deck(decks)
    check_brought(brought)
    return {"deck": dumps(deck_data(brought), sort_keys=True)}


@lru_cache(maxsize=8)
def studied_deck(text: str) -> DeckOrder:
    """Return the deck of a setting."""
    return read_deck(DeckMember.model_validate(loads(text)))


def check_deck_text(text: str) -> str:
    """Return a setting as it is. ValueError if it is no deck."""
    check_brought(studied_deck(text))
    return text
