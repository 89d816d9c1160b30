"""`python -m tests.attack`: every campaign, seeded and counted. Exit 1 if anything failed."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import get_args

from tests.attack.trial import Problem, Verdict

Campaign = Callable[[Random, int, Path], Iterator[Verdict]]

#: Each campaign: its module, its function, and the number of its trials; 0 for all that it has.
CAMPAIGNS = {
    "games": ("games", "mutated_games", 400),
    "big": ("big", "big_inputs", 0),
    "profiles": ("profiles", "damaged_profiles", 300),
    "links": ("links", "links", 0),
    "disks": ("disks", "failing_disks", 300),
    "kills": ("disks", "killed_writers", 150),
    "meetings": ("meetings", "meeting_builds", 12),
    "environments": ("environments", "environments", 0),
    "decisions": ("decisions", "decisions_under_kills", 12),
    "edits": ("edits", "edits_under_kills", 500),
    "requests": ("requests", "hostile_requests", 2_000),
    "protocol": ("protocol", "protocol_lines", 20_000),
    "effects": ("effects", "spoilt_effects", 2_000),
    "cache": ("cache", "forged_caches", 60),
    "tables": ("tables", "cheating_windows", 20_000),
    "patterns": ("patterns", "heavy_patterns", 200),
    "git": ("git", "hostile_repositories", 40),
}


@dataclass
class Tally:
    """The result of a campaign."""

    trials: int = 0
    seconds: float = 0.0
    problems: Counter[Problem] = field(default_factory=Counter)


def attack(name: str, seed: int, factor: float) -> Tally:
    """Run a campaign, and print each problem when it occurs."""
    module, function, trials = CAMPAIGNS[name]
    campaign: Campaign = getattr(importlib.import_module(f"tests.attack.campaigns.{module}"), function)
    tally, started = Tally(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="cardgen-attack-") as folder:
        os.environ["CARDGEN_CONFIG"] = f"{folder}/settings"  # no printer of whoever runs this
        for verdict in campaign(Random(f"{name} {seed}"), max(1, round(trials * factor)), Path(folder)):
            tally.trials += 1
            for problem, detail in verdict.problems:
                tally.problems[problem] += 1
                print(f"{name}: {problem}: {verdict.name}\n    {detail.replace(chr(10), chr(10) + '    ')}", flush=True)
            if sys.stderr.isatty():
                print(f"\r\x1b[2K{name} {tally.trials}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r\x1b[2K", end="", file=sys.stderr)
    tally.seconds = time.monotonic() - started
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument(
        "campaigns", nargs="*", metavar="CAMPAIGN", help=f"{', '.join(CAMPAIGNS)}; all if none is named"
    )
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other trials")
    parser.add_argument("--factor", type=float, default=1.0, help="this many times the trials")
    options = parser.parse_args()
    unknown = [name for name in options.campaigns if name not in CAMPAIGNS]
    if unknown:
        parser.error(f"no campaign {unknown[0]!r}: expected {', '.join(CAMPAIGNS)}")
    kinds: tuple[Problem, ...] = get_args(Problem)
    print(f"{'campaign':<13}{'trials':>8}{'seconds':>9}  " + "  ".join(kinds), flush=True)
    total: Counter[Problem] = Counter()
    for name in options.campaigns or CAMPAIGNS:
        tally = attack(name, options.seed, options.factor)
        total += tally.problems
        counts = "  ".join(f"{tally.problems[kind]:>{len(kind)}}" for kind in kinds)
        print(f"{name:<13}{tally.trials:>8}{tally.seconds:>9.0f}  {counts}", flush=True)
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
