"""The settings that decide a game: the rules, the players, their policies and seats, the seed, the solver's budget."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb, factorial
from typing import Annotated, Any, Self

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from cardgen import message
from cardgen.engines.summaries import DISTINCT, existing
from cardgen.games.block_killer.copies import COPIES, SIDES, Copies, find_copies_fault
from cardgen.games.block_killer.game import player_count_fault
from cardgen.games.block_killer.policies import find_policy
from cardgen.games.block_killer.rules import BlockKillerRules, Closed

Name = Annotated[str, Field(min_length=1, max_length=200), existing(find_policy)]
Names = Annotated[tuple[Name, ...], Field(min_length=1, max_length=12, strict=False), DISTINCT]


class Settings(Closed):
    """Everything that decides a game's result. ValueError if a policy does not exist."""

    rules: BlockKillerRules
    players: int = Field(default=4, description="number of players")
    policies: Names = Field(
        default=("greedy",),
        description="names of policies, or module:function, which is imported; they take turns in the seats",
    )
    seed: int = Field(default=1, ge=0, description="the same seed gives the same games")
    budget: int = Field(default=10_000, ge=1, description="positions that the solver searches for each hand, about")
    most_turns: int = Field(default=1_000, ge=1, description="turns after which a game is stopped as unfinished")
    copies: Copies = Field(default=COPIES, description="every card with its number of copies, sorted by card")

    @model_validator(mode="after")
    def _can_be_played(self) -> Self:
        allowed = self.rules.players
        if not allowed.least <= self.players <= allowed.most:
            fault = player_count_fault(self.players, self.rules)
            raise ValueError(message("{name}: {problem}", name="players", problem=fault))
        if wrong := find_copies_fault(self.copies):
            raise ValueError(message("{name}: {problem}", name="copies", problem=wrong))
        copies = dict(self.copies)
        for side, dealt in zip(SIDES, (self.rules.deal.blocks, self.rules.deal.garbage), strict=True):
            count = sum(copies[card] for card in side)
            if dealt * self.players > count:
                fault = message(
                    "{players} players are dealt {dealt} cards each, but the deck has only {cards}",
                    players=self.players,
                    dealt=dealt,
                    cards=count,
                )
                raise ValueError(message("{name}: {problem}", name="copies", problem=fault))
        return self

    @model_serializer(mode="wrap")
    def _serialise(self, serialise_all: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Return the values without the copies if they are those of the rules, because they are many numbers."""
        values: dict[str, Any] = serialise_all(self)
        if self.copies == COPIES:
            del values["copies"]
        return values


def assign_seats(policies: int, players: int, number: int) -> tuple[int, ...]:
    """Return the index of the policy in each seat of game `number`.

    Each policy has the same number of seats; the remaining seats go to each choice of policies in turn. Any `players`
    games in a row have the same circular order of policies, rotated by one seat each time; then the next order follows,
    and players · comb(policies, extra_seats) · (players - 1)! games have all orders. After these, and after every
    multiple, each policy has been equally often in each seat, and equally often next to each other policy.
    """
    seats_each, extra_seats = divmod(players, policies)
    quotient, rotation = divmod(number, players)
    quotient, choice = divmod(quotient, comb(policies, extra_seats))
    seats = [*range(policies)] * seats_each + list(_choices(policies, extra_seats)[choice])
    seats = seats[:1] + _permutation(seats[1:], quotient % factorial(players - 1))
    return tuple(seats[rotation:] + seats[:rotation])


@lru_cache(maxsize=32)
def _choices(policies: int, extra_seats: int) -> list[tuple[int, ...]]:
    return list(combinations(range(policies), extra_seats))


def _permutation(items: list[int], number: int) -> list[int]:
    """Return permutation `number` of the items."""
    remaining, permutation = list(items), []
    while remaining:
        position, number = divmod(number, factorial(len(remaining) - 1))
        permutation.append(remaining.pop(position))
    return permutation
