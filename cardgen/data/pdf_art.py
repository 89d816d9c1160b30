"""Pages of PDF files that a PDF can take as they are: shapes stay shapes, and letters stay sharp at any size.

A page is taken if all that it needs is in its file and nothing in it depends on the document around it. Others are
pixels: those with fonts that the viewer would have to bring, layers that may be hidden, and content in other files.
Structure, metadata and links of the file are left out.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from cardgen.base.records import dataclass

if TYPE_CHECKING:
    from pypdf.generic import DictionaryObject, PdfObject

Number: TypeAlias = tuple[int, int]
"""The number and the generation of an object of a file."""

#: Objects of a page, and how deep they may lie in each other.
_MOST_OBJECTS, _MOST_DEPTH = 20_000, 60

#: Dictionaries whose keys are names that the file has chosen: resources (ISO 32000-1, table 33), glyphs of fonts.
_NAMED = ("/CharProcs", "/ColorSpace", "/ExtGState", "/Font", "/Pattern", "/Shading", "/XObject")
#: Entries that only mean something in the file that they come from.
_LEFT_OUT = frozenset(
    (
        *("/AF", "/Alternates", "/LastModified", "/Metadata", "/Parent", "/PieceInfo", "/Properties"),
        *("/StructParent", "/StructParents"),
    )
)
#: What a page refers to outside itself: layers, other files, forms of other files, prepress servers.
_OUTSIDE = frozenset(["/OC", "/EF", "/FFilter", "/OPI", "/Ref"])
_MARKS = frozenset((b"BMC", b"BDC", b"EMC", b"MP", b"DP"))
_FONT_FILES = ("/FontFile", "/FontFile2", "/FontFile3")


@dataclass(frozen=True, slots=True)
class PdfArt:
    """A page: its operators, what they need, the box that is seen, in points, and how far it is turned, in degrees.

    `turn` is clockwise. `forms` are the operators of the forms that it needs, by the numbers of their objects. `group`
    is the page's own transparency group, if it has one.
    """

    operators: bytes
    resources: DictionaryObject
    box: tuple[float, float, float, float]
    turn: int
    forms: Mapping[Number, bytes]
    group: DictionaryObject | None

    @property
    def matrix(self) -> tuple[float, float, float, float, float, float]:
        """The matrix that takes the box, turned, to the square of one unit."""
        left, bottom, right, top = self.box
        width, height = right - left, top - bottom
        match self.turn:
            case 90:
                return 0.0, -1 / width, 1 / height, 0.0, -bottom / height, right / width
            case 180:
                return -1 / width, 0.0, 0.0, -1 / height, right / width, top / height
            case 270:
                return 0.0, 1 / width, -1 / height, 0.0, top / height, -left / width
        return 1 / width, 0.0, 0.0, 1 / height, -left / width, -bottom / height


def read_art(content: bytes, page: int, size: tuple[float, float] | None = None) -> PdfArt | None:
    """Return page `page` (from 1) of a PDF; None if it cannot be taken as it is.

    With a `size`, in points, pages that are not as large are not taken.
    """
    from pypdf import PdfReader  # lazy: few games have such art

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it would write what it notices among a build's own lines
    try:
        found = PdfReader(io.BytesIO(content)).pages[page - 1]
        box = _box_of(found)
        stream: Any = found.get_contents()
        group = _dictionary(found["/Group"]) if "/Group" in found else None
        resources = _needed(found, stream)
        turn = found.rotation % 360
        width, height = (box[3] - box[1], box[2] - box[0]) if turn % 180 else (box[2] - box[0], box[3] - box[1])
        is_whole = size is None or (abs(width - size[0]) < 0.01 and abs(height - size[1]) < 0.01)
        forms = _forms_in(resources, group) if is_whole and not turn % 90 and "/UserUnit" not in found else None
        return None if forms is None else PdfArt(_operators_of(stream), resources, box, turn, forms, group)
    # pypdf raises errors of any kind for files that pdfium can draw.
    except Exception:
        return None


def entries_of(value: DictionaryObject, named: bool = False) -> Iterator[tuple[str, PdfObject]]:
    """Yield the entries of a dictionary that are taken; `named` if its keys are names that the file has chosen."""
    for key in sorted(value):
        if named or key not in _LEFT_OUT:
            yield str(key), value.raw_get(key)


def is_named(key: str) -> bool:
    """Return True if an entry of this key is a dictionary whose keys are names that the file has chosen."""
    return key in _NAMED


def _operators_of(content: Any) -> bytes:
    """Return operators without the marks of the file's structure."""
    if content is None:
        return b""
    content.operations = [operation for operation in content.operations if operation[1] not in _MARKS]
    data: bytes = content.get_data()
    return data


