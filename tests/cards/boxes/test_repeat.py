"""Repeats: the number of copies, the values that they can name, and the places of their cells."""

from __future__ import annotations

from typing import Any

import pytest

from cardgen.base.errors import DataError
from cardgen.cards.boxes.repeat import RepeatBox, place_cells, room_in
from tests.cards.layout.test_areas import faults, rects, with_fields
from tests.cards.layout.test_cards import CARDS, GAME, TEMPLATE, codes, lay
from tests.cases import for_cases
from tests.games_on_disk import GameOnDisk
from tests.runs import texts_on

SAY = "boxes: {t: {kind: text, box: [0, 0, 20, 4], text: '%s', lang: en, size: 2}}"


def repeat(of: Any, width: float = 20, height: float = 20, **more: Any) -> list[tuple[float, float]]:
    """Return the places of cells of 4 × 2 mm in a box."""
    box = RepeatBox.model_validate(
        {"kind": "repeat", "box": [0, 0, width, height], "of": of, "cell": [4, 2], "boxes": {"a": 0}, **more}
    )
    return place_cells(box, width, height)


# ---------------------------------------------------------------- where


@for_cases(
    ("more", "places"),
    [
        ({}, [(0, 0), (4, 0), (8, 0), (12, 0), (16, 0), (0, 2), (4, 2)]),
        ({"gap": 1}, [(0, 0), (5, 0), (10, 0), (15, 0), (0, 3), (5, 3), (10, 3)]),
        ({"gap": [2, 0.5], "of": 4}, [(0, 0), (6, 0), (12, 0), (0, 2.5)]),
        ({"align": "right"}, [(0, 0), (4, 0), (8, 0), (12, 0), (16, 0), (12, 2), (16, 2)]),
        ({"align": "centre", "of": 2}, [(6, 0), (10, 0)]),
        ({"align": "centre", "valign": "middle", "of": 1}, [(8, 9)]),
        ({"valign": "bottom", "of": 6}, [(0, 16), (4, 16), (8, 16), (12, 16), (16, 16), (0, 18)]),
        ({"direction": "down", "of": 3}, [(0, 0), (0, 2), (0, 4)]),
        ({"direction": "down", "gap": [1, 8]}, [(0, 0), (0, 10), (5, 0), (5, 10), (10, 0), (10, 10), (15, 0)]),
        ({"direction": "down", "align": "right", "valign": "bottom", "of": 2}, [(16, 16), (16, 18)]),
        ({"direction": "down", "align": "centre", "valign": "middle", "of": 1}, [(8, 9)]),
        ({"of": []}, []),
        ({"of": 0}, []),
    ],
)
def test_cells_fill_as_many_rows_or_columns_as_they_need(more: dict[str, Any], places: list[Any]) -> None:
    assert repeat(**{"of": 7, **more}) == places


def test_cells_that_just_fit_do_fit() -> None:
    # Thirds add up to 30.000000000000004.
    box = RepeatBox.model_validate(
        {"kind": "repeat", "box": [0, 0, 30, 1], "of": 3, "cell": [30 / 3, 1], "boxes": {"a": 0}}
    )
    assert place_cells(box, 30, 1) == [(0, 0), (10, 0), (20, 0)]
    assert room_in(box, 0.1 + 0.2 + 29.7, 1) == 3
    assert room_in(box, 29.9, 1) == 2
    assert room_in(box, 30, 2.5) == 6


def test_cells_without_room_are_below_each_other() -> None:
    assert repeat(3, width=3) == [(0, 0), (0, 2), (0, 4)]


# ---------------------------------------------------------------- how often


def test_boxes_are_drawn_as_often_as_a_number_says(tiny: GameOnDisk) -> None:
    with_fields(
        tiny, "name: text, cost: integer?", "id: a, name: A, cost: 3", "id: b, name: B, cost: 0", "id: c, name: C"
    )
    dot = "{d: {kind: ellipse, box: [0, 0, 4, 4]}}"
    dots = f"r: {{kind: repeat, box: [5, 5, 50, 4], of: '{{cost}}', cell: [4, 4], gap: 1, boxes: {dot}}}"
    three, none, left_out = lay(tiny, dots)
    assert rects(three) == {
        "r": (5, 5, 50, 4),
        "r.1.d": (5, 5, 4, 4),
        "r.2.d": (10, 5, 4, 4),
        "r.3.d": (15, 5, 4, 4),
    }
    assert list(rects(none)) == ["r"]
    assert list(rects(left_out)) == []
    (same, _, _) = lay(tiny, dots.replace("'{cost}'", "2"))
    assert list(rects(same)) == ["r", "r.1.d", "r.2.d"]


