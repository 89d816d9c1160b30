"""Parameters and helpers that several commands share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardgen.base.errors import nearest
from cardgen.base.words.messages import joined, message
from cardgen.cli.completing import complete_decks, complete_editions, complete_games, complete_papers
from cardgen.cli.printing import be_quiet
from cardgen.data.project import ONLY_GAME, chosen_game

if TYPE_CHECKING:
    from cardgen.data.model import Game
    from cardgen.data.project import Project

GameName = Annotated[
    str,
    typer.Argument(
        metavar="[GAME]", help="A folder under card_data.", show_default=ONLY_GAME, autocompletion=complete_games
    ),
]
ProjectFolder = Annotated[
    Path | None,
    typer.Option(
        "--project",
        metavar="DIR",
        help="A folder with card_data and templates in it.",
        show_default="the current folder, or the nearest one above it",
    ),
]
OutputFolder = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="The folder to write to.", show_default="output in the project"),
]
OptimisePictures = Annotated[
    bool, typer.Option("--optimise", help="Make the PNGs as small as possible, for a release: takes much longer.")
]
Editions = Annotated[
    str,
    typer.Option(
        "--lang", metavar="LANG,...", help="Editions in these languages only.", autocompletion=complete_editions
    ),
]
Papers = Annotated[
    str,
    typer.Option(
        "--paper",
        metavar="PAPER,...",
        help="Build only for these papers: a4, letter, a3 … or 320x450, a size in mm.",
        autocompletion=complete_papers,
    ),
]
Draft = Annotated[
    bool,
    typer.Option("--draft", help="Make a game that is not finished: list what is wrong, and mark every page."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", callback=be_quiet, help="Print errors only.")]


def game_option(text: str) -> Any:
    """Return the option that names a game, with this help."""
    return typer.Option("--game", metavar="GAME", help=text, show_default=ONLY_GAME, autocompletion=complete_games)


def deck_option(text: str) -> Any:
    """Return the option that names a deck, with this help."""
    return typer.Option(
        "--deck", metavar="DECK", help=text, show_default="the first deck", autocompletion=complete_decks
    )


def load_chosen(folder: Path | None, name: str) -> tuple[Project, Game]:
    """Load the game called `name`, or the one that is meant without a name, and return it with its project.

    DataError with everything that is wrong in its files.
    """
    from cardgen.data.load import load_game
    from cardgen.data.project import find_project

    name = chosen_game(folder, name)
    project = find_project(folder, name)
    return project, load_game(project.game_folder(name), project.templates, Path.cwd())


def check_choices(option: str, values: Iterable[str], choices: Sequence[str]) -> None:
    """Check the values of an option. BadParameter with the first that is not one of the choices."""
    for value in values:
        if value in choices:
            continue
        values = {"option": option, "value": value, "choices": joined(choices)}
        near = nearest(value, choices)
        if near is not None:
            template = "{option} {value}: did you mean {word!r}? Expected one of: {choices}"
            raise typer.BadParameter(message(template, word=near, **values))
        raise typer.BadParameter(message("{option} {value}: expected one of: {choices}", **values))
