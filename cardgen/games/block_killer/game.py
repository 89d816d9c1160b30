"""A whole game, from the deal to the winner. `apply` returns a new state for a state and a turn.

Players are numbered from 0 in the direction of play. The seed decides everything random: the same seed and the same
turns give the same game, on every machine and with every version of Python.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import ConfigDict

from cardgen import Message, dataclass, plural
from cardgen.engines.chance import shuffled
from cardgen.games.block_killer.attack import resolve_defence
from cardgen.games.block_killer.cards import BLOCK_COPIES, GARBAGE_COPIES
from cardgen.games.block_killer.notation import Hand, Play
from cardgen.games.block_killer.plays import ScoredPlay, discarded_cards, score_play
from cardgen.games.block_killer.refusals import BlockKillerError
from cardgen.games.block_killer.rules import BlockKillerRules

Phase = Literal["draw", "play", "answer", "over"]


@dataclass(frozen=True, slots=True)
class Piles:
    """A pile of block cards and one of garbage cards, the top card last."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    blocks: tuple[str, ...] = ()
    garbage: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Player:
    """A player's cards; `out` if the player is out; `last_special` if the last clear of an earlier play was special.

    `used` are the blocks that the player has placed and the garbage cards that these have cleared, in order.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    blocks: tuple[str, ...]
    garbage: tuple[str, ...]
    out: bool = False
    last_special: bool = False
    used: tuple[str, ...] = ()

    @property
    def hand(self) -> Hand:
        """The cards as a hand."""
        return Hand(self.blocks, self.garbage)


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack that may be answered: the target player and the attack points."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    target: int
    points: int


@dataclass(frozen=True, slots=True)
class BlockKillerState:
    """The state of a game. Each of the 201 cards is in a hand, a deck, a discard pile, or removed.

    `turn` is the player whose turn it is. `phase` is the next step: a draw, a play or pass, the target's answer to
    `attack`, or none. `shuffles` counts the shuffles so far; the seed and this number decide the next one.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    rules: BlockKillerRules
    seed: int
    shuffles: int
    players: tuple[Player, ...]
    decks: Piles
    discards: Piles
    removed: Piles
    turn: int
    phase: Phase
    attack: Attack | None = None
    winner: int | None = None

    @property
    def to_move(self) -> int | None:
        """The player who decides next: the target if an answer is due; None if the game is over."""
        if self.phase == "over":
            return None
        return self.attack.target if self.attack else self.turn


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the cards of a turn: `each` of both kinds, or `blocks` only."""

    cards: Literal["each", "blocks"] = "each"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do not play, or do not answer."""


@dataclass(frozen=True, slots=True)
class MakePlay:
    """Play against `target`. An answer always goes to the attacker and needs no target."""

    play: Play
    target: int | None = None


@dataclass(frozen=True, slots=True)
class MayPlay:
    """The option of any legal play against one of `targets`, with at least `least_blocks` blocks."""

    targets: tuple[int, ...]
    least_blocks: int


Turn = Draw | Pass | MakePlay
Option = Draw | Pass | MayPlay


def new_game(players: int, seed: int, rules: BlockKillerRules) -> BlockKillerState:
    """Return a game after the deal, before the first draw. ValueError if the ruleset does not allow so many players."""
    if not rules.players.least <= players <= rules.players.most:
        raise ValueError(player_count_fault(players, rules))
    blocks = _shuffled([block for block, copies in BLOCK_COPIES.items() for _ in range(copies)], seed, 0)
    garbage = _shuffled([code for code, copies in GARBAGE_COPIES.items() for _ in range(copies)], seed, 1)
    hands = []
    for _ in range(players):
        hands.append(Player(_deal(blocks, rules.deal.blocks), _deal(garbage, rules.deal.garbage)))
    return BlockKillerState(
        rules=rules,
        seed=seed,
        shuffles=2,
        players=tuple(hands),
        decks=Piles(tuple(blocks), tuple(garbage)),
        discards=Piles(),
        removed=Piles(),
        turn=int(random.Random(f"{seed}/start").random() * players),
        phase="draw",
    )


def player_count_fault(players: int, rules: BlockKillerRules) -> Message:
    """Return the message that the ruleset does not allow so many players."""
    return plural(
        "{count} player given, the game is for {least} to {most}",
        "{count} players given, the game is for {least} to {most}",
        players,
        least=rules.players.least,
        most=rules.players.most,
    )


