"""Texts on cards: marks in templates and in data, styles and icons by name, and the places of mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image as Pictures

from cardgen.base.errors import DataError
from cardgen.cards.layout.cards import Laid, LaidCard
from cardgen.formats.pdf import Page, pdf_bytes
from cardgen.formats.svg import to_svg
from cardgen.scene.items import GlyphRun, Image, Placed, walk
from cardgen.scene.items import Path as Shape
from tests.cards.layout.test_cards import CARDS, GAME, TEMPLATE, codes, lay
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.runs import runs_in, texts_on

SWORD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path fill="currentColor" d="M0 0H20V10H0Z"/></svg>'
)
STYLES = "styles: {red: {colour: '#aa0000'}, big: {scale: 2, font: bold}, fine: {size: 2}}\n"
ICONS = "icons: {sword: art/sword.svg, coin: {shape: {kind: ellipse, fill: '#ddaa00'}, names: {en: gold, zh: 金币}}}\n"


@pytest.fixture
def tiny(tmp_path: Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    game.write("card_data/tiny/art/sword.svg", SWORD)
    return game


def box(text: str, **keys: object) -> str:
    more = "".join(f", {key}: {value}" for key, value in {"lang": "en", "size": 3, **keys}.items())
    return f"t: {{kind: text, box: [4, 4, 55, 60], text: {text!r}{more}}}"


def set_text(game: GameOnDisk, text: str, top: str = STYLES + ICONS, **keys: object) -> Laid:
    return lay(game, box(text, **keys), top=top)[0].face


def runs(side: Laid) -> dict[str, GlyphRun]:
    return {item.text.strip(): item for _, item in walk(side.scene.items) if isinstance(item, GlyphRun)}


def faults(game: GameOnDisk, *boxes: str, top: str = STYLES + ICONS) -> list[str]:
    with pytest.raises(DataError) as caught:
        lay(game, *boxes, top=top)
    return [str(fault) for fault in caught.value.faults]


def extracted_text(side: Laid) -> str:
    """Return the text that is extracted from a PDF."""
    document = pypdfium2.PdfDocument(pdf_bytes([Page(side.scene)]))
    text = str(document[0].get_textpage().get_text_range())
    document.close()
    return text.replace("\r\n", "\n").strip()


# ---------------------------------------------------------------- looks


def test_words_have_the_styles_of_their_marks(tiny: GameOnDisk) -> None:
    placed = runs(set_text(tiny, "plain **bold** *lean* <red>red **both**</red> <big>big</big> <fine>fine</fine>"))
    assert placed["plain"].face == placed["red"].face == "latin"
    assert placed["bold"].face == placed["both"].face == placed["big"].face == "latin-bold"
    assert [text for text, run in placed.items() if run.slant] == ["lean"]
    assert placed["red"].colour == placed["both"].colour == "#aa0000"
    assert (placed["plain"].size, placed["big"].size, placed["fine"].size) == (3, 6, 2)


def test_words_may_be_raised(tiny: GameOnDisk) -> None:
    placed = runs(set_text(tiny, "2<up>3 <up>4</up></up> 5", top="styles: {up: {scale: 0.5, rise: 0.4}}\n"))
    baselines = [placed[text].baseline for text in "2345"]
    assert [round(baselines[0] - baseline, 6) for baseline in baselines] == [0, 1.2, 2.4, 0]


def test_a_raised_figure_is_close_to_its_word(tiny: GameOnDisk) -> None:
    def starts(rise: float) -> list[float]:
        top = f"styles: {{up: {{rise: {rise}}}}}\n"
        placed = runs(set_text(tiny, "词<up>3</up>字", top=top, lang="zh", script_gap=0.2))
        return [placed[text].x for text in "3字"]

    plain, raised = starts(0), starts(0.4)
    assert [round(raised[i] - plain[i], 6) for i in (0, 1)] == [-0.6, -0.6]  # the gap after it stays


def test_styles_inside_styles_multiply_until_one_has_a_size(tiny: GameOnDisk) -> None:
    placed = runs(set_text(tiny, "<big>a<big>b</big></big> <big><fine>c</fine></big>"))
    assert (placed["a"].size, placed["b"].size, placed["c"].size) == (6, 12, 2)


def test_a_style_may_depend_on_the_card(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "fields: {name: text}", "fields: {name: text, paint: colour}")
    tiny.write(CARDS, "cards: [{id: a, name: A, paint: '#112233'}, {id: b, name: B, paint: '#445566'}]\n")
    cards = lay(tiny, box("<own>same</own>"), top="styles: {own: {colour: '{paint}'}}\n")
    assert [runs(card.face)["same"].colour for card in cards] == ["#112233", "#445566"]


def test_chinese_emphasis_is_dots_and_letters_are_slanted(tiny: GameOnDisk) -> None:
    side = set_text(tiny, "每回合*只能用 2 次 Tetris*。", lang="zh")
    assert {text for text, run in runs(side).items() if run.slant} == {"Tetris"}
    dots = [item for _, item in walk(side.scene.items) if isinstance(item, Shape) and len(item.commands) >= 6]
    begins = [command for path in dots for command in path.commands if command[0] == "M"]
    assert len(begins) == len("只能用2次")


def test_sizes_are_scaled_with_the_box(tiny: GameOnDisk) -> None:
    assert runs(set_text(tiny, "a", scale=1.5))["a"].size == 4.5


# ---------------------------------------------------------------- fit


def test_fit_decides_what_happens_to_long_text(tiny: GameOnDisk) -> None:
    long = "many words that go on and on " * 40
    for keys, expected in (
        ({}, ["CG101"]),
        ({"floor": 1}, []),
        ({"fit": "shrink"}, []),
        ({"fit": "ellipsis"}, []),
        ({"fit": "error", "floor": 1}, ["CG101"]),
        ({"fit": "shrink", "floor": 2.9}, ["CG101"]),
    ):
        reported = codes(lay(tiny, box(long, **keys))[:1])
        assert [code for code in reported if code == "CG101"] == expected, keys
    assert "".join(texts_on(lay(tiny, box(long, fit="ellipsis"))[0].face)).endswith("…")
    assert min(run.size for run in runs(lay(tiny, box(long, fit="shrink"))[0].face).values()) >= 1.6


# ---------------------------------------------------------------- icons


def test_icons_may_be_in_texts_of_templates_and_of_cards(tiny: GameOnDisk) -> None:
    tiny.change(CARDS, "name: First", "name: 'Deal 2 {sword}'")
    side = set_text(tiny, "{name} or {coin}{coin}.")
    assert extracted_text(side) == "Deal 2 sword or gold gold."
    assert sum(isinstance(item, Shape) for _, item in walk(side.scene.items)) >= 3
    assert extracted_text(set_text(tiny, "得{coin}。", lang="zh")) == "得金币。"
    to_svg(side.scene, debug=True)


def test_a_drawing_takes_the_colour_of_its_words(tiny: GameOnDisk) -> None:
    side = set_text(tiny, "<red>{sword}</red>")
    painted = [item.fill for _, item in walk(side.scene.items) if isinstance(item, Shape)]
    assert "#aa0000" in painted


def test_an_icon_has_its_own_height_and_the_width_of_its_picture(tiny: GameOnDisk) -> None:
    def height_of(icons: str) -> float:
        side = set_text(tiny, "{sword} x", top=f"icons: {icons}\n")
        placed = runs(side)
        return (placed["x"].x - placed["sword"].x) / 3

    space = 0.16  # the air of the picture
    assert height_of("{sword: art/sword.svg}") == pytest.approx(0.8 * 2 + space, abs=0.05)
    assert height_of("{sword: {file: art/sword.svg, height: 1.5}}") == pytest.approx(1.5 * 2 + space, abs=0.05)
    shape = "{kind: rect, fill: '#000000'}"
    assert height_of(f"{{sword: {{shape: {shape}, height: 1, width: 3}}}}") == pytest.approx(3 + space, abs=0.05)


def test_an_icon_of_low_resolution_is_a_finding(tiny: GameOnDisk) -> None:
    for pixels, expected in ((40, []), (20, ["CG104"])):
        Pictures.new("RGB", (pixels, pixels)).save(tiny.path("card_data/tiny/art/dot.png"))
        cards = lay(tiny, box("{dot}"), top="icons: {dot: art/dot.png}\n")
        assert codes(cards[:1]) == expected
        (image,) = [item for _, item in walk(cards[0].face.scene.items) if isinstance(item, Image)]
        assert image.pixels == (pixels, pixels)


def test_icons_of_a_template_override_those_of_the_game(tiny: GameOnDisk) -> None:
    shape = "{shape: {kind: rect, fill: '#00ff00'}}"
    tiny.write(GAME, tiny.read(GAME) + f"icons: {{sword: {shape}, leaf: {shape}}}\n")
    side = set_text(tiny, "{sword} {leaf}")
    assert extracted_text(side) == "sword leaf"
    painted = [item.fill for _, item in walk(side.scene.items) if isinstance(item, Shape)]
    assert painted.count("#00ff00") == 1
    assert any(isinstance(item, Placed) for group in side.scene.items for item in walk_groups(group))


def walk_groups(item: object) -> list[object]:
    inner = getattr(item, "items", ())
    return [item, *(placed for item in inner for placed in walk_groups(item))]


def test_the_text_alternative_has_no_marks_of_the_data(tiny: GameOnDisk) -> None:
    tiny.change(CARDS, "name: First", "name: '**Deal** 2 {coin} {字|zì}'")
    tiny.change(TEMPLATE, "Card {id}", "Card {name}")
    tiny.change(TEMPLATE, "牌 {id}", "牌 {name}")
    tiny.write(TEMPLATE, ICONS + tiny.read(TEMPLATE))
    assert dict(tiny.layout()["main"][0].face.descriptions) == {"en": "Card Deal 2 gold 字", "zh": "牌 Deal 2 金币 字"}


def test_braces_are_written_twice_in_templates_and_in_data(tiny: GameOnDisk) -> None:
    tiny.change(CARDS, "name: First", "name: 'a {{b}}'")
    assert "".join(texts_on(set_text(tiny, "{{x}} {name}"))) == "{x} a {b}"


@pytest.mark.parametrize(
    ("icons", "message"),
    [
        (
            "{name: a.svg}",
            "an icon cannot be called 'name' ({name} is the field 'name' of the cards: rename the icon or the field)",
        ),
        (
            "{a: {shape: {kind: elipse}}}",
            "an icon cannot be a box of the kind 'elipse' (did you mean 'ellipse'?)",
        ),
        ("{a: {shape: {kind: rect, fil: '#000000'}}}", "unknown key 'fil' (did you mean 'fill'?)"),
        (
            "{a: {shape: {kind: rect, box: trim}}}",
            "the shape of an icon has no box of its own: it fills the icon (leave box out)",
        ),
        ("{a: {}}", "an icon needs either a file or a shape (such as {file: art/sword.svg})"),
        (
            "{a: {file: a.svg, width: 2}}",
            "width: an icon from a file has no width of its own: it follows from the height (leave it out)",
        ),
        ("{a: '{name}.svg'}", "an icon is the same on every card, so it cannot have {name}"),
        ("{a: {file: a.svg, hight: 2}}", "unknown key 'hight' (did you mean 'height'?)"),
    ],
)
def test_a_wrong_icon_is_a_fault_even_if_no_text_names_it(tiny: GameOnDisk, icons: str, message: str) -> None:
    tiny.write("card_data/tiny/a.svg", "")
    (fault,) = faults(tiny, box("x"), top=f"icons: {icons}\n")
    assert fault.startswith(f"{TEMPLATE}:1:")
    assert message in fault


def test_a_missing_icon_file_is_reported_at_the_icon(tiny: GameOnDisk) -> None:
    (fault,) = faults(tiny, box("{sword}"), top="icons: {sword: art/sward.svg}\n")
    assert fault.startswith(f"{TEMPLATE}:1:16: ")
    assert "did you mean 'art/sword.svg'?" in fault


# ---------------------------------------------------------------- mistakes


def test_mistakes_in_a_template_are_reported_at_its_text_when_it_is_read(tiny: GameOnDisk) -> None:
    messages = faults(tiny, box("**a {name}"), "u: {kind: text, box: [4, 4, 9, 9], lang: en, text: '<rad>x</rad>'}")
    assert [fault.split(": ", 1)[1] for fault in messages] == [
        "text: ** begins bold text, but no ** ends it",
        "text: there is no style 'rad' for <rad> (did you mean 'red'?)",
    ]
    assert all(fault.startswith(TEMPLATE) for fault in messages)


def test_an_unknown_icon_in_a_template_is_reported_as_a_placeholder(tiny: GameOnDisk) -> None:
    (fault,) = faults(tiny, box("{sward}"))
    assert "there is no value {sward}" in fault


def test_mistakes_in_data_are_reported_at_the_text_of_the_card(tiny: GameOnDisk) -> None:
    tiny.change(CARDS, "name: First", "name: 'Deal {sord}, **x'")
    messages = faults(tiny, box("{name}"), "u: {kind: text, box: [4, 40, 50, 9], lang: en, text: 'Now {name}'}")
    line = tiny.read(CARDS).splitlines().index(next(x for x in tiny.read(CARDS).splitlines() if "sord" in x)) + 1
    assert [fault.startswith(f"{CARDS}:{line}:") for fault in messages] == [True, True]
    assert "card 'one'" in messages[0]
    assert "text: ** begins bold text, but no ** ends it" in messages[0]
    assert "text: there is no icon 'sord' for {sord} (did you mean 'sword'?)" in messages[1]


def test_a_missing_character_names_card_box_and_code_point(tiny: GameOnDisk) -> None:
    tiny.change(CARDS, "name: First", "name: '*a* 𐍈'")
    cards = lay(tiny, box("{name}"))
    (finding,) = [finding for card in cards[:1] for finding in card.face.findings]
    assert (finding.code, finding.card) == ("CG103", "one")
    assert "t: " in finding.message
    assert "U+10348" in finding.message


@pytest.mark.parametrize(
    ("character", "hint"), [("🔥", "; draw it as one of the icons, or add a font that has it"), ("ᚠ", "")]
)
def test_a_picture_among_characters_may_be_an_icon(tmp_path: Path, character: str, hint: str) -> None:
    (card, _) = lay(tiny_game_in(tmp_path), f'a: {{kind: text, box: [5, 5, 50, 8], text: "x {character}", lang: en}}')
    assert [finding.hint for finding in card.face.findings] == [f"in 'x {character}'{hint}"]


# ---------------------------------------------------------------- paragraphs, lists, columns


def line_begins(side: Laid) -> list[tuple[float, str]]:
    by_line: dict[float, list[GlyphRun]] = {}
    for _, item in walk(side.scene.items):
        if isinstance(item, GlyphRun):
            by_line.setdefault(round(item.baseline, 4), []).append(item)
    return [(round(line[0].x - 4, 3), "".join(run.text for run in line)) for _, line in sorted(by_line.items())]


def test_paragraphs_have_indents_and_spacing(tiny: GameOnDisk) -> None:
    side = set_text(tiny, "one\ntwo\n\nthree", indent=2, paragraph=0.5, valign="top")
    assert line_begins(side) == [(6, "one"), (6, "two"), (6, "three")]
    first, second, third = sorted(runs(side).values(), key=lambda run: run.baseline)
    assert second.baseline - first.baseline == pytest.approx(third.baseline - second.baseline)
    assert second.baseline - first.baseline == pytest.approx((1.3 + 0.5) * 3)


def test_a_blank_line_stays_blank_if_paragraphs_have_no_spacing(tiny: GameOnDisk) -> None:
    first, second = sorted(runs(set_text(tiny, "one\n\ntwo")).values(), key=lambda run: run.baseline)
    assert second.baseline - first.baseline == pytest.approx(2 * 1.3 * 3)


def test_lists_have_hanging_bullets(tiny: GameOnDisk) -> None:
    side = set_text(tiny, "Do:\n- one\n- two\n  - three")
    assert [text for _, text in line_begins(side)] == ["Do:", "•one", "•two", "–three"]
    assert runs(side)["three"].x > runs(side)["two"].x == runs(side)["one"].x > 4


def test_a_vertical_text_begins_at_the_right(tiny: GameOnDisk) -> None:
    side = set_text(tiny, "方块杀手第12回", lang="zh", direction="vertical", valign="top", size=5)
    assert extracted_text(side) == "方块杀手第12回"
    column = next(item for _, item in walk(side.scene.items) if isinstance(item, GlyphRun) and item.vertical)
    assert column.x == pytest.approx(4 + 55 - 1.3 * 5 / 2, abs=0.15)
    assert column.baseline == pytest.approx(4)
    left = set_text(tiny, "方块", lang="zh", direction="vertical", valign="bottom", align="right", size=5)
    (column,) = runs_in(left.scene.items)
    assert column.x == pytest.approx(4 + 1.3 * 5 / 2, abs=0.15)
    assert column.baseline + column.width == pytest.approx(64)


def test_a_box_drawn_again_is_extracted_once(tiny: GameOnDisk) -> None:
    cards = lay(tiny, box("{sword} *a* {字|zì}"), "far: {kind: again, of: t}", top=STYLES + ICONS)
    assert extracted_text(cards[0].face).count("sword") == 1


@pytest.mark.parametrize("keys", [{}, {"paragraph": 0.5}, {"direction": "vertical"}])
def test_an_overflow_names_all_paragraphs(tiny: GameOnDisk, keys: dict[str, Any]) -> None:
    side = set_text(tiny, "Once a year\n\na bell rings", size=20, **keys)
    (finding,) = [reported for reported in side.findings if reported.code == "CG101"]
    assert "'Once a year ¶ a bell rings' does not fit into" in finding.message


# ---------------------------------------------------------------- tables


def table(rows: str, **keys: object) -> str:
    more = "".join(f", {key}: {value}" for key, value in keys.items())
    return f"t: {{kind: table, box: [4, 4, 50, 20], lang: en, rows: {rows}{more}}}"


def face(card: tuple[LaidCard, ...]) -> Laid:
    return card[0].face


def test_a_table_has_widths_alignments_a_header_and_marks(tiny: GameOnDisk) -> None:
    rows = "[[Rows, Points, Note], [1, '*none*', '{coin} **first**'], ['{name}', 3, 4]]"
    keys = {"widths": "[10, 14]", "aligns": "[left, right, left]", "header": "red", "ground": "'#eeeeee'"}
    side = face(lay(tiny, table(rows, **keys), top=STYLES + ICONS))
    placed = runs(side)
    assert placed["Rows"].colour == "#aa0000"
    assert placed["First"].x == placed["Rows"].x > 4
    assert placed["none"].slant > 0
    right = {round(placed[text].x + placed[text].width, 4) for text in ("Points", "none")}
    assert right == {round(4 + 24 - 1.2, 4)}
    assert placed["4"].x == placed["Note"].x == pytest.approx(4 + 24 + 1.2)
    assert [item.fill for item in side.scene.items if isinstance(item, Shape) and item.fill] == ["#eeeeee"]


@pytest.mark.parametrize(("rules", "count"), [("all", 2), ("header", 1), ("none", 0)])
def test_a_table_has_the_rules_that_are_asked_for(tiny: GameOnDisk, rules: str, count: int) -> None:
    side = face(lay(tiny, table("[[a, b], [c, d], [e, f]]", rules=rules, first=10)))
    assert len([item for item in side.scene.items if isinstance(item, Shape)]) == count


def test_a_table_without_widths_has_equal_columns(tiny: GameOnDisk) -> None:
    placed = runs(face(lay(tiny, table("[[a, b], [c, d]]", aligns="[left]"))))
    assert (placed["a"].x, placed["b"].x) == pytest.approx((4, 4 + 25 + 1.2))


def test_mistakes_in_a_table_are_faults(tiny: GameOnDisk) -> None:
    (fault,) = faults(tiny, table("[[a, '**b']]", first=9))
    assert "rows: ** begins bold text, but no ** ends it" in fault
    (fault,) = faults(tiny, table("[[a]]", first=9, header="rad"))
    assert "there is no style 'rad' (did you mean 'red'?)" in fault
    (fault,) = faults(tiny, table("[[a]]", first=9, widths="[3]"))
    assert "first and widths both set the width of the first column" in fault
    assert codes(lay(tiny, table("[[a, b]]", widths="[30, 30]"))[:1]) == ["CG101"]


def test_a_table_is_set_in_its_style(tiny: GameOnDisk) -> None:
    top = "styles: {body: {font: condensed, size: 4, scale: 1.5, colour: '#112233', align: right}, head: {size: 2}}\n"
    placed = runs(face(lay(tiny, table("[[One, Two], [A, B]]", style="body"), top=top)))
    looks = {(run.face, run.size, run.colour) for run in (placed["A"], placed["B"])}
    assert looks == {(placed["A"].face, 6.0, "#112233")}
    plain = runs(face(lay(tiny, table("[[One, Two], [A, B]]"))))
    assert placed["A"].face != plain["A"].face
    assert placed["B"].x < 54 - 6  # its columns are aligned by themselves
    # Keys of the table override its style; in the first row, the header's style overrides both.
    own = runs(
        face(lay(tiny, table("[[One, Two], [A, B]]", style="body", size=3, font="regular", header="head"), top=top))
    )
    assert (own["A"].size, own["One"].size, own["One"].colour) == (4.5, 2.0, "#112233")
    assert (own["One"].face, own["A"].face) == (plain["One"].face, plain["B"].face)


def test_the_style_of_a_table_is_one_of_the_templates(tiny: GameOnDisk) -> None:
    (fault,) = faults(tiny, table("[[a]]", first=9, style="rad"))
    assert "there is no style 'rad' (did you mean 'red'?)" in fault
    assert (
        runs(face(lay(tiny, table("[[a]]", style="red", size="'+= 1'"), top="styles: {red: {size: 3}}\n")))["a"].size
        == 4
    )


def test_balance_is_a_key_of_styles(tiny: GameOnDisk) -> None:
    words = "Pay for each card that you wish to keep for the round after this one, and no more"
    plain, even = (
        face(lay(tiny, box(words, style="s"), top=f"styles: {{s: {{balance: {value}}}}}\n"))
        for value in ("false", "true")
    )
    lengths = [[run.width for run in runs(side).values()] for side in (plain, even)]
    assert len(lengths[0]) == len(lengths[1]) > 1
    assert max(lengths[1]) - min(lengths[1]) < (max(lengths[0]) - min(lengths[0])) / 2
