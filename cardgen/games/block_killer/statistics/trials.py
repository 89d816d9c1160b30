"""One trial: a hand, its best play, and the best play without each of its cards."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardgen.games.block_killer.notation import Hand, Play, write_hand
from cardgen.games.block_killer.plays import discarded_cards, score_play
from cardgen.games.block_killer.rules import Rules
from cardgen.games.block_killer.solver import best_play
from cardgen.games.block_killer.statistics.hands import count_hands, deal, without
from cardgen.games.block_killer.statistics.settings import Settings


class Searched(NamedTuple):
    """The best play found of a hand: None where none can be made, which is worth 0."""

    play: Play | None
    attack: int
    at_most: int


def trial(settings: Settings, number: int) -> dict[str, Any]:
    """What was found of hand `number`, as JSON values.

    `hand` in notation; the best `attack` found, and what no play can be above (`at_most`: proven when they are equal);
    of the play found the `spins` (clears), the `quads` (clears of as many lines as make any clear special), the garbage
    cards `discarded` and the `blocks` placed; `without`, for each card of the hand, the same two figures without one
    copy of it. `weight`, where all hands are tried one by one: how many of the possible draws are this hand.
    ValueError past the last of these.
    """
    hand, weight = deal(settings, number)
    found = _search(hand, settings)
    reduced: dict[str, Searched] = {}
    if settings.values:
        for card in dict.fromkeys((*hand.blocks, *hand.garbage)):
            less = reduced[card] = _search(without(hand, card), settings)
            # Whatever can be done without a card can be done with it in hand.
            if less.attack > found.attack:
                found = less._replace(at_most=found.at_most)
    result: dict[str, Any] = {"hand": write_hand(hand), "attack": found.attack, "at_most": found.at_most}
    result |= _told(found.play, settings.rules)
    if settings.values:
        result["without"] = {card: [less.attack, min(less.at_most, found.at_most)] for card, less in reduced.items()}
    if count_hands(settings) is not None:
        result["weight"] = weight
    return result


def _search(hand: Hand, settings: Settings) -> Searched:
    if not hand.blocks or len(hand.garbage) < settings.rules.play.least_garbage:
        return Searched(None, 0, 0)
    best = best_play(hand, settings.rules, positions=settings.budget)
    return Searched(best.play, best.attack, best.at_most)


def _told(play: Play | None, rules: Rules) -> dict[str, int]:
    if play is None:
        return {"spins": 0, "quads": 0, "discarded": 0, "blocks": 0}
    scored = score_play(play, rules)
    return {
        "spins": sum(clear.spin for clear in scored.clears),
        "quads": sum(clear.lines >= rules.attack.special_lines for clear in scored.clears),
        "discarded": len(discarded_cards(play, scored.cleared)),
        "blocks": len(play.blocks),
    }
