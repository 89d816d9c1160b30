"""Titles on sheets and boxes: a character that no bundled font has is a finding at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.building.build import FindingsError, build_game
from cardgen.data.load import load_game
from cardgen.data.project import Project
from cardgen.data.titles import title_findings
from cardgen.products.options import Options
from tests.games_on_disk import REPOSITORY, tiny_game_in
from tests.made_fonts import LICENCE_TEXT, true_type

GAME = "card_data/tiny/game.yaml"


def test_a_missing_character_of_a_title_is_reported_with_its_place(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    assert title_findings(game.load()) == []
    game.change(GAME, "en: Tiny", "en: Tiny ᚠ")
    game.change(GAME, "author: Nobody", "author: No😀")
    game.change(GAME, "en: Cards", "en: Cards ᚠ")
    assert [str(finding).split("; searched")[0] for finding in sorted(title_findings(game.load()))] == [
        f"{GAME}:1:21: error CG103 missing-glyph: titles.en: the font 'regular' has no 'ᚠ' "
        "(U+16A0 RUNIC LETTER FEHU FEOH FE F)",
        f"{GAME}:2:9: error CG103 missing-glyph: author: the font 'regular' has no '😀' (U+1F600 GRINNING FACE)",
        f"{GAME}:9:25: error CG103 missing-glyph: decks.main.titles.en: the font 'regular' has no 'ᚠ' "
        "(U+16A0 RUNIC LETTER FEHU FEOH FE F)",
    ]


def test_titles_are_set_in_the_games_own_regular_font(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    game.change(GAME, "en: Tiny", "en: Tễny")
    (finding,) = title_findings(game.load())
    own_font = "set all printed text in a font of your own: cardgen fonts add FILE --name regular"
    assert finding.hint == own_font
    game.write("card_data/tiny/fonts/Tea.ttf", true_type("Tea", "ABC", drawn_as={"ễ": "A"}))
    game.write("card_data/tiny/fonts/OFL.txt", LICENCE_TEXT)
    entry = "{file: fonts/Tea.ttf, licence: {name: OFL-1.1, file: fonts/OFL.txt}}"
    game.change(GAME, "targets:", f"fonts:\n  title: {entry}\ntargets:")
    (finding,) = title_findings(game.load())
    assert finding.hint == f"the font 'title' has it, in Tea Regular; {own_font}"
    game.change(GAME, f"  title: {entry}", f"  regular: {entry}")
    assert game.codes() == []
    game.change(GAME, "en: Tễny", 'en: "Te\\u0332ny"')
    (finding,) = title_findings(game.load())
    assert finding.hint.startswith("combining or control character")
    assert "fonts add" not in finding.hint


def test_nothing_is_built_if_a_title_has_a_missing_character(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    game.change(GAME, "en: Cards", "en: Cards ᚠ")
    assert game.codes() == ["CG103"]
    with pytest.raises(FindingsError):
        build_game(Project(game.root, bundled=False), "tiny", tmp_path / "out", Options())
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["blitz", "block-killer", "blokus", "heroes", "thread-race"])
def test_the_shipped_titles_can_be_set(name: str) -> None:
    game = load_game(REPOSITORY / "card_data" / name, REPOSITORY / "templates")
    assert title_findings(game) == []
