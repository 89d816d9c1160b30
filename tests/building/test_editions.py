"""Editions: the same game made in one language at a time, and checked in each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cardgen.base.errors import DataError
from cardgen.building.build import FindingsError
from cardgen.building.editions import layout_editions, plan_editions
from cardgen.building.plan import layout_game
from cardgen.cards.layout.cards import Laid
from cardgen.cli.tree import app
from cardgen.data.languages.editions import edition_of, editions_of, in_edition
from cardgen.products.options import Options
from cardgen.scene.items import GlyphRun, walk
from tests.games_on_disk import GameOnDisk
from tests.runs import runs_in, texts_on
from tests.tea_game import GAME, GERMAN, TEMPLATE, WHOLE, tea_game_in


@pytest.fixture
def tea(tmp_path: Path) -> GameOnDisk:
    """The game in two editions, English and German."""
    game = tea_game_in(tmp_path)
    game.change(GAME, "languages: [en, de, zh]", "languages: [en, de]\neditions: [en, de]")
    game.write(GERMAN, WHOLE)
    return game


def spoken(side: Laid) -> set[str]:
    return {item.lang for _, item in walk(side.scene.items) if isinstance(item, GlyphRun)}


def build(game: GameOnDisk, *only: str, languages: tuple[str, ...] = ()) -> dict[str, str]:
    return dict(game.build(Options(only=only, languages=languages), "out", shown_from=game.root).states)


# ---------------------------------------------------------------- what an edition says


def test_a_box_without_a_language_is_in_that_of_the_edition(tea: GameOnDisk) -> None:
    english, german = (layout_game(edition)["main"][0].face for edition in editions_of(tea.load()).values())
    assert texts_on(english) == ["Oolong", "Draw a card.", "Tea oolong"]
    assert texts_on(german) == ["Oolong-Tee", "Ziehe eine Karte.", "Tee oolong"]
    assert (spoken(english), spoken(german)) == ({"en"}, {"de"})
    assert german.scene.description == "Der Tee Oolong-Tee"
    assert german.scene.title == "Teegarten · oolong"
    assert german.scene.lang == "de"


def test_a_fallback_text_is_set_in_its_own_language(tea: GameOnDisk) -> None:
    tea.write(GERMAN, "cards:\n  main:\n    oolong: {name: Oolong-Tee}\n")
    german = layout_game(in_edition(tea.load(), "de"))["main"][0].face
    assert texts_on(german) == ["Oolong-Tee", "Draw a card.", "Tea oolong"]
    runs = runs_in(german.scene.items)
    assert [run.lang for run in runs] == ["de", "en", "en"]


def test_a_box_may_name_its_language_in_any_edition(tea: GameOnDisk) -> None:
    tea.change(TEMPLATE, 'text: "{rules}"}', 'text: "{name}", lang: en}')
    assert texts_on(layout_game(in_edition(tea.load(), "de"))["main"][0].face) == ["Oolong-Tee", "Oolong", "Tee oolong"]
    tea.change(TEMPLATE, 'text: "{name}", lang: en}', 'text: "{name.en}: {rules.de}"}')
    face = layout_game(in_edition(tea.load(), "de"))["main"][0].face
    assert texts_on(face)[1] == "Oolong: Ziehe eine Karte."


def test_a_deck_may_be_in_one_language_whatever_the_edition(tea: GameOnDisk) -> None:
    tea.change(GAME, "    size: mini\n", "    size: mini\n    language: de\n")
    assert texts_on(layout_game(in_edition(tea.load(), "en"))["main"][0].face)[0] == "Oolong-Tee"


def test_a_template_may_differ_by_edition(tea: GameOnDisk) -> None:
    tea.change(TEMPLATE, 'text: "{rules}"}', 'text: "{language}: {rules}", when: {language: de}}')
    faces = {lang: layout_game(edition)["main"][0].face for lang, edition in editions_of(tea.load()).items()}
    assert texts_on(faces["en"]) == ["Oolong", "Tea oolong"]
    assert texts_on(faces["de"]) == ["Oolong-Tee", "de: Ziehe eine Karte.", "Tee oolong"]
    assert tea.codes() == []
    # A deck that is in one language is so in every edition.
    tea.change(GAME, "    size: mini\n", "    size: mini\n    language: de\n")
    assert "de: Ziehe eine Karte." in texts_on(layout_game(in_edition(tea.load(), "en"))["main"][0].face)


def test_the_language_is_a_word_of_its_own(tea: GameOnDisk) -> None:
    tea.change(GAME, "{name: texts, ", "{name: texts, language: text?, ")
    assert "a field cannot be called 'language' (this word is reserved for placeholders)" in tea.faults()[0]


def test_without_editions_the_game_is_made_once_in_its_first_language(tea: GameOnDisk) -> None:
    tea.change(GAME, "editions: [en, de]\n", "")
    game = tea.load()
    assert editions_of(game) == {"": game}
    assert edition_of(game) is game
    assert texts_on(layout_game(game)["main"][0].face)[0] == "Oolong"


def test_an_edition_has_the_rulebook_in_its_language_or_the_one_it_falls_back_to(tea: GameOnDisk) -> None:
    tea.write("card_data/tea/rules.md", "# Rules\n")
    tea.change(GAME, "targets:", "rulebooks: {en: rules.md}\ntargets:")
    assert list(in_edition(tea.load(), "de").rulebooks) == ["en"]
    tea.write("card_data/tea/regeln.md", "# Regeln\n")
    tea.change(GAME, "rulebooks: {en: rules.md}", "rulebooks: {en: rules.md, de: regeln.md}")
    assert list(in_edition(tea.load(), "de").rulebooks) == ["de"]


# ---------------------------------------------------------------- building


def test_each_edition_is_built_into_a_folder_of_its_own(tea: GameOnDisk) -> None:
    states = build(tea)
    assert {path.split("/")[0] for path in states} == {"en", "de"}
    assert {path[3:] for path in states if path.startswith("en/")} == {
        path[3:] for path in states if path.startswith("de/")
    }
    assert "de/cards/svg/main-oolong.svg" in states
    folder = tea.root / "out" / "tea"
    assert "Oolong-Tee" in (folder / "de/cards/svg/main-oolong.svg").read_text(encoding="utf-8")
    assert set(build(tea).values()) == {"unchanged"}


def test_one_edition_alone_leaves_the_others_as_they_are(tea: GameOnDisk) -> None:
    build(tea)
    tea.write(GERMAN, WHOLE.replace("Oolong-Tee", "Blauer Tee"))
    states = build(tea, languages=("de",))
    assert {path.split("/")[0] for path in states} == {"de"}
    assert "written" in states.values()
    assert (tea.root / "out/tea/en/cards/svg/main-oolong.svg").is_file()


@pytest.mark.parametrize(
    ("only", "count"),
    [
        ("cards/svg", 12),
        ("de/cards/svg", 6),
        ("main-oolong.svg", 2),
        ("en/cards/svg/main-oolong.svg", 1),
        ("de/*.svg", 6),
    ],
)
def test_only_names_files_with_and_without_their_edition(tea: GameOnDisk, only: str, count: int) -> None:
    assert len(build(tea, only)) == count


def test_an_unknown_edition_is_reported(tea: GameOnDisk) -> None:
    with pytest.raises(DataError, match=r"there is no edition in 'fr' \(expected one of: en, de\)"):
        build(tea, languages=("fr",))
    with pytest.raises(DataError, match=r"no file or folder is called 'main-olong\.svg'"):
        build(tea, "main-olong.svg")
    tea.change(GAME, "editions: [en, de]\n", "")
    with pytest.raises(DataError, match=r"there is no rulebook in 'de' \(to make the game in each of its languages"):
        build(tea, languages=("de",))


def test_files_know_the_translations_that_they_come_from(tea: GameOnDisk) -> None:
    products = plan_editions(layout_editions(tea.load(), Options()))
    face = next(product for product in products if product.path == "de/cards/svg/main-oolong.svg")
    assert tea.path(GERMAN).resolve() in face.inputs


def test_games_without_editions_have_no_extra_folder(tiny: GameOnDisk) -> None:
    assert "cards/png/main-one.png" in [file.path for file in plan_editions(layout_editions(tiny.load(), Options()))]


# ---------------------------------------------------------------- checking


LONG = "Ziehe " + "sehr " * 200 + "viele Karten."


def test_texts_that_overflow_in_one_language_are_reported_with_it(tea: GameOnDisk) -> None:
    tea.write(GERMAN, WHOLE.replace("Ziehe eine Karte.", LONG[:390]))
    tea.change(TEMPLATE, "[4, 14, 36, 20]", "[4, 14, 36, 4]")
    with pytest.raises(FindingsError) as caught:
        build(tea)
    findings = caught.value.findings
    assert "CG101" in {finding.code for finding in findings}
    assert all(finding.message.endswith("(in de)") for finding in findings)


def test_check_reports_editions_and_missing_translations(tea: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    tea.write(GERMAN, WHOLE.replace("name: Oolong-Tee, ", ""))
    monkeypatch.chdir(tea.root)
    result = CliRunner().invoke(app, ["check", "tea", "--json"])
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    (finding,) = data["findings"]
    assert (finding["code"], finding["severity"], finding["card"]) == ("CG201", "warning", "oolong")
    assert finding["message"] == "card 'oolong': name is not translated into 'de'"
    assert finding["hint"] == "the text in 'en' is used instead: “Oolong”"


def test_a_game_with_missing_translations_is_built(tea: GameOnDisk) -> None:
    tea.path(GERMAN).unlink()
    assert "de/cards/svg/main-oolong.svg" in build(tea)


def test_list_prints_the_files_of_all_editions(tea: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tea.root)
    listed = CliRunner().invoke(app, ["list", "tea", "--files"]).stdout.split()
    assert {"en/cards/svg/main-oolong.svg", "de/cards/svg/main-oolong.svg"} <= set(listed)


def test_a_rulebook_has_the_games_texts_in_its_language(tea: GameOnDisk) -> None:
    for lang in ("en", "de"):
        tea.write(f"card_data/tea/rules.{lang}.md", "# {game.titles}\n\nThe first is {cards.oolong.name}.\n")
    tea.change(GAME, "targets:", "rulebooks: {en: rules.en.md, de: rules.de.md}\ntargets:")
    states = build(tea, "rules")
    assert {path for path in states if path.endswith(".html")} == {
        "en/rules/rules.en.html",
        "de/rules/rules.de.html",
    }
    german = (tea.root / "out/tea/de/rules/rules.de.html").read_text(encoding="utf-8")
    assert "Teegarten" in german
    assert "The first is Oolong-Tee." in german


def test_a_game_has_several_books(tea: GameOnDisk) -> None:
    for name, title in (("rules", "Regeln"), ("tales", "{game.titles} II")):
        tea.write(f"card_data/tea/{name}.de.md", f"# {title}\n\n## A\n\nWords of {name}.\n")
    tea.write("card_data/tea/tales.en.md", "# Tales\n\n## A\n\nWords.\n")
    books = "rulebooks: {de: rules.de.md}\nbooks: {tales: {de: tales.de.md, en: tales.en.md}}\n"
    tea.change(GAME, "targets:", f"{books}targets:")
    assert [(book.name, book.lang) for book in tea.load().all_books] == [
        ("rules", "de"),
        ("tales", "de"),
        ("tales", "en"),
    ]
    assert {path for path in build(tea, "rules") if "/rules/" in path} == {
        *(f"de/rules/{name}.de{end}" for name in ("rules", "tales") for end in (".pdf", ".html", "-booklet-a4.pdf")),
        *(f"en/rules/tales.en{end}" for end in (".pdf", ".html", "-booklet-a4.pdf")),
    }
    tales = (tea.root / "out/tea/de/rules/tales.de.html").read_text(encoding="utf-8")
    assert "<h1>Teegarten II</h1>" in tales
    assert "Words of tales." in tales
    tea.change(GAME, "tales: {", "rules: {")
    tea.change(GAME, "en: tales.en.md", "fr: tales.fr.md")
    assert [fault.split(" (")[0] for fault in tea.faults()] == [
        f"{GAME}:17:9: a book cannot be called 'rules'",
        f"{GAME}:17:34: 'fr' is not one of the game's languages",
        f"{GAME}:17:38: there is no file card_data/tea/tales.fr.md",
    ]


def test_a_rulebook_without_an_edition_is_made_with_the_edition_that_it_falls_back_to(tea: GameOnDisk) -> None:
    tea.change(GAME, "languages: [en, de]", "languages: [en, de, de-AT, fr]")
    for lang in ("en", "de", "de-AT", "fr"):
        tea.write(f"card_data/tea/rules.{lang}.md", "# Tea\n\n## A\n\nWords.\n")
    books = "rulebooks: {en: rules.en.md, de: rules.de.md, de-AT: rules.de-AT.md, fr: rules.fr.md}\ntargets:"
    tea.change(GAME, "targets:", books)
    editions = {lang: list(edition.rulebooks) for lang, edition in editions_of(tea.load()).items()}
    assert editions == {"en": ["en", "fr"], "de": ["de", "de-AT"]}  # the main language is the last fallback
    assert {f"{lang}/rules/rules.{book}.pdf" for lang, names in editions.items() for book in names} <= set(
        build(tea, "rules")
    )
    tea.change(GAME, books, books.replace("de: rules.de.md, ", ""))
    assert list(in_edition(tea.load(), "de").rulebooks) == ["en", "de-AT"]
