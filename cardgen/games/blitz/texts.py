"""What a card does, in words."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.engines import CardData
from cardgen.engines.card_fields import text_field
from cardgen.engines.effects.parts import decide_values
from cardgen.engines.effects.wording.languages import Phrases, writing_language
from cardgen.engines.effects.wording.own import text_on_card
from cardgen.games.blitz.cards import ENGINEER
from cardgen.games.blitz.deck_cards import read_card
from cardgen.games.blitz.powers import read_effects, vocabulary
from cardgen.games.blitz.rules import BlitzRules


def effect_text(card: CardData, language: str, rules: BlitzRules, names: Mapping[str, str]) -> str:
    """Return what the keywords and effects of a card do in a language; "" if it has none."""
    own, written = read_card(card, text_field(card, "faction")), writing_language(language)
    effects, _ = read_effects(own.id, own.keywords, own.effects, rules.keywords)
    text = text_on_card(
        vocabulary(), [decide_values(effect, {"affects": own.affects}) for effect in effects], language, names
    )
    if ENGINEER not in own.keywords or written is None:
        return text
    rule = Phrases(vocabulary(), written).phrase("keyword-engineer")
    return (" " if written == "en" else "").join(filter(None, (rule, text)))
