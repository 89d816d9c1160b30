"""A game's own fonts: their declaration, faults, fallbacks and partners."""

from __future__ import annotations

import gc
import re
from pathlib import Path

import pytest

from cardgen.building.build import build_game
from cardgen.data.fonts import FontEntry, forget_unused_fonts
from cardgen.data.project import Project
from cardgen.products.options import Options
from cardgen.scene.items import GlyphRun
from cardgen.scene.keys import content_key
from cardgen.text.fonts import FONTS, bold_of, face_named, font_named, italic_of
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.made_fonts import LICENCE_TEXT, collection, open_type, true_type, variable
from tests.runs import runs_in

DOCS = Path(__file__).parents[2] / "docs" / "fonts.md"
GAME = "card_data/tiny/game.yaml"
TEMPLATE = "templates/tiny.yaml"
LICENCE = "licence: {name: OFL-1.1, file: fonts/OFL.txt}"


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    """The tiny game with an own font for the names of its cards."""
    tiny = tiny_game_in(tmp_path)
    tiny.write("card_data/tiny/fonts/Tea.ttf", true_type("Tea", of="latin-bold"))
    tiny.write("card_data/tiny/fonts/OFL.txt", LICENCE_TEXT)
    tiny.change(GAME, "targets:", f"fonts:\n  title: {{file: fonts/Tea.ttf, {LICENCE}}}\ntargets:")
    tiny.change(TEMPLATE, 'text: "{name}", lang: en', 'text: "{name}", lang: en, font: title')
    return tiny


def runs(game: GameOnDisk) -> list[GlyphRun]:
    """Return the texts on the face of the first card."""
    return runs_in(game.layout()["main"][0].face.scene.items)


def fonts(game: GameOnDisk, text: str) -> None:
    """Declare other fonts in place of the own font."""
    game.change(GAME, f"  title: {{file: fonts/Tea.ttf, {LICENCE}}}\n", text)


def test_text_is_set_in_the_games_own_font(game: GameOnDisk) -> None:
    (run,) = runs(game)
    assert run.text == "First"
    face = face_named(run.face)
    assert face.title == "Tea Regular"
    assert face.content == (game.root / "card_data/tiny/fonts/Tea.ttf").read_bytes()
    assert game.codes() == []


def test_characters_missing_in_the_own_face_are_set_in_the_fallback(game: GameOnDisk) -> None:
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
def test_the_fallback_has_the_weight_of_the_font(game: GameOnDisk, weight: int, fallback: str) -> None:
    game.write("card_data/tiny/fonts/Varia.ttf", variable())
    fonts(game, f"  title: {{file: fonts/Varia.ttf, axes: {{wght: {weight}}}, {LICENCE}}}\n")
    own = game.load().fonts
    assert own.own["title"].fallback == fallback
    assert font_named(own.name_of("title")).faces[1:] == FONTS[fallback]


def test_an_own_font_can_be_the_fallback_of_another(game: GameOnDisk) -> None:
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
    font_set = game.load().fonts
    title, heavy, lean, alone = map(font_set.name_of, ("title", "heavy", "lean", "alone"))
    assert (bold_of(title), italic_of(title)) == (heavy, lean)
    assert (bold_of(heavy), italic_of(heavy)) == (heavy, None)
    assert (bold_of(lean), italic_of(lean)) == ("condensed", lean)
    assert (bold_of(alone), italic_of(alone)) == ("bold", None)
    game.change("card_data/tiny/cards.yaml", "First", "a **b** c")
    assert [face_named(run.face).title for run in runs(game)] == ["Tea Regular", "Heavy Regular", "Tea Regular"]


