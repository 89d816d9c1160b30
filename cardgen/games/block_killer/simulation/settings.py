"""What decides a game of the study: the rules, the players, their policies and seats, the seed, the solver's budget."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb, factorial
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from cardgen.games.block_killer.copies import COPIES, SIDES, Copies, fault_of
from cardgen.games.block_killer.game import player_count_fault
from cardgen.games.block_killer.policies import find_policy
from cardgen.games.block_killer.rules import Closed, Rules
from cardgen.words.messages import joined, message


def _found(name: str) -> str:
    find_policy(name)
    return name


def _distinct(names: tuple[str, ...]) -> tuple[str, ...]:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(message("{names} given twice", names=joined(twice)))
    return names


Name = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_found)]
Names = Annotated[tuple[Name, ...], Field(min_length=1, max_length=12, strict=False), AfterValidator(_distinct)]


class Settings(Closed):
    """Everything that decides a game's course. ValueError when a policy cannot be found."""

    rules: Rules
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
        if wrong := fault_of(self.copies):
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
    def _told(self, told_in_full: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Without the decks where they are those of the rules: two dozen numbers that say nothing."""
        told: dict[str, Any] = told_in_full(self)
        if self.copies == COPIES:
            del told["copies"]
        return told


def line_up(policies: int, players: int, number: int) -> tuple[int, ...]:
    """Which policy, by its index, sits in each seat of game `number`.

    As many seats as can be are shared out equally; the seats left over go to each choice of policies in turn. Players
    sit in a ring: any `players` games in a row have one ring, turned by one seat each time, and then comes another, all
    of them in players · comb(policies, over) · (players - 1)! games. After these, and after every multiple, each policy
    has been as often in each seat, and as often beside each other one, as any other.
    """
    each, over = divmod(players, policies)
    block, turned = divmod(number, players)
    block, choice = divmod(block, comb(policies, over))
    ring = [*range(policies)] * each + list(_choices(policies, over)[choice])
    ring = ring[:1] + _arranged(ring[1:], block % factorial(players - 1))
    return tuple(ring[turned:] + ring[:turned])


@lru_cache(maxsize=32)
def _choices(policies: int, over: int) -> list[tuple[int, ...]]:
    return list(combinations(range(policies), over))


def _arranged(items: list[int], number: int) -> list[int]:
    """The items in their `number`th order of all."""
    left, arranged = list(items), []
    while left:
        place, number = divmod(number, factorial(len(left) - 1))
        arranged.append(left.pop(place))
    return arranged
