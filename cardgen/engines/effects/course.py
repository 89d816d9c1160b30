"""The course of a game in turns with stages: `take_step` does one step of it, by the position in the world.

A position is the seat whose turn it is, the stage, the part of the stage, and the seat whose turn is next in order.
"""

from __future__ import annotations

from typing import Any

from cardgen.engines.effects.evaluating import Event
from cardgen.engines.effects.questions import Question
from cardgen.engines.effects.resolving import EndedError, RefusedUseError
from cardgen.engines.effects.uses import END, EffectUses
from cardgen.engines.effects.vocabulary import STAGE, stage_event
from cardgen.engines.effects.world import Player

Position = tuple[int, str, str, int]


def first_position(seat: int) -> Position:
    """Return the position before the first turn."""
    return (seat, "", "turn", seat)


def stage_of(position: Any) -> str:
    """Return the stage of a position; "" between turns and for a position of another kind."""
    return str(position[1]) if isinstance(position, tuple) and len(position) == 4 else ""


def take_step(run: EffectUses) -> None:
    """Do one step: the beginning or the end of a turn or of a stage, or one move in a window."""
    seat, stage, part, _ = run.world.position
    player = Player(seat)
    if part not in ("turn", "turn-end") and not run.attribute(player, "alive"):
        part = "turn-end"
    if part == "turn":
        _begin_turn(run, player)
    elif part == "begin":
        _begin_stage(run, player, stage)
    elif part == "window":
        _take_window(run, player, stage)
    elif part == "end":
        _go_to_next_stage(run, stage)
        run.end_stage(stage, player)
    else:
        _end_turn(run, player)


def _at(run: EffectUses, stage: str, part: str) -> None:
    """Go to a part of the turn at hand."""
    seat, _, _, natural = run.world.position
    run.world.position = (seat, stage, part, natural)


def _begin_turn(run: EffectUses, player: Player) -> None:
    _at(run, run.vocabulary.stages[0], "begin")
    run.world.left = ()
    if run.skips("turn", player):
        _at(run, "", "turn-end")
        return
    run.next_turn(player)


def _begin_stage(run: EffectUses, player: Player, stage: str) -> None:
    has_window = any(window.stage == stage for window in run.vocabulary.windows.values())
    if run.skips(stage, player):
        _go_to_next_stage(run, stage)
        return
    _at(run, stage, "window" if has_window else "end")
    if not run.begin_stage(stage, player):
        _go_to_next_stage(run, stage)


def _take_window(run: EffectUses, player: Player, stage: str) -> None:
    """Ask the player for one move and make it. A stage that is terminated goes to the next one."""
    event = Event(stage_event(stage), STAGE, {"who": player})
    run.events.append(event)
    moves = run.window_moves(player)
    move = END
    if len(moves) > 1 or run.asks_always:
        (move,) = run.ask(Question("window", run.decider(player), tuple(moves), 1, 1, stage))
    if move == END:
        _at(run, stage, "end")
        return
    try:
        run.make_move(player, move)
    except RefusedUseError as refused:
        run.world.log = (*run.world.log, refused.reason)
    except EndedError as ended:
        if ended.event is not event:
            raise
        _go_to_next_stage(run, stage)


def _go_to_next_stage(run: EffectUses, stage: str) -> None:
    """Go on after a stage: with an extra one of the player, after the last of these with what was left for them."""
    stages, world, seat = run.vocabulary.stages, run.world, run.world.position[0]
    extra = next((one for one in world.extra if one[0] in stages and one[1] == seat), None)
    if extra is not None:
        at = world.extra.index(extra)
        world.extra = (*world.extra[:at], *world.extra[at + 1 :])
        world.left = (*world.left, stage)
        _at(run, extra[0], "begin")
        return
    if world.left:
        last, world.left = world.left[-1], world.left[:-1]
        _go_to_next_stage(run, last)
        return
    following = stages.index(stage) + 1
    _at(run, *(("", "turn-end") if following == len(stages) else (stages[following], "begin")))


def _end_turn(run: EffectUses, player: Player) -> None:
    """End a turn: the next one is an extra one, or that of the next living player in order."""
    world = run.world
    _, _, _, natural = world.position
    extra = next((seat for what, seat in world.extra if what == "turn"), None)
    order = world.order
    at = order.index(natural)
    after = [*order[at + 1 :], *order[: at + 1]]
    following = next((seat for seat in after if run.attribute(Player(seat), "alive")), natural)
    ends_round = extra is None and order.index(following) <= at
    if extra is not None:
        number = world.extra.index(("turn", extra))
        world.extra = (*world.extra[:number], *world.extra[number + 1 :])
        world.position = (extra, "", "turn", natural)
    else:
        world.position = (following, "", "turn", following)
    run.happen("turn-end", lambda _: None, who=player)
    if ends_round:
        run.end_round()
