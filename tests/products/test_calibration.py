"""The calibration sheet, proved by using it: what is read on a sheet of a printer with errors corrects these errors."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path as FilePath
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.records import replace
from cardgen.base.units import PAPERS
from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.products.calibration.drawing import calibration_pages, sheet_fonts
from cardgen.products.calibration.marks import CROSS_COLOUR
from cardgen.products.calibration.product import PRODUCT
from cardgen.products.calibration.readings import back_offset_of, front_offset_of, scale_of
from cardgen.products.files import PagesFile
from cardgen.products.imposition.plan import FitError, Flip, back_mirror
from cardgen.products.imposition.printed import page_matrix, printed_pages
from cardgen.products.options import Options
from cardgen.products.printers import Printer
from cardgen.scene.items import GlyphRun, Matrix, Path, Scene, apply, bounds_of, then, walk
from cardgen.scene.keys import content_key
from cardgen.text.ink import ink_of
from tests.examples import examples
from tests.formats.world import SAMPLES, font_of
from tests.games_on_disk import tiny_game_in

A4 = PAPERS["a4"]
LETTER = PAPERS["letter"]
Point = tuple[float, float]


def texts(scene: Scene) -> list[tuple[Matrix, GlyphRun]]:
    return [(matrix, item) for matrix, item in walk(scene.items) if isinstance(item, GlyphRun)]


def middle(matrix: Matrix, run: GlyphRun) -> Point:
    x, y, width, height = bounds_of(matrix, ink_of(run))
    return (x + width / 2, y + height / 2)


def arms(back: Scene) -> list[tuple[Point, Point]]:
    """Return the arms of the crosses on the back page: all straight lines in their colour."""
    result = []
    for matrix, item in walk(back.items):
        if isinstance(item, Path) and item.stroke == CROSS_COLOUR and len(item.commands) % 2 == 0:
            points = [apply(matrix, x, y) for _, *(x, y) in item.commands]
            result += list(zip(points[::2], points[1::2], strict=True))
    assert len(result) == 4
    return result


def letters(scene: Scene) -> dict[str, Point]:
    return {run.text: middle(matrix, run) for matrix, run in texts(scene) if run.text in ("A", "B") and run.size > 5}


def crossing(arm: tuple[Point, Point], axis: int, at: float) -> float:
    """Return the other coordinate of the arm's line at `at` along `axis`."""
    (p, q), other = arm, 1 - axis
    return p[other] + (at - p[axis]) / (q[axis] - p[axis]) * (q[other] - p[other])


def scales(front: Scene, letter: Point) -> tuple[float, float, Callable[[float], float], Callable[[float], float]]:
    """Return y of a target's horizontal scale, x of its vertical one, and their readings at a place."""
    numbers = [
        (middle(matrix, run), float(run.text.replace("−", "-").replace("+", "")))
        for matrix, run in texts(front)
        if run.text.lstrip("−+").isdigit() and math.dist(middle(matrix, run), letter) < 40 and run.size < 2.2
    ]
    assert len(numbers) == 10, "two scales from -6 to 6"
    level = [(place, value) for place, value in numbers if sum(abs(p[1] - place[1]) < 0.5 for p, _ in numbers) >= 5]
    upright = [entry for entry in numbers if entry not in level]
    assert len(level) == len(upright) == 5

    def reading(entries: list[tuple[Point, float]], axis: int) -> Callable[[float], float]:
        entries = sorted(entries, key=lambda entry: entry[1])
        (first, low), (last, high) = entries[0], entries[-1]
        assert abs(last[axis] - first[axis]) == pytest.approx(high - low, rel=0.05)
        return lambda place: low + (place - first[axis]) / (last[axis] - first[axis]) * (high - low)

    return level[0][0][1], upright[0][0][0], reading(level, 0), reading(upright, 1)


def read_sheet(front: Scene, back: Scene, flip: Flip) -> list[Point]:
    """Return the readings (x, y) at A and at B of a printed sheet."""
    paper = (front.width, front.height)
    seen = back_mirror(paper, flip)
    lines = [(apply(seen, *p), apply(seen, *q)) for p, q in arms(back)]
    readings = []
    for _, letter in sorted(letters(front).items()):
        mine = sorted(lines, key=lambda line: math.dist(letter, ((line[0][0] + line[1][0]) / 2, line[0][1])))[:2]
        upright = max(mine, key=lambda line: abs(line[0][1] - line[1][1]))
        level = min(mine, key=lambda line: abs(line[0][1] - line[1][1]))
        y, x, read_x, read_y = scales(front, letter)
        readings.append((read_x(crossing(upright, 1, y)), read_y(crossing(level, 0, x))))
    return readings


def lengths(front: Scene) -> tuple[float, float]:
    """Return the lengths of the rulers G and H as they are printed, across and down."""
    result = {}
    for matrix, item in walk(front.items):
        if isinstance(item, Path) and len(item.commands) == 2 * 102:
            points = [apply(matrix, x, y) for _, *(x, y) in item.commands]
            ticks = points[2::2]
            assert len({round(math.dist(a, b), 6) for a, b in pairwise(ticks)}) == 1
            result[abs(points[0][0] - points[1][0]) < 1] = math.dist(*points[:2])
    return result[False], result[True]


