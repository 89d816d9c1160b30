"""The course of a game in steps: the first cards, the effect stage, the flip stage, one move in the play stage.

A step asks for what players decide; it is done again from its beginning with each answer. `take_step` does one of them,
by the position in the world.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from cardgen import dataclass, replace
from cardgen.engines.effects.evaluating import Active
from cardgen.engines.effects.questions import Question
from cardgen.engines.effects.resolving import STOPS
from cardgen.engines.effects.world import Card, Player, World, Zone, played_key
from cardgen.games.thread_race.lying import WorkStep
from cardgen.games.thread_race.moves import FACES, Faces, Move, Pass, Play, PutAway, UseCore
from cardgen.games.thread_race.refusals import ThreadRaceError
from cardgen.games.thread_race.resolution import ThreadResolution, Waiting
from cardgen.games.thread_race.rules import SLOTS, ThreadRaceRules


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game is.

    `stage` is `start`, `effects`, `flips`, `play` or `over`. `place` is whose turn it is in the play stage, by order,
    and `uses` how often that player has used the core in it. `skipped` are the stages that were skipped for clash in
    this turn, `clashes` those of all turns so far. `steps` is what happened in this turn. Texts whose trigger held
    outside of the effect stage are `waiting` for the next one.
    """

    stage: str = "start"
    place: int = 0
    uses: int = 0
    skipped: tuple[int, ...] = ()
    clashes: tuple[tuple[int, ...], ...] = ()
    waiting: tuple[Waiting, ...] = ()
    steps: tuple[WorkStep, ...] = ()


def take_step(run: ThreadResolution) -> None:
    """Do one step of the game."""
    position: Position = run.world.position
    try:
        {"start": _start, "effects": _effects, "flips": _flips, "play": _play}[position.stage](run)
    finally:
        now: Position = run.world.position
        waiting = (*now.waiting, *run.waiting)
        run.world.position = replace(now, steps=(*now.steps, *run.steps), waiting=waiting)


def attempt(run: ThreadResolution, deed: Callable[[], object]) -> None:
    """Do something to its end; effects without end, or that cannot be evaluated, are stopped, and the game goes on."""
    try:
        deed()
    except STOPS:
        run.stop()


def _go_to(run: ThreadResolution, stage: str, **changes: object) -> None:
    run.world.position = replace(run.world.position, stage=stage, **changes)


def _start(run: ThreadResolution) -> None:
    faces: list[Faces] = [FACES[0]] * len(run.world.order)
    if run.ruleset.start == "either":
        for seat in range(len(faces)):
            (faces[seat],) = run.ask(Question("start", seat, FACES))
    for seat, ups in enumerate(faces):
        for slot, up in enumerate(ups, 1):
            for card in run.world.cards_in(Zone("deck", seat))[:1]:
                run.lay(card, Zone("slots", seat, slot), up)
    _go_to(run, "effects")


def _effects(run: ThreadResolution) -> None:
    position: Position = run.world.position
    _go_to(run, "effects", waiting=(), steps=(), skipped=())
    try:
        attempt(run, lambda: run.run_effects(position.waiting))
    finally:
        _go_to(run, "effects", skipped=tuple(run.skipped))
    _go_to(run, "flips", clashes=(*position.clashes, tuple(run.skipped)))


def _flips(run: ThreadResolution) -> None:
    run.stage = "flips"
    turned: list[Card] = []
    for seat in range(len(run.world.order)) if run.ruleset.flip_stage else ():
        lying = face_down(run.world, seat)
        if lying:
            turned += run.ask(Question("flip", seat, lying, 0, len(lying)))
    attempt(run, lambda: run.turn_up_together(turned))
    winners = [Player(seat) for seat in range(len(run.world.order)) if has_won(run.world, seat, run.ruleset)]
    if winners:
        _go_to(run, "over")
        run.win(winners)
    _go_to(run, "play", place=0, uses=0)


