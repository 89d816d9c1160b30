"""Make the files of a game and print what was done. Without typer, so that known arguments need not import it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from cardgen.base.errors import Fault, Place
from cardgen.base.records import replace
from cardgen.base.words.language import localised
from cardgen.base.words.messages import message
from cardgen.building.build import build_game, find_unchanged
from cardgen.cli.printing import print_json, say, warn
from cardgen.data.project import chosen_game, find_project, output_folder
from cardgen.products.printers import Printer, chosen_printer

if TYPE_CHECKING:
    from cardgen.building.build import Built, Progress
    from cardgen.products.options import Options
    from cardgen.products.orders import Order


def build_and_print(
    project: Path | None,
    game: str,
    out: Path | None,
    options: Options,
    quiet: bool = False,
    as_json: bool = False,
    printer: tuple[str, Mapping[str, Any]] | None = None,
) -> None:
    """Make the files of a game that `options` ask for, in `out` or in the project's folder for them, and print them.

    The sheets are for the `printer` that `chosen_printer` returns for these arguments, or for any printer.
    SystemExit with code 1 if some of them could not be made, 130 if Ctrl-C stopped it. Errors as for `build_game`.
    """
    game = chosen_game(project, game)
    source = find_project(project, game)
    out = out or output_folder(project)

    chosen = chosen_printer(*printer) if printer else None
    only = tuple(_without_folder(part, out / game) for part in options.only)
    options = replace(options, only=only, printer=chosen)

    def waiting() -> None:
        warn(message("Waiting for another build that is writing to {folder}.", folder=out / game))

    def ordering(orders: Sequence[Order]) -> None:
        if not (quiet or as_json):
            _print_orders(orders)

    try:
        built = find_unchanged(source, game, out, options)
        if built is not None:
            ordering(built.outcome.orders)
        else:
            with _progress(quiet or as_json) as progress:
                built = build_game(
                    source,
                    game,
                    out,
                    options,
                    shown_from=Path.cwd(),
                    progress=progress,
                    waiting=waiting,
                    ordering=ordering,
                )
    except KeyboardInterrupt:
        warn(message("Stopped. All finished files are complete; build again to continue."))
        sys.exit(130)
    _print_built(built, quiet, as_json, chosen)
    if options.since and not any(state != "removed" for state in built.states.values()) and not quiet and not as_json:
        say(message("Nothing to print: every card is as in the print run {name}.", name=options.since))
    if built.findings:
        sys.exit(1)


def _without_folder(part: str, folder: Path) -> str:
    """Return a part for `--only` as a path below `folder`, if it is written with the folder, as builds print it."""
    path = Path(os.path.normpath(part))
    for whole in (Path(os.path.normpath(folder)), Path(os.path.abspath(folder))):  # noqa: PTH100  (no link is followed)
        if path.is_relative_to(whole):
            return path.relative_to(whole).as_posix() if path != whole else "*"
    return part


def _print_built(built: Built, quiet: bool, as_json: bool, printer: Printer | None) -> None:
    from cardgen.building.reporting import (
        format_build,
        format_outcome,
        format_waived,
        problem_to_data,
        waived_to_data,
        worst_findings,
    )
    from cardgen.building.similar import merge_similar
    from cardgen.cli.findings import print_problems

    for note in built.notes:
        warn(Fault(Place(), note))
    for notice in built.notices:
        warn(notice)
    if as_json:
        states = {state: sorted(path for path, own in built.states.items() if own == state) for state in _STATES}
        listed = {"findings": list(map(problem_to_data, built.findings))}
        listed |= {"waived": list(map(waived_to_data, built.waived))} if built.waived else {}
        listed |= {"draft": list(map(problem_to_data, built.draft))} if built.draft else {}
        made_for = {"printer": printer.label} if printer else {}
        reduced = {path: entry["reduced"] for path, entry in built.files.items() if "reduced" in entry}
        small = {"reduced": reduced} if reduced else {}
        print_json({"folder": str(built.folder), **states, **made_for, **listed, **small, **_outcome_data(built)})
    elif not quiet:
        for line in format_build(built, printer.label if printer else ""):
            say(line)
    for line in format_waived(built.waived):
        warn(line)
    print_problems(merge_similar(built.draft), sys.stderr)
    print_problems(built.findings, sys.stderr)
    if built.outcome.errors or not quiet:
        print_problems(worst_findings(built), sys.stderr)
        for line in format_outcome(built):
            warn(line)


def _print_orders(orders: Sequence[Order]) -> None:
    from cardgen.building.reporting import format_order

    for order in orders:
        for line in format_order(order):
            say(line)


def _outcome_data(built: Built) -> dict[str, Any]:
    """Return how many findings the checks have, and what an export orders, as values for JSON."""
    from cardgen.building.outcome import order_data

    outcome = built.outcome
    orders = {"orders": list(map(order_data, outcome.orders))} if outcome.orders else {}
    coverage = {"coverage": dict(zip(("full", "made"), outcome.coverage, strict=True))} if outcome.coverage else {}
    return {"errors": outcome.errors, "warnings": outcome.warnings, **orders, **coverage}


_STATES = ("written", "unchanged", "removed")


@contextmanager
def _progress(quiet: bool) -> Iterator[Progress]:
    """Show the progress of a build: a bar on a terminal, a line for each file elsewhere, nothing if `quiet`."""
    if quiet:
        yield lambda *_: None
    elif not sys.stdout.isatty():
        yield lambda done, total, path: print(f"[{done}/{total}] {path}", flush=True)
    else:
        from rich.progress import BarColumn, Progress, TextColumn

        # No thread refreshes the bar: a process with threads cannot be copied, and would make all files alone.
        with Progress(BarColumn(), TextColumn("{task.description}"), transient=True, auto_refresh=False) as bar:
            task = bar.add_task(localised(message("reading and checking the game")), total=None)
            bar.refresh()
            yield _moving(bar, task)


#: Seconds between two refreshes of the bar.
_REFRESH = 0.1


def _moving(bar: Any, task: Any) -> Callable[[int, int, str], None]:
    last = monotonic()

    def move(done: int, total: int, path: str) -> None:
        nonlocal last
        is_due = done == total or monotonic() - last >= _REFRESH
        last = monotonic() if is_due else last
        bar.update(task, completed=done, total=total, description=f"{done}/{total} {path}", refresh=is_due)

    return move
