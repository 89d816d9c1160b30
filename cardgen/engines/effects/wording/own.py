"""The text of effects on a card: written from them, or the designer's own (`text`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.engines.effects.model import Effect
from cardgen.engines.effects.vocabulary import Vocabulary
from cardgen.engines.effects.wording.languages import writing_language
from cardgen.engines.effects.wording.writer import write_effects

#: The values of `text` that are no text: it is written, or is somewhere else on the card and not compared.
AUTO, OWN = "auto", "own"


def own_text(effect: Effect, language: str) -> str:
    """Return what `text` of an effect says for a language: a text, AUTO or OWN."""
    text: Any = effect.text
    if isinstance(text, Mapping):
        text = text.get(language, text.get(language.split("-")[0], AUTO))
    return text if isinstance(text, str) and text else AUTO


def text_on_card(
    vocabulary: Vocabulary, effects: Sequence[Effect], language: str, cards: Mapping[str, str] | None = None
) -> str:
    """Return the text of a card's effects in a language; "" if there is none, or no phrases for the language."""
    written = writing_language(language)
    parts = []
    for effect in effects:
        text = own_text(effect, language)
        if text == AUTO and written is not None:
            parts.append(write_effects(vocabulary, [effect], written, cards, on_card=True))
        elif text not in (AUTO, OWN):
            parts.append(text)
    return ("" if written in ("zh-Hans", "zh-Hant") else " ").join(filter(None, parts))
