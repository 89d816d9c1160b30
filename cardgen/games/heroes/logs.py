"""Logs of games: replayed turn by turn, up to the first broken rule."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.games.heroes.game import apply, new_game
from cardgen.games.heroes.notation import Entry, Opening, parse_log, write_entry
from cardgen.games.heroes.refusals import PlayError
from cardgen.games.heroes.rules import Rules
from cardgen.games.heroes.state import State, Turn


def verify_log(text: str, rules: Rules) -> State:
    """Return the state at the end of a log that keeps all rules. The game may go on.

    PlayError with the line and the number of the first rule that it breaks. The result is allowed only after the last
    turn of a game that is over, and must be right.
    """
    state = None
    for _, _, after in follow_log(text, rules):
        state = after
    if state is None:
        raise PlayError("no-game").at_line(1)
    return state


def follow_log(text: str, rules: Rules) -> Iterator[tuple[int, Entry, State]]:
    """Yield the number of the line, the entry and the state after it, for each entry. PlayError as in `verify_log`."""
    state: State | None = None
    for line, entry in parse_log(text):
        try:
            state = _apply_entry(state, entry, rules)
        except PlayError as error:
            raise error.at_line(line) from None
        yield line, entry, state


def write_log(state: State) -> str:
    """Return the log of a game, with the result if it is over."""
    entries: list[Entry] = [Opening(state.mode, len(state.seats), state.seed), *state.moves]
    if state.outcome is not None:
        entries.append(state.outcome)
    return "".join(write_entry(entry) + "\n" for entry in entries)


def _apply_entry(state: State | None, entry: Entry, rules: Rules) -> State:
    if isinstance(entry, Opening) and state is None:
        return new_game(entry.players, entry.seed, rules, entry.mode)
    if state is None or isinstance(entry, Opening):
        raise PlayError("no-game")
    if isinstance(entry, Turn):
        return apply(state, entry)
    if state.outcome is None:
        raise PlayError("not-over")
    if entry != state.outcome:
        raise PlayError("wrong-end", write_entry(state.outcome))
    return state
