"""A study on a cluster: no result is lost or counted twice, even if a worker is killed; the bytes are the same."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import invalidate_caches
from pathlib import Path
from typing import cast

import pytest

from cardgen.base.errors import DataError
from cardgen.engines.studies import Study
from cardgen.studies import cluster
from cardgen.studies.cluster import cluster_pool, rules_version, run_batch_on_worker
from cardgen.studies.store import open_store
from cardgen.studies.workers import Task, local_pool, run_batch
from tests.conftest import InstallPlugin
from tests.games_on_disk import REPOSITORY
from tests.studies import tiny_study
from tests.studies.clusters import LocalCluster, scheduler_in
from tests.studies.runs import run_study
from tests.studies.tiny_study import Settings

STUDY = cast(Study, tiny_study)


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    with scheduler_in(tmp_path_factory.mktemp("cluster") / "it") as started:
        yield started


def content(path: Path) -> list[tuple[object, ...]]:
    """Return all rows of a file of results, by run and trial."""
    with open_store(path) as store:
        rows = store._connection.execute("SELECT key, trial, result FROM results JOIN runs USING (run) ORDER BY 1, 2")
        return list(rows.fetchall())


@pytest.mark.full
def test_a_killed_worker_loses_no_results(scheduler: LocalCluster, tmp_path: Path) -> None:
    choices = [Settings(seconds=0.003, seed=1), Settings(seconds=0.003, seed=2)]
    first, second = scheduler.start_worker(), scheduler.start_worker()
    killed: list[int] = []

    def kill_half_way(done: int, total: int) -> None:
        if done >= total / 4 and not killed:
            first.kill()
            first.wait()
            killed.append(done)

    with open_store(tmp_path / "there.sqlite") as store, cluster_pool(scheduler.address) as pool:
        runs = run_study("engine", STUDY, choices, 300, store, pool, kill_half_way)
        on_cluster = [list(run.results) for run in runs]
    assert killed
    assert killed[0] < 600
    assert second.poll() is None
    with open_store(tmp_path / "here.sqlite") as store, local_pool(1) as pool:
        runs = run_study("engine", STUDY, choices, 300, store, pool)
        on_this_machine = [list(run.results) for run in runs]
    assert on_cluster == on_this_machine
    rows = content(tmp_path / "there.sqlite")
    assert rows == content(tmp_path / "here.sqlite")
    assert len(rows) == 600


def test_a_trial_that_fails_on_a_worker_is_reported(scheduler: LocalCluster, tmp_path: Path) -> None:
    scheduler.start_worker()
    settings = Settings(fails=40)
    with open_store(tmp_path / "tiny.sqlite") as store:
        with (
            cluster_pool(scheduler.address) as pool,
            pytest.raises(DataError, match="trial 40 failed: ValueError: 40 is"),
        ):
            run_study("engine", STUDY, [settings], 60, store, pool)
        kept = list(store.results(1, range(60)))
    assert kept
    assert all(result in [tiny_study.trial(Settings(), number) for number in range(60)] for result in kept)


@pytest.mark.full
def test_a_worker_with_other_rules_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(REPOSITORY / "cardgen", other / "cardgen", ignore=shutil.ignore_patterns("assets", "__pycache__"))
    with (other / "cardgen" / "games" / "__init__.py").open("a") as file:
        file.write("# another rule\n")
    with scheduler_in(tmp_path / "cluster") as started:
        started.start_worker(cwd=other)
        with cluster_pool(started.address) as pool, pytest.raises(DataError) as caught:
            list(pool.run_trials(Task("tests.studies.tiny_study", "{}"), range(9)))
    assert f"this machine those of {rules_version()}" in str(caught.value)
    assert started.address in str(caught.value)


def test_a_batch_runs_only_with_the_same_rules() -> None:
    task = Task("tests.studies.tiny_study", json.dumps({"seed": 4}))
    assert run_batch_on_worker("0.0.0 (other)", task, [1, 2]) == rules_version()
    tried = run_batch_on_worker(rules_version(), task, [1, 2])
    assert not isinstance(tried, str)
    assert tried.results == run_batch(task, [1, 2]).results


def test_the_version_of_the_rules_includes_plugins(install_plugin: InstallPlugin, tmp_path: Path) -> None:
    rules_version.cache_clear()
    before = rules_version()
    for number in (6, 8):
        shutil.rmtree(tmp_path / "dice", ignore_errors=True)
        install_plugin("dice", "engines", {"dice": "dice:ENGINE"}, f"ENGINE = {number}\n")
        invalidate_caches()
        rules_version.cache_clear()
        assert rules_version() != before
        before = rules_version()
    rules_version.cache_clear()


def test_no_connection_is_made_if_no_trial_is_missing() -> None:
    with cluster_pool("tcp://127.0.0.1:1") as pool:
        assert list(pool.run_trials(Task("tests.studies.tiny_study", "{}"), [])) == []


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://1"])
def test_an_address_without_a_scheduler(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_TIMEOUT", 0.5)
    with cluster_pool(address) as pool, pytest.raises(DataError, match="no Dask scheduler answers"):
        list(pool.run_trials(Task("tests.studies.tiny_study", "{}"), [1]))


def test_a_scheduler_without_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_TIMEOUT", 1)
    with scheduler_in(tmp_path / "cluster") as started:
        pool = cluster_pool(started.address)
        with pool, pytest.raises(DataError, match="has no workers"):
            list(pool.run_trials(Task("tests.studies.tiny_study", "{}"), [1]))


def test_without_dask_the_hint_names_the_extra() -> None:
    program = """
import sys
sys.modules["distributed"] = None
from cardgen.studies.cluster import cluster_pool
cluster_pool("tcp://127.0.0.1:1")
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert "which is not installed (pip install 'cardgen[cluster]')" in done.stderr
