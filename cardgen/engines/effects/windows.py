"""Windows: what a player can do in a stage of a turn."""

from __future__ import annotations

from cardgen.base.records import dataclass
from cardgen.engines.effects.deeds import Deeds
from cardgen.engines.effects.evaluating import Active
from cardgen.engines.effects.world import Card, Player


@dataclass(frozen=True, slots=True)
class Move:
    """What a player can do in a window: end it, use a card as a name, or use an effect by its id or key."""

    verb: str
    card: Card | None = None
    name: str = ""


END = Move("end")


def window_moves(run: Deeds, player: Player) -> list[Move]:
    """Return what a player can do in the windows that are open: end them, use effects, use cards."""
    windows = run.windows_of(player)
    moves = [END]
    moves += [_move_of(active) for active in run.working("use") if _is_open(run, active, player, windows)]
    for card in run.world.cards_in(run.hand_of(player)):
        moves += [Move("use", card, name) for name in run.names_to_use(player, card, windows)]
    return list(dict.fromkeys(moves))


def make_move(run: Deeds, player: Player, move: Move) -> None:
    """Do what a player chose in a window. RefusedUseError if it is not possible."""
    if move.verb == "use":
        run.use_card(player, move.card, move.name)
    elif move.verb == "do":
        run.use_effect(player, move.name, move.card)


def _is_open(run: Deeds, active: Active, player: Player, windows: list[str]) -> bool:
    """Return True if a player can use an effect that is no card in the hand."""
    effect, this = active.effect, active.this
    if effect.window not in windows or active.owner != player.seat:
        return False
    in_hand = isinstance(this, Card) and run.world.where[this] == run.hand_of(player)
    return not in_hand and run.is_usable(active)


def _move_of(active: Active) -> Move:
    this = active.this if isinstance(active.this, Card) else None
    return Move("do", this, active.effect.id or active.effect.key)
