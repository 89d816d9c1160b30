"""Faults of effects, and texts that differ from them, as problems of a ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardgen.engines import CardData, RulesProblem
from cardgen.engines.effects.checking.sources import WARNINGS
from cardgen.engines.effects.model import Effect
from cardgen.engines.effects.phrases import EffectFault
from cardgen.engines.effects.vocabulary import Vocabulary
from cardgen.engines.effects.wording.facts import compare_text


def problem_of(fault: EffectFault, deck: str = "", card: str = "", stops_play: bool = False) -> RulesProblem:
    """Return a fault as a problem of a card's field `effects`, or of the ruleset if there is no card."""
    return RulesProblem(
        fault.code,
        fault.problem,
        fault.path,
        deck,
        card or None,
        "effects" if card else None,
        fault.hint,
        stops_play,
        fault.at,
        "warning" if fault.code in WARNINGS else "error",
    )


def compare_texts(
    vocabulary: Vocabulary, effects: Sequence[Effect], deck: str, card: CardData, field: str, is_whole: bool = True
) -> Iterator[RulesProblem]:
    """Yield what a card's text says unlike its effects (E11)."""
    texts = card.fields.get(field)
    for language, text in texts.items() if isinstance(texts, Mapping) and effects else ():
        for problem in compare_text(vocabulary, effects, text, language, is_whole):
            yield RulesProblem("E11", problem, (), deck, card.id, field, severity="warning")
