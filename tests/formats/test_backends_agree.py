"""One scene, three backends: the same shapes within 0.001 mm, the same picture within a stated tolerance."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pictures
from PIL import ImageChops, ImageStat

from cardgen.building.plan import layout_game
from cardgen.cards.layout.cards import layout_deck
from cardgen.data.load import load_game
from cardgen.data.project import bundled_project
from cardgen.formats.paint import shown_rect
from cardgen.formats.pdf import Page, pdf_bytes
from cardgen.formats.png import render_page
from cardgen.formats.svg import to_svg
from cardgen.scene.items import (
    CUT,
    GlyphRun,
    Gradient,
    Group,
    Image,
    Item,
    Path,
    Pen,
    Placed,
    Scene,
    ellipse,
    polyline,
    rectangle,
    scale,
    then,
    translate,
    turn,
)
from tests.examples import examples
from tests.pictures import FADE, SUNSET, Mark, differences, everything, painted, pdf_marks, svg_marks
from tests.starters.projects import begun_in

# Averaged over blocks of 6 × 6 pixels (half a millimetre), no channel may differ by more than this of 255: the two
# renderers smooth edges and hint small text in their own ways, and pdfium widens pictures and clips to whole pixels.
MOST_IN_A_BLOCK = 48
# And this is the most that they may differ by on average over the whole picture.
MOST_ON_AVERAGE = 1.0


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return everything(tmp_path_factory.mktemp("art"))


#: A shape with a line about it.
DRAWN = (Path(rectangle(12, 1, 9, 9), fill="#cc2277", stroke="#111111", stroke_width=0.5),)

# ---------------------------------------------------------------- defects to plant


def changed(scene: Scene, change: Callable[[Item], Item | None]) -> Scene:
    """Return the scene with `change` applied to every item except groups; None removes the item."""

    def among(items: tuple[Item, ...]) -> tuple[Item, ...]:
        made = [replace(i, items=among(i.items)) if isinstance(i, Group) else change(i) for i in items]
        return tuple(item for item in made if item is not None)

    return replace(scene, items=among(scene.items))


def is_title(item: Item) -> bool:
    return isinstance(item, GlyphRun) and item.text.startswith("AVATAR To")


def shifted(item: Item) -> Item:
    return replace(item, x=item.x + 0.01) if isinstance(item, GlyphRun) and is_title(item) else item


def placed_aside(item: Item) -> Item:
    return replace(item, matrix=then(item.matrix, translate(0, 0.01))) if isinstance(item, Placed) else item


def missing(item: Item) -> Item | None:
    return None if isinstance(item, Path) and item.fill == "#556677" else item


def recoloured(item: Item) -> Item:
    return replace(item, fill="#557766") if isinstance(item, Path) and item.fill == "#cc2277" else item


def swapped(item: Item) -> Item:
    return replace(item, text=item.text.replace("垃", "块")) if isinstance(item, GlyphRun) else item


def bolder(item: Item) -> Item:
    return replace(item, stroke_width=0.515) if isinstance(item, Path) and item.stroke_width == 0.5 else item


def fainter(item: Item) -> Item:
    return replace(item, opacity=0.39) if isinstance(item, Path) and item.opacity == 0.4 else item


def unclipped(item: Item) -> Item:
    return replace(item, clip=None) if isinstance(item, Placed) else item


# ---------------------------------------------------------------- geometry


@pytest.mark.parametrize("bleed", [False, True])
def test_svg_and_pdf_paint_the_same_shapes(scene: Scene, bleed: bool) -> None:
    one = svg_marks(to_svg(scene, bleed))
    other = pdf_marks(pdf_bytes([Page(scene, bleed)]))
    assert len(one) > 25
    assert differences(one, other) == []


def test_a_scene_shown_twice_is_painted_as_one_shown_once(scene: Scene) -> None:
    once = pdf_bytes([scene])
    twice = pdf_bytes([scene, scene])
    assert differences(pdf_marks(once), pdf_marks(twice, 1)) == []


def test_a_cut_line_is_the_same_in_svg_and_pdf() -> None:
    line = Path(rectangle(1, 1, 9, 9), stroke="#e0007a", stroke_width=0.1, spot=CUT)
    scene, other = Scene(30, 30, (line, *DRAWN)), Scene(30, 30, (replace(line, spot=""), *DRAWN))
    assert [mark.spot for mark in svg_marks(to_svg(scene))] == [CUT, "", ""]
    assert differences(svg_marks(to_svg(scene, debug=True)), pdf_marks(pdf_bytes([scene]))) == []
    assert differences(svg_marks(to_svg(other)), pdf_marks(pdf_bytes([scene])))


DEFECTS = [shifted, placed_aside, missing, recoloured, swapped, bolder, fainter, unclipped]


@pytest.mark.parametrize("bleed", [False, True])
def test_svg_and_pdf_paint_the_same_gradients_pens_and_veils(bleed: bool) -> None:
    scene = painted()
    one = svg_marks(to_svg(scene, bleed, debug=True))
    assert len([mark for mark in one if mark.ramp]) == 8
    assert {veil for mark in one for veil in mark.veils} == {0.5, 0.7, 0.4}
    assert differences(one, pdf_marks(pdf_bytes([Page(scene, bleed)]))) == []
    assert differences(one, svg_marks(to_svg(scene, bleed))) == []


def repainted(item: Item) -> Item:
    fill = _ramp_of(item)
    return replace(item, fill=replace(fill, stops=FADE)) if isinstance(item, Path) and fill else item


def led_elsewhere(item: Item) -> Item:
    fill = _ramp_of(item)
    return replace(item, fill=replace(fill, end=(22.88, 0))) if isinstance(item, Path) and fill else item


def turned_aside(item: Item) -> Item:
    if not isinstance(item, Path) or not isinstance(item.fill, Gradient):
        return item
    is_slanted = item.fill.radius is None and item.fill.matrix[0] == 20.32
    return replace(item, fill=replace(item.fill, matrix=(20.32, 0.1, 0, 10.16, 25.4, 2.54))) if is_slanted else item


def blunt(item: Item) -> Item:
    return replace(item, pen=Pen("round")) if isinstance(item, Path) and item.pen.cap == "square" else item


def unbevelled(item: Item) -> Item:
    return replace(item, pen=replace(item.pen, dash_offset=0.41)) if isinstance(item, Path) and item.dash else item


def _ramp_of(item: Item) -> Gradient | None:
    """Return the gradient of an item that is filled with the ramp."""
    fill = item.fill if isinstance(item, Path) else None
    return fill if isinstance(fill, Gradient) and fill.end == (22.86, 0) else None


@pytest.mark.parametrize("defect", [repainted, led_elsewhere, turned_aside, blunt, unbevelled])
def test_the_comparison_sees_a_defect_in_a_gradient_or_a_pen(defect: Callable[[Item], Item | None]) -> None:
    pdf = pdf_marks(pdf_bytes([Page(painted(), False)]))
    assert differences(svg_marks(to_svg(changed(painted(), defect))), pdf)


@pytest.mark.parametrize("defect", DEFECTS)
def test_the_comparison_sees_a_planted_defect(scene: Scene, defect: Callable[[Item], Item | None]) -> None:
    whole, defective = to_svg(scene), to_svg(changed(scene, defect))
    pdf = pdf_marks(pdf_bytes([Page(scene, False)]))
    assert differences(svg_marks(whole), pdf) == []
    assert differences(svg_marks(defective), pdf)


def test_a_form_cuts_off_what_a_drawing_in_its_place_cuts_off() -> None:
    wide = Scene(8, 6, (Path(rectangle(-9, -9, 30, 30), fill="#112233"),), bleed=1)
    placed = Placed(wide, then(turn(90), translate(20, 5)))
    once = pdf_marks(pdf_bytes([Scene(40, 40, (placed,))]), clip_to_forms=True)
    twice = pdf_marks(pdf_bytes([Scene(40, 40, (placed, placed))]), clip_to_forms=True)
    (clip,) = once[0].clips
    assert twice[0].clips == (clip, clip)
    assert Mark("fill", clip, "").bounds == pytest.approx((13, 4, 21, 14), abs=0.001)


coordinates = st.floats(-100, 100, allow_nan=False).map(lambda v: round(v, 5))
points = st.tuples(coordinates, coordinates)
colours = st.integers(0, 0xFFFFFF).map(lambda v: f"#{v:06x}")
shapes = st.one_of(
    st.lists(points, min_size=2, max_size=5).map(lambda ps: polyline(*ps, close=len(ps) > 3)),
    st.tuples(coordinates, coordinates, st.floats(0.1, 50)).map(lambda c: ellipse(*c)),
)
gradients = st.builds(
    Gradient,
    st.sampled_from([SUNSET, FADE]),
    points,
    points,
    st.none() | st.floats(0.1, 50),
    st.sampled_from([(1.0, 0.0, 0.0, 1.0, 0.0, 0.0), (2.0, 0.5, -1.0, 3.0, 4.0, 5.0)]),
)
pens = st.builds(
    Pen,
    st.sampled_from(["butt", "round", "square"]),
    st.sampled_from(["miter", "round", "bevel"]),
    st.sampled_from([10.0, 4.0]),
    st.sampled_from([0.0, 0.7]),
)
paths = st.builds(
    Path,
    shapes,
    fill=st.none() | colours | gradients,
    stroke=st.none() | colours,
    stroke_width=st.sampled_from([0.0, 0.15, 1.0, 3.3]),
    dash=st.sampled_from([(), (1.0, 0.5), (2.25,)]),
    opacity=st.sampled_from([0.0, 0.25, 1.0, 1.0]),
    even_odd=st.booleans(),
    pen=pens,
    spot=st.sampled_from(["", "", CUT, "Crease 1"]),
)


scales, turns = st.floats(0.05, 8), st.floats(-360, 360)
matrices = st.one_of(
    points.map(lambda p: translate(*p)),
    turns.map(turn),
    scales.map(scale),
    st.tuples(scales, turns, points).map(lambda t: then(then(scale(t[0]), turn(t[1])), translate(*t[2]))),
)
drawings = st.recursive(
    paths,
    lambda inner: st.one_of(
        st.builds(
            Group,
            st.lists(inner, max_size=3).map(tuple),
            matrices,
            st.none() | st.builds(Path, shapes, even_odd=st.booleans()),
            st.sampled_from([1.0, 1.0, 0.3]),
        ),
        st.builds(
            Placed,
            st.builds(Scene, st.just(30.0), st.just(40.0), st.lists(inner, max_size=3).map(tuple), st.just(2.0)),
            matrices,
            st.none() | st.just((1.0, 2.0, 5.0, 6.0)),
        ),
    ),
    max_leaves=8,
)


@examples(40)
@given(st.lists(drawings, max_size=4).map(tuple), st.booleans())
def test_any_drawing_is_the_same_in_both(items: tuple[Item, ...], often: bool) -> None:
    scene = Scene(60, 90, items, bleed=3)
    pages = [scene, scene] if often else [scene]
    assert differences(svg_marks(to_svg(scene, True, debug=True)), pdf_marks(pdf_bytes(pages))) == []


# ---------------------------------------------------------------- pixels


@pytest.fixture(scope="module")
def in_chromium(browser: Any) -> Callable[[Scene], Pictures.Image]:
    """Return a function that renders a scene's SVG in Chromium, at 300 dpi with its bleed."""

    def picture_of(scene: Scene) -> Pictures.Image:
        width, height = size_of(scene)
        page = browser.new_page(viewport={"width": width, "height": height})
        try:
            drawing = to_svg(scene, bleed=True).partition("?>")[2]
            page.set_content(f'<body style="margin:0">{drawing}</body>')
            page.add_style_tag(content=f"svg {{ display: block; width: {width}px; height: {height}px }}")
            return Pictures.open(io.BytesIO(page.screenshot())).convert("RGB")
        finally:
            page.close()

    return picture_of


