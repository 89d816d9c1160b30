"""One game built in many environments: the bytes are the same in all of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.attack.trial import Outcome, Verdict, files_below, judge, write_files
from tests.mutations import small_samples

_VARIABLES: tuple[dict[str, str], ...] = (
    {},
    {"LC_ALL": "C", "LANG": "C"},
    {"LC_ALL": "C.UTF-8"},
    {"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"},
    {"LC_ALL": "tr_TR.UTF-8"},
    {"LC_ALL": "ar_EG.UTF-8"},
    {"LC_ALL": "zh_CN.GB18030"},
    {"TZ": "Pacific/Kiritimati"},
    {"TZ": "America/St_Johns"},
    {"PYTHONHASHSEED": "0"},
    {"PYTHONHASHSEED": "1"},
    {"PYTHONHASHSEED": "4294967295"},
    {"PYTHONUTF8": "0"},
    {"PYTHONUTF8": "1"},
    {"PYTHONIOENCODING": "latin-1"},
    {"PYTHONOPTIMIZE": "2"},
    {"PYTHONMALLOC": "debug"},
    {"PYTHONDEVMODE": "1"},
    {"COLUMNS": "20", "TERM": "dumb"},
    {"NO_COLOR": "1", "FORCE_COLOR": "1"},
    {"HOME": "/nonexistent"},
    {"TMPDIR": "."},
    {"OMP_NUM_THREADS": "1"},
    {"PYTHONSAFEPATH": "1"},
)


def environments(random: Random, trials: int, folder: Path) -> Iterator[Verdict]:  # noqa: ARG001
    """Build a game with fonts, sheets and rules in each environment, with each umask, from two folders."""
    (sample,) = (sample for sample in small_samples() if sample.name == "tiny with fonts")
    projects = folder / "a", folder / "b" / "项目 ü"
    for project in projects:
        write_files(project, sample.files)
    expected: dict[str, bytes] | None = None
    for number, variables in enumerate(_VARIABLES):
        for project in projects:
            out = folder / "out"
            umask = (0o022, 0o077, 0o002)[number % 3]
            outcome = _build(project, out, variables, umask)
            files = files_below(out)
            expected = expected or files
            problems = [*judge(outcome, limits=False)]
            if outcome.code or files != expected:
                differing = {path for path, _ in files.items() ^ expected.items()}
                problems.append(("wrong", f"exit code {outcome.code}, other bytes: {sorted(differing)[:5]}"))
            yield Verdict(f"{variables} umask {umask:03o} in {project.name}", tuple(problems))
            shutil.rmtree(out, ignore_errors=True)


def _build(project: Path, out: Path, variables: dict[str, str], umask: int) -> Outcome:
    done = subprocess.run(
        [sys.executable, "-m", "cardgen", "build", "--quiet", "--dpi", "72", "--out", str(out)],
        cwd=project,
        env={**os.environ, **variables},
        umask=umask,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    return Outcome(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"), 0, 0)
