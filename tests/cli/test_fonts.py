"""`cardgen fonts add` and `cardgen list --fonts`: output, files, and requests that they reject."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer.main

from cardgen.cli.fonts import fonts
from tests.commands import run
from tests.games_on_disk import REPOSITORY, GameOnDisk, files_in
from tests.made_fonts import LICENCE_TEXT, collection, true_type, variable
from tests.starters.projects import begun_in

BUNDLED = ("Barlow", "Cardgen Sans SC", "Cardgen Sans TC")


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    made = begun_in(tmp_path)
    made.write("../Tea.ttf", true_type("Tea"))
    made.write("../OFL.txt", LICENCE_TEXT)
    return made


def refused(game: GameOnDisk, *arguments: str) -> str:
    """Return the errors of a `fonts add` that fails. It must change nothing and show no traceback."""
    before = files_in(game.root)
    done = run("fonts", "add", *arguments, cwd=game.root)
    assert done.returncode == 2, done.stdout
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert files_in(game.root) == before
    return done.stderr


def test_a_font_is_added_listed_and_used(game: GameOnDisk) -> None:
    done = run("fonts", "add", "../Tea.ttf", "--name", "title", "--licence", "../OFL.txt", cwd=game.root)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(
        "new file card_data/mine/fonts/Tea.ttf\nnew file card_data/mine/fonts/OFL.txt\n--- before/"
    )
    assert "+  title:\n+    file: fonts/Tea.ttf\n+    licence: {name: OFL-1.1, file: fonts/OFL.txt}\n" in done.stdout
    assert "Tea Regular, OFL-1.1\nTo use it, write in a style or a text box: font: title\n" in done.stdout
    listed = run("list", "--fonts", cwd=game.root)
    assert listed.returncode == 0, listed.stderr
    title, regular = listed.stdout.split("regular (bundled)\n")
    first, face, file, licence, *_ = title.splitlines()
    assert first == "title (of the game, bold: bold)"
    assert face.startswith("  Tea Regular: 95 characters, ")
    assert (file, licence) == ("    card_data/mine/fonts/Tea.ttf", "    OFL-1.1, card_data/mine/fonts/OFL.txt")
    assert regular.startswith("  Barlow Regular: 389 characters, ")
    assert "OFL-1.1, " in regular


def test_a_template_may_name_the_font_before_it_is_added(game: GameOnDisk) -> None:
    template = next((game.root / "templates").rglob("*.yaml"))
    text = template.read_text(encoding="utf-8")
    assert "font: bold" in text
    template.write_text(text.replace("font: bold", "font: title"), encoding="utf-8")
    assert "there is no font 'title'" in run("build", cwd=game.root).stderr
    assert "there is no font 'title'" in refused(game, "../Tea.ttf", "--licence", "../OFL.txt")  # adds another
    done = run("fonts", "add", "../Tea.ttf", "--name", "title", "--licence", "../OFL.txt", cwd=game.root)
    assert done.returncode == 0, done.stderr
    game.load()


def test_fonts_are_listed_as_json(game: GameOnDisk) -> None:
    run("fonts", "add", "../Tea.ttf", "--licence", "../OFL.txt", "--licence-name", "OFL", cwd=game.root)
    cards, first = "card_data/mine/cards.yaml", game.load().decks["main"].cards[0]
    name = first.fields["names"]["en"]
    game.write(cards, game.read(cards).replace(name, f"{name} ᚠ", 1))
    done = run("list", "mine", "--fonts", "--json", cwd=game.root)
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert [font["name"] for font in data["fonts"]] == [
        "tea",
        "regular",
        "medium",
        "bold",
        "condensed",
        "condensed-bold",
    ]
    tea = data["fonts"][0]
    assert (tea["own"], tea["bold"], tea["italic"], tea["missing"]) == (True, "bold", None, ["ᚠ"])
    assert tea["faces"][0]["title"] == "Tea Regular"
    assert tea["faces"][0]["file"] == "card_data/mine/fonts/Tea.ttf"
    assert tea["faces"][0]["licence"] == {"name": "OFL", "file": "card_data/mine/fonts/OFL.txt"}
    assert tea["faces"][0]["covered"] <= data["characters"]
    assert "no face has ᚠ (U+16A0 RUNIC LETTER FEHU FEOH FE F)" in run("list", "--fonts", cwd=game.root).stdout


def test_a_font_of_a_collection_and_a_value_of_an_axis(game: GameOnDisk) -> None:
    game.write("../Two.ttc", collection(true_type("Tea"), true_type("Pot")))
    game.write("../Varia.ttf", variable())
    error = refused(game, "../Two.ttc", "--licence", "../OFL.txt")
    assert error == "../Two.ttc: is a collection of 2 fonts (choose one by index: 0 Tea Regular, 1 Pot Regular)\n"
    for arguments in (("../Two.ttc", "--index", "1"), ("../Varia.ttf", "--axis", "wght=850")):
        done = run("fonts", "add", *arguments, "--licence", "../OFL.txt", cwd=game.root)
        assert done.returncode == 0, done.stderr
    entries = game.load().file.fonts
    assert (entries["two"].index, entries["varia"].axes) == (1, {"wght": 850.0})
    assert "expected a tag and a number, such as wght=700" in refused(game, "../Varia.ttf", "--axis", "wght")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("../Tea.ttf",), "its licence is missing; the font file says: SIL Open Font License 1.1 (add --licence"),
        (("../Tea.ttf", "--licence", "../none.txt"), "cardgen: ../none.txt: No such file or directory"),
        (("../none.ttf", "--licence", "../OFL.txt"), "cardgen: ../none.ttf: No such file or directory"),
        (("../OFL.txt", "--licence", "../OFL.txt"), "../OFL.txt: is not a TrueType or OpenType font"),
        (("..", "--licence", "../OFL.txt"), "Is a directory"),
        (("../Tea.ttf", "--licence", "../OFL.txt", "--game", "mime"), "there is no game 'mime' (did you mean 'mine'?)"),
    ],
)
def test_fonts_add_rejects(game: GameOnDisk, arguments: tuple[str, ...], expected: str) -> None:
    assert expected in refused(game, *arguments)


def test_a_font_that_replaces_a_bundled_one_is_listed_once(game: GameOnDisk) -> None:
    game.write("../Tea.ttf", true_type("Tea", drawn_as={"ễ": "e"}))
    done = run("fonts", "add", "../Tea.ttf", "--licence", "../OFL.txt", "--name", "regular", cwd=game.root)
    assert done.returncode == 0, done.stderr
    cards, first = "card_data/mine/cards.yaml", game.load().decks["main"].cards[0]
    name = first.fields["names"]["en"]
    game.write(cards, game.read(cards).replace(name, f"{name} ễ", 1))
    listed = run("list", "--fonts", cwd=game.root)
    assert listed.returncode == 0, listed.stderr
    fonts = [line for line in listed.stdout.splitlines() if not line.startswith(" ")]
    assert fonts == [
        "regular (of the game, replaces the bundled font, bold: bold)",
        "medium (bundled)",
        "bold (bundled)",
        "condensed (bundled)",
        "condensed-bold (bundled)",
    ]
    bold = listed.stdout.split("bold (bundled)\n")[1].split("condensed")[0]
    faces = [line.split(":")[0].strip() for line in bold.splitlines() if "characters," in line]
    bundled = {weight: [f"{name} {weight}" for name in BUNDLED] for weight in ("Bold", "Regular")}
    assert faces == [*bundled["Bold"], "Tea Regular", *bundled["Regular"]]
    assert "no face has" not in listed.stdout


def test_every_option_is_in_the_docs() -> None:
    page = (REPOSITORY / "docs" / "commands.md").read_text(encoding="utf-8")
    (add,) = typer.main.get_group(fonts).commands.values()
    options = {option for parameter in add.params for option in parameter.opts if option.startswith("--")}
    assert len(options) == 9
    for option in options:
        assert f"| `{option}" in page, option


def test_the_bundled_fonts_are_listed_where_there_is_no_game(tmp_path: Path) -> None:
    done = run("list", "--fonts", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("OFL-1.1") == 15
    assert "no face has" not in done.stdout
