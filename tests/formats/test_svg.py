"""SVG: valid, self-contained, text as outlines, every placed scene stored once."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from pathlib import Path as FilePath
from xml.etree import ElementTree

import pytest
from PIL import Image as Pictures

from cardgen.formats.pdf import pdf_bytes
from cardgen.formats.svg import path_data, to_svg, without_ids
from cardgen.scene.items import CUT, Group, Image, Path, Placed, Scene, polyline, rectangle, scale, translate, turn
from cardgen.scene.keys import content_key
from tests.pictures import card, differences, everything, pdf_marks, photograph, sheet, svg_marks, text

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"


def parsed(scene: Scene, bleed: bool = False) -> ElementTree.Element:
    """Return the drawing; svgwrite checks every element and attribute."""
    return ElementTree.fromstring(to_svg(scene, bleed, debug=True).encode())


@pytest.fixture
def whole(tmp_path: FilePath) -> Scene:
    return everything(tmp_path)


def test_the_view_is_the_trim_or_all_that_is_drawn() -> None:
    root = parsed(card(1))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("63mm", "88mm", "0 0 63 88")
    root = parsed(card(1), bleed=True)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("69mm", "94mm", "-3 -3 69 94")
    assert root.get("overflow") == "hidden"


def test_a_sheet_is_shown_whole_with_or_without_bleed() -> None:
    paper = sheet(card(1))
    assert {parsed(paper, bleed).get("viewBox") for bleed in (False, True)} == {"0 0 210 297"}


def test_checked_and_unchecked_drawings_are_the_same(whole: Scene) -> None:
    assert to_svg(whole, debug=True) == to_svg(whole)


def test_the_document_has_a_title_and_a_description(whole: Scene) -> None:
    root = parsed(whole)
    assert root.get("role") == "img"
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "zh"
    title, description = root[0], root[1]
    assert (title.tag, title.text) == (f"{SVG}title", "Alles & 全部")
    assert (description.tag, description.text) == (f"{SVG}desc", "Every kind of item: <paths>, 文字, pictures")
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"


def test_without_texts_there_are_no_empty_labels() -> None:
    root = parsed(Scene(10, 10, ()))
    assert root.get("aria-labelledby") is None
    assert root.find(f"{SVG}title") is None
    assert root.find(f"{SVG}desc") is None


def test_control_characters_do_not_break_the_document() -> None:
    root = parsed(Scene(10, 10, (), title="a\x00b\x0bc\ud800", description="one\ntwo"))
    assert (root[0].text, root[1].text) == ("abc", "one\ntwo")


def test_text_is_outlines_only(whole: Scene) -> None:
    tags = {element.tag.removeprefix(SVG) for element in parsed(whole).iter()}
    assert tags == {"svg", "title", "desc", "defs", "g", "path", "clipPath", "use", "image"}


def test_each_run_is_one_path() -> None:
    run = text("Waving 方", 3, lang="zh")
    assert len(run) == 2
    marks = svg_marks(to_svg(Scene(60, 10, run)))
    assert len(marks) == 2
    assert marks[0].bounds[2] < marks[1].bounds[0]


def test_a_scene_placed_often_is_stored_once() -> None:
    face, back = card(1), card(2)
    root = parsed(sheet(face, back, face, face))
    (definitions,) = root.findall(f"{SVG}defs")
    stored = [element.get("id") for element in definitions if element.tag == f"{SVG}g"]
    used = [element.get(XLINK, "")[1:] for element in root.iter(f"{SVG}use")]
    assert len(stored) == 2
    assert used == [stored[0], stored[1], stored[0], stored[0]]
    assert len(list(definitions.iter(f"{SVG}clipPath"))) == 1  # the same cut for all


def test_ids_are_unique_and_every_reference_resolves(whole: Scene) -> None:
    document = to_svg(whole)
    ids = re.findall(r'\bid="([^"]+)"', document)
    assert len(ids) == len(set(ids))
    references = re.findall(r'(?:url\(#|xlink:href="#)([^)"]+)', document)
    assert references
    assert set(references) <= set(ids)


def test_ids_of_two_drawings_in_one_page_differ() -> None:
    one, two = (set(re.findall(r'\bid="([^"]+)"', to_svg(sheet(card(i))))) for i in (1, 2))
    assert one
    assert not one & two


def test_numbers_are_short(whole: Scene) -> None:
    document = re.sub(r"base64,[^\"]*", "", to_svg(whole))
    numbers = re.findall(r"-?\d+\.?\d*(?:e[-+]?\d+)?", " ".join(re.findall(r' (?:d|viewBox)="([^"]*)"', document)))
    assert len(numbers) > 1000
    for number in numbers:
        assert "e" not in number
        assert number != "-0"
        assert len(number.partition(".")[2]) <= 6  # four, and two more inside the group that is scaled by twelve
        assert not number.endswith(".0")
    assert path_data((("M", 0.00001, -0.00001), ("L", 1.23456789, 10.0), ("Z",))) == "M0 0L1.2346 10Z"


def test_enlarged_drawings_have_more_decimals() -> None:
    small = Path(rectangle(0, 0, 0.123456, 1), fill="#000000")
    (mark,) = svg_marks(to_svg(Scene(200, 200, (Group((small,), scale(100)),))))
    assert mark.bounds[2] == pytest.approx(12.3456, abs=1e-4)


def test_paths_that_paint_nothing_are_left_out() -> None:
    box = rectangle(0, 0, 1, 1)
    items = (
        Path(box),
        Path((), fill="#000000"),
        Path(box, fill="#000000", opacity=0),
        Path(box, stroke="#000000", stroke_width=0),
    )
    assert svg_marks(to_svg(Scene(5, 5, items))) == []


def test_fill_and_stroke_are_each_transparent() -> None:
    faint = Path(rectangle(0, 0, 4, 4), fill="#ff0000", stroke="#0000ff", stroke_width=1, opacity=0.25)
    (element,) = parsed(Scene(9, 9, (faint,))).findall(f"{SVG}path")
    assert (element.get("fill-opacity"), element.get("stroke-opacity")) == ("0.25", "0.25")
    assert element.get("opacity") is None


def test_pictures_are_embedded_unchanged(tmp_path: FilePath) -> None:
    for name, kind in (("a.jpg", "jpeg"), ("a.png", "png")):
        image = photograph(tmp_path, name)
        (element,) = parsed(Scene(20, 20, (image,))).findall(f"{SVG}image")
        head, _, data = element.get(XLINK, "").partition(",")
        assert head == f"data:image/{kind};base64"
        assert base64.b64decode(data) == image.file.read_bytes()
        assert element.get("preserveAspectRatio") == "none"
        assert [child.text for child in element] == ["two stripes"]


def test_a_picture_of_another_kind_becomes_a_png(tmp_path: FilePath) -> None:
    Pictures.new("RGB", (4, 4), (1, 2, 3)).save(tmp_path / "a.webp", lossless=True)
    root = parsed(Scene(20, 20, (Image(tmp_path / "a.webp", "x", (0, 0, 5, 5), (4, 4)),)))
    (element,) = root.findall(f"{SVG}image")
    assert base64.b64decode(element.get(XLINK, "").partition(",")[2]).startswith(b"\x89PNG")


def test_a_placed_scene_is_cut_at_its_bleed_or_its_clip() -> None:
    wide = Scene(10, 10, (Path(rectangle(-50, -50, 100, 100), fill="#123456"),), bleed=2)
    whole, cut = svg_marks(
        to_svg(Scene(60, 60, (Placed(wide, translate(20, 20)), Placed(wide, translate(20, 20), (1, 1, 3, 4)))))
    )
    assert whole.clips == (rectangle(18, 18, 14, 14),)
    assert cut.clips == (rectangle(21, 21, 3, 4),)


# ---------------------------------------------------------------- lines to cut along

LINE = Path(polyline((1, 1), (9, 1)), stroke="#e0007a", stroke_width=0.1, spot=CUT)
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"


def test_cut_lines_are_a_layer_of_their_own() -> None:
    plain = replace(LINE, spot="")
    root = parsed(Scene(10, 10, (plain, LINE, LINE, plain, LINE, replace(LINE, spot="Crease"))))
    layers = [group for group in root.iter(f"{SVG}g") if group.get("class") == "cut"]
    assert [group.get(f"{INKSCAPE}label") for group in layers] == [CUT, CUT, "Crease"]
    assert {group.get(f"{INKSCAPE}groupmode") for group in layers} == {"layer"}
    assert [len(group) for group in layers] == [2, 1, 1]
    assert len({group.get("id") for group in layers}) == 3
    assert [path.get("class") for path in root.iter(f"{SVG}path")] == [None, "cut", "cut", None, "cut", "cut"]
    assert {path.get("stroke") for path in root.iter(f"{SVG}path")} == {"#e0007a"}


def test_a_group_can_be_a_layer() -> None:
    inside = replace(LINE, spot="")
    scene = Scene(10, 10, (Group((inside,), translate(1, 2), layer="Print"), Group((inside,)), LINE))
    root = parsed(scene)
    layers = {group.get(f"{INKSCAPE}label"): group for group in root.iter(f"{SVG}g") if group.get(f"{INKSCAPE}label")}
    assert set(layers) == {"Print", CUT}
    assert layers["Print"].get("class") is None
    assert layers["Print"].get("transform") == "translate(1 2)"
    other, same = (Scene(10, 10, (Group((inside,), layer=layer),)) for layer in ("Print", ""))
    assert content_key(other) != content_key(same)


def test_a_drawing_without_cut_lines_has_no_layers() -> None:
    assert "inkscape" not in to_svg(Scene(10, 10, (replace(LINE, spot=""),)))


def test_a_picture_shown_often_is_stored_once(tmp_path: FilePath) -> None:
    photo = photograph(tmp_path)
    again = replace(photo, rect=(20.0, 3.0, 5.0, 9.0), description="")
    scene = Scene(40, 30, (photo, Group((again,), turn(20)), replace(photo, rect=(1 / 3, 9.0, 4.0, 4.0))))
    drawn = to_svg(scene, debug=True)
    assert drawn.count("base64") == 1
    assert drawn.count("<use") == 2
    assert differences(svg_marks(drawn), pdf_marks(pdf_bytes([scene]))) == []
    alone = to_svg(Scene(40, 30, (photo,)))
    assert "-i1" not in alone


def test_drawings_that_differ_only_in_ids_are_equal_without_ids(whole: Scene) -> None:
    drawing, other = (to_svg(replace(whole, bleed=bleed)).encode() for bleed in (3.0, 4.0))
    assert drawing != other
    assert without_ids(drawing) == without_ids(other)
    assert without_ids(drawing) != without_ids(to_svg(card(1)).encode())
