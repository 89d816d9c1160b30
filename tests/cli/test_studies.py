"""The commands `cardgen stats` and `cardgen simulate`: output, files, interruption and continuation."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from cardgen.cli import studies as cli_studies
from cardgen.cli.app import main
from cardgen.cli.studies import Progress
from cardgen.studies.store import Batch, open_store
from cardgen.studies.workers import Task
from tests.commands import run
from tests.games_on_disk import REPOSITORY, block_killer_in, tiny_game_in
from tests.studies.clusters import scheduler_in

#: A study of hands that are searched quickly, in the process of the test: others take longer to start.
SMALL = ("stats", "--hand", "opening", "--hands", "30", "--budget", "40", "--jobs", "1")


def test_a_game_without_a_standard_ruleset_is_studied_by_its_first(tmp_path: Path) -> None:
    done = run(
        "simulate", "thread-race", "--games", "1", "--players", "2", "--jobs", "1", "--out", str(tmp_path), "--json"
    )
    assert done.returncode == 0, done.stderr
    assert "Full rules, 2 players" in done.stdout
    labels = {chart["id"]: chart["labels"] for chart in json.loads(done.stdout)["charts"]}
    assert {"zh": "定锚", "en": "Anchor"} in labels["cards-won"], "cards are named as readers call them"


SUFFIXES = (".html", ".json", ".svg")


def report(folder: Path) -> dict[str, bytes]:
    """Return every file of the report."""
    root = folder / "block-killer" / "balance"
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.suffix in SUFFIXES}


def trials_in(folder: Path) -> int:
    with open_store(folder / "block-killer" / "balance" / "stats.sqlite") as store:
        (count,) = store._connection.execute("SELECT count(*) FROM results").fetchone()
    return int(count)


def test_stats_writes_a_report_and_prints_its_summary(tmp_path: Path) -> None:
    done = run(*SMALL, "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    data = json.loads((tmp_path / "block-killer" / "balance" / "stats.json").read_text())
    for sentence in data["sentences"]:
        assert sentence["zh"] in done.stdout
        assert sentence["en"] in done.stdout
    assert done.stdout.endswith(f"Report: {tmp_path}/block-killer/balance/stats.html\n")
    assert [run_data["trials"] for run_data in data["runs"]] == [30]
    assert data["runs"][0]["settings"]["budget"] == 40
    assert {"stats.html", "stats.json"} < report(tmp_path).keys()
    assert trials_in(tmp_path) == 30


def test_the_same_command_runs_no_trials_again_and_writes_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*SMALL, "--jobs", "2", "--out", str(tmp_path / "two")).returncode == 0
    assert run(*SMALL, "--out", str(tmp_path / "one")).returncode == 0
    first = report(tmp_path / "two")
    assert first == report(tmp_path / "one")
    for path in tmp_path.rglob("stats.html"):
        path.unlink()

    class IdlePool:
        def run_trials(self, _: Task, numbers: Iterable[int]) -> Iterator[Batch]:
            assert not list(numbers)
            return iter([])

        def __enter__(self) -> IdlePool:
            return self

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(cli_studies, "_open_pool", lambda *_: IdlePool())
    with pytest.raises(SystemExit) as ended:
        main([*SMALL, "--json", "--out", str(tmp_path / "two")])
    assert ended.value.code == 0
    printed = capsys.readouterr()
    assert printed.err == "30 of 30 trials are already stored.\n"
    assert report(tmp_path / "two") == first
    assert printed.out.encode() == first["stats.json"]


def test_every_combination_is_a_run_and_more_trials_continue_it(tmp_path: Path) -> None:
    hands = ("stats", "--hand", "opening,2/2", "--rules", "standard,no-mercy", "--budget", "20")
    wide = (*hands, "--jobs", "1", "--out", str(tmp_path))
    assert run(*wide, "--hands", "5").returncode == 0
    done = run(*wide, "--hands", "8", "--copies", "x=12, T=10", "--json")
    assert done.returncode == 0, done.stderr
    assert "20 of 64 trials are already stored." in done.stderr
    runs = json.loads(done.stdout)["runs"]
    copies = [dict(run_data["settings"]["copies"]) for run_data in runs]
    assert [
        (run_data["settings"]["rules"]["titles"]["en"], run_data["settings"]["hand"]) for run_data in runs[::2]
    ] == [
        ("Standard", "opening"),
        ("Standard", "2/2"),
        ("No Mercy", "opening"),
        ("No Mercy", "2/2"),
    ]
    assert [(run_data["x"], run_data["T"], run_data["I"]) for run_data in copies] == [(8, 12, 12), (12, 10, 12)] * 4
    assert {run_data["trials"] for run_data in runs} == {8}
    assert len({run_data["key"] for run_data in runs}) == 8


def test_simulate_plays_every_number_of_players_with_every_ruleset(tmp_path: Path) -> None:
    games = (
        "simulate",
        "--policy",
        "random",
        "--players",
        "3,4",
        "--rules",
        "standard,no-mercy",
        "--games",
        "4",
        "--jobs",
        "1",
    )
    done = run(*games, "--out", str(tmp_path), "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    settings = [run_data["settings"] for run_data in data["runs"]]
    assert [(run_data["rules"]["titles"]["en"], run_data["players"]) for run_data in settings] == [
        ("Standard", 3),
        ("Standard", 4),
        ("No Mercy", 3),
        ("No Mercy", 4),
    ]
    assert {(run_data["policies"][0], run_data["seed"]) for run_data in settings} == {("random", 1)}


def test_all_faults_of_a_simulation_are_reported_at_once(tmp_path: Path) -> None:
    wrong = ("--players", "2,x,9", "--policy", "greedy,patiant", "--rules", "no-mercyy", "--games", "0", "--seed", "-3")
    done = run("simulate", *wrong, "--out", str(tmp_path / "out"))
    assert (done.returncode, done.stdout) == (2, "")
    faults = done.stderr.splitlines()
    options = ["--games", "--players", "--players", "--players", "--policy", "--rules", "--seed"]
    assert [line.split(":")[0] for line in faults] == options
    assert "'x' is not a whole number" in faults[1]
    assert faults[2].startswith("--players: 2 players given")
    assert faults[3].startswith("--players: 9 players given")
    assert faults[4].startswith("--policy: there is no policy 'patiant'")
    assert "patient" in faults[4]
    assert not (tmp_path / "out").exists()
    done = run("simulate", "--policy", ",", "--players", "", "--out", str(tmp_path / "out"))
    assert done.stderr.splitlines() == ["--players: the list is empty", "--policy: the list is empty"]


def test_parts_of_other_machines_are_merged(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for number, folder in ((1, first), (2, second)):
        done = run(*SMALL, "--part", f"{number}/2", "--out", str(folder))
        file = folder / "block-killer" / "balance" / "stats.sqlite"
        assert done.stdout == f"Part {number} of 2 is finished: 15 trials are stored in {file}.\n"
        assert report(folder) == {}
    done = run(*SMALL, "--merge", str(file), "--out", str(first))
    assert done.stderr.splitlines() == [f"{file}: added 15 trials.", "30 of 30 trials are already stored."]
    assert run(*SMALL, "--out", str(tmp_path / "whole")).returncode == 0
    assert report(first) == report(tmp_path / "whole")


def test_all_faults_are_reported_at_once_and_nothing_is_written(tmp_path: Path) -> None:
    wrong = ["--hand", "typcal,3/4,9/99", "--rules", "standrd", "--hands", "0", "--seed", "-1", "--budget", "0"]
    more = ["--copies", "x=lots,Q=3,T=1,T=2", "--jobs", "0", "--cluster", "somewhere"]
    more += ["--part", "5/4", "--json", "--merge", "gone.sqlite"]
    done = run("stats", *wrong, *more, "--out", str(tmp_path / "out"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        "--budget: 0 given, expected at least 1",
        "--cluster: 'somewhere' is not the address of a Dask scheduler (expected tcp://HOST:PORT)",
        "--copies: 'T' is given twice",
        "--copies: 'x=lots' is not a card with a number of copies (expected CARD=N)",
        "--copies: there is no card 'Q'",
        "--hand: 'typcal' given, expected opening, typical or numbers of cards such as 3/4",
        "--hand: up to 9 block cards and 99 garbage cards in hand, but the solver searches 7 and 12 at most",
        "--hands: 0 given, expected at least 1",
        "--jobs: 0 given, expected 1 to 1,024",
        "--jobs: cannot be combined with --cluster (a cluster decides the number of its workers)",
        "--json: cannot be combined with --part (a part writes no report)",
        "--merge: there is no file gone.sqlite",
        "--part: '5/4' is not a part (2/4 is the second of four parts)",
        "--rules: there is no ruleset 'standrd' (did you mean 'standard'?)",
        "--seed: -1 given, expected at least 0",
    ]
    assert not (tmp_path / "out").exists()


def test_a_game_without_an_engine_has_no_studies(tmp_path: Path) -> None:
    tiny_game_in(tmp_path)
    for command in (("stats", "--copies", "x=1"), ("simulate",)):
        done = run(*command, "tiny", "--project", str(tmp_path), "--out", str(tmp_path / "out"))
        assert done.returncode == 2
        assert done.stderr == "tiny: this game has no rules engine, so it has no studies\n"
        assert "did you mean 'tiny'?" in run(*command, "tiney", "--project", str(tmp_path)).stderr
    assert "did you mean 'tiny'?" in run("stats", "tiney", "--project", str(tmp_path)).stderr


def test_the_copies_and_the_rulesets_are_those_of_the_project(tmp_path: Path) -> None:
    game = block_killer_in(tmp_path)
    game.change("card_data/block-killer/rules/standard.yaml", "Standard", "Quick")
    game.change("card_data/block-killer/blocks.yaml", "id: T\n    copies: 12", "id: T\n    copies: 20")
    options = ("--project", str(tmp_path), "--out", str(tmp_path / "out"), "--json")
    done = run(*SMALL, "--no-values", "--copies", "x=9", *options)
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    copies = [dict(run_data["settings"]["copies"]) for run_data in data["runs"]]
    assert [(run_data["T"], run_data["x"], run_data["I"]) for run_data in copies] == [(20, 8, 12), (20, 9, 12)]
    assert all("Quick" in run_data["description"]["en"] for run_data in data["runs"])
    assert [run_data["settings"]["values"] for run_data in data["runs"]] == [False, False]
    assert not [chart["id"] for chart in data["charts"] if "values" in chart["id"]]
    assert [run_data["name"]["en"] for run_data in data["runs"]] == ["the deck as it is", "9 × x"]
    assert "20 × T" in [run_data["en"] for run_data in data["common"]]
    done = run("simulate", "--policy", "random", "--players", "3", "--games", "3", "--jobs", "1", *options)
    assert dict(json.loads(done.stdout)["runs"][0]["settings"]["copies"])["T"] == 20
    game.change("card_data/block-killer/garbage.yaml", '".#########"', '"..########"')
    for command in ("stats", "simulate"):
        done = run(command, *options)
        assert done.returncode == 2
        place = f"{tmp_path}/card_data/block-killer/garbage.yaml"
        assert done.stderr.removeprefix(place).startswith(":"), done.stderr
        assert "card '1-0': the hole is 2 wide" in done.stderr


@pytest.mark.full
def test_a_policy_in_the_current_folder_is_imported(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("from cardgen.games.block_killer.policies import at_random as shy\n")
    program = "import sys; from cardgen.cli.app import main; sys.path.remove(''); main()"
    command = [sys.executable, "-c", program, "simulate", "--policy", "mine:shy", "--games", "4", "--jobs", "2"]
    done = subprocess.run(
        [*command, "--project", str(REPOSITORY), "--out", "out"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "mine:shy" in done.stdout


def test_results_that_no_trial_returns_are_reported(tmp_path: Path) -> None:
    assert run(*SMALL, "--no-values", "--out", str(tmp_path)).returncode == 0
    file = tmp_path / "block-killer" / "balance" / "stats.sqlite"
    with open_store(file) as store, store._connection as database:
        database.execute("UPDATE results SET result = '{}' WHERE trial = 3")
    done = run(*SMALL, "--no-values", "--out", str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(
        f"{file}: the results in this file cannot be evaluated: KeyError: 'attack'"
    )
    assert "Traceback" not in done.stderr


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_reports_the_stored_trials_and_the_same_command_continues(tmp_path: Path) -> None:
    command = ["stats", "--hand", "opening", "--budget", "40", "--jobs", "2", "--out", str(tmp_path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "cardgen", *command, "--hands", "1000000"],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    log = tmp_path / "block-killer" / "balance" / "stats.sqlite-wal"
    ends = time.monotonic() + 60
    while not log.exists() or log.stat().st_size < 100_000:
        assert process.poll() is None
        assert time.monotonic() < ends
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    kept = trials_in(tmp_path)
    assert kept > 0
    assert err.splitlines()[-1] == (
        f"Stopped: {kept:,} of 1,000,000 trials are stored in {log.with_suffix('.sqlite')}. The same command continues."
    )
    assert "Traceback" not in err
    assert report(tmp_path) == {}  # a report is of a finished study

    assert run(*command, "--hands", "30", "--jobs", "1").returncode == 0
    assert run(*SMALL, "--out", str(tmp_path / "new")).returncode == 0
    assert report(tmp_path) == report(tmp_path / "new")


@pytest.mark.soak
def test_the_same_command_on_a_cluster_writes_the_same_bytes(tmp_path: Path) -> None:
    with scheduler_in(tmp_path / "cluster") as cluster:
        cluster.start_worker()
        done = run(*SMALL[:-2], "--cluster", cluster.address, "--out", str(tmp_path / "there"))
    assert done.returncode == 0, done.stderr
    assert all(line.endswith(" left") for line in done.stderr.splitlines()), "on a slow machine, how far it is"
    assert run(*SMALL, "--out", str(tmp_path / "here")).returncode == 0
    assert report(tmp_path / "there") == report(tmp_path / "here")


def test_progress_is_printed_in_lines(capsys: pytest.CaptureFixture[str]) -> None:
    now = [100.0]
    with Progress(clock=lambda: now[0]) as progress:
        for seconds, done in ((0, 1000), (5, 1010), (6, 1030), (7, 1050), (100, 2000), (101, 2002), (3000, 9000)):
            now[0] = 100.0 + seconds * 2
            progress.report(done, 1_000_000)
    assert capsys.readouterr().err.splitlines() == [
        "1,000 of 1,000,000 trials are already stored.",
        "1,010/1,000,000 trials, 1.0 per second, 11 d 13 h left",
        "2,000/1,000,000 trials, 5.0 per second, 2 d 7 h left",
        "9,000/1,000,000 trials, 1.3 per second, 8 d 14 h left",
    ]
    assert (progress.done, progress.total) == (9000, 1_000_000)


def test_progress_is_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    now = [0.0]
    with Progress(clock=lambda: now[0]) as progress:
        progress.report(0, 600)
        now[0] = 2.0
        progress.report(300, 600)
        progress._bar.refresh()
    shown = terminal.getvalue()
    assert "━" in shown
    assert "300/600 trials, 150 per second, 2 s left" in shown
