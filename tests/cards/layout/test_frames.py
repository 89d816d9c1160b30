"""Templates drawn for one size of card and laid out at another."""

from __future__ import annotations

import pytest
from PIL import Image

from cardgen.base.errors import DataError
from cardgen.cards.layout.cards import Laid, layout_deck
from cardgen.cards.layout.frames import frame_of
from cardgen.cards.layout.reuse import LayoutCache
from cardgen.data.model import CardSize
from cardgen.scene.items import GlyphRun, Rect, bounds_of, walk
from cardgen.scene.items import Path as Shape
from cardgen.scene.keys import content_key
from cardgen.scene.paths import move_path, path_bounds
from tests.games_on_disk import TINY, GameOnDisk

GAME, TEMPLATE = "card_data/tiny/game.yaml", "templates/tiny.yaml"

GROUND = "ground: {kind: rect, box: bleed, fill: '#335577'}"


def lay(game: GameOnDisk, size: str, design: str, *boxes: str, top: str = "") -> Laid:
    """Return the face of the tiny game's first card at a size, by boxes that are drawn for the size `design`."""
    sizes = "  card: {width: 63, height: 88}\n  wide: {width: 126, height: 88}\n  small: {width: 31.5, height: 44}\n"
    text = TINY[GAME].replace("  card: {width: 63, height: 88}\n", sizes).replace("size: card", f"size: {size}")
    game.write(GAME, text)
    head = "face:\n  description: {zh: 牌, en: Card}\n  boxes:\n"
    design = f"design: {design}\n" if design else ""
    game.write(TEMPLATE, "".join([top, design, head, *(f"    {box}\n" for box in boxes)]))
    loaded = game.load()
    return layout_deck(loaded, loaded.decks["main"])[0].face


def shapes(side: Laid) -> list[Rect]:
    """Return the rectangles around the shapes on a card, rounded."""
    paths = [(matrix, item) for matrix, item in walk(side.scene.items) if isinstance(item, Shape)]
    rects = [path_bounds(move_path(path.commands, matrix)) or (0, 0, 0, 0) for matrix, path in paths]
    return [tuple(round(length, 3) + 0.0 for length in rect) for rect in rects]  # type: ignore[misc]


# ---------------------------------------------------------------- scaling


def test_a_design_of_the_size_of_the_card_changes_nothing(tiny: GameOnDisk) -> None:
    boxes = (
        GROUND,
        "over: {kind: rect, box: [-1, 5, 20, 8]}",
        'name: {kind: text, box: [5, 5, 53, 8], text: "{name}"}',
    )
    without = lay(tiny, "card", "", *boxes)
    for design in ("card", "standard", "{width: 63, height: 88}", "{size: card, scale: cover}"):
        assert content_key(lay(tiny, "card", design, *boxes).scene) == content_key(without.scene)


def test_the_design_is_scaled_about_the_middle_with_its_safe_area_inside(tiny: GameOnDisk) -> None:
    side = lay(tiny, "wide", "card", "safe: {kind: rect, box: [3, 3, 57, 82], fill: '#112233'}")
    assert shapes(side) == [(34.5, 3, 57, 82)]
    side = lay(tiny, "small", "card", "safe: {kind: rect, box: [3, 3, 57, 82], fill: '#112233'}")
    height = 82 * (31.5 - 6) / 57
    assert shapes(side)[0] == pytest.approx((3, 22 - height / 2, 25.5, height), abs=0.001)
    assert side.boxes[0].rect == pytest.approx(shapes(side)[0], abs=0.001)


def test_a_larger_card_keeps_the_trim_of_the_design_inside() -> None:
    frame = frame_of((126, 176), 3, 3, CardSize(width=63, height=88))
    assert frame.factor == 2  # by the safe areas it would be 2.1, and a frame at the edge would be cut off
    assert frame_of((126, 88), 3, 3, CardSize(width=63, height=88), "cover").factor == 2
    assert frame_of((126, 88), 3, 3, CardSize(width=63, height=88), "fit").factor == 1


def test_a_design_that_covers_the_card_is_cut_off(tiny: GameOnDisk) -> None:
    side = lay(tiny, "wide", "{size: card, scale: cover}", "all: {kind: rect, box: [0, 0, 63, 88], fill: '#112233'}")
    assert shapes(side) == [(0, -44, 126, 176)]


def test_text_that_leaves_the_safe_area_of_the_card_is_a_finding_at_its_place(tiny: GameOnDisk) -> None:
    words = "name: {kind: text, box: [10, 5, 43, 8], text: Name, lang: en}"
    assert not lay(tiny, "wide", "card", words).findings
    side = lay(tiny, "wide", "{size: card, scale: cover}", words)
    (finding,) = side.findings
    assert finding.name == "outside-safe-area"
    assert finding.rect == pytest.approx((20, -34, 86, 16))
    assert "reaches 31.04 mm" in str(finding.message)  # mm of the card, not of the design


