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
DEEPEST = 60

_MOST_ATTRIBUTES = 1_000
_MOST_ATTRIBUTES_IN_ALL = 500_000
#: A start tag with more attributes than that. expat would keep all of them before the first handler is called.
_MANY_ATTRIBUTES = re.compile(
    rf"""<[^\s<>/"'=!?]++(?:\s*+[^\s<>"'=]++\s*+=\s*+(?:"[^"<]*+"|'[^'<]*+')){{{_MOST_ATTRIBUTES + 1}}}"""
)

#: Attributes that hold lists. Other values are cut at LONGEST_VALUE characters: what reads one refuses such a length.
_LISTS = ("d", "points", "style", "transform", "gradientTransform")
LONGEST_VALUE = 2_000

#: The parser gets so much at a time: after a fault in a handler it goes on to the end of what it was given.
_PIECE = 1 << 18


# Compared by identity: two equal elements may lie on different lines, and comparing would walk all that is in them.
@dataclass(slots=True, eq=False)
class Element:
    """An SVG element: its tag without a namespace, its own attributes, what stands in it, and where it stands."""

    tag: str
    attributes: dict[str, str]
    place: Place
    children: list[Element] = field(default_factory=list)
    text: str = ""
    """the characters of a style element; empty for all others"""

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
    many = _MANY_ATTRIBUTES.search(text)
    if many:
        message = f"an element of more than {_MOST_ATTRIBUTES:,} attributes"
        raise DataError(Fault(place_after(text[: many.start()], file), message))
    builder = _Builder(file)
    # An encoding that the file declares has had its say: the text is decoded.
    parser = expat.ParserCreate("utf-8", namespace_separator=" ")
    parser.buffer_text = True
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.characters
    parser.EntityDeclHandler = builder.entity
    # Default values of attributes are copied into every element, and content models are trees.
    parser.AttlistDeclHandler = lambda *names: builder.declaration(f"attribute {names[1]!r}")
    parser.ElementDeclHandler = lambda name, _: builder.declaration(f"element {name!r}")
    parser.NotationDeclHandler = lambda name, *_: builder.declaration(f"notation {name!r}")
    builder.parser = parser
    try:
        for begin in range(0, len(text), _PIECE):
            parser.Parse(text[begin : begin + _PIECE].encode(), False)
        parser.Parse(b"", True)
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
        self._attributes = 0
        self._texts: list[str] = []  # of the style element that is open

    def _place(self) -> Place:
        return Place(self.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        self._attributes += len(attributes)
        if self._count > _MOST_ELEMENTS or len(self._open) > DEEPEST:
            most = f"{_MOST_ELEMENTS:,} elements" if self._count > _MOST_ELEMENTS else f"{DEEPEST} levels of groups"
            raise DataError(Fault(self._place(), f"a picture of more than {most}"))
        if self._attributes > _MOST_ATTRIBUTES_IN_ALL:
            raise DataError(Fault(self._place(), f"a picture of more than {_MOST_ATTRIBUTES_IN_ALL:,} attributes"))
        space, _, tag = name.rpartition(" ")
        self.outermost = self.outermost or tag
        if self._foreign or space != SVG or (self.root is None and tag != "svg"):
            self._foreign += 1
            return
        own = {
            key: value if key in _LISTS else value[: LONGEST_VALUE + 1]
            for key, value in attributes.items()
            if " " not in key
        }
        if _XLINK_HREF in attributes:
            own.setdefault("href", attributes[_XLINK_HREF][: LONGEST_VALUE + 1])
        element = Element(tag, own, self._place())
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)
        self._texts = []

    def end(self, _: str) -> None:
        if self._foreign:
            self._foreign -= 1
            return
        element = self._open.pop()
        if element.tag == "style":
            element.text = "".join(self._texts)

    def characters(self, text: str) -> None:
        if self._open and not self._foreign and self._open[-1].tag == "style":
            self._texts.append(text)

    def entity(self, name: str, *_: object) -> None:
        self.declaration(f"entity {name!r}", "write its text out")

    def declaration(self, what: str, hint: str = "leave declarations out of the doctype") -> None:
        raise DataError(Fault(self._place(), f"the picture declares the {what}", hint))
