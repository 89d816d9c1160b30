"""The order of a deck that empties fastest alone: a search that decides which card is where when it leaves the deck.

The deck begins as unknown cards. Whenever one of them enters the field, the search tries each different card that is
left. So orders and lines of play are searched together, and each line found is a game: it is played again with the
whole order before it is returned. Shuffles are those of the seed 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cardgen import dataclass, message, replace
from cardgen.games.thread_race.cards import DeckOrder, ThreadRaceCard
from cardgen.games.thread_race.effects import ACT, Effect
from cardgen.games.thread_race.field import FieldCard
from cardgen.games.thread_race.game import ThreadRaceState, apply, legal_turns, start_game
from cardgen.games.thread_race.rules import SLOTS, STAGES, ThreadRaceRules
from cardgen.games.thread_race.turns import Pass, Play, StartTurn, Turn

_UNKNOWN = ThreadRaceCard("?")
_ALL_UP = StartTurn((True,) * SLOTS)

#: Of a deck with more different cards than this, only one arrangement of each three first cards is tried.
MOST_ARRANGED = 8


@dataclass(frozen=True, slots=True)
class FastestOrder:
    """An order and the turns with which it wins alone in `turn`. No order wins before the turn `at_least`."""

    deck: DeckOrder
    turns: tuple[Turn, ...]
    turn: int
    at_least: int

    @property
    def proven(self) -> bool:
        """True if no order of these cards is faster."""
        return self.turn == self.at_least


class _UnknownCardError(Exception):
    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _Cards(tuple[ThreadRaceCard, ...]):
    """The cards of a deck; one that is not decided yet raises when it is looked at."""

    __slots__ = ()

    def __getitem__(self, number: Any) -> Any:
        card = tuple.__getitem__(self, number)
        if card is _UNKNOWN:
            raise _UnknownCardError(number)
        return card


@dataclass(frozen=True, slots=True)
class _Line:
    """A game with some cards decided: the state, all cards, and those that are still to be placed."""

    state: ThreadRaceState
    cards: _Cards
    left: tuple[tuple[ThreadRaceCard, int], ...]


def fastest_order(brought: DeckOrder, rules: ThreadRaceRules, width: int = 60) -> FastestOrder:
    """Return the fastest order that a beam search finds, keeping `width` lines at each step, and the bound.

    ValueError for a deck with fewer cards than slots.
    """
    if len(brought.cards) < SLOTS:
        raise ValueError(message("the deck has too few cards"))
    lines = _begin(brought, rules)
    while not any(line.state.over for line in lines):
        lines = _play_turn(_best(lines, width), width)
    return _finish(next(line for line in lines if line.state.over), brought, rules)


def turns_at_least(brought: DeckOrder, rules: ThreadRaceRules) -> int:
    """Return a turn before which no order of these cards can win alone.

    Each turn before the last takes one card from the deck by a play, and others only by draws. Without draws the deck
    is empty after one turn for each card that is not in a slot at the beginning; the win is tested in the next one, and
    if nothing destroys cards, all slots are emptied one by one first. With draws, the number of cards that can be drawn
    in one turn is bounded by the texts that can draw: each of them acts once in each stage at most, and once for each
    time that a card is flipped. That bound is far from sharp.
    """
    waiting = len(brought.cards) - SLOTS
    core = brought.core
    drawn = sum(effect.n for effect in core.effects if effect.do == "draw") * rules.core_each_turn
    texts = [card for card in brought.cards if _draws(card.effects)]
    if core.by_hand or any(card.by_hand for card in brought.cards):
        return 1
    if texts:
        most = max(sum(effect.n for effect in _with_slots(card.effects) if effect.do == "draw") for card in texts)
        copying = sum(_has(card, "copy") for card in brought.cards)
        if any(effect.do == "slot" and effect.gives is not None for card in texts for effect in card.effects):
            return 2 if waiting else 1
        flipped = [effect.n for card in brought.cards for effect in card.effects if effect.do == "flip"]
        flips = (len(flipped) + copying) * max(flipped, default=0)
        drawn += most * (len(texts) + copying + flips) * (len(STAGES) + 2)
    empty = 1 + -(-waiting // (1 + drawn))
    if rules.win == "deck" or drawn or any(_removes(card, rules) for card in brought.cards):
        return empty
    return empty + SLOTS


def _draws(effects: tuple[Effect, ...]) -> bool:
    return any(effect.do == "draw" for effect in _with_slots(effects))


def _with_slots(effects: tuple[Effect, ...]) -> list[Effect]:
    """Return effects with those that they put on slots."""
    return [*effects, *(effect.gives for effect in effects if effect.gives is not None)]


def _has(card: ThreadRaceCard, kind: str) -> bool:
    return any(effect.do == kind for effect in card.effects)


def _removes(card: ThreadRaceCard, rules: ThreadRaceRules) -> bool:
    """Return True if a card can bring a card off the field in the effect stage: itself by its cost, or another."""
    lowers = any(
        effect.do == "speed" and isinstance(effect.amount, int) and effect.amount < 0
        for effect in _with_slots(card.effects)
    )
    acts = bool(card.effects) or rules.without_effect == "acts"
    return _has(card, "destroy") or lowers or (card.cost > 0 and acts)


# ---------------------------------------------------------------- lines of play


def _begin(brought: DeckOrder, rules: ThreadRaceRules) -> list[_Line]:
    """Return a line for each choice of the first cards. Only cards that do something on a flip lie face down."""
    left = tuple(Counter(brought.cards).items())
    cards = _Cards([_UNKNOWN] * len(brought.cards))
    state = start_game([DeckOrder(brought.core, cards)], 0, rules.model_copy(update={"start": "either"}))
    begun = replace(state, rules=rules)
    faces = (
        [turn for turn in legal_turns(state) if isinstance(turn, StartTurn)] if rules.start == "either" else [_ALL_UP]
    )
    lines: list[_Line] = []
    for first in _decide(cards, left, lambda known: _look_at_first(begun, known)):
        known = tuple(first.cards)[:SLOTS]
        if len(left) > MOST_ARRANGED and [*known] != sorted(known, key=brought.cards.index):
            continue
        for turn in faces:
            if all(up or card.has("on-flip") for up, card in zip(turn.up, known, strict=True)):
                lines += _decide(first.cards, first.left, _applied(begun, turn))
    return lines


def _look_at_first(state: ThreadRaceState, cards: _Cards) -> ThreadRaceState:
    """Return the state as it is, when the first cards are known."""
    for slot in range(SLOTS):
        cards[slot]
    return state


def _decide(
    cards: _Cards, left: tuple[tuple[ThreadRaceCard, int], ...], run: Callable[[_Cards], ThreadRaceState]
) -> Iterator[_Line]:
    """Yield the lines after a step, one for each choice of the cards that have to be known for it."""
    try:
        yield _Line(run(cards), cards, left)
    except _UnknownCardError as unknown:
        number = unknown.number
        for card, count in left:
            if count:
                known = _Cards([*tuple(cards)[:number], card, *tuple(cards)[number + 1 :]])
                rest = tuple((other, some - (other is card)) for other, some in left)
                yield from _decide(known, rest, run)


def _play_turn(lines: list[_Line], width: int) -> list[_Line]:
    """Return the lines at the beginning of the next turn, or at the end of the game."""
    turn = lines[0].state.turn
    done: list[_Line] = []
    while lines:
        further = [after for line in lines for after in _further(line)]
        done += [line for line in further if line.state.turn > turn or line.state.over]
        lines = _best([line for line in further if line.state.turn == turn and not line.state.over], width)
    return done


def _further(line: _Line) -> Iterator[_Line]:
    for turn in _worthwhile(line.state):
        yield from _decide(line.cards, line.left, _applied(line.state, turn))


def _applied(state: ThreadRaceState, turn: Turn) -> Callable[[_Cards], ThreadRaceState]:
    def run(cards: _Cards) -> ThreadRaceState:
        seats = tuple(replace(seat, cards=cards) for seat in state.seats)
        return apply(replace(state, seats=seats), turn)

    return run


def _worthwhile(state: ThreadRaceState) -> list[Turn]:
    """Return the legal turns without those that others include.

    All cards in the deck are still unknown, so the first of the window stands for all. To put a card away is never
    worse than to pass.
    """
    turns = [turn for turn in legal_turns(state) if not isinstance(turn, Play) or turn.choice == 0]
    return [turn for turn in turns if not isinstance(turn, Pass)] or turns


def _best(lines: list[_Line], width: int) -> list[_Line]:
    """Return the most promising lines, each field once."""
    fields: dict[object, _Line] = {}
    for line in lines:
        state = line.state
        seat = state.view[0]
        key = (seat.slots, len(seat.deck), seat.uses, seat.slot_effects, line.left, state.answers, state.core_uses)
        fields.setdefault((*key, state.stage, state.question), line)
    return sorted(fields.values(), key=_distance)[:width]


#: What a card in the deck, a card in a slot, a further act of it, a draw of a card that lies there and one of a card in
#: the deck are worth, in quarters of a turn. Found by trial with our deck.
_IN_DECK, _IN_SLOT, _FURTHER_ACT, _DRAW_THERE, _DRAW_TO_COME = 4.0, 1.0, 0.5, 3.5, 2.5


def _distance(line: _Line) -> float:
    """Return how far a line seems to be from its end: cards in the deck and in slots, less the draws to be expected."""
    seat = line.state.view[0]
    distance = _IN_DECK * len(seat.deck) - _DRAW_THERE * (seat.uses or 0) * _drawn(seat.core.effects)
    for now in seat.slots:
        if now is None:
            continue
        distance += _IN_SLOT + _FURTHER_ACT * _acts_left(now)
        if now.up and not now.sealed:
            distance -= _DRAW_THERE * _acts_left(now) * _drawn(now.text.effects_when(ACT))
        elif not now.up:
            distance -= _DRAW_TO_COME * _drawn(seat.cards[now.card].effects_when("on-flip"))
    return distance - _DRAW_TO_COME * sum(count * _expected_draws(card) for card, count in line.left)


def _drawn(effects: Sequence[Effect]) -> int:
    return sum(effect.n for effect in effects if effect.do == "draw")


def _expected_draws(card: ThreadRaceCard) -> int:
    """Return how many cards a card will draw if it acts until its cost destroys it, and is flipped once."""
    acts = _acts(card.speed, card.cost) if card.speed is not None else 0
    return acts * _drawn(card.effects_when(ACT)) + _drawn(card.effects_when("on-flip"))


def _acts_left(now: FieldCard) -> int:
    """Return how often a card can still act before its own cost destroys it, 3 at most."""
    return 3 if now.speed is None or now.fixed else _acts(now.speed, now.text.cost)


def _acts(speed: int, cost: int) -> int:
    return max(0, min(3, -(-speed // cost))) if cost else 3


def _finish(line: _Line, brought: DeckOrder, rules: ThreadRaceRules) -> FastestOrder:
    """Return the result of a line, after its game has been played again with all cards known."""
    rest = [card for card, count in line.left for _ in range(count)]
    cards = tuple(rest.pop(0) if card is _UNKNOWN else card for card in tuple(line.cards))
    deck = DeckOrder(brought.core, cards)
    state = start_game([deck], 0, rules)
    moves = line.state.moves if rules.start == "either" else line.state.moves[1:]
    turns = tuple(turn for _, turn in moves)
    for turn in turns:
        state = apply(state, turn)
    assert state.over
    assert sorted(map(repr, cards)) == sorted(map(repr, brought.cards))
    return FastestOrder(deck, turns, state.turn, turns_at_least(brought, rules))
