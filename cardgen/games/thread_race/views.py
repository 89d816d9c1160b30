"""The game as one player may see it: no card that lies face down elsewhere, and no order of another deck.

A policy gets a view, so it cannot use what is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cardgen import dataclass, replace
from cardgen.engines.effects.evaluating import Active
from cardgen.engines.effects.model import Effect
from cardgen.engines.effects.turns import EffectsState
from cardgen.engines.effects.world import Card, Zone
from cardgen.games.thread_race.cards import PLAIN, ThreadRaceCard
from cardgen.games.thread_race.field import FieldCard, ThreadRaceSeat, seats_of
from cardgen.games.thread_race.rules import ThreadRaceRules

#: What others see of a card that they do not know.
HIDDEN = ThreadRaceCard("?", PLAIN)


class Option(NamedTuple):
    """A legal turn, and what it answers: moves, faces, words, and for cards and slots their places."""

    turn: Any
    answer: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The game as the player in `seat`, who is to move, may see it.

    `seats` are all players' cards; those that this player does not know are `HIDDEN`. `options` are the legal turns,
    `kind` is what is asked for, and `effect` the effect that asks. The own deck is known: its owner has fixed its
    order.
    """

    rules: ThreadRaceRules
    seat: int
    turn: int
    kind: str
    seats: tuple[ThreadRaceSeat, ...]
    options: tuple[Option, ...]
    effect: Effect | None

    @property
    def own(self) -> ThreadRaceSeat:
        """The player's own cards."""
        return self.seats[self.seat]


def view_state(state: EffectsState[Any], turns: Sequence[Any], answers: Sequence[tuple[Any, ...]]) -> View:
    """Return what the player to move may see; the legal turns and their answers are given. ValueError if it is over."""
    question = state.question
    if question is None:
        raise ValueError("nobody is to move")
    seats = conceal(seats_of(state.setup, state.now), question.seat)
    places = [tuple(_place(state, thing) for thing in answer) for answer in answers] or [()]
    options = tuple(map(Option, turns, places))
    about = question.about
    effect = about.effect if isinstance(about, Active) else None
    return View(state.setup.rules, question.seat, state.now.turn, question.kind, seats, options, effect)


def _place(state: EffectsState[Any], thing: Any) -> Any:
    """Return the player and the slot of a card or a slot of the field, from 0; anything else as it is."""
    zone = state.now.where[thing] if isinstance(thing, Card) else thing
    if isinstance(zone, Zone):
        return (zone.owner, zone.index - 1) if isinstance(zone.index, int) else zone.area
    return thing


def conceal(seats: Sequence[ThreadRaceSeat], own: int | None) -> tuple[ThreadRaceSeat, ...]:
    """Return the seats as one of the players sees them: others' cards in decks and face down are `HIDDEN`."""
    hidden = {
        number
        for player, seat in enumerate(seats)
        if player != own
        for number in (*seat.deck, *(now.card for now in seat.slots if now is not None and not now.up))
    }
    return tuple(_concealed(seat, hidden) for seat in seats)


def _concealed(seat: ThreadRaceSeat, hidden: set[int]) -> ThreadRaceSeat:
    cards = tuple(HIDDEN if number in hidden else card for number, card in enumerate(seat.cards))
    slots = tuple(
        FieldCard(now.card, None, HIDDEN.element, HIDDEN, up=False) if now is not None and now.card in hidden else now
        for now in seat.slots
    )
    # The order of the deck is hidden, and so are the numbers of its cards.
    deck = tuple(sorted(seat.deck)) if set(seat.deck) <= hidden else seat.deck
    return replace(seat, cards=cards, slots=slots, deck=deck)
