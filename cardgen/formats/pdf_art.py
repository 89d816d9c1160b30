"""Pages of other PDFs inside a PDF: copied as forms, object by object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.data.pdf_art import Number, entries_of, is_named, read_art
from cardgen.formats.paint import number
from cardgen.formats.pdf_fonts import compressed_bytes
from cardgen.formats.reportlab_private import (
    PdfObjects,
    Reference,
    Stream,
    pdf_array,
    pdf_dictionary,
    pdf_name,
    pdf_stream,
)
from cardgen.scene.items import Image

#: What a page may rely on when it begins (ISO 32000-1, 8.4.1 and 9.3.1); a form begins as its surroundings are.
_BEGIN = b"0 g 0 G 1 w 0 J 0 j 10 M [] 0 d 0 Tc 0 Tw 100 Tz 0 TL 0 Tr 0 Ts\n"

#: Digits of the numbers of a matrix that makes a page of some hundred points as large as one unit.
_DIGITS = 12


def art_of(image: Image, objects: PdfObjects) -> tuple[Stream, None] | None:
    """Return the page that an image shows as a form as large as one unit; None if it is shown as pixels.

    What the form needs is among the objects from now on. Pages in greys are pixels.
    """
    if not image.taken or image.grey:
        return None
    try:
        art = read_art(image.file.read_bytes(), image.page)
    except OSError:  # who opens it as a picture says so
        return None
    if art is None:
        return None
    copier = _Copier(objects, art.forms)
    entries: dict[str, object] = {
        "Type": "/XObject",
        "Subtype": "/Form",
        "BBox": pdf_array(number(value) for value in art.box),
        "Matrix": pdf_array(number(value, _DIGITS) for value in art.matrix),
        "Resources": copier.copy(art.resources),
        "Filter": "/FlateDecode",
    }
    if art.group is not None:
        entries["Group"] = copier.copy(art.group)
    return pdf_stream(entries, compressed_bytes(_BEGIN + art.operators)), None


class _Copier:
    """Copies objects of one file; those that it refers to get numbers, each once."""

    def __init__(self, objects: PdfObjects, forms: Mapping[Number, bytes]) -> None:
        self._objects = objects
        self._forms = forms
        self._copied: dict[Number, Reference] = {}

    def copy(self, value: Any, named: bool = False) -> object:
        """Return a value as reportlab writes it; `named` for a dictionary whose keys the file has chosen."""
        from pypdf import generic

        match value:
            case generic.IndirectObject():
                return self._referenced(value, named)
            case generic.DictionaryObject():
                made = pdf_dictionary()
                self._fill(made, value, named)
                return made
            case generic.ArrayObject():
                return pdf_array([self.copy(item) for item in value])
            case generic.NameObject():
                return pdf_name(str(value)[1:])
            case generic.BooleanObject():
                return "true" if value.value else "false"
            case generic.NumberObject():
                return int(value)
            case generic.FloatObject():
                return number(float(value), _DIGITS)
            case generic.TextStringObject() | generic.ByteStringObject():
                return f"<{value.original_bytes.hex()}>"
        return "null"

    def _referenced(self, reference: Any, named: bool) -> object:
        from pypdf.generic import DictionaryObject, StreamObject

        number = reference.idnum, reference.generation
        value = reference.get_object()
        if not isinstance(value, DictionaryObject):
            return self.copy(value)
        if number not in self._copied:
            is_stream = isinstance(value, StreamObject)
            made: Any = pdf_stream({}, b"") if is_stream else pdf_dictionary()
            self._copied[number] = self._objects.reference(made)
            self._fill(made.dictionary if is_stream else made, value, named)
            if number in self._forms:
                made.dictionary["Filter"] = "/FlateDecode"
                made.dictionary.dict.pop("DecodeParms", None)
                made.content = compressed_bytes(self._forms[number])
            elif isinstance(value, StreamObject):
                made.content = value._data
        return self._copied[number]

    def _fill(self, made: Any, value: Any, named: bool) -> None:
        for key, item in entries_of(value, named):
            if key != "/Length":
                made[key[1:]] = self.copy(item, is_named(key))
