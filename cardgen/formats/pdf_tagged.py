"""The drawing operators of a page of a tagged PDF: all content is marked as part of an element, or as an artifact.

Artifacts are what is not read aloud: grounds, rules, ornaments, page numbers, and whatever else has no tag.
"""

from __future__ import annotations

from cardgen.base.records import replace
from cardgen.formats.paint import PLACES
from cardgen.formats.pdf_content import Content, Document
from cardgen.formats.pdf_structure import Structure, StructureElement
from cardgen.scene.items import IDENTITY, GlyphRun, Group, Item, Matrix, Scene, then
from cardgen.scene.tags import FOOTER, Tag
from cardgen.text.fonts import face_named

#: The operators that begin artifacts.
_ARTIFACT = "/Artifact BMC"
_FOOTER = "/Artifact <</Type /Pagination /Subtype /Footer>> BDC"


class TaggedContent(Content):
    """The operators of one page, collected by `paint`, with marks. Content that is stored as objects has none inside.

    A mark begins and ends in the same group: its operators are inside the group's `q` and `Q`, or around them.
    """

    def __init__(self, document: Document, structure: Structure, height: float) -> None:
        """`height` is that of the page, mm."""
        super().__init__(document)
        self._structure = structure
        structure.begin_page(height)
        self._tag: Tag | None = None
        self._matrix: Matrix = IDENTITY
        self._open: StructureElement | str | None = None  # the element or the artifact of the mark that is open
        self._is_whole = False  # all inside has one mark

    def place(self, scene: Scene, places: int = PLACES) -> None:
        """Draw a page, also one that the document shows twice, or a scene that has one mark."""
        if self._is_whole:
            super().place(scene, places)
        else:
            self.draw(scene, places)

    def paint(self, items: tuple[Item, ...], places: int = PLACES) -> None:
        """Draw `items` and mark them."""
        if self._is_whole:
            super().paint(items, places)
            return
        for item in items:
            if isinstance(item, Group):
                self._group(item, places)
            elif isinstance(item, GlyphRun) and not item.outlined and self._tag not in (None, FOOTER):
                assert self._tag is not None
                element = self._structure.element_of_run(self._tag, item)
                if item.text:
                    self._mark(element)
                    super().paint((item,), places)
                    if "/ActualText" in self.operators[-1]:  # of several in one mark, poppler reads the first alone
                        self._end_mark()
            else:
                self._mark(_FOOTER if self._tag is FOOTER else _ARTIFACT)
                self._paint_whole(item, places)
        self._end_mark()

    def _group(self, group: Group, places: int) -> None:
        outside = self._tag, self._matrix
        self._end_mark()
        self._tag = group.tag or self._tag
        self._matrix = then(group.matrix, self._matrix)
        if self._tag is not None and self._tag is not FOOTER:
            self._structure.element(self._tag)
        if self._tag is not None and self._tag.role == "Figure":
            self._structure.place_figure(self._tag, self._matrix)
            self._mark(self._structure.element(self._tag))
            self._paint_whole(group, places)
        elif group.opacity < 1:
            tag = self._tag if self._tag is not FOOTER else None
            self._mark(self._structure.element(tag) if tag else _ARTIFACT)
            self._paint_whole(group, places)
        else:
            super().paint((_with_space(group) if group.spaced else group,), places)
        self._end_mark()
        self._tag, self._matrix = outside

    def _paint_whole(self, item: Item, places: int) -> None:
        """Draw an item inside the mark that is open."""
        self._is_whole = True
        super().paint((item,), places)
        self._is_whole = False

    def _mark(self, target: StructureElement | str) -> None:
        """Let a mark be open for what is drawn next: an element, or the operator of an artifact."""
        if self._open is target:
            return
        self._end_mark()
        self._open = target
        if isinstance(target, str):
            self.operators.append(target)
        else:
            self.operators.append(self._structure.begin_content(target))

    def _end_mark(self) -> None:
        if self._open is not None:
            self.operators.append("EMC")
            self._open = None


def _with_space(group: Group) -> Group:
    """Return a line of text with the space after it, so that its last word is not read as one with the next."""
    last = next((item for item in reversed(group.items) if isinstance(item, GlyphRun)), None)
    if last is None or face_named(last.face).glyph(" ") is None:
        return group
    x, baseline = last.end
    space = replace(last, text=" ", x=x, baseline=baseline, advances=(0.25 * last.size,), glyphs=None)
    return replace(group, items=(*group.items, space))
