"""One trial: a hand, its best play, and the best play without each of its cards."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardgen.games.block_killer.notation import Hand, Play, write_hand
from cardgen.games.block_killer.plays import discarded_cards, score_play
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.solver import best_play
from cardgen.games.block_killer.statistics.hands import count_hands, deal
from cardgen.games.block_killer.statistics.settings import Settings


class BestFound(NamedTuple):
    """The best play found of a hand; None and 0 if no play is possible."""

    play: Play | None
    attack: int
    at_most: int


def trial(settings: Settings, number: int) -> dict[str, Any]:
    """Return the result of hand `number` as JSON values.

    `hand` is in notation. `attack` is the best attack found, `at_most` its upper bound; if they are equal, it is
    proven. `spins` and `quads` count the clears of the play found that are spins, or special by their lines.
    `discarded` and `blocks` count its discarded garbage cards and its blocks. `without` has for each card of the hand
    the attack and its upper bound without one copy of the card. If all distinct hands are tried, `weight` is the number
    of possible draws that give this hand. ValueError past the last hand.
    """
    hand, weight = deal(settings, number)
    best = _search(hand, settings)
    reduced: dict[str, BestFound] = {}
    if settings.values:
        for card in dict.fromkeys((*hand.blocks, *hand.garbage)):
            rest = reduced[card] = _search(hand.without(card), settings)
            # A play without a card is also a play of the hand with it.
            if rest.attack > best.attack:
                best = rest._replace(at_most=best.at_most)
    result: dict[str, Any] = {"hand": write_hand(hand), "attack": best.attack, "at_most": best.at_most}
    result |= _count_features(best.play, settings.rules)
    if settings.values:
        result["without"] = {card: [rest.attack, min(rest.at_most, best.at_most)] for card, rest in reduced.items()}
    if count_hands(settings) is not None:
        result["weight"] = weight
    return result


def _search(hand: Hand, settings: Settings) -> BestFound:
    if not hand.blocks or len(hand.garbage) < settings.rules.play.least_garbage:
        return BestFound(None, 0, 0)
    result = best_play(hand, settings.rules, positions=settings.budget)
    return BestFound(result.play, result.attack, result.at_most)


def _count_features(play: Play | None, rules: BlockKillerRules) -> dict[str, int]:
    if play is None:
        return {"spins": 0, "quads": 0, "discarded": 0, "blocks": 0}
    scored = score_play(play, rules)
    return {
        "spins": sum(clear.spin for clear in scored.clears),
        "quads": sum(clear.lines >= rules.attack.special_lines for clear in scored.clears),
        "discarded": len(discarded_cards(play, scored.cleared)),
        "blocks": len(play.blocks),
    }
