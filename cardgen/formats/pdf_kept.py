"""Drawn content of PDFs that is kept from build to build: pages, and scenes that are stored as objects.

Content depends on its document in two ways: it uses resources by their names, and it marks elements of a structure.
Both are noted when content is drawn, and asked of the document again, in the same order, when it is used again. If the
document has another answer, the content is drawn anew. So the bytes are those of content that is always drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from cardgen.cache.parts import Kept
from cardgen.formats.pdf_content import Content, Document
from cardgen.formats.pdf_fonts import EmbeddedFace, compressed_bytes
from cardgen.formats.pdf_pages import UsedResources, uses_of
from cardgen.formats.pdf_structure import Structure, StructureElement
from cardgen.scene.digests import scene_digest, tagged_digest, value_digest
from cardgen.scene.items import GlyphRun, Gradient, Group, Image, Item, Matrix, Placed, Rect, Scene
from cardgen.scene.tags import Tag

Paint: TypeAlias = Callable[[Document, Structure | None], Content]
"""Draws content for a document and its structure."""

Drawing: TypeAlias = tuple[bytes, UsedResources]
"""Compressed operators, and the resources that they use."""

_Call: TypeAlias = tuple[str, tuple[Any, ...], str | None]
"""A call of the document: the method, its arguments, and the name that it returned."""


def draw_or_reuse(
    kept: Kept | None,
    document: Document,
    structure: Structure | None,
    scene: Scene,
    is_stored: Callable[[Scene], bool],
    about: object,
    paint: Paint,
) -> Drawing:
    """Return the content of a scene as `paint` draws it. `about` is what it depends on besides the scene.

    `is_stored` returns True for scenes that the document stores as objects.
    """
    if kept is None:
        return _drawing(paint(document, structure))
    parts: list[object] = [scene, *_parts_in(scene.items, is_stored, structure is not None)]
    if structure is None:
        key = value_digest(about, scene_digest(scene))
    else:
        links = [structure.leads_somewhere(part.link) for part in parts if isinstance(part, GlyphRun) and part.link]
        key = value_digest(about, tagged_digest(scene), structure.lang, links)
    value = kept.get(key)
    if value is not None:
        data, uses, calls, characters, marks = value
        if _answers_again(document, calls, parts) and _has_codes(document, characters):
            if structure is not None:
                _mark_again(structure, marks, parts)
            return data, UsedResources(*uses)
    recorder = _Recorder(document, parts)
    marking = None if structure is None else _MarkRecorder(structure, parts)
    data, uses = _drawing(paint(recorder, marking))  # type: ignore[arg-type]
    characters = recorder.characters
    if characters is not None and _has_codes(document, characters):
        shown = (uses.states, uses.spots, uses.shadings, uses.external)
        kept.put(key, (data, shown, list(recorder.calls), characters, marking.marks if marking else []))
    return data, uses


def _drawing(content: Content) -> Drawing:
    return compressed_bytes(content.data()), uses_of(content)


def _parts_in(items: Iterable[Item], is_stored: Callable[[Scene], bool], is_marked: bool) -> Iterator[object]:
    """Yield all in a page that its content can ask of a document, in an order that its content decides.

    Runs and tags are only needed if they are marked.
    """
    for item in items:
        if isinstance(item, Group):
            if is_marked and item.tag is not None:
                yield item.tag
            yield from _parts_in(item.items, is_stored, is_marked)
        elif isinstance(item, Placed):
            yield item.scene
            if not is_stored(item.scene):
                yield from _parts_in(item.scene.items, is_stored, False)
        elif isinstance(item, Image) or (is_marked and isinstance(item, GlyphRun)):
            yield item


# ---------------------------------------------------------------- resources


class _Recorder:
    """A document that notes what content asks of it."""

    def __init__(self, document: Document, parts: Sequence[object]) -> None:
        self._document = document
        self._numbers = _numbers_of(parts)
        self._is_repeatable = True
        #: Each call once, in the order of the first ones.
        self.calls: dict[_Call, None] = {}
        #: The runs that are drawn as text; None for others, of which only the operators are known.
        self.runs: list[GlyphRun | None] = []

    def _note(self, method: str, name: str | None, *arguments: Any) -> str | None:
        self.calls[method, arguments, name] = None
        return name

    def face(self, name: str, vertical: bool = False) -> EmbeddedFace:
        self._note("face", None, name, vertical)
        return self._document.face(name, vertical)

    def opacity(self, value: float) -> str:
        return self._note("opacity", self._document.opacity(value), value) or ""

    def overprint(self, kinds: int) -> str:
        return self._note("overprint", self._document.overprint(kinds), kinds) or ""

    def separation(self, spot: str, colour: str) -> str:
        return self._note("separation", self._document.separation(spot, colour), spot, colour) or ""

    def image(self, image: Image, across: float, down: float) -> str:
        name = self._document.image(image, across, down)
        return self._note("image", name, self._numbers[id(image)], across, down) or ""

    def form(self, scene: Scene, places: int, scale: float) -> str | None:
        name = self._document.form(scene, places, scale)
        return self._note("form", name, self._numbers[id(scene)], places, scale)

    def layer(self, content: Content, box: Rect) -> str:
        self._is_repeatable = False
        return self._document.layer(content, box)

    def shading(self, gradient: Gradient, places: int) -> str:
        self._is_repeatable = False
        return self._document.shading(gradient, places)

    def fading(self, gradient: Gradient, box: Rect, places: int) -> str:
        self._is_repeatable = False
        return self._document.fading(gradient, box, places)

    @property
    def characters(self) -> list[tuple[str, bool, str]] | None:
        """The characters of each face that the content shows; None if it cannot be drawn again without its scene."""
        shown: dict[tuple[str, bool], set[str]] = {}
        for run in self.runs:
            if run is None or run.glyphs is not None:
                return None
            shown.setdefault((run.face, run.vertical), set()).update(run.text)
        is_repeatable = self._is_repeatable
        return [(*face, "".join(sorted(text))) for face, text in sorted(shown.items())] if is_repeatable else None


def _numbers_of(parts: Sequence[object]) -> Mapping[int, int]:
    """Return the number of each part by its identity: that of its first place."""
    return {id(part): number for number, part in reversed(list(enumerate(parts)))}


def _answers_again(document: Document, calls: Iterable[_Call], parts: Sequence[Any]) -> bool:
    """Ask the document for the same resources. False if one of them has another name."""
    for method, arguments, name in calls:
        if method == "face":
            document.face(*arguments)
            continue
        if method in ("image", "form"):
            number, *others = arguments
            arguments = (parts[number], *others)
        if getattr(document, method)(*arguments) != name:
            return False
    return True


def _has_codes(document: Document, characters: Iterable[tuple[str, bool, str]]) -> bool:
    """Add characters to the faces of the document. False if the order of pages decides on the code of one of them."""
    are_own = True
    for name, vertical, text in characters:
        face = document.face(name, vertical)
        face.encode(text)
        are_own = are_own and face.special.keys().isdisjoint(text)
    return are_own


# ---------------------------------------------------------------- marks


class _MarkRecorder:
    """A structure that notes what content marks."""

    def __init__(self, structure: Structure, parts: Sequence[object]) -> None:
        self._structure = structure
        self._numbers = _numbers_of(parts)
        self._elements: dict[int, int] = {}  # the number of the call that returned an element, by its identity
        self.marks: list[tuple[Any, ...]] = []

    def begin_page(self, height: float) -> None:
        self.marks.append(("page", height))
        self._structure.begin_page(height)

    def element(self, tag: Tag) -> StructureElement:
        return self._note(self._structure.element(tag), "tag", self._numbers[id(tag)])

    def element_of_run(self, tag: Tag, run: GlyphRun) -> StructureElement:
        element, number = self._structure.element_of_run(tag, run), self._numbers.get(id(run))
        if number is None:  # a space that is not on the page
            return self._note(element, "space", self._numbers[id(tag)], run.text, run.lang, run.link)
        return self._note(element, "run", self._numbers[id(tag)], number)

    def place_figure(self, tag: Tag, matrix: Matrix) -> None:
        self.marks.append(("figure", self._numbers[id(tag)], matrix))
        self._structure.place_figure(tag, matrix)

    def begin_content(self, element: StructureElement) -> str:
        self.marks.append(("content", self._elements[id(element)]))
        return self._structure.begin_content(element)

    def _note(self, element: StructureElement, *call: Any) -> StructureElement:
        self._elements[id(element)] = len(self.marks)
        self.marks.append(call)
        return element


def _mark_again(structure: Structure, marks: Iterable[tuple[Any, ...]], parts: Sequence[Any]) -> None:
    elements: list[StructureElement | None] = []
    for kind, *arguments in marks:
        element = None
        if kind == "page":
            structure.begin_page(*arguments)
        elif kind == "tag":
            element = structure.element(parts[arguments[0]])
        elif kind == "run":
            element = structure.element_of_run(parts[arguments[0]], parts[arguments[1]])
        elif kind == "space":
            tag, text, lang, link = arguments
            space = GlyphRun(text, "", 0.0, 0.0, 0.0, (), lang=lang, link=link)
            element = structure.element_of_run(parts[tag], space)
        elif kind == "figure":
            structure.place_figure(parts[arguments[0]], arguments[1])
        else:
            marked = elements[arguments[0]]
            assert marked is not None
            structure.begin_content(marked)
        elements.append(element)
