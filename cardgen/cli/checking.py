"""`cardgen check`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.base.errors import DataError, Fault
from cardgen.base.records import replace
from cardgen.base.words.messages import message
from cardgen.cli.completing import complete_exports
from cardgen.cli.options import AsJson, GameName, ProjectFolder, Quiet, check_choices, load_chosen
from cardgen.cli.printing import print_json
from cardgen.cli.values import split_words
from cardgen.data.project import chosen_game

if TYPE_CHECKING:
    from cardgen.building.check import Report
    from cardgen.building.editions import Edition
    from cardgen.data.model import Game


def check(
    game: GameName = "",
    rules: Annotated[
        list[str] | None,
        typer.Option(metavar="RULES,...", help="Check only these rulesets. Repeatable.", show_default="all rulesets"),
    ] = None,
    for_: Annotated[
        str,
        typer.Option(
            "--for",
            metavar="EXPORT",
            help="Report also what this export, such as a print service, refuses.",
            autocompletion=complete_exports,
        ),
    ] = "",
    format_: Annotated[
        str, typer.Option("--format", metavar="text|json|github", help="How to print the findings.")
    ] = "text",
    as_json: AsJson = False,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE.svg", help="Draw a chart of how many cards fill each column, by kind."),
    ] = None,
    project: ProjectFolder = None,
    _quiet: Quiet = False,
) -> None:
    """Check the decks and rulesets by the rules of the game, and every face for printing."""
    from cardgen.cli.findings import check_as_data, print_annotations, print_check

    form = "json" if as_json else format_
    check_choices("--format", [form], ("text", "json", "github"))
    game = chosen_game(project, game)
    names = [name for text in rules or () for name in split_words(text)]
    loaded, report, faults = _check(game, project, names, for_)
    if loaded is not None and report is not None and plot is not None:
        _plot(loaded, plot)
    notices = loaded.notices if loaded is not None else ()
    if form == "json":
        print_json(check_as_data(game, report, faults, notices))
    elif form == "github":
        print_annotations(report, faults)
    else:
        print_check(game, report, faults, plot, notices)
    raise typer.Exit(2 if faults else 1 if report and report.findings else 0)


def _check(
    game: str, project: Path | None, rulesets: Sequence[str], export: str
) -> tuple[Game | None, Report | None, list[Fault]]:
    """Load and check a game as far as possible, for an `export` as well if one is named.

    Return the game, the report, and what cannot be read or made.
    """
    from cardgen.base.plugins import plugin_faults
    from cardgen.building.check import check_game, merge_reports
    from cardgen.building.editions import all_faults, check_editions, layout_editions
    from cardgen.products.options import Options

    loaded: Game | None = None
    report: Report | None = None
    editions: list[Edition] = []
    faults: set[Fault] = set()
    try:
        _, loaded = load_chosen(project, game)
        if rulesets and not loaded.rulesets:
            raise typer.BadParameter(message("--rules {name}: the game has no rulesets", name=rulesets[0]))
        names = rulesets or list(loaded.rulesets)
        check_choices("--rules", names, list(loaded.rulesets))
        editions = layout_editions(loaded, Options())
        reports = {
            edition.lang: check_game(
                edition.game, edition.laid, rulesets=names, options=replace(edition.options, export=export)
            )
            for edition in editions
        }
        report = merge_reports(reports)
    except DataError as error:
        faults.update(all_faults(error).faults)
        faults.update(plugin_faults())  # a plug-in that cannot be loaded may be the reason
    exported = [replace(edition, options=replace(edition.options, export=export)) for edition in editions if export]
    for checked in (editions, exported):
        try:
            check_editions(checked)
        except DataError as error:
            faults.update(error.faults)
    return loaded, report, sorted(faults)


def _plot(game: Game, file: Path) -> None:
    from cardgen.base.files import write_atomic
    from cardgen.building.checks.rules import coverage_of
    from cardgen.cards.layout.coverage import plot_bars
    from cardgen.formats.svg import to_svg

    charts = coverage_of(game)
    if not charts:
        raise typer.BadParameter(message("--plot: the game has no rules engine that counts filled columns"))
    title = " ".join(dict.fromkeys(game.file.titles[lang] for lang in game.file.languages))
    write_atomic(file, to_svg(plot_bars(charts, title, game.file.languages, game.fonts)).encode())
