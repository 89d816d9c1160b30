"""Games that begin in the middle: characters and cards as given, and what happens to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.games.heroes.game import play_of
from cardgen.games.heroes.rules import Mode
from cardgen.games.heroes.state import HeroesSeat, HeroesSetup, HeroesState, make_world
from cardgen.games.heroes.table import HeroesTable
from cardgen.games.heroes.turn_game import GAME


def position_of(
    table: HeroesTable,
    mode: Mode,
    seats: Sequence[HeroesSeat],
    current: int,
    pile: Sequence[int],
    discards: Sequence[int] = (),
    showing: Sequence[int] = (),
) -> HeroesState:
    """Return a game in the play phase of a seat, with these characters and cards."""
    setup, world = HeroesSetup(table, mode), make_world(table, seats, 1, pile, discards, showing)
    world.round, world.current, world.position = 1, current, (current, "play", "window", current)
    for player in world.players:
        play_of(setup, world).begin_groups(player)
    return GAME.start_with(None, setup, world)


def begin_with(state: HeroesState, deed: str, *arguments: Any) -> HeroesState:
    """Return the state after something that happens to a table: `hit`, `kill` or `show_heroes`."""
    world = state.now.copy()
    world.position = ("do", deed, arguments, world.position)
    return GAME.resume(state, world)


def in_play_of(state: HeroesState, seat: int) -> HeroesState:
    """Return the table in the play phase of a seat."""
    world = state.now.copy()
    world.current, world.position = seat, (seat, "play", "window", seat)
    world.rearranged()
    return GAME.resume(state, world)
