"""Write several files at once: all of them, or none."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from cardgen.base.errors import DataError, Fault, Faults, Place
from cardgen.base.files import write_atomic
from cardgen.base.words.messages import message


def check_free(folder: Path, names: Iterable[str]) -> None:
    """DataError with everything in the folder that prevents new files of these names."""
    faults = Faults()
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
    faults.raise_all()


def write_new(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write new files, by their names in the folder. If one cannot be written, all are removed again.

    A new folder appears with all of its files in one step. DataError if a file exists, OSError if writing fails.
    """
    check_free(folder, files)
    if folder.exists():
        _write_each(folder, files)
        return
    parents = _make_folders(folder.parent)
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
        _remove_folders(parents)
        raise OSError(error.errno, error.strerror, str(folder)) from error
    except BaseException:
        _remove_folders(parents)
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
    """Make a folder and its missing parents. Return the folders that were made, the uppermost first."""
    missing: list[Path] = []
    while not folder.exists():
        missing.insert(0, folder)
        folder = folder.parent
    for path in missing:
        path.mkdir(exist_ok=True)
    return missing


def _remove_folders(folders: Iterable[Path]) -> None:
    for folder in reversed(list(folders)):
        with contextlib.suppress(OSError):
            folder.rmdir()


def change_files(folder: Path, changed: Mapping[str, bytes], added: Mapping[str, bytes]) -> None:
    """Write new files, then changed ones. If one cannot be written, everything is as before."""
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
