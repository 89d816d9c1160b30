"""Decisions of two branches, merged by git as `cardgen init` sets it up."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from cardgen.review.server.store import Store
from cardgen.starters.starting import copied_files, starter_files
from tests.games_on_disk import REPOSITORY, tiny_game_in
from tests.review.reviewer import Reviewer

LINE = "card_data/*/review*.jsonl merge=union"


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("starter", ["blank", "poker", "copy"])
def test_every_starter_configures_git_to_merge_decisions(starter: str) -> None:
    files = copied_files("blokus", "mine") if starter == "copy" else starter_files(starter, "mine", ("zh", "en"))
    assert LINE in files[".gitattributes"].decode().splitlines()


def test_this_repository_configures_git_to_merge_decisions() -> None:
    assert f"**/{LINE}" in (REPOSITORY / ".gitattributes").read_text(encoding="utf-8").splitlines()


def test_merging_keeps_the_decisions_of_both_branches(tmp_path: Path) -> None:
    reviewer = Reviewer(tiny_game_in(tmp_path))
    reviewer.disk.write(".gitattributes", starter_files("blank", "tiny", ("en",))[".gitattributes"])
    reviewer.do("main/one", "comment", text="before")
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "begin")
    git(tmp_path, "switch", "-qc", "other")
    theirs = reviewer.do("main/one")
    git(tmp_path, "commit", "-qam", "theirs")
    git(tmp_path, "switch", "-q", "main")
    reviewer = Reviewer(reviewer.disk)
    ours = reviewer.do("main/two")
    git(tmp_path, "commit", "-qam", "ours")
    git(tmp_path, "merge", "-q", "--no-edit", "other")
    events = Store(tmp_path / "card_data" / "tiny", tmp_path).read()
    assert {event.id for event in events} >= {ours.id, theirs.id}
    assert len(events) == 3