def test_two_games_can_use_one_title_for_different_fonts(game: GameOnDisk, tmp_path: Path) -> None:
    other = tiny_game_in(tmp_path / "other")
    other.write("card_data/tiny/fonts/Tea.ttf", true_type("Tea", of="latin-condensed"))
    other.write("card_data/tiny/fonts/OFL.txt", LICENCE_TEXT)
    for path in (GAME, TEMPLATE):
        other.write(path, game.read(path))
    first, second = game.load().fonts, other.load().fonts
    assert first.name_of("title") != second.name_of("title")
    assert font_named(first.name_of("title")).title == font_named(second.name_of("title")).title == "title"
    (first_run,), (second_run,) = runs(game), runs(other)
    assert first_run.face != second_run.face
    assert first_run.width > 1.1 * second_run.width
    assert runs(game) == [first_run]


def test_a_changed_font_rebuilds_the_files_that_use_it(game: GameOnDisk) -> None:
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


def test_index_chooses_from_a_collection_and_axes_from_a_variable_font(game: GameOnDisk) -> None:
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
    ("entry", "message"),
    [
        ("{file: fonts/Tea.ttf}", "10: the key 'licence' is missing"),
        ("{file: fonts/Tea.ttf, licence: OFL}", "41: fonts.title.licence: 'OFL' given, expected keys with values"),
        ("{file: fonts/Tea.ttf, licence: {name: OFL-1.1}}", "41: the key 'file' is missing"),
        ("{file: fonts/Tea.ttf, licence: {name: OFL, file: OFL.txt}}", "59: there is no file card_data/tiny/OFL.txt"),
        ("{file: fonts/Tea.ttf, licence: {name: OFL, file: fonts/empty.txt}}", "59: the licence file"),
        (f"{{file: fonts/Tee.ttf, {LICENCE}}}", "17: there is no file card_data/tiny/fonts/Tee.ttf (did you mean"),
        (f"{{file: ../../Tea.ttf, {LICENCE}}}", "17: '../../Tea.ttf' is outside the folder card_data/tiny"),
        (f"{{file: fonts/OFL.txt, {LICENCE}}}", "17: 'fonts/OFL.txt' is not a TrueType or OpenType font (use a .ttf"),
        (f"{{file: fonts/No.ttf, {LICENCE}}}", "17: 'fonts/No.ttf' may not be embedded: its maker forbids it (fsType"),
        (f"{{file: fonts/Tea.woff2, {LICENCE}}}", "17: 'fonts/Tea.woff2' is a WOFF2 font, packed for the web (use"),
        (f"{{file: fonts/Tea.ttf, {LICENCE}, fallback: bolt}}", "89: there is no font 'bolt' (did you mean 'bold'?)"),
        (f"{{file: fonts/Tea.ttf, {LICENCE}, bold: x}}", "85: there is no font 'x'"),
        (f"{{file: fonts/Tea.ttf, {LICENCE}, fallback: title}}", "89: the fallbacks form a circle: title → title"),
        (f"{{file: fonts/Tea.ttf, {LICENCE}, axes: {{wght: 1}}}}", "17: 'fonts/Tea.ttf' is not a variable font"),
        (
            f"{{file: fonts/Tea.ttf, {LICENCE}, axes: {{weight: 1}}}}",
            "86: 'weight' given, expected the four letters of an axis",
        ),
        (f"{{file: fonts/Tea.ttf, {LICENCE}, licenses: x}}", "79: unknown key 'licenses' (did you mean 'licence'?)"),
    ],
)
def test_faults_of_a_font_have_their_place(game: GameOnDisk, entry: str, message: str) -> None:
    game.write("card_data/tiny/fonts/empty.txt", " \n")
    game.write("card_data/tiny/fonts/No.ttf", true_type(embedding=2))
    game.write("card_data/tiny/fonts/Tea.woff2", b"wOF2" + bytes(40))
    fonts(game, f"  title: {entry}\n")
    line = game.read(GAME).splitlines().index(f"  title: {entry}") + 1
    (fault,) = game.faults()
    assert fault.startswith(f"{GAME}:{line}:{message}"), fault


