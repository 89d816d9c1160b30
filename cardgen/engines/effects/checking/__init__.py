"""What can be proved of effects without playing: codes E1 to E13 (docs/effects.md). `check_effects` reports it.

Proof is by types, by the domains of values, and by trying all cards. If none of them decides, nothing is reported.
"""

from cardgen.engines.effects.checking.checks import check_effects
from cardgen.engines.effects.checking.sources import CODES, WARNINGS, EffectSource, GameFacts
from cardgen.engines.effects.checking.vocabularies import check_vocabulary

__all__ = ["CODES", "WARNINGS", "EffectSource", "GameFacts", "check_effects", "check_vocabulary"]
