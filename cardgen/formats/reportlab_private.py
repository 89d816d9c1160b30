"""The internals of reportlab that PDFs are written with. No other module imports reportlab.

reportlab documents a canvas, which keeps every page until the end, embeds fonts in its own way and draws in points.
A scene needs the layer below it: objects, their numbers, the cross-reference table. That layer is not documented and
may move in any release, so it is reached through this module only. `tests/formats/test_reportlab_private.py` names
the object that has moved.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Protocol

from reportlab.pdfbase.pdfdoc import (
    PDFArrayCompact,
    PDFDictionary,
    PDFDocument,
    PDFFile,
    PDFIndirectObject,
    PDFName,
    PDFObjectReference,
    PDFStream,
    PDFString,
    PDFTrailer,
)
from reportlab.pdfbase.pdfdoc import format as format_value


class PdfObject(Protocol):
    """A value of the PDF object model that reportlab can write. Strings, numbers and bytes are written as they are."""

    def format(self, document: Any) -> bytes:
        """Return the bytes of the object in a document."""
        ...


class Dictionary(PdfObject, Protocol):
    """A PDF dictionary: keys without the slash."""

    dict: dict[str, Any]

    def __setitem__(self, key: str, value: object) -> None: ...
    def __contains__(self, key: str) -> bool: ...


class Stream(PdfObject, Protocol):
    """A PDF stream. Its dictionary gets its length when it is written; its content is encoded already."""

    dictionary: Dictionary
    content: bytes


class Reference(PdfObject, Protocol):
    """A reference to an object that has a number. `name` is reportlab's own name of the object."""

    name: str


class _Dictionary(PDFDictionary):  # type: ignore[misc]
    """Is written as its base class writes it, in a third of the time: its keys are encoded once for all."""

    def format(self, document: Any) -> bytes:
        """Return the bytes of the dictionary."""
        entries = [_key(key) + _value(self.dict[key], document) for key in sorted(self.dict)]
        lines = (b" ".join(entries[start : start + 6]) for start in range(0, len(entries), 6))
        return b"<<\n" + b" \n  ".join(lines) + b"\n>>"


class _Stream(PDFStream):  # type: ignore[misc]
    """Is written as its base class writes it, with a faster dictionary."""

    def format(self, document: Any) -> bytes:
        """Return the bytes of the stream."""
        entries = self.dictionary.dict
        if "Filter" not in entries:
            data: bytes = super().format(document)
            return data
        head = _Dictionary({**entries, "Length": len(self.content)}).format(document)
        return b"".join([head, b"\nstream\n", self.content, b"endstream\n"])


@lru_cache(maxsize=512)
def _key(name: str) -> bytes:
    data: bytes = format_value(PDFName(name), None)
    return data + b" "


def _value(value: object, document: Any) -> bytes:
    if isinstance(value, str) and value.isascii() and value.isprintable():
        return value.encode("ascii")
    if type(value) is int:
        return b"%d" % value
    data: bytes = format_value(value, document)
    return data


def pdf_dictionary(entries: Mapping[str, object] | None = None) -> Dictionary:
    """Return a dictionary of these entries. reportlab writes them sorted by key, which makes the bytes reproducible."""
    made: Dictionary = _Dictionary(dict(entries or {}))
    return made


def pdf_array(values: Iterable[object]) -> PdfObject:
    """Return an array on one line (PDFArray, its public base, writes a line for each value)."""
    made: PdfObject = PDFArrayCompact(values)
    return made


def pdf_name(text: str) -> str:
    """Return a PDF name: with its slash, and with `#xx` for characters that a name cannot hold."""
    made: str = PDFName(text)
    return made


def pdf_string(text: str) -> PdfObject:
    """Return a text string, in PDFDocEncoding if that has all its characters, else in UTF-16."""
    made: PdfObject = PDFString(text)
    return made


def pdf_stream(entries: Mapping[str, object], data: bytes) -> Stream:
    """Return a stream of data that is already encoded as the entry `Filter` says."""
    made: Stream = _Stream(PDFDictionary(dict(entries)), data)
    return made


