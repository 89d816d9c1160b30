"""Cards that are not rectangular: outlines in print and in cut files, honeycombs, bleed, safe areas, faults."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.filemanagement import read as read_dxf
from ezdxf.path import make_path
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pictures

from cardgen.base.errors import DataError
from cardgen.base.records import replace
from cardgen.base.temporary import bytes_of
from cardgen.building.editions import all_faults
from cardgen.data.card_shapes import face_points, outline_of, side_outline
from cardgen.data.model import CardSize
from cardgen.formats.pdf import pdf_bytes
from cardgen.formats.png import to_pngs
from cardgen.products.files import BytesFile, PngFile
from cardgen.products.imposition.impose import SheetCard, Sheets
from cardgen.products.imposition.own_grid import own_plan
from cardgen.products.imposition.plan import SheetPlan
from cardgen.products.options import Options
from cardgen.products.rulebook import book_sources
from cardgen.products.sheet_plans import sheet_plan
from cardgen.products.sheet_targets import SHEETS
from cardgen.products.sheets import imposed_sheets
from cardgen.products.tuckboxes.product import layout_tuckbox
from cardgen.rulebook.blocks.pieces import draw_fan, draw_pile, draw_place, draw_row
from cardgen.scene.items import CUT, Command, Group, Item, Placed, Scene, ellipse, rectangle
from cardgen.scene.items import Path as Shape
from cardgen.scene.outlines import grown, star, stretched_hexagon
from cardgen.scene.paths import path_bounds
from cardgen.scene.regions import Point, depth_in, flatten
from tests.examples import examples
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.pictures import pdf_marks, svg_marks
from tests.products.imposition.test_impose import A4, assert_backs_are_behind_their_faces, face
from tests.products.imposition.test_own_grid import grid
from tests.products.test_cuts import products

GAME = "card_data/tiny/game.yaml"
HEX = "width: 30, height: 34.64, bleed: 2, safe: 2, shape: hexagon"
SHIELD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">'
    '<path d="M50 40H150V100C150 130 120 150 100 160C80 150 50 130 50 100Z"/></svg>'
)


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    """The tiny game with 40 hexagons on A4."""
    game = tiny_game_in(tmp_path)
    game.change(GAME, "width: 63, height: 88", HEX)
    game.change(GAME, "  cards: {decks: [main]}", "  sheets:\n    hexes: {decks: [main], papers: [a4]}")
    game.change("templates/tiny.yaml", "[5, 5, 53, 8]", "[5, 12, 20, 8]")
    game.change("card_data/tiny/cards.yaml", "copies: 3", "copies: 39")
    return game


def polygon(commands: Sequence[tuple[object, ...]]) -> list[Point]:
    ((points, _),) = flatten(commands)  # type: ignore[arg-type]
    return points


def farthest(one: Sequence[Point], other: Sequence[Point]) -> float:
    """How far the corners of two closed shapes are from the lines of the other one, at most."""
    return max(abs(depth_in(b, *point)) for a, b in ((one, other), (other, one)) for point in a)


def placed_at_zero(shape: list[Point], corner: Point) -> tuple[Point, ...]:
    """Return the points of a shape from a corner, to 0.01 mm."""
    return tuple((round(x - corner[0], 2), round(y - corner[1], 2)) for x, y in shape)


def dxf_outlines(content: bytes) -> list[list[Point]]:
    """Return the closed lines of a DXF file as points of the page, mm."""
    document = read_dxf(io.StringIO(content.decode()))
    tall = float(document.header["$EXTMAX"][1])
    lines = [entity for entity in document.modelspace() if isinstance(entity, LWPolyline)]
    return [[(p.x, tall - p.y) for p in make_path(line).flattening(0.002)] for line in lines]


# ---------------------------------------------------------------- print and cut files


@pytest.mark.parametrize(
    ("size", "count"),
    [
        (HEX, 63),
        ("width: 34.64, height: 30, bleed: 2, safe: 2, shape: hexagon", 63),
        ("width: 30, height: 30, bleed: 2, safe: 2, shape: circle", 63),
        ("width: 30, height: 36, bleed: 2, safe: 2, shape: art/shield.svg", 45),
    ],
)
def test_print_and_cut_files_have_the_same_outlines(game: GameOnDisk, size: str, count: int) -> None:
    game.write("card_data/tiny/art/shield.svg", SHIELD)
    game.change(GAME, HEX, size)
    game.change("card_data/tiny/cards.yaml", "copies: 39", "copies: 79")
    loaded = game.load()
    assert sheet_plan(loaded, SHEETS.of(loaded.file)["hexes"], "a4", "hexes", Options()).count == count
    game.change(GAME, "papers: [a4]", "papers: [a4], cut: spot")
    files = {name: bytes_of(file.make()) for name, file in products(game).items() if isinstance(file, BytesFile)}
    assert set(files) == {f"hexes{end}" for end in (".pdf", "-cut.svg", "-cut.dxf", "-cut-last.svg", "-cut-last.dxf")}
    print_marks = [mark for mark in pdf_marks(files["hexes.pdf"]) if mark.spot == CUT]
    printed = [points for mark in print_marks for points, _ in flatten(mark.commands)]
    svg = [polygon(mark.commands) for mark in svg_marks(files["hexes-cut.svg"].decode())]
    dxf = dxf_outlines(files["hexes-cut.dxf"])
    assert len(printed) == len(svg) == len(dxf) == count
    # Pairs that only lie elsewhere are compared once: to measure the distances of a circle takes long.
    pairs = {
        tuple(placed_at_zero(shape, outlines[0][0]) for shape in outlines)
        for other in (svg, dxf)
        for outlines in zip(printed, other, strict=True)
    }
    assert max(farthest(one, two) for one, two in pairs) <= 0.05


def test_a_hexagon_in_the_files_is_regular(game: GameOnDisk) -> None:
    files = products(game)
    svg = files["hexes-cut.svg"]
    assert isinstance(svg, BytesFile)
    for mark in svg_marks(bytes_of(svg.make()).decode()):
        points = polygon(mark.commands)
        sides = [math.dist(a, b) for a, b in pairwise([*points, points[0]])]
        assert sides == pytest.approx([17.32] * 6, abs=0.01)


# ---------------------------------------------------------------- places


def planned(shape: str, bleed: float = 0.0, **values: object) -> SheetPlan:
    card = (30.0, 34.64) if shape == "hexagon" else (30.0, 30.0)
    size = CardSize.model_validate({"width": card[0], "height": card[1], "shape": shape})
    plan = SheetPlan(A4, card, 1, 1, bleed=bleed, outline=outline_of(size), honeycomb="full", name="s")
    return own_plan(plan, grid(**values), 3.0)


@examples(40)
@given(
    shape=st.sampled_from(["hexagon", "circle"]),
    bleed=st.sampled_from([0.0, 2.0]),
    values=st.fixed_dictionaries(
        {},
        optional={
            "landscape": st.booleans(),
            "gap": st.sampled_from([4, 7]),
            "honeycomb": st.booleans(),
            "order": st.sampled_from(["rows", "columns", "stacks"]),
            "align": st.sampled_from(["top left", "bottom"]),
            "margins": st.sampled_from([5, 20]),
        },
    ),
)
def test_cards_of_a_honeycomb_do_not_overlap(shape: str, bleed: float, values: dict[str, object]) -> None:
    plan = planned(shape, bleed, **values)
    sheets = Sheets([SheetCard(face(str(i), *plan.card, 3), face(str(i), *plan.card, 3), "") for i in range(9)], plan)
    slots = sheets.slots("face")
    assert len(slots) == plan.count
    middles = [(x + width / 2, y + height / 2) for x, y, width, height in slots]
    gap = values.get("gap", 2 * bleed)
    assert isinstance(gap, int | float)
    least = min(math.dist(a, b) for i, a in enumerate(middles) for b in middles[:i])
    assert least == pytest.approx(30 + gap, abs=0.001) or values.get("honeycomb") is not True
    assert least >= 30 + gap - 0.001
    edge = 5 if values.get("margins", 5) == 5 else 20
    assert all(edge - 1e-6 <= x and x + w <= plan.paper[0] - edge + 1e-6 for x, _, w, _ in slots)


def unclipped(page: Scene) -> list[Placed]:
    """The cards of a page without the outlines that cut them off."""
    return [card for item in page.items if isinstance(item, Group) for card in item.items if isinstance(card, Placed)]


def test_thirty_hexagons_fit_on_a4_and_what_does_not_fit_is_said() -> None:
    assert planned("hexagon").count == 63
    assert planned("hexagon", 3.0).count == 42
    assert planned("hexagon", honeycomb=False).count == 48
    with pytest.raises(Exception, match=r"9 × 12 cards of 30 × 34\.64 mm do not fit") as error:
        planned("hexagon", columns=9, rows=12)
    assert "expected at most" in str(error.value.faults[0].hint)  # type: ignore[attr-defined]


def test_backs_of_a_honeycomb_are_behind_their_faces() -> None:
    plan = planned("hexagon", 2.0)
    cards = [SheetCard(face(name, 30, 34.64), face(name.lower(), 30, 34.64), name) for name in "ABCDEFGHIJKL"]
    pages = [replace(page, items=tuple(unclipped(page))) for page in Sheets(cards, plan)]
    assert assert_backs_are_behind_their_faces(pages, plan) == 12


def test_cards_that_touch_have_their_bleed_below_their_neighbours(game: GameOnDisk) -> None:
    (sheet,) = imposed_sheets(game.load(), game.layout(), Options())
    front = sheet.pages[0]
    assert len(unclipped(front)) == 2 * 40  # with bleed, then cut off
    marks = pdf_marks(pdf_bytes([front]))
    assert [mark for mark in marks if mark.width == pytest.approx(0.15)] == []  # there are no crop marks


# ---------------------------------------------------------------- outlines


@pytest.mark.parametrize("distance", [0.5, 3.0])
@pytest.mark.parametrize(
    "shape",
    [stretched_hexagon((0, 0, 30, 34.64)), ellipse(10, 10, 10), rectangle(0, 0, 20, 30), star((0, 0, 30, 30), 5, 0.5)],
)
def test_a_grown_outline_is_everywhere_as_far_away(
    shape: tuple[tuple[str, float, float], ...], distance: float
) -> None:
    inside = polygon(shape)
    for point in polygon(grown(shape, distance)):
        assert -distance - 0.005 <= depth_in(inside, *point)  # points inside are at corners that point inwards
    left, top, width, height = path_bounds(shape) or (0, 0, 0, 0)
    if len(shape) <= 7:
        wide = (left - distance, top - distance, width + 2 * distance, height + 2 * distance)
        assert path_bounds(grown(shape, distance)) == pytest.approx(wide, abs=0.01)


def test_the_outline_of_a_back_is_mirrored_and_that_of_a_landscape_side_turned() -> None:
    size = CardSize(width=20, height=30, shape="M0 0H20V20L0 30Z")
    assert polygon(side_outline(size, 20, 30, is_back=False)) == [(0, 0), (20, 0), (20, 20), (0, 30)]
    assert polygon(side_outline(size, 20, 30, is_back=True)) == [(20, 0), (0, 0), (0, 20), (20, 30)]
    # A landscape face is turned clockwise on the sheet, so its outline is the card's turned anticlockwise.
    assert polygon(side_outline(size, 30, 20, is_back=False)) == [(0, 20), (0, 0), (20, 0), (30, 20)]
    assert polygon(side_outline(size, 30, 20, is_back=True)) == [(30, 20), (30, 0), (10, 0), (0, 20)]


# ---------------------------------------------------------------- safe areas and faults


def test_text_is_checked_against_the_outline(game: GameOnDisk) -> None:
    assert game.check().findings == ()
    game.change("templates/tiny.yaml", "[5, 12, 20, 8]", "[4, 4.5, 20, 8]")  # inside of the rectangle
    codes = {finding.code for finding in game.check().findings}
    assert codes == {"CG102"}


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ("width: 30, height: 30, shape: hexagon", "30 × 34.64 mm, with a corner at the top"),
        ("width: 30, height: 34, shape: circle", "a circle is as wide as it is high"),
        ("width: 30, height: 20, shape: circle", "a circle is as wide as it is high"),
        ("width: 30, height: 34.64, shape: hexgon", "there is no shape 'hexgon' (did you mean 'hexagon'?)"),
        ("width: 30, height: 34.64, shape: hexagon, corner: 2", "corner: only a rectangle has round corners"),
        ("width: 30, height: 30, shape: M0 0H10V10", "one closed outline, which ends with Z"),
        ("width: 30, height: 30, shape: M0 0H10V20Z", "a card of 30 mm with this outline is 60 mm high"),
        ("width: 30, height: 30, shape: M0 0H10VZ", "expected a number: V takes 1"),
        ("width: 30, height: 30, shape: art/none.svg", "there is no file card_data/tiny/art/none.svg"),
        ("width: 30, height: 30, shape: art/shield.svg", "a card of 30 mm with this outline is 36 mm high"),
        ("width: 30, height: 30, shape: M0 0L9 9V0L0 9Z", "the outline crosses itself"),
    ],
)
def test_a_wrong_shape_is_said(game: GameOnDisk, size: str, expected: str) -> None:
    game.write("card_data/tiny/art/shield.svg", SHIELD)
    game.change(GAME, HEX, size)
    with pytest.raises(DataError) as caught:
        game.load()
    (fault,) = map(str, all_faults(caught.value).faults)  # with those of the cards, which are laid out all the same
    assert fault.startswith("card_data/tiny/game.yaml:6:")
    assert expected in fault


# ---------------------------------------------------------------- pictures


def test_pictures_of_shaped_cards_are_transparent_outside(game: GameOnDisk) -> None:
    game.change(GAME, "targets:\n", "targets:\n  cards: {decks: [main], dpi: 150}\n")
    files = products_of(game, "cards/*")
    pictures = dict(zip(files, to_pngs([file.picture for file in files.values()]), strict=True))
    cut, whole = (Pictures.open(io.BytesIO(pictures[f"cards/png/main-one{end}.png"])) for end in ("", "-bleed"))
    assert (cut.mode, whole.mode) == ("RGBA", "RGB")
    width, height = cut.size
    alpha = cut.getchannel("A")
    assert [alpha.getpixel(at) for at in ((0, 0), (width - 1, height - 1), (width // 2, height // 2))] == [0, 0, 255]
    share = sum(alpha.tobytes()) / 255 / (width * height)
    assert share == pytest.approx(0.75, abs=0.01)  # a hexagon is three quarters of the rectangle around it


@pytest.mark.parametrize(("corners", "mode"), [("", "RGB"), (", corners: transparent", "RGBA")])
def test_corners_of_rectangles_are_transparent_on_request(tmp_path: Path, corners: str, mode: str) -> None:
    game = tiny_game_in(tmp_path)
    game.change(GAME, "cards: {decks: [main]", f"cards: {{decks: [main], dpi: 72{corners}")
    files = products_of(game, "cards/png/main-one.png")
    (picture,) = to_pngs([file.picture for file in files.values()])
    assert Pictures.open(io.BytesIO(picture)).mode == mode


def products_of(game: GameOnDisk, only: str) -> dict[str, PngFile]:
    return {name: file for name, file in products(game, Options(only=(only,))).items() if isinstance(file, PngFile)}


def test_tables_of_other_programs_have_the_shape(game: GameOnDisk) -> None:
    game.change(GAME, "targets:\n", "targets:\n  exports: {screentop: {dpi: 72}, tabletop-simulator: {dpi: 72}}\n")
    sheet = products(game, Options(export="screentop"))["exports/screentop/main-faces.png"]
    assert isinstance(sheet, BytesFile)
    with Pictures.open(io.BytesIO(bytes_of(sheet.make()))) as picture:
        assert (picture.mode, picture.getpixel((0, 0))[3]) == ("RGBA", 0)  # type: ignore[index]
    saved = next(
        bytes_of(file.make())
        for name, file in products(game, Options(export="tabletop-simulator")).items()
        if name.endswith(".json") and isinstance(file, BytesFile)
    )
    assert b'"Type": 3' in saved  # a hexagon


def test_the_page_has_the_corners_of_a_shape_and_of_its_safe_area() -> None:
    size = CardSize(width=30, height=34.64, shape="hexagon")
    assert face_points(size, 30, 34.64)[:2] == [[0.5, 0], [1, 0.25]]
    inner = face_points(size, 30, 34.64, 3)
    assert inner[0] == pytest.approx([0.5, 0.1], abs=0.001)  # 3 mm inside of its sides are 3.46 mm at a corner
    assert inner[1] == pytest.approx([0.9, 0.3], abs=0.001)
    assert face_points(CardSize(width=30, height=30, shape="circle"), 30, 30) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("papers: [a4]", "papers: [a4], grid: {honeycomb: true, turned: true}", "cards that lie on their side"),
        (HEX, "width: 30, height: 34.64", "only hexagons and circles lie in a honeycomb"),
    ],
)
def test_what_cannot_be_shifted_is_said(game: GameOnDisk, old: str, new: str, expected: str) -> None:
    if old == HEX:
        game.change(GAME, "papers: [a4]", "papers: [a4], grid: {honeycomb: true}")
    game.change(GAME, old, new)
    (fault,) = game.faults()
    assert fault.startswith("card_data/tiny/game.yaml:")
    assert expected in fault


# ---------------------------------------------------------------- drawings of cards


def clips_in(items: Sequence[Item]) -> list[tuple[Command, ...]]:
    """Return the outlines that cut off groups, also those in groups and scenes."""
    clips: list[tuple[Command, ...]] = []
    for item in items:
        if isinstance(item, Group):
            clips += [item.clip.commands] if item.clip else []
            clips += clips_in(item.items)
    return clips


def test_rulebooks_and_boxes_show_cards_with_their_outlines(game: GameOnDisk) -> None:
    box = "\n  tuckboxes:\n    box: {deck: main, papers: [a4], titles: {en: Box}, show: [one, two], front: plain}"
    game.change(GAME, "papers: [a4]}", "papers: [a4]}" + box)
    game.change(GAME, "width: 30, height: 34.64", "width: 60, height: 69.28")
    loaded = game.load()
    outline = outline_of(loaded.decks["main"].size)
    laid = game.layout()
    sources = book_sources(loaded, laid)
    face, back = sources.face("one"), sources.back("main")
    assert back is not None
    fan = draw_fan([face], sources.corner, sources.outline)
    assert clips_in(fan.items) == [outline]
    assert len(clips_in(draw_pile(back, sources.corner, sources.outline).items)) == 4
    (clip,) = clips_in(draw_row([(face, True)], sources.corner, sources.outline).items)
    assert clip != outline  # upside down
    assert farthest(polygon(clip), polygon(outline)) < 0.01  # and the same, for a hexagon
    (place,) = draw_place(back, sources.corner, sources.outline).items
    assert isinstance(place, Shape)
    assert farthest(polygon(place.commands), polygon(outline)) < 0.01
    faces = [card.face.scene for card in laid["main"]]
    (page,) = layout_tuckbox(loaded, "box", "box.pdf", "a4", shown=faces)
    assert clips_in(page.items).count(outline) == 2
