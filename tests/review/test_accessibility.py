"""The whole page in every view, language, theme and at two widths: no rule of axe-core broken, nothing to scroll
sideways, everything large enough for a finger, every run of text in the language that it says it is in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest

from tests.games_on_disk import block_killer_in
from tests.review.conftest import watch_page
from tests.review.serving import Served, serving

pytestmark = pytest.mark.browser

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

VIEWS = {
    "grid": "#/grid",
    "card": "#/card/garbage/1-0",
    "compare": "#/compare/garbage/1-1?mode=swipe",
    "sheet": "#/sheet/cards-a4/3",
    "checks": "#/checks",
    "history": "#/history",
    "table": "#/table",
}
LANGUAGES = ("zh", "en")
THEMES = ("light", "dark")
WIDTHS = (360, 1280)

GARBAGE = "card_data/block-killer/garbage.yaml"


@dataclass
class Desk:
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
                if (cardgen.settings[name] !== value) cardgen.set(name, value);
              }
              if (location.hash !== hash) {
                const there = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
                location.hash = hash;
                await there;
              }
            }""",
            [VIEWS[view], language, theme],
        )
        self.page.wait_for_function(
            """() => !document.querySelector("main [aria-busy=true]") && document.querySelector("main h1")
              && [...document.querySelectorAll("main img[src]")].every((image) => image.complete)"""
        )

    def broken_rules(self) -> list[str]:
        """What axe-core objects to: rule, element and why."""
        found: list[str] = self.page.evaluate(
            """async (tags) => {
              const options = { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] };
              const { violations } = await axe.run(document, options);
              return violations.flatMap(({ id, nodes }) =>
                nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.html.slice(0, 160)}: ${node.failureSummary}`));
            }""",
            TAGS,
        )
        return found


@pytest.fixture(scope="module")
def desk(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    game = block_killer_in(tmp_path_factory.mktemp("accessible"))
    with serving(game) as served:
        told = [
            served.proposal("garbage/1-0", "comment", text="Too dark here. 这里太暗。", side="face", at_mm=[20, 30]),
            served.proposal("garbage/1-1"),
            served.proposal("garbage/1-2", "reject", text="The hole cannot be seen"),
        ]
        assert served.decide(*told).status_code == 200
        with served.events() as events:
            game.change(
                GARBAGE,
                'id: "1-1", copies: 10, kind: normal, row: "#.##',
                'id: "1-1", copies: 9, kind: normal, row: "####',
            )
            events.wait("checked")
        context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        page = context.new_page()
        errors = watch_page(page)
        page.goto(served.address)
        page.wait_for_function("() => cardgen.state.texts !== null")
        page.evaluate(AXE)
        yield Desk(served, page)
        context.close()
        assert errors == []


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing(desk: Desk, view: str) -> None:
    for language, theme, width in product(LANGUAGES, THEMES, WIDTHS):
        desk.show(view, language, theme, width)
        assert desk.broken_rules() == [], f"{view} in {language}, {theme}, {width} px"
