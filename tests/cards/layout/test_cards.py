"""Cards laid out: the places of boxes, shared boxes and sides, and findings."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cardgen.base.errors import DataError
from cardgen.building.editions import all_faults
from cardgen.cards.layout import filling, parts
from cardgen.cards.layout.cards import Laid, LaidCard, cell_styles, layout_deck, layout_page
from cardgen.cards.layout.laid import LaidBox, Owner
from cardgen.scene.items import GlyphRun, Group, Item, Rect, bounds_of, walk
from cardgen.scene.shapes import CellStyle
from cardgen.text.ink import ink_of
from tests.games_on_disk import TINY, GameOnDisk, block_killer_in
from tests.runs import runs_in, texts_on

GAME, CARDS, TEMPLATE = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml", "templates/tiny.yaml"


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[LaidCard, ...]]:
    return dict(block_killer_in(tmp_path_factory.mktemp("shipped")).layout())


def lay(game: GameOnDisk, *boxes: str, top: str = "") -> tuple[LaidCard, ...]:
    """Return the cards of the tiny game with these boxes (lines of YAML) instead of those of its face."""
    head, tail = TINY[TEMPLATE].split("  boxes:\n", 1)
    back = tail[tail.index("back:") :]
    game.write(TEMPLATE, "".join([top, head, "  boxes:\n", *(f"    {box}\n" for box in boxes), back]))
    loaded = game.load()
    return layout_deck(loaded, loaded.decks["main"])


def box_of(side: Laid, name: str) -> LaidBox:
    (box,) = [box for box in side.boxes if box.name == name]
    return box


def codes(laid: tuple[LaidCard, ...]) -> list[str]:
    return [finding.code for card in laid for _, side in card.sides for finding in side.findings]


# ---------------------------------------------------------------- scenes


def test_a_card_has_a_scene_for_each_side(tiny: GameOnDisk) -> None:
    first, second = tiny.layout()["main"]
    assert [(name, side.scene.name) for name, side in first.sides] == [("face", "main-one"), ("back", "main-back")]
    face = second.face.scene
    assert (face.width, face.height, face.bleed, face.lang) == (63, 88, 3, "en")
    assert face.title == "Tiny 小 · two"
    assert face.description == "Card two 牌 two"
    assert second.face.descriptions == {"en": "Card two", "zh": "牌 two"}
    assert texts_on(second.face) == ["Second"]
    assert second.face.owner == Owner("main", "two", "face")
    assert second.back is not None
    assert second.back.scene.title == "Tiny 小 · back"


def test_a_template_without_a_back_gives_cards_without_one(tiny: GameOnDisk) -> None:
    tiny.write(TEMPLATE, tiny.read(TEMPLATE).split("back:")[0])
    (card, _) = tiny.layout()["main"]
    assert card.back is None
    assert [name for name, _ in card.sides] == ["face"]


def test_a_landscape_card_is_as_wide_as_a_portrait_one_is_high(tiny: GameOnDisk) -> None:
    (card, _) = lay(tiny, "a: {kind: rect, box: trim}", "b: {kind: rect, box: bleed}", top="orientation: landscape\n")
    assert (card.face.scene.width, card.face.scene.height) == (88, 63)
    assert box_of(card.face, "a").rect == (0, 0, 88, 63)
    assert box_of(card.face, "b").rect == (-3, -3, 94, 69)


def test_named_areas_come_from_the_size_of_the_card(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "height: 88}", "height: 88, bleed: 2, safe: 5}")
    (card, _) = lay(tiny, "a: {kind: rect, box: trim}", "b: {kind: rect, box: bleed}", "c: {kind: rect, box: safe}")
    assert [box.rect for box in card.face.boxes] == [(0, 0, 63, 88), (-2, -2, 67, 92), (5, 5, 53, 78)]
    assert card.face.scene.bleed == 2


# ---------------------------------------------------------------- where boxes lie


@pytest.mark.parametrize(
    ("turn", "rect"),
    [
        ("0", (10, 20, 30, 8)),
        ("90", (21, 9, 8, 30)),
        ("180", (10, 20, 30, 8)),
        ("-90", (21, 9, 8, 30)),
        ("45", (25 - 13.435, 24 - 13.435, 26.870, 26.870)),
    ],
)
def test_a_box_turns_about_its_middle(tiny: GameOnDisk, turn: str, rect: Rect) -> None:
    (card, _) = lay(tiny, f"a: {{kind: text, box: [10, 20, 30, 8], text: Hello, lang: en, turn: {turn}}}")
    assert box_of(card.face, "a").rect == pytest.approx(rect, abs=0.001)
    ((matrix, run),) = [item for item in walk(card.face.scene.items) if isinstance(item[1], GlyphRun)]
    assert isinstance(run, GlyphRun)
    x, y, width, height = bounds_of(matrix, ink_of(run))
    assert rect[0] <= x
    assert x + width <= rect[0] + rect[2] + 0.001
    assert rect[1] <= y
    assert y + height <= rect[1] + rect[3] + 0.001


def test_a_group_moves_and_turns_its_boxes_as_one(tiny: GameOnDisk) -> None:
    (card, _) = lay(
        tiny,
        "g:",
        "  kind: group",
        "  box: [10, 20, 20, 10]",
        "  turn: 90",
        "  boxes:",
        "    a: {kind: rect, box: [0, 0, 4, 2]}",
        "    h: {kind: group, box: [10, 5, 5, 5], boxes: {b: {kind: rect, box: [1, 1, 2, 1]}}}",
    )
    assert [(box.name, box.kind) for box in card.face.boxes] == [
        *(("g", "group"), ("g.a", "rect"), ("g.h", "group"), ("g.h.b", "rect"))
    ]
    assert box_of(card.face, "g").rect == pytest.approx((15, 15, 10, 20))
    # The group's top left corner is now at the top right.
    assert box_of(card.face, "g.a").rect == pytest.approx((23, 15, 2, 4))
    assert box_of(card.face, "g.h.b").rect == pytest.approx((18, 26, 1, 2))
    paths = [bounds_of(matrix, (0, 0, 4, 2)) for matrix, _ in walk(card.face.scene.items)]
    assert paths[0] == pytest.approx(box_of(card.face, "g.a").rect)


def test_a_box_drawn_again_is_in_the_far_corner_with_outlined_text(tiny: GameOnDisk) -> None:
    (card, _) = lay(
        tiny,
        "corner:",
        "  kind: group",
        "  box: [4, 4, 20, 8]",
        "  boxes: {t: {kind: text, box: [0, 0, 20, 8], text: '{id}', lang: en}}",
        "far: {kind: again, of: corner}",
        "side: {kind: again, of: corner, turn: 0}",
    )
    assert [(box.name, box.kind, box.rect) for box in card.face.boxes] == [
        ("corner", "group", (4, 4, 20, 8)),
        ("corner.t", "text", (4, 4, 20, 8)),
        ("far", "group", (39, 76, 20, 8)),
        ("far", "text", (39, 76, 20, 8)),
        ("side", "group", (4, 4, 20, 8)),
        ("side", "text", (4, 4, 20, 8)),
    ]
    assert [item.outlined for _, item in walk(card.face.scene.items) if isinstance(item, GlyphRun)] == [
        False,
        True,
        True,
    ]
    assert box_of(card.face, "corner").place != card.face.boxes[2].place  # a finding there is about the second
    first, far = [ink(item) for item in walk(card.face.scene.items)][:2]
    assert far == pytest.approx((63 - first[0] - first[2], 88 - first[1] - first[3], first[2], first[3]))


def ink(walked: tuple[Any, Item]) -> Rect:
    matrix, item = walked
    assert isinstance(item, GlyphRun)
    return bounds_of(matrix, ink_of(item))


def test_boxes_are_painted_in_their_order_over_those_of_the_template_below(tiny: GameOnDisk) -> None:
    tiny.write("templates/base.yaml", 'face:\n  boxes:\n    ground: {kind: rect, box: bleed, fill: "#000000"}\n')
    (card, _) = lay(tiny, "b: {kind: rect, box: trim}", "a: {kind: rect, box: trim}", top="extends: base.yaml\n")
    assert [box.name for box in card.face.boxes] == ["ground", "b", "a"]
    assert str(card.face.boxes[0].place) == "templates/base.yaml:3:13"


# ---------------------------------------------------------------- what a card fills in


def test_values_of_a_card_take_the_place_of_placeholders(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "fields: {name: text}", "fields: {name: text, wide: number, paint: colour}")
    tiny.write(
        CARDS,
        "cards:\n  - {id: a, copies: 2, name: A, wide: 7.5, paint: '#112233'}\n"
        "  - {id: b, name: '{id} **', wide: 30, paint: '#445566'}\n",
    )
    first, second = lay(
        tiny,
        "bar: {kind: rect, box: [1, 1, '{wide}', 2], fill: '{paint}'}",
        "t: {kind: text, box: [4, 10, 50, 8], text: '{copies}', lang: en}",
        "u: {kind: text, box: [4, 20, 50, 8], text: '{decks.main.count} of {deck.titles.en}: {wide}', lang: en}",
    )
    assert [box_of(card.face, "bar").rect[2] for card in (first, second)] == [7.5, 30]
    assert texts_on(first.face) == ["2", "3 of Cards: 7.5"]
    assert texts_on(second.face) == ["1", "3 of Cards: 30"]


def test_texts_of_a_card_name_only_its_own_values(tiny: GameOnDisk) -> None:
    tiny.change(CARDS, "name: First", "name: '{{id}} {{{{x}}}} {{'")
    assert texts_on(tiny.layout()["main"][0].face) == ["{id} {{x}} {"]
    tiny.change(CARDS, "name: '{{id}} {{{{x}}}} {{'", "name: '{id}'")
    assert texts_on(tiny.layout()["main"][0].face) == ["one"]
    tiny.change(CARDS, "name: '{id}'", "name: '{game}'")
    with pytest.raises(DataError) as caught:
        tiny.layout()
    (fault,) = caught.value.faults
    assert fault.message == "card 'one': text: there is no icon 'game' for {game}"
    assert fault.place.file == CARDS


def test_a_key_whose_value_a_card_leaves_out_counts_as_missing(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "fields: {name: text}", "fields: {name: text?, paint: colour?, art: image?, round: number?}")
    Image.new("RGB", (300, 300)).save(tiny.path("card_data/tiny/a.png"))
    tiny.write(CARDS, "cards:\n  - {id: a}\n  - {id: b, name: B, paint: '#112233', art: a.png, round: 1}\n")
    bare, full = lay(
        tiny,
        "r: {kind: rect, box: [4, 4, 9, 9], fill: '{paint}', radius: '{round}'}",
        "t: {kind: text, box: [4, 20, 50, 8], text: '{name}', lang: en}",
        "i: {kind: image, box: [4, 40, 20, 20], file: '{art}'}",
        "j: {kind: image, box: [4, 40, 20, 20], file: './{art}'}",
        "u: {kind: text, box: [4, 70, 50, 8], text: 'x{name}', lang: en}",
        "v: {kind: text, box: [4, 78, 50, 8], text: 'y{name?}', lang: en}",
        "w: {kind: table, box: [4, 50, 50, 9], rows: [[Name, 'is {name}'], [Round, '{round}'], [All, z]], lang: en}",
        "far: {kind: again, of: t}",
    )
    assert [box.name for box in bare.face.boxes] == ["r", "v", "w"]
    assert texts_on(bare.face) == ["y", "All", "z"]
    assert [box.name for box in full.face.boxes] == ["r", "t", "i", "j", "u", "v", "w", "far"]
    assert texts_on(full.face) == ["B", "xB", "yB", "Name", "is B", "Round", "1", "All", "z", "B"]
    assert codes((bare, full)) == []


def test_a_wrong_value_is_reported_with_the_cards_that_have_it(tiny: GameOnDisk) -> None:
    with pytest.raises(DataError) as caught:
        lay(tiny, "a: {kind: rect, box: [0, 0, '{name}', 4], fill: '{game.titles.fr}'}")
    faults = [str(fault) for fault in caught.value.faults]
    assert faults == [
        f"{TEMPLATE}:4:33: card 'one': box: {{name}} is 'First', expected a number of mm",
        f"{TEMPLATE}:4:33: card 'two': box: {{name}} is 'Second', expected a number of mm",
        f"{TEMPLATE}:4:53: card 'one' and 1 more: there is no value {{game.titles.fr}} (expected one of: zh, en)",
    ]
    with pytest.raises(DataError) as caught:
        lay(tiny, "a: {kind: rect, box: [0, 0, '{name}', 4]}", "b: {kind: text, box: trim, text: '{game}', lang: en}")
    faults = [str(fault) for fault in caught.value.faults]
    assert [text.split(": ")[1] for text in faults] == ["card 'one'", "card 'two'", "text"]
    assert "box: {name} is 'First', expected a number of mm" in faults[0]


def test_a_picture_that_is_missing_is_a_fault(tiny: GameOnDisk) -> None:
    with pytest.raises(DataError) as caught:
        lay(tiny, "a: {kind: image, box: [4, 4, 9, 9], file: 'art/{id}.png'}")
    assert [str(fault) for fault in caught.value.faults] == [
        f"{TEMPLATE}:4:47: card 'one': there is no file card_data/tiny/art/one.png",
        f"{TEMPLATE}:4:47: card 'two': there is no file card_data/tiny/art/two.png",
    ]


def test_a_row_with_a_fault_hides_no_faults_of_texts_and_files_of_others(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "fields: {name: text}", "fields: {name: text, cost: integer, art: image?}")
    template = tiny.read(TEMPLATE)
    tiny.write(
        CARDS,
        "cards:\n"
        "  - {id: fox, name: Fox, cost: two, art: none.png}\n"
        "  - {id: owl, name: 'Gain {nothing}', cost: 1}\n"
        "  - {id: eel, name: Eel, cost: 2, art: no.png}\n",
    )
    boxes = ("a: {kind: image, box: [4, 4, 9, 9], file: '{art}'}", "b: {kind: image, box: trim, file: '{id}.png'}")
    faces = "".join(["boxes:", *(f"\n    {box}" for box in boxes)])
    tiny.write(TEMPLATE, template.replace("boxes:", faces, 1))
    with pytest.raises(DataError) as caught:
        tiny.load()
    faults = [str(fault).split(": ", 1) for fault in all_faults(caught.value).faults]
    assert [text for _, text in faults if "owl.png" not in text and "eel.png" not in text] == [
        "cost: 'two' given, expected a whole number",
        "there is no file card_data/tiny/none.png",
        "card 'owl': text: there is no icon 'nothing' for {nothing} (write {{ and }} for the braces themselves)",
        "there is no file card_data/tiny/no.png",
    ]
    assert len(faults) == 6


def test_one_of_several_conditions_is_enough_for_a_box(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "fields: {name: text}", "fields: {name: text, cost: integer?, kind: text?}")
    rows = (
        "{id: a, name: A, cost: 5}",
        "{id: b, name: B, kind: trap}",
        "{id: c, name: C, cost: 1}",
        "{id: d, name: D}",
    )
    tiny.write(CARDS, "cards:\n" + "".join(f"  - {row}\n" for row in rows))
    when = "{or: [{cost: {at_least: 3}}, {kind: trap}]}"
    cards = lay(tiny, f"a: {{kind: rect, box: trim, fill: '#112233', when: {when}}}")
    assert [[box.name for box in card.face.boxes] for card in cards] == [["a"], ["a"], [], []]
    tiny.change(TEMPLATE, "{kind: trap}", "{kid: trap}")
    assert tiny.faults() == [f"{TEMPLATE}:4:56: when: no card has 'kid' (did you mean 'kind'?)"]
    tiny.change(TEMPLATE, "[{cost: {at_least: 3}}, {kid: trap}]", "[{cost: 1}]")
    assert "expected two or more conditions" in tiny.faults()[0]


def test_an_icon_with_the_name_of_a_field_is_a_fault_that_says_so(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "author:", "icons: {name: art.svg}\nauthor:")
    tiny.write("card_data/tiny/art.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>")
    hint = "{name} is the field 'name' of the cards: rename the icon or the field"
    assert f"an icon cannot be called 'name' ({hint})" in tiny.faults()[0]


def test_pictures_are_inputs_once_they_are_laid_out(tiny: GameOnDisk) -> None:
    for name in ("one", "two"):
        Image.new("RGB", (300, 300)).save(tiny.path(f"card_data/tiny/{name}.png"))
    lay(tiny, "a: {kind: image, box: [4, 4, 9, 9], file: '{id}.png'}")
    game = tiny.load()
    assert not [path for path in game.digests if path.suffix == ".png"]
    layout_deck(game, game.decks["main"])
    assert [path.name for path in game.digests if path.suffix == ".png"] == ["one.png", "two.png"]


def test_a_style_has_the_keys_that_a_box_leaves_out_and_may_name_a_field(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "fields: {name: text}", "fields: {name: text, paint: colour}")
    tiny.write(CARDS, "cards:\n  - {id: a, name: A, paint: '#112233'}\n  - {id: b, name: B, paint: '#445566'}\n")
    first, second = lay(
        tiny,
        "t: {kind: text, box: [4, 4, 50, 8], text: same, lang: en, style: loud}",
        "u: {kind: text, box: [4, 20, 50, 8], text: same, lang: en, style: loud, size: 3}",
        "g:",
        "  kind: group",
        "  box: [4, 40, 50, 8]",
        "  boxes: {v: {kind: text, box: [0, 0, 50, 8], text: x, lang: en, style: loud}}",
        top="styles: {loud: {size: 5, colour: '{paint}', font: bold}}\n",
    )
    for card, paint in ((first, "#112233"), (second, "#445566")):
        runs = runs_in(card.face.scene.items)
        assert [(run.size, run.colour, run.face) for run in runs] == [
            (5, paint, "latin-bold"),
            (3, paint, "latin-bold"),
            (5, paint, "latin-bold"),
        ]


# ---------------------------------------------------------------- what is shared


def test_a_back_that_names_no_field_is_one_for_all_cards(shipped: dict[str, tuple[LaidCard, ...]]) -> None:
    for cards in shipped.values():
        assert len({id(card.back) for card in cards}) == 1
        assert len({id(card.face) for card in cards}) == len(cards)


def test_a_face_that_names_no_field_is_one_for_all_cards(tiny: GameOnDisk) -> None:
    tiny.change(TEMPLATE, '{en: "Card {id}", zh: "牌 {id}"}', "{en: Card, zh: 牌}")
    tiny.change(TEMPLATE, '"{name}"', '"{deck.titles.en}"')
    first, second = tiny.layout()["main"]
    assert first.face is second.face
    assert first.face.scene.title == "Tiny 小 · face"
    # A description alone makes two of them.
    tiny.change(TEMPLATE, "{en: Card, zh: 牌}", '{en: "{name}", zh: 牌}')
    first, second = tiny.layout()["main"]
    assert first.face is not second.face
    assert (first.face.scene.description, second.face.scene.description) == ("First 牌", "Second 牌")


def test_a_box_that_names_no_field_is_drawn_once(tiny: GameOnDisk) -> None:
    first, second = lay(
        tiny,
        "static: {kind: text, box: [4, 4, 50, 8], text: '{game.titles.en}', lang: en}",
        "own: {kind: text, box: [4, 20, 50, 8], text: '{id}', lang: en}",
        "again-static: {kind: again, of: static}",
        "again-own: {kind: again, of: own}",
    )
    shared = {id(item) for item in first.face.scene.items} & {id(item) for item in second.face.scene.items}
    assert [id(item) in shared for item in first.face.scene.items] == [True, False, True, False]
    assert texts_on(second.face) == ["Tiny", "two", "Tiny", "two"]


def test_a_finding_about_a_shared_box_is_reported_once_and_names_no_card(tiny: GameOnDisk) -> None:
    long = "far too long for its box"
    laid = lay(
        tiny,
        f"static: {{kind: text, box: [4, 20, 20, 4], text: {long}, lang: en}}",
        f"own: {{kind: text, box: [4, 40, 20, 4], text: '{long} {{id}}', lang: en}}",
    )
    findings = [finding for card in laid for finding in card.face.findings]
    assert [(finding.code, finding.card) for finding in findings] == [
        ("CG101", "one"), ("CG101", "one"), ("CG101", "two")
    ]  # fmt: skip
    assert findings[0].message.startswith("static: 'far too long")
    assert findings[1].message.startswith("card 'one': own: 'far too long")
    assert str(findings[0].place) == f"{TEMPLATE}:4:53"


@pytest.mark.parametrize("count", [10, 20])
def test_the_time_of_laying_out_a_deck_grows_with_its_cards(
    tiny: GameOnDisk, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    calls: Counter[str] = Counter()
    counted = ((parts, "_layout_placed"), (filling, "try_model"), (filling, "fill"), (parts, "fill_text_of"))
    for module, name in counted:
        whole = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *args, whole=whole, name=name: (calls.update([name]), whole(*args))[1])
    tiny.write(CARDS, "cards:\n" + "".join(f"  - {{id: c{i}, name: x}}\n" for i in range(count)))
    tiny.layout()
    # ground and back once, and the name of the first card; on the others it is a new text in the same box
    assert calls == {"_layout_placed": 3, "try_model": 3, "fill": 3, "fill_text_of": count - 1}


def test_ten_thousand_cards_are_laid_out_one_by_one(tiny: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: Counter[str] = Counter()
    whole, draw = parts._layout_box, parts._TextDrawing.draw
    monkeypatch.setattr(parts, "_layout_box", lambda *args: (drawn.update([args[2]]), whole(*args))[1])
    monkeypatch.setattr(parts._TextDrawing, "draw", lambda *args: (drawn.update(["name"]), draw(*args))[1])
    tiny.write(CARDS, "cards:\n" + "".join(f"  - {{id: c{i}, name: x}}\n" for i in range(10_000)))
    loaded = tiny.load()
    laid = layout_deck(loaded, loaded.decks["main"])
    assert drawn == {"ground": 2, "name": 10_000}  # the ground of the face and that of the back
    assert len({id(card.face) for card in laid}) == 10_000
    assert len({id(card.face.scene.items[0]) for card in laid}) == 1


# ---------------------------------------------------------------- what does not fit


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ("[4, 4, 20, 8]", []),
        ("[1, 4, 20, 8]", ["CG102"]),  # left of the safe area
        ("[4, -4, 20, 8]", ["CG102"]),
        ("[56, 4, 20, 8]", ["CG102"]),
        ("[4, 82, 20, 8]", ["CG102"]),
    ],
)
def test_text_is_inside_the_safe_area(tiny: GameOnDisk, box: str, expected: list[str]) -> None:
    laid = lay(tiny, f"t: {{kind: text, box: {box}, text: Hello, lang: en}}")
    assert codes(laid) == expected


def test_turned_or_grouped_text_outside_the_safe_area_is_a_finding(tiny: GameOnDisk) -> None:
    turned = "t: {kind: text, box: [-10, 40, 30, 8], text: Hello, lang: en, turn: 90, align: centre}"
    assert codes(lay(tiny, turned)) == []  # its middle is at 5 mm
    assert codes(lay(tiny, turned.replace("-10", "-14"))) == ["CG102"]
    group = "g: {kind: group, box: [%s, 4, 20, 8], boxes: {t: {kind: text, box: [0, 0, 20, 8], text: H, lang: en}}}"
    assert codes(lay(tiny, group % "4")) == []
    assert codes(lay(tiny, group % "1")) == ["CG102"]


def test_outlined_text_outside_the_safe_area_is_a_finding_as_well(tiny: GameOnDisk) -> None:
    text = "t: {kind: text, box: [40, 4, 20, 8], text: Hello, lang: en}"
    (card, other) = lay(tiny, text, "far: {kind: again, of: t, turn: 90}")
    (finding,) = card.face.findings
    assert finding.code == "CG102"
    assert finding.message.startswith("far: text reaches ")
    assert str(finding.place) == f"{TEMPLATE}:5:10"
    assert other.face.findings == ()


# ---------------------------------------------------------------- pages and looks


def test_a_page_is_the_face_of_its_template(tmp_path: Path) -> None:
    game = block_killer_in(tmp_path).load()
    template = game.pages["block-killer/mat.yaml"]
    page = layout_page(game, template, (190.0, 260.0), "mat-a4")
    assert (page.scene.width, page.scene.height, page.scene.name, page.scene.bleed) == (190, 260, "mat-a4", 0)
    assert page.owner == Owner("", "mat-a4", "face")
    assert page.findings == ()
    field = box_of(page, "field")
    assert field.rect == (55, 42, 80, 160)  # 10 × 20 squares of 8 mm


def test_a_page_is_laid_out_once_for_a_game(tmp_path: Path) -> None:
    games = block_killer_in(tmp_path)
    first, other = games.load(), games.load()
    one, larger = first.pages["block-killer/mat.yaml"], first.pages["block-killer/mat-large.yaml"]
    page = layout_page(first, one, (190.0, 260.0), "mat")
    assert layout_page(first, one, (190.0, 260.0), "mat") is page
    others = [
        layout_page(first, larger, (190.0, 260.0), "mat"),
        layout_page(first, one, (190.0, 261.0), "mat"),
        layout_page(first, one, (190.0, 260.0), "mat-a4"),
        layout_page(other, other.pages["block-killer/mat.yaml"], (190.0, 260.0), "mat"),
    ]
    assert page not in others


def test_a_page_has_no_card_to_name(tiny: GameOnDisk) -> None:
    tiny.write(GAME, tiny.read(GAME) + "  pages:\n    mat: {template: tiny.yaml, papers: [a4], size: [63, 88]}\n")
    faults = tiny.faults()
    assert faults == [
        f"{TEMPLATE}:2:21: there is no value {{id}} (expected one of: cards, colours, decks, game, language)",
        f"{TEMPLATE}:2:38: there is no value {{id}} (expected one of: cards, colours, decks, game, language)",
        f"{TEMPLATE}:5:50: there is no value {{name}} (did you mean 'game'?)",
    ]


def test_the_letters_of_cards_with_a_colour_have_their_styles(tmp_path: Path) -> None:
    styles = cell_styles(block_killer_in(tmp_path).load())
    assert set(styles) == set("ZSJLTOIM")
    assert styles["T"] == CellStyle("#904895", "dots")


def test_a_text_field_called_colour_is_not_a_style(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "fields: {name: text}", "fields: {name: text, colour: text, pattern: text}")
    tiny.write(CARDS, "cards:\n  - {id: a, name: A, colour: Red, pattern: none}\n")
    assert cell_styles(tiny.load()) == {}
    tiny.change(GAME, "colour: text", "colour: colour?")
    tiny.write(CARDS, "cards:\n  - {id: a, name: A, pattern: x}\n  - {id: b, name: B, colour: '#AA0000', pattern: x}\n")
    assert cell_styles(tiny.load()) == {"b": CellStyle("#aa0000", "plain")}


# ---------------------------------------------------------------- the shipped cards


def test_the_shipped_cards_have_no_findings(shipped: dict[str, tuple[LaidCard, ...]]) -> None:
    assert {deck: codes(cards) for deck, cards in shipped.items()} == {"blocks": [], "garbage": [], "aids": []}


def test_a_block_card_is_the_same_upside_down(shipped: dict[str, tuple[LaidCard, ...]]) -> None:
    for card in shipped["blocks"]:
        corner = [box for box in card.face.boxes if box.name.split(".")[0] == "corner"]
        far = [box for box in card.face.boxes if box.name == "far-corner"]
        assert [box.rect for box in far] == [
            pytest.approx((63 - x - width, 88 - y - height, width, height))
            for x, y, width, height in (b.rect for b in corner)
        ]
        runs = runs_in(card.face.scene.items)
        indexes = [run for run in runs if run.text == card.card.id and run.size == 9]
        assert [run.outlined for run in indexes] == [False, True]


def test_a_garbage_card_has_its_row_at_8_mm_along_both_long_edges(shipped: dict[str, tuple[LaidCard, ...]]) -> None:
    for card in shipped["garbage"]:
        assert (card.face.scene.width, card.face.scene.height) == (88, 63)
        near, far = box_of(card.face, "near-edge"), box_of(card.face, "far-edge")
        assert near.rect == (4, 55, 80, 11)  # ten cells of 8 mm, over the edge and its bleed
        assert far.rect == (4, -3, 80, 11)


def test_every_card_shows_its_code_and_names(shipped: dict[str, tuple[LaidCard, ...]]) -> None:
    for card in (*shipped["blocks"], *shipped["garbage"]):
        text = "".join(texts_on(card.face))
        assert card.card.id in text
        assert all(name.replace(" ", "") in text.replace(" ", "") for name in card.card.fields["names"].values())
        assert "Aqua6623" in text
        assert "CC-BY-SA-4.0" in text


def test_groups_contain_the_shapes_of_their_boxes(shipped: dict[str, tuple[LaidCard, ...]]) -> None:
    face = shipped["blocks"][0].face
    groups = [item for item in face.scene.items if isinstance(item, Group)]
    assert groups
    assert all(group.items for group in groups)
