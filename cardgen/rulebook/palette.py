"""The colours of a rulebook, and how those that a theme does not choose follow from the others."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.base.records import dataclass
from cardgen.rulebook import style
from cardgen.scene.colour import LEAST_CONTRAST, contrast, mix


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a book. `quiet` is that of captions, `footer` that of running titles, `panel` that of notes.

    `accents` are the colours of the chapters, in turn; none for those of the cards. If the palette `is_own`, a web page
    has it in the dark as well.
    """

    text: str = style.INK
    heading: str = style.INK
    quiet: str = style.QUIET
    footer: str = style.FOOTER
    rule: str = style.LINE
    panel: str = style.PANEL
    paper: str = "#ffffff"
    link: str = style.LINK
    code: str = style.CODE
    code_ground: str = style.CODE_GROUND
    accents: tuple[str, ...] = ()
    is_own: bool = False


PALETTE = Palette()


def make_palette(chosen: Mapping[str, str], accents: tuple[str, ...] = ()) -> Palette:
    """Return the palette with the colours that are chosen by their names; all others are mixed from text and paper."""
    if not chosen:
        return Palette(accents=accents)
    text, paper = chosen.get("text", style.INK), chosen.get("paper", PALETTE.paper)
    panel = chosen.get("panel", mix(paper, text, 0.06))
    mixed = {
        "text": text,
        "heading": text,
        "quiet": _soften(text, (paper, panel), 0.3),
        "footer": _soften(text, (paper,), 0.4),
        "rule": mix(paper, text, 0.2),
        "panel": panel,
        "paper": paper,
        "link": chosen.get("heading", text),
        "code": text,
        "code_ground": panel,
    }
    return Palette(**{**mixed, **chosen}, accents=accents, is_own=True)


def _soften(ink: str, grounds: tuple[str, ...], most: float) -> str:
    """Return the ink mixed with the first ground, at most this share of it, so that it can be read on all of them."""
    share = most
    while share > 0 and min(contrast(mix(ink, grounds[0], share), ground) for ground in grounds) < LEAST_CONTRAST:
        share -= 0.05
    return mix(ink, grounds[0], max(share, 0.0))
