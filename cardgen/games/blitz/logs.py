"""Logs of games: replayed turn by turn, up to the first broken rule.

# text after a number sign is a comment
game us wm seed 7            the factions and the seed, from which the deal follows
wm redraw                    a turn on each line, as in `notation`
us keep
result allied 27b 28a        optional, the last line: the winner, by which rule, and why the game ended
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.games.blitz.cards import FactionDecks
from cardgen.games.blitz.game import apply, new_game
from cardgen.games.blitz.notation import parse_turn, unreadable, write_turn
from cardgen.games.blitz.refusals import PlayError
from cardgen.games.blitz.rules import Rules
from cardgen.games.blitz.state import Result, State

_MOST_SEED = 18


def verify_log(text: str, rules: Rules, decks: FactionDecks) -> State:
    """Return the state at the end of a log that keeps all rules. The game may go on.

    PlayError with the line and the number of the first rule that it breaks.
    """
    states = [state for _, state in follow_log(text, rules, decks)]
    return states[-1]


def follow_log(text: str, rules: Rules, decks: FactionDecks) -> Iterator[tuple[int, State]]:
    """Yield the number of the line and the state after it: the deal, then each turn. PlayError as in `verify_log`."""
    lines = read_lines(text)
    if not lines:
        raise unreadable(text)
    number, first = lines[0]
    try:
        state = _start(first.split(), rules, decks)
    except PlayError as error:
        raise error.at_line(number) from None
    yield number, state
    for number, line in lines[1:]:
        try:
            state = _next(state, line)
        except PlayError as error:
            raise error.at_line(number) from None
        yield number, state


def read_lines(text: str) -> list[tuple[int, str]]:
    """Return the lines with content, each with its number, from 1, without comments."""
    stripped = [(number, line.split("#")[0].strip()) for number, line in enumerate(text.split("\n"), 1)]
    return [(number, line) for number, line in stripped if line]


def write_log(state: State, before: Sequence[State] | None = None) -> str:
    """Return the log of a game, with its result if it is over.

    `before` are the states before each turn. If they are not given, the turns are made again.
    """
    setup = state.setup
    lines = [f"game {' '.join(setup.factions)} seed {state.seed}"]
    for earlier, turn in zip(_states_before(state) if before is None else before, state.turns, strict=True):
        assert earlier.actor is not None
        lines.append(f"{setup.factions[earlier.actor]} {write_turn(turn)}")
    if state.result is not None:
        lines.append(write_result(state.result))
    return "\n".join(lines) + "\n"


def _states_before(state: State) -> Iterator[State]:
    """Yield the state before each turn of a game."""
    setup = state.setup
    replayed = new_game(setup.factions, state.seed, setup.rules, dict(zip(setup.factions, setup.decks, strict=True)))
    for turn in state.turns:
        yield replayed
        replayed = apply(replayed, turn)


def write_result(result: Result) -> str:
    """Return the last line of a log."""
    return f"result {result.winner} {result.by} {result.ended}"


def _start(words: Sequence[str], rules: Rules, decks: FactionDecks) -> State:
    """Return the game after the deal, by the first line of a log."""
    seed = words[-1] if len(words) > 3 and words[0] == "game" and words[-2] == "seed" else ""
    if not seed.removeprefix("-").isascii() or not seed.removeprefix("-").isdigit() or len(seed) > _MOST_SEED:
        raise unreadable(" ".join(words))
    return new_game(words[1:-2], int(seed), rules, decks)


def _next(state: State, line: str) -> State:
    if line.startswith("result "):
        right = "no result" if state.result is None else write_result(state.result)
        if line != right:
            raise PlayError("question", right)
        return state
    faction, turn = parse_turn(line)
    if state.actor is None:
        raise PlayError("over")
    if faction != state.setup.factions[state.actor]:
        raise PlayError("actor", state.setup.factions[state.actor])
    return apply(state, turn)
