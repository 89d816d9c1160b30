"""The checks of a ruleset with its decks: effects that cannot be read, piles without cards."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen import message
from cardgen.engines import Decks, RulesProblem
from cardgen.games.card_game.content import EFFECTS, read_cards, read_rules
from cardgen.games.card_game.rules import CardGameRules

#: Code -> its short name.
RULES_CODES = {
    "E1": "unknown-word",
    "E2": "wrong-form",
    "E3": "no-sentence",
    "E4": "impossible-timing",
    "CD1": "no-deck",
    "CD2": "no-area",
}


def check_rules(rules: CardGameRules, decks: Decks) -> list[RulesProblem]:
    """Return the mistakes of a ruleset with its decks."""
    return [*_check_piles(rules, decks), *_check_effects(rules, decks)]


def _check_piles(rules: CardGameRules, decks: Decks) -> Iterator[RulesProblem]:
    for number, pile in enumerate(rules.piles):
        if pile.deck not in decks:
            text = message("there is no deck {name!r} for tables", name=pile.deck)
            yield RulesProblem("CD1", text, ("piles", number, "deck"), stops_play=True)
        if pile.area not in rules.vocabulary.areas:
            text = message("there is no area {name!r}", name=pile.area)
            yield RulesProblem("CD2", text, ("piles", number, "area"), stops_play=True)


def _check_effects(rules: CardGameRules, decks: Decks) -> Iterator[RulesProblem]:
    for deck, card, fault in read_cards(rules, decks)[1]:
        yield RulesProblem(
            fault.code,
            fault.problem,
            fault.path,
            deck=deck,
            card=card.id,
            field=EFFECTS,
            hint=fault.hint,
            stops_play=True,
            at=fault.at,
        )
    for fault in read_rules(rules)[2]:
        yield RulesProblem(fault.code, fault.problem, fault.path, hint=fault.hint, stops_play=True, at=fault.at)
