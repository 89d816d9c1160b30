"""What can be read from a state: distances, ranges, limits, and whether a card can be used."""

from __future__ import annotations

from cardgen.engines.effects.functions import distance
from cardgen.engines.effects.world import Player
from cardgen.games.heroes.fights import excess_cards
from cardgen.games.heroes.game import view_of
from cardgen.games.heroes.outcomes import HeroesOutcome
from cardgen.games.heroes.playing import reaches
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.state import HeroesState


def distance_between(state: HeroesState, a: int, b: int) -> int:
    """Return the distance from seat a to seat b. HeroesError if nobody lives at one of them."""
    steps = distance(view_of(state), Player(a), Player(b))
    if steps is None:
        raise HeroesError("nobody-there", next(seat for seat in (a, b) if seat not in state.living))
    return steps


def _number(state: HeroesState, seat: int, name: str) -> int:
    value = view_of(state).attribute(Player(seat), name)
    return value if isinstance(value, int) else 0


def attack_range(state: HeroesState, seat: int) -> int:
    """Return the attack range of a character: that of its weapon, and what skills change."""
    return _number(state, seat, "attack-range")


def can_reach(state: HeroesState, a: int, b: int) -> bool:
    """Return True if b is in the attack range of a, or a has no distance limit on b."""
    return reaches(view_of(state), Player(a), Player(b))


def hand_limit(state: HeroesState, seat: int) -> int:
    """Return the hand limit of a character: current HP unless changed."""
    return _number(state, seat, "hand-limit")


def cards_to_discard(state: HeroesState, seat: int) -> int:
    """Return the number of cards that a character has above the hand limit."""
    return excess_cards(len(state.seats[seat].hand), hand_limit(state, seat))


def strikes_left(state: HeroesState, seat: int) -> int:
    """Return the number of strikes that a character may still use this turn."""
    run, player = view_of(state), Player(seat)
    name = next(kind.card for kind in state.table.rules.cards if kind.damage and kind.category == "basic")
    effect = run.world.kinds[name].effects[0]
    used, limit = run.world.uses(effect.key, seat, None, "turn"), _number(state, seat, "strikes")
    return max(0, limit - used) + run.is_allowed("use", "uncounted", user=player, name=name, target=None, card=None)


def seal_owner(state: HeroesState) -> int | None:
    """Return the living seat with the jade seal in its treasure place."""
    owner = view_of(state).seal_owner()
    return None if owner is None else owner.seat


def outcome_of(state: HeroesState) -> HeroesOutcome | None:
    """Return the end of the game as the living and the dead are now; None if it goes on."""
    return view_of(state).outcome()
