"""The contact sheet: every card once in small, with its name and its number of copies."""

from __future__ import annotations

import pytest
from PIL import Image

from cardgen.base.errors import DataError
from cardgen.building.build import build_game
from cardgen.building.plan import layout_game, plan_files
from cardgen.data.project import Project
from cardgen.products.contact.product import PRODUCT
from cardgen.products.files import PagesFile, PngFile
from cardgen.products.options import Options
from cardgen.scene.items import GlyphRun, Group, Placed, Rect, Scene, bounds_of, then
from tests.commands import run
from tests.games_on_disk import TINY, GameOnDisk
from tests.runs import texts_in

GAME, CARDS = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml"


def pages(game: GameOnDisk, target: str = "", options: Options = Options()) -> list[Scene]:  # noqa: B008  # frozen
    """Return the pages of the contact sheet of the tiny game with this target."""
    game.write(GAME, TINY[GAME] + f"  contact: {{{target}}}\n")
    loaded = game.load()
    files = [file for file in PRODUCT.plan(loaded, layout_game(loaded), options) if isinstance(file, PagesFile)]
    return [*files[0].scenes]


def lines(scene: Scene) -> list[str]:
    """Return the texts of a page, those on one baseline together, without those of the cards."""
    runs: dict[tuple[float, float], str] = {}
    for item in scene.items:
        if isinstance(item, GlyphRun):
            key = (round(item.baseline, 2), 0.0)
            runs[key] = runs.get(key, "") + item.text
    return [*runs.values()]


def cards(scene: Scene) -> list[tuple[str, Rect]]:
    """Return the names and the places of the cards on a page."""
    shown = []
    for item in scene.items:
        if isinstance(item, Group):
            inner, _ = item.items
            assert isinstance(inner, Group)
            (placed,) = inner.items
            assert isinstance(placed, Placed)
            size = (0.0, 0.0, placed.scene.width, placed.scene.height)
            shown.append((placed.scene.name, bounds_of(then(placed.matrix, item.matrix), size)))
    return shown


def test_each_card_is_on_it_once_with_its_name_and_copies(tiny: GameOnDisk) -> None:
    (page,) = pages(tiny)
    assert (page.width, page.height) == (210, 297)
    assert lines(page) == [
        "Tiny · 小",
        "Cards · 牌   4 cards, 2 different · 4 张卡牌，2 种",
        "FirstSecond  ×\N{NO-BREAK SPACE}3back · 背面  ×\N{NO-BREAK SPACE}4",
        "Nobody · CC0-1.01 / 1",
    ]
    (one, first), (two, second), (back, _) = cards(page)
    assert (one, two, back) == ("main-one", "main-two", "main-back")
    assert first[2:] == pytest.approx((175 / 6, 175 / 6 / 63 * 88))
    assert second[0] - first[0] == pytest.approx(175 / 6 + 3)


def test_decks_columns_names_and_backs_can_be_chosen(tiny: GameOnDisk) -> None:
    tiny.write(CARDS, "cards:\n  - {id: one, name: First, note: A **note**}\n  - {id: two, name: Second}\n")
    change = TINY[GAME].replace("fields: {name: text}", "fields: {name: text, note: text?}")
    tiny.write(GAME, change + "  contact: {decks: [main], columns: 2, name: note, backs: false}\n")
    loaded = tiny.load()
    (file,) = [file for file in PRODUCT.plan(loaded, layout_game(loaded), Options()) if isinstance(file, PagesFile)]
    (page,) = file.scenes
    assert [name for name, _ in cards(page)] == ["main-one", "main-two"]
    assert lines(page)[-2:] == ["A notetwo", "Nobody · CC0-1.01 / 1"]  # without its marks, and the id where it has none
    assert cards(page)[0][1][2] == 63  # never larger than the card itself