def test_boxes_are_drawn_for_each_entry_of_a_list(tiny: GameOnDisk) -> None:
    with_fields(tiny, "name: text, tags: list", "id: a, name: A, tags: [fire, 7]", "id: b, name: B, tags: []")
    box = "r: {kind: repeat, box: [5, 5, 40, 4], of: '{tags}', cell: [20, 4], %s}"
    first, second = lay(tiny, box % (SAY % "{item} {number} of {name}"))
    assert texts_on(first.face) == ["fire 1 of A", "7 2 of A"]
    assert texts_on(second.face) == []
    fixed, _ = lay(tiny, box.replace("'{tags}'", "[x, '{name}', '{id}']") % (SAY % "{item}"))
    assert texts_on(fixed.face) == ["x", "A", "a"]


def test_of_entries_with_the_same_value_of_a_key_only_the_first_is_drawn(tiny: GameOnDisk) -> None:
    with_fields(
        tiny,
        "name: text, acts: list",
        "id: a, name: A, acts: [{do: draw, n: 1}, {do: seal, n: 2}, {do: draw, n: 3}, {n: 4}, {n: 5}]",
        "id: b, name: B, acts: []",
    )
    box = "r: {kind: repeat, box: [5, 5, 40, 4], of: '{acts}', unique: do, cell: [10, 4], %s}"
    first, second = lay(tiny, box % (SAY % "{item.n} {number}"))
    assert texts_on(first.face) == ["1 1", "2 2", "4 3", "5 4"]
    assert list(rects(second)) == ["r"]
    plain, _ = lay(tiny, (box % (SAY % "{item}")).replace("'{acts}'", "[x, y, x]"))
    assert texts_on(plain.face) == ["x", "y"]


def test_entries_may_have_keys_of_their_own(tiny: GameOnDisk) -> None:
    with_fields(
        tiny,
        "name: text, moves: list",
        "id: a, name: A, moves: [{title: Hit, power: 3, paint: '#aa0000'}, {title: Run}]",
        "id: b, name: B, moves: [{title: Hide, power: 1, cells: ['##', '#.']}]",
    )
    first, second = lay(
        tiny,
        "r:",
        "  kind: repeat",
        "  of: '{moves}'",
        "  box: [5, 5, 50, 30]",
        "  cell: [50, 8]",
        "  boxes:",
        "    bar:",
        "      kind: rect",
        "      box: [0, 0, '{item.power} * 5', 8]",
        "      fill: '{item.paint}'",
        "      when: {item.power: {given: true}}",
        "    title: {kind: text, box: [0, 0, 30, 8], text: '{item.title}', lang: en}",
        "    shape: {kind: polyomino, box: [30, 0, 8, 8], cells: '{item.cells}', colour: '#000000'}",
        "    dots:",
        "      kind: repeat",
        "      of: '{item.power}'",
        "      box: [40, 0, 10, 8]",
        "      cell: [2, 2]",
        "      boxes: {n: {kind: text, box: [0, 0, 2, 2], text: '{number}{item}', lang: en, size: 1}}",
    )
    assert list(rects(first)) == [
        "r", "r.1.bar", "r.1.title", "r.1.dots", "r.1.dots.1.n", "r.1.dots.2.n", "r.1.dots.3.n", "r.2.title"
    ]  # fmt: skip
    assert rects(first)["r.1.bar"] == (5, 5, 15, 8)
    assert rects(first)["r.2.title"] == (5, 13, 30, 8)
    assert texts_on(first.face) == ["Hit", "11", "22", "33", "Run"]
    assert "r.1.shape" in rects(second)


