"""How a file is made for a press."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Literal, TypeAlias

from cardgen.base.errors import Place
from cardgen.base.records import dataclass, field
from cardgen.formats.press.inks import Inks
from cardgen.scene.finishes import SPOT_NAMES

Standard: TypeAlias = Literal["x-4", "x-1a"]
"""The PDF/X standard of a file: PDF/X-4, or PDF/X-1a:2003."""

BlackText: TypeAlias = Literal["k", "profile"]
"""The inks of dark, nearly neutral text and thin lines: black alone, or those of the profile."""


@dataclass(frozen=True, slots=True)
class Press:
    """How a file is made for a press. `rich_black` is from 0 to 1, `tac` in percent.

    `profile` is the content of an ICC profile of a CMYK printer. `file` is where it was read, an input of the files
    that are made. `place` is that of the settings, for faults. `spots` are names of plates by role, where they are not
    the usual ones. Ink below foil is left out if `knockout`, but foil covers its edge by `trap` mm. With `white_below`
    there is white ink below all art, which ends `choke` mm inside its edge. If `separate`, finishes are not in the
    file; `only` names the finish that is alone in a file, in black ink.
    """

    profile: bytes = field(repr=False)
    condition: str
    standard: Standard = "x-4"
    black_text: BlackText = "k"
    rich_black: Inks | None = None
    tac: int = 300
    flatten: bool = False
    spots: tuple[tuple[str, str], ...] = ()
    knockout: bool = True
    trap: float = 0.15
    white_below: bool = False
    choke: float = 0.1
    separate: bool = False
    only: str = ""
    file: Path | None = None
    place: Place = Place()

    @property
    def key(self) -> str:
        """A text of all that decides the bytes of a file."""
        digest = hashlib.sha256(self.profile).hexdigest()
        rules: tuple[object, ...] = (
            self.condition,
            self.standard,
            self.black_text,
            self.rich_black,
            self.tac,
            self.is_flat,
        )
        plates = (
            self.spots,
            self.knockout,
            self.trap,
            self.white_below,
            self.choke,
            self.separate,
            self.only,
        )
        if plates != ((), True, 0.15, False, 0.1, False, ""):
            rules += plates
        return f"press {digest} {rules!r}"

    def spot_name(self, role: str) -> str:
        """Return the name of the plate of a role, such as foil."""
        return dict(self.spots).get(role, SPOT_NAMES[role])

    @property
    def is_flat(self) -> bool:
        """True if pages have no transparency. On a page that has some, Ghostscript lets no white ink overprint."""
        return self.flatten or self.white_below or self.standard == "x-1a"

    @property
    def most_below_black(self) -> float:
        """The most cyan, magenta and yellow together to which black ink can be added, 0 to 3."""
        return self.tac / 100 - 1 + 1e-6
