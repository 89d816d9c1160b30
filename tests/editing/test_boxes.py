"""Edits of boxes: a drag changes the constant of a sum, a value is changed here or where it is written."""

from __future__ import annotations

import pathlib
from typing import Any

import pytest

from cardgen.base.errors import DataError
from cardgen.data.project import Project
from cardgen.data.templates.areas import CONTENT_EDGES, EDGES, TEXT_EDGES
from cardgen.editing.boxes import (
    AddBox,
    BoxEdit,
    CopyBox,
    Four,
    GroupBoxes,
    OrderBox,
    RemoveBox,
    Reshape,
    SetProperty,
    TemplateBoxes,
    UngroupBox,
)
from cardgen.editing.documents import ConflictError
from cardgen.editing.operations import Change, Operation, Path
from cardgen.editing.projects import apply_to_files
from cardgen.editing.sums import SHARES, shifted
from tests.cases import for_cases
from tests.games_on_disk import GameOnDisk, tiny_game_in

TEMPLATE = "templates/tiny.yaml"

BOXES = """\
colours: {ink: "#111111"}
styles:
  body: {size: 3.4, colour: "#112233"}
boxes:
  plate: {kind: rect, box: [5, 6, 20, 8], fill: "#eeeeee"}
face:
  description: {en: "Card {id}", zh: "牌 {id}"}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#ffffff"}
    name: {kind: text, box: [5, 5, 53, 8], text: "{name}", style: body, lang: en}  # the title
    below: {kind: rect, box: [name.left, name.bottom + 2, 50%, "80 - name.bottom"], fill: "#aa0000"}
    plate: {extends: plate}
    lower: {extends: plate, box: {y: "+= 30"}}
    pair:
      kind: group
      box: [5, 50, 40, 20]
      boxes:
        dot: {kind: ellipse, box: [1, 2, 3, 3], fill: "#000000"}
    again: {kind: rect, box: [30, 60, 5, 5], turn: 30, fill: "#00aa00"}
"""


