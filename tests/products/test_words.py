"""cardgen's own words on printed files, in every language of a game that has a catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgen.base.units import PAPERS
from cardgen.base.words import catalogues
from cardgen.base.words.messages import message
from cardgen.data.fonts import BUNDLED
from cardgen.data.languages.own_words import own_languages
from cardgen.products.boards.tile_pages import TileLabel, tile_pages
from cardgen.products.boards.tiles import lay_tiles
from cardgen.products.calibration.drawing import calibration_pages
from cardgen.products.tuckboxes.drawing import tuckbox_pages
from cardgen.products.tuckboxes.panels import BoxLook
from cardgen.scene.items import GlyphRun, Scene, walk

A4 = PAPERS["a4"]

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'


def texts_of(scene: Scene) -> str:
    runs = (item.text for _, item in walk(scene.items) if isinstance(item, GlyphRun))
    return "".join("".join(runs).split())


@pytest.fixture(autouse=True)
def catalogues_of_each_test() -> Iterator[None]:
    yield
    catalogues.forget_catalogues()


@pytest.fixture
def made_up_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Add the language `tlh`, in which some words are translated."""
    words = {
        "print at 100 %": "QIN 100 %",
        "Calibration": "JUV",
        "glue": "HUCH",
        "row {row} of {rows}, column {column} of {columns}": "TLHEGH {row}/{rows} {column}/{columns}",
        ", ": " + ",
    }
    entries = "".join(f'\nmsgid "{text}"\nmsgstr "{translation}"\n' for text, translation in words.items())
    (tmp_path / "tlh.po").write_text(HEAD + entries, encoding="utf-8")
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    catalogues.forget_catalogues()
    return "tlh"


def printed(*languages: str) -> list[str]:
    return own_languages(languages, (message("print at 100 %"),), BUNDLED)


def test_a_language_is_printed_if_it_has_a_catalogue() -> None:
    assert printed("zh", "en") == ["zh", "en"]
    assert printed("zh-CN", "en-GB") == ["zh", "en"]
    assert printed("ko", "zh") == ["zh"]
    assert printed("ko") == ["en"]
    assert printed("de-CH", "fr") == ["de", "fr"]
    assert printed("ar") == ["en"]  # the bundled fonts have no Arabic
    assert printed() == ["en"]


def test_traditional_chinese_has_simplified_words_if_it_has_no_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    catalogues.forget_catalogues()
    (tmp_path / "zh_Hans.po").write_text(HEAD, encoding="utf-8")
    assert printed("zh-Hant", "zh") == ["zh"]
    (tmp_path / "zh_Hant.po").write_text(HEAD, encoding="utf-8")
    catalogues.forget_catalogues()
    assert printed("zh-Hant", "zh") == ["zh-Hant", "zh"]


def test_words_are_printed_in_a_language_whose_characters_the_fonts_have() -> None:
    assert own_languages(["zh-Hant"], (message("print at 100 %"),), BUNDLED) == ["zh-Hant"]
    assert own_languages(["zh-Hant"], (message("print at 100 %"), message("Contents")), BUNDLED) == ["zh-Hant"]


def test_the_calibration_sheet_and_tuck_boxes_are_in_one_way_to_write_chinese() -> None:
    front, back = calibration_pages(A4, languages=("zh-Hant",))
    assert "校準頁" in texts_of(front)
    assert "兩把尺" in texts_of(front)
    assert "正面" in texts_of(back)
    (net,) = tuckbox_pages((63, 88), 20, A4, BoxLook({"zh-Hant": "茶"}, languages=("zh-Hant",)))
    assert "塗膠" in texts_of(net)
    assert "沿實線剪下" in texts_of(net)


def test_sheets_are_printed_in_every_language_with_a_catalogue(made_up_language: str) -> None:
    languages = (made_up_language, "en")
    front, _ = calibration_pages(A4, languages=languages)
    assert front.title == "JUV · front Calibration · front"
    (net,) = tuckbox_pages((63, 88), 20, A4, BoxLook({"en": "Tea"}, languages=languages))
    assert "HUCHglue" in texts_of(net)
    drawing = Scene(300, 100, ())
    pages = tile_pages(drawing, lay_tiles((300, 100), A4, 10), TileLabel({"en": "Tea"}, languages=languages), "tea")
    assert "TLHEGH1/12/2" in texts_of(pages[1])
    assert "QIN100%printat100%" in texts_of(pages[0])
    assert "A1+A2" in texts_of(pages[0])
    assert "A1,A2" in texts_of(pages[0])


def test_a_text_without_a_translation_is_in_english(made_up_language: str) -> None:
    front, _ = calibration_pages(A4, languages=(made_up_language,))
    assert "Printthissheetonbothsides" in texts_of(front)
