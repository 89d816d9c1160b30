"""Policies choose legal turns, and the better ones win; simulations are the same on every machine."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from cardgen.base.records import replace
from cardgen.engines.studies import Run
from cardgen.games.blitz.game import DEFAULT_FACTIONS, apply, legal_turns
from cardgen.games.blitz.notation import write_turn
from cardgen.games.blitz.policies import dangers
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.simulation import Settings, deck_settings, describe, summarise, trial
from cardgen.games.blitz.state import BlitzState
from cardgen.games.blitz.turn_game import GAME
from tests.games.blitz.playing import new_game, random_game

from .comparing import LITERAL, STANDARD
from .decks import DECKS, with_card

POLICIES = GAME.policies()


def play(names: tuple[str, str], seed: int, rules: BlitzRules) -> BlitzState:
    state, chance = new_game(DEFAULT_FACTIONS[2], seed, rules), random.Random(seed)
    while state.actor is not None:
        turn = POLICIES[names[state.setup.sides[state.actor] == "german"]](state, chance)
        state = apply(state, turn)
    return state


def wins(names: tuple[str, str], rules: BlitzRules, games: int) -> int:
    """How often the first policy wins more than the second, on both sides."""
    won = 0
    for seed in range(games):
        for turned, pair in enumerate((names, names[::-1])):
            result = play(pair, seed, rules).result
            assert result is not None
            won += {"draw": 0, "allied": 1, "german": -1}[result.winner] * (-1 if turned else 1)
    return won


@pytest.mark.parametrize("name", ["planner", "greedy"])
def test_policies_win_against_random_turns(name: str) -> None:
    assert wins((name, "random"), STANDARD, 1) > 0


@pytest.mark.soak
def test_the_planner_wins_against_the_greedy_policy() -> None:
    assert wins(("planner", "greedy"), STANDARD, 100) > 40


def lengths(rules: BlitzRules, games: int) -> tuple[float, Counter[str]]:
    """Return the mean number of rounds of games between planners, and how often each side wins."""
    states = [play(("planner", "planner"), seed, rules) for seed in range(games)]
    winners = Counter(state.result.winner for state in states if state.result)
    return sum(state.round for state in states) / games, winners


@pytest.mark.full
def test_the_standard_rules_give_longer_games_than_the_literal_ones() -> None:
    assert lengths(STANDARD, 1)[0] >= 10 > lengths(LITERAL, 1)[0]


@pytest.mark.soak
def test_a_game_of_planners_is_long_enough_seldom_drawn_and_fair() -> None:
    rounds, winners = lengths(STANDARD, 1000)
    assert rounds >= 10
    assert winners["draw"] <= 150
    assert max(winners["allied"], winners["german"]) <= 550


def test_policies_know_only_their_own_hand() -> None:
    """The choice is the same whatever the other hands and the decks are."""
    last = state = new_game_after_hands()
    while last.round == 1:
        state, last = last, apply(last, legal_turns(last)[-1])
    for one in (new_game_after_hands(), state):
        compare_with_other_cards(one)


def new_game_after_hands() -> BlitzState:
    state = new_game(("us", "wm"), 3, STANDARD)
    while state.step in ("hand", "draw"):
        state = apply(state, legal_turns(state)[0])
    return state


def compare_with_other_cards(state: BlitzState) -> None:
    me = state.actor
    assert me is not None
    hidden = (*state.hands[1 - me], *state.decks[1 - me])
    hands, decks = [hidden[-8:]] * 2, [hidden[:-8]] * 2
    hands[me], decks[me] = state.hands[me], state.decks[me][::-1]
    other = replace(state, hands=tuple(map(tuple, map(sorted, hands))), decks=tuple(decks))
    for policy in POLICIES.values():
        assert policy(state, random.Random(1)) == policy(other, random.Random(1))


def test_a_side_without_enemies_in_range_is_in_no_danger() -> None:
    assert dangers(new_game(("us", "wm"), 3, STANDARD), "allied") == 0


# ---------------------------------------------------------------- the study


def settings_of(**values: Any) -> Settings:
    """Return settings with the starter decks."""
    return Settings.model_validate({"rules": STANDARD, **deck_settings(DECKS), **values})


def test_trials_share_deals_and_give_each_policy_both_sides() -> None:
    settings = settings_of(policies=("greedy", "random"))
    results = [trial(settings, number) for number in range(4)]
    assert [result["policies"] for result in results] == [[0, 1], [1, 0], [0, 1], [1, 0]]
    assert all(result["end"] in ("27a", "27c", "28a", "28b", "rounds") for result in results)
    assert trial(settings_of(players=4, policies=("random",)), 0)["policies"] == [0, 0]


def test_trials_count_what_is_played_and_left_in_hands() -> None:
    played = random_game(("us", "wm"), 7, LITERAL)
    uses, turns = GAME.card_uses(played.state), [write_turn(turn) for turn in played.turns]
    for name, (times, left) in uses.items():
        wanted = [f"{kind} {name}" for kind in ("deploy", "lay", "skill")]
        assert sum(times) == sum(turn.startswith(tuple(wanted)) for turn in turns), name
        assert left == [sum(played.state.setup.cards[n].id == name for n in hand) for hand in played.state.hands]
    result = trial(settings_of(policies=("random",)), 0)
    assert len(result["cards"]) == 19
    assert result["winners"] == [[0], [1], []][2 if result["winner"] is None else result["winner"]]
    summary = summarise([Run(settings_of(policies=("random",)), [result] * 30, 30)])
    assert [chart.id for chart in summary.charts][-3:] == ["cards-played", "cards-won", "cards-idle"]
    assert any(sentence["en"].startswith("Used most, in times a game: ") for sentence in summary.sentences)


def test_the_settings_are_checked() -> None:
    with pytest.raises(ValueError, match="greedy given twice"):
        settings_of(policies=("greedy", "greedy"))
    with pytest.raises(ValueError, match="there is no policy 'x'"):
        settings_of(policies=("x",))
    assert describe(settings_of())["en"] == "Standard, 2 players, planner"


def test_the_projects_own_decks_are_played_with() -> None:
    changed = deck_settings(with_card("rifles", "wm", attack=9))["decks"]
    assert [(faction, deck[0].attack) for faction, deck in changed] == [("us", 2), ("uk", 2), ("ss", 2), ("wm", 9)]
    settings = settings_of(policies=("random",), decks=changed)
    assert Settings.model_validate_json(settings.model_dump_json()) == settings
    assert trial(settings, 0)["turns"] > 10


def test_a_summary_has_sides_policies_ends_and_lengths() -> None:
    results = [{"policies": [0, 1], "winner": 0, "end": "27c", "rounds": 4, "turns": 80}] * 6
    cards: dict[str, Any] = {"cards": {}, "winners": []}
    results += [{"policies": [1, 0], "winner": None, "end": "28a", "rounds": 2, "turns": 40}] * 4
    results = [{**result, **cards} for result in results]
    settings = settings_of(policies=("greedy", "random"))
    summary = summarise([Run(settings, results, 10)])
    figures = {
        chart.id: [estimate and estimate.value for estimate in chart.series[0].estimates] for chart in summary.charts
    }
    assert figures["sides"] == [0.6, 0.0, 0.4]
    assert figures["policies"] == [0.6, 0.0]
    assert figures["ends"] == [0.6, 0.0, 0.4, 0.0, 0.0]
    assert figures["rounds"] == [0.0, 0.4, 0.0, 0.6]
    assert figures["length"] == [pytest.approx(3.2), 64.0]
    sentences = [sentence["en"] for sentence in summary.sentences]
    assert sentences[0].startswith("Standard, 2 players, greedy, random: of 10 games the allied side wins 60.0% (")
    assert sentences[1:] == [
        "Most often games end by a breakthrough: 60.0% (31.3–83.2%).",
        "The allied side is at an advantage.",
        "Games are too short: 3.2 (2.5–3.9) rounds on average, where at least 10 are expected.",
        "Too many games are drawn: 40.0% (16.8–68.7%), where at most 15% are expected.",
        "Not settled by so many games: whether any side wins more than 55.0%.",
    ]
    few = summarise([Run(settings, results[:2], 2), Run(settings_of(rules=LITERAL), results[:2], 2)])
    assert "Literal, planner: 2 games, too few for a conclusion." in [one["en"] for one in few.sentences]
