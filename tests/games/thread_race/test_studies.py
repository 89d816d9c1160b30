"""Views, policies and studies."""

from __future__ import annotations

import random
from typing import Any

import pytest
from pydantic import ValidationError

from cardgen.engines.studies import Run
from cardgen.games.thread_race.policies import POLICIES, racer
from cardgen.games.thread_race.solver import FastestOrder
from cardgen.games.thread_race.studies import simulate, stats
from cardgen.games.thread_race.turn_game import GAME
from cardgen.games.thread_race.views import HIDDEN
from tests.cases import for_cases
from tests.games.thread_race.decks import DECKS, with_card
from tests.games.thread_race.fields import card, idle
from tests.games.thread_race.playing import apply, legal, seats
from tests.games.thread_race.rulesets import BRIEF, FULL, changed
from tests.games.thread_race.starter import starter_deck
from tests.games.thread_race.test_game import deck, game, plain_deck

ALL = tuple(POLICIES)


def settings_of(study: Any, **values: Any) -> Any:
    """Return settings of a study with the starter deck."""
    return study.Settings.model_validate({**study.deck_settings(DECKS), **values})


def test_a_view_hides_other_decks_and_what_lies_face_down() -> None:
    spark = card(None, {"do": "draw"}, trigger="on-flip", name="spark")
    others = deck(spark, idle(2, name="two"), idle(3, name="three"), idle(4, name="next"), idle(5, name="last"))
    state = GAME.start_game([plain_deck(5), others], 0, FULL)
    state = apply(apply(state, "up-up-up"), "down-up-up")
    assert (state.now.position.stage, state.to_move) == ("flips", 1)
    state = apply(state)
    view = GAME.view_of(state)
    assert (view.seat, view.own.deck, view.own.slots) == (0, (3, 4), seats(state)[0].slots)
    other = view.seats[1]
    assert [card.name for card in other.cards[5:]] == ["?", "two", "three", "?", "?"]
    assert [card.name for card in view.own.cards[5:]] == ["?", "two", "three", "?", "?"]
    assert [now and now.text.name for now in other.slots] == ["?", "two", "three"]
    assert other.slots[0] is not None
    assert (other.slots[0].speed, other.slots[0].text) == (None, HIDDEN)
    assert [option.turn for option in view.options] == list(GAME.legal_turns(state))
    with pytest.raises(ValueError, match="nobody"):
        GAME.view_of(_ended())


def _ended() -> Any:
    state = game(plain_deck(3), plain_deck(3))
    while state.question is not None:
        answers = legal(state)
        state = apply(state, next((answer for answer in answers if answer.startswith("away")), answers[0]))
    return state


def chosen(policy: Any, state: Any, seed: int) -> str:
    (word,) = GAME.choose(state, policy, random.Random(seed)).answer
    return str(word)


def test_the_racer_puts_cards_away_and_destroys_what_stays_longest() -> None:
    empty = apply(game(plain_deck(4)), "play-1-1")
    assert chosen(racer, empty, 1).startswith("away")
    burns = card(3, {"do": "destroy", "owner": "self"}, cost=2)
    state = game(deck(burns, idle(1, cost=1, name="dies"), idle(2, name="stays"), *plain_deck(3).cards))
    assert chosen(racer, state, 1) == "1.3"


def test_the_hinderer_lowers_others_and_the_dodger_avoids_their_speeds() -> None:
    lowers = card(5, {"do": "speed", "amount": -1, "owner": "any"})
    state = game(deck(lowers, *plain_deck(5).cards), plain_deck(5))
    assert chosen(POLICIES["hinderer"], state, 2).startswith("2.")
    own = deck(*[card(5, name="a")] * 3, card(4, name="b"), card(3, name="c"))
    state = game(own, deck(*[card(4, name="d")] * 5))
    assert chosen(POLICIES["dodger"], state, 2).startswith("play-2-")


def test_an_unknown_policy_is_named() -> None:
    with pytest.raises(ValidationError, match="snail"):
        settings_of(simulate, rules=FULL, policies=("snail",))
    with pytest.raises(ValidationError, match="players: 3 given, the game is for 2 to 2 players"):
        settings_of(simulate, rules=changed(most_players=2), players=3)


# ---------------------------------------------------------------- studies


def test_games_are_repeated_and_seats_take_turns() -> None:
    settings = settings_of(simulate, rules=FULL, policies=("racer", "random"))
    results = [simulate.trial(settings, number) for number in range(4)]
    assert sorted(result["seats"] for result in results[:2]) == [[0, 1], [1, 0]]
    assert results[2]["seats"] == results[0]["seats"]
    for result in results:
        assert result["winners"]
        assert all(0 <= skipped <= result["turns"] for skipped in result["skipped"])
        assert [len(names) <= simulate.EARLY for names in result["early"]] == [True, True]
        for winner in result["winners"]:
            assert not any(left[winner] for _, left in result["cards"].values()), "a winner's deck is empty"
        assert sum(sum(acts) for acts, _ in result["cards"].values()) > result["turns"]
    stopped = simulate.trial(settings_of(simulate, rules=FULL, most_decisions=3), 0)
    assert stopped["winners"] == []


