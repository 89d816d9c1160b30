"""What is printed: trigrams, gauges and icons as the data says; backs, blank cards, mats, order sheets and aids."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from cardgen.building.check import check_game
from cardgen.building.plan import layout_game
from cardgen.cards.layout.cards import LaidCard, cell_styles, layout_page
from cardgen.data.model import Game
from cardgen.data.playing import decks_of
from cardgen.formats.svg import to_svg
from cardgen.games.thread_race.cards import PLAIN, ThreadRaceCard
from cardgen.games.thread_race.marks import marks_of, sign_of
from cardgen.games.thread_race.reading import read_decks
from cardgen.games.thread_race.vocabulary import ELEMENTS, KINDS, read_effects
from cardgen.products.pages import PAGES
from cardgen.scene.items import GlyphRun, Matrix, Scene, apply, then, walk
from cardgen.scene.keys import content_key
from tests.games.shipped import backs_behind_faces, copy_of, laid_out, shipped

Laid = Mapping[str, tuple[LaidCard, ...]]
Point = tuple[float, float]
Outline = tuple[tuple[Point, ...], ...]

WHITE, UNLIT = "#ffffff", "#3a4063"
DECK = "card_data/thread-race/deck.yaml"
#: The lines of each trigram from the top down: True for a broken one.
BROKEN = {
    "天": (False, False, False),
    "泽": (True, False, False),
    "火": (False, True, False),
    "雷": (True, True, False),
    "风": (False, False, True),
    "水": (True, False, True),
    "山": (False, True, True),
    "地": (True, True, True),
}


@cache
def printed() -> dict[str, ThreadRaceCard]:
    """Return the printed cards as the engine reads them."""
    return read_decks(decks_of(shipped("thread-race")))[0]


# ---------------------------------------------------------------- SVG files read back


class Shape(NamedTuple):
    """A filled path of an SVG file: its fill, and its outlines in mm on the card."""

    fill: str
    outlines: Outline

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        xs, ys = zip(*(point for outline in self.outlines for point in outline), strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def outlines_of(d: str, matrix: Matrix = (1, 0, 0, 1, 0, 0)) -> Outline:
    """Return the points of path data with absolute commands, those that steer curves among them."""
    outlines: list[list[Point]] = []
    for command, text in re.findall(r"([A-Z])([^A-Z]*)", d):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+(?:e-?\d+)?", text)]
        if command == "M":
            outlines.append([])
        if command in "HV":
            x, y = outlines[-1][-1]
            numbers = [numbers[0], y] if command == "H" else [x, numbers[0]]
        outlines[-1].extend(zip(numbers[::2], numbers[1::2], strict=True))
    return tuple(tuple(apply(matrix, x, y) for x, y in outline) for outline in outlines)


def shapes_in(element: ET.Element, matrix: Matrix = (1, 0, 0, 1, 0, 0)) -> Iterator[Shape]:
    """Yield the filled paths of an SVG file in the order of painting."""
    for child in element:
        inner = matrix
        for kind, text in re.findall(r"(\w+)\(([^)]*)\)", child.get("transform", "")):
            numbers = tuple(float(number) for number in text.replace(",", " ").split())
            assert kind in ("matrix", "translate")
            inner = then(numbers if kind == "matrix" else (1, 0, 0, 1, *numbers), inner)  # type: ignore[arg-type]
        if child.tag.endswith("}path") and "fill" in child.attrib:
            yield Shape(child.attrib["fill"], outlines_of(child.attrib["d"], inner))
        if not child.tag.endswith(("}defs", "}clipPath")):
            yield from shapes_in(child, inner)


def shapes_of(card: LaidCard) -> list[Shape]:
    return list(shapes_in(ET.fromstring(to_svg(card.face.scene))))


def form(outlines: Outline) -> Outline:
    """Return outlines without their place and size, and without a last point that closes one."""
    left, top, right, bottom = Shape("", outlines).box
    size = max(right - left, bottom - top)
    short = [outline[:-1] if outline[0] == outline[-1] else outline for outline in outlines]
    return tuple(tuple(((x - left) / size, (y - top) / size) for x, y in points) for points in short)


def is_same_form(outlines: Outline, others: Outline) -> bool:
    """Return True if outlines differ in nothing but place, size and the rounding of the file."""
    ours, theirs = form(outlines), form(others)
    if [len(points) for points in ours] != [len(points) for points in theirs]:
        return False
    pairs = zip(sum(ours, ()), sum(theirs, ()), strict=True)
    return all(abs(x - a) < 0.01 and abs(y - b) < 0.01 for (x, y), (a, b) in pairs)


def turned_upright(outlines: Outline) -> Outline:
    """Return what lies sideways on a card as it is seen when the card is turned clockwise."""
    return tuple(tuple((-y, x) for x, y in outline) for outline in outlines)


def is_trigram(outlines: Outline) -> tuple[bool, ...] | None:
    """Return which of three lines are broken, from the top down, or None if these are not three lines."""
    boxes = [Shape("", (outline,)).box for outline in outlines if len(outline) == 4]
    middles = Counter(round((top + bottom) / 2, 2) for left, top, right, bottom in boxes if right - left > bottom - top)
    if len(middles) != 3 or middles.total() != len(outlines):
        return None
    return tuple(middles[y] == 2 for y in sorted(middles))


# ---------------------------------------------------------------- faces


def test_every_trigram_is_that_of_its_element_upright_and_sideways() -> None:
    laid = laid_out("thread-race")
    cards = printed()
    elements = {name: BROKEN[sign] for name, sign in ELEMENTS.items()}
    assert len(set(elements.values())) == 8
    for card in laid["deck"]:
        white = [shape for shape in shapes_of(card) if shape.fill == WHITE]
        upright = [shape for shape in white if is_trigram(shape.outlines)]
        side = [shape for shape in white if is_trigram(turned_upright(shape.outlines)) and shape not in upright]
        wanted = elements[cards[card.card.id].element]
        assert [is_trigram(shape.outlines) for shape in upright] == [wanted], card.card.id
        assert [is_trigram(turned_upright(shape.outlines)) for shape in side] == [wanted], card.card.id
        assert side[0].box[2] < 10 < 60 < side[0].box[1]
    assert (
        {card.card.id for card in laid["elements"]}
        == set(ELEMENTS.values())
        <= set(cell_styles(shipped("thread-race")))
    )
    for card in laid["elements"]:
        signs = [lines for shape in shapes_of(card) if shape.fill == WHITE and (lines := is_trigram(shape.outlines))]
        assert signs == [BROKEN[card.card.id]]


def test_the_gauge_has_as_many_lit_chevrons_as_the_speed_from_below() -> None:
    laid = laid_out("thread-race")
    cards = printed()
    brights = {card.card.id: card.card.fields["bright"] for card in laid["elements"]}
    for card in laid["deck"]:
        shapes = shapes_of(card)
        gauge = [shape for shape in shapes if shape.fill == UNLIT]
        assert len(gauge) == 5
        places = sorted((shape.box for shape in gauge), key=lambda box: -box[1])
        lit = [
            shape.box
            for shape in shapes
            if shape.fill == brights[card.card.fields["element"]] and is_same_form(shape.outlines, gauge[0].outlines)
        ]
        speed = cards[card.card.id].speed or 0
        assert [box[1] for box in sorted(lit, key=lambda box: -box[1])] == [box[1] for box in places[:speed]]
        assert (len(lit), {box[0] for box in lit} <= {places[0][0]}) == (speed, True)


def test_the_speed_can_be_read_upright_and_from_the_side() -> None:
    laid = laid_out("thread-race")
    cards = printed()
    for card in laid["deck"]:
        runs = [(matrix, run) for matrix, run in walk(card.face.scene.items) if isinstance(run, GlyphRun)]
        speed = str(cards[card.card.id].speed)
        numbers = [(matrix, run) for matrix, run in runs if run.text == speed and run.size > 6]
        if cards[card.card.id].kind == PLAIN:
            assert numbers == []
            continue
        (upright, large), (side, small) = sorted(numbers, key=lambda number: -number[1].size)
        assert upright[:4] == (1, 0, 0, 1)
        assert side[:4] == pytest.approx((0, -1, 1, 0))
        x, y = apply(side, small.x, small.baseline)
        assert (large.size, x < 10.5, y > 70) == (12, True, True)


def icons_on(card: LaidCard, kinds: Mapping[str, Outline]) -> list[str]:
    """Return the kinds of effects whose icons are on a face, from the left."""
    white = [shape for shape in shapes_of(card) if shape.fill == WHITE]
    drawn = [(shape.box[0], kind) for shape in white for kind in kinds if is_same_form(shape.outlines, kinds[kind])]
    return [kind for _, kind in sorted(drawn)]


@pytest.fixture(scope="module")
def kinds() -> dict[str, Outline]:
    """The icon of each kind of effect."""
    icons = {card.id: outlines_of(card.fields["d"]) for card in shipped("thread-race").decks["kinds"].cards}
    assert list(icons) == list(KINDS)
    return icons


def test_the_icons_are_the_kinds_of_the_effects(kinds: dict[str, Outline]) -> None:
    game = shipped("thread-race")
    laid = laid_out("thread-race")
    cards, cores = read_decks(decks_of(game))
    shown: set[str] = set()
    for card in (*laid["deck"], *laid["cores"]):
        effects = read_effects((cards | cores)[card.card.id].effects, card.card.id)
        assert sorted(icons_on(card, kinds)) == sorted(marks_of(effects)), card.card.id
        shown.update(icons_on(card, kinds))
    assert shown == set(KINDS)
    for card in laid["kinds"]:
        assert icons_on(card, kinds) == [card.card.id]


def test_a_change_of_speed_has_its_sign() -> None:
    """A plus has 12 corners, a minus 4, and what is fixed two bars."""
    laid = laid_out("thread-race")
    cards = printed()
    night, signs = "#12162a", {(12,): "more", (4,): "less", (4, 4): "fix"}
    for card in laid["deck"]:
        shapes = [shape for shape in shapes_of(card) if shape.fill == night and shape.box[2] - shape.box[0] < 2.5]
        drawn = [signs[tuple(map(len, shape.outlines))] for shape in shapes if 47 < shape.box[1] < 55]
        sign = sign_of(read_effects(cards[card.card.id].effects, card.card.id))
        assert drawn == ([sign] if sign else [])


def test_every_core_shows_its_lock_beside_the_thread_that_it_locks() -> None:
    laid = laid_out("thread-race")
    for card in laid["cores"]:
        shapes = shapes_of(card)
        gauge = sorted((shape.box for shape in shapes if shape.fill == "#4b3d16"), key=lambda box: -box[1])
        locks = [
            shape.box for shape in shapes if shape.fill == "#f7c948" and 18 < shape.box[1] < 47 and shape.box[2] < 9
        ]
        ((_, top, _, bottom),) = locks
        _, above, _, below = gauge[card.card.fields["lock"] - 1]
        assert (top + bottom) / 2 == pytest.approx((above + below) / 2, abs=0.6)


def test_a_card_of_ones_own_needs_no_drawing_and_a_text_by_hand_has_icons(
    tmp_path: Path, kinds: dict[str, Outline]
) -> None:
    changed = copy_of("thread-race", tmp_path)
    changed.change(DECK, "    art: art/burn.svg\n", "")
    cleanse = "    marks: [nullify]\n    effects:\n"
    cleanse += "      - {use: act, choose: {target: field where face != down}, do: [{reset: target}]}\n"
    changed.change(DECK, cleanse, "    marks: [cover, seal]\n")
    changed.change(DECK, "    art: art/spark.svg\n", "")
    changed.change("card_data/thread-race/cores.yaml", "uses: 2", "uses: 12")
    game = changed.load()
    laid = layout_game(game)
    assert check_game(game, laid).findings == ()
    faces = {card.card.id: card for card in laid["deck"]}
    assert icons_on(faces["cleanse"], kinds) == ["cover", "seal"]


# ---------------------------------------------------------------- backs


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_back_lies_behind_its_own_face(paper: str) -> None:
    game, laid = shipped("thread-race"), laid_out("thread-race")
    backs = {id(card.face.scene): content_key(card.back.scene) for deck in laid.values() for card in deck if card.back}
    sheets = tuple(f"sheets/{name}-{paper}.pdf" for name in ("deck", "aids", "order", "tokens", "blank"))
    pairs = [(face, back) for _, face, back in backs_behind_faces(game, laid, sheets)]
    assert all(content_key(back) == backs[id(face)] for face, back in pairs)
    assert len(pairs) == 2 * 25 + 8 + 2 * 24 + (8 + 11 + 27) + 24


def test_decks_and_cores_have_different_backs_which_blank_cards_share() -> None:
    laid = laid_out("thread-race")
    backs = {}
    for deck in ("deck", "cores", "blank", "blank-core"):
        (backs[deck],) = {card.back.scene.items for card in laid[deck] if card.back}
    assert backs["deck"] == backs["blank"] != backs["cores"] == backs["blank-core"]
    assert [card.card.copies for card in (*laid["blank"], *laid["blank-core"])] == [23, 1]


# ---------------------------------------------------------------- mats, order sheets, aids


def page(game: Game, name: str) -> Scene:
    target = PAGES.of(game.file)[f"{name}-{{paper}}"]
    assert target.papers == ("a4", "letter")
    return layout_page(game, game.pages[target.template], target.size, name).scene


def test_the_mat_has_three_slots_for_cards_that_lie_sideways_and_three_piles() -> None:
    game = shipped("thread-race")
    boxes = [shape.box for shape in shapes_in(ET.fromstring(to_svg(page(game, "mat"))))]
    sizes = Counter((round(right - left, 3), round(bottom - top, 3)) for left, top, right, bottom in boxes)
    size = game.file.sizes["card"]
    assert sizes[size.height, size.height] == 3
    assert sizes[size.width, size.height] >= 3
    slots = sorted(box for box in boxes if round(box[2] - box[0], 3) == round(box[3] - box[1], 3) == size.height)
    assert all(left[2] <= right[0] + 1e-6 for left, right in pairwise(slots))


def test_the_order_sheet_has_twenty_three_numbered_lines() -> None:
    game = shipped("thread-race")
    runs = [(apply(matrix, run.x, run.baseline)[1], run.text) for matrix, run in walk(page(game, "order-sheet").items)
            if isinstance(run, GlyphRun) and run.text.isdigit() and run.size > 4]  # fmt: skip
    assert [text for _, text in sorted(runs)] == [str(number) for number in range(1, 24)]


def test_aids_and_blank_cards_list_all_kinds_and_elements() -> None:
    game = shipped("thread-race")
    aid, blank = game.decks["aids"].template.sides["back"], game.decks["blank"].template.sides["face"]
    for side in (aid, blank):
        assert side.boxes["kinds"].marked.value["of"] == list(KINDS)
        assert set(side.boxes["elements"].marked.value["of"]) == set(ELEMENTS.values())
    assert {card.fields["ruleset"] for card in game.decks["aids"].cards} == set(game.rulesets)


def test_there_are_counters_for_all_that_changes_on_a_card() -> None:
    game = shipped("thread-race")
    sides = {(card.fields["names"]["en"], card.fields.get("sign")) for card in game.decks["counters"].cards}
    sides |= {(card.fields["backs"]["en"], card.fields.get("back_sign")) for card in game.decks["counters"].cards}
    assert {("Speed", "+1"), ("Speed", "−1"), ("Fixed", None), ("Nullified", None), ("Slot", "+1")} <= sides
    numbers = {card.fields["place"] for card in game.decks["order"].cards}
    assert numbers == set(range(24))
