"""Fonts added to a game: files that are copied, lines that are written, fonts that are rejected."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from cardgen.base.errors import DataError
from cardgen.data.project import Project
from cardgen.editing.fonts import FontRequest, add_font, unpack
from cardgen.editing.projects import apply_to_files
from cardgen.text.font_files import read_font
from tests.games_on_disk import GameOnDisk
from tests.made_fonts import LICENCE_TEXT, open_type, true_type, variable
from tests.starters.projects import begun_in

GAME = "card_data/mine/game.yaml"


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    made = begun_in(tmp_path)
    made.write("../Tea Bold.ttf", true_type("Tea", style="Bold"))
    made.write("../OFL.txt", LICENCE_TEXT)
    return made


def request(game: GameOnDisk, file: str = "Tea Bold.ttf", licence: str = "OFL.txt", **more: object) -> FontRequest:
    folder = game.root.parent
    return FontRequest(folder / file, licence=folder / licence if licence else None, **more)  # type: ignore[arg-type]


def put(game: GameOnDisk, wanted: FontRequest) -> tuple[str, ...]:
    """Makes the addition and returns its notes."""
    addition = add_font(game.load(), wanted)
    for path, content in apply_to_files(Project(game.root), addition.change).after.items():
        game.write(path, content)
    assert game.codes() == []
    return tuple(addition.notes)


def refused(game: GameOnDisk, wanted: FontRequest) -> str:
    with pytest.raises(DataError) as caught:
        add_font(game.load(), wanted)
    return str(caught.value).replace(f"{game.root.parent}/", "")


def test_a_font_is_copied_with_its_licence_and_added_to_game_yaml(game: GameOnDisk) -> None:
    before = game.read(GAME)
    notes = put(game, request(game))
    entry = """
fonts:
  tea-bold:
    file: fonts/Tea-Bold.ttf
    licence: {name: OFL-1.1, file: fonts/OFL.txt}
"""
    assert game.read(GAME).replace(entry, "") == before
    assert game.path("card_data/mine/fonts/Tea-Bold.ttf").read_bytes() == true_type("Tea", style="Bold")
    assert game.read("card_data/mine/fonts/OFL.txt") == LICENCE_TEXT
    assert notes == (
        "Tea Bold, OFL-1.1",
        "To use it, write in a style or a text box: font: tea-bold",
        "The font file describes its licence: SIL Open Font License 1.1",
    )
    assert list(game.load().fonts.own) == ["tea-bold"]


def test_a_second_font_is_added_below_the_first(game: GameOnDisk) -> None:
    put(game, request(game, name="title"))
    game.change(GAME, "  title:\n", "  # for names\n  title:  # large\n")
    game.write("../Varia.ttf", variable())
    put(game, request(game, "Varia.ttf", name="wide", axes={"wght": 900.0}))
    assert """
  # for names
  title:  # large
    file: fonts/Tea-Bold.ttf
    licence: {name: OFL-1.1, file: fonts/OFL.txt}
  wide:
    file: fonts/Varia.ttf
    licence: {name: OFL-1.1, file: fonts/OFL.txt}
    axes: {wght: 900.0}
