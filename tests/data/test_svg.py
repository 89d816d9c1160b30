"""SVG pictures: all elements and properties that are drawn, and a fault with its line for each other one."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import DataError, Place
from cardgen.data.pictures import Pictures
from cardgen.data.reading import Reader
from cardgen.data.svg import Drawing, budget
from cardgen.formats.svg import to_svg
from cardgen.scene.items import Gradient, Group, Matrix, Path, Rect, Scene, Stop, bounds_of, walk
from cardgen.scene.paths import move_path, path_bounds
from tests.cases import for_cases
from tests.examples import examples

ART = [
    path.read_text(encoding="utf-8") for path in sorted((FilePath(__file__).parents[2] / "docs" / "art").glob("*.svg"))
]
NAMESPACE = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def drawing(inside: str, view: str = "0 0 100 50", more: str = "") -> Drawing:
    return Drawing(f'<svg {NAMESPACE} viewBox="{view}" {more}>\n{inside}\n</svg>', "art.svg")


def drawn(inside: str, colour: str = "#000000", **more: str) -> list[tuple[Matrix, Path]]:
    return [(m, item) for m, item in walk(drawing(inside, **more).scene(colour).items) if isinstance(item, Path)]


def only(inside: str, colour: str = "#000000", **more: str) -> Path:
    ((_, path),) = drawn(inside, colour, **more)
    return path


def bounds(inside: str, **more: str) -> Rect:
    ((matrix, path),) = drawn(inside, **more)
    rect = path_bounds(move_path(path.commands, matrix))
    assert rect is not None
    return rect


def refused(inside: str, **more: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        drawing(inside, **more)
    return [str(fault) for fault in caught.value.faults]


def groups(scene: Scene) -> list[Group]:
    groups_: list[Group] = []
    queue = list(scene.items)
    while queue:
        item = queue.pop(0)
        if isinstance(item, Group):
            groups_.append(item)
            queue += item.items
    return groups_


# ---------------------------------------------------------------- shapes


@for_cases(
    ("element", "expected"),
    [
        ('<rect x="1" y="2" width="30" height="4"/>', (1, 2, 30, 4)),
        ('<rect width="100%" height="50%"/>', (0, 0, 100, 25)),
        ('<rect x="1" y="2" width="30" height="20" rx="5"/>', (1, 2, 30, 20)),
        ('<rect x="1" y="2" width="30" height="20" rx="5" ry="8"/>', (1, 2, 30, 20)),
        ('<circle cx="10" cy="20" r="5"/>', (5, 15, 10, 10)),
        ('<ellipse cx="10" cy="20" rx="5" ry="2"/>', (5, 18, 10, 4)),
        ('<polygon points="1,2 5,2 5,9"/>', (1, 2, 4, 7)),
        ('<path d="M1 2h3v4z"/>', (1, 2, 3, 4)),
        ('<rect width="1in" height="10mm"/>', (0, 0, 96, 960 / 25.4)),
    ],
)
def test_shapes_have_their_place_and_size(element: str, expected: Rect) -> None:
    assert bounds(element) == pytest.approx(expected)


def test_lines_are_strokes_only() -> None:
    line = only('<line x1="1" y1="2" x2="3" y2="4" stroke="#123456"/>')
    assert (line.commands, line.fill, line.stroke) == ((("M", 1, 2), ("L", 3, 4)), None, "#123456")
    assert only('<polyline points="1 2 3 4 5 2" fill="none" stroke="red"/>').commands[-1] == ("L", 5, 2)


@for_cases(
    "element", ['<rect width="0" height="5"/>', "<circle/>", '<path d=""/>', '<polygon points=""/>', '<line x2="5"/>']
)
def test_shapes_without_size_or_paint_are_not_drawn(element: str) -> None:
    assert drawn(element) == []


# ---------------------------------------------------------------- paint


@for_cases(
    ("written", "colour", "opacity"),
    [
        ("#1f6feb", "#1f6feb", 1),
        ("#ABC", "#aabbcc", 1),
        ("#11223380", "#112233", 128 / 255),
        ("rebeccapurple", "#663399", 1),
        ("Red", "#ff0000", 1),
        ("rgb(255, 0, 128)", "#ff0080", 1),
        ("rgb(100% 0% 0% / 50%)", "#ff0000", 0.5),
        ("rgba(1,2,3,.25)", "#010203", 0.25),
        ("hsl(120, 100%, 25%)", "#008000", 1),
        ("currentColor", "#00aa11", 1),
    ],
)
def test_colours(written: str, colour: str, opacity: float) -> None:
    path = only(f'<rect width="5" height="5" fill="{written}"/>', "#00aa11")
    assert path.fill == colour
    assert path.opacity == pytest.approx(opacity)


def test_current_colour_is_the_boxs_unless_the_picture_sets_another() -> None:
    inside = '<g color="#ff0000"><rect width="5" height="5" fill="currentColor"/></g>'
    assert only(inside, "#00aa11").fill == "#ff0000"
    one = drawing('<rect width="5" height="5" fill="currentColor"/>')
    assert one.scene("#00aa11") is one.scene("#00aa11")
    assert one.scene("#00aa11") is not one.scene("#00aa12")


def test_declarations_take_precedence_by_specificity() -> None:
    sheet = "<style>rect { fill: #000001 } .a, .b { fill: #000002; /* no */ } #x { fill: #000003 }</style>"
    assert only(f'{sheet}<rect width="5" height="5" fill="#000009"/>').fill == "#000001"
    assert only(f'{sheet}<rect class="b c" width="5" height="5"/>').fill == "#000002"
    assert only(f'{sheet}<rect class="b" id="x" width="5" height="5"/>').fill == "#000003"
    dark = sheet.replace(
        "</style>", "@media (prefers-color-scheme: dark) { rect { fill: #fff } * { fill: #ff0 } }</style>"
    )
    assert only(f'{dark}<rect width="5" height="5"/>').fill == "#000001"
    styled = '<rect class="b" id="x" width="5" height="5" style="fill:#000004;stroke:none"/>'
    assert only(sheet + styled).fill == "#000004"


def test_paint_is_inherited_and_opacity_is_not() -> None:
    inside = '<g fill="#112233" stroke="#445566" stroke-width="3"><circle r="5" stroke="none"/></g>'
    assert only(inside).fill == "#112233"
    path = only('<g stroke="#445566" stroke-width="3" fill="none"><circle r="5" stroke="inherit"/></g>')
    assert (path.fill, path.stroke, path.stroke_width) == (None, "#445566", 3)


def test_strokes_have_caps_joins_and_dashes() -> None:
    path = only(
        '<path d="M0 0h9" fill="none" stroke="#000" stroke-linecap="round" stroke-linejoin="bevel"'
        ' stroke-dasharray="4 2" stroke-dashoffset="1" stroke-miterlimit="7"/>'
    )
    assert (path.pen.cap, path.pen.join, path.pen.miter, path.pen.dash_offset) == ("round", "bevel", 7, 1)
    assert path.dash == (4, 2)
    assert only('<path d="M0 0h9" fill="none" stroke="#000"/>').pen.miter == 4  # the initial value of SVG
    assert only('<path d="M0 0h9" fill="none" stroke="#000" stroke-dasharray="0 0"/>').dash == ()


def test_fill_and_stroke_of_different_opacity_are_two_paths() -> None:
    both = '<rect width="5" height="5" fill="#111111" stroke="#222222" stroke-opacity="0.5"/>'
    (_, fill), (_, stroke) = drawn(both)
    assert (fill.fill, fill.stroke, fill.opacity) == ("#111111", None, 1)
    assert (stroke.fill, stroke.stroke, stroke.opacity) == (None, "#222222", 0.5)
    assert only(both.replace("0.5", "1")).stroke == "#222222"


def test_opacity_of_several_shapes_is_the_opacity_of_a_group() -> None:
    scene = drawing('<g opacity="0.5"><circle r="5"/><circle cx="4" r="5"/></g>').scene()
    (group,) = groups(scene)
    assert (group.opacity, len(group.items)) == (0.5, 2)
    assert only('<circle r="5" opacity="0.5" fill-opacity="0.5"/>').opacity == 0.25
    (group,) = groups(drawing('<circle r="5" opacity="0.5" stroke="red"/>').scene())
    assert group.opacity == 0.5


def test_hidden_elements_are_not_drawn() -> None:
    assert drawn('<g display="none"><text>no</text><circle r="5"/></g><g opacity="0"><circle r="5"/></g>') == []
    assert len(drawn('<g visibility="hidden"><circle r="5"/><circle r="6" visibility="visible"/></g>')) == 1


# ---------------------------------------------------------------- transforms, use and symbols


@for_cases(
    ("transform", "expected"),
    [
        ("translate(10 5)", (10, 5, 4, 2)),
        ("translate(10)", (10, 0, 4, 2)),
        ("scale(2)", (0, 0, 8, 4)),
        ("scale(2,3)", (0, 0, 8, 6)),
        ("rotate(90)", (-2, 0, 2, 4)),
        ("rotate(180 4 2)", (4, 2, 4, 2)),
        ("matrix(1 0 0 1 7 8)", (7, 8, 4, 2)),
        ("skewX(45)", (0, 0, 6, 2)),
        ("translate(10,0) scale(2)", (10, 0, 8, 4)),
    ],
)
def test_transforms(transform: str, expected: Rect) -> None:
    assert bounds(f'<rect width="4" height="2" transform="{transform}"/>') == pytest.approx(expected)


def test_a_view_box_is_moved_to_the_origin() -> None:
    scene = drawing('<rect x="10" y="20" width="5" height="5"/>', view="10 20 30 40").scene()
    assert (scene.width, scene.height) == (30, 40)
    ((matrix, path),) = [(m, item) for m, item in walk(scene.items) if isinstance(item, Path)]
    assert bounds_of(matrix, path_bounds(path.commands) or (0, 0, 0, 0)) == (0, 0, 5, 5)


def test_a_picture_may_have_a_size_and_no_view_box() -> None:
    picture = Drawing(f'<svg {NAMESPACE} width="10mm" height="48"/>', "art.svg")
    assert (picture.width, picture.height) == pytest.approx((960 / 25.4, 48))


def test_use_draws_an_element_again() -> None:
    inside = '<defs><rect id="r" width="4" height="2"/></defs><use xlink:href="#r" x="5" y="6" fill="#112233"/>'
    assert bounds(inside) == (5, 6, 4, 2)
    assert only(inside).fill == "#112233"
    symbol = '<symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol>'
    assert bounds(f'{symbol}<use href="#s" x="10" width="40" height="20"/>') == (20, 0, 20, 20)
    assert bounds('<svg x="10" y="5" width="20" height="20" viewBox="0 0 2 2"><rect width="2" height="1"/></svg>') == (
        10,
        5,
        20,
        10,
    )


def test_clips() -> None:
    clip = '<clipPath id="c">{}</clipPath><rect width="50" height="50" clip-path="url(#c)"/>'
    (group,) = groups(drawing(clip.format('<circle cx="9" cy="9" r="5"/>')).scene())
    assert group.clip is not None
    assert path_bounds(group.clip.commands) == pytest.approx((4, 4, 10, 10))
    two = '<rect width="5" height="5"/><path d="M9 0v5h5v-5z"/>'  # in opposite directions
    (group,) = groups(drawing(clip.format(two)).scene())
    assert group.clip is not None
    assert path_bounds(group.clip.commands) == pytest.approx((0, 0, 14, 5))
    assert drawn(clip.format("")) == []


def test_a_clip_path_may_have_the_units_of_the_bounding_box() -> None:
    clip = '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath>'
    (group,) = groups(drawing(f'{clip}<rect x="10" width="20" height="8" clip-path="url(#c)"/>').scene())
    assert group.clip is not None
    assert path_bounds(group.clip.commands) == (10, 0, 10, 8)


# ---------------------------------------------------------------- gradients

STOPS = '<stop offset="0" stop-color="#ff0000"/><stop offset="50%" style="stop-color:#00ff00;stop-opacity:.5"/>'


def gradient(element: str) -> Gradient:
    fill = only(f'<defs>{element}</defs><rect x="10" y="0" width="20" height="10" fill="url(#g)"/>').fill
    assert isinstance(fill, Gradient)
    return fill


def test_a_linear_gradient_fits_the_shape() -> None:
    fill = gradient(f'<linearGradient id="g">{STOPS}</linearGradient>')
    assert (fill.start, fill.end, fill.radius, fill.matrix) == ((0, 0), (1, 0), None, (20, 0, 0, 10, 10, 0))
    assert [(stop.offset, stop.colour, stop.opacity) for stop in fill.stops] == [
        (0, "#ff0000", 1),
        (0.5, "#00ff00", 0.5),
        (1, "#00ff00", 0.5),  # the last colour continues
    ]


def test_a_gradient_inherits_from_another() -> None:
    fill = gradient(
        f'<linearGradient id="f" x1="5" gradientUnits="userSpaceOnUse">{STOPS}</linearGradient>'
        '<radialGradient id="g" xlink:href="#f" cx="20" cy="5" r="8" fx="18" gradientTransform="scale(2)"/>'
    )
    assert (fill.start, fill.end, fill.radius, fill.matrix) == ((18, 5), (20, 5), 8, (2, 0, 0, 2, 0, 0))


def test_a_gradient_has_its_first_colour_inside_the_focal_circle() -> None:
    fill = gradient(f'<radialGradient id="g" r="1" fr="50%">{STOPS}</radialGradient>')
    assert [stop.offset for stop in fill.stops] == [0, 0.5, 0.75, 1]
    assert fill.stops[0] == Stop(0, "#ff0000")


def test_a_gradient_of_one_colour_is_that_colour() -> None:
    one = '<linearGradient id="g"><stop stop-color="#ff0000" stop-opacity=".5"/></linearGradient>'
    path = only(f'{one}<rect width="5" height="5" fill="url(#g)"/>')
    assert (path.fill, path.opacity) == ("#ff0000", 0.5)
    assert drawn('<linearGradient id="g"/><rect width="5" height="5" fill="url(#g)"/>') == []


# ---------------------------------------------------------------- unsupported features


@for_cases(
    ("inside", "message"),
    [
        ("<text>no</text>", "art.svg:2:1: <text> is not drawn in pictures (turn it into paths"),
        ('\n\n<g>\n <image href="a.png"/></g>', "art.svg:5:2: <image> is not drawn in pictures"),
        (
            "<script>alert()</script>",
            "<script> is not allowed in pictures (a picture has only shapes; nothing in it is executed)",
        ),
        ('<rect width="5" height="5" onclick="alert()"/>', "onclick would run a script"),
        ('<rect width="5" height="5" filter="url(#f)"/>', "<rect>: filter: url(#f) is not drawn in pictures"),
        ('<g style="mask:url(#m)"><circle r="5"/></g>', "<g>: mask: url(#m) is not drawn in pictures"),
        ('<rect width="5" height="5" fill="url(#no)"/>', "fill: '#no' is not in this picture"),
        ('<pattern id="p"/><rect width="5" height="5" fill="url(#p)"/>', "fill: '#p' is <pattern>, expected a colour"),
        ('<rect width="5" height="5" fill="blurple"/>', "<rect>: 'blurple' is not a supported colour"),
        ('<rect width="5em" height="5"/>', "<rect>: '5em' given, expected a length"),
        ('<rect width="-5" height="5"/>', "<rect>: width: -5 given, expected at least 0"),
        ('<path d="M0 0X"/>', "<path>: 'X' at character 5 of the path data"),
        ('<polygon points="1 2 3"/>', "points: an odd number of coordinates"),
        ('<rect width="5" height="5" transform="bend(3)"/>', "bend with 1 numbers is not a transform"),
        ('<use href="other.svg#x"/>', "there is no 'other.svg#x' in this picture"),
        ('<g id="a"><use href="#a"/></g><use href="#a"/>', "'#a' uses itself"),
        ("<style>a > b { fill: red }</style>", "the selector 'a > b' is not read in pictures"),
        ("<style>@import url(x.css);</style>", "the rule @import is not read in pictures"),
        ("<style>.a { fill: red !important }</style>", "is not read in pictures"),
        ('<rect width="5" height="5" clip-path="inset(3px)"/>', "'inset(3px)' is not a clipPath of this picture"),
        (
            f'<linearGradient id="g">{STOPS}</linearGradient><path d="M0 0l9 9" stroke="url(#g)"/>',
            "a stroke with a gradient is not drawn",
        ),
        (
            f'<linearGradient id="g" spreadMethod="reflect">{STOPS}</linearGradient>'
            '<rect width="5" height="5" fill="url(#g)"/>',
            "spreadMethod 'reflect' is not drawn",
        ),
        ('<marker id="m"/><path d="M0 0h9" marker-end="url(#m)"/>', "marker-end: url(#m) is not drawn"),
        ("<animate/>", "<animate> is not allowed"),
        ('<rect width="5" height="5" transform="skewX(90)"/>', "too large to be drawn after its transforms"),
        (
            f'<radialGradient id="g" fr="20%" fx="0">{STOPS}</radialGradient>'
            '<rect width="5" height="5" fill="url(#g)"/>',
            "fr and a focus outside its centre is not drawn",
        ),
    ],
)
def test_unsupported_features_are_reported_with_their_line(inside: str, message: str) -> None:
    (fault,) = refused(inside)
    assert message in fault
    assert fault.startswith("art.svg:")


def test_all_faults_are_reported_at_once() -> None:
    assert len(refused('<text/><rect width="1x" height="5"/>\n<g><image/></g>')) == 3


def test_notes_of_drawing_programs_are_not_drawn() -> None:
    inside = (
        '<metadata><x:a xmlns:x="urn:x">text</x:a></metadata><title>A</title><desc>B</desc>'
        '<i:view xmlns:i="urn:i" i:zoom="1"><i:g/><path d="M0 0h5v5z"/></i:view><defs><filter id="f"/></defs>'
    )
    assert drawn(inside) == []


@for_cases(
    ("text", "message"),
    [
        ("", "art.svg:1:1: not XML: no element found"),
        ("<svg", "not XML"),
        ("<p>hello</p>", "art.svg:1:1: the outermost element is p, expected svg"),
        ('<svg viewBox="0 0 1 1"/>', "the outermost element is svg, expected svg (<svg xmlns="),
        (f"<svg {NAMESPACE}/>", "a picture needs a viewBox, or a width and a height"),
        (f'<svg {NAMESPACE} viewBox="0 0 0 5"/>', "viewBox: '0 0 0 5' given, expected x, y, width and height"),
        (f'<!DOCTYPE svg [<!ENTITY a "b">]><svg {NAMESPACE}/>', "the picture declares the entity 'a'"),
        (f'<!DOCTYPE svg SYSTEM "x.dtd"><svg {NAMESPACE} viewBox="&v;"/>', "&v; is an entity"),
    ],
)
def test_invalid_pictures_are_reported(text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        Drawing(text, "art.svg")
    assert message in str(caught.value)


def test_the_doctype_of_the_standard_is_ignored() -> None:
    doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    assert Drawing(f'{doctype}<svg {NAMESPACE} viewBox="0 0 5 4"/>', "art.svg").height == 4


def test_a_picture_whose_elements_multiply_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_STEPS", 50_000)
    levels = "".join(f'<g id="l{i + 1}"><use href="#l{i}"/><use href="#l{i}"/></g>\n' for i in range(25))
    (fault,) = refused(f'<defs><g id="l0"/>{levels}</defs><use href="#l25"/>')
    assert "the picture is too complex: with this element it takes more than 50,000 steps to draw" in fault
    assert "60 levels of groups" in refused("<g>" * 70 + "</g>" * 70)[0]


@examples(150)
@given(
    st.sampled_from(ART),
    st.integers(0, 10_000),
    st.integers(0, 30),
    st.text('<>/"=#%.-0129eMAzurl(scaletn xg\n', max_size=20),
)
def test_any_file_is_read_or_refused(text: str, position: int, length: int, replacement: str) -> None:
    position %= len(text)
    try:
        scene = Drawing(text[:position] + replacement + text[position + length :], "art.svg").scene()
    except DataError:
        return
    assert to_svg(scene)


def test_a_refused_picture_is_read_once(tmp_path: FilePath) -> None:
    (tmp_path / "a.svg").write_text(f'<svg {NAMESPACE} viewBox="0 0 40 20"><text/></svg>')
    pictures = Pictures(Reader(tmp_path, tmp_path))
    errors = []
    for line in (1, 2):
        with pytest.raises(DataError) as caught:
            pictures.open("a.svg", Place("t.yaml", line, 1))
        errors.append(caught.value)
    assert errors[0] is errors[1]


def test_decks_share_a_picture(tmp_path: FilePath) -> None:
    (tmp_path / "a.svg").write_text(f'<svg {NAMESPACE} viewBox="0 0 40 20"><rect width="9" height="9"/></svg>')
    one, two = (Pictures(Reader(tmp_path, tmp_path)).open("a.svg", Place()).drawing for _ in range(2))
    assert one is not None
    assert two is not None
    assert one.scene("#112233") is two.scene("#112233")


def test_svg_files_are_recognised_by_their_suffix(tmp_path: FilePath) -> None:
    (tmp_path / "a.svg").write_text(f'\ufeff<svg {NAMESPACE} viewBox="0 0 40 20"><rect width="9" height="9"/></svg>')
    pictures = Pictures(Reader(tmp_path, tmp_path))
    picture = pictures.open("a.svg", Place("t.yaml", 1, 1))
    assert picture.size == (40, 20)
    assert picture.drawing is not None
    (tmp_path / "b.svg").write_text(f'<svg {NAMESPACE} viewBox="0 0 40 20">\n<text/></svg>')
    with pytest.raises(DataError, match=r"^b\.svg:2:1: <text> is not drawn"):
        pictures.open("b.svg", Place("t.yaml", 1, 1))