def test_a_repeat_may_be_in_groups_turned_and_drawn_again(tiny: GameOnDisk) -> None:
    (card, _) = lay(
        tiny,
        "g:",
        "  kind: group",
        "  box: [10, 10, 20, 4]",
        "  boxes:",
        "    r:",
        "      kind: repeat",
        "      box: [4, 0, 8, 4]",
        "      turn: 180",
        "      of: 2",
        "      cell: [4, 4]",
        "      boxes: {d: {kind: rect, box: [0, 0, 4, 2]}}",
        "far: {kind: again, of: g}",
    )
    assert rects(card)["g.r.1.d"] == pytest.approx((18, 12, 4, 2))
    assert rects(card)["g.r.2.d"] == pytest.approx((14, 12, 4, 2))
    assert len([box for box in card.face.boxes if box.name == "far"]) == 4


def test_a_repeat_that_depends_on_no_card_is_laid_out_once(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "fields: {name: text}", "fields: {name: text, number: integer}")
    tiny.write(CARDS, "cards:\n  - {id: a, name: A, number: 7}\n  - {id: b, name: B, number: 8}\n")
    box = "r: {kind: repeat, box: [5, 5, 50, 4], of: %s, cell: [10, 4], " + SAY % "{number}" + "}"
    first, second = lay(tiny, box % "2", "n: {kind: text, box: [5, 20, 50, 8], text: '{number}', lang: en}")
    # Inside, the number is the repeat's, whatever fields the card has.
    assert texts_on(first.face) == ["1", "2", "7"]
    assert texts_on(second.face) == ["1", "2", "8"]
    shared = {id(item) for item in first.face.scene.items} & {id(item) for item in second.face.scene.items}
    assert [id(item) in shared for item in first.face.scene.items] == [True, True, False]


def test_too_many_cells_are_a_finding_and_drawn(tiny: GameOnDisk) -> None:
    box = "r: {kind: repeat, box: [5, 5, 9, 4], of: %d, cell: [4, 4], boxes: {d: {kind: ellipse, box: [0, 0, 4, 4]}}}"
    assert codes(lay(tiny, box % 2)) == []
    (card, _) = lay(tiny, box % 3)
    (finding,) = card.face.findings
    assert (finding.code, finding.name) == ("CG112", "repeat-overflow")
    assert (finding.message, finding.hint) == ("r: 3 cells of 4×4 mm do not fit into 9×4 mm", "there is room for 2")
    assert str(finding.place) == f"{TEMPLATE}:4:46"
    assert rects(card)["r.3.d"] == (5, 9, 4, 4)


def test_text_in_a_cell_is_checked(tiny: GameOnDisk) -> None:
    box = "r: {kind: repeat, box: [1, 5, 20, 4], of: 2, cell: [10, 4], " + SAY % "H" + "}"
    (card, _) = lay(tiny, box)
    assert [finding.message.split(":")[0] for finding in card.face.findings] == ["r.1.t"]
    assert (
        codes(lay(tiny, box.replace("[1, 5", "[5, 5").replace("'H'", "far too long for a cell of 20 by 4 mm")))
        == ["CG101"] * 2
    )


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("of: -1, cell: [1, 1]", "of: -1 given, expected a list, or a whole number from 0 to 1,000"),
        ("of: 1001, cell: [1, 1]", "of: 1001 given, expected a list, or a whole number from 0 to 1,000"),
        ("of: 1.5, cell: [1, 1]", "of: 1.5 given, expected a list"),
        ("of: true, cell: [1, 1]", "of: true given, expected a list"),
        ("of: name, cell: [1, 1]", "of: 'name' given, expected a list"),
        ("of: 2, cell: 4", "cell: 4 given, expected [width, height] in mm (such as [6, 6])"),
        ("of: 2, cell: [0, 4]", "cell.0: 0 given, expected more than 0"),
        ("of: 2, cell: [1, 1], gap: x", "gap: 'x' given, expected a gap in mm, or [across, down] (such as 1 or"),
        ("of: 2, cell: [1, 1], gap: [1, 2, 3]", "gap: [1, 2, 3] given, expected a gap in mm"),
        ("of: 2, cell: [1, 1], gap: -1", "gap: -1 given, expected a gap in mm"),
        ("of: 2, cell: [1, 1], direction: left", "direction: 'left' given, expected 'right' or 'down'"),
        ("of: 2", "key 'cell' is missing"),
    ],
)
def test_a_wrong_repeat_is_a_fault(tiny: GameOnDisk, keys: str, expected: str) -> None:
    (fault,) = faults(tiny, f"r: {{kind: repeat, box: trim, {keys}, boxes: {{d: {{kind: rect, box: [0, 0, 1, 1]}}}}}}")
    assert expected in fault


