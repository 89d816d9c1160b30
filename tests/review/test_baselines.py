"""Cards compared with any of their events, with print runs, and with earlier versions of the game."""

from __future__ import annotations

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
from tests.review.git import git
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
    git(disk.root, "init", "-q", "-b", "main")
    git(disk.root, "add", ".")
    git(disk.root, "commit", "-qm", "first")
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
    expect(page.locator("figcaption")).to_have_text("Red = changed.")
    chosen.select_option("version:v1")
    expect(page.locator(".compare-heading")).to_contain_text("Version v1")
    expect(page.locator(".statement")).to_have_text("Picture and data changed")
    expect(page.locator(".changes li")).to_have_text(["copies 3 → 4"])
    chosen.select_option("print:first")
    expect(page.locator(".compare-heading")).to_contain_text("Print run first")
    page.get_by_role("button", name="Side by side").click()
    expect(page.locator("img.before")).to_have_js_property("complete", True)
    assert page.locator("img.before").evaluate("image => image.naturalWidth") > 0