def legal_turns(state: BlockKillerState) -> list[Option]:
    """Return the options of the player to move. `MayPlay` is any legal play; without `Pass`, a play must be made."""
    rules, mover = state.rules, state.to_move
    if mover is None:
        return []
    player = state.players[mover]
    if state.phase == "draw":
        blocks_only = len(player.garbage) >= rules.two_blocks.from_garbage
        return [Draw("each"), Draw("blocks")] if blocks_only else [Draw("each")]
    too_many = max(0, len(player.blocks) - rules.most_blocks) if state.phase == "play" else 0
    options: list[Option] = []
    can_play = bool(player.blocks) and len(player.garbage) >= rules.play.least_garbage
    if not too_many or not can_play:
        options.append(Pass())
    if can_play:
        options.append(MayPlay(_targets(state), max(1, too_many)))
    return options


def apply(state: BlockKillerState, turn: Turn) -> BlockKillerState:
    """Return the state after `turn`. RuleError if it is not one of the legal turns, or if its play is not legal."""
    check_turn(state, turn)
    draft = _Draft(state)
    if isinstance(turn, Draw):
        draft.draw(turn)
    elif isinstance(turn, Pass):
        draft.pass_on()
    else:
        _play(state, draft, turn)
    return draft.state()


def check_turn(state: BlockKillerState, turn: Turn) -> None:
    """Raise BlockKillerError if `turn` is not allowed now or has a wrong target. Its play is not checked."""
    options = legal_turns(state)
    if not options:
        raise BlockKillerError("game-over")
    if isinstance(turn, Draw):
        if state.phase != "draw":
            raise BlockKillerError("no-draw-now")
        if turn not in options:
            raise BlockKillerError("draw-not-offered", what=state.rules.two_blocks.from_garbage)
    elif state.phase == "draw":
        raise BlockKillerError("draw-first")
    elif isinstance(turn, Pass):
        if turn not in options:
            raise BlockKillerError("must-play")
    elif turn.target is None:
        if state.attack is None:
            raise BlockKillerError("no-target")
    elif turn.target not in _targets(state):
        raise BlockKillerError("bad-target", what=turn.target)


def _play(state: BlockKillerState, draft: _Draft, turn: MakePlay) -> None:
    mover = state.turn if state.attack is None else state.attack.target
    player = state.players[mover]
    least = max((option.least_blocks for option in legal_turns(state) if isinstance(option, MayPlay)), default=1)
    scored = score_play(turn.play, state.rules, player.hand, least_blocks=least, earlier_special=player.last_special)
    draft.discard_play(mover, scored)
    if state.attack is not None:
        draft.resolve(scored.attack, scored.block)
    else:
        assert turn.target is not None
        draft.attack_player(turn.target, scored.attack)


def _targets(state: BlockKillerState) -> tuple[int, ...]:
    if state.attack is not None:
        return (state.turn,)
    return tuple(i for i, player in enumerate(state.players) if not player.out and i != state.turn)


def _deal(deck: list[str], count: int) -> tuple[str, ...]:
    return tuple(deck.pop() for _ in range(min(count, len(deck))))


def _shuffled(cards: Sequence[str], seed: int, number: int) -> list[str]:
    return list(shuffled(cards, random.Random(f"{seed}/{number}")))


