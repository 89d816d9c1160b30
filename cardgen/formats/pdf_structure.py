"""The structure of a tagged PDF: what each part of its pages is, in reading order, for readers who cannot see them.

Sources: ISO 32000-1, 14.7 and 14.8 (structure, tagged PDF), and ISO 14289-1 (PDF/UA-1, accessible PDF).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardgen.base.records import dataclass, field
from cardgen.base.units import POINTS_PER_MM
from cardgen.formats.paint import escape_xml, number
from cardgen.scene.items import GlyphRun, Matrix, Rect, bounds_of
from cardgen.scene.tags import Tag

_METADATA = """\
<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>{lang}</rdf:li></rdf:Bag></dc:language>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""


def accessible_metadata(title: str, lang: str) -> bytes:
    """Return the XMP packet of a tagged PDF: it declares PDF/UA-1, and has the title that viewers read aloud."""
    return _METADATA.format(title=escape_xml(title), lang=escape_xml(lang)).encode()


#: Roles of elements that have an id: PDF/UA wants one for notes.
_NAMED = {"Note": "note"}


@dataclass(slots=True)
class StructureElement:
    """An element of the structure. Its parts are elements, places of content (page and number) and annotations."""

    role: str
    parent: StructureElement | None
    tag: Tag | None = None
    key: str = ""  # of links and of words in another language
    parts: list[StructureElement | tuple[int, int] | _Annotation] = field(default_factory=list)
    box: tuple[int, str] | None = None  # the page, and the rectangle as PDF has it
    name: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class _Annotation:
    """The annotation of a link: the page that it is on, and the number of its object."""

    page: int
    number: int


class Structure:
    """The elements of a document, made from the tags of its pages as these are drawn one after another."""

    def __init__(self, lang: str, targets: Callable[[str], bool]) -> None:
        """`targets` returns True for the addresses and anchors that links of the document can lead to."""
        self.lang = lang
        self._targets = targets
        self._root = StructureElement("Document", None)
        self._elements: dict[Tag, StructureElement] = {}
        self._parents: list[
            list[StructureElement] | StructureElement
        ] = []  # of the content of pages, and of annotations
        self._links: dict[int, StructureElement] = {}  # of the current page, by the runs' identity
        self._names = 0
        #: The number of the root's object, once it has one.
        self.root_number = 0
        self._page = -1
        self._height = 0.0
        self._content: list[StructureElement] = []

    def leads_somewhere(self, link: str) -> bool:
        """Return True if links of the document can lead to an address or an anchor."""
        return self._targets(link)

    # ------------------------------------------------ while pages are drawn

    def begin_page(self, height: float) -> None:
        """Begin the next page, `height` mm high."""
        self._page += 1
        self._height = height
        self._links = {}
        self._content = []

    def end_page(self) -> str:
        """Return the entries of the page that is complete."""
        self._parents.append(self._content)
        return f"/StructParents {len(self._parents) - 1} /Tabs /S"

    def element(self, tag: Tag) -> StructureElement:
        """Return the element of a tag, which follows all those before it in its parent."""
        if tag not in self._elements:
            parent = self.element(tag.parent) if tag.parent else self._root
            if tag.role == "Figure" and not tag.alt.strip():
                raise ValueError("a figure has no text alternative")
            self._elements[tag] = self._add(StructureElement(tag.role, parent, tag))
        return self._elements[tag]

    def element_of_run(self, tag: Tag, run: GlyphRun) -> StructureElement:
        """Return the element of a text: that of its tag, or one inside for a link or for another language."""
        element = self.element(tag)
        if run.link and self.leads_somewhere(run.link):
            element = self._inner(element, "Link", run.link)
            self._links[id(run)] = element
        if run.lang != self.lang and any(map(str.isalpha, run.text)):
            element = self._inner(element, "Span", run.lang)
        return element

    def place_figure(self, tag: Tag, matrix: Matrix) -> None:
        """Set the rectangle of a figure, in coordinates that the matrix maps to those of the page."""
        self.element(tag).box = (self._page, self._corners(bounds_of(matrix, tag.box)))

    def begin_content(self, element: StructureElement) -> str:
        """Return the operator that begins a piece of content of the element on this page."""
        own = len(self._content)
        self._content.append(element)
        element.parts.append((self._page, own))
        return f"/{element.role} <</MCID {own}>> BDC"

    def add_link(self, run: GlyphRun, annotation: int) -> int:
        """Add the annotation of a link that begins with a run of this page, and return the key for it.

        ValueError for a run that is not read, such as one in a figure.
        """
        element = self._links.get(id(run))
        if element is None:
            raise ValueError(f"the link {run.text!r} is in a figure or has no tag")
        element.parts.append(_Annotation(self._page, annotation))
        self._parents.append(element)
        return len(self._parents) - 1

    def _add(self, element: StructureElement) -> StructureElement:
        if element.parent is not None:
            element.parent.parts.append(element)
        if element.role in _NAMED:
            self._names += 1
            element.name = f"{_NAMED[element.role]}-{self._names:05}"
        return element

    def _inner(self, element: StructureElement, role: str, key: str) -> StructureElement:
        """Return the last part of an element if it is of this role and key, else a new one."""
        last = next((part for part in reversed(element.parts) if not isinstance(part, _Annotation)), None)
        if isinstance(last, StructureElement) and (last.role, last.key) == (role, key):
            return last
        return self._add(StructureElement(role, element, key=key))

    def _corners(self, rect: Rect) -> str:
        x, y, width, height = rect
        corners = (x, self._height - y - height, x + width, self._height - y)
        return f"[ {' '.join(number(v * POINTS_PER_MM) for v in corners)} ]"

    # ------------------------------------------------ the end of the document

    def objects(self, pages: Sequence[int], first: Callable[[int], int], string: Callable[[str], bytes]) -> list[bytes]:
        """Return the objects of the structure: its root, then the elements.

        `pages` are the numbers of the pages' objects, `first` reserves numbers for so many objects and returns the
        first, and `string` returns a text as PDF has it.
        """
        elements = list(_all_in(self._root))
        root = self.root_number = first(1 + len(elements))
        for own, element in enumerate(elements, root + 1):
            element.number = own
        names = sorted(f"({element.name}) {element.number} 0 R" for element in elements if element.name)
        identifiers = f" /IDTree << /Names [ {' '.join(names)} ] >>" if names else ""
        numbers = " ".join(f"{key} {_parents_text(value)}" for key, value in enumerate(self._parents))
        head = f"<< /Type /StructTreeRoot /K {self._root.number} 0 R /ParentTree << /Nums [ {numbers} ] >>"
        written = [f"{head} /ParentTreeNextKey {len(self._parents)}{identifiers} >>".encode("ascii")]
        return written + [_written(element, root, pages, string) for element in elements]


