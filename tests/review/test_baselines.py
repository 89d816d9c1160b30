"""Cards compared with any of their events, with print runs, and with earlier versions of the game."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cardgen.cli.review_server import older_versions
from cardgen.data.project import Project
from cardgen.review.server.baselines import Baselines, OlderVersions
from tests.cli.test_review import run as review
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.review.git import begin_repository, git
from tests.review.reviewer import Reviewer
from tests.review.serving import Served, serving_here

ONE, TWO = "main/one", "main/two"
CARDS, TEMPLATE = "card_data/tiny/cards.yaml", "templates/tiny.yaml"
GROUND = '    ground: {kind: rect, box: bleed, fill: "#ffffff"}\n'
MARK = '    mark: {kind: rect, box: [10, 20, 8, 6], fill: "#5d6675"}\n'


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> GameOnDisk:
    """A game with the tag v1, the print run `first`, and a mark on its cards that both do not have."""
    disk = tiny_game_in(tmp_path_factory.mktemp("baselines"))
    begin_repository(disk.root)
    git(disk.root, "tag", "v1")
    done = subprocess.run(
        [sys.executable, "-m", "cardgen", "print", "record", "first", "tiny"],
        cwd=disk.root,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    disk.change(TEMPLATE, GROUND, GROUND + MARK)
    disk.change(CARDS, "copies: 3", "copies: 4")
    return disk


@pytest.fixture(scope="module")
def served(changed: GameOnDisk) -> Iterator[Served]:
    versions = older_versions(Project(changed.root, bundled=False), "tiny", [])
    with serving_here(changed, versions=versions) as running:
        running.decide(running.proposal(TWO)).raise_for_status()
        changed.change(TEMPLATE, 'fill: "#5d6675"', 'fill: "#6d5d75"')
        with running.events() as events:
            while not running.session.state.catalog or running.data("review")["statuses"][TWO]["status"] != "stale":
                events.wait("catalog")
        yield running


def compared(served: Served, key: str, name: str) -> Any:
    return served.client.get(f"/data/compare/{key}", params={"with": name})


def test_the_page_offers_print_runs_and_tags(served: Served) -> None:
    assert served.data("baselines") == {"prints": ["first"], "versions": ["main", "v1"]}


@pytest.mark.parametrize("name", ["print:first", "version:v1"])
def test_a_card_is_compared_with_a_print_run_and_with_a_tag(served: Served, name: str) -> None:
    comparison = compared(served, TWO, name).raise_for_status().json()
    assert (comparison["event"], comparison["picture"], comparison["data"]) == (name, True, True)
    assert comparison["words"]["en"] == ["copies 3 → 4"]
    assert comparison["areas"]["face"] == [pytest.approx([10, 20, 8, 6], abs=0.6)]
    assert comparison["areas"]["back"] == []
    svg = served.client.get(f"/kept/{comparison['sides']['face']}.svg").raise_for_status().text
    assert "#5d6675" not in svg
    assert svg.startswith("<?xml")


def test_a_card_is_compared_with_any_of_its_events(served: Served) -> None:
    (event,) = served.data("review")["events"]
    comparison = compared(served, TWO, event["id"]).raise_for_status().json()
    assert (comparison["picture"], comparison["words"]["en"]) == (True, [])
    assert len(comparison["areas"]["face"]) == 1


@pytest.mark.parametrize("name", ["", "0" * 16, "print:other", "version:HEAD~1", "version:/etc", "print:../../secret"])
def test_only_what_is_offered_can_be_asked_for(served: Served, name: str) -> None:
    assert compared(served, TWO, name).status_code == 404
    assert compared(served, "main/none", "print:first").status_code == 404


@pytest.mark.parametrize("name", ["print:first", "version:v1"])
def test_the_cards_that_have_changed_since_a_baseline_are_listed(served: Served, name: str) -> None:
    assert served.client.get("/data/changed", params={"with": name}).json() == {"keys": [ONE, TWO]}


@pytest.mark.parametrize("name", ["", "print:other", "version:HEAD~1", "0" * 16])
def test_only_print_runs_and_versions_list_changed_cards(served: Served, name: str) -> None:
    assert served.client.get("/data/changed", params={"with": name}).status_code == 404


@pytest.fixture(scope="module")
def branched(tmp_path_factory: pytest.TempPathFactory) -> GameOnDisk:
    """A game on the branch `ours`, which has changed one card. The main branch has changed both since."""
    disk = tiny_game_in(tmp_path_factory.mktemp("branched"))
    begin_repository(disk.root)
    git(disk.root, "checkout", "-qb", "ours")
    disk.change(CARDS, "copies: 3", "copies: 4")
    git(disk.root, "commit", "-qam", "ours")
    git(disk.root, "checkout", "-q", "main")
    disk.change(TEMPLATE, GROUND, GROUND + MARK)
    git(disk.root, "commit", "-qam", "theirs")
    git(disk.root, "checkout", "-q", "ours")
    return disk


@pytest.fixture(scope="module")
def served_branch(branched: GameOnDisk) -> Iterator[Served]:
    versions = older_versions(Project(branched.root, bundled=False), "tiny", [])
    with serving_here(branched, versions=versions) as running:
        yield running


def test_what_a_branch_has_changed_is_told_from_what_the_main_one_has(served_branch: Served) -> None:
    first, *others = served_branch.data("baselines")["versions"]
    assert (first, sorted(others)) == ("main...", ["main", "ours"])
    since = {
        name: served_branch.client.get("/data/changed", params={"with": f"version:{name}"}).json()["keys"]
        for name in ("main...", "main", "ours")
    }
    assert since == {"main...": [TWO], "main": [ONE, TWO], "ours": []}


def test_the_status_has_only_what_a_branch_has_changed(branched: GameOnDisk) -> None:
    cards = json.loads(review("status", "tiny", "--since", "main...", "--json", cwd=branched.root).stdout)["left"]
    assert [card["key"] for card in cards] == [TWO]


def test_a_version_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    disk = tiny_game_in(tmp_path)
    git(disk.root, "init", "-q", "-b", "main")
    disk.change(TEMPLATE, "kind: text", "kind: txt")
    git(disk.root, "add", ".")
    git(disk.root, "commit", "-qm", "broken")
    disk.change(TEMPLATE, "kind: txt", "kind: text")
    with serving_here(disk, versions=older_versions(Project(disk.root, bundled=False), "tiny", [])) as running:
        answer = compared(running, ONE, "version:main")
    assert answer.status_code == 409
    assert "txt" in answer.json()["error"]["message"]


def test_pictures_of_print_runs_are_not_tidied_away(changed: GameOnDisk) -> None:
    done = review("tidy", "tiny", "--json", cwd=changed.root)
    assert (done.returncode, '"removed": []' in done.stdout) == (0, True)


def test_another_folder_is_a_version(tmp_path: Path) -> None:
    other, disk = tiny_game_in(tmp_path / "other"), tiny_game_in(tmp_path / "own")
    other.change(TEMPLATE, GROUND, GROUND + MARK)
    reviewer = Reviewer(disk)
    versions = older_versions(Project(disk.root, bundled=False), "tiny", [str(other.root)])
    baselines = Baselines(reviewer.store, versions)
    comparison = baselines.compare(reviewer.catalog, ONE, f"version:{other.root}")
    baselines.close()
    assert comparison is not None
    assert len(comparison["areas"]["face"]) == 1
    assert Baselines(reviewer.store, OlderVersions()).compare(reviewer.catalog, ONE, f"version:{other.root}") is None


@pytest.mark.browser
def test_a_baseline_is_chosen_and_a_slight_difference_is_seen(page: Any, served: Served) -> None:
    page.goto(f"{served.address}#/compare/{TWO}?mode=difference")
    chosen = page.locator("[data-hold=baseline]")
    expect(chosen).to_be_visible()
    blend = page.locator(".blend")
    expect(blend).to_have_css("filter", "brightness(8)")
    page.get_by_role("button", name="Mask").click()
    expect(page.locator(".ground img")).to_be_visible()
    expect(page.locator("figcaption .caption")).to_have_text("Red = changed.")
    chosen.select_option("version:v1")
    expect(page.locator(".changes")).to_contain_text("Version v1")
    expect(page.locator(".statement")).to_have_text("Picture and data changed")
    expect(page.locator(".changes li")).to_have_text(["copies 3 → 4"])
    chosen.select_option("print:first")
    expect(page.locator(".changes")).to_contain_text("Print run first")
    page.get_by_role("button", name="Side by side").click()
    expect(page.locator("img.before")).to_have_js_property("complete", True)
    assert page.locator("img.before").evaluate("image => image.naturalWidth") > 0


@pytest.mark.full
@pytest.mark.browser
def test_cards_are_filtered_by_what_a_branch_has_changed(page: Any, served_branch: Served) -> None:
    page.goto(served_branch.address)
    cards = page.locator(".cards > li")
    expect(cards).to_have_count(2)
    since = page.get_by_label("Changed since")
    page.locator("[data-hold=more]").click()
    expect(since.locator("option").nth(1)).to_have_text("where this branch left main")
    since.select_option("version:main...")
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("Second")
    expect(page.locator(".count")).to_have_text("1 of 2 cards")
    page.reload()  # the address keeps the filter
    expect(cards).to_have_count(1)
    page.locator(".cards a").press("Enter")
    page.get_by_role("link", name="Compare").first.click()
    expect(page.locator(".changes")).to_contain_text("Version where this branch left main")
    expect(page.locator(".changes li")).to_have_text(["copies 3 → 4"])


@pytest.mark.browser
def test_a_baseline_that_is_gone_is_said_and_can_be_cleared(page: Any, served_branch: Served) -> None:
    page.goto(f"{served_branch.address}#/grid?since=version:gone")
    expect(page.locator("#toast")).to_contain_text("The cards cannot be compared with gone.")
    expect(page.locator(".none")).to_have_text("No matching cards. Clear the filters.")
    expect(page.get_by_label("Changed since").locator("option:checked")).to_have_text("gone")
    page.get_by_role("button", name="Clear filters").click()
    expect(page.locator(".cards > li")).to_have_count(2)
