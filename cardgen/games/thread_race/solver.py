"""The order of a deck that empties fastest alone: a search that decides which card is where when it leaves the deck.

The deck begins as unknown cards. Whenever one of them enters the field, the search tries each different card that is
left. So orders and lines of play are searched together, and each line found is a game: it is played again with the
whole order before it is returned. Shuffles are those of the seed 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from cardgen import dataclass, message, replace
from cardgen.engines.effects.inspecting import attached
from cardgen.engines.effects.model import Effect
from cardgen.engines.effects.parts import steps_of
from cardgen.engines.effects.world import Card, CardKind, Thing, World, Zone
from cardgen.games.thread_race.cards import DeckOrder, ThreadRaceCard
from cardgen.games.thread_race.course import Position
from cardgen.games.thread_race.field import FieldCard, RaceSetup, new_world, put_new, seats_of
from cardgen.games.thread_race.marks import draws, has_trigger, kind_of_step, marks_of, sign_of
from cardgen.games.thread_race.moves import FACES, Pass, Play
from cardgen.games.thread_race.resolution import ThreadResolution
from cardgen.games.thread_race.rules import SLOTS, STAGES, ThreadRaceRules
from cardgen.games.thread_race.turn_game import ThreadRace, ThreadRaceState
from cardgen.games.thread_race.vocabulary import load_vocabulary, read_effects

#: The kind of cards that are not decided yet.
_UNKNOWN = CardKind("?", {})

#: Of a deck with more different cards than this, only one arrangement of each three first cards is tried.
MOST_ARRANGED = 8


@dataclass(frozen=True, slots=True)
class FastestOrder:
    """An order and the turns with which it wins alone in `turn`. No order wins before the turn `at_least`.

    The turns are written as in logs.
    """

    deck: DeckOrder
    turns: tuple[str, ...]
    turn: int
    at_least: int

    @property
    def proven(self) -> bool:
        """True if no order of these cards is faster."""
        return self.turn == self.at_least


class _UnknownCardError(Exception):
    def __init__(self, card: Card) -> None:
        super().__init__(card.number)
        self.card = card


class _SearchResolution(ThreadResolution):
    """A resolution in which a card that is not decided yet raises when it is looked at."""

    def put(self, card: Card, to: Zone, at: int | None = None) -> None:
        if to.area != "deck":
            self._know(card)
        super().put(card, to, at)

    def derived(self, thing: Thing, name: str) -> Any:
        if isinstance(thing, Card) and name not in ("place", "owner"):
            self._know(thing)
        return super().derived(thing, name)

    def _know(self, card: Card) -> None:
        if self.world.cards[card][0] == _UNKNOWN.name:
            raise _UnknownCardError(card)


class _Search(ThreadRace):
    """The game with cards that are not decided yet."""

    def resolution(self, setup: RaceSetup, world: World, answers: Sequence[tuple[Any, ...]]) -> ThreadResolution:
        return _SearchResolution(setup.rules, load_vocabulary(), world, answers)


_SEARCH = _Search()
_Left = tuple[tuple[str, int], ...]
"""The cards that are still to be placed: their names in the game, and how many there are."""


@dataclass(frozen=True, slots=True)
class _DecidedGame:
    """A game with some cards decided: the answers so far, and the cards that are still to be placed."""

    state: ThreadRaceState
    left: _Left
    answers: tuple[tuple[Any, ...], ...]


def fastest_order(brought: DeckOrder, rules: ThreadRaceRules, width: int = 60) -> FastestOrder:
    """Return the fastest order that a beam search finds, keeping `width` lines at each step, and the bound.

    ValueError for a deck with fewer cards than slots.
    """
    if len(brought.cards) < SLOTS:
        raise ValueError(message("the deck has too few cards"))
    lines = _begin(brought, rules)
    while not any(line.state.now.over for line in lines):
        lines = _play_turn(_best(lines, width), width)
    return _finish(next(line for line in lines if line.state.now.over), brought, rules)


# ---------------------------------------------------------------- the bound

#: Blocks that do their steps once at most.
_ONCE = ("if", "may", "one-of", "choose")


def turns_at_least(brought: DeckOrder, rules: ThreadRaceRules) -> int:
    """Return a turn before which no order of these cards can win alone.

    Each turn before the last takes one card from the deck by a play, and others only by draws. Without draws the deck
    is empty after one turn for each card that is not in a slot at the beginning; the win is tested in the next one, and
    if nothing destroys cards, all slots are emptied one by one first. With draws, the number of cards that can be drawn
    in one turn is bounded by the texts that can draw: each of them acts once in each stage at most, and once for each
    time that a card is flipped. That bound is far from sharp, and effects of other kinds have none.
    """
    waiting = len(brought.cards) - SLOTS
    if brought.core.by_hand or any(card.by_hand for card in brought.cards):
        return 1
    core, cards = read_effects(brought.core.effects, brought.core.name), list(map(_effects, brought.cards))
    if not all(map(_is_simple, (core, *cards))):
        return 2 if waiting else 1
    drawn = draws(core) * rules.core_each_turn
    most, texts = max(map(draws, cards), default=0), sum(draws(effects) > 0 for effects in cards)
    if most:
        copying = sum("copy" in marks_of(effects) for effects in cards)
        flips = sum(kind_of_step(step) == "flip" for effects in cards for one in effects for step in steps_of(one))
        drawn += most * (texts + copying + (flips + copying if flips else 0)) * (len(STAGES) + 2)
    empty = 1 + -(-waiting // (1 + drawn))
    if rules.win == "deck" or drawn or any(_removes(card, rules) for card in brought.cards):
        return empty
    return empty + SLOTS


def _effects(card: ThreadRaceCard) -> tuple[Effect, ...]:
    return read_effects(card.effects, card.name)


def _is_simple(effects: Sequence[Effect]) -> bool:
    """Return True if it is known how many cards effects can draw in a turn."""
    for effect in effects:
        if effect.window not in ("act", "core") and not all(timing.event == "turn" for timing in effect.timings):
            return False
        if effect.head not in ("use", "when") or not all(choice.single for choice in effect.choices):
            return False
        for step in steps_of(effect):
            is_known = kind_of_step(step) is not None or step.verb in _ONCE
            if not is_known or (step.verb == "move" and kind_of_step(step) != "order"):
                return False
    return not draws(list(attached(effects)))


def _removes(card: ThreadRaceCard, rules: ThreadRaceRules) -> bool:
    """Return True if a card can bring a card off the field in the effect stage: itself by its cost, or another."""
    effects = _effects(card)
    kinds = marks_of([*effects, *attached(effects)])
    acts = bool(effects) or rules.without_effect == "acts"
    return "destroy" in kinds or ("speed" in kinds and _lowers(effects)) or (card.cost > 0 and acts)


def _lowers(effects: Sequence[Effect]) -> bool:
    return any(
        sign_of([effect]) != "more" for effect in (*effects, *attached(effects)) if "speed" in marks_of([effect])
    )


# ---------------------------------------------------------------- lines of play


def _begin(brought: DeckOrder, rules: ThreadRaceRules) -> list[_DecidedGame]:
    """Return a line for each choice of the first cards. Only cards that do something on a flip lie face down."""
    setup, world = new_world(brought.cards, [brought.core], rules, 0)
    names = [world.cards[Card(number)][0] for number in range(len(brought.cards))]
    printed = {**setup.printed, _UNKNOWN.name: ThreadRaceCard(_UNKNOWN.name)}
    world.kinds, world.position = {**world.kinds, _UNKNOWN.name: _UNKNOWN}, Position()
    for number in range(len(names)):
        world.cards[Card(number)] = (_UNKNOWN.name, {})
        put_new(world, Card(number), Zone("deck", 0))
    setup = replace(setup, printed=printed)
    left = tuple(Counter(names).items())
    lines: list[_DecidedGame] = []
    for first, rest in _first_cards(left, SLOTS):
        if len(left) > MOST_ARRANGED and [*first] != sorted(first, key=names.index):
            continue
        known = world.copy()
        for number, name in enumerate(first):
            known.cards[Card(number)] = (name, known.cards[Card(number)][1])
        flips = [has_trigger(setup.kinds[name].effects, "turn") for name in first]
        for faces in FACES if rules.start == "either" else FACES[:1]:
            if all(up or flip for up, flip in zip(faces, flips, strict=True)):
                answers = ((faces,),) if rules.start == "either" else ()
                lines += _decide(setup, known, answers, rest, answers)
    return lines


def _first_cards(left: _Left, count: int) -> Iterator[tuple[tuple[str, ...], _Left]]:
    """Yield every choice of the next cards, and what is left."""
    if count == 0:
        yield (), left
        return
    for name, some in left:
        if some:
            rest = tuple((other, many - (other == name)) for other, many in left)
            for others, end in _first_cards(rest, count - 1):
                yield (name, *others), end


def _decide(
    setup: RaceSetup,
    world: World,
    answers: tuple[tuple[Any, ...], ...],
    left: _Left,
    all_answers: tuple[tuple[Any, ...], ...],
) -> Iterator[_DecidedGame]:
    """Yield the lines after a step, one for each choice of the cards that have to be known for it."""
    try:
        yield _DecidedGame(_SEARCH.start_with(None, setup, world, answers), left, all_answers)
    except _UnknownCardError as unknown:
        for name, count in left:
            if count:
                known = world.copy()
                known.cards[unknown.card] = (name, known.cards[unknown.card][1])
                rest = tuple((other, some - (other == name)) for other, some in left)
                yield from _decide(setup, known, answers, rest, all_answers)


def _play_turn(lines: list[_DecidedGame], width: int) -> list[_DecidedGame]:
    """Return the lines at the beginning of the next turn, or at the end of the game."""
    turn = lines[0].state.now.turn
    done: list[_DecidedGame] = []
    while lines:
        further = [after for line in lines for after in _further(line)]
        done += [line for line in further if line.state.now.turn > turn or line.state.now.over]
        lines = _best([line for line in further if line.state.now.turn == turn and not line.state.now.over], width)
    return done


def _further(line: _DecidedGame) -> Iterator[_DecidedGame]:
    state = line.state
    for answer in _worthwhile(state):
        all_answers = (*line.answers, answer)
        yield from _decide(state.setup, state.before, (*state.answers, answer), line.left, all_answers)


def _worthwhile(state: ThreadRaceState) -> list[tuple[Any, ...]]:
    """Return the possible answers without those that others include.

    All cards in the deck are still unknown, so the first of the window stands for all. To put a card away is never
    worse than to pass.
    """
    answers = [one for one in _SEARCH.answers_of(state) if not _is_later(one)]
    return [one for one in answers if one != (Pass(),)] or answers


def _is_later(answer: tuple[Any, ...]) -> bool:
    return len(answer) == 1 and isinstance(answer[0], Play) and answer[0].choice > 0


def _best(lines: list[_DecidedGame], width: int) -> list[_DecidedGame]:
    """Return the most promising lines, each field once."""
    fields: dict[object, _DecidedGame] = {}
    for line in lines:
        fields.setdefault(_key_of(line), line)
    return sorted(fields.values(), key=_distance)[:width]


def _key_of(line: _DecidedGame) -> object:
    """Return what is the same for lines that can go on in the same ways."""
    state = line.state
    world, where = state.before, state.before.where

    def place(thing: Any) -> Any:
        return where.get(thing, thing)

    zones = frozenset(
        (zone, tuple(world.cards[card][0] for card in cards))
        for zone, cards in world.zones.items()
        if zone.area != "rebirth"
    )
    stored = frozenset((place(thing), name, value) for (thing, name), value in world.stored.items())
    lasting = tuple((one.kind, place(one.bearer), one.effect and one.effect.key, one.copied) for one in world.lasting)
    answers = tuple(tuple(map(place, answer)) for answer in state.answers)
    position = (world.turn, world.position.stage, world.position.uses)
    return (zones, stored, lasting, answers, position, line.left)


#: What a card in the deck, a card in a slot, a further act of it, a draw of a card that lies there and one of a card in
#: the deck are worth, in quarters of a turn. Found by trial with our deck.
_IN_DECK, _IN_SLOT, _FURTHER_ACT, _DRAW_THERE, _DRAW_TO_COME = 4.0, 1.0, 0.5, 3.5, 2.5


def _distance(line: _DecidedGame) -> float:
    """Return how far a line seems to be from its end: cards in the deck and in slots, less the draws to be expected."""
    setup = line.state.setup
    seat = seats_of(setup, line.state.now)[0]
    distance = _IN_DECK * len(seat.deck)
    distance -= _DRAW_THERE * (seat.uses or 0) * draws(read_effects(seat.core.effects, seat.core.name))
    for now in seat.slots:
        if now is None:
            continue
        distance += _IN_SLOT + _FURTHER_ACT * _acts_left(now)
        if now.up and not now.sealed:
            distance -= _DRAW_THERE * _acts_left(now) * _draws(now.text, "act")
        elif not now.up:
            distance -= _DRAW_TO_COME * _draws(seat.cards[now.card], "flip")
    return distance - _DRAW_TO_COME * sum(count * _expected_draws(setup.printed[name]) for name, count in line.left)


def _draws(card: Any, when: str) -> int:
    """Return how many cards a card draws when it acts, or when it is flipped."""
    effects = read_effects(card.effects, card.name)
    return draws([one for one in effects if (one.window == "act") == (when == "act")])


def _expected_draws(card: Any) -> int:
    """Return how many cards a card will draw if it acts until its cost destroys it, and is flipped once."""
    acts = _acts(card.speed, card.cost) if card.speed is not None else 0
    return acts * _draws(card, "act") + _draws(card, "flip")


def _acts_left(now: FieldCard) -> int:
    """Return how often a card can still act before its own cost destroys it, 3 at most."""
    return 3 if now.speed is None or now.fixed else _acts(now.speed, now.text.cost)


def _acts(speed: int, cost: int) -> int:
    return max(0, min(3, -(-speed // cost))) if cost else 3


def _finish(line: _DecidedGame, brought: DeckOrder, rules: ThreadRaceRules) -> FastestOrder:
    """Return the result of a line, after its game has been played again with all cards known."""
    rest = [name for name, count in line.left for _ in range(count)]
    known = [line.state.now.cards[Card(number)][0] for number in range(len(brought.cards))]
    names = [rest.pop(0) if name == _UNKNOWN.name else name for name in known]
    printed: Any = line.state.setup.printed
    deck = DeckOrder(brought.core, tuple(printed[name] for name in names))
    state, turns = _SEARCH.start_game([deck], 0, rules), list[str]()
    for answer in line.answers:
        turns.append(_SEARCH.write_answer(state, answer))
        state = _SEARCH.go_on(state, answer)
    assert state.now.over
    assert sorted(map(repr, deck.cards)) == sorted(map(repr, brought.cards))
    return FastestOrder(deck, tuple(turns), state.now.turn, turns_at_least(brought, rules))
