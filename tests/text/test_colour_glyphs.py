"""Glyphs with colours of their own: COLR of both versions and SVG, as vectors in every kind of file."""

from __future__ import annotations

import gzip
import io
import re
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.otTables import PaintFormat

from cardgen.base.errors import DataError, WrongValueError
from cardgen.base.records import replace
from cardgen.data.svg.glyphs import draw_svg_glyph
from cardgen.formats.pdf import Page, pdf_bytes
from cardgen.formats.svg import to_svg
from cardgen.scene.items import GlyphRun, Glyphs, Gradient, Group, Item, walk
from cardgen.scene.items import Path as Shape
from cardgen.scene.paths import move_path, path_bounds
from cardgen.text.colour_glyphs import colour_layers, paint_run
from cardgen.text.fonts import make_face
from tests.building.test_check import face
from tests.commands import run
from tests.games_on_disk import GameOnDisk
from tests.made_fonts import LICENCE_TEXT, coloured
from tests.review.serving import serving_here
from tests.runs import runs_in

GAME = "card_data/tiny/game.yaml"
TWO_LAYERS = {"A": [("A", 0), ("B", 0xFFFF), ("A", 1)]}

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg"><defs><linearGradient id="g"><stop stop-color="#00f"/>'
    '<stop offset="1" stop-color="#fff"/></linearGradient></defs>'
    '<g id="glyph1"><path d="M0-500H500V0H0Z" fill="url(#g)"/></g><g id="glyph2"><path d="M0 0H9V9Z"/></g></svg>'
)


def layers_of(content: bytes, character: str = "A", colour: str = "#123456") -> tuple[Item, ...]:
    own = make_face(content, Path("colora.ttf"), draw_svg_glyph)
    return colour_layers(own.name, own.glyph(character) or 0, character, colour) or ()


def solid(index: int, alpha: float = 1.0) -> dict[str, Any]:
    return {"Format": PaintFormat.PaintSolid, "PaletteIndex": index, "Alpha": alpha}


def shaped(paint: dict[str, Any], glyph: str = "A") -> dict[str, Any]:
    return {"Format": PaintFormat.PaintGlyph, "Glyph": glyph, "Paint": paint}


LINE = {"Extend": "pad", "ColorStop": [{"StopOffset": n, "PaletteIndex": 2 * n, "Alpha": 1.0} for n in (0, 1)]}
LINEAR = {"Format": PaintFormat.PaintLinearGradient, "ColorLine": LINE}
LINEAR |= {"x0": 0, "y0": 0, "x1": 500, "y1": 500, "x2": 0, "y2": 500}
RADIAL = {"Format": PaintFormat.PaintRadialGradient, "ColorLine": LINE}
RADIAL |= {"x0": 100, "y0": 100, "r0": 50, "x1": 100, "y1": 100, "r1": 250}
SWEEP = {"Format": PaintFormat.PaintSweepGradient, "ColorLine": LINE}
SWEEP |= {"centerX": 0, "centerY": 0, "startAngle": 0, "endAngle": 90}


def test_layers_have_the_colours_of_the_palette_and_of_the_text() -> None:
    layers = layers_of(coloured(layers=TWO_LAYERS))
    assert [(item.fill, item.opacity) for item in layers if isinstance(item, Shape)] == [
        ("#0000ff", 1.0),
        ("#123456", 1.0),
        ("#ff0000", pytest.approx(0.5, abs=0.01)),
    ]
    own = make_face(coloured(layers=TWO_LAYERS), Path("colora.ttf"))
    assert [item.commands for item in layers if isinstance(item, Shape)][:2] == [own.outline("A"), own.outline("B")]
    assert colour_layers(own.name, own.glyph("b") or 0, "b", "#123456") is None


