"""Typical mistakes: each is reported once, together with all others, in plain words."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.building.build import build_game
from cardgen.building.plan import plan_files, unmade_files
from cardgen.data.project import Project
from cardgen.products.options import Options
from tests.cases import read_cases
from tests.games_on_disk import GameOnDisk

GAME, CARDS, TEMPLATE = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml", "templates/tiny.yaml"

SECOND_DECK = """\
  other:
    titles: {zh: 牌, en: Cards}
    cards: cards.yaml
    template: tiny.yaml
    size: card
    fields: {name: text}
"""


@pytest.mark.parametrize("case", read_cases(Path(__file__).with_name("mistakes.txt")), ids=lambda case: case[2])
def test_the_message_for_a_typical_mistake(tiny: GameOnDisk, case: tuple[str, ...]) -> None:
    file, old, new, *messages = case
    tiny.change(file, old, new)
    assert tiny.faults() == [f"{file}:{message}" for message in messages]


def test_no_fault_of_any_file_hides_another(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "author: Nobody", "author: [Nobody]")
    tiny.change(GAME, "titles: {zh: 牌, en: Cards}", "titles: Cards")
    tiny.change(GAME, "width: 63", "width: wide")
    tiny.change(GAME, "targets:", "rulebooks: {en: rules.md}\nrulesets: {a: a.yaml}\ntargets:")
    tiny.change(CARDS, "copies: 3", "copies: -1")
    tiny.change(CARDS, "name: First", "nam: First")
    tiny.change(TEMPLATE, 'kind: rect, box: bleed, fill: "#ffffff"', "kind: rect, box: bled, fill: whit")
    tiny.change(TEMPLATE, '"{name}"', '"{nmae}"')
    assert tiny.faults() == [
        f"{CARDS}:2:15: unknown key 'nam' (did you mean 'name'?)",
        f"{CARDS}:3:37: copies: -1 given, expected at least 0",
        f"{GAME}:2:9: author: ['Nobody'] given, expected text",
        f"{GAME}:6:17: sizes.card.width: 'wide' given, expected a number",
        f"{GAME}:9:13: decks.main.titles: 'Cards' given, expected keys with values",
        f"{GAME}:14:17: there is no file card_data/tiny/rules.md",
        f"{GAME}:15:15: there is no file card_data/tiny/a.yaml",
        f"{TEMPLATE}:4:31: box: 'bled' given, expected [x, y, width, height] in mm, or trim, bleed, safe",
        f"{TEMPLATE}:4:43: fill: 'whit' is not a colour (did you mean 'white'?)",
    ]
    # Placeholders are checked only if the rest of the template is valid.
    tiny.change(TEMPLATE, "box: bled, fill: whit", "box: bleed")
    assert f"{TEMPLATE}:5:50: there is no value {{nmae}} (did you mean 'name'?)" in tiny.faults()


def test_a_mistake_of_all_cards_is_reported_once(tiny: GameOnDisk) -> None:
    tiny.change(TEMPLATE, '"{name}"', '"{name.zh}"')
    assert tiny.faults() == [f"{TEMPLATE}:5:50: card 'one' and 1 more: there is no value {{name.zh}}"]
    tiny.change(TEMPLATE, "lang: en", 'lang: en, size: "{id}"')
    tiny.change(TEMPLATE, '"{name.zh}"', '"{name}"')
    assert tiny.faults() == [
        f"{TEMPLATE}:5:76: card 'one': size: 'one' given, expected a number",
        f"{TEMPLATE}:5:76: card 'two': size: 'two' given, expected a number",
    ]


def test_a_fault_of_a_template_of_two_decks_is_reported_once(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "targets:", SECOND_DECK + "targets:")
    tiny.change(GAME, "decks: [main]", "decks: [main, other]")
    tiny.change(TEMPLATE, "kind: text", "kind: txt")
    assert tiny.faults() == [f"{TEMPLATE}:5:18: there is no kind of box 'txt' (did you mean 'text'?)"]


def test_names_of_keys_in_other_programs_get_a_hint(tiny: GameOnDisk) -> None:
    tiny.change(
        TEMPLATE, 'ground: {kind: rect, box: bleed, fill: "#ffffff"}', "ground: {kind: rect, x: 1, fill_color: '#fff'}"
    )
    tiny.change(TEMPLATE, "lang: en}", "lang: en, angle: 3, font_size: 4}")
    assert tiny.faults() == [
        f"{TEMPLATE}:4:26: unknown key 'x' (write box: [x, y, width, height])",
        f"{TEMPLATE}:4:32: unknown key 'fill_color' (did you mean 'fill'?)",
        f"{TEMPLATE}:5:70: unknown key 'angle' (did you mean 'turn'?)",
        f"{TEMPLATE}:5:80: unknown key 'font_size' (did you mean 'size'?)",
    ]


def test_a_key_that_belongs_inside_another_one_gets_a_hint(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "targets:", "targets:\n  sheets: {all: {decks: [main], papers: [a4], margins: 5, layot: bleed}}")
    assert [fault.partition(": ")[2] for fault in tiny.faults()] == [
        "unknown key 'margins' (it is a key of 'grid')",
        "unknown key 'layot' (did you mean 'layout'?)",
    ]


#: Boxes that would take minutes or gigabytes to draw, and their messages.
TOO_MANY = {
    "repeat": (
        "{kind: repeat, of: 300, cell: [1, 1], box: [0, 0, 20, 20], boxes: {a: {kind: repeat, of: 300, cell: [1, 1], "
        "box: [0, 0, 9, 9], boxes: {a: {kind: rect, box: [0, 0, 1, 1], fill: '#000000'}}}}}",
        "4:102: 90,000 copies, counting the repeats around this one (expected at most 10,000)",
    ),
    "pattern": (
        "{kind: rect, box: [0, 0, 2000, 2000], fill: {pattern: {marks: dots, colour: '#000000', pitch: 0.5}}}",
        "4:13: ground: fill.pattern: about 16,000,000 marks in 2000 × 2000 mm, expected at most 250,000 "
        "(use a larger pitch)",
    ),
    "tiling": (
        "{kind: tiling, box: [0, 0, 2000, 2000], cells: ['.#.', '###'], pitch: 0.5, stroke: '#000000'}",
        "4:13: ground: about 16,000,000 cells in 2000 × 2000 mm, expected at most 100,000 (use a larger pitch)",
    ),
}


@pytest.mark.parametrize("kind", TOO_MANY)
def test_boxes_that_take_too_long_to_draw_are_faults(tiny: GameOnDisk, kind: str) -> None:
    box, message = TOO_MANY[kind]
    tiny.change(TEMPLATE, '{kind: rect, box: bleed, fill: "#ffffff"}', box)
    assert tiny.faults() == [f"{TEMPLATE}:{message}"]


@pytest.mark.parametrize("box", ["[5, 5, 10, 10], columns: 100, rows: 100", "[0, 0, 1500, 1500], columns: 1, rows: 1"])
def test_numbers_of_a_grid_have_a_size_that_texts_can_have(tiny: GameOnDisk, box: str) -> None:
    grid = f"{{kind: grid, box: {box}, stroke: '#000000', numbers: '#000000'}}"
    tiny.change(TEMPLATE, '{kind: rect, box: bleed, fill: "#ffffff"}', grid)
    assert set(tiny.codes()) & {"CG101", "CG102"}


def plan_faults(game: GameOnDisk) -> list[str]:
    with pytest.raises(DataError) as caught:
        plan_files(game.load(), game.layout(), Options())
    return [str(fault) for fault in caught.value.faults]


def test_a_png_of_too_many_pixels_is_a_fault_with_the_highest_dpi(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "width: 63, height: 88", "width: 2000, height: 2000, bleed: 0")
    assert plan_faults(tiny) == [
        f"{GAME}:15:10: a card of main as a PNG has 23,622 × 23,622 pixels, expected at most 100,000,000 in all "
        "(use dpi: 127 or less)"
    ]


def test_everything_too_large_for_its_paper_is_reported_at_its_target(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "width: 63, height: 88", "width: 320, height: 320")
    more = """\
  sheets:
    big: {decks: [main], papers: [a4]}
  pages:
    poster: {template: page.yaml, papers: [a4], size: [300, 100]}
  tuckboxes:
    box: {deck: main, papers: [a4], titles: {zh: 盒, en: Box}, paint: "#ffffff", ink: "#000000", accent: "#000000"}
