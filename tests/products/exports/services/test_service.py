"""Print services as exports: their pictures, their lists, their orders, and what they refuse."""

from __future__ import annotations

import hashlib
import io
import zipfile
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops

from cardgen.base.errors import DataError
from cardgen.building.build import FindingsError
from cardgen.data.schema import game_schema
from cardgen.products.exports.services import picture_service
from cardgen.scene.items import Path as Shape
from cardgen.scene.items import Scene, rectangle
from cardgen.text import measuring
from tests.games_on_disk import GameOnDisk
from tests.products.exports.services.games import (
    CARDS,
    GAME,
    OWN,
    OWN_FILE,
    TEMPLATE,
    add_exports,
    add_own_service,
    cardgen,
    differ_at_the_back,
    export,
    folder,
    rows,
)


def faults(game: GameOnDisk, name: str) -> list[str]:
    """Return the faults for which the files of an export cannot be made."""
    with pytest.raises(DataError) as error:
        export(game, name)
    return [str(fault) for fault in error.value.faults]


def findings(game: GameOnDisk, name: str) -> list[str]:
    """Return the codes of the findings for which an export is refused."""
    with pytest.raises(FindingsError) as error:
        export(game, name)
    return sorted(finding.code for finding in error.value.findings)


def names(game: GameOnDisk, name: str) -> list[str]:
    """Return the paths of the files of an export, sorted."""
    root = folder(game, name)
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())


# ---------------------------------------------------------------- pictures


def test_each_copy_is_a_file_if_the_service_counts_files(game: GameOnDisk) -> None:
    export(game, "makeplayingcards")
    assert names(game, "makeplayingcards") == [
        "cards.csv",
        "contact-sheet.pdf",
        "poker/001-main-one-front.png",
        "poker/002-main-two-c1-front.png",
        "poker/003-main-two-c2-front.png",
        "poker/004-main-two-c3-front.png",
        "poker/main-back.png",
    ]
    assert [(row["file"][6:9], row["copies"]) for row in rows(game, "makeplayingcards")] == [
        ("001", "1"),
        ("002", "1"),
        ("003", "1"),
        ("004", "1"),
    ]
    copies = {
        (folder(game, "makeplayingcards") / f"poker/00{n}-main-two-c{n - 1}-front.png").read_bytes() for n in (2, 3)
    }
    assert len(copies) == 1


def test_a_file_for_each_face_and_a_number_if_the_service_takes_lists(game: GameOnDisk) -> None:
    export(game, "the-game-crafter")
    files = ["EuroPokerDeck/001-main-one-front.png", "EuroPokerDeck/002-main-two-front.png"]
    assert [(row["file"], row["copies"]) for row in rows(game, "the-game-crafter")] == list(
        zip(files, ["1", "3"], strict=True)
    )
    for row in rows(game, "the-game-crafter"):
        content = (folder(game, "the-game-crafter") / row["file"]).read_bytes()
        assert row["sha256"] == hashlib.sha256(content).hexdigest()


def test_backs_that_differ_are_as_many_files_as_the_faces(game: GameOnDisk) -> None:
    """They are uploaded in the order of their names too."""
    differ_at_the_back(game)
    export(game, "makeplayingcards")
    backs = [name for name in names(game, "makeplayingcards") if name.endswith("-back.png")]
    assert backs == [row["back"] for row in rows(game, "makeplayingcards")]
    assert len(backs) == 4


@pytest.mark.parametrize(
    ("name", "lines", "size", "dpi"),
    [
        ("makeplayingcards", "", (822, 1122), 300),
        ("makeplayingcards", "{products: {main: 63x88}}", (816, 1110), 300),
        ("makeplayingcards", "{products: {main: poker}, dpi: 600, fit: pad}", (1644, 2244), 600),
        ("the-game-crafter", "{products: {main: PokerDeck}}", (825, 1125), 300),
    ],
)
def test_pictures_are_opaque_and_of_exactly_the_size_that_the_service_asks_for(
    game: GameOnDisk, name: str, lines: str, size: tuple[int, int], dpi: int
) -> None:
    if lines:
        add_exports(game, f"{name}: {lines}")
    export(game, name)
    for path in folder(game, name).rglob("*.png"):
        with Image.open(path) as picture:
            assert (picture.size, picture.mode) == (size, "RGB")
            assert picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.1)
            assert "srgb" in picture.info


