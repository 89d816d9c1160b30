"""Registration marks: their shapes, the white places beside them, and the cards that are laid out between them."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from itertools import pairwise, product

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pictures

from cardgen.base.records import replace
from cardgen.base.units import PAPERS
from cardgen.data.regmarks import RegistrationMarks
from cardgen.formats.pdf import pdf_bytes
from cardgen.formats.svg import to_svg
from cardgen.products.imposition.cutting import cut_drawing
from cardgen.products.imposition.impose import SheetCard, Sheets
from cardgen.products.imposition.plan import FitError, SheetPlan, lay_grid
from cardgen.products.imposition.regmarks import clear_places, cut_area, fit_marked_plan, mark_paths
from cardgen.scene.items import GlyphRun, Path, Rect, Scene, apply, rectangle, walk
from cardgen.scene.paths import path_bounds
from tests.cases import for_cases
from tests.examples import examples
from tests.runs import texts_in

A4 = PAPERS["a4"]
STANDARD = (63.0, 88.0)
USUAL = RegistrationMarks()
DPI = 600


def bounds(path: Path) -> tuple[float, ...]:
    left, top, width, height = path_bounds(path.commands) or (0, 0, 0, 0)
    return tuple(round(value, 6) for value in (left, top, left + width, top + height))


def sheet(plan: SheetPlan, colour: str = "#000000", copies: int = 500, back: str = "") -> list[Scene]:
    """Return the pages of black cards with bleed: anything where it must not be is seen."""
    width, height = plan.card

    def side(colour: str) -> Scene:
        ground = Path(rectangle(-4, -4, width + 8, height + 8), fill=colour)
        return Scene(width, height, (ground,), bleed=4.0, name="c")

    card = SheetCard(side(colour), side(back) if back else None, "c")
    return list(Sheets([card] * copies, replace(plan, languages=("en", "zh-Hans")))[:2])


def ink(page: Scene) -> Pictures.Image:
    """Return a page at DPI: 255 where it is dark, 0 elsewhere."""
    with pypdfium2.PdfDocument(io.BytesIO(pdf_bytes([page]))) as document:
        picture: Pictures.Image = document[0].render(scale=DPI / 72).to_pil().convert("L")
        return picture.point([255] * 128 + [0] * 128)


def pixels(rect: Sequence[float], beyond: int = 0) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom in mm as pixels."""
    left, top, right, bottom = (round(value / 25.4 * DPI) for value in rect)
    return (left - beyond, top - beyond, right + beyond, bottom + beyond)


def extent(dark: Pictures.Image, rect: Sequence[float]) -> tuple[float, ...]:
    """Return left, top, right and bottom of what is dark in a part of a page (left, top, right and bottom), mm."""
    left, top, *_ = box = pixels(rect)
    found = dark.crop(box).getbbox()
    assert found is not None
    return tuple((value + (left, top)[i % 2]) * 25.4 / DPI for i, value in enumerate(found))


# ---------------------------------------------------------------- shapes


def test_there_are_a_square_and_two_angles_or_four_angles() -> None:
    assert [bounds(path) for path in mark_paths(USUAL, A4)] == [
        (10, 10, 15, 15),
        (180, 9.75, 200.25, 30),
        (9.75, 267, 30, 287.25),
    ]
    four = mark_paths(RegistrationMarks(four=True, length=12, width=1), A4)
    assert [bounds(path) for path in four] == [
        (9.5, 9.5, 22, 22),
        (188, 9.5, 200.5, 22),
        (188, 275, 200.5, 287.5),
        (9.5, 275, 22, 287.5),
    ]
    assert {path.fill for path in four} == {"#000000"}
    assert not any(path.stroke for path in four)


def test_the_white_places_are_inside_of_the_angles() -> None:
    assert clear_places(USUAL, A4) == (
        (9.75, 266.75, 20.5, 20.5),
        (10.0, 10.0, 7.0, 7.0),
        (179.75, 9.75, 20.5, 20.5),
    )
    # Arms longer than the white space: it is beside both.
    assert clear_places(RegistrationMarks(clear=10), A4)[:2] == (
        (9.75, 267.0, 10.5, 20.25),
        (9.75, 276.75, 20.25, 10.5),
    )


# ---------------------------------------------------------------- printed and measured


