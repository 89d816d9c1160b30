"""Check a ruleset against the printed board."""

from __future__ import annotations

from cardgen import message
from cardgen.engines import Decks, RulesProblem
from cardgen.engines.card_fields import whole_point
from cardgen.games.blokus.rules import BlokusRules, start_cell

#: Code -> short name.
RULES_CODES = {"BL501": "start-not-as-printed"}


def check_rules(rules: BlokusRules, decks: Decks) -> list[RulesProblem]:
    """Return the colours whose start point differs from the printed board. A board of another size is ignored."""
    problems = []
    for card in decks.get("board", ()):
        if whole_point(card, "size") != (rules.board.size, rules.board.size):
            continue
        for colour in rules.order:
            start, printed = start_cell(rules, colour), whole_point(card, colour)
            if printed is not None and printed != start:
                problems.append(
                    RulesProblem(
                        "BL501",
                        message(
                            "{colour} starts at {start}, but on the board {board!r} at {printed}",
                            colour=colour,
                            start=str(start),
                            board=card.id,
                            printed=str(printed),
                        ),
                        path=("board", "start", colour),
                        hint=message("correct the ruleset or the board"),
                        stops_play=True,
                    )
                )
    return problems
