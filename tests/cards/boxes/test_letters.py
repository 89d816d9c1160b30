"""What is around letters: outlines, shadows, glows, and lines under and through words."""

from __future__ import annotations

import math

import pytest

from cardgen.base.errors import DataError
from cardgen.building.checks.contrast import check_contrast
from cardgen.cards.layout.cards import Laid, layout_deck
from cardgen.formats.pdf import Page, pdf_bytes
from cardgen.formats.rendering import opened_pdf
from cardgen.scene.items import GlyphRun, Group, Path, Rect, apply, bounds_of, walk
from cardgen.scene.paths import path_bounds
from tests.games_on_disk import GameOnDisk
from tests.runs import runs_in, runs_on

TEMPLATE = "templates/tiny.yaml"


def lay(game: GameOnDisk, keys: str, ground: str = "#ffffff", text: str = "Wall", top: str = "") -> Laid:
    """Return a face with one text box, 4 mm from (5, 5), on a ground."""
    box = f"{{kind: text, box: [5, 5, 53, 8], text: '{text}', lang: en, size: 4, {keys}}}"
    face = f"face:\n  description: {{en: x}}\n  boxes:\n    ground: {{kind: rect, box: bleed, fill: '{ground}'}}\n"
    game.write(TEMPLATE, f"{top}{face}    name: {box}\n")
    loaded = game.load()
    return layout_deck(loaded, loaded.decks["main"])[0].face


def paths(side: Laid) -> list[Path]:
    """Return the shapes of the text, in painting order, without the ground."""
    return [item for _, item in walk(side.scene.items) if isinstance(item, Path)][1:]


def line_in(side: Laid) -> Rect:
    """Return the only shape of the text."""
    ((matrix, path),) = [(matrix, item) for matrix, item in walk(side.scene.items) if isinstance(item, Path)][1:]
    return bounds_of(matrix, path_bounds(path.commands) or (0, 0, 0, 0))


def run_of(side: Laid) -> GlyphRun:
    (run,) = runs_in(side.scene.items)
    return run


def test_an_outline_is_under_text_that_stays_text(tiny: GameOnDisk) -> None:
    side = lay(tiny, "outline: {width: 0.4, colour: black}, colour: white")
    (path,) = paths(side)
    assert (path.fill, path.stroke, path.stroke_width, path.pen.join) == ("#000000", "#000000", 0.8, "round")
    with opened_pdf(pdf_bytes([Page(side.scene)])) as document:
        assert document[0].get_textpage().get_text_range().strip() == "Wall"


def test_a_shadow_is_moved_and_a_blur_is_layers_of_one_opacity(tiny: GameOnDisk) -> None:
    sharp = lay(tiny, "shadow: {x: 0.5, y: 0.7, opacity: 0.4}")
    ((matrix, path),) = [(m, item) for m, item in walk(sharp.scene.items) if isinstance(item, Path)][1:]
    assert (matrix[4:], path.stroke) == ((0.5, 0.7), None)
    soft = lay(tiny, "shadow: {blur: 0.8, opacity: 0.4}")
    text = soft.scene.items[-1]
    assert isinstance(text, Group)
    shadow = text.items[0]
    assert isinstance(shadow, Group)
    left = 1.0
    for layer in shadow.items:
        assert isinstance(layer, Group)
        left *= 1 - layer.opacity
    assert 1 - left == pytest.approx(0.4)
    assert paths(soft)[0].stroke_width == 1.6  # the widest reaches as far as the blur


def test_contrast_is_asked_of_what_is_around_letters_and_not_of_their_shadow(tiny: GameOnDisk) -> None:
    def codes(keys: str, ground: str = "#ffffff") -> list[str]:
        return [finding.code for finding in check_contrast([lay(tiny, keys, ground)])]

    assert codes("colour: '#333333', shadow: {x: 0, y: 0, opacity: 1}") == []
    assert codes("colour: '#333333', strike: true, underline: true") == []
    assert codes("colour: white") == ["CG105"]
    assert codes("colour: white, outline: {colour: black}") == []
    assert codes("colour: white, outline: {colour: '#eeeeee'}") == ["CG105"]
    assert codes("colour: black, glow: {}", "#111111") == []
    assert codes("colour: black, glow: {opacity: 0.3}", "#111111") == ["CG105"]


def test_lines_are_under_and_through_text_or_words_in_it(tiny: GameOnDisk) -> None:
    side = lay(tiny, "underline: true")
    run = run_of(side)
    x, y, width, height = line_in(side)
    assert (x, width) == pytest.approx((run.x, run.width))
    assert run.baseline < y < y + height < run.baseline + 0.2 * run.size
    assert run.baseline - 0.4 * run.size < line_in(lay(tiny, "strike: true"))[1] < run.baseline
    words = lay(
        tiny, "valign: top", text="a <gone>b c</gone> d", top="styles: {gone: {strike: true, colour: '#aa0000'}}\n"
    )
    assert paths(words)[0].fill == "#aa0000"
    assert 0 < line_in(words)[2] < 8


