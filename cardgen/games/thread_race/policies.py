"""Policies: functions that decide the turns of players in simulations.

A policy takes a view, which has what the player may see, and a source of random numbers. To add one, install it as a
plug-in of the kind `policies`: see docs/extending.md.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from cardgen.engines.chance import pick
from cardgen.engines.effects.model import Effect
from cardgen.engines.effects.parts import steps_of
from cardgen.games.thread_race.cards import ThreadRaceCard
from cardgen.games.thread_race.field import FieldCard
from cardgen.games.thread_race.marks import draws, has_trigger, kind_of_step, sign_of
from cardgen.games.thread_race.moves import Play, PutAway, UseCore
from cardgen.games.thread_race.views import Option, View
from cardgen.games.thread_race.vocabulary import read_effects

Policy = Callable[[View, random.Random], Any]
"""Decides one turn of a player. It keeps no data from one call to the next."""


def at_random(view: View, chance: random.Random) -> Any:
    """Make any legal turn, each with the same probability."""
    return pick(view.options, chance).turn


def racer(view: View, chance: random.Random) -> Any:
    """Get rid of the own cards: play over what stays longest, draw where there is room, put away, hinder nobody."""
    return _first_best(view, chance, _racing)


def hinderer(view: View, chance: random.Random) -> Any:
    """Race, but aim effects at others, at those with the fewest cards first."""
    return _first_best(view, chance, _hindering)


def dodger(view: View, chance: random.Random) -> Any:
    """Race, but play cards whose speed no other player shows, so that no stage is skipped."""
    return _first_best(view, chance, _dodging)


POLICIES: dict[str, Policy] = {"random": at_random, "racer": racer, "hinderer": hinderer, "dodger": dodger}


# ---------------------------------------------------------------- how good a turn is

Rating = Callable[[View, Option], float]


def _first_best(view: View, chance: random.Random, rate: Rating) -> Any:
    """Return the turn with the best rating; of several, any."""
    ratings = [rate(view, option) for option in view.options]
    best = max(ratings)
    turns = [option.turn for option, rating in zip(view.options, ratings, strict=True) if rating == best]
    return pick(turns, chance)


def _racing(view: View, option: Option) -> float:
    own, answer = view.own, option.answer
    if view.kind == "start":
        cards = [own.cards[number] for number in own.deck[: len(answer[0])]]
        flips = [has_trigger(_effects(card), "turn") for card in cards]
        return float(sum(face != flip for flip, face in zip(flips, answer[0], strict=False)))
    if view.kind == "flip":
        return len(answer)
    match answer:
        case ("yes" | "no",):
            return float(answer[0] == "yes")
        case (UseCore(),):
            return 100 if draws(read_effects(own.core.effects, own.core.name)) and None in own.slots else -1
        case (PutAway(slot),):
            return 50 + _stays(own.slots[slot])
        case (Play(choice, slot, _),):
            return _stays(own.slots[slot]) - _stays_played(own.cards[own.deck[choice]]) / 10
    return float(sum(_aimed(view, place) for place in answer if isinstance(place, tuple)) if answer else -10)


def _hindering(view: View, option: Option) -> float:
    rating = _racing(view, option)
    if view.kind == "pick":
        others = [place[0] for place in option.answer if isinstance(place, tuple) and place[0] != view.seat]
        for player in others:
            left = view.seats[player]
            rating += 100 - len(left.deck) - sum(now is not None for now in left.slots)
    return rating


def _dodging(view: View, option: Option) -> float:
    rating = _racing(view, option)
    match option.answer:
        case (Play(choice, _, _),):
            card = view.own.cards[view.own.deck[choice]]
            others = [seat for number, seat in enumerate(view.seats) if number != view.seat]
            shown = {now.shown_speed for seat in others for now in seat.slots if now is not None}
            return rating + (card.speed not in shown)
    return rating


def _aimed(view: View, place: tuple[int, int]) -> float:
    """Return how good it is to aim an effect at a card or a slot: own cards are raised, those of others lowered."""
    if view.effect is None:
        return 0
    kinds = {kind_of_step(step) for step in steps_of(view.effect)}
    if "destroy" in kinds:
        return _stays(view.seats[place[0]].slots[place[1]])
    helps = bool(kinds & {"flip", "copy"}) or sign_of([view.effect]) == "more"
    return 1.0 if (place[0] == view.seat) == helps else 0.0


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
    acting = [effect for effect in _effects(card) if effect.window == "act"]
    turns = -(-speed // card.cost) if card.cost and (acting or card.by_hand) else 6
    return turns - 2 * draws(acting)


def _effects(card: ThreadRaceCard) -> tuple[Effect, ...]:
    return read_effects(card.effects, card.name)
