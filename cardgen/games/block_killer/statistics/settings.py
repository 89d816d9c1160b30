"""What decides a trial of the study: the rules, the kind of hand, the seed, the solver's budget, the decks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, model_validator

from cardgen.games.block_killer.blocks import BLOCKS
from cardgen.games.block_killer.cards import BLOCK_COPIES, GARBAGE_COPIES, GARBAGE_ROWS
from cardgen.games.block_killer.rules import Closed, Rules
from cardgen.games.block_killer.solver.worth import MOST_BLOCKS, MOST_GARBAGE

OPENING, TYPICAL = "opening", "typical"

_DRAWN = re.compile(r"(0|[1-9][0-9]?)/(0|[1-9][0-9]?)")
_CARDS = {*BLOCKS, *GARBAGE_ROWS}


def _sorted_pairs(copies: Any) -> Any:
    """A mapping, or pairs in any order, as sorted pairs; anything else is left to be refused."""
    pairs = list(copies.items()) if isinstance(copies, Mapping) else copies
    try:
        return tuple(sorted((card, count) for card, count in pairs))
    except (TypeError, ValueError):
        return copies


Pair = tuple[str, Annotated[int, Field(ge=0, le=1000)]]
Copies = Annotated[tuple[Pair, ...], BeforeValidator(_sorted_pairs)]

#: The decks as printed.
COPIES = tuple(sorted({**BLOCK_COPIES, **GARBAGE_COPIES}.items()))


class Settings(Closed):
    """Everything that decides a trial's result."""

    rules: Rules
    hand: str = Field(
        default=OPENING,
        description="opening: the deal of the ruleset; typical: held in a game when it is time to play; "
        "B/G, such as 3/4: so many block and garbage cards drawn from the full decks",
    )
    seed: int = Field(default=1, ge=0, description="the same seed, the same hands, whatever the rules")
    budget: int = Field(default=500_000, ge=1, description="positions that the solver looks at for each hand, at most")
    values: bool = Field(default=True, description="whether the best play without each of the hand's cards is searched")
    copies: Copies = Field(default=COPIES, description="every card with its number of copies, sorted by card")

    @property
    def size(self) -> tuple[int, int] | None:
        """How many block and garbage cards are drawn from the full decks; None for a typical hand."""
        if self.hand == OPENING:
            return self.rules.deal.blocks, self.rules.deal.garbage
        drawn = _DRAWN.fullmatch(self.hand)
        return (int(drawn[1]), int(drawn[2])) if drawn else None

    @model_validator(mode="after")
    def _can_be_searched(self) -> Self:
        problem = self._problem()
        if problem:
            raise ValueError(problem)
        return self

    def _problem(self) -> str:
        copies = dict(self.copies)
        if copies.keys() != _CARDS or len(copies) != len(self.copies):
            return f"copies: every card once is expected: {', '.join(sorted(_CARDS))}"
        size = self.size
        if size is None and self.hand != TYPICAL:
            return f"hand: {self.hand!r} is not {OPENING}, {TYPICAL} or so many cards, such as 3/4"
        if size is None and self.copies != COPIES:
            return "copies: games are played with the decks as printed, so a typical hand has no others"
        blocks, garbage = size or _largest_hand(self.rules)
        if blocks > MOST_BLOCKS or garbage > MOST_GARBAGE:
            told = f"up to {blocks} block and {garbage} garbage cards"
            return f"hand: {told}; the solver searches {MOST_BLOCKS} and {MOST_GARBAGE} at most"
        held = sum(copies[block] for block in BLOCKS), sum(copies[code] for code in GARBAGE_ROWS)
        if size and (blocks > held[0] or garbage > held[1]):
            return f"hand: {blocks} block and {garbage} garbage cards of decks of {held[0]} and {held[1]}"
        return ""


def _largest_hand(rules: Rules) -> tuple[int, int]:
    """The most block and garbage cards that can be held when it is time to play."""
    drawn = max(rules.draw.blocks, rules.two_blocks.blocks)
    return max(rules.deal.blocks, rules.most_blocks) + drawn, rules.most_garbage
