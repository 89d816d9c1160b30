"""A Block-Killer ruleset as data: a field for every number and for every choice that the printed game leaves open.

Two rulesets are bundled, `card_data/block-killer/rules/standard.yaml` and `no-mercy.yaml`; the engine has no numbers
of its own. All models are strict, closed and frozen, so a ruleset can be a key of a cache.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from cardgen import message
from cardgen.engines.rulesets import Closed, Titles

__all__ = ["AttackRules", "BlockKillerRules", "Closed", "Mini", "Rotation", "SpinRule"]

SpinRule = Literal["immobile", "three-corner", "any", "never"]
Rotation = Literal["srs", "plain"]
Mini = Literal["off", "kicked"]

Count = Annotated[int, Field(ge=0, le=100)]
Points = Annotated[int, Field(ge=0, le=1000)]
# Files have lists, but only a tuple can be hashed. The members stay strict.
Table = Annotated[tuple[Points, ...], Field(min_length=1, max_length=100, strict=False)]


class Players(Closed):
    """The allowed numbers of players."""

    least: int = Field(ge=2, le=12, description="fewest players")
    most: int = Field(ge=2, le=12, description="most players")

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.most < self.least:
            raise ValueError(message("most ({most}) is less than least ({least})", most=self.most, least=self.least))
        return self


class Cards(Closed):
    """A number of block cards and a number of garbage cards."""

    blocks: Count = Field(description="block cards")
    garbage: Count = Field(description="garbage cards")


class TwoBlocks(Closed):
    """The draw of only block cards, for a player with many garbage cards."""

    from_garbage: Count = Field(description="number of garbage cards in hand from which the player may choose it")
    blocks: Count = Field(description="block cards drawn instead of the usual draw")


class PlayRules(Closed):
    """The limits of a play, and the locks that are spins."""

    least_garbage: Count = Field(description="least number of garbage cards that a play lays")
    most_solid_rows: Count | None = Field(description="most rows of two merged checkerboards in a play; null: no limit")
    rotation: Rotation = Field(
        description="srs: the kick tables of the Super Rotation System; plain: only the first test of each"
    )
    spin: SpinRule = Field(
        description="what makes a lock after a rotation a spin: immobile, the block cannot move left, right or up; "
        "three-corner, it is a T with three of the four corners about its centre filled; any, nothing more is needed; "
        "never: there are no spins"
    )
    mini: Mini = Field(
        description="kicked: a spin that is reached by kicks only is scored with the non-spin table; off: like any spin"
    )


class FurtherLine(Closed):
    """The points for each line past the end of its table."""

    non_spin: Points = Field(description="attack for each line past the end of the non-spin table")
    spin: Points = Field(description="attack for each line past the end of the spin table")
    block: Points = Field(description="block points for each line past the end of either table")


class BackToBack(Closed):
    """The bonus of a special clear that follows a special clear."""

    bonus: Points = Field(description="attack added")
    across_plays: bool = Field(description="true: the last clear of the player's previous play counts")


class AttackRules(Closed):
    """The attack of clears."""

    non_spin: Table = Field(description="attack for 1, 2, ... lines without a spin")
    spin: Table = Field(description="attack for 1, 2, ... lines with a spin")
    further_line: FurtherLine
    special_lines: int = Field(
        ge=1, le=100, description="number of lines from which any clear is special; a spin clear always is"
    )
    back_to_back: BackToBack
    combo: Table = Field(description="attack added at combo 1, 2, ...")
    combo_past_end: Literal["last", "zero"] = Field(
        description="bonus past the end of the combo table: its last entry again, or 0"
    )


class DefenceRules(Closed):
    """The rules of answers to attacks."""

    answer_from: int = Field(ge=1, le=1000, description="smallest attack that its target may answer with a play")
    counter_divisor: int = Field(
        ge=1,
        le=1000,
        description="the attacker draws the attack that the answer leaves over, divided by this number, rounded up",
    )


class BlockKillerRules(Closed):
    """One ruleset of Block-Killer: exactly the fields of a file in `card_data/block-killer/rules/`."""

    titles: Titles
    players: Players
    deal: Cards = Field(description="cards dealt to each player")
    draw: Cards = Field(description="cards drawn at the start of a turn, block cards first")
    two_blocks: TwoBlocks
    most_blocks: Count = Field(description="most block cards in hand at the end of a turn")
    most_garbage: Count = Field(description="most garbage cards in hand; a player with more is out")
    discard_piles: Literal["each-deck", "shared"] = Field(
        description="a discard pile for each deck, or a shared one, from which each deck takes its own cards"
    )
    empty_deck: Literal["refill", "nothing"] = Field(
        description="a draw from an empty deck: shuffle its discards into a new deck first, or draw nothing"
    )
    cards_of_the_out: Literal["discard", "remove"] = Field(
        description="the cards of a player who is out: to the discard piles, or out of the game"
    )
    play: PlayRules
    attack: AttackRules
    defence: DefenceRules

    @model_validator(mode="after")
    def _deal_fits_hand(self) -> Self:
        if self.deal.garbage > self.most_garbage:
            text = message(
                "deal.garbage ({dealt}) is more than most_garbage ({most})",
                dealt=self.deal.garbage,
                most=self.most_garbage,
            )
            raise ValueError(text)
        return self
