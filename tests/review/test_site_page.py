"""The page as plain files, opened from a disk and from a folder of a plain web server: every view works there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cardgen.data.project import Project
from cardgen.review.server.export import export_site
from tests.games_on_disk import block_killer_in, print_only
from tests.review.reviewer import Reviewer
from tests.review.serving import hosted

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("own_page")]

VIEWS = ("grid", "card/garbage/1-0", "compare/garbage/1-1", "sheet/aids-a4/1", "checks", "history", "table")


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a site in `games/block-killer/`: few sheets, a finding, and decisions, one of them outdated."""
    game = block_killer_in(tmp_path_factory.mktemp("game"))
    print_only(game, "  sheets:\n    aids-{paper}: {decks: [aids], papers: [a4]}\n")
    reviewer = Reviewer(game)
    reviewer.do("garbage/1-1")
    reviewer.do("garbage/1-2", "reject", text="The hole cannot be seen")
    rows = "card_data/block-killer/garbage.yaml"
    game.change(rows, 'id: "1-1", copies: 10', 'id: "1-1", copies: 9')
    folder = tmp_path_factory.mktemp("public")
    site = folder / "games" / "block-killer"
    export_site(Project(game.root, bundled=False), game.name, site, shown_from=game.root)
    return folder


@pytest.fixture(scope="module", params=["file", pytest.param("http", marks=pytest.mark.soak)])
def address(request: pytest.FixtureRequest, public: Path) -> Iterator[str]:
    """Where the site's folder is, ending in a slash."""
    if request.param == "file":
        yield (public / "games" / "block-killer").as_uri() + "/"
        return
    with hosted(public) as host:
        yield f"{host}games/block-killer/"


@pytest.fixture
def site(page: Any, address: str) -> Iterator[Any]:
    """The open site. Every request has stayed within its folder and has been answered."""
    asked: list[str] = []
    failed: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("requestfailed", lambda request: failed.append(f"{request.url}: {request.failure}"))
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    page.goto(f"{address}index.html")
    page.wait_for_function("() => cardgen.state.texts !== null")
    yield page
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
    assert failed == []


def go(page: Any, view: str) -> None:
    page.evaluate("(hash) => { location.hash = hash; }", f"#/{view}")
    page.wait_for_function(f"() => document.querySelector('main').dataset.view === '{view.split('/')[0]}'")
    page.wait_for_selector("main h1", state="attached")


def test_every_view_works_and_what_needs_the_server_says_so(site: Any) -> None:
    for view in VIEWS:
        go(site, view)
    assert "static copy" in site.locator("#frame").inner_text()
    assert VIEWS[-1] == "table"
    assert "static copy" in site.locator("main").inner_text()
    assert site.evaluate("typeof EventSource") == "function"
    assert site.get_by_role("alert").inner_text() == "", "a site hears no server, and misses none"
    # Cards are shown, found and opened.
    go(site, "grid")
    site.wait_for_selector('main li a[data-hold="blocks/Z"] .loaded')
    site.get_by_role("searchbox").fill("checkerboard")
    site.wait_for_function("() => !document.querySelector('main li a[data-hold=\"blocks/Z\"]')")
    site.locator('main li a[data-hold="garbage/x"]').click()
    expect(site).to_have_url(re.compile("#/card/garbage/x"))
    site.wait_for_function("() => document.querySelector('main img')?.naturalWidth > 0")
    site.get_by_text("garbage.yaml").first.wait_for()
    # What has been decided is shown and compared.
    go(site, "card/garbage/1-2")
    site.get_by_text("The hole cannot be seen").wait_for()
    go(site, "compare/garbage/1-1")
    site.get_by_text("copies 10 → 9").wait_for()
    site.wait_for_function("() => [...document.querySelectorAll('main img')].every((image) => image.naturalWidth > 0)")
    go(site, "history")
    site.get_by_text("The hole cannot be seen").wait_for()
    # Sheets and findings are there.
    go(site, "sheet/aids-a4/1")
    widths = "[...document.querySelectorAll('.sheet-page img')].map((image) => image.naturalWidth).join()"
    site.wait_for_function(f"() => {widths} === '1240,1240'")
    assert site.get_by_role("link", name="Open the PDF").get_attribute("href") == "sheets/aids-a4.pdf"
    go(site, "checks")
    site.locator("main .code", has_text="BK206").locator("a").first.click()
    expect(site).to_have_url(re.compile(r"#/card/garbage/1-1\?finding="))
    site.get_by_text("9 copies of a row").first.wait_for()
    # Every language is in the files.
    for language, checks in (("zh-Hans", "检查"), ("zh-Hant", "檢查")):
        site.keyboard.press("l")
        expect(site.locator("html")).to_have_attribute("lang", language)
        go(site, "checks")
        site.get_by_role("heading", name=checks, exact=True).wait_for()
