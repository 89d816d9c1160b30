"""Measure cardgen beside other programs that draw the same sheets: the tables of docs/speed.md.

    python benchmarks/speed.py [--rounds N] [--only PART,...] [--markdown]

PART is cards, many, peers, set or page. Every run is a new process. The programs take turns, round by round. Memory is
measured in one more run.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass
from importlib.metadata import version
from pathlib import Path

from measure import CARDGEN, REPOSITORY, Cost, Memory, Scratch, compare, median_seconds, memory, run
from text_cards import PART, SHEETS, write_text_cards

HERE = Path(__file__).parent
PACKAGES = ("cardgen", "reportlab", "uharfbuzz", "typst", "fpdf2", "weasyprint")
HEADINGS = ("work", "cardgen", "memory", "beside it", "time", "memory", "ratio", "to reach")

#: What is to be reached by the number of cards.
TARGETS = {1_000: "≤ 0.5 s", 10_000: "ratio ≤ 1, ≤ 150 MiB", 100_000: "linear time, ≤ 250 MiB"}


@dataclass(frozen=True)
class Row:
    """A row of the table, as text. Memory is that of the largest process, and of all processes."""

    work: str
    ours: str
    our_memory: str = ""
    peer: str = ""
    theirs: str = ""
    their_memory: str = ""
    ratio: str = ""
    target: str = ""


def seconds(value: float) -> str:
    return f"{value:.2f} s"


def script(name: str, *arguments: object) -> list[str]:
    return [sys.executable, str(HERE / name), *map(str, arguments)]


def digest(file: Path) -> str:
    """Return the sha256 of a file, without reading all of it at once: see `measure.run`."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def check(ours: Path, theirs: Path, *options: str) -> None:
    """Compare two files in a process of its own. SystemExit if the other program drew something else."""
    if subprocess.run(script("peers/checking.py", ours, theirs, *options)).returncode:
        raise SystemExit(f"{theirs.name} does not have the pages of {ours.name}")


@dataclass(frozen=True)
class Sheets:
    """A project of text cards in a folder, and the commands that draw its sheets."""

    folder: Path
    cards: Path

    @property
    def file(self) -> Path:
        return self.folder / "out" / SHEETS

    @property
    def command(self) -> list[str]:
        folders = ["--project", str(self.folder), "--out", str(self.folder / "out")]
        return [*CARDGEN, "build", "growth", *folders, "--only", PART, "--quiet"]

    def build(self) -> Cost:
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        return run(self.command, self.folder)

    def build_memory(self) -> Memory:
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        return memory(self.command, self.folder)

    def same_on_one_core(self) -> bool:
        """Return True if a build on one core writes the same bytes as the last one."""
        before = digest(self.file)
        shutil.rmtree(self.folder / "out")
        run(["taskset", "--cpu-list", str(min(os.sched_getaffinity(0))), *self.command], self.folder)
        return digest(self.file) == before

    def beside(self, peer: str, name: str, rounds: int, *options: str) -> Row:
        """Return cardgen's cost beside that of a peer: the script `name` in peers/."""
        theirs = self.folder / f"{name}.pdf"
        command = script(f"peers/{name}.py", self.cards, theirs, *options)
        self.build(), run(command)
        check(self.file, theirs)
        result = compare(self.build, lambda: run(command), rounds)
        memories = str(self.build_memory()), peer, seconds(result.theirs), str(memory(command))
        with self.cards.open(encoding="utf-8") as lines:  # not the whole text: see `measure.run`
            count = sum(1 for _ in lines) - 1
        target = TARGETS[count] if peer == "typst" else ""
        return Row(f"{count:,} text cards", seconds(result.ours), *memories, f"{result.ratio:.2f}", target)


def sheets_rows(count: int, rounds: int) -> Iterator[Row]:
    """Yield the row of sheets beside typst, and whether their bytes depend on the number of cores."""
    with Scratch() as folder:
        sheets = Sheets(folder, write_text_cards(folder, count))
        yield sheets.beside("typst", "typst_sheets", rounds)
        if shutil.which("taskset"):
            yield Row("  the same bytes on one core", "yes" if sheets.same_on_one_core() else "NO")


def cards_rows(rounds: int) -> Iterator[Row]:
    for count in (1_000, 10_000):
        yield from sheets_rows(count, rounds)


