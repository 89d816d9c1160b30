"""The page in any language that cardgen has a catalogue for: its own words, its findings and its faults."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cardgen.base.words import catalogues
from cardgen.base.words.messages import message
from cardgen.data.project import Project
from cardgen.review.server.answers import texts_of
from cardgen.review.server.export import export_site
from cardgen.review.server.page_words import page_words
from tests.games_on_disk import GameOnDisk
from tests.review.conftest import page_of
from tests.review.serving import Served, serving_here

POLISH = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

msgid "unknown key {key!r}"
msgstr "nieznany klucz {key!r}"

msgctxt "page"
msgid "Checks"
msgstr "Kontrole"

msgctxt "page"
msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "{count} karta"
msgstr[1] "{count} karty"
msgstr[2] "{count} kart"
"""

CARDS = "card_data/tiny/cards.yaml"


@pytest.fixture
def polish(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One more catalogue beside those of cardgen."""
    folder = tmp_path_factory.mktemp("catalogues")
    for path in catalogues.FOLDER.glob("*.po"):
        shutil.copy(path, folder)
    (folder / "pl.po").write_text(POLISH, encoding="utf-8")
    monkeypatch.setattr(catalogues, "FOLDER", folder)
    catalogues.forget_catalogues()
    yield
    catalogues.forget_catalogues()


@pytest.fixture
def served(polish: None, game: GameOnDisk) -> Iterator[Served]:  # noqa: ARG001
    with serving_here(game) as running:
        yield running


def choose(page: Any, language: str) -> None:
    page.get_by_role("button", name=page.evaluate("cardgen.t('tool.settings')")).click()
    page.locator(f"[name=set-language][value='{language}']").check()
    page.wait_for_function("language => document.documentElement.lang === language", arg=language)
    page.keyboard.press("Escape")


# ---------------------------------------------------------------- one file more is one language more


@pytest.mark.browser
def test_a_catalogue_is_all_that_a_language_needs(page: Any, served: Served) -> None:
    page.goto(served.address)
    choose(page, "pl")
    expect(page.get_by_role("link", name="Kontrole")).to_be_visible()
    expect(page.locator(".grid-line .count")).to_have_text("2 karty")
    assert page.evaluate("[1, 5, 22].map((count) => cardgen.t('grid.count.all', { count }))") == [
        "1 karta",
        "5 kart",
        "22 karty",
    ]
    assert page.evaluate("cardgen.t('view.sheet')") == "Sheets"  # not translated


@pytest.mark.browser
def test_the_settings_list_every_language_by_its_own_name(page: Any, served: Served) -> None:
    page.goto(served.address)
    page.get_by_role("button", name="Settings").click()
    group = page.get_by_role("group", name="Language of the page")
    assert group.locator("label").all_inner_texts() == ["English", "Polski", "简体中文", "繁體中文"]
    assert group.locator("span[lang]").evaluate_all("all => all.map(({ lang }) => lang)") == catalogues.languages()


@pytest.mark.full
@pytest.mark.browser
def test_a_fault_is_shown_in_the_language_of_the_page(page: Any, served: Served, game: GameOnDisk) -> None:
    page.goto(served.address)
    choose(page, "pl")
    game.change("card_data/tiny/game.yaml", "author: Nobody", "athor: Nobody")
    fault = page.locator("#banner li", has_text="nieznany klucz 'athor'")
    expect(fault.locator("[lang=pl]").first).to_have_text("nieznany klucz 'athor'")
    expect(fault.locator("code")).to_contain_text("card_data/tiny/game.yaml:")


# ---------------------------------------------------------------- Chinese


@pytest.mark.browser
@pytest.mark.parametrize(
    ("locale", "language", "checks"),
    [
        ("zh-CN", "zh-Hans", "检查"),
        pytest.param("zh-HK", "zh-Hant", "檢查", marks=pytest.mark.full),
        pytest.param("zh-TW", "zh-Hant", "檢查", marks=pytest.mark.soak),
    ],
)
def test_the_browser_chooses_between_the_two_ways_to_write_chinese(
    browser: Any, shipped: Served, locale: str, language: str, checks: str
) -> None:
    with page_of(browser, locale=locale) as page:
        page.goto(shipped.address)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.get_by_role("navigation").get_by_role("link", name=checks)).to_be_visible()


@pytest.mark.browser
def test_a_refusal_is_in_the_language_of_the_page(browser: Any, served: Served) -> None:
    with page_of(browser, locale="zh-CN") as page:
        page.goto(f"{served.address}#/card/main/one")
        refusal = """async () => {
            const answer = await cardgen.post("api/decide", { events: [] });
            return [answer.status, cardgen.whyRefused(answer.data), answer.data.error.message];
        }"""
        assert page.evaluate(refusal) == [400, "应为 1 到 500 个事件的列表", "expected a list of 1 to 500 events"]


@pytest.mark.full
@pytest.mark.browser
def test_the_key_goes_through_all_languages(page: Any, shipped: Served) -> None:
    page.goto(shipped.address)
    names = {"en": "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文"}
    for language, following in (("en", "zh-Hans"), ("zh-Hans", "zh-Hant"), ("zh-Hant", "en")):
        expect(page.locator("html")).to_have_attribute("lang", language)
        button = page.locator("#frame [data-hold='tool.language']")
        expect(button).to_have_text(names[following])
        assert button.get_attribute("lang") == following
        page.keyboard.press("l")
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.full
@pytest.mark.browser
def test_a_language_that_cannot_be_loaded_leaves_the_page_as_it_is(page: Any, shipped: Served) -> None:
    page.route("**/data/words-zh-Hant", lambda route: route.abort())
    page.goto(shipped.address)
    page.evaluate("cardgen.set('language', 'zh-Hant')")
    expect(page.locator("#toast")).to_contain_text("This language could not be loaded.")
    assert page.evaluate("document.documentElement.lang") == "en"


# ---------------------------------------------------------------- what the server sends


@pytest.mark.usefixtures("polish")
def test_words_are_only_those_of_the_page() -> None:
    words = page_words("pl")
    assert words["texts"] == {"Checks": "Kontrole"}
    assert words["plurals"] == {"{count} card": ["{count} karta", "{count} karty", "{count} kart"]}
    assert [words["forms"][number] for number in (0, 1, 2, 5, 12, 22, 112)] == [2, 0, 1, 2, 2, 1, 2]


def test_english_needs_no_words() -> None:
    words = page_words("en")
    assert (words["texts"], words["plurals"]) == ({}, {})


@pytest.mark.usefixtures("polish")
def test_a_message_is_sent_in_the_languages_that_have_it() -> None:
    assert texts_of(message("unknown key {key!r}", key="a"))["pl"] == "nieznany klucz 'a'"
    assert texts_of(message("only in English")) == texts_of("only in English") == {"en": "only in English"}
    assert texts_of("") == {}


def test_the_words_of_each_language_are_served(shipped: Served) -> None:
    for language in catalogues.languages():
        assert shipped.data(f"words-{language}")["language"] == language
    assert shipped.client.get("/data/words-xx").status_code == 404


def test_a_site_has_the_words_of_each_language(game: GameOnDisk, tmp_path: Path) -> None:
    site = tmp_path / "site"
    export_site(Project(game.root, bundled=False), game.name, site)
    for language in catalogues.languages():
        assert f'"language":"{language}"' in (site / "data" / f"words-{language}.js").read_text(encoding="utf-8")
