"""Tags: what the items of a page are to a reader who cannot see it. Most scenes need none."""

from __future__ import annotations

from typing import Literal, TypeAlias

from cardgen.base.records import dataclass

# fmt: off
Role: TypeAlias = Literal[
    "Sect", "Div", "H1", "H2", "H3", "P", "Note", "Caption", "Figure", "Code", "TOC", "TOCI", "Reference",
    "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD", "Footer",
]
# fmt: on
"""The role of a part, by the names that PDF gives them. `Footer` is repeated on every page and not read aloud."""


@dataclass(frozen=True, slots=True, eq=False)
class Tag:
    """One part of a document's structure, inside of `parent` or of the document itself.

    Tags are compared by identity: groups with the same tag, also on several pages, are one part. Parts are read in the
    order in which they are painted; among the parts of one parent, those with a lower `order` come first. A figure has
    its text alternative, `alt`, and its `box` (x, y, width, height) in the coordinates of its group, mm. A list is
    `numbered` or has bullets. A header cell (`TH`) belongs to its column.
    """

    role: Role
    parent: Tag | None = None
    alt: str = ""
    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    order: int = 0
    numbered: bool = False


#: The tag of what is at the foot of every page.
FOOTER = Tag("Footer")
