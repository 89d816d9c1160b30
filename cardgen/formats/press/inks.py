"""Four process inks in place of a colour of a scene: `cmyk 0.3 0.3 0 1`.

A scene for a press has these where other scenes have `#rrggbb`. Only the PDF backend paints them.
"""

from __future__ import annotations

from typing import TypeAlias

from cardgen.base.records import dataclass

Inks: TypeAlias = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, from 0 to 1."""

#: Black alone.
BLACK: Inks = (0.0, 0.0, 0.0, 1.0)

_HEAD = "cmyk "
_OVERPRINT = " overprint"
_SPOT = "spot "


def format_inks(inks: Inks, overprint: bool = False) -> str:
    """Return inks as a colour of a scene; with `overprint` they keep the inks below them."""
    return _HEAD + " ".join(f"{v:.4f}".rstrip("0").rstrip(".") for v in inks) + (_OVERPRINT if overprint else "")


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot colour: its name, the inks that printers without it use instead, as a colour, and how much there is."""

    name: str
    inks: str
    tint: float


def format_spot(name: str, inks: Inks, overprint: bool = False, tint: float = 1.0) -> str:
    """Return a spot colour as the fill of a path, of `tint` from 0 to 1; `inks` are what other printers use instead."""
    return f"{_SPOT}{tint:g}|{name}|{format_inks(inks, overprint)}"


def parse_spot(colour: str) -> Spot | None:
    """Return a spot colour that `format_spot` made; None for any other colour."""
    if not colour.startswith(_SPOT):
        return None
    tint, _, rest = colour.removeprefix(_SPOT).partition("|")
    name, _, inks = rest.rpartition("|")
    return Spot(name, inks.removesuffix(_OVERPRINT), float(tint))


def is_inks(colour: str) -> bool:
    """Return True for inks, False for `#rrggbb`."""
    return colour.startswith(_HEAD)


def overprints(colour: str) -> bool:
    """Return True for inks that keep the inks below them."""
    return colour.endswith(_OVERPRINT)


def ink_numbers(colour: str) -> str:
    """Return the four numbers of inks, as a PDF has them."""
    return colour.removeprefix(_HEAD).removesuffix(_OVERPRINT)


def parse_inks(colour: str) -> Inks:
    """Return the inks of a colour that `format_inks` made."""
    cyan, magenta, yellow, black = map(float, ink_numbers(colour).split())
    return cyan, magenta, yellow, black


def chromatic(inks: Inks) -> float:
    """Return the sum of cyan, magenta and yellow."""
    return inks[0] + inks[1] + inks[2]
