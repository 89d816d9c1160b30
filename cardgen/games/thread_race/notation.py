"""The notation of logs: the decks, then one decision on each line.

# text after a number sign is a comment
seed 7                               optional: the number that decides shuffles, 0 without it
deck overclock: reorder echo …       a deck of each player, in the order of the seats: its core, its cards from the top
1 start up down up                   player 1 places the first cards
2 target 1.3                         player 2 chooses player 1's card (or slot) in slot 3
1 yes                                the card acts; or no
2 effects {"do": "draw"}             what a text by hand does: records separated by ;
1 flip 2 3                           player 1 turns up the cards in slots 2 and 3; `flip -` none
1 play 2 1                           the second of the top cards into slot 1; `play 2 1 down` face down
1 core                               player 1 uses the core
2 away 3                             player 2 puts the card in slot 3 away
2 pass
win 2                                optional, the last line: who has won; `win 1 2` a draw

Players, slots and cards count from 1.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from cardgen import dataclass
from cardgen.engines.serving import shortened
from cardgen.games.thread_race.cards import Core, DeckOrder, ThreadRaceCard
from cardgen.games.thread_race.effects import EffectError, read_effect, write_effect
from cardgen.games.thread_race.refusals import ThreadRaceError
from cardgen.games.thread_race.turns import ByHand, Choose, Decide, Flip, Pass, Play, PutAway, StartTurn, Turn, UseCore

_LINE = re.compile(r"([1-9])\s+([a-z]+)\s*(.*)", re.S)
_NUMBER = re.compile(r"[0-9]{1,3}")
_SEED = re.compile(r"seed\s+(-?[0-9]{1,18})")
_DECK = re.compile(r"deck\s+(\S+)\s*:\s*(.*)", re.S)
_WIN = re.compile(r"win((?:\s+[1-9])+)")


@dataclass(frozen=True, slots=True)
class Seed:
    """The number that decides shuffles."""

    number: int


@dataclass(frozen=True, slots=True)
class Brought:
    """A deck that a player brings: the ids of the core and of the cards."""

    core: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a player, from 0."""

    player: int
    turn: Turn


@dataclass(frozen=True, slots=True)
class Won:
    """The players who, as the log claims, have won."""

    players: tuple[int, ...]


Entry = Seed | Brought | Decision | Won


def parse_entry(text: str) -> Entry:
    """Return an entry of a log. ThreadRaceError if it cannot be read."""
    text = text.strip()
    if seed := _SEED.fullmatch(text):
        return Seed(int(seed[1]))
    if brought := _DECK.fullmatch(text):
        return Brought(brought[1], tuple(brought[2].split()))
    if won := _WIN.fullmatch(text):
        return Won(tuple(int(number) - 1 for number in won[1].split()))
    line = _LINE.fullmatch(text)
    turn = None if line is None else _parse_turn(line[2], line[3].split(), line[3])
    if line is None or turn is None:
        raise ThreadRaceError("unreadable", repr(shortened(text)))
    return Decision(int(line[1]) - 1, turn)


def write_entry(entry: Entry) -> str:
    """Return the canonical line of an entry."""
    match entry:
        case Seed(number):
            return f"seed {number}"
        case Brought(core, cards):
            return f"deck {core}: {' '.join(cards)}"
        case Won(players):
            return " ".join(["win", *(str(player + 1) for player in players)])
        case Decision(player, turn):
            return f"{player + 1} {write_turn(turn)}"


def write_turn(turn: Turn) -> str:
    """Return a decision as a log has it, without the player."""
    match turn:
        case StartTurn(up):
            return " ".join(["start", *("up" if face else "down" for face in up)])
        case Choose(player, slot):
            return f"target {player + 1}.{slot + 1}"
        case Decide(yes):
            return "yes" if yes else "no"
        case ByHand(effects):
            return "effects " + ("; ".join(json.dumps(write_effect(effect)) for effect in effects) or "-")
        case Flip(slots):
            return "flip " + (" ".join(str(slot + 1) for slot in slots) or "-")
        case Play(choice, slot, up):
            return f"play {choice + 1} {slot + 1}" + ("" if up else " down")
        case PutAway(slot):
            return f"away {slot + 1}"
        case Pass():
            return "pass"
        case UseCore():
            return "core"


def _parse_turn(word: str, words: Sequence[str], rest: str) -> Turn | None:
    """Return the turn of a line; None if it cannot be read."""
    match word, list(words):
        case "start", faces if faces and set(faces) <= {"up", "down"}:
            return StartTurn(tuple(face == "up" for face in faces))
        case "target", [place] if place.count(".") == 1:
            numbers = _numbers(place.split("."))
            return None if numbers is None else Choose(*numbers)
        case (("yes" | "no"), []):
            return Decide(word == "yes")
        case "effects", _:
            return _parse_effects(rest)
        case "flip", ["-"]:
            return Flip()
        case "flip", [_, *_]:
            numbers = _numbers(words)
            return None if numbers is None else Flip(tuple(numbers))
        case "play", [choice, slot, *face] if face in ([], ["up"], ["down"]):
            numbers = _numbers((choice, slot))
            return None if numbers is None else Play(numbers[0], numbers[1], face != ["down"])
        case "away", [_]:
            numbers = _numbers(words)
            return None if numbers is None else PutAway(*numbers)
        case "pass", []:
            return Pass()
        case "core", []:
            return UseCore()
    return None


def _numbers(words: Sequence[str]) -> list[int] | None:
    """Return numbers from 0 for words from 1; None if one is no number."""
    if not all(_NUMBER.fullmatch(word) and int(word) for word in words):
        return None
    return [int(word) - 1 for word in words]


def _parse_effects(text: str) -> ByHand | None:
    if text.strip() == "-":
        return ByHand()
    try:
        return ByHand(tuple(read_effect(json.loads(part)) for part in text.split(";")))
    except EffectError as error:
        raise ThreadRaceError("wrong-value", str(error)) from None
    except (ValueError, RecursionError):
        return None


# ---------------------------------------------------------------- decks


def find_deck(brought: Brought, cards: Mapping[str, ThreadRaceCard], cores: Mapping[str, Core]) -> DeckOrder:
    """Return the deck of ids. ThreadRaceError for an unknown one."""
    if brought.core not in cores:
        raise ThreadRaceError("no-core", brought.core)
    for name in brought.cards:
        if name in cores:
            raise ThreadRaceError("core-in-deck", name)
        if name not in cards:
            raise ThreadRaceError("unknown-card", name)
    return DeckOrder(cores[brought.core], tuple(cards[name] for name in brought.cards))


def name_deck(brought: DeckOrder) -> Brought:
    """Return a deck as its ids."""
    return Brought(brought.core.id, tuple(card.id for card in brought.cards))
