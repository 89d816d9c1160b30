"""What one player may know of a game: their own cards, how many the others hold, the discard piles, what is due.

The others' hands, the order of the decks and the seed are not in a view, so whoever decides by it cannot peek.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardgen.games.block_killer.game import Attack, Draw, MayPlay, Option, Pass, Piles, State, legal_turns
from cardgen.games.block_killer.notation import Hand
from cardgen.games.block_killer.rules import Rules


@dataclass(frozen=True, slots=True)
class Held:
    """How many cards lie somewhere, and, of a player, whether they are out."""

    blocks: int
    garbage: int
    out: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """The game as the player in `seat`, who is to move, may see it.

    `players` are all players by seat, this one too. `turn` is whose turn it is; `attack` waits for this answer.
    `options` are what `legal_turns` allows. `last_special`: this player's last clear of an earlier play was special.
    """

    rules: Rules
    seat: int
    hand: Hand
    last_special: bool
    players: tuple[Held, ...]
    decks: Held
    discards: Piles
    removed: Piles
    turn: int
    attack: Attack | None
    options: tuple[Option, ...]

    @property
    def must_draw(self) -> bool:
        """Whether a draw is due, and not a play."""
        return any(isinstance(option, Draw) for option in self.options)

    @property
    def must_play(self) -> bool:
        """Whether passing is not allowed, as too many blocks are held."""
        return not self.must_draw and Pass() not in self.options

    @property
    def may_play(self) -> MayPlay | None:
        """Whom a play may be aimed at, and how many blocks it must place; None when none may be made."""
        return next((option for option in self.options if isinstance(option, MayPlay)), None)

    def room(self, seat: int | None = None) -> int:
        """How many more garbage cards a player (this one) may hold before they are out."""
        return self.rules.most_garbage - self.players[self.seat if seat is None else seat].garbage

    @property
    def nearest_out(self) -> int | None:
        """The player that a play may be aimed at who holds most garbage cards; of equals, the next in turn."""
        option = self.may_play
        if option is None:
            return None
        seats = len(self.players)
        return min(option.targets, key=lambda seat: (self.room(seat), (seat - self.seat) % seats))


def view_state(state: State) -> View:
    """What the player to move may know of `state`. ValueError when the game is over."""
    seat = state.to_move
    if seat is None:
        raise ValueError("the game is over")
    return View(
        rules=state.rules,
        seat=seat,
        hand=state.players[seat].hand,
        last_special=state.players[seat].last_special,
        players=tuple(Held(len(player.blocks), len(player.garbage), player.out) for player in state.players),
        decks=Held(len(state.decks.blocks), len(state.decks.garbage)),
        discards=state.discards,
        removed=state.removed,
        turn=state.turn,
        attack=state.attack,
        options=tuple(legal_turns(state)),
    )
