"""The look of a rulebook: sizes in mm and colours."""

from __future__ import annotations

from cardgen.base.records import dataclass
from cardgen.base.words.messages import printed

INK = "#1b2230"
#: The colour of labels and captions.
QUIET = "#5b6577"
FOOTER = "#667083"
#: The colour of thin lines.
LINE = "#d3d9e2"
#: The ground of panels and of drawn fields.
PANEL = "#f3f5f9"
CODE = "#0b4a6f"
CODE_GROUND = "#e6eef5"
LINK = "#1a5fb4"
NIGHT = "#12161f"
NIGHT_GRID = "#1e2533"
NIGHT_INK = "#ffffff"
#: The colour of what breaks a rule.
WARNING = "#c2410c"
RIGHT = "#2f7d4f"

#: Colours of chapters if no card has a colour.
PLAIN_COLOURS = ("#c13b2f", "#58b577", "#5c77ff", "#eb730c", "#904895")


@dataclass(frozen=True, slots=True)
class Style:
    """Sizes and distances in mm; leadings in ems."""

    size: float = 3.36
    """9.5 pt, as in the booklets of most publishers."""
    leading: float = 1.5
    small: float = 2.8
    tiny: float = 2.4
    label: float = 1.75
    """The least size of labels in pictures that are made smaller to fill a page."""
    chapter: float = 6.4
    section: float = 4.1
    margin: float = 15.0
    foot: float = 9.0
    """From the bottom edge to the footer's baseline."""
    gap: float = 2.0
    """Between paragraphs."""
    justify: bool = False

    @property
    def line(self) -> float:
        return self.size * self.leading


STYLES = {"en": Style(), "zh": Style(leading=1.62, chapter=6.2, justify=True)}


def style_for(lang: str) -> Style:
    return STYLES.get(lang.split("-")[0], STYLES["en"])


#: The heading of the table of contents.
CONTENTS = printed("Contents")
