"""Policies and the study `simulate`."""

from __future__ import annotations

import random

import pytest

from cardgen.engines.effects.world import Card, Player, Zone
from cardgen.engines.studies import Run
from cardgen.games.heroes.policies import feelings
from cardgen.games.heroes.simulation import Settings, describe, summarise, trial
from cardgen.games.heroes.state import HeroesState
from cardgen.games.heroes.turn_game import GAME

from .positions import new_game, play, position, standard

#: The charts of cards: how often each is played, won with, left in hands.
CARDS = ["cards-played", "cards-won", "cards-idle"]

careful_turn = GAME.policies()["careful"]


def hidden_changed(state: HeroesState, seat: int) -> HeroesState:
    """Return a state that looks the same to a seat: identities and hands of others that it cannot see are swapped.

    Everybody sees who has no hand: the hand of such a seat is not swapped.
    """
    others = [n for n in state.living if n != seat and state.seats[n].camp != "lord" and state.seats[n].hand]
    a, b = (others[0], others[-1]) if others else (seat, seat)
    world = state.before.copy()
    for one, other in ((a, b), (b, a)):
        world.store(Player(one), "camp", state.seats[other].camp)
        for card in state.seats[other].hand:
            world.put(Card(card), Zone("hand", one))
    return GAME.resume(state, world, state.answers)


def test_a_careful_player_does_not_see_hidden_identities_or_hands() -> None:
    state, chance = new_game(6, 2, standard()), random.Random(2)
    compared = 0
    while not state.over:
        turn = careful_turn(state, random.Random(3))
        kind = state.ask.kind if state.ask else ""
        if kind in ("play", "discard") and len(state.living) > 3:
            assert careful_turn(hidden_changed(state, turn.seat), random.Random(3)) == turn
            compared += 1
        state = GAME.apply(state, careful_turn(state, chance))
    assert compared > 50


def test_careful_players_do_not_draw_the_same_two_cards_for_ever() -> None:
    state = position(["scout"] * 5, {0: "HA CA"})
    assert careful_turn(state, random.Random(1)).names == ("supplies",)
    few = position(["scout"] * 5, {0: "HA CA"}, left=2)
    assert careful_turn(few, random.Random(1)).verb == "end"


def test_careful_players_keep_strikes_for_the_next_turn() -> None:
    state = play(position(["scout"] * 5, {0: "H3 H2 D2 D3 S2 S3"}, mode="realm", turn=0, hp={0: 2}), "0 end")
    while state.ask is not None and state.ask.kind == "discard":
        state = GAME.apply(state, careful_turn(state, random.Random(1)))
    kept = {state.table.cards[card].kind.card for card in state.seats[0].hand}
    assert "strike" in kept


@pytest.mark.parametrize("camp", ["spy", "rebel"])
def test_the_last_two_players_attack_each_other(camp: str) -> None:
    state = position(["scout"] * 2, {0: "S7", 1: "S8"}, camps=["lord", camp])
    assert careful_turn(state, random.Random(1)).targets == (1,)


def test_careful_players_know_friend_and_foe() -> None:
    state = position(["scout"] * 5, {1: "S7"}, turn=1)
    assert feelings(state, 1)[0] == -9  # a rebel and the lord
    struck = play(state, "1 use S7 strike > 0")
    assert feelings(struck, 0)[1] < 0 == feelings(struck, 0)[2]
    assert feelings(struck, 3)[0] > 0 > feelings(struck, 3)[1]
    war = position(["rider+herder", "rider+herder", "scout+raider"], mode="nation")
    assert feelings(war, 0) == {1: 1, 2: -2}
    realm = position(["scout"] * 5, mode="realm", ally={0: 1, 1: 0}, equipment={2: "SEAL"})
    assert feelings(realm, 0) == {1: 1, 2: -2, 3: -1, 4: -1}


def test_settings_are_checked() -> None:
    assert describe(Settings(rules=standard()))["en"] == "Standard, identity, 5 players, careful"
    for wrong in ({"players": 3}, {"mode": "realm", "players": 4}, {"policy": "bold"}, {"seats": 4}):
        with pytest.raises(ValueError, match=r"players|policy|seats|needs"):
            Settings.model_validate({"rules": standard(), **wrong})


