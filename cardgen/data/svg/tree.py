"""XML text as elements with their lines. Entities and declarations are errors; nothing external is loaded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.parsers import expat

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import dataclass, field
from cardgen.base.words.messages import Message, message
from cardgen.data.reading import place_after

SVG = "http://www.w3.org/2000/svg"
_XLINK_HREF = "http://www.w3.org/1999/xlink href"

#: A reference to an entity other than the five of XML itself.
_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9a-fA-F]+);)[^\s;<&]*;")

#: Limits that no picture for cards reaches.
_MOST_ELEMENTS = 50_000
DEEPEST = 60

_MOST_ATTRIBUTES = 1_000
_MOST_ATTRIBUTES_IN_ALL = 500_000
#: A start tag with more attributes than allowed. expat stores all of them before it calls a handler.
_MANY_ATTRIBUTES = re.compile(
    rf"""<[^\s<>/"'=!?]++(?:\s*+[^\s<>"'=]++\s*+=\s*+(?:"[^"<]*+"|'[^'<]*+')){{{_MOST_ATTRIBUTES + 1}}}"""
)

#: Attributes with lists. Other values are cut after LONGEST_VALUE + 1 characters, and reported when they are used.
_LISTS = ("d", "points", "style", "transform", "gradientTransform")
LONGEST_VALUE = 2_000

#: The size of the parts that expat gets: after an error in a handler it still parses the rest of the part.
_PIECE = 1 << 18


# Compared by identity: equal elements have different lines, and a comparison would walk through all descendants.
@dataclass(slots=True, eq=False)
class Element:
    """An SVG element: tag without namespace, attributes of SVG, place and children."""

    tag: str
    attributes: dict[str, str]
    place: Place
    children: list[Element] = field(default_factory=list)
    text: str = ""
    """the characters of a style element; empty for all others"""

    def walk(self) -> Iterator[Element]:
        """Yield this element and all its descendants, in the order of the file."""
        queue = [self]
        while queue:
            element = queue.pop()
            yield element
            queue += reversed(element.children)


def parse_svg(text: str, file: str, pictures: int = 1) -> Element:
    """Return the root of an SVG file. DataError if it is not SVG, not well-formed, or has entities.

    Elements and attributes of other namespaces are left out: they are notes of drawing programs. A file with several
    `pictures` may be so many times as large.
    """
    entity = _ENTITY.search(text)
    if entity:
        reason = message("{entity} is an entity, which is not read in pictures", entity=entity[0])
        hint = message("replace it by its text")
        raise DataError(Fault(place_after(text[: entity.start()], file), reason, hint))
    many = _MANY_ATTRIBUTES.search(text)
    if many:
        reason = message("an element with more than {most} attributes", most=f"{_MOST_ATTRIBUTES:,}")
        raise DataError(Fault(place_after(text[: many.start()], file), reason))
    builder = _Builder(file, pictures)
    # The text is decoded already, so a declared encoding is ignored.
    parser = expat.ParserCreate("utf-8", namespace_separator=" ")
    parser.buffer_text = True
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.characters
    parser.EntityDeclHandler = builder.entity
    # Default values of attributes would be copied into every element, and content models are trees of any size.
    parser.AttlistDeclHandler = builder.attribute_declaration
    parser.ElementDeclHandler = builder.element_declaration
    parser.NotationDeclHandler = builder.notation_declaration
    builder.parser = parser
    try:
        for begin in range(0, len(text), _PIECE):
            parser.Parse(text[begin : begin + _PIECE].encode(), False)
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        reason = message("not XML: {reason}", reason=expat.ErrorString(error.code))
        raise DataError(Fault(Place(file, error.lineno, error.offset + 1), reason)) from error
    if builder.root is None:
        reason = (
            message("the outermost element is {tag}, expected svg", tag=builder.outermost)
            if builder.outermost
            else message("there is no element, expected svg")
        )
        raise DataError(Fault(Place(file, 1, 1), reason, f'<svg xmlns="{SVG}" viewBox="0 0 100 100">'))
    return builder.root


class _Builder:
    def __init__(self, file: str, pictures: int) -> None:
        self.file = file
        self.pictures = pictures
        self.root: Element | None = None
        self.outermost = ""
        self.parser: expat.XMLParserType
        self._open: list[Element] = []
        self._foreign = 0  # levels inside an element of another namespace
        self._count = 0
        self._attributes = 0
        self._texts: list[str] = []  # of the style element that is open

    def _place(self) -> Place:
        return Place(self.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        self._attributes += len(attributes)
        if self._count > _MOST_ELEMENTS * self.pictures or len(self._open) > DEEPEST:
            text = (
                message("a picture with more than {most} elements", most=f"{_MOST_ELEMENTS:,}")
                if self._count > _MOST_ELEMENTS * self.pictures
                else message("a picture with more than {most} levels of groups", most=DEEPEST)
            )
            raise DataError(Fault(self._place(), text))
        if self._attributes > _MOST_ATTRIBUTES_IN_ALL * self.pictures:
            text = message("a picture with more than {most} attributes", most=f"{_MOST_ATTRIBUTES_IN_ALL:,}")
            raise DataError(Fault(self._place(), text))
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
        text = message("the picture declares the entity {name!r}", name=name)
        raise DataError(Fault(self._place(), text, message("replace it by its text")))

    def attribute_declaration(self, _: str, name: str, *__: object) -> None:
        self._reject_declaration(message("the picture declares the attribute {name!r}", name=name))

    def element_declaration(self, name: str, *_: object) -> None:
        self._reject_declaration(message("the picture declares the element {name!r}", name=name))

    def notation_declaration(self, name: str, *_: object) -> None:
        self._reject_declaration(message("the picture declares the notation {name!r}", name=name))

    def _reject_declaration(self, text: Message) -> None:
        raise DataError(Fault(self._place(), text, message("remove the declarations from the doctype")))
