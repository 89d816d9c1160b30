"""Scene → PDF. Points exist only here.

reportlab keeps the document: its objects, their numbers, the cross-reference table. The drawing operators are written
here, in millimetres under one transform a page, because a scene has nothing left for a canvas to work out. Every page
goes to the file as soon as it is finished and is forgotten, so a document of any length takes the memory of a page.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal, TypeAlias

from reportlab.pdfbase.pdfdoc import (
    PDFArrayCompact,
    PDFCrossReferenceTable,
    PDFDictionary,
    PDFDocument,
    PDFFile,
    PDFIndirectObject,
    PDFName,
    PDFObjectReference,
    PDFString,
    PDFTrailer,
)

from cardgen import __version__
from cardgen.formats.paint import number, places_under, scenes_placed_in, shown_rect
from cardgen.formats.pdf_content import Content, rgb
from cardgen.formats.pdf_fonts import EmbeddedFace, compressed
from cardgen.formats.pdf_images import image_object
from cardgen.formats.pdf_links import Destination, annotation, destination_names, find_links, name_tree
from cardgen.formats.pdf_shadings import fading_content, shading_object
from cardgen.scene.items import Gradient, Image, Rect, Scene
from cardgen.text.fonts import face_named
from cardgen.units import POINTS_PER_MM

Duplex: TypeAlias = Literal["", "simplex", "long", "short"]

_DUPLEX = {"simplex": "/Simplex", "long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge"}


@dataclass(frozen=True, slots=True)
class Page:
    """A scene as a page: as large as its trim, or with `bleed` as all that is drawn (a sheet is always shown whole).

    `label` is the page's name in a viewer's page list; its number where empty.
    """

    scene: Scene
    bleed: bool = True
    label: str = ""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline: `page` counts from 0, `level` is at most one deeper than the entry before it."""

    title: str
    page: int
    level: int = 0


def to_pdf(
    pages: Iterable[Page | Scene],
    file: BinaryIO,
    *,
    title: str = "",
    author: str = "",
    subject: str = "",
    keywords: Sequence[str] = (),
    lang: str = "en",
    bookmarks: Iterable[Bookmark] = (),
    duplex: Duplex = "",
    shared: Callable[[Scene], bool] | None = None,
    destinations: Mapping[str, Destination] | None = None,
) -> int:
    """Write the pages as one PDF to `file`, front to back without seeking; returns how many there are.

    A scene that the document shows twice or more is stored once, one that it shows once is drawn where it stands.
    For that the pages are listed and counted first; give `shared` (whether a scene is shown twice or more) to have
    `pages` drawn one by one as they come instead. `bookmarks` are read after the last page. Viewers are asked to
    print at actual size, and with `duplex` in that way. Links can be followed only with `destinations`, which say where
    the document's anchors are. Same input, same bytes: the dates are SOURCE_DATE_EPOCH's, or the start of 2000.
    ValueError for a document without pages or a bookmark that leads nowhere.
    """
    if shared is None:
        pages = list(pages)
        shared = shown_twice(page.scene if isinstance(page, Page) else page for page in pages)
    document = _Document(file, lang, shared, destinations)
    for page in pages:
        document.add_page(page if isinstance(page, Page) else Page(page))
    document.finish(list(bookmarks), duplex, (title, author, subject, ", ".join(keywords)))
    return len(document.pages)


def pdf_bytes(pages: Iterable[Page | Scene], *, title: str = "", lang: str = "en") -> bytes:
    """The pages as a PDF in memory."""
    file = io.BytesIO()
    to_pdf(pages, file, title=title, lang=lang)
    return file.getvalue()


def shown_twice(scenes: Iterable[Scene]) -> Callable[[Scene], bool]:
    """Tells which scenes are shown twice or more by these and by all that is placed on them."""
    times: Counter[Scene] = Counter()
    waiting = list(scenes)
    while waiting:
        scene = waiting.pop()
        times[scene] += 1
        if times[scene] == 1:
            waiting += scenes_placed_in(scene.items)
    return lambda scene: times[scene] > 1


