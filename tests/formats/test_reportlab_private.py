"""reportlab's internals are as `formats/reportlab_private.py` expects them; a failure names the one that moved."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from cardgen.formats import reportlab_private
from cardgen.formats.reportlab_private import (
    PdfObjects,
    pdf_array,
    pdf_dictionary,
    pdf_name,
    pdf_stream,
    pdf_string,
)
from tests.cases import for_cases
from tests.test_architecture import MODULES

INTERNALS = "reportlab.pdfbase.pdfdoc"

#: Every internal that the module relies on: its name and an example of how it is used.
USES: dict[str, Callable[[Any], Any]] = {
    "PDFArrayCompact": lambda make: make(["1"]).format,
    "PDFDictionary": lambda make: make({"Key": "/Value"}).dict["Key"],
    "PDFDictionary.__contains__": lambda function: function,
    "PDFDictionary.__setitem__": lambda function: function,
    "PDFDictionary.format": lambda function: function,
    "PDFDocument": lambda make: make(compression=1, invariant=1, pdfVersion=(1, 7), lang="en"),
    "PDFDocument.ID": lambda function: function,
    "PDFDocument.Reference": lambda function: function,
    "PDFDocument.updateSignature": lambda function: function,
    "PDFFile": lambda make: make((1, 7)).format,
    "PDFIndirectObject": lambda make: make("R1", "/Value").format,
    "PDFName": lambda make: make("Name"),
    "PDFObjectReference": lambda make: make("R1").name,
    "PDFStream": lambda make: make(None, b"").dictionary.dict,
    "PDFString": lambda make: make("text").format,
    "format": lambda function: function("/Value", None),
    "PDFTrailer": lambda make: make(0, Size=1, Root="1 0 R", Info="2 0 R", ID="[]").format,
}

#: Attributes of a document, and of its catalog and its info, that are read or set.
DOCUMENT_ATTRIBUTES = ["Catalog", "Catalog.Pages", "Catalog.Outlines", "Catalog.setPageMode", "idToObject"]
DOCUMENT_ATTRIBUTES += ["idToObjectNumberAndVersion", "info", "numberToId", "objectcounter"]
DOCUMENT_ATTRIBUTES += [f"info.{name}" for name in ("title", "author", "subject", "keywords", "creator")]


def reach(start: Any, path: str, where: str) -> Any:
    for name in path.split("."):
        assert hasattr(start, name), f"reportlab has moved {where}.{path}: adapt cardgen/formats/reportlab_private.py"
        start = getattr(start, name)
    return start


@for_cases("path", USES)
def test_an_internal_is_in_its_place_and_works_as_expected(path: str) -> None:
    USES[path](reach(import_module(INTERNALS), path, INTERNALS))


@for_cases("path", DOCUMENT_ATTRIBUTES)
def test_a_document_has_the_attributes_that_are_used(path: str) -> None:
    reach(PdfObjects("en")._document, path, f"{INTERNALS}.PDFDocument")


def test_reportlab_has_the_catalog_entries_that_are_used() -> None:
    """An attribute of the catalog that reportlab does not know would be left out of the file without an error."""
    entries = reach(PdfObjects("en").catalog, "__NoDefault__", f"{INTERNALS}.PDFCatalog")
    assert {"Names", "Outlines", "PageLabels", "Pages", "ViewerPreferences"} <= set(entries)


def test_every_internal_that_is_imported_is_tested() -> None:
    source = ast.parse(Path(reportlab_private.__file__).read_text(encoding="utf-8"))
    imported = {
        alias.name
        for node in ast.walk(source)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("reportlab")
        for alias in node.names
    }
    assert imported == {path.split(".")[0] for path in USES}


def test_no_other_module_imports_reportlab() -> None:
    importing = [path for path in MODULES if re.search(r"^\s*(from|import) reportlab\b", path.read_text("utf-8"), re.M)]
    assert importing == [Path(reportlab_private.__file__)]


def test_objects_are_written_as_the_pdf_standard_says() -> None:
    objects = PdfObjects("en")
    inner = pdf_dictionary({"B": pdf_array([1, "/Two"]), "A": pdf_string("(text)"), "C": pdf_name("two words")})
    reference = objects.reference(pdf_stream({"Filter": "/FlateDecode"}, b"data\n"))
    assert objects.formatted(objects.reference(inner), inner).split(b"\n", 1)[1].split() == (
        rb"<< /A (\(text\)) /B [ 1 /Two ] /C /two#20words >> endobj".split()
    )
    things = {other.name: thing for other, thing in objects.unwritten({})}
    content = objects.formatted(reference, things[reference.name])
    assert b"/Length 5" in content
    assert b"stream\ndata\nendstream" in content
    objects.forget(reference)
    assert {other.name: thing for other, thing in objects.unwritten({})}[reference.name] is None
    assert reference.name not in {other.name for other, _ in objects.unwritten({objects.number(reference): 9})}


@for_cases("count", [0, 1, 5, 6, 7, 12, 13, 40])
def test_dictionaries_and_streams_are_written_as_reportlab_writes_them(count: int) -> None:
    objects, theirs = PdfObjects("en"), import_module(INTERNALS)
    values: list[object] = [0, -7, 12345678, 0.5, 1e-9, True, "/Name", "[ 1 2 ]", "Ä\t(", b"\xff", pdf_string("(字)")]
    values += [pdf_dictionary(), pdf_array([1, 0.25]), objects.reference(pdf_dictionary()), pdf_name("two words")]
    names = (f"Key {count - number}" if number % 2 else f"Key{number}" for number in range(count))
    entries = {name: values[number % len(values)] for number, name in enumerate(names)}
    assert formatted(objects, pdf_dictionary(entries)) == formatted(objects, theirs.PDFDictionary(entries))
    for own in (entries, {**entries, "Filter": "/FlateDecode"}):
        expected = theirs.PDFStream(theirs.PDFDictionary(own), b"data")
        assert formatted(objects, pdf_stream(own, b"data")) == formatted(objects, expected)


def formatted(objects: PdfObjects, thing: Any) -> bytes:
    data: bytes = thing.format(objects._document)
    return data


def test_reserved_numbers_are_those_of_no_other_object() -> None:
    objects = PdfObjects("en")
    before = objects.number(objects.reference(pdf_dictionary()))
    first = objects.reserve(3)
    after = objects.reference(pdf_dictionary())
    assert (first, objects.number(after)) == (before + 1, before + 4)
    reference = objects.reserved(first + 1)
    assert objects.number(reference) == first + 1
    assert objects.formatted(objects.reference(pdf_array([reference])), 1).startswith(b"%d 0" % (first + 4))


def test_nothing_is_kept_of_reserved_numbers() -> None:
    objects = PdfObjects("en")
    known = objects._document.numberToId, objects._document.idToObject, objects._document.idToObjectNumberAndVersion
    before = list(map(len, known))
    first = objects.reserve(100_000)
    assert list(map(len, known)) == before
    last = objects.reference(pdf_dictionary())
    assert objects.number(last) == first + 100_000
    assert last.name in {reference.name for reference, _ in objects.unwritten({})}
