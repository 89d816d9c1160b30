"""The bleed of pictures that end at the trim, measured on the pixels of cards and of sheets."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from cardgen.building.build import build_game
from cardgen.data.project import Project
from cardgen.products.options import Options
from tests.cards.boxes.drawing import box_faults
from tests.games_on_disk import tiny_game_in

#: The left edge of the picture, 1 mm, then the next 4 mm, then the rest.
EDGE, NEXT, REST = (200, 40, 40), (40, 160, 60), (40, 60, 200)


def art() -> bytes:
    picture = Image.new("RGB", (630, 880), REST)
    picture.paste(NEXT, (0, 0, 50, 880))
    picture.paste(EDGE, (0, 0, 10, 880))
    stored = io.BytesIO()
    picture.resize((1260, 1760), Image.Resampling.NEAREST).save(stored, "PNG")
    return stored.getvalue()


def build(folder: Path, bleed: str) -> tuple[Path, list[str]]:
    """Build a game whose card is a picture; return the folder of its files, and the codes of its findings."""
    game = tiny_game_in(folder)
    path = "card_data/tiny/game.yaml"
    game.change(path, "card: {width: 63, height: 88}", "card: {width: 63, height: 88, corner: 0}")
    game.change(
        path, "{decks: [main]}", "{decks: [main]}\n  sheets: {all: {decks: [main], papers: [a4], layout: bleed}}"
    )
    game.write("card_data/tiny/art.png", art())
    box = f"art: {{kind: image, box: trim, file: art.png{bleed}}}"
    game.change("templates/tiny.yaml", "    name: {", f"    {box}\n    name: {{")
    built = build_game(Project(folder), "tiny", folder / "out", Options(dpi=254))
    return folder / "out/tiny", [finding.code for finding in built.others]


def near(colour: tuple[int, ...], other: tuple[int, int, int]) -> bool:
    return max(abs(a - b) for a, b in zip(colour, other, strict=False)) <= 12


@pytest.mark.parametrize(
    ("bleed", "outside", "far_outside"),
    [("extend", EDGE, EDGE), ("mirror", EDGE, NEXT), ('"#102030"', (16, 32, 48), (16, 32, 48))],
)
def test_a_picture_goes_on_into_the_bleed(
    bleed: str, outside: tuple[int, int, int], far_outside: tuple[int, int, int], tmp_path: Path
) -> None:
    files, codes = build(tmp_path, f", bleed: {bleed}")
    assert "CG117" not in codes
    card = Image.open(files / "cards/png/main-one-bleed.png").convert("RGB")
    middle = card.height // 2  # 10 pixels a mm, 3 mm of bleed
    assert near(card.getpixel((25, middle)), outside)  # type: ignore[arg-type]
    assert near(card.getpixel((5, middle)), far_outside)  # type: ignore[arg-type]
    assert near(card.getpixel((35, middle)), EDGE)  # type: ignore[arg-type]
    document = pypdfium2.PdfDocument(files / "sheets/all.pdf")
    sheet = document[0].render(scale=10 * 25.4 / 72).to_pil().convert("RGB")
    document.close()
    row = [sheet.getpixel((x, sheet.height // 4)) for x in range(sheet.width)]
    first = next(x for x, colour in enumerate(row) if near(colour, far_outside))
    assert near(row[first + 35], EDGE)


def test_without_it_the_finding_offers_it(tmp_path: Path) -> None:
    _, codes = build(tmp_path, "")
    assert "CG117" in codes


def test_a_file_with_a_bleed_of_its_own_is_placed_farther_out(tmp_path: Path) -> None:
    files, codes = build(tmp_path, ", bleed: 3, fit: cover")
    assert "CG117" not in codes
    card = Image.open(files / "cards/png/main-one-bleed.png").convert("RGB")
    assert near(card.getpixel((4, card.height // 2)), EDGE)  # type: ignore[arg-type]
    assert near(card.getpixel((30, card.height // 2)), NEXT)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ("bleed: 30", "expected extend, mirror, a colour"),
        ("bleed: mirorr", "mirorr"),
        ("bleed: mirror, turn: 90", "only an upright rectangle has edges"),
    ],
)
def test_what_cannot_be_is_a_fault(keys: str, fault: str) -> None:
    (found,) = box_faults("image", f"box: trim, file: a.png, {keys}")
    assert fault in found


@pytest.mark.parametrize(
    ("bleed", "hint"), [("mirrored", "(did you mean 'mirror'?)"), ("whit", "(did you mean 'white'?)"), ("sideways", "")]
)
def test_what_no_bleed_is_named_with_what_one_is(bleed: str, hint: str) -> None:
    (found,) = box_faults("image", f"box: trim, file: a.png, bleed: {bleed}")
    assert found.endswith(
        f"{bleed!r} given, expected extend, mirror, a colour, or a number of mm up to 20 {hint}".rstrip()
    )
