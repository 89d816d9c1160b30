"""What a card does, in words."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.engines import CardData
from cardgen.engines.effects.reading import Reader
from cardgen.engines.effects.wording.own import text_on_card
from cardgen.games.card_game.content import EFFECTS
from cardgen.games.card_game.rules import CardGameRules


def effect_text(card: CardData, language: str, rules: CardGameRules, names: Mapping[str, str]) -> str:
    """Return what a card does in a language; "" if it has no effects."""
    effects = Reader(rules.vocabulary, f"{card.id}/").effects(card.fields.get(EFFECTS) or ())
    return text_on_card(rules.vocabulary, effects, language, names)
