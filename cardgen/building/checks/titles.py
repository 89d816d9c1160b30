"""Check that the game's fonts have all characters of its titles, its author and its licence."""

from __future__ import annotations

from cardgen.base.errors import Finding
from cardgen.building.checks.context import Check, CheckContext
from cardgen.data.titles import title_findings
from cardgen.text.codes import MISSING_GLYPH


def _run(context: CheckContext) -> list[Finding]:
    return title_findings(context.game)


CHECK = Check((MISSING_GLYPH,), _run, stops_build=True)
