"""Who has won, in each mode: a function of the seats alone."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen import dataclass
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.vocabulary import IDENTITIES, MODES

#: The two identities that win together with the lord.
_LORD_SIDE = ("lord", "loyalist")


@dataclass(frozen=True, slots=True)
class HeroesOutcome:
    """The end of a game: the seats that have won, none for a draw, and the reason as a word."""

    winners: tuple[int, ...]
    by: str


@dataclass(frozen=True, slots=True)
class Character:
    """What victory asks of a seat. `camp` is the identity, the faction, or any word that all of one camp share."""

    camp: str
    alive: bool = True


def victory(
    mode: str, seats: Sequence[Character], seal_owner: int | None = None, seal_needed: bool = True
) -> HeroesOutcome | None:
    """Return the end of the game after a death; None if it goes on. HeroesError for seats that no game has.

    `seal_needed` false lets the last one living win the realm mode also without the jade seal.
    """
    assert mode in MODES
    if mode == "identity":
        return _identity(seats)
    if mode == "nation":
        return _nation(seats)
    return _realm(seats, seal_owner, seal_needed)


def ambition_threshold(players: int) -> int:
    """Return the number of shown characters that a faction may have; with more, one becomes an ambitionist."""
    return players // 2


def _living(seats: Sequence[Character]) -> list[int]:
    return [number for number, seat in enumerate(seats) if seat.alive]


def _identity(seats: Sequence[Character]) -> HeroesOutcome | None:
    camps = [seat.camp for seat in seats]
    if camps.count("lord") != 1 or not set(camps) <= set(IDENTITIES):
        raise HeroesError("wrong-identities")
    living = [seats[number].camp for number in _living(seats)]
    if "lord" not in living:
        if living == ["spy"]:
            return HeroesOutcome(_with(camps, "spy"), "spy-alone")
        return HeroesOutcome(_with(camps, "rebel"), "lord-dead")
    if "rebel" not in living and "spy" not in living:
        return HeroesOutcome(_with(camps, *_LORD_SIDE), "rebels-and-spies-dead")
    return None


def _with(camps: Sequence[str], *wanted: str) -> tuple[int, ...]:
    return tuple(number for number, camp in enumerate(camps) if camp in wanted)


def _nation(seats: Sequence[Character]) -> HeroesOutcome | None:
    if not all(seat.camp for seat in seats):
        raise HeroesError("wrong-factions")
    living = _living(seats)
    if not living:
        return HeroesOutcome((), "nobody-left")
    camps = {seats[number].camp for number in living}
    if len(camps) > 1:
        return None
    (camp,) = camps
    return HeroesOutcome(tuple(number for number, seat in enumerate(seats) if seat.camp == camp), "one-camp")


def _realm(seats: Sequence[Character], seal_owner: int | None, seal_needed: bool) -> HeroesOutcome | None:
    if seal_owner is not None and not 0 <= seal_owner < len(seats):
        raise HeroesError("wrong-owner")
    living = _living(seats)
    if len(living) > 1:
        return None
    if living and (living[0] == seal_owner or not seal_needed):
        return HeroesOutcome((living[0],), "seal" if living[0] == seal_owner else "last")
    return HeroesOutcome((), "no-seal" if living else "nobody-left")
