"""Several people: names, the number of people who must approve, and logs of branches that git merges."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from cardgen.data.project import Project
from cardgen.review.server.export import export_site
from cardgen.review.server.overview import review_status
from cardgen.review.server.status import Current, card_status
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.review.conftest import page_of
from tests.review.git import git
from tests.review.reviewer import Reviewer
from tests.review.serving import Served, serving, serving_here

ONE, TWO = "main/one", "main/two"
GAME = "card_data/tiny/game.yaml"
NEEDS_TWO = ("licence:", "review: {approvals: 2}\nlicence:")


# ---------------------------------------------------------------- names


def test_a_decision_has_the_name_of_its_request(served: Served) -> None:
    def decide(**more: Any) -> httpx.Response:
        body = {"events": [served.proposal(ONE)], **more}
        return served.client.post("/api/decide", json=body, headers=served.headers)

    assert decide(by=" Bob ").json()["saved"][0]["by"] == "Bob"
    assert decide().json()["saved"][0]["by"] == "Ann"
    for name in ("", "a\x01b", 3, None):
        assert decide(by=name).json()["error"]["code"] == "bad-name"


@pytest.mark.browser
def test_a_name_is_kept_in_the_browser_and_shown(browser: Any, served: Served) -> None:
    with page_of(browser) as page:
        page.goto(f"{served.address}#/card/{ONE}")
        page.locator("[data-hold=approve]").click()
        expect(page.locator(".decision .status")).to_contain_text("approved")
        page.get_by_role("button", name="Settings").click()
        expect(page.locator(".decision-name")).to_contain_text("You decide as Ann.")
        page.get_by_role("button", name="Change name").click()
        page.get_by_label("Name", exact=True).fill("Bob")
        page.get_by_role("button", name="Continue").click()
        expect(page.locator(".decision-name")).to_contain_text("You decide as Bob.")
        page.reload()
        page.locator("[data-hold=reopen]").click()
        expect(page.locator(".decision .status")).to_contain_text("undecided")
    assert [(event["kind"], event["by"]) for event in served.data("review")["events"]] == [
        ("approve", "Ann"),
        ("reopen", "Bob"),
    ]


# ---------------------------------------------------------------- a network


def test_answers_to_a_network_are_compressed(tmp_path: Path) -> None:
    disk = tiny_game_in(tmp_path)
    with serving(disk, "--host", "127.0.0.1", "--allow-remote-decisions") as served:
        page = served.client.get("/page/cardgen.js", params={"token": served.token})
        assert page.headers["content-encoding"] == "gzip"
        assert int(page.headers["content-length"]) < len(page.content) / 2
        catalog = served.client.get("/data/catalog")
        assert (catalog.headers["content-encoding"], catalog.json()["who"]) == ("gzip", "Ann")
        plain = served.client.get("/data/catalog", headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.json() | {"checked": True} == catalog.json() | {"checked": True}  # the game is checked meanwhile


def test_answers_on_one_machine_are_not_compressed(served: Served) -> None:
    assert "content-encoding" not in served.client.get("/data/catalog").headers


# ---------------------------------------------------------------- two approvals


def test_a_card_may_need_several_people(tmp_path: Path) -> None:
    disk = tiny_game_in(tmp_path)
    disk.change(GAME, *NEEDS_TWO)
    ann, bob = Reviewer(disk, "Ann"), Reviewer(disk, "Bob")

    def status() -> tuple[str, int | None]:
        card, _ = review_status(disk.load(), disk.layout(), ann.store).cards[ONE]
        return card.status, card.approvals

    ann.do(ONE)
    ann.do(ONE)
    assert status() == ("undecided", 1)
    lines = list(map(str, review_status(disk.load(), disk.layout(), ann.store).lines()))
    assert lines[0].endswith(": card main/one is approved by 1 of 2 people")
    approval = bob.do(ONE)
    assert status() == ("approved", None)
    bob.do(ONE, "undo", undoes=approval.id)
    assert status() == ("undecided", 1)
    bob.do(ONE, "reject", text="no")
    assert status() == ("rejected", None)
    bob.do(ONE)
    assert status() == ("undecided", 1)


def test_the_page_counts_people_by_the_same_rule() -> None:
    current = {"face": "1" * 32, "data": "2" * 32}
    cases: list[list[dict[str, Any]]] = []
    for history in ("A:a", "A:a A:a", "A:a A:b", "A:a R:b A:b", "A:a A:b O:a", "A:old A:b", "A:a A:b A:c"):
        events: list[dict[str, Any]] = []
        for number, (kind, _, by) in enumerate(part.partition(":") for part in history.split()):
            data = "3" * 32 if by == "old" else current["data"]
            name = {"A": "approve", "R": "reject", "O": "reopen"}[kind]
            events.append({"id": f"{number}", "kind": name, "by": by, "sides": {"face": current["face"]}, "data": data})
        cases.append(events)
    script = (
        "import(process.argv[1]).then(({ cardStatus }) => {"
        "  const { cases, card } = JSON.parse(process.argv[2]);"
        "  console.log(JSON.stringify(cases.map((events) => cardStatus(events, card, 2))));"
        "});"
    )
    rule = Path(__file__).parents[2] / "cardgen/review/page/shared/status.js"
    values = json.dumps({"cases": cases, "card": {**current, "back": None}})
    done = subprocess.run(
        ["node", "--experimental-detect-module", "-e", script, rule.as_uri(), values],
        capture_output=True,
        text=True,
        check=True,
    )
    from cardgen.review.server.events import Event

    ours = []
    for events in cases:
        made = [Event(at="", tool="", deck="main", card="one", **event) for event in events]
        ours.append(card_status(made, Current({"face": current["face"]}, current["data"], {}), 2).as_data())
    assert json.loads(done.stdout) == ours
    assert [(data["status"], data.get("approvals")) for data in ours] == [
        ("undecided", 1),
        ("undecided", 1),
        ("approved", None),
        ("undecided", 1),
        ("undecided", None),
        ("undecided", 1),
        ("approved", None),
    ]


# ---------------------------------------------------------------- a team


def decide(game: GameOnDisk, name: str, *kinds: tuple[str, str]) -> None:
    """Decide as one person on a server of their own, and commit what it wrote."""
    with serving_here(game, name) as served:
        for key, kind in kinds:
            more = {} if kind == "approve" else {"text": f"{kind} by {name}"}
            served.decide(served.proposal(key, kind, **more)).raise_for_status()
    git(game.root, "add", ".")
    git(game.root, "commit", "-qm", f"review by {name}")


@pytest.mark.full
@pytest.mark.browser
def test_a_team_on_two_servers_and_a_site_merges_its_logs(browser: Any, tmp_path: Path) -> None:
    """Ann and Bob decide on two branches, Chen on a site; git merges the logs and the pictures without a conflict."""
    game = tiny_game_in(tmp_path / "ann")
    game.change(GAME, *NEEDS_TWO)
    game.write(".gitattributes", "card_data/*/review*.jsonl merge=union\n")
    git(game.root, "init", "-q", "-b", "main")
    decide(game, "Ann", (ONE, "comment"))
    git(tmp_path, "clone", "-q", str(game.root), "bob")
    bobs = GameOnDisk(tmp_path / "bob", "tiny")
    git(bobs.root, "checkout", "-qb", "bob")
    decide(game, "Ann", (ONE, "approve"), (TWO, "approve"))
    decide(bobs, "Bob", (TWO, "approve"), (ONE, "reject"))

    site = tmp_path / "site"
    export_site(Project(game.root, bundled=False), "tiny", site, sheets=False)
    with page_of(browser) as page:
        page.goto(f"{(site / 'index.html').as_uri()}#/card/{TWO}")
        expect(page.locator(".decision .status")).to_contain_text("approved by 1 of 2")
        page.locator("[data-hold=approve]").click()
        page.get_by_label("Name", exact=True).fill("Chen")
        page.get_by_role("button", name="Continue").click()
        expect(page.locator(".decision .status")).to_have_text("approved")
        lines = page.evaluate("cardgen.siteLog.siteLines()")
    game.path("../chen.jsonl").write_text(lines, encoding="utf-8")
    with serving_here(game):  # the import writes beside an open server
        import_decisions(game, game.path("../chen.jsonl"))
    git(game.root, "add", ".")
    git(game.root, "commit", "-qm", "review by Chen")

    git(game.root, "fetch", "-q", str(bobs.root), "bob")
    git(game.root, "merge", "-q", "--no-edit", "FETCH_HEAD")
    store = Reviewer(game).store
    assert sorted(event.by for event in store.read()) == ["Ann", "Ann", "Ann", "Bob", "Bob", "Chen"]
    assert store.kept.missing({key for event in store.read() for key in event.sides.values()}) == set()
    cards = review_status(game.load(), game.layout(), store).cards
    assert {key: card.status for key, (card, _) in cards.items()} == {ONE: "rejected", TWO: "approved"}


def import_decisions(game: GameOnDisk, file: Path) -> None:
    from cardgen.review.server.imports import import_events

    reviewer = Reviewer(game)
    imported = import_events(reviewer.store, file, "nobody", reviewer.catalog)
    assert [event.by for event in imported.saved] == ["Chen"]
    assert imported.conflicts == ()