class _Document:
    """A PDF on its way into a file: every object is written as soon as it is complete, and let go."""

    def __init__(
        self,
        file: BinaryIO,
        lang: str,
        shared: Callable[[Scene], bool],
        destinations: Mapping[str, Destination] | None = None,
    ) -> None:
        self.file = file
        self.destinations = destinations
        self.heights: list[float] = []
        self.shared = shared
        self.offset = 0
        self.offsets: dict[str, int] = {}
        self.pages: list[PDFObjectReference] = []
        self.labels: list[str] = []
        self.faces: dict[str, EmbeddedFace] = {}
        self.forms: dict[tuple[Scene, int], str] = {}
        self.images: dict[str, str] = {}
        self.external: dict[str, PDFObjectReference] = {}
        self.opacities: dict[str, str] = {}
        self.separations: dict[tuple[str, str], str] = {}
        self.shadings: dict[tuple[object, ...], str] = {}
        self.shading_references: dict[str, PDFObjectReference] = {}
        self.layers = 0
        self.pdf: Any = PDFDocument(compression=1, invariant=1, pdfVersion=(1, 7), lang=lang)
        # Shared by all pages, complete at the end only.
        self.fonts: Any = PDFDictionary()
        self.states: Any = PDFDictionary()
        self.spaces: Any = PDFDictionary()
        self.fonts_reference = self.pdf.Reference(self.fonts)
        self.states_reference = self.pdf.Reference(self.states)
        self.tree: Any = PDFDictionary({"Type": "/Pages"})
        self.tree_reference = self.pdf.Reference(self.tree)
        self._emit(PDFFile((1, 7)).format(self.pdf))

    # ------------------------------------------------ what the content asks for

    def face(self, name: str, down: bool = False) -> EmbeddedFace:
        """A face of cardgen.text.fonts, embedded from now on, for lines or for columns."""
        if name not in self.faces:
            face = self.faces[name] = EmbeddedFace(face_named(name), f"F{len(self.faces) + 1}")
            self.fonts[face.resource] = self.pdf.Reference(face.dictionary)
        face = self.faces[name]
        if down and face.columns is None:
            face.columns = PDFDictionary()
            self.fonts[face.column_resource] = self.pdf.Reference(face.columns)
        return face

    def opacity(self, value: float) -> str:
        text = number(value)
        if text not in self.opacities:
            name = self.opacities[text] = f"G{len(self.opacities) + 1}"
            self.states[name] = PDFDictionary({"Type": "/ExtGState", "CA": text, "ca": text})
        return self.opacities[text]

    def overprint(self, on: bool) -> str:
        """Whether strokes leave the other inks under them as they are."""
        name = "O1" if on else "O0"
        if name not in self.states:
            lines = "true" if on else "false"
            self.states[name] = PDFDictionary({"Type": "/ExtGState", "OP": lines, "op": "false", "OPM": 1})
        return name

    def separation(self, spot: str, colour: str) -> str:
        """A spot colour by its name, with the colour that stands for it where there is no such ink."""
        if (spot, colour) not in self.separations:
            name = self.separations[spot, colour] = f"S{len(self.separations) + 1}"
            ends = {"C0": PDFArrayCompact(["1", "1", "1"]), "C1": PDFArrayCompact(rgb(colour).split())}
            tint = PDFDictionary({"FunctionType": 2, "Domain": PDFArrayCompact(["0", "1"]), **ends, "N": 1})
            self.spaces[name] = PDFArrayCompact(["/Separation", PDFName(spot), "/DeviceRGB", tint])
        return self.separations[spot, colour]

    def image(self, image: Image) -> str:
        """The resource name of a picture; one that is met again is stored once, whatever its file is called."""
        if image.digest not in self.images:
            name = self.images[image.digest] = f"I{len(self.images) + 1}"
            made, mask = image_object(image)
            if mask is not None:
                made.dictionary["SMask"] = self._write(mask)
            self.external[name] = self._write(made)
        return self.images[image.digest]

    def form(self, scene: Scene, places: int) -> str | None:
        """The resource name of a scene that is stored by itself; None for one that is shown only here."""
        if not self.shared(scene):
            return None
        if (scene, places) not in self.forms:
            content = Content(self)
            content.paint(scene.items, places)
            name = self.forms[scene, places] = f"X{len(self.forms) + 1}"
            self.external[name] = self._form(content.data(), shown_rect(scene, bleed=True), self._resources(content))
        return self.forms[scene, places]

    def layer(self, content: Content, box: Rect) -> str:
        """The resource name of content that is painted as one picture, which may be see-through as a whole."""
        self.layers += 1
        name = f"L{self.layers}"
        group = PDFDictionary({"S": "/Transparency", "CS": "/DeviceRGB"})
        self.external[name] = self._form(content.data(), box, self._resources(content), Group=group)
        return name

    def shading(self, gradient: Gradient, places: int, grey: bool = False) -> str:
        """The resource name of a gradient's colours, or of how opaque they are as grey."""
        key = (gradient, places, grey)
        if key not in self.shadings:
            name = self.shadings[key] = f"R{len(self.shadings) + 1}"
            self.shading_references[name] = self._write(shading_object(gradient, places, grey))
        return self.shadings[key]

    def fading(self, gradient: Gradient, box: Rect, places: int) -> str:
        """The resource name of a state in which what is painted in `box` is as opaque as the gradient is."""
        key = (gradient, places, box)
        if key not in self.shadings:
            name = self.shading(gradient, places_under(gradient.matrix, places), grey=True)
            resources = PDFDictionary({"Shading": PDFDictionary({name: self.shading_references[name]})})
            group = PDFDictionary({"S": "/Transparency", "CS": "/DeviceGray", "I": "true"})
            mask = self._form(fading_content(gradient, name, places), box, resources, Group=group)
            state = self.shadings[key] = f"M{len(self.shadings) + 1}"
            masked = PDFDictionary({"Type": "/Mask", "S": "/Luminosity", "G": mask})
            self.states[state] = PDFDictionary({"Type": "/ExtGState", "SMask": masked})
        return self.shadings[key]

    def _form(self, data: bytes, box: Rect, resources: PDFDictionary, **more: object) -> PDFObjectReference:
        x, y, width, height = box
        corners = PDFArrayCompact([number(v) for v in (x, y, x + width, y + height)])
        return self._write(
            compressed(data, Type="/XObject", Subtype="/Form", BBox=corners, Resources=resources, **more)
        )

    # ------------------------------------------------ pages

    def add_page(self, page: Page) -> None:
        scene = page.scene
        shown = shown_rect(scene, page.bleed)
        x, y, _, height = shown
        content = Content(self)
        scale = number(POINTS_PER_MM, 9)
        content.operators.append(
            f"{scale} 0 0 -{scale} {number(-x * POINTS_PER_MM)} {number((y + height) * POINTS_PER_MM)} cm"
        )
        content.place(scene)
        trim = scene.trim_rect
        bleed = scene.bleed if page.bleed else 0.0
        beyond = (trim[0] - bleed, trim[1] - bleed, trim[2] + 2 * bleed, trim[3] + 2 * bleed)
        made = PDFDictionary(
            {
                "Type": "/Page",
                "Parent": self.tree_reference,
                "MediaBox": _box(shown, shown),
                "BleedBox": _box(beyond, shown),
                "TrimBox": _box(trim, shown),
                "Resources": self._resources(content),
                "Contents": self._write(compressed(content.data())),
            }
        )
        if self.destinations is not None:
            names = destination_names(self.destinations)
            annotations = [annotation(link, height, names) for link in find_links(scene)]
            links = [self._write(each) for each in annotations if each is not None]
            if links:
                made["Annots"] = PDFArrayCompact(links)
        self.heights.append(height)
        self.pages.append(self._write(made))
        self.labels.append(page.label)

    def _resources(self, content: Content) -> PDFDictionary:
        resources: dict[str, object] = {"Font": self.fonts_reference}
        if content.uses_states:
            resources["ExtGState"] = self.states_reference
        if content.uses_spots:
            resources["ColorSpace"] = self.pdf.Reference(self.spaces)
        if content.shadings:
            named = {name: self.shading_references[name] for name in sorted(content.shadings)}
            resources["Shading"] = PDFDictionary(named)
        if content.external:
            resources["XObject"] = PDFDictionary({name: self.external[name] for name in sorted(content.external)})
        return PDFDictionary(resources)

    # ------------------------------------------------ the end of the document

    def finish(self, bookmarks: list[Bookmark], duplex: Duplex, words: tuple[str, str, str, str]) -> None:
        if not self.pages:
            raise ValueError("a PDF has at least one page")
        for face in self.faces.values():
            face.finish(self.pdf)
        self.tree["Kids"] = PDFArrayCompact(self.pages)
        self.tree["Count"] = len(self.pages)
        info = self.pdf.info
        info.title, info.author, info.subject, info.keywords = words
        info.creator = f"cardgen {__version__}"
        preferences = {"PrintScaling": "/None"}
        if words[0]:
            preferences["DisplayDocTitle"] = "true"
        if duplex:
            preferences["Duplex"] = _DUPLEX[duplex]
        catalog = self.pdf.Catalog
        catalog.Pages = self.tree
        catalog.Outlines = self._outline(bookmarks)
        catalog.ViewerPreferences = PDFDictionary(preferences)
        if bookmarks:
            catalog.setPageMode("UseOutlines")
        if self.destinations:
            catalog.Names = name_tree(self.destinations, self.pages, self.heights)
        if any(self.labels):
            catalog.PageLabels = self._page_labels()
        root, info_reference = self.pdf.Reference(catalog), self.pdf.Reference(info)

        names = self.pdf.numberToId
        number_of = 1
        while number_of in names:  # writing an object may bring up others
            if names[number_of] not in self.offsets:
                self._write(self.pdf.idToObject[names[number_of]], names[number_of])
            number_of += 1
        self.pdf.idToOffset = self.offsets
        table = PDFCrossReferenceTable()
        table.addsection(0, [names[i] for i in range(1, number_of)])
        begins = self.offset
        self._emit(table.format(self.pdf))
        trailer = PDFTrailer(begins, Size=number_of, Root=root, Info=info_reference, ID=self.pdf.ID())
        self._emit(trailer.format(self.pdf))

    def _outline(self, bookmarks: list[Bookmark]) -> PDFDictionary | None:
        if not bookmarks:
            return None
        root: Any = PDFDictionary({"Type": "/Outlines"})
        open_at = [root]  # the last entry made at each level
        for bookmark in bookmarks:
            if not 0 <= bookmark.page < len(self.pages):
                raise ValueError(f"bookmark {bookmark.title!r} leads to page {bookmark.page} of {len(self.pages)}")
            if not 0 <= bookmark.level < len(open_at):
                raise ValueError(f"bookmark {bookmark.title!r} skips a level")
            entry: Any = PDFDictionary({"Title": PDFString(bookmark.title)})
            entry["Dest"] = PDFArrayCompact([self.pages[bookmark.page], "/Fit"])
            parent = open_at[bookmark.level]
            reference = self.pdf.Reference(entry)
            entry["Parent"] = self.pdf.Reference(parent)
            if "First" in parent:
                before = open_at[bookmark.level + 1]
                entry["Prev"] = self.pdf.Reference(before)
                before["Next"] = reference
            else:
                parent["First"] = reference
            parent["Last"] = reference
            for above in open_at[: bookmark.level + 1]:  # all are shown open
                above["Count"] = above.dict.get("Count", 0) + 1
            open_at[bookmark.level + 1 :] = [entry]
        return root

    def _page_labels(self) -> PDFDictionary:
        labels: list[object] = []
        for i, label in enumerate(self.labels):
            named = {"P": PDFString(label)} if label else {"S": PDFName("D"), "St": i + 1}
            labels += [i, PDFDictionary(named)]
        return PDFDictionary({"Nums": PDFArrayCompact(labels)})

    # ------------------------------------------------ the file

    def _write(self, thing: Any, name: str | None = None) -> PDFObjectReference:
        """Write an object now. Only its number and its place in the file are kept."""
        if name is None:
            name = self.pdf.Reference(thing).name
        self.offsets[name] = self.offset
        self._emit(PDFIndirectObject(name, thing).format(self.pdf))
        self.pdf.idToObject[name] = None
        return PDFObjectReference(name)

    def _emit(self, data: bytes) -> None:
        self.pdf.updateSignature(data)  # the document's ID is one of its content
        self.file.write(data)
        self.offset += len(data)


def _box(rect: Rect, page: Rect) -> PDFArrayCompact:
    """`rect`, cut at the edges of `page`, in the page's points from its lower left corner."""
    x, y, width, height = page
    left, right = max(rect[0], x), min(rect[0] + rect[2], x + width)
    top, bottom = max(rect[1], y), min(rect[1] + rect[3], y + height)
    corners = (left - x, y + height - bottom, right - x, y + height - top)
    return PDFArrayCompact([number(v * POINTS_PER_MM) for v in corners])
