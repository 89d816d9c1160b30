"""Logs of games: replayed decision by decision, up to the first broken rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardgen.engines import Decks
from cardgen.games.thread_race.cards import Card, Core, DeckOrder
from cardgen.games.thread_race.decks import check_brought
from cardgen.games.thread_race.game import State, apply, new_game
from cardgen.games.thread_race.notation import (
    Brought,
    Decision,
    Entry,
    Seed,
    Won,
    find_deck,
    name_deck,
    parse_log,
    write_entry,
)
from cardgen.games.thread_race.reading import read_decks
from cardgen.games.thread_race.refusals import PlayError
from cardgen.games.thread_race.rules import Rules
from cardgen.records import dataclass


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards and cores that a log may name, by id."""

    cards: Mapping[str, Card]
    cores: Mapping[str, Core]


def known_cards(decks: Decks) -> Cards:
    """Return the cards and cores of a game's decks."""
    return Cards(*read_decks(decks))


def verify_log(text: str, rules: Rules, known: Cards) -> State:
    """Return the state at the end of a log that keeps all rules. The game may go on.

    PlayError with the line and the number of the first rule that it breaks.
    """
    state = None
    for _, _, after in follow_log(text, rules, known):
        state = after
    if state is None:
        raise PlayError("no-decks", "the end")
    return state


def follow_log(text: str, rules: Rules, known: Cards) -> Iterator[tuple[int, Entry, State]]:
    """Yield the number of the line, the entry and the state after it. The first one is the last line of the decks.

    PlayError as in `verify_log`.
    """
    seed, decks, state = 0, list[DeckOrder](), None
    entries = parse_log(text)
    heading = [isinstance(entry, Seed | Brought) for _, entry in entries]
    last = heading.index(False) - 1 if False in heading else len(entries) - 1
    for number, (line, entry) in enumerate(entries):
        try:
            if isinstance(entry, Seed | Brought):
                if number > last:
                    raise PlayError("wrong-stage", write_entry(entry).split()[0])
                if isinstance(entry, Seed):
                    seed = entry.number
                else:
                    decks.append(find_deck(entry, known.cards, known.cores))
                    check_brought(decks[-1])
                if number < last:
                    continue
                state = _begin(decks, seed, rules)
            elif state is None:
                raise PlayError("no-decks", write_entry(entry))
            else:
                state = _apply_entry(state, entry)
        except PlayError as error:
            raise error.at_line(line) from None
        yield line, entry, state


def _begin(decks: list[DeckOrder], seed: int, rules: Rules) -> State:
    try:
        return new_game(decks, seed, rules)
    except PlayError:
        raise
    except ValueError as error:
        raise PlayError("unreadable", str(error)) from None


def write_log(state: State) -> str:
    """Return the log of a game, with the winners if it is over."""
    entries: list[Entry] = [Seed(state.seed), *map(name_deck, state.decks)]
    entries += [Decision(player, turn) for player, turn in state.moves]
    if state.over:
        entries.append(Won(state.winners))
    return "".join(write_entry(entry) + "\n" for entry in entries)


def _apply_entry(state: State, entry: Decision | Won) -> State:
    if isinstance(entry, Won):
        if entry.players != state.winners or not state.over:
            raise PlayError("wrong-winners", " ".join(str(player + 1) for player in state.winners) or "-")
        return state
    if state.to_move is None:
        raise PlayError("game-over")
    if entry.player != state.to_move:
        raise PlayError("wrong-player", state.to_move + 1)
    return apply(state, entry.turn)
