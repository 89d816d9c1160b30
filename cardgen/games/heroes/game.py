"""The set-up of a game: its heroes, camps and piles as a world, and what does effects in it.

All random choices follow from the seed: the same seed and the same turns give the same game, on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from cardgen.engines.chance import shuffled
from cardgen.engines.effects.course import stage_of
from cardgen.engines.effects.world import World
from cardgen.games.heroes.playing import HeroesPlay
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.rules import HeroesRules, Mode
from cardgen.games.heroes.state import HeroesSeat, HeroesSetup, HeroesState, make_world
from cardgen.games.heroes.table import HeroesTable
from cardgen.games.heroes.vocabulary import FEWEST_PLAYERS, IDENTITIES, MOST_PLAYERS


def set_up(players: int, seed: int, table: HeroesTable, mode: Mode) -> World:
    """Return the world before the first seat keeps its heroes. HeroesError if the mode is not for so many players.

    The lord has seat 0, the others are in a random order.
    """
    rules = table.rules
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise HeroesError("seat-count", players)
    if mode == "realm" and players < rules.choices.realm_players:
        raise HeroesError("realm-players", players)
    dealt = _dealt_heroes(rules, players, getattr(rules.heroes_dealt, mode), seed)
    camps = _camps(rules, players, mode, seed)
    seats = [HeroesSeat(camp, heroes) for camp, heroes in zip(camps, dealt, strict=True)]
    pile = shuffled(table.pile(mode), random.Random(f"{seed}/pile"))
    world = make_world(table, seats, seed, pile)
    world.position = ("keep", 0)
    return world


def _camps(rules: HeroesRules, players: int, mode: Mode, seed: int) -> list[str]:
    """Return the camp of each seat. In nation war it follows from the heroes that are kept."""
    if mode != "identity":
        return [f"seat:{seat}" if mode == "realm" else "" for seat in range(players)]
    row = next((row for row in rules.identities if row.players == players), None)
    if row is None:
        raise HeroesError("player-count", players)
    others = [identity for identity in IDENTITIES if identity != "lord" for _ in range(getattr(row, identity))]
    return ["lord", *shuffled(others, random.Random(f"{seed}/identities"))]


def _dealt_heroes(rules: HeroesRules, players: int, count: int, seed: int) -> list[tuple[str, ...]]:
    heroes = shuffled([hero.hero for hero in rules.heroes for _ in range(hero.copies)], random.Random(f"{seed}/heroes"))
    if len(heroes) < players * count:
        raise HeroesError("too-few-heroes", len(heroes))
    return [heroes[seat * count : (seat + 1) * count] for seat in range(players)]


def play_of(setup: HeroesSetup, world: World, answers: Sequence[tuple[Any, ...]] = ()) -> HeroesPlay:
    """Return what does effects in a world."""
    run = HeroesPlay(setup.table.vocabulary, world, answers, macros=setup.table.macros)
    run.table, run.mode, run.stage = setup.table, setup.mode, stage_of(world.position)
    return run


def view_of(state: HeroesState) -> HeroesPlay:
    """Return what answers questions about a state: about attributes, distances, what can be used."""
    return play_of(state.setup, state.now)