def test_no_edge_of_a_picture_is_white_where_the_art_ends_earlier(game: GameOnDisk) -> None:
    """The bleed of the tiny game is 3 mm: without repeated pixels the back would end before the picture does."""
    add_exports(game, "makeplayingcards: {products: {main: poker}, fit: pad}")
    export(game, "makeplayingcards")
    with Image.open(folder(game, "makeplayingcards") / "poker" / "main-back.png") as picture:
        assert picture.getcolors() == [(822 * 1122, (0x22, 0x33, 0x44))]


def test_a_picture_at_the_size_of_the_card_is_that_of_a_build(game: GameOnDisk) -> None:
    """The product is as large as the card and its bleed, so nothing is scaled: only the pixels are others."""
    game.change(
        GAME,
        "targets:\n  cards: {decks: [main]}",
        "targets:\n  exports: {images: {dpi: 254}, shop: {service: services/shop.yaml}}",
    )
    game.write(OWN_FILE, OWN)
    export(game, "shop")
    export(game, "images")
    with (
        Image.open(folder(game, "shop") / "small" / "001-main-one-front.png") as own,
        Image.open(folder(game, "images") / "001-main-one-front.png") as plain,
    ):
        assert own.size == plain.size == (690, 940)
        assert ImageChops.difference(own, plain).getbbox() is None


def test_a_lying_card_is_turned_clockwise_and_its_back_the_other_way(game: GameOnDisk) -> None:
    game.write(
        TEMPLATE,
        "orientation: landscape\n"
        + game.read(TEMPLATE)
        .replace('fill: "#ffffff"}', 'fill: "#ffffff"}\n    top: {kind: rect, box: [-3, -3, 94, 20], fill: "#ff0000"}')
        .replace('fill: "#223344"}', 'fill: "#223344"}\n    top: {kind: rect, box: [-3, -3, 94, 20], fill: "#ff0000"}')
        .replace("[5, 5, 53, 8]", "[5, 25, 53, 8]"),
    )
    export(game, "makeplayingcards")
    for name, red in (("001-main-one-front.png", 821), ("main-back.png", 0)):
        with Image.open(folder(game, "makeplayingcards") / "poker" / name) as picture:
            assert picture.size == (822, 1122)
            assert picture.getpixel((red, 561)) == (255, 0, 0)
            assert picture.getpixel((821 - red, 561)) != (255, 0, 0)


def test_an_archive_has_the_pictures_of_a_product(game: GameOnDisk) -> None:
    add_exports(game, "makeplayingcards: {zip: true, contact_sheet: false}")
    export(game, "makeplayingcards")
    archive = zipfile.ZipFile(
        io.BytesIO((folder(game, "makeplayingcards") / "makeplayingcards-poker.zip").read_bytes())
    )
    pictures = [name for name in names(game, "makeplayingcards") if name.endswith(".png")]
    assert archive.testzip() is None
    assert [f"poker/{entry.filename}" for entry in archive.infolist()] == pictures
    for entry in archive.infolist():
        assert archive.read(entry) == (folder(game, "makeplayingcards") / "poker" / entry.filename).read_bytes()
        assert entry.compress_type == zipfile.ZIP_STORED
    assert "contact-sheet.pdf" not in names(game, "makeplayingcards")


# ---------------------------------------------------------------- orders


