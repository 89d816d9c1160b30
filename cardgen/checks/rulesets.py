"""Check the game's rulesets by its engine. The codes are the engine's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.checks.context import Check, CheckContext
from cardgen.checks.rules import decks_of, place_of
from cardgen.data.model import Game
from cardgen.engines import RulesProblem
from cardgen.engines.capabilities import ChecksRules
from cardgen.engines.registry import find_capability
from cardgen.errors import Finding, Place, Text
from cardgen.words.messages import message


def check_rulesets(game: Game, names: Iterable[str] | None = None) -> Iterator[Finding]:
    """Yield the engine's findings about the rulesets of these names, or of all; none for a game without an engine.

    KeyError for a name that the game does not have.
    """
    engine = find_capability(game.file.engine, ChecksRules)
    if engine is None:
        return
    codes, decks = engine.rules_codes(), decks_of(game)
    for name in game.rulesets if names is None else names:
        for problem in engine.check_rules(game.rulesets[name], decks):
            place, text = _locate(game, name, problem)
            card = problem.card or ""
            yield Finding(place, problem.code, codes[problem.code], text, problem.hint, deck=problem.deck, card=card)


def _locate(game: Game, ruleset: str, problem: RulesProblem) -> tuple[Place, Text]:
    """Return the place of a problem and its message: at the number in the ruleset's file, or at the card."""
    if problem.card is None:
        return game.ruleset_files[ruleset].place(*problem.path), problem.message
    text = message(
        "card {card!r}, ruleset {ruleset!r}: {problem}", card=problem.card, ruleset=ruleset, problem=problem.message
    )
    return place_of(game, problem.deck, problem.card, problem.field), text


def _run(context: CheckContext) -> Iterator[Finding]:
    return check_rulesets(context.game, context.rulesets)


CHECK = Check(codes=(), run=_run, about="rules")
