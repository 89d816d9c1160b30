"""Threads of comments on the page: answers, resolving, and the cards with open comments."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.review.serving import Served


@pytest.mark.browser
def test_a_comment_is_answered_and_resolved(page: Any, served: Served) -> None:
    served.decide(served.proposal("main/one", "comment", text="Too dark"))
    page.goto(f"{served.address}#/grid?comments=open")
    expect(page.locator(".cards > li")).to_have_count(1)
    expect(page.locator(".cards .open-comments")).to_contain_text("1 open comment")
    page.locator(".cards a").click()
    page.get_by_role("button", name="Reply").press("Enter")
    page.keyboard.insert_text("Which part?")
    field = page.get_by_label("Reply")
    served.decide(served.proposal("main/one", "comment", text="Another one"))
    expect(page.locator(".events > li")).to_have_count(2)
    expect(field).to_be_focused()  # what others write does not take the focus
    page.keyboard.press("Control+Enter")
    expect(page.locator(".answers li")).to_contain_text("Which part?")
    thread = page.locator(".thread", has_text="Which part?")
    thread.get_by_role("button", name="Resolve").press("Enter")
    expect(thread.locator(".thread-state")).to_contain_text("Resolved by Ann")
    expect(thread.get_by_role("button", name="Reopen comment")).to_be_focused()
    comment, answer = (served.data("review")["events"][index] for index in (0, 2))
    assert (answer["kind"], answer["thread"]) == ("comment", comment["id"])
    assert served.data("review")["statuses"]["main/one"]["comments"] == 1
    thread.get_by_role("button", name="Reopen comment").press("Enter")
    expect(thread.locator(".thread-state")).to_be_empty()
    assert served.data("review")["statuses"]["main/one"]["comments"] == 2
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
