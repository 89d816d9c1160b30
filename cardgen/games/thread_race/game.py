"""A game, from the first three cards to the winner: pure functions of a state and a turn to the next state.

Players and slots are numbered from 0. A turn in the sense of `apply` is one decision of one player: a target, a flip, a
play. Whatever needs no decision happens at once. All random numbers follow from the seed: the same seed, decks and
turns give the same game, on every machine and with every Python.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from cardgen import dataclass, field, message, replace
from cardgen.games.thread_race.asking import Answer, Question
from cardgen.games.thread_race.cards import DeckOrder
from cardgen.games.thread_race.decks import check_brought
from cardgen.games.thread_race.effect_stage import Resolved, Waiting, run_effect_stage
from cardgen.games.thread_race.field import ThreadRaceSeat, new_seat
from cardgen.games.thread_race.outside import place_first, play_card, put_away, run_flips, use_core
from cardgen.games.thread_race.refusals import ThreadRaceError
from cardgen.games.thread_race.rules import FEWEST_PLAYERS, SLOTS, ThreadRaceRules
from cardgen.games.thread_race.turns import (
    ByHand,
    Choose,
    Decide,
    Flip,
    Pass,
    Play,
    PutAway,
    Reply,
    StartTurn,
    Turn,
    UseCore,
)
from cardgen.games.thread_race.working import WorkStep


@dataclass(frozen=True, slots=True)
class ThreadRaceState:
    """The state of a game. Everything in it follows from the rules, the seed, the decks and the moves.

    `stage` is `start`, `effects`, `flips`, `play` or `over`. `seats` is the field at the beginning of what is being
    decided; `view` is the field as it is so far. `collected` are the decisions of this stage that take effect together,
    and `answers` those of the effects that run. `done` players have played in this play stage. `clashes` are the stages
    that were skipped in each turn so far, `steps` all that happened since the last decision,
    `turn_steps` since the last turn ended.
    """

    rules: ThreadRaceRules
    seed: int
    decks: tuple[DeckOrder, ...]
    moves: tuple[tuple[int, Turn], ...]
    turn: int
    stage: str
    seats: tuple[ThreadRaceSeat, ...]
    to_move: int | None
    question: Question | None = None
    view: tuple[ThreadRaceSeat, ...] = ()
    collected: tuple[tuple[int, Turn], ...] = ()
    answers: tuple[Reply, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    core_uses: int = 0
    done: int = 0
    winners: tuple[int, ...] = ()
    skipped: tuple[int, ...] = ()
    clashes: tuple[tuple[int, ...], ...] = ()
    known_steps: int = field(default=0, compare=False)
    steps: tuple[WorkStep, ...] = field(default=(), compare=False)
    turn_steps: tuple[WorkStep, ...] = field(default=(), compare=False)

    @property
    def over(self) -> bool:
        """True if somebody has won, or several have drawn."""
        return self.stage == "over"


def new_game(decks: Sequence[DeckOrder], seed: int, rules: ThreadRaceRules) -> ThreadRaceState:
    """Return a game before its first decision.

    ValueError for a number of players that the rules do not allow; ThreadRaceError for a deck that breaks a check.
    """
    if fault := players_fault(len(decks), rules):
        raise ValueError(fault)
    for brought in decks:
        check_brought(brought)
    return start_game(decks, seed, rules)


def players_fault(players: int, rules: ThreadRaceRules) -> str:
    """Return why a game cannot have so many players; "" if it can."""
    if FEWEST_PLAYERS <= players <= rules.most_players:
        return ""
    return message(
        "{count} given, the game is for {fewest} to {most} players",
        count=players,
        fewest=FEWEST_PLAYERS,
        most=rules.most_players,
    )


def start_game(decks: Sequence[DeckOrder], seed: int, rules: ThreadRaceRules) -> ThreadRaceState:
    """Return a game with decks of any size and any number of players, as studies of single decks need it."""
    seats = tuple(new_seat(brought, rules.core == "continuous") for brought in decks)
    state = ThreadRaceState(rules, seed, tuple(decks), (), 1, "start", seats, 0, view=seats)
    if rules.start != "either":
        state = _place(state, [(True,) * SLOTS] * len(decks))
    return replace(state, turn_steps=state.steps)


def apply(state: ThreadRaceState, turn: Turn) -> ThreadRaceState:
    """Return the state after a decision of the player to move. ThreadRaceError if it is not allowed."""
    if state.to_move is None:
        raise ThreadRaceError("game-over")
    player = state.to_move
    after = _decide(state, turn)
    earlier = state.turn_steps if after.turn == state.turn else ()
    return replace(after, moves=(*state.moves, (player, turn)), turn_steps=(*earlier, *after.steps))


def _decide(state: ThreadRaceState, turn: Turn) -> ThreadRaceState:
    state = replace(state, steps=())
    if state.question is not None:
        if not isinstance(turn, Reply):
            raise ThreadRaceError("wrong-stage", turn.kind)
        return _resume(replace(state, answers=(*state.answers, turn)))
    match state.stage, turn:
        case "start", StartTurn():
            return _start(state, turn)
        case "flips", Flip():
            return _flip(state, turn)
        case "play", Play() | PutAway() | Pass() | UseCore():
            return _play(state, turn)
    raise ThreadRaceError("wrong-stage", turn.kind)


def _resume(state: ThreadRaceState) -> ThreadRaceState:
    """Run what is being decided from its beginning, with all answers so far."""
    if state.stage == "effects":
        return _run_effects(state)
    if state.stage == "flips":
        return _run_flips(state)
    return _run_play(state)


# ---------------------------------------------------------------- the first cards


def _start(state: ThreadRaceState, turn: StartTurn) -> ThreadRaceState:
    assert state.to_move is not None
    collected = (*state.collected, (state.to_move, turn))
    if len(turn.up) != SLOTS:
        raise ThreadRaceError("wrong-start")
    if len(collected) < len(state.seats):
        return replace(state, collected=collected, to_move=len(collected))
    return _place(state, [choice.up for _, choice in collected if isinstance(choice, StartTurn)])


def _place(state: ThreadRaceState, faces: Sequence[Sequence[bool]]) -> ThreadRaceState:
    placed = place_first(state.seats, faces, state.rules)
    return _begin_effects(_took(state, placed))


# ---------------------------------------------------------------- effects


def _begin_effects(state: ThreadRaceState) -> ThreadRaceState:
    return _run_effects(replace(state, stage="effects", collected=(), skipped=()))


def _run_effects(state: ThreadRaceState) -> ThreadRaceState:
    seed = f"{state.seed}/{state.turn}/effects"
    resolved = run_effect_stage(state.seats, state.turn, state.rules, _answers(state), seed, state.waiting)
    state = _took(state, resolved)
    if state.question is not None:
        return state
    clashes = (*state.clashes, resolved.skipped)
    return _begin_flips(replace(state, waiting=(), skipped=resolved.skipped, clashes=clashes))


def _answers(state: ThreadRaceState) -> list[Answer]:
    return [turn.answer for turn in state.answers]


def _took(state: ThreadRaceState, resolved: Resolved) -> ThreadRaceState:
    """Return the state after effects have run, or as far as they could, with the steps that are new."""
    steps = (*state.steps, *resolved.steps[state.known_steps :])
    if resolved.question is None:
        return replace(
            state,
            seats=resolved.seats,
            view=resolved.seats,
            question=None,
            answers=(),
            waiting=(*state.waiting, *resolved.waiting),
            known_steps=0,
            steps=steps,
        )
    return replace(
        state,
        view=resolved.seats,
        question=resolved.question,
        to_move=resolved.question.player,
        known_steps=len(resolved.steps),
        steps=steps,
    )


# ---------------------------------------------------------------- flips


def _begin_flips(state: ThreadRaceState) -> ThreadRaceState:
    """Ask each player with a card face down; if there is none, go on."""
    state = replace(state, stage="flips", collected=())
    return _next_flip(state) if state.rules.flip_stage else _begin_play(state)


def _next_flip(state: ThreadRaceState) -> ThreadRaceState:
    asked = {player for player, _ in state.collected}
    for player, seat in enumerate(state.seats):
        if player not in asked and face_down(seat):
            return replace(state, to_move=player)
    return _run_flips(state)


def _flip(state: ThreadRaceState, turn: Flip) -> ThreadRaceState:
    assert state.to_move is not None
    lying = face_down(state.seats[state.to_move])
    for slot in turn.slots:
        if slot not in lying:
            raise ThreadRaceError("not-face-down", slot + 1)
    if list(turn.slots) != sorted(set(turn.slots)):
        raise ThreadRaceError("not-face-down", " ".join(str(slot + 1) for slot in turn.slots))
    return _next_flip(replace(state, collected=(*state.collected, (state.to_move, turn))))


def _run_flips(state: ThreadRaceState) -> ThreadRaceState:
    flips: list[tuple[int, ...]] = [()] * len(state.seats)
    for player, turn in state.collected:
        if isinstance(turn, Flip):
            flips[player] = turn.slots
    if any(flips):
        seed = f"{state.seed}/{state.turn}/flips"
        state = _took(state, run_flips(state.seats, flips, state.rules, _answers(state), seed))
    return state if state.question is not None else _begin_play(state)


def face_down(seat: ThreadRaceSeat) -> list[int]:
    """Return the slots in which a card lies face down."""
    return [slot for slot, now in enumerate(seat.slots) if now is not None and not now.up]


# ---------------------------------------------------------------- plays


def _begin_play(state: ThreadRaceState) -> ThreadRaceState:
    """Test who has won; otherwise ask the first player."""
    winners = tuple(player for player, seat in enumerate(state.seats) if has_won(seat, state.rules))
    if winners:
        return replace(state, stage="over", to_move=None, winners=winners, collected=())
    return replace(state, stage="play", to_move=_player_at(state, 0), collected=(), done=0, core_uses=0)


def has_won(seat: ThreadRaceSeat, rules: ThreadRaceRules) -> bool:
    """Return True if a player has won, when the play stage begins."""
    return not seat.deck and (rules.win == "deck" or not any(seat.slots))


def _player_at(state: ThreadRaceState, number: int) -> int:
    """Return the player whose turn it is in this place of the play stage."""
    players = len(state.seats)
    return (number + state.turn - 1) % players if state.rules.first == "rotates" else number


def _play(state: ThreadRaceState, turn: Play | PutAway | Pass | UseCore) -> ThreadRaceState:
    assert state.to_move is not None
    refuse_play(state, turn)
    return _run_play(replace(state, collected=((state.to_move, turn),)))


def refuse_play(state: ThreadRaceState, turn: Play | PutAway | Pass | UseCore) -> None:
    """Raise ThreadRaceError if the player to move may not make this turn in the play stage."""
    assert state.to_move is not None
    rules, seat = state.rules, state.seats[state.to_move]
    match turn:
        case UseCore():
            if state.core_uses >= rules.core_each_turn or seat.uses == 0 or not seat.deck:
                raise ThreadRaceError("core-used")
        case Play(choice, slot, up):
            if not 0 <= choice < min(rules.window, len(seat.deck)):
                raise ThreadRaceError("not-in-window", choice + 1)
            if not 0 <= slot < SLOTS:
                raise ThreadRaceError("no-slot", slot + 1)
            if not up and rules.play_face == "up":
                raise ThreadRaceError("face-down")
        case PutAway(slot):
            if seat.deck:
                raise ThreadRaceError("deck-not-empty")
            if not 0 <= slot < SLOTS or seat.slots[slot] is None:
                raise ThreadRaceError("slot-empty", slot + 1)
        case Pass():
            if seat.deck and rules.play == "must":
                raise ThreadRaceError("must-play")
            if not seat.deck and any(seat.slots) and rules.put_away == "must":
                raise ThreadRaceError("must-put-away")


def _run_play(state: ThreadRaceState) -> ThreadRaceState:
    (player, turn), seats, rules = state.collected[0], state.seats, state.rules
    seed = f"{state.seed}/{state.turn}/play/{state.core_uses}"
    answers = _answers(state)
    match turn:
        case UseCore():
            state = _took(state, use_core(seats, player, rules, answers, seed))
            return state if state.question is not None else _core_used(state, player)
        case Play(choice, slot, up):
            state = _took(state, play_card(seats, (player, choice, slot, up), rules, answers, seed))
        case PutAway(slot):
            state = _took(state, put_away(seats, player, slot, rules, seed))
    if state.question is not None:
        return state
    done = state.done + 1
    if done < len(state.seats):
        return replace(state, done=done, to_move=_player_at(state, done), core_uses=0, collected=())
    return _begin_effects(replace(state, turn=state.turn + 1))


def _core_used(state: ThreadRaceState, player: int) -> ThreadRaceState:
    seat = state.seats[player]
    used = replace(seat, uses=None if seat.uses is None else seat.uses - 1)
    seats = (*state.seats[:player], used, *state.seats[player + 1 :])
    return replace(state, seats=seats, view=seats, core_uses=state.core_uses + 1, to_move=player, collected=())


# ---------------------------------------------------------------- legal turns


def legal_turns(state: ThreadRaceState) -> list[Turn]:
    """Return the turns that the player to move may make, in a fixed order; none when the game is over.

    A text by hand may have any effects: the list has the one turn without effects.
    """
    if state.to_move is None:
        return []
    if state.question is not None:
        return _replies(state.question)
    if state.stage == "start":
        return [StartTurn(up) for up in product((True, False), repeat=SLOTS)]
    if state.stage == "flips":
        down = face_down(state.seats[state.to_move])
        return [Flip(slots) for count in range(len(down) + 1) for slots in combinations(down, count)]
    return [turn for turn in _plays(state) if _is_allowed(state, turn)]


def _replies(question: Question) -> list[Turn]:
    match question.kind:
        case "target" | "slot":
            return [Choose(player, slot) for player, slot in question.options]
        case "by-hand":
            return [ByHand()]
    return [Decide(True), Decide(False)]


def _plays(state: ThreadRaceState) -> Iterator[Play | PutAway | Pass | UseCore]:
    faces = (True, False) if state.rules.play_face == "either" else (True,)
    for choice, slot, up in product(range(state.rules.window), range(SLOTS), faces):
        yield Play(choice, slot, up)
    yield from map(PutAway, range(SLOTS))
    yield Pass()
    yield UseCore()


def _is_allowed(state: ThreadRaceState, turn: Play | PutAway | Pass | UseCore) -> bool:
    try:
        refuse_play(state, turn)
    except ThreadRaceError:
        return False
    return True
