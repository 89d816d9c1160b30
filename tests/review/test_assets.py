"""Pictures, icons and fonts that pages send: copied into the game with their entries, refused, undone to the byte."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cardgen.editing.icon_library import icon_library
from cardgen.review.server.guard import MOST_BODY, MOST_FILE, most_body
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.made_fonts import LICENCE_TEXT, true_type
from tests.review.serving import ServedHere, serving_here
from tests.review.test_edits import cell, edit, post

GAME = "card_data/tiny/game.yaml"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'


def png(size: tuple[int, int] = (40, 30), mode: str = "RGB", kind: str = "PNG") -> bytes:
    stream = io.BytesIO()
    Image.new(mode, size, "red" if mode == "RGB" else 0).save(stream, kind)
    return stream.getvalue()


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    game.change(GAME, "fields: {name: text}", "fields: {name: text, art: image?}")
    return game


def tree(game: GameOnDisk) -> dict[str, bytes]:
    files = (game.root / "card_data").rglob("*")
    return {file.relative_to(game.root).as_posix(): file.read_bytes() for file in files if file.is_file()}


def send(served: ServedHere, name: str, content: bytes, purpose: str = "picture") -> Any:
    answer = served.client.post(
        "/api/asset", params={"name": name, "as": purpose}, content=content, headers=served.headers
    )
    return answer.raise_for_status().json()


def problem(answer: Any) -> str:
    assert answer["faults"]
    return str(answer["faults"][0]["message"]["en"])


def test_a_picture_is_copied_and_named_by_a_cell_in_one_step_that_is_undone(
    served: ServedHere, game: GameOnDisk
) -> None:
    before, picture = tree(game), png((600, 500))
    sent = send(served, "C:\\My Art\\Red  Dragon (1).PNG", picture)
    assert (sent["file"], sent["is_new"], tree(game)) == ("art/Red-Dragon-1.png", True, before)
    add = {"kind": "add-file", "key": sent["key"], "file": sent["file"]}
    assert edit(served, add, cell("one", "art", "", sent["file"]), label="art of one")["done"] == 1
    assert tree(game)["card_data/tiny/art/Red-Dragon-1.png"] == picture
    again = send(served, "other.png", picture)
    assert (again["file"], again["is_new"]) == ("art/Red-Dragon-1.png", False)
    other = send(served, "red-dragon-1.png", png((30, 30)))
    assert (other["file"], other["is_new"]) == ("art/red-dragon-1-2.png", True)
    post(served, "undo")
    assert tree(game) == before
    assert not (game.root / "card_data/tiny/art").exists()
    post(served, "redo")
    assert tree(game)["card_data/tiny/art/Red-Dragon-1.png"] == picture


@pytest.mark.parametrize(
    ("kind", "name", "shown"), [("GIF", "a.gif", "gif"), ("TIFF", "a.tiff", "png"), ("BMP", "a.bmp", "bmp")]
)
def test_a_picture_of_another_format_keeps_its_ending_and_is_shown_by_browsers(
    served: ServedHere, kind: str, name: str, shown: str
) -> None:
    sent = send(served, name, png(kind=kind))
    assert sent["file"] == f"art/{name}"
    add = {"kind": "add-file", "key": sent["key"], "file": sent["file"]}
    assert edit(served, add, cell("one", "art", "", sent["file"]), label="art of one")["done"] == 1
    answer = served.client.get(f"/choices/picture/{sent['file']}", headers=served.headers)
    assert answer.headers["content-type"] == f"image/{shown}"
    assert Image.open(io.BytesIO(answer.content)).size == (40, 30)


@pytest.mark.parametrize(
    ("name", "content", "wrong"),
    [
        ("letter.png", b"Dear all", "cannot be read as a picture"),
        ("half.png", png((200, 200), "L")[:60], "cannot be read as a picture"),
        ("inks.jpg", png((9, 9), "CMYK", "JPEG"), "CMYK"),
        ("words.svg", SVG.replace("<path", "<text>a</text><path").encode(), "text"),
        ("script.svg", SVG.replace("<path", "<script>1</script><path").encode(), "script"),
    ],
)
def test_what_the_game_could_not_draw_is_refused_with_the_readers_message(
    served: ServedHere, name: str, content: bytes, wrong: str
) -> None:
    assert wrong in problem(send(served, name, content))


@pytest.mark.parametrize("file", ["../../other.png", "art/x.yaml", "/tmp/x.png", "link/x.png", "..\\x.png/.."])
def test_no_file_is_written_outside_of_the_game_nor_with_another_ending(
    served: ServedHere, game: GameOnDisk, file: str
) -> None:
    outside = game.root / "outside"
    outside.mkdir()
    (game.root / "card_data/tiny/link").symlink_to(outside)
    before = tree(game)
    key = send(served, "x.png", png())["key"]
    assert "no name of a picture" in problem(edit(served, {"kind": "add-file", "key": key, "file": file}))
    assert (tree(game), [*outside.iterdir()]) == (before, [])


def test_files_need_the_token_and_have_a_name_and_a_largest_size(game: GameOnDisk) -> None:
    with serving_here(game) as served:
        assert served.client.post("/api/asset?name=x.png", content=png()).status_code == 403  # no token
        assert (most_body("/api/asset"), most_body("/api/edit")) == (MOST_FILE, MOST_BODY)
        assert served.client.post("/api/asset?name=", content=b"x", headers=served.headers).status_code == 400
        missing = {"kind": "add-file", "key": "0" * 64, "file": "art/x.png"}
        assert "was not sent" in problem(edit(served, missing))


def test_a_dropped_svg_becomes_an_icon_and_one_of_the_library_brings_its_credit(
    served: ServedHere, game: GameOnDisk
) -> None:
    before = game.read(GAME)
    sent = send(served, "Big Star.svg", SVG.encode(), "icon")
    assert (sent["file"], sent["name"]) == ("icons/Big-Star.svg", "big-star")
    add = {"kind": "add-file", "key": sent["key"], "file": sent["file"]}
    edit(served, add, {"kind": "add-icon", "name": sent["name"], "file": sent["file"]})
    edit(served, {"kind": "library-icon", "icon": "broadsword"})
    edit(served, {"kind": "library-icon", "icon": "crown"})
    loaded = game.load()
    assert list(loaded.file.icons) == ["big-star", "broadsword", "crown"]
    assert [(one.author, one.licence.name) for one in loaded.file.credits] == [("Lorc", "CC-BY-3.0")]
    assert b"by Lorc" in (game.root / "card_data/tiny/icons/crown.svg").read_bytes()
    shown = served.client.get("/data/assets").json()
    assert (shown["icons"], shown["credits"]) == (
        ["big-star", "broadsword", "crown"],
        ["Icons of game-icons.net: Lorc, CC-BY-3.0"],
    )
    assert "<path" in served.client.get("/choices/box/star").text
    assert served.client.get("/choices/box/image").status_code == 404  # it would need a file
    assert served.client.get("/choices/library/crown").text.startswith("<svg")
    for _ in range(3):
        post(served, "undo")
    assert game.read(GAME) == before


def test_a_font_is_added_with_the_licence_that_it_names_and_a_web_font_is_refused(
    served: ServedHere, game: GameOnDisk
) -> None:
    before, content = tree(game), true_type("Tea", style="Bold")
    sent = send(served, "Tea Bold.ttf", content, "font")
    assert (sent["name"], sent["licence"]) == ("tea-bold", "OFL-1.1")
    text = send(served, "OFL.txt", LICENCE_TEXT.encode(), "licence")
    assert text["licence"] == "OFL-1.1"
    font = {"kind": "add-font", "key": sent["key"], "file": "Tea Bold.ttf", "name": "tea-bold"}
    edit(served, {**font, "licence_name": "OFL-1.1", "licence_key": text["key"]})
    assert list(game.load().fonts.own) == ["tea-bold"]
    assert (game.root / "card_data/tiny/fonts/tea-bold-licence.txt").read_text() == LICENCE_TEXT
    post(served, "undo")
    assert tree(game) == before
    assert "is empty" in problem(edit(served, {**font, "licence_name": "OFL-1.1", "licence": " "}))
    assert "WOFF2" in problem(send(served, "tea.woff2", b"wOF2" + bytes(40), "font"))


def test_every_icon_of_the_library_is_drawn_by_the_reader_of_svg_files() -> None:
    from cardgen.data.svg import read_drawing

    library = icon_library()
    assert len(library) > 300
    for name, icon in library.items():
        drawing = read_drawing(icon.svg().decode(), name)
        assert (drawing.width, drawing.height, len(drawing.scene("#123456").items)) == (512, 512, 1)
        assert icon.zh
        assert icon.words
