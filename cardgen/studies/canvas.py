"""What plots are drawn on: a figure of matplotlib's measured in px, text as outlines of the bundled fonts, and an SVG
whose bytes are decided by what is drawn alone.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal
from xml.etree import ElementTree

from cardgen.text.fonts import face_for
from cardgen.text.paragraphs import Span, break_lines, measure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Theme = Literal["light", "dark"]

#: Each theme's colours by what they are for. Those of the series keep apart for the common kinds of colour blindness
#: and stand out from the paper at least 3 : 1. No two of a theme are the same, so that one can be put for the other.
COLOURS: dict[Theme, dict[str, str]] = {
    "light": {
        "paper": "#ffffff",
        "ink": "#1b2230",
        "quiet": "#566074",
        "grid": "#dfe4eb",
        "series-1": "#1f5fbf",
        "series-2": "#d05a0c",
        "series-3": "#108067",
        "series-4": "#a13d8e",
        "series-5": "#8c7000",
        "series-6": "#5f6b7c",
    },
    "dark": {
        "paper": "#181d27",
        "ink": "#e8ecf3",
        "quiet": "#a4aec0",
        "grid": "#323b4a",
        "series-1": "#6ea8ff",
        "series-2": "#ff9955",
        "series-3": "#45c9a5",
        "series-4": "#e592d8",
        "series-5": "#dcc04a",
        "series-6": "#a9b4c4",
    },
}

# Sizes are in px, 72 of them to matplotlib's inch, so that a plot's units are those of its viewBox. The width is one
# that a telephone shows nearly at its full size.
WIDTH = 420.0
_MARGIN = 8.0
SIZE = 12.0
LEADING = 15.0


@contextmanager
def matplotlib_alone(salt: str) -> Iterator[None]:
    """Matplotlib with its own defaults, whatever the user's are, and with the ids in an SVG decided by `salt`."""
    _load()
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({"svg.hashsalt": salt, "svg.fonttype": "path", "hatch.linewidth": 1.1})
        yield


@lru_cache(maxsize=1)
def _load() -> None:
    """Import what draws. The first import on a machine lists its fonts, and warns that this takes a moment."""
    log = logging.getLogger("matplotlib")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        import matplotlib.backends.backend_svg
        import matplotlib.figure
        import matplotlib.patheffects
        import matplotlib.style  # noqa: F401
    finally:
        log.setLevel(level)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A figure measured in px from its top left."""

    figure: Figure
    height: float
    language: str
    colours: dict[str, str]

    def axes(self, left: float, top: float, right: float, bottom: float) -> Axes:
        """Bare axes between the given px."""
        height = self.height
        axes = self.figure.add_axes(
            (left / WIDTH, 1 - bottom / height, (right - left) / WIDTH, (bottom - top) / height)
        )
        axes.set_axis_off()
        return axes

    def write(self, x: float, y: float, text: str, align: float = 0.0, colour: str = "ink") -> None:
        """One line of text on the baseline `y`; `align` is the part of its width that lies left of `x`."""
        from matplotlib.font_manager import FontProperties

        characters = _measured(text, self.language)
        x -= align * SIZE * sum(advance for _, advance, _ in characters)
        for file, run in groupby(characters, key=lambda each: each[2]):
            taken = list(run)
            self.figure.text(
                x / WIDTH,
                1 - y / self.height,
                "".join(character for character, _, _ in taken),
                fontproperties=FontProperties(fname=file, size=SIZE),
                color=self.colours[colour],
                va="baseline",
                parse_math=False,
            )
            x += SIZE * sum(advance for _, advance, _ in taken)

    def svg(self) -> str:
        from matplotlib.backends.backend_svg import FigureCanvasSVG

        stream = io.StringIO()
        canvas: Any = FigureCanvasSVG(self.figure)
        canvas.print_svg(stream, metadata={"Date": None, "Creator": "cardgen"})
        return stream.getvalue()


def new_sheet(height: float, language: str, theme: Theme) -> Sheet:
    from matplotlib.figure import Figure

    colours = COLOURS[theme]
    height = round(height)
    return Sheet(Figure((WIDTH / 72, height / 72), facecolor=colours["paper"]), height, language, colours)


@lru_cache(maxsize=4096)
def _measured(text: str, language: str) -> tuple[tuple[str, float, str], ...]:
    """Each character with its advance in ems and the file of its font."""
    text = "".join(c if face_for(c, "regular", language) else "?" for c in text.replace("\n", " "))
    found = measure((Span(text, lang=language),)).characters
    return tuple((c.text, c.advance, str(c.face.file)) for c in found if c.face is not None)


def width_of(text: str, language: str) -> float:
    return SIZE * sum(advance for _, advance, _ in _measured(text, language))


def broken(text: str, width: float, language: str) -> list[str]:
    """The text in lines no wider than `width` px, but for words that are wider by themselves, all about as long."""
    characters = "".join(character for character, _, _ in _measured(text, language))
    measured = measure((Span(characters, lang=language),))
    ems = width / SIZE
    lines = break_lines(measured, ems)
    while len(lines) > 1 and ems > 1:
        ems -= 0.5
        narrower = break_lines(measured, ems)
        if len(narrower) > len(lines) or max(each.width for each in narrower) > max(each.width for each in lines):
            break
        lines = narrower
    return [characters[line.start : line.end].strip() for line in lines] or [""]


_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}"


def finish(drawn: str, title: str, description: str, lang: str, paper: str) -> str:
    """Matplotlib's document without what nobody reads, with a margin of `paper` and with what a screen reader says."""
    root = ElementTree.fromstring(drawn)
    for child in list(root):
        if child.tag == f"{_SVG}metadata":
            root.remove(child)
    for element in root.iter():
        element.tag = element.tag.removeprefix(_SVG)
        element.attrib.update(
            {
                f"xlink:{k.removeprefix(_LINK)}": element.attrib.pop(k)
                for k in list(element.attrib)
                if k.startswith(_LINK)
            }
        )
        element.text = element.text if element.tag == "style" else None
        element.tail = "\n" if element.tag == "g" else None
    width, height = (float(root.attrib[each].removesuffix("pt")) + 2 * _MARGIN for each in ("width", "height"))
    size = {"width": f"{width:g}", "height": f"{height:g}"}
    box = f"{-_MARGIN:g} {-_MARGIN:g} {width:g} {height:g}"
    names = {
        "xmlns": _SVG[1:-1],
        "xmlns:xlink": _LINK[1:-1],
        "xml:lang": lang,
        "role": "img",
        "aria-labelledby": "title description",
    }
    root.attrib = {**names, **size, "viewBox": box}
    for place, (tag, name, text) in enumerate((("title", "title", title), ("desc", "description", description))):
        said = ElementTree.Element(tag, {"id": name})
        said.text = text
        root.insert(place, said)
    edge = {"x": f"{-_MARGIN:g}", "y": f"{-_MARGIN:g}", **size, "fill": paper}
    root.insert(2, ElementTree.Element("rect", edge))
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