@for_cases(("policies", "players", "count"), [(1, 3, 1), (2, 2, 2), (2, 3, 6), (4, 2, 12), (3, 4, 36)])
def test_every_policy_is_as_often_in_each_seat(policies: int, players: int, count: int) -> None:
    seatings = simulate.all_seatings(policies, players)
    assert len(set(seatings)) == len(seatings) == count
    for seat in range(players):
        taken = [seats[seat] for seats in seatings]
        assert {taken.count(policy) for policy in range(policies)} == {count // policies}


def test_a_summary_compares_runs() -> None:
    runs = []
    for rules, games in ((FULL, 12), (BRIEF, 6)):
        settings = settings_of(simulate, rules=rules, policies=("racer", "random"))
        runs.append(Run(settings, [simulate.trial(settings, number) for number in range(games)], games))
    summary = simulate.summarise(runs)
    charts = ["policies", "seats", "clashes", "early", "length", "cards-played", "cards-won", "cards-idle"]
    assert [chart.id for chart in summary.charts] == charts
    policies, _, clashes, early, length, *_ = summary.charts
    won = [estimate.value for estimate in policies.series[0].estimates if estimate is not None]
    assert sum(won) == pytest.approx(1)
    assert won[0] > won[1]
    assert [label["en"] for label in clashes.labels] == ["5", "4", "3", "2", "1"]
    assert {estimate.value for estimate in clashes.series[1].estimates if estimate is not None} == {0}
    assert any(estimate is not None and estimate.value > 0 for estimate in clashes.series[0].estimates)
    assert len(early.labels) == 12
    full, brief = (series.estimates[0] for series in length.series)
    assert full is not None
    assert brief is not None
    assert full.value > brief.value
    assert "12 games, 12 of them finished" in summary.sentences[1]["en"]
    assert "neither too short nor too long" in summary.sentences[1]["en"]  # a blank deck wins alone in turn 24
    assert [name["en"] for name in summary.names] == ["Full rules", "Brief rules"]


@pytest.mark.full
def test_random_orders_are_compared_with_the_best_one_found(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_of(stats, rules=BRIEF, width=1)
    results = [stats.trial(settings, number) for number in range(6)]
    summary = stats.summarise([Run(settings, results, 6)])
    # There is no clash in brief, and one order for each card has no interval.
    assert [chart.id for chart in summary.charts] == ["turns", "early"]
    best = stats._best(BRIEF, 1, settings.deck)
    monkeypatch.setattr(stats, "_best", lambda *_: best)  # to search by other rules takes seconds
    full = stats.summarise([Run(settings_of(stats, rules=FULL, width=1), results, 6)])
    assert [chart.id for chart in full.charts] == ["turns", "early", "clashes"]
    turns = summary.charts[0]
    assert sum(estimate.value for estimate in turns.series[0].estimates if estimate is not None) == pytest.approx(1)
    (sentence,) = summary.sentences
    assert sentence["en"].startswith("6 random orders win alone in turn ")
    assert "The fastest order found wins in turn " in sentence["en"]


def test_a_card_is_worth_the_turns_that_its_order_takes_longer_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    deck = starter_deck()
    monkeypatch.setattr(stats, "_best", lambda *_: FastestOrder(deck, (), 12, 2))
    blank = stats.blank_out(deck, "Burn")
    assert [card.effects == "" for card in blank.cards] == [card.name == "Burn" for card in deck.cards]
    assert sum(before != after for before, after in zip(deck.cards, blank.cards, strict=True)) == 2
    settings = settings_of(stats, rules=BRIEF, width=1)
    names = list(dict.fromkeys(card.name for card in deck.cards))
    at = names.index("Burn")
    results = [stats.trial(settings, number) for number in (0, at, len(names) + at)]
    assert [result["without"] for result in results] == [names[0], "Burn", "Burn"]
    saved = [result["saved"] for result in results if result["without"] == "Burn"]
    assert sum(saved) > 0  # it destroys and draws
    chart = stats.summarise([Run(settings, results, len(results))]).charts[2]
    (series,) = chart.series
    burn = series.estimates[names.index("Burn")]
    assert burn is not None
    assert burn.value == pytest.approx(sum(saved) / 2)


def test_another_deck_is_part_of_the_settings() -> None:
    assert simulate.deck_settings(DECKS) == stats.deck_settings(DECKS)
    other = stats.deck_settings(with_card("deck", "burn", speed=5))
    settings = settings_of(stats, rules=BRIEF, **other)
    assert '"speed": 5' in settings.deck
    assert stats.trial(settings, 1)["turn"] is not None
    with pytest.raises(ValueError, match="rule 1"):
        stats.deck_settings({**DECKS, "deck": DECKS["deck"][:-1]})