"""
    tiny.write(GAME, tiny.read(GAME) + more)
    tiny.write(
        "templates/page.yaml", "face: {description: {zh: 页, en: A page}, boxes: {a: {kind: rect, box: trim}}}\n"
    )
    assert [fault.split(" (")[0] for fault in plan_faults(tiny)] == [
        f"{GAME}:17:5: big: a card of 320 × 320 mm does not fit 210 × 297 mm paper",
        f"{GAME}:19:55: poster: 300 × 100 mm do not fit 210 × 297 mm paper",
    ]
    ((_, box),) = unmade_files(tiny.load())
    assert str(box).split(" (")[0] == (
        f"{GAME}:21:5: error CG113 box-too-large: "
        "box: the net for 1.2 mm of 320 × 320 mm cards does not fit 210 × 297 mm paper"
    )


def test_values_in_messages_are_written_as_in_yaml(tiny: GameOnDisk) -> None:
    tiny.change(TEMPLATE, "[5, 5, 53, 8]", "[5, null, true, 8]")
    message = "[5, null, true, 8] given, expected four numbers of mm: [x, y, width, height]"
    assert tiny.faults() == [f"{TEMPLATE}:5:29: box: {message}"]


def test_a_very_long_value_is_cut_in_messages(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "size: card", f"size: {'card' * 1000}")
    message = "given, expected at most 64 letters and digits, with - _ . between"
    assert tiny.faults() == [f"{GAME}:12:11: decks.main.size: '{'card' * 15}…' {message}"]


@pytest.mark.parametrize("file", [GAME, CARDS, TEMPLATE])
def test_an_empty_file_is_a_fault_at_its_beginning(tiny: GameOnDisk, file: str) -> None:
    tiny.write(file, "")
    assert [fault.split(": ")[0] for fault in tiny.faults()] == [f"{file}:1:1"]


def test_boxes_that_depend_on_each_other_are_read_once(tiny: GameOnDisk) -> None:
    """Each box refers to the one before it four times: reading it each time would take exponential time."""
    pile = ["b0: {kind: rect, box: [5, 5, 53, 1]}"]
    for i in range(60):
        area = f"[b{i}.left, b{i}.bottom, b{i}.width, b{i}.height]"
        pile.append(f"b{i + 1}: {{kind: rect, box: {area}}}")
    tiny.change(TEMPLATE, 'ground: {kind: rect, box: bleed, fill: "#ffffff"}', "\n    ".join(pile))
    assert tiny.faults() == []


def test_a_language_cannot_fall_back_to_itself(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "languages: [en, zh]\n", "languages: [en, zh]\nfallback: {zh: [en, zh]}\n")
    message = "'zh' cannot fall back to itself"
    assert tiny.faults() == [f"{GAME}:5:21: {message}"]


def test_a_file_in_place_of_the_output_folder_is_a_fault(tiny: GameOnDisk) -> None:
    tiny.write("output", "a file")
    with pytest.raises(DataError) as caught:
        build_game(Project(tiny.root, bundled=False), "tiny", tiny.root / "output", Options())
    assert str(caught.value) == f"{tiny.root}/output: is not a folder (choose a folder for the files with --out)"


@pytest.mark.parametrize("file", [GAME, TEMPLATE])
def test_a_missing_file_of_an_unused_icon_is_a_fault(tiny: GameOnDisk, file: str) -> None:
    tiny.write(file, tiny.read(file) + "icons: {coin: art/coin.svg}\n")
    line = tiny.read(file).count("\n")
    assert tiny.faults() == [f"{file}:{line}:15: there is no file card_data/tiny/art/coin.svg"]


@pytest.mark.parametrize(
    ("icon", "fault"),
    [
        ("7", "7 given, expected keys with values (its keys are drop, file, height, names, shape, width)"),
        ("{shape: 7}", "shape: 7 given, expected keys with values"),
        ("{shape: {kind: ellipse}, names: 7}", "names: 7 given, expected keys with values"),
        ("{shape: {kind: nope}}", "an icon cannot be a box of the kind 'nope' (expected one of: {kinds})"),
    ],
)
@pytest.mark.parametrize("file", [GAME, TEMPLATE])
def test_no_card_is_laid_out_with_a_faulty_icon(tiny: GameOnDisk, file: str, icon: str, fault: str) -> None:
    tiny.write(TEMPLATE, tiny.read(TEMPLATE).replace('text: "', 'text: "{coin} ', 1))
    assert "{coin}" in tiny.read(TEMPLATE)
    tiny.write(file, tiny.read(file) + f"icons: {{coin: {icon}}}\n")
    with pytest.raises(DataError) as caught:
        build_game(Project(tiny.root, bundled=False), "tiny", tiny.root / "output", Options())
    (found,) = caught.value.faults
    assert str(found).endswith(fault.format(kinds="ellipse, line, path, polygon, rect, star"))
