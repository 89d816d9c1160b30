from array import array
from collections.abc import Callable
from typing import Any

def write_run(
    text: str, face: str, size: float, x: float, baseline: float, advances: tuple[float, ...], /
) -> str | None:
    """Return the first two lines of a run as `cardgen.scene.keys` writes them; None for text with half a character."""

def write_path(
    commands: tuple[tuple[Any, ...], ...], templates: dict[str, str], separator: str, places: int, strip: bool, /
) -> str:
    """Return a path in a backend's notation, with numbers as `cardgen.formats.paint` writes them.

    Unless `strip`, trailing zeros are written, as in keys.
    """

def write_outlines(
    glyphs: list[tuple[str, tuple[tuple[float, float], ...], float, float]],
    size: float,
    templates: dict[str, str],
    separator: str,
    places: int,
    /,
) -> str:
    """Return glyphs in a backend's notation: the names of their commands, their points in ems, and their origins."""

def write_values(
    value: object, fields: dict[type, tuple[str, Callable[[Any], Any]]], other: Callable[[Any], object], /
) -> bytes:
    """Return a value as bytes, as `cardgen.scene.digests` does."""

def fit_words(
    known: dict[str, tuple[float, ...] | None],
    scaled: dict[float, dict[str, tuple[float, ...]]],
    space: float,
    text: str,
    size: float,
    floor: float,
    width: float,
    height: float,
    leading: float,
    /,
) -> tuple[float, bool, float, tuple[tuple[str, float, tuple[float, ...]], ...]] | str | None:
    """See `cardgen.text.plain.fit_words`. `scaled` keeps the advances of words in mm by size, which lines share."""

def draw_text(
    text: str,
    advances: tuple[float, ...],
    widths: array[int],
    size: float,
    x: float,
    baseline: float,
    places: int,
    /,
) -> str | None:
    """Return the operators that draw a run of upright letters, as `cardgen.formats.pdf_content` does.

    `widths` are numbers of 16 bits: the width of each character in thousandths of an em by its code, -1 for others.
    None for a text that has other characters, or that needs spacing.
    """
