"""A folder that cardgen writes: one writer at a time, and nothing outside of it is ever written or removed."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.files import digest_of, obstacle_at, remove_parts, write_atomic
from cardgen.base.locks import lock_path
from cardgen.base.records import dataclass, replace
from cardgen.base.temporary import Content, sha256_of
from cardgen.base.words.messages import message
from cardgen.cache.stamps import stamp_files

#: Held while a process writes. The last one removes it; the system frees it when a process ends.
LOCK = ".cardgen.lock"


#: Characters that are in no relative path; on Windows they lead to other folders and drives.
_FORBIDDEN = "\0\\:" if os.name == "nt" else "\0"


def is_inside(path: str) -> bool:
    """Return True if a relative path, as a file lists it, cannot lead out of the folder it is relative to."""
    parts = PurePosixPath(path).parts
    return bool(parts) and not set(_FORBIDDEN) & set(path) and not {"..", "/"} & set(parts)


@dataclass(frozen=True, slots=True)
class OutputFolder:
    """The folder `root`. The paths that its methods take are relative to it, with slashes."""

    root: Path

    def check(self, paths: Iterable[str]) -> None:
        """Raise DataError unless every path can be written or removed: no links on the way, nothing but regular files.

        Reports every obstacle once. Folders above `root` may be links.
        """
        if os.path.lexists(self.root) and (fault := _fault_of_folder(self.root)):
            raise DataError(replace(fault, hint=message("name another folder")))
        clear: set[Path] = set()
        faults = {fault for path in paths if (fault := self._obstacle(path, clear))}
        if faults:
            raise DataError(faults)

    def _obstacle(self, path: str, clear: set[Path]) -> Fault | None:
        """Return the first obstacle on the way to `path`, or at it. Folders without obstacles are added to `clear`."""
        above = self.root
        for name in PurePosixPath(path).parts[:-1]:
            above /= name
            if above in clear:
                continue
            if not os.path.lexists(above):
                return None
            fault = _fault_of_folder(above)
            if fault:
                return fault
            clear.add(above)
        target = self.root / path
        obstacle = obstacle_at(target)
        return Fault(Place(str(target)), obstacle, message("remove it")) if obstacle else None

    def digest(self, path: str) -> str | None:
        """Return the sha256 of a file; None if there is no regular file that can be read without following links."""
        return None if self._obstacle(path, set()) else digest_of(self.root / path)

    def read(self, path: str) -> bytes:
        """Return the content of a file in the folder."""
        return (self.root / path).read_bytes()

    def stamp(self, digests: Mapping[str, str]) -> str | None:
        """Return the stamp of files with these digests; None if one cannot be stamped, or if a link leads to it."""
        clear: set[Path] = set()
        one_in_each_folder = {path.rpartition("/")[0]: path for path in digests}.values()
        if any(self._obstacle(path, clear) for path in one_in_each_folder):
            return None
        return stamp_files(((f"{self.root}/{path}", digest) for path, digest in digests.items()), links=False)

    def write(self, path: str, content: Content) -> None:
        """Write `content` to `path` in one step. DataError for an obstacle, OSError if the disk refuses."""
        self.check([path])
        write_atomic(self.root / path, content)

    def write_changed(self, path: str, content: Content) -> bool:
        """Write `content` to `path` unless it is there already. Errors as for `write`. False if nothing was written."""
        if self._has(path, content):
            return False
        self.write(path, content)
        return True

    def _has(self, path: str, content: Content) -> bool:
        try:
            is_as_long = (self.root / path).lstat().st_size == len(content)
        except OSError:
            return False
        return is_as_long and self.digest(path) == sha256_of(content)

    def remove(self, path: str) -> bool:
        """Remove a file and the folders that this leaves empty. Errors as for `write`. False if there is no file."""
        self.check([path])
        try:
            (self.root / path).unlink()
        except FileNotFoundError:
            return False
        for folder in PurePosixPath(path).parents:
            if folder.name:
                with contextlib.suppress(OSError):  # not empty
                    (self.root / folder).rmdir()
        return True

    def remove_parts(self) -> None:
        """Remove the parts of files that killed writes left behind. The lock has to be held."""
        remove_parts(self.root)

    @property
    def is_locked(self) -> bool:
        """True while a process writes here, and after one was killed while it wrote."""
        return os.path.lexists(self.root / LOCK)

    @contextlib.contextmanager
    def locked(self, waiting: Callable[[], None] = lambda: None) -> Iterator[None]:
        """Hold the lock of the folder: all others that would write here wait. Makes the folder if there is none.

        Calls `waiting` once if another one holds the lock. The lock ends with the process, however it ends. A folder
        that was made for the lock and is still empty at the end is removed again.
        """
        made: list[Path] = []
        with contextlib.ExitStack() as held:
            while True:
                self.check([LOCK])
                made += _make_folders(self.root)
                # The holder of the lock may have removed the folder in between, because it was empty.
                with contextlib.suppress(FileNotFoundError):
                    held.enter_context(lock_path(self.root / LOCK, waiting))
                    break
            try:
                yield
            finally:
                held.close()
                for folder in reversed(made):
                    with contextlib.suppress(OSError):
                        folder.rmdir()


def _make_folders(folder: Path) -> list[Path]:
    """Make a folder and those above it that are missing; return those that were made, the uppermost first."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()][::-1]
    folder.mkdir(parents=True, exist_ok=True)
    return missing


def _fault_of_folder(path: Path) -> Fault | None:
    """Return why nothing is written or removed below an existing `path`: it is a link, or not a folder."""
    if path.is_symlink() or getattr(os.path, "isjunction", lambda _: False)(path):
        problem = message("is a link, and nothing is written or removed through a link")
        return Fault(Place(str(path)), problem, message("remove it"))
    return None if path.is_dir() else Fault(Place(str(path)), message("is not a folder"), message("remove it"))