def test_many_cards_go_on_to_further_pages_and_wide_ones_are_fewer_in_a_row(tiny: GameOnDisk) -> None:
    tiny.write(CARDS, "cards:\n" + "".join(f"  - {{id: c{i}, name: Card {i}}}\n" for i in range(40)))
    portrait = pages(tiny, "backs: false")
    assert [len(cards(page)) for page in portrait] == [30, 10]
    assert [page.name for page in portrait] == ["contact-a4-1", "contact-a4-2"]
    tiny.write("templates/tiny.yaml", "orientation: landscape\n" + TINY["templates/tiny.yaml"])
    landscape = pages(tiny, "backs: false")
    assert [rect[1] == cards(landscape[0])[0][1][1] for _, rect in cards(landscape[0])].count(True) == 4
    for page in (*portrait, *landscape):
        for _, (x, y, width, height) in cards(page):
            assert 10 <= x <= x + width <= 200.001
            assert 10 <= y <= y + height <= 280
    tiny.write(CARDS, "cards:\n  - {id: long, name: " + "A very long name of a card " * 9 + "}\n")
    (page,) = pages(tiny, "backs: false")
    assert any(line.endswith("…") for line in lines(page))


def test_the_files_are_a_pdf_and_a_png_of_each_page_for_each_paper(tiny: GameOnDisk) -> None:
    tiny.write(GAME, TINY[GAME] + "  contact: {papers: [a4, letter], dpi: 72}\n")
    loaded = tiny.load()
    decks = layout_game(loaded)
    files = [file for file in plan_files(loaded, decks, Options()) if file.path.startswith("contact/")]
    assert [file.path for file in files] == [
        *("contact/contact-a4-1.png", "contact/contact-a4.pdf", "contact/contact-letter-1.png"),
        "contact/contact-letter.pdf",
    ]
    sizes = [file.picture.size for file in files if isinstance(file, PngFile)]
    assert sizes == [(595, 842), (612, 792)]
    only = plan_files(loaded, decks, Options(only=("contact/*.pdf",), papers=("letter",)))
    assert [file.path for file in only] == ["contact/contact-letter.pdf"]


@pytest.mark.parametrize(
    ("target", "fault"),
    [
        ("decks: [mian]", "there is no deck 'mian' (did you mean 'main'?)"),
        ("name: nmae", "no deck has the field 'nmae' (did you mean 'name'?)"),
        ("columns: 0", "contact.columns: 0 given, expected at least 1"),
    ],
)
def test_a_wrong_contact_sheet_is_a_fault(tiny: GameOnDisk, target: str, fault: str) -> None:
    with pytest.raises(DataError) as error:
        pages(tiny, target)
    assert fault in str(error.value)


def test_the_command_makes_it_of_any_game_and_a_build_keeps_it(tiny: GameOnDisk) -> None:
    root, out = tiny.root, tiny.root / "out"
    command = ["contact", "tiny", "--project", str(root), "--out", str(out)]
    assert "2 files written" in run(*command, "--paper", "a5").stdout
    folder = out / "tiny/contact"
    assert sorted(path.name for path in folder.iterdir()) == ["contact-a5-1.png", "contact-a5.pdf"]
    with Image.open(folder / "contact-a5-1.png") as picture:
        assert picture.size == (874, 1240)
    build_game(Project(root, bundled=False), "tiny", out, Options(dpi=36))
    assert len([*folder.iterdir()]) == 2
    assert run(*command, "--draft").returncode == 0  # without --paper it replaces what was made before
    assert sorted(path.name for path in folder.iterdir()) == ["contact-a4-1.png", "contact-a4.pdf"]
    assert not [*(out / "tiny/cards/png").glob("contact*")]
    assert [*(out / "tiny/cards/png").iterdir()]


def test_a_game_without_cards_has_no_contact_sheet(tiny: GameOnDisk) -> None:
    page = "  pages: {p: {template: tiny.yaml, papers: [a4], size: [100, 100]}}\n"
    tiny.write(GAME, TINY[GAME].split("sizes:")[0] + "targets:\n" + page)
    tiny.write("templates/tiny.yaml", TINY["templates/tiny.yaml"].replace("{id}", "").replace("{name}", "Name"))
    done = run("contact", "tiny", "--project", str(tiny.root), "--out", str(tiny.root / "out"))
    assert (done.returncode, "the game has no cards" in done.stderr) == (2, True)


def test_text_on_the_cards_stays_text(tiny: GameOnDisk) -> None:
    (page,) = pages(tiny, "backs: false")
    texts = texts_in(page.items)
    assert texts.count("First") == 2  # on the card, and below it