def size_of(scene: Scene) -> tuple[int, int]:
    _, _, width, height = shown_rect(scene, bleed=True)
    return round(width / 25.4 * 300), round(height / 25.4 * 300)


def apart(one: Pictures.Image, other: Pictures.Image) -> tuple[int, float]:
    """Return the difference of two pictures: in the worst channel of the worst block, and on average."""
    assert one.size == other.size
    blocks = ImageChops.difference(one.reduce(6), other.reduce(6))
    extremes: Any = blocks.getextrema()
    worst: int = max(high for _, high in extremes)
    return worst, sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


@pytest.mark.browser
def test_chromium_and_pdfium_show_the_same_picture(scene: Scene, in_chromium: Callable[..., Pictures.Image]) -> None:
    worst, average = apart(in_chromium(scene), render_page(pdf_bytes([scene]), 0, *size_of(scene)))
    assert worst <= MOST_IN_A_BLOCK
    assert average <= MOST_ON_AVERAGE


@pytest.mark.browser
def test_chromium_and_pdfium_show_the_same_gradients_and_veils(in_chromium: Callable[..., Pictures.Image]) -> None:
    scene = painted()
    worst, average = apart(in_chromium(scene), render_page(pdf_bytes([scene]), 0, *size_of(scene)))
    assert worst <= MOST_IN_A_BLOCK
    assert average <= MOST_ON_AVERAGE


