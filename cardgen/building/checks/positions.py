"""Check the positions of a game by its engine."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.errors import Code, Finding, Place
from cardgen.base.words.messages import OwnMessage, message
from cardgen.building.checks.context import Check, CheckContext
from cardgen.data.languages.own_words import with_traditional
from cardgen.data.model import Position
from cardgen.data.playing import play_faults, playable_decks
from cardgen.engines import PositionProblem
from cardgen.engines.capabilities import VerifiesPositions
from cardgen.engines.registry import find_capability

WRONG_POSITION = Code("CG406", "position-wrong", message("a position or a log that the rules of the game refute"))


def _run(context: CheckContext) -> Iterator[Finding]:
    game = context.game
    if not game.positions:
        return
    engine = find_capability(game.file.engine, VerifiesPositions)
    if engine is None:
        text = message("the engine of this game verifies no positions")
        yield WRONG_POSITION.finding(game.marked.key_place("positions"), text, message("remove `positions`"))
        return
    if play_faults(game):
        return  # other checks report them
    decks = playable_decks(game)
    for position in game.positions.values():
        problem = engine.verify_position(position.text, game.rulesets.get(position.rules), decks)
        if problem is not None:
            yield _finding(position, problem)


def _finding(position: Position, problem: PositionProblem) -> Finding:
    hint = message("position {name!r}, ruleset {rules!r}", name=position.name, rules=position.rules)
    text = OwnMessage(with_traditional(problem.message, ("zh", "zh-Hant")))
    return WRONG_POSITION.finding(Place(position.shown, problem.line or 1, 1), text, hint)


CHECK = Check((WRONG_POSITION,), _run, about="rules")
