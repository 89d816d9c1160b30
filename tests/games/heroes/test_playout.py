"""Random games: they replay to the byte, conserve the cards, and end in every mode with every number of players."""

from __future__ import annotations

from collections import Counter

import pytest

from cardgen.games.heroes.rules import Mode
from cardgen.games.heroes.seating import sieges
from cardgen.games.heroes.state import HeroesState
from cardgen.games.heroes.status import (
    attack_range,
    can_reach,
    distance_between,
    outcome_of,
    seal_owner,
)
from cardgen.games.heroes.turn_game import GAME

from . import twin
from .positions import Game, all_cards, log_of, random_game, verify_log

#: The numbers of players of each mode. `make soak` plays all of them.
PLAYERS: dict[Mode, range] = {"identity": range(4, 11), "nation": range(2, 11), "realm": range(5, 11)}


def change_of_distance(state: HeroesState, seat: int) -> int:
    """Return how far the starter's mounts and skills change the distances that a seat sees."""
    character = state.seats[seat]
    is_shown = state.mode != "nation" or character.shown
    mounts = sum(state.table.cards[card].kind.distance or 0 for _, card in character.equipment)
    return mounts - (is_shown and "rider" in character.heroes)


def check_state(state: HeroesState) -> None:
    """Assert that the cards are conserved, and that the twin agrees on distances, ranges, formations and the end."""
    assert all_cards(state) == list(range(52 + (state.mode == "realm")))
    count, dead = len(state.seats), {n for n, seat in enumerate(state.seats) if not seat.alive}
    if any(not seat.heroes for seat in state.seats):
        return
    out = {n: change_of_distance(state, n) for n in range(count)}
    inward = dict.fromkeys(range(count), 0)
    for a in state.living:
        for b in state.living:
            if a != b:
                assert distance_between(state, a, b) == twin.distance(a, b, dead, count, out, inward)
                if twin.in_range(a, b, dead, count, out, inward, attack_range(state, a)):
                    assert can_reach(state, a, b)
        factions = [state.table.heroes[seat.heroes[0]].faction for seat in state.seats]
        assert set(sieges(state.living, factions, a)) == twin.sieges(factions, dead, a)
    alive = [seat.alive for seat in state.seats]
    camps = [seat.camp for seat in state.seats]
    expected = {
        "identity": lambda: twin.identity_winners(camps, alive),
        "nation": lambda: twin.nation_winners(camps, alive),
        "realm": lambda: twin.realm_winners(alive, seal_owner(state)),
    }[state.mode]()
    outcome = outcome_of(state)
    assert (None if outcome is None else set(outcome.winners)) == expected


def play_checked(mode: Mode, players: int, seed: int, often: int, policy: str = "random") -> Game:
    """Return a game with every so-many-th state checked."""
    played = random_game(players, seed, mode, policy)
    for state in (*played.states[::often], played.state):
        check_state(state)
    outcome = played.state.outcome
    assert outcome is not None
    if not outcome.winners:
        assert outcome.by in ("rounds", "no-seal", "nobody-left")
    return played


@pytest.mark.parametrize(("mode", "players"), [("identity", 7), ("nation", 5), ("realm", 5)])
def test_a_game_ends_and_conserves_its_cards(mode: Mode, players: int) -> None:
    play_checked(mode, players, players, 20)


def test_the_first_seat_always_has_a_legal_target_or_none() -> None:
    """The targets of a strike are those that can be reached, as long as one may strike."""
    for state in random_game(5, 4, "realm").states[1:]:
        if state.ask is not None and state.ask.kind == "play":
            seat = state.ask.seat
            reached = {(n,) for n in state.living if n != seat and can_reach(state, seat, n)}
            strikes = {turn.targets for turn in GAME.legal_turns(state) if turn.names == ("strike",)}
            assert strikes in (reached, set())


@pytest.mark.soak
@pytest.mark.parametrize("mode", ["identity", "nation", "realm"])
@pytest.mark.parametrize("policy", ["random", "hasty", "careful"])
def test_a_thousand_games_of_each_mode_end(mode: Mode, policy: str) -> None:
    """With a winner or a declared draw, at every number of players, with all cards in every state that is checked."""
    players = PLAYERS[mode]
    ends: Counter[str] = Counter()
    rounds: list[int] = []
    for seed in range(1000):
        played = play_checked(mode, players[seed % len(players)], seed, 40, policy)
        end = played.state
        assert verify_log(log_of(played)).outcome == end.outcome is not None
        ends[end.outcome.by] += 1
        rounds.append(end.round)
    print(mode, policy, dict(ends), f"rounds: {sum(rounds) / len(rounds):.1f} on average, {max(rounds)} at most")
    assert sum(ends.values()) == 1000
    if policy == "careful":
        assert ends["rounds"] <= 10, "few games reach the cap of rounds"
