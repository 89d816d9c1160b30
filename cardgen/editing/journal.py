"""Edits written to the files of a project, with a journal of them: they can be undone and done again, also later.

The journal is outside of the project. A line of it has what changed in each file, as bytes; a large new file, such as a
picture, is beside it. It is on the disk before the first file is written, so whatever ends the process, the next one
finishes the edit or takes it back.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence, Set
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from cardgen.base.errors import DataError, Fault, Place, Text
from cardgen.base.files import obstacle_at, remove_parts, sync_folder, why_refused, write_atomic
from cardgen.base.locks import lock_path
from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import message
from cardgen.cache.sealed import state_folder
from cardgen.editing.shared import shared_end, shared_start

#: Gestures that can be undone. Older ones are forgotten when a journal is opened.
MOST_GESTURES = 500
#: Bytes of a new file from which it is kept beside the journal: every edit reads all lines.
_LARGE = 100_000


@dataclass(frozen=True, slots=True)
class Splice:
    """What changed in a file: from the byte `at`, `old` became `new`. `before` and `after` are the file's sha256.

    "" is the sha256 of a file that does not exist. Of a large file that is new or removed, the bytes are left out:
    it is kept beside the journal.
    """

    file: str
    before: str
    after: str
    at: int
    old: bytes
    new: bytes

    def reversed(self) -> Splice:
        """Return the splice that takes this one back."""
        return Splice(self.file, self.after, self.before, self.at, self.new, self.old)


@dataclass(frozen=True, slots=True)
class Gesture:
    """Edits that are undone together: who made them, and what they are called in the list of gestures.

    `at` is the time in UTC, such as `2026-11-21T05:00:00Z`; "" for an edit of a version that did not note it.
    """

    number: int
    by: str
    label: str
    splices: tuple[Splice, ...]
    at: str = ""


def digest(content: bytes | None) -> str:
    """Return the sha256 of a content; "" for a file that does not exist."""
    return "" if content is None else hashlib.sha256(content).hexdigest()


def splice(file: str, before: bytes | None, after: bytes | None) -> Splice:
    """Return what differs between two contents of a file."""
    old, new = before or b"", after or b""
    start = shared_start(old, new)
    end = shared_end(old, new, start)
    return Splice(file, digest(before), digest(after), start, old[start : len(old) - end], new[start : len(new) - end])


class Journal:
    """The journal of a project's edits. Any process may open it; a lock keeps them apart."""

    def __init__(self, root: Path, folder: Path | None = None) -> None:
        """`root` is the project's folder, `folder` where journals are, by default with the user's settings."""
        self.root = root.resolve()
        folder = folder or state_folder()
        name = hashlib.sha256(str(self.root).encode()).hexdigest()[:24]
        self._file = None if folder is None else folder / "edits" / f"{name}.jsonl"

    # ---------------------------------------------------------------- what people do

    def write(
        self, contents: Mapping[str, bytes | None], old: Mapping[str, bytes | None], by: str, label: str
    ) -> Gesture | None:
        """Write new contents of files, all or none. `old` are the contents that they were made from.

        Return the gesture; None if nothing is different. DataError if a file has another content by now, or cannot be
        written.
        """
        changed = [splice(file, old[file], content) for file, content in contents.items() if content != old[file]]
        if not changed:
            return None
        with self._open() as lines:
            changed = [self._keep_large(item) for item in changed]
            number = max((line["number"] for line in lines), default=0) + 1
            gesture = Gesture(number, by, label, tuple(changed), f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}")
            self._do(gesture, "do")
        return gesture

    def undo(self) -> Gesture:
        """Take the last gesture back. DataError if there is none, or if its files have changed since."""
        with self._open() as lines:
            done, _ = _stacks(lines)
            return self._again(done, "undo", message("there is nothing to undo"))

    def redo(self) -> Gesture:
        """Do the gesture again that was taken back last. DataError as for `undo`."""
        with self._open() as lines:
            _, undone = _stacks(lines)
            return self._again(undone, "redo", message("there is nothing to do again"))

    def gestures(self) -> tuple[Sequence[Gesture], Sequence[Gesture]]:
        """Return the gestures that can be undone, the last one at the end, and those that can be done again."""
        with self._open() as lines:
            return _stacks(lines)

    # ---------------------------------------------------------------- how it is written

    def _again(self, stack: Sequence[Gesture], verb: Literal["undo", "redo"], nothing: Text) -> Gesture:
        if not stack:
            raise DataError(Fault(Place(), nothing))
        self._do(stack[-1], verb)
        return stack[-1]

    def _do(self, gesture: Gesture, verb: Literal["do", "undo", "redo"]) -> None:
        """Write a gesture's files between two lines of the journal."""
        splices = [item.reversed() if verb == "undo" else item for item in gesture.splices]
        contents = {item.file: self._after(item) for item in splices}
        begun = self._append(_line(gesture, verb))
        try:
            self._put(splices, contents)
        except OSError:
            self._cut(begun)
            raise
        with contextlib.suppress(OSError):  # whoever opens the journal next finds that it was done
            self._append({"number": gesture.number, "verb": "done"})

    def _after(self, item: Splice) -> bytes | None:
        """Return a file's content after a splice. DataError if the file is not as it was before it."""
        path = self.root / item.file
        content = _content(path)
        if digest(content) != item.before:
            problem = message("the file has changed since: this edit cannot be made or undone")
            raise DataError(Fault(Place(item.file), problem, message("edit it by hand")))
        if obstacle := obstacle_at(path):
            raise DataError(Fault(Place(item.file), obstacle))
        try:
            return self._spliced(item, content)
        except FileNotFoundError as error:
            raise DataError(Fault(Place(item.file), message("the journal has lost this file"))) from error

    def _keep_large(self, item: Splice) -> Splice:
        """Return a splice, without bytes if it is of a whole large file: that is written beside the journal."""
        if (item.before and item.after) or len(item.new or item.old) < _LARGE:
            return item
        write_atomic(self._kept(item.after or item.before), item.new or item.old)
        return replace(item, old=b"", new=b"")

    def _kept(self, sha256: str) -> Path:
        assert self._file is not None
        return self._file.with_suffix(".files") / sha256

    def _spliced(self, item: Splice, content: bytes | None) -> bytes | None:
        """Return a content with a splice; None for a file that is removed. FileNotFoundError if it is not kept."""
        if not item.after:
            return None
        if not item.before and not item.new and item.after != digest(b""):
            return self._kept(item.after).read_bytes()
        old = content or b""
        return old[: item.at] + item.new + old[item.at + len(item.old) :]

    def _put(self, splices: Sequence[Splice], contents: Mapping[str, bytes | None]) -> None:
        """Write all files, or leave all as they are: OSError."""
        written: list[Splice] = []
        try:
            for item in splices:
                _write(self.root, item.file, contents[item.file])
                written.append(item)
        except OSError:
            for item in written:
                with contextlib.suppress(OSError):
                    _write(self.root, item.file, self._spliced(item.reversed(), _content(self.root / item.file)))
            raise

    @contextlib.contextmanager
    def _open(self) -> Iterator[list[dict[str, Any]]]:
        """Hold the lock, finish what was begun, and yield the lines of the journal."""
        if self._file is None:
            raise DataError(Fault(Place(), message("there is no folder for the journal of edits")))
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with lock_path(self._file.with_suffix(".lock"), lambda: None):
                lines = self._read()
                if lines and lines[-1]["verb"] not in ("done", "aborted"):
                    lines.append(self._recover(lines[-1]))
                yield lines
        except OSError as error:
            raise self._not_written(error) from error

    def _not_written(self, error: OSError) -> DataError:
        """Return the error for a file that the disk refuses: one of the project, or the journal itself."""
        path, (reason, hint) = Path(error.filename or ""), why_refused(error)
        if path.is_relative_to(self.root):
            place = Place(path.relative_to(self.root).as_posix())
            return DataError(Fault(place, message("cannot be written: {reason}", reason=reason), hint))
        return DataError(
            Fault(Place(), message("the journal of edits cannot be written: {reason}", reason=reason), hint)
        )

    def _read(self) -> list[dict[str, Any]]:
        assert self._file is not None
        content = _content(self._file) or b""
        whole = content[: content.rfind(b"\n") + 1]  # a line that was cut off was not done
        if whole != content:
            self._cut(len(whole))
        lines = [json.loads(line) for line in whole.splitlines()]
        if len(lines) > 4 * MOST_GESTURES and not _stacks(lines)[1]:
            lines = [line for gesture in _stacks(lines)[0][-MOST_GESTURES:] for line in _done(gesture)]
            write_atomic(self._file, "".join(json.dumps(line) + "\n" for line in lines).encode())
            self._forget({file[end] for line in lines for file in line.get("files", ()) for end in ("before", "after")})
        return lines

    def _forget(self, wanted: Set[str]) -> None:
        """Remove the files beside the journal that no gesture can bring back."""
        for path in self._kept("").iterdir() if self._kept("").is_dir() else ():
            if path.name not in wanted:
                path.unlink(missing_ok=True)

    def _recover(self, line: Mapping[str, Any]) -> dict[str, Any]:
        """Finish a gesture that a process had begun when it ended, or take it back if a file is another one by now."""
        splices = [item.reversed() if line["verb"] == "undo" else item for item in _gesture(line).splices]
        now = {item.file: _content(self.root / item.file) for item in splices}
        verb = "done" if all(digest(now[item.file]) in (item.before, item.after) for item in splices) else "aborted"
        for item in splices:
            remove_parts((self.root / item.file).parent)
            content = now[item.file]
            if verb == "done" and digest(content) == item.before:
                _write(self.root, item.file, self._spliced(item, content))
            elif verb == "aborted" and digest(content) == item.after:
                _write(self.root, item.file, self._spliced(item.reversed(), content))
        end = {"number": line["number"], "verb": verb}
        self._append(end)
        return end

    def _append(self, line: Mapping[str, Any]) -> int:
        """Add a line. Return how long the journal was before; OSError leaves it so."""
        assert self._file is not None
        length = 0
        try:
            length = self._file.stat().st_size if self._file.exists() else 0
            descriptor = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with os.fdopen(descriptor, "ab") as stream:
                stream.write(json.dumps(line).encode() + b"\n")
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):
                self._cut(length)
            raise OSError(error.errno, error.strerror, str(self._file)) from error
        return length

    def _cut(self, length: int) -> None:
        """Take what was added last away, which needs no room on the disk."""
        assert self._file is not None
        os.truncate(self._file, length)


