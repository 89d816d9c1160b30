"""The closed lists of words of the game, each with its name in both languages: factions, suits, skill types, timings.

The three lists of timings are in the order in which things happen. Skills that meet at one timing follow seat order.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from cardgen.engines.data_files import load_written

Names = Mapping[str, Mapping[str, str]]

_WORDS = load_written(files("cardgen.games.heroes") / "words.yaml")

FACTIONS: Names = _WORDS["factions"]
IDENTITIES: Names = _WORDS["identities"]
#: All camps that a character may be known to be of.
CAMPS: Names = {**IDENTITIES, **FACTIONS, "ambition": {"zh": "野心家", "en": "ambitionist"}}
MODES: Names = _WORDS["modes"]
SUITS: Names = _WORDS["suits"]
CATEGORIES: Names = _WORDS["categories"]
SUBS: Names = _WORDS["subs"]
ELEMENTS: Names = _WORDS["elements"]
SKILL_TYPES: Names = _WORDS["skill-types"]
SKILL_TIMINGS: Names = _WORDS["skill-timings"]
CARD_TIMINGS: Names = _WORDS["card-timings"]
DAMAGE_TIMINGS: Names = _WORDS["damage-timings"]
#: All timings that a skill may have.
TIMINGS: Names = {**_WORDS["phases"], **SKILL_TIMINGS, **CARD_TIMINGS, **DAMAGE_TIMINGS}

#: Number -> how it is printed.
RANKS = {1: "A", **{number: str(number) for number in range(2, 11)}, 11: "J", 12: "Q", 13: "K"}
#: Suit -> its letter in notation.
SUIT_LETTERS = {"heart": "H", "spade": "S", "diamond": "D", "club": "C"}
#: The jade seal in notation.
SEAL = "SEAL"
#: What plot cards without suit and number begin with in notation: P1, P2.
PLOT_LETTER = "P"
#: The number of terms of the glossary.
TERM_COUNT = 112
#: The most players at a table, and the least.
MOST_PLAYERS, FEWEST_PLAYERS = 10, 2
