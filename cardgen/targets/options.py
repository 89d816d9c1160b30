"""The options of a build. Nothing heavy is imported: a build with nothing to do needs no more than this."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardgen.sheets.plan import Flip


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a build: empty means everything.

    `only` are parts or patterns of output paths; `back_offset` is (x mm, y mm, degrees), `flip` the edge ("long" or
    "short") that the printer turns all paper about; `dpi`, the `cell` of boards and die-cut pieces in mm, and the
    `thickness` of a card in mm replace the game's own. The files of an `edition` lie in a folder called so.
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

    @property
    def sheet_flip(self) -> Flip:
        """The edge that sheets are turned about: the long one by default."""
        return "short" if self.flip == "short" else "long"

    @property
    def booklet_flip(self) -> Flip:
        """The edge that booklets are turned about: the short one by default, as is usual."""
        return "long" if self.flip == "long" else "short"

    @property
    def narrows(self) -> bool:
        """Whether less than everything is asked for."""
        return bool(self.only or self.languages or self.papers)

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
