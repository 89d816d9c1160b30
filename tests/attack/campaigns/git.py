"""Repositories that try to run a program when cardgen reads them. A canary file shows that one of them did."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from cardgen.base.errors import DataError
from cardgen.base.git import git_user
from cardgen.data.project import Project
from cardgen.project.comparing.versions import read_version, revision_names
from tests.attack.trial import Verdict
from tests.games_on_disk import tiny_game_in
from tests.review.git import begin_repository, git


@dataclass(frozen=True, slots=True)
class Hostile:
    """A project in a repository, and the file that one of its programs would write."""

    folder: Path
    canary: Path


#: Configuration of a repository whose programs git runs for one command or another. {run} writes the canary.
_PROGRAMS = {
    "fsmonitor": '[core]\n\tfsmonitor = "{run}"\n',
    "pager": '[core]\n\tpager = "{run}"\n[pager]\n\tls-tree = "{run}"\n\tfor-each-ref = "{run}"\n',
    "editor": '[core]\n\teditor = "{run}"\n[sequence]\n\teditor = "{run}"\n',
    "external diff": '[diff]\n\texternal = "{run}"\n[diff "odd"]\n\tcommand = "{run}"\n\ttextconv = "{run}"\n',
    "aliases": "".join(
        f'[alias]\n\t{name} = "!{{run}}"\n'
        for name in ("rev-parse", "ls-tree", "cat-file", "archive", "merge-base", "for-each-ref", "symbolic-ref")
    ),
    "signatures": '[log]\n\tshowSignature = true\n[gpg]\n\tprogram = "{run}"\n',
    "tar": '[tar "tar"]\n\tcommand = "{run}"\n',
    "credentials": '[credential]\n\thelper = "!{run}"\n[core]\n\taskPass = "{run}"\n\tsshCommand = "{run}"\n',
    "ssh": '[core]\n\tsshCommand = "{run}"\n',
    "smudge": '[filter "odd"]\n\tsmudge = "{run}"\n\tclean = "{run}"\n\trequired = true\n',
    "process": '[filter "odd"]\n\tprocess = "{run}"\n\trequired = true\n',
    "include": '[include]\n\tpath = "{run_config}"\n',
}


def _in_the_repository(folder: Path, run: str, name: str) -> None:
    """A clone whose own configuration names a program."""
    more = folder / ".git" / "more"
    more.write_text(_PROGRAMS["smudge"].format(run=run) + _PROGRAMS["fsmonitor"].format(run=run), encoding="utf-8")
    with (folder / ".git" / "config").open("a", encoding="utf-8") as config:
        config.write(_PROGRAMS[name].replace("{run_config}", str(more)).replace("{run}", run))
    (folder / ".git" / "info").mkdir(exist_ok=True)
    (folder / ".git" / "info" / "attributes").write_text("* filter=odd diff=odd\n", encoding="utf-8")


def _hooks(folder: Path, run: str) -> None:
    hooks = folder / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for name in ("post-checkout", "post-index-change", "reference-transaction", "pre-auto-gc", "fsmonitor-watchman"):
        (hooks / name).write_text(f"#!/bin/sh\n{run}\n", encoding="utf-8")
        (hooks / name).chmod(0o755)


def _bare(folder: Path, run: str) -> None:
    """The files of a bare repository among those of a project; nothing of it is called .git."""
    (folder / ".gitattributes").write_text("* filter=odd\n", encoding="utf-8")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "attributes")
    _in_the_repository(folder, run, "smudge")
    for path in (folder / ".git").iterdir():
        path.rename(folder / path.name)
    (folder / ".git").rmdir()


def _bare_below(folder: Path, run: str) -> None:
    """The same in a folder of an honest repository, with the honest one's files as its own."""
    inner = folder / "inner"
    inner.mkdir()
    for name in ("card_data", "templates"):
        shutil.copytree(folder / name, inner / name)
    begin_repository(inner)
    _bare(inner, run)
    with (inner / "config").open("a", encoding="utf-8") as config:
        config.write(f"[core]\n\tbare = false\n\tworktree = {folder}\n")


def _worktree(folder: Path, run: str) -> None:
    """A repository that calls another folder its own."""
    _in_the_repository(folder, run, "smudge")
    git(folder, "config", "core.worktree", str(folder.parent))


def _promisor(folder: Path, run: str) -> None:
    """A clone without files, which are to be fetched by a program that its configuration names."""
    blob = git(folder, "rev-parse", "HEAD:card_data/tiny/game.yaml").strip()
    (folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    for name, value in (
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.url", str(folder)),
        ("remote.origin.promisor", "true"),
        ("remote.origin.uploadpack", run),
        ("protocol.file.allow", "always"),
        ("protocol.ext.allow", "always"),
        ("protocol.allow", "always"),
    ):
        git(folder, "config", name, value)


def _promised_by_a_helper(folder: Path, run: str) -> None:
    _promisor(folder, run)
    git(folder, "config", "remote.origin.url", f"ext::{run}")


def _replaced(folder: Path, run: str) -> None:
    """A commit that git is told to replace by another, with attributes and a filter."""
    honest = git(folder, "rev-parse", "HEAD").strip()
    (folder / ".gitattributes").write_text("* filter=odd\n", encoding="utf-8")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "odd")
    git(folder, "replace", honest, "HEAD")
    _in_the_repository(folder, run, "smudge")


_MAKERS: dict[str, Callable[[Path, str], None]] = {
    "hooks": _hooks,
    "bare": _bare,
    "bare below": _bare_below,
    "worktree": _worktree,
    "promisor": _promisor,
    "promised by a helper": _promised_by_a_helper,
    "replaced": _replaced,
}

#: The ways in which a repository tries to run a program.
HOSTILE = (*_PROGRAMS, *_MAKERS)


def hostile_project(folder: Path, kind: str) -> Hostile:
    """Make a project in a repository that tries to run a program in one way."""
    project, canary, script = folder / "project", folder / "canary", folder / "run"
    script.write_text(f"#!/bin/sh\ntouch '{canary}'\nexit 1\n", encoding="utf-8")
    script.chmod(0o755)
    tiny_game_in(project)
    begin_repository(project)
    if kind in _PROGRAMS:
        _in_the_repository(project, str(script), kind)
    else:
        _MAKERS[kind](project, str(script))
    inner = project / "inner"
    return Hostile(inner if inner.is_dir() else project, canary)


def read_everything(folder: Path) -> None:
    """Do all that cardgen does with a repository, as `diff`, `review` and Compare do it. Errors are answers."""
    project = Project(folder, bundled=False)
    with tempfile.TemporaryDirectory() as scratch:
        for name in ("HEAD", "main...", *revision_names(project)):
            with contextlib.suppress(DataError):
                read_version(name, project, "tiny", Path(scratch))
    git_user(folder)


def hostile_repositories(random: Random, trials: int, folder: Path) -> Iterator[Verdict]:
    """Read repositories that try to run a program: each of the ways in turn, in a random order."""
    kinds = list(HOSTILE)
    random.shuffle(kinds)
    for number in range(trials):
        kind = kinds[number % len(kinds)]
        place = folder / str(number)
        place.mkdir()
        hostile = hostile_project(place, kind)
        try:
            read_everything(hostile.folder)
        except Exception as error:  # whatever it is, it is no answer
            yield Verdict(kind, (("traceback", repr(error)),))
            continue
        yield Verdict(kind, (("outside", "a program of the repository ran"),) if hostile.canary.exists() else ())
        shutil.rmtree(place)
