"""Pictures of comments: checked and written again, stored beside the log, served, exported, imported."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cardgen.base.errors import DataError, WrongValueError
from cardgen.data.project import Project
from cardgen.review.server.attachments import read_attachment, stored_picture
from cardgen.review.server.decisions import DecisionError
from cardgen.review.server.export import export_site
from cardgen.review.server.imports import import_events
from tests.cases import for_cases
from tests.games_on_disk import GameOnDisk
from tests.review.reviewer import Reviewer


def data_url(picture: Image.Image, kind: str = "PNG", **options: Any) -> str:
    stream = io.BytesIO()
    picture.save(stream, kind, **options)
    return f"data:image/{kind.lower()};base64,{base64.b64encode(stream.getvalue()).decode()}"


RED = data_url(Image.new("RGB", (40, 20), "#ff0000"))


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


def test_equal_pixels_are_one_file_without_anything_else() -> None:
    name, content = stored_picture(RED)
    noted = Image.new("RGB", (40, 20), "#ff0000")
    noted.info["Comment"] = "secret"
    assert stored_picture(data_url(noted, dpi=(72, 72))) == (name, content)
    assert opened(content).size == (40, 20)
    assert name.endswith(".png")


def test_a_picture_is_reduced_and_laid_on_white() -> None:
    _, content = stored_picture(data_url(Image.new("RGBA", (4000, 1000), "#00000000")))
    assert opened(content).size == (1600, 400)
    assert opened(content).getpixel((0, 0)) == (255, 255, 255)


def test_a_noisy_picture_is_stored_as_a_jpeg() -> None:
    name, content = stored_picture(data_url(Image.effect_noise((1200, 900), 90), "JPEG"))
    assert name.endswith(".jpg")
    assert len(content) < 1_500_000


@for_cases(
    "data",
    [
        "https://example.org/x.png",
        "data:image/svg+xml;base64,PHN2Zy8+",
        "data:text/html;base64,PGI+",
        "data:image/png;base64,AAAA",
        "data:image/png;base64," + base64.b64encode(b"<svg xmlns='http://www.w3.org/2000/svg'/>").decode(),
        data_url(Image.new("RGB", (8, 8)), "GIF"),
        data_url(Image.new("RGB", (8, 8)))[:-20],
        "data:image/png;base64," + "A" * 4_000_001,
        data_url(Image.new("1", (12000, 12000))),
    ],
)
def test_anything_else_is_refused(data: str) -> None:
    with pytest.raises(WrongValueError):
        stored_picture(data)


def test_a_comment_keeps_its_pictures_beside_the_log(reviewer: Reviewer) -> None:
    event = reviewer.do("main/one", "comment", text="Like this", attached=[RED])
    (name,) = event.pictures or ()
    assert reviewer.store.attached == reviewer.store.folder / "review" / "comments"
    assert read_attachment(reviewer.store.attached, name) == stored_picture(RED)[1]
    assert json.loads(reviewer.store.log.read_text())["pictures"] == [name]
    assert reviewer.store.read() == (event,)
    assert read_attachment(reviewer.store.attached, "../../review.jsonl") is None


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("approve", {"attached": [RED]}),
        ("comment", {"text": "x", "attached": [RED] * 5}),
        ("comment", {"text": "x", "attached": ["x"]}),
    ],
)  # fmt: skip
def test_a_decision_cannot_have_other_pictures(reviewer: Reviewer, kind: str, more: dict[str, Any]) -> None:
    with pytest.raises((DecisionError, DataError)):
        reviewer.decide(reviewer.propose("main/one", kind, **more))
    assert not reviewer.store.log.exists()


def test_a_site_has_the_pictures_and_brings_its_own(reviewer: Reviewer, game: GameOnDisk, tmp_path: Path) -> None:
    (name,) = reviewer.do("main/one", "comment", text="Here", attached=[RED]).pictures or ()
    site = tmp_path / "site"
    export_site(Project(game.root, bundled=False), game.name, site, sheets=False)
    assert (site / "attached" / name).read_bytes() == stored_picture(RED)[1]
    blue = data_url(Image.new("RGB", (5, 5), "#0000ff"))
    line = {**reviewer.propose("main/two", "comment", text="There", attached=[blue])}
    line |= {"id": "0123456789abcdef", "at": "2026-11-21T05:00:00Z"}
    file = tmp_path / "decisions.jsonl"
    file.write_text(json.dumps(line) + "\n")
    (event,) = import_events(reviewer.store, file, "Bob", reviewer.catalog).saved
    assert event.pictures == (stored_picture(blue)[0],)
    assert (reviewer.store.attached / stored_picture(blue)[0]).is_file()
    assert import_events(reviewer.store, file, "Bob", reviewer.catalog).already_saved == 1
    file.write_text(json.dumps({**line, "id": "f" * 16, "attached": ["data:image/png;base64,AAAA"]}) + "\n")
    with pytest.raises(DataError, match=r"decisions\.jsonl:1"):
        import_events(reviewer.store, file, "Bob", reviewer.catalog)
