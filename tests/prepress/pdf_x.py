"""What a file for a press may not have, as pikepdf reads it. Each function returns what is wrong."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

_RGB = {Name.DeviceRGB, Name.CalRGB, Name.Lab, Name.RGB}
_FORBIDDEN_KEYS = ("/AA", "/OpenAction", "/JavaScript", "/Annots", "/TR", "/TR2", "/HTP")


def open_pdf(pdf: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(pdf))


def saved(document: pikepdf.Pdf) -> bytes:
    file = io.BytesIO()
    document.save(file, static_id=True)
    return file.getvalue()


def colour_faults(pdf: bytes) -> list[str]:
    """Return each use of red, green and blue, in content, forms, shadings, pictures, groups and colour spaces."""
    with open_pdf(pdf) as document:
        forms = [
            entry for entry in document.objects if isinstance(entry, Stream) and entry.get("/Subtype") == Name.Form
        ]
        return [
            *(fault for entry in document.objects for fault in _space_faults(entry)),
            *(fault for content in (*document.pages, *forms) for fault in _operator_faults(content)),
        ]


def _space_faults(entry: Any) -> Iterator[str]:
    for _, value in _values(entry):
        if isinstance(value, Name) and value in _RGB:
            yield str(value)
        if isinstance(value, Array) and len(value) == 2 and value[0] == Name.ICCBased and value[1].N == 3:
            yield "ICCBased"


def _operator_faults(content: Any) -> Iterator[str]:
    for instruction in pikepdf.parse_content_stream(content):
        operator, operands = str(instruction.operator), list(instruction.operands)
        if operator in ("rg", "RG"):
            yield operator
        if operator in ("cs", "CS") and operands[0] in _RGB:
            yield str(operands[0])


def _values(entry: Any) -> Iterator[tuple[str, Any]]:
    """Yield the key and the value of each entry, also inside of direct arrays and dictionaries."""
    if isinstance(entry, (Dictionary, Stream)):
        pairs = [(key, value) for key, value in entry.items() if key != "/Parent"]
    elif isinstance(entry, Array):
        pairs = [("", value) for value in entry]
    else:
        return
    for key, value in pairs:
        yield key, value
        if isinstance(value, (Dictionary, Array)) and not value.is_indirect:
            yield from _values(value)


def transparency_faults(pdf: bytes) -> list[str]:
    """Return each kind of transparency that a file has."""
    faults = []
    with open_pdf(pdf) as document:
        for entry in document.objects:
            for key, value in _values(entry):
                if key == "/SMask" and value != Name("/None"):
                    faults.append("SMask")
                elif key in ("/ca", "/CA") and float(value) != 1:
                    faults.append(key[1:])
                elif key == "/BM" and value not in (Name.Normal, Name.Compatible):
                    faults.append("BM")
                elif key == "/S" and value == Name.Transparency:
                    faults.append("Group")
    return faults


def standard_faults(pdf: bytes, standard: str, version: str) -> list[str]:
    """Return what PDF/X asks for and a file does not have. `standard` is its name, `version` that of PDF."""
    with open_pdf(pdf) as document:
        root, info = document.Root, document.trailer.get("/Info", Dictionary())
        faults = [
            *([] if document.pdf_version == version else ["version"]),
            *([] if "/ID" in document.trailer else ["ID"]),
            *(["encryption"] if document.is_encrypted else []),
            *_intent_faults(root.get("/OutputIntents", Array())),
            *_metadata_faults(root, info, standard),
        ]
        for page in document.pages:
            faults += _box_faults(page.obj)
        for entry in document.objects:
            keys = [key for key, _ in _values(entry)]
            faults += [key for key in _FORBIDDEN_KEYS if key in keys]
            if isinstance(entry, Dictionary) and entry.get("/Type") == Name.FontDescriptor:
                faults += [] if {"/FontFile2", "/FontFile3"} & set(entry.keys()) else ["font"]
            if isinstance(entry, Stream) and entry.get("/Filter") in (Name.LZWDecode, Name.JPXDecode):
                faults.append("filter")
        return faults


def _intent_faults(intents: Any) -> list[str]:
    if [intent.get("/S") for intent in intents] != [Name.GTS_PDFX]:
        return ["OutputIntents"]
    (intent,) = intents
    missing = [
        key for key in ("OutputConditionIdentifier", "Info", "RegistryName") if not str(intent.get(f"/{key}", ""))
    ]
    profile = intent.get("/DestOutputProfile")
    if not isinstance(profile, Stream) or profile.N != 4 or profile.read_bytes()[12:20] != b"prtrCMYK":
        missing.append("DestOutputProfile")
    return missing


def _metadata_faults(root: Any, info: Any, standard: str) -> list[str]:
    xmp = root.Metadata.read_bytes().decode() if "/Metadata" in root else ""
    faults = [] if info.get("/Trapped") in (Name("/True"), Name("/False")) else ["Trapped"]
    pairs = {
        "/Title": r"<dc:title>.*?<rdf:li[^>]*>(.*?)</rdf:li>",
        "/Creator": r"<xmp:CreatorTool>(.*?)<",
        "/Producer": r"<pdf:Producer>(.*?)<",
    }
    for key, pattern in pairs.items():
        match = re.search(pattern, xmp, re.DOTALL)
        if match is None or not match[1] or match[1].replace("&amp;", "&") != str(info.get(key, "")):
            faults.append(key[1:])
    for key, name in {"/CreationDate": "Create", "/ModDate": "Modify"}.items():
        match = re.search(rf"<xmp:{name}Date>(.*?)<", xmp)
        if match is None or re.sub("[^0-9]", "", match[1]) != re.sub("[^0-9]", "", str(info.get(key, "")))[:14]:
            faults.append(key[1:])
    prefix = "pdfxid" if standard == "PDF/X-4" else "pdfx"
    if f"<{prefix}:GTS_PDFXVersion>{standard}<" not in xmp:
        faults.append("GTS_PDFXVersion in XMP")
    if standard != "PDF/X-4" and info.get("/GTS_PDFXVersion") != standard:
        faults.append("GTS_PDFXVersion in Info")
    return faults


def _box_faults(page: Any) -> list[str]:
    boxes = [[float(v) for v in page[key]] if key in page else None for key in ("/MediaBox", "/BleedBox", "/TrimBox")]
    if None in boxes:
        return ["boxes"]
    media, bleed, trim = boxes
    for outer, inner in ((media, bleed), (bleed, trim)):
        assert outer is not None
        assert inner is not None
        if not (outer[0] <= inner[0] < inner[2] <= outer[2] and outer[1] <= inner[1] < inner[3] <= outer[3]):
            return ["boxes"]
    return []
