"""Logs of games: replayed placement by placement, up to the first broken rule."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.games.blokus.checking import check_colour
from cardgen.games.blokus.game import Place, State, apply, new_game
from cardgen.games.blokus.notation import Entry, Passed, Placed, Scores, parse_log, write_entry
from cardgen.games.blokus.placements import count_placements
from cardgen.games.blokus.refusals import PlayError
from cardgen.games.blokus.rules import COLOUR_NAMES, Rules
from cardgen.games.blokus.scores import standings


def verify_log(text: str, rules: Rules) -> State:
    """Return the state at the end of a log that keeps all rules. The game may go on, and the clock is ignored.

    PlayError with the line, the number of the first rule that it breaks, and the cell. The turn is checked before the
    placement. A colour may pass only if it has no placement; scores are allowed only after the last placement of a
    game that is over, and must be right.
    """
    state = _start(rules)
    for _, _, after in follow_log(text, rules):
        state = after
    return state


def follow_log(text: str, rules: Rules) -> Iterator[tuple[int, Entry, State]]:
    """Yield the number of the line, the entry and the state after it, for each entry. PlayError as in `verify_log`."""
    state = _start(rules)
    for line, entry in parse_log(text):
        try:
            state = _apply_entry(state, entry)
        except PlayError as error:
            raise error.at_line(line) from None
        yield line, entry, state


def write_log(state: State) -> str:
    """Return the log of a game, with the scores if it is over."""
    entries: list[Entry] = [Placed(move.colour, move.shape, move.cells) for move in state.moves]
    if state.over:
        entries.append(_scores(state))
    return "".join(write_entry(entry) + "\n" for entry in entries)


def _start(rules: Rules) -> State:
    """Return a new game without a clock: a log has no times."""
    return new_game(len(rules.seats), 0, rules.model_copy(update={"clock": None}))


def _apply_entry(state: State, entry: Entry) -> State:
    match entry:
        case Placed(colour, shape, cells):
            check_colour(colour, state.rules)
            if state.colour is None:
                raise PlayError("game-over")
            if colour != state.colour:
                raise PlayError("wrong-turn", COLOUR_NAMES[state.colour])
            return apply(state, Place(shape, cells))
        case Passed(colour):
            check_colour(colour, state.rules)
            if count_placements(state.position, colour, state.rules):
                raise PlayError("can-place", COLOUR_NAMES[colour])
            return state
        case Scores():
            if state.colour is not None:
                raise PlayError("not-over", COLOUR_NAMES[state.colour])
            right = _scores(state)
            if entry != right:
                raise PlayError("wrong-scores", " ".join(map(str, right.values)))
            return state


def _scores(state: State) -> Scores:
    return Scores(tuple(standing.score for standing in standings(state)))
