"""Names that policies of earlier versions import: `Mind` is now `PolicyContext`, `Advice` is `RatedPlay`."""

from cardgen.games.block_killer.policy_context import PolicyContext as Mind
from cardgen.games.block_killer.policy_context import RatedPlay as Advice

__all__ = ["Advice", "Mind"]
