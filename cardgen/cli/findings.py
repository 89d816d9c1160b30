"""Findings and faults on the command line: as lines, as annotations of GitHub, as data."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from cardgen.base.errors import DataError, Fault
from cardgen.base.words.messages import message
from cardgen.building.reporting import (
    Problem,
    format_annotations,
    format_lines,
    format_report,
    format_waived,
    problem_to_data,
    problems_to_data,
    waived_to_data,
)
from cardgen.building.similar import merge_similar
from cardgen.cli.printing import say, warn

if TYPE_CHECKING:
    from cardgen.building.build import FindingsError
    from cardgen.building.check import Report


def check_as_data(
    game: str, report: Report | None, faults: Sequence[Fault], notices: Sequence[Fault] = ()
) -> dict[str, Any]:
    """Return what a check found, what cannot be read, and notices about how files were read, as a value for JSON."""
    counts = {"cards": report.cards, "extra": report.extra, "faces": report.faces} if report else {}
    waived = {"waived": [waived_to_data(one) for one in report.waived]} if report and report.waived else {}
    notice_data = {"notices": list(map(problem_to_data, notices))} if notices else {}
    return {
        "game": game,
        **counts,
        **problems_to_data(report.findings if report else (), faults),
        **waived,
        **notice_data,
    }


def print_annotations(report: Report | None, faults: Sequence[Fault]) -> None:
    """Print what a check found and what cannot be read as workflow commands."""
    findings = merge_similar(report.findings) if report else []
    for line in (*format_annotations(findings), *format_annotations(faults)):
        say(line)


def print_check(
    game: str, report: Report | None, faults: Sequence[Fault], plot: Path | None, notices: Sequence[Fault] = ()
) -> None:
    """Print what a check found and a summary; on stderr what cannot be read, and notices. `plot` has been drawn."""
    for notice in notices:
        warn(notice)
    if report:
        print_problems(merge_similar(report.findings), sys.stdout)
        for line in format_waived(report.waived):
            say(line)
        if not faults:
            say(format_report(game, report))
        if plot is not None:
            say(message("Coverage drawn in {file}.", file=plot))
    print_faults(faults)


def print_faults(faults: Sequence[Fault]) -> None:
    """Print what cannot be read or made on stderr."""
    print_problems(faults, sys.stderr)


def print_problems(problems: Sequence[Problem], stream: TextIO) -> None:
    """Print findings or faults as lines, on a terminal in colour and with the lines of the files below them."""
    if not problems:
        return
    from cardgen.cli.quoting import Quoting, is_terminal  # lazy: most commands find nothing

    for line in format_lines(problems, shown=Quoting.on(stream) if is_terminal(stream) else None):
        print(line, file=stream, flush=True)


def print_refusal(error: DataError | FindingsError) -> None:
    """Print on stderr why a command has done nothing."""
    if isinstance(error, DataError):
        print_faults(error.faults)
        return
    print_problems(merge_similar(error.findings), sys.stderr)
    refusal = message("Nothing was written: correct these, or see `cardgen check`.")
    warn(message("{refusal} {advice}", refusal=refusal, advice=error.advice) if error.advice else refusal)
