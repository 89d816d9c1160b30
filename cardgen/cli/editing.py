"""`cardgen set`, `rename`, `undo` and `redo`: edits of a game's files, shown as differences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.words.messages import message, plural
from cardgen.cli.options import GameName, ProjectFolder, Quiet
from cardgen.cli.printing import say

if TYPE_CHECKING:
    from cardgen.data.project import Project
    from cardgen.editing.documents import Document
    from cardgen.editing.journal import Journal
    from cardgen.editing.operations import Change, Operation
    from cardgen.editing.projects import Edit

DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")]

#: A part of a path: a name, or one in quotes, which may have dots.
_STEP = re.compile(r'"([^"]*)"|([^."]+)')


def set_(
    path: Annotated[
        str,
        typer.Argument(metavar="FILE:PATH", help="A file and a value in it, such as cards.yaml:cards.fox.copies."),
    ],
    value: Annotated[str, typer.Argument(metavar="[VALUE]", help="The new value, as YAML.", show_default=False)] = "",
    delete: Annotated[bool, typer.Option("--delete", help="Delete the value instead.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Take VALUE as a text, whatever it looks like.")] = False,
    dry_run: DryRun = False,
    project: ProjectFolder = None,
    _quiet: Quiet = False,
) -> None:
    """Set a value in a file of the project: no other character of the file changes.

    PATH has keys with dots between them; an entry of a list, and a row of a table, is named by its id.
    """
    from cardgen.data.project import open_project
    from cardgen.editing.operations import Change

    source = open_project(project)
    file, _, rest = path.partition(":")
    if not rest:
        raise typer.BadParameter(message("{path}: expected FILE:PATH", path=path))
    steps = [quoted or plain for quoted, plain in _STEP.findall(rest)]
    operation = _operation(source, _relative(source, file), steps, None if delete else (value, text))
    _make(source, Change((operation,)), f"set {path}", dry_run)


def _relative(source: Project, file: str) -> str:
    """Return a file as it is named from the folder of the project, which may be given from the current folder."""
    root, given = source.root.resolve(), Path(file).resolve()
    return given.relative_to(root).as_posix() if given.is_file() and given.is_relative_to(root) else file


def _operation(source: Project, file: str, steps: list[str], value: tuple[str, bool] | None) -> Operation:
    """Return the operation that sets, inserts or deletes the value at a path."""
    from cardgen.data.reading import parse_yaml
    from cardgen.editing.operations import Delete, Insert, SetValue
    from cardgen.editing.projects import open_file

    document = open_file(source, file)
    is_table = file.endswith((".csv", ".tsv"))
    new: Any = None
    if value is not None:
        new = value[0] if value[1] or is_table else parse_yaml(value[0], "VALUE").value
    existing = _existing(document, steps)
    if existing is None:
        around = _existing(document, steps[:-1]) if not is_table else None
        if value is None or around is None or not isinstance(document.value_at(around), dict):
            raise DataError(Fault(Place(file), message("the file has no value {path}", path=".".join(steps))))
        return Insert(file, (*around, steps[-1]), new)
    if value is None:
        return Delete(file, existing)
    return SetValue(file, existing, document.value_at(existing), new)


def _existing(document: Document, steps: list[str]) -> tuple[str | int, ...] | None:
    """Return the path that steps name, with numbers for the entries of lists without ids; None if there is none."""
    choices: list[tuple[str | int, ...]] = [(step, int(step)) if step.isdecimal() else (step,) for step in steps]
    for path in product(*choices):
        try:
            document.value_at(path)
        except LookupError:
            continue
        return path
    return None


def _make(source: Project, change: Change, label: str, dry_run: bool, question: str = "") -> None:
    """Show what a change makes different, and make it, if a question is answered with yes. Abort if it is not."""
    import getpass

    from cardgen.editing.projects import prepare_edit, write_edit

    edit = prepare_edit(source, change)
    for line in _differences(edit):
        say(line)
    if question and not dry_run:
        typer.confirm(question, abort=True)
    if not dry_run and edit.after:
        write_edit(source, edit, getpass.getuser(), label)
    count = plural("{count} file", "{count} files", len(edit.after))
    say(message("{files} would change.", files=count) if dry_run else message("{files} changed.", files=count))


def _differences(edit: Edit) -> Iterator[str]:
    """Yield the lines that differ in each file, as a unified diff. A workbook is only named."""
    import difflib

    for file, after in edit.after.items():
        try:
            old, new = ((content or b"").decode("utf-8-sig").splitlines() for content in (edit.before[file], after))
        except UnicodeDecodeError:
            yield file
            continue
        yield from difflib.unified_diff(old, new, file, file, n=1, lineterm="")


def rename(
    old: Annotated[str, typer.Argument(metavar="WORD", help="The word that is renamed.")],
    new: Annotated[str, typer.Argument(metavar="WORD", help="What it is called from now on.")],
    game: GameName = "",
    whole_words: Annotated[bool, typer.Option("--whole-words", help="Not where it is a part of another word.")] = False,
    ignore_case: Annotated[bool, typer.Option("--ignore-case", help="Small and capital letters are the same.")] = False,
    pattern: Annotated[
        bool,
        typer.Option("--pattern", help="The first WORD is a regular expression; $1 in the second is its group."),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask.")] = False,
    dry_run: DryRun = False,
    project: ProjectFolder = None,
    _quiet: Quiet = False,
) -> None:
    """Rename a word in all texts of a game: cards, game.yaml, templates, translations, rulebooks.

    Shows the lines that change, and asks before it writes them. Ids, and what is in braces, stay.
    """
    from cardgen.data.load import load_game
    from cardgen.data.project import chosen_game, find_project
    from cardgen.editing.renaming import rename_word

    name = chosen_game(project, game)
    source = find_project(project, name)
    loaded = load_game(source.game_folder(name), source.templates, source.root)
    change = rename_word(source, loaded, old, new, whole_words, ignore_case=ignore_case, is_pattern=pattern)
    if not change.operations:
        raise DataError(Fault(Place(), message("no text of {game} has the word {word!r}", game=name, word=old)))
    count = plural("{count} text", "{count} texts", len(change.operations))
    question = "" if yes else str(message("Rename it in {texts}?", texts=count))
    _make(source, change, f"rename {old} {new}", dry_run, question)


def undo(project: ProjectFolder = None, _quiet: Quiet = False) -> None:
    """Undo the last edit of the project, made on the page or by a command."""
    say(message("Undone: {label}", label=_journal(project).undo().label))


def redo(project: ProjectFolder = None, _quiet: Quiet = False) -> None:
    """Make the edit again that was undone last."""
    say(message("Done again: {label}", label=_journal(project).redo().label))


def _journal(project: Path | None) -> Journal:
    from cardgen.data.project import open_project
    from cardgen.editing.journal import Journal

    return Journal(open_project(project).root)
