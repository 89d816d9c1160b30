"""An XML text as elements that know their line. No entities, no doctypes of its own, nothing fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from cardgen.data.reading import place_after
from cardgen.errors import DataError, Fault, Place

SVG = "http://www.w3.org/2000/svg"
_XLINK_HREF = "http://www.w3.org/1999/xlink href"

#: A reference to an entity that a doctype would have to bring.
_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9a-fA-F]+);)[^\s;<&]*;")

#: More than a drawing made by hand or by a program for cards has of either.
_MOST_ELEMENTS = 50_000
_DEEPEST = 60


@dataclass(slots=True)
class Element:
    """An SVG element: its tag without a namespace, its own attributes, what stands in it, and where it stands."""

    tag: str
    attributes: dict[str, str]
    place: Place
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def walk(self) -> Iterator[Element]:
        """This element and all in it, in the order of the file."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += reversed(element.children)


def parse_svg(text: str, file: str) -> Element:
    """The root of an SVG file. DataError when it is not one, or not well-formed, or brings entities.

    Elements and attributes of other namespaces are left out: drawing programs note their own business in them.
    """
    odd = _ENTITY.search(text)
    if odd:
        told = f"{odd[0]} is an entity, which pictures are read without"
        raise DataError(Fault(place_after(text[: odd.start()], file), told, "write its text out"))
    builder = _Builder(file)
    # An encoding that the file declares has had its say: the text is decoded.
    parser = expat.ParserCreate("utf-8", namespace_separator=" ")
    parser.buffer_text = True
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.characters
    parser.EntityDeclHandler = builder.entity
    builder.parser = parser
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        told = expat.ErrorString(error.code)
        raise DataError(Fault(Place(file, error.lineno, error.offset + 1), f"not XML: {told}")) from error
    if builder.root is None:
        told = f"the outermost element is {builder.outermost or 'nothing'}, expected svg"
        raise DataError(Fault(Place(file, 1, 1), told, f'<svg xmlns="{SVG}" viewBox="0 0 100 100">'))
    return builder.root


class _Builder:
    def __init__(self, file: str) -> None:
        self.file = file
        self.root: Element | None = None
        self.outermost = ""
        self.parser: expat.XMLParserType
        self._open: list[Element] = []
        self._foreign = 0  # how deep inside an element of another namespace
        self._count = 0

    def _place(self) -> Place:
        return Place(self.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > _MOST_ELEMENTS or len(self._open) > _DEEPEST:
            most = f"{_MOST_ELEMENTS:,} elements" if self._count > _MOST_ELEMENTS else f"{_DEEPEST} levels of groups"
            raise DataError(Fault(self._place(), f"a picture of more than {most}"))
        space, _, tag = name.rpartition(" ")
        self.outermost = self.outermost or tag
        if self._foreign or space != SVG or (self.root is None and tag != "svg"):
            self._foreign += 1
            return
        own = {key: value for key, value in attributes.items() if " " not in key}
        if _XLINK_HREF in attributes:
            own.setdefault("href", attributes[_XLINK_HREF])
        element = Element(tag, own, self._place())
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)

    def end(self, _: str) -> None:
        if self._foreign:
            self._foreign -= 1
        else:
            self._open.pop()

    def characters(self, text: str) -> None:
        if self._open and not self._foreign:
            self._open[-1].text += text

    def entity(self, name: str, *_: object) -> None:
        raise DataError(Fault(self._place(), f"the picture declares the entity {name!r}", "write its text out"))
