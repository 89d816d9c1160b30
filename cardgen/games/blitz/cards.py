"""The cards of Blitz as the rules see them: values, reach and keywords; and those of the starter set.

An offset is (dx, dy) as the owner of the card sees it: dx to the right, dy towards the enemy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field

from cardgen.records import dataclass

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
class Card:
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


Deck = tuple[Card, ...]
"""The different cards of a deck, each with its number of copies."""


def known_ability(word: str) -> bool:
    """Return True if the rules know this keyword of a unit."""
    return word in ABILITIES or _MOVE.fullmatch(word) is not None


def steps_of(abilities: Iterable[str]) -> int:
    """Return the number of cells that a unit with these keywords moves: 1, or that of `move n`."""
    return next((int(match[1]) for word in abilities if (match := _MOVE.fullmatch(word))), 1)


RING: tuple[Offset, ...] = ((-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1))
CROSS: tuple[Offset, ...] = ((0, 1), (-1, 0), (1, 0), (0, -1))
WIDE: tuple[Offset, ...] = (*RING, (0, 2), (2, 0), (-2, 0), (0, -2))
FAN: tuple[Offset, ...] = ((-1, 1), (0, 1), (1, 1))
LANCE: tuple[Offset, ...] = ((0, 1), (0, 2), (0, 3))
GUN: tuple[Offset, ...] = ((0, 1), (0, 2), (-1, 1), (1, 1))
LOB: tuple[Offset, ...] = ((-1, 2), (0, 2), (1, 2), (-1, 3), (0, 3), (1, 3))


@cache
def starter_deck() -> Deck:
    """Return the deck of the starter set, which is the same for each faction. card_data/blitz prints these cards."""
    return (
        Card("rifles", "unit", 2, 2, 2, 1, CROSS),
        Card("assault", "unit", 2, 3, 2, 1, FAN),
        Card("machine-gun", "unit", 2, 3, 1, 1, LANCE),
        Card("engineers", "unit", 2, 1, 2, 1, CROSS, engineer=True),
        Card("scouts", "unit", 2, 1, 1, 1, RING, steps=2),
        Card("anti-tank", "unit", 2, 5, 1, 2, LANCE),
        Card("mortar", "unit", 2, 3, 0, 1, LOB),
        Card("howitzer", "unit", 2, 4, 0, 2, LOB),
        Card("armoured-car", "unit", 2, 3, 3, 2, CROSS, vehicle=True, steps=2),
        Card("medium-tank", "unit", 2, 4, 4, 2, GUN, vehicle=True),
        Card("heavy-tank", "unit", 2, 6, 5, 3, GUN, vehicle=True),
        Card("command-post", "unit", 2, 1, 4, 1, RING, hold=True),
        Card("depot", "resource", 5, level=1, reach=RING),
        Card("column", "resource", 3, level=2, reach=CROSS),
        Card("railhead", "resource", 2, level=3, reach=WIDE),
        Card("mine", "facility", 2, effect="mine"),
        Card("obstacle", "facility", 1, effect="obstacle", both=True),
        Card("emergency", "skill", 1, effect="supply"),
        Card("feint", "skill", 1, effect="feint"),
    )
