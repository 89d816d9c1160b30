"""A game in languages that the page has no words for: its texts in the nearest one, the page's own in English."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games_on_disk import GameOnDisk
from tests.review.conftest import page_of
from tests.review.serving import Served, serving_here
from tests.tea_game import GAME, GERMAN, WHOLE, tea_game_in


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    tea = tea_game_in(tmp_path)
    tea.change(GAME, "languages: [en, de, zh]", "languages: [en, de]")
    tea.write(GERMAN, WHOLE)
    return tea


@pytest.mark.browser
def test_names_are_in_a_language_of_the_game_and_the_page_falls_back_to_english(page: Any, served: Served) -> None:
    page.goto(served.address)
    page.wait_for_selector("text=Lapsang")
    page.evaluate("cardgen.set('cards', 'de-AT')")
    page.wait_for_selector("text=Rauchtee")
    assert page.evaluate("cardgen.settings.cards") == "de"
    assert page.evaluate("cardgen.pick({fr: 'un', 'de-CH': 'eins'})") == "eins"
    assert page.evaluate("cardgen.pick({fr: 'un', ja: '一'})") == "un"
    page.evaluate("cardgen.set('cards', 'zh')")
    assert page.evaluate("cardgen.settings.cards") == "en"
    assert page.evaluate("JSON.parse(localStorage.getItem('cardgen.settings')).cards") == "zh", "the wish is kept"
    page.evaluate("cardgen.set('language', 'en')")
    words = page.evaluate("cardgen.t('view.checks')")
    page.evaluate("cardgen.set('language', 'de')")
    assert words != "view.checks"
    assert page.evaluate("cardgen.t('view.checks')") == words


@pytest.mark.browser
def test_names_and_titles_are_in_the_language_of_the_reader_whatever_edition_is_shown(
    browser: Any, game: GameOnDisk
) -> None:
    game.change(GAME, "languages: [en, de]", "languages: [en, de]\neditions: [de, en]")
    with serving_here(game) as served, page_of(browser) as page:
        page.goto(served.address)
        page.wait_for_selector("b[lang=en]:text('Lapsang')")
        assert page.evaluate("cardgen.settings.cards") == "de"
        heading = page.locator("#frame .game [lang]").first
        assert (heading.inner_text(), heading.get_attribute("lang")) == ("Tea Garden", "en")
        page.goto(f"{served.address}#/card/main/lapsang")
        page.wait_for_selector("h1 [lang=en]:text('Lapsang')")