def distances(front: Scene) -> tuple[float, float, float, float]:
    """Return the distances of the thick lines from the edges of the paper: top, right, bottom, left."""
    found: dict[bool, list[float]] = {True: [], False: []}
    for matrix, item in walk(front.items):
        if isinstance(item, Path) and item.stroke_width == 0.5:
            (ax, ay), (bx, by) = (apply(matrix, x, y) for _, *(x, y) in item.commands)
            level = abs(ay - by) < 1
            found[level].append((ay + by) / 2 if level else (ax + bx) / 2)
    (top, bottom), (left, right) = sorted(found[True]), sorted(found[False])
    return (top, front.width - right, front.height - bottom, left)


@cache
def sheet(paper: Point, flip: Flip) -> tuple[Scene, Scene]:
    return calibration_pages(paper, flip=flip, languages=("en",))


def measure(front: Scene, back: Scene, flip: Flip, error: Printer) -> Printer:
    """Return the printer that somebody enters who measures the sheet."""
    paper = (front.width, front.height)
    printed = printed_pages([front, back], error, flip, [False, True])
    first, second = read_sheet(printed[0], printed[1], flip)
    across, down = lengths(printed[0])
    return Printer(
        back_offset=back_offset_of(first, second, paper),
        front_offset=front_offset_of(distances(printed[0])),
        scale=(scale_of(across), scale_of(down)),
    )


@examples(40)
@given(
    paper=st.sampled_from([A4, LETTER]),
    flip=st.sampled_from(["long", "short"]),
    x=st.floats(-3, 3),
    y=st.floats(-3, 3),
    angle=st.floats(-0.5, 0.5),
    right=st.floats(-3, 3),
    down=st.floats(-3, 3),
    across=st.floats(98, 102),
    along=st.floats(98, 102),
)
def test_what_is_measured_corrects_the_printer(
    paper: Point, flip: Flip, x: float, y: float, angle: float, right: float, down: float, across: float, along: float
) -> None:
    error = Printer("", None, (x, y, angle), (right, down), (across, along))
    printer = measure(*sheet(paper, flip), flip, error)
    for back in (False, True):
        correction = page_matrix(paper, printer, flip, back=back)
        put_right = then(correction, page_matrix(paper, error, flip, back=back))
        for corner in ((0.0, 0.0), (paper[0], 0.0), (0.0, paper[1]), paper):
            assert math.dist(apply(put_right, *corner), corner) < 0.3
    # The sheet printed again for this printer has nothing left to correct.
    left = measure(*calibration_pages(paper, flip=flip, languages=("en",), printer=printer), flip, error)
    assert math.hypot(*left.back_offset, *left.front_offset) < 0.3
    assert left.scale == pytest.approx((100, 100), abs=0.1)


def test_the_worked_example_is_right() -> None:
    x, y, angle = back_offset_of((1.0, -0.5), (0.6, -0.7), A4)
    assert (round(x, 2), round(y, 2), round(angle, 2)) == (0.8, -0.6, 0.11)
    assert front_offset_of((24, 23.5, 22, 22.5)) == (0.5, -1)
    assert (round(scale_of(99.7), 1), round(scale_of(99), 1)) == (100.3, 101)
    text = "".join(run.text for _, run in texts(sheet(A4, "long")[0]))
    assert "0.286" in text
    assert (
        "cardgen printer add office --margins=3,3,12.5,3 --scale=100.3,101 --front-offset=0.5,-1 "
        "--back-offset=0.8,-0.6,0.11"
    ) in text


@pytest.mark.parametrize("printer", [None, Printer("b", None, (0, 0, 0), (2, 1), (101, 99))])
def test_the_scales_at_the_edges_show_what_the_printer_leaves_blank(printer: Printer | None) -> None:
    """A mark of each scale is at each half millimetre from the edge, whatever the sheet is corrected for."""
    front, _ = calibration_pages(LETTER, languages=("en",), printer=printer)
    marks: list[list[float]] = []
    for matrix, item in walk(front.items):
        if isinstance(item, Path) and item.stroke_width == 0.12 and len(item.commands) == 2 * 38:
            points = [apply(matrix, x, y) for _, *(x, y) in item.commands]
            (ax, _), (bx, _) = points[:2]  # the spine, which begins at the edge
            axis, far = (1, front.height) if abs(ax - bx) < 1 else (0, front.width)
            at = [point[axis] for point in points[2::2]]
            marks.append(at if at[0] < far / 2 else [far - place for place in at])
    assert len(marks) == 4
    for places in marks:
        assert places == pytest.approx([half / 2 for half in range(37)])


PRINTED_BY = Printer("kitchen", (3, 3, 12.5, 3), (1, -1, 0), (0.5, 1), (100.3, 101))