def many_rows(rounds: int) -> Iterator[Row]:
    """Yield the rows of 100,000 cards, in fewer rounds, because each takes minutes."""
    yield from sheets_rows(100_000, 1 + rounds // 5)


def peers_rows(rounds: int) -> Iterator[Row]:
    """Yield rows beside other peers, 1,000 cards each."""
    with Scratch() as folder:
        sheets = Sheets(folder, write_text_cards(folder, 1_000))
        yield sheets.beside("typst with its defaults", "typst_sheets", rounds, "--defaults")
        yield sheets.beside("fpdf2", "fpdf2_sheets", rounds)
        if subprocess.run([sys.executable, "-c", "import weasyprint"], stderr=subprocess.DEVNULL).returncode:
            yield Row("not measured: weasyprint does not find Pango", "")
        else:
            yield sheets.beside("WeasyPrint", "weasyprint_sheets", rounds)


def set_rows(rounds: int) -> Iterator[Row]:
    """Yield the rows of Block-Killer: its sheets, all its files, one card renamed, nothing changed; and the help."""
    with Scratch() as folder:
        for name in ("card_data", "templates"):
            shutil.copytree(REPOSITORY / name, folder / name)
        out, blocks = folder / "out", folder / "card_data/block-killer/blocks.yaml"
        build = [*CARDGEN, "build", "block-killer", "--project", str(folder), "--out", str(out), "--quiet"]
        floor = script("floor_reportlab.py", folder / "floor.pdf")
        text = blocks.read_text(encoding="utf-8")
        names = (f"T-block {number}" for number in range(1 + rounds))

        def cold(*options: str) -> Cost:
            shutil.rmtree(out, ignore_errors=True)
            return run([*build, *options])

        def sheets() -> Cost:
            return cold("--only", PART)

        def rename() -> Cost:
            blocks.write_text(text.replace("en: T-block", f"en: {next(names)}"), encoding="utf-8")
            return run(build)

        sheets(), run(floor)
        check(out / "block-killer/sheets" / PART, folder / "floor.pdf", "--pages")
        result = compare(sheets, lambda: run(floor), rounds)
        shutil.rmtree(out)
        memories = str(memory([*build, "--only", PART])), "plain reportlab", seconds(result.theirs), str(memory(floor))
        yield Row("46 pages of Block-Killer", seconds(result.ours), *memories, f"{result.ratio:.2f}", "ratio ≤ 1.3")
        yield Row("every file of Block-Killer", seconds(median_seconds(cold, rounds)), target="≤ 2.0 s")
        yield Row("one card renamed, every file", seconds(median_seconds(rename, rounds)), target="≤ 0.8 s")
        yield Row("nothing changed", seconds(median_seconds(lambda: run(build), rounds)), target="≤ 0.10 s")
        yield Row("--help", seconds(median_seconds(lambda: run([*CARDGEN, "--help"]), rounds)), target="≤ 0.06 s")


def page_rows(rounds: int) -> Iterator[Row]:
    result = subprocess.run(script("save_to_seen.py", rounds), stdout=subprocess.PIPE, text=True, check=True)
    median = float(result.stdout.split()[0]) / 1000
    yield Row("save to seen on the review page, 10,000 cards", seconds(median), target="≤ 0.25 s")


PARTS: dict[str, Callable[[int], Iterator[Row]]] = {
    "cards": cards_rows,
    "many": many_rows,
    "peers": peers_rows,
    "set": set_rows,
    "page": page_rows,
}


def versions() -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    release = re.match(r"\d+(\.\d+)*", platform.release())
    system = f"{platform.system()} {release[0] if release else '?'}, {os.cpu_count()} cores"
    return f"Python {platform.python_version()}, {packages}; {system}."


def print_table(rows: Sequence[Row], markdown: bool) -> None:
    lines = [HEADINGS, *(astuple(row) for row in rows)]
    if markdown:
        lines.insert(1, ("---",) * len(HEADINGS))
        print(*(f"| {' | '.join(cell.strip() for cell in line)} |" for line in lines), sep="\n")
        return
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each comparison (5)")
    parser.add_argument("--only", default=",".join(PARTS), metavar="PART,...", help=f"some of {','.join(PARTS)}")
    parser.add_argument("--markdown", action="store_true", help="print the table for docs/speed.md")
    options = parser.parse_args()
    rows: list[Row] = []
    failed = []
    for part in options.only.split(","):
        try:
            for row in PARTS[part](options.rounds):
                print(f"measured: {row.work.strip()} {row.peer}", file=sys.stderr, flush=True)
                rows.append(row)
        except (SystemExit, subprocess.CalledProcessError) as error:
            print(f"not measured: {part}: {error}", file=sys.stderr, flush=True)
            failed.append(part)
    print(versions(), end="\n\n")
    print_table(rows, options.markdown)
    if failed:
        raise SystemExit(f"not measured: {', '.join(failed)}")


main()
