"""The outline of a PDF: its bookmarks, as objects that refer to each other by their numbers.

Written directly, because a deck of 10,000 cards has as many bookmarks. Source: ISO 32000-1, 12.3.3.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardgen.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline. `page` counts from 0; `level` is at most one deeper than that of the entry before it."""

    title: str
    page: int
    level: int = 0


@dataclass(slots=True)
class _Entry:
    """An entry with the numbers of the objects that it refers to; 0 for none. `count` is that of all entries inside."""

    number: int
    inside: list[int] = field(default_factory=list)
    count: int = 0
    parent: int = 0
    before: int = 0
    after: int = 0


def outline_objects(
    bookmarks: Sequence[Bookmark], pages: Sequence[int], first: int, string: Callable[[str], bytes]
) -> list[bytes]:
    """Return the objects of an outline, which get the numbers from `first` on: its root, then the bookmarks.

    `pages` are the numbers of the pages' objects; `string` returns a text as PDF has it. ValueError for a bookmark to
    a page that does not exist, and for one that is too deep.
    """
    root = _Entry(first)
    entries: list[_Entry] = []
    open_at = [root]  # the last entry at each level
    for number, bookmark in enumerate(bookmarks, first + 1):
        if not 0 <= bookmark.page < len(pages):
            raise ValueError(f"bookmark {bookmark.title!r}: no page {bookmark.page}, there are {len(pages)}")
        if not 0 <= bookmark.level < len(open_at):
            raise ValueError(f"bookmark {bookmark.title!r} skips a level")
        parent = open_at[bookmark.level]
        entry = _Entry(number, parent=parent.number)
        if parent.inside:
            entry.before = parent.inside[-1]
            open_at[bookmark.level + 1].after = number
        parent.inside.append(number)
        for ancestor in open_at[: bookmark.level + 1]:  # viewers show all of them open
            ancestor.count += 1
        open_at[bookmark.level + 1 :] = [entry]
        entries.append(entry)
    written = [_written("/Type /Outlines", root)]
    for bookmark, entry in zip(bookmarks, entries, strict=True):
        page = f"/Dest [ {pages[bookmark.page]} 0 R /Fit ]"
        title = bookmark.title
        text = title.encode("ascii") if title.isalnum() and title.isascii() else None
        written.append(b"%b /Title %b" % (_written(page, entry), string(title) if text is None else b"(%b)" % text))
    return [b"<< %b >>" % entry for entry in written]


def _written(head: str, entry: _Entry) -> bytes:
    inside = entry.inside
    references = {
        "First": inside[0] if inside else 0,
        "Last": inside[-1] if inside else 0,
        "Next": entry.after,
        "Parent": entry.parent,
        "Prev": entry.before,
    }
    written = [f"/{key} {number} 0 R" for key, number in references.items() if number]
    count = [f"/Count {entry.count}"] if entry.count else []
    return " ".join([head, *count, *written]).encode("ascii")
