"""Did everything fit while the cards, pages and boards were laid out?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.checks.context import Check, CheckContext
from cardgen.errors import Finding
from cardgen.layout.cards import Laid
from cardgen.layout.codes import CODES


def layout_findings(sides: Iterable[Laid]) -> Iterator[Finding]:
    """Yield what layout reported of sides of cards, of pages or boards."""
    for side in sides:
        yield from side.findings


def _run(context: CheckContext) -> Iterator[Finding]:
    return layout_findings([*context.sides, *context.pages])


CHECK = Check(tuple(CODES.values()), _run, stops_build=True)