def test_the_pictures_are_beside_their_scene(scene: Scene, tmp_path: FilePath) -> None:
    """Pictures are compared by their content: the same one in another place is the same mark."""
    moved = changed(scene, lambda item: item)
    assert svg_marks(to_svg(moved)) == svg_marks(to_svg(scene))
    again = everything(tmp_path)
    assert differences(svg_marks(to_svg(again)), svg_marks(to_svg(scene))) == []


@pytest.mark.parametrize("kind", ["turned photograph", "turned drawing", "grey of sixteen bits"])
def test_unusual_pictures_look_the_same_in_both(tmp_path: FilePath, kind: str) -> None:
    file = tmp_path / ("art.jpg" if kind == "turned photograph" else "art.png")
    if kind.startswith("turned"):
        picture, exif = Pictures.new("RGB", (40, 20), "#204080"), Pictures.Exif()
        picture.paste("#ffcc00", (0, 0, 20, 20))
        exif[0x0112] = 6
        picture.save(file, exif=exif, quality=95)
        expected = {(0, 0): (255, 204, 0), (0, 39): (32, 64, 128)}  # the left half has come to the top
    else:
        picture = Pictures.new("I;16", (20, 40), 40_000)
        picture.save(file)
        expected = {(0, 0): (156, 156, 156), (0, 39): (156, 156, 156)}
    scene = Scene(2, 4, (Image(file, file.suffix, (0, 0, 2, 4), (20, 40)),))
    (mark,) = svg_marks(to_svg(scene))
    assert mark.paint.startswith("(20, 40) ")
    page = render_page(pdf_bytes([scene]), 0, 20, 40)
    for at, colour in expected.items():
        pixel = page.getpixel(at)
        assert isinstance(pixel, tuple)
        assert all(abs(a - b) < 6 for a, b in zip(pixel, colour, strict=True))