def test_a_font_with_the_title_of_a_bundled_one_replaces_it(game: GameOnDisk) -> None:
    fonts(game, f"  bold: {{file: fonts/Tea.ttf, {LICENCE}}}\n")
    game.change(TEMPLATE, "font: title", "font: bold")
    assert [face_named(run.face).title for run in runs(game)] == ["Tea Regular"]
    font_set = game.load().fonts
    assert font_set.titles == ["bold", "regular", "medium", "condensed", "condensed-bold"]
    assert all(name.endswith(f"#{font_set.digest}") for name in font_set.names)
    # A bold partner is its own bold partner; the bundled font of the same title is searched last.
    bold, regular, medium = map(font_set.name_of, ("bold", "regular", "medium"))
    assert font_named(bold).faces[1:] == FONTS["bold"]
    assert {bold_of(regular), bold_of(medium), bold_of(bold)} == {bold}
    assert font_named(regular).faces == FONTS["regular"]
    game.change("card_data/tiny/cards.yaml", "First", "a **b** c")
    game.change(TEMPLATE, ", font: bold", "")
    titles = ["Barlow Regular", "Tea Regular", "Barlow Regular"]
    assert [face_named(run.face).title for run in runs(game)] == titles


def test_all_fonts_fall_back_to_the_games_regular_last(game: GameOnDisk) -> None:
    tea = true_type("Tea", drawn_as={"ễ": "e", "한": "H"})
    game.write("card_data/tiny/fonts/Tea.ttf", tea)
    game.write("card_data/tiny/fonts/Pot.ttf", true_type("Pot", of="latin-bold"))
    fonts(
        game,
        f"  regular: {{file: fonts/Tea.ttf, {LICENCE}}}\n  title: {{file: fonts/Pot.ttf, {LICENCE}}}\n",
    )
    font_set = game.load().fonts
    (own,) = (font.face.name for title, font in font_set.own.items() if title == "regular")
    (pot,) = (font.face.name for title, font in font_set.own.items() if title == "title")
    faces = {title: font_named(font_set.name_of(title)).faces for title in font_set.titles}
    assert faces == {
        "regular": (own, *FONTS["regular"]),
        "title": (pot, *FONTS["bold"], own, *FONTS["regular"]),
        "medium": (*FONTS["medium"], own, *FONTS["regular"]),
        "bold": (*FONTS["bold"], own, *FONTS["regular"]),
        "condensed": (*FONTS["condensed"], own, *FONTS["regular"]),
        "condensed-bold": (*FONTS["condensed-bold"], own, *FONTS["regular"]),
    }
    game.change("card_data/tiny/cards.yaml", "First", "'**Aễ**한'")
    game.change(TEMPLATE, ", font: title", "")
    assert [(run.text, face_named(run.face).title) for run in runs(game)] == [
        ("A", "Barlow Bold"),
        ("ễ", "Tea Regular"),
        ("한", "Tea Regular"),
    ]
    assert game.codes() == []


@pytest.mark.parametrize(
    ("entries", "searched"),
    [
        ({"regular": "regular"}, ["Tea", "latin", "han", "hant"]),  # itself means the bundled font
        ({"regular": "condensed"}, ["Tea", "latin-condensed", "han-medium", "hant-medium", "latin", "han", "hant"]),
        ({"regular": "cha", "cha": ""}, ["Tea", "Cha", "latin", "han", "hant"]),
        ({"regular": "cha", "cha": "regular"}, ["Tea", "Cha", "latin", "han", "hant"]),
        (
            {"regular": "medium", "medium": "regular"},
            ["Tea", "Cha", "latin", "han", "hant", "latin-medium", "han-medium", "hant-medium"],
        ),
        ({"title": "regular", "regular": ""}, ["Tea", "Cha", "latin", "han", "hant"]),
        ({"cha": "regular", "regular": "cha"}, ["Tea", "Cha", "latin", "han", "hant"]),
    ],
)
def test_the_bundled_font_of_the_same_title_is_searched_last(
    game: GameOnDisk, entries: dict[str, str], searched: list[str]
) -> None:
    """Check the fonts that the first entry searches. `entries` are fallbacks; the files are Tea and Cha."""
    game.write("card_data/tiny/fonts/Cha.ttf", true_type("Cha"))
    game.change(TEMPLATE, ", font: title", "")
    declared = ""
    for (title, fallback), file in zip(entries.items(), ("Tea", "Cha"), strict=False):
        declared += f"  {title}: {{file: fonts/{file}.ttf, {LICENCE}{fallback and f', fallback: {fallback}'}}}\n"
    fonts(game, declared)
    assert game.faults() == []
    font_set = game.load().fonts
    own = {font.face.name: font.face.title.split()[0] for font in font_set.own.values()}
    assert [own.get(name, name) for name in font_named(font_set.name_of(next(iter(entries)))).faces] == searched


