"""A game's own fonts replace the bundled ones in everything that is printed, and are part of the keys."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from cardgen.building.build import build_game
from cardgen.building.checks.rules import coverage_of
from cardgen.building.plan import layout_game, plan_files
from cardgen.cards.layout.coverage import plot_bars
from cardgen.cards.layout.diagrams import draw_diagrams, set_captions
from cardgen.data.project import Project
from cardgen.engines import Diagram
from cardgen.products.files import PagesFile
from cardgen.products.options import Options
from cardgen.products.rulebook import laid_books
from cardgen.products.sheets import imposed_sheets
from cardgen.scene.items import GlyphRun, Scene, walk
from cardgen.text.fonts import FACES, FONTS, face_named
from tests.games_on_disk import REPOSITORY, GameOnDisk, tiny_game_in
from tests.made_fonts import LICENCE_TEXT, true_type, variable
from tests.products.made import GAME, game_with_pieces_in
from tests.runs import texts_in

LICENCE = "licence: {name: OFL-1.1, file: fonts/OFL.txt}"
#: Latin letters that no bundled font has, and the letters that they are drawn as.
MORE = {"ễ": "e", "ờ": "o", "ệ": "e", "ạ": "a"}


def give(game: GameOnDisk, **fonts: str) -> None:
    """Give the game fonts of these names, each a bundled Latin face with more letters."""
    folder = f"card_data/{game.name}"
    declared = "".join(f"  {title}: {{file: fonts/{title}.ttf, {LICENCE}}}\n" for title in fonts)
    for title, face in fonts.items():
        letters = map(chr, face_named(face).source.unicodes)
        game.write(f"{folder}/fonts/{title}.ttf", true_type(f"Tea {title}", letters, of=face, drawn_as=MORE))
    game.write(f"{folder}/fonts/OFL.txt", LICENCE_TEXT)
    game.write(f"{folder}/game.yaml", game.read(f"{folder}/game.yaml") + f"fonts:\n{declared}")


def printed(game: GameOnDisk) -> Iterator[tuple[str, Scene]]:
    """Yield every printed page with a name, except those of the calibration sheet."""
    loaded, everything = game.load(), Options()
    laid = layout_game(loaded)
    for file in plan_files(loaded, laid, everything):
        if isinstance(file, PagesFile) and "calibration" not in file.path:
            yield from ((file.path, scene) for scene in file.scenes)
    for sheet in imposed_sheets(loaded, laid, everything):
        yield from ((sheet.path, page) for page in sheet.pages)
    yield from ((scene.name, scene) for scene in laid_books(loaded, laid, everything))


def faces_in(scenes: Iterable[Scene]) -> set[str]:
    return {item.face for scene in scenes for _, item in walk(scene.items) if isinstance(item, GlyphRun)}


@pytest.mark.parametrize("name", ["blokus", pytest.param("block-killer", marks=pytest.mark.soak)])
def test_all_printed_text_is_in_the_own_font(tmp_path: Path, name: str) -> None:
    """The shipped games have every kind of file, and every kind of block in their rulebooks."""
    shutil.copytree(REPOSITORY / "card_data" / name, tmp_path / "card_data" / name)
    shutil.copytree(REPOSITORY / "templates", tmp_path / "templates")
    game = GameOnDisk(tmp_path, name)
    give(game, **{title: faces[0] for title, faces in FONTS.items()})
    left: dict[str, set[str]] = {}
    for path, scene in printed(game):
        if bundled := {face for face in faces_in([scene]) if face in FACES and face.startswith("latin")}:
            left.setdefault(path, set()).update(bundled)
    assert left == {}


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    """A game with all kinds of printed files, and a title with letters that only its own font has."""
    made = game_with_pieces_in(tmp_path)
    give(made, regular="latin")
    made.change(GAME, "zh: 小, en: Tiny", "zh: 小, en: Tễny")
    made.change(GAME, "licence: {name: CC0-1.0, link: ", "rulebooks: {en: rules.md}\nlicence: {name: CC0-1.0, link: ")
    made.change(
        GAME, "targets:\n", "targets:\n  tuckboxes: {box: {deck: main, papers: [a4], titles: {zh: 牌, en: Cờrds}}}\n"
    )
    made.change(
        GAME, "cards-{paper}: {", "folded: {decks: [main], papers: [a4], layout: gutterfold}\n    cards-{paper}: {"
    )
    made.change(GAME, "titles: {zh: 盘, en: Board}, deck", "titles: {zh: 盘, en: Boạrd}, deck")
    made.change(GAME, "west: {zh: 西, en: West}", "west: {zh: 西, en: Wệst}")
    made.write(
        "card_data/tiny/rules.md",
        "# Tễny\n\n```cover\nsubtitle: Rulệs\n```\n\n## Tệa\n\nDrạw **ạ** cạrd; `ạ`.\n\n"
        "1. ờne\n\n```cards one\ncaption: ạ\n```\n\n```table\nheader: [ễ, b]\nrows: [[ạ, 2]]\n```\n",
    )
    return made


def test_letters_that_only_the_own_font_has_are_printed_everywhere(game: GameOnDisk) -> None:
    assert game.codes() == []
    texts: dict[str, str] = {}
    for path, scene in printed(game):
        texts.setdefault(path, "")
        texts[path] += "".join(texts_in(scene.items))
    assert {path for path, text in texts.items() if "ễ" not in text} == set()
    assert {"sheets/box.pdf", "sheets/folded.pdf", "sheets/board-a4.pdf", "sheets/sides-west-a4.pdf"} < texts.keys()
    # Bold words keep their weight if possible.
    (box,) = (scene for path, scene in printed(game) if path == "sheets/box.pdf")
    own = game.load().fonts.own["regular"].face.name
    runs = [(item.text, item.face) for _, item in walk(box.items) if isinstance(item, GlyphRun)]
    assert [pair for pair in runs if pair[0] in ("T", "ễ", "ny")][:3] == [
        ("T", "latin-bold"),
        ("ễ", own),
        ("ny", "latin-bold"),
    ]


def test_rulebooks_are_measured_in_the_games_font(tmp_path: Path) -> None:
    """Letters that are twice as wide need wider columns, a smaller title, and their own middle of the line."""
    game = tiny_game_in(tmp_path)
    letters = "".join(letter for letter in map(chr, range(0x20, 0x7F)) if letter.isalnum() or letter == " ")
    declared = ""
    for title in FONTS:
        game.write(f"card_data/tiny/{title}.ttf", variable(title, letters, drawn_as={"H": "x"}))
        declared += f"  {title}: {{file: {title}.ttf, axes: {{wght: 900}}, licence: {{name: OFL, file: OFL.txt}}}}\n"
    game.write("card_data/tiny/OFL.txt", LICENCE_TEXT)
    game.change(GAME, "targets:\n", f"rulebooks: {{en: rules.md}}\nfonts:\n{declared}targets:\n")
    title = "Long title"
    cells = "[few, several words in one cell, Incomprehensibly]"
    wide = f"```table\nheader: [a, b, c]\nrows: [{cells}]\n```"
    table = f"{wide}\n\n```table\nheader: [a, b]\nrows: [[x, two words are not all here]]\n```"
    game.write("card_data/tiny/rules.md", f"# {title}\n\n## Go\n\nWords.\n\n{table}\n")
    loaded = game.load()
    pages = list(laid_books(loaded, layout_game(loaded), Options()))  # nothing overflows
    runs = [(matrix, item) for page in pages for matrix, item in walk(page.items) if isinstance(item, GlyphRun)]
    cover = next(item for _, item in runs if item.text == title)
    assert 110 < cover.width < 118.1
    (words,) = (item for _, item in runs if item.text == "Words")
    low = face_named(words.face).cap_height / 2
    assert low < 0.3
    assert words.baseline == pytest.approx((1.5 / 2 + low) * words.size)
    # A table that has room for its words has each in one line.
    assert [item.text for _, item in runs if item.text.startswith("two")] == ["two words are not all here"]


def test_strong_words_are_in_the_bold_of_the_games_regular(game: GameOnDisk) -> None:
    game.write("card_data/tiny/fonts/heavy.ttf", true_type("Heavy", drawn_as=MORE))
    game.change(
        GAME,
        f"regular.ttf, {LICENCE}}}",
        f"regular.ttf, {LICENCE}, bold: heavy}}\n  heavy: {{file: fonts/heavy.ttf, {LICENCE}}}",
    )
    loaded = game.load()
    pages = list(laid_books(loaded, layout_game(loaded), Options()))
    assert "Heavy Regular" in {face_named(face).title for face in faces_in(pages)}


def test_a_changed_font_makes_captions_and_rulebooks_stale(game: GameOnDisk) -> None:
    project, out = Project(game.root, bundled=False), game.root / "out"
    # No card is set in the font, so no key of a card changes.
    for template in ("templates/tiny.yaml", "templates/token.yaml"):
        game.change(template, "lang: en", "lang: en, font: condensed")
    game.change(
        GAME, "  boards:\n", "  pages: {plain: {template: board.yaml, papers: [a4], size: [90, 60]}}\n  boards:\n"
    )
    built = build_game(project, "tiny", out, Options())
    printed_from = {path for path in built.states if path.endswith((".pdf", ".html")) and "calibration" not in path}
    captioned = printed_from - {"sheets/plain.pdf"}
    for path in printed_from:
        assert "card_data/tiny/fonts/regular.ttf" in built.files[path]["inputs"], path
    assert set(build_game(project, "tiny", out, Options()).states.values()) == {"unchanged"}
    letters = map(chr, face_named("latin").source.unicodes)
    game.write("card_data/tiny/fonts/regular.ttf", true_type("Other", letters, of="latin-medium", drawn_as=MORE))
    states = build_game(project, "tiny", out, Options()).states
    assert {path for path, state in states.items() if state == "unchanged" and path in captioned} == set()
    assert states["sheets/calibration-a4.pdf"] == "unchanged"


def test_two_games_in_one_process_have_separate_fonts(game: GameOnDisk, tmp_path: Path) -> None:
    other = game_with_pieces_in(tmp_path / "other")
    give(other, regular="latin-condensed")
    first, second = (faces_in(scene for _, scene in printed(one)) for one in (game, other))
    own = [one.load().fonts.own["regular"].face.name for one in (game, other)]
    assert (own[0] in first, own[1] in first, own[0] in second, own[1] in second) == (True, False, False, True)


def test_diagrams_of_engines_have_captions_in_the_games_font(game: GameOnDisk, tmp_path: Path) -> None:
    shutil.copytree(REPOSITORY / "card_data" / "block-killer", tmp_path / "card_data" / "block-killer")
    shutil.copytree(REPOSITORY / "templates", tmp_path / "templates", dirs_exist_ok=True)
    cards = GameOnDisk(tmp_path, "block-killer")
    give(cards, **{title: faces[0] for title, faces in FONTS.items()})
    loaded = cards.load()
    diagram = Diagram(("....T.....", "###TTT####"), (), {"en": "A row goes."})
    closed = Diagram(("T.", ".T"), (), {"en": "A corner."}, closed=True)
    charts = plot_bars(coverage_of(loaded), "Cards", loaded.file.languages, loaded.fonts)
    drawn = [draw_diagrams([diagram], loaded, "1-4 | T0"), draw_diagrams([closed], loaded, "x"), charts]
    assert not {face for face in faces_in(drawn) if face.startswith("latin")}
    (caption,) = set_captions(diagram, ["en"], 60, game.load().fonts)
    assert {face_named(run.face).title for run in caption.runs} == {"Tea regular Regular"}


def test_a_rulebook_in_html_has_the_faces_that_it_has_on_paper(game: GameOnDisk) -> None:
    game.build(Options(only=("rules/*.html",)), "out")
    page = (game.root / "out/tiny/rules/rules.en.html").read_text(encoding="utf-8")
    rules = re.findall(r'@font-face \{ font-family: "Own"; font-weight: ([0-9 ]+);.*? unicode-range: ([^;]+); \}', page)
    assert page.count("@font-face") == len(rules)
    result: dict[str, list[set[str]]] = {}
    for weight, ranges in rules:
        points: list[int] = []
        for item in ranges.split(", "):
            first, _, last = item.removeprefix("U+").partition("-")
            points += range(int(first, 16), int(last or first, 16) + 1)
        result.setdefault(weight, []).append(set(map(chr, points)))
    # The own face, also for bold letters that the bundled bold lacks; no character is in two faces.
    regular, bold = result["400"], result["600 900"]
    assert [len(faces) for faces in (regular, bold)] == [2, 3]
    assert {"小"} in regular
    assert set(MORE) in bold
    for faces in (regular, bold):
        assert sum(map(len, faces)) == len(set().union(*faces))
    assert set().union(*regular) == set().union(*bold)
    assert re.search(
        r'body, :lang\(zh\), :lang\(yue\), :lang\(en\) \{ font-family: "Own", system-ui, sans-serif; \}\n', page
    )
