"""`cardgen print …`: remember what has been printed, so that `cardgen build --since` prints only the rest."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.base.words.messages import message, plural
from cardgen.cli.options import AsJson, GameName, ProjectFolder, Quiet
from cardgen.cli.printing import print_json, say

if TYPE_CHECKING:
    from cardgen.data.project import Project
    from cardgen.products.options import Options

prints = typer.Typer(
    help="Remember what has been printed. `cardgen build --since NAME` makes sheets of what has changed since.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@prints.callback()
def _common() -> None:
    pass


@prints.command("record")
def record(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name for the print run, such as first or 2026-11.")],
    game: GameName = "",
    replace: Annotated[bool, typer.Option("--replace", help="Replace the print run of this name.")] = False,
    project: ProjectFolder = None,
    _quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Remember every card as it is now, and its number of copies, as printed."""
    from cardgen.cli.options import load_chosen
    from cardgen.review.server.recording import record_prints

    source, loaded = load_chosen(project, game)
    file, copies = record_prints(source, loaded, name, overwrite=replace)
    shown = file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file
    if as_json:
        print_json({"file": shown.as_posix(), "name": name, "copies": copies})
        return
    count = plural("{count} card", "{count} cards", copies)
    say(message("{file}: {cards} recorded.", file=shown.as_posix(), cards=count))
    say(message("After changes: cardgen build {game} --since {name}", game=loaded.id, name=name))


@prints.command("list")
def list_prints(game: GameName = "", project: ProjectFolder = None, as_json: AsJson = False) -> None:
    """List the print runs of a game, and the number of cards in each."""
    from cardgen.building.prints import read_run, run_names
    from cardgen.data.project import chosen_game, find_project

    game = chosen_game(project, game)
    folder = find_project(project, game).game_folder(game)
    runs = {name: sum(card.copies for card in read_run(folder, name, Path.cwd())) for name in run_names(folder)}
    if as_json:
        print_json([{"name": name, "copies": copies} for name, copies in runs.items()])
        return
    for name, copies in runs.items():
        say(message("{name}: {cards}", name=name, cards=plural("{count} card", "{count} cards", copies)))
    if not runs:
        say(message("{game}: no print run is recorded.", game=game))


def with_since(options: Options, source: Project, game: str, name: str) -> Options:
    """Return the options of a build of what a print run lacks. DataError if there is no such run."""
    from cardgen.building.prints import read_run, since_run

    return since_run(options, name, read_run(source.game_folder(game), name, Path.cwd()))
