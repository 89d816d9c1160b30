"""A game with names that nowhere break, and one without a finding: at 320 px nothing sticks out of the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.games_on_disk import tiny_game_in
from tests.review.serving import Served, serving_here

pytestmark = pytest.mark.browser

ENDLESS = "Extraordinarilylong" * 8
VIEWS = ("grid", "card/main/one", "compare/main/one", "checks", "sheet", "history")


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    game = tiny_game_in(tmp_path_factory.mktemp("endless"))
    game.change("card_data/tiny/game.yaml", "en: Tiny", f"en: {ENDLESS}")
    game.change("card_data/tiny/game.yaml", "en: Cards", f"en: {ENDLESS}")
    game.change("card_data/tiny/game.yaml", "{name: text}", "{name: text, skills: list?}")
    game.change("card_data/tiny/cards.yaml", "First", f'{ENDLESS}, skills: [{{rule: "{"word " * 60}"}}]')
    with serving_here(game) as running:
        proposal = running.proposal("main/one", "reject", text=ENDLESS)
        assert running.decide(proposal).status_code == 200
        yield running


@pytest.fixture
def page(viewer: Any) -> Any:
    return viewer


def sticking_out(page: Any) -> int:
    """How many px the page is wider than the window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def test_names_without_a_place_to_break_stay_in_the_page(page: Any, endless: Served) -> None:
    for view in VIEWS:
        page.goto(f"{endless.address}#/{view}")
        page.wait_for_selector(f"main[data-view={view.split('/')[0]}] > *")
        page.wait_for_load_state("networkidle")
        for width in (320, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert sticking_out(page) == 0, f"{view}, {width} px"


def test_cards_begin_in_the_upper_half_of_a_low_window(page: Any, shipped: Served) -> None:
    page.set_viewport_size({"width": 720, "height": 450})  # 1440 x 900 at 200 %
    page.goto(f"{shipped.address}#/grid")
    page.wait_for_selector(".cards a")
    assert page.locator(".cards").evaluate("list => list.getBoundingClientRect().top") < 225
    assert page.locator("#frame").evaluate("frame => frame.offsetHeight") < 60
    assert sticking_out(page) == 0


def test_a_check_without_a_finding_fits(page: Any, shipped: Served) -> None:
    page.set_viewport_size({"width": 320, "height": 800})
    page.goto(f"{shipped.address}#/checks")
    for language in ("en", "zh-Hans", "zh-Hant"):
        page.evaluate("language => cardgen.set('language', language)", language)
        page.wait_for_selector("main .looked li")
        assert sticking_out(page) == 0, language


def test_the_mode_of_the_view_can_be_seen_in_the_frame(page: Any, shipped: Served) -> None:
    page.set_viewport_size({"width": 320, "height": 800})
    for view, mode in (("table", "play"), ("grid", "review")):
        page.goto(f"{shipped.address}#/{view}")
        page.wait_for_selector(f"#frame a[aria-current][data-hold=mode-{mode}]")
        left, right = page.eval_on_selector(
            "#frame a[aria-current]", "link => [link.getBoundingClientRect().left, link.getBoundingClientRect().right]"
        )
        assert left >= 0, view
        assert right <= 320, view


def test_what_a_button_says_stays_on_its_line(page: Any, shipped: Served) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{shipped.address}#/grid")
    button = page.get_by_role("button", name="Approve all shown")
    assert button.evaluate("(shown) => shown.getBoundingClientRect().height") < 60


def test_the_tools_are_at_the_right_edge_of_the_header(page: Any, shipped: Served) -> None:
    page.goto(f"{shipped.address}#/checks")
    page.wait_for_selector("#frame .tools")
    inner = "getComputedStyle(document.getElementById('frame'))"
    for width in (480, 640, 799, 800):
        page.set_viewport_size({"width": width, "height": 800})
        edge = page.evaluate(f"document.getElementById('frame').clientWidth - parseFloat({inner}.paddingRight)")
        right = page.eval_on_selector("#frame .tools", "tools => tools.getBoundingClientRect().right")
        assert abs(right - edge) < 1, f"{width} px"


def test_codes_and_places_stay_on_one_line(page: Any, shipped: Served) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{shipped.address}#/card/garbage/1-0")
    page.wait_for_selector(".card-facts .where")
    split = "[...document.querySelectorAll('{}')].filter((code) => code.getClientRects().length > 1).length"
    assert page.evaluate(split.format(".card-facts .where")) == 0
    page.goto(f"{shipped.address}#/table?play=1-1+3-0+2-1+%7C+T2%400%2C0")
    page.wait_for_selector(".bk-lines .unbroken")
    page.evaluate("document.querySelector('.bk-lines').style.width = '90px'")
    assert page.evaluate(split.format(".bk-lines .unbroken")) == 0
    assert "1-1" in page.locator(".bk-lines .unbroken").all_text_contents()


def test_what_moves_a_block_and_the_sum_are_seen_with_eight_rows(page: Any, shipped: Served) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{shipped.address}#/table?play=1-1+3-0+2-1+1-0+2-2+3-0+1-1+2-1+%7C")
    page.wait_for_function("() => document.querySelectorAll('.bk-row').length === 8")
    bottom = "element => element.getBoundingClientRect().bottom"
    for part in (".bk-controls", ".bk-sum"):
        assert page.eval_on_selector(part, bottom) <= 768, part
    attack, steps = (page.locator(part).bounding_box() for part in (".bk-column-score", ".bk-column-steps"))
    assert steps["y"] - (attack["y"] + attack["height"]) < 20


def test_each_card_has_a_title_of_its_own(page: Any, shipped: Served) -> None:
    titles = {}
    for where in ("card/blocks/T", "card/garbage/1-0", "compare/blocks/T", "sheet/cards-a4/3", "grid"):
        page.goto(f"{shipped.address}#/{where}")
        page.wait_for_function(f"() => cardgen.route?.view === '{where.split('/')[0]}' && cardgen.state.catalog")
        page.wait_for_function("() => document.querySelector('#frame .mode')")
        titles[where] = page.title()
    assert titles == {
        "card/blocks/T": "T-block · Block-Killer",
        "card/garbage/1-0": "Normal garbage 1-0 · Block-Killer",
        "compare/blocks/T": "T-block · Compare · Block-Killer",
        "sheet/cards-a4/3": "cards-a4 · Page 3 · Sheets · Block-Killer",
        "grid": "Cards · Block-Killer",
    }
