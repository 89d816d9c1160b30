"""How cards become pictures of a product: their scale, their turn, what is cut off and what is filled."""

from __future__ import annotations

import pytest

from cardgen.data.model import Deck
from cardgen.data.reading import parse_yaml, validate
from cardgen.products.exports.registry import bundled_services, load_bundled
from cardgen.products.exports.services.decks import FittedDeck
from cardgen.products.exports.services.fitting import Fit, cut_of, fit_deck, has_bleed, nearest_product, not_lost
from cardgen.products.exports.services.model import PictureService
from cardgen.products.exports.services.pictures import PictureFit, picture_fits
from cardgen.scene.items import Scene, apply
from tests.games_on_disk import GameOnDisk
from tests.products.exports.services.games import GAME, TEMPLATE


def deck_of(game: GameOnDisk, size: str = "", landscape: bool = False) -> Deck:
    """Return the deck of the tiny game, with another size of cards, or lying."""
    if size:
        game.change(GAME, "{width: 63, height: 88}", size)
    if landscape:
        game.write(TEMPLATE, f"orientation: landscape\n{game.read(TEMPLATE)}")
    return game.load().decks["main"]


def fit(deck: Deck, service: str, product: str, is_scaled: bool = True) -> Fit:
    return fit_deck(deck, cut_of(load_bundled(service), product, deck), is_scaled)


def picture(deck: Deck, service: PictureService, product: str, is_scaled: bool = True, dpi: int = 300) -> PictureFit:
    own = fit_deck(deck, cut_of(service, product, deck), is_scaled)
    return picture_fits(service, [FittedDeck("main", product, own)], dpi)["main"]


def picture_service(name: str) -> PictureService:
    service = load_bundled(name)
    assert isinstance(service, PictureService)
    return service


#: The sizes that the services ask for, in pixels at 300 dpi, and the cards that they cut from them, mm.
SIZES = [
    ("makeplayingcards", "poker", (822, 1122), (63.5, 88.9)),
    ("makeplayingcards", "63x88", (816, 1110), (62.99, 87.88)),
    ("printerstudio", "bridge", (747, 1122), (57.15, 88.9)),
    ("the-game-crafter", "PokerDeck", (825, 1125), (63.5, 88.9)),
    ("the-game-crafter", "EuroPokerDeck", (825, 1125), (63.0, 88.0)),
    ("the-game-crafter", "BridgeDeck", (750, 1125), (57.15, 88.9)),
    ("the-game-crafter", "USGameDeck", (750, 1125), (56.0, 87.0)),
    ("the-game-crafter", "MintTinDeck", (750, 1125), (52.0, 87.0)),
    ("the-game-crafter", "EuroSquareDeck", (900, 900), (70.0, 70.0)),
    ("the-game-crafter", "TarotDeck", (900, 1500), (69.85, 120.65)),
    ("the-game-crafter", "MiniDeck", (600, 825), (44.45, 63.5)),
    ("the-game-crafter", "SquareDeck", (1125, 1125), (88.9, 88.9)),
    ("the-game-crafter", "HexDeck", (1200, 1050), (95.25, 82.55)),
]


@pytest.mark.parametrize(("service", "product", "pixels", "trim"), SIZES)
def test_a_picture_has_the_size_that_the_service_asks_for(
    game: GameOnDisk, service: str, product: str, pixels: tuple[int, int], trim: tuple[float, float]
) -> None:
    own = picture(deck_of(game), picture_service(service), product)
    assert own.pixels == pixels
    assert own.fit.cut.trim == pytest.approx(trim, abs=0.005)


def test_a_safe_area_is_as_large_as_in_the_template_of_the_service(game: GameOnDisk) -> None:
    """MakePlayingCards draws 678 × 978 pixels on poker cards, and 684 × 981 on cards of 63 × 88 mm."""
    deck = deck_of(game)
    for product, expected in (("poker", (678, 978)), ("63x88", (684, 981))):
        safe = [length / 25.4 * 300 for length in fit(deck, "makeplayingcards", product).cut.safe]
        assert safe == pytest.approx(expected)


def test_the_bleed_of_a_picture_can_differ_across_and_down(game: GameOnDisk) -> None:
    """The cut in The Game Crafter's own template, in pixels."""
    for product, expected in (
        ("USGameDeck", (44.3, 48.7)),
        ("MintTinDeck", (67.9, 48.7)),
        ("EuroPokerDeck", (40.5, 42.8)),
    ):
        cut = fit(deck_of(game), "the-game-crafter", product).cut
        assert [length / 25.4 * 300 for length in cut.bleed] == pytest.approx(expected, abs=0.1)
        assert [length / 25.4 * 300 for length in cut.safe] == pytest.approx(
            [length / 25.4 * 300 - 75 for length in cut.trim]
        )


def test_every_bundled_service_can_be_read() -> None:
    services = {name: load_bundled(name) for name in bundled_services()}
    assert {
        "makeplayingcards",
        "printerstudio",
        "the-game-crafter",
        "mpc-autofill",
        "mb-print",
        "printninja",
    } <= services.keys()
    assert all(service.sources and service.checked for service in services.values())


def test_a_card_is_made_as_large_as_that_of_the_product(game: GameOnDisk) -> None:
    scaled = fit(deck_of(game), "makeplayingcards", "poker")
    assert scaled.factor == pytest.approx(88.9 / 88)
    assert scaled.lost == pytest.approx(((63 * 88.9 / 88 - 63.5) / 2, 0))
    assert scaled.beyond[1] == pytest.approx(3 * 88.9 / 88)
    assert not_lost(scaled)
    assert has_bleed(scaled)


