"""What is drawn ahead of a document: packed and unpacked as it was, and the same operators as in the document."""

from __future__ import annotations

import io

from cardgen.formats.pdf import to_pdf
from cardgen.formats.pdf_ahead import draw_ahead
from cardgen.formats.pdf_content import DrawnAhead
from cardgen.scene.items import Scene
from cardgen.scene.keys import content_digest
from cardgen.scene.late import LateScene
from tests.pictures import card


class Maker:
    """Makes the scenes that it has."""

    def name(self, thing: Scene) -> str:
        return thing.name

    def scene(self, thing: Scene) -> Scene:
        return thing


def document(*scenes: Scene) -> bytes:
    stream = io.BytesIO()
    to_pdf(scenes, stream)
    return stream.getvalue()


def test_what_is_packed_is_unpacked_as_it_was() -> None:
    for drawn in (DrawnAhead("q Q", {"regular": "aé中🂡", "bold": "x"}), DrawnAhead("", {})):
        assert DrawnAhead.unpacked(drawn.packed()) == drawn


def test_a_document_of_scenes_drawn_ahead_has_the_same_bytes() -> None:
    scenes = [card(number) for number in range(1, 4)]
    late = []
    for scene in scenes:
        drawn = draw_ahead(scene)
        assert drawn is not None
        late.append(LateScene.of(scene.width, scene.height, scene.bleed, scene.lang, Maker(), scene))
        late[-1].keep(content_digest(scene), drawn.packed())
    assert document(*late) == document(*scenes)
