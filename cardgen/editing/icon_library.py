"""The icons that come with cardgen to choose from: found by words, and added to a game together with their credit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from cardgen.base.records import dataclass
from cardgen.data.model import Credit, Licence

_FILE = Path(__file__).parent.parent / "assets" / "icons" / "game-icons.json"
_SITE = "https://game-icons.net"
_CC_BY = Licence(name="CC-BY-3.0", link="https://creativecommons.org/licenses/by/3.0/")
_CC0 = Licence(name="CC0-1.0", link="https://creativecommons.org/publicdomain/zero/1.0/")
#: Authors who have waived their rights.
_FREE = ("Zeromancer",)


@dataclass(frozen=True, slots=True)
class LibraryIcon:
    """An icon: its name, its author, words to find it by, in English and Chinese, and its path on 512 × 512 units."""

    name: str
    author: str
    words: str
    zh: str
    d: str

    def svg(self) -> bytes:
        """Return the file of the icon, with its credit in a comment."""
        comment = f"<!-- {self.name}, by {self.author}, {_SITE}, {self.credit().licence.name} -->"
        path = f'<path fill="currentColor" d="{self.d}"/>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">\n{comment}\n{path}\n</svg>\n'.encode()

    def credit(self) -> Credit:
        """Return the credit that a game with this icon has to give: the same for all icons of an author."""
        licence = _CC0 if self.author in _FREE else _CC_BY
        return Credit(work="Icons of game-icons.net", author=self.author, licence=licence, link=_SITE)


@cache
def icon_library() -> Mapping[str, LibraryIcon]:
    data = json.loads(_FILE.read_text("utf-8"))
    authors = data["authors"]
    return {
        name: LibraryIcon(name, authors[icon["author"]], icon["words"], icon["zh"], icon["d"])
        for name, icon in data["icons"].items()
    }
