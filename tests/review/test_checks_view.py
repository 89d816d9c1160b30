"""The findings as the page shows them: by code, with a picture of the place, each a link to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games_on_disk import GameOnDisk, block_killer_in, print_only, tiny_game_in
from tests.review.serving import Served, serving_here
from tests.review.waiting import ending

pytestmark = pytest.mark.browser

GARBAGE = "card_data/block-killer/garbage.yaml"
TEMPLATE = "templates/block-killer/garbage.yaml"


def broken_game(folder: Path) -> GameOnDisk:
    """Nine copies where ten belong, and writing that is too pale."""
    game = block_killer_in(folder)
    print_only(game)
    game.change(GARBAGE, 'id: "1-0", copies: 10', 'id: "1-0", copies: 9')
    game.change(TEMPLATE, 'ink: "#171c27"', 'ink: "#b7bcc7"')
    return game


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving_here(broken_game(tmp_path_factory.mktemp("broken"))) as running:
        yield running


@pytest.fixture
def page(viewer: Any) -> Any:
    return viewer


def open_checks(page: Any, served: Served, query: str = "") -> None:
    page.goto(f"{served.address}#/checks{query}")
    page.wait_for_selector("main .code")


def test_findings_stand_under_their_code_with_its_name_and_count(page: Any, served: Served) -> None:
    open_checks(page, served)
    findings = served.data("findings")["findings"]
    codes = sorted({finding["code"] for finding in findings})
    assert {"BK203", "BK206", "CG105"} <= set(codes)
    headings = page.locator("main .code h2").all_inner_texts()
    assert [heading.split()[0] for heading in headings] == codes
    pale = next(heading for heading in headings if heading.startswith("CG105"))
    assert "Too little contrast" in pale
    assert f"{sum(finding['code'] == 'CG105' for finding in findings)} errors" in pale
    assert page.get_by_text(f"{len(findings)} findings").count() == 1
    few = sum(min(24, sum(finding["code"] == code for finding in findings)) for code in codes)
    assert page.locator("main .finding").count() == few < len(findings)


def test_a_click_opens_the_card_with_the_place_outlined(page: Any, served: Served) -> None:
    open_checks(page, served)
    findings = served.data("findings")["findings"]
    number = next(index for index, finding in enumerate(findings) if finding["code"] == "CG105")
    finding = findings[number]
    page.locator(f'main a[data-hold="finding-{number}"]').click()
    expect(page).to_have_url(ending(f"#/card/{finding['key']}?finding={number}"))
    page.wait_for_function(
        "([x, y]) => [...document.querySelectorAll('main svg rect')].some((rect) =>"
        " Math.abs(rect.x.baseVal.value - x) < 1.5 && Math.abs(rect.y.baseVal.value - y) < 1.5)",
        arg=finding["rect"][:2],
    )


def test_the_place_is_outlined_on_the_small_picture_too(page: Any, served: Served) -> None:
    open_checks(page, served, "?code=CG105")
    finding = next(finding for finding in served.data("findings")["findings"] if finding["code"] == "CG105")
    drawn = page.locator("main .finding svg rect").first.evaluate(
        "(rect) => ['x', 'y', 'width', 'height'].map((name) => rect[name].baseVal.value)"
    )
    x, y, width, height = finding["rect"]
    assert drawn == pytest.approx([x - 1, y - 1, width + 2, height + 2], abs=1e-3)


def test_what_is_wrong_with_the_whole_game_shows_its_file_and_line(page: Any, served: Served) -> None:
    open_checks(page, served, "?code=BK203")
    finding = page.locator("main .finding")
    assert finding.count() == 1
    assert finding.evaluate("(element) => element.closest('a') ?? element.querySelector('a')") is None
    assert re.search(r"game\.yaml:\d+:\d+", finding.inner_text())
    assert "The whole game" in finding.inner_text()


def test_the_filters_are_in_the_address(page: Any, served: Served) -> None:
    open_checks(page, served)
    page.get_by_label("Deck").focus()
    page.get_by_label("Deck").select_option("garbage")
    assert page.evaluate("location.hash") == "#/checks?deck=garbage"
    assert page.evaluate("document.activeElement.dataset.hold") == "deck"
    page.get_by_label("Check").select_option("BK206")
    page.wait_for_function("() => document.querySelectorAll('main .code').length === 1")
    assert page.get_by_text("1 finding").count() == 1
    page.get_by_label("Deck").select_option("*")
    page.get_by_text("No findings of this kind.").wait_for()


def test_what_an_engine_calls_its_finding_is_english_in_a_chinese_page(page: Any, served: Served) -> None:
    open_checks(page, served)
    page.evaluate("cardgen.set('language', 'zh')")
    heading = page.locator("main .code", has_text="BK206").locator("h2 [lang=en]")
    assert heading.inner_text() == "unbalanced-copies"
    assert page.locator("main .code", has_text="CG105").locator("h2", has_text="对比度太低").count() == 1


@pytest.mark.full
def test_nothing_found_says_what_was_looked_at(page: Any, tmp_path: Path) -> None:
    with serving_here(tiny_game_in(tmp_path)) as served:
        page.goto(f"{served.address}#/checks")
        page.get_by_role("heading", name="No findings").wait_for()
        assert "Decks: 1. Different cards: 2; with their copies: 4." in page.locator("main").inner_text()
        looked = page.locator("main .looked li").all_inner_texts()
        assert len(looked) == 12, "a game without an engine has no rules to obey"


def test_waived_findings_are_listed_with_who_waived_them_and_why(page: Any, tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    game.change("templates/tiny.yaml", "box: [5, 5, 53, 8]", "box: [1, 5, 53, 8]")
    game.write(
        "card_data/tiny/waivers.yaml",
        "waivers:\n  - {code: CG102, reason: A proof only, who: Ann, until: 2999-01-31}\n",
    )
    with serving_here(game) as served:
        page.goto(f"{served.address}#/checks")
        page.get_by_role("heading", name="No open findings").wait_for()
        assert page.locator("main .looked").count() == 0
        listed = page.locator("main .waived li")
        assert listed.count() == 2
        assert "CG102 First one · Cards" in listed.first.inner_text()
        assert "Waived by Ann until 2999-01-31: A proof only" in listed.first.inner_text()
        assert served.data("catalog")["cards"][0]["codes"] == []
        listed.first.locator("a").click()
        expect(page).to_have_url(ending("#/card/main/one"))


@pytest.mark.full
def test_findings_come_and_go_with_the_files(page: Any, tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    with serving_here(game) as served:
        page.goto(f"{served.address}#/checks")
        page.get_by_role("heading", name="No findings").wait_for()
        game.change("templates/tiny.yaml", "box: [5, 5, 53, 8]", "box: [1, 5, 53, 8]")
        page.locator("main .code", has_text="CG102").wait_for()
        game.change("templates/tiny.yaml", "box: [1, 5, 53, 8]", "box: [5, 5, 53, 8]")
        page.get_by_role("heading", name="No findings").wait_for()


def test_it_is_said_that_the_check_is_still_going_on(page: Any, served: Served) -> None:
    def not_yet(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "checked": False})

    page.goto("about:blank")
    page.route("**/data/catalog", not_yet)
    page.route("**/events*", lambda route: route.abort())
    page.goto(f"{served.address}#/checks")
    page.get_by_text("Checking…").wait_for()
    assert page.locator("main .code").count() == 0
