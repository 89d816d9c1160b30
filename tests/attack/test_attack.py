"""Each campaign detects a planted fault, and reports none if there is none; those that take seconds by `make soak`."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest

from cardgen.base import git, locks, output_folder
from cardgen.base.git import Repository
from cardgen.base.output_folder import OutputFolder
from cardgen.base.work import Budget
from cardgen.building import manifest
from cardgen.cache import sealed
from cardgen.data import load
from cardgen.editing.journal import Gesture, Journal
from cardgen.formats.press import conversion
from cardgen.review.server.tables import SharedTable, Tables, TableSeat
from tests.attack.campaigns import cache as caches
from tests.attack.campaigns import edits, meetings, patterns, profiles, tables
from tests.attack.campaigns.disks import BUILD, attack_writers
from tests.attack.campaigns.games import mutated_games
from tests.attack.campaigns.git import hostile_project, read_everything
from tests.attack.campaigns.links import KINDS, _try
from tests.attack.campaigns.meetings import meeting_builds
from tests.attack.trial import Outcome, Problem, Verdict, judge, run_command
from tests.cases import for_cases
from tests.games_on_disk import tiny_game_in
from tests.profiles import half_table, inks_profile


def problems(verdicts: Iterator[Verdict]) -> set[Problem]:
    return {problem for verdict in verdicts for problem, _ in verdict.problems}


@for_cases(
    ("outcome", "problem"),
    [
        (Outcome(0, "", "", 1.0, 100), None),
        (Outcome(2, "", "a/b.yaml:3:4: wrong (hint)\n", 1.0, 100), None),
        (Outcome(2, "", "cards.xlsx:Cards!M5: wrong\n... and 7 more\n", 1.0, 100), None),
        (Outcome(2, "", "cardgen: output/tiny: is a link\n", 1.0, 100), None),
        (Outcome(1, "", 'Traceback (most recent call last)\n  File "x"\n', 1.0, 100), "traceback"),
        (Outcome(2, "", "cardgen: a file: Input/output error\n", 1.0, 100), "no place"),
        (Outcome(2, "", "broken data stream when reading image file\n", 1.0, 100), "no place"),
        (Outcome(2, "", "", 1.0, 100), "no place"),
        (Outcome(70, "", "killed", 1.0, 100), "wrong"),
        (Outcome(0, "", "", 11.0, 100), "too slow"),
        (Outcome(0, "", "", 1.0, 600), "too large"),
    ],
)
def test_the_end_of_a_command_is_judged(outcome: Outcome, problem: Problem | None) -> None:
    assert {kind for kind, _ in judge(outcome)} == ({problem} if problem else set())


def test_a_command_is_run_in_a_process_of_its_own(tmp_path: Path) -> None:
    tiny_game_in(tmp_path)
    outcome = run_command(["check", "tiny", "--project", "."], tmp_path)
    assert outcome.code == 0
    assert "tiny" in outcome.out
    assert run_command(["check", "none", "--project", "."], tmp_path).code == 2
    hung = run_command(["list"], tmp_path, before=lambda: __import__("time").sleep(60), seconds=0.2)
    assert hung.code == -9


@pytest.mark.parametrize("kill", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_no_disk_tears_what_we_write(tmp_path: Path, kill: bool) -> None:
    """At the first changes of a build; `make attack` goes through those of all writers."""
    assert problems(attack_writers((BUILD,), Random(3), 3, tmp_path, kill=kill)) == set()


@pytest.mark.soak
def test_a_torn_write_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer that writes in place tears files on a disk that fails."""

    def in_place(path: Path, content: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "wb") as out:
            out.write(content)

    monkeypatch.setattr(output_folder, "write_atomic", in_place)
    # The first changes may be those of the cache, which tear nothing.
    verdicts = attack_writers((BUILD,), Random(3), 40, tmp_path, kill=True)
    assert any(name == "torn" for verdict in verdicts for name, _ in verdict.problems)


@pytest.mark.soak
def test_concurrent_builds_without_a_lock_are_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meetings, "_AT_ONCE", 4)
    assert problems(meeting_builds(Random(1), 1, tmp_path / "locked")) == set()

    for name in ("lock_file", "unlock_file"):
        monkeypatch.setattr(locks, name, lambda _: None)
    monkeypatch.setattr(locks, "try_lock_file", lambda _: True)
    assert problems(meeting_builds(Random(1), 2, tmp_path / "free"))


@pytest.mark.full
def test_a_link_that_is_followed_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tmp_path / "whole"
    tiny_game_in(whole)
    run_command(["build", "tiny", "--quiet", "--dpi", "72", "--project", "."], whole)
    place = Path("output/tiny/cards")
    to_a_folder = next(kind for kind in KINDS if "folder" in kind.__name__)
    assert _try(tmp_path, whole, place, to_a_folder).problems == ()
    monkeypatch.setattr(output_folder, "_fault_of_folder", lambda _: None)
    assert "outside" in problems(iter([_try(tmp_path, whole, place, to_a_folder)]))


@pytest.mark.soak
def test_mutated_games_are_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert problems(mutated_games(Random(5), 1, tmp_path / "whole")) == set()
    monkeypatch.setattr(OutputFolder, "check", lambda *_: 1 / 0)
    assert "traceback" in problems(mutated_games(Random(7), 3, tmp_path / "broken"))


