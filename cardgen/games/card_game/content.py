"""A ruleset and decks as effects know them: kinds of cards, rules as effects, the steps of the beginning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen import dataclass
from cardgen.engines import CardData, Decks
from cardgen.engines.effects.model import Effect, Macro, Steps
from cardgen.engines.effects.phrases import EffectFault
from cardgen.engines.effects.reading import Reader, load_macros
from cardgen.engines.effects.world import CardKind
from cardgen.games.card_game.rules import CardGameRules

#: The field of a card with its effects.
EFFECTS = "effects"


@dataclass(frozen=True, slots=True, eq=False)
class GameSetup:
    """What a game has besides its world."""

    rules: CardGameRules
    kinds: Mapping[str, CardKind]
    effects: tuple[Effect, ...]
    begin: Steps
    macros: Mapping[str, Macro]


def read_cards(
    rules: CardGameRules, decks: Decks
) -> tuple[dict[str, CardKind], list[tuple[str, CardData, EffectFault]]]:
    """Return the cards of the decks that are in piles by their ids, and the faults of their effects."""
    kinds, faults = {}, []
    for deck in dict.fromkeys(pile.deck for pile in rules.piles):
        for card in decks.get(deck, ()):
            reader = Reader(rules.vocabulary, f"{card.id}/")
            effects = reader.effects(card.fields.get(EFFECTS) or ())
            kinds[card.id] = CardKind(card.id, _values(card.fields), effects)
            faults += [(deck, card, fault) for fault in reader.faults]
    return kinds, faults


def read_rules(rules: CardGameRules) -> tuple[tuple[Effect, ...], Steps, list[EffectFault]]:
    """Return the effects that are rules of the game, the steps of its beginning, and their faults."""
    reader = Reader(rules.vocabulary, "rules/")
    effects = reader.effects(list(rules.vocabulary.rules), ("vocabulary", "rules"))
    with reader.noted():
        return effects, reader.steps(rules.begin, ("begin",)), reader.faults
    return effects, (), reader.faults


def read_setup(rules: CardGameRules, decks: Decks) -> GameSetup:
    """Return what a game has besides its world. ValueError if an effect cannot be read."""
    kinds, wrong = read_cards(rules, decks)
    effects, begin, faults = read_rules(rules)
    if wrong or faults:
        fault = [*faults, *(fault for _, _, fault in wrong)][0]
        raise ValueError(fault.problem)
    return GameSetup(rules, kinds, effects, begin, load_macros(rules.vocabulary))


def _values(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a card that effects can ask for: its fields with `-` for `_`."""
    return {name.replace("_", "-"): value for name, value in fields.items() if name != EFFECTS and value is not None}
