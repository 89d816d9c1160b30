"""The places of boxes by sums: edges of other boxes, fractions, numbers of the card, and text above."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest

from cardgen.base.errors import DataError
from cardgen.cards.layout.cards import LaidCard
from cardgen.scene.items import Group, Rect
from tests.cards.layout.test_cards import CARDS, GAME, TEMPLATE, codes, lay
from tests.games_on_disk import GameOnDisk
from tests.runs import texts_on


def with_fields(game: GameOnDisk, fields: str, *cards: str) -> None:
    game.change(GAME, "fields: {name: text}", f"fields: {{{fields}}}")
    game.write(CARDS, "cards:\n" + "".join(f"  - {{{card}}}\n" for card in cards))


def rects(card: LaidCard) -> Mapping[str, Rect]:
    return {box.name: box.rect for box in card.face.boxes}


def faults(game: GameOnDisk, *boxes: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        lay(game, *boxes)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("box", "rect"),
    [
        ("[a.left, a.bottom, 5, 5]", (10, 28, 5, 5)),
        ("['a.right + 1.5', a.top, 5, 5]", (41.5, 20, 5, 5)),
        ("[a.centre, a.middle, a.width, a.height]", (25, 24, 30, 8)),
        ("[safe.left, 0, safe.width, 5]", (3, 0, 57, 5)),
        ("['trim.right - 10', 'bleed.top', 10, 'bleed.height / 2']", (53, -3, 10, 47)),
        ("[0, 0, 50%, 50%]", (0, 0, 31.5, 44)),
        ("['50% - 5', '100% - 10', 10, 10]", (26.5, 78, 10, 10)),
        ("['a.right - 2 * a.left', 0, 'trim.width - a.width', 5]", (20, 0, 33, 5)),
    ],
)
def test_a_box_is_placed_by_edges_and_fractions(tiny: GameOnDisk, box: str, rect: Rect) -> None:
    (card, _) = lay(tiny, f"x: {{kind: rect, box: {box}}}", "a: {kind: rect, box: [10, 20, 30, 8]}")
    assert rects(card)["x"] == pytest.approx(rect)
    assert list(rects(card)) == ["x", "a"]  # painted in their order, not in that of placing


def test_edges_are_those_before_a_box_turns(tiny: GameOnDisk) -> None:
    (card, _) = lay(
        tiny,
        "a: {kind: rect, box: [10, 20, 30, 8], turn: 90}",
        "x: {kind: rect, box: [a.right, a.bottom, 5, 5]}",
    )
    assert rects(card)["x"] == (40, 28, 5, 5)


def test_a_box_drawn_again_has_edges_at_its_own_place(tiny: GameOnDisk) -> None:
    (card, _) = lay(
        tiny,
        "a: {kind: rect, box: [4, 4, 10, 8]}",
        "far: {kind: again, of: a}",
        "x: {kind: rect, box: ['far.left - 5', far.top, 5, 5]}",
    )
    assert rects(card)["x"] == pytest.approx((44, 76, 5, 5))


def test_boxes_in_a_group_are_placed_by_each_other_and_by_fractions_of_the_group(tiny: GameOnDisk) -> None:
    (card, _) = lay(
        tiny,
        "a: {kind: rect, box: [4, 4, 10, 8]}",
        "g:",
        "  kind: group",
        "  box: [a.left, a.bottom, 40, 20]",
        "  boxes:",
        "    a: {kind: rect, box: [0, 0, 50%, 100%]}",
        "    b: {kind: rect, box: [a.right, 25%, '100% - a.width', 2]}",
    )
    assert rects(card)["g.a"] == (4, 12, 20, 20)
    assert rects(card)["g.b"] == (24, 17, 20, 2)


def test_numbers_of_a_card_may_be_in_sums(tiny: GameOnDisk) -> None:
    with_fields(tiny, "name: text, life: number", "id: a, name: A, life: 3", "id: b, name: B, life: 7.5")
    first, second = lay(
        tiny,
        "bar: {kind: rect, box: [5, 5, '{life} * 4', 3]}",
        "end: {kind: rect, box: ['bar.right + 1', 5, 3, 3]}",
        "still: {kind: rect, box: [5, bar.bottom, 3, 3]}",
    )
    assert rects(first) == {"bar": (5, 5, 12, 3), "end": (18, 5, 3, 3), "still": (5, 8, 3, 3)}
    assert rects(second)["bar"] == (5, 5, 30, 3)
    assert rects(second)["end"] == (36, 5, 3, 3)


def test_a_wrong_place_is_reported_with_the_card(tiny: GameOnDisk) -> None:
    with_fields(tiny, "name: text, life: number?", "id: a, name: A, life: 60", "id: b, name: B")
    messages = faults(tiny, "x: {kind: rect, box: [5, '{life} + 1', '50 - {life}', 3]}")
    assert messages == [
        f"{TEMPLATE}:4:26: card 'a': box: [5, 61.0, -10.0, 3] given, expected a width and a height above 0 mm",
    ]
    assert faults(tiny, "x: {kind: rect, box: [5, '{id} + 1', 3, 3]}")[0] == (
        f"{TEMPLATE}:4:30: card 'a': box: {{id}} is 'a', expected a number of mm"
    )
    messages = faults(tiny, "x: {kind: rect, box: [5, '{game.titles.fr} + 1', 3, 3]}")
    assert messages == [f"{TEMPLATE}:4:30: box: there is no value {{game.titles.fr}} (expected one of: zh, en)"]


def test_a_card_may_have_the_whole_place(tiny: GameOnDisk) -> None:
    with_fields(tiny, "name: text, at: list?", "id: a, name: safe, at: [1, 2, 3, 4]", "id: b, name: trim")
    first, second = lay(tiny, "x: {kind: rect, box: '{at}'}", "y: {kind: rect, box: '{name}'}")
    assert rects(first) == {"x": (1, 2, 3, 4), "y": (3, 3, 57, 82)}
    assert rects(second) == {"y": (0, 0, 63, 88)}
    group = "g: {kind: group, box: [0, 0, 9, 9], turn: 9, boxes: {y: {kind: rect, box: '{name}'}}}"
    assert faults(tiny, group)[0] == (
        f"{TEMPLATE}:4:79: card 'a': box: 'safe' given, expected four numbers of mm: [x, y, width, height]"
    )
    tiny.write(CARDS, "cards:\n  - {id: a, name: saf, at: [a, b, c, d]}\n  - {id: b, name: trim, at: [1, 2, 3]}\n")
    messages = faults(tiny, "x: {kind: rect, box: '{at}'}", "y: {kind: rect, box: '{name}'}")
    assert [fault.split(": ", 2)[2] for fault in messages] == [
        "box: ['a', 'b', 'c', 'd'] given, expected four numbers of mm: [x, y, width, height] "
        "(or one of the areas: trim, bleed, safe)",
        "box: [1, 2, 3] given, expected [x, y, width, height] in mm, or trim, bleed, safe",
        "box: 'saf' given, expected four numbers of mm: [x, y, width, height] (or one of the areas: trim, bleed, safe)",
    ]


def test_groups_and_repeats_may_be_named_areas(tiny: GameOnDisk) -> None:
    boxes = "boxes: {d: {kind: rect, box: [0, 0, 10, 100%]}}"
    (card, _) = lay(
        tiny,
        f"g: {{kind: group, box: safe, clip: true, {boxes}}}",
        f"r: {{kind: repeat, box: bleed, of: 2, cell: [10, 10], {boxes}}}",
    )
    assert rects(card)["g.d"] == (3, 3, 10, 82)
    assert rects(card)["r.2.d"] == (7, -3, 10, 10)


# ---------------------------------------------------------------- text edges

LONG = "A paragraph that goes on for so long that it takes a second line and even a third one"


def test_a_paragraph_is_placed_below_one_of_any_length(tiny: GameOnDisk) -> None:
    with_fields(
        tiny,
        "name: text, more: text?",
        f"id: a, name: {LONG}, more: x",
        "id: b, name: Short, more: x",
        "id: c, name: Short",
    )
    style = "lang: en, size: 4, valign: top, leading: 1.25"
    long, short, bare = lay(
        tiny,
        f"name: {{kind: text, box: [5, 10, 50, 30], text: '{{name}}', {style}}}",
        f"more: {{kind: text, box: [5, 'name.text_bottom + 2', 50, 5], text: '{{more}}', {style}}}",
        "rule: {kind: rect, box: [5, more.text_bottom, 50, 0.2]}",
        "end: {kind: rect, box: [name.text_right, 10, 1, 1]}",
    )
    lines = len(texts_on(long.face)) - 1
    assert lines >= 3
    first = rects(short)["more"][1]
    assert rects(long)["more"][1] == pytest.approx(first + 5 * (lines - 1))  # a line is 5 mm
    assert first - 2 == pytest.approx(10 + 2.5 + 0.36 * 4 + 0.25 * 4)  # a quarter of the size under the baseline
    assert rects(short)["rule"][1] == pytest.approx(first + 2.5 + 0.36 * 4 + 0.25 * 4)
    assert rects(bare)["rule"][1] == pytest.approx(first)  # it has no text, so its text ends where it begins
    assert rects(short)["end"][0] < 20 < rects(long)["end"][0]
    # Letters with descenders do not increase the distance.
    deep = tiny.read(CARDS).replace("Short", "Sgjpt")
    tiny.write(CARDS, deep)
    assert rects(tiny.layout()["main"][1])["more"][1] == pytest.approx(first)


def test_the_areas_of_the_card_can_be_used_in_groups_and_repeats(tiny: GameOnDisk) -> None:
    inner = "{kind: rect, box: ['safe.left', 2, 'trim.width / 3', 5]}"
    (card, _) = lay(
        tiny,
        f"g: {{kind: group, box: [10, 20, 30, 30], boxes: {{all: {{kind: rect, box: bleed}}, in: {inner}, deep: "
        f"{{kind: group, box: [1, 2, 9, 9], boxes: {{all: {{kind: rect, box: safe}}}}}}}}}}",
        "r: {kind: repeat, of: 2, box: [10, 20, 30, 30], cell: [9, 9], boxes: {all: {kind: rect, box: trim}}}",
    )
    places = rects(card)
    assert places["g.all"] == (-3, -3, 69, 94)
    assert places["g.in"] == (3, 22, 21, 5)
    assert places["g.deep.all"] == (3, 3, 57, 82)
    assert places["r.1.all"] == places["r.2.all"] == (0, 0, 63, 88)


def test_the_areas_of_the_card_cannot_be_used_in_turned_boxes(tiny: GameOnDisk) -> None:
    deep = "{kind: group, box: [1, 2, 9, 9], boxes: {all: {kind: rect, box: safe}}}"
    (fault,) = faults(
        tiny, f"r: {{kind: repeat, of: 2, box: [10, 20, 30, 30], cell: [9, 9], turn: 5, boxes: {{d: {deep}}}}}"
    )
    assert "safe cannot be used inside a turned box" in fault


def test_a_box_is_placed_by_the_cells_of_a_repeat(tiny: GameOnDisk) -> None:
    with_fields(tiny, "name: text, life: integer", "id: a, name: A, life: 5", "id: b, name: B, life: 0")
    hearts = "of: '{life}', cell: [8, 4], gap: 2, honeycomb: true, boxes: {d: {kind: ellipse, box: [0, 0, 8, 4]}}"
    many, none = lay(
        tiny,
        f"hearts: {{kind: repeat, box: [5, 20, 35, 30], valign: middle, {hearts}}}",
        "frame: {kind: rect, box: [hearts.content_left, hearts.content_top, 'hearts.content_right - 4', "
        "'hearts.content_bottom - hearts.content_top + 1']}",
    )
    # Three cells of 8 mm and two below them, shifted by half a step of 10 mm.
    down = 4 + 10 * math.sqrt(0.75)
    assert rects(many)["frame"] == pytest.approx((5, 35 - down / 2, 29, down + 1), abs=0.001)
    assert rects(none)["frame"] == (5, 20, 1, 1)


@pytest.mark.parametrize("name", ["safe", "word"])
def test_only_a_repeat_has_edges_of_its_content(tiny: GameOnDisk, name: str) -> None:
    word = "word: {kind: text, box: [5, 5, 9, 9], text: A, lang: en}"
    messages = faults(tiny, word, f"x: {{kind: rect, box: [5, {name}.content_top, 3, 3]}}")
    assert messages == [f"{TEMPLATE}:5:30: box: '{name}' is no repeat and has no content_top"]


def test_an_area_has_no_text(tiny: GameOnDisk) -> None:
    messages = faults(tiny, "x: {kind: rect, box: [5, safe.text_top, 3, 3]}")
    assert messages == [f"{TEMPLATE}:4:30: box: 'safe' is an area and has no text"]


def test_a_box_that_a_card_leaves_out_keeps_its_place(tiny: GameOnDisk) -> None:
    with_fields(tiny, "name: text, more: text?, at: number?", "id: a, name: A, more: x, at: 30", "id: b, name: B")
    boxes = (
        "more: {kind: text, box: [5, 20, 50, 5], text: '{more}', lang: en}",
        "x: {kind: rect, box: [5, more.bottom, 3, 3]}",
        "high: {kind: rect, box: [5, '{at}', 3, 3], when: {at: {given: true}}}",
    )
    first, second = lay(tiny, *boxes)
    assert rects(first)["x"] == rects(second)["x"] == (5, 25, 3, 3)
    assert list(rects(first)) == ["more", "x", "high"]
    assert list(rects(second)) == ["x"]


def test_a_box_is_left_out_if_the_card_leaves_out_its_place(tiny: GameOnDisk) -> None:
    with_fields(
        tiny, "name: text, at: number?, area: list?", "id: a, name: A, at: 30, area: [1, 2, 3, 4]", "id: b, name: B"
    )
    first, second = lay(
        tiny,
        "high: {kind: rect, box: [5, '{at} + 1', 3, 3]}",
        "whole: {kind: rect, box: '{area}'}",
        "under: {kind: rect, box: [5, high.bottom, 3, 3]}",  # so is what is placed by it
        "group: {kind: group, box: ['{at}', 5, 9, 9], boxes: {in: {kind: rect, box: [0, 0, 9, 9]}}}",
        "far: {kind: again, of: high}",
        "always: {kind: rect, box: [1, 1, 3, 3]}",
    )
    assert list(rects(first)) == ["high", "whole", "under", "group", "group.in", "far", "always"]
    assert rects(first)["under"] == (5, 34, 3, 3)
    assert list(rects(second)) == ["always"]


def test_boxes_whose_place_depends_on_no_card_are_laid_out_once(tiny: GameOnDisk) -> None:
    first, second = lay(
        tiny,
        "name: {kind: text, box: [5, 5, 50, 8], text: '{name}', lang: en}",
        "line: {kind: rect, box: [5, name.bottom, 50, 1], fill: '#000000'}",
        "under: {kind: rect, box: [5, name.text_bottom, 50, 1], fill: '#000000'}",
    )
    shared = {id(item) for item in first.face.scene.items} & {id(item) for item in second.face.scene.items}
    assert [id(item) in shared for item in first.face.scene.items] == [False, True, False]


# ---------------------------------------------------------------- conditions


def wanted(game: GameOnDisk, when: str) -> str:
    """Return the ids of the cards that draw a box with this condition."""
    laid = lay(game, f"x: {{kind: rect, box: trim, when: {when}}}")
    return " ".join(card.card.id for card in laid if card.face.boxes)


@pytest.mark.parametrize(
    ("when", "cards"),
    [
        ("{cost: 3}", "b"),
        ("{cost: {at_least: 3}}", "b c"),
        ("{cost: {at_least: 2, at_most: 4}}", "b"),
        ("{kind: [spell, trap]}", "a c"),
        ("{kind: {not: spell}}", "b c"),
        ("{note: {given: true}}", "a"),
        ("{note: {given: false}}", "b c"),
        ("{cost: {at_least: 3}, kind: trap}", "c"),
        ("{names.en: Bee}", "b"),
        ("{id: [a, b]}", "a b"),
        ("{copies: 2}", "c"),
        ("{deck.id: main}", "a b c"),
        ("{deck.id: other}", ""),
        ("{deck.count: {at_most: 3}}", ""),
        ("{game.titles.en: Tiny}", "a b c"),
    ],
)
def test_a_box_is_drawn_on_cards_that_meet_its_conditions(tiny: GameOnDisk, when: str, cards: str) -> None:
    with_fields(
        tiny,
        "names: texts, cost: integer, kind: text, note: text?",
        "id: a, cost: 1, kind: spell, note: n, names: {en: Ay, zh: 甲}",
        "id: b, cost: 3, kind: hero, names: {en: Bee, zh: 乙}",
        "id: c, cost: 5, kind: trap, copies: 2, names: {en: Cee, zh: 丙}",
    )
    assert wanted(tiny, when) == cards


def test_a_condition_makes_faces_differ(tiny: GameOnDisk) -> None:
    tiny.change(TEMPLATE, '{en: "Card {id}", zh: "牌 {id}"}', "{en: Card, zh: 牌}")
    tiny.change(TEMPLATE, 'text: "{name}", lang: en}', "text: x, lang: en, when: {name: Second}}")
    first, second = tiny.layout()["main"]
    assert (texts_on(first.face), texts_on(second.face)) == ([], ["x"])
    # One on the deck does not.
    tiny.change(TEMPLATE, "when: {name: Second}", "when: {deck.id: main}")
    first, second = tiny.layout()["main"]
    assert first.face is second.face
    assert texts_on(first.face) == ["x"]


def test_a_group_and_its_boxes_have_conditions(tiny: GameOnDisk) -> None:
    first, second = lay(
        tiny,
        "g:",
        "  kind: group",
        "  box: [0, 0, 20, 20]",
        "  when: {id: [one, two]}",
        "  boxes: {a: {kind: rect, box: [0, 0, 5, 5], when: {id: one}}, b: {kind: rect, box: [0, a.bottom, 5, 5]}}",
        "again: {kind: again, of: g, when: {id: two}}",
    )
    assert [box.name for box in first.face.boxes] == ["g", "g.a", "g.b"]
    assert [box.name for box in second.face.boxes] == ["g", "g.b", "again", "again"]
    assert rects(second)["g.b"] == (0, 5, 5, 5)


@pytest.mark.parametrize(
    ("when", "message"),
    [
        ("{nam: x}", "4:39: when: no card has 'nam' (did you mean 'name'?)"),
        ("{item.name: x}", "4:39: when: no card has 'item.name'"),
        ("{Name: x}", "4:39: when: no card has 'Name' (did you mean 'name'?)"),
        ("{a b: x}", "4:39: 'a b' given, expected the name of a value, such as cost or deck.id"),
        ("{name: {}}", "empty condition (such as {at_least: 2})"),
        ("{name: {is: x, at_last: 3}}", "unknown key 'at_last' (did you mean 'at_least'?)"),
        ("{name: '{id}'}", "4:38: when: placeholders are not filled in here"),
        ("[name]", "when: ['name'] given, expected keys with values"),
    ],
)
def test_a_wrong_condition_is_a_fault(tiny: GameOnDisk, when: str, message: str) -> None:
    (fault,) = faults(tiny, f"x: {{kind: rect, box: trim, when: {when}}}")
    assert message in fault


def test_values_that_cannot_be_compared_are_reported_with_the_cards(tiny: GameOnDisk) -> None:
    messages = faults(tiny, "x: {kind: rect, box: trim, when: {name: {at_least: 3}, game.titel: x}}")
    assert messages == [
        f"{TEMPLATE}:4:39: card 'one': when: name: 'First' given, expected a number "
        f"(the condition compares it with a number)",
        f"{TEMPLATE}:4:39: card 'two': when: name: 'Second' given, expected a number "
        f"(the condition compares it with a number)",
    ]
    (fault,) = faults(tiny, "x: {kind: rect, box: trim, when: {game.titel: x}}")
    assert "when: there is no value game.titel (did you mean 'titles'?)" in fault


# ---------------------------------------------------------------- groups


def test_a_group_is_cut_off_at_its_edge(tiny: GameOnDisk) -> None:
    dot = "boxes: {d: {kind: ellipse, box: [-5, -5, 10, 10], fill: '#000000'}}"
    (card, _) = lay(
        tiny,
        f"a: {{kind: group, box: [10, 10, 20, 20], {dot}}}",
        f"b: {{kind: group, box: [10, 10, 20, 20], {dot}, clip: true}}",
        f"c: {{kind: group, box: [10, 10, 20, 20], {dot}, clip: {{radius: 2}}, opacity: 0.5, turn: 90}}",
        f"d: {{kind: group, box: [10, 10, 20, 20], {dot}, clip: false}}",
    )
    groups = [item for item in card.face.scene.items if isinstance(item, Group)]
    assert [group.clip and len(group.clip.commands) for group in groups] == [None, 5, 10, None]
    assert [group.opacity for group in groups] == [1, 1, 0.5, 1]


def test_text_that_a_group_would_cut_off_is_a_finding(tiny: GameOnDisk) -> None:
    text = "{kind: text, box: [%s, 0, 20, 5], text: H, lang: en, valign: top}"
    group = f"g: {{kind: group, box: [10, 10, 20, 5], clip: true, boxes: {{t: {text}}}}}"
    assert codes(lay(tiny, group % "0")) == []
    (card, _) = lay(tiny, group % "-1")
    (finding,) = card.face.findings
    assert finding.code == "CG101"
    assert finding.message.startswith("g: text reaches ")
    assert finding.message.endswith(" mm out of the group, which cuts it off")
    assert finding.place.line == 4
    assert codes(lay(tiny, (group % "-1").replace("true", "false"))) == []
    # In a round corner it is cut off as well.
    assert codes(lay(tiny, (group % "0").replace("clip: true", "clip: {radius: 0.5}"))) == []
    assert codes(lay(tiny, (group % "0").replace("clip: true", "clip: {radius: 2.5}"))) == ["CG101"]


@pytest.mark.parametrize("clip", ["round", "{radius: -1}", "{radios: 1}", "2"])
def test_a_clip_is_true_false_or_a_radius(tiny: GameOnDisk, clip: str) -> None:
    (fault,) = faults(
        tiny, f"g: {{kind: group, box: trim, clip: {clip}, boxes: {{a: {{kind: rect, box: [0, 0, 1, 1]}}}}}}"
    )
    assert "clip" in fault or "radios" in fault
