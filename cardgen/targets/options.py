"""The options of a build. Nothing heavy is imported: a build with nothing to do needs no more than this."""

from __future__ import annotations

import fnmatch
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardgen.sheets.plan import Flip


#: The folder of exports in a game's output: exports/NAME/, or LANG/exports/NAME/ in an edition.
EXPORTS_FOLDER = "exports"


def export_of(path: str) -> tuple[str, str]:
    """Return the export whose file is at an output path, and its edition; "" for any other file and for no edition."""
    match PurePosixPath(path).parts:
        case (folder, name, _, *_) if folder == EXPORTS_FOLDER:
            return name, ""
        case (edition, folder, name, _, *_) if folder == EXPORTS_FOLDER:
            return name, edition
    return "", ""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a build: empty means everything.

    `only` are parts or patterns of output paths; `back_offset` is (x mm, y mm, degrees), `flip` the edge ("long" or
    "short") that the printer turns all paper about; `dpi`, the `cell` of boards and die-cut pieces in mm, and the
    `thickness` of a card in mm replace the game's own. The files of an `edition` are in a folder of that name. With an
    `export` only the files of the export of this name are asked for.
    """

    only: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    dpi: int | None = None
    flip: str = ""
    back_offset: tuple[float, float, float] = (0.0, 0.0, 0.0)
    cell: float | None = None
    thickness: float | None = None
    edition: str = ""
    export: str = ""

    @property
    def sheet_flip(self) -> Flip:
        """The edge that sheets are turned about: the long one by default."""
        return "short" if self.flip == "short" else "long"

    @property
    def booklet_flip(self) -> Flip:
        """The edge that booklets are turned about: the short one by default, as is usual."""
        return "long" if self.flip == "long" else "short"

    def replaces(self, path: str, exports: Collection[str]) -> bool:
        """Return True if a file of an earlier build is removed unless it is made again. `exports` are those made now.

        A build that asks for everything replaces all files but those of other exports; one of an export, its own files.
        """
        export, edition = export_of(path)
        if self.export:
            return export == self.export and (not self.languages or not edition or edition in self.languages)
        if self.only or self.languages or self.papers:
            return False
        return not export or export in exports

    def wants(self, path: str) -> bool:
        """Return True if `path`, below the game's output folder, is asked for by a folder, name or pattern with *."""
        whole = PurePosixPath(path)
        paths = (path, f"{self.edition}/{path}") if self.edition else (path,)
        return not self.only or any(
            part in (*paths, whole.name, whole.stem)
            or any(own.startswith(part.rstrip("/") + "/") or fnmatch.fnmatchcase(own, part) for own in paths)
            or fnmatch.fnmatchcase(whole.name, part)
            for part in self.only
        )

    def for_papers(self, name: str, papers: Sequence[str], ending: str = ".pdf") -> Iterator[tuple[str, str]]:
        """Yield the output path and the paper of a file under sheets/ for each of its papers that is wanted."""
        for paper in papers:
            path = f"sheets/{name.replace('{paper}', paper)}{ending}"
            if (not self.papers or paper in self.papers) and self.wants(path):
                yield path, paper
