"""Check the targets of the game's products, such as pieces that are cut out side by side.

The codes are those of the products.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.base.errors import Finding
from cardgen.building.checks.context import Check, CheckContext
from cardgen.building.plan import target_findings


def _run(context: CheckContext) -> Iterable[Finding]:
    return target_findings(context.game, context.decks, context.options)


CHECK = Check(codes=(), run=_run, stops_build=True)
