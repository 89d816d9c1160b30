"""Games with one spoilt file: every command works, or reports the place of the mistake."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.attack.trial import Verdict, judge, run_command
from tests.mutations import large_samples, mutant, small_samples


def mutated_games(random: Random, trials: int, folder: Path) -> Iterator[Verdict]:
    """Check every spoilt game, and build the small ones: nothing is written for a rejected game."""
    small, large = small_samples(), large_samples()
    for number in range(trials):
        is_large = number % 8 == 0
        spoilt = mutant(random, random.choice(large if is_large else small))
        project = folder / str(number)
        game = spoilt.write(project)
        outcome = run_command(["check", game.name, "--project", "."], project)
        problems = list(judge(outcome))
        if not is_large:
            outcome = run_command(["build", game.name, "--quiet", "--dpi", "72", "--project", "."], project)
            problems += judge(outcome)
            if outcome.code == 2 and (project / "output").exists():
                problems.append(("wrong", "a refused build has written something"))
        yield Verdict(spoilt.description, tuple(problems))
        shutil.rmtree(project)