def test_named_areas_are_those_of_the_card(tiny: GameOnDisk) -> None:
    areas = [f"{name}: {{kind: rect, box: {name}, fill: '#112233'}}" for name in ("trim", "bleed", "safe")]
    sums = "a: {kind: rect, box: [bleed.left, trim.top, 50%, 4], fill: '#112233'}"
    side = lay(tiny, "small", "card", *areas, sums)
    factor = (31.5 - 6) / 57
    assert shapes(side)[:3] == [(0, 0, 31.5, 44), (-3, -3, 37.5, 50), (3, 3, 25.5, 38)]
    left, top, _, height = shapes(side)[3]
    assert (left, top) == (-3, 0)
    assert height == pytest.approx(4 * factor, abs=0.001)


def test_a_landscape_design_lies_as_the_card_does(tiny: GameOnDisk) -> None:
    box = "trim: {kind: rect, box: [0, 0, 88, 63], fill: '#112233'}"
    side = lay(tiny, "tarot", "card", box, top="orientation: landscape\n")
    assert (side.scene.width, side.scene.height) == (120, 70)
    assert shapes(side)[0] == pytest.approx((60 - 44 * 70 / 63, 0, 88 * 70 / 63, 70), abs=0.001)


# ---------------------------------------------------------------- bleed


@pytest.mark.parametrize(
    ("box", "seen"),
    [
        # Scaled by 1 and moved by 31.5; the bleed goes from -3 to 129 and from -3 to 91.
        ("kind: rect, box: [-3, -3, 69, 94]", (-3, -3, 132, 94)),
        ("kind: rect, box: [-3, 10, 69, 8]", (-3, 10, 132, 8)),
        ("kind: rect, box: [-3, 10, 8, 8]", (-3, 10, 39.5, 8)),
        ("kind: rect, box: [50, 10, 16, 8]", (81.5, 10, 47.5, 8)),
        ("kind: rect, box: [-1, 10, 8, 8]", (-3, 10, 41.5, 8)),
        ("kind: rect, box: [0, 10, 8, 8]", (31.5, 10, 8, 8)),
        ("kind: rect, box: [0, 20, 8, 14], turn: 90", (28.5 - 31.5, 23, 45.5, 8)),
        ("kind: rect, box: [0, 20, 8, 14], turn: 180", (31.5, 20, 8, 14)),
        ("kind: polygon, points: [[0, 0], [20, 0], [0, 20]], box: [-3, -3, 20, 20]", (-3, -3, 51.5, 20)),
        ("kind: path, d: 'M0 0 h69 v5 h-69 z', box: [-3, 40, 69, 5]", (-3, 40, 132, 5)),
    ],
)
def test_what_reaches_into_the_bleed_goes_on_to_that_of_the_card(tiny: GameOnDisk, box: str, seen: Rect) -> None:
    side = lay(tiny, "wide", "card", f"a: {{{box}, fill: '#112233'}}")
    assert shapes(side) == [pytest.approx(seen, abs=0.001)]


def test_boxes_inside_of_others_are_extended_one_by_one(tiny: GameOnDisk) -> None:
    bar, dot = "box: [0, 0, 69, 8], fill: '#112233'", "box: [10, 2, 4, 4], fill: '#ffffff'"
    inner = f"{{bar: {{kind: rect, {bar}}}, dot: {{kind: rect, {dot}}}}}"
    side = lay(
        tiny,
        "wide",
        "card",
        f"g: {{kind: group, box: [-3, 10, 69, 8], clip: true, boxes: {inner}}}",
        "cells: {kind: repeat, of: 2, box: [-3, 30, 69, 20], cell: [69, 10], boxes: "
        "{bar: {kind: rect, box: [0, 0, '100%', 8], fill: '#112233'}}}",
    )
    assert shapes(side) == [(-3, 10, 132, 8), (38.5, 12, 4, 4), (-3, 30, 132, 8), (-3, 40, 132, 8)]
    (design,) = side.scene.items
    group = design.items[0]  # type: ignore[union-attr]
    clip = group.clip.commands  # type: ignore[union-attr]
    assert bounds_of((1, 0, 0, 1, -3, 10), path_bounds(clip) or (0, 0, 0, 0)) == pytest.approx((-34.5, 10, 132, 8))


def test_boxes_placed_by_an_extended_one_keep_their_place_in_the_design(tiny: GameOnDisk) -> None:
    side = lay(
        tiny,
        "wide",
        "card",
        "bar: {kind: rect, box: [-3, 10, 20, 8], fill: '#112233'}",
        "next: {kind: rect, box: [bar.right + 2, bar.top, 5, 5], fill: '#112233'}",
        "turned: {kind: again, of: bar}",
    )
    assert shapes(side) == [(-3, 10, 51.5, 8), (50.5, 10, 5, 5), (77.5, 70, 51.5, 8)]


def test_a_design_without_bleed_is_extended_at_the_trim(tiny: GameOnDisk) -> None:
    design = "{width: 63, height: 88, bleed: 0}"
    side = lay(tiny, "card", design, "a: {kind: rect, box: [0, 0, 63, 88], fill: '#112233'}")
    assert shapes(side) == [(-3, -3, 69, 94)]


