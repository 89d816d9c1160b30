"""Who plays for whom, on the tables of all games: every field is in its panel, and shows its values in full."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.games_on_disk import table_game_in
from tests.review.serving import Served, serving_here

pytestmark = pytest.mark.browser

GAMES = {"block-killer": "game", "blokus": "table", "blitz": "table", "thread-race": "table", "heroes": "table"}

#: The controls that extend beyond their panel, then the values that are wider than their field.
FAULTS = """() => {
  const controls = [...document.querySelectorAll("main .panel :is(button, select, label, input)")]
    .filter((control) => control.checkVisibility());
  const outside = controls.filter((control) => {
    const [inner, outer] = [control, control.closest(".panel")].map((element) => element.getBoundingClientRect());
    return inner.left < outer.left || inner.right > outer.right;
  }).map((control) => `outside: ${control.dataset.hold ?? control.textContent}`);
  const cut = controls.filter((control) => control.matches("select")).flatMap((select) => {
    const copy = select.cloneNode();
    copy.style.cssText = "position: absolute; width: auto; max-width: none; min-width: 0";
    select.after(copy);
    const wide = [...select.options].filter(({ text }) => {
      copy.replaceChildren(new Option(text));
      return copy.offsetWidth > select.offsetWidth + 1;
    });
    copy.remove();
    return wide.map(({ text }) => `cut: ${select.dataset.hold} ${text}`);
  });
  return [...outside, ...cut];
}"""


@pytest.fixture(scope="module", params=GAMES)
def table_game(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, Served]]:
    name = request.param
    with serving_here(table_game_in(tmp_path_factory.mktemp(name), name)) as running:
        yield name, running


def test_every_field_is_in_its_panel_and_shows_its_values_in_full(page: Any, table_game: tuple[str, Served]) -> None:
    name, served = table_game
    page.goto(f"{served.address}#/{GAMES[name]}")
    for language in ("en", "zh-Hans"):
        page.evaluate("language => cardgen.set('language', language)", language)
        page.wait_for_selector(f"html[lang={language}] .play-seats select", state="attached")
        page.evaluate("document.querySelectorAll('main details').forEach((part) => { part.open = true; })")
        assert page.locator(".play-seats select").count() >= 2
        for width in (1440, 760, 390, 320):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(FAULTS) == [], f"{language}, {width} px"
