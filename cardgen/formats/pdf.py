"""Scene → PDF. Points exist only here.

reportlab provides the objects, their numbers and the cross-reference table. The drawing operators are written here, in
millimetres under one transform per page: a scene needs no canvas to compute positions. Every page is written to the
file as soon as it is complete and then discarded, so a document of any length needs the memory of one page.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Literal, TypeAlias

from cardgen import __version__
from cardgen.formats.paint import number, places_under, scenes_placed_in, shown_rect
from cardgen.formats.pdf_content import Content, rgb
from cardgen.formats.pdf_fonts import EmbeddedFace, compressed
from cardgen.formats.pdf_images import image_object
from cardgen.formats.pdf_links import Destination, annotation, destination_names, find_links, name_tree
from cardgen.formats.pdf_shadings import fading_content, shading_object
from cardgen.formats.reportlab_private import (
    Dictionary,
    PdfObject,
    PdfObjects,
    Reference,
    pdf_array,
    pdf_dictionary,
    pdf_name,
    pdf_string,
)
from cardgen.scene.items import Gradient, Image, Rect, Scene
from cardgen.text.fonts import face_named
from cardgen.units import POINTS_PER_MM

Duplex: TypeAlias = Literal["", "simplex", "long", "short"]

_DUPLEX = {"simplex": "/Simplex", "long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge"}


@dataclass(frozen=True, slots=True)
class Page:
    """A scene as a page: as large as its trim, or with `bleed` as large as all that is drawn. Sheets are shown whole.

    `label` is the page's name in a viewer's page list; if it is empty, viewers show the page number.
    """

    scene: Scene
    bleed: bool = True
    label: str = ""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline. `page` counts from 0; `level` is at most one deeper than that of the entry before it."""

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
    """Write the pages as one PDF to `file`, front to back without seeking. Return the number of pages.

    A scene that the document shows twice or more is stored once; one that it shows once is drawn inline. To count this,
    all pages are read first. With `shared` (does the document show this scene twice or more?) `pages` are read and
    drawn one by one instead. `bookmarks` are read after the last page. The file asks viewers to print at actual size,
    and in the way of `duplex` if that is given. Links work only with `destinations`, the places of the document's
    anchors. Same input, same bytes: the dates come from SOURCE_DATE_EPOCH, or are the start of 2000.
    ValueError for a document without pages and for a bookmark to a page that does not exist.
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
    """Return the pages as a PDF in memory."""
    file = io.BytesIO()
    to_pdf(pages, file, title=title, lang=lang)
    return file.getvalue()


def shown_twice(scenes: Iterable[Scene]) -> Callable[[Scene], bool]:
    """Return a predicate: is a scene shown twice or more, by these scenes or by the scenes placed on them?"""
    counts: Counter[Scene] = Counter()
    queue = list(scenes)
    while queue:
        scene = queue.pop()
        counts[scene] += 1
        if counts[scene] == 1:
            queue += scenes_placed_in(scene.items)
    return lambda scene: counts[scene] > 1


class _Document:
    """A PDF that is being written: every object is written as soon as it is complete, and then discarded."""

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
        self.pages: list[Reference] = []
        self.labels: list[str] = []
        self.faces: dict[str, EmbeddedFace] = {}
        self.forms: dict[tuple[Scene, int], str] = {}
        self.images: dict[str, str] = {}
        self.external: dict[str, Reference] = {}
        self.opacities: dict[str, str] = {}
        self.separations: dict[tuple[str, str], str] = {}
        self.shadings: dict[tuple[object, ...], str] = {}
        self.shading_references: dict[str, Reference] = {}
        self.layers = 0
        self.objects = PdfObjects(lang)
        # Shared by all pages, and complete only at the end.
        self.fonts = pdf_dictionary()
        self.states = pdf_dictionary()
        self.spaces = pdf_dictionary()
        self.fonts_reference = self.objects.reference(self.fonts)
        self.states_reference = self.objects.reference(self.states)
        self.tree = pdf_dictionary({"Type": "/Pages"})
        self.tree_reference = self.objects.reference(self.tree)
        self._emit(self.objects.header())

    # ------------------------------------------------ resources that the content needs

    def face(self, name: str, vertical: bool = False) -> EmbeddedFace:
        """Return a face of cardgen.text.fonts, embedded from now on, for lines or (`vertical`) for columns."""
        if name not in self.faces:
            face = self.faces[name] = EmbeddedFace(face_named(name), f"F{len(self.faces) + 1}")
            self.fonts[face.resource] = self.objects.reference(face.dictionary)
        face = self.faces[name]
        if vertical and face.columns is None:
            face.columns = pdf_dictionary()
            self.fonts[face.column_resource] = self.objects.reference(face.columns)
        return face

    def opacity(self, value: float) -> str:
        """Return the resource name of a graphics state with this opacity."""
        text = number(value)
        if text not in self.opacities:
            name = self.opacities[text] = f"G{len(self.opacities) + 1}"
            self.states[name] = pdf_dictionary({"Type": "/ExtGState", "CA": text, "ca": text})
        return self.opacities[text]

    def overprint(self, on: bool) -> str:
        """Return the resource name of a graphics state in which strokes overprint (keep the inks under them) or not."""
        name = "O1" if on else "O0"
        if name not in self.states:
            strokes = "true" if on else "false"
            self.states[name] = pdf_dictionary({"Type": "/ExtGState", "OP": strokes, "op": "false", "OPM": 1})
        return name

    def separation(self, spot: str, colour: str) -> str:
        """Return the resource name of a spot colour, and the colour that printers without this ink use instead."""
        if (spot, colour) not in self.separations:
            name = self.separations[spot, colour] = f"S{len(self.separations) + 1}"
            ends = {"C0": pdf_array(["1", "1", "1"]), "C1": pdf_array(rgb(colour).split())}
            tint = pdf_dictionary({"FunctionType": 2, "Domain": pdf_array(["0", "1"]), **ends, "N": 1})
            self.spaces[name] = pdf_array(["/Separation", pdf_name(spot), "/DeviceRGB", tint])
        return self.separations[spot, colour]

    def image(self, image: Image) -> str:
        """Return the resource name of a picture. The same picture is stored once, even in files of different names."""
        if image.digest not in self.images:
            name = self.images[image.digest] = f"I{len(self.images) + 1}"
            stream, mask = image_object(image)
            if mask is not None:
                stream.dictionary["SMask"] = self._write(mask)
            self.external[name] = self._write(stream)
        return self.images[image.digest]

    def form(self, scene: Scene, places: int) -> str | None:
        """Return the resource name of a scene that is stored as an object; None for one that is shown only once."""
        if not self.shared(scene):
            return None
        if (scene, places) not in self.forms:
            content = Content(self)
            content.paint(scene.items, places)
            name = self.forms[scene, places] = f"X{len(self.forms) + 1}"
            self.external[name] = self._form(content.data(), shown_rect(scene, bleed=True), self._resources(content))
        return self.forms[scene, places]

    def layer(self, content: Content, box: Rect) -> str:
        """Return the resource name of content that is painted as one picture, so that opacity applies to the whole."""
        self.layers += 1
        name = f"L{self.layers}"
        group = pdf_dictionary({"S": "/Transparency", "CS": "/DeviceRGB"})
        self.external[name] = self._form(content.data(), box, self._resources(content), Group=group)
        return name

    def shading(self, gradient: Gradient, places: int, grey: bool = False) -> str:
        """Return the resource name of a gradient's colours, or with `grey` of its opacity as grey."""
        key = (gradient, places, grey)
        if key not in self.shadings:
            name = self.shadings[key] = f"R{len(self.shadings) + 1}"
            self.shading_references[name] = self._write(shading_object(gradient, places, grey))
        return self.shadings[key]

    def fading(self, gradient: Gradient, box: Rect, places: int) -> str:
        """Return the resource name of a state in which everything painted in `box` has the gradient's opacity."""
        key = (gradient, places, box)
        if key not in self.shadings:
            name = self.shading(gradient, places_under(gradient.matrix, places), grey=True)
            resources = pdf_dictionary({"Shading": pdf_dictionary({name: self.shading_references[name]})})
            group = pdf_dictionary({"S": "/Transparency", "CS": "/DeviceGray", "I": "true"})
            mask = self._form(fading_content(gradient, name, places), box, resources, Group=group)
            state = self.shadings[key] = f"M{len(self.shadings) + 1}"
            masked = pdf_dictionary({"Type": "/Mask", "S": "/Luminosity", "G": mask})
            self.states[state] = pdf_dictionary({"Type": "/ExtGState", "SMask": masked})
        return self.shadings[key]

    def _form(self, data: bytes, box: Rect, resources: Dictionary, **entries: object) -> Reference:
        x, y, width, height = box
        corners = pdf_array([number(v) for v in (x, y, x + width, y + height)])
        return self._write(
            compressed(data, Type="/XObject", Subtype="/Form", BBox=corners, Resources=resources, **entries)
        )

    # ------------------------------------------------ pages

    def add_page(self, page: Page) -> None:
        """Write one page."""
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
        bleed_rect = (trim[0] - bleed, trim[1] - bleed, trim[2] + 2 * bleed, trim[3] + 2 * bleed)
        entries = pdf_dictionary(
            {
                "Type": "/Page",
                "Parent": self.tree_reference,
                "MediaBox": _box(shown, shown),
                "BleedBox": _box(bleed_rect, shown),
                "TrimBox": _box(trim, shown),
                "Resources": self._resources(content),
                "Contents": self._write(compressed(content.data())),
            }
        )
        if self.destinations is not None:
            names = destination_names(self.destinations)
            annotations = [annotation(link, height, names) for link in find_links(scene)]
            links = [self._write(link) for link in annotations if link is not None]
            if links:
                entries["Annots"] = pdf_array(links)
        self.heights.append(height)
        self.pages.append(self._write(entries))
        self.labels.append(page.label)

    def _resources(self, content: Content) -> Dictionary:
        resources: dict[str, object] = {"Font": self.fonts_reference}
        if content.uses_states:
            resources["ExtGState"] = self.states_reference
        if content.uses_spots:
            resources["ColorSpace"] = self.objects.reference(self.spaces)
        if content.shadings:
            named = {name: self.shading_references[name] for name in sorted(content.shadings)}
            resources["Shading"] = pdf_dictionary(named)
        if content.external:
            resources["XObject"] = pdf_dictionary({name: self.external[name] for name in sorted(content.external)})
        return pdf_dictionary(resources)

    # ------------------------------------------------ the end of the document

    def finish(self, bookmarks: list[Bookmark], duplex: Duplex, metadata: tuple[str, str, str, str]) -> None:
        """Write everything after the last page. `metadata`: title, author, subject, keywords."""
        if not self.pages:
            raise ValueError("a PDF has at least one page")
        for face in self.faces.values():
            face.finish(self.objects)
        self.tree["Kids"] = pdf_array(self.pages)
        self.tree["Count"] = len(self.pages)
        info = self.objects.info
        info.title, info.author, info.subject, info.keywords = metadata
        info.creator = f"cardgen {__version__}"
        preferences = {"PrintScaling": "/None"}
        if metadata[0]:
            preferences["DisplayDocTitle"] = "true"
        if duplex:
            preferences["Duplex"] = _DUPLEX[duplex]
        catalog = self.objects.catalog
        catalog.Pages = self.tree
        catalog.Outlines = self._outline(bookmarks)
        catalog.ViewerPreferences = pdf_dictionary(preferences)
        if bookmarks:
            catalog.setPageMode("UseOutlines")
        if self.destinations:
            catalog.Names = name_tree(self.destinations, self.pages, self.heights)
        if any(self.labels):
            catalog.PageLabels = self._page_labels()
        root, info_reference = self.objects.reference(catalog), self.objects.reference(info)
        for reference, thing in self.objects.numbered():
            if reference.name not in self.offsets:
                self._write_as(reference, thing)
        table_offset = self.offset
        self._emit(self.objects.cross_references(self.offsets))
        self._emit(self.objects.trailer(table_offset, len(self.offsets) + 1, root, info_reference))

    def _outline(self, bookmarks: list[Bookmark]) -> Dictionary | None:
        if not bookmarks:
            return None
        root = pdf_dictionary({"Type": "/Outlines"})
        open_at = [root]  # the last entry at each level
        for bookmark in bookmarks:
            if not 0 <= bookmark.page < len(self.pages):
                raise ValueError(f"bookmark {bookmark.title!r}: no page {bookmark.page}, there are {len(self.pages)}")
            if not 0 <= bookmark.level < len(open_at):
                raise ValueError(f"bookmark {bookmark.title!r} skips a level")
            entry = pdf_dictionary({"Title": pdf_string(bookmark.title)})
            entry["Dest"] = pdf_array([self.pages[bookmark.page], "/Fit"])
            parent = open_at[bookmark.level]
            reference = self.objects.reference(entry)
            entry["Parent"] = self.objects.reference(parent)
            if "First" in parent:
                previous = open_at[bookmark.level + 1]
                entry["Prev"] = self.objects.reference(previous)
                previous["Next"] = reference
            else:
                parent["First"] = reference
            parent["Last"] = reference
            for ancestor in open_at[: bookmark.level + 1]:  # viewers show all of them open
                ancestor["Count"] = ancestor.dict.get("Count", 0) + 1
            open_at[bookmark.level + 1 :] = [entry]
        return root

    def _page_labels(self) -> Dictionary:
        labels: list[object] = []
        for i, label in enumerate(self.labels):
            entries = {"P": pdf_string(label)} if label else {"S": pdf_name("D"), "St": i + 1}
            labels += [i, pdf_dictionary(entries)]
        return pdf_dictionary({"Nums": pdf_array(labels)})

    # ------------------------------------------------ the file

    def _write(self, thing: object) -> Reference:
        """Write an object now. Only its number and its offset in the file are kept."""
        return self._write_as(self.objects.reference(thing), thing)

    def _write_as(self, reference: Reference, thing: object) -> Reference:
        self.offsets[reference.name] = self.offset
        self._emit(self.objects.formatted(reference, thing))
        return self.objects.forget(reference)

    def _emit(self, data: bytes) -> None:
        self.objects.sign(data)
        self.file.write(data)
        self.offset += len(data)


def _box(rect: Rect, page: Rect) -> PdfObject:
    """Return `rect`, cut at the edges of `page`, in points from the page's lower left corner."""
    x, y, width, height = page
    left, right = max(rect[0], x), min(rect[0] + rect[2], x + width)
    top, bottom = max(rect[1], y), min(rect[1] + rect[3], y + height)
    corners = (left - x, y + height - bottom, right - x, y + height - top)
    return pdf_array([number(v * POINTS_PER_MM) for v in corners])