def test_the_summary_counts_wins_by_identity_seat_and_hero() -> None:
    camps = ["lord", "loyalist", "rebel", "spy"]
    heroes = ["rider", "scout", "rider", "diver"]
    cards = {"strike": [[2, 0, 0, 0], [0, 0, 1, 0]], "dodge": [[0, 0, 1, 0], [0, 0, 0, 0]]}
    both = {"camps": camps, "heroes": heroes, "policies": ["careful"] * 4, "cards": cards}
    lord = {"by": "rebels-and-spies-dead", "rounds": 4, "winners": [0, 1], **both}
    rebel = {"by": "lord-dead", "rounds": 12, "winners": [2], **both}
    settings = Settings(rules=standard(), players=4)
    summary = summarise([Run(settings, [lord, lord, lord, rebel], 4)])
    assert summary.sentences[0]["en"].startswith(
        "4 games: the lord's side wins 75.0% (30.1–95.4%), the rebels win 25.0%"
    )
    charts = {chart.id: chart for chart in summary.charts}
    assert list(charts) == ["ends", "camps", "seats", "heroes", "lengths", *CARDS]
    figures = {
        name: {
            label["en"]: estimate.value
            for label, estimate in zip(chart.labels, chart.series[0].estimates, strict=True)
            if estimate is not None
        }
        for name, chart in charts.items()
    }
    assert figures["camps"] == {"lord": 0.75, "loyalist": 0.75, "rebel": 0.25, "spy": 0}
    assert figures["seats"] == {"1": 0.75, "2": 0.75, "3": 0.25, "4": 0}
    assert figures["heroes"] == {"Rider": 0.5, "Scout": 0.75, "Diver": 0}
    assert figures["lengths"]["up to 5"] == 0.75
    assert [figures[name]["Strike"] for name in CARDS] == [2, 0.75, 1]
    assert all(
        estimate.low <= estimate.value <= estimate.high for estimate in charts["camps"].series[0].estimates if estimate
    )


def test_modes_and_numbers_of_players_are_compared() -> None:
    runs = []
    for mode, players in (("identity", 4), ("nation", 5), ("realm", 5)):
        settings = Settings(rules=standard(), mode=mode, players=players, policy="random")  # type: ignore[arg-type]
        runs.append(Run(settings, [trial(settings, 0)], 1))
    summary = summarise(runs)
    assert len(summary.names) == 3
    assert summary.common[0]["en"] == "Standard"
    ends = next(chart for chart in summary.charts if chart.id == "ends")
    assert [series.name["en"] for series in ends.series] == [name["en"] for name in summary.names]


def test_policies_are_matched_in_every_seat() -> None:
    settings = Settings(rules=standard(), players=4, policy="careful+random")
    results = [trial(settings, number) for number in range(4)]
    for played in ("strike", "dodge", "peach"):
        assert sum(sum(result["cards"][played][0]) for result in results)
    assert "jade-seal" not in results[0]["cards"]
    assert [result["policies"][0] for result in results] == ["careful", "random"] * 2
    assert describe(settings)["en"].endswith("careful + random")
    chart = summarise([Run(settings, results, 4)]).charts[0]
    assert (chart.id, [label["en"] for label in chart.labels]) == ("policies", ["careful", "random"])
    won = [
        sum(seat in result["winners"] for result in results for seat in range(4) if result["policies"][seat] == name)
        for name in ("careful", "random")
    ]
    assert [estimate and estimate.value for estimate in chart.series[0].estimates] == [count / 8 for count in won]
    with pytest.raises(ValueError, match="bold"):
        Settings(rules=standard(), policy="careful+bold")


def test_factions_and_ambitionists_have_bars_of_their_own() -> None:
    game = {"by": "one-camp", "rounds": 3, "camps": ["han", "ambition:1"], "heroes": ["scout", "pike"], "cards": {}}
    game |= {"policies": ["careful", "careful"], "winners": [0]}
    settings = Settings(rules=standard(), mode="nation", players=2)
    charts = {chart.id: chart for chart in summarise([Run(settings, [game, game], 2)]).charts}
    assert [label["en"] for label in charts["camps"].labels] == ["Han", "ambitionist"]
