"""The studies of all games: settings survive JSON, any process repeats a trial, summaries are in both languages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest

from cardgen.data.playing import decks_of
from cardgen.engines.capabilities import HasStudies, HasStudyOptions
from cardgen.engines.registry import find_capability
from cardgen.engines.studies import DeckStudy, Estimate, Result, Run, Study
from cardgen.games.thread_race.solver import FastestOrder
from cardgen.games.thread_race.studies import stats as thread_race_stats
from tests.games.shipped import shipped

#: Game and study -> settings beside the first ruleset and the decks, and how many trials there are.
STUDIES: dict[tuple[str, str], tuple[dict[str, Any], int | None]] = {
    ("blitz", "stats"): ({}, 1),
    ("blitz", "simulate"): ({"policies": ["greedy", "random"]}, None),
    ("block-killer", "stats"): ({"hand": "typical", "budget": 300, "values": False}, None),
    ("block-killer", "simulate"): ({"players": 3, "policies": ["random", "greedy"], "budget": 100}, None),
    ("heroes", "simulate"): ({"players": 4, "policy": "random"}, None),
    ("thread-race", "stats"): ({"width": 1}, None),
    ("thread-race", "simulate"): ({"policies": ["racer", "random"]}, None),
}
PARAMETERS = pytest.mark.parametrize(("game", "name"), STUDIES)

PROGRAM = """
import json, sys
from tests.games.test_studies import STUDIES, settings_of, study_of
print(json.dumps([study_of(*key).trial(settings_of(*key), 0) for key in STUDIES]))
"""


def study_of(game: str, name: str) -> Study:
    offered = find_capability(game, HasStudies)
    assert offered is not None
    return offered.load_study(name)


@cache
def settings_of(game: str, name: str, seed: int = 1) -> Any:
    study, content = study_of(game, name), shipped(game)
    decks = study.deck_settings(decks_of(content)) if isinstance(study, DeckStudy) else {}
    more = {"seed": seed} if "seed" in study.Settings.model_fields else {}
    data = {"rules": next(iter(content.rulesets.values())), **decks, **STUDIES[game, name][0], **more}
    return study.Settings.model_validate({key: tuple(v) if isinstance(v, list) else v for key, v in data.items()})


@cache
def results(game: str, name: str) -> list[Result]:
    study, count = study_of(game, name), STUDIES[game, name][1] or 3
    return [study.trial(settings_of(game, name), number) for number in range(count)]


def test_all_studies_are_here() -> None:
    games = ("blitz", "block-killer", "heroes", "thread-race")
    offers = {game: find_capability(game, HasStudies) for game in games}
    assert {(game, name) for game, offer in offers.items() if offer for name in offer.study_names()} == set(STUDIES)
    for offer in offers.values():
        assert offer is not None
        with pytest.raises(KeyError):
            offer.load_study("openings")


@PARAMETERS
def test_it_is_a_study_whose_settings_survive_json(game: str, name: str) -> None:
    study, settings = study_of(game, name), settings_of(game, name)
    assert name == study.NAME
    assert set(study.TITLE) == set(study.describe(settings)) == {"zh", "en"}
    assert study.trial_count(settings) == STUDIES[game, name][1]
    again = study.Settings.model_validate_json(settings.model_dump_json())
    assert again == settings
    assert study.trial(again, 0) == results(game, name)[0]
    offered = find_capability(game, HasStudyOptions)
    assert offered is not None
    assert all(option.setting in study.Settings.model_fields for option in offered.study_options()[name].others)


@PARAMETERS
def test_its_trials_are_json_and_follow_from_their_number_and_the_seed(game: str, name: str) -> None:
    made = results(game, name)
    assert json.loads(json.dumps(made)) == made
    if STUDIES[game, name][1] is None:
        assert len({json.dumps(result) for result in made}) == 3
        other = settings_of(game, name, seed=2)
        assert study_of(game, name).trial(other, 0) != made[0]


def test_trials_are_the_same_in_every_process() -> None:
    """Hashes, which differ between processes, must not decide any order."""
    environment = {**os.environ, "PYTHONHASHSEED": "77"}
    command = [sys.executable, "-c", PROGRAM]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, encoding="utf-8")
    assert json.loads(run.stdout) == [results(*key)[0] for key in STUDIES]


@PARAMETERS
def test_its_summary_is_in_both_languages_and_has_figures_within_their_intervals(
    game: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The search for the fastest order takes seconds, and has tests of its own.
    monkeypatch.setattr(thread_race_stats, "fastest_order", lambda deck, *_: FastestOrder(deck, (), 12, 2))
    study, settings = study_of(game, name), settings_of(game, name)
    many = [*results(game, name)] * (1 if STUDIES[game, name][1] else 12)

    class Once:
        """Results that can be read once."""

        read = 0

        def __iter__(self) -> Iterator[Result]:
            self.read += 1
            return iter(many)

    once: Iterable[Result] = Once()
    summary = study.summarise([Run(settings, once, len(many))])
    assert summary == study.summarise([Run(settings, many, len(many))])
    assert vars(Once)["read"] == 0 < once.read == 1  # type: ignore[attr-defined]
    assert summary.charts
    texts = [*summary.sentences]
    for chart in summary.charts:
        texts += [chart.title, chart.note, chart.label_title, chart.value_title, *chart.labels]
        for series in chart.series:
            assert len(series.estimates) == len(chart.labels)
            for estimate in filter(None, series.estimates):
                assert isinstance(estimate, Estimate)
                assert estimate.low <= estimate.value <= estimate.high
                assert chart.unit != "%" or (estimate.low >= 0 and estimate.high <= 1)
    assert all(set(text) == {"zh", "en"} for text in texts)
    both = study.summarise([Run(settings, many, len(many)), Run(settings_of(game, name, seed=2), many, len(many))])
    assert len(both.names) == 2
    assert STUDIES[game, name][1] or all(len(chart.series) == 2 for chart in both.charts)
    nothing = study.summarise([])
    assert not nothing.sentences
    assert not any(chart.series for chart in nothing.charts)
