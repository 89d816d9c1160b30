"""Printing: every card listed, and nothing that only works on a screen."""

from __future__ import annotations

import io
from typing import Any

import pypdfium2
import pytest

from tests.review.serving import Served

pytestmark = pytest.mark.browser


def printed(page: Any) -> list[str]:
    """The text of each page as the browser prints it."""
    document = pypdfium2.PdfDocument(io.BytesIO(page.pdf(format="A4")))
    return [leaf.get_textpage().get_text_range() for leaf in document]


@pytest.mark.parametrize("where", ["#/grid", pytest.param("#/grid?deck=garbage", marks=pytest.mark.full)])
def test_all_cards_listed_are_printed(page: Any, shipped: Served, where: str) -> None:
    page.set_viewport_size({"width": 700, "height": 500})
    page.goto(f"{shipped.address}{where}")
    page.wait_for_selector(".cards .loaded")
    wanted = page.evaluate("cardgen.listed().map((card) => card.id)")
    assert page.locator(".cards li").count() < len(wanted) or where != "#/grid"
    count = "document.querySelectorAll('.contact-sheet li').length"
    page.evaluate(f"() => {{ globalThis.print = () => {{ globalThis.shown = {count}; }}; }}")
    page.keyboard.press("Control+p")
    page.wait_for_function(f"() => globalThis.shown === {len(wanted)}")
    text = "\n".join(printed(page))
    assert [card for card in wanted if card not in text] == []
    assert f"{len(wanted)}" in text
    for control in ("Approve all shown", "Search", "Checks"):
        assert control not in text
    assert page.locator(".contact-sheet").count() == 0


def test_a_card_is_printed_without_its_controls(page: Any, shipped: Served) -> None:
    page.goto(f"{shipped.address}#/card/garbage/1-0")
    page.wait_for_selector(".card-facts table")
    text = "\n".join(printed(page))
    assert "garbage.yaml:5" in text
    for control in ("Approve", "True size", "Compare"):
        assert control not in text