# ---------------------------------------------------------------- pictures, faults, reuse


def test_the_resolution_of_pictures_is_that_on_the_card(tiny: GameOnDisk) -> None:
    Image.new("RGB", (400, 400)).save(tiny.path("card_data/tiny/art.png"))
    box = "art: {kind: image, box: [10, 10, 40, 40], file: art.png}"
    assert [finding.name for finding in lay(tiny, "card", "card", box).findings] == ["low-resolution"]
    assert not lay(tiny, "small", "card", box).findings  # 18 mm
    large = lay(tiny, "wide", "{size: small, scale: cover}", "art: {kind: image, box: [5, 5, 20, 20], file: art.png}")
    assert [finding.name for finding in large.findings] == ["low-resolution"]


@pytest.mark.parametrize(
    ("design", "fault"),
    [
        ("pokre", "templates/tiny.yaml:1:9: there is no size 'pokre' (did you mean 'poker'?)"),
        ("{scale: cover}", "a design needs either a size, or a width and a height (such as design: poker)"),
        ("{width: 63}", "a design needs either a size, or a width and a height (such as design: poker)"),
        ("{size: card, width: 63, height: 88}", "a design needs either a size, or a width and a height"),
        ("{size: card, bleed: 2}", "bleed and safe are those of the size (leave them out)"),
        ("{width: 20, height: 30, safe: 10}", "safe: 10 mm given, expected less than 10 mm"),
        ("{size: card, scale: fill}", "design.scale: 'fill' given, expected fit, cover, or a number from 0.1 to 10"),
    ],
)
def test_a_wrong_design_is_a_fault(tiny: GameOnDisk, design: str, fault: str) -> None:
    with pytest.raises(DataError) as error:
        lay(tiny, "card", design, GROUND)
    assert fault in str(error.value)


def test_cards_are_laid_out_again_if_the_size_of_their_design_changes(tiny: GameOnDisk) -> None:
    lay(tiny, "wide", "card", "bar: {kind: rect, box: [10, 10, 20, 8], fill: '#112233'}")
    cache: LayoutCache[Laid] = LayoutCache()
    game = tiny.load()
    assert shapes(layout_deck(game, game.decks["main"], cache)[0].face) == [(41.5, 10, 20, 8)]
    tiny.change(GAME, "card: {width: 63, height: 88}", "card: {width: 83, height: 88}")
    game = tiny.load()
    assert shapes(layout_deck(game, game.decks["main"], cache)[0].face) == [(31.5, 10, 20, 8)]


# ---------------------------------------------------------------- decks that are scaled


def scaled(game: GameOnDisk, *keys: str) -> dict[str, Laid]:
    """Return the faces of the tiny game's deck, and of decks that extend it with these keys, with a text of 3 mm."""
    card = "  card: {width: 63, height: 88}\n"
    sizes = f"{card}  wide: {{width: 126, height: 88}}\n  mini: {{width: 31.5, height: 44, safe: 1.5}}\n"
    text = TINY[GAME].replace(card, sizes)
    decks = "".join(f"  deck{number}: {{{entry}}}\n" for number, entry in enumerate(keys, 1))
    game.write(GAME, text.replace("targets:\n", f"{decks}targets:\n"))
    laid = game.layout()
    return {name: cards[0].face for name, cards in laid.items()}


def text_size(side: Laid) -> float:
    ((matrix, run),) = [(matrix, item) for matrix, item in walk(side.scene.items) if isinstance(item, GlyphRun)]
    return round(run.size * matrix[0], 3)


def test_a_deck_scales_the_cards_of_the_deck_that_it_extends(tiny: GameOnDisk) -> None:
    sides = scaled(
        tiny,
        "extends: main, size: mini, scale: fit",
        "extends: main, size: wide, scale: cover",
        "extends: main, scale: 1.5",
        "extends: deck1, size: wide",  # drawn for the size of main, as what it extends is
        "extends: main, size: wide",
    )
    assert [text_size(side) for side in sides.values()] == [3, 1.5, 6, 4.5, 3, 3]
    assert sides["deck1"].boxes[1].rect == (2.5, 2.5, 26.5, 4)
    assert sides["deck1"].boxes[0].rect == (-3, -3, 37.5, 50)  # the ground goes on to the bleed of the card


def test_text_that_a_scale_makes_too_small_is_a_finding(tiny: GameOnDisk) -> None:
    scaled(tiny, "extends: main, size: mini, scale: 0.4")
    assert "CG116" in tiny.codes()


def test_wrong_scales_are_faults_with_places(tiny: GameOnDisk) -> None:
    with pytest.raises(DataError, match=r"16:45: decks\.deck1\.scale: 'fill' given, expected fit, cover, or a number"):
        scaled(tiny, "extends: main, size: mini, scale: fill")
    tiny.write(GAME, TINY[GAME].replace("    size: card\n", "    size: card\n    scale: 2\n"))
    assert tiny.faults() == [f"{GAME}:13:12: scale: this deck extends none (write it into the design of the template)"]
