"""Pages of printed files as things to decide on: each has a key, by what is painted on it, like a side of a card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardgen.base.records import dataclass
from cardgen.review.server.details import join_lines, printed_lines
from cardgen.review.server.events import Event
from cardgen.review.server.payloads import CardComparisons, CardDetail
from cardgen.review.server.pictures import picture_key
from cardgen.review.server.printed_payloads import PageFileData
from cardgen.review.server.status import Current
from cardgen.scene.bare import bare_throughout
from cardgen.scene.items import Scene

#: The section of sheets of cards. What is on them is decided on card by card.
SHEETS = "sheets"


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """A page of a printed file: its picture, and its current version."""

    file: str
    number: int
    picture: Scene
    current: Current

    @property
    def key(self) -> str:
        return f"{self.file}/{self.number}"


def pages_of_file(file: str, scenes: Iterable[Scene]) -> tuple[PrintedPage, ...]:
    """Return the pages of a file at this path, by its scenes."""
    return tuple(_page(file, number, bare_throughout(scene)) for number, scene in enumerate(scenes, 1))


def _page(file: str, number: int, picture: Scene) -> PrintedPage:
    return PrintedPage(file, number, picture, Current({"face": picture_key(picture)}, "", {}))


def file_of(key: str) -> str:
    """Return the path of the file of a page by the page's key, "" if it is the key of a card."""
    file = key.rpartition("/")[0]
    return file if "/" in file else ""


def files_in_review(events: Iterable[Event]) -> list[str]:
    """Return the files of which a page was approved or rejected, and this was not undone: all their pages count."""
    events = [event for event in events if event.is_of_page]
    undone = {(event.undoes, event.key) for event in events if event.undoes is not None}
    decided = (event for event in events if event.kind in ("approve", "reject") and event.part not in undone)
    return list(dict.fromkeys(event.deck for event in decided))


def page_file_data(pages: Sequence[PrintedPage], file: str, name: str, section: str, drawn: bool) -> PageFileData:
    """Return a file with its pages as pages.json has it."""
    texts = [join_lines(printed_lines(page.picture)).lower() for page in pages] if section != SHEETS else []
    return {
        "file": file,
        "name": name,
        "section": section,
        "paper": [pages[0].picture.width, pages[0].picture.height] if pages else [0, 0],
        "pictures": [page.current.sides["face"] for page in pages],
        "texts": texts,
        "drawn": drawn,
    }


def page_detail(page: PrintedPage, comparisons: CardComparisons) -> CardDetail:
    """Return everything about a page, in the form of a card without data."""
    return {
        "key": page.key,
        "alt": {},
        "fields": [],
        "file": "",
        "line": 0,
        "template": {"file": "", "line": 0},
        "boxes": {},
        "text": {"face": printed_lines(page.picture)},
        "places": [],
        **comparisons,
    }
