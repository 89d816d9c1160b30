"""Measure waiting times: the A4 sheets beside a plain reportlab script, a full build, an up-to-date build, the help.

python benchmarks/cold_build.py [ROUNDS]
"""

from __future__ import annotations

import shutil
import statistics
import sys
from pathlib import Path

from measure import CARDGEN, Cost, Scratch, pairwise_ratio, run

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 9


def main() -> None:
    with Scratch() as folder:
        out = folder / "out"

        def cold(*arguments: str) -> Cost:
            shutil.rmtree(out, ignore_errors=True)
            return run([*CARDGEN, "build", "--quiet", "--out", str(out), *arguments])

        def floor() -> Cost:
            script = Path(__file__).parent / "floor_reportlab.py"
            return run([sys.executable, str(script), str(folder / "floor.pdf")])

        ours, theirs, ratio = pairwise_ratio(lambda: cold("--only", "cards-a4.pdf"), floor, ROUNDS)
        print(f"46-page A4 duplex PDF, cold     {ours:6.3f} s   reportlab floor {theirs:.3f} s   ratio {ratio:.2f}")
        full = [cold() for _ in range(3)]
        print(f"every file, cold                {statistics.median(cost.seconds for cost in full):6.3f} s")
        again = [run([*CARDGEN, "build", "--quiet", "--out", str(out)]) for _ in range(ROUNDS)]
        print(f"every file, nothing changed     {statistics.median(cost.seconds for cost in again):6.3f} s")
        runs = [run([*CARDGEN, "--help"]) for _ in range(ROUNDS)]
        print(f"cardgen --help                  {statistics.median(cost.seconds for cost in runs):6.3f} s")


main()
