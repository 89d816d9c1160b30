"""The state of a game: frozen data. Frames on the stack are what is still to be done, the last one first.

An insertion (a dying character, a skill at its timing, a judgement) is a frame on top of what it interrupts: that is
suspended and continues when the insertion is done.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import ConfigDict, Field

from cardgen import dataclass, replace
from cardgen.engines.serving import Word
from cardgen.games.heroes.outcomes import HeroesOutcome
from cardgen.games.heroes.rules import Mode
from cardgen.games.heroes.table import HeroesTable

SeatNumber = Annotated[int, Field(ge=0, le=9)]


@dataclass(frozen=True, slots=True)
class HeroesSeat:
    """A character. `camp` decides who wins: the identity, the faction, `ambition:3`, or `seat:3` in the realm mode.

    `equipment` are pairs of a place and a card. `uses` counts strikes and skills: pairs of a word and a number.
    """

    camp: str
    dealt: tuple[str, ...] = ()
    heroes: tuple[str, ...] = ()
    shown: bool = False
    max_hp: int = 0
    hp: int = 0
    hand: tuple[int, ...] = ()
    equipment: tuple[tuple[str, int], ...] = ()
    judgement: tuple[int, ...] = ()
    alive: bool = True
    chained: bool = False
    turned: bool = False
    ally: int | None = None
    monarch: bool = False
    uses: tuple[tuple[str, int], ...] = ()

    def used(self, word: str) -> int:
        """Return how often something was used in its span."""
        return dict(self.uses).get(word, 0)


# ---------------------------------------------------------------- frames


@dataclass(frozen=True, slots=True)
class Ask:
    """A decision of a seat. `kind` says which; `about` is another seat that it is about; `need` are names of cards."""

    kind: str
    seat: int
    about: int = -1
    need: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """All heroes are kept: the characters are set up and the hands dealt."""


@dataclass(frozen=True, slots=True)
class NextTurn:
    """The turn of the next living seat after this one."""

    after: int


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a turn. `step` counts what has been done of it."""

    seat: int
    name: str
    step: int = 0
    skip_play: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    """A card in use, at a stage of the list of card timings, for its `target`-th target.

    `cards` are the cards on the table, none for a virtual card. `answered` once the target has answered.
    """

    seat: int
    name: str
    cards: tuple[int, ...]
    targets: tuple[int, ...]
    stage: int = 0
    target: int = 0
    answered: bool = False
    fired: bool = False


@dataclass(frozen=True, slots=True)
class UseSkill:
    """A skill in use, at a stage of the list of skill timings. The effect on its targets comes after the last one."""

    seat: int
    effect: str
    amount: int
    targets: tuple[int, ...]
    stage: int = 0
    fired: bool = False


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage at a stage of the list of damage timings."""

    source: int | None
    target: int
    amount: int
    element: str = "none"
    stage: int = 0
    fired: bool = False
    prevented: bool = False
    #: True for damage that came through the chain
    spread: bool = False
    #: The target was chained when it took elemental damage, so it spreads.
    chained: bool = False


@dataclass(frozen=True, slots=True)
class Dying:
    """A character with 0 HP or less. `asked` are the seats that have had their chance to save it."""

    seat: int
    killer: int | None
    asked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Effect:
    """A trigger of a skill: what happens to its owner, after its owner is asked or at once."""

    seat: int
    skill: str
    effect: str
    amount: int


@dataclass(frozen=True, slots=True)
class AfterBreak:
    """An alliance is broken, and the virtual strike at the former ally is done."""

    seat: int
    ally: int


Frame = Ask | Deal | NextTurn | Phase | Use | UseSkill | Damage | Dying | Effect | AfterBreak


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision of a seat: a verb, names (of heroes, of a skill, or what a card is used as), cards and targets."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    seat: SeatNumber
    verb: Word
    names: Annotated[tuple[Word, ...], Field(max_length=2)] = ()
    cards: Annotated[tuple[Word, ...], Field(max_length=2)] = ()
    targets: Annotated[tuple[SeatNumber, ...], Field(max_length=10)] = ()


@dataclass(frozen=True, slots=True)
class HeroesState:
    """A game in progress. `pile` begins with its top card; `current` is the seat whose turn it is."""

    table: HeroesTable
    mode: Mode
    seed: int
    moves: tuple[Turn, ...]
    seats: tuple[HeroesSeat, ...]
    stack: tuple[Frame, ...]
    pile: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()
    shuffles: int = 0
    current: int = -1
    round: int = 0
    #: The seats in the order in which their heroes were shown (nation war).
    showing: tuple[int, ...] = ()
    split: bool = False
    outcome: HeroesOutcome | None = None

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.outcome is not None

    @property
    def ask(self) -> Ask | None:
        """The decision that is due; None when the game is over."""
        top = self.stack[-1] if self.stack and self.outcome is None else None
        return top if isinstance(top, Ask) else None

    @property
    def to_move(self) -> int | None:
        """The seat that decides; None when the game is over."""
        return self.ask.seat if self.ask else None

    @property
    def living(self) -> tuple[int, ...]:
        """The ring of living seats."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.alive)

    def push(self, *frames: Frame) -> HeroesState:
        """Return the state with these frames on the stack; the last one comes first."""
        return replace(self, stack=(*self.stack, *frames))

    def pop(self) -> HeroesState:
        """Return the state without the frame on top."""
        return replace(self, stack=self.stack[:-1])

    def with_seat(self, number: int, seat: HeroesSeat) -> HeroesState:
        """Return the state with another seat of this number."""
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))


def count_use(seat: HeroesSeat, word: str) -> HeroesSeat:
    """Return the seat with one more use of something."""
    uses = {**dict(seat.uses), word: seat.used(word) + 1}
    return replace(seat, uses=tuple(uses.items()))


def forget_uses(seat: HeroesSeat, spans: tuple[str, ...]) -> HeroesSeat:
    """Return the seat without the uses of these spans: the words that begin with them and a colon."""
    return replace(seat, uses=tuple(pair for pair in seat.uses if pair[0].split(":")[0] not in spans))
