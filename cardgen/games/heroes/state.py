"""The state of a game: a world of effects, the answers since, and the question that is due; its seats as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, ClassVar

from pydantic import ConfigDict, Field

from cardgen import dataclass
from cardgen.engines.effects.evaluating import Active
from cardgen.engines.effects.turns import EffectsState
from cardgen.engines.effects.world import Card, Player, World, Zone
from cardgen.engines.serving import Seed, Word
from cardgen.games.heroes.outcomes import HeroesOutcome
from cardgen.games.heroes.rules import Mode
from cardgen.games.heroes.table import HeroesTable

#: The verbs of turns.
VERBS = (
    *("keep", "use", "skill", "play", "pass", "discard", "end", "show"),
    *("ally", "agree", "refuse", "trade", "break", "join", "choose", "done", "adjust"),
)

SeatNumber = Annotated[int, Field(ge=0, le=9)]

#: Holds what belongs to the game and to nobody: the order in which heroes were shown, and the like.
BOARD = Zone("table")


@dataclass(frozen=True, slots=True)
class HeroesSeat:
    """A character. `camp` decides who wins: the identity, the faction, `ambition:3`, or `seat:3` in the realm mode.

    `equipment` are pairs of a place and a card.
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


#: Member of a seat -> the name of the stored value of a player.
STORED: Mapping[str, str] = {
    name: name.replace("_", "-")
    for name in ("camp", "dealt", "heroes", "shown", "max_hp", "hp", "alive", "chained", "turned", "ally")
}


@dataclass(frozen=True, slots=True)
class Ask:
    """A decision of a seat. `kind` says which; `about` is another seat that it is about; `need` are names of cards."""

    kind: str
    seat: int
    about: int = -1
    need: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision of a seat: a verb, names (of heroes, of a skill, or what a card is used as), cards and targets."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    seat: SeatNumber
    verb: Word
    names: Annotated[tuple[Word, ...], Field(max_length=20)] = ()
    cards: Annotated[tuple[Word, ...], Field(max_length=60)] = ()
    targets: Annotated[tuple[SeatNumber, ...], Field(max_length=10)] = ()


@dataclass(frozen=True, slots=True)
class HeroesStart:
    """All that a game follows from. The ruleset has all cards, so it is given by its name."""

    ruleset: Word
    mode: Mode
    players: Annotated[int, Field(ge=0, le=99)]
    seed: Seed


@dataclass(frozen=True, slots=True)
class HeroesSetup:
    """What a game has besides its world."""

    table: HeroesTable
    mode: Mode


@dataclass(frozen=True, eq=False)
class HeroesState(EffectsState[HeroesStart]):
    """A game in progress. `pile` begins with its top card; `current` is the seat whose turn it is."""

    setup: HeroesSetup
    moves: tuple[Turn, ...] = ()

    @property
    def table(self) -> HeroesTable:
        return self.setup.table

    @property
    def mode(self) -> Mode:
        return self.setup.mode

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.now.over

    @property
    def outcome(self) -> HeroesOutcome | None:
        """The end of the game; None if it goes on."""
        outcome: HeroesOutcome | None = self.now.stored_value(BOARD, "outcome")
        return HeroesOutcome((), "rounds") if outcome is None and self.over else outcome

    @property
    def ask(self) -> Ask | None:
        """The decision that is due; None when the game is over."""
        question = self.question
        if question is None:
            return None
        about, need = (-1, question.about.effect.id) if isinstance(question.about, Active) else (-1, "")
        if isinstance(question.about, tuple):
            about, need = question.about
        return Ask({"window": "play", "pick": "choose"}.get(question.kind, question.kind), question.seat, about, need)

    @cached_property
    def living(self) -> tuple[int, ...]:
        """The ring of living seats."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.alive)

    @property
    def current(self) -> int:
        """The seat whose turn it is; -1 before the first one."""
        return -1 if self.now.round == 0 else self.now.current

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self.now.round

    @property
    def pile(self) -> tuple[int, ...]:
        """The draw pile, its top card first."""
        return numbers(self.now, Zone("pile"))

    @property
    def discards(self) -> tuple[int, ...]:
        """The discards, the first one first."""
        return numbers(self.now, Zone("discards"))

    def known_camp(self, number: int, is_open: bool = False) -> str:
        """Return the identity or faction of a seat, or `ambition`, as everybody may know it; "" if it is hidden.

        `is_open`: identities are known.
        """
        seat = self.seats[number]
        camp = seat.camp.partition(":")[0]
        if self.mode == "identity":
            return camp if is_open or not seat.alive or self.over or camp == "lord" else ""
        return camp if self.mode == "nation" and seat.shown else ""

    @cached_property
    def seats(self) -> tuple[HeroesSeat, ...]:
        """The characters by seat."""
        return tuple(seat_of(self.now, self.table, seat) for seat in sorted(self.now.order))


def numbers(world: World, zone: Zone) -> tuple[int, ...]:
    return tuple(card.number for card in world.cards_in(zone))


def seat_of(world: World, table: HeroesTable, seat: int) -> HeroesSeat:
    """Return a character as plain data."""
    player = Player(seat)
    stored = {member: world.stored[player, name] for member, name in STORED.items() if (player, name) in world.stored}
    worn = numbers(world, Zone("equipment", seat))
    return HeroesSeat(
        **{"camp": "", **stored},
        hand=numbers(world, Zone("hand", seat)),
        equipment=tuple((table.cards[card].kind.sub or "", card) for card in worn),
        judgement=numbers(world, Zone("judgement", seat)),
    )


def make_world(
    table: HeroesTable,
    seats: Sequence[HeroesSeat],
    seed: int,
    pile: Sequence[int],
    discards: Sequence[int] = (),
    showing: Sequence[int] = (),
) -> World:
    """Return a world with these characters and piles. Cards that are named nowhere are in no zone of the game."""
    world = World(len(seats), seed)
    world.kinds, world.round = table.played, 0
    for card in table.cards:
        suited = {"suit": card.suit, "number": card.number, "colour": card.colour} if card.suit else {"colour": None}
        world.add_card(card.kind.card, Zone("box"), {"code": card.code, **suited})
    for number, seat in enumerate(seats):
        player = Player(number)
        for member, name in STORED.items():
            world.store(player, name, getattr(seat, member))
        for area, cards in (("hand", seat.hand), ("judgement", seat.judgement)):
            fill(world, Zone(area, number), cards)
        fill(world, Zone("equipment", number), [card for _, card in seat.equipment])
    fill(world, Zone("pile"), pile)
    fill(world, Zone("discards"), discards)
    world.store(BOARD, "showing", tuple(showing))
    return world


def fill(world: World, zone: Zone, cards: Sequence[int]) -> None:
    """Put cards into a zone, in this order."""
    for card in cards:
        world.put(Card(card), zone)