def test_an_order_names_every_slot_once(game: GameOnDisk) -> None:
    export(game, "mpc-autofill")
    order = ElementTree.fromstring((folder(game, "mpc-autofill") / "order.xml").read_text(encoding="utf-8"))
    assert {item.tag: item.text for item in order.find("details") or ()} == {
        "quantity": "4",
        "bracket": "18",
        "stock": "(S30) Standard Smooth",
        "foil": "false",
    }
    fronts = [{item.tag: item.text for item in card} for card in order.find("fronts") or ()]
    assert fronts == [
        {
            "id": "poker/001-main-one-front.png",
            "slots": "0",
            "name": "001-main-one-front.png",
            "query": "001-main-one-front",
        },
        {
            "id": "poker/002-main-two-front.png",
            "slots": "1,2,3",
            "name": "002-main-two-front.png",
            "query": "002-main-two-front",
        },
    ]
    assert order.findtext("cardback") == "poker/main-back.png"
    assert order.find("backs") is None
    assert all((folder(game, "mpc-autofill") / card["id"]).is_file() for card in fronts if card["id"])


def test_an_order_lists_the_backs_that_are_not_the_most_common(game: GameOnDisk) -> None:
    differ_at_the_back(game)
    add_exports(game, 'mpc-autofill: {stock: "(M31) Linen", foil: true}')
    export(game, "mpc-autofill")
    order = ElementTree.fromstring((folder(game, "mpc-autofill") / "order.xml").read_text(encoding="utf-8"))
    assert order.findtext("cardback") == "poker/002-main-two-back.png"
    backs = [{item.tag: item.text for item in card} for card in order.find("backs") or ()]
    assert [(back["id"], back["slots"]) for back in backs] == [("poker/001-main-one-back.png", "0")]
    assert (order.findtext("details/stock"), order.findtext("details/foil")) == ("(M31) Linen", "true")


def test_an_order_needs_a_back_for_each_card(game: GameOnDisk) -> None:
    text = game.read(TEMPLATE)
    game.write(TEMPLATE, text[: text.index("back:\n")])
    assert findings(game, "mpc-autofill") == ["CG107", "CG505"]


# ---------------------------------------------------------------- services of one's own


def test_a_service_of_ones_own_is_a_few_lines_in_a_file(game: GameOnDisk) -> None:
    add_own_service(game)
    done = cardgen(game, "export", "shop")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-3].endswith("https://shop.example")
    assert "small/001-main-one-front.png" in names(game, "shop")


def test_the_file_of_a_service_replaces_the_figures_of_a_bundled_one(game: GameOnDisk) -> None:
    game.write(OWN_FILE, OWN)
    add_exports(game, "the-game-crafter: {service: services/shop.yaml}")
    export(game, "the-game-crafter")
    assert "small/001-main-one-front.png" in names(game, "the-game-crafter")


def test_a_change_of_the_figures_makes_the_pictures_anew(game: GameOnDisk) -> None:
    add_own_service(game)
    export(game, "shop")
    game.change(OWN_FILE, "[690, 940]", "[692, 940]")
    states = export(game, "shop").states
    assert {state for path, state in states.items() if path.endswith(".png")} == {"written"}


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("bleed: 30", "blede: 30", f"{OWN_FILE}:5:31: unknown key 'blede' (did you mean 'bleed'?)"),
        (", bleed: 30", "", f"{OWN_FILE}:5:10: products.small: expected either bleed or trim (such as bleed: 36)"),
        ("bleed: 30", "bleed: 345", f"{OWN_FILE}:5:10: products.small: bleed: 345 given, expected less than 345"),
        ("[690, 940]", "690", f"{OWN_FILE}:5:19: products.small.pixels: 690 given, expected a list"),
        ("bleed: 30", "bleed: wide", f"{OWN_FILE}:5:38: products.small.bleed: 'wide' given, expected a number, or two"),
        ("https://shop.example", "shop.example", f"{OWN_FILE}:2:7: "),
    ],
)  # fmt: skip
def test_a_wrong_figure_is_reported_with_its_place(game: GameOnDisk, old: str, new: str, fault: str) -> None:
    add_own_service(game, OWN.replace(old, new))
    reported = game.faults()
    assert len(reported) == 1
    assert reported[0].startswith(fault)