def _play(run: ThreadResolution) -> None:
    run.stage = "play"
    position: Position = run.world.position
    seat = run.seats()[position.place]
    moves = tuple(moves_of(run.world, seat, run.ruleset, position.uses))
    (move,) = run.ask(Question("play", seat, moves))
    if isinstance(move, UseCore):
        _go_to(run, "play", uses=position.uses + 1)
        attempt(run, lambda: use_core(run, seat))
        return
    last = position.place + 1 == len(run.world.order)
    _go_to(run, *(("effects",) if last else ("play",)), place=position.place + 1, uses=0)
    attempt(run, lambda: make_move(run, seat, move))
    if last:
        run.world.turn += 1
        run.world.round += 1
        run.world.forget_uses("phase", "stage", "turn", "round")


def make_move(run: ThreadResolution, seat: int, move: Move) -> None:
    """Play a card, or put one away."""
    match move:
        case Play(choice, slot, up):
            run.lay(run.world.cards_in(Zone("deck", seat))[choice], Zone("slots", seat, slot + 1), up)
        case PutAway(slot):
            for card in run.world.cards_in(Zone("slots", seat, slot + 1)):
                run.destroy(card)


def use_core(run: ThreadResolution, seat: int) -> None:
    (core,) = run.world.cards_in(Zone("cores", seat))
    run.world.count_use(played_key(run.world.cards[core][0]), seat, None, ("game",))
    uses = run.world.stored_value(core, "uses")
    if uses is not None:
        run.world.store(core, "uses", uses - 1)
    effects: list[Active] = [one for one in run.active() if one.this == core and one.effect.window == "core"]
    for active in effects:
        run.use(active)
        run.test_at_once()


# ---------------------------------------------------------------- what is allowed


def face_down(world: World, seat: int) -> tuple[Card, ...]:
    """Return the cards of a player that lie face down."""
    return tuple(
        card
        for slot in range(1, SLOTS + 1)
        for card in world.cards_in(Zone("slots", seat, slot))
        if world.stored_value(card, "face") == "down"
    )


def has_won(world: World, seat: int, rules: ThreadRaceRules) -> bool:
    """Return True if a player has won, when the play stage begins."""
    slots = (Zone("slots", seat, slot) for slot in range(1, SLOTS + 1))
    return not world.cards_in(Zone("deck", seat)) and (rules.win == "deck" or not any(map(world.cards_in, slots)))


def moves_of(world: World, seat: int, rules: ThreadRaceRules, uses: int = 0) -> Iterator[Move]:
    """Yield the moves of a player in the play stage, who has used the core so often in it."""
    faces = (True, False) if rules.play_face == "either" else (True,)
    moves: list[Move] = [Play(*play) for play in product(range(rules.window), range(SLOTS), faces)]
    moves += [*map(PutAway, range(SLOTS)), Pass(), UseCore()]
    for move in moves:
        if fault_of(world, seat, rules, move, uses) is None:
            yield move


def fault_of(world: World, seat: int, rules: ThreadRaceRules, move: Move, uses: int = 0) -> ThreadRaceError | None:
    """Return why a player may not make a move in the play stage; None if it is allowed."""
    deck = world.cards_in(Zone("deck", seat))
    slots = [world.cards_in(Zone("slots", seat, slot)) for slot in range(1, SLOTS + 1)]
    match move:
        case UseCore():
            (core,) = world.cards_in(Zone("cores", seat))
            if uses >= rules.core_each_turn or world.stored_value(core, "uses") == 0 or not deck:
                return ThreadRaceError("core-used")
        case Play(choice, slot, up):
            if not 0 <= choice < min(rules.window, len(deck)):
                return ThreadRaceError("not-in-window", choice + 1)
            if not 0 <= slot < SLOTS:
                return ThreadRaceError("no-slot", slot + 1)
            if not up and rules.play_face == "up":
                return ThreadRaceError("face-down")
        case PutAway(slot):
            if deck:
                return ThreadRaceError("deck-not-empty")
            if not 0 <= slot < SLOTS or not slots[slot]:
                return ThreadRaceError("slot-empty", slot + 1)
        case Pass():
            if deck and rules.play == "must":
                return ThreadRaceError("must-play")
            if not deck and any(slots) and rules.put_away == "must":
                return ThreadRaceError("must-put-away")
    return None
