"""Policies: functions that decide the turns of players in simulations.

A policy takes a view, which has what the player may see, and a source of random numbers. To add one, install it as a
plug-in of the kind `policies`: see docs/extending.md.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from cardgen.games.thread_race.cards import ThreadRaceCard
from cardgen.games.thread_race.field import FieldCard
from cardgen.games.thread_race.turns import Choose, Decide, Flip, Play, PutAway, StartTurn, Turn, UseCore
from cardgen.games.thread_race.views import View

Policy = Callable[[View, random.Random], Turn]
"""Decides one turn of a player. It keeps no data from one call to the next."""


def at_random(view: View, chance: random.Random) -> Turn:
    """Make any legal turn, each with the same probability."""
    return view.options[int(chance.random() * len(view.options))]


def racer(view: View, chance: random.Random) -> Turn:
    """Get rid of the own cards: play over what stays longest, draw where there is room, put away, hinder nobody."""
    return _first_best(view, chance, _racing)


def hinderer(view: View, chance: random.Random) -> Turn:
    """Race, but aim effects at others, at those with the fewest cards first."""
    return _first_best(view, chance, _hindering)


def dodger(view: View, chance: random.Random) -> Turn:
    """Race, but play cards whose speed no other player shows, so that no stage is skipped."""
    return _first_best(view, chance, _dodging)


POLICIES: dict[str, Policy] = {"random": at_random, "racer": racer, "hinderer": hinderer, "dodger": dodger}


# ---------------------------------------------------------------- how good a turn is

Rating = Callable[[View, Turn], float]


def _first_best(view: View, chance: random.Random, rate: Rating) -> Turn:
    """Return the turn with the best rating; of several, any."""
    ratings = [rate(view, turn) for turn in view.options]
    best = max(ratings)
    turns = [turn for turn, rating in zip(view.options, ratings, strict=True) if rating == best]
    return turns[int(chance.random() * len(turns))]


def _racing(view: View, turn: Turn) -> float:
    own = view.own
    match turn:
        case StartTurn(up):
            return sum(face != own.cards[own.deck[slot]].has("on-flip") for slot, face in enumerate(up))
        case Decide(yes):
            return float(yes)
        case Flip(slots):
            return len(slots)
        case UseCore():
            draws = any(effect.do == "draw" for effect in own.core.effects)
            return 100 if draws and None in own.slots else -1
        case PutAway(slot):
            return 50 + _stays(own.slots[slot])
        case Play(choice, slot, _):
            return _stays(own.slots[slot]) - _stays_played(own.cards[own.deck[choice]]) / 10
        case Choose(player, slot):
            return _aimed(view, (player, slot))
    return -10


def _hindering(view: View, turn: Turn) -> float:
    rating = _racing(view, turn)
    if isinstance(turn, Choose) and turn.player != view.seat:
        left = view.seats[turn.player]
        return rating + 100 - len(left.deck) - sum(now is not None for now in left.slots)
    return rating


def _dodging(view: View, turn: Turn) -> float:
    rating = _racing(view, turn)
    if isinstance(turn, Play):
        card = view.own.cards[view.own.deck[turn.choice]]
        others = [seat for number, seat in enumerate(view.seats) if number != view.seat]
        shown = {now.shown_speed for seat in others for now in seat.slots if now is not None}
        return rating + (card.speed not in shown)
    return rating


def _aimed(view: View, place: tuple[int, int]) -> float:
    """Return how good it is to aim an effect at a card or a slot: own cards are raised, those of others lowered."""
    effect = view.question.effect if view.question is not None else None
    if effect is None:
        return 0
    own = place[0] == view.seat
    helps = effect.do in ("flip", "copy") or (
        effect.do == "speed" and isinstance(effect.amount, int) and effect.amount > 0
    )
    if effect.do == "destroy":
        return _stays(view.card_at(place))
    return 1.0 if own == helps else 0.0


def _stays(now: FieldCard | None) -> float:
    """Return how long a card will stay on the field by itself, 0 for an empty slot; what still draws is dear."""
    if now is None:
        return 0
    if not now.up or now.sealed or now.speed is None or now.fixed:
        return 6
    return _turns_left(now.speed, now.text)


def _stays_played(card: ThreadRaceCard) -> float:
    return 6 if card.speed is None else _turns_left(card.speed, card)


def _turns_left(speed: int, card: ThreadRaceCard) -> float:
    turns = -(-speed // card.cost) if card.cost and card.has("act") else 6
    draws = sum(effect.n for effect in card.effects_when("act") if effect.do == "draw")
    return turns - 2 * draws
