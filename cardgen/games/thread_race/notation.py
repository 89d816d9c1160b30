"""The notation of logs: the decks, then one decision on each line.

# text after a number sign is a comment
seed 7                               optional: the number that decides shuffles, 0 without it
deck overclock: reorder echo …       a deck of each player, in the order of the seats: its core, its cards from the top
1 start up down up                   player 1 places the first cards
2 target 1.3                         player 2 chooses the card of player 1 in slot 3; `slot1.3` is the slot itself
2 target deck2.1 rebirth1.4          the top card of the own deck, and the fourth card in the rebirth zone of player 1
1 act yes                            the card acts; or no
1 yes                                what a text asks with yes or no, or one of its words
1 adjust move 1.3 rebirth1           what the table does by hand: move, set or turn (docs/effects.md)
2 done                               what a text asks for has been done by hand
1 flip 1.2 1.3                       player 1 turns up the cards in slots 2 and 3; `flip -` none
1 play 2 1                           the second of the top cards into slot 1; `play 2 1 down` face down
1 core                               player 1 uses the core
2 away 3                             player 2 puts the card in slot 3 away
2 pass
win 2                                optional, the last line: who has won; `win 1 2` a draw

Players, slots and cards count from 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cardgen.games.thread_race.cards import Core, DeckOrder, ThreadRaceCard
from cardgen.games.thread_race.refusals import ThreadRaceError

_SEED = re.compile(r"seed\s+(-?[0-9]{1,18})")
_DECK = re.compile(r"deck\s+(\S+)\s*:\s*(.*)", re.S)
_WIN = re.compile(r"win((?:\s+[1-9])+)")


def parse_seed(text: str) -> int | None:
    """Return the seed of an entry; None for another entry."""
    seed = _SEED.fullmatch(text.strip())
    return None if seed is None else int(seed[1])


def parse_deck(text: str) -> tuple[str, list[str]] | None:
    """Return the ids of the core and of the cards of a deck; None for another entry."""
    deck = _DECK.fullmatch(text.strip())
    return None if deck is None else (deck[1], deck[2].split())


def parse_winners(text: str) -> tuple[int, ...] | None:
    """Return the players who, as an entry claims, have won; None for another entry."""
    winners = _WIN.fullmatch(text.strip())
    return None if winners is None else tuple(int(number) - 1 for number in winners[1].split())


def find_deck(
    core: str, names: Sequence[str], cards: Mapping[str, ThreadRaceCard], cores: Mapping[str, Core]
) -> DeckOrder:
    """Return the deck of ids. ThreadRaceError for an unknown one."""
    if core not in cores:
        raise ThreadRaceError("no-core", core)
    for name in names:
        if name in cores:
            raise ThreadRaceError("core-in-deck", name)
        if name not in cards:
            raise ThreadRaceError("unknown-card", name)
    return DeckOrder(cores[core], tuple(cards[name] for name in names))


def write_deck(brought: DeckOrder) -> str:
    """Return a deck as an entry of a log."""
    return f"deck {brought.core.id}: {' '.join(card.id for card in brought.cards)}"