@pytest.mark.parametrize(
    "marks", [USUAL, RegistrationMarks(inset=12.5, square=6, length=15, width=0.3, clear=16, four=False)]
)
def test_printed_marks_are_as_large_as_their_values(marks: RegistrationMarks) -> None:
    plan = fit_marked_plan(A4, STANDARD, marks)
    dark = ink(sheet(plan, colour="#ffffff")[0])
    (width, height), inset, half, long = plan.paper, marks.inset, marks.width / 2, marks.length
    right, bottom, end = width - inset, height - inset, inset + marks.square
    measured = {
        (5, 5, end + 5, end + 5): (inset, inset, end, end),
        (right - long - 1, 5, right + 5, inset + long + 1): (right - long, inset - half, right + half, inset + long),
        (5, bottom - long - 1, inset + long + 1, bottom + 5): (
            inset - half,
            bottom - long,
            inset + long,
            bottom + half,
        ),
        # Parts of the arms, across which the width of their lines is measured.
        (right - 9, 5, right - 8, 20): (right - 9, inset - half, right - 8, inset + half),
        (5, bottom - 9, 20, bottom - 8): (inset - half, bottom - 9, inset + half, bottom - 8),
    }
    for part, expected in measured.items():
        assert extent(dark, part) == pytest.approx(expected, abs=0.05)
    wider = replace(plan, marks=marks.model_copy(update={"width": marks.width + 0.2, "length": long + 0.2}))
    spoilt = ink(sheet(wider, colour="#ffffff")[0])
    assert [extent(spoilt, part) == pytest.approx(expected, abs=0.05) for part, expected in measured.items()] == [
        True,
        *[False] * 4,
    ]


@pytest.mark.parametrize(
    ("marks", "bleed"), [(USUAL, 0.0), (RegistrationMarks(four=True, clear=12, length=12), 3.0)], ids=["edge", "bleed"]
)
def test_nothing_is_printed_in_the_white_places(marks: RegistrationMarks, bleed: float) -> None:
    plan = fit_marked_plan(A4, STANDARD, marks, bleed)
    page = sheet(plan)[0]

    def is_clean(page: Scene) -> bool:
        dark = ink(page)
        for path in mark_paths(marks, plan.paper):
            for shape in arms(path) if len(path.commands) > 5 else [bounds(path)]:
                dark.paste(0, pixels(shape, 1))
        return all(dark.crop(pixels((x, y, x + w, y + h))).getbbox() is None for x, y, w, h in places)

    places = clear_places(marks, plan.paper)
    assert is_clean(page)
    assert not is_clean(sheet(replace(plan, origin=(marks.inset, marks.inset), empty=()))[0])
    assert not is_clean(
        replace(page, items=(*page.items, Path(rectangle(12, plan.paper[1] - 17, 1, 1), fill="#333333")))
    )


def arms(angle: Path) -> list[tuple[float, ...]]:
    """Return the two arms of an angle as left, top, right and bottom."""
    points = [tuple(numbers) for _, *numbers in angle.commands if numbers]
    (x0, y0), (x1, _), (_, y2), (x3, _), (_, y4) = (points[i] for i in (0, 1, 2, 3, 4))
    one, other = ((x0, x1), (y0, y2)), ((x0, x3), (y0, y4))
    return [(min(xs), min(ys), max(xs), max(ys)) for xs, ys in (one, other)]


def test_the_values_are_printed_in_each_language() -> None:
    page = sheet(fit_marked_plan(A4, STANDARD, USUAL))[0]
    text = "".join(texts_in(page.items))
    for value in ("inset10mm", "square5mm", "length20mm", "thickness0.5mm", "190×277mm", "定位标记", "边距10mm"):
        assert value in text.replace(" ", "")
    words = [apply(matrix, item.x, item.baseline) for matrix, item in walk(page.items) if isinstance(item, GlyphRun)]
    names = [y for x, y in words]
    assert min(names) > 297 - 10  # below the marks, where no angle is
    assert max(names) < 297 - 5
    assert min(x for x, _ in words) > 30.25


def test_only_the_faces_have_marks_and_no_page_has_crop_marks() -> None:
    face, back = sheet(fit_marked_plan(A4, STANDARD, USUAL), back="#ffffff")
    black = [[item for item in page.items if isinstance(item, Path)] for page in (face, back)]
    assert [len(paths) for paths in black] == [3, 0]


# ---------------------------------------------------------------- cards


def kept(plan: SheetPlan) -> list[Rect]:
    return list(lay_grid(plan).slots)


