"""The calibration sheet, proved by using it: the readings of a printer with an error correct that error."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.products.calibration.drawing import CROSS_COLOUR, calibration_pages, offset_of_readings
from cardgen.scene.items import GlyphRun, Matrix, Path, Scene, apply, bounds_of, then, walk
from cardgen.scene.keys import content_key
from cardgen.sheets.plan import FitError, Flip, back_correction, back_mirror
from cardgen.text.ink import ink_of
from cardgen.units import PAPERS
from tests.examples import examples

A4 = PAPERS["a4"]
LETTER = PAPERS["letter"]
A4_WIDE = (297.0, 210.0)
LETTER_WIDE = (279.4, 215.9)
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
        assert abs(last[axis] - first[axis]) == pytest.approx(high - low, abs=0.05), "the scales are true to size"
        return lambda place: low + (place - first[axis]) / (last[axis] - first[axis]) * (high - low)

    return level[0][0][1], upright[0][0][0], reading(level, 0), reading(upright, 1)


def read_sheet(front: Scene, back: Scene, flip: Flip, error: tuple[float, float, float]) -> list[Point]:
    """Return the readings (x, y) at A and at B of a sheet whose back was printed with `error`."""
    paper = (front.width, front.height)
    seen = then(back_correction(paper, error), back_mirror(paper, flip))
    lines = [(apply(seen, *p), apply(seen, *q)) for p, q in arms(back)]
    readings = []
    for _, letter in sorted(letters(front).items()):
        mine = sorted(lines, key=lambda line: math.dist(letter, ((line[0][0] + line[1][0]) / 2, line[0][1])))[:2]
        upright = max(mine, key=lambda line: abs(line[0][1] - line[1][1]))
        level = min(mine, key=lambda line: abs(line[0][1] - line[1][1]))
        y, x, read_x, read_y = scales(front, letter)
        readings.append((read_x(crossing(upright, 1, y)), read_y(crossing(level, 0, x))))
    return readings


@examples(40)
@given(
    paper=st.sampled_from([A4, LETTER, A4_WIDE, LETTER_WIDE]),
    flip=st.sampled_from(["long", "short"]),
    x=st.floats(-3, 3),
    y=st.floats(-3, 3),
    angle=st.floats(-0.5, 0.5),
)
def test_the_readings_correct_the_printer(paper: Point, flip: Flip, x: float, y: float, angle: float) -> None:
    error = (x, y, angle)
    front, back = calibration_pages(paper, flip=flip)
    first, second = read_sheet(front, back, flip, error)
    offset = offset_of_readings(first, second, paper)
    put_right = then(back_correction(paper, offset), back_correction(paper, error))
    for corner in ((0.0, 0.0), (paper[0], 0.0), (0.0, paper[1]), paper):
        assert math.dist(apply(put_right, *corner), corner) < 0.2
    # The sheet printed again with the option gives readings of 0.
    _, corrected = calibration_pages(paper, flip=flip, back_offset=offset)
    for reading in read_sheet(front, corrected, flip, error):
        assert math.hypot(*reading) < 0.2


@pytest.mark.parametrize("paper", [A4, LETTER, A4_WIDE])
@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_perfect_printer_gives_readings_of_zero(paper: Point, flip: Flip) -> None:
    front, back = calibration_pages(paper, flip=flip)
    readings = read_sheet(front, back, flip, (0, 0, 0))
    assert [value for reading in readings for value in reading] == pytest.approx([0, 0, 0, 0], abs=0.02)
    assert offset_of_readings(readings[0], readings[1], paper) == pytest.approx((0, 0, 0), abs=0.02)


def test_the_worked_example_is_right() -> None:
    x, y, angle = offset_of_readings((1.0, -0.5), (0.6, -0.7), A4)
    assert (round(x, 2), round(y, 2), round(angle, 2)) == (0.8, -0.6, 0.11)
    front, _ = calibration_pages(A4)
    text = "".join(run.text for _, run in texts(front))
    assert "--back-offset=0.8,-0.6,0.11" in text
    assert "0.286" in text
    x, y, angle = offset_of_readings((1.0, -0.5), (0.6, -0.7), A4_WIDE)
    assert (round(x, 2), round(y, 2), round(angle, 2)) == (0.8, -0.6, 0.06)
    wide, _ = calibration_pages(A4_WIDE)
    assert "--back-offset=0.8,-0.6,0.06" in "".join(run.text for _, run in texts(wide))


@pytest.mark.parametrize("paper", [A4, LETTER, A4_WIDE, LETTER_WIDE, PAPERS["a3"]])
@pytest.mark.parametrize("languages", [("zh", "en"), ("zh",), ("en",)])
def test_everything_is_inside_the_printable_area_and_texts_do_not_overlap(
    paper: Point, languages: tuple[str, ...]
) -> None:
    for page in calibration_pages(paper, languages=languages, back_offset=(1.0, -1.0, 0.0)):
        boxes = [bounds_of(matrix, ink_of(run)) for matrix, run in texts(page)]
        for x, y, width, height in boxes:
            assert min(x, y) >= 5
            assert x + width <= paper[0] - 5
            assert y + height <= paper[1] - 5
        for i, a in enumerate(boxes):
            for b in boxes[:i]:
                apart = a[0] >= b[0] + b[2] or b[0] >= a[0] + a[2] or a[1] >= b[1] + b[3] or b[1] >= a[1] + a[3]
                assert apart, "one text lies on another"
        for matrix, item in walk(page.items):
            if isinstance(item, Path):
                for _, *numbers in item.commands:
                    for px, py in zip(numbers[::2], numbers[1::2], strict=True):
                        rx, ry = apply(matrix, px, py)
                        assert 5 <= rx <= paper[0] - 5
                        assert 5 <= ry <= paper[1] - 5


def test_a_sheet_for_landscape_paper_says_so_and_what_to_build() -> None:
    front, _ = calibration_pages(A4_WIDE, only=("cards-a4-bleed", "calibration-a4-landscape"))
    text = "".join(run.text for _, run in texts(front))
    assert "For the sheets that lie on their side." in text
    assert "用于横放的拼版。" in text
    assert "cardgen build --only cards-a4-bleed --only calibration-a4-landscape --back-offset=0.8,-0.6,0.06" in text
    assert "lie on their side" not in "".join(run.text for _, run in texts(calibration_pages(A4_WIDE)[0]))


def test_both_rulers_are_100_mm_long() -> None:
    front, _ = calibration_pages(A4)
    result = []
    for matrix, item in walk(front.items):
        if isinstance(item, Path) and len(item.commands) == 2 * 102:
            points = [apply(matrix, x, y) for _, *(x, y) in item.commands]
            spine = points[:2]
            result.append(math.dist(*spine))
            ticks = points[2::2]
            assert [round(math.dist(a, b), 6) for a, b in pairwise(ticks)] == [1] * 100
    assert result == pytest.approx([100, 100])


def test_both_languages_are_on_the_page_and_either_can_be_left_out() -> None:
    both = "".join(run.text for _, run in texts(calibration_pages(A4)[0]))
    assert "100 %" in both
    assert "长边" in both
    assert "long edge" in both
    short = "".join(run.text for _, run in texts(calibration_pages(A4, flip="short")[0]))
    assert "短边" in short
    assert "short edge" in short
    english = "".join(run.text for _, run in texts(calibration_pages(A4, languages=("en",))[0]))
    assert not any("\u4e00" <= character <= "\u9fff" for character in english)


def test_paper_that_is_too_small_is_rejected() -> None:
    with pytest.raises(FitError, match=r"100 × 150 mm"):
        calibration_pages((100.0, 150.0))


def test_the_pages_are_deterministic() -> None:
    first, again = calibration_pages(A4), calibration_pages(A4)
    assert [content_key(page) for page in first] == [content_key(page) for page in again]
