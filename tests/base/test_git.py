"""Git in one place: honest repositories are read, and nothing of a hostile one runs."""

from __future__ import annotations

import hashlib
import os
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.base.git import GitError, Repository, find_repository, git_user
from tests.attack.campaigns.git import HOSTILE, hostile_project, read_everything
from tests.review.git import begin_repository, git


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "card_data" / "tiny").mkdir(parents=True)
    (folder / "card_data" / "tiny" / "game.yaml").write_text("one: 1\n", encoding="utf-8")
    (folder / "card_data" / "tiny" / "picture.bin").write_bytes(bytes(range(256)))
    begin_repository(folder)
    return folder


def files(repository: Repository) -> dict[str, bytes]:
    return repository.files(repository.commit("HEAD"), ["card_data/tiny", "templates"])


EXPECTED = {"card_data/tiny/game.yaml": b"one: 1\n", "card_data/tiny/picture.bin": bytes(range(256))}


def _plain(project: Path) -> Path:
    return project


def _below_a_folder(project: Path) -> Path:
    (project / "games").mkdir()
    git(project, "mv", "card_data", "games/card_data")
    git(project, "commit", "-qm", "below")
    return project / "games"


def _worktree(project: Path) -> Path:
    git(project, "worktree", "add", "-q", "--detach", "../beside")
    return project.parent / "beside"


def _submodule(project: Path) -> Path:
    above = project.parent / "above"
    above.mkdir()
    git(above, "init", "-q")
    git(above, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(project), "part")
    return above / "part"


def _through_a_link(project: Path) -> Path:
    (project.parent / "link").symlink_to(project)
    return project.parent / "link"


@pytest.mark.parametrize("place", [_plain, _below_a_folder, _worktree, _submodule, _through_a_link])
def test_honest_repositories_are_read(project: Path, place: Callable[[Path], Path]) -> None:
    repository = find_repository(place(project))
    assert files(repository) == EXPECTED
    assert repository.branch() in repository.names(9) or not repository.branch()


def test_variables_of_a_hook_do_not_matter(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git sets them for its hooks; they may name another repository than that of the project."""
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"):
        monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", "false")
    assert files(find_repository(project)) == EXPECTED


@pytest.mark.parametrize("kind", HOSTILE)
def test_nothing_of_a_hostile_repository_runs(tmp_path: Path, kind: str) -> None:
    hostile = hostile_project(tmp_path, kind)
    read_everything(hostile.folder)
    assert not hostile.canary.exists()


def test_links_stand_for_what_is_in_the_version(project: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret", encoding="utf-8")
    game = project / "card_data" / "tiny"
    targets = {
        "same": "game.yaml",
        "around": "../tiny/same",
        "folder": "../../templates",
        "out": str(secret),
        "above": "../../../secret",
        "itself": "itself",
        "through": "folder/../../../secret",
    }
    (project / "templates").mkdir()
    (project / "templates" / "a.yaml").write_bytes(b"a")
    for name, target in targets.items():
        (game / name).symlink_to(target)
    git(project, "add", ".")
    git(project, "commit", "-qm", "links")
    found = files(find_repository(project))
    added = {"same": b"one: 1\n", "around": b"one: 1\n", "folder/a.yaml": b"a"}
    assert found == EXPECTED | {"templates/a.yaml": b"a"} | {
        f"card_data/tiny/{name}": own for name, own in added.items()
    }


@pytest.mark.parametrize("name", ["..", ".", "a/../../../b"])
def test_a_tree_cannot_name_files_outside(project: Path, name: str) -> None:
    blob = (
        subprocess.run(
            ["git", "hash-object", "-w", "--stdin"], cwd=project, input=b"x", capture_output=True, check=True
        )
        .stdout.decode()
        .strip()
    )

    def tree(entries: bytes) -> str:
        command = ["git", "hash-object", "-t", "tree", "-w", "--literally", "--stdin"]
        made = subprocess.run(command, cwd=project, input=entries, capture_output=True, check=True)
        return made.stdout.decode().strip()

    inner = tree(b"100644 " + name.encode() + b"\0" + bytes.fromhex(blob))
    outer = tree(b"40000 card_data\0" + bytes.fromhex(tree(b"40000 tiny\0" + bytes.fromhex(inner))))
    commit = git(project, "commit-tree", outer, "-m", "x").strip()
    with pytest.raises(GitError, match="the version has a file with the path"):
        find_repository(project).files(commit, ["card_data/tiny"])


def test_files_of_git_lfs_are_taken_from_the_disk(project: Path) -> None:
    content = b"a picture"
    digest = hashlib.sha256(content).hexdigest()
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{digest}\nsize {len(content)}\n".encode()
    (project / "card_data" / "tiny" / "art.png").write_bytes(pointer)
    git(project, "add", ".")
    git(project, "commit", "-qm", "art")
    repository = find_repository(project)
    assert files(repository)["card_data/tiny/art.png"] == pointer
    stored = project / ".git" / "lfs" / "objects" / digest[:2] / digest[2:4] / digest
    stored.parent.mkdir(parents=True)
    stored.write_bytes(content)
    assert files(repository)["card_data/tiny/art.png"] == content
    stored.write_bytes(b"another one")
    assert files(repository)["card_data/tiny/art.png"] == pointer


def test_no_repository(tmp_path: Path) -> None:
    with pytest.raises(GitError, match="not a git repository"):
        find_repository(tmp_path)


def test_a_repository_of_somebody_else(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git says so itself; a variable of its own tests makes it believe that a repository belongs to another user."""
    monkeypatch.setattr("cardgen.base.git._ENVIRONMENT", {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1", "LC_ALL": "C"})
    with pytest.raises(GitError, match="it belongs to another user") as raised:
        find_repository(project)
    assert "safe.directory" in str(raised.value.hint)


def test_git_is_not_taken_from_the_project(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = project / "git"
    fake.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n", encoding="utf-8")
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    monkeypatch.chdir(project)
    monkeypatch.setenv("PATH", os.pathsep.join((".", "", os.environ["PATH"])))
    assert files(find_repository(project)) == EXPECTED
    monkeypatch.setenv("PATH", ".")
    with pytest.raises(GitError, match="git is not installed"):
        find_repository(project)
    assert not (tmp_path / "ran").exists()


def test_the_name_of_the_user(project: Path) -> None:
    git(project, "config", "user.name", "Ada")
    assert git_user(project) == "Ada"
