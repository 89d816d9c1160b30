"""What the page says to somebody who sees it for the first time: what waits, which keys decide, and in whose name."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.review.serving import Served

pytestmark = pytest.mark.browser


def test_the_first_line_names_the_work_the_keys_and_the_reviewer(page: Any, served: Served) -> None:
    page.set_viewport_size({"width": 640, "height": 800})
    page.goto(served.address)
    line = page.locator(".welcome")
    expect(line).to_contain_text("2 cards wait for a decision. N goes to the next one, A approves")
    expect(line).to_contain_text("You decide as Ann.")
    box = page.locator(".frame .tools").bounding_box()
    assert 560 < box["x"] + box["width"] <= 640, "the tools are at the right edge of a narrow window"
    served.decide(served.proposal("main/one"))
    expect(line).to_contain_text("1 card waits")
    line.get_by_role("button", name="Hide").click()
    expect(line).to_have_count(0)
    page.reload()
    expect(page.locator(".cards > li")).to_have_count(2)
    assert line.count() == 0
    page.goto(f"{served.address}#/card/main/two")
    expect(page.locator(".decision .name-line")).to_have_text("You decide as Ann.")
    expect(page.locator(".decisions .main")).to_have_text("ApproveA")


def test_nothing_is_said_when_nothing_waits(page: Any, served: Served) -> None:
    for card in ("main/one", "main/two"):
        served.decide(served.proposal(card))
    page.goto(served.address)
    expect(page.locator(".progress")).to_contain_text("Nothing to do")
    assert page.locator(".welcome").count() == 0
