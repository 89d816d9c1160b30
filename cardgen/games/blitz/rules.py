"""The model of a Blitz ruleset: each choice that the description of the game leaves open is a field.

All models are strict and frozen, and have no unknown keys. The defaults are the choices of the bundled ruleset.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from cardgen import message
from cardgen.engines.effects.written import Written
from cardgen.engines.rulesets import Closed, Titles

Value = Annotated[int, Field(ge=0, le=99)]
# Files have lists, but only a tuple can be frozen. The items stay strict.
Bounds = Annotated[tuple[Value, Value], Field(strict=False)]


class BlitzLimits(Closed):
    """The least and the most of each value of a card."""

    attack: Bounds = Field(default=(0, 9), description="the attack of units")
    defence: Bounds = Field(default=(0, 9), description="the defence of units")
    level: Bounds = Field(default=(1, 3), description="the level of units and resources")

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        for name in ("attack", "defence", "level"):
            least, most = getattr(self, name)
            if most < least:
                raise ValueError(message("{name}: the most, {most}, is less than the least", name=name, most=most))
        return self


class Hand(Closed):
    """The hands of the players."""

    opening: int = Field(default=8, ge=1, le=39, description="cards dealt to each player")
    limit: int = Field(default=8, ge=1, le=39, description="a player with so many cards skips the draw or discards one")
    redraw: bool = Field(default=True, description="a player may once put the opening hand back and draw another one")


class BlitzRules(Closed):
    """A ruleset of Blitz, as in a ruleset file."""

    titles: Titles
    limits: BlitzLimits = Field(default_factory=lambda: BlitzLimits())
    hand: Hand = Field(default_factory=lambda: Hand())
    two_players: Literal["rotate", "allied-first"] = Field(
        default="rotate",
        description="rotate: two players start the rounds in turn; allied-first: the allied player starts each round",
    )
    empty_deck: Literal["nothing", "reshuffle"] = Field(
        default="nothing", description="an empty deck draws nothing, or is made anew from the player's discard pile"
    )
    moves: int = Field(default=1, ge=1, le=9, description="how often a card may move in a round")
    move_when_deployed: bool = Field(default=False, description="a card may move in the round in which it is deployed")
    deploy_on_front: bool = Field(default=False, description="the front row counts as own area of both sides")
    team_area: Literal["shared", "halves"] = Field(
        default="shared",
        description="where a team of two deploys: in all of its area, or each in the columns of one half, of which the "
        "middle one belongs to both",
    )
    facility_area: Literal["own", "anywhere"] = Field(default="own", description="where facilities may be laid")
    facilities: int = Field(default=39, ge=1, le=39, description="the most facilities that a player lays in a round")
    engineer_on_cell: bool = Field(
        default=True, description="an engineer also clears an enemy facility on the cell that it stands on"
    )
    team_supply: bool = Field(default=True, description="the resources of a team supply the units of both players")
    joint_attack: Literal["sum", "highest"] = Field(
        default="sum", description="the attack of several units: the sum of their values, or the highest"
    )
    ready_up: Literal["settlement", "round-after"] = Field(
        default="settlement",
        description="units that have attacked are ready again after the settlement, or one round later",
    )
    advance: Literal["beside", "any"] = Field(
        default="beside",
        description="which attacker may enter the cell of a destroyed unit: one that is orthogonally beside it, or any",
    )
    attack_objects: bool = Field(
        default=False, description="units may also attack resources and facilities, which have a defence of 0"
    )
    last_unit: Literal["everywhere", "board"] = Field(
        default="everywhere",
        description="a side has lost without units on the board, in hands and decks; or on the board alone, as soon as "
        "both sides have deployed a unit",
    )
    no_hand: Literal["settlement", "at-once", "after-draw"] = Field(
        default="after-draw",
        description="when a player without cards in hand ends the game: at the settlement; at once; or after the draw, "
        "which is when the deck is empty, too",
    )
    equal: Literal["draw", "units"] = Field(
        default="draw",
        description="who wins if both sides hold as many cells of each other's area: nobody, or the side with more "
        "units on the board, and nobody if these are equal, too",
    )
    rounds: int | None = Field(
        default=20, ge=1, le=10_000, description="the game ends after so many rounds; null: there is no limit"
    )
    keywords: Written = Field(
        default_factory=lambda: _own_keywords(),
        description="keywords of cards and what each does, besides those of the game and in place of equal ones",
    )

    def joint(self, attacks: Sequence[int]) -> int:
        """Return the attack of several units together."""
        return sum(attacks) if self.joint_attack == "sum" else max(attacks, default=0)


def _own_keywords() -> Written:
    from cardgen.games.blitz.powers import own_keywords

    return Written(own_keywords())