@pytest.fixture
def game(tmp_path: pathlib.Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    game.write(TEMPLATE, BOXES)
    return game


def boxes_of(game: GameOnDisk) -> TemplateBoxes:
    return TemplateBoxes(Project(game.root, bundled=False), game.load(), "main", "face")


def changed_lines(game: GameOnDisk, operations: list[Operation]) -> list[str]:
    """Write the edit, and return the lines that it has changed, without their indent."""
    before = game.read(TEMPLATE).splitlines()
    game.write_all(apply_to_files(Project(game.root, bundled=False), Change(tuple(operations))).after)
    return [line.strip() for line in game.read(TEMPLATE).splitlines() if line not in before]


@for_cases(
    ("written", "by", "expected"),
    [
        (5, 1.5, 6.5),
        (0.1, 0.2, 0.3),
        ("title.bottom + 2", 1.5, "title.bottom + 3.5"),
        ("title.bottom+2", -2, "title.bottom"),
        ("title.bottom - 2", 3, "title.bottom + 1"),
        ("title.bottom", -0.5, "title.bottom - 0.5"),
        ("84.4 - bar.top", 1, "85.4 - bar.top"),
        ("{cost} * 4", 1, "{cost} * 4 + 1"),
        ("a.top * -2", 1, "a.top * -2 + 1"),
        ("50%", 1, "50% + 1"),
        ("min(a.top - 3, 64)", 1, "min(a.top - 3, 64) + 1"),
        ("+= 3", 1.5, "+= 4.5"),
        ("-= 3", 5, "+= 2"),
        ("+= title.height", 1, "+= title.height + 1"),
    ],
)
def test_a_drag_changes_the_constant_of_a_sum(written: Any, by: float, expected: Any) -> None:
    assert shifted(written, by) == expected


def test_every_edge_moves_with_its_box() -> None:
    assert set(SHARES) == {*EDGES, *TEXT_EDGES, *CONTENT_EDGES}


@pytest.mark.parametrize(
    ("box", "by", "expected"),
    [
        (
            "name",
            (1.5, 0, 0, -0.25),
            'name: {kind: text, box: [6.5, 5, 53, 7.75], text: "{name}", style: body, lang: en}  # the title',
        ),
        (
            "ground",
            (0, 1, 0, 0),
            'ground: {kind: rect, box: [bleed.left, bleed.top + 1, bleed.width, bleed.height], fill: "#ffffff"}',
        ),
        (
            "below",
            (1, -2, 3, 4),
            'below: {kind: rect, box: [name.left + 1, name.bottom, 50% + 3, "84 - name.bottom"], fill: "#aa0000"}',
        ),
        ("plate", (2, 0, 0, 0), "plate: {extends: plate, box: {x: 7}}"),
        ("lower", (2, 1.5, 0, 0), 'lower: {extends: plate, box: {y: "+= 31.5", x: 7}}'),
        ("pair.dot", (1, 1, 0, 0), 'dot: {kind: ellipse, box: [2, 3, 3, 3], fill: "#000000"}'),
    ],
)
def test_a_drag_changes_only_the_numbers_of_its_box(game: GameOnDisk, box: str, by: Four, expected: str) -> None:
    def rect() -> list[float]:
        return next(list(laid.rect) for laid in game.layout()["main"][0].face.boxes if laid.name == box)

    before = rect()
    assert changed_lines(game, [*boxes_of(game).reshape(Reshape("main", "face", {box: by}))]) == [expected]
    assert [after - old for after, old in zip(rect(), before, strict=True)] == pytest.approx(by)


MORE = """\
    follower: {extends: lower, box: {x: "+= 9"}}
    later: {extends: lower, box: [1, 69, 9, 9]}
"""
LOWER = 'lower: {extends: plate, box: {y: "+= 31", x: 7}}'


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        (
            ("name", "below"),
            [
                'name: {kind: text, box: [7, 6, 53, 8], text: "{name}", style: body, lang: en}  # the title',
                'below: {kind: rect, box: [name.left, name.bottom + 2, 50%, "81 - name.bottom"], fill: "#aa0000"}',
            ],
        ),
        (("plate", "lower"), ["plate: {extends: plate, box: {x: 7, y: 7}}"]),
        (("lower", "follower"), [LOWER]),
        (("lower", "later"), [LOWER, "later: {extends: lower, box: [3, 70, 9, 9]}"]),
        (
            ("again", "pair.dot"),
            [
                'dot: {kind: ellipse, box: [3, 3, 3, 3], fill: "#000000"}',
                'again: {kind: rect, box: [32, 61, 5, 5], turn: 30, fill: "#00aa00"}',
            ],
        ),
    ],
)
def test_boxes_that_follow_each_other_are_dragged_together_by_the_same_lengths(
    game: GameOnDisk, boxes: tuple[str, ...], expected: list[str]
) -> None:
    game.write(TEMPLATE, f"{BOXES}{MORE}")

    def rects() -> list[list[float]]:
        laid = {box.name: list(box.rect) for box in game.layout()["main"][0].face.boxes}
        return [laid[box] for box in boxes]

    before = rects()
    by: Four = (2, 1, 0, 0)
    assert changed_lines(game, [*boxes_of(game).reshape(Reshape("main", "face", dict.fromkeys(boxes, by)))]) == expected
    for after, old in zip(rects(), before, strict=True):
        assert [new - was for new, was in zip(after, old, strict=True)] == pytest.approx(by)


def test_boxes_are_put_into_a_group_and_out_of_it_where_they_were(game: GameOnDisk) -> None:
    def rects() -> dict[str, list[float]]:
        return {box.name.rpartition(".")[2]: list(box.rect) for box in game.layout()["main"][0].face.boxes}

    game.change(TEMPLATE, '"80 - name.bottom"', "name.height * 2")
    before = rects()
    places = {name: tuple(before[name]) for name in ("name", "below")}
    changed = changed_lines(game, [*boxes_of(game).operations(GroupBoxes("main", "face", "both", places))])  # type: ignore[arg-type]
    assert changed == [
        "both:",
        "box: [5, 5, 53, 26]",
        'name: {kind: text, box: [0, 0, 53, 8], text: "{name}", style: body, lang: en}',
        'below: {kind: rect, box: [name.left, name.bottom + 2, 31.5, name.height * 2], fill: "#aa0000"}',
    ]
    after = rects()
    assert [after.pop("both")] == [[5, 5, 53, 26]]
    assert after == before
    inside = {f"both.{name}": place for name, place in places.items()}
    changed_lines(game, [*boxes_of(game).operations(UngroupBox("main", "face", "both", inside))])  # type: ignore[arg-type]
    assert rects() == before
    for wrong, problem in (
        (UngroupBox("main", "face", "name", {}), "the group name has text, style, lang, which its boxes would lose"),
        (UngroupBox("main", "face", "plate", {}), "the group plate has extends, which its boxes would lose"),
        (GroupBoxes("main", "face", "new", {"name": (0, 0, 1, 1), "pair.dot": (0, 0, 1, 1)}), "beside each other"),
    ):
        with pytest.raises(DataError, match=problem):
            list(boxes_of(game).operations(wrong))


