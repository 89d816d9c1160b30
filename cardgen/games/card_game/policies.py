"""The policy `greedy`: of all answers the one after which the player has the most, by counts that any game has."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

from cardgen.engines.chance import pick
from cardgen.engines.effects.resolution import Resolution
from cardgen.engines.effects.turns import AnswersGame, AnswerTurn, EffectsState
from cardgen.engines.effects.world import Card, Player
from cardgen.games.card_game.rules import CardGameRules

#: What a point of the score is worth, and a card at work before its player.
POINT, AT_WORK = 4.0, 1.5

#: What cards in the hand and other numbers are worth: each of the first few, how many these are, each one more.
IN_HAND, COUNTED = (2.0, 3, 0.8), (1.0, 4, 0.4)

#: What counts for a point that is printed on a card in the hand.
PRINTED = 0.15

#: Answers that are tried, and how many questions of one move are followed.
MOST_TRIED, DEEPEST = 24, 4


def choose_greedily(game: AnswersGame[Any], state: EffectsState[Any], chance: random.Random) -> AnswerTurn:
    """Return the answer after which a player has the most, compared with the others. Equal ones are chosen by chance.

    Hidden cards are counted, but not looked at. A move with several questions is followed to its end.
    """
    turns = game.legal_turns(state)
    if not turns:
        raise ValueError("the game is over")
    if len(turns) > MOST_TRIED:
        turns = chance.sample(turns, MOST_TRIED)
    seat = turns[0].seat
    worth = [_worth_after(game, state, turn, seat, DEEPEST) for turn in turns]
    best = max(worth)
    equal = [turn for turn, value in zip(turns, worth, strict=True) if value >= best - 1e-9]
    return pick(equal, chance)


def _worth_after(game: AnswersGame[Any], state: EffectsState[Any], turn: AnswerTurn, seat: int, depth: int) -> float:
    """Return what a state is worth after an answer and what else belongs to the same move."""
    after = game.apply(state, turn)
    question = after.question
    if question is None or question.kind == "window" or depth == 0 or after.before.position != state.before.position:
        return worth_for(game, after, seat)
    turns = list(islice(game.legal_turns(after), MOST_TRIED // 2))
    if question.seat != seat:  # others are taken to do what is listed first, such as to refuse
        return _worth_after(game, after, turns[0], seat, depth - 1)
    return max(_worth_after(game, after, one, seat, depth - 1) for one in turns)


def worth_for(game: AnswersGame[Any], state: EffectsState[Any], seat: int) -> float:
    """Return what a state is worth for a seat: what it has, less what the others have on average."""
    world = state.now
    if world.over:
        return 1000.0 * ((seat in world.winners) - bool(set(world.winners) - {seat}))
    run = game.resolution(state.setup, world, ())
    others = [_has(run, state.setup.rules, Player(other)) for other in world.order if other != seat]
    return _has(run, state.setup.rules, Player(seat)) - sum(others) / max(1, len(others))


def _has(run: Resolution, rules: CardGameRules, player: Player) -> float:
    """Return what a player has: points, other numbers, cards in the hand and cards at work."""
    vocabulary, world, score = rules.vocabulary, run.world, rules.score
    total = 0.0
    for name, kind in vocabulary.attributes.items():
        is_number = kind.of == "player" and kind.type == "number"
        if is_number and (name == score or kind.is_ is None):
            value = run.attribute(player, name)
            if isinstance(value, int) and not isinstance(value, bool):
                total += value * POINT if name == score else _less_and_less(value, *COUNTED)
    for zone, cards in world.zones.items():
        area = vocabulary.areas.get(zone.area)
        if zone.owner != player.seat or area is None:
            continue
        if zone == run.hand_of(player):
            total += _less_and_less(len(cards), *IN_HAND) + PRINTED * sum(_points(run, card, score) for card in cards)
        elif area.works and not area.hidden:
            total += AT_WORK * len(cards)
    return total


def _less_and_less(count: int, each: float, first: int, more: float) -> float:
    """Return what so many of something are worth, of which the first ones are worth more than the others."""
    return each * min(count, first) + more * max(0, count - first)


def _points(run: Resolution, card: Card, score: str | None) -> float:
    """Return the number on a card that has the name of the score; 0 without one."""
    value = None if score is None else run.world.kind(card).values.get(score)
    return float(value) if isinstance(value, int) else 0.0
