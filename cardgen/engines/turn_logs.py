"""Logs of games of turns: text, replayed entry by entry up to the first broken rule.

# text after a number sign is a comment
...             the entries of the start, if the game has some
...             a turn on each line
...             the result, if the game is over
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.engines import Decks, GameContent, PositionProblem, Ruleset
from cardgen.engines.serving import RuleError
from cardgen.engines.turn_game import Played, Start, State, Turn, TurnGame, make_turn


def write_log(game: TurnGame[Start, State, Turn], played: Played[Start, State, Turn]) -> str:
    """Return the log of a game, with its result if it is over; "" for a game without a log."""
    if not game.has_log(played.start):
        return ""
    lines = [
        *game.write_head(played.start),
        *(game.write_turn(turn, before) for turn, before in zip(played.turns, played.states, strict=False)),
        *([game.write_result(played.state)] if game.to_move(played.state) is None else []),
    ]
    return "".join(f"{line}\n" for line in lines if line)


def read_log(
    game: TurnGame[Start, State, Turn], text: str, content: GameContent, ruleset: str = ""
) -> Played[Start, State, Turn]:
    """Return the game of a log that keeps all rules. It may go on.

    RuleError with the line and the number of the first rule that it breaks.
    """
    (start, _, _, first), *steps = follow_log(game, text, content, ruleset)
    made = [(turn, state) for _, _, turn, state in steps if turn is not None]
    return Played(start, tuple(turn for turn, _ in made), (first, *(state for _, state in made)))


def find_problem(game: TurnGame[Start, State, Turn], text: str, rules: Ruleset, decks: Decks) -> PositionProblem | None:
    """Return the first mistake of a log; None if it keeps all rules."""
    try:
        read_log(game, text, GameContent({"": rules}, decks))
    except RuleError as error:
        return error.problem()
    return None


def follow_log(
    game: TurnGame[Start, State, Turn], text: str, content: GameContent, ruleset: str = ""
) -> Iterator[tuple[Start, int, Turn | None, State]]:
    """Yield the start, the line, the turn and the state after it: the beginning without a turn, then for each entry.

    RuleError as for `read_log`.
    """
    entries = read_entries(text, game.separator)
    line = entries[0][0] if entries else 1
    try:
        start, count = game.read_head(entries, ruleset, content)
        line = entries[count - 1][0] if count else line
        state = game.begin(start, content)
        yield start, line, None, state
        for line, entry in entries[count:]:
            written = game.read_turn(entry, state)
            if written is None:
                yield start, line, None, state
                continue
            turn, state = make_turn(game, state, written)
            yield start, line, turn, state
    except RuleError as error:
        raise error if error.line else error.at_line(line) from None
    except ValueError as error:
        raise RuleError("unreadable", str(error), str(error), line=line) from None


def read_entries(text: str, separator: str = "") -> list[tuple[int, str]]:
    """Return the entries of a log, without comments, each with the number of its line, from 1."""
    lines = [(number, line.split("#")[0]) for number, line in enumerate(text.split("\n"), 1)]
    parts = [(number, part) for number, line in lines for part in (line.split(separator) if separator else [line])]
    return [(number, " ".join(part.split())) for number, part in parts if part.strip()]
