"""The cards of Blitz as the rules see them: values, reach and keywords.

An offset is (dx, dy) as the owner of the card sees it: dx to the right, dy towards the enemy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field

from cardgen import dataclass

Faction = Literal["us", "uk", "ss", "wm"]
Side = Literal["allied", "german"]
Kind = Literal["unit", "resource", "facility", "skill"]
Offset = tuple[int, int]

#: Faction -> its side, in the order of their decks.
SIDES: Mapping[str, Side] = {"us": "allied", "uk": "allied", "ss": "german", "wm": "german"}
#: Kind -> the number of cards of a deck.
COMPOSITION: Mapping[str, int] = {"unit": 24, "resource": 10, "facility": 3, "skill": 2}
DECK_SIZE = sum(COMPOSITION.values())
FRONT_CARDS = 5
#: The largest distances on the board.
FARTHEST_X, FARTHEST_Y = 4, 6

#: The keywords of units; `move` is followed by a number of cells.
ABILITIES = ("engineer", "hold", "move 2")
#: Kind -> the keywords of its effects. Any other text is done by hand.
EFFECTS: Mapping[str, tuple[str, ...]] = {"facility": ("mine", "obstacle"), "skill": ("supply", "feint")}
#: The class of units that an obstacle stops.
VEHICLE = "vehicle"

_MOVE = re.compile(r"move ([1-9])")

_Short = Annotated[str, Field(max_length=64)]


@dataclass(frozen=True, slots=True)
class BlitzCard:
    """A card as it is printed. `reach` is the range of a unit, or what a resource supplies.

    `by_hand` is True if the rules do not know the text of the card, so that people have to do what it says.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    id: _Short
    kind: Kind
    copies: Annotated[int, Field(ge=1, le=39)] = 1
    attack: Annotated[int, Field(ge=0, le=99)] = 0
    defence: Annotated[int, Field(ge=0, le=99)] = 0
    level: Annotated[int, Field(ge=0, le=99)] = 0
    reach: Annotated[tuple[Offset, ...], Field(max_length=200)] = ()
    vehicle: bool = False
    engineer: bool = False
    hold: bool = False
    steps: Annotated[int, Field(ge=1, le=9)] = 1
    effect: _Short = ""
    both: bool = False
    by_hand: bool = False


Deck = tuple[BlitzCard, ...]
"""The different cards of a deck, each with its number of copies."""

FactionDecks = Mapping[str, Deck]
"""The deck of each faction."""


def known_ability(word: str) -> bool:
    """Return True if the rules know this keyword of a unit."""
    return word in ABILITIES or _MOVE.fullmatch(word) is not None


def steps_of(abilities: Iterable[str]) -> int:
    """Return the number of cells that a unit with these keywords moves: 1, or that of `move n`."""
    return next((int(match[1]) for word in abilities if (match := _MOVE.fullmatch(word))), 1)
