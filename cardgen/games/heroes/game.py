"""A game, from the heroes dealt to the last death: pure functions of a state and a turn to the next state.

All random choices follow from the seed: the same seed and the same turns give the same game, on every machine. A seat
that could only pass is not asked.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Any, TypeVar

from cardgen.engines.effects.adjusting import ADJUSTABLE, adjust, all_zones, read_adjustment
from cardgen.engines.effects.course import stage_of
from cardgen.engines.effects.questions import PendingError, Question, WrongAnswerError
from cardgen.engines.effects.resolving import GameOverError, RefusedUseError, StoppedError
from cardgen.engines.effects.uses import Move
from cardgen.engines.effects.world import Card, Player, Thing, World
from cardgen.games.heroes.playing import PASS, HeroesPlay
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.rules import HeroesRules, Mode
from cardgen.games.heroes.state import BOARD, HeroesSeat, HeroesState, Turn, make_world
from cardgen.games.heroes.table import HeroesTable, make_table
from cardgen.games.heroes.vocabulary import FEWEST_PLAYERS, IDENTITIES, MOST_PLAYERS

Item = TypeVar("Item")

#: The verbs of turns.
VERBS = (
    *("keep", "use", "skill", "play", "pass", "discard", "end", "show"),
    *("ally", "agree", "refuse", "trade", "break", "join", "choose", "done", "adjust"),
)
#: Kind of a question -> the verbs of yes and no.
_YES_OR_NO = {
    "skill": ("skill", "pass"),
    "agree": ("agree", "refuse"),
    "alliance": ("agree", "refuse"),
    "break": ("break", "pass"),
}
#: Answers of several things that are listed. Any other legal answer is accepted, too.
_MOST_LISTED = 300


def shuffled(items: Sequence[Item], seed: str) -> tuple[Item, ...]:
    """Return the items in an order that follows from the seed, on every machine and with every Python."""
    chance, rest = random.Random(seed), list(items)
    for last in range(len(rest) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        rest[last], rest[other] = rest[other], rest[last]
    return tuple(rest)


# ---------------------------------------------------------------- set-up


def new_game(players: int, seed: int, rules: HeroesRules, mode: Mode = "identity") -> HeroesState:
    """Return a game in which the first seat keeps its heroes. HeroesError if the mode is not for so many players.

    The lord has seat 0, the others are in a random order.
    """
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise HeroesError("seat-count", players)
    if mode == "realm" and players < rules.choices.realm_players:
        raise HeroesError("realm-players", players)
    table = make_table(rules)
    dealt = _dealt_heroes(rules, players, getattr(rules.heroes_dealt, mode), seed)
    camps = _camps(rules, players, mode, seed)
    seats = [HeroesSeat(camp, heroes) for camp, heroes in zip(camps, dealt, strict=True)]
    pile = shuffled(range(len(table.cards) - (mode != "realm")), f"{seed}/pile")
    world = make_world(table, seats, seed, pile)
    world.position = ("keep", 0)
    return go_on(table, mode, seed, world)


def _camps(rules: HeroesRules, players: int, mode: Mode, seed: int) -> list[str]:
    """Return the camp of each seat. In nation war it follows from the heroes that are kept."""
    if mode != "identity":
        return [f"seat:{seat}" if mode == "realm" else "" for seat in range(players)]
    row = next((row for row in rules.identities if row.players == players), None)
    if row is None:
        raise HeroesError("player-count", players)
    others = [identity for identity in IDENTITIES if identity != "lord" for _ in range(getattr(row, identity))]
    return ["lord", *shuffled(others, f"{seed}/identities")]


def _dealt_heroes(rules: HeroesRules, players: int, count: int, seed: int) -> list[tuple[str, ...]]:
    heroes = shuffled([hero.hero for hero in rules.heroes for _ in range(hero.copies)], f"{seed}/heroes")
    if len(heroes) < players * count:
        raise HeroesError("too-few-heroes", len(heroes))
    return [heroes[seat * count : (seat + 1) * count] for seat in range(players)]


def position_of(
    table: HeroesTable,
    mode: Mode,
    seats: Sequence[HeroesSeat],
    current: int,
    pile: Sequence[int],
    discards: Sequence[int] = (),
    showing: Sequence[int] = (),
) -> HeroesState:
    """Return a game in the play phase of a seat, with these characters and cards."""
    world = make_world(table, seats, 1, pile, discards, showing)
    world.round, world.current, world.position = 1, current, (current, "play", "window", current)
    for player in world.players:
        play_of(table, mode, world).begin_groups(player)
    return go_on(table, mode, 1, world)


# ---------------------------------------------------------------- the course of a game


def play_of(table: HeroesTable, mode: Mode, world: World, answers: Sequence[tuple[Any, ...]] = ()) -> HeroesPlay:
    """Return what does effects in a world of this mode."""
    run = HeroesPlay(table.vocabulary, world, answers, macros=table.macros)
    run.table, run.mode, run.stage = table, mode, stage_of(world.position)
    return run


def view_of(state: HeroesState) -> HeroesPlay:
    """Return what answers questions about a state: about attributes, distances, what can be used."""
    return play_of(state.table, state.mode, state.now)


def go_on(
    table: HeroesTable,
    mode: Mode,
    seed: int,
    world: World,
    answers: tuple[tuple[Any, ...], ...] = (),
    moves: tuple[Turn, ...] = (),
) -> HeroesState:
    """Return the state when the next decision is due, or at the end of the game."""
    while not world.over:
        now = world.copy()
        run = play_of(table, mode, now, answers)
        try:
            run.take_step()
            run.test_at_once()
        except PendingError as pending:
            return HeroesState(table, mode, seed, moves, world, answers, now, pending.question)
        except StoppedError:
            run.stop()
        except GameOverError:
            pass
        world, answers = now, ()
    return HeroesState(table, mode, seed, moves, world, (), world, None)


def begin_with(state: HeroesState, deed: str, *arguments: Any) -> HeroesState:
    """Return the state after something that happens to a table: `hit`, `kill` or `show_heroes`."""
    world = state.now.copy()
    world.position = ("do", deed, arguments, world.position)
    return go_on(state.table, state.mode, state.seed, world, (), state.moves)


def in_play_of(state: HeroesState, seat: int) -> HeroesState:
    """Return the table in the play phase of a seat."""
    world = state.now.copy()
    world.current, world.position = seat, (seat, "play", "window", seat)
    world.rearranged()
    return go_on(state.table, state.mode, state.seed, world, (), state.moves)


def with_stored(state: HeroesState, seat: int | None, **values: Any) -> HeroesState:
    """Return the state with other stored values of a seat, or of the game (None)."""
    world = state.before.copy()
    for name, value in values.items():
        world.store(BOARD if seat is None else Player(seat), name.replace("_", "-"), value)
    return go_on(state.table, state.mode, state.seed, world, state.answers, state.moves)


# ---------------------------------------------------------------- turns


def legal_turns(state: HeroesState) -> list[Turn]:
    """Return every legal turn of the seat that decides, in a fixed order; none when the game is over."""
    return [turn for turn, _ in _offers(state)]


def _offers(state: HeroesState) -> Iterator[tuple[Turn, tuple[Any, ...]]]:
    """Yield each legal turn with the answer that it is to the question that is due."""
    question = state.question
    if question is None:
        return
    for answer in islice(_answers(question), _MOST_LISTED):
        yield _turn_of(state, question, answer), answer


def _answers(question: Question) -> Iterator[tuple[Any, ...]]:
    for count in range(question.least, question.most + 1):
        for answer in combinations(question.options, count):
            if question.condition is None or question.condition(answer):
                yield answer


def _turn_of(state: HeroesState, question: Question, answer: tuple[Any, ...]) -> Turn:
    """Return an answer as a turn."""
    seat, kind = question.seat, question.kind
    if kind in _YES_OR_NO:
        verb = _YES_OR_NO[kind][answer != (True,)]
        names = (question.about[1],) if verb == "skill" else ()
        return Turn(seat, verb, names)
    if answer == (PASS,):
        return Turn(seat, "pass")
    if kind == "keep":
        return Turn(seat, "keep", answer[0])
    if kind == "by-hand":
        return Turn(seat, "done")
    if kind in ("answer", "rescue"):
        kind = "play"
    if kind == "window":
        return _move(state, seat, answer[0])
    cards = tuple(_code(state, card, question) for card in answer if isinstance(card, Card))
    targets = tuple(player.seat for player in answer if isinstance(player, Player))
    words = tuple(str(word) for word in answer if not isinstance(word, Card | Player))
    return Turn(seat, "choose" if kind in ("pick", "order") else kind, words, cards, targets)


def _code(state: HeroesState, card: Card, question: Question) -> str:
    """Return the code of a card; of one that the seat does not see only its place among those."""
    if card in question.hidden:
        return f"hidden-{question.hidden.index(card) + 1}"
    return state.table.cards[card.number].code


def _move(state: HeroesState, seat: int, move: Move) -> Turn:
    """Return a move in the play phase as a turn."""
    names = (move.name,) if move.name else ()
    cards = () if move.card is None else (state.table.cards[move.card.number].code,)
    return Turn(seat, move.verb, names, cards, tuple(player.seat for player in move.targets))


def apply(state: HeroesState, turn: Turn) -> HeroesState:
    """Return the state when the next decision is due. HeroesError with the first rule that the turn breaks."""
    ask = state.ask
    if ask is None:
        raise HeroesError("game-over")
    if turn.seat != ask.seat:
        raise HeroesError("wrong-seat", ask.seat)
    if turn.verb == "adjust":
        return _adjust(state, turn)
    answer = next((answer for other, answer in _offers(state) if other == turn), None) or _unlisted(state, turn)
    if answer is None:
        raise _refusal(state, turn)
    answers = (*state.answers, answer)
    return go_on(state.table, state.mode, state.seed, state.before, answers, (*state.moves, turn))


def _adjust(state: HeroesState, turn: Turn) -> HeroesState:
    """Return the state after something that the table did by hand: the words of the adjustment are the names."""
    question, run = state.question, view_of(state)
    codes = {code: Card(number) for code, number in state.table.codes.items()}
    things: dict[str, Thing] = {**codes, **{str(player.seat): player for player in run.world.players}}
    for zone in all_zones(run.vocabulary, state.now):
        things[zone.area if zone.owner is None else f"{zone.owner}.{zone.area}"] = zone
    try:
        if question is None or question.kind not in ADJUSTABLE:
            raise WrongAnswerError(turn.names)
        change = read_adjustment(run.vocabulary, turn.names, things)
    except WrongAnswerError:
        raise HeroesError("not-offered", " ".join(("adjust", *turn.names))) from None
    moves = (*state.moves, turn)
    if question.kind == "by-hand":
        answers = (*state.answers, (change,))
        return go_on(state.table, state.mode, state.seed, state.before, answers, moves)
    before = state.before.copy()
    adjust(before, change)
    return go_on(state.table, state.mode, state.seed, before, state.answers, moves)


def _unlisted(state: HeroesState, turn: Turn) -> tuple[Any, ...] | None:
    """Return the answer of a turn that is legal although there are too many to list it; None for any other."""
    question = state.question
    assert question is not None
    if turn.verb != "choose" or question.kind not in ("pick", "order"):
        return None
    named = {_turn_of(state, question, (option,)): option for option in question.options}
    parts = [Turn(turn.seat, "choose", (word,)) for word in turn.names]
    parts += [Turn(turn.seat, "choose", (), (code,)) for code in turn.cards]
    parts += [Turn(turn.seat, "choose", (), (), (seat,)) for seat in turn.targets]
    answer = tuple(named.get(part) for part in parts)
    try:
        question.check(answer)
    except WrongAnswerError:
        return None
    return answer


def _refusal(state: HeroesState, turn: Turn) -> HeroesError:
    """Return the first rule that a turn breaks which is not legal."""
    ask = state.ask
    assert ask is not None
    for code in turn.cards:
        card = state.table.card(code)
        if turn.verb in ("use", "play", "discard", "trade") and card not in state.seats[turn.seat].hand:
            return HeroesError("not-in-hand", code)
    if turn.verb == "use" and ask.kind == "play" and len(turn.cards) == len(turn.names) == 1:
        return _refused_use(state, turn)
    if turn.verb == "ally" and state.mode == "realm" and ask.kind == "play" and turn.targets:
        allies = [n for n in (turn.seat, turn.targets[0]) if n in state.living and state.seats[n].ally is not None]
        if allies:
            return HeroesError("has-ally")
    if turn.verb == "skill" and ask.kind == "play":
        return HeroesError("no-skill", " ".join(turn.names))
    verbs = list(dict.fromkeys(other.verb for other in legal_turns(state)))
    if turn.verb not in verbs:
        return HeroesError("wrong-verb", ", ".join(verbs))
    return HeroesError("not-offered", " ".join((turn.verb, *turn.names, *turn.cards, *map(str, turn.targets))))


def _refused_use(state: HeroesState, turn: Turn) -> HeroesError:
    """Return why a card cannot be used."""
    run, name, code = view_of(state), turn.names[0], turn.cards[0]
    player, card = Player(turn.seat), Card(state.table.card(code))
    try:
        active, scope = run.use_of(player, card, name)
    except RefusedUseError:
        return HeroesError("cannot-use", f"{code} {name}")
    for target in turn.targets:
        if target not in state.living:
            return HeroesError("nobody-there", target)
    if not run.has_use_left(active, scope):
        return HeroesError("strike-limit")
    if not run.holds(active.effect.when_if, scope):
        wounded = run.attribute(player, "wounded")
        return HeroesError("cannot-use", f"{code} {name}") if wounded else HeroesError("not-wounded", turn.seat)
    if len(turn.targets) == 1 and turn.targets[0] != turn.seat:
        seat = turn.targets[0]
        if any(state.table.cards[other].kind.card == name for other in state.seats[seat].judgement):
            return HeroesError("same-name", name)
        if len(active.effect.choices) == 1 and active.effect.choices[0].single:
            return HeroesError("out-of-range", seat)
    return HeroesError("wrong-targets", name)
