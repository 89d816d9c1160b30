"""`cardgen diff`: what has changed between two versions of a game."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from cardgen.base.words.messages import message
from cardgen.cli.options import AsJson, ProjectFolder, game_option
from cardgen.cli.printing import print_json, say
from cardgen.data.project import chosen_game, find_project


def diff(
    before: Annotated[
        str,
        typer.Argument(metavar="A", help="A project's folder, a git revision, or the output or manifest of a build."),
    ],
    after: Annotated[
        str, typer.Argument(metavar="[B]", help="The later version, as A.", show_default="the project as it is")
    ] = "",
    game: Annotated[str, game_option("The game to compare.")] = "",
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write a page with the changed cards side by side."),
    ] = None,
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """List the cards that were added, removed and changed from version A to version B."""
    from cardgen.base.files import write_atomic
    from cardgen.project.comparing.changes import compare
    from cardgen.project.comparing.page import comparison_page
    from cardgen.project.comparing.versions import read_version

    game = chosen_game(project, game)
    source = find_project(project, game)
    with tempfile.TemporaryDirectory(prefix="cardgen-diff-") as scratch:
        versions = [read_version(name, source, game, Path(scratch)) for name in (before, after)]
        comparison = compare(game, *versions)
        if html is not None:
            write_atomic(html, comparison_page(comparison).encode())
    if as_json:
        print_json(comparison.as_data())
        return
    for line in comparison.lines():
        say(line)
    if html is not None:
        say(message("Side by side: {file}", file=html))
