"""The process that makes the files of a build or an export for `making`: a request on its input, events on its output.

    python -m cardgen.review.server.making_worker

It is a process of its own, so that a build does not slow the page down, can make files by copies of itself, and can be
stopped at any moment. SIGTERM stops it: files that are finished are complete, all others are as they were.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.base.errors import DataError, Finding
from cardgen.building.build import Built, FindingsError, build_game, find_unchanged
from cardgen.data.project import Project
from cardgen.review.server.answers import texts_of
from cardgen.review.server.page_data import faults_of
from cardgen.review.server.requests import options_of, output_of, read_request

if TYPE_CHECKING:
    from cardgen.review.server.making_payloads import MakingFinding, MakingResult


def make(asked: Mapping[str, Any]) -> MakingResult:
    """Make the files that are asked for, and return how that ended. KeyboardInterrupt if it is stopped."""
    project, game = Project(Path(asked["root"]), asked["bundled"]), asked["game"]
    shown_from = Path(asked["shown_from"]) if asked["shown_from"] else None
    try:
        options = options_of(read_request(asked["request"]), project, game, shown_from)
        built = find_unchanged(project, game, output_of(project), options) or build_game(
            project, game, output_of(project), options, shown_from=shown_from, progress=_report
        )
    except DataError as error:
        return {**_nothing(), "state": "refused", "faults": faults_of(error)}
    except FindingsError as error:
        return {**_nothing(), "state": "refused", "findings": making_findings(error.findings)}
    return _result(built)


def _nothing() -> MakingResult:
    return {"state": "done", "files": [], "findings": [], "faults": [], "notes": [], "folder": ""}


def _result(built: Built) -> MakingResult:
    return {
        "state": "done",
        "files": [
            {"path": path, "bytes": int(built.files.get(path, {}).get("bytes", 0)), "state": state}
            for path, state in sorted(built.states.items())
        ],
        "findings": making_findings([*built.findings, *built.draft, *built.others]),
        "faults": [],
        "notes": list(map(texts_of, built.notes)),
        "folder": str(built.folder),
    }


def making_findings(findings: Sequence[Finding]) -> list[MakingFinding]:
    """Return findings as the page shows them beside a build."""
    return [
        {
            "code": finding.code,
            "severity": finding.severity,
            "message": texts_of(finding.message),
            "hint": texts_of(finding.hint),
            "file": finding.place.file,
            "line": finding.place.line,
            "column": finding.place.column,
            "key": f"{finding.deck}/{finding.card}" if finding.card else "",
        }
        for finding in findings
    ]


def _report(done: int, total: int, path: str) -> None:
    _send({"done": done, "total": total, "path": path})


def _send(event: object) -> None:
    sys.stdout.write(json.dumps(event) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Make what is asked for on standard input."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        _send(make(json.loads(sys.stdin.readline())))
    except KeyboardInterrupt:
        _send({**_nothing(), "state": "stopped"})


if __name__ == "__main__":
    main()
