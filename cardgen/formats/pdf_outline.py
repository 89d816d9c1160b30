"""The outline of a PDF: its bookmarks, as objects that refer to each other by their numbers.

Written directly, because a deck of 10,000 cards has as many bookmarks. Source: ISO 32000-1, 12.3.3.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from cardgen.records import dataclass


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline. `page` counts from 0; `level` is at most one deeper than that of the entry before it."""

    title: str
    page: int
    level: int = 0


#: Characters that a string of a PDF can have as they are.
_PLAIN = re.compile(r"[ -'*-\[\]-~]*")


def outline_objects(
    bookmarks: Sequence[Bookmark], pages: Sequence[int], first: int, string: Callable[[str], bytes]
) -> list[bytes]:
    """Return the objects of an outline, which get the numbers from `first` on: its root, then the bookmarks.

    `pages` are the numbers of the pages' objects; `string` returns a text as PDF has it. ValueError for a bookmark to
    a page that does not exist, and for one that is too deep.
    """
    # Bookmarks count from 1 here, 0 is the root. For each, another one: the one that it is in, and so on; 0 for none.
    size = len(bookmarks) + 1
    parent, before, after, first_inside, last_inside, count = ([0] * size for _ in range(6))
    open_at = [0]  # the last one at each level
    for own, bookmark in enumerate(bookmarks, 1):
        if not 0 <= bookmark.page < len(pages):
            raise ValueError(f"bookmark {bookmark.title!r}: no page {bookmark.page}, there are {len(pages)}")
        if not 0 <= bookmark.level < len(open_at):
            raise ValueError(f"bookmark {bookmark.title!r} skips a level")
        above = parent[own] = open_at[bookmark.level]
        previous = before[own] = last_inside[above]
        if previous:
            after[previous] = own
        else:
            first_inside[above] = own
        last_inside[above] = own
        open_at[bookmark.level + 1 :] = [own]
    for own in range(size - 1, 0, -1):  # viewers show all of them open
        count[parent[own]] += count[own] + 1

    def written(own: int) -> str:
        """Return the entries of a bookmark that refer to others, sorted by key."""
        inside = f" /First {first + first_inside[own]} 0 R /Last {first + last_inside[own]} 0 R" if count[own] else ""
        number = f" /Count {count[own]}" if count[own] else ""
        later = f" /Next {first + after[own]} 0 R" if after[own] else ""
        above = f" /Parent {first + parent[own]} 0 R" if own else ""
        earlier = f" /Prev {first + before[own]} 0 R" if before[own] else ""
        return number + inside + later + above + earlier

    objects = [f"<< /Type /Outlines{written(0)} >>".encode("ascii")]
    for own, bookmark in enumerate(bookmarks, 1):
        entries = f"<< /Dest [ {pages[bookmark.page]} 0 R /Fit ]{written(own)} /Title"
        title = bookmark.title
        if _PLAIN.fullmatch(title):
            objects.append(f"{entries} ({title}) >>".encode("ascii"))
        else:
            objects.append(b"%b %b >>" % (entries.encode("ascii"), string(title)))
    return objects
