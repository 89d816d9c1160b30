"""Report the findings of layout, such as text that does not fit its box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.base.errors import Finding
from cardgen.building.checks.context import Check, CheckContext
from cardgen.cards.layout.cards import Laid
from cardgen.cards.layout.codes import CODES


def layout_findings(sides: Iterable[Laid]) -> Iterator[Finding]:
    """Yield the findings of layout about sides of cards, pages and boards."""
    for side in sides:
        yield from side.findings


def _run(context: CheckContext) -> Iterator[Finding]:
    return layout_findings([*context.sides, *context.pages])


CHECK = Check(tuple(CODES.values()), _run, stops_build=True)
