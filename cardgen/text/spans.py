"""Spans: the parts of a text that differ in font, colour or language, and small pictures among them."""

from __future__ import annotations

from cardgen.base.records import dataclass
from cardgen.scene.items import Item

#: The character of a small picture in a measured text, and of figures that are upright on one square of a column.
PICTURE = "\ufffc"

#: The space before and after a small picture, in ems.
PICTURE_AIR = 0.08

#: The size of a reading relative to the text below it.
READING = 0.5


@dataclass(frozen=True, slots=True)
class Inset:
    """A small picture in a line of text: `items` from (0, 0) at the top left, `width` × `height` ems.

    Its bottom is `drop` ems below the baseline. `name` is its text for searching and for screen readers.
    """

    items: tuple[Item, ...]
    width: float
    height: float
    drop: float = 0.0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """Text in one font of FONTS, one colour and one language, scaled by `scale`.

    `slant` is the shift to the right per em of height. A `dotted` text has the dots of Chinese emphasis; a `reading` is
    small text above it. A span with a picture has the text PICTURE. An `upright` span has at most two figures, side by
    side on one square of a vertical line. A `ground` is the colour of a rectangle behind the text. A `link` is the
    target of its runs. `rise` is how far its baseline is above that of the line, in ems of the line. An `underline` is
    under it, a `strike` through it, in its colour. `features` are tags of OpenType features, `-liga` without one.
    """

    text: str
    font: str = "regular"
    colour: str = "#000000"
    lang: str = "en"
    scale: float = 1.0
    slant: float = 0.0
    dotted: bool = False
    reading: str = ""
    picture: Inset | None = None
    upright: bool = False
    ground: str = ""
    link: str = ""
    rise: float = 0.0
    underline: bool = False
    strike: bool = False
    features: tuple[str, ...] = ()

    @property
    def is_square(self) -> bool:
        """True if the span is one character of a line: a picture, or upright figures."""
        return self.picture is not None or self.upright