class _Draft:
    """The parts of a state as lists that can be changed. `state` makes a new state of them."""

    def __init__(self, state: BlockKillerState) -> None:
        self._before = state
        self._rules = state.rules
        self._shuffles = state.shuffles
        self._blocks = [list(player.blocks) for player in state.players]
        self._garbage = [list(player.garbage) for player in state.players]
        self._out = [player.out for player in state.players]
        self._special = [player.last_special for player in state.players]
        self._used = [list(player.used) for player in state.players]
        self._decks = {"blocks": list(state.decks.blocks), "garbage": list(state.decks.garbage)}
        self._discards = {"blocks": list(state.discards.blocks), "garbage": list(state.discards.garbage)}
        self._removed = {"blocks": list(state.removed.blocks), "garbage": list(state.removed.garbage)}
        self._turn, self._phase, self._attack = state.turn, state.phase, state.attack

    def state(self) -> BlockKillerState:
        """Return the new state. With one player left, the game is over."""
        still_in = [number for number, out in enumerate(self._out) if not out]
        over = len(still_in) == 1
        hands = zip(self._blocks, self._garbage, self._out, self._special, self._used, strict=True)
        return BlockKillerState(
            rules=self._rules,
            seed=self._before.seed,
            shuffles=self._shuffles,
            players=tuple(Player(tuple(b), tuple(g), out, special, tuple(used)) for b, g, out, special, used in hands),
            decks=Piles(*map(tuple, self._decks.values())),
            discards=Piles(*map(tuple, self._discards.values())),
            removed=Piles(*map(tuple, self._removed.values())),
            turn=self._turn,
            phase="over" if over else self._phase,
            attack=None if over else self._attack,
            winner=still_in[0] if over else None,
        )

    def draw(self, turn: Draw) -> None:
        """Draw the cards of a turn. A player who is out after it does not play."""
        player, rules = self._turn, self._rules
        blocks, garbage = rules.draw.blocks, rules.draw.garbage
        if turn.cards == "blocks":
            blocks, garbage = rules.two_blocks.blocks, 0
        for _ in range(blocks):
            self._draw_card("blocks", self._blocks[player])
        self._draw_garbage(player, garbage)
        if self._out[player]:
            self._next_turn()
        else:
            self._phase = "play"

    def pass_on(self) -> None:
        """Pass without a play or without an answer."""
        if self._attack is None:
            self._next_turn()
        else:
            self.resolve(0, 0)

    def discard_play(self, player: int, scored: ScoredPlay) -> None:
        """Move placed blocks and cleared garbage cards to the discard piles."""
        for placed in scored.play.blocks:
            self._blocks[player].remove(placed.block)
            self._discards["blocks"].append(placed.block)
            self._used[player].append(placed.block)
        for code in discarded_cards(scored.play, scored.cleared):
            self._garbage[player].remove(code)
            self._discards["garbage"].append(code)
            self._used[player].append(code)
        if scored.clears:
            self._special[player] = scored.chain.special

    def attack_player(self, target: int, points: int) -> None:
        """Attack a player, who may answer an attack that is strong enough."""
        if points >= self._rules.defence.answer_from:
            self._phase, self._attack = "answer", Attack(target, points)
            return
        self._draw_garbage(target, points)
        self._next_turn()

    def resolve(self, answer_attack: int, answer_block: int) -> None:
        """Make the draws after an attack and its answer, and begin the next player's turn."""
        assert self._attack is not None
        target, points = self._attack.target, self._attack.points
        draws = resolve_defence(points, answer_attack, answer_block, self._rules)
        self._attack = None
        self._draw_garbage(target, draws.defender)
        self._draw_garbage(self._turn, draws.attacker)
        self._next_turn()

    def _next_turn(self) -> None:
        """Begin the turn of the next player who is not out."""
        self._phase = "draw"
        seats = len(self._out)
        for step in range(1, seats + 1):
            seat = (self._turn + step) % seats
            if not self._out[seat]:
                self._turn = seat
                return

    def _draw_garbage(self, player: int, count: int) -> None:
        """Draw garbage cards one by one. A player with too many is out at once and draws no more."""
        for _ in range(count):
            self._draw_card("garbage", self._garbage[player])
            if len(self._garbage[player]) > self._rules.most_garbage:
                self._put_out(player)
                return

    def _draw_card(self, deck: str, hand: list[str]) -> None:
        """Draw the top card of a deck, which is refilled from its discards if empty. Without cards, draw nothing."""
        if not self._decks[deck] and self._discards[deck] and self._rules.empty_deck == "refill":
            self._decks[deck] = _shuffled(self._discards[deck], self._before.seed, self._shuffles)
            self._discards[deck] = []
            self._shuffles += 1
        if self._decks[deck]:
            hand.append(self._decks[deck].pop())

    def _put_out(self, player: int) -> None:
        self._out[player] = True
        pile = self._discards if self._rules.cards_of_the_out == "discard" else self._removed
        pile["blocks"] += self._blocks[player]
        pile["garbage"] += self._garbage[player]
        self._blocks[player], self._garbage[player] = [], []