def test_gradients_and_transforms_of_version_1() -> None:
    moved = {"Format": PaintFormat.PaintTranslate, "dx": 500, "dy": 200, "Paint": shaped(RADIAL)}
    both = {"Format": PaintFormat.PaintColrLayers, "Layers": [shaped(LINEAR), moved]}
    straight, round_ = layers_of(coloured(layers={"A": both}, version=1))
    assert isinstance(straight, Shape)
    assert isinstance(round_, Shape)
    linear, radial = straight.fill, round_.fill
    assert isinstance(linear, Gradient)
    assert isinstance(radial, Gradient)
    assert [stop.colour for stop in linear.stops] == ["#0000ff", "#ffffff"]
    assert (linear.start, linear.end, linear.radius) == ((0, 0), (500, 0), None)  # straight to the third point
    # The inner circle is a fifth of the outer one; a scene's gradient begins at a point.
    assert [(stop.offset, stop.colour) for stop in radial.stops] == [
        (0.0, "#0000ff"),
        (0.2, "#0000ff"),
        (1.0, "#ffffff"),
    ]
    assert radial.radius == 250
    assert round_.commands == tuple(move_path(straight.commands, (1, 0, 0, 1, 0.5, -0.2)))


def test_what_a_scene_cannot_show_is_refused_with_font_and_character() -> None:
    with pytest.raises(WrongValueError, match=r"the font 'Colora Regular' draws 'A' .* with a gradient around a point"):
        layers_of(coloured(layers={"A": shaped(SWEEP)}, version=1))
    blend = {"Format": PaintFormat.PaintComposite, "CompositeMode": "multiply"}
    blend |= {"SourcePaint": shaped(solid(0)), "BackdropPaint": shaped(solid(1))}
    with pytest.raises(WrongValueError, match=r"layers that are blended \(MULTIPLY\)"):
        layers_of(coloured(layers={"A": blend}, version=1))


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_glyph_of_an_svg_document_is_drawn_without_the_others(pack: Any) -> None:
    (group,) = draw_svg_glyph(pack(SVG.encode()), 1, 1000, "#000000")
    ((matrix, shape),) = walk([group])
    assert isinstance(shape, Shape)
    assert isinstance(shape.fill, Gradient)
    assert path_bounds(move_path(shape.commands, matrix)) == pytest.approx((0, -0.5, 0.5, 0.5))
    with pytest.raises(WrongValueError, match=r"<filter>|not XML"):
        draw_svg_glyph(SVG.replace("<defs>", "<defs").encode(), 1, 1000, "#000000")


def game_with(tiny: GameOnDisk, font: bytes, text: str = "bAb") -> GameOnDisk:
    tiny.path("card_data/tiny/own.ttf").write_bytes(font)
    tiny.write("card_data/tiny/own.txt", LICENCE_TEXT)
    entry = "{file: own.ttf, licence: {name: OFL, file: own.txt}}"
    tiny.change(GAME, "targets:", f"fonts:\n  own: {entry}\ntargets:")
    face(tiny, f't: {{kind: text, box: [5, 5, 53, 12], text: "{text}", font: own, size: 8}}')
    return tiny


def test_a_card_shows_colours_in_svg_and_pdf_and_keeps_its_text(tiny: GameOnDisk) -> None:
    game = game_with(tiny, coloured(layers={"A": [("A", 0)]}))
    assert game.codes() == []
    scene = replace(game.layout()["main"][0].face.scene, bleed=0.0)
    assert 'fill="#0000ff"' in to_svg(scene)
    with pypdfium2.PdfDocument(pdf_bytes([Page(scene)])) as document:
        page = document[0]
        assert "bAb" in page.get_textpage().get_text_range()
        shown = page.render(scale=4).to_pil().convert("RGB")
    assert any(pixel == (0, 0, 255) for _, pixel in shown.getcolors(1 << 20) or [])


def test_a_refused_glyph_is_located_at_its_box(tiny: GameOnDisk) -> None:
    game = game_with(tiny, coloured(layers={"A": shaped(SWEEP)}, version=1))
    with pytest.raises(DataError, match=r"templates/tiny.yaml:5:8: t: the font 'Colora Regular' draws 'A'"):
        game.layout()


