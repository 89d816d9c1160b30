"""`cardgen init` and `cardgen new …`: a game of one's own, begun and added to."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.cli.values import a_folder
from cardgen.errors import DataError, Fault, Place, did_you_mean

if TYPE_CHECKING:
    from cardgen.data.model import Game
    from cardgen.data.project import Project
    from cardgen.starters.adding import Addition

new = typer.Typer(
    help="Add a card, a deck or a template to a game. Only ever adds; what it changes is shown.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

GameOption = Annotated[
    str, typer.Option("--game", metavar="GAME", help="The game to add to.", show_default="the project's only one")
]
ProjectFolder = Annotated[
    Path | None, typer.Option("--project", metavar="DIR", help="A folder with card_data and templates in it.")
]


def init(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", parser=a_folder, help="The new project; its last part names the game.")
    ],
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="For --from csv: your table, CSV or XLSX.")
    ] = None,
    starter: Annotated[
        str,
        typer.Option(
            "--from", metavar="blank|poker|csv|GAME", help="What to begin with; a game is one that comes with cardgen."
        ),
    ] = "blank",
    lang: Annotated[
        str, typer.Option(metavar="LANG,...", help="The languages of the cards, the main one first: en, zh.")
    ] = "",
) -> None:
    """Begin a game of your own: cards, a layout and what is made of them, ready to build."""
    from cardgen.starters.starting import STARTERS, check_game_name, check_starter, copied_files, starter_files
    from cardgen.starters.writing import write_new

    check_starter(starter)
    if file is not None and folder.is_file() and not file.exists():
        folder, file = file, folder  # --from csv FILE DIR
    if (file is not None) != (starter == "csv"):
        raise typer.BadParameter("--from csv takes a FILE, the other starters none: cardgen init DIR --from csv FILE")
    name = Path(os.path.abspath(folder)).name  # noqa: PTH100  (resolve() would follow a link to another name)
    check_game_name(name)
    languages = tuple(filter(None, (part.strip() for part in lang.split(","))))
    notes: list[str] = []
    if file is not None:
        files, notes = _from_table(file, name, languages)
    elif starter in STARTERS:
        files = starter_files(starter, name, languages or ("en",))
    elif languages:
        raise typer.BadParameter(f"--lang: {starter} has the languages that it has")
    else:
        files = copied_files(starter, name)
    write_new(folder, files)
    typer.echo(f"{folder}: {len(files)} files written.")
    for path in sorted(files):
        typer.echo(f"  {path}")
    for note in notes:
        typer.echo(note)
    typer.echo("Next:")
    if folder.resolve() != Path.cwd():
        typer.echo(f"  cd {folder}")
    typer.echo(f"  cardgen build {name}")
    typer.echo(f"  cardgen review {name} --open")


def _from_table(file: Path, name: str, languages: tuple[str, ...]) -> tuple[dict[str, bytes], list[str]]:
    """The project that shows the table, and what to say of it. DataError when it cannot be shown."""
    from cardgen.data.rows.tables import cell_at
    from cardgen.data.rows.workbooks import SheetPlace, first_sheet
    from cardgen.starters.starting import check_languages, table_files, table_name
    from cardgen.starters.tables import read_table
    from cardgen.starters.trial import try_files
    from cardgen.telling import count_findings

    if languages:
        check_languages(languages)
    content, called, sheet = file.read_bytes(), file.name, ""
    if file.suffix.lower() == ".xlsx":
        sheet, written = first_sheet(content, str(file))
        content, called = written.encode(), f"{file.stem}.csv"
    elif file.suffix.lower() != ".csv":
        raise DataError(Fault(Place(str(file)), "is not a CSV file", "save the table as CSV UTF-8, or as XLSX"))

    def in_sheet(fault: Fault, text: bytes, added: int = 0) -> Fault:
        """A fault of the table as CSV, located in the workbook's sheet where it came from one."""
        if not sheet or fault.place.file != str(file) or not fault.place.line:
            return fault
        row, column = cell_at(text.decode(), fault.place)
        return replace(fault, place=SheetPlace(str(file), row, max(1, column - added), sheet=sheet))

    try:
        table = read_table(content, str(file), languages, file.parent)
    except DataError as error:
        raise DataError(in_sheet(fault, content) for fault in error.faults) from error
    files = table_files(table, called, name, file.parent)
    copied = f"card_data/{name}/{table_name(called)}"
    try:
        report = try_files(name, files)
    except DataError as error:  # told of the designer's own files, not of those that there will not be
        own = {copied: str(file)} | {f"card_data/{name}/{each}": str(file.parent / each) for each in table.pictures}
        located = [
            replace(fault, place=replace(fault.place, file=own[fault.place.file]))
            if fault.place.file in own
            else replace(fault, place=Place(str(file)))
            for fault in error.faults
        ]
        raise DataError(in_sheet(fault, table.content, int(table.ids_added)) for fault in located) from error
    cards = f"{table.cards} card{'s' if table.cards > 1 else ''}"
    notes = [f"{cards}; {', '.join(f'{field} ({kind})' for field, kind in table.fields.items())}"]
    if sheet:
        notes.append(f"The sheet {sheet} was written as CSV: {copied}.")
    if table.encoding:
        notes.append("The table is not UTF-8: it was read as GB18030, as Excel writes Chinese.")
    if table.absent:
        named, more = ", ".join(table.absent[:3]), ", …" if len(table.absent) > 3 else ""
        notes.append(f"Pictures that do not lie beside the table are shown as text: {named}{more}.")
    if table.icons:
        named = ", ".join(f"{{{each}}}" for each in table.icons)
        notes.append(f"Drawn as discs until you give their pictures under icons in game.yaml: {named}.")
    if table.ids_added:
        notes.append(f"A column of ids was put in front in {copied}; the rest of the table is as it was.")
    if report.findings:
        found = count_findings(report.findings)
        notes.append(f"Not everything fits yet: {found}, see cardgen check {name}.")
    return files, notes


