"""The table as its tests see it: opening it, doing things on it and looking at it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, quote

from playwright.sync_api import expect

from tests.review.waiting import PATIENCE, soon

#: A field on which a T goes under an overhang by a turn, and clears two rows.
POCKET = "1-1 3-0 2-1 |"
DOUBLE = "1-1 3-0 2-1 | T2@0,0"
IN_ENGLISH = "T2@0,0: T-spin double, rows 0, 1: 4 for 2 lines with a spin = attack 4."
IN_CHINESE = "T2@0,0：T形旋转消 2 行（第 0、1 行）：旋转 2 行 4 = 攻击值 4。"


def link_of(page: Any) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(page.evaluate("location.hash").partition("?")[2]).items()}


def expect_link(page: Any, state: dict[str, str]) -> None:
    """Waits until the address holds exactly this."""
    soon(lambda: link_of(page), state)


def until(page: Any, expression: str, patience: float = PATIENCE) -> None:
    """Waits until the expression is true in the page. (What Playwright offers for it needs `eval`.)"""
    soon(lambda: bool(page.evaluate(expression)), True, patience)


def status(page: Any) -> Any:
    """Return the line that says what is to be done at a table."""
    return page.locator(".play-status")


def attack_of(page: Any) -> Any:
    return page.locator(".bk-total").first.locator("strong")


def step_names(page: Any) -> list[str]:
    return [re.sub(r"^\d+", "", text) for text in page.locator(".bk-step-list > li > button").all_text_contents()]


def current_step(page: Any) -> Any:
    return page.locator(".bk-step-list [aria-current=step]")


def ghost(page: Any) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((x, y) for x, y in page.evaluate("cardgen.blockKiller.ghost()?.cells ?? []")))


def choose(page: Any, block: str) -> None:
    page.locator(".bk-palette").get_by_role("button", name=re.compile(f"^{block}[,、]")).click()
    expect(page.locator(".bk-ghost").first).to_be_visible()


def lay(page: Any, *codes: str) -> None:
    for code in codes:
        rows = page.locator(".bk-row").count()
        page.get_by_role("button", name=f"Lay {code},").click()
        expect(page.locator(".bk-row")).to_have_count(rows + 1)


def tab_to(page: Any, target: Any) -> None:
    """Presses Tab until the target has the focus."""
    element = target.element_handle()
    for _ in range(120):
        has_focus, is_drawn = element.evaluate("element => [element === document.activeElement, element.isConnected]")
        if has_focus:
            return
        if not is_drawn:  # it has been drawn again
            element = target.element_handle()
        page.keyboard.press("Tab")
    raise AssertionError("it cannot be reached by Tab")


def point_of(page: Any, x: float, y: float) -> tuple[float, float]:
    """Where a point of the field, in cells, is on the screen."""
    return tuple(
        page.evaluate(
            """([x, y]) => { const svg = document.querySelector(".bk-svg"); const box = svg.viewBox.baseVal;
            const point = new DOMPoint(x, box.y + box.height - 0.85 - y).matrixTransform(svg.getScreenCTM());
            return [point.x, point.y]; }""",
            [x, y],
        )
    )


def small_targets(page: Any) -> list[str]:
    """Return the starts of the buttons, lists and fields that are too small, on a narrow screen for a finger.

    A term of the glossary in a sentence is as high as its line (WCAG 2.2, success criterion 2.5.8, "inline").
    The width of a list or of a field depends on the reader's fonts and system: it must be large enough even if they
    give it none.
    """
    small: list[str] = page.evaluate(
        """() => {
        const controls = [...document.querySelectorAll("main button, main select, main input")].filter(
          (element) => element.checkVisibility() &&
            !element.matches("[type=checkbox], [type=radio], [type=file], .table-term"));
        const given = controls.map((element) => element.style.width);
        for (const element of controls) if (!element.matches("button")) element.style.width = "0";
        const small = controls.filter((element) => {
          const box = element.getBoundingClientRect();
          return Math.min(box.width, box.height) < (innerWidth <= 640 ? 44 : 24);
        });
        controls.forEach((element, index) => { element.style.width = given[index]; });
        return small.map((element) => element.outerHTML.slice(0, 120));
        }"""
    )
    return small


#: Notes what is animated: the names of things, or the class of anything else.
WATCH = """const { animate } = Element.prototype;
window.moved = [];
Element.prototype.animate = function (...rest) {
  window.moved.push(this.dataset?.thing ?? String(this.className));
  return animate.apply(this, rest);
};"""

#: Begins a new game with the usual settings and these seats, and takes away what the page keeps.
BEGIN = """async ([name, seats]) => {
  const { game } = cardgen[name];
  localStorage.clear();
  await cardgen.set("language", "en");
  document.querySelector(".table-drawer:not([hidden]) [data-hold=play-drawer-close]")?.click();
  document.querySelectorAll("main details").forEach((panel) => { panel.open = false; });
  for (const { name: setting, values } of game.definition.settings) game.settings[setting] = values[0];
  game.seats = new Map(seats.map((policy, seat) => [seat, policy]));
  Object.assign(game, { pace: 0, hidden: true, paused: false, rules: cardgen.state.catalog.game.rulesets[0] });
  await game.begin({ seed: 1 });
}"""


def begin_anew(page: Any, address: str, name: str, seats: Sequence[str] = (), **state: str) -> Any:
    """Open the table at an address with a new game, or that of `state`, and return the page.

    A page that is there already is not loaded again. `name` is the game's name in the page; `seats` has a policy for
    each player, "" for a person.
    """
    page.unroute_all()
    page.set_viewport_size({"width": 1280, "height": 900})
    if not page.url.startswith(address):
        page.goto(address)
    until(page, f"Boolean(cardgen.{name}?.game?.facts)")
    page.evaluate(BEGIN, [name, seats])
    if state:
        page.evaluate(f"cardgen.{name}.game.made.isOld = true")
        page.goto(f"{address}?" + "&".join(f"{key}={quote(value)}" for key, value in state.items()))
        until(page, f"Boolean(cardgen.{name}.game.fault || !cardgen.{name}.game.made.isOld)")
    return page


def open_drawer(page: Any, name: str) -> None:
    """Open a drawer of the stage with its panels: `happened`, `people` or `more`."""
    if page.locator(f"#table-{name}").is_hidden():
        page.locator(f'[data-hold="play-drawer-{name}"]').click()
    expect(page.locator(f"#table-{name}")).to_be_visible()


def seat_players(page: Any, engine: str, policies: Sequence[str]) -> None:
    """Choose who plays an engine's games before the page is opened: a policy for each player, "" for a person."""
    ((name, seats),) = seats_in_storage(engine, policies).items()
    # An empty page has no storage.
    page.add_init_script(f"if (location.href !== 'about:blank') localStorage['{name}'] = {json.dumps(seats)}")


def seats_in_storage(engine: str, policies: Sequence[str]) -> dict[str, str]:
    """Return what the page keeps in the browser of who plays an engine's games, by its name there."""
    return {f"play-seats-{engine}": json.dumps([list(seat) for seat in enumerate(policies)])}
