"""The contents of output files, made by several processes.

Files are divided into parts; each process makes the next part that is left. Contents are yielded in a fixed order, and
are the same whatever the number of processes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, repeat
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from cardgen.base.errors import Faults
from cardgen.base.processes import Copies, Result
from cardgen.base.processors import processors_for_copies
from cardgen.base.records import dataclass
from cardgen.base.temporary import Content
from cardgen.products.files import (
    ArchiveFile,
    BytesFile,
    FinishedFile,
    ListFile,
    OutputFile,
    PagesFile,
    PngFile,
    UnfinishedFile,
    limited_file,
)

if TYPE_CHECKING:
    from cardgen.formats.png import Picture

#: The most files of a part, and the most pixels of its pictures: they are in memory together. The more pictures a part
#: has, the fewer PDFs have their fonts.
_MOST_FILES = 16
_MOST_PIXELS = 20_000_000

#: The fewest files of a part: each process that makes one of them has to load the library for it.
_FEWEST_FILES = 2

#: A PDF of so many pages is left to this process: `formats/pdf` draws it by several processes.
_MANY_PAGES = 120

_Made: TypeAlias = tuple[Mapping[str, Any], Content]
"""The facts and the content of a file."""


@dataclass(frozen=True, slots=True, eq=False)
class _ProcessPart:
    """Files that one process makes."""

    files: Sequence[OutputFile]

    @property
    def is_unfinished(self) -> bool:
        return isinstance(self.files[0], UnfinishedFile)


class Making(Generic[Result]):
    """Files that are being made, by copies of this process, one for each processor.

    The copies do a `task` as well, if there is one.
    """

    def __init__(self, files: Sequence[OutputFile], task: Callable[[], Result] | None = None) -> None:
        processes = processors_for_copies()
        files = [limited_file(file, file.fit) if isinstance(file, PagesFile) and file.fit else file for file in files]
        self._lists = [file for file in files if isinstance(file, ListFile)]
        self._archives = [file for file in files if isinstance(file, ArchiveFile)]
        self._parts = _parts((file for file in files if not isinstance(file, ListFile | ArchiveFile)), processes)
        self._finished: dict[str, FinishedFile] = {}
        for part in self._parts:
            for file in part.files:
                if isinstance(file, UnfinishedFile):
                    file.prepare()
        # A single part is made by this process, while a copy does the task.
        shared = [part for part in self._parts if _pages(part.files[0]) < _MANY_PAGES] if len(self._parts) > 1 else []
        self._numbers = {part: number for number, part in enumerate(shared)}
        self.task = task
        tasks: list[Callable[[], Any]] = [*(partial(_make_in_copy, part) for part in shared), *([task] if task else [])]
        self._copies = Copies(tasks, min(processes, len(tasks)) if processes > 1 else 0)

    def finish(self) -> None:
        """Do the rest of the planning. DataError with the faults of all files."""
        faults = Faults()
        for part in self._parts:
            made = self._take(part) if part.is_unfinished else None
            for index, file in enumerate(part.files):
                if isinstance(file, UnfinishedFile):
                    with faults:
                        self._finished[file.path] = _finished(file, made[index]) if made else file.finish()
        faults.raise_all()

    def contents(
        self, digest: Callable[[str], str], read: Callable[[str], bytes]
    ) -> Iterator[tuple[FinishedFile, Content]]:
        """Yield each file with its content, those that list others at the end, and archives of others last.

        `digest` and `read` return the sha256 and the content of a file of this build that is up to date or has been
        yielded already.
        """
        for part in self._parts:
            files = [self._finished[file.path] if isinstance(file, UnfinishedFile) else file for file in part.files]
            made = None if part.is_unfinished else self._take(part)
            yield from zip(files, (content for _, content in made) if made else _make(files), strict=True)
        for list_file in self._lists:
            yield list_file, list_file.make([digest(path) for path in list_file.listed])
        for archive in self._archives:
            yield archive, archive.make([read(path) for path in archive.listed])

    def task_result(self) -> Result:
        assert self.task is not None
        result: Result | None = self._copies.take(len(self._numbers))
        return self.task() if result is None else result

    def close(self) -> None:
        """End the processes."""
        self._copies.close()

    def _take(self, part: _ProcessPart) -> list[_Made] | None:
        """Return the part as another process made it; None if this one has to."""
        return self._copies.take(self._numbers[part]) if part in self._numbers else None


def _finished(file: UnfinishedFile, made: _Made) -> BytesFile:
    facts, content = made
    return BytesFile(path=file.path, key=file.key, inputs=file.inputs, facts=facts, make=lambda: content)


def _parts(files: Iterable[OutputFile], processes: int) -> list[_ProcessPart]:
    """Return the files in parts, in the order in which they are begun: those that take longest first."""
    groups: dict[object, list[OutputFile]] = {}
    documents: list[OutputFile] = []
    pictures: list[PngFile] = []
    others: list[OutputFile] = []
    for file in files:
        match file:
            case UnfinishedFile():
                groups.setdefault(file.group or file.path, []).append(file)
            case PngFile():
                pictures.append(file)
            case _:
                (documents if _pages(file) else others).append(file)
    documents.sort(key=_pages, reverse=True)
    return [
        *map(_ProcessPart, groups.values()),
        *(_ProcessPart([file]) for file in documents),
        *_cut(pictures, processes, _most_pictures(pictures)),
        *_cut(others, processes, _MOST_FILES),
    ]


def _most_pictures(files: Sequence[PngFile]) -> int:
    """Return the most pictures of a part: one if that takes long."""
    if any(file.picture.optimised for file in files):
        return 1
    largest = max((math.prod(file.picture.size) for file in files), default=1)
    return max(1, min(_MOST_FILES, _MOST_PIXELS // largest))


def _pages(file: OutputFile) -> int:
    return int(file.facts.get("pages", 0))


def _cut(files: Sequence[OutputFile], processes: int, most: int) -> Iterator[_ProcessPart]:
    """Yield files in parts: several for each process, all in one for a single process."""
    size = min(most, max(_FEWEST_FILES, -(-len(files) // (4 * processes)))) if processes > 1 else len(files)
    for start in range(0, len(files), size or 1):
        yield _ProcessPart(files[start : start + size])


def _make(files: Sequence[FinishedFile], processes: int | None = None) -> Iterator[Content]:
    """Yield the contents of the files of a part. PNGs may be made by several `processes`."""
    pictures = [file.picture for file in files if isinstance(file, PngFile)]
    if pictures:
        yield from _pngs(pictures, processes)
    for file in files:
        if isinstance(file, BytesFile | PagesFile):
            yield file.make()


def _pngs(pictures: Sequence[Picture], processes: int | None) -> Iterator[bytes]:
    """Yield a PNG for each picture. One that follows itself, as for copies of a card, is drawn once."""
    from cardgen.formats.png import to_pngs

    runs = [list(run) for _, run in groupby(pictures, key=id)]
    for run, content in zip(runs, to_pngs([run[0] for run in runs], processes=processes), strict=True):
        yield from repeat(content, len(run))


def _make_in_copy(part: _ProcessPart) -> list[_Made]:
    files = [file.finish() if isinstance(file, UnfinishedFile) else file for file in part.files]
    return [(file.facts, content) for file, content in zip(files, _make(files, processes=1), strict=True)]
