"""A whole game of every bundled game, played to its end on an exported site in Firefox and in WebKit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browsers.driving import Browser, firefox, webkit
from tests.games_on_disk import GameOnDisk, shipped_game_in
from tests.review.serving import hosted
from tests.review.tables import seats_in_storage
from tests.review.test_site_games import GAMES, SETTINGS, export_playable, verified

pytestmark = pytest.mark.browsers

#: Python starts in a few seconds and a game takes up to a minute; much more where other programs run, too.
PLAYED = 900

#: Runs in the page: plays the game to its end, and leaves what was played at the document.
PLAY = """
(async () => {
  const wait = (test) => new Promise((resolve) => {
    const timer = setInterval(() => { if (test()) { clearInterval(timer); resolve(); } }, 100);
  });
  await wait(() => "tables/NAME/state.js" in bodies && Object.values(use("tables/NAME/state.js"))[0].game?.facts);
  const [table] = Object.values(use("tables/NAME/state.js"));
  const { game } = table;
  game.pace = 0;
  if (SETTINGS) {
    Object.assign(game.settings, SETTINGS);
    await game.begin();
  }
  await wait(() => game.definition.isOver(game.facts));
  const { rules, log, turns, fault } = game;
  document.documentElement.dataset.played = JSON.stringify({ rules, log, fault, turns: turns.length });
})();
"""


@pytest.fixture(scope="module", params=[game[0] for game in GAMES])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> GameOnDisk:
    return shipped_game_in(tmp_path_factory.mktemp("game"), request.param)


@pytest.fixture(scope="module")
def address(game: GameOnDisk, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    site = tmp_path_factory.mktemp("public") / "site"
    export_playable(game, site)
    with hosted(site) as served:
        yield f"{served}index.html"


@pytest.fixture(params=[firefox, webkit], ids=["firefox", "webkit"])
def browser(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Browser]:
    with request.param(tmp_path) as started:
        yield started


def test_a_whole_game_is_played_to_its_end(browser: Browser, game: GameOnDisk, address: str) -> None:
    _, _, view, policy = next(known for known in GAMES if known[0] == game.name)
    browser.open(f"{address}#/grid")
    for name, value in seats_in_storage(game.name, [policy] * 10).items():
        browser.run("(localStorage.setItem(arguments[0], arguments[1]), 1)", name, value)
    browser.open("about:blank")
    browser.open(f"{address}#/{view}")
    run_in_page(browser, PLAY.replace("NAME", game.name).replace("SETTINGS", json.dumps(SETTINGS.get(game.name))))
    played = json.loads(browser.until("document.documentElement.dataset.played", seconds=PLAYED))
    assert played["fault"] is None
    assert played["turns"] > 10
    reply = verified(game, played["rules"], played["log"])
    assert reply["legal"], reply
    assert reply["to_move"] is None


def run_in_page(browser: Browser, code: str) -> None:
    """Run a script among those of the page: what the driver runs in Firefox does not see their names."""
    browser.until("document.readyState === 'complete'")
    browser.run(
        "(document.head.append(Object.assign(document.createElement('script'), { src: URL.createObjectURL("
        "new Blob([arguments[0]], { type: 'text/javascript' })) })), 1)",
        code,
    )
