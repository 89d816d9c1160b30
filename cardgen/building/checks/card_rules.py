"""Check the cards by the rules that the game states as data. The codes of the findings are the ids of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.errors import Finding
from cardgen.building.checks.context import Check, CheckContext
from cardgen.data.rules.running import RULE_FAILED, check_card_rules


def _run(context: CheckContext) -> Iterator[Finding]:
    return check_card_rules(context.game)


CHECK = Check((RULE_FAILED,), _run, stops_build=True)
