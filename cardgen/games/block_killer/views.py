"""The game as one player may see it: their own cards, the numbers of the others' cards, the discard piles, the options.

A view has neither the others' hands nor the order of the decks nor the seed, so a policy cannot use them.
"""

from __future__ import annotations

from cardgen import dataclass
from cardgen.games.block_killer.game import Attack, BlockKillerState, Draw, MayPlay, Option, Pass, Piles, legal_turns
from cardgen.games.block_killer.notation import Hand
from cardgen.games.block_killer.rules import BlockKillerRules


@dataclass(frozen=True, slots=True)
class CardCounts:
    """The numbers of cards in a hand or in the decks; for a player, also whether the player is out."""

    blocks: int
    garbage: int
    out: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """The game as the player in `seat`, who is to move, may see it.

    `players` has all players by seat, this one too. `turn` is the player whose turn it is; `attack` is the attack that
    this player may answer. `options` are those of `legal_turns`. `last_special` is True if this player's last clear of
    an earlier play was special.
    """

    rules: BlockKillerRules
    seat: int
    hand: Hand
    last_special: bool
    players: tuple[CardCounts, ...]
    decks: CardCounts
    discards: Piles
    removed: Piles
    turn: int
    attack: Attack | None
    options: tuple[Option, ...]

    @property
    def must_draw(self) -> bool:
        """True if a draw is due, and not a play."""
        return any(isinstance(option, Draw) for option in self.options)

    @property
    def must_play(self) -> bool:
        """True if the player may not pass, because the hand has too many blocks."""
        return not self.must_draw and Pass() not in self.options

    @property
    def may_play(self) -> MayPlay | None:
        """The option of a play: its targets and its least number of blocks; None if no play is allowed."""
        return next((option for option in self.options if isinstance(option, MayPlay)), None)

    def room(self, seat: int | None = None) -> int:
        """Return how many more garbage cards a player may hold without being out; by default, this player."""
        return self.rules.most_garbage - self.players[self.seat if seat is None else seat].garbage

    @property
    def nearest_out(self) -> int | None:
        """The target of a play with most garbage cards; among equals, the next in turn."""
        option = self.may_play
        if option is None:
            return None
        seats = len(self.players)
        return min(option.targets, key=lambda seat: (self.room(seat), (seat - self.seat) % seats))


def view_state(state: BlockKillerState) -> View:
    """Return the view of the player to move. ValueError if the game is over."""
    seat = state.to_move
    if seat is None:
        raise ValueError("the game is over")
    return View(
        rules=state.rules,
        seat=seat,
        hand=state.players[seat].hand,
        last_special=state.players[seat].last_special,
        players=tuple(CardCounts(len(player.blocks), len(player.garbage), player.out) for player in state.players),
        decks=CardCounts(len(state.decks.blocks), len(state.decks.garbage)),
        discards=state.discards,
        removed=state.removed,
        turn=state.turn,
        attack=state.attack,
        options=tuple(legal_turns(state)),
    )
