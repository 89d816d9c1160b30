"""The model of a ruleset: each choice that the two texts of the game leave open is a field.

All models are strict and frozen, and have no unknown keys.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cardgen.engines.rulesets import Closed, Titles

#: The speed stages of a turn, in their order.
STAGES = (5, 4, 3, 2, 1)
#: The stage of plain cards under `plain: first`.
PLAIN_STAGE = 6
SLOTS = 3
DECK_SIZE = 23
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4


class Lock(Closed):
    """The speed lock of cores."""

    turns: int = Field(ge=1, le=99, description="how many turns it lasts, from the first")
    shared: Literal["cancels", "acts"] = Field(
        description="a speed that several players lock. cancels: clash applies as usual; acts: all of these players act"
    )


class ThreadRaceRules(Closed):
    """A ruleset, as in a ruleset file."""

    titles: Titles
    most_players: int = Field(ge=FEWEST_PLAYERS, le=MOST_PLAYERS, description="how many may play; two can always")
    start: Literal["up", "either"] = Field(
        description="how the first three cards lie. up: face up; either: each as its owner likes"
    )
    clash: bool = Field(description="true: a stage is skipped in which several players show its speed when it begins")
    lock: Lock | None = Field(description="null: cores lock nothing")
    plain: Literal["any-stage", "first"] = Field(
        description="when plain cards act. any-stage: in the stage in which their trigger holds, before the next card; "
        "first: before stage 5"
    )
    plain_outside: Literal["off", "waits"] = Field(
        description="triggers that hold outside the effect stage. off: nothing happens; "
        "waits: the card acts in the next one"
    )
    again: Literal["lowered", "any-drop"] = Field(
        description="when a card may act again in a lower stage. lowered: if more than its own cost has lowered it; "
        "any-drop: whenever it is slower"
    )
    effects: Literal["compulsory", "optional"] = Field(description="optional: the owner may leave out an act")
    needs: Literal["first", "every"] = Field(
        description="which effects of a text need a legal target, so that the card can act: the first, or each"
    )
    without_effect: Literal["acts", "rests"] = Field(
        description="a speed card without a text. acts: it acts, and pays its cost; rests: it never acts"
    )
    above_five: Literal["set", "counted"] = Field(
        description="a speed above 5. set: it becomes 5; counted: it shows 5, and the rest is counted when it drops"
    )
    below_one: Literal["at-once", "stage-end"] = Field(description="when a card whose speed is below 1 is destroyed")
    nullify_unseals: bool = Field(description="true: a sealed card that is nullified is upright again")
    draw_face: Literal["up", "down"] = Field(description="how a drawn card enters")
    draw_full: Literal["nothing", "rebirth"] = Field(
        description="a draw without an empty slot. nothing: the card stays; rebirth: it goes to the rebirth zone"
    )
    flip_stage: bool = Field(description="false: there is no flip stage")
    win: Literal["deck-and-slots", "deck"] = Field(
        description="what must be empty at the beginning of the play stage to win"
    )
    window: int = Field(ge=1, le=DECK_SIZE, description="how many cards of the deck a player chooses from")
    play: Literal["must", "may"] = Field(description="may: a player with cards in the deck may pass")
    play_face: Literal["up", "either"] = Field(description="how a played card enters; either: as its owner likes")
    put_away: Literal["must", "may"] = Field(description="must: a player whose deck is empty may not pass")
    core: Literal["counted", "continuous"] = Field(
        description="counted: a core is used as often as it says; continuous: once in each play stage"
    )
    core_each_turn: int = Field(ge=1, le=9, description="how often a player may use the core in one turn")
    first: Literal["seats", "rotates"] = Field(
        description="the order of the players. seats: the first seat begins in each turn; "
        "rotates: the next seat in each"
    )
