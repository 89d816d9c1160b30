"""`cardgen contact`: all cards of a game in small, as a PDF and as pictures."""

from __future__ import annotations

from cardgen.cli.builds import build_and_print
from cardgen.cli.options import (
    AsJson,
    Draft,
    Editions,
    GameName,
    OptimisePictures,
    OutputFolder,
    Papers,
    ProjectFolder,
    Quiet,
)
from cardgen.cli.values import papers_given, split_words


def contact(
    game: GameName = "",
    paper: Papers = "",
    lang: Editions = "",
    draft: Draft = False,
    out: OutputFolder = None,
    optimise: OptimisePictures = False,
    project: ProjectFolder = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Make a contact sheet: all cards in small, with their names and numbers."""
    from cardgen.products.options import Options

    papers, languages = papers_given(paper), split_words(lang)
    options = Options(languages=languages, papers=papers, optimise=optimise, draft=draft, contact=True)
    build_and_print(project, game, out, options, quiet, as_json)
