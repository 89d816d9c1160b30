"""The study of hands: sampled hands compared with their odds, counted ones with plain enumeration."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, sqrt
from typing import Any

import pytest
from pydantic import ValidationError

from cardgen.engines.studies import Chart, Estimate, Run
from cardgen.games.block_killer import statistics as study
from cardgen.games.block_killer.cards import BLOCK_COPIES, GARBAGE_COPIES
from cardgen.games.block_killer.copies import COPIES
from cardgen.games.block_killer.notation import Hand, parse_hand
from cardgen.games.block_killer.policies import at_random
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.statistics import figures, hands
from cardgen.games.block_killer.statistics.hands import deal
from cardgen.games.block_killer.statistics.sentences import widened, write_sentences
from cardgen.games.block_killer.statistics.settings import Settings, describe
from cardgen.games.block_killer.statistics.tally import HandTally, tally
from tests.cases import for_cases
from tests.games.block_killer.enumeration import best_value
from tests.games.block_killer.playing import more_of
from tests.games.block_killer.rulesets import NO_MERCY, STANDARD, changed


def settings_of(hand: str = "opening", rules: BlockKillerRules = STANDARD, **others: Any) -> Settings:
    return Settings(rules=rules, hand=hand, **others)


@cache
def all_trials(settings: Settings) -> list[dict[str, Any]]:
    count = study.trial_count(settings)
    assert count is not None
    return [study.trial(settings, number) for number in range(count)]


def sure(estimate: Estimate | None) -> Estimate:
    assert estimate is not None
    return estimate


def result(hand: str, attack: int, at_most: int | None = None, **others: Any) -> dict[str, Any]:
    """Return a made-up result of a trial."""
    fields = {"hand": hand, "attack": attack, "at_most": attack if at_most is None else at_most}
    return fields | {"spins": 0, "quads": 0, "discarded": 0, "blocks": 1} | others


# ---------------------------------------------------------------- hands


def test_opening_hands_have_cards_as_often_as_expected() -> None:
    settings, trials = settings_of(), 4000
    hands = [deal(settings, number).hand for number in range(trials)]
    assert {(len(hand.blocks), len(hand.garbage)) for hand in hands} == {(4, 4)}
    for card, copies, cards in (("T", 12, 90), ("M", 6, 90), ("1-0", 10, 111), ("x", 8, 111)):
        held = Counter((hand.blocks + hand.garbage).count(card) for hand in hands)
        for count in range(3):
            odds = comb(copies, count) * comb(cards - copies, 4 - count) / comb(cards, 4)
            assert abs(held[count] / trials - odds) < 4 * sqrt(odds * (1 - odds) / trials), card


def test_seed_and_number_decide_a_hand_under_any_rules() -> None:
    first = [deal(settings_of(), number).hand for number in range(5)]
    assert [deal(settings_of(rules=NO_MERCY), number).hand for number in reversed(range(5))] == first[::-1]
    assert [deal(settings_of(seed=2), number).hand for number in range(5)] != first
    assert len(set(first)) == 5


@pytest.mark.parametrize(("hand", "count"), [("1/1", 128), ("2/1", 576), ("1/2", 1088), ("2/2", 4896), ("0/3", 816)])
def test_few_hands_are_all_tried_each_with_the_ways_to_draw_it(hand: str, count: int) -> None:
    settings = settings_of(hand)
    assert study.trial_count(settings) == count
    blocks, garbage = map(int, hand.split("/"))
    expected = {}
    for first in combinations_with_replacement("ZSJLTOIM", blocks):
        for second in combinations_with_replacement(GARBAGE_COPIES, garbage):
            ways = [comb(BLOCK_COPIES[card], first.count(card)) for card in set(first)]
            ways += [comb(GARBAGE_COPIES[card], second.count(card)) for card in set(second)]
            expected[Hand(first, second)] = weight = 1
            for way in ways:
                weight *= way
            expected[Hand(first, second)] = weight
    weights = {dealt.hand: dealt.weight for dealt in (deal(settings, number) for number in range(count))}
    assert weights == {hand: weight for hand, weight in expected.items() if weight}
    assert sum(weights.values()) == comb(90, blocks) * comb(111, garbage)
    with pytest.raises(ValueError, match="trial"):
        deal(settings, count)


def test_many_hands_are_sampled() -> None:
    for hand in ("opening", "typical", "3/4", "7/12"):
        assert study.trial_count(settings_of(hand)) is None


def test_a_card_with_one_copy_is_not_in_a_hand_twice() -> None:
    settings = settings_of("2/1", copies=more_of("M", -5))
    assert study.trial_count(settings) == 576 - 16
    assert all(deal(settings, number).hand.blocks != ("M", "M") for number in range(560))


@pytest.mark.full
def test_a_typical_hand_is_a_hand_before_a_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "POLICY", at_random)  # which is quick
    settings = settings_of("typical")
    seen = []
    for number in range(40):
        seed = int(random.Random(f"1/hands/{number}").random() * 2**53)
        turns = [Counter(hand.blocks + hand.garbage) for hand in hands.hands_of_game(STANDARD, seed)]
        held = deal(settings, number).hand
        seen.append(turns.index(Counter(held.blocks + held.garbage)) / len(turns))
    # Any turn may be the one: early, in the middle, late.
    assert min(seen) < 0.2
    assert max(seen) > 0.8
    assert 0.35 < sum(seen) / len(seen) < 0.65


def test_hands_are_those_of_whole_games(monkeypatch: pytest.MonkeyPatch) -> None:
    game = list(hands.hands_of_game(STANDARD, 5))
    assert 10 < len(game) < hands.MOST_PLAYS
    assert (len(game[0].blocks), len(game[0].garbage)) == (5, 5)  # the deal and a draw
    assert {len(hand.blocks) for hand in game} <= set(range(8))
    assert max(len(hand.garbage) for hand in game) <= 12
    monkeypatch.setattr(hands, "MOST_PLAYS", 7)
    assert list(hands.hands_of_game(STANDARD, 5)) == game[:7]


def test_a_game_without_plays_has_an_empty_hand() -> None:
    rules = changed(STANDARD, deal={"garbage": 12}, two_blocks={"from_garbage": 100})
    settings = settings_of("typical", rules)
    assert deal(settings, 0).hand == Hand((), ())
    assert study.trial(settings, 0)["attack"] == 0


# ---------------------------------------------------------------- settings


@for_cases(
    ("fields", "message"),
    [
        ({"hand": "many"}, "'many' given, expected opening, typical"),
        ({"hand": "3-4"}, "'3-4' given, expected"),
        ({"hand": "8/1"}, "solver searches 7 and 12"),
        ({"hand": "1/13"}, "solver searches 7 and 12"),
        (
            {"hand": "typical", "copies": tuple((card, 1) for card, _ in COPIES)},
            "16 block cards and 16 garbage cards are needed, but the decks have 8",
        ),
        ({"hand": "typical", "rules": changed(STANDARD, most_blocks=7)}, "up to 9 block"),
        ({"copies": COPIES[1:]}, "every card once"),
        ({"copies": (*COPIES, ("T", 1))}, "every card once"),
        ({"copies": more_of("T", -13)}, "greater than or equal to 0"),
        ({"copies": 7}, "valid tuple"),
        ({"copies": tuple((card, 0) for card, _ in COPIES)}, "the decks have 0 and 0"),
        ({"budget": 0}, "greater than or equal to 1"),
        ({"seed": -1}, "greater than or equal to 0"),
        ({"hands": 3}, "Extra inputs"),
    ],
)
def test_impossible_settings_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Settings(**{"rules": STANDARD, **fields})


def test_settings_survive_json_and_equal_decks_are_equal() -> None:
    settings = settings_of("3/4", NO_MERCY, seed=5, budget=9, values=False, copies=more_of("1-0", 2))
    assert Settings.model_validate_json(settings.model_dump_json()) == settings
    assert Settings.model_validate(json.loads(settings.model_dump_json())) == settings
    shuffled = dict(reversed(settings.copies))
    assert hash(Settings.model_validate({**settings.model_dump(), "copies": shuffled})) == hash(settings)


def test_runs_have_different_names() -> None:
    every = [
        settings_of(),
        settings_of(rules=NO_MERCY),
        settings_of("typical"),
        settings_of("3/4"),
        settings_of(seed=2),
        settings_of(budget=7),
        settings_of(copies=more_of("T", 1)),
        settings_of(copies=more_of("T", 2)),
    ]
    for lang in ("zh", "en"):
        assert len({describe(settings)[lang] for settings in every}) == len(every)
    assert describe(settings_of("3/4", copies=more_of("T", 1)))["en"] == (
        "Standard, hands of 3 block and 4 garbage cards, 13 × T"
    )


# ---------------------------------------------------------------- trials


def test_the_value_of_a_card_computed_by_hand() -> None:
    """Two I and a row with a hole four wide, No Mercy: one I lies down in the hole, a line worth 1.

    The other I, alone, does nothing: without one I the line is made all the same; without the row there is none.
    """
    settings = settings_of("2/1", NO_MERCY)
    number = next(n for n in range(576) if deal(settings, n).hand == parse_hand("II / 4-3"))
    assert study.trial(settings, number) == {
        "hand": "II / 4-3",
        "attack": 1,
        "at_most": 1,
        "spins": 0,
        "quads": 0,
        "discarded": 1,
        "blocks": 1,
        "without": {"I": [1, 1], "4-3": [0, 0]},
        "weight": comb(12, 2) * 10,
    }


def test_a_trial_without_values_is_the_same_without_them() -> None:
    short = study.trial(settings_of("2/2", values=False), 1000)
    long = study.trial(settings_of("2/2"), 1000)
    del long["without"]
    assert short == long


def test_the_best_attack_is_never_below_that_without_a_card() -> None:
    """With too small a budget, the search of the smaller hand may find a play that the search of the hand did not."""
    settings = settings_of("4/5", budget=400)
    for number in range(12):
        tried = study.trial(settings, number)
        for less, at_most in tried["without"].values():
            assert less <= tried["attack"]
            assert less <= at_most <= tried["at_most"]


def test_a_hand_without_plays_has_the_attack_0() -> None:
    rules = changed(STANDARD, play={"least_garbage": 3})
    tried = study.trial(settings_of("2/2", rules), 0)
    assert (tried["attack"], tried["at_most"], tried["blocks"]) == (0, 0, 0)
    assert study.trial(settings_of("0/2"), 0)["without"] == {"1-0": [0, 0]}


# ---------------------------------------------------------------- counted figures


@pytest.mark.parametrize("rules", [STANDARD, NO_MERCY], ids=["standard", "no-mercy"])
def test_counted_figures_are_those_of_plain_enumeration(rules: BlockKillerRules) -> None:
    """Try every pair of a block and a garbage card with the reference of the solver, and weight them one by one."""
    worth: Counter[int] = Counter()
    for (block, many), (garbage, times) in product(BLOCK_COPIES.items(), GARBAGE_COPIES.items()):
        value = best_value(Hand((block,), (garbage,)), rules)
        assert value is not None
        worth[value[0]] += many * times
    counted = tally(settings_of("1/1", rules), all_trials(settings_of("1/1", rules)))
    mean = sum(attack * weight for attack, weight in worth.items()) / (90 * 111)
    assert figures.mean_attack(counted) == Estimate(mean, mean, mean, 128)
    for attack in range(4):
        share = worth[attack] / (90 * 111)
        assert figures.share_of_attacks(counted, attack.__eq__) == Estimate(share, share, share, 128)


def test_the_value_of_a_card_is_that_of_plain_enumeration() -> None:
    """No Mercy, one block and one garbage card: without either there is no attack, so all is lost."""
    counted = tally(settings_of("1/1", NO_MERCY), all_trials(settings_of("1/1", NO_MERCY)))
    for block in "ZIOM":
        parts = [(best_value(Hand((block,), (garbage,)), NO_MERCY), times) for garbage, times in GARBAGE_COPIES.items()]
        expected = sum(value[0] * times for value, times in parts if value) / 111
        value = figures.card_value(counted, block)
        assert value is not None
        assert (value.value, value.low, value.high) == (expected,) * 3
        assert value.samples == 16
    assert figures.card_value(counted, "Z") != figures.card_value(counted, "O")


@pytest.mark.parametrize(("card", "more"), [("3-1", 1), ("T", -1), ("x", 1), ("M", -1)])
def test_reweighted_hands_are_those_of_the_changed_deck(card: str, more: int) -> None:
    settings = settings_of("1/2", NO_MERCY, values=False)
    now, then = (
        tally(study_settings, all_trials(study_settings))
        for study_settings in (settings, settings.model_copy(update={"copies": more_of(card, more)}))
    )
    old, new = sure(figures.mean_attack(now)), sure(figures.mean_attack(then))
    change = sure(figures.copy_change(now, card, more))
    assert change.low == change.value == change.high
    assert abs(change.value - (new.value - old.value)) < 1e-12
    assert abs(change.value) > 1e-6


def test_a_part_of_all_hands_has_no_figures() -> None:
    settings = settings_of("1/1")
    part = tally(settings, all_trials(settings)[:-1])
    assert figures.mean_attack(part) is None
    assert figures.share_proven(part) is None
    assert figures.card_value(part, "T") is None
    assert figures.copy_change(part, "T", 1) is None
    summary = study.summarise([Run(settings, all_trials(settings)[:-1], 127)])
    assert summary.charts == []
    assert [text["en"] for text in summary.sentences] == [
        "Standard, hands of 1 block and 1 garbage card: 127 of 128 hands tried; a conclusion needs all of them."
    ]


def test_unproven_hands_widen_the_bounds() -> None:
    settings = settings_of("1/1", NO_MERCY)
    results = all_trials(settings)
    open_one = next(entry for entry in results if entry["hand"] == "I / 4-3")
    open_one["at_most"] = 3
    open_one["without"] = {"I": [0, 1], "4-3": [0, 0]}
    counted = tally(settings, results)
    weight, total = 12 * 10, 90 * 111
    mean = figures.mean_attack(counted)
    assert mean is not None
    assert mean.low == mean.value
    assert mean.high == pytest.approx(mean.value + 2 * weight / total)
    ones = figures.share_of_attacks(counted, (1).__eq__)
    assert ones is not None
    assert ones.low == pytest.approx(ones.value - weight / total)
    assert ones.high == ones.value
    value = figures.card_value(counted, "I")
    assert value is not None
    assert value.low == pytest.approx(value.value - 10 / 111)
    assert value.high == pytest.approx(value.value + 2 * 10 / 111)
    change = figures.copy_change(counted, "4-3", 1)
    assert change is not None
    assert change.low == change.value < change.high


# ---------------------------------------------------------------- sampled figures


def test_reweighted_samples_have_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_of("1/2", NO_MERCY, values=False)
    counted = tally(settings, all_trials(settings))
    monkeypatch.setattr(hands, "MOST_DISTINCT", 0)
    sampled = tally(settings, [study.trial(settings, number) for number in range(1500)])
    mean, true = sure(figures.mean_attack(sampled)), sure(figures.mean_attack(counted))
    assert mean.low < true.value < mean.high
    held = 0
    cards = [*BLOCK_COPIES, *GARBAGE_COPIES]
    for card, more in product(cards, (1, -1)):
        change, right = (sure(figures.copy_change(counts, card, more)) for counts in (sampled, counted))
        assert change.low < change.value < change.high
        assert change.high - change.low < 0.02
        held += change.low <= right.value <= change.high
    assert held >= 0.85 * 2 * len(cards)  # 95 of 100, and those of one sample hang together


def test_a_deck_with_hands_that_were_never_dealt_has_no_figure() -> None:
    few = tuple((card, 1 if card == "T" else count) for card, count in COPIES)
    results = [result("TZ / 1-0", 1), result("ZZ / 1-0", 0)] * 40
    some = tally(settings_of("3/4", copies=few), results)
    assert figures.copy_change(some, "T", 1) is None  # two T were never dealt
    assert figures.copy_change(some, "T", -1) is not None
    assert figures.copy_change(some, "Z", 1) is not None
    none = tuple((card, 0 if card == "T" else count) for card, count in COPIES)
    assert figures.copy_change(tally(settings_of("3/4", copies=none), results), "T", -1) is None
    assert figures.copy_change(tally(settings_of("typical"), results), "T", 1) is None


def test_few_or_equal_hands_do_not_give_exact_figures() -> None:
    settings = settings_of("3/4", values=False)
    assert figures.mean_attack(tally(settings, [result("TZI / 1-0", 2)] * 29)) is None
    alike = figures.mean_attack(tally(settings, [result("TZI / 1-0", 2, 5)] * 30))
    assert alike is not None
    assert alike.low < 2 < alike.high


def test_shares_and_the_mean_gap() -> None:
    settings = settings_of("3/4")
    results = [result("TZI / 1-0", 0, 2)] * 25 + [result("TZI / 1-0", 4, spins=2, quads=1)] * 75
    counted = tally(settings, results)
    none = sure(figures.share_of_attacks(counted, (0).__eq__))
    spins = sure(figures.share_with(counted, counted.spins))
    proven, gap = sure(figures.share_proven(counted)), sure(figures.mean_gap(counted))
    assert (none.value, spins.value, proven.value, gap.value) == (0.25, 0.75, 0.75, 0.5)
    assert 0.15 < none.low < 0.2 < 0.3 < none.high < 0.35
    assert gap.low < 0.5 < gap.high


# ---------------------------------------------------------------- the summary


def held_or_not(drops: Mapping[str, int], times: int) -> list[dict[str, Any]]:
    """Return hands of T, Z and 1-0. Some drops of a card are one more, so that the hands differ."""
    return [
        result("TZ / 1-0", 6, without={card: [6 - drop - (number % 4 == 0), 6] for card, drop in drops.items()})
        for number in range(times)
    ]


def only(*cards: str) -> tuple[tuple[str, int], ...]:
    """Return decks with only these block cards."""
    return tuple((card, count * (card in cards or card in GARBAGE_COPIES)) for card, count in COPIES)


def english(settings: Settings, results: Iterable[Mapping[str, Any]]) -> str:
    return " ".join(text["en"] for text in write_sentences([tally(settings, results)]))


def test_a_card_is_the_most_valuable_only_if_the_difference_is_significant() -> None:
    hands_of = settings_of("3/4", copies=only("T", "Z"))
    assert "most valuable block card is T: without one" in english(hands_of, held_or_not({"T": 4, "Z": 1}, 100))
    assert "block card is Z or T; these hands do not show" in english(hands_of, held_or_not({"T": 2, "Z": 2}, 100))
    assert "most valuable garbage" not in english(hands_of, held_or_not({"T": 2, "Z": 2, "1-0": 1}, 100))


def test_cards_that_are_worth_less_than_the_best_are_named_when_many_are_not() -> None:
    """The values of T to L are about 4, without a significant difference; those of M and O are significantly less."""
    drops = {"T": 4, "Z": 4, "S": 4, "I": 4, "L": 4, "O": 1, "M": 0}
    results = [
        result("TZSILOM / 1-0", 6, without={card: [6 - drop - (n % 4 == 0), 6] for card, drop in drops.items()})
        for n in range(100)
    ]
    text = english(settings_of("7/4", copies=only(*drops)), results)
    assert "Of the block cards, O and M are worth less than " in text
    assert "the other values show no clear difference." in text
    text = english(settings_of("7/4"), results)
    assert "Some block cards are in too few of these hands to compare" in text  # J was never held
    assert "worth less" not in text


def test_a_card_changes_the_mean_only_if_it_is_significant() -> None:
    settings = settings_of("3/4", values=False)
    clear = [result("TZZ / 1-0", 5), result("ZZZ / 1-0", 1), result("TTZ / 1-0", 9)] * 100
    text = english(settings, clear)
    assert "One more copy of T (+" in text
    assert "one more copy of Z (−" in text
    few = [result("TZZ / 1-0", attack) for attack in (5, 1, 2)] + [result("ZZZ / 1-0", attack) for attack in (4, 1, 2)]
    assert "do not show whether one more copy" in english(settings, few * 10)


def test_hands_without_attack_have_no_valuable_card() -> None:
    """Standard, one block and one garbage card: a single line is worth nothing."""
    settings = settings_of("1/1")
    assert english(settings, all_trials(settings)) == (
        "Standard, hands of 1 block and 1 garbage card: over all 128 hands, each by its chance, the best attack is "
        "0.00 on average, every one proven. In 100.0% of hands no attack was found; 0.0% have a spin in their best "
        "play, 0.0% a clear of 4 lines or more. One more copy of any card does not change the mean best attack."
    )


def test_cards_with_exactly_the_same_value_are_named_together() -> None:
    settings = settings_of("1/2", NO_MERCY)
    text = english(settings, all_trials(settings))
    assert "The most valuable block cards are J and L, with equal values: without one" in text
    assert "The most valuable garbage card is 2-2: without one" in text


def test_runs_are_different_only_if_their_intervals_do_not_overlap() -> None:
    low = [result("TZZ / 1-0", attack) for attack in (1, 2, 3)] * 30
    high = [result("TZZ / 1-0", attack) for attack in (6, 7, 8)] * 30
    near = [result("TZZ / 1-0", attack) for attack in (1, 2, 4)] * 30
    settings = [settings_of("3/4"), settings_of("3/4", NO_MERCY), settings_of("3/4", copies=more_of("T", 1))]
    text = [
        text["en"]
        for text in write_sentences(
            [tally(one, results) for one, results in zip(settings, (low, high, near), strict=True)]
        )
        if text["en"].startswith("Compared")
    ]
    assert text[0].endswith("is higher: 7.00 against 2.00.")
    assert text[1].endswith("is not clearly different.")


def test_intervals_of_many_cards_are_wider_together() -> None:
    sampled, counted = HandTally(settings_of()), HandTally(settings_of("1/1"))
    estimate = Estimate(2.0, 1.0, 4.0, 50)
    wide = widened(estimate, sampled, 24)
    z = 3.5293  # of 1 - 0.005 / 24
    assert wide.low == pytest.approx(2 - z / 1.96, abs=1e-3)
    assert wide.high == pytest.approx(2 + 2 * z / 1.96, abs=2e-3)
    assert widened(estimate, counted, 24) == estimate


def charts_of(runs: list[Run]) -> dict[str, Chart]:
    return {chart.id: chart for chart in study.summarise(runs).charts}


def test_the_summary_compares_runs() -> None:
    runs = [Run(made, all_trials(made), 128) for made in (settings_of("1/1"), settings_of("1/1", NO_MERCY))]
    charts = charts_of(runs)
    assert list(charts) == [
        *("best-attack", "best-plays", "means", "block-values", "garbage-values"),
        *("one-more-block", "one-more-garbage", "one-fewer-block", "one-fewer-garbage"),
    ]
    for chart in charts.values():
        assert [dict(series.name) for series in chart.series] == [
            {"zh": "标准规则", "en": "Standard"},
            {"zh": "毫不留情", "en": "No Mercy"},
        ]
        assert all(len(series.estimates) == len(chart.labels) for series in chart.series)
        assert {*chart.title, *chart.note, *chart.label_title, *chart.value_title} == {"zh", "en"}
    assert [label["en"] for label in charts["block-values"].labels] == list("ZSJLTOIM")
    shares = charts["best-attack"].series[1].estimates
    assert sum(estimate.value for estimate in shares if estimate) == pytest.approx(1)
    assert charts["best-attack"].unit == "%"
    counted = tally(runs[1].settings, runs[1].results)
    for deck, cards in (("block", BLOCK_COPIES), ("garbage", GARBAGE_COPIES)):
        values = [figures.card_value(counted, card) for card in cards]
        assert charts[f"{deck}-values"].series[1].estimates == values
        for name, more in (("more", 1), ("fewer", -1)):
            changes = [figures.copy_change(counted, card, more) for card in cards]
            assert charts[f"one-{name}-{deck}"].series[1].estimates == changes


def test_charts_without_figures_are_left_out() -> None:
    settings = settings_of("typical", values=False)
    results = [result("TZZ / 1-0", attack) for attack in (1, 2, 3)] * 30
    assert list(charts_of([Run(settings, results, 90)])) == ["best-attack", "best-plays", "means"]
    nothing = study.summarise([])
    assert (nothing.sentences, nothing.charts) == ([], [])


def test_a_tally_does_not_grow_with_the_hands() -> None:
    def results(times: int) -> Iterable[dict[str, Any]]:
        for number in range(times):
            yield result("TZ / 1-0 x", number % 7, number % 7 + number % 3, without={"T": [number % 7 // 2, 9]})

    def entries(kept: HandTally) -> int:
        return len(kept.attacks) + sum(map(len, kept.drops.values())) + len(kept.blocks) + len(kept.by_card)

    settings = settings_of("3/4")
    assert entries(tally(settings, results(5000))) == entries(tally(settings, results(500)))
