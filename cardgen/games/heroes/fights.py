"""Small rules about numbers: executions, explosions, duels, hand limits, stages."""

from __future__ import annotations

from typing import Literal

from cardgen.engines.effects.functions import steps_between
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.seating import Ring

EXPLOSION, SPLASH = 2, 1


def execution(
    target_hp: int,
    target_max: int,
    executor_hp: int,
    steps: int,
    reach: int,
    less: int = 0,
    *,
    extra: int = 2,
    least: int = 0,
) -> int | None:
    """Return the damage of an execution, None if it is not legal.

    Legal if the target has less than half of its max HP and no more HP than the executor. The damage is the target's HP
    and `extra`, minus `less` for each step by which the distance exceeds the range, but not below `least`.
    HeroesError for numbers that no character can have.
    """
    if not 0 < target_hp <= target_max or executor_hp < 1 or steps < 1 or reach < 0 or less < 0:
        raise HeroesError("no-execution")
    if 2 * target_hp >= target_max or target_hp > executor_hp:
        return None
    return max(least, target_hp + extra - less * max(0, steps - reach))


def explosion(around: Ring, at: int, prevented: bool = False) -> dict[int, int]:
    """Return the fire damage of an explosion by seat: 2 to the one hit, then 1 to each other one at distance 1.

    The splash also happens if the damage was prevented. HeroesError if nobody lives at the seat.
    """
    if at not in around:
        raise HeroesError("nobody-there", at, rule=22)
    hit = {} if prevented else {at: EXPLOSION}
    return hit | {seat: SPLASH for seat in around if seat != at and steps_between(around, at, seat) == 1}


def point_duel(challenger: int, challenged: int) -> Literal["challenger", "challenged"] | None:
    """Return the winner of a point duel by the numbers of the two cards; None for a tie."""
    if challenger == challenged:
        return None
    return "challenger" if challenger > challenged else "challenged"


def stage(use: int, stages: int) -> int:
    """Return the stage of the n-th use, from 1, of a skill of so many stages."""
    return use % stages or stages


def excess_cards(hand: int, limit: int) -> int:
    """Return the number of cards to discard down to a hand limit."""
    return max(0, hand - max(0, limit))
