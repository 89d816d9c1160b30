"""Pages per purpose: the dots per inch and the ink of one target, and PDFs under a size, measured in the files."""

from __future__ import annotations

import random
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from cardgen.base.errors import DataError
from cardgen.building.build import Built, build_game
from cardgen.building.reporting import format_build
from cardgen.data.project import Project
from cardgen.products.options import Options
from tests.games_on_disk import tiny_game_in

NOISE = Image.frombytes("RGB", (372, 520), random.Random(1).randbytes(372 * 520 * 3))


def build(folder: Path, keys: str, ground: str = "#ffffff") -> Built:
    """Build a game with a noisy picture of 63 × 88 mm at 300 dpi on its card; its sheets have these keys."""
    game = tiny_game_in(folder)
    path = "card_data/tiny/game.yaml"
    sheets = f"sheets: {{all: {{decks: [main], papers: [a4], backs: fronts{keys}}}}}"
    game.change(path, "cards: {decks: [main]}", sheets)
    NOISE.resize((744, 1040)).save(game.path("card_data/tiny/art.png"))
    game.change("templates/tiny.yaml", 'fill: "#ffffff"', f'fill: "{ground}"')
    art = "art: {kind: image, box: [5, 20, 53, 60], file: art.png, fit: cover}"
    game.change("templates/tiny.yaml", "    name: {", f"    {art}\n    name: {{")
    return build_game(Project(folder), "tiny", folder / "out", Options())


def pictures_in(built: Built) -> set[tuple[int, str]]:
    """Return the width in pixels and the colour space of each picture of the sheets."""
    with pikepdf.open(built.folder / "sheets/all.pdf") as document:
        streams = [one for one in document.objects if isinstance(one, pikepdf.Stream) and "/Width" in one]
        return {(int(stream.Width), str(stream.ColorSpace)) for stream in streams}


def test_a_target_has_its_own_dots_per_inch(tmp_path: Path) -> None:
    assert pictures_in(build(tmp_path / "a", "")) == {(744, "/DeviceRGB")}
    ((width, _),) = pictures_in(build(tmp_path / "b", ", picture_dpi: 150"))
    assert width == round(53 * 150 / 25.4)


def test_a_pdf_is_made_as_small_as_its_target_says(tmp_path: Path) -> None:
    built = build(tmp_path, ", most_mb: 0.2")
    entry = built.files["sheets/all.pdf"]
    dpi, quality = entry["reduced"]
    assert entry["bytes"] <= 200_000
    assert 72 <= dpi <= 300
    (line,) = [str(line) for line in format_build(built) if "quality" in str(line)]
    assert f"at most {dpi} dpi and are JPEGs of quality {quality}" in line
    again = build_game(Project(tmp_path), "tiny", tmp_path / "out", Options())
    assert set(again.states.values()) == {"unchanged"}


OTHERS = """\
targets:
  contact: {papers: [a4], columns: 1LIMITS}
  boards:
    map-{paper}: {template: mat.yaml, papers: [a4], titles: {en: Map}, size: [63, 88], whole: trueLIMITS}
  pages:
    mat-{paper}: {template: mat.yaml, papers: [a4], size: [63, 88]LIMITS}
  tuckboxes:
    box-{paper}: {deck: main, papers: [a4], titles: {en: Cards}, picture: art.pngLIMITS}
"""


def build_others(folder: Path, keys: str, picture: Image.Image = NOISE) -> Built:
    """Build a contact sheet, a board, a page and a box with a picture each, whose targets have these keys."""
    game = tiny_game_in(folder)
    game.change("card_data/tiny/game.yaml", "targets:\n  cards: {decks: [main]}\n", OTHERS.replace("LIMITS", keys))
    picture.resize((820, 1120)).save(game.path("card_data/tiny/art.png"))
    art = "art: {kind: image, box: [5, 20, 53, 60], file: art.png, fit: cover}"
    game.change("templates/tiny.yaml", "    name: {", f"    {art}\n    name: {{")
    game.write("templates/mat.yaml", f"face:\n  description: {{en: Mat, zh: 垫}}\n  boxes:\n    {art}\n")
    return game.build()


def test_other_pdfs_with_pictures_have_the_same_limits(tmp_path: Path) -> None:
    plain, coarse, small = (
        build_others(tmp_path / name, keys)
        for name, keys in (("a", ""), ("b", ", picture_dpi: 150"), ("c", ", most_mb: 0.2"))
    )
    paths = [path for path in plain.files if path.endswith(".pdf") and "calibration" not in path]
    assert len(paths) == 5
    for path in paths:
        sizes = [int(built.files[path]["bytes"]) for built in (plain, coarse, small)]
        assert sizes[1] < 0.6 * sizes[0], path
        assert sizes[2] <= 200_000 < sizes[0], path
        assert small.files[path]["reduced"]
        assert "reduced" not in plain.files[path]
    again = build_game(Project(tmp_path / "c", bundled=False), "tiny", tmp_path / "c" / "output", Options())
    assert set(again.states.values()) == {"unchanged"}
    with pytest.raises(DataError, match=r"map-whole.pdf has .* MB with pictures of 72 dpi") as error:
        build_others(tmp_path / "d", ", most_mb: 0.001", Image.new("RGB", (3, 4)))
    assert len(error.value.faults) == 5  # all at once
    assert not list((tmp_path / "d").rglob("output/**/*.pdf"))


def test_one_that_is_small_enough_is_as_it_was(tmp_path: Path) -> None:
    plain, limited = build(tmp_path / "a", ""), build(tmp_path / "b", ", most_mb: 50")
    contents = [(built.folder / "sheets/all.pdf").read_bytes() for built in (plain, limited)]
    assert contents[0] == contents[1]
    assert "reduced" not in limited.files["sheets/all.pdf"]


def test_one_that_cannot_be_so_small_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"all.pdf has .* MB with pictures of 72 dpi .* at most 0.001 MB"):
        build(tmp_path, ", most_mb: 0.001")
    assert not list(tmp_path.rglob("*.pdf"))


def test_a_target_saves_ink(tmp_path: Path) -> None:
    shades = []
    for name, keys in (("a", ""), ("b", ", ink: low")):
        built = build(tmp_path / name, keys, ground="#f4a261")
        document = pypdfium2.PdfDocument(built.folder / "sheets/all.pdf")
        shown = document[0].render(scale=0.5, grayscale=True).to_pil()
        document.close()
        shades.append(sum(255 - level for level in shown.tobytes()))
    assert shades[1] < 0.25 * shades[0]


def test_pictures_are_grey_where_ink_is(tmp_path: Path) -> None:
    assert pictures_in(build(tmp_path, ", ink: grey")) == {(744, "/DeviceGray")}
