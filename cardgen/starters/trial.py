"""Check files before they are written: a project with them in a temporary folder is loaded, laid out and checked."""

from __future__ import annotations

import errno
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from cardgen.base.words.messages import message
from cardgen.building.check import Report, check_game
from cardgen.building.plan import layout_game
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.data.project import Project
from cardgen.starters.writing import write_new


def try_files(name: str, files: Mapping[str, bytes], project: Project | None = None) -> Report:
    """Return the report of a check of the game with these files, by path, in addition to those of the project.

    DataError, with paths relative to the project's folder, if the game cannot be read.
    """
    with trial_game(name, files, project) as game:
        return check_game(game, layout_game(game))


@contextmanager
def trial_game(name: str, files: Mapping[str, bytes], project: Project | None = None) -> Iterator[Game]:
    """Load the game with these files, as for `try_files`. Its pictures can be read until the end of the block."""
    with tempfile.TemporaryDirectory(prefix="cardgen-trial-") as scratch:
        folder = Path(scratch) / "project"
        folder.mkdir()
        if project is not None:
            copy_folder(project.game_folder(name), folder / "card_data" / name)
            copy_folder(project.templates, folder / "templates")
            for path in files:
                (folder / path).unlink(missing_ok=True)
        write_new(folder, files)
        yield load_game(folder / "card_data" / name, folder / "templates", folder)


def copy_folder(source: Path, target: Path) -> None:
    """Copy a folder with its content. OSError with the file that could not be copied."""
    try:
        shutil.copytree(source, target)
    except shutil.Error as error:  # an OSError without a file name, but with a list of files and reasons
        file, _, reason = error.args[0][0]
        raise OSError(errno.EIO, message("cannot be copied: {reason}", reason=reason), str(file)) from error
