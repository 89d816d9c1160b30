"""`table` in game.yaml: what lies on the free table of a game, and what is dealt. All of it has defaults."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BeforeValidator, Field, model_validator

from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import message
from cardgen.data.kinds import Colour, DeckNames, FileModel, Identifier, Length, PageSize, Point, Texts, as_tuple

#: The most people at a table.
MOST_PLAYERS = 12

Place = Annotated[
    Point | None, Field(description="the top left corner, mm from that of the cloth; beside the others without")
]


Players = Annotated[int, Field(ge=1, le=MOST_PLAYERS)]


class OnTable(FileModel):
    """What is on the table with so many `players`; with any number if it does not say."""

    players: Annotated[tuple[Players, ...], BeforeValidator(as_tuple), Field(min_length=1)] | None = None

    def is_for(self, players: int) -> bool:
        """Return True if it is on the table of so many players."""
        return self.players is None or players in self.players


class PileEntry(OnTable):
    """A pile of the cards of one or more decks, with a discard beside it unless `discard` is false.

    With `each`, every player has such a pile, with all of these cards.
    """

    decks: DeckNames
    titles: Texts | None = None
    at: Place = None
    up: Annotated[bool, Field(description="whether its cards lie face up")] = False
    discard: bool = True
    each: bool = False


class ZoneEntry(OnTable):
    """A part of the cloth with a title."""

    titles: Texts
    at: Point
    size: PageSize


class BoardPlace(FileModel):
    """Where a board or a page of the targets lies."""

    at: Point


class TokenEntry(OnTable):
    """Tokens of a colour, `count` of them on one stack."""

    titles: Texts
    colour: Colour = "#8a6d3b"
    count: Annotated[int, Field(ge=1, le=200)] = 1
    size: Length = 14.0
    at: Place = None


class DieEntry(OnTable):
    """Dice with so many sides, `count` of them."""

    titles: Texts | None = None
    sides: Annotated[int, Field(ge=2, le=100)] = 6
    count: Annotated[int, Field(ge=1, le=20)] = 1
    at: Place = None


class CounterEntry(OnTable):
    """A number that everybody can change: one for the table, or with `each` one for each player."""

    titles: Texts
    value: Annotated[int, Field(ge=-1_000_000, le=1_000_000)] = 0
    each: bool = False
    at: Place = None


class SetupStep(OnTable):
    """A step of the set-up: the name of a pile after `shuffle`, `deal` or `turn_up`. With `players`, only for so many.

    `deal` gives `count` cards to each player, `turn_up` lays `count` cards face up beside the pile, or in a `zone`.
    """

    shuffle: Identifier | None = None
    deal: Identifier | None = None
    turn_up: Identifier | None = None
    count: Annotated[int, Field(ge=1, le=1000)] = 1
    zone: Identifier | None = None

    @model_validator(mode="after")
    def _one_gesture(self) -> Self:
        if [self.shuffle, self.deal, self.turn_up].count(None) != 2:
            problem = message("a step of the set-up has exactly one of shuffle, deal and turn_up")
            raise WrongValueError(problem, message("such as {deal: main, count: 5}"))
        if (self.zone is not None and self.turn_up is None) or (self.shuffle and "count" in self.model_fields_set):
            raise WrongValueError(message("count requires deal or turn_up, zone requires turn_up"))
        return self

    @property
    def gesture(self) -> tuple[str, str]:
        """The key of the step, and the name of its pile."""
        name = next(name for name in ("shuffle", "deal", "turn_up") if getattr(self, name) is not None)
        return name, getattr(self, name)


class FreeTableEntry(FileModel):
    """The free table of a game. A deck that is in no pile has a pile of its own, called by its name."""

    players: Players | None = Field(
        default=None,
        description="how many people sit down, unless they choose another number: the most that play the game",
    )
    cloth: Colour | None = None
    piles: Annotated[dict[Identifier, PileEntry], Field(max_length=100)] = {}
    zones: Annotated[dict[Identifier, ZoneEntry], Field(max_length=100)] = {}
    boards: Annotated[dict[Identifier, BoardPlace], Field(max_length=100)] = {}
    tokens: Annotated[dict[Identifier, TokenEntry], Field(max_length=100)] = {}
    dice: Annotated[dict[Identifier, DieEntry], Field(max_length=100)] = {}
    counters: Annotated[dict[Identifier, CounterEntry], Field(max_length=100)] = {}
    setup: Annotated[tuple[SetupStep, ...], BeforeValidator(as_tuple), Field(max_length=200)] | None = Field(
        default=None, description="what one click deals; without, all piles are shuffled"
    )
