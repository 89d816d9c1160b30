"""The checks of a ruleset with its decks: the vocabulary, effects, piles without cards."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen import message
from cardgen.engines import Decks, RulesProblem
from cardgen.engines.effects.checking import CODES, EffectSource, GameFacts, check_effects, check_vocabulary
from cardgen.engines.effects.checking.reporting import compare_texts, problem_of
from cardgen.engines.effects.wording.own import OWN, own_text
from cardgen.games.card_game.content import read_cards, read_rules
from cardgen.games.card_game.rules import CardGameRules

#: Code -> its short name.
RULES_CODES = {**CODES, "CD1": "no-deck", "CD2": "no-area"}

#: The fields of cards that say in words what their effects do.
TEXTS = ("text", "rules")

#: The events of the course of a game, which happen without an effect.
COURSE = ("turn-start", "turn-end", "round")


def check_rules(rules: CardGameRules, decks: Decks) -> list[RulesProblem]:
    """Return the mistakes of a ruleset with its decks."""
    found = [*_check_piles(rules, decks), *_check_forms(rules, decks)]
    return [*found, *_check_effects(rules, decks), *_check_texts(rules, decks)]


def _check_piles(rules: CardGameRules, decks: Decks) -> Iterator[RulesProblem]:
    for number, pile in enumerate(rules.piles):
        if pile.deck not in decks:
            text = message("there is no deck {name!r} for tables", name=pile.deck)
            yield RulesProblem("CD1", text, ("piles", number, "deck"), stops_play=True)
        if pile.area not in rules.vocabulary.areas:
            text = message("there is no area {name!r}", name=pile.area)
            yield RulesProblem("CD2", text, ("piles", number, "area"), stops_play=True)


def _check_forms(rules: CardGameRules, decks: Decks) -> Iterator[RulesProblem]:
    """Yield the faults of effects that cannot be read, and those of the vocabulary. With them no game can be played."""
    for deck, card, fault in read_cards(rules, decks)[1]:
        yield problem_of(fault, deck, card.id, stops_play=True)
    faults = check_vocabulary(rules.vocabulary, effect_sources(rules, decks), path=("vocabulary",))
    for fault in (*read_rules(rules)[2], *faults):
        yield problem_of(fault, stops_play=True)


def _check_effects(rules: CardGameRules, decks: Decks) -> Iterator[RulesProblem]:
    """Yield what is wrong with the effects that can be read. Wrong names and kinds of values stop play."""
    sources, deck_of = effect_sources(rules, decks), {}
    for pile in rules.piles:
        for card in decks.get(pile.deck, ()):
            deck_of[card.id] = pile.deck
    facts = GameFacts(raised=COURSE, starts=[pile.area for pile in rules.piles])
    for source, fault in check_effects(rules.vocabulary, sources, facts):
        is_card = source.values is not None
        stops = fault.code in ("E1", "E2")
        yield problem_of(fault, deck_of[source.name] if is_card else "", source.name if is_card else "", stops)


def _check_texts(rules: CardGameRules, decks: Decks) -> Iterator[RulesProblem]:
    """Yield what the texts of cards beside their effects say unlike these (E11)."""
    kinds, _ = read_cards(rules, decks)
    for deck in dict.fromkeys(pile.deck for pile in rules.piles):
        for card in decks.get(deck, ()):
            effects = kinds[card.id].effects
            if any(own_text(effect, "en") == OWN for effect in effects):
                continue
            for name in TEXTS:
                yield from compare_texts(rules.vocabulary, effects, deck, card, name)


def effect_sources(rules: CardGameRules, decks: Decks) -> list[EffectSource]:
    """Return the effects of the cards, and those that are rules, as checks take them."""
    kinds, _ = read_cards(rules, decks)
    copies: dict[str, int] = {}
    for pile in rules.piles:
        for card in decks.get(pile.deck, ()):
            copies[card.id] = copies.get(card.id, 0) + card.copies
    effects, begin, _ = read_rules(rules)
    cards = [
        EffectSource(name, kind.effects, values=kind.values, copies=copies.get(name, 1)) for name, kind in kinds.items()
    ]
    return [*cards, EffectSource("rules", effects, begin)]
