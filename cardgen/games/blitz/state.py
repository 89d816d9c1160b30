"""The state of a game as frozen data, and what can be read from it directly.

Players are numbered from 0 in the order of the first round: US, SS, UK, WM, or the allied one and then the German one.
The cards of all players are numbered through: first those of player 0 in the order of the deck, then those of player 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field

from cardgen import dataclass, field
from cardgen.engines.effects.questions import Question
from cardgen.engines.effects.world import Card
from cardgen.engines.serving import Word
from cardgen.games.blitz.board import DEPTH, WIDTHS, Cell, area_bits, cell_at, number, on_board
from cardgen.games.blitz.cards import SIDES, BlitzCard, Deck, FactionDecks
from cardgen.games.blitz.memory import Memory
from cardgen.games.blitz.powers import Powers, make_powers
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.rules import BlitzRules

#: The factions in the order of the first round.
FIRST_ORDER = ("us", "ss", "uk", "wm")
#: The steps of a round; `hand` comes once, before the first round.
STEPS = ("hand", "draw", "deploy", "facility", "skill", "attack")
NOTHING = -1

_Coordinate = Annotated[int, Field(ge=-999, le=999)]
AnyCell = tuple[_Coordinate, _Coordinate]
"""A cell that may lie beside the board."""


@dataclass(frozen=True, slots=True)
class BlitzSetup:
    """What does not change in a game. `cards` and `owners` have an entry for each card, `sides` for each player."""

    rules: BlitzRules
    factions: tuple[str, ...]
    decks: tuple[Deck, ...]
    width: int
    sides: tuple[str, ...]
    cards: tuple[BlitzCard, ...]
    owners: tuple[int, ...]
    powers: Powers = field(compare=False, repr=False)
    units: Mapping[str, frozenset[int]] = field(compare=False, repr=False)
    """side -> the numbers of its units"""

    def side_of(self, card: int) -> str:
        """Return the side of a card by its number."""
        return self.sides[self.owners[card]]

    def supplies(self, owner: int, player: int) -> bool:
        """Return True if resources of the owner supply a player: the same one or, by the rules, one of the team."""
        return owner == player or (self.rules.team_supply and self.sides[owner] == self.sides[player])


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a player.

    kind         members
    keep redraw  the opening hand
    skip         no draw
    discard      card: then draw
    deploy       card, to
    move         at, to
    lay          card, to
    skill        card, to: the cell of the card that it is used on, if any
    use          at, card: an effect of the unit or facility there; to: the cell of the card that it is used on, if any
    answer       answer: what a question is answered with, or `adjust` and what the table does by hand
    attack       to, units; advance: which of them enters the cell of the destroyed unit
    raid         to, units; the facility at `to` is attacked
    pass
    stalemate    both sides agree to end the game
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    kind: Word
    card: Word = ""
    at: AnyCell | None = None
    to: AnyCell | None = None
    units: Annotated[tuple[AnyCell, ...], Field(max_length=40)] = ()
    advance: AnyCell | None = None
    answer: Annotated[tuple[Word, ...], Field(max_length=200)] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game: `winner` is a side or `draw`, `by` is 27a to 27c or 29, `ended` is 28a to 28d, or `rounds`.

    By 29 the text of a card has ended the game.
    """

    winner: str
    by: str
    ended: str


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A question that has to be answered before a turn is done: the state before it, the turn, the answers so far.

    The turn is None if the question comes up before the first one.
    """

    before: BlitzState
    turn: Turn | None
    answers: tuple[tuple[Any, ...], ...]
    question: Question

    def is_hidden(self) -> bool:
        """Return True if the question is secret, or about cards that not everybody sees."""
        options = self.question.options
        lying = {*self.before.ground, *self.before.traps}
        return self.question.secret or any(isinstance(one, Card) and one.number not in lying for one in options)


@dataclass(frozen=True, slots=True)
class BlitzState:
    """The state of a game. Everything in it follows from the setup, the seed and the turns.

    `ground` has the number of the unit or resource of each cell, `traps` that of the facility, NOTHING without one.
    `beyond` are units that have broken through, with their columns. The last card of a deck is drawn first. All below
    `beyond` is about this round: the cards that have moved, once for each move, and those that were deployed; the units
    that have to break through; those that are turned sideways, those that still are from the round before; and the
    facilities that each player has laid. `fielded` are the sides that have ever deployed a unit, `passes` the passes in
    a row, `acted` the players that have drawn or chosen a hand. `memory` is what effects have left behind, `asked` a
    question that has to be answered first, `answers` those that are not used yet, `won` who wins by an effect,
    `played` the cards that were deployed, laid and used from hands.
    """

    setup: BlitzSetup
    seed: int
    turns: tuple[Turn, ...]
    round: int
    step: str
    actor: int | None
    hands: tuple[tuple[int, ...], ...]
    decks: tuple[tuple[int, ...], ...]
    discards: tuple[tuple[int, ...], ...]
    ground: tuple[int, ...]
    traps: tuple[int, ...]
    beyond: tuple[tuple[int, int], ...] = ()
    moved: tuple[int, ...] = ()
    deployed: frozenset[int] = frozenset()
    forced: frozenset[int] = frozenset()
    turned: frozenset[int] = frozenset()
    resting: frozenset[int] = frozenset()
    laid: tuple[int, ...] = ()
    fielded: frozenset[str] = frozenset()
    passes: int = 0
    acted: int = 0
    result: Result | None = None
    memory: Memory | None = field(default=None, compare=False)
    asked: Asked | None = field(default=None, compare=False, repr=False)
    answers: tuple[tuple[Any, ...], ...] = ()
    won: tuple[int, ...] | None = None
    played: tuple[int, ...] = ()

    @property
    def to_move(self) -> int | None:
        """The player whose turn it is; None when the game is over."""
        return self.actor

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.result is not None


def make_setup(factions: Sequence[str], rules: BlitzRules, decks: FactionDecks) -> BlitzSetup:
    """Return the setup of a game of these factions, in any order. BlitzError if rule 8 does not allow them.

    ValueError if one of them has no deck.
    """
    chosen = tuple(faction for faction in FIRST_ORDER if faction in factions)
    sides = tuple(SIDES[faction] for faction in chosen)
    if len(chosen) != len(factions) or len(chosen) not in WIDTHS or sides.count("allied") != len(chosen) // 2:
        raise BlitzError("players", " ".join(factions) or "-")
    if len(chosen) == 2 and sides[0] != "allied":
        chosen, sides = chosen[::-1], sides[::-1]
    for faction in chosen:
        if faction not in decks:
            raise ValueError(f"decks: there is none for {faction}")
    return _setup(chosen, rules, tuple(decks[faction] for faction in chosen))


@lru_cache(maxsize=64)
def _setup(factions: tuple[str, ...], rules: BlitzRules, decks: tuple[Deck, ...]) -> BlitzSetup:
    cards = [(card, player) for player, deck in enumerate(decks) for card in deck for _ in range(card.copies)]
    faces, owners = tuple(card for card, _ in cards), tuple(player for _, player in cards)
    return BlitzSetup(
        rules,
        factions,
        decks,
        WIDTHS[len(factions)],
        tuple(SIDES[faction] for faction in factions),
        faces,
        owners,
        make_powers(faces, owners, factions, rules.keywords),
        {
            side: frozenset(
                n for n, face in enumerate(faces) if face.kind == "unit" and SIDES[factions[owners[n]]] == side
            )
            for side in ("allied", "german")
        },
    )


def round_order(players: int, round_number: int, rotate: bool = True) -> tuple[int, ...]:
    """Return the players in the order of a round, from 1: that of the first round, rotated left by one each round."""
    first = (round_number - 1) % players if rotate else 0
    return (*range(first, players), *range(first))


def order_of(state: BlitzState) -> tuple[int, ...]:
    """Return the players in the order of the current round."""
    players = len(state.setup.factions)
    rotate = players > 2 or state.setup.rules.two_players == "rotate"
    return round_order(players, max(state.round, 1), rotate)


def forced_units(state: BlitzState, player: int) -> list[int]:
    """Return the units of a player that have to break through in this deploy step."""
    return sorted(card for card in state.forced if state.setup.owners[card] == player)


def index_of(state: BlitzState, cell: Cell) -> int:
    """Return the number of a cell. BlitzError if it is not on the board."""
    if not on_board(cell, state.setup.width):
        raise BlitzError("outside", cell=cell)
    return number(cell, state.setup.width)


def pieces(state: BlitzState) -> Iterator[tuple[int, int]]:
    """Yield the number of the cell and the number of the card, of each unit and resource."""
    return ((index, card) for index, card in enumerate(state.ground) if card != NOTHING)


def cell_of(state: BlitzState, card: int) -> Cell:
    """Return the cell of a unit or resource on the board."""
    return cell_at(state.ground.index(card), state.setup.width)


def in_hand(state: BlitzState, player: int, name: str) -> int:
    """Return the number of a card in hand. BlitzError if the player does not have it."""
    for card in state.hands[player]:
        if state.setup.cards[card].id == name:
            return card
    raise BlitzError("hand", name)


def different_in_hand(state: BlitzState, player: int, *kinds: str) -> list[int]:
    """Return one card of each id in a hand, of these kinds, in the order of the deck."""
    chosen: dict[str, int] = {}
    for card in state.hands[player]:
        face = state.setup.cards[card]
        if face.kind in kinds:
            chosen.setdefault(face.id, card)
    return list(chosen.values())


def deploy_bits(setup: BlitzSetup, player: int) -> int:
    """Return the cells that are own area of a player, as a set of bits."""
    side, width, rules = setup.sides[player], setup.width, setup.rules
    bits = area_bits(side, width)
    if rules.deploy_on_front:
        bits |= ((1 << width) - 1) << DEPTH * width
    if rules.team_area == "halves" and len(setup.sides) > 2:
        first = setup.sides.index(side) == player
        columns = range(width // 2 + 1) if first else range(width // 2, width)
        bits &= sum(1 << row * width + x for row in range(2 * DEPTH + 1) for x in columns)
    return bits
