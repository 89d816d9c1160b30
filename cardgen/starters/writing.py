"""Several files as one: all of them are written, or none."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from cardgen.errors import DataError, Fault, Place
from cardgen.files import write_atomic
from cardgen.words.messages import message


def check_free(folder: Path, names: Iterable[str]) -> None:
    """DataError with everything that is in the way of files called so in the folder."""
    faults: list[Fault] = []
    for path in (folder, *folder.parents):
        if os.path.lexists(path):
            if not path.is_dir():
                raise DataError(Fault(Place(str(path)), message("is not a folder")))
            break
    for name in names:
        path = folder / name
        if os.path.lexists(path):
            faults.append(Fault(Place(str(path)), message("already exists"), message("nothing is overwritten")))
        for parent in path.parents:
            if parent != folder and parent.is_relative_to(folder) and parent.exists() and not parent.is_dir():
                faults.append(Fault(Place(str(parent)), message("is not a folder")))
    if faults:
        raise DataError(faults)


def write_new(folder: Path, files: Mapping[str, bytes]) -> None:
    """Writes the files, none of which is there, by their names in the folder; when one cannot be, none stays.

    A folder that is not there appears with all of them in one step. DataError when something is in the way, OSError
    when the disk says no.
    """
    check_free(folder, files)
    if folder.exists():
        _write_each(folder, files)
        return
    above = _make_folders(folder.parent)
    try:
        staged = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".part", dir=folder.parent))
        try:
            _write_each(staged, files)
            staged.chmod(folder.parent.stat().st_mode & 0o777)
            staged.rename(folder)
        except BaseException:
            shutil.rmtree(staged, ignore_errors=True)
            raise
    except OSError as error:
        _remove_folders(above)
        raise OSError(error.errno, error.strerror, str(folder)) from error
    except BaseException:
        _remove_folders(above)
        raise


def _write_each(folder: Path, files: Mapping[str, bytes]) -> None:
    written: list[Path] = []
    made: list[Path] = []
    try:
        for name, content in files.items():
            path = folder / name
            made += _make_folders(path.parent)
            written.append(path)
            write_atomic(path, content)
    except BaseException:
        for path in written:
            with contextlib.suppress(OSError):
                path.unlink()
        _remove_folders(made)
        raise


def _make_folders(folder: Path) -> list[Path]:
    """Makes the folder and those above it that are missing; those that were made, the uppermost first."""
    missing: list[Path] = []
    while not folder.exists():
        missing.insert(0, folder)
        folder = folder.parent
    for each in missing:
        each.mkdir(exist_ok=True)
    return missing


def _remove_folders(folders: Iterable[Path]) -> None:
    for folder in reversed(list(folders)):
        with contextlib.suppress(OSError):
            folder.rmdir()


def change_files(folder: Path, changed: Mapping[str, bytes], added: Mapping[str, bytes]) -> None:
    """Writes `added`, which are not there, then `changed`, which are; when one cannot be, all is as it was."""
    before = {name: (folder / name).read_bytes() for name in changed}
    write_new(folder, added)
    done: list[str] = []
    try:
        for name, content in changed.items():
            write_atomic(folder / name, content)
            done.append(name)
    except BaseException:
        for name in done:
            with contextlib.suppress(OSError):
                write_atomic(folder / name, before[name])
        for name in added:
            with contextlib.suppress(OSError):
                (folder / name).unlink()
        raise
