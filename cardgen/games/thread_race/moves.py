"""What a player can do in the play stage, and how the first three cards can lie."""

from __future__ import annotations

from itertools import product

from cardgen import dataclass
from cardgen.games.thread_race.rules import SLOTS

#: How the first cards lie: True is face up.
Faces = tuple[bool, ...]
FACES: tuple[Faces, ...] = tuple(product((True, False), repeat=SLOTS))


@dataclass(frozen=True, slots=True)
class Play:
    """Play one of the top cards, counted from 0, into a slot."""

    choice: int
    slot: int
    up: bool = True


@dataclass(frozen=True, slots=True)
class PutAway:
    """Put the card in a slot into the rebirth zone."""

    slot: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Play nothing, and put nothing away."""


@dataclass(frozen=True, slots=True)
class UseCore:
    """Use the core. The player still has to play after it."""


Move = Play | PutAway | Pass | UseCore


def write_faces(faces: Faces) -> str:
    """Return how the first cards lie as a word: `up-down-up`."""
    return "-".join("up" if up else "down" for up in faces)


def write_move(move: Move) -> str:
    """Return a move as a word: `play-2-1`, `play-2-1-down`, `away-3`, `pass`, `core`. Numbers count from 1."""
    match move:
        case Play(choice, slot, up):
            return f"play-{choice + 1}-{slot + 1}" + ("" if up else "-down")
        case PutAway(slot):
            return f"away-{slot + 1}"
        case UseCore():
            return "core"
    return "pass"


def read_move(word: str) -> Move | None:
    """Return the move of a word; None for any other."""
    verb, *parts = word.split("-")
    up = parts[-1:] != ["down"]
    numbers = parts if up else parts[:-1]
    if not all(part.isdecimal() and len(part) <= 3 and int(part) for part in numbers):
        return None
    match verb, [int(part) - 1 for part in numbers]:
        case "play", [choice, slot]:
            return Play(choice, slot, up)
        case "away", [slot] if up:
            return PutAway(slot)
        case "pass", [] if not parts:
            return Pass()
        case "core", [] if not parts:
            return UseCore()
    return None
