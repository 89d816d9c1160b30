"""`cardgen init` and `cardgen new …`: create a game, and add to it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.base.errors import DataError, Fault, Place, Text
from cardgen.base.words.language import localised
from cardgen.base.words.messages import message, plural
from cardgen.cli.completing import complete_starters
from cardgen.cli.options import AsJson, ProjectFolder, Quiet, deck_option, game_option
from cardgen.cli.printing import print_json, say
from cardgen.cli.values import a_folder, split_words, whole

if TYPE_CHECKING:
    from cardgen.data.model import Game
    from cardgen.data.project import Project
    from cardgen.starters.adding import Addition

new = typer.Typer(
    help="Add a card, a deck or a template to a game. Existing text stays as it is; every change is shown.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

GameOption = Annotated[str, game_option("The game to change.")]

#: At most this many missing pictures are named.
_MOST_NAMED = 3


def init(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR", parser=a_folder, help="The folder of the new project; its last part names the game."
        ),
    ],
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="With --from csv: the table, as CSV or XLSX.")
    ] = None,
    starter: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="blank|poker|card-game|csv|GAME",
            help="What to start from; GAME is a game that comes with cardgen.",
            autocompletion=complete_starters,
        ),
    ] = "blank",
    lang: Annotated[
        str,
        typer.Option(
            metavar="LANG,...",
            help="The languages of the cards, the main one first: en, de, zh-Hant or others (BCP 47).",
        ),
    ] = "",
    sheet: Annotated[
        str, typer.Option(metavar="SHEET,...", help="With --from csv: the sheets to take.", show_default="all tables")
    ] = "",
    heading: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole(1, 100_000),
            help="With --from csv: the row with the names of the columns.",
            show_default="the likely one",
        ),
    ] = None,
    nested: Annotated[bool, typer.Option("--nested", help="Create the project inside of another one.")] = False,
    _quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Create a game: cards, a template and the files to make, ready to build."""
    from cardgen.starters.starting import (
        STARTERS,
        check_game_name,
        check_starter,
        copied_files,
        language_notes,
        starter_files,
    )
    from cardgen.starters.writing import write_new

    check_starter(starter)
    if file is not None and folder.is_file() and not file.exists():
        folder, file = file, folder  # --from csv FILE DIR
    if (file is not None) != (starter == "csv"):
        raise typer.BadParameter(
            message("--from csv takes a FILE, the other starters take none: cardgen init DIR --from csv FILE")
        )
    name = Path(os.path.abspath(folder)).name  # noqa: PTH100  (resolve() would follow a link to another name)
    check_game_name(name)
    if not nested:
        _check_not_nested(folder)
    if file is None and (sheet or heading is not None):
        raise typer.BadParameter(message("--sheet and --heading are for --from csv FILE"))
    languages = split_words(lang)
    notes: Sequence[Text] = ()
    if file is not None:
        files, notes = _from_table(file, name, split_words(sheet), heading, languages)
    elif starter in STARTERS:
        files, notes = starter_files(starter, name, languages or ("en",)), language_notes(languages)
    elif languages:
        raise typer.BadParameter(message("--lang: {game} is copied with all of its languages", game=starter))
    else:
        files = copied_files(starter, name)
    write_new(folder, files)
    if as_json:
        texts = [str(localised(note)) for note in notes]
        print_json({"folder": str(folder), "game": name, "files": sorted(files), "notes": texts})
    else:
        _print_created(folder, name, sorted(files), notes)


def _check_not_nested(folder: Path) -> None:
    """DataError if a new folder would be inside of a project."""
    from cardgen.data.project import current_project

    path = Path(os.path.abspath(folder))  # noqa: PTH100  (resolve() would follow a link to another name)
    above = current_project(next(parent for parent in path.parents if parent.is_dir()))
    if above is not None and above.root != path:
        problem = message("would be inside of the project {folder}", folder=above.root)
        hint = message("choose a folder outside of it, or use --nested")
        raise DataError(Fault(Place(str(folder)), problem, hint))


