"""Git in a folder of the tests."""

from __future__ import annotations

import subprocess
from pathlib import Path


def begin_repository(folder: Path) -> None:
    """Commit all files of a folder as the first commit of a repository, on the branch `main`."""
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "first")


def git(folder: Path, *arguments: str) -> str:
    """Run git as Ann, and return what it prints. CalledProcessError if it fails."""
    identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout
