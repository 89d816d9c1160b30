"""Check the game's rulesets by its engine. The codes are the engine's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.base.errors import Finding
from cardgen.building.checks.context import Check, CheckContext
from cardgen.data.model import Game
from cardgen.data.playing import code_name, locate_rules_problem, rules_problems
from cardgen.engines.capabilities import ChecksRules
from cardgen.engines.registry import find_capability


def check_rulesets(game: Game, names: Iterable[str] | None = None) -> Iterator[Finding]:
    """Yield the engine's findings about the rulesets of these names, or of all; none for a game without an engine.

    KeyError for a name that the game does not have.
    """
    engine = find_capability(game.file.engine, ChecksRules)
    if engine is None:
        return
    codes = engine.rules_codes()
    for name in game.rulesets if names is None else names:
        for problem in rules_problems(game, name):
            place, text = locate_rules_problem(game, name, problem)
            card = problem.card or ""
            yield Finding(
                place,
                problem.code,
                code_name(game, codes, problem.code),
                text,
                problem.hint,
                problem.severity,
                deck=problem.deck,
                card=card,
            )


def _run(context: CheckContext) -> Iterator[Finding]:
    return check_rulesets(context.game, context.rulesets)


CHECK = Check(codes=(), run=_run, about="rules")
