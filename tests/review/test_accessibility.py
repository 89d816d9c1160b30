"""The whole page in every view, language and theme, narrow and wide: no rule of axe-core broken, nothing to scroll
sideways, everything large enough for a finger, every run of text in the language that it says it is in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import axe_playwright_python  # type: ignore[import-untyped]
import pytest

from tests.games_on_disk import block_killer_in, print_only
from tests.review.conftest import SHEETS, page_of
from tests.review.serving import Served, serving_here

pytestmark = pytest.mark.browser

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

VIEWS = {
    "grid": "#/grid",
    "card": "#/card/garbage/1-0",
    "compare": "#/compare/garbage/1-1?mode=swipe",
    "sheet": "#/sheet/cards-a4/3",
    "exports": "#/exports/images",
    "printers": "#/printers",
    "checks": "#/checks",
    "history": "#/history",
    "table": "#/table",
    "approved and now": "#/compare/garbage/1-1?mode=side",
    "difference": "#/compare/garbage/1-1?mode=difference",
    "box": "#/sheet/tuckbox-garbage-a4/1",
    "true size": "#/sheet/cards-gutterfold-a4/1?zoom=true",
    "play": "#/table?play=4-3+4-3+%7C+O0%404%2C0&rules=standard",
    "play of another deck": "#/table?play=1-1+3-0+2-1+%7C+T2%400%2C0",
    "no such card": "#/card/garbage/none",
}
LANGUAGES = ("zh-Hans", "zh-Hant", "en")
THEMES = ("light", "dark")

GARBAGE = "card_data/block-killer/garbage.yaml"
TUCKBOX = "  tuckboxes: {'tuckbox-garbage-{paper}': {deck: garbage, papers: [a4], titles: {zh: 垃圾牌, en: Garbage}}}\n"


def broken_rules(page: Any, within: str = "html") -> list[str]:
    """Return what axe-core, which the page has, objects to: rule, element and why.

    `within` names the element that it looks at, for what changes in a view that it has seen as a whole.
    """
    problems: list[str] = page.evaluate(
        """async ([tags, within]) => {
          const options = { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"], preload: false };
          const { violations } = await axe.run(within, options);
          return violations.flatMap(({ id, nodes }) =>
            nodes.map((node) => [id, node.target.join(" "), node.html, node.failureSummary].join(": ")));
        }""",
        [TAGS, within],
    )
    return problems


@dataclass
class CheckedPage:
    """A page of a game with decisions, comments, findings and changes since they were made."""

    served: Served
    page: Any

    def show(self, view: str, language: str = "en", theme: str = "light", width: int = 1280) -> None:
        """Brings the page there without loading it again."""
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.evaluate(
            """async ([hash, language, theme]) => {
              document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
              for (const [name, value] of Object.entries({ language, cards: language, theme })) {
                if (cardgen.settings[name] !== value) await cardgen.set(name, value);
              }
              await new Promise((resolve) => setTimeout(resolve, 30)); // a view may still write its address
              if (location.hash !== hash) {
                const there = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
                location.hash = hash;
                await there;
              }
            }""",
            [VIEWS[view], language, theme],
        )
        self.settle()

    def settle(self) -> None:
        """Waits until the view has what it shows, and goes to its top."""
        self.page.wait_for_function(
            """() => !document.querySelector("main [aria-busy=true]") && document.querySelector("main h1")
              && [...document.querySelectorAll("main img[src]")].every((image) => image.complete)"""
        )
        self.page.evaluate("scrollTo(0, 0)")  # otherwise the frame may lie over half of a button

    def looks(self) -> Iterator[int]:
        """Shows the page in each language, theme and at both widths once, and yields the width; then checks it,
        once by axe.

        The caller waits meanwhile until the view is there.
        """
        for language, theme, width in (("zh-Hans", "dark", 360), ("en", "light", 1280), ("zh-Hant", "light", 360)):
            self.page.set_viewport_size({"width": width, "height": 900})
            self.page.evaluate(
                "async ([l, t]) => { await cardgen.set('language', l); cardgen.set('theme', t); }", [language, theme]
            )
            yield width
            if language == "zh-Hans":
                assert self.broken_rules() == [], f"{language}, {theme}, {width} px"
            assert self.wrong_language() == [], f"{language}, {width} px"
        self.page.evaluate("cardgen.set('language', 'en')")

    def broken_rules(self) -> list[str]:
        """What axe-core objects to: rule, element and why."""
        return broken_rules(self.page)

    def open_dialog(self, name: str) -> None:
        page = self.page
        page.locator('main li a[data-hold="blocks/Z"]').focus()
        if name == "settings":
            page.locator('#frame button[data-hold="tool.settings"]').click()
        elif name == "conflict":
            page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")  # the page hears nothing more
            meanwhile = self.served.proposal("blocks/Z", "comment", text="Meanwhile")
            assert self.served.decide(meanwhile).status_code == 200
            page.keyboard.press("a")
        else:
            page.keyboard.press({"help": "?", "reject": "r"}[name])
        page.wait_for_selector("dialog[open]")
        if name == "conflict":
            with page.expect_response(re.compile("/events")):  # it listens again before it is to hear nothing
                page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")

    def too_small(self) -> list[str]:
        """What can be used and is too small; links within a line of text may be.

        A finger needs 44 px on a narrow screen, a pointer 24 px on a wide one (WCAG 2.2, success criterion 2.5.8).
        """
        problems: list[str] = self.page.evaluate(TOO_SMALL)
        return problems

    def check_layout(self, what: str, look: Look) -> None:
        """Nothing scrolls sideways, everything is large enough for a finger and says which language it is in."""
        assert self.page.evaluate("document.documentElement.scrollWidth") <= look.width, f"{what} in {look}"
        small = self.too_small()
        assert not small, f"{what} in {look}: {small}"
        assert self.page.evaluate("document.documentElement.lang") == look.language
        assert self.wrong_language() == [], f"{what} in {look}"

    def wrong_language(self) -> list[str]:
        """Texts and names in another language than that of the element they are in."""
        problems: list[str] = self.page.evaluate(WRONG_LANGUAGE)
        return problems


TOO_SMALL = """() => {
  const root = document.querySelector("dialog[open]") ?? document;
  const usable = "a[href], button, input, select, textarea, summary, [role=button], [role=slider]";
  const targets = root.querySelectorAll(usable);
  const inText = (element) => getComputedStyle(element).display === "inline"
    && [...element.parentNode.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const least = innerWidth <= 640 ? 43.9 : 23.9;
  const box = (element) => (element.matches("[type=checkbox], [type=radio]") && element.closest("label")) || element;
  return [...targets].filter((element) => {
    const { width, height } = box(element).getBoundingClientRect();
    const shown = element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
    return shown && !inText(element) && (width < least || height < least);
  }).map((element) => {
    const { width, height } = box(element).getBoundingClientRect();
    return `${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 140)}`;
  });
}"""

WRONG_LANGUAGE = """() => {
  const han = /[\\u3400-\\u9fff]/;
  const texts = [...catalogue].map(([key, { en }]) => [key, en.many ?? en]);
  const differing = texts.filter(([key, text]) => /[a-z]{2}/.test(text) && text !== cardgen.t(key));
  const english = new Set(differing.map(([, text]) => text));
  const problems = [];
  const look = (text, element, what) => {
    const lang = element.closest("[lang]").lang;
    if (lang.startsWith("en") && han.test(text)) problems.push(`${what} in ${lang}: ${text}`);
    if (lang.startsWith("zh") && english.has(text.trim())) problems.push(`${what} in ${lang}: ${text}`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!element.closest("noscript, script, style, kbd")) look(walker.currentNode.data, element, "text");
  }
  for (const name of ["alt", "aria-label", "title", "placeholder"]) {
    for (const element of document.querySelectorAll(`body [${name}]`)) look(element.getAttribute(name), element, name);
  }
  return [...new Set(problems)];
}"""


@pytest.fixture(scope="module")
def checked(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CheckedPage]:
    game = block_killer_in(tmp_path_factory.mktemp("accessible"))
    print_only(game, SHEETS + TUCKBOX)
    with serving_here(game) as served:
        proposals = [
            served.proposal("garbage/1-0", "comment", text="Too dark here. 这里太暗。", side="face", at_mm=[20, 30]),
            served.proposal("garbage/1-1"),
            served.proposal("garbage/1-2", "reject", text="The hole cannot be seen"),
        ]
        assert served.decide(*proposals).status_code == 200
        with served.events() as events:
            game.change(
                GARBAGE,
                'id: "1-1", copies: 10, kind: normal, row: "#.##',
                'id: "1-1", copies: 9, kind: normal, row: "####',
            )
            events.wait("checked")
        with page_of(browser) as page:
            page.route(re.compile(r"/page/cardgen\.js$"), with_words)
            page.goto(served.address)
            page.wait_for_function("() => cardgen.state.texts !== null")
            page.evaluate(AXE)
            yield CheckedPage(served, page)


def with_words(route: Any) -> None:
    """Lets the page's words be read from outside."""
    answer = route.fetch()
    before = "const catalogue = "
    assert answer.text().count(before) == 1
    route.fulfill(response=answer, body=answer.text().replace(before, "const catalogue = globalThis.catalogue = "))


@dataclass(frozen=True)
class Look:
    """A way to look at the page: languages, themes, and widths of a narrow and a wide window."""

    language: str
    theme: str
    width: int

    def __str__(self) -> str:
        return f"{self.language}, {self.theme}, {self.width} px"


def usual_look(number: int, narrow: int = 320) -> Look:
    """Return the look for `make test`. Those of six numbers in a row have each language, in both themes and widths."""
    return Look(LANGUAGES[number % 3], THEMES[number // 3 % 2], (narrow, 1280)[number % 2])


def all_looks(narrow: int = 320) -> Iterator[Look]:
    return (Look(*look) for look in product(LANGUAGES, THEMES, (narrow, 1280)))


MOVING = """() => [...document.querySelectorAll("*")].filter((element) => {
  const style = getComputedStyle(element);
  const animated = style.animationName !== "none" && parseFloat(style.animationDuration) > 0;
  return animated || parseFloat(style.transitionDuration) > 0;
}).map((element) => element.outerHTML.slice(0, 80))"""


def check_view(checked: CheckedPage, view: str, looks: Iterable[Look]) -> None:
    for look in looks:
        checked.show(view, look.language, look.theme, look.width)
        checked.check_layout(view, look)
        assert checked.broken_rules() == [], f"{view} in {look}"


#: Other looks at a view, of which `make test` sees the narrow layout in two languages.
OTHER_LOOKS = ("difference", "true size", "play of another deck")


@pytest.mark.parametrize("view", [view for view in VIEWS if view not in OTHER_LOOKS])
def test_axe_finds_nothing(checked: CheckedPage, view: str) -> None:
    """Nor does anything scroll sideways, is too small for a finger, or in another language than it says it is in."""
    check_view(checked, view, [usual_look([*VIEWS].index(view))])


@pytest.mark.soak
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_however_a_view_is_looked_at(checked: CheckedPage, view: str) -> None:
    check_view(checked, view, all_looks())


def test_every_view_fits_a_narrow_window_without_motion(checked: CheckedPage) -> None:
    """Each in another language than axe sees it in. Axe looks at all of them in `make soak`."""
    for number, view in enumerate(VIEWS):
        look = Look(LANGUAGES[(number + 1) % 3], "light", 320)
        checked.show(view, look.language, look.theme, look.width)
        checked.check_layout(view, look)
        assert checked.page.evaluate(MOVING) == [], f"{view}: nothing moves where motion is unwanted"


DIALOGS = ("help", "settings", "reject", "conflict")


@pytest.mark.parametrize("dialog", DIALOGS)
def test_axe_finds_nothing_in_a_dialog(checked: CheckedPage, dialog: str) -> None:
    check_dialog(checked, dialog, [usual_look(DIALOGS.index(dialog), narrow=360)])


@pytest.mark.soak
@pytest.mark.parametrize("dialog", DIALOGS)
def test_axe_finds_nothing_however_a_dialog_is_looked_at(checked: CheckedPage, dialog: str) -> None:
    check_dialog(checked, dialog, all_looks(narrow=360))


def check_dialog(checked: CheckedPage, dialog: str, looks: Iterable[Look]) -> None:
    for look in looks:
        checked.show("grid", look.language, look.theme, look.width)
        checked.open_dialog(dialog)
        assert checked.broken_rules() == [], f"{dialog} in {look}"
        checked.check_layout(dialog, look)
        checked.page.keyboard.press("Escape")
        checked.page.wait_for_selector("dialog[open]", state="detached")
        assert checked.page.evaluate("document.activeElement !== document.body"), "the focus is back where it was"


BANNERS = {
    "fault": "cardgen.state.catalog.fault = { faults: [FAULT, FAULT] }; cardgen.banner.draw()",
    "hidden": "document.querySelector('#banner .away').click()",
    "lost": "cardgen.banner.setNotice('lost')",
    "well": "cardgen.banner.setNotice(null); cardgen.state.catalog.fault = null; cardgen.banner.draw()",
}
FAULT = """{
  file: 'card_data/block-killer/garbage.yaml', line: 5, column: 34,
  message: { en: 'copies: many' }, hint: { en: 'a number' },
}"""


def test_axe_finds_nothing_in_what_lies_over_the_page(checked: CheckedPage) -> None:
    for number, (what, script) in enumerate(BANNERS.items()):
        look = usual_look(number)
        checked.show("history", look.language, look.theme, look.width)
        checked.page.evaluate(script.replace("FAULT", FAULT))
        assert checked.broken_rules() == [], f"{what} in {look}"
        checked.check_layout(what, look)
    assert checked.page.get_by_role("alert").inner_text() == ""


def test_chinese_cards_in_an_english_page_are_marked(checked: CheckedPage) -> None:
    for view in ("grid", "card", "compare", "history", "checks", "sheet"):
        checked.show(view, "en")
        checked.page.evaluate("cardgen.set('cards', 'zh')")
        checked.settle()
        assert checked.wrong_language() == [], view


@pytest.mark.parametrize("language", LANGUAGES[:2])
def test_every_text_of_the_page_is_translated(checked: CheckedPage, language: str) -> None:
    checked.show("play", language)
    assert checked.page.evaluate("[...catalogue].filter(([, { en }]) => !en).map(([key]) => key)") == []
    words = checked.served.data(f"words-{language}")
    texts = checked.page.evaluate("[...catalogue.values()].map(({ en }) => en.one ?? en)")
    assert set(texts) - {*words["texts"], *words["plurals"]} == set()


def test_forced_colours_show_the_focus_and_what_is_pressed(browser: Any, checked: CheckedPage) -> None:
    with page_of(browser, forced_colors="active") as page:
        page.goto(checked.served.address + "#/sheet/cards-a4/3")
        page.wait_for_selector(".print-right")
        CheckedPage(checked.served, page).settle()
        outlines = """() => {
          const style = (element) => getComputedStyle(element);
          const visible = (element) =>
            style(element).outlineStyle !== "none" && parseFloat(style(element).outlineWidth) >= 2;
          const [pressed, other] = [true, false].map((on) => document.querySelector(`main button[aria-pressed=${on}]`));
          return [visible(pressed), visible(other)];
        }"""
        assert page.evaluate(outlines) == [True, False]
        focused = """() => {
          const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
          return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 ? "" : document.activeElement.outerHTML;
        }"""
        for _ in range(12):
            page.keyboard.press("Tab")
            assert page.evaluate(focused) == ""
        marked = """() => [...document.querySelectorAll(".modes a")]
          .filter((link) => getComputedStyle(link).outlineStyle !== "none").map((link) => link.dataset.hold)"""
        page.evaluate("document.activeElement.blur()")
        assert page.evaluate(marked) == ["mode-print"], "one mode alone is marked as the one that is shown"