def test_profiles_that_cannot_be_used_are_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the trial of a press' profile, one that LittleCMS cannot write again fails when a file is made."""
    unwritable = inks_profile(B2A0=half_table())
    monkeypatch.setattr(profiles, "_profile", lambda _: ("half", unwritable[:8] + b"\4" + unwritable[9:]))
    assert problems(profiles.damaged_profiles(Random(0), 1, tmp_path / "tried")) == set()
    monkeypatch.setattr(conversion, "can_convert", lambda _: True)
    assert "wrong" in problems(profiles.damaged_profiles(Random(0), 1, tmp_path / "believed"))


@pytest.mark.parametrize("kind", ["smudge", "include", "promisor"])
def test_a_repository_that_runs_programs_is_detected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Git without our settings runs what repositories name."""

    def archived(repository: Repository, commit: str, _: Sequence[str]) -> dict[str, bytes]:
        repository.run("archive", "--format=tar", "-o", f"{tmp_path}/x.tar", commit)
        return {}

    monkeypatch.setattr(git, "_SETTINGS", {})
    monkeypatch.setattr(git, "_ENVIRONMENT", {})
    monkeypatch.setattr(Repository, "files", archived)
    hostile = hostile_project(tmp_path, kind)
    read_everything(hostile.folder)
    assert hostile.canary.exists()


@pytest.mark.soak
def test_a_cache_that_is_believed_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a key, anybody can seal an entry."""
    monkeypatch.setattr(caches, "_KINDS", (caches.other_words,))
    assert problems(caches.forged_caches(Random(1), 1, tmp_path / "sealed")) == set()
    monkeypatch.setattr(sealed, "_seal", lambda _key, _name, content: hashlib.sha256(content).hexdigest().encode())
    assert problems(caches.forged_caches(Random(1), 1, tmp_path / "open")) == {"wrong"}


@pytest.mark.soak
def test_a_manifest_that_is_believed_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "_KINDS", (caches.foreign_output,))
    assert problems(caches.forged_caches(Random(1), 2, tmp_path / "own")) == set()
    monkeypatch.setattr(manifest, "read_cache", lambda _: None)
    monkeypatch.setattr(manifest.Manifest, "known", lambda self: self)
    assert problems(caches.forged_caches(Random(1), 2, tmp_path / "believed")) == {"wrong"}


@pytest.mark.soak
def test_patterns_without_a_budget_are_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without counting, a pattern takes longer than the campaign allows."""
    text = "".join(Random(1).choices("ab", k=2_000))
    monkeypatch.setattr(patterns, "_draw", lambda _: ("field", ".*a.{900}", [text]))
    monkeypatch.setattr(patterns, "_SECONDS", 0.0)
    monkeypatch.setattr(patterns, "_REST", 1.0)
    monkeypatch.setattr(load, "MOST_STEPS_READING", 20_000)
    assert problems(patterns.heavy_patterns(Random(1), 1, tmp_path / "counted")) == set()
    monkeypatch.setattr(Budget, "spend", lambda *_: time.sleep(0.001))
    assert problems(patterns.heavy_patterns(Random(1), 1, tmp_path / "free")) == {"too slow"}


@pytest.mark.soak
@pytest.mark.parametrize(("broken", "problem"), [("_own_seat", "wrong"), ("_view", "outside"), ("_sit", "lost")])
def test_tables_that_believe_every_window_are_detected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str, problem: Problem
) -> None:
    """Without a look at the keys, windows play, see and leave for others."""
    assert problems(tables.cheating_windows(Random(1), 1_500, tmp_path)) == set()
    view, sit = Tables._view, Tables._sit

    def any_seat(self: Tables, table: SharedTable, seat: int | None) -> Mapping[str, Any]:
        return view(self, table, 0 if seat is None else seat)

    def sit_anywhere(self: Tables, request: dict[str, Any]) -> dict[str, Any]:
        self._find(request).seats[self._seat(self._find(request), request)] = TableSeat()
        return sit(self, request)

    weak = {"_own_seat": lambda self, table, _: self._mover(table) or 0, "_view": any_seat, "_sit": sit_anywhere}
    monkeypatch.setattr(Tables, broken, weak[broken])
    assert problem in problems(tables.cheating_windows(Random(1), 1_500, tmp_path))


def test_an_edit_without_a_journal_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that writes its files before the journal loses what they were."""
    assert problems(edits.edits_under_kills(Random(1), 20, tmp_path / "noted")) == set()
    real = Journal._do

    def write_first(self: Journal, gesture: Gesture, verb: Literal["do", "undo", "redo"]) -> None:
        splices = [item.reversed() if verb == "undo" else item for item in gesture.splices]
        self._put(splices, {item.file: self._after(item) for item in splices})
        self._put([item.reversed() for item in splices], {item.file: self._after(item.reversed()) for item in splices})
        real(self, gesture, verb)

    monkeypatch.setattr(Journal, "_do", write_first)
    assert problems(edits.edits_under_kills(Random(1), 20, tmp_path / "late"))