# ---------------------------------------------------------------- new


@new.command("card")
def new_card(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new card's id.")],
    deck: Annotated[
        str, typer.Option("--deck", metavar="DECK", help="Where to add it.", show_default="the first")
    ] = "",
    game: GameOption = "",
    project: ProjectFolder = None,
) -> None:
    """Add a card to a deck, like the last one in it."""
    from cardgen.starters.adding import add_card, find_deck

    found, loaded = own_game(project, game)
    make_addition(found, loaded.id, add_card(loaded, find_deck(loaded, deck), name, found.root))


@new.command("deck")
def new_deck(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the deck and its files are called.")],
    game: GameOption = "",
    project: ProjectFolder = None,
) -> None:
    """Add a deck with a card, a template of its own and its lines in game.yaml."""
    from cardgen.starters.adding import add_deck

    found, loaded = own_game(project, game)
    make_addition(found, loaded.id, add_deck(loaded, name))


@new.command("template")
def new_template(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the file is called.")],
    deck: Annotated[
        str, typer.Option("--deck", metavar="DECK", help="Whose fields to show.", show_default="the first")
    ] = "",
    game: GameOption = "",
    project: ProjectFolder = None,
) -> None:
    """Add a template that shows every field of a deck."""
    from cardgen.starters.adding import add_template, find_deck

    found, loaded = own_game(project, game)
    make_addition(found, loaded.id, add_template(loaded, name, find_deck(loaded, deck)))


def own_game(folder: Path | None, name: str, fonts: Sequence[str] = ()) -> tuple[Project, Game]:
    """The game to add to: the one called so, or the only one, of the project in the folder. Never a bundled one.

    Its templates may name `fonts` already, which are about to be added.
    """
    from cardgen.data.load import load_game
    from cardgen.data.project import Project

    root = folder or Path.cwd()
    project = Project(root, bundled=False)
    if not project.games:
        raise DataError(Fault(Place(str(root)), "holds no game of yours", "cardgen init DIR begins one"))
    if not name and len(project.games) > 1:
        raise DataError(Fault(Place(str(root)), "holds several games", f"--game {' or '.join(project.games)}"))
    name = name or project.games[0]
    if name not in project.games:
        hint = did_you_mean(name, project.games)
        raise DataError(Fault(Place(str(root / "card_data")), f"there is no game {name!r}", hint))
    return project, load_game(project.game_folder(name), project.templates, Path.cwd(), fonts)


def make_addition(project: Project, game: str, addition: Addition) -> None:
    """Tries the addition, makes it, and shows it."""
    from difflib import unified_diff

    from cardgen.starters.trial import try_files
    from cardgen.starters.writing import change_files, check_free
    from cardgen.telling import count_findings

    check_free(project.root, addition.added)
    before = {path: (project.root / path).read_bytes() for path in addition.changed}
    report = try_files(game, {**addition.added, **addition.changed}, project)
    change_files(project.root, addition.changed, addition.added)
    for path in addition.added:
        typer.echo(f"new file {path}")
    for path, content in addition.changed.items():
        old, now = (text.decode().splitlines(keepends=True) for text in (before[path], content))
        for line in unified_diff(old, now, f"before/{path}", f"now/{path}", n=1):
            typer.echo(line.rstrip("\r\n"))
    for note in addition.notes:
        typer.echo(note)
    if report.findings:
        typer.echo(f"{count_findings(report.findings)} in {game}: see cardgen check {game}.")
