"""What a card does, in words."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.engines import CardData
from cardgen.engines.effects.wording.own import text_on_card
from cardgen.games.thread_race.reading import effects_of
from cardgen.games.thread_race.rules import ThreadRaceRules
from cardgen.games.thread_race.vocabulary import load_vocabulary, read_effects


def effect_text(card: CardData, language: str, rules: ThreadRaceRules, names: Mapping[str, str]) -> str:
    """Return what a card does in a language; "" if it has no effects. No text depends on the ruleset."""
    del rules
    effects = read_effects(effects_of(card)[0], card.id)
    return text_on_card(load_vocabulary(), effects, language, names)
