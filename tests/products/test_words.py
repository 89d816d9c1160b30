"""cardgen's own words on printed files, in every language of a game that has a catalogue."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from cardgen.data.languages.own_words import own_languages
from cardgen.products.boards.tile_pages import TileLabel, tile_pages
from cardgen.products.boards.tiles import lay_tiles
from cardgen.products.calibration.drawing import calibration_pages
from cardgen.products.tuckboxes.drawing import tuckbox_net
from cardgen.scene.items import GlyphRun, Scene, walk
from cardgen.units import PAPERS
from cardgen.words import catalogues

REPOSITORY = Path(__file__).parent.parent.parent
PRINTED = [*(REPOSITORY / "cardgen" / "products").rglob("*.py"), *(REPOSITORY / "cardgen" / "sheets").glob("*.py")]
A4 = PAPERS["a4"]

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'


def texts_of(scene: Scene) -> str:
    runs = (item.text for _, item in walk(scene.items) if isinstance(item, GlyphRun))
    return "".join("".join(runs).split())


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


def test_a_language_is_printed_if_it_has_a_catalogue() -> None:
    assert own_languages(["zh", "en"]) == ["zh", "en"]
    assert own_languages(["zh-CN", "en-GB"]) == ["zh", "en"]
    assert own_languages(["ja", "zh"]) == ["zh"]
    assert own_languages(["ja"]) == ["en"]
    assert own_languages([]) == ["en"]


def test_traditional_chinese_has_simplified_words_until_it_has_a_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    (tmp_path / "zh_Hans.po").touch()
    assert own_languages(["zh-Hant", "zh"]) == ["zh"]
    (tmp_path / "zh_Hant.po").touch()
    assert own_languages(["zh-Hant", "zh"]) == ["zh-Hant", "zh"]


def test_sheets_are_printed_in_every_language_with_a_catalogue(made_up_language: str) -> None:
    languages = (made_up_language, "en")
    front, _ = calibration_pages(A4, languages=languages)
    assert front.title == "JUV · front Calibration · front"
    net = tuckbox_net((63, 88), 20, A4, title={"en": "Tea"}, languages=languages)
    assert "HUCHglue" in texts_of(net)
    drawing = Scene(300, 100, ())
    pages = tile_pages(drawing, lay_tiles((300, 100), A4, 10), TileLabel({"en": "Tea"}, languages=languages), "tea")
    assert "TLHEGH1/12/2" in texts_of(pages[1])
    assert "QIN100%printat100%" in texts_of(pages[0])
    assert "A1+A2" in texts_of(pages[0])
    assert "A1,A2" in texts_of(pages[0])


def test_a_text_without_a_translation_is_in_english(made_up_language: str) -> None:
    front, _ = calibration_pages(A4, languages=(made_up_language,))
    assert "Eachrulermustbe100mmlong" in texts_of(front)


def literal_messages(path: Path) -> set[str]:
    """Return the templates of the printed messages of a module: those outside of faults and findings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    printed = [node for node in ast.walk(tree) if isinstance(node, ast.Assign | ast.AnnAssign)]
    calls = [call for node in printed if node.col_offset == 0 for call in ast.walk(node) if isinstance(call, ast.Call)]
    names = {"message"}
    return {
        text for call in calls if isinstance(call.func, ast.Name) and call.func.id in names if (text := literal(call))
    }


def literal(call: ast.Call) -> str:
    """Return the first argument of a call if it is a text, else ""."""
    value = call.args[0].value if isinstance(call.args[0], ast.Constant) else ""
    return value if isinstance(value, str) else ""


def test_every_printed_text_has_its_chinese() -> None:
    templates = {text for path in PRINTED for text in literal_messages(path)}
    assert len(templates) > 20
    assert [text for text in sorted(templates) if catalogues.translate("zh", text) is None] == []
    words = REPOSITORY / "cardgen" / "products" / "calibration" / "words.py"
    everything = {
        text
        for node in ast.walk(ast.parse(words.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "message"
        if (text := literal(node))
    }
    assert [text for text in sorted(everything) if catalogues.translate("zh", text) is None] == []


def test_the_catalogue_is_sorted_by_its_texts() -> None:
    from babel.messages.pofile import read_po

    with (REPOSITORY / "cardgen" / "words" / "catalogues" / "zh_Hans.po").open("rb") as file:
        keys = [message.id[0] if isinstance(message.id, tuple) else message.id for message in read_po(file)][1:]
    assert keys == sorted(keys)