@for_cases(
    ("paper", "marks", "bleed", "count", "landscape"),
    [
        ("a4", USUAL, 0.0, 7, False),
        ("a4", USUAL, 3.0, 6, True),
        ("letter", USUAL, 0.0, 6, False),
        ("a4", RegistrationMarks(clear=10, length=10), 0.0, 8, True),
        ("a4", RegistrationMarks(skip=True), 0.0, 6, False),
    ],
)
def test_as_many_cards_as_the_marks_leave_room_for(
    paper: str, marks: RegistrationMarks, bleed: float, count: int, landscape: bool
) -> None:
    plan = fit_marked_plan(PAPERS[paper], STANDARD, marks, bleed)
    assert len(kept(plan)) == count
    assert (plan.paper[0] > plan.paper[1]) == landscape
    assert plan.bleed >= 0.5


def test_the_place_at_the_lower_left_angle_can_stay_empty() -> None:
    token = (25.0, 25.0)
    every, fewer = (fit_marked_plan(A4, token, RegistrationMarks(skip=skip), 2.0) for skip in (False, True))
    (gone,) = set(kept(every)) - set(kept(fewer))
    assert gone[0] < 45
    assert gone[1] > 297 - 75
    assert min(math.dist((x + 12.5, y + 12.5), (10, 287)) for x, y, _, _ in kept(every)) == pytest.approx(
        math.dist((gone[0] + 12.5, gone[1] + 12.5), (10, 287))
    )


@examples(40)
@given(
    st.sampled_from(["a4", "letter", "a3", "legal"]),
    st.floats(20, 100),
    st.floats(20, 120),
    st.sampled_from([0.0, 1.5, 3.0]),
    st.booleans(),
    st.floats(5, 30),
)
def test_cards_are_between_the_marks_and_apart(
    paper: str, width: float, height: float, bleed: float, four: bool, clear: float
) -> None:
    marks = RegistrationMarks(four=four, clear=clear)
    plan = fit_marked_plan(PAPERS[paper], (width, height), marks, bleed)
    left, top, wide, tall = cut_area(marks, plan.paper)
    own = plan.bleed
    assert kept(plan)
    for x, y, w, h in kept(plan):
        assert left - 1e-6 <= x - own
        assert x + w + own <= left + wide + 1e-6
        assert top - 1e-6 <= y - own
        assert y + h + own <= top + tall + 1e-6
    for (x, y, w, h), (a, b, c, d) in product(kept(plan), clear_places(marks, plan.paper)):
        assert x - own >= a + c - 1e-6 or x + w + own <= a + 1e-6 or y - own >= b + d - 1e-6 or y + h + own <= b + 1e-6
    assert all(one[0] + one[2] <= other[0] + 1e-6 or one[1] < other[1] for one, other in pairwise(kept(plan)))


def test_a_card_or_marks_that_do_not_fit_are_faults_with_figures() -> None:
    with pytest.raises(FitError) as wrong:
        fit_marked_plan(A4, (185.0, 250.0), USUAL, name="big")
    assert str(wrong.value) == (
        "cardgen: big: no card of 185 × 250 mm fits 210 × 297 mm paper between registration marks "
        "(with 0 mm bleed it must fit in 190 × 277 mm, beside the 20 mm at each mark that stay white)"
    )
    with pytest.raises(FitError, match=r"registration marks do not fit 60 × 200 mm paper \(expected 61.5 × 61.5 mm"):
        fit_marked_plan((60.0, 200.0), (20.0, 20.0), USUAL)
    with pytest.raises(FitError, match=r"s: the values of the registration marks do not fit below them"):
        sheet(fit_marked_plan((70.0, 150.0), (20.0, 20.0), USUAL, name="s"))


# ---------------------------------------------------------------- in the cut file


def test_a_cut_file_has_the_marks_in_a_layer_that_is_not_cut() -> None:
    plan = fit_marked_plan(A4, STANDARD, USUAL)
    outlines = [rectangle(*slot, 3.0) for slot in kept(plan)]
    drawing = cut_drawing(A4, outlines, marks=mark_paths(USUAL, A4), name="x", title="x", lang="en")
    text = to_svg(drawing, debug=True)
    cut, marks = text.split('inkscape:label="Regmarks"')
    assert 'inkscape:label="Cut"' in cut
    assert cut.count("<path") == len(outlines)
    assert marks.count("<path") == 3
    assert marks.count('fill="#000000"') == 3
    assert "stroke" not in marks
    assert 'width="210mm"' in text
    assert 'viewBox="0 0 210 297"' in text
