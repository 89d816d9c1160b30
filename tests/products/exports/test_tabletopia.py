"""The export `tabletopia`: faces and backs as single pictures without bleed, and a list with the number of copies."""

from __future__ import annotations

import hashlib
from io import BytesIO

from PIL import Image

from cardgen.formats.png import to_png
from tests.games_on_disk import GameOnDisk
from tests.products.exports.services.games import export, rows

FOLDER = "output/tiny/exports/tabletopia"


def test_fronts_and_backs_are_apart_and_of_one_size(game: GameOnDisk) -> None:
    built = export(game, "tabletopia")
    names = sorted(path.removeprefix("exports/tabletopia/") for path in built.states)
    assert names == [
        "cards.csv",
        "main/backs/main-back.png",
        "main/fronts/001-main-one-front.png",
        "main/fronts/002-main-two-front.png",
    ]
    sizes = set()
    for name in names[1:]:
        with Image.open(game.path(f"{FOLDER}/{name}")) as picture:
            sizes.add((picture.size, picture.mode))
    assert sizes == {((744, 1039), "RGB")}
    scene = game.layout()["main"][0].face.scene
    single = Image.open(BytesIO(to_png(scene))).convert("RGB")
    with Image.open(game.path(f"{FOLDER}/{names[2]}")) as picture:
        assert picture.tobytes() == single.tobytes()


def test_the_list_names_the_files_with_their_digests(game: GameOnDisk) -> None:
    export(game, "tabletopia")
    listed = rows(game, "tabletopia")
    assert [(row["file"], row["back"], row["copies"]) for row in listed] == [
        ("main/fronts/001-main-one-front.png", "main/backs/main-back.png", "1"),
        ("main/fronts/002-main-two-front.png", "main/backs/main-back.png", "3"),
    ]
    for row in listed:
        content = game.path(f"{FOLDER}/{row['file']}").read_bytes()
        assert hashlib.sha256(content).hexdigest() == row["sha256"]