def _box_of(page: Any) -> tuple[float, float, float, float]:
    """Return the crop box inside the media box, as pdfium shows it."""
    crop, media = ([float(value) for value in box] for box in (page.cropbox, page.mediabox))
    left, bottom = max(crop[0], media[0]), max(crop[1], media[1])
    return left, bottom, min(crop[2], media[2]), min(crop[3], media[3])


def _needed(page: Any, content: Any) -> DictionaryObject:
    """Return the resources of a page without fonts that show nothing, which many programs name and choose in any file.

    Such fonts are no longer chosen in its `content`.
    """
    from pypdf.generic import DictionaryObject, NameObject

    resources = DictionaryObject(_dictionary(page["/Resources"]))
    if "/Font" not in resources or content is None:
        return resources
    shown = _shown_fonts(content.operations)
    content.operations = [
        (operands, operator) for operands, operator in content.operations if operator != b"Tf" or operands[0] in shown
    ]
    fonts = _dictionary(resources["/Font"])
    resources[NameObject("/Font")] = DictionaryObject({key: fonts.raw_get(key) for key in fonts if key in shown})
    return resources


def _shown_fonts(operations: Iterable[tuple[Any, bytes]]) -> set[str]:
    """Return the names of the fonts in which operators show text."""
    shown: set[str] = set()
    font, outer = "", [""]
    for operands, operator in operations:
        match operator:
            case b"Tf":
                font = operands[0]
            case b"q":
                outer.append(font)
            case b"Q":
                font = outer.pop() if outer else ""
            case b"Tj" | b"TJ" | b"'" | b'"':
                shown.add(font)
    return shown


def _dictionary(value: Any) -> DictionaryObject:
    found: DictionaryObject = value.get_object()
    return found


def _forms_in(*needed: DictionaryObject | None) -> dict[Number, bytes] | None:
    """Return the operators of all forms in what a page needs; None if not all that it needs is in the file.

    ValueError for too much; errors of pypdf for what it cannot read.
    """
    from pypdf.generic import ArrayObject, ContentStream, DictionaryObject, IndirectObject, StreamObject

    forms: dict[Number, bytes] = {}
    seen: set[Number] = set()
    count = 0

    def check(value: Any, depth: int, named: bool = False) -> bool:
        nonlocal count
        count += 1
        if count > _MOST_OBJECTS or depth > _MOST_DEPTH:
            raise ValueError("too many objects")
        if isinstance(value, IndirectObject):
            if (number := (value.idnum, value.generation)) in seen:
                return True
            seen.add(number)
            value = value.get_object()
            if isinstance(value, StreamObject) and value.get("/Subtype") == "/Form":
                forms[number] = _operators_of(ContentStream(value, None))
        if isinstance(value, ArrayObject):
            return all(check(item, depth + 1) for item in value)
        if not isinstance(value, DictionaryObject):
            return True
        if not named and not _is_whole(value):
            return False
        return all(check(item, depth + 1, is_named(key)) for key, item in entries_of(value, named))

    return forms if all(check(value, 0) for value in needed) else None


def _is_whole(value: DictionaryObject) -> bool:
    """Return False for a dictionary that needs a layer, another file, PostScript or a font of the viewer."""
    from pypdf.generic import DictionaryObject, StreamObject

    marked = value.get("/Properties", DictionaryObject()).get_object().values()
    if any(str(properties.get_object().get("/Type")) in ("/OCG", "/OCMD") for properties in marked):
        return False
    is_outside = bool(_OUTSIDE & value.keys()) or (isinstance(value, StreamObject) and "/F" in value)
    return not is_outside and value.get("/Subtype") != "/PS" and _has_its_font(value)


def _has_its_font(value: DictionaryObject) -> bool:
    """Return True for a font whose glyphs are in the file, and for anything that is no font."""
    if value.get("/Type") != "/Font" or value.get("/Subtype") in ("/Type0", "/Type3"):
        return True  # those below a composite font are seen by themselves
    descriptor = value.get("/FontDescriptor")
    return descriptor is not None and any(key in descriptor.get_object() for key in _FONT_FILES)
