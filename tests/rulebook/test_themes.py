"""Themes of rulebooks: fonts, colours, sizes, ornaments and parts, on paper and in HTML, and their faults."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image as Pixels

from cardgen.base.errors import DataError
from cardgen.building.build import build_game
from cardgen.data.model import Game
from cardgen.data.project import Project
from cardgen.data.reading import parse_yaml
from cardgen.data.schema import game_schema
from cardgen.products.options import Options
from cardgen.products.rulebook import book_pictures, book_sources
from cardgen.products.rulebook_theme import theme_of
from cardgen.rulebook.html import rulebook_html
from cardgen.rulebook.pages import Pages, layout_rulebook, pad_pages
from cardgen.rulebook.palette import make_palette
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.rulebook.theme import PLAIN
from cardgen.scene.colour import contrast
from cardgen.scene.items import GlyphRun, Gradient, Scene, bounds_of, walk
from cardgen.scene.items import Path as Shape
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.made_fonts import LICENCE_TEXT, true_type
from tests.runs import runs_in

ROOT = Path(__file__).parents[2]
GAME = "card_data/tiny/game.yaml"
LEAF = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><rect width="4" height="2" fill="currentColor"/></svg>'
)
BOOK = """\
# Tiny

## Play

Play *one* `card`. Read [the end](#end).

> Be quick.

| A | B |
|---|---|
| 1 | 2 |

### Details

Small print.

## End

Whoever has none wins.
"""


@pytest.fixture
def tiny(tmp_path: Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    game.change(GAME, "targets:\n", "rulebooks: {en: rules.en.md, zh: rules.zh.md}\ntargets:\n")
    game.write("card_data/tiny/rules.en.md", BOOK)
    game.write("card_data/tiny/rules.zh.md", "# 小\n\n## 玩\n\n出一张牌。\n")
    game.write("card_data/tiny/art/leaf.svg", LEAF)
    return game


def themed(tiny: GameOnDisk, theme: str, lang: str = "en", page: tuple[float, float] = (148, 210)) -> tuple[Pages, str]:
    """Return the pages and the HTML of the book with a theme, written in one line of game.yaml."""
    game = load(tiny, theme)
    own = theme_of(game, lang)
    rulebook, sources = game.rulebooks[lang], book_sources(game, {})
    book = parse_rulebook(rulebook.text, rulebook.shown, lang, sources)
    return layout_rulebook(book, sources, page=page, theme=own), rulebook_html(book, sources, own)


def load(tiny: GameOnDisk, theme: str) -> Game:
    before = tiny.read(GAME)
    tiny.write(GAME, f"{before}  rulebook: {{papers: [a4], theme: {theme}}}\n")
    try:
        return tiny.load()
    finally:
        tiny.write(GAME, before)


def faults(tiny: GameOnDisk, theme: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        load(tiny, theme)
    return [str(fault) for fault in caught.value.faults]


def runs(scene: Scene) -> list[GlyphRun]:
    return runs_in(scene.items)


def text_of(scene: Scene) -> str:
    return "".join(run.text for run in runs(scene))


def run_of(scene: Scene, text: str) -> GlyphRun:
    return next(run for run in runs(scene) if text in run.text)


def fills(scene: Scene) -> list[str | Gradient | None]:
    return [item.fill for _, item in walk(scene.items) if isinstance(item, Shape)]


def test_fonts_are_those_of_the_theme(tiny: GameOnDisk) -> None:
    pages, html = themed(tiny, "{fonts: {text: medium, headings: condensed-bold, code: condensed}}")
    text = pages.scenes[2]
    assert run_of(text, "Play").face == "latin-condensed-bold"
    assert run_of(text, "one").face == "latin-bold"  # emphasis
    assert run_of(text, "card").face == "latin-condensed"
    assert run_of(text, "Small").face == "latin-medium"
    assert run_of(pages.scenes[0], "Tiny").face == "latin-condensed-bold"
    assert 'font-family: "Headings"; font-weight: 1 1000; src: url(data:font/ttf' in html
    assert 'code, code:lang(zh), code:lang(en) { font-family: "Code"' in html


def test_fonts_of_the_game(tiny: GameOnDisk) -> None:
    font = "{file: fonts/t.ttf, licence: {name: OFL-1.1, file: fonts/OFL.txt}, bold: heavy}"
    heavy = font.replace("t.ttf", "h.ttf").replace(", bold: heavy", "")
    tiny.change(GAME, "targets:\n", f"fonts:\n  mine: {font}\n  heavy: {heavy}\ntargets:\n")
    tiny.write("card_data/tiny/fonts/t.ttf", true_type("Testa"))
    tiny.write("card_data/tiny/fonts/h.ttf", true_type("Testa", style="Bold", of="latin-bold"))
    tiny.write("card_data/tiny/fonts/OFL.txt", LICENCE_TEXT)
    pages, html = themed(tiny, "{fonts: {text: mine, headings: heavy}}")
    text = pages.scenes[2]
    for word, face in (("Play", "h#"), ("Small", "t#"), ("one", "h#"), ("A", "h#"), ("card", "latin-medium")):
        assert run_of(text, word).face.startswith(face)
    assert 'font-family: "Own"; font-weight: 400;' in html
    assert 'font-family: "Own"; font-weight: 600 900;' in html
    assert "h1, h2, h3, :is(h1, h2, h3):lang(zh)" in html


COLOURS = (
    '{colours: {text: "#112233", heading: "#441144", quiet: "#555511", link: "#224466", accent: ["#aa0000", "#00aa00"],'
    ' rule: "#cccc00", panel: "#eeeeff", paper: "#fffff0"}}'
)


def test_colours_are_those_of_the_theme(tiny: GameOnDisk) -> None:
    pages, html = themed(tiny, COLOURS)
    contents, text = pages.scenes[1:3]
    assert {fills(page)[0] for page in (contents, text)} == {"#fffff0"}
    assert run_of(text, "Play").colour == "#441144"
    assert run_of(text, "Small").colour == "#112233"
    assert run_of(text, "the end").colour == "#224466"
    assert run_of(contents, "Details").colour == "#555511"
    assert {"#aa0000", "#00aa00", "#eeeeff"} <= set(fills(text))
    strokes = {item.stroke for _, item in walk(text.items) if isinstance(item, Shape)}
    assert {"#cccc00", "#112233"} <= strokes
    assert not {"#1b2230", "#d3d9e2", "#f3f5f9", "#ffffff"} & {*fills(text), *strokes}
    assert "--ink: #112233; --quiet: #555511; --line: #cccc00; --panel: #eeeeff; --paper: #fffff0;" in html
    assert 'style="--accent:#aa0000"' in html
    assert 'style="--accent:#00aa00"' in html
    assert '<meta name="color-scheme" content="light">' in html


def test_colours_that_are_left_out_can_be_read(tiny: GameOnDisk) -> None:
    for chosen in ({"text": "#333333"}, {"paper": "#d8d0c0"}, {"text": "#4a4a4a", "paper": "#f4f0e0"}):
        palette = make_palette(chosen)
        for ink in (palette.text, palette.heading, palette.quiet, palette.footer, palette.link):
            assert contrast(ink, palette.paper) >= 4.5
        for ink in (palette.text, palette.quiet):
            assert contrast(ink, palette.panel) >= 4.5
    accent_only, html = themed(tiny, '{colours: {accent: "#00aa00"}}')
    assert "#00aa00" in fills(accent_only.scenes[2])
    assert run_of(accent_only.scenes[2], "Small").colour == "#1b2230"
    assert 'content="light dark"' in html


def test_titles_at_the_foot_of_pages_can_be_read(tiny: GameOnDisk) -> None:
    files = sorted(ROOT.glob("card_data/*/theme.yaml"))
    assert len(files) >= 3
    chosen: list[dict[str, str]] = [parse_yaml(file.read_text("utf-8"), file.name).value["colours"] for file in files]
    own = [{key: colour for key, colour in colours.items() if key != "accent"} for colours in chosen]
    for palette in (PLAIN.palette, *map(make_palette, own)):
        assert contrast(palette.footer, palette.paper) >= 4.5
    pages, _ = themed(tiny, '{colours: {footer: "#123456"}}')
    assert [run.colour for run in runs(pages.scenes[2]) if run.text == "Play"][-1] == "#123456"


def test_sizes_are_those_of_the_theme(tiny: GameOnDisk) -> None:
    plain, _ = themed(tiny, "{}")
    sizes = "{text: 4, small: 3, chapter: 9, section: 6, leading: 2, margin: 20, gap: 5}"
    pages, html = themed(tiny, f"{{sizes: {sizes}}}")
    text = pages.scenes[2]
    assert [run_of(text, word).size for word in ("Play", "Details", "Small")] == [9, 6, 4]
    assert run_of(pages.scenes[1], "Details").size == 3
    assert pages.anchors["play"] == (2, 20.0)
    wide, _ = themed(tiny, "{sizes: {gap: 8}}")
    assert wide.anchors["details"][1] > plain.anchors["details"][1] + 12
    assert "line-height: 2.2" in html
    assert "h2 { font-size: 2.14rem; }" in html
    larger, _ = themed(tiny, "{sizes: {text: 4.2}}")
    was, now = ([run.size for run in runs(made.scenes[2])] for made in (plain, larger))
    figures = {2.9}  # the page number
    assert [round(b / a, 6) for a, b in zip(was, now, strict=True) if a not in figures] == [1.25] * (len(was) - 1)


@pytest.mark.parametrize("shape", ["line", "diamond", "dots", "wave"])
def test_an_ornament_is_a_shape(tiny: GameOnDisk, shape: str) -> None:
    left, html = themed(tiny, f'{{ornament: {shape}, colours: {{accent: "#00aa00"}}}}')
    centred, _ = themed(tiny, f'{{ornament: {{shape: {shape}, align: centre}}, colours: {{accent: "#00aa00"}}}}')
    plain, _ = themed(tiny, '{colours: {accent: "#00aa00"}}')
    marks = [
        {
            item
            for _, item in walk(made.scenes[2].items)
            if isinstance(item, Shape) and "#00aa00" in (item.fill, item.stroke)
        }
        for made in (left, centred, plain)
    ]
    assert marks[0] - marks[2]
    assert marks[1] != marks[0]
    assert html.count('<div class="ornament" aria-hidden="true"><svg') == 2
    assert "section { padding-top: 3rem; }" in html


def test_no_ornament_and_titles_in_the_middle(tiny: GameOnDisk) -> None:
    pages, html = themed(tiny, "{ornament: none}")
    assert pages.anchors["play"] == (2, 15.0)
    assert 'class="ornament"' not in html
    assert "border-top: 0" in html
    _, html = themed(tiny, "{ornament: {align: centre}}")
    assert "h2 { text-align: center; }" in html


def test_an_ornament_is_a_picture(tiny: GameOnDisk) -> None:
    pages, html = themed(
        tiny, '{ornament: {picture: art/leaf.svg, height: 10, align: centre}, colours: {accent: "#00aa00"}}'
    )
    matrix = next(m for m, item in walk(pages.scenes[2].items) if isinstance(item, Shape) and item.fill == "#00aa00")
    assert bounds_of(matrix, (0, 0, 4, 2)) == pytest.approx((148 / 2 - 10, 15, 20, 10))
    assert html.count('class="ornament"') == 2
    assert theme_of(load(tiny, "{ornament: art/leaf.svg}"), "en").ornament.picture is not None


def test_a_coarse_ornament_is_a_fault(tiny: GameOnDisk) -> None:
    Pixels.new("RGB", (60, 30), "#6a994e").save(tiny.path("card_data/tiny/art/leaf.png"))
    themed(tiny, "{ornament: {picture: art/leaf.png, height: 5}}")
    with pytest.raises(
        DataError, match="the ornament of the chapters would be printed at 38 dpi, expected at least 150"
    ):
        themed(tiny, "{ornament: {picture: art/leaf.png, height: 20}}")


def test_a_cover_of_the_theme(tiny: GameOnDisk) -> None:
    theme = (
        "{cover: {picture: art/leaf.svg, title: {en: 'Tiny, the book', zh: 小书}, subtitle: 'By {game.author}',"
        " tagline: Quick., credit: Us, ground: '#f0f0f0', ink: '#101010'}}"
    )
    pages, html = themed(tiny, theme)
    front = pages.scenes[0]
    assert "Tiny, the book" in text_of(front)
    assert "By NobodyQuick.Us" in text_of(front)
    assert fills(front)[0] == "#f0f0f0"
    assert run_of(front, "Tiny, the book").colour == "#101010"
    assert fills(front)[1] == "#101010"  # the picture
    assert "<h1>Tiny, the book</h1>" in html
    assert 'class="cover-picture"' in html
    assert text_of(pages.scenes[2]).endswith("Play")  # the running title
    assert "小书" in text_of(themed(tiny, theme, "zh")[0].scenes[0])


def test_the_books_own_cover_comes_first(tiny: GameOnDisk) -> None:
    tiny.change("card_data/tiny/rules.en.md", "## Play", '```cover\nsubtitle: Own\nink: "#eeeeee"\n```\n\n## Play')
    pages, _ = themed(tiny, "{cover: {subtitle: Theme, tagline: Quick., ground: '#f0f0f0', ink: '#101010'}}")
    assert fills(pages.scenes[0])[0] == "#12161f"  # a ground that the book's ink stands out from
    assert "OwnQuick." in text_of(pages.scenes[0])
    assert "Theme" not in text_of(pages.scenes[0])


def test_parts_can_be_left_out(tiny: GameOnDisk) -> None:
    pages, html = themed(tiny, "{cover: false}")
    assert text_of(pages.scenes[0]).startswith("TinyContents")
    assert text_of(pages.scenes[0]).endswith("1Tiny")
    assert pages.anchors["play"][0] == 1
    assert '<header class="plain"><div><h1>Tiny</h1></div></header>' in html
    pages, html = themed(tiny, "{cover: false, contents: false}")
    assert text_of(pages.scenes[0]).startswith("TinyPlay")
    assert len(pages.scenes) == 4  # text, two for notes, the back
    assert "<nav" not in html
    pages, _ = themed(tiny, "{cover: false, contents: false, notes: false}")
    assert len(pages.scenes) == 2
    pages, _ = themed(tiny, "{cover: false, contents: false, notes: false, back: false}")
    assert len(pages.scenes) == 1
    pages, html = themed(tiny, "{contents: {depth: 1}}")
    assert "Details" not in text_of(pages.scenes[1])
    assert "#details" not in html
    pages, _ = themed(tiny, "{contents: true, back: false}")
    assert len(pages.scenes) == 4
    assert text_of(pages.scenes[3]).startswith("Notes")


def test_a_booklet_of_a_book_without_notes_has_empty_pages_before_the_back(tiny: GameOnDisk) -> None:
    tiny.change("card_data/tiny/rules.en.md", "## End", "---\n\n## End")
    pages, _ = themed(tiny, '{notes: false, colours: {paper: "#fffff0"}}')
    assert len(pages.scenes) == 5
    padded = pad_pages(pages, theme_of(load(tiny, "{notes: false}"), "en"))
    assert [bool(runs(scene)) for scene in padded] == [True] * 4 + [False] * 3 + [True]
    without = theme_of(load(tiny, "{back: false, notes: false}"), "en")
    assert [bool(runs(scene)) for scene in pad_pages(replace(pages, has_back=False), without)] == [True] * 5 + [
        False
    ] * 3
    assert pad_pages(replace(pages, scenes=pages.scenes[:4]), PLAIN) == pages.scenes[:4]
    assert pad_pages(replace(pages, scenes=pages.scenes[:1]), PLAIN) == pages.scenes[:1]


def test_the_back_has_the_text_of_the_theme(tiny: GameOnDisk) -> None:
    pages, html = themed(tiny, '{back: {text: {en: "Free: {game.licence.name}.\\n\\nEnjoy.", zh: 好}}}')
    assert text_of(pages.scenes[-1]) == "小TinyFree: CC0-1.0.Enjoy."
    assert "<footer><p>Free: CC0-1.0.</p><p>Enjoy.</p></footer>" in html
    assert "<footer" not in themed(tiny, "{}")[1]
    with pytest.raises(DataError, match="the texts of the back need"):
        themed(tiny, f'{{back: {{text: "{"word " * 1500}"}}}}')


@pytest.mark.parametrize(
    ("theme", "expected"),
    [
        ("{colors: {}}", "17:36: unknown key 'colors' (did you mean 'colours'?)"),
        ("{fonts: {text: regulr}}", "17:50: there is no font 'regulr' (did you mean 'regular'?)"),
        ('{colours: {text: "#888888"}}', "17:52: text on the paper: the contrast is 3.5:1 (expected at least 4.5:1)"),
        ('{colours: {panel: "#444444"}}', "17:53: text on the ground of notes: the contrast is 1.6:1"),
        ('{colours: {heading: "#aaaaaa"}}', "17:55: headings on the paper: the contrast is 2.3:1"),
        ('{colours: {link: "#ffff00"}}', "17:52: links on the paper: the contrast is 1.1:1"),
        ('{colours: {quiet: "#999999"}}', "17:53: captions on the paper: the contrast is 2.8:1"),
        (
            '{colours: {footer: "#999999"}}',
            "17:54: the titles at the foot of pages on the paper: the contrast is 2.8:1",
        ),
        ('{colours: {paper: "#222222"}}', "17:53: the labels of pictures on the paper: the contrast is 2.7:1"),
        ('{cover: {ink: "#222222"}}', "17:49: the texts of the cover on its ground: the contrast is 1.1:1"),
        ("{sizes: {margin: 60}}", "17:52: a margin of 60 mm leaves 28 mm for text (expected at least 30 mm)"),
        ("{sizes: {text: 1}}", "sizes.text: 1 given, expected at least 1.5"),
        ("{ornament: dimond}", "expected 'segments', 'line', 'diamond', 'dots', 'wave' or 'none'"),
        ("{ornament: {shape: line, picture: art/leaf.svg}}", "an ornament is either a shape or a picture"),
        (
            "{ornament: art/lef.svg}",
            "17:46: there is no file card_data/tiny/art/lef.svg (did you mean 'art/leaf.svg'?)",
        ),
        ("{cover: {picture: ../x.png}}", "17:53: '../x.png' is outside the folder"),
        ("{cover: {title: {fr: Petit}}}", "17:52: 'fr' is not one of the game's languages"),
        ("{contents: {depth: 3}}", "contents.depth: 3 given, expected at most 2"),
        ("{notes: 2}", "notes: 2 given, expected true or false"),
        ("3", "17:35: 3 given, expected keys with values"),
        ("them.yaml", "17:35: there is no file card_data/tiny/them.yaml"),
    ],
)
def test_faults_are_at_their_place(tiny: GameOnDisk, theme: str, expected: str) -> None:
    (fault,) = faults(tiny, theme)
    assert expected in fault


def test_all_faults_of_a_theme_are_reported_and_those_of_its_texts(tiny: GameOnDisk) -> None:
    found = faults(tiny, '{fonts: {text: x, headings: y}, colours: {text: "#888888", link: "#ffff00"}}')
    assert len(found) == 4
    with pytest.raises(DataError, match=r"game.yaml:17:\d+: there is no value \{game.nam\}"):
        themed(tiny, '{back: {text: "{game.nam}"}}')


def test_a_theme_in_a_file_is_the_same_and_makes_the_book_stale(tiny: GameOnDisk, tmp_path: Path) -> None:
    tiny.write("card_data/tiny/theme.yaml", "ornament: art/leaf.svg\ncolours:\n  text: '#112233'\n")
    game = load(tiny, "theme.yaml")
    assert theme_of(game, "en") == theme_of(load(tiny, "{ornament: art/leaf.svg, colours: {text: '#112233'}}"), "en")
    assert book_pictures(game).keys() == {"art/leaf.svg"}
    tiny.write(GAME, tiny.read(GAME) + "  rulebook: {papers: [a4], theme: theme.yaml}\n")
    options, project, out = Options(only=("rules.en.html",)), Project(tmp_path), tmp_path / "out"

    def made() -> str:
        built = build_game(project, "tiny", out, options)
        return built.states["rules/rules.en.html"]

    assert made() == "written"
    assert made() != "written"
    tiny.change("card_data/tiny/theme.yaml", "'#112233'", "'#221133'")
    assert made() == "written"
    assert "--ink: #221133" in (out / "tiny/rules/rules.en.html").read_text(encoding="utf-8")
    tiny.change("card_data/tiny/art/leaf.svg", 'width="4" height="2" fill', 'width="3" height="2" fill')
    assert made() == "written"
    tiny.change("card_data/tiny/theme.yaml", "'#221133'", "'#cccccc'")
    with pytest.raises(DataError, match=r"theme.yaml:3:9: text on the paper: the contrast is 1.6:1"):
        made()


def test_editors_know_the_keys_of_a_theme() -> None:
    definitions = game_schema()["$defs"]
    file, theme = definitions["RulebookTarget"]["properties"]["theme"]["anyOf"]
    assert file["type"] == "string"
    assert definitions["ThemeFonts"]["properties"].keys() == {"text", "headings", "code"}
    assert theme["properties"].keys() == {
        *("fonts", "colours", "sizes", "ornament", "cover", "contents", "notes", "back")
    }
    assert {"type": "boolean"} in theme["properties"]["cover"]["anyOf"]
