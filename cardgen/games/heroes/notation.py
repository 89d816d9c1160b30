"""The notation of logs: the game on the first line, then a turn on each line.

# text after a number sign is a comment
game identity 5 seed 7            mode, number of players, seed
0 keep rider                      a seat keeps heroes
0 use S7 strike > 3               a card, what it is used as, the targets
3 play D4                         a card that answers
0 skill remedy > 2                a skill and its targets
0 choose S7                       what a skill or a card lets a seat choose
0 adjust move S7 1.hand           what the table does by hand: move, set or turn (docs/effects.md)
winners 0 2 by lord-dead          optional, the last line; `draw by rounds` without winners
"""

from __future__ import annotations

import re
from typing import get_args

from cardgen import dataclass
from cardgen.engines.serving import shortened
from cardgen.games.heroes.outcomes import HeroesOutcome
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.rules import Mode
from cardgen.games.heroes.state import VERBS, Turn
from cardgen.games.heroes.vocabulary import PLOT_LETTER, SEAL

_GAME = re.compile(r"game ([a-z]+) ([0-9]{1,2}) seed (-?[0-9]{1,19})")
_END = re.compile(r"(?:winners((?: [0-9]{1,2})+)|draw) by ([a-z-]{1,40})")
_TURN = re.compile(r"([0-9]{1,2}) ([a-z]+)((?: [A-Za-z0-9.-]{1,40})*)(?: >((?: [0-9]{1,2})+))?")
_CARD = re.compile(rf"[HSDC](?:[0-9]{{1,2}}|[AJQK])(?:\.[0-9]+)?|{PLOT_LETTER}[0-9]+|{SEAL}|hidden-[0-9]{{1,2}}")


@dataclass(frozen=True, slots=True)
class Opening:
    """The first line of a log: the mode, the number of players and the seed."""

    mode: Mode
    players: int
    seed: int


Entry = Opening | Turn | HeroesOutcome


def parse_entry(text: str) -> Entry:
    """Return an entry of a log. HeroesError if it cannot be read."""
    line = " ".join(text.split())
    opening = _GAME.fullmatch(line)
    if opening:
        for mode in get_args(Mode):
            if mode == opening[1]:
                return Opening(mode, int(opening[2]), int(opening[3]))
        raise _unreadable(line)
    end = _END.fullmatch(line)
    if end:
        return HeroesOutcome(tuple(map(int, (end[1] or "").split())), end[2])
    turn = _TURN.fullmatch(line)
    if turn is None or turn[2] not in VERBS:
        raise _unreadable(line)
    words = turn[3].split()
    if turn[2] == "adjust":
        return Turn(int(turn[1]), "adjust", tuple(words))
    cards = tuple(word for word in words if _CARD.fullmatch(word))
    names = tuple(word for word in words if not _CARD.fullmatch(word))
    return Turn(int(turn[1]), turn[2], names, cards, tuple(map(int, (turn[4] or "").split())))


def write_entry(entry: Entry) -> str:
    """Return the canonical line of an entry."""
    match entry:
        case Opening(mode, players, seed):
            return f"game {mode} {players} seed {seed}"
        case HeroesOutcome(winners, by):
            return " ".join(["winners", *map(str, winners), "by", by] if winners else ["draw", "by", by])
        case Turn():
            words = [*entry.cards, *entry.names] if entry.verb == "use" else [*entry.names, *entry.cards]
            targets = [">", *map(str, entry.targets)] if entry.targets else []
            return " ".join([str(entry.seat), entry.verb, *words, *targets])


def _unreadable(text: str) -> HeroesError:
    return HeroesError("unreadable", repr(shortened(text)))
