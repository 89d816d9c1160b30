"""A card compared with its last approval: changed areas and changed data."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from cardgen.review.server.differences import changed_areas
from cardgen.review.server.page_data import card_detail
from cardgen.scene.items import Scene
from tests.examples import examples
from tests.games_on_disk import tiny_game_in
from tests.review.reviewer import Reviewer

ONE, TWO = "main/one", "main/two"
CARDS, TEMPLATE = "card_data/tiny/cards.yaml", "templates/tiny.yaml"
GROUND = '    ground: {kind: rect, box: bleed, fill: "#ffffff"}\n'
MARK = '    mark: {kind: rect, box: [10, 20, 8, 6], fill: "#cc2200"}\n'


@pytest.fixture
def reviewer(tmp_path: Path) -> Reviewer:
    reviewer = Reviewer(tiny_game_in(tmp_path))
    reviewer.disk.change(TEMPLATE, GROUND, GROUND + MARK)
    reviewer.rebuild()
    return reviewer


def compared(reviewer: Reviewer, key: str) -> Any:
    reviewer.rebuild()
    return card_detail(reviewer.catalog, key, reviewer.store)["compare"]


def test_a_card_that_was_never_approved_has_no_comparison(reviewer: Reviewer) -> None:
    assert compared(reviewer, ONE) is None
    reviewer.do(ONE, "reject", text="no")
    event = reviewer.do(TWO)
    reviewer.do(TWO, "undo", undoes=event.id)
    assert compared(reviewer, ONE) is compared(reviewer, TWO) is None
    assert card_detail(reviewer.catalog, ONE)["compare"] is None


def test_a_corrected_card_is_compared_with_its_rejection(reviewer: Reviewer) -> None:
    approval = reviewer.do(ONE)
    rejection = reviewer.do(ONE, "reject", text="the mark is too high")
    reviewer.disk.change(TEMPLATE, "[10, 20, 8, 6]", "[40, 60, 8, 6]")
    reviewer.disk.change(CARDS, "{id: one, name: First}", "{id: one, name: First, copies: 2}")
    reviewer.rebuild()
    detail = card_detail(reviewer.catalog, ONE, reviewer.store)
    with_approval, with_rejection = detail["compare"], detail["rejection"]
    assert with_approval is not None
    assert with_rejection is not None
    assert (with_approval["event"], with_rejection["event"]) == (approval.id, rejection.id)
    assert (with_rejection["picture"], with_rejection["data"]) == (True, True)
    assert with_rejection["words"]["en"] == ["copies 1 → 2"]
    assert len(with_rejection["areas"]["face"]) == 2


def test_an_unchanged_card_has_no_differences(reviewer: Reviewer) -> None:
    event = reviewer.do(ONE)
    assert compared(reviewer, ONE) == {
        "event": event.id,
        "sides": dict(event.sides),
        "picture": False,
        "data": False,
        "words": {"en": [], "zh-Hans": [], "zh-Hant": []},
        "areas": {"face": [], "back": []},
    }


def test_the_same_picture_with_new_data(reviewer: Reviewer) -> None:
    reviewer.do(TWO)
    reviewer.disk.change(CARDS, "copies: 3", "copies: 5")
    comparison = compared(reviewer, TWO)
    assert (comparison["picture"], comparison["data"]) == (False, True)
    assert comparison["words"] == {"en": ["copies 3 → 5"], "zh-Hans": ["张数 3 → 5"], "zh-Hant": ["張數 3 → 5"]}
    assert comparison["areas"] == {"face": [], "back": []}


def test_a_new_picture_with_the_same_data(reviewer: Reviewer) -> None:
    """A box of 8 × 6 mm moves from (10, 20) to (40, 60): both places have changed."""
    reviewer.do(ONE)
    reviewer.disk.change(TEMPLATE, "[10, 20, 8, 6]", "[40, 60, 8, 6]")
    comparison = compared(reviewer, ONE)
    assert (comparison["picture"], comparison["data"], comparison["words"]["en"]) == (True, False, [])
    first, second = comparison["areas"]["face"]
    assert first == pytest.approx([10, 20, 8, 6], abs=0.6)  # a pixel is 0.254 mm
    assert second == pytest.approx([40, 60, 8, 6], abs=0.6)
    assert comparison["areas"]["back"] == []


def test_a_changed_text_is_outlined_at_its_place(reviewer: Reviewer) -> None:
    reviewer.do(ONE)
    reviewer.disk.change(CARDS, "First", "Fifth")
    comparison = compared(reviewer, ONE)
    assert comparison["words"]["en"] == ["name First → Fifth"]
    for x, y, width, height in comparison["areas"]["face"]:
        assert x >= 4.5
        assert y >= 4.5
        assert x + width <= 58
        assert y + height <= 13.5


def test_the_last_approval_that_was_not_undone_is_compared(reviewer: Reviewer) -> None:
    first = reviewer.do(ONE)
    reviewer.disk.change(TEMPLATE, "[10, 20, 8, 6]", "[40, 60, 8, 6]")
    reviewer.rebuild()
    second = reviewer.do(ONE)
    reviewer.do(ONE, "reject", text="no")
    assert compared(reviewer, ONE)["event"] == second.id
    reviewer.do(ONE, "undo", undoes=second.id)
    assert compared(reviewer, ONE)["event"] == first.id
    assert compared(reviewer, ONE)["picture"] is True


def test_a_new_side_or_another_size_changes_the_whole_side(reviewer: Reviewer) -> None:
    reviewer.do(ONE)
    whole = reviewer.disk.read(TEMPLATE)
    reviewer.disk.write(TEMPLATE, whole.split("back:")[0])
    comparison = compared(reviewer, ONE)
    assert (comparison["picture"], comparison["areas"]) == (True, {"face": [], "back": []})
    reviewer.do(ONE)
    reviewer.disk.write(TEMPLATE, whole)
    assert compared(reviewer, ONE)["areas"]["back"] == [[-3.0, -3.0, 69.0, 94.0]]
    reviewer.do(ONE)
    reviewer.disk.change("card_data/tiny/game.yaml", "width: 63", "width: 70")
    assert compared(reviewer, ONE)["areas"]["face"] == [[-3.0, -3.0, 76.0, 94.0]]


def test_a_lost_picture_has_no_changed_areas(reviewer: Reviewer) -> None:
    reviewer.do(ONE)
    for path in reviewer.store.pictures.iterdir():
        path.unlink()
    reviewer.disk.change(TEMPLATE, "[10, 20, 8, 6]", "[40, 60, 8, 6]")
    comparison = compared(reviewer, ONE)
    assert (comparison["picture"], comparison["areas"]["face"]) == (True, [])


# ---------------------------------------------------------------- areas

SCENE = Scene(63.0, 88.0, (), bleed=3.0)
SIZE = (272, 370)
BOXES = st.lists(
    st.tuples(st.integers(0, 260), st.integers(0, 360), st.integers(1, 40), st.integers(1, 40)), max_size=40
)


def png(boxes: list[tuple[int, int, int, int]]) -> bytes:
    picture = Image.new("RGB", SIZE, "#ffffff")
    draw = ImageDraw.Draw(picture)
    for left, top, width, height in boxes:
        draw.rectangle((left, top, left + width - 1, top + height - 1), fill="#d0ff90")
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=0)
    return file.getvalue()


@examples(40)
@given(BOXES)
def test_every_changed_pixel_is_in_one_of_a_few_areas(boxes: list[tuple[int, int, int, int]]) -> None:
    areas = changed_areas(png([]), png(boxes), SCENE)
    assert len(areas) <= 12
    assert bool(areas) == bool(boxes)
    across, down = 69 / SIZE[0], 94 / SIZE[1]
    for left, top, columns, rows in boxes:
        for column, row in ((left, top), (min(left + columns, SIZE[0]) - 1, min(top + rows, SIZE[1]) - 1)):
            x, y = (column + 0.5) * across - 3, (row + 0.5) * down - 3
            assert any(ax <= x <= ax + w and ay <= y <= ay + h for ax, ay, w, h in areas)
    for x, y, width, height in areas:
        assert x >= -3
        assert y >= -3
        assert x + width <= 66 + 1e-9
        assert y + height <= 91 + 1e-9


def test_separate_areas_stay_separate_and_tiny_differences_are_ignored() -> None:
    areas = changed_areas(png([]), png([(10, 10, 5, 5), (200, 300, 20, 10)]), SCENE)
    assert len(areas) == 2
    assert areas[0] == pytest.approx((10 * 0.2537 - 3, 10 * 0.2541 - 3, 5 * 0.2537, 5 * 0.2541), abs=0.01)
    faint = Image.new("RGB", SIZE, (252, 255, 250))
    file = io.BytesIO()
    faint.save(file, "PNG")
    assert changed_areas(png([]), file.getvalue(), SCENE) == []
