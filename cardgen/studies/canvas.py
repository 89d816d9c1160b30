"""The canvas of plots: an SVG document measured in px from its top left, text as outlines of the bundled fonts.

The same drawing gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise
from typing import Literal, TypeAlias
from xml.etree import ElementTree

from cardgen.base.records import replace
from cardgen.base.units import sum_floats
from cardgen.formats.paint import number, outline_of
from cardgen.formats.svg import path_data
from cardgen.scene.items import GlyphRun
from cardgen.text.blocks import Flow
from cardgen.text.breaking import balance_lines
from cardgen.text.fonts import glyphs_of
from cardgen.text.measuring import measure
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span

Theme = Literal["light", "dark"]
Point: TypeAlias = tuple[float, float]

#: The colours of each theme by their use. The colours of the series differ for the common kinds of colour blindness,
#: and have a contrast of at least 3 : 1 with the paper. No two of a theme are equal, so that one theme can replace
#: the other.
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

# px. A telephone shows this width nearly at its full size.
WIDTH = 420.0
_MARGIN = 8.0
SIZE = 12.0
LEADING = 15.0

#: Decimals of a coordinate.
_PLACES = 2


class Canvas:
    """A drawing `WIDTH` px wide. Attributes may name colours of the theme; `_` in attributes means `-`."""

    def __init__(self, height: float, language: str, theme: Theme) -> None:
        self.height = round(height)
        self.language = language
        self.colours = COLOURS[theme]
        self._definitions = ElementTree.Element("defs")
        self._defined: set[str] = set()
        self._parent = ElementTree.Element("g")

    def add(self, tag: str, **attributes: str | float) -> ElementTree.Element:
        """Add an element to the open group."""
        return self.add_to(self._parent, tag, **attributes)

    def add_to(self, parent: ElementTree.Element, tag: str, **attributes: str | float) -> ElementTree.Element:
        """Add an element to another one."""
        return ElementTree.SubElement(parent, tag, self._written(attributes))

    def define(self, tag: str, name: str, **attributes: str | float) -> ElementTree.Element | None:
        """Add a definition with the id `name`; None if there is one already."""
        if name in self._defined:
            return None
        self._defined.add(name)
        return ElementTree.SubElement(self._definitions, tag, {"id": name, **self._written(attributes)})

    @contextmanager
    def group(self, name: str) -> Iterator[None]:
        """Put the elements that are added in the block into a group with the id `name`."""
        parent = self._parent
        self._parent = self.add("g", id=name)
        yield
        self._parent = parent

    def line(self, points: Sequence[Point | None], **attributes: str | float) -> None:
        """Add a line through the points, interrupted at each None."""
        self.add("path", d=line_data(points), fill="none", **attributes)

    def write(self, x: float, y: float, text: str, align: float = 0.0, colour: str = "ink") -> None:
        """Add one line of text with its baseline at `y`; `align` is the share of its width that is left of `x`."""
        x -= align * width_of(text, self.language)
        line = self.add("g", fill=colour)
        for run in _set(text, self.language).runs:
            for glyph in glyphs_of(run):
                if not glyph.text.isspace():
                    name = f"glyph-{run.face}-{_glyph_name(glyph)}"
                    outline = outline_of(replace(glyph, x=0.0, baseline=0.0))
                    self.define("path", name, d=path_data(outline, _PLACES))
                    self.add_to(line, "use", x=x + glyph.x, y=y + glyph.baseline - run.baseline, href=f"#{name}")

    def svg(self, title: str, description: str) -> str:
        """Return the document with a margin in the colour of the paper; title and description for screen readers."""
        width, height = WIDTH + 2 * _MARGIN, self.height + 2 * _MARGIN
        size = {"width": f"{width:g}", "height": f"{height:g}"}
        root = ElementTree.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "xmlns:xlink": "http://www.w3.org/1999/xlink",
                "xml:lang": "zh-Hans" if self.language == "zh" else self.language,
                "role": "img",
                "aria-labelledby": "title description",
                **size,
                "viewBox": f"{-_MARGIN:g} {-_MARGIN:g} {width:g} {height:g}",
            },
        )
        for tag, name, text in (("title", "title", title), ("desc", "description", description)):
            ElementTree.SubElement(root, tag, {"id": name}).text = text
        corner = f"{-_MARGIN:g}"
        ElementTree.SubElement(root, "rect", {"x": corner, "y": corner, **size, "fill": self.colours["paper"]})
        root.append(self._definitions)
        root.append(self._parent)
        for element in root.iter("g"):
            element.tail = "\n"
        return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"

    def _written(self, attributes: dict[str, str | float]) -> dict[str, str]:
        written = {}
        for name, value in attributes.items():
            text = self.colours.get(value, value) if isinstance(value, str) else number(value, _PLACES)
            written["xlink:href" if name == "href" else name.replace("_", "-")] = text
        return written


def line_data(points: Iterable[Point | None], closed: bool = False) -> str:
    """Return the `d` attribute of a path through the points, interrupted at each None."""
    rounded = [point and tuple(number(value, _PLACES) for value in point) for point in points]
    data = "".join(
        f"{'L' if previous else 'M'}{' '.join(point)}" for previous, point in pairwise([None, *rounded]) if point
    )
    return data + "Z" * closed


@lru_cache(maxsize=4096)
def _set(text: str, language: str) -> Flow:
    """Return a text in one line. A character that no font has becomes `?`."""
    return layout_paragraph([_span(text, language)], SIZE, 1e6)


def _span(text: str, language: str) -> Span:
    text = text.replace("\n", " ")
    missing = measure([Span(text, lang=language)]).missing
    return Span(text.translate({ord(character): "?" for character in missing}), lang=language)


def _glyph_name(glyph: GlyphRun) -> str:
    """Return a name for the shape of a run of one glyph: its character, or its number if it is of several."""
    return f"{ord(glyph.text):x}" if glyph.glyphs is None else f"g{glyph.glyphs.numbers[0]}"


def width_of(text: str, language: str) -> float:
    """Return the width of one line of text in px."""
    return sum_floats(run.width for run in _set(text, language).runs)


def break_text(text: str, width: float, language: str) -> list[str]:
    """Return the text in lines of similar length, no wider than `width` px unless a single word is wider."""
    measured = measure([_span(text, language)])
    lines = balance_lines(measured, width / SIZE)
    return [measured.text[line.start : line.end].strip() for line in lines] or [""]