class PdfObjects:
    """The objects of one PDF file: gives them numbers and formats them one at a time.

    reportlab's own `PDFDocument.SaveToFile` formats all objects at the end of the document, so it holds all of it in
    memory.
    """

    def __init__(self, lang: str, version: tuple[int, int] = (1, 7)) -> None:
        self._version = version
        # invariant: reportlab takes its dates from SOURCE_DATE_EPOCH, or from the start of 2000.
        self._document: Any = PDFDocument(compression=1, invariant=1, pdfVersion=version, lang=lang)

    @property
    def catalog(self) -> Any:
        """The catalog. An attribute that is set on it becomes an entry, and its value an object of its own."""
        return self._document.Catalog

    @property
    def info(self) -> Any:
        """The document's title, author, subject, keywords and creator, as attributes."""
        return self._document.info

    def add_to_catalog(self, key: str, value: object) -> None:
        """Add an entry that reportlab's catalog does not know."""
        catalog = self._document.Catalog
        catalog.__NoDefault__ = [*catalog.__NoDefault__, key]
        setattr(catalog, key, value)

    @property
    def date(self) -> tuple[int, int, int, int, int, int]:
        """The date of the document in UTC: year, month, day, hour, minute, second."""
        year, month, day, hour, minute, second = self._document._timeStamp.YMDhms
        return year, month, day, hour, minute, second

    def digest(self) -> bytes:
        """Return 16 bytes that depend on all that has been counted in by `sign`."""
        data: bytes = self._document.signature.digest()
        return data

    def header(self) -> bytes:
        """Return the first bytes of the file."""
        data: bytes = PDFFile(self._version).format(self._document)
        return data

    def reference(self, thing: object) -> Reference:
        """Return a reference to an object, which gets the next number if it has none yet."""
        made: Reference = self._document.Reference(thing)
        return made

    def formatted(self, reference: Reference, thing: object) -> bytes:
        """Return the bytes of a numbered object."""
        data: bytes = PDFIndirectObject(reference.name, thing).format(self._document)
        return data

    def forget(self, reference: Reference) -> Reference:
        """Drop an object that is written, and return a reference that does not keep it alive."""
        self._document.idToObject[reference.name] = None
        made: Reference = PDFObjectReference(reference.name)
        return made

    def number(self, reference: Reference) -> int:
        """Return the number of the object that a reference names."""
        number: int = self._document.idToObjectNumberAndVersion[reference.name][0]
        return number

    def reserve(self, count: int) -> int:
        """Return the first of so many numbers for objects that are not made by this module.

        reportlab does not know these objects: what it keeps of one takes half a kilobyte.
        """
        document = self._document
        first: int = document.objectcounter + 1
        document.objectcounter += count
        return first

    def reserved(self, number: int) -> Reference:
        """Return a reference to an object with a reserved number, which reportlab knows from now on."""
        document, name = self._document, f"R{number}"
        document.numberToId[number] = name
        document.idToObject[name] = None
        document.idToObjectNumberAndVersion[name] = (number, 0)
        made: Reference = PDFObjectReference(name)
        return made

    def unwritten(self, offsets: Container[int]) -> Iterator[tuple[Reference, object]]:
        """Yield every object without an offset in the order of the numbers, those too that get theirs meanwhile.

        To format an object can give numbers to objects inside it.
        """
        names, number = self._document.numberToId, 1
        while number <= self._document.objectcounter:
            if number in names and number not in offsets:
                yield PDFObjectReference(names[number]), self._document.idToObject[names[number]]
            number += 1

    def sign(self, data: bytes) -> None:
        """Count data in for the file's identifier, which so depends on all that is in the file."""
        self._document.updateSignature(data)

    def string(self, text: str) -> bytes:
        """Return the bytes of a text string, as `pdf_string` makes it."""
        data: bytes = PDFString(text).format(self._document)
        return data

    def trailer(self, table_offset: int, count: int, root: Reference, info: Reference) -> bytes:
        """Return the end of the file. `count` is the number of objects plus one, for the free object 0."""
        made = PDFTrailer(table_offset, Size=count, Root=root, Info=info, ID=self._document.ID())
        data: bytes = made.format(self._document)
        return data