def test_a_table_in_a_font_that_replaces_a_bundled_one_has_a_bold_first_row(game: GameOnDisk) -> None:
    table = "t: {kind: table, box: [4, 40, 50, 20], rows: [[A], [b]], lang: en, font: regular}"
    game.change(TEMPLATE, "    name: {", f"    {table}\n    name: {{")
    fonts(game, f"  title: {{file: fonts/Tea.ttf, {LICENCE}}}\n  regular: {{file: fonts/Tea.ttf, {LICENCE}}}\n")
    assert [(run.text, face_named(run.face).title) for run in runs(game)][:2] == [
        ("A", "Barlow Bold"),
        ("b", "Tea Regular"),
    ]


def test_the_numbers_of_a_grid_are_in_the_games_font(game: GameOnDisk) -> None:
    grid = 'g: {kind: grid, box: [20, 40, 30, 30], columns: 2, rows: 2, stroke: "#000000", numbers: "#000000"}'
    game.change(TEMPLATE, "    name: {", f"    {grid}\n    name: {{")
    fonts(game, f"  title: {{file: fonts/Tea.ttf, {LICENCE}}}\n  medium: {{file: fonts/Tea.ttf, {LICENCE}}}\n")
    glyph_runs = runs(game)
    assert len(glyph_runs) == 5
    assert {face_named(run.face).title for run in glyph_runs} == {"Tea Regular"}


@pytest.mark.parametrize("key", ["fallback", "bold", "italic"])
def test_a_partner_with_a_fault_is_reported_once(game: GameOnDisk, key: str) -> None:
    fonts(game, f"  title: {{file: fonts/Tea.ttf, {LICENCE}, {key}: other}}\n  other: {{file: fonts/Tea.ttf}}\n")
    (fault,) = game.faults()
    assert fault.endswith(": the key 'licence' is missing")


def test_a_circle_of_fallbacks_is_a_fault_at_each_of_its_fonts(game: GameOnDisk) -> None:
    fonts(
        game,
        f"  title: {{file: fonts/Tea.ttf, {LICENCE}, fallback: b}}\n"
        f"  b: {{file: fonts/Tea.ttf, {LICENCE}, fallback: title}}\n"
        f"  c: {{file: fonts/Tea.ttf, {LICENCE}, fallback: b}}\n",
    )
    reported = game.faults()
    assert [fault.split(": ", 1)[1] for fault in reported] == [
        "the fallbacks form a circle: title → b → title",
        "the fallbacks form a circle: b → title → b",
    ]


def test_an_unknown_font_is_a_fault_where_it_is_named(game: GameOnDisk) -> None:
    game.change(TEMPLATE, "font: title", "font: titel")
    game.change(TEMPLATE, "face:", "styles: {loud: {font: blod}}\nface:")
    assert game.faults() == [
        f"{TEMPLATE}:1:23: there is no font 'blod' (did you mean 'bold'?)",
        f"{TEMPLATE}:6:76: there is no font 'titel' (did you mean 'title'?)",
    ]