@pytest.mark.parametrize(
    ("languages", "printer"),
    [(("zh", "en"), PRINTED_BY), (("zh",), None), (("de", "fr"), PRINTED_BY), (("es",), None)],
)
@pytest.mark.parametrize("paper", [A4, LETTER, PAPERS["a3"], (180.0, 250.0)])
def test_all_words_can_be_printed_and_do_not_overlap(
    paper: Point, languages: tuple[str, ...], printer: Printer | None
) -> None:
    """The words are 13 mm from the edges above and below, and 6 mm at the sides; only the scales run to the edges."""
    for page in calibration_pages(paper, languages=languages, printer=printer):
        boxes = [
            bounds_of(matrix, ink_of(run))
            for matrix, run in texts(page)
            if run.text not in ("5", "10", "15") or run.size != 2.2
        ]
        for x, y, width, height in boxes:
            assert 6 <= x <= paper[0] - 6 - width
            assert 13 <= y <= paper[1] - 17 - height
        for i, a in enumerate(boxes):
            for b in boxes[:i]:
                apart = a[0] >= b[0] + b[2] or b[0] >= a[0] + a[2] or a[1] >= b[1] + b[3] or b[1] >= a[1] + a[3]
                assert apart, "one text lies on another"


def test_a_corrected_sheet_names_the_printer_and_its_values() -> None:
    for page in calibration_pages(A4, languages=("en",), printer=PRINTED_BY):
        text = "".join(run.text for _, run in texts(page))
        assert "Corrected for the printer:" in text
        assert "kitchen --margins=3,3,12.5,3 --back-offset=1,-1,0 --front-offset=0.5,1 --scale=100.3,101" in text
    front, _ = calibration_pages(A4, languages=("en",), printer=PRINTED_BY)
    assert "cardgen printer add kitchen" in "".join(run.text for _, run in texts(front))


@pytest.mark.parametrize(("lang", "title"), [("de", "Kalibrierung"), ("fr", "Étalonnage"), ("es", "Calibración")])
def test_the_sheet_is_in_the_languages_of_the_game(lang: str, title: str) -> None:
    front, back = calibration_pages(A4, languages=(lang,))
    assert front.lang == back.lang == lang
    text = "".join(run.text for _, run in texts(front))
    assert title in text
    assert "the" not in text.split()


class OneFont(FontSet):
    """The fonts of a game that has one for everything."""

    def name_of(self, title: str) -> str:  # noqa: ARG002
        return self.digest


def test_a_language_that_the_bundled_fonts_lack_is_in_the_fonts_of_the_game() -> None:
    fonts = OneFont(digest=font_of(next(sample for sample in SAMPLES if sample.lang == "he")))
    assert sheet_fonts(("de", "zh"), fonts) is BUNDLED
    assert sheet_fonts(("he", "en"), fonts) is fonts
    front, _ = calibration_pages(A4, languages=("he", "en"), fonts=fonts)
    assert front.lang == "he"
    steps = [(middle(matrix, run)[0], run) for matrix, run in texts(front) if run.text in ("1", "2") and run.size == 3]
    assert [x for x, _ in steps] == pytest.approx([191.7, 191.7, 36, 36], abs=5), "the Hebrew steps are at the right"


def test_a_build_sets_it_in_the_fonts_of_the_game_and_for_the_printer(tmp_path: FilePath) -> None:
    game = tiny_game_in(tmp_path).load()
    font: Any = SimpleNamespace(file=tmp_path / "font.ttf")
    own = OneFont({"regular": font}, font_of(next(sample for sample in SAMPLES if sample.lang == "he")))
    hebrew = replace(game, fonts=own, file=game.file.model_copy(update={"languages": ("he",)}))
    plain, other, printed = (
        next(iter(PRODUCT.plan(planned, {}, options)))
        for planned, options in ((game, Options()), (hebrew, Options()), (game, Options(printer=PRINTED_BY)))
    )
    assert len({plain.key, other.key, printed.key}) == 3
    assert font.file in other.inputs
    assert isinstance(other, PagesFile)
    assert isinstance(printed, PagesFile)
    assert [scene.lang for scene in other.scenes] == ["he", "he"]
    assert printed.printer == PRINTED_BY
    assert content_key(printed.scenes[1]) != content_key(calibration_pages(A4)[1])


def test_both_languages_are_on_the_page_and_either_can_be_left_out() -> None:
    both = "".join(run.text for _, run in texts(calibration_pages(A4)[0]))
    assert "100 %" in both
    assert "长边" in both
    assert "long edge" in both
    short = "".join(run.text for _, run in texts(calibration_pages(A4, flip="short")[0]))
    assert "短边" in short
    assert "short edge" in short
    english = "".join(run.text for _, run in texts(sheet(A4, "long")[0]))
    assert not any("\u4e00" <= character <= "\u9fff" for character in english)


def test_paper_that_is_too_small_is_rejected() -> None:
    with pytest.raises(FitError, match=r"100 × 150 mm"):
        calibration_pages((100.0, 150.0))
