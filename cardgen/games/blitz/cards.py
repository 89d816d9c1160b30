"""The cards of Blitz as the rules see them: values, reach and keywords.

An offset is (dx, dy) as the owner of the card sees it: dx to the right, dy towards the enemy.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field

from cardgen import dataclass
from cardgen.engines.effects.written import Written

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

#: The keyword of units that clear facilities, by the rules of the game.
ENGINEER = "engineer"

_Short = Annotated[str, Field(max_length=64)]


@dataclass(frozen=True, slots=True)
class BlitzCard:
    """A card as it is printed. `reach` is the range of a unit, or what a resource supplies.

    `keywords` are the abilities of a unit, or the effect of a facility or skill. `effects` are written on the card
    itself. `by_hand` is True if the card has a text and neither of them, so that people have to do what it says.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    id: _Short
    kind: Kind
    copies: Annotated[int, Field(ge=1, le=39)] = 1
    attack: Annotated[int, Field(ge=0, le=99)] = 0
    defence: Annotated[int, Field(ge=0, le=99)] = 0
    level: Annotated[int, Field(ge=0, le=99)] = 0
    reach: Annotated[tuple[Offset, ...], Field(max_length=200)] = ()
    unit_class: _Short = ""
    keywords: Annotated[tuple[_Short, ...], Field(max_length=20)] = ()
    affects: Literal["enemy", "both"] = "enemy"
    effects: Written = Written()
    by_hand: bool = False


Deck = tuple[BlitzCard, ...]
"""The different cards of a deck, each with its number of copies."""

FactionDecks = Mapping[str, Deck]
"""The deck of each faction."""
