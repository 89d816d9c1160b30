"""Check the decks by the rules of the game's engine. The codes are the engine's."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.errors import Finding, about_card
from cardgen.building.checks.context import Check, CheckContext
from cardgen.data.model import Game
from cardgen.data.playing import code_name, deck_problems, decks_of, hint_of, place_of
from cardgen.engines import Bars
from cardgen.engines.capabilities import ChecksDecks, ReportsCoverage
from cardgen.engines.registry import find_capability


def check_rules(game: Game) -> Iterator[Finding]:
    """Yield a finding for each rule that a deck breaks; none for a game without an engine."""
    engine = find_capability(game.file.engine, ChecksDecks)
    if engine is None:
        return
    codes = engine.deck_codes()
    for problem in deck_problems(game):
        yield Finding(
            place_of(game, problem.deck, problem.card, problem.field),
            problem.code,
            code_name(game, codes, problem.code),
            about_card(problem.card or "", problem.message),
            hint_of(game, problem),
            deck=problem.deck,
            card=problem.card or "",
        )


def coverage_of(game: Game) -> list[Bars]:
    """Return the rules engine's charts of the deck's coverage; none for a game without an engine."""
    engine = find_capability(game.file.engine, ReportsCoverage)
    return engine.deck_coverage(decks_of(game)) if engine else []


def _run(context: CheckContext) -> Iterator[Finding]:
    return check_rules(context.game)


CHECK = Check(codes=(), run=_run, stops_build=True)