def test_a_place_that_cards_fill_in_is_not_dragged(game: GameOnDisk) -> None:
    game.change(TEMPLATE, "box: [30, 60, 5, 5]", 'box: "{place}"')
    game.change("card_data/tiny/game.yaml", "{name: text}", "{name: text, place: list?}")
    with pytest.raises(DataError, match="the place of again is a value of the cards"):
        list(boxes_of(game).reshape(Reshape("main", "face", {"again": (1, 0, 0, 0)})))
    with pytest.raises(DataError, match="there is no box 'nothing'"):
        list(boxes_of(game).reshape(Reshape("main", "face", {"nothing": (1, 0, 0, 0)})))
    game.write(TEMPLATE, f"{BOXES}    twin: {{kind: again, of: plate}}\n")
    with pytest.raises(DataError, match="the box twin has no place of its own"):
        list(boxes_of(game).reshape(Reshape("main", "face", {"twin": (1, 0, 0, 0)})))
    for key in ((), ("box", 4), ("fill", 0), (0,)):
        with pytest.raises(DataError, match="a box has no value"):
            list(boxes_of(game).set_property(SetProperty("main", "face", "plate", key, None, 1)))


def test_a_value_says_where_it_is_written_and_how_many_boxes_have_it(game: GameOnDisk) -> None:
    boxes = boxes_of(game)
    entry = boxes.entry("lower")
    origins = {key: (value, origin) for key, value, origin in boxes.values("lower")}
    value, origin = origins["box", 1]
    assert (value, origin.written, origin.belongs_to(entry)) == (36, "+= 30", True)
    _, fill = origins["fill",]
    assert (fill.owner, fill.users, fill.belongs_to(entry)) == (("boxes", "plate"), 2, False)
    size, style = next((value, origin) for key, value, origin in boxes.values("name") if key == ("size",))
    assert (size, style.owner, style.place.line) == (3.4, ("styles", "body"), 3)


def _set(box: str, key: Path, old: Any, new: Any, here: bool = True) -> SetProperty:
    return SetProperty("main", "face", box, key, old, new, here)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            _set("name", ("size",), 3.4, 4),
            'name: {kind: text, box: [5, 5, 53, 8], text: "{name}", style: body, lang: en, size: 4}  # the title',
        ),
        (_set("name", ("size",), 3.4, 4, here=False), 'body: {size: 4, colour: "#112233"}'),
        (
            _set("plate", ("fill",), "#eeeeee", "#ffcc00", here=False),
            'plate: {kind: rect, box: [5, 6, 20, 8], fill: "#ffcc00"}',
        ),
        (_set("plate", ("box", 2), 20, 25), "plate: {extends: plate, box: {width: 25}}"),
        (_set("lower", ("box", 0), 5, 9), 'lower: {extends: plate, box: {y: "+= 30", x: 9}}'),
        (
            _set("below", ("box", 1), "name.bottom + 2", 20),
            'below: {kind: rect, box: [name.left, 20, 50%, "80 - name.bottom"], fill: "#aa0000"}',
        ),
        (_set("again", ("turn",), 30, None), 'again: {kind: rect, box: [30, 60, 5, 5], fill: "#00aa00"}'),
        (_set("again", ("turn",), 30, 0), 'again: {kind: rect, box: [30, 60, 5, 5], fill: "#00aa00"}'),
        (
            _set("again", ("opacity",), None, 0.5),
            'again: {kind: rect, box: [30, 60, 5, 5], turn: 30, fill: "#00aa00", opacity: 0.5}',
        ),
        (
            _set("name", ("glow", "width"), 2, 3),
            'name: {kind: text, box: [5, 5, 53, 8], text: "{name}", style: body, lang: en, glow: {width: 3}}'
            "  # the title",
        ),
        (_set("name", ("glow", "width"), 2, 3, here=False), 'body: {size: 3.4, colour: "#112233", glow: {width: 3}}'),
        (
            _set("name", ("glow", "opacity"), None, 1, here=False),
            'body: {size: 3.4, colour: "#112233", glow: {width: 2, opacity: 1}}',
        ),
    ],
)
def test_a_property_is_changed_here_or_where_it_is_written(
    game: GameOnDisk, change: SetProperty, expected: str
) -> None:
    if change.key[0] == "glow":
        game.change(TEMPLATE, '"#112233"}', '"#112233", glow: {width: 2}}')
    assert changed_lines(game, [*boxes_of(game).set_property(change)]) == [expected]


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (
            AddBox("main", "face", "mark", {"kind": "rect", "box": [1, 2, 3, 4], "fill": "#ffffff"}),
            ['mark: {kind: rect, box: [1, 2, 3, 4], fill: "#ffffff"}'],
        ),
        (CopyBox("main", "face", "plate", "plate-2"), ["plate-2: {extends: plate}"]),
        (
            CopyBox("main", "face", "pair.dot", "dot-2", (2, 2, 0, 0)),
            ['dot-2: {kind: ellipse, box: [3, 4, 3, 3], fill: "#000000"}'],
        ),
        (RemoveBox("main", "face", "again"), []),
    ],
)
def test_boxes_are_added_copied_and_removed(game: GameOnDisk, edit: BoxEdit, expected: list[str]) -> None:
    before = game.read(TEMPLATE)
    assert changed_lines(game, [*boxes_of(game).operations(edit)]) == expected
    assert len(game.read(TEMPLATE).splitlines()) == len(before.splitlines()) + (len(expected) or -1)
    game.load()


