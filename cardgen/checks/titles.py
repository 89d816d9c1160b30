"""Check that the game's fonts have all characters of its titles, its author and its licence."""

from __future__ import annotations

from cardgen.checks.context import Check, CheckContext
from cardgen.data.titles import title_findings
from cardgen.errors import Finding
from cardgen.text.codes import MISSING_GLYPH


def _run(context: CheckContext) -> list[Finding]:
    return title_findings(context.game)


CHECK = Check((MISSING_GLYPH,), _run, stops_build=True)
