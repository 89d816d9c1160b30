"""The outline of a PDF: its bookmarks, as objects that refer to each other by their numbers.

Written directly, because a deck of 10,000 cards has as many bookmarks. Source: ISO 32000-1, 12.3.3.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence

from cardgen.base.records import dataclass


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline. `page` counts from 0; `level` is at most one deeper than that of the entry before it."""

    title: str
    page: int
    level: int = 0


#: Characters that a string of a PDF can have as they are.
_PLAIN = re.compile(r"[ -'*-\[\]-~]*")


class Outline:
    """The outline of a document of so many `pages`.

    ValueError for a bookmark to a page that does not exist, and for one that is too deep.
    """

    def __init__(self, bookmarks: Iterable[Bookmark], pages: int) -> None:
        # Bookmarks count from 1 here, 0 is the root. For each, another one: the one that it is in, and so on; 0 for
        # none. Numbers in arrays take a tenth of the memory of objects.
        self._titles = [""]
        self._pages, self._parent, self._before, self._after, self._first, self._last = (
            array("I", [0]) for _ in range(6)
        )
        open_at = [0]  # the last one at each level
        for own, bookmark in enumerate(bookmarks, 1):
            if not 0 <= bookmark.page < pages:
                raise ValueError(f"bookmark {bookmark.title!r}: no page {bookmark.page}, there are {pages}")
            if not 0 <= bookmark.level < len(open_at):
                raise ValueError(f"bookmark {bookmark.title!r} skips a level")
            above = open_at[bookmark.level]
            previous = self._last[above]
            if previous:
                self._after[previous] = own
            else:
                self._first[above] = own
            self._last[above] = own
            self._titles.append(bookmark.title)
            for numbers, number in zip(
                (self._pages, self._parent, self._before, self._after, self._first, self._last),
                (bookmark.page, above, previous, 0, 0, 0),
                strict=True,
            ):
                numbers.append(number)
            open_at[bookmark.level + 1 :] = [own]

    @property
    def count(self) -> int:
        """The number of bookmarks."""
        return len(self._titles) - 1

    def objects(self, pages: Sequence[int], first: int, string: Callable[[str], bytes]) -> Iterator[bytes]:
        """Yield the objects of the outline, which get the numbers from `first` on: its root, then the bookmarks.

        `pages` are the numbers of the pages' objects; `string` returns a text as PDF has it.
        """
        count = array("I", [0]) * len(self._titles)
        for own in range(self.count, 0, -1):  # viewers show all of them open
            count[self._parent[own]] += count[own] + 1

        def written(own: int) -> str:
            """Return the entries of a bookmark that refer to others, sorted by key."""
            inside = f" /First {first + self._first[own]} 0 R /Last {first + self._last[own]} 0 R" if count[own] else ""
            number = f" /Count {count[own]}" if count[own] else ""
            later = f" /Next {first + self._after[own]} 0 R" if self._after[own] else ""
            above = f" /Parent {first + self._parent[own]} 0 R" if own else ""
            earlier = f" /Prev {first + self._before[own]} 0 R" if self._before[own] else ""
            return number + inside + later + above + earlier

        yield f"<< /Type /Outlines{written(0)} >>".encode("ascii")
        for own in range(1, len(self._titles)):
            entries = f"<< /Dest [ {pages[self._pages[own]]} 0 R /Fit ]{written(own)} /Title"
            title = self._titles[own]
            if _PLAIN.fullmatch(title):
                yield f"{entries} ({title}) >>".encode("ascii")
            else:
                yield b"%b %b >>" % (entries.encode("ascii"), string(title))
