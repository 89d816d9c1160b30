"""Edits of a project: applied to its files, proved by reading its games, and written with the journal."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.files import read_regular, why_refused
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.data.load import load_game
from cardgen.data.project import Project
from cardgen.data.reading import MOST_BYTES, Reader
from cardgen.data.rows.options import TableOptions
from cardgen.editing.applying import apply_change, is_table, open_document
from cardgen.editing.documents import Document
from cardgen.editing.journal import Journal
from cardgen.editing.operations import Change


@dataclass(frozen=True, slots=True)
class Edit:
    """The contents of files before and after a change, by name from the folder of the project.

    `before` has None for a new file.
    """

    before: Mapping[str, bytes | None]
    after: Mapping[str, bytes]


def prepare_edit(project: Project, change: Change) -> Edit:
    """Return what a change makes of the files of a project. Nothing is written.

    DataError if the change is not possible, and if a game of the project could be read before and cannot after it: with
    the faults that it would have.
    """
    edit = apply_to_files(project, change)
    check_games(project, edit)
    return edit


def apply_to_files(project: Project, change: Change) -> Edit:
    """Return what a change makes of the files of a project. No game reads them. DataError if it is not possible."""
    before: dict[str, bytes | None] = {}

    def read(file: str) -> bytes | None:
        before[file] = read_inside(project, file) if exists_inside(project, file) else None
        return before[file]

    after = apply_change(change, read, lambda file: table_options(project, file))
    return Edit(before, {file: content for file, content in after.items() if content != before[file]})


def write_edit(project: Project, edit: Edit, by: str, label: str) -> None:
    """Write the files of an edit, with a line in the project's journal. DataError if one has changed meanwhile."""
    Journal(project.root).write(edit.after, edit.before, by, label)


def read_inside(project: Project, file: str) -> bytes:
    """Return the content of a file of a project. DataError if it is outside of its two folders, or cannot be read."""
    path = _inside(project, file)
    try:
        return read_regular(path, MOST_BYTES)
    except OSError as error:
        reason, hint = why_refused(error)
        raise DataError(Fault(Place(file), message("cannot be read: {reason}", reason=reason), hint)) from error


def exists_inside(project: Project, file: str) -> bool:
    """Return True if a project has anything at a path, also a link that leads nowhere. DataError if it is outside."""
    return os.path.lexists(_inside(project, file)) or os.path.lexists(project.root / file)


def _inside(project: Project, file: str) -> Path:
    """Return the path of a file of a project. DataError if it is outside of its two folders."""
    path = (project.root / file).resolve()
    if project.bundled or not any(
        path.is_relative_to((project.root / name).resolve()) for name in ("card_data", "templates")
    ):
        raise DataError(Fault(Place(file), message("only files in card_data and templates of a project are edited")))
    return path


def open_file(project: Project, file: str) -> Document:
    """Return a file of a project as a document. DataError as for `read_inside`, and if its kind cannot be read."""
    return open_document(file, read_inside(project, file), table_options(project, file))


def table_options(project: Project, file: str) -> TableOptions | None:
    """Return how a table is read, as the game in whose folder it is declares; None if that declares nothing."""
    top, *names = file.split("/")
    if not is_table(file) or top != "card_data" or len(names) < 2:
        return None
    folder, path = project.game_folder(names[0]), (project.root / file).resolve()
    return next((options for name, options in _declared_tables(folder) if (folder / name).resolve() == path), None)


def _declared_tables(folder: Path) -> Iterator[tuple[str, TableOptions]]:
    """Yield the files of decks that game.yaml names, each with its options. Nothing else of it is checked."""
    try:
        decks = Reader(folder).read_yaml(folder / "game.yaml").value["decks"].values()
    except (DataError, LookupError, TypeError, AttributeError):
        return
    for deck in decks:
        for entry in (deck, deck.get("for") if isinstance(deck, Mapping) else None):
            if isinstance(entry, Mapping) and isinstance(entry.get("cards"), str):
                options = {key: value for key, value in entry.items() if key in TableOptions.model_fields}
                try:
                    yield entry["cards"], TableOptions.model_validate(options)
                except ValueError:
                    continue


def contents_of(project: Project, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return contents of files by their resolved paths, as `load_game` takes them."""
    return {str((project.root / file).resolve()): content for file, content in files.items()}


def check_games(project: Project, edit: Edit, but: str = "") -> None:
    """DataError with the faults that games would have after an edit, and do not have now. One may be left out."""
    contents = contents_of(project, edit.after)
    for name in _games_of(project, edit.after):
        if name == but:
            continue
        try:
            load_game(project.game_folder(name), project.templates, project.root, draft=True, contents=contents)
        except DataError as error:
            faults = set(error.faults)
            try:
                load_game(project.game_folder(name), project.templates, project.root, draft=True)
            except DataError as before:
                earlier = {(fault.place.file, fault.message) for fault in before.faults}
                faults = {fault for fault in faults if (fault.place.file, fault.message) not in earlier}
            if faults:
                raise DataError(faults) from error


def _games_of(project: Project, files: Mapping[str, object]) -> list[str]:
    """Return the games that may read one of the files: any for a template, its own for another file."""
    if any(file.startswith("templates/") for file in files):
        return project.games
    return [name for name in project.games if any(file.startswith(f"card_data/{name}/") for file in files)]