def _all_in(element: StructureElement) -> Iterator[StructureElement]:
    """Yield an element and all inside, in reading order."""
    element.parts.sort(key=lambda part: part.tag.order if isinstance(part, StructureElement) and part.tag else 0)
    yield element
    for part in element.parts:
        if isinstance(part, StructureElement):
            yield from _all_in(part)


def _parents_text(value: list[StructureElement] | StructureElement) -> str:
    if isinstance(value, StructureElement):
        return f"{value.number} 0 R"
    return f"[ {' '.join(f'{element.number} 0 R' for element in value)} ]"


def _written(element: StructureElement, root: int, pages: Sequence[int], string: Callable[[str], bytes]) -> bytes:
    parent = element.parent.number if element.parent else root
    entries = [f"/S /{element.role} /P {parent} 0 R"]
    own = next((part[0] for part in element.parts if isinstance(part, tuple)), None)
    own = element.box[0] if own is None and element.box else own
    if own is not None:
        entries.append(f"/Pg {pages[own]} 0 R")
    if element.parts:
        parts = " ".join(_part_text(part, own, pages) for part in element.parts)
        entries.append(f"/K [ {parts} ]" if len(element.parts) > 1 else f"/K {parts}")
    entries += [f"/A << {attributes} >>" for attributes in _attributes(element)]
    if element.name:
        entries.append(f"/ID ({element.name})")
    written = " ".join(entries).encode("ascii")
    if element.tag is not None and element.tag.alt:
        written += b" /Alt " + string(element.tag.alt)
    if element.role == "Span":
        written += b" /Lang " + string(element.key)
    return b"<< %b >>" % written


def _part_text(part: StructureElement | tuple[int, int] | _Annotation, own: int | None, pages: Sequence[int]) -> str:
    """Return a part of an element whose content is on the page `own`."""
    if isinstance(part, StructureElement):
        return f"{part.number} 0 R"
    if isinstance(part, _Annotation):
        return f"<< /Type /OBJR /Obj {part.number} 0 R /Pg {pages[part.page]} 0 R >>"
    page, content = part
    return str(content) if page == own else f"<< /Type /MCR /Pg {pages[page]} 0 R /MCID {content} >>"


def _attributes(element: StructureElement) -> Iterator[str]:
    if element.role == "TH":
        yield "/O /Table /Scope /Column"
    elif element.role == "L":
        assert element.tag is not None
        yield f"/O /List /ListNumbering /{'Decimal' if element.tag.numbered else 'Square'}"
    elif element.box is not None:
        yield f"/O /Layout /Placement /Block /BBox {element.box[1]}"
