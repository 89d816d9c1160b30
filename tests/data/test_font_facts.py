"""Facts about fonts: their faces, licences, and which characters of a game they have."""

from __future__ import annotations

import shutil
from pathlib import Path

from cardgen.data.font_facts import font_facts, written_characters
from cardgen.data.fonts import FontSet
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.made_fonts import LICENCE_TEXT, true_type


def test_the_bundled_fonts_are_under_the_open_font_licence() -> None:
    facts = font_facts(FontSet(), "Aé中🂡A")
    assert [font.title for font in facts] == ["regular", "medium", "bold", "condensed", "condensed-bold"]
    assert not any(font.own for font in facts)
    assert {font.missing for font in facts} == {"🂡"}
    latin, han, hant = facts[0].faces
    assert (latin.title, latin.characters, latin.covered, latin.licence) == ("Barlow Regular", 389, 2, "OFL-1.1")
    assert (han.title, han.characters, han.covered) == ("Cardgen Sans SC Regular", 9715, 3)
    assert (hant.title, hant.characters, hant.covered) == ("Cardgen Sans TC Regular", 9875, 3)
    for font in facts:
        for face in font.faces:
            assert face.file.is_file()
            assert "SIL Open Font License" in face.licence_file.read_text(encoding="utf-8")
            family = "".join(face.title.split()[: 1 if face.title.startswith("Barlow") else 3])
            assert face.licence_file.name == f"OFL-{family}.txt"


def test_a_games_own_fonts_come_first_with_their_licences(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    game.write("card_data/tiny/Tea.ttf", true_type("Tea", "ABC"))
    game.write("card_data/tiny/OFL.txt", LICENCE_TEXT)
    entry = "{file: Tea.ttf, licence: {name: OFL-1.1, file: OFL.txt}, fallback: condensed, bold: title}"
    game.change("card_data/tiny/game.yaml", "targets:", f"fonts:\n  title: {entry}\ntargets:")
    first, *others = font_facts(game.load().fonts, "ABZ中ᚠ")
    assert (first.title, first.own, first.bold, first.italic, first.missing) == ("title", True, "title", None, "ᚠ")
    assert [(face.title, face.own, face.covered) for face in first.faces] == [
        ("Tea Regular", True, 2),
        ("Barlow Condensed SemiBold", False, 3),
        ("Cardgen Sans SC Medium", False, 4),
        ("Cardgen Sans TC Medium", False, 4),
    ]
    assert first.faces[0].licence_file == tmp_path / "card_data/tiny/OFL.txt"
    assert len(others) == 5
    # The same font in another game has the files of that game.
    shutil.copytree(tmp_path / "card_data", tmp_path / "again/card_data")
    shutil.copytree(tmp_path / "templates", tmp_path / "again/templates")
    again, *_ = font_facts(GameOnDisk(tmp_path / "again", "tiny").load().fonts, "A")
    assert again.faces[0].file == tmp_path / "again/card_data/tiny/Tea.ttf"


def test_written_characters_are_those_of_titles_and_cards(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    game.change("card_data/tiny/cards.yaml", "First", "Ω 7")
    assert written_characters(game.load()) == set("TinyCardsSecond小牌Ω7")
