"""`effect-words RULESET`: what the words mean that the texts of effects use, each with a row.

Everything is from the cards and the rules that are effects: a verb, limit or mark that none of them uses has no row.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from cardgen import DataError, Fault, FileModel, message
from cardgen.blocks import BlockContext, Fence, Table, find_rules
from cardgen.engines.effects.model import Effect
from cardgen.engines.effects.reading import Reader
from cardgen.engines.effects.vocabulary import Vocabulary
from cardgen.engines.effects.wording import writing_language
from cardgen.engines.effects.wording.meanings import explain_words
from cardgen.games.card_game.content import EFFECTS


class EffectWordsBody(FileModel):
    """`header` has the titles of the two columns: the words and what they mean."""

    header: Annotated[tuple[str, str], Field(strict=False)]
    caption: str = ""


def read_effect_words(fence: Fence, context: BlockContext) -> Table:
    """Return a table of the words of effects. DataError if nothing of the game is an effect."""
    body, marked = fence.parse_yaml(EffectWordsBody)
    vocabulary = getattr(find_rules(fence, context), "vocabulary", None)
    language = writing_language(context.lang)
    if not isinstance(vocabulary, Vocabulary):
        raise DataError(Fault(fence.place, message("the ruleset has no vocabulary of effects")))
    if language is None:
        raise DataError(Fault(fence.place, message("there are no texts of effects in this language")))
    words = explain_words(vocabulary, _effects(vocabulary, context), language)
    if not words:
        raise DataError(Fault(fence.place, message("no card of the game has an effect")))
    rows = tuple((context.words(word, fence.place), context.words(text, fence.place)) for word, text in words)
    header = tuple(context.words(title, marked.place("header", i)) for i, title in enumerate(body.header))
    caption = context.words(body.caption, marked.place("caption"))
    return Table(header, rows, ("left", "left"), fence.place, caption=caption, whole=1)


def _effects(vocabulary: Vocabulary, context: BlockContext) -> list[Effect]:
    """Return the effects of all cards, and those that are rules."""
    found: list[Any] = [card.get(EFFECTS) for card in context.sources.cards.values()]
    return [
        effect
        for number, effects in enumerate([*found, list(vocabulary.rules)])
        for effect in Reader(vocabulary, f"{number}/").effects(effects or ())
    ]
