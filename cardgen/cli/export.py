"""`cardgen export`: the files of a game as another service or program takes them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardgen.cli.builds import build_and_print
from cardgen.cli.options import AsJson, GameName, OptimisePictures, ProjectFolder
from cardgen.cli.printing import print_json, say
from cardgen.cli.values import split_words
from cardgen.words.language import localised


def export(
    name: Annotated[
        str, typer.Argument(metavar="[EXPORT]", help="Which export; all are listed if left out.", show_default=False)
    ] = "",
    game: GameName = "",
    lang: Annotated[str, typer.Option(metavar="LANG,...", help="Editions in these languages only.")] = "",
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder to write to.")] = Path("output"),
    optimise: OptimisePictures = False,
    project: ProjectFolder = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")] = False,
    as_json: AsJson = False,
) -> None:
    """Make the files that a print service or another program takes."""
    from cardgen.exports.registry import load_export
    from cardgen.targets.options import Options

    if not name:
        _list_exports(as_json)
        return
    steps = load_export(name).steps
    options = Options(languages=split_words(lang), export=name, optimise=optimise)
    build_and_print(project, game, out, options, quiet, as_json)
    for step in () if quiet or as_json else steps:
        say(step)


def _list_exports(as_json: bool) -> None:
    from cardgen.cli.findings import print_faults
    from cardgen.exports.registry import load_exports

    exports, faults = load_exports()
    if as_json:
        print_json([{"name": export.name, "description": localised(export.description)} for export in exports])
    else:
        width = max((len(export.name) for export in exports), default=0)
        for export in exports:
            say(f"{export.name:<{width}}  {localised(export.description)}")
    print_faults(faults)
