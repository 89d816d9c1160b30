"""The options of a build. Nothing heavy is imported: a build with nothing to do needs no more than this."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, TypeAlias

from cardgen.base.records import dataclass, replace
from cardgen.base.units import paper_size

if TYPE_CHECKING:
    from cardgen.data.regmarks import RegistrationMarks
    from cardgen.products.imposition.plan import Flip
    from cardgen.products.imposition.printed import PrintablePaper
    from cardgen.products.printers import Printer


#: What is added to the names of files that save ink.
INK_ENDINGS = {"low": "-low-ink", "grey": "-grey-ink", "black": "-black-ink"}

#: The folder of exports in a game's output: exports/NAME/, or LANG/exports/NAME/ in an edition.
EXPORTS_FOLDER = "exports"

#: The folder of sheets of what a print run lacks: since/NAME/, or LANG/since/NAME/ in an edition.
SINCE_FOLDER = "since"

#: The folder of contact sheets: contact/, or LANG/contact/ in an edition.
CONTACT_FOLDER = "contact"


def export_of(path: str) -> tuple[str, str]:
    """Return the export whose file is at an output path, and its edition; "" for any other file and for no edition."""
    match PurePosixPath(path).parts:
        case (folder, name, _, *_) if folder == EXPORTS_FOLDER:
            return name, ""
        case (edition, folder, name, _, *_) if folder == EXPORTS_FOLDER:
            return name, edition
    return "", ""


def is_contact(path: str) -> bool:
    """Return True if a page of a contact sheet is at an output path."""
    return CONTACT_FOLDER in PurePosixPath(path).parts[:-1][:2]


def is_inked(path: str, ink: str = "") -> bool:
    """Return True if a file that saves ink, or this kind of ink, is at an output path."""
    endings = [INK_ENDINGS[ink]] if ink else INK_ENDINGS.values()
    return PurePosixPath(path).stem.endswith(tuple(endings))


def inked_path(path: str, ink: str) -> str:
    """Return the path of a file that saves ink, beside that of the full one."""
    stem, dot, ending = path.rpartition(".")
    return f"{stem}{INK_ENDINGS[ink]}{dot}{ending}"


@dataclass(frozen=True, slots=True)
class Printed:
    """How many copies of cards that look like this have been printed, in an edition: see `building/prints`."""

    edition: str
    face: str
    back: str
    copies: int


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a build: empty means everything.

    `only` are parts or patterns of output paths; `flip` is the edge ("long" or "short") that all paper is turned about,
    and `printer` the user's own that sheets are made for; `dpi`, the `cell` of boards and die-cut pieces in mm, and the
    `thickness` of a card in mm replace the game's own. The files of an `edition` are in a folder of that name. With an
    `export` only the files of the export of this name are asked for. `optimise` makes PNGs as small as possible. With
    `since`, the name of a print run, only sheets of the cards that are not among the `printed` are asked for. A `draft`
    is made of a game that is not finished, and says so. With `contact` only the contact sheet is asked for, of any
    game. `url` replaces the option of that name of an export. `folder` is the address of the game's output folder on
    this computer: a build sets it, and a request for files that contain it has it. An export is made `despite_findings`
    of the checks. Files that save `ink` are beside those that do not, with an ending of INK_ENDINGS.
    """

    only: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    dpi: int | None = None
    flip: str = ""
    printer: Printer | None = None
    cell: float | None = None
    thickness: float | None = None
    edition: str = ""
    export: str = ""
    optimise: bool = False
    since: str = ""
    printed: tuple[Printed, ...] = ()
    draft: bool = False
    contact: bool = False
    url: str = ""
    folder: str = ""
    despite_findings: bool = False
    ink: str = ""

    @property
    def sheet_flip(self) -> Flip:
        """The edge that sheets are turned about: the long one by default."""
        return "short" if self._own_flip == "short" else "long"

    @property
    def booklet_flip(self) -> Flip:
        """The edge that booklets are turned about: the short one by default, as is usual."""
        return "long" if self._own_flip == "long" else "short"

    @property
    def _own_flip(self) -> str:
        return self.flip or (self.printer.flip if self.printer else "")

    def replaces(self, path: str, exports: Collection[str]) -> bool:
        """Return True if a file of an earlier build is removed unless it is made again.

        A build that asks for everything replaces all files but those of other exports; one of an export, its own files,
        and likewise contact sheets. `exports` are the exports made now, and CONTACT_FOLDER if a contact sheet is.
        """
        if self.contact or is_contact(path):
            is_whole = not (self.only or self.languages or self.papers)
            return is_contact(path) and is_whole and CONTACT_FOLDER in exports
        if self.since or f"/{SINCE_FOLDER}/" in f"/{path}":
            is_whole = bool(self.since) and not (self.only or self.languages or self.papers)
            return is_whole and f"/{SINCE_FOLDER}/{self.since}/" in f"/{path}"
        if self.ink or is_inked(path):
            is_whole = not (self.only or self.languages or self.papers or self.export)
            return bool(self.ink) and is_whole and is_inked(path, self.ink)
        export, edition = export_of(path)
        if self.export:
            return export == self.export and (not self.languages or not edition or edition in self.languages)
        if self.only or self.languages or self.papers:
            return False
        return not export or export in exports

    def wants(self, path: str) -> bool:
        """Return True if `path`, below the game's output folder, is asked for by a folder, name or pattern with *."""
        if not self.only:
            return True
        if self.ink:  # a file is asked for with or without the ending of its name
            plain = path.replace(INK_ENDINGS[self.ink], "")
            full = replace(self, ink="")
            return full.wants(plain) or full.wants(inked_path(plain, self.ink))
        wanted_path, wanted_name = _patterns_of(self.only)
        in_edition = self.edition and wanted_path(f"{self.edition}/{path}")
        return bool(in_edition or wanted_path(path) or wanted_name(path.rpartition("/")[2]))

    def may_want_in(self, folder: str, is_stem: Callable[[str], bool]) -> bool:
        """Return False if no file in `folder` or below it is asked for. `is_stem` knows all names without endings.

        Asking once is quicker than asking for each of many thousands of files.
        """
        return not self.only or any(self._may_mean(part, folder, is_stem) for part in self.only)

    def _may_mean(self, part: str, folder: str, is_stem: Callable[[str], bool]) -> bool:
        if any(mark in part for mark in "*?["):
            return True
        path = part.rstrip("/").removeprefix(f"{self.edition}/" if self.edition else "")
        is_around = path in (self.edition, folder) or folder.startswith(f"{path}/") or path.startswith(f"{folder}/")
        return is_around or is_stem(part) or is_stem(part.rpartition(".")[0])

    @property
    def sheets_folder(self) -> str:
        """The folder of what is printed on sheets: of its own for what has changed since a print run."""
        return f"{SINCE_FOLDER}/{self.since}" if self.since else "sheets"

    def for_papers(self, name: str, papers: Sequence[str], ending: str = ".pdf") -> Iterator[tuple[str, str]]:
        """Yield the output path and the paper of a file under sheets/ for each of its papers that is wanted."""
        for paper in papers:
            path = f"{self.sheets_folder}/{name.replace('{paper}', paper)}{ending}"
            if (not self.papers or paper in self.papers) and self.wants(path):
                yield path, paper

    def part_of(
        self, paper: str, name: str, marks: RegistrationMarks | None = None, flip: Flip | None = None
    ) -> PrintablePaper:
        """Return the part of the paper of the file `name` that is laid out on. Faults as in `printable_paper`."""
        from cardgen.products.imposition.printed import printable_paper

        return printable_paper(paper_size(paper), self.printer, flip=flip, marks=marks, name=name)


_Match: TypeAlias = "Callable[[str], re.Match[str] | None]"


@cache  # a large deck has many thousands of paths
def _patterns_of(only: Sequence[str]) -> tuple[_Match, _Match]:
    """Return the functions that match the paths, and the file names, that any part or pattern of `only` asks for."""
    paths = [f"{re.escape(part)}|{re.escape(part.rstrip('/'))}/.*|{fnmatch.translate(part)}" for part in only]
    names = [rf"{re.escape(part)}(\.[^.]+)?|{fnmatch.translate(part)}" for part in only]
    return re.compile("|".join(paths), re.DOTALL).fullmatch, re.compile("|".join(names), re.DOTALL).fullmatch
