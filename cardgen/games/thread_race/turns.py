"""The decisions of players: one for each thing that a player may be asked."""

from __future__ import annotations

from typing import ClassVar

from pydantic import ConfigDict

from cardgen import dataclass
from cardgen.games.thread_race.effects import Effect
from cardgen.games.thread_race.rules import SLOTS


class _Strict:
    __slots__ = ()
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")


@dataclass(frozen=True, slots=True)
class StartTurn(_Strict):
    """How the first three cards lie: True is face up."""

    kind: ClassVar[str] = "start"
    up: tuple[bool, ...] = (True,) * SLOTS


@dataclass(frozen=True, slots=True)
class Choose(_Strict):
    """The card or the slot that is the target of an effect."""

    kind: ClassVar[str] = "choose"
    player: int
    slot: int

    @property
    def answer(self) -> tuple[int, int]:
        """The answer as effects take it."""
        return (self.player, self.slot)


@dataclass(frozen=True, slots=True)
class Decide(_Strict):
    """Yes or no: whether a card acts, or whether the condition of its own text holds."""

    kind: ClassVar[str] = "decide"
    yes: bool

    @property
    def answer(self) -> bool:
        """The answer as effects take it."""
        return self.yes


@dataclass(frozen=True, slots=True)
class ByHand(_Strict):
    """What a text by hand does."""

    kind: ClassVar[str] = "by-hand"
    effects: tuple[Effect, ...] = ()

    @property
    def answer(self) -> tuple[Effect, ...]:
        """The answer as effects take it."""
        return self.effects


@dataclass(frozen=True, slots=True)
class Flip(_Strict):
    """The slots whose cards are turned up, in ascending order; none to leave them as they are."""

    kind: ClassVar[str] = "flip"
    slots: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Play(_Strict):
    """Play one of the top cards, counted from 0, into a slot."""

    kind: ClassVar[str] = "play"
    choice: int
    slot: int
    up: bool = True


@dataclass(frozen=True, slots=True)
class PutAway(_Strict):
    """Put the card in a slot into the rebirth zone."""

    kind: ClassVar[str] = "put-away"
    slot: int


@dataclass(frozen=True, slots=True)
class Pass(_Strict):
    """Play nothing, and put nothing away."""

    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class UseCore(_Strict):
    """Use the core. The player still has to play after it."""

    kind: ClassVar[str] = "core"


Turn = StartTurn | Choose | Decide | ByHand | Flip | Play | PutAway | Pass | UseCore
Reply = Choose | Decide | ByHand
"""The turns that answer a question of effects that run."""