def test_a_file_that_there_is_not_is_reported_where_it_is_named(game: GameOnDisk) -> None:
    add_own_service(game)
    game.path(OWN_FILE).rename(game.path("card_data/tiny/services/shops.yaml"))
    (fault,) = game.faults()
    assert fault.startswith(f"{GAME}:16:21: there is no file card_data/tiny/services/shop.yaml")
    assert "did you mean 'services/shops.yaml'?" in fault


def test_a_name_that_is_no_export_and_no_service_is_reported(game: GameOnDisk) -> None:
    done = cardgen(game, "export", "makeplayingcard")
    assert done.returncode == 2
    assert "cardgen: there is no export 'makeplayingcard' (did you mean 'makeplayingcards'?)" in done.stderr


def test_editors_complete_the_services() -> None:
    exports = game_schema()["$defs"]["Targets"]["properties"]["exports"]
    assert "the-game-crafter" in exports["properties"]
    assert exports["additionalProperties"]["required"] == ["service"]


# ---------------------------------------------------------------- what a service refuses


def test_text_outside_of_the_safe_area_of_a_product_is_refused(game: GameOnDisk) -> None:
    add_own_service(game, OWN.replace("safe: 30", "safe: 90"))
    assert findings(game, "shop") == ["CG501", "CG501"]
    assert not (game.root / "output").exists()
    (line,) = [line for line in cardgen(game, "check").stdout.splitlines() if "CG501" in line]
    assert line.startswith(f"{TEMPLATE}:5:")
    assert "name: text reaches 3.84 mm out of the safe area of small of The Corner Shop" in line


def test_cards_that_would_be_cut_or_have_too_little_bleed_are_refused(game: GameOnDisk) -> None:
    add_own_service(game, OWN.replace("[690, 940]", "[690, 900]"), ", products: {main: small}")
    assert findings(game, "shop") == ["CG502"]
    game.change(GAME, "{main: small}", "{main: small}, fit: pad")
    assert findings(game, "shop") == ["CG502"]
    game.change(OWN_FILE, "[690, 900]", "[690, 980]")
    assert findings(game, "shop") == ["CG503"]


def test_more_cards_than_an_order_takes_are_refused(game: GameOnDisk) -> None:
    game.change(CARDS, "copies: 3", "copies: 612")
    assert findings(game, "makeplayingcards") == ["CG504"]
    game.change(CARDS, "copies: 612", "copies: 611")
    assert "written" in export(game, "mpc-autofill").states.values()


def test_a_deck_without_a_product_is_left_out_or_refused_if_it_is_named(game: GameOnDisk) -> None:
    game.change(GAME, "targets:\n", "  small:\n    extends: main\n    size: token\ntargets:\n")
    game.change(
        GAME, "  card: {width: 63, height: 88}", "  card: {width: 63, height: 88}\n  token: {width: 70, height: 70}"
    )
    for _ in range(2):  # also if nothing is to be done
        done = cardgen(game, "export", "makeplayingcards")
        assert done.returncode == 0
        note = "MakePlayingCards has no product for cards of 70 × 70 mm, so these decks are left out: small"
        assert done.stderr == f"cardgen: {note}\n"
    game.change(GAME, "targets:\n", "targets:\n  exports: {makeplayingcards: {decks: [main, small]}}\n")
    (fault,) = faults(game, "makeplayingcards")
    assert "MakePlayingCards has no product for the deck 'small': its cards are 70 × 70 mm" in fault
    assert "(the nearest is 63x88, 62.99 × 87.88 mm; products: chooses one for a deck)" in fault


def test_a_check_for_a_service_reports_what_it_would_refuse(game: GameOnDisk) -> None:
    assert cardgen(game, "check", "--for", "makeplayingcards").returncode == 0
    game.change(CARDS, "copies: 3", "copies: 612")
    assert cardgen(game, "check").returncode == 0
    done = cardgen(game, "check", "--for", "makeplayingcards")
    assert done.returncode == 1
    assert "CG504 service-count: 613 cards of poker, expected at most 612" in done.stdout + done.stderr
    assert "there is no export 'mpc'" in cardgen(game, "check", "--for", "mpc").stderr


