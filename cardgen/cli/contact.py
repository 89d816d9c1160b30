"""`cardgen contact`: all cards of a game in small, as a PDF and as pictures."""

from __future__ import annotations

from typing import Annotated

import typer

from cardgen.cli.builds import build_and_print
from cardgen.cli.completing import complete_editions, complete_papers
from cardgen.cli.options import AsJson, GameName, OptimisePictures, OutputFolder, ProjectFolder, Quiet
from cardgen.cli.values import paper_given, split_words


def contact(
    game: GameName = "",
    paper: Annotated[
        str,
        typer.Option(
            metavar="PAPER,...",
            help="Build only for these papers: a4, letter, a3 … or 320x450, a size in mm.",
            autocompletion=complete_papers,
        ),
    ] = "",
    lang: Annotated[
        str,
        typer.Option(metavar="LANG,...", help="Editions in these languages only.", autocompletion=complete_editions),
    ] = "",
    draft: Annotated[
        bool,
        typer.Option("--draft", help="Make a game that is not finished: list what is wrong, and mark every page."),
    ] = False,
    out: OutputFolder = None,
    optimise: OptimisePictures = False,
    project: ProjectFolder = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Make a contact sheet: all cards in small, with their names and numbers."""
    from cardgen.products.options import Options

    papers = tuple(dict.fromkeys(map(paper_given, split_words(paper))))
    options = Options(languages=split_words(lang), papers=papers, optimise=optimise, draft=draft, contact=True)
    build_and_print(project, game, out, options, quiet, as_json)
