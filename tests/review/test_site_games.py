"""Whole games of every bundled game, played to their ends on exported sites, with the engine in the page."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cardgen.data.playing import open_answers
from cardgen.data.project import Project
from cardgen.review.browser.runtime import find_runtime
from cardgen.review.server.export import export_site
from tests.games_on_disk import GameOnDisk, print_only, shipped_game_in
from tests.review.conftest import page_of
from tests.review.serving import hosted
from tests.review.tables import seat_players
from tests.review.test_engine_files import PYODIDE
from tests.review.test_engine_page import requests_of

pytestmark = pytest.mark.browser

#: The game, its name in the page, the address of its view, and a policy whose games are short.
GAMES = [
    ("blitz", "blitz", "table", "greedy"),
    ("block-killer", "blockKiller", "game", "random"),
    ("blokus", "blokus", "table?rules=small-board", "random"),
    ("heroes", "heroes", "table", "careful"),
    ("thread-race", "threadRace", "table", "racer"),
]
#: Settings that make a game short.
SETTINGS = {"heroes": {"mode": "nation", "players": 2}}
#: Python starts in three seconds, and a game takes ten or twenty, in ms; much more where other programs run, too.
PLAYED = 600_000


def export_playable(game: GameOnDisk, folder: Path) -> None:
    """Export a site with its engine."""
    project = Project(game.root, bundled=False)
    export_site(project, game.name, folder, sheets=False, runtime=find_runtime(PYODIDE), shown_from=game.root)


def wait_until(page: Any, expression: str) -> None:
    """Wait until an expression is true in the page, as long as a whole game may take."""
    end = time.monotonic() + PLAYED / 1000
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(200)


def verified(game: GameOnDisk, rules: str, log: str) -> Any:
    """Return what the engine says about a log."""
    answer = open_answers(game.load())
    assert answer is not None
    request = {"op": "verify", "ruleset": rules, "log": log}
    return json.loads(answer(json.dumps(request)))


@pytest.mark.soak  # Python starts anew for each game; test_engine_page.py plays on a site in `make test`
@pytest.mark.parametrize(("name", "script", "view", "policy"), [pytest.param(*game, id=game[0]) for game in GAMES])
def test_a_whole_game_is_played_to_its_end(
    name: str, script: str, view: str, policy: str, browser: Any, tmp_path: Path
) -> None:
    game = shipped_game_in(tmp_path, name)
    print_only(game)
    export_playable(game, tmp_path / "site")
    with hosted(tmp_path / "site") as address, page_of(browser) as page:
        seat_players(page, name, [policy] * 10)
        loaded = requests_of(page)
        page.goto(f"{address}index.html#/{view}")
        wait_until(page, f"Boolean(cardgen.{script}?.game?.facts)")
        page.evaluate(f"cardgen.{script}.game.pace = 0")
        if name in SETTINGS:
            page.evaluate(f"Object.assign(cardgen.{script}.game.settings, {json.dumps(SETTINGS[name])})")
            page.evaluate(f"cardgen.{script}.game.begin().then(() => null)")
        wait_until(page, f"cardgen.{script}.game.definition.isOver(cardgen.{script}.game.facts)")
        played = page.evaluate(
            "({ rules, log, turns, fault }) => ({ rules, log, turns: turns.length, fault })",
            page.evaluate_handle(f"cardgen.{script}.game"),
        )
        assert all(url.startswith((address, "blob:")) for url in loaded)
        assert not any("/api/" in url for url in loaded)
        assert played["fault"] is None
        assert played["turns"] > 10
        reply = verified(game, played["rules"], played["log"])
        assert reply["legal"], reply
        assert reply["to_move"] is None
        if name != "blokus":
            return
        # The game is still there when the site is opened again, and can be stepped through.
        page.goto("about:blank")
        page.goto(f"{address}index.html#/{view.partition('?')[0]}")
        expect(page.locator(".play-replay-at")).to_have_text(f"{played['turns']} of {played['turns']}", timeout=PLAYED)
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".play-replay-at")).to_have_text(f"{played['turns'] - 1} of {played['turns']}")
