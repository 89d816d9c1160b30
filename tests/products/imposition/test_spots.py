"""The reported place of a card is where its page shows it."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.units import PAPERS
from cardgen.products.imposition.impose import Backs, Flip, SheetCard, Sheets, Spot, fit_plan
from cardgen.products.imposition.plan import SheetPlan
from cardgen.scene.items import Path, Placed, Scene, bounds_of, rectangle
from tests.cases import for_cases
from tests.examples import examples

ALL_BACKS: tuple[Backs, ...] = ("interleaved", "fronts", "backs", "gutterfold")
FLIPS: tuple[Flip, ...] = ("long", "short")


def side(name: str, lying: bool) -> Scene:
    width, height = (88.0, 63.0) if lying else (63.0, 88.0)
    return Scene(width, height, (Path(rectangle(0, 0, width, height), fill="#334455"),), bleed=3.0, name=name)


def cards(count: int, lying: bool = False) -> list[SheetCard]:
    return [SheetCard(side(f"face{n}", lying), side(f"back{n}", lying), str(n)) for n in range(count)]


def plan(backs: Backs, flip: Flip = "long", bleed: float = 0.0) -> SheetPlan:
    return fit_plan(PAPERS["a4"], (63.0, 88.0), bleed, backs=backs, flip=flip)


@examples(30)
@given(st.sampled_from([*product(ALL_BACKS, FLIPS, (0.0, 3.0))]), st.booleans(), st.integers(1, 23), st.data())
def test_a_spot_is_the_place_of_the_card_on_its_page(
    how: tuple[Backs, Flip, float], lying: bool, count: int, data: st.DataObject
) -> None:
    deck = cards(count, lying)
    pages = Sheets(deck, plan(*how))
    index = data.draw(st.integers(0, count - 1))
    spots = list(pages.spots(index))
    wanted = {"fronts": ["face"], "backs": ["back"]}.get(how[0], ["face", "back"])
    assert [spot.side for spot in spots] == wanted
    for spot in spots:
        scene = deck[index].face if spot.side == "face" else deck[index].back
        (shown,) = [item for item in pages[spot.page].items if isinstance(item, Placed) and item.scene is scene]
        assert scene is not None
        assert spot.rect == bounds_of(shown.matrix, (0.0, 0.0, scene.width, scene.height))
        slots = pages.slots(spot.side)
        assert spot.rect == pytest.approx(slots[index % len(slots)])
        assert pages.first_page(index) <= spot.page < pages.first_page(index) + len(pages.sides)


@for_cases(("backs", "flip"), [*product(ALL_BACKS, FLIPS)])
def test_rows_and_columns_are_counted_as_seen_on_the_page(backs: Backs, flip: Flip) -> None:
    pages = Sheets(cards(40), plan(backs, flip))
    of_page: dict[int, list[Spot]] = {}
    for index in range(40):
        for spot in pages.spots(index):
            of_page.setdefault(spot.page, []).append(spot)
    assert sorted(of_page) == [*range(len(pages))]
    full = of_page[0]
    lefts, tops = ({round(spot.rect[axis], 3) for spot in full} for axis in (0, 1))
    for spot in full:
        assert spot.column == sum(left < round(spot.rect[0], 3) for left in lefts)
        assert spot.row == sum(top < round(spot.rect[1], 3) for top in tops)
    assert len({(spot.row, spot.column) for spot in full}) == len(full)


def test_a_card_without_a_back_has_a_spot_for_its_face_only() -> None:
    bare = SheetCard(side("bare", False), None, "bare")
    pages = Sheets([bare, *cards(1)], plan("interleaved"))
    assert [[spot.side for spot in pages.spots(index)] for index in (0, 1)] == [["face"], ["face", "back"]]
    alone = Sheets([bare], plan("interleaved"))
    assert (alone.sides, [spot.page for spot in alone.spots(0)]) == (("front",), [0])
