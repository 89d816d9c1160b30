"""What PDF/X asks for beside the pages: the output intent, the information and the same as XMP.

PDF/X-4 is ISO 15930-7, PDF/X-1a:2003 is ISO 15930-4.
"""

from __future__ import annotations

import uuid

from cardgen.base.records import dataclass
from cardgen.formats.paint import escape_xml
from cardgen.formats.pdf_fonts import compressed
from cardgen.formats.press.settings import Press
from cardgen.formats.reportlab_private import Dictionary, Stream, pdf_dictionary, pdf_stream, pdf_string

#: The entry of a page whose transparency is blended in inks.
PAGE_GROUP = "/Group << /Type /Group /S /Transparency /CS /DeviceCMYK >>"

#: The version of PDF that each standard is based on, and its name.
_VERSIONS = {"x-4": (1, 6), "x-1a": (1, 4)}
_NAMES = {"x-4": "PDF/X-4", "x-1a": "PDF/X-1a:2003"}

#: The registry in which printing conditions have their names.
_REGISTRY = "http://www.color.org"

_Date = tuple[int, int, int, int, int, int]


def version_of(press: Press | None) -> tuple[int, int]:
    """Return the version of PDF of a file."""
    return (1, 7) if press is None else _VERSIONS[press.standard]


def output_intent(press: Press) -> tuple[Dictionary, Stream]:
    """Return the printing condition that a file is made for, still without its profile, and the profile."""
    intent = pdf_dictionary(
        {
            "Type": "/OutputIntent",
            "S": "/GTS_PDFX",
            "OutputCondition": pdf_string(press.condition),
            "OutputConditionIdentifier": pdf_string(press.condition),
            "RegistryName": pdf_string(_REGISTRY),
            "Info": pdf_string(press.condition),
        }
    )
    return intent, compressed(press.profile, N=4)


@dataclass(frozen=True, slots=True)
class Information:
    """The information of a file: its texts by their keys, and its date as XMP has it."""

    texts: dict[str, str]
    date: str
    dictionary: Dictionary


def information(press: Press, metadata: tuple[str, str, str, str], creator: str, date: _Date) -> Information:
    """Return the information of a file. `metadata`: title, author, subject, keywords. A title is never empty."""
    title, *others = metadata
    year, month, day, hour, minute, second = date
    texts = {
        "Title": title or "untitled",
        **{key: text for key, text in zip(("Author", "Subject", "Keywords"), others, strict=True) if text},
        "Creator": creator,
        "Producer": creator,
    }
    moment = pdf_string(f"D:{year:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}Z")
    entries: dict[str, object] = {key: pdf_string(text) for key, text in texts.items()}
    entries |= {"CreationDate": moment, "ModDate": moment, "Trapped": "/False"}
    if press.standard == "x-1a":
        entries["GTS_PDFXVersion"] = pdf_string(_NAMES[press.standard])
    shown = f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"
    return Information(texts, shown, pdf_dictionary(entries))


def xmp_of(press: Press, facts: Information, digest: bytes) -> Stream:
    """Return the information as XMP. `digest` becomes the identifier of the file."""
    lines = [_ELEMENTS[key].format(escape_xml(text)) for key, text in facts.texts.items()]
    lines += [
        "<pdf:Trapped>False</pdf:Trapped>",
        *(f"<xmp:{name}Date>{facts.date}</xmp:{name}Date>" for name in ("Create", "Modify", "Metadata")),
        f"<xmpMM:DocumentID>uuid:{uuid.UUID(bytes=digest, version=4)}</xmpMM:DocumentID>",
        "<xmpMM:RenditionClass>default</xmpMM:RenditionClass>",
        "<xmpMM:VersionID>1</xmpMM:VersionID>",
        _VERSION_LINES[press.standard].format(_NAMES[press.standard]),
    ]
    return pdf_stream({"Type": "/Metadata", "Subtype": "/XML"}, _XMP.format(lines="\n".join(lines)).encode())


#: How XMP has the texts of the information.
_ELEMENTS = {
    "Title": '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{}</rdf:li></rdf:Alt></dc:title>',
    "Author": "<dc:creator><rdf:Seq><rdf:li>{}</rdf:li></rdf:Seq></dc:creator>",
    "Subject": '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{}</rdf:li></rdf:Alt></dc:description>',
    "Keywords": "<pdf:Keywords>{}</pdf:Keywords>",
    "Creator": "<xmp:CreatorTool>{}</xmp:CreatorTool>",
    "Producer": "<pdf:Producer>{}</pdf:Producer>",
}

_VERSION_LINES = {
    "x-4": "<pdfxid:GTS_PDFXVersion>{}</pdfxid:GTS_PDFXVersion>",
    "x-1a": "<pdfx:GTS_PDFXVersion>{}</pdfx:GTS_PDFXVersion>",
}

_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
{lines}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""