def test_lines_go_under_and_through_the_pictures_of_a_text(tiny: GameOnDisk) -> None:
    icon = "icons: {coin: {shape: {kind: rect, fill: '#00aa00'}}}\n"
    side = lay(tiny, "strike: true, underline: true, colour: '#aa0000'", text="5{coin}", top=icon)
    placed = [(matrix, item) for matrix, item in walk(side.scene.items) if isinstance(item, Path)][1:]
    rects = [bounds_of(matrix, path_bounds(path.commands) or (0, 0, 0, 0)) for matrix, path in placed]
    colours = [path.fill for _, path in placed]
    assert colours == ["#aa0000", "#aa0000", "#00aa00", "#aa0000", "#aa0000"]  # what strikes is over the picture
    coin, strike = rects[2], rects[-1]
    assert strike[0] <= coin[0] < coin[0] + coin[2] <= strike[0] + strike[2] + 0.01
    assert coin[1] < strike[1] < coin[1] + coin[3]
    assert "CG114" not in tiny.codes()  # letters are not covered by the line through them


def test_lines_fill_columns_in_turn(tiny: GameOnDisk) -> None:
    side = lay(tiny, "columns: 2, column_gap: 3, valign: top, leading: 1", text="one two three four five six seven")
    lines = [(run.text, round(run.x), round(run.baseline)) for run in runs_on(side)]
    first, second = [line for line in lines if line[1] == 5], [line for line in lines if line[1] == 33]
    assert [len(first), len(second), len(lines)] == [2, 1, 3]  # 25 mm wide and 8 mm high each
    assert first[0][2] == second[0][2]
    assert not side.findings
    narrow = lay(tiny, "columns: 3, column_gap: 3", text=20 * "one two three ")
    assert "CG101" in [finding.code for finding in narrow.findings]


def test_a_line_is_bent_along_a_circle_and_is_still_read_as_a_line(tiny: GameOnDisk) -> None:
    side = lay(tiny, "arc: 30, align: centre, underline: true", text="Bent along")
    placed = [(matrix, item) for matrix, item in walk(side.scene.items) if isinstance(item, GlyphRun)]
    centre = (31.5, 9 + 30)
    for matrix, run in placed:
        x, y = apply(matrix, run.x + run.width / 2, run.baseline)
        assert math.dist((x, y), centre) == pytest.approx(30 + 9 - run.baseline, abs=0.01)
    first, last = (matrix for matrix, _ in (placed[0], placed[-1]))
    assert first[1] < 0 < last[1]  # turned to the left, and to the right
    with opened_pdf(pdf_bytes([Page(side.scene)])) as document:
        assert document[0].get_textpage().get_text_range().strip() == "Bent along"
    with pytest.raises(DataError, match=r"arc: a text .* mm long is longer than a circle of this radius"):
        lay(tiny, "arc: -1.5", text="Bent along")


def test_features_of_the_font_are_used_and_others_are_faults(tiny: GameOnDisk) -> None:
    (kerned,), (plain,) = runs_on(lay(tiny, "", text="AVAV")), runs_on(lay(tiny, "features: [-kern]", text="AVAV"))
    assert plain.width > kerned.width
    with pytest.raises(DataError, match=r"features: the font has no 'smcp' \(it has ccmp, kern, mark, mkmk\)"):
        lay(tiny, "features: [smcp]")
    expected = r"features\.0: 'small' given, expected a tag of four letters or figures \(smcp, -liga\)"
    with pytest.raises(DataError, match=expected):
        lay(tiny, "features: [small]")


def test_one_size_is_that_of_the_card_that_needs_the_smallest(tiny: GameOnDisk) -> None:
    tiny.change("card_data/tiny/cards.yaml", "name: Second", "name: Second to none in length")
    sizes = []
    for keys in ("fit: shrink", "fit: shrink, same: deck"):
        box = f"{{kind: text, box: [5, 5, 30, 6], text: '{{name}}', lang: en, size: 4, {keys}}}"
        tiny.write(TEMPLATE, f"face:\n  description: {{en: x}}\n  boxes:\n    name: {box}\n")
        sizes += [run.size for card in tiny.layout()["main"] for run in runs_on(card.face)]
    assert sizes == [4, sizes[1], sizes[1], sizes[1]]
    assert sizes[1] < 4