def test_pictures_stay_upright_in_a_column_and_letters_turn_with_it() -> None:
    own = make_face(coloured(layers=TWO_LAYERS), Path("colora.ttf"))
    run = GlyphRun("A", own.name, 4.0, 10.0, 20.0, (3.0,), glyphs=Glyphs((own.glyph("A") or 0,), (0,)))
    groups = [
        next(item for item in paint_run(replace(run, text=text), in_column=True) if isinstance(item, Group))
        for text in ("A", "\N{GAME DIE}")
    ]
    assert groups[0].matrix[:4] == (4.0, 0.0, 0.0, 4.0)
    assert groups[1].matrix[:4] == (0.0, -4.0, 4.0, 0.0)
    assert not any(isinstance(item, GlyphRun) for item in paint_run(replace(run, outlined=True)))


def test_a_refused_glyph_on_a_tuck_box_is_located_at_the_box(tiny: GameOnDisk) -> None:
    game = game_with(tiny, coloured(layers={"A": shaped(SWEEP)}, version=1), "b")
    game.change(GAME, "  own: {", "  bold: {")
    game.change("templates/tiny.yaml", "font: own", "font: bold")
    game.change(GAME, "en: Tiny", "en: Tiny A")
    game.change(GAME, "targets:", "targets:\n  tuckboxes: {main: {deck: main, papers: [a4], titles: {en: A}}}")
    result = run("build", "tiny", "--project", str(game.root), "--quiet")
    assert result.returncode == 2
    assert re.search(r"card_data/tiny/game\.yaml:\d+:\d+: the font 'Colora Regular' draws 'A'", result.stderr)
    with serving_here(game) as served:
        assert served.data("sheets")  # the others can be shown
        catalog = served.session.state.catalog
        error = catalog.unprintable if catalog else None
        assert error is not None
        assert [fault.place.file.endswith(GAME) for fault in error.faults] == [True]


def test_a_refused_glyph_of_a_running_title_is_located_in_the_book(tiny: GameOnDisk) -> None:
    game = game_with(tiny, coloured(layers={"A": shaped(SWEEP)}, version=1), "b")
    game.change(GAME, "  own: {", "  regular: {")
    game.change("templates/tiny.yaml", "font: own", "font: bold")
    game.change(GAME, "targets:", "rulebooks: {en: rules.md}\ntargets:")
    game.write("card_data/tiny/rules.md", "# Book\n\n## A\n\nb\n")
    result = run("build", "tiny", "--project", str(game.root), "--quiet")
    assert result.returncode == 2
    assert re.search(r"card_data/tiny/rules\.md:\d+:\d+: the font 'Colora Regular' draws 'A'", result.stderr)


def test_figures_without_ink_in_a_font_of_emoji_are_from_the_next_font(tiny: GameOnDisk) -> None:
    font = TTFont(io.BytesIO(coloured(layers={"A": [("A", 0)]})))
    for table in font["cmap"].tables:
        table.cmap.update({ord("3"): table.cmap[ord(" ")], ord("4"): table.cmap[ord("a")]})
    made = io.BytesIO()
    font.save(made)
    game = game_with(tiny, made.getvalue(), "A34")
    runs = runs_in(game.layout()["main"][0].face.scene.items)
    faces = {character: run.face for run in runs for character in run.text}
    assert faces["3"] == "latin"
    assert faces["4"] == faces["A"] != "latin"


def test_a_refused_glyph_is_no_traceback_in_a_build_that_was_made_before(tiny: GameOnDisk) -> None:
    game = game_with(tiny, coloured(layers={"A": shaped(SWEEP)}, version=1), "b")
    game.change(GAME, "  own: {", "  regular: {")
    game.change("templates/tiny.yaml", "font: own", "font: regular")
    arguments = ("build", "tiny", "--project", str(game.root), "--quiet")
    game.change(GAME, "targets:", "targets:\n  sheets: {cards-a4: {decks: [main], papers: [a4]}}")
    assert run(*arguments).returncode == 0
    game.change(GAME, "en: Tiny", "en: Tiny A")  # on the label of sheets
    result = run(*arguments)
    assert result.returncode == 2
    assert result.stderr.startswith("cardgen: the font 'Colora Regular' draws 'A'")
