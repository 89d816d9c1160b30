"""The edition and the reviewer that the commands of `cardgen review` are given."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardgen.base.errors import DataError, Fault, did_you_mean
from cardgen.base.words.messages import message
from cardgen.cli.completing import complete_editions
from cardgen.data.project import Project, declared_editions

EditionOption = Annotated[
    str,
    typer.Option(
        "--edition",
        metavar="LANG",
        help="Which edition, if the game has editions.",
        show_default="the first edition",
        autocompletion=complete_editions,
    ),
]


def other_edition(project: Project, name: str, lang: str) -> str:
    """Return the language of the edition that is asked for; "" for the first one, named or not.

    DataError if game.yaml has no such edition. Nothing else is read: the page shows other faults.
    """
    if not lang:
        return ""
    editions = declared_editions(project, name)
    if lang in editions:
        return "" if lang == editions[0] else lang
    from cardgen.data.reading import Reader, parse_yaml

    reader = Reader(project.game_folder(name), Path.cwd())
    path = reader.fence / "game.yaml"
    marked = parse_yaml(reader.read_text(path), reader.shown(path))
    listed = message("game.yaml lists them, such as {example}", example="editions: [en, zh]")
    hint = did_you_mean(lang, editions) or listed
    problem = message("{game} has no edition {language!r}", game=name, language=lang)
    raise DataError(Fault(marked.place("editions"), problem, hint))


def reviewer_name(by: str) -> str:
    """Return the name of the reviewer as it is stored. BadParameter if it cannot be one."""
    from cardgen.review.server.decisions import DecisionError, as_name

    try:
        return as_name(by or _me())
    except DecisionError as error:
        raise typer.BadParameter(message("--as: {problem}", problem=error.args[0])) from error


def _me() -> str:
    """Return the name of the current user: git's user.name, or else the name of the login."""
    import getpass

    from cardgen.base.git import git_user

    if name := git_user(Path.cwd()):
        return name
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "somebody"
