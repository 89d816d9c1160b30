"""The model of a Blokus ruleset: each choice that the description of the game leaves open is a field.

All models are strict and frozen, and have no unknown keys.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self, get_args

from pydantic import Field, model_validator

from cardgen import message
from cardgen.engines.rulesets import Closed, Titles
from cardgen.games.blokus.board import LARGEST
from cardgen.games.blokus.shapes import Cell

Colour = Literal["red", "green", "blue", "yellow"]
COLOURS: tuple[Colour, ...] = get_args(Colour)

#: Colour -> the letter of its cells in drawings.
LETTERS = {colour: colour[0].upper() for colour in COLOURS}
#: Colour -> its name in both languages.
COLOUR_NAMES = {
    "red": {"zh": "红", "en": "red"},
    "green": {"zh": "绿", "en": "green"},
    "blue": {"zh": "蓝", "en": "blue"},
    "yellow": {"zh": "黄", "en": "yellow"},
}

Place = Annotated[int, Field(ge=0, lt=LARGEST)]
# Files have lists, but only a tuple can be frozen. The items stay strict.
CellMember = Annotated[tuple[Place, Place], Field(strict=False)]
Colours = Annotated[tuple[Colour, ...], Field(min_length=1, max_length=4, strict=False)]
Seconds = Annotated[int, Field(ge=0, le=86_400)]


class Starts(Closed):
    """The start point of each colour as [x, y] from the upper left corner; null for a colour not in the game."""

    red: CellMember | None = None
    green: CellMember | None = None
    blue: CellMember | None = None
    yellow: CellMember | None = None


class BlokusBoard(Closed):
    """A square board and its start points."""

    size: int = Field(ge=5, le=LARGEST, description="columns and rows")
    start: Starts

    @model_validator(mode="after")
    def _starts_fit(self) -> Self:
        cells = [(colour, cell) for colour in COLOURS if (cell := getattr(self.start, colour)) is not None]
        for colour, (x, y) in cells:
            if x >= self.size or y >= self.size:
                raise ValueError(
                    message("the start point of {colour}, ({x}, {y}), is not on the board", colour=colour, x=x, y=y)
                )
        if len({cell for _, cell in cells}) != len(cells):
            raise ValueError(message("two colours have the same start point"))
        return self


class Clock(Closed):
    """The time limits of a player. A turn first uses its own step time, then the player's total time for the game."""

    step: Seconds = Field(description="seconds each turn")
    total: Seconds = Field(description="seconds a player has for the whole game, beyond the step time of the turns")

    @model_validator(mode="after")
    def _some_time(self) -> Self:
        if self.step + self.total == 0:
            raise ValueError(message("step and total are both 0, so nobody has time to place a piece"))
        return self


class BlokusRules(Closed):
    """A ruleset of Blokus, as in a ruleset file."""

    titles: Titles
    board: BlokusBoard
    order: Colours = Field(description="the colours that play, in the order of their turns")
    seats: Annotated[tuple[Colours, ...], Field(min_length=2, max_length=4, strict=False)] = Field(
        description="for each player the colours that the player has; one player may have two"
    )
    shared: Colour | None = Field(
        default=None,
        description="a colour of nobody, which the players place in turn; it is not counted in the scores; null: none",
    )
    score: Literal["remaining", "official-bonus"] = Field(
        description="remaining: the cells of unplaced pieces, fewer is better; official-bonus: minus those cells, "
        "15 more when all pieces are placed, and 5 more when the single cell was the last of them; higher is better"
    )
    clock: Clock | None = Field(default=None, description="null: no clock")

    @model_validator(mode="after")
    def _colours_agree(self) -> Self:
        if len(set(self.order)) != len(self.order):
            raise ValueError(message("order has a colour twice"))
        seated = [colour for seat in self.seats for colour in seat]
        if self.shared is not None:
            seated.append(self.shared)
        if sorted(seated) != sorted(self.order):
            raise ValueError(
                message("seats and shared must have each colour of order exactly once, and no other colour")
            )
        with_start = {colour for colour in COLOURS if getattr(self.board.start, colour) is not None}
        if with_start != set(self.order):
            raise ValueError(message("board.start must have a point for each colour of order, and for no other colour"))
        return self


def start_cell(rules: BlokusRules, colour: str) -> Cell:
    """Return the start point of a colour in the game."""
    cell = getattr(rules.board.start, colour)
    assert cell is not None
    return (cell[0], cell[1])


def colour_number(rules: BlokusRules, colour: str) -> int:
    """Return the place of a colour in the order of turns, from 0. ValueError for a colour not in the game."""
    order: tuple[str, ...] = rules.order
    return order.index(colour)


def player_of(rules: BlokusRules, colour: str) -> int | None:
    """Return the number of the player of a colour, from 0; None for the shared colour."""
    return next((number for number, seat in enumerate(rules.seats) if colour in seat), None)
