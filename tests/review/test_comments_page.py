"""Comments on the page: Markdown, pictures, the list of open comments, the pins of resolved ones."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.review.serving import Served
from tests.review.test_attachments import RED
from tests.review.waiting import ending

pytestmark = pytest.mark.browser

TEXT = "**Bold** and `code`\n\n- one\n- [two](https://example.org)\n- [three](javascript:alert)\n\n<b>no</b>"


def test_a_comment_has_markdown_and_a_pasted_picture(page: Any, served: Served) -> None:
    page.goto(f"{served.address}#/card/main/one")
    page.locator("[data-hold=comment]").click()
    page.keyboard.press("Escape")  # without a place
    field = page.get_by_label("Comment", exact=True)
    field.fill(TEXT)
    # The policy of the page forbids fetching data: the test makes the file itself.
    page.evaluate(
        """() => new Promise((done) => {
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [3000, 30];
          canvas.toBlob((blob) => {
            const data = new DataTransfer();
            data.items.add(new File([blob], "shot.png", { type: "image/png" }));
            const pasted = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
            document.querySelector(".editor textarea").dispatchEvent(pasted);
            done();
          });
        })"""
    )
    expect(page.locator(".attaching img")).to_have_count(1)
    page.reload()  # the draft has the picture, too
    expect(page.locator(".attaching img")).to_have_count(1)
    page.locator(".editor textarea").press("Control+Enter")
    words = page.locator(".events .words")
    expect(words.locator("strong")).to_have_text("Bold")
    expect(words.locator("li")).to_have_text(["one", "two", "[three](javascript:alert)"])
    expect(words.locator("a[href]").first).to_have_attribute("href", "https://example.org/")
    assert words.locator("b").count() == 0
    assert "<b>no</b>" in words.inner_text()
    (event,) = served.data("review")["events"]
    picture = page.locator(".events .attached img")
    assert picture.get_attribute("src") == f"attached/{event['pictures'][0]}"
    page.wait_for_function("() => document.querySelector('.events .attached img').naturalWidth === 1600")
    answer = served.client.get(f"/attached/{event['pictures'][0]}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert served.client.get("/attached/" + "0" * 32 + ".png").status_code == 404


def test_open_comments_are_listed_and_lead_to_their_pins(page: Any, served: Served) -> None:
    served.decide(served.proposal("main/one", "comment", text="Too dark", side="back", at_mm=[10, 20]))
    served.decide(served.proposal("main/two", "comment", text="Too light", attached=[RED]))
    page.goto(f"{served.address}#/comments")
    entries = page.locator(".comments-list > li")
    expect(entries).to_have_count(2)
    expect(page.get_by_role("link", name="Comments 2")).to_be_visible()
    expect(entries.first.locator(".attached img")).to_have_count(1)
    entries.first.get_by_role("button", name="Resolve").click()
    expect(entries).to_have_count(1)
    expect(page.get_by_role("link", name="Comments 1")).to_be_visible()
    page.get_by_label("Show").select_option("resolved")
    expect(entries).to_contain_text("Too light")
    page.get_by_label("Show").select_option("any")
    page.get_by_label("About").select_option("pages")
    expect(entries).to_have_count(0)
    page.goto(f"{served.address}#/comments?who=Ann&deck=main")
    entries.locator(".what a").click()
    expect(page).to_have_url(ending(f"side=back&comment={served.data('review')['events'][0]['id']}"))
    expect(page.locator(".side[data-side=back] .pin")).to_have_count(1)
    page.wait_for_function("() => location.hash.endsWith(document.activeElement.closest('.events li')?.dataset.event)")


def test_the_pins_of_resolved_comments_are_shown_when_asked_for(page: Any, served: Served) -> None:
    comments = [
        served.decide(served.proposal("main/one", "comment", text=text, side="face", at_mm=[10, at])).json()["saved"][0]
        for text, at in (("First", 10), ("Second", 30))
    ]
    served.decide(served.proposal("main/one", "resolve", thread=comments[0]["id"]))
    page.goto(f"{served.address}#/card/main/one")
    pins = page.locator(".side[data-side=face] .pin")
    expect(pins).to_have_text(["2"])
    switch = page.get_by_label("Show the pins of resolved comments")
    switch.check()
    expect(pins).to_have_text(["1", "2"])
    switch.uncheck()
    expect(pins).to_have_text(["2"])
    page.locator(f".events [data-hold='pin-{comments[0]['id']}']").click()  # its own place is shown
    expect(pins).to_have_text(["1", "2"])