def _print_created(folder: Path, name: str, files: Sequence[str], notes: Sequence[Text]) -> None:
    """Print the files of a new project, notes about them, and the commands to go on with."""
    say(message("{folder}: {files} written.", folder=folder, files=plural("{count} file", "{count} files", len(files))))
    for path in files:
        say(f"  {path}")
    for note in notes:
        say(note)
    say(message("Next:"))
    if folder.resolve() != Path.cwd():
        say(f"  cd {folder}")
    say(f"  cardgen build {name}")
    say(f"  cardgen review {name} --open")


# ---------------------------------------------------------------- init --from csv


def _from_table(
    file: Path, name: str, sheets: tuple[str, ...], heading: int | None, languages: tuple[str, ...]
) -> tuple[dict[str, bytes], list[Text]]:
    """Return the files of a project that shows the tables of a file, and notes. DataError if they cannot be shown."""
    from cardgen.starters.from_tables import TableFile, files_from_table
    from cardgen.starters.starting import check_languages

    if languages:
        check_languages(languages)
    return files_from_table(TableFile(file, sheets, heading, languages), name)


# ---------------------------------------------------------------- new


@new.command("card")
def new_card(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The id of the new card.")],
    deck: Annotated[str, deck_option("The deck to add it to.")] = "",
    game: GameOption = "",
    project: ProjectFolder = None,
    _quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Add a card to a deck, as a copy of its last card."""
    from cardgen.starters.adding import add_card, find_deck

    source, loaded = own_game(project, game)
    make_addition(source, loaded.id, add_card(loaded, find_deck(loaded, deck), name, source.root), as_json)


@new.command("deck")
def new_deck(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the deck and of its files.")],
    game: GameOption = "",
    project: ProjectFolder = None,
    _quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Add a deck: a card, a template and its lines in game.yaml."""
    from cardgen.starters.decks import add_deck

    source, loaded = own_game(project, game)
    make_addition(source, loaded.id, add_deck(loaded, name), as_json)


@new.command("template")
def new_template(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the new file, without .yaml.")],
    deck: Annotated[str, deck_option("The deck whose fields to show.")] = "",
    game: GameOption = "",
    project: ProjectFolder = None,
    _quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Add a template that shows every field of a deck."""
    from cardgen.starters.adding import find_deck
    from cardgen.starters.decks import add_template

    source, loaded = own_game(project, game)
    make_addition(source, loaded.id, add_template(loaded, name, find_deck(loaded, deck)), as_json)


def own_game(folder: Path | None, name: str, fonts: Sequence[str] = ()) -> tuple[Project, Game]:
    """Load the game to change: the one called `name`, or the only one of the project. Never a bundled one.

    Its templates may use `fonts`, which are about to be added. DataError if there is no such game.
    """
    from cardgen.data.load import load_game
    from cardgen.data.project import chosen_game, find_project, open_project

    name = chosen_game(folder, name)
    project = find_project(open_project(folder).root, name)
    return project, load_game(project.game_folder(name), project.templates, Path.cwd(), fonts)


def make_addition(project: Project, game: str, addition: Addition, as_json: bool) -> None:
    """Check the game with the addition, write it, and print what has changed. DataError if it cannot be read then."""
    from cardgen.building.reporting import count_findings, problem_to_data
    from cardgen.starters.trial import try_files
    from cardgen.starters.writing import change_files, check_free

    check_free(project.root, addition.added)
    before = {path: (project.root / path).read_bytes() for path in addition.changed}
    report = try_files(game, {**addition.added, **addition.changed}, project)
    change_files(project.root, addition.changed, addition.added)
    if as_json:
        texts = [str(localised(note)) for note in addition.notes]
        changes = {"game": game, "added": list(addition.added), "changed": list(addition.changed), "notes": texts}
        print_json({**changes, "findings": list(map(problem_to_data, report.findings))})
        return
    for path in addition.added:
        say(message("new file {file}", file=path))
    for path, content in addition.changed.items():
        for line in _diff(before[path].decode(), content.decode(), path):
            say(line)
    for note in addition.notes:
        say(note)
    if report.findings:
        findings = count_findings(report.findings)
        say(message("{findings}: see `cardgen check {game}`.", findings=findings, game=game))


def _diff(before: str, after: str, path: str) -> Iterator[str]:
    """Yield the lines of a unified diff."""
    old, now = before.splitlines(keepends=True), after.splitlines(keepends=True)
    for line in unified_diff(old, now, f"before/{path}", f"now/{path}", n=1):
        yield line.rstrip("\r\n")
