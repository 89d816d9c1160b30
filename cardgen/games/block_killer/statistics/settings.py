"""The settings that decide a trial: the rules, the kind of hand, the seed, the solver's budget, the decks."""

from __future__ import annotations

import re
from typing import Self

from pydantic import Field, model_validator

from cardgen import message
from cardgen.engines.studies import Texts
from cardgen.engines.study_texts import StudyTexts
from cardgen.engines.wording import join_parts
from cardgen.games.block_killer.blocks import BLOCKS
from cardgen.games.block_killer.cards import GARBAGE_ROWS
from cardgen.games.block_killer.copies import COPIES, Copies, changed_settings, describe_copies, find_copies_fault
from cardgen.games.block_killer.rules import BlockKillerRules, Closed
from cardgen.games.block_killer.solver.clear_values import MOST_BLOCKS, MOST_GARBAGE

TEXTS = StudyTexts(__file__, "texts")

OPENING, TYPICAL = "opening", "typical"
#: The number of players in the games that typical hands are taken from, if the ruleset allows it.
PLAYERS = 4

_HAND_SIZES = re.compile(r"(0|[1-9][0-9]?)/(0|[1-9][0-9]?)")


class Settings(Closed):
    """Everything that decides a trial's result."""

    rules: BlockKillerRules
    hand: str = Field(
        default=OPENING,
        description="opening: as dealt by the ruleset; typical: as held in a game before a play; "
        "B/G, such as 3/4: numbers of block and garbage cards drawn from the full decks",
    )
    seed: int = Field(default=1, ge=0, description="the same seed gives the same hands under any rules")
    budget: int = Field(default=2_000_000, ge=1, description="most positions that the solver searches for a hand")
    values: bool = Field(default=True, description="true: also search the best play without each card of the hand")
    copies: Copies = Field(default=COPIES, description="every card with its number of copies, sorted by card")

    @property
    def size(self) -> tuple[int, int] | None:
        """The numbers of block and garbage cards drawn from the full decks; None for a typical hand."""
        if self.hand == OPENING:
            return self.rules.deal.blocks, self.rules.deal.garbage
        sizes = _HAND_SIZES.fullmatch(self.hand)
        return (int(sizes[1]), int(sizes[2])) if sizes else None

    @model_validator(mode="after")
    def _can_be_searched(self) -> Self:
        problem = self._problem()
        if problem:
            raise ValueError(problem)
        return self

    def _problem(self) -> str:
        if fault := find_copies_fault(self.copies):
            return message("{name}: {problem}", name="copies", problem=fault)
        fault = self._hand_fault()
        return message("{name}: {problem}", name="hand", problem=fault) if fault else ""

    def _hand_fault(self) -> str:
        copies, size = dict(self.copies), self.size
        if size is None and self.hand != TYPICAL:
            return message("{hand!r} given, expected opening, typical or numbers of cards such as 3/4", hand=self.hand)
        blocks, garbage = size or _largest_hand(self.rules)
        if blocks > MOST_BLOCKS or garbage > MOST_GARBAGE:
            return message(
                "up to {blocks} block cards and {garbage} garbage cards in hand, but the solver searches "
                "{most_blocks} and {most_garbage} at most",
                blocks=blocks,
                garbage=garbage,
                most_blocks=MOST_BLOCKS,
                most_garbage=MOST_GARBAGE,
            )
        deck_sizes = sum(copies[block] for block in BLOCKS), sum(copies[code] for code in GARBAGE_ROWS)
        if size is None:
            players = players_of(self.rules)
            blocks, garbage = players * self.rules.deal.blocks, players * self.rules.deal.garbage
        if blocks > deck_sizes[0] or garbage > deck_sizes[1]:
            return message(
                "{blocks} block cards and {garbage} garbage cards are needed, but the decks have {all_blocks} and "
                "{all_garbage}",
                blocks=blocks,
                garbage=garbage,
                all_blocks=deck_sizes[0],
                all_garbage=deck_sizes[1],
            )
        return ""


def players_of(rules: BlockKillerRules) -> int:
    """Return the number of players in the games that typical hands are taken from: PLAYERS if the ruleset allows it."""
    return min(max(PLAYERS, rules.players.least), rules.players.most)


def _largest_hand(rules: BlockKillerRules) -> tuple[int, int]:
    """Return the most block and garbage cards that can be in a hand before a play."""
    sizes = max(rules.draw.blocks, rules.two_blocks.blocks)
    return max(rules.deal.blocks, rules.most_blocks) + sizes, rules.most_garbage


def describe(settings: Settings) -> Texts:
    """Return the settings in a few words."""
    return join_parts(describe_parts(settings))


def describe_parts(settings: Settings) -> list[Texts]:
    """Return the parts of a description. Seed, budget and decks are in it only if they are not the default."""
    parts = [settings.rules.titles.model_dump(), _hands(settings), *describe_copies(settings.copies)]
    return [*parts, *changed_settings(settings, TEXTS, "seed", "budget")]


def _hands(settings: Settings) -> Texts:
    if settings.hand in (OPENING, TYPICAL):
        return TEXTS(settings.hand)
    blocks, garbage = settings.size or (0, 0)
    return TEXTS("sizes", blocks=blocks, garbage=garbage, s="s" * (garbage != 1))
