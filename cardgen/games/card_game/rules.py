"""The model of a ruleset: the vocabulary of a game, its piles, how it begins and ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from cardgen.engines.effects.vocabulary import Vocabulary, Word
from cardgen.engines.rulesets import Closed


class Seats(Closed):
    """How many play."""

    least: Annotated[int, Field(ge=1, le=10)] = 2
    most: Annotated[int, Field(ge=1, le=10)] = 4


class StartPile(Closed):
    """The cards of a deck, and the area where they are at the start: of each player, if the area is a player's."""

    deck: str
    area: Word
    shuffle: bool = True


class CardGameRules(Closed):
    """A ruleset, as in a ruleset file."""

    titles: Annotated[Mapping[str, str], Field(min_length=1, description="what the ruleset is called, by language")]
    players: Seats = Field(default_factory=Seats)
    vocabulary: Vocabulary
    piles: Annotated[tuple[StartPile, ...], Field(min_length=1, max_length=50, strict=False)]
    begin: Any = Field(default=(), description="the steps before the first turn, as effects have them in `do`")
    rounds: Annotated[int, Field(ge=1, le=1000)] = Field(default=50, description="after so many rounds the game ends")
    score: Word | None = Field(default=None, description="the attribute of players of which the most wins in the end")
    tie: Word | None = Field(default=None, description="the attribute that decides between equal scores")
    goal: int | None = Field(default=None, description="the game ends after the round in which somebody scores so much")
    first: Literal["seat", "random"] = Field(default="seat", description="who begins: the first seat, or anybody")

    def __hash__(self) -> int:
        return hash((*self.titles.values(), self.vocabulary, self.piles))