def test_a_card_keeps_its_size_and_its_bleed_fills_the_rest(game: GameOnDisk) -> None:
    own = picture(deck_of(game), picture_service("makeplayingcards"), "poker", is_scaled=False)
    assert (own.fit.factor, own.fit.lost) == (1.0, (0.0, 0.0))
    assert own.fit.beyond == pytest.approx(((69 - 63.5) / 2, (94 - 88.9) / 2))
    assert own.margins == pytest.approx(((3.048 - 2.75) / 25.4 * 300, (3.048 - 2.55) / 25.4 * 300))


def test_higher_resolutions_have_more_pixels_for_the_same_lengths(game: GameOnDisk) -> None:
    deck = deck_of(game)
    large = picture(deck, picture_service("makeplayingcards"), "poker", dpi=900)
    assert large.pixels == (2466, 3366)
    assert large.fit.cut.bleed == pytest.approx((108 / 900 * 25.4, 108 / 900 * 25.4))
    assert large.fit == fit(deck, "makeplayingcards", "poker")


@pytest.mark.parametrize("is_back", [False, True])
def test_a_lying_card_is_turned_so_that_top_meets_top(game: GameOnDisk, is_back: bool) -> None:
    """The face is turned clockwise: its top is right. Turned over, that edge is the left one of the back."""
    turned = fit(deck_of(game, landscape=True), "makeplayingcards", "63x88")
    assert turned.degrees == 90
    scene = Scene(88, 63, ())
    x, y = apply(turned.matrix(scene, is_back), 44, 0)
    width, height = turned.cut.trim
    assert y == pytest.approx(height / 2)
    assert (x > width / 2) is not is_back


def test_the_safe_area_of_a_lying_card_is_lying(game: GameOnDisk) -> None:
    turned = fit(deck_of(game, landscape=True), "makeplayingcards", "poker")
    (x, y, width, height), rounding = turned.safe_area(Scene(88, 63, ()))
    assert (width, height) == pytest.approx((978 / 300 * 25.4 / turned.factor, 678 / 300 * 25.4 / turned.factor))
    assert (2 * x + width, 2 * y + height) == pytest.approx((88, 63))
    assert rounding == 0


@pytest.mark.parametrize(
    ("size", "service", "product"),
    [
        ("{width: 63, height: 88}", "makeplayingcards", "poker"),
        ("{width: 63.5, height: 88.9}", "makeplayingcards", "poker"),
        ("{width: 63, height: 88}", "printerstudio", "63x88"),
        ("{width: 57.15, height: 88.9}", "the-game-crafter", "BridgeDeck"),
        ("{width: 56, height: 87}", "the-game-crafter", "USGameDeck"),
        ("{width: 63, height: 88}", "the-game-crafter", "EuroPokerDeck"),
        ("{width: 57, height: 89, bleed: 4}", "the-game-crafter", "BridgeDeck"),
        ("{width: 89, height: 89}", "the-game-crafter", "SquareDeck"),
        ("{width: 89, height: 89, corner: 44.5}", "the-game-crafter", "CircleDeck"),
        ("{width: 50, height: 50}", "makeplayingcards", None),
        ("{width: 63, height: 88, bleed: 0}", "makeplayingcards", None),
        ("{width: 89, height: 89, corner: 44.5}", "makeplayingcards", None),
    ],
)
def test_the_nearest_product_is_of_the_same_size_and_shape(
    game: GameOnDisk, size: str, service: str, product: str | None
) -> None:
    assert nearest_product(deck_of(game, size), load_bundled(service), True) == product


def test_a_card_of_another_shape_loses_too_much_or_has_too_little_bleed(game: GameOnDisk) -> None:
    deck = deck_of(game, "{width: 57, height: 89, bleed: 2}")
    scaled = fit(deck, "makeplayingcards", "poker")
    assert scaled.lost[1] == pytest.approx((89 * 63.5 / 57 - 88.9) / 2)
    assert not not_lost(scaled)
    padded = fit(deck, "makeplayingcards", "poker", is_scaled=False)
    assert not_lost(padded)
    assert padded.beyond[0] == pytest.approx((61 - 63.5) / 2)
    assert not has_bleed(padded)


def test_a_product_whose_cut_is_given_by_its_size_has_it_in_the_middle(game: GameOnDisk) -> None:
    text = "title: Shop\ndpi: 254\nproducts: {a: {pixels: [690, 980], trim: [63, 88]}}\n"
    service = validate(PictureService, parse_yaml(text, "shop.yaml"))
    own = picture(deck_of(game), service, "a", dpi=254)
    assert own.fit.cut.bleed == pytest.approx((3, 5))
    assert own.margins == pytest.approx((0, 20))


def test_a_card_for_a_pdf_is_scaled_until_its_bleed_reaches_the_edge_of_the_page(game: GameOnDisk) -> None:
    """No pixel of a PDF is repeated: the 3 mm of bleed have to become 3.175."""
    own = fit(deck_of(game), "printninja", "cards")
    assert own.factor == pytest.approx((63 + 2 * 3.175) / 69)
    assert own.beyond[0] == pytest.approx(3.175)
    assert own.lost[0] == pytest.approx((63 * own.factor - 63) / 2)
    assert has_bleed(own)
