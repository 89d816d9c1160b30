"""`cardgen export`: the files of a game as another service or program takes them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardgen.base.errors import Place
from cardgen.base.words.language import localised
from cardgen.base.words.messages import message
from cardgen.cli.builds import build_and_print
from cardgen.cli.completing import complete_exports
from cardgen.cli.options import AsJson, Editions, GameName, OptimisePictures, OutputFolder, ProjectFolder, Quiet
from cardgen.cli.printing import print_json, say
from cardgen.cli.values import address_given, split_words
from cardgen.data.project import chosen_game, output_folder

if TYPE_CHECKING:
    from cardgen.products.exports.export import Export


def export(
    name: Annotated[
        str,
        typer.Argument(
            metavar="[EXPORT]",
            help="Which export; all are listed if left out.",
            show_default=False,
            autocompletion=complete_exports,
        ),
    ] = "",
    game: GameName = "",
    lang: Editions = "",
    out: OutputFolder = None,
    tts_url: Annotated[
        str,
        typer.Option(
            "--tts-url",
            metavar="BASE",
            parser=address_given,
            help="The web address at which the files in assets are put, for exports that contain it.",
            show_default="the folder on this computer",
        ),
    ] = "",
    optimise: OptimisePictures = False,
    despite_findings: Annotated[
        bool,
        typer.Option(
            "--despite-findings", help="Export although the checks report errors, and list them beside the files."
        ),
    ] = False,
    project: ProjectFolder = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Make the files that a print service or another program takes."""
    from cardgen.products.options import Options

    if not name:
        _list_exports(as_json)
        return
    chosen = _load_export(name, project, game)
    has_url = "url" in chosen.options.model_fields
    if tts_url and not has_url:
        raise typer.BadParameter(message("--tts-url: the files of the export {name!r} contain no addresses", name=name))
    # What contains the address of its folder is made anew if the folder has been moved.
    to = (out or output_folder(project)) / chosen_game(project, game)
    folder = to.resolve().as_uri() if has_url and not tts_url else ""
    options = Options(
        languages=split_words(lang),
        export=name,
        optimise=optimise,
        url=tts_url,
        folder=folder,
        despite_findings=despite_findings,
    )
    build_and_print(project, game, out, options, quiet, as_json)
    for step in () if quiet or as_json else chosen.steps:
        say(step)


def _load_export(name: str, project: Path | None, game: str) -> Export[Any]:
    """Return an export: one that is installed, or a service in a file of the game."""
    from cardgen.data.project import find_project
    from cardgen.data.reading import Reader
    from cardgen.products.exports.registry import export_names, export_of_target, load_export, names_service

    if name not in export_names():
        game = chosen_game(project, game)
        reader = Reader(find_project(project, game).game_folder(game), Path.cwd())
        marked = reader.read_yaml(reader.find("game.yaml", Place()))
        if names_service(name, marked):
            return export_of_target(name, marked, reader)
    return load_export(name)


def _list_exports(as_json: bool) -> None:
    from cardgen.cli.findings import print_faults
    from cardgen.products.exports.registry import load_exports

    exports, faults = load_exports()
    if as_json:
        print_json([{"name": export.name, "description": localised(export.description)} for export in exports])
    else:
        width = max((len(export.name) for export in exports), default=0)
        for export in exports:
            say(f"{export.name:<{width}}  {localised(export.description)}")
    print_faults(faults)