""" in game.read(GAME)
    put(game, request(game, "Varia.ttf", name="narrow", axes={"wght": 100.0}))
    assert sorted(path.name for path in game.path("card_data/mine/fonts").iterdir()) == [
        "OFL.txt",
        "Tea-Bold.ttf",
        "Varia.ttf",
    ]


def test_another_licence_of_the_same_file_name_gets_another_name(game: GameOnDisk) -> None:
    put(game, request(game, name="title"))
    game.write("../other/OFL.txt", "Copyright somebody else. " + LICENCE_TEXT)
    game.write("../Ceffa.otf", open_type())
    put(game, request(game, "Ceffa.otf", "other/OFL.txt"))
    assert "licence: {name: OFL-1.1, file: fonts/ceffa-OFL.txt}" in game.read(GAME)
    assert game.read("card_data/mine/fonts/OFL.txt") == LICENCE_TEXT


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("... under the SIL\nOpen Font License", ""),
        ("This Font Software is licensed under the SIL Open Font License", "OFL-1.1"),
        ("Apache License\n                           Version 2.0, January 2004", "Apache-2.0"),
        ("CC0 1.0 Universal", "CC0-1.0"),
    ],
)
def test_a_licence_is_recognised_by_its_text(game: GameOnDisk, text: str, short: str) -> None:
    game.write("../licence.txt", text)
    game.write("../Silent.ttf", true_type("Silent", licence=""))
    wanted = request(game, "Silent.ttf", "licence.txt")
    if short:
        assert put(game, wanted)[0] == f"Silent Regular, {short}"
    else:
        assert put(game, wanted)[0] == "Silent Regular, OFL-1.1"  # broken lines are read as one


def test_an_unknown_licence_needs_a_name(game: GameOnDisk) -> None:
    game.write("../Silent.ttf", true_type("Silent", licence=""))
    game.write("../mine.txt", "You may use it, said the maker.")
    wanted = request(game, "Silent.ttf", "mine.txt")
    expected = "mine.txt: is not a licence that cardgen recognises (give its short name: --licence-name TEXT)"
    assert refused(game, wanted) == expected
    put(game, request(game, "Silent.ttf", "mine.txt", licence_name="by permission"))
    assert game.load().fonts.own["silent"].entry.licence.name == "by permission"


def test_a_font_without_a_licence_is_rejected_with_its_own_description(game: GameOnDisk) -> None:
    problem = "Tea Bold.ttf: its licence is missing; the font file says: SIL Open Font License 1.1"
    assert refused(game, request(game, licence="")) == f"{problem} (add --licence OFL.txt)"
    game.path("../OFL.txt").unlink()
    assert refused(game, request(game, licence="")) == f"{problem} (name the file with its text: --licence FILE)"
    game.write("../OFL.txt", "\n")
    assert refused(game, request(game)) == "OFL.txt: is empty: there is no text of a licence"


def test_fonts_that_may_not_be_embedded_are_rejected(game: GameOnDisk) -> None:
    game.write("../No.ttf", true_type(embedding=2))
    assert refused(game, request(game, "No.ttf")).startswith("No.ttf: may not be embedded: its maker forbids it")
    assert refused(game, request(game, "OFL.txt")).startswith("OFL.txt: is not a TrueType or OpenType font")


def test_a_font_may_replace_a_bundled_one(game: GameOnDisk) -> None:
    notes = put(game, request(game, name="bold"))
    replaced = "It replaces the bundled font 'bold' on cards and boxes, in captions and rulebooks."
    assert notes[:2] == ("Tea Bold, OFL-1.1", replaced)
    assert list(game.load().fonts.own) == ["bold"]
    # Not by accident, though: a file may be called so.
    game.write("../Regular.ttf", true_type("Tea"))
    assert refused(game, request(game, "Regular.ttf")) == (
        "Regular.ttf: the file's name is the name of the bundled font 'regular' "
        "(--name regular replaces the bundled font; otherwise choose another name)"
    )


def test_taken_and_invalid_names_are_rejected(game: GameOnDisk) -> None:
    assert refused(game, request(game, name="my font")).startswith("cardgen: 'my font' given, expected at most 64")
    put(game, request(game))
    assert "there is already a font 'tea-bold' (choose another name with --name)" in refused(game, request(game))
    game.write("../Tea Bold.ttf", true_type("Other"))
    assert "fonts/Tea-Bold.ttf: already exists (nothing is overwritten)" in refused(game, request(game, name="x"))


def test_a_font_is_added_to_others_in_one_line(game: GameOnDisk) -> None:
    put(game, request(game))
    text = game.read(GAME)
    begin = text.index("fonts:")
    end = text.index("fonts/OFL.txt}\n") + len("fonts/OFL.txt}\n")
    line = "fonts: {a: {file: fonts/Tea-Bold.ttf, licence: {name: OFL-1.1, file: fonts/OFL.txt}}}\n"
    game.write(GAME, text[:begin] + line + text[end:])
    put(game, request(game, name="x"))
    entry = "{file: fonts/Tea-Bold.ttf, licence: {name: OFL-1.1, file: fonts/OFL.txt}}"
    assert f"fonts: {{a: {entry}, x: {entry}}}\n" in game.read(GAME)


def packed(content: bytes, flavor: str) -> bytes:
    font = TTFont(io.BytesIO(content))
    font.flavor = flavor
    made = io.BytesIO()
    font.save(made)
    return made.getvalue()


@pytest.mark.parametrize("flavor", ["woff", "woff2"])
def test_a_font_that_is_packed_for_the_web_is_unpacked(game: GameOnDisk, flavor: str) -> None:
    if flavor == "woff2":
        pytest.importorskip("brotli")
    tea = packed(true_type("Tea"), flavor)
    game.write(f"../Tea.{flavor}", tea)
    put(game, request(game, f"Tea.{flavor}"))
    content = game.path("card_data/mine/fonts/Tea.ttf").read_bytes()
    assert content.startswith(b"\0\1\0\0")
    assert read_font(content).family == "Tea"
    assert unpack(tea)[0] == content
    assert unpack(packed(open_type("Ceffa"), flavor))[1] == ".otf"


def test_a_packed_font_that_cannot_be_unpacked_is_rejected(game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = packed(true_type("Tea"), "woff")
    game.write("../Tea.woff", whole[:200])
    assert refused(game, request(game, "Tea.woff")) == "Tea.woff: cannot be unpacked (download it again)"
    game.write("../Tea.woff", whole[:16] + bytes([255] * 4) + whole[20:])
    assert "Tea.woff: is too large" in refused(game, request(game, "Tea.woff"))
    game.write("../Tea.woff", whole)
    monkeypatch.setitem(sys.modules, "fontTools.ttLib", None)
    assert "(run: pip install 'cardgen[webfonts]'; or use the TTF or OTF file)" in refused(
        game, request(game, "Tea.woff")
    )


def test_a_licence_that_asks_for_a_credit_is_noted(game: GameOnDisk) -> None:
    game.write("../OFL.txt", f"{LICENCE_TEXT}\nGraphics: https://creativecommons.org/licenses/by/4.0/")
    notes = put(game, request(game))
    assert notes[0] == "Tea Bold, OFL-1.1"
    assert "Its licence asks for a credit: write its author into credits of game.yaml." in notes
