"""The study of whole games: seats, trials compared with an independent recount, and summaries computed by hand."""

from __future__ import annotations

import json
import sys
from collections import Counter
from itertools import pairwise
from math import comb, factorial
from types import ModuleType
from typing import Any

import pytest
from pydantic import ValidationError

from cardgen.engines.estimates import share
from cardgen.engines.studies import Chart, Result, Run
from cardgen.games.block_killer.copies import COPIES
from cardgen.games.block_killer.game import BlockKillerState, Draw, MakePlay, Pass, Turn, apply
from cardgen.games.block_killer.plays import score_play
from cardgen.games.block_killer.policies import greedy
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.games.block_killer.simulation import Settings, describe, summarise, trial, trials
from cardgen.games.block_killer.simulation.settings import assign_seats
from cardgen.games.block_killer.simulation.tally import GameTally, tally
from cardgen.games.block_killer.simulation.trials import CAUSES, CLEARS
from tests.cases import for_cases

from .playing import more_of
from .rulesets import NO_MERCY, RULESETS, STANDARD, changed

ALL = ("random", "greedy", "patient", "defensive")


def settings(rules: BlockKillerRules = STANDARD, **more: Any) -> Settings:
    return Settings(rules=rules, **{"policies": ALL, "budget": 100, "most_turns": 150, **more})


# ----------------------------------------------------------------------------------------------------------------------
# Settings and seats


def test_other_copies_are_other_games_and_the_default_copies_are_not_written() -> None:
    default, changed_decks = settings(players=3), settings(players=3, copies=more_of("x", 30))
    assert "copies" not in default.model_dump(mode="json")
    assert dict(changed_decks.model_dump(mode="json")["copies"])["x"] == 38
    for made in (default, changed_decks):
        assert Settings.model_validate_json(made.model_dump_json()) == made
    assert describe(changed_decks)["en"].endswith("defensive, 38 × x, 100 positions, at most 150 turns")
    assert describe(changed_decks)["zh"].endswith("防守，垃圾x共38张，100个局面，最多150回合")
    assert trial(default, 0) != trial(changed_decks, 0)


@for_cases(
    ("wrong", "message"),
    [
        ({"players": 7}, "players: 7 players given, the game is for 3 to 6"),
        ({"policies": ("greedi",)}, "there is no policy 'greedi'"),
        ({"copies": COPIES[1:]}, "every card once"),
        (
            {"copies": tuple((card, 1) for card, _ in COPIES)},
            "copies: 4 players are dealt 4 cards each, but the deck has only 8",
        ),
        ({"policies": ("no_such:policy",)}, "there is no policy 'no_such:policy'"),
        ({"policies": ()}, "at least 1 item"),
        ({"policies": ("greedy", "random", "greedy")}, "greedy given twice"),
        ({"budget": 0}, "greater than or equal to 1"),
        ({"most_turns": 0}, "greater than or equal to 1"),
        ({"games": 3}, "Extra inputs"),
        ({"seed": "1"}, "valid integer"),
    ],
)
def test_settings_are_strict(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError) as caught:
        settings(**wrong)
    assert message in str(caught.value)


