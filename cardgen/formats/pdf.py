"""Scene → PDF. Points exist only here.

reportlab provides the objects, their numbers and the cross-reference table. The drawing operators are written here, in
millimetres under one transform per page: a scene needs no canvas to compute positions. Every page is written to the
file as soon as it is complete and then discarded, so a document of any length needs the memory of one page.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, BinaryIO

from cardgen import __version__
from cardgen.base.processes import do_in_copies
from cardgen.base.processors import processors_for_copies
from cardgen.base.units import POINTS_PER_MM
from cardgen.cache.parts import Kept, kept_parts
from cardgen.formats.paint import number, places_under, shown_rect
from cardgen.formats.pdf_colours import separation_space
from cardgen.formats.pdf_content import FILLS, LINES, Content, Document
from cardgen.formats.pdf_fonts import EmbeddedFace, NotYetThereError, compressed_bytes, resource_name
from cardgen.formats.pdf_images import PictureLimit, PictureSizes
from cardgen.formats.pdf_kept import draw_or_reuse
from cardgen.formats.pdf_links import (
    Destination,
    annotation,
    destination_names,
    find_links,
    leads_somewhere,
    name_tree,
)
from cardgen.formats.pdf_outline import Bookmark, Outline
from cardgen.formats.pdf_pages import Drawn, DrawnChunk, UsedResources, form_object, page_of, stream_object, uses_of
from cardgen.formats.pdf_pages import Page as Page
from cardgen.formats.pdf_pages import shown_twice as shown_twice
from cardgen.formats.pdf_shadings import fading_content, shading_object
from cardgen.formats.pdf_structure import Structure, accessible_metadata
from cardgen.formats.pdf_table import OffsetTable
from cardgen.formats.pdf_tagged import TaggedContent
from cardgen.formats.pdf_viewing import Duplex as Duplex
from cardgen.formats.pdf_viewing import page_box, page_labels, viewer_preferences
from cardgen.formats.pdf_x import PAGE_GROUP, information, output_intent, version_of, xmp_of
from cardgen.formats.press.settings import Press
from cardgen.formats.reportlab_private import (
    Dictionary,
    PdfObjects,
    Reference,
    pdf_array,
    pdf_dictionary,
    pdf_stream,
)
from cardgen.scene.items import Gradient, Image, Rect, Scene
from cardgen.text.fonts import face_named

if TYPE_CHECKING:
    from cardgen.formats.press_pictures import PictureSource

#: Documents of so many pages are drawn by several processes: starting them takes about as long as drawing 20 pages.
_MANY_PAGES = 120

#: The pages that a process draws in one go, and the bytes of small objects that are written in one go.
_CHUNK, _PIECE = 24, 1 << 18

_CREATOR = f"cardgen {__version__}"


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
    press: Press | None = None,
    tagged: bool = False,
    pictures: PictureSource | None = None,
    picture_dpi: int | PictureLimit | None = None,
) -> int:
    """Write the pages as one PDF to `file`, front to back without seeking. Return the number of pages.

    A scene that the document shows twice or more is stored once; one that it shows once is drawn inline. To count this,
    all pages are read first. With `shared` (does the document show this scene twice or more?) `pages` are read and
    drawn one by one instead. `bookmarks` are read after the last page. The file asks viewers to print at actual size,
    and in the way of `duplex` if that is given. Links work only with `destinations`, the places of the document's
    anchors. With a `press` the file is a PDF/X in its inks: all pages are read first, and there are no links. If
    `tagged`, the document has the structure that the tags of its groups describe, by PDF/UA-1, which asks for a title.
    `pictures` has the samples of images if they are not those of their files; with `picture_dpi`, they have at most
    so many dots per inch, and photographs are JPEGs. Same input, same bytes: the dates come from SOURCE_DATE_EPOCH,
    or are the start of 2000. ValueError for a document without pages and for a bookmark to a page that does not
    exist. DataError for a page that the standard of the `press` forbids.
    """
    if press is not None:
        from cardgen.formats.press_pages import separate_scenes  # lazy: Pillow and LittleCMS are large

        given = [page_of(page) for page in pages]
        scenes, pictures = separate_scenes([page.scene for page in given], press, pdf_bytes)
        pages = [Page(scene, page.bleed, page.label) for scene, page in zip(scenes, given, strict=True)]
        shared = destinations = None
    if shared is None:
        pages = list(pages)
        shared = shown_twice(page.scene if isinstance(page, Page) else page for page in pages)
    is_long = isinstance(pages, Sequence) and len(pages) >= _MANY_PAGES
    kept = None if is_long or press is not None else kept_parts()
    document = _Document(file, lang, shared, destinations, press, pictures, tagged, kept, picture_dpi)
    if isinstance(pages, Sequence) and is_long and destinations is None and not tagged:
        document.add_many(pages)
    else:
        for page in pages:
            document.add_page(page_of(page))
    document.finish(bookmarks, duplex, (title, author, subject, ", ".join(keywords)))
    return len(document.pages)


def pdf_bytes(
    pages: Iterable[Page | Scene], pictures: PictureSource | None = None, *, title: str = "", lang: str = "en"
) -> bytes:
    """Return the pages as a PDF in memory."""
    file = io.BytesIO()
    to_pdf(pages, file, title=title, lang=lang, pictures=pictures)
    return file.getvalue()


class _Document:
    """A PDF that is being written: every object is written as soon as it is complete, and then discarded."""

    def __init__(
        self,
        file: BinaryIO,
        lang: str,
        shared: Callable[[Scene], bool],
        destinations: Mapping[str, Destination] | None = None,
        press: Press | None = None,
        pictures: PictureSource | None = None,
        tagged: bool = False,
        kept: Kept | None = None,
        picture_dpi: int | PictureLimit | None = None,
    ) -> None:
        self.file = file
        self.kept = kept
        self.press = press
        self.destinations = destinations
        self.names = destination_names(destinations or {})
        self.lang = lang
        self.structure = Structure(lang, self._is_linked) if tagged else None
        self.heights: list[float] = []
        self.shared = shared
        self.offset = 0
        self.offsets = OffsetTable()
        self.pages: list[int] = []  # the numbers of their objects
        self.labels: list[str] = []
        self.faces: dict[str, EmbeddedFace] = {}
        self.forms: dict[tuple[Scene, int, float], str] = {}
        self.images: dict[tuple[str, tuple[int, int] | None], str] = {}
        self.external: dict[str, Reference] = {}
        self.opacities: dict[str, str] = {}
        self.separations: dict[tuple[str, str], str] = {}
        self.shadings: dict[tuple[object, ...], str] = {}
        self.shading_references: dict[str, Reference] = {}
        self._page_resources: dict[UsedResources, Reference] = {}
        self.layers = 0
        self.is_copy = False
        self.objects = PdfObjects(lang, version_of(press))
        self.sizes = PictureSizes(picture_dpi, self.objects)
        self.image_object = (pictures or self.sizes).image_object
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

    def _check_new(self) -> None:
        """Raise NotYetThereError in a copy of the document: only the document itself names and writes resources."""
        if self.is_copy:
            raise NotYetThereError

    def face(self, name: str, vertical: bool = False) -> EmbeddedFace:
        """Return a face of cardgen.text.fonts, embedded from now on, for lines or (`vertical`) for columns."""
        if name not in self.faces:
            self._check_new()
            face = self.faces[name] = EmbeddedFace(face_named(name), resource_name(name))
            self.fonts[face.resource] = self.objects.reference(face.dictionary)
        face = self.faces[name]
        if vertical and face.columns is None:
            self._check_new()
            face.columns = pdf_dictionary()
            self.fonts[face.column_resource] = self.objects.reference(face.columns)
        return face

    def opacity(self, value: float) -> str:
        """Return the resource name of a graphics state with this opacity."""
        text = number(value)
        if text not in self.opacities:
            self._check_new()
            name = self.opacities[text] = f"G{len(self.opacities) + 1}"
            self.states[name] = pdf_dictionary({"Type": "/ExtGState", "CA": text, "ca": text})
        return self.opacities[text]

    def overprint(self, kinds: int) -> str:
        """Return the resource name of a graphics state in which these kinds of content keep the inks under them."""
        name = f"O{kinds}"
        if name not in self.states:
            self._check_new()
            strokes, fills = ("true" if kinds & kind else "false" for kind in (LINES, FILLS))
            self.states[name] = pdf_dictionary({"Type": "/ExtGState", "OP": strokes, "op": fills, "OPM": 1})
        return name

    def separation(self, spot: str, colour: str) -> str:
        """Return the resource name of a spot colour, and the colour that printers without this ink use instead."""
        if (spot, colour) not in self.separations:
            self._check_new()
            name = self.separations[spot, colour] = f"S{len(self.separations) + 1}"
            self.spaces[name] = separation_space(spot, colour)
        return self.separations[spot, colour]

    def image(self, image: Image, across: float, down: float) -> str:
        """Return the resource name of a picture that is shown in a size, mm. Its pixels are stored once."""
        key = image.digest, self.sizes.size(image, across, down)
        if key not in self.images:
            self._check_new()
            name = self.images[key] = f"I{len(self.images) + 1}"
            stream, mask = self.image_object(image, key[1])
            if mask is not None:
                stream.dictionary["SMask"] = self._write(mask)
            self.external[name] = self._write(stream)
        return self.images[key]

    def form(self, scene: Scene, places: int, scale: float) -> str | None:
        """Return the resource name of a scene that is stored as an object; None for one that is shown only once."""
        if not self.shared(scene):
            return None
        if (scene, places, scale := self.sizes.scale(scene, scale)) not in self.forms:
            self._check_new()

            def paint(document: Document, _: Structure | None) -> Content:
                content = Content(document, scale)
                content.draw(scene, places)
                return content

            data, uses = draw_or_reuse(self.kept, self, None, scene, self.shared, ("stored", places, scale), paint)
            name = self.forms[scene, places, scale] = f"X{len(self.forms) + 1}"
            self.external[name] = self._form(data, shown_rect(scene, bleed=True), self._resources(uses))
        return self.forms[scene, places, scale]

    def layer(self, content: Content, box: Rect) -> str:
        """Return the resource name of content that is painted as one picture, so that opacity applies to the whole."""
        self._check_new()
        self.layers += 1
        name = f"L{self.layers}"
        group = pdf_dictionary({"S": "/Transparency", "CS": "/DeviceCMYK" if self.press else "/DeviceRGB"})
        self.external[name] = self._form(
            compressed_bytes(content.data()), box, self._resources(uses_of(content)), Group=group
        )
        return name

    def shading(self, gradient: Gradient, places: int, grey: bool = False) -> str:
        """Return the resource name of a gradient's colours, or with `grey` of its opacity as grey."""
        key = (gradient, places, grey)
        if key not in self.shadings:
            self._check_new()
            name = self.shadings[key] = f"R{len(self.shadings) + 1}"
            self.shading_references[name] = self._write(shading_object(gradient, places, grey))
        return self.shadings[key]

    def fading(self, gradient: Gradient, box: Rect, places: int) -> str:
        """Return the resource name of a state in which everything painted in `box` has the gradient's opacity."""
        key = (gradient, places, box)
        if key not in self.shadings:
            self._check_new()
            name = self.shading(gradient, places_under(gradient.matrix, places), grey=True)
            resources = pdf_dictionary({"Shading": pdf_dictionary({name: self.shading_references[name]})})
            group = pdf_dictionary({"S": "/Transparency", "CS": "/DeviceGray", "I": "true"})
            data = compressed_bytes(fading_content(gradient, name, places))
            mask = self._form(data, box, resources, Group=group)
            state = self.shadings[key] = f"M{len(self.shadings) + 1}"
            masked = pdf_dictionary({"Type": "/Mask", "S": "/Luminosity", "G": mask})
            self.states[state] = pdf_dictionary({"Type": "/ExtGState", "SMask": masked})
        return self.shadings[key]

    def _form(self, data: bytes, box: Rect, resources: Dictionary, **entries: object) -> Reference:
        return self._write(form_object(data, box, resources, entries))

    # ------------------------------------------------ pages

    def add_page(self, page: Page) -> None:
        self._add(self._draw(page), page.scene)

    def add_many(self, pages: Sequence[Page | Scene]) -> None:
        """Write many pages, most of them drawn by several processes."""
        chunks = [range(i, min(i + _CHUNK, len(pages))) for i in range(0, len(pages), _CHUNK)]
        first, *others = chunks  # has nearly all that the others use
        for i in first:
            self.add_page(page_of(pages[i]))
        count = processors_for_copies()
        results = do_in_copies([partial(self._draw_chunk, pages, chunk) for chunk in others], count if count > 1 else 0)
        for chunk, result in zip(others, results, strict=True):
            drawn, characters = result or ([None] * len(chunk), {})
            for face, text in characters.items():
                self.faces[face].add_characters(text)
            for i, page in zip(chunk, drawn, strict=True):
                if page is None:
                    self.add_page(page_of(pages[i]))
                else:
                    self._add(page)

    def _draw_chunk(self, pages: Sequence[Page | Scene], chunk: Sequence[int]) -> DrawnChunk:
        """Draw pages in a copy of the document."""
        before = {name: set(face.widths) for name, face in self.faces.items()}
        self.is_copy = True
        for face in self.faces.values():
            face.is_copy = True
        drawn: list[Drawn | None] = []
        for i in chunk:
            try:
                drawn.append(self._draw(page_of(pages[i])))
            except NotYetThereError:
                drawn.append(None)
        new = {name: "".join(sorted(face.widths.keys() - before[name])) for name, face in self.faces.items()}
        return drawn, {name: text for name, text in new.items() if text}

    def _draw(self, page: Page) -> Drawn:
        scene = page.scene
        shown = shown_rect(scene, page.bleed)
        x, y, _, height = shown

        def paint(document: Document, structure: Structure | None) -> Content:
            content = TaggedContent(document, structure, height) if structure else Content(document)
            scale = number(POINTS_PER_MM, 9)
            content.operators.append(
                f"{scale} 0 0 -{scale} {number(-x * POINTS_PER_MM)} {number((y + height) * POINTS_PER_MM)} cm"
            )
            content.place(scene)
            return content

        data, uses = draw_or_reuse(self.kept, self, self.structure, scene, self.shared, ("page", page.bleed), paint)
        trim = scene.trim_rect
        bleed = scene.bleed if page.bleed else 0.0
        bleed_rect = (trim[0] - bleed, trim[1] - bleed, trim[2] + 2 * bleed, trim[3] + 2 * bleed)
        boxes = (page_box(shown, shown), page_box(bleed_rect, shown), page_box(trim, shown))
        return Drawn(data, boxes, height, page.label, uses)

    def _add(self, page: Drawn, scene: Scene | None = None) -> None:
        """Write a page. Its `scene` is needed for its links."""
        resources = self._page_resources.get(page.uses)
        if resources is None:
            resources = self._page_resources[page.uses] = self._write(self._resources(page.uses))
        links = [] if self.destinations is None or scene is None else self._links(scene, page.height)
        # Written directly, because a deck of 10,000 cards has more than 2,000 pages.
        contents = self.objects.reserve(2)
        self._emit_objects(contents, [stream_object(page.data)])
        entries = [
            "/Type /Page",
            f"/Parent {self.objects.number(self.tree_reference)} 0 R",
            f"/MediaBox {page.boxes[0]}",
            f"/BleedBox {page.boxes[1]}",
            f"/TrimBox {page.boxes[2]}",
            f"/Resources {self.objects.number(resources)} 0 R",
            f"/Contents {contents} 0 R",
            *([PAGE_GROUP] if self.press is not None and self.press.standard == "x-4" else []),
            *([f"/Annots [ {' '.join(f'{self.objects.number(link)} 0 R' for link in links)} ]"] if links else []),
            *([self.structure.end_page()] if self.structure else []),
        ]
        self._emit_objects(contents + 1, [f"<< {' '.join(entries)} >>".encode("ascii")])
        self.heights.append(page.height)
        self.pages.append(contents + 1)
        self.labels.append(page.label)

    def _links(self, scene: Scene, height: float) -> list[Reference]:
        """Write the links of a page of that height, mm."""
        written: list[Reference] = []
        for link in find_links(scene):
            entries = annotation(link, height, self.names)
            if entries is None:
                continue
            reference = self.objects.reference(entries)
            if self.structure:
                entries["StructParent"] = self.structure.add_link(link.run, self.objects.number(reference))
            written.append(self._write_as(reference, entries))
        return written

    def _is_linked(self, target: str) -> bool:
        return self.destinations is not None and leads_somewhere(target, self.names)

    def _resources(self, uses: UsedResources) -> Dictionary:
        resources: dict[str, object] = {"Font": self.fonts_reference}
        if uses.states:
            resources["ExtGState"] = self.states_reference
        if uses.spots:
            resources["ColorSpace"] = self.objects.reference(self.spaces)
        if uses.shadings:
            resources["Shading"] = pdf_dictionary({name: self.shading_references[name] for name in uses.shadings})
        if uses.external:
            resources["XObject"] = pdf_dictionary({name: self.external[name] for name in uses.external})
        return pdf_dictionary(resources)

    # ------------------------------------------------ the end of the document

    def finish(self, bookmarks: Iterable[Bookmark], duplex: Duplex, metadata: tuple[str, str, str, str]) -> None:
        """Write everything after the last page. `metadata`: title, author, subject, keywords."""
        if not self.pages:
            raise ValueError("a PDF has at least one page")
        for face in self.faces.values():
            face.finish(self.objects)
        self.tree["Kids"] = pdf_array(f"{page} 0 R" for page in self.pages)
        self.tree["Count"] = len(self.pages)
        catalog = self.objects.catalog
        info = self._information(metadata) if self.press is None else self._press_information(self.press, metadata)
        catalog.Pages = self.tree
        catalog.Outlines = self._outline(bookmarks)
        catalog.ViewerPreferences = viewer_preferences(metadata[0], duplex, self.press is not None, self.lang)
        if catalog.Outlines is not None:
            catalog.setPageMode("UseOutlines")
        if self.destinations:
            catalog.Names = name_tree(self.destinations, self.pages, self.heights)
        if any(self.labels):
            catalog.PageLabels = page_labels(self.labels)
        if self.structure:
            self._tag(self.structure, metadata[0])
        root, info_reference = self.objects.reference(catalog), self.objects.reference(info)
        for reference, thing in self.objects.unwritten(self.offsets):
            self._write_as(reference, thing)
        table_offset = self.offset
        for piece in self.offsets.written():
            self._emit(piece)
        self._emit(self.objects.trailer(table_offset, self.offsets.size, root, info_reference))

    def _information(self, metadata: tuple[str, str, str, str]) -> object:
        info = self.objects.info
        info.title, info.author, info.subject, info.keywords = metadata
        info.creator = _CREATOR
        return info

    def _press_information(self, press: Press, metadata: tuple[str, str, str, str]) -> object:
        """Write the profile and the metadata that PDF/X asks for, and return the document's information."""
        intent, profile = output_intent(press)
        intent["DestOutputProfile"] = self._write(profile)
        self.objects.add_to_catalog("OutputIntents", pdf_array([intent]))
        facts = information(press, metadata, _CREATOR, self.objects.date)
        self.objects.catalog.Metadata = xmp_of(press, facts, self.objects.digest())
        return facts.dictionary

    def _outline(self, bookmarks: Iterable[Bookmark]) -> Reference | None:
        """Write the outline, and return its root; None without bookmarks."""
        outline = Outline(bookmarks, len(self.pages))
        if not outline.count:
            return None
        first = self.objects.reserve(outline.count + 1)
        self._emit_objects(first, outline.objects(self.pages, first, self.objects.string))
        return self.objects.reserved(first)

    def _tag(self, structure: Structure, title: str) -> None:
        """Write the structure of a tagged document."""
        catalog = self.objects.catalog
        written = structure.objects(self.pages, self.objects.reserve, self.objects.string)
        self._emit_objects(structure.root_number, written)
        catalog.StructTreeRoot = self.objects.reserved(structure.root_number)
        catalog.MarkInfo = pdf_dictionary({"Marked": "true"})
        metadata = accessible_metadata(title, structure.lang)
        catalog.Metadata = self._write(pdf_stream({"Type": "/Metadata", "Subtype": "/XML"}, metadata))

    # ------------------------------------------------ the file

    def _write(self, thing: object) -> Reference:
        """Write an object now. Only its number and its offset in the file are kept."""
        return self._write_as(self.objects.reference(thing), thing)

    def _write_as(self, reference: Reference, thing: object) -> Reference:
        self.offsets[self.objects.number(reference)] = self.offset
        self._emit(self.objects.formatted(reference, thing))
        return self.objects.forget(reference)

    def _emit_objects(self, first: int, written: Iterable[bytes]) -> None:
        """Write objects that have the numbers from `first` on."""
        piece = bytearray()
        for own, data in enumerate(written, first):
            self.offsets[own] = self.offset + len(piece)
            piece += b"%d 0 obj\n%b\nendobj\n" % (own, data)
            if len(piece) > _PIECE:
                self._emit(bytes(piece))
                piece.clear()
        self._emit(bytes(piece))

    def _emit(self, data: bytes) -> None:
        self.objects.sign(data)
        self.file.write(data)
        self.offset += len(data)