def test_an_unknown_font_in_a_group_is_a_fault(game: GameOnDisk) -> None:
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


def test_a_missing_character_names_the_searched_fonts(game: GameOnDisk) -> None:
    game.write("card_data/tiny/fonts/Rune.ttf", true_type("Rune", "A", drawn_as={"ᚠ": "A"}))
    fonts(
        game,
        f"  title: {{file: fonts/Tea.ttf, {LICENCE}}}\n  rune: {{file: fonts/Rune.ttf, {LICENCE}}}\n",
    )
    game.change("card_data/tiny/cards.yaml", "First", "First ᚠ")
    (finding,) = game.check().findings
    assert (finding.code, finding.card, finding.deck) == ("CG103", "one", "main")
    assert finding.message == (
        "card 'one': name: the font 'title' has no 'ᚠ' (U+16A0 RUNIC LETTER FEHU FEOH FE F); "
        "searched: Tea Regular, Barlow Bold, Cardgen Sans SC Bold, Cardgen Sans TC Bold"
    )
    assert finding.hint == "in 'First ᚠ'; the font 'rune' has it, in Rune Regular"


def test_the_examples_in_the_docs_load_without_faults(tmp_path: Path) -> None:
    """Load the YAML in docs/fonts.md, with other fonts under the names of its files."""
    blocks = re.findall("^```yaml\n(.*?)^```$", DOCS.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert [block.split(":")[0] for block in blocks] == ["fonts", "styles", "fonts", "fonts", "fonts"]
    for number, block in enumerate(blocks):
        game = tiny_game_in(tmp_path / str(number))
        declared = block if block.startswith("fonts") else blocks[0]
        for name in re.findall(r"file: (fonts/[\w.-]+)", declared):
            content = LICENCE_TEXT if name.endswith(".txt") else true_type(Path(name).stem)
            game.write(f"card_data/tiny/{name}", content)
        game.change(GAME, "targets:", f"{declared}targets:")
        if block.startswith("styles"):
            game.change(TEMPLATE, "face:", f"{block}face:")
            game.change(TEMPLATE, 'text: "{name}", lang: en', 'text: "{name}", lang: en, style: name')
        assert game.codes() == []


def test_every_key_of_a_font_is_in_the_docs() -> None:
    page = DOCS.read_text(encoding="utf-8")
    for key in FontEntry.model_fields:
        assert f"`{key}`" in page, key
    for name in FONTS:
        assert f"`{name}`" in page, name


def test_a_table_is_set_in_the_games_own_font(game: GameOnDisk) -> None:
    table = "t: {kind: table, box: [4, 40, 50, 20], rows: [[F, i], [r, s]], lang: en, font: title}"
    game.change(TEMPLATE, "    name: {", f"    {table}\n    name: {{")
    assert {face_named(run.face).title for run in runs(game)} == {"Tea Regular"}
    game.change(TEMPLATE, table, table.replace("title", "titel"))
    assert "there is no font 'titel' (did you mean 'title'?)" in game.faults()[0]


# ---------------------------------------------------------------- memory


def test_fonts_that_no_game_uses_are_dropped(game: GameOnDisk) -> None:
    """A review server reloads a font each time it is saved; only fonts in use stay in memory."""
    forget_unused_fonts()
    names = []
    for letters in ("First Second", "First Second A", "First Second AB"):
        game.write("card_data/tiny/fonts/Tea.ttf", true_type("Tea", letters, of="latin-bold"))
        loaded = game.load()
        names.append(loaded.fonts.own["title"].face.name)
    gc.collect(1)  # of what is new: to look at all that the tests keep takes a second
    forget_unused_fonts()
    assert face_named(names[-1]).title == "Tea Regular"
    assert font_named(loaded.fonts.name_of("title")).title == "title"
    for name in names[:-1]:
        with pytest.raises(KeyError):
            face_named(name)
    assert runs(game)[0].face == names[-1]
