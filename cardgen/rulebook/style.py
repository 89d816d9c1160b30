"""How a rulebook looks: sizes in mm, colours, and the few words that the layout itself says."""

from __future__ import annotations

from dataclasses import dataclass

INK = "#1b2230"
QUIET = "#5b6577"
FAINT = "#8a93a3"
LINE = "#d3d9e2"
PANEL = "#f3f5f9"
CODE = "#0b4a6f"
CODE_GROUND = "#e6eef5"
LINK = "#1a5fb4"
NIGHT = "#12161f"
NIGHT_GRID = "#1e2533"
NIGHT_INK = "#ffffff"
PAPER = "#ffffff"
WARNING = "#c2410c"
RIGHT = "#2f7d4f"

#: Chapter colours when a game gives its blocks none.
PLAIN_COLOURS = ("#c13b2f", "#58b577", "#5c77ff", "#eb730c", "#904895")


@dataclass(frozen=True, slots=True)
class Style:
    """Sizes and distances in mm; leadings in ems."""

    size: float = 3.2
    leading: float = 1.5
    small: float = 2.75
    tiny: float = 2.4
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


STYLES = {"en": Style(), "zh": Style(leading=1.62, small=2.8, chapter=6.2, gap=2.0, justify=True)}


def style_for(lang: str) -> Style:
    return STYLES.get(lang.split("-")[0], STYLES["en"])


#: What the layout says of itself.
SAID = {
    "en": {
        "contents": "Contents",
        "notes": "Notes",
        "field-notes": "Room for your own fields",
        "board-notes": "Room for a game of your own",
        "page": "Page",
    },
    "zh": {
        "contents": "目录",
        "notes": "笔记",
        "field-notes": "留给你的场地",
        "board-notes": "留给你的棋局",
        "page": "页",
    },
}


def say(lang: str, key: str) -> str:
    return SAID.get(lang.split("-")[0], SAID["en"])[key]
