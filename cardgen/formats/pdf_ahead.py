"""Scenes drawn ahead of the documents that show them: by the process that has just laid them out.

The operators of a scene do not depend on the document as long as they use no other resources than faces: the names of
these are the same in all documents, and so are the codes of characters.
"""

from __future__ import annotations

from typing import NoReturn

from cardgen.formats.paint import PLACES
from cardgen.formats.pdf_content import Content, DrawnAhead
from cardgen.formats.pdf_fonts import EmbeddedFace, NotYetThereError, resource_name
from cardgen.scene.items import GlyphRun, Scene, walk
from cardgen.text.fonts import face_named


class _NoDocument:
    """Has the faces that every document can have, and no other resource."""

    def __init__(self) -> None:
        self._faces: dict[str, EmbeddedFace] = {}

    def face(self, name: str, vertical: bool = False) -> EmbeddedFace:
        if vertical:
            raise NotYetThereError
        if name not in self._faces:
            face = self._faces[name] = EmbeddedFace(face_named(name), resource_name(name))
            face.is_copy = True
        return self._faces[name]

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise NotYetThereError

    opacity = overprint = separation = image = form = layer = shading = fading = _refuse


_document = _NoDocument()


def draw_ahead(scene: Scene) -> DrawnAhead | None:
    """Return a scene's operators as `LateScene` keeps them; None if they need a document."""
    content = Content(_document)
    try:
        content.paint(scene.items, PLACES)
    except (NotYetThereError, ValueError):  # the document itself reports what is wrong
        return None
    if content.uses_states or content.uses_spots:
        return None
    texts: dict[str, str] = {}
    for _, item in walk(scene.items):
        if isinstance(item, GlyphRun):
            texts[item.face] = texts.get(item.face, "") + item.text
    characters = {face: "".join(set(text)) for face, text in texts.items()}
    return DrawnAhead("\n".join(content.operators), characters)