def _stacks(lines: Sequence[Mapping[str, Any]]) -> tuple[list[Gesture], list[Gesture]]:
    """Return the gestures that are done, and those that were undone, the next one at the end."""
    done: list[Gesture] = []
    undone: list[Gesture] = []
    for begun, ended in zip(lines[::2], lines[1::2], strict=False):
        if ended["verb"] == "aborted":
            continue
        if begun["verb"] == "do":
            done.append(_gesture(begun))
            undone.clear()
        elif begun["verb"] == "undo":
            undone.append(done.pop())
        else:
            done.append(undone.pop())
    return done, undone


def _done(gesture: Gesture) -> list[dict[str, Any]]:
    return [_line(gesture, "do"), {"number": gesture.number, "verb": "done"}]


def _line(gesture: Gesture, verb: str) -> dict[str, Any]:
    files = [
        {
            "file": item.file,
            "before": item.before,
            "after": item.after,
            "at": item.at,
            "old": base64.b64encode(item.old).decode(),
            "new": base64.b64encode(item.new).decode(),
        }
        for item in gesture.splices
    ]
    head = {"number": gesture.number, "verb": verb, "by": gesture.by, "label": gesture.label, "at": gesture.at}
    return {**head, "files": files}


def _gesture(line: Mapping[str, Any]) -> Gesture:
    splices = tuple(
        Splice(
            item["file"],
            item["before"],
            item["after"],
            item["at"],
            base64.b64decode(item["old"]),
            base64.b64decode(item["new"]),
        )
        for item in line["files"]
    )
    return Gesture(line["number"], line["by"], line["label"], splices, line.get("at", ""))


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _write(root: Path, file: str, content: bytes | None) -> None:
    """Write a file with the permissions that it has, or remove it and the folders below `root` that are empty then."""
    path = root / file
    if content is None:
        path.unlink(missing_ok=True)
        sync_folder(path.parent)
        with contextlib.suppress(OSError):  # the first one that is not empty
            for folder in path.parents[: file.count("/")]:
                folder.rmdir()
        return
    mode = path.stat().st_mode & 0o777 if path.exists() else None
    if mode is not None and not os.access(path, os.W_OK):
        raise PermissionError(13, os.strerror(13), str(path))
    write_atomic(path, content)
    if mode is not None:
        path.chmod(mode)
