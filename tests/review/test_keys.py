"""Keys and settings in a browser: a journey without a pointer, and when keys must do nothing."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.review.serving import Served
from tests.review.waiting import ending

pytestmark = pytest.mark.browser


def opened(page: Any, shipped: Served, where: str = "#/grid") -> Any:
    page.goto(f"{shipped.address}{where}")
    page.wait_for_selector(".cards a, .stage img")
    return page


def held(page: Any) -> str:
    return str(page.evaluate("document.activeElement.dataset.hold ?? document.activeElement.id"))


def at(page: Any, end: str) -> None:
    """Waits until the page has gone there."""
    page.wait_for_function(f"() => location.hash === {end!r}")
    page.wait_for_function("() => cardgen.route.view === document.querySelector('main').dataset.view")
    page.wait_for_function(
        "() => cardgen.address(cardgen.route.view, cardgen.route.path, cardgen.route.state) === location.hash"
    )


def press(page: Any, key: str, **more: Any) -> None:
    """A key pressed as a keyboard that composes would tell it."""
    page.evaluate(
        "([key, more]) => document.activeElement.dispatchEvent("
        "new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true, ...more}))",
        [key, more],
    )


@pytest.mark.full
def test_the_view_goes_on_while_the_browser_refuses_to_change_the_address(page: Any, shipped: Served) -> None:
    opened(page, shipped, "#/card/blocks/J")
    page.evaluate(
        """() => {
          window.refused = 0;
          const refuse = () => { window.refused += 1; throw new DOMException("too often", "SecurityError"); };
          Object.assign(history, { pushState: refuse, replaceState: refuse });
        }"""
    )
    page.keyboard.press("k")
    page.keyboard.press("k")
    assert page.evaluate("[cardgen.route.path, window.refused]") == [["blocks", "Z"], 2]
    assert page.evaluate("location.hash") == "#/card/blocks/J"
    page.evaluate("() => { delete history.pushState; delete history.replaceState; }")
    at(page, "#/card/blocks/Z")


def test_a_journey_without_a_pointer(page: Any, shipped: Served) -> None:
    opened(page, shipped)
    page.keyboard.press("Tab")
    assert held(page) == "skip"
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.id === 'main'")
    page.keyboard.press("j")
    assert held(page) == "blocks/Z"
    page.keyboard.press("j")
    assert held(page) == "blocks/S"
    page.keyboard.press("ArrowRight")
    assert held(page) == "blocks/J"
    page.keyboard.press("k")
    assert held(page) == "blocks/S"
    page.keyboard.press("Enter")
    at(page, "#/card/blocks/S")
    page.wait_for_selector(".stage img")
    page.keyboard.press("j")
    at(page, "#/card/blocks/J")
    page.keyboard.press("k")
    at(page, "#/card/blocks/S")
    page.keyboard.press("Space")
    at(page, "#/card/blocks/S?side=back")
    page.keyboard.press("f")
    expect(page.locator(".zoom-now")).to_have_text("100%")
    page.keyboard.press("v")
    assert page.evaluate("document.documentElement.dataset.sight") == "protan"
    page.keyboard.press("Escape")
    at(page, "#/grid")
    assert held(page) == "blocks/S"
    page.keyboard.press("/")
    assert held(page) == "search"
    page.keyboard.type("monomino")
    page.wait_for_function("() => document.querySelectorAll('.cards li').length === 1")
    page.keyboard.press("Enter")
    assert held(page) == "blocks/M"


def test_next_undecided_and_next_changed(page: Any, shipped: Served) -> None:
    opened(page, shipped, "#/card/blocks/I")
    page.evaluate(
        "() => { for (const card of cardgen.state.catalog.cards) cardgen.state.review.statuses[card.key] ="
        " {status: 'approved', last: '', changed: false};"
        " cardgen.state.review.statuses['garbage/2-0'].status = 'undecided';"
        " Object.assign(cardgen.state.review.statuses['blocks/J'], {status: 'stale', changed: true}); }"
    )
    page.keyboard.press("n")
    at(page, "#/card/garbage/2-0")
    page.keyboard.press("u")
    at(page, "#/card/blocks/J")
    page.keyboard.press("u")
    page.wait_for_selector("#toast p")
    expect(page).to_have_url(ending("#/card/blocks/J"))
    page.keyboard.press("Escape")
    at(page, "#/grid")
    page.keyboard.press("n")
    assert held(page) == "garbage/2-0"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("n")
    assert held(page) == "garbage/2-0", "without the focus, the search begins with the active card"


def test_composing_and_modifiers_are_no_keys_and_single_characters_are_switched_off(page: Any, shipped: Served) -> None:
    opened(page, shipped, "#/card/blocks/T")
    pressed: tuple[dict[str, Any], ...] = (
        {"isComposing": True},
        {"keyCode": 229},
        {"ctrlKey": True},
        {"altKey": True},
        {"metaKey": True},
    )
    for more in pressed:
        press(page, "l", **more)
        press(page, "v", **more)
        assert page.evaluate("document.documentElement.lang") == "en", more
        assert page.evaluate("document.documentElement.dataset.sight") == "normal", more
    press(page, "v")
    assert page.evaluate("document.documentElement.dataset.sight") == "protan"
    page.evaluate("cardgen.set('sight', 'normal')")
    page.get_by_role("button", name="Settings").click()
    page.locator("[name=set-letters]").uncheck()
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")  # and with it the focus is back
    page.locator(".stage").focus()
    for key in ("j", "v", "?", "1", "/"):
        page.keyboard.press(key)
    expect(page).to_have_url(ending("#/card/blocks/T"))
    assert page.evaluate("document.documentElement.dataset.sight") == "normal"
    assert page.locator("dialog").count() == 0
    page.keyboard.press("Space")  # no character
    at(page, "#/card/blocks/T?side=back")
    page.get_by_role("button", name="Keyboard shortcuts").click()
    assert "switched off" in page.get_by_role("dialog").inner_text()


def test_letters_typed_in_the_search_are_no_keys_and_composing_does_not_search_yet(
    viewer: Any, shipped: Served
) -> None:
    opened(viewer, shipped)
    viewer.locator("#search").evaluate(
        "element => { element.focus(); element.value = 'danyuan';"
        " element.dispatchEvent(new InputEvent('input', {isComposing: true, bubbles: true})); }"
    )
    expect(viewer).to_have_url(ending("#/grid"))
    viewer.locator("#search").evaluate(
        "element => { element.value = '单元';"
        " element.dispatchEvent(new CompositionEvent('compositionend', {bubbles: true})); }"
    )
    viewer.wait_for_function("() => document.querySelectorAll('.cards li').length === 1")
    viewer.locator("#search").fill("")
    viewer.keyboard.type("lv?j")
    assert viewer.locator("#search").input_value() == "lv?j"
    assert viewer.evaluate("document.documentElement.lang") == "en"
    assert viewer.evaluate("document.documentElement.dataset.sight") == "normal"
    assert viewer.locator("dialog").count() == 0


@pytest.mark.full
def test_keys_and_cards_are_told_in_the_language_that_is_switched_to(page: Any, shipped: Served) -> None:
    opened(page, shipped)
    page.locator("[data-hold='blocks/J']").focus()
    page.keyboard.press("l")
    page.wait_for_function("() => document.documentElement.lang === 'zh-Hans'")
    assert held(page) == "blocks/J"
    first = page.locator(".cards b").first
    assert (first.inner_text(), first.get_attribute("lang")) == ("Z形方块", "zh-Hans")
    assert page.locator(".cards .status-word").first.inner_text() == "待审"
    page.evaluate("cardgen.set('language', 'en')")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    text = dialog.inner_text()
    for words in ("Next undecided card", "Turn the card over", "Approve", "Search", "Next language"):
        assert words in text
    page.keyboard.press("v")  # nothing happens behind a dialog
    assert page.evaluate("document.documentElement.dataset.sight") == "normal"
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    expect(page).to_have_url(ending("#/grid"))
    page.keyboard.press("l")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    page.keyboard.press("?")
    assert "下一张待审的卡牌" in page.get_by_role("dialog").inner_text()
    for language in ("en", "zh-Hans", "zh-Hant"):
        page.evaluate(f"cardgen.set('language', {language!r})")
        unknown = page.evaluate(
            "cardgen.keyMap.filter(({views, words}) =>"
            " !views?.includes('table') && cardgen.t(words) === words).map(({name}) => name)"
        )
        assert unknown == []


def test_settings_are_kept(page: Any, shipped: Served) -> None:
    opened(page, shipped)
    page.get_by_role("button", name="Settings").click()
    page.locator("[name=set-language][value=zh-Hans]").check()
    expect(page.get_by_role("dialog").locator("h2")).to_have_text("设置")
    assert page.evaluate("document.activeElement.value") == "zh-Hans"
    page.locator("[name=set-cards][value=en]").check()
    page.locator("[name=set-theme][value=dark]").check()
    page.locator("[name=set-sight]").select_option("deutan")
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector(".cards a")
    root = page.locator("html")
    assert root.get_attribute("lang") == "zh-Hans"
    assert root.get_attribute("data-theme") == "dark"
    assert root.get_attribute("data-sight") == "deutan"
    first = page.locator(".cards b").first
    assert (first.inner_text(), first.get_attribute("lang")) == ("Z-block", "en")
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"


def test_an_action_without_a_key_is_not_listed(viewer: Any, shipped: Served) -> None:
    """The layout `guideline` has no key for a half turn."""
    viewer.goto(f"{shipped.address}#/table")
    viewer.locator(".bk-settings summary").click()
    lists = []
    for layout in ("cardgen", "guideline"):
        viewer.locator("[data-hold=layout]").select_option(layout)
        viewer.keyboard.press("?")
        lists.append(viewer.locator("dialog.keys dt").evaluate_all("(all) => all.map((one) => one.innerText.trim())"))
        viewer.keyboard.press("Escape")
    assert "" not in lists[1]
    assert len(lists[1]) == len(lists[0]) - 1