# ---------------------------------------------------------------- the cards that people print


@pytest.fixture(scope="module")
def shipped() -> dict[str, Scene]:
    """Return every distinct face and back of Block-Killer by name."""
    project = bundled_project()
    laid = layout_game(load_game(project.game_folder("block-killer"), project.templates))
    return {side.scene.name: side.scene for cards in laid.values() for card in cards for _, side in card.sides}


@pytest.mark.full
def test_every_shipped_face_has_the_same_shapes_in_svg_and_pdf(shipped: dict[str, Scene]) -> None:
    assert len(shipped) == 28
    pdf = pdf_bytes(Page(scene) for scene in shipped.values())
    for page, scene in enumerate(shipped.values()):
        assert differences(svg_marks(to_svg(scene, bleed=True, debug=True)), pdf_marks(pdf, page)) == [], scene.name


def test_a_deck_of_drawn_pictures_has_the_same_shapes_in_svg_and_pdf(tmp_path: FilePath) -> None:
    game = begun_in(tmp_path, "poker").load()
    for deck in ("hearts", "jokers"):
        for card in layout_deck(game, game.decks[deck]):
            scene = card.face.scene
            assert differences(svg_marks(to_svg(scene, bleed=True)), pdf_marks(pdf_bytes([scene]))) == [], scene.name


@pytest.mark.browser
@pytest.mark.parametrize("name", ["blocks-T", "blocks-I", "blocks-back", "garbage-2-3", "garbage-x", "garbage-back"])
def test_shipped_faces_look_the_same_in_chromium_and_pdfium(
    shipped: dict[str, Scene], name: str, in_chromium: Callable[..., Pictures.Image]
) -> None:
    scene = shipped[name]
    worst, average = apart(in_chromium(scene), render_page(pdf_bytes([scene]), 0, *size_of(scene)))
    assert worst <= MOST_IN_A_BLOCK
    assert average <= MOST_ON_AVERAGE
