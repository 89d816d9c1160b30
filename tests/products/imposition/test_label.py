"""The labels of pages, laid out once a side, are those that each page would have by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardgen.products.imposition.label import PageLabels, Side, choose_place, label_of, layout_label
from cardgen.products.imposition.plan import SheetPlan, fit_plan, lay_grid
from cardgen.scene.items import GlyphRun, Group

TITLES = {"en": "Tea · Garden", "zh": "茶 园"}
PAGES = ("1 / 1", "7 / 23", "10 / 1112", "111 / 1112", "1112 / 1112")


def plan_of(paper: tuple[float, float], languages: tuple[str, ...], gutterfold: bool = False) -> SheetPlan:
    plan = fit_plan(
        paper, (63.0, 88.0), 0.0, backs="gutterfold" if gutterfold else "interleaved", flip="long", name="tea"
    )
    return replace(plan, title=TITLES, licence="Ann · CC0-1.0", languages=languages)


@pytest.mark.parametrize("languages", [("en",), ("zh", "en"), ("zh",)])
@pytest.mark.parametrize("paper", [(210.0, 297.0), (215.9, 279.4)])
@pytest.mark.parametrize("side", ["front", "back", "fold"])
def test_labels_are_as_if_each_were_laid_out(
    languages: tuple[str, ...], paper: tuple[float, float], side: Side
) -> None:
    plan = plan_of(paper, languages, side == "fold")
    place = choose_place(plan, lay_grid(plan), 1112)
    assert place is not None
    label = label_of(plan, side, place.lines, place.whole)
    labels = PageLabels(label, place)
    for page in PAGES:
        expected = layout_label(label, place, page)
        assert rounded(labels.layout(page)) == rounded(expected)


def rounded(group: Group) -> list[object]:
    """A label with its places rounded: sums of lengths may differ in their last digits."""
    runs = [item for item in group.items if isinstance(item, GlyphRun)]
    assert len(runs) == len(group.items)
    return [group.matrix, *((r.text, r.face, r.size, round(r.x, 9), r.baseline, r.advances, r.lang) for r in runs)]


def test_a_number_that_the_font_joins_is_laid_out_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of((210.0, 297.0), ("en",))
    place = choose_place(plan, lay_grid(plan), 9)
    assert place is not None
    label = label_of(plan, "front", place.lines, place.whole)
    labels = PageLabels(label, place)
    monkeypatch.setattr(labels, "_position", None)
    assert labels.layout("3 / 9") == layout_label(label, place, "3 / 9")