def test_the_values_of_a_repeat_exist_only_inside_it(tiny: GameOnDisk) -> None:
    with_fields(
        tiny, "name: text, tags: list", "id: a, name: A, tags: [{title: x}]", "id: b, name: B, tags: [{note: y}]"
    )
    inside = "{kind: text, box: [0, 0, 20, 5], text: '%s', lang: en}"
    box = "r: {kind: repeat, box: [5, 5, 20, 5], of: '{tags}', cell: [20, 5], boxes: {t: %s}}"
    assert texts_on(lay(tiny, box % inside % "{item.title}")[0].face) == ["x"]
    (fault,) = faults(tiny, "t: " + inside.replace("0, 0", "5, 5") % "{item.title}")
    assert "there is no value {item.title}" in fault
    # A key that an entry leaves out is empty; one that no entry has is a mistake.
    messages = faults(tiny, box % inside % "{item.titel}")
    assert messages == [
        f"{TEMPLATE}:4:122: card 'a' and 1 more: there is no value {{item.titel}} (did you mean 'title'?)"
    ]
    messages = faults(tiny, "t: " + inside.replace("0, 0", "5, 5") % "x {tags}")
    assert "{tags} is a list whose entries have several values (use a repeat to draw them one by one)" in messages[0]


# ---------------------------------------------------------------- lists


def test_a_list_in_a_table_is_separated_by_bars(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "cards: cards.yaml", "cards: cards.csv")
    tiny.change(GAME, "fields: {name: text}", "fields: {name: text, tags: list?}")
    tiny.write("card_data/tiny/cards.csv", "id,name,tags\na,A,fire | old|3\nb,B,\nc,C,007|1.50|1.5|true\n")
    cards = tiny.load().decks["main"].cards
    assert [card.fields["tags"] for card in cards] == [("fire", "old", 3), None, ("007", "1.50", 1.5, "true")]
    first, *_ = lay(tiny, "t: {kind: text, box: [5, 5, 50, 5], text: '{tags}', lang: en}")
    assert texts_on(first.face) == ["fire, old, 3"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("fire", "tags: 'fire' given, expected a list"),
        ("[[a]]", "tags.0: ['a'] given, expected text, a number, or keys with values"),
        ("[true]", "tags.0: true given, expected text, a number, or keys with values"),
        ("[a, '']", "tags.1: '' given, expected text, a number, or keys with values"),
        ("[{A: 1}]", "tags.0: 'A' given, expected a name of lower-case letters, digits and _"),
        ("[{a: {b: c}}]", "tags.0: {'b': 'c'} given, expected text, a number, true or false"),
        ("[{a: null}]", "tags.0: nothing given, expected text, a number, true or false"),
    ],
)
def test_a_value_that_is_not_a_list_is_a_fault(tiny: GameOnDisk, value: str, expected: str) -> None:
    tiny.change(GAME, "fields: {name: text}", "fields: {name: text, tags: list}")
    tiny.write(CARDS, f"cards:\n  - {{id: a, name: A, tags: {value}}}\n")
    with pytest.raises(DataError) as caught:
        tiny.load()
    (fault,) = caught.value.faults
    assert expected in str(fault)
    assert str(fault).startswith(f"{CARDS}:2:")


def test_an_empty_entry_in_a_table_is_a_fault(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "cards: cards.yaml", "cards: cards.csv")
    tiny.change(GAME, "fields: {name: text}", "fields: {name: text, tags: list}")
    tiny.write("card_data/tiny/cards.csv", "id,name,tags\na,A,fire||old\n")
    (fault,) = tiny.faults()
    assert fault.startswith("card_data/tiny/cards.csv:2:5: tags.1: '' given, expected text")
