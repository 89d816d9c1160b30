"""Check that every text of the game is translated into all its languages, and every translation is used."""

from __future__ import annotations

from cardgen.checks.context import Check, CheckContext
from cardgen.data.languages.codes import CODES
from cardgen.errors import Finding


def _run(context: CheckContext) -> tuple[Finding, ...]:
    return context.game.translations.findings


CHECK = Check(tuple(CODES.values()), _run)