def test_a_build_refuses_what_a_service_that_game_yaml_names_would(game: GameOnDisk) -> None:
    game.change(CARDS, "copies: 3", "copies: 612")
    add_exports(game, "makeplayingcards: {}")
    assert [finding.code for finding in game.check().findings] == ["CG504"]
    assert cardgen(game, "build").returncode != 0


# ---------------------------------------------------------------- booklets


def add_rulebook(game: GameOnDisk, chapters: int = 1) -> None:
    text = "# Tiny\n\n" + "".join(f"## Chapter {number}\n\n" + "Words. " * 100 + "\n\n" for number in range(chapters))
    game.write("card_data/tiny/rulebook.en.md", text)
    game.change(GAME, "targets:\n", "rulebooks: {en: rulebook.en.md}\ntargets:\n")


def test_a_book_is_laid_out_in_the_size_of_a_booklet(game: GameOnDisk) -> None:
    add_rulebook(game)
    add_exports(game, "the-game-crafter: {booklets: {rules: MediumBooklet}}")
    export(game, "the-game-crafter")
    pages = sorted(folder(game, "the-game-crafter").glob("MediumBooklet/*.png"))
    assert [page.name for page in pages] == [f"rules.en-{number}.png" for number in range(1, len(pages) + 1)]
    assert len(pages) % 4 == 0
    for page in pages:
        with Image.open(page) as picture:
            assert (picture.size, picture.mode) == ((1125, 1575), "RGB")
            assert picture.getpixel((0, 0)) == picture.getpixel((60, 60))  # the ground of the page, not white paper


def test_a_book_from_right_to_left_begins_with_its_last_page(game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The service binds it at the left."""
    add_rulebook(game)
    add_exports(game, "the-game-crafter: {booklets: {rules: MediumBooklet}}")
    grounds = ("#ff0000", "#00ff00", "#0000ff", "#ffffff")
    scenes = [Scene(90, 140, (Shape(rectangle(0, 0, 90, 140), fill=ground),)) for ground in grounds]
    monkeypatch.setattr(picture_service, "lay_out_book", lambda *_: (scenes, ()))
    monkeypatch.setattr(measuring, "is_right_to_left", lambda lang: lang == "en")
    export(game, "the-game-crafter")
    pages = sorted(folder(game, "the-game-crafter").glob("MediumBooklet/*.png"))
    colours = []
    for page in pages:
        with Image.open(page) as picture:
            colours.append("#" + bytes(picture.getpixel((500, 700))).hex())  # type: ignore[arg-type]
    assert colours == [*reversed(grounds)]


def test_a_book_with_too_many_pages_is_refused(game: GameOnDisk) -> None:
    add_rulebook(game, chapters=90)
    add_exports(game, "the-game-crafter: {booklets: {rules: MediumBooklet}}")
    (fault,) = faults(game, "the-game-crafter")
    assert f"{GAME}:17:" in fault
    assert "pages as MediumBooklet, expected at most 40 (choose a larger booklet)" in fault


@pytest.mark.parametrize(
    ("booklets", "fault"),
    [
        ("{rulez: MediumBooklet}", "there is no book 'rulez' (did you mean 'rules'?)"),
        ("{rules: MidiumBooklet}", "The Game Crafter has no booklet 'MidiumBooklet' (did you mean 'MediumBooklet'?)"),
    ],
)
def test_a_book_or_a_booklet_that_there_is_not_is_reported(game: GameOnDisk, booklets: str, fault: str) -> None:
    add_rulebook(game)
    add_exports(game, f"the-game-crafter: {{booklets: {booklets}}}")
    (reported,) = game.faults()
    assert reported.startswith(f"{GAME}:17:")
    assert fault in reported
