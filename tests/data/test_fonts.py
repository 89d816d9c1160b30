"""A game's own fonts: how they are declared, what is refused, and what is drawn with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardgen.build import build_game
from cardgen.data.fonts import FontEntry
from cardgen.data.project import Project
from cardgen.draw.fonts import FONTS, bold_of, face_named, font_named, italic_of
from cardgen.draw.scene import GlyphRun, content_key, walk
from cardgen.targets.options import Options
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.made_fonts import LICENCE_TEXT, collection, open_type, true_type, variable

DOCS = Path(__file__).parents[2] / "docs" / "fonts.md"
GAME = "card_data/tiny/game.yaml"
TEMPLATE = "templates/tiny.yaml"
LICENCE = "licence: {name: OFL-1.1, file: fonts/OFL.txt}"


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    """The tiny game with a font of its own, in which the names of its cards are set."""
    made = tiny_game_in(tmp_path)
    made.write("card_data/tiny/fonts/Tea.ttf", true_type("Tea", of="latin-bold"))
    made.write("card_data/tiny/fonts/OFL.txt", LICENCE_TEXT)
    made.change(GAME, "targets:", f"fonts:\n  title: {{file: fonts/Tea.ttf, {LICENCE}}}\ntargets:")
    made.change(TEMPLATE, 'text: "{name}", lang: en', 'text: "{name}", lang: en, font: title')
    return made


def runs(game: GameOnDisk) -> list[GlyphRun]:
    """The text on the face of the first card."""
    return [item for _, item in walk(game.layout()["main"][0].face.scene.items) if isinstance(item, GlyphRun)]


def fonts(game: GameOnDisk, text: str) -> None:
    """Declares other fonts, in place of the one."""
    game.change(GAME, f"  title: {{file: fonts/Tea.ttf, {LICENCE}}}\n", text)


def test_text_is_set_in_the_games_own_font(game: GameOnDisk) -> None:
    (run,) = runs(game)
    assert run.text == "First"
    face = face_named(run.face)
    assert face.title == "Tea Regular"
    assert face.content == (game.root / "card_data/tiny/fonts/Tea.ttf").read_bytes()
    assert game.codes() == []


def test_what_the_own_face_lacks_is_set_in_the_fallback(game: GameOnDisk) -> None:
    game.change("card_data/tiny/cards.yaml", "First", "First 茶é")
    assert [(run.text, face_named(run.face).title) for run in runs(game)] == [
        ("First ", "Tea Regular"),
        ("茶", "Cardgen Sans SC Bold"),
        ("é", "Barlow Bold"),
    ]
    fonts(game, f"  title: {{file: fonts/Tea.ttf, {LICENCE}, fallback: regular}}\n")
    assert [face_named(run.face).title for run in runs(game)][1:] == ["Cardgen Sans SC Regular", "Barlow Regular"]


@pytest.mark.parametrize(
    ("weight", "fallback"), [(300, "regular"), (400, "regular"), (500, "medium"), (600, "medium"), (800, "bold")]
)
def test_the_fallback_is_as_heavy_as_the_font(game: GameOnDisk, weight: int, fallback: str) -> None:
    game.write("card_data/tiny/fonts/Varia.ttf", variable())
    fonts(game, f"  title: {{file: fonts/Varia.ttf, axes: {{wght: {weight}}}, {LICENCE}}}\n")
    own = game.load().fonts
    assert own.own["title"].fallback == fallback
    assert font_named(own.name_of("title")).faces[1:] == FONTS[fallback]


def test_fonts_fall_back_to_each_other_in_turn(game: GameOnDisk) -> None:
    game.write("card_data/tiny/fonts/Cha.otf", open_type("Cha", "茶", of="han"))
    fonts(
        game,
        f"  title: {{file: fonts/Tea.ttf, {LICENCE}, fallback: cha}}\n"
        f"  cha: {{file: fonts/Cha.otf, {LICENCE}, fallback: condensed}}\n",
    )
    game.change("card_data/tiny/cards.yaml", "First", "A茶é中")
    assert [face_named(run.face).title for run in runs(game)] == [
        "Tea Regular",
        "Cha Regular",
        "Barlow Condensed SemiBold",
        "Cardgen Sans SC Medium",
    ]


def test_bold_and_italic_have_partners(game: GameOnDisk) -> None:
    game.write("card_data/tiny/fonts/Heavy.ttf", true_type("Heavy"))
    game.write("card_data/tiny/fonts/Lean.ttf", true_type("Lean"))
    fonts(
        game,
        f"  title: {{file: fonts/Tea.ttf, {LICENCE}, bold: heavy, italic: lean}}\n"
        f"  heavy: {{file: fonts/Heavy.ttf, {LICENCE}}}\n"
        f"  lean: {{file: fonts/Lean.ttf, {LICENCE}, bold: condensed}}\n"
        f"  alone: {{file: fonts/Lean.ttf, {LICENCE}}}\n",
    )
    known = game.load().fonts
    title, heavy, lean, alone = map(known.name_of, ("title", "heavy", "lean", "alone"))
    assert (bold_of(title), italic_of(title)) == (heavy, lean)
    assert (bold_of(heavy), italic_of(heavy)) == (heavy, None)
    assert (bold_of(lean), italic_of(lean)) == ("condensed", lean)
    assert (bold_of(alone), italic_of(alone)) == ("bold", None)
    game.change("card_data/tiny/cards.yaml", "First", "a **b** c")
    assert [face_named(run.face).title for run in runs(game)] == ["Tea Regular", "Heavy Regular", "Tea Regular"]


def test_two_games_may_call_different_fonts_alike(game: GameOnDisk, tmp_path: Path) -> None:
    other = tiny_game_in(tmp_path / "other")
    other.write("card_data/tiny/fonts/Tea.ttf", true_type("Tea", of="latin-condensed"))
    other.write("card_data/tiny/fonts/OFL.txt", LICENCE_TEXT)
    for path in (GAME, TEMPLATE):
        other.write(path, game.read(path))
    first, second = game.load().fonts, other.load().fonts
    assert first.name_of("title") != second.name_of("title")
    assert font_named(first.name_of("title")).title == font_named(second.name_of("title")).title == "title"
    (here,), (there,) = runs(game), runs(other)
    assert here.face != there.face
    assert here.width > 1.1 * there.width
    assert runs(game) == [here]


def test_a_changed_font_makes_its_files_anew(game: GameOnDisk) -> None:
    project, out = Project(game.root, bundled=False), game.root / "out"
    game.write("card_data/tiny/fonts/Tea.ttf", true_type("Tea", of="latin-bold"))
    key = content_key(game.layout()["main"][0].face.scene)
    assert content_key(game.layout()["main"][0].face.scene) == key
    built = build_game(project, "tiny", out, Options())
    assert built.count("written") == len(built.states)
    assert "card_data/tiny/fonts/Tea.ttf" in built.files["cards/svg/main-one.svg"]["inputs"]
    assert set(build_game(project, "tiny", out, Options()).states.values()) == {"unchanged"}
    game.write("card_data/tiny/fonts/Tea.ttf", true_type("Tea", of="latin-condensed"))
    assert content_key(game.layout()["main"][0].face.scene) != key
    states = build_game(project, "tiny", out, Options()).states
    assert {path for path, state in states.items() if state == "written"} == {
        f"cards/{kind}/main-{card}{bleed}.{kind}"
        for kind in ("svg", "png")
        for card in ("one", "two")
        for bleed in ("", "-bleed")
    }


def test_collections_and_variable_fonts_say_which_is_meant(game: GameOnDisk) -> None:
    game.write("card_data/tiny/fonts/Two.ttc", collection(true_type("Tea"), true_type("Pot")))
    game.write("card_data/tiny/fonts/Varia.ttf", variable())
    fonts(
        game,
        f"  title: {{file: fonts/Two.ttc, index: 1, {LICENCE}}}\n"
        f"  wide: {{file: fonts/Varia.ttf, axes: {{wght: 900}}, {LICENCE}}}\n"
        f"  plain: {{file: fonts/Varia.ttf, {LICENCE}}}\n",
    )
    own = game.load().fonts.own
    assert own["title"].face.title == "Pot Regular"
    assert own["wide"].face.nominal_width("A") == 2 * own["plain"].face.nominal_width("A")


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("{file: fonts/Tea.ttf}", "10: the key 'licence' is missing"),
        ("{file: fonts/Tea.ttf, licence: OFL}", "41: fonts.title.licence: 'OFL' given, expected keys with values"),
        ("{file: fonts/Tea.ttf, licence: {name: OFL-1.1}}", "41: the key 'file' is missing"),
        ("{file: fonts/Tea.ttf, licence: {name: OFL, file: OFL.txt}}", "59: there is no file card_data/tiny/OFL.txt"),
        ("{file: fonts/Tea.ttf, licence: {name: OFL, file: fonts/empty.txt}}", "59: the licence file"),
        (f"{{file: fonts/Tee.ttf, {LICENCE}}}", "17: there is no file card_data/tiny/fonts/Tee.ttf (did you mean"),
        (f"{{file: ../../Tea.ttf, {LICENCE}}}", "17: '../../Tea.ttf' leaves the folder card_data/tiny"),
        (f"{{file: fonts/OFL.txt, {LICENCE}}}", "17: 'fonts/OFL.txt' is not a TrueType or OpenType font (a .ttf"),
        (f"{{file: fonts/No.ttf, {LICENCE}}}", "17: 'fonts/No.ttf' may not be embedded: its maker forbids it (fsType"),
        (f"{{file: fonts/Tea.woff2, {LICENCE}}}", "17: 'fonts/Tea.woff2' is a WOFF2 font, packed for the web (take"),
        (f"{{file: fonts/Tea.ttf, {LICENCE}, fallback: bolt}}", "89: there is no font 'bolt' (did you mean 'bold'?)"),
        (f"{{file: fonts/Tea.ttf, {LICENCE}, bold: x}}", "85: there is no font 'x'"),
        (f"{{file: fonts/Tea.ttf, {LICENCE}, fallback: title}}", "89: a font asks itself: title → title"),
        (f"{{file: fonts/Tea.ttf, {LICENCE}, axes: {{wght: 1}}}}", "17: 'fonts/Tea.ttf' is not a variable font"),
        (
            f"{{file: fonts/Tea.ttf, {LICENCE}, axes: {{weight: 1}}}}",
            "86: 'weight' given, expected an axis by its four",
        ),
        (f"{{file: fonts/Tea.ttf, {LICENCE}, licenses: x}}", "79: unknown key 'licenses' (did you mean 'licence'?)"),
    ],
)
def test_what_is_wrong_with_a_font_is_told_at_its_place(game: GameOnDisk, entry: str, told: str) -> None:
    game.write("card_data/tiny/fonts/empty.txt", " \n")
    game.write("card_data/tiny/fonts/No.ttf", true_type(embedding=2))
    game.write("card_data/tiny/fonts/Tea.woff2", b"wOF2" + bytes(40))
    fonts(game, f"  title: {entry}\n")
    line = game.read(GAME).splitlines().index(f"  title: {entry}") + 1
    (fault,) = game.faults()
    assert fault.startswith(f"{GAME}:{line}:{told}"), fault


def test_a_font_is_not_called_as_a_bundled_one(game: GameOnDisk) -> None:
    game.change(GAME, "  title: {", "  bold: {")
    (first, second) = game.faults()
    assert "a font cannot be called 'bold' (cardgen has one of that name)" in first
    assert second.startswith(f"{TEMPLATE}:5:")
    assert "there is no font 'title'" in second


def test_fonts_that_ask_each_other_in_a_circle(game: GameOnDisk) -> None:
    fonts(
        game,
        f"  title: {{file: fonts/Tea.ttf, {LICENCE}, fallback: b}}\n"
        f"  b: {{file: fonts/Tea.ttf, {LICENCE}, fallback: title}}\n"
        f"  c: {{file: fonts/Tea.ttf, {LICENCE}, fallback: b}}\n",
    )
    told = game.faults()
    assert [fault.split(": ", 1)[1] for fault in told] == [
        "a font asks itself: title → b → title",
        "a font asks itself: b → title → b",
    ]


def test_a_font_that_there_is_not_is_told_where_it_is_named(game: GameOnDisk) -> None:
    game.change(TEMPLATE, "font: title", "font: titel")
    game.change(TEMPLATE, "face:", "styles: {loud: {font: blod}}\nface:")
    assert game.faults() == [
        f"{TEMPLATE}:1:23: there is no font 'blod' (did you mean 'bold'?)",
        f"{TEMPLATE}:6:76: there is no font 'titel' (did you mean 'title'?)",
    ]


def test_a_font_in_a_group_is_looked_for_too(game: GameOnDisk) -> None:
    box = '{kind: text, box: [5, 5, 53, 8], text: "{name}", lang: en, font: title}'
    group = "{kind: group, box: [0, 0, 9, 9], boxes: {a: " + box.replace("title", "tidle") + "}}"
    game.change(TEMPLATE, box, group)
    (fault,) = game.faults()
    assert fault.endswith("there is no font 'tidle' (did you mean 'title'?)")


def test_a_font_may_come_from_a_card(game: GameOnDisk) -> None:
    game.change(TEMPLATE, "font: title", 'font: "{look}"')
    game.change(GAME, "fields: {name: text}", "fields: {name: text, look: text}")
    game.write("card_data/tiny/cards.yaml", "cards:\n  - {id: one, name: A, look: title}\n")
    assert [face_named(run.face).title for run in runs(game)] == ["Tea Regular"]
    game.write("card_data/tiny/cards.yaml", "cards:\n  - {id: one, name: A, look: tilte}\n")
    (fault,) = game.faults()
    assert fault.startswith(f"{TEMPLATE}:5:")
    assert fault.endswith("card 'one': there is no font 'tilte' (did you mean 'title'?)")


def test_a_missing_character_names_the_fonts_that_were_asked(game: GameOnDisk) -> None:
    game.write("card_data/tiny/fonts/Rune.ttf", _with_rune())
    fonts(
        game,
        f"  title: {{file: fonts/Tea.ttf, {LICENCE}}}\n  rune: {{file: fonts/Rune.ttf, {LICENCE}}}\n",
    )
    game.change("card_data/tiny/cards.yaml", "First", "First ᚠ")
    (finding,) = game.check().findings
    assert (finding.code, finding.card, finding.deck) == ("CG103", "one", "main")
    assert finding.message == (
        "card 'one': name: the font 'title' has no 'ᚠ' (U+16A0 RUNIC LETTER FEHU FEOH FE F); "
        "asked: Tea Regular, Barlow Bold, Cardgen Sans SC Bold"
    )
    assert finding.hint == "in 'First ᚠ'; the font 'rune' has it, in Rune Regular"


def _with_rune() -> bytes:
    """A font in which an A stands for a rune."""
    import io

    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(true_type("Rune", "A")))
    for table in font["cmap"].tables:
        table.cmap[0x16A0] = table.cmap[ord("A")]
    made = io.BytesIO()
    font.save(made)
    return made.getvalue()


def test_the_examples_in_the_docs_are_games(tmp_path: Path) -> None:
    """What docs/fonts.md writes into game.yaml and a template, with other fonts called as those that it names."""
    blocks = re.findall("^```yaml\n(.*?)^```$", DOCS.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert [block.split(":")[0] for block in blocks] == ["fonts", "styles", "fonts", "fonts"]
    for number, block in enumerate(blocks):
        game = tiny_game_in(tmp_path / str(number))
        declared = block if block.startswith("fonts") else blocks[0]
        for name in re.findall(r"file: (fonts/[\w.-]+)", declared):
            made = LICENCE_TEXT if name.endswith(".txt") else true_type(Path(name).stem)
            game.write(f"card_data/tiny/{name}", made)
        game.change(GAME, "targets:", f"{declared}targets:")
        if block.startswith("styles"):
            game.change(TEMPLATE, "face:", f"{block}face:")
            game.change(TEMPLATE, 'text: "{name}", lang: en', 'text: "{name}", lang: en, style: name')
        assert game.codes() == []


def test_every_key_of_a_font_is_in_the_docs() -> None:
    told = DOCS.read_text(encoding="utf-8")
    for key in FontEntry.model_fields:
        assert f"`{key}`" in told, key
    for name in FONTS:
        assert f"`{name}`" in told, name


def test_a_table_is_set_in_the_games_own_font(game: GameOnDisk) -> None:
    table = "t: {kind: table, box: [4, 40, 50, 20], rows: [[F, i], [r, s]], lang: en, font: title}"
    game.change(TEMPLATE, "    name: {", f"    {table}\n    name: {{")
    assert {face_named(run.face).title for run in runs(game)} == {"Tea Regular"}
    game.change(TEMPLATE, table, table.replace("title", "titel"))
    assert "there is no font 'titel' (did you mean 'title'?)" in game.faults()[0]