@for_cases(("policies", "players"), [(1, 4), (2, 3), (2, 4), (3, 4), (4, 4), (3, 5), (5, 3), (4, 6)])
def test_in_a_full_cycle_every_policy_has_every_seat_and_every_neighbour_equally(policies: int, players: int) -> None:
    cycle = players * comb(policies, players % policies) * factorial(players - 1)
    line_ups = [assign_seats(policies, players, number) for number in range(cycle)]
    seats = Counter((seat, policy) for line_up in line_ups for seat, policy in enumerate(line_up))
    assert set(seats.values()) == {cycle // policies}
    assert len(seats) == players * policies
    beside = Counter(pair for line_up in line_ups for pair in pairwise((*line_up, line_up[0])))
    others = [beside[first, second] for first in range(policies) for second in range(policies) if first != second]
    assert len(set(others)) <= 1
    assert len({beside[policy, policy] for policy in range(policies)}) == 1
    for line_up in line_ups:
        counts = Counter(line_up)
        assert max(counts.values()) - min(counts.get(policy, 0) for policy in range(policies)) <= 1
    assert [assign_seats(policies, players, cycle + number) for number in range(cycle)] == line_ups


def test_games_in_a_row_rotate_one_order() -> None:
    assert [assign_seats(3, 3, number) for number in range(6)] == [
        (0, 1, 2),
        (1, 2, 0),
        (2, 0, 1),
        (0, 2, 1),
        (2, 1, 0),
        (1, 0, 2),
    ]


# ----------------------------------------------------------------------------------------------------------------------
# Trials


Log = list[tuple[BlockKillerState, Turn, BlockKillerState]]


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Log:
    """Record every turn of the games played, with the states before and after."""
    turns: Log = []

    def logged(state: BlockKillerState, turn: Turn) -> BlockKillerState:
        after = apply(state, turn)
        turns.append((state, turn, after))
        return after

    monkeypatch.setattr(trials, "apply", logged)
    return turns


def owned(state: BlockKillerState, seat: int) -> int:
    return len(state.players[seat].garbage)


def recount(log: Log) -> dict[str, Any]:
    """Compute a result from the turns alone, in another way."""
    draws = [(before, after) for before, turn, after in log if isinstance(turn, Draw)]
    attacks: Counter[int] = Counter()
    answers: Counter[str] = Counter()
    clears: Counter[str] = Counter()
    drawn = {"attack": 0, "counter": 0}
    out = []
    for place, (before, turn, after) in enumerate(log):
        turns_so_far = sum(isinstance(made, Draw) for _, made, _ in log[: place + 1])
        limit = before.rules.most_garbage
        scored = score_play(turn.play, before.rules) if isinstance(turn, MakePlay) else None
        for clear in scored.clears if scored else ():
            most = 3 if clear.spin else 4
            clears["spin " * clear.spin + str(min(most, clear.lines))] += 1
        if before.phase == "play" and scored:
            attacks[scored.attack] += 1
        if before.phase == "answer":
            assert before.attack is not None
            points, target = before.attack.points, before.attack.target
            attack, block = (scored.attack, scored.block) if scored else (0, 0)
            cleared = sum(len(scored.play.rows[row].cards) for row in scored.cleared) if scored else 0
            owes = max(0, points - block - attack)
            counter = max(0, attack - max(0, points - block))
            answers["none" if scored is None else "part" if owes else "counter" if counter else "all"] += 1
            if owes:
                drawn["attack"] += min(owes, limit + 1 - (owned(before, target) - cleared))
            if counter:
                drawn["counter"] += min(-(-counter // 2), limit + 1 - owned(before, before.turn))
        for seat in range(len(before.players)):
            if after.players[seat].out and not before.players[seat].out:
                cause = {"draw": "draw", "play": "attack"}.get(before.phase)
                if cause is None:
                    cause = "counter" if seat == before.turn else "attack"
                out.append([seat, turns_so_far, CAUSES.index(cause)])
    refills = sum(
        len(getattr(after.decks, kind)) > len(getattr(before.decks, kind))
        for before, _, after in log
        for kind in ("blocks", "garbage")
    )
    first, last = log[0][0], log[-1][2]
    return {
        "start": first.turn,
        "winner": last.winner,
        "turns": len(draws),
        "out": out,
        "over": sum(len(after.players[before.turn].blocks) > 5 for before, after in draws),
        "attacks": [attacks[points] for points in range(max(attacks, default=-1) + 1)],
        "answers": [answers[kind] for kind in ("none", "part", "all", "counter")],
        "drawn": [drawn["attack"], drawn["counter"]],
        "clears": [clears[kind] for kind in CLEARS],
        "shuffles": refills,
    }


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("rules", list(RULESETS))
def test_every_figure_of_a_game_is_that_of_a_recount(rules: str, players: int, log: Log) -> None:
    kinds = [0, 0, 0, 0]
    for number in range(3):
        log.clear()
        result = trial(settings(RULESETS[rules], players=players, budget=1_500), number)
        seats = assign_seats(4, players, number)
        assert result == {"seats": list(seats), **recount(log)}
        assert len(json.dumps(result, separators=(",", ":"))) < 300
        kinds = [before + now for before, now in zip(kinds, result["answers"], strict=True)]
        if result["winner"] is not None:
            left = set(range(players)) - {seat for seat, _, _ in result["out"]}
            assert left == {result["winner"]}
    assert min(kinds[:2]) > 0
    assert sum(kinds[2:]) > 0


@pytest.mark.soak
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("rules", list(RULESETS))
def test_many_games_with_the_default_budget_are_recounted(rules: str, players: int, log: Log) -> None:
    default = Settings(rules=RULESETS[rules], players=players, policies=ALL, seed=2)
    for number in range(12):
        log.clear()
        assert trial(default, number) == {"seats": list(assign_seats(4, players, number)), **recount(log)}


def test_attacks_too_weak_to_be_answered_are_drawn_at_once() -> None:
    proud = changed(STANDARD, defence={"answer_from": 3})
    results = [trial(settings(proud, policies=("greedy",), budget=1_500), number) for number in range(3)]
    for result in results:
        assert sum(result["answers"]) == sum(result["attacks"][3:])
        assert result["drawn"][0] >= sum(points * count for points, count in enumerate(result["attacks"][:3])) / 2
    assert sum(sum(result["attacks"][1:3]) for result in results) > 20


def test_a_game_is_stopped_after_the_most_turns() -> None:
    result = trial(settings(most_turns=7), 3)
    assert (result["winner"], result["turns"]) == (None, 7)


def test_a_policy_of_the_designers_own_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("my_policies")
    vars(module)["same"] = greedy
    monkeypatch.setitem(sys.modules, "my_policies", module)
    result, expected = (trial(settings(policies=(name,)), 1) for name in ("my_policies:same", "greedy"))
    assert result == expected


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        (Pass(), "turn 0: pass: a turn begins with a draw"),
        (None, "None is not a turn"),
        (Draw("blocks"), "draw blocks: "),
    ],
)
def test_the_message_about_an_illegal_turn_names_policy_and_game(
    turn: Any, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType("my_policies")
    vars(module)["wrong"] = lambda *_: turn
    monkeypatch.setitem(sys.modules, "my_policies", module)
    with pytest.raises(ValueError, match="policy 'my_policies:wrong', game 4, turn 0") as caught:
        trial(settings(policies=("my_policies:wrong",)), 4)
    assert message in str(caught.value)


def test_greedy_beats_random() -> None:
    run = settings(policies=("greedy", "random"), players=4, budget=2_000)
    counted = tally(run, (trial(run, number) for number in range(16)))
    good, bad = (ratio.share() for ratio in counted.policies)
    assert good is not None
    assert bad is not None
    assert counted.finished >= 12
    assert good.low > bad.high


# ----------------------------------------------------------------------------------------------------------------------
# Summaries


def result(winner: int | None, **more: Any) -> Result:
    """Return a made-up game of three players, two of whom are out on turns 9 and 20."""
    made = {
        "seats": [0, 1, 0],
        "start": 1,
        "winner": winner,
        "turns": 20,
        "out": [[0, 9, 1], [1, 20, 0]],
        "over": 5,
        "attacks": [2, 3, 1],
        "answers": [2, 1, 1, 0],
        "drawn": [4, 0],
        "clears": [6, 2, 0, 0, 2, 0, 0],
        "shuffles": 1,
    }
    return {**made, **more}


@pytest.fixture
def made_up() -> Run:
    """Return 20 games: the starting player wins 12, the next 4, the third 2; two have no winner."""
    games = [result(1, seats=[0, 1, 1])] * 6 + [result(1)] * 6 + [result(2)] * 4 + [result(0, turns=30)] * 2
    games[-1] = result(0, turns=30, out=[[1, 11, 0], [2, 30, 2]])
    games += [result(None, turns=150, out=[], attacks=[], answers=[0, 0, 0, 0], clears=[0] * 7, drawn=[0, 0])] * 2
    return Run(settings(players=3, policies=("greedy", "random")), games, len(games))


def chart(run: Run, name: str) -> Chart:
    return next(drawn for drawn in summarise([run]).charts if drawn.id == name)


def values(run: Run, name: str, digits: int = 4) -> list[float | None]:
    return [
        None if estimate is None else round(estimate.value, digits) for estimate in chart(run, name).series[0].estimates
    ]


def test_wins_by_seat_are_counted_from_the_starting_player(made_up: Run) -> None:
    seats = chart(made_up, "seats")
    assert [label["en"] for label in seats.labels] == ["starts", "2nd", "3rd"]
    assert seats.series[0].estimates == [share(12, 18), share(4, 18), share(2, 18)]
    assert seats.unit == "%"


def test_wins_by_policy_are_shared_among_its_seats(made_up: Run) -> None:
    # greedy has 1 seat in 6 games and 2 in 12, and wins the last 6; random has 2 and 1 seats, and wins 12.
    assert values(made_up, "policies") == [round(6 / 30, 4), round(12 / 24, 4)]
    alone = Run(settings(policies=("greedy",)), [result(1, seats=[0, 0, 0], out=[[0, 9, 1]] * 3)] * 12, 12)
    assert "policies" not in {drawn.id for drawn in summarise([alone]).charts}


def test_lengths_and_eliminations_are_of_finished_games(made_up: Run) -> None:
    lengths = chart(made_up, "lengths")
    assert [label["en"] for label in lengths.labels][:3] == ["0–1", "2–3", "4–5"]
    shares = {
        label["en"]: estimate for label, estimate in zip(lengths.labels, lengths.series[0].estimates, strict=True)
    }
    assert shares["20–21"] == share(16, 18)
    assert shares["30–31"] == share(2, 18)
    assert sum(estimate.value for estimate in shares.values() if estimate) == pytest.approx(1)
    mean_first, mean_last = (17 * 9 + 11) / 18, (17 * 20 + 30) / 18
    assert values(made_up, "eliminations") == [round(mean_first, 4), round(mean_last, 4)]
    assert values(made_up, "causes") == [round(18 / 36, 4), round(17 / 36, 4), round(1 / 36, 4)]


def test_turns_attacks_answers_and_clears_are_shares_of_all_games(made_up: Run) -> None:
    turns = 16 * 20 + 2 * 30 + 2 * 150
    shares = [18 * 4, 18 * 2, turns - 18 * 6, 20 * 5]
    assert values(made_up, "turns") == [round(count / turns, 4) for count in shares]
    assert values(made_up, "answers") == [0.5, 0.25, 0.25, 0]
    assert values(made_up, "attacks")[:3] == [0.75, 0.25, 0]
    assert values(made_up, "clears") == [0.6, 0.2, 0, 0, 0.2, 0, 0]
    assert values(made_up, "game") == [3.6, 3.6, 0, 1]


def test_games_are_the_samples_and_not_their_turns(made_up: Run) -> None:
    for name in ("turns", "answers", "attacks", "clears", "causes"):
        assert {estimate.samples for estimate in chart(made_up, name).series[0].estimates if estimate} <= {18, 20}


def test_strong_attacks_are_counted_together() -> None:
    games = [result(1, attacks=[0] * 12 + [1, 0, 1], answers=[2, 0, 0, 0])] * 10
    run = Run(settings(players=3, policies=("greedy", "random")), games, 10)
    assert values(run, "attacks") == [0] * 11 + [1]
    assert chart(run, "attacks").labels[-1] == {"zh": "12及以上", "en": "12 or more"}


def test_sentences_claim_no_more_than_the_intervals_allow(made_up: Run) -> None:
    texts = [sentence["en"] for sentence in summarise([made_up]).sentences]
    assert texts[0] == (
        "Standard, 3 players, greedy, random, 100 positions, at most 150 turns, 20 games: the starting player wins "
        "66.7% (43.7–83.7%) of games of three, where equal chances are 33.3%: an advantage."
    )
    assert texts[1].startswith("The policy random wins most, 50.0% (")
    assert "after 9.1 (" in texts[2]
    assert "10.0% (2.8–30.1%) of games were stopped after 150 turns" in texts[2]
    assert texts[4].startswith("Of the attacks that may be answered, 50.0% (")
    zh = summarise([made_up]).sentences[0]["zh"]
    assert zh.endswith("20局：先手的胜率为66.7%（43.7–83.7%），均等时应为33.3%：先手占优。")


@pytest.mark.parametrize(
    ("wins", "verdict"),
    [
        ((20, 5, 5), "an advantage"),
        ((10, 10, 10), "neither an advantage nor a disadvantage is shown"),
        ((2, 14, 14), "a disadvantage"),
    ],
)
def test_an_advantage_is_stated_only_if_it_is_significant(wins: tuple[int, ...], verdict: str) -> None:
    games = [result((1 + seat) % 3) for seat, count in enumerate(wins) for _ in range(count)]
    run = Run(settings(players=3, policies=("greedy", "random")), games, 30)
    assert summarise([run]).sentences[0]["en"].endswith(f": {verdict}.")


def test_policies_without_a_significant_difference_are_not_ranked() -> None:
    level = [result(1)] * 11 + [result(2)] * 19
    texts = summarise([Run(settings(players=3, policies=("greedy", "random")), level, 30)]).sentences[1]
    assert texts["en"].endswith("but not clearly more than greedy.")
    assert texts["zh"].endswith("但与贪心分不出高下。")
    clear = [result(1)] * 30
    texts = summarise([Run(settings(players=3, policies=("greedy", "random")), clear, 30)]).sentences[1]
    assert texts["en"].endswith("more than the other.")
    three = settings(players=3, policies=("greedy", "random", "patient"))
    games = [{**result(1), "seats": [0, 1, 2]} for _ in range(30)]
    assert summarise([Run(three, games, 30)]).sentences[1]["en"].endswith("more than any other.")


def test_there_are_no_claims_about_few_games() -> None:
    texts = summarise([Run(settings(players=3, policies=("greedy", "random")), [result(1)] * 9, 9)]).sentences
    assert len(texts) == 1
    assert ": 9 games, too few" in texts[0]["en"]
    some = [*[result(1)] * 9, result(None, out=[])]
    texts = summarise([Run(settings(players=3, policies=("greedy", "random")), some, 10)]).sentences
    assert "9 of 10 games finished, too few" in texts[0]["en"]
    nothing = summarise([Run(settings(), [], 0)])
    assert nothing.charts == []
    assert summarise([]).charts == []


def test_runs_are_compared(made_up: Run) -> None:
    four = settings(NO_MERCY, players=4, policies=("patient",))
    names = ["Standard, 3 players, greedy, random", "No Mercy, 4 players, patient"]
    out = [[0, 5, 1], [1, 6, 1], [2, 8, 1]]
    shorter = result(3, seats=[0] * 4, turns=8, out=out, over=0)
    other = Run(four, [shorter] * 19 + [{**shorter, "turns": 9}], 20)
    both = summarise([made_up, other])
    for drawn in both.charts:
        assert [series.name["en"] for series in drawn.series] == names
        assert all(len(series.estimates) == len(drawn.labels) for series in drawn.series)
        assert all(set(text) == {"zh", "en"} for text in (drawn.title, drawn.note, *drawn.labels))
    seats, eliminations = (
        next(drawn for drawn in both.charts if drawn.id == name) for name in ("seats", "eliminations")
    )
    assert [label["en"] for label in seats.labels] == ["starts", "2nd", "3rd", "4th"]
    assert seats.series[0].estimates[3] is None
    assert [label["en"] for label in eliminations.labels] == ["1st player out", "2nd player out", "the game ends"]
    assert [bool(estimate) for estimate in eliminations.series[0].estimates] == [True, False, True]
    policies = next(drawn for drawn in both.charts if drawn.id == "policies")
    assert [label["zh"] for label in policies.labels] == ["贪心", "随机", "耐心"]
    assert policies.series[1].estimates == [None, None, None]
    assert [name["en"] for name in both.names] == names
    assert [dict(sentence) for sentence in both.sentences[:1]] == [
        {"zh": "各组共用：100个局面，最多150回合。", "en": "In all runs: 100 positions, at most 150 turns."}
    ]
    assert len(both.sentences) == 4
    for lang, between in (("zh", ""), ("en", " ")):
        first, *others = (text[lang] for text in summarise([made_up]).sentences)
        texts = both.sentences[1][lang]
        assert texts.startswith(both.names[0][lang])
        assert (
            texts.partition(":" if lang == "en" else "：")[2]
            == between.join((first, *others)).partition(":" if lang == "en" else "：")[2]
        )
    assert both.sentences[-1]["en"].startswith("Games are shortest with “No Mercy, 4 players, patient”, 8.1 (")
    assert {drawn.id for drawn in both.charts} == {
        *("seats", "policies", "lengths", "eliminations", "causes"),
        *("turns", "answers", "attacks", "clears", "game"),
    }


def test_each_of_many_runs_has_a_short_paragraph(made_up: Run) -> None:
    changed = [made_up.settings.model_copy(update={"seed": seed}) for seed in (5, 6, 7)]
    runs = [Run(made, made_up.results, 20) for made in changed]
    texts = [sentence["en"] for sentence in summarise(runs).sentences]
    assert texts[0] == "In all runs: Standard, 3 players, greedy, random, 100 positions, at most 150 turns."
    assert [name["en"] for name in summarise(runs).names] == ["seed 5", "seed 6", "seed 7"]
    assert all("A game lasts" in sentence and "Of the attacks" not in sentence for sentence in texts[1:4])


def test_a_tally_does_not_grow_with_the_games(made_up: Run) -> None:
    # The size of a tally grows only with the number of different lengths of games.
    assert not [name for name, kept in vars(tally(made_up.settings, made_up.results)).items() if len_of(kept) > 20]
    assert isinstance(GameTally(made_up.settings), GameTally)


def len_of(kept: Any) -> int:
    return len(kept) if hasattr(kept, "__len__") else 0


def test_names_of_runs_have_only_settings_that_are_not_the_default() -> None:
    default = Settings(rules=STANDARD, policies=("greedy", "patient"))
    assert describe(default) == {"zh": "标准规则，4人，贪心、耐心", "en": "Standard, 4 players, greedy, patient"}
    unusual = settings(NO_MERCY, seed=3, budget=5000)
    assert describe(unusual)["en"] == (
        "No Mercy, 4 players, random, greedy, patient, defensive, seed 3, 5,000 positions, at most 150 turns"
    )
