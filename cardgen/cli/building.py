"""`cardgen build`, and what it shares with `cardgen export`: make files and print what was done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardgen.cli.options import AsJson, GameName, ProjectFolder, check_choices, print_json
from cardgen.cli.printing import say, warn
from cardgen.cli.values import decimal, paper_given, split_words, whole
from cardgen.data.project import chosen_game, find_project
from cardgen.errors import Fault, Place
from cardgen.words.language import localised
from cardgen.words.messages import message

if TYPE_CHECKING:
    from cardgen.build import Built, Progress
    from cardgen.targets.options import Options

#: The largest value of `--back-offset`, in mm or degrees.
_MOST_OFFSET = 50


def build(
    game: GameName = "",
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PART", help="Build only a folder, a file or a pattern: sheets, cards/png, 'cards-a4*'. Repeatable."
        ),
    ] = None,
    lang: Annotated[
        str,
        typer.Option(
            metavar="LANG,...",
            help="Build only the editions in these languages, or only the rulebooks if there are no editions: zh, en.",
        ),
    ] = "",
    paper: Annotated[
        str,
        typer.Option(
            metavar="PAPER,...", help="Build only for these papers: a4, letter, a3 … or 320x450, a size in mm."
        ),
    ] = "",
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder to write to.")] = Path("output"),
    dpi: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole(36, 2400),
            help="The resolution of the PNGs: 36 to 2400.",
            show_default="the game's",
        ),
    ] = None,
    flip: Annotated[
        str,
        typer.Option(
            metavar="long|short",
            help="The edge on which your printer flips all paper.",
            show_default="long for sheets, short for booklets",
        ),
    ] = "",
    back_offset: Annotated[
        str, typer.Option(metavar="X,Y,ANGLE", help="Move the backs: mm right, mm down, degrees clockwise.")
    ] = "0,0,0",
    cell: Annotated[
        float | None,
        typer.Option(
            metavar="MM",
            parser=decimal(1, 200),
            help="The side of a cell of boards and die-cut pieces: 1 to 200.",
            show_default="the game's",
        ),
    ] = None,
    thickness: Annotated[
        float | None,
        typer.Option(
            metavar="MM",
            parser=decimal(0.01, 5),
            help="The thickness of a card, for tuck boxes: 0.01 to 5.",
            show_default="the game's",
        ),
    ] = None,
    project: ProjectFolder = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")] = False,
    as_json: AsJson = False,
) -> None:
    """Make the game: cards as SVG and PNG, sheets to print, rulebooks."""
    from cardgen.targets.options import Options

    check_choices("--flip", filter(None, [flip]), ("long", "short"))
    papers = tuple(dict.fromkeys(map(paper_given, split_words(paper))))
    options = Options(tuple(only or ()), split_words(lang), papers, dpi, flip, _offset(back_offset), cell, thickness)
    build_and_print(project, game, out, options, quiet, as_json)


def _offset(text: str) -> tuple[float, float, float]:
    """Return `x,y,angle` as three numbers, in mm and degrees. BadParameter if the text is not that."""
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 3 or not all(abs(number) <= _MOST_OFFSET for number in numbers):
        raise typer.BadParameter(
            message("{text!r}: expected x,y,angle in mm and degrees, such as 0.8,-1.2,0.1", text=text)
        )
    return numbers[0], numbers[1], numbers[2]


def build_and_print(
    project: Path | None, game: str, out: Path, options: Options, quiet: bool = False, as_json: bool = False
) -> None:
    """Make the files of a game that `options` ask for, and print them.

    Exit code 1 if some of them could not be made, 130 if Ctrl-C stopped it. Errors as for `build_game`.
    """
    from cardgen.build import build_game

    game = chosen_game(project, game)
    source = find_project(project, game)

    def waiting() -> None:
        warn(message("Waiting for another build that is writing to {folder}.", folder=out / game))

    try:
        with _progress(quiet or as_json) as progress:
            built = build_game(source, game, out, options, shown_from=Path.cwd(), progress=progress, waiting=waiting)
    except KeyboardInterrupt:
        warn(message("Stopped. All finished files are complete; build again to continue."))
        raise typer.Exit(130) from None
    _print_built(built, quiet, as_json)
    if built.findings:
        raise typer.Exit(1)


def _print_built(built: Built, quiet: bool, as_json: bool) -> None:
    from cardgen.reporting import format_build, problem_to_data

    for note in built.notes:
        warn(Fault(Place(), note))
    if as_json:
        states = {state: sorted(path for path, own in built.states.items() if own == state) for state in _STATES}
        print_json({"folder": str(built.folder), **states, "findings": list(map(problem_to_data, built.findings))})
    elif not quiet:
        for line in format_build(built):
            say(line)
    for finding in built.findings:
        warn(finding)


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

        with Progress(BarColumn(), TextColumn("{task.description}"), transient=True) as bar:
            task = bar.add_task(localised(message("reading and checking the game")), total=None)
            yield _moving(bar, task)


def _moving(bar: Any, task: Any) -> Callable[[int, int, str], None]:
    return lambda done, total, path: bar.update(task, completed=done, total=total, description=f"{done}/{total} {path}")
