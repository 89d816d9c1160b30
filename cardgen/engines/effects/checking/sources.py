"""What is checked: the effects of cards, skills and rules, and what is known of the game that plays them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from cardgen.base.records import dataclass, field
from cardgen.engines.effects.functions import FUNCTIONS, EffectFunction
from cardgen.engines.effects.model import Effect, Steps

#: Code -> its short name.
CODES: Mapping[str, str] = {
    "E1": "unknown-word",
    "E2": "wrong-form",
    "E3": "no-sentence",
    "E4": "impossible-timing",
    "E5": "impossible-choice",
    "E6": "never-happens",
    "E7": "never-ends",
    "E8": "may-never-end",
    "E11": "text-differs",
    "E12": "unseen-cards",
    "E13": "by-hand",
}

#: The codes of warnings. All others are errors.
WARNINGS = frozenset(("E8", "E11", "E12", "E13"))


@dataclass(frozen=True, slots=True, eq=False)
class EffectSource:
    """Effects of one card, skill or ruleset. `values` are those printed on the card; None if it is no card.

    `steps` are done once, such as those at the beginning of a game.
    """

    name: str
    effects: tuple[Effect, ...] = ()
    steps: Steps = ()
    values: Mapping[str, Any] | None = None
    copies: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class GameFacts:
    """What is known of a game besides its vocabulary.

    `raised` are the events that happen without an effect; None if that is not known. `starts` are the areas where cards
    are at the start of a game; None if that is not known. `names` are names that a sentence may use besides.
    """

    functions: Mapping[str, EffectFunction] = field(default_factory=lambda: FUNCTIONS)
    raised: Collection[str] | None = None
    starts: Collection[str] | None = None
    names: Collection[str] = ()