def test_colours_say_in_which_file_they_are_written(game: GameOnDisk) -> None:
    game.write("templates/base.yaml", BOXES.replace("{ink:", '{paper: "#ffffff", ink:'))
    game.write(TEMPLATE, 'extends: base.yaml\ncolours: {ink: "#222222"}\n')
    found = {name: (value, origin.place.file, origin.place.line) for name, value, origin in boxes_of(game).colours()}
    assert found == {"ink": ("#222222", TEMPLATE, 2), "paper": ("#ffffff", "templates/base.yaml", 1)}


@pytest.mark.parametrize(("by", "expected"), [(1, 2), (-1, 0), (-5, 0), (99, 6)])
def test_a_box_is_painted_earlier_or_later(game: GameOnDisk, by: int, expected: int) -> None:
    names = [*boxes_of(game).template.sides["face"].boxes]
    changed_lines(game, [*boxes_of(game).operations(OrderBox("main", "face", "name", by))])
    order = [*boxes_of(game).template.sides["face"].boxes]
    assert order.index("name") == expected
    assert sorted(order) == sorted(names)


def test_a_box_is_added_to_a_side_that_is_all_inherited(game: GameOnDisk) -> None:
    game.write("templates/base.yaml", BOXES)
    game.write(TEMPLATE, "extends: base.yaml\n")
    added = AddBox("main", "face", "mark", {"kind": "rect", "box": "trim", "fill": "#ffffff"})
    changed_lines(game, [*boxes_of(game).operations(added)])
    new = 'extends: base.yaml\nface:\n  boxes:\n    mark: {kind: rect, box: trim, fill: "#ffffff"}\n'
    assert game.read(TEMPLATE) == new
    assert [*boxes_of(game).template.sides["face"].boxes][-1] == "mark"
    game.write(TEMPLATE, "extends: base.yaml\nface: {boxes: {name: {size: 4}}}\n")
    changed_lines(game, [*boxes_of(game).operations(CopyBox("main", "face", "name", "twin"))])
    assert game.read(TEMPLATE) == "extends: base.yaml\nface: {boxes: {name: {size: 4}, twin: {extends: name}}}\n"
    assert dict(game.load().decks["main"].template.sides["face"].boxes["twin"].marked.value)["size"] == 4


def test_a_property_that_has_another_value_now_is_a_conflict(game: GameOnDisk) -> None:
    with pytest.raises(ConflictError) as raised:
        list(boxes_of(game).set_property(_set("name", ("size",), 3.2, 4)))
    assert raised.value.current == 3.4


def test_a_box_continues_another_and_has_a_text_of_its_own_again(game: GameOnDisk) -> None:
    at = "    again: {kind: rect"
    line = "    more: {kind: text, box: [5, 70, 53, 8], text: own, lang: en, size: 2}\n"
    game.write(TEMPLATE, BOXES.replace(at, line + at))
    join = [
        _set("more", ("continues",), None, "name"),
        _set("more", ("text",), "own", None),
        _set("more", ("lang",), "en", None),
    ]
    boxes = boxes_of(game)
    changed = changed_lines(game, [operation for edit in join for operation in boxes.operations(edit)])
    assert changed == ["more: {kind: text, box: [5, 70, 53, 8], size: 2, continues: name}"]
    (text,) = [value for key, value, _ in boxes_of(game).values("more") if key == ("text",)]
    assert text == "{name}"
    part = [_set("more", ("continues",), "name", None), _set("more", ("text",), "{name}", "")]
    boxes = boxes_of(game)
    changed = changed_lines(game, [operation for edit in part for operation in boxes.operations(edit)])
    assert changed == ['more: {kind: text, box: [5, 70, 53, 8], size: 2, text: ""}']
