"""Templates, boxes and styles that extend others, and additions to inherited numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import MOST_FAULTS, Place
from cardgen.data.model import Template
from cardgen.data.templates.icons import check_shapes
from tests.data.templates.test_files import faults, read

BASE = """\
colours: {ground: "#111111", ink: "#222222"}
styles: {body: {size: 3, font: bold}}
face:
  description: {en: base}
  boxes:
    ground: {kind: rect, box: bleed, fill: "{colours.ground}"}
    frame: {kind: rect, box: [5, 5, 50, 70], stroke: "#000000", stroke_width: 1}
"""


def boxes(*lines: str, top: str = "") -> str:
    """Return the text of a template with these boxes."""
    return "\n".join(
        [*top.splitlines(), "face:", "  description: {en: x}", "  boxes:", *(f"    {x}" for x in lines), ""]
    )


def box(template: Template, name: str) -> dict[str, Any]:
    value: dict[str, Any] = template.sides["face"].boxes[name].marked.value
    return value


# ---------------------------------------------------------------- templates

ROUND = "extends: base.yaml\nface: {boxes: {frame: {radius: 3, stroke_width: 2}}}\n"
RED = 'extends: base.yaml\ncolours: {ground: "#ff0000"}\n'


def test_a_template_is_laid_over_several_in_their_order(tmp_path: Path) -> None:
    one = 'colours: {a: "#000001", b: "#000001", c: "#000001"}\n'
    two = 'colours: {b: "#000002", c: "#000002"}\n'
    text = 'extends: [base.yaml, one.yaml, two.yaml]\ncolours: {c: "#000003"}\n'
    template = read(tmp_path, text, base=BASE, one=one, two=two)
    assert template.colours == {
        "ground": "#111111",
        "ink": "#222222",
        "a": "#000001",
        "b": "#000002",
        "c": "#000003",
    }
    assert [path.name for path in template.files] == ["t.yaml", "base.yaml", "one.yaml", "two.yaml"]


def test_a_common_base_of_several_parents_is_laid_once(tmp_path: Path) -> None:
    # If the base were laid again over the first parent, it would undo its changes.
    template = read(tmp_path, "extends: [round.yaml, red.yaml]\n", base=BASE, round=ROUND, red=RED)
    assert box(template, "frame") == {
        "kind": "rect",
        "box": [5, 5, 50, 70],
        "stroke": "#000000",
        "stroke_width": 2,
        "radius": 3,
    }
    assert template.colours["ground"] == "#ff0000"
    assert [path.name for path in template.files] == ["t.yaml", "round.yaml", "base.yaml", "red.yaml"]


def test_a_circle_through_the_second_parent_is_a_fault(tmp_path: Path) -> None:
    reported = faults(tmp_path, "extends: [base.yaml, a.yaml]\n", base=BASE, a="extends: [base.yaml, t.yaml]\n")
    assert reported == ["a.yaml:1:22: a template extends itself: t.yaml → a.yaml → t.yaml"]


def test_every_parent_that_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    reported = faults(tmp_path, "extends: [nowhere.yaml, a.yaml]\n", a="- a\n", base=BASE)
    assert reported == [
        "a.yaml:1:1: a template must hold keys with values, such as face: …",
        "t.yaml:1:11: there is no file nowhere.yaml",
    ]


# ---------------------------------------------------------------- boxes


def test_a_box_inherits_the_keys_that_it_leaves_out(tmp_path: Path) -> None:
    template = read(
        tmp_path,
        boxes(
            "second: {extends: first, box: [0, 20, 30, 10]}",
            "first: {kind: rect, box: [0, 0, 30, 10], fill: '#ffffff', radius: 2}",
        ),
    )
    assert box(template, "second") == {"kind": "rect", "box": [0, 20, 30, 10], "fill": "#ffffff", "radius": 2}
    assert list(template.sides["face"].boxes) == ["second", "first"]  # in the order of the file
    marked = template.sides["face"].boxes["second"].marked
    assert (marked.place(), marked.place("box"), marked.place("fill")) == (
        Place("t.yaml", 4, 13),
        Place("t.yaml", 4, 35),
        Place("t.yaml", 5, 52),
    )


def test_of_several_extended_boxes_later_ones_take_precedence(tmp_path: Path) -> None:
    template = read(
        tmp_path,
        boxes(
            "a: {kind: rect, box: trim, fill: '#000001', radius: 1}",
            "b: {kind: rect, box: safe, fill: '#000002', stroke: '#000002'}",
            "c: {extends: [a, b], stroke: '#000003'}",
            "d: {extends: [b, a]}",
        ),
    )
    rect = {"kind": "rect", "radius": 1}
    assert box(template, "c") == {**rect, "box": "safe", "fill": "#000002", "stroke": "#000003"}
    assert box(template, "d") == {**rect, "box": "trim", "fill": "#000001", "stroke": "#000002"}


def test_models_are_extended_and_never_painted(tmp_path: Path) -> None:
    template = read(
        tmp_path,
        boxes(
            "frame: {extends: [frame, heavy]}",
            "dot: {kind: ellipse, box: trim, extends: heavy}",
            top="boxes:\n  frame: {kind: rect, box: safe}\n  heavy: {stroke: '#000000', stroke_width: 2}\n",
        ),
    )
    assert list(template.sides["face"].boxes) == ["frame", "dot"]
    assert box(template, "frame") == {"kind": "rect", "box": "safe", "stroke": "#000000", "stroke_width": 2}
    assert box(template, "dot") == {"kind": "ellipse", "box": "trim", "stroke": "#000000", "stroke_width": 2}


def test_models_of_an_extended_template_can_be_extended(tmp_path: Path) -> None:
    models = "boxes: {dot: {kind: ellipse, box: [0, 0, 5, 5], fill: '#000000'}}\n"
    text = boxes("a: {extends: dot}", "b: {extends: dot, box: ['+= 9', 0, 5, 5]}", top="extends: models.yaml")
    template = read(tmp_path, text, models=models)
    assert box(template, "b") == {"kind": "ellipse", "box": [9, 0, 5, 5], "fill": "#000000"}


def test_a_box_keeps_the_extends_of_the_extended_template(tmp_path: Path) -> None:
    base = BASE + "    inner: {extends: frame, radius: 1}\n"
    text = "extends: base.yaml\nface: {boxes: {inner: {fill: '#ffffff'}, frame: {stroke_width: 3}}}\n"
    inner = box(read(tmp_path, text, base=base), "inner")
    assert (inner["radius"], inner["fill"], inner["stroke_width"]) == (1, "#ffffff", 3)


def test_null_removes_an_inherited_key(tmp_path: Path) -> None:
    template = read(
        tmp_path, boxes("a: {kind: rect, box: trim, fill: '#ffffff', radius: 2}", "b: {extends: a, radius: null}")
    )
    assert box(template, "b") == {"kind": "rect", "box": "trim", "fill": "#ffffff"}


def test_a_fill_or_condition_of_another_kind_replaces_the_inherited_one(tmp_path: Path) -> None:
    template = read(
        tmp_path,
        boxes(
            "a: {kind: rect, box: trim, fill: {gradient: {from: '#111111', to: '#222222'}}, when: {cost: 3, id: a}}",
            "b: {extends: a, fill: {pattern: {marks: dots, colour: '#111111'}}, when: {cost: {at_least: 5}}}",
            "c: {extends: a, fill: {gradient: {to: '#333333'}}, when: {id: null}}",
        ),
    )
    assert box(template, "b")["fill"] == {"pattern": {"marks": "dots", "colour": "#111111"}}
    assert box(template, "b")["when"] == {"cost": {"at_least": 5}, "id": "a"}
    assert box(template, "c")["fill"] == {"gradient": {"from": "#111111", "to": "#333333"}}
    assert box(template, "c")["when"] == {"cost": 3}


def test_boxes_in_a_group_extend_each_other_and_models(tmp_path: Path) -> None:
    template = read(
        tmp_path,
        boxes(
            "g:",
            "  kind: group",
            "  box: [0, 0, 20, 20]",
            "  boxes: {a: {extends: dot, box: [0, 0, 4, 4]}, b: {extends: a, box: ['+= 5', 0, 4, 4]}}",
            "h: {extends: g, box: [0, 30, 20, 20], boxes: {b: {fill: '#ffffff'}}}",
            top="boxes: {dot: {kind: ellipse, fill: '#000000'}}",
        ),
    )
    dot = {"kind": "ellipse", "fill": "#000000"}
    a, b = {**dot, "box": [0, 0, 4, 4]}, {**dot, "box": [5, 0, 4, 4]}
    assert box(template, "g")["boxes"] == {"a": a, "b": b}
    assert box(template, "h")["boxes"] == {"a": a, "b": {**b, "fill": "#ffffff"}}
    assert template.sides["face"].boxes["h"].inside["b"].marked.value["fill"] == "#ffffff"


def test_a_common_parent_of_several_boxes_is_laid_once(tmp_path: Path) -> None:
    template = read(
        tmp_path,
        boxes(
            "base: {kind: rect, box: trim, fill: '#000000', radius: 1}",
            "round: {extends: base, radius: 4}",
            "white: {extends: base, fill: '#ffffff'}",
            "both: {extends: [round, white]}",
        ),
    )
    assert box(template, "both") == {"kind": "rect", "box": "trim", "fill": "#ffffff", "radius": 4}


@pytest.mark.parametrize(
    ("lines", "messages"),
    [
        (["a: {extends: a}"], ["t.yaml:4:18: there is no box 'a' to extend"]),
        (["a: {kind: rect, box: trim, extends: frmae}", "frame: {kind: rect, box: trim}"], [
            "t.yaml:4:41: there is no box 'frmae' to extend (did you mean 'frame'?)"
        ]),
        (["a: {kind: rect, box: trim, extends: b}", "b: {extends: c}", "c: {extends: a}"], [
            "t.yaml:4:41: a box extends itself: b → c → a → b",
            "t.yaml:5:18: a box extends itself: c → a → b → c",
            "t.yaml:6:18: a box extends itself: a → b → c → a",
        ]),
        (["a: {kind: rect, box: trim, extends: {b: c}}"], [
            "t.yaml:4:41: extends: {'b': 'c'} given, expected the name of a box, or a list of them"
        ]),
        (["a: {kind: rect, box: trim}", "b: {kind: ellipse, extends: a, box: safe}"], [
            "t.yaml:5:33: a box of the kind ellipse cannot extend a box of the kind rect "
            "(extend boxes of the same kind, or models without a kind)"
        ]),
        (["a: {kind: rect, box: trim, radios: 2}", "b: {extends: a}"], [
            "t.yaml:4:32: unknown key 'radios' (did you mean 'radius'?)"
        ]),
    ],
)  # fmt: skip
def test_boxes_that_cannot_be_extended_are_faults(tmp_path: Path, lines: list[str], messages: list[str]) -> None:
    reported = faults(tmp_path, boxes(*lines))
    assert len(reported) == len(messages)
    assert all(part in fault for part, fault in zip(messages, reported, strict=True))


@pytest.mark.parametrize(("count", "is_valid"), [(101, True), (102, False), (1200, False)])
def test_a_chain_of_extending_boxes_has_a_limit(tmp_path: Path, count: int, is_valid: bool) -> None:
    chain = [f"b{i}: {{extends: b{i + 1}}}" for i in range(count - 1)]
    text = boxes(*chain, f"b{count - 1}: {{kind: rect, box: [0, 0, 5, 5]}}")
    if is_valid:
        assert box(read(tmp_path, text), "b0") == {"kind": "rect", "box": [0, 0, 5, 5]}
    else:
        reported = faults(tmp_path, text)
        # One for each box whose chain is too long.
        assert len(reported) == min(count - 101, MOST_FAULTS)
        assert reported[0] == "t.yaml:104:21: a box extends a chain of more than 100 boxes"


def test_unused_models_are_checked(tmp_path: Path) -> None:
    top = "boxes:\n  a: {kind: rct}\n  b: {kind: rect, fil: x}\n  c: {zzz: 1}\n  d: hello\n  e: {extends: a}\n"
    reported = faults(tmp_path, boxes("x: {kind: rect, box: trim}", top=top))
    assert [fault.split(" (")[0] for fault in reported] == [
        "t.yaml:2:13: there is no kind of box 'rct'",
        "t.yaml:3:19: unknown key 'fil'",
        "t.yaml:4:7: unknown key 'zzz'",
        "t.yaml:5:6: 'hello' given, expected a box: keys with values",
    ]


# ---------------------------------------------------------------- styles


def test_styles_extend_styles(tmp_path: Path) -> None:
    top = (
        "styles:\n  loud: {extends: [body, dark], size: '+= 1.5'}\n  body: {size: 3, font: bold, colour: '#777777'}\n"
        "  dark: {colour: '#000000'}\n"
    )
    template = read(tmp_path, boxes("x: {kind: text, box: trim, text: a, lang: en, style: loud}", top=top))
    assert template.styles["loud"].value == {"size": 4.5, "font": "bold", "colour": "#000000"}
    assert template.styles["loud"].place("size") == Place("t.yaml", 2, 39)


def test_a_style_that_extends_itself_or_an_unknown_style_is_a_fault(tmp_path: Path) -> None:
    top = "styles:\n  a: {extends: b}\n  b: {extends: a}\n  c: {extends: d}\n"
    assert faults(tmp_path, boxes("x: {kind: rect, box: trim}", top=top)) == [
        "t.yaml:2:16: a style extends itself: b → a → b",
        "t.yaml:3:16: a style extends itself: a → b → a",
        "t.yaml:4:16: there is no style 'd' to extend (expected one of: a, b)",
    ]


# ---------------------------------------------------------------- addition


@pytest.mark.parametrize(
    ("below", "over", "value"),
    [
        ("stroke_width: 1", "stroke_width: '+= 2'", 3),
        ("stroke_width: 1", "stroke_width: '+=2'", 3),
        ("stroke_width: 1.5", "stroke_width: '-= 0.2'", 1.3),
        ("stroke_width: 0.1", "stroke_width: '+= 0.2'", 0.3),
        ("stroke_width: 3", "stroke_width: '-= 3'", 0),
    ],
)
def test_an_addition_adds_to_the_inherited_number(tmp_path: Path, below: str, over: str, value: float) -> None:
    base = BASE.replace("stroke_width: 1", below)
    template = read(tmp_path, f"extends: base.yaml\nface: {{boxes: {{frame: {{{over}}}}}}}\n", base=base)
    assert box(template, "frame")["stroke_width"] == value
    within = boxes(f"a: {{kind: rect, box: trim, {below}}}", f"b: {{extends: a, {over}}}")
    assert box(read(tmp_path, within), "b")["stroke_width"] == value


@pytest.mark.parametrize(
    ("below", "over", "value"),
    [
        ("[5, 5, 50, 70]", "['+= 2', '-= 1', 40, '+= 0.5']", [7, 4, 40, 70.5]),
        ("[frame.left, 5, 50, 70]", "['+= 2', '+= 1', '+= 0', 70]", ["frame.left + 2", 6, 50, 70]),
        ("['{x}', 'frame.top - 1', 50, 70]", "['-= 2', '-= 1', 50, 70]", ["{x} - 2", "frame.top - 1 - 1", 50, 70]),
        ("safe", "['+= 2', 5, '-= 4', 70]", ["safe.left + 2", 5, "safe.width - 4", 70]),
        ("[1, 5, 50, 70]", "['+= 198 / 11.811', '-= 50%', 50, 70]", ["1 + 198 / 11.811", "5 - 50%", 50, 70]),
        (
            "['75 / 2', 5, 50, 70]",
            "['-= frame.left', '+= {x} - 2', 50, 70]",
            ["75 / 2 - frame.left", "5 + {x} - 2", 50, 70],
        ),
    ],
)
def test_additions_to_the_place_of_a_box_are_done_entry_by_entry(
    tmp_path: Path, below: str, over: str, value: list[Any]
) -> None:
    frame = "frame: {kind: rect, box: trim}"
    text = boxes(frame, f"a: {{kind: rect, box: {below}}}", f"b: {{extends: a, box: {over}}}")
    assert box(read(tmp_path, text), "b")["box"] == value


@pytest.mark.parametrize(
    ("below", "over", "value"),
    [
        ("[5, 5, 50, 70]", "{y: '+= 10'}", [5, 15, 50, 70]),
        ("[5, 5, 50, 70]", "{x: 0, width: '-= 1'}", [0, 5, 49, 70]),
        ("['frame.left + 1', 5, 50, 70]", "{x: '+= 2', height: '{tall}'}", ["frame.left + 1 + 2", 5, 50, "{tall}"]),
        ("safe", "{y: '+= 10'}", ["safe.left", "safe.top + 10", "safe.width", "safe.height"]),
        ("{x: 1, y: 2, width: 3, height: 4}", "{y: 9}", [1, 9, 3, 4]),
        ("{x: 1, y: 2, width: 3, height: 4}", "['+= 1', '+= 1', 5, 5]", [2, 3, 5, 5]),
        ("{x: 1, y: 2, width: 3, height: 4}", "trim", "trim"),
        ("[5, 5, 50, 70]", "{height: 4, width: 3, y: 2, x: 1}", [1, 2, 3, 4]),
    ],
)
def test_the_numbers_of_a_place_may_be_written_by_name(tmp_path: Path, below: str, over: str, value: Any) -> None:
    frame = "frame: {kind: rect, box: trim}"
    text = boxes(frame, f"a: {{kind: rect, box: {below}}}", f"b: {{extends: a, box: {over}}}")
    assert box(read(tmp_path, text), "b")["box"] == value
    base = boxes(frame, f"a: {{kind: rect, box: {below}}}")
    text = f"extends: base.yaml\nface: {{boxes: {{a: {{box: {over}}}}}}}\n"
    assert box(read(tmp_path, text, base=base), "a")["box"] == value


def test_models_may_have_a_part_of_a_place(tmp_path: Path) -> None:
    top = "boxes: {column: {box: {x: 4, width: 20}}, row: {box: {y: 9, height: 5}}}"
    template = read(tmp_path, boxes("a: {kind: rect, extends: [column, row]}", top=top))
    assert box(template, "a")["box"] == [4, 9, 20, 5]
    assert template.sides["face"].boxes["a"].marked.place("box", 1) == Place("t.yaml", 1, 58)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("{x: 1, y: 2, width: 3}", "box: the key 'height' is missing (its keys are x, y, width, height)"),
        ("{x: 1, y: 2, w: 3, h: 4}", "box: unknown key 'w' (its keys are x, y, width, height)"),
        ("{x: 1, y: a.botom, width: 3, height: 4}", "t.yaml:4:36: box: 'a.botom': a box has no edge 'botom'"),
        ("{x: 1, y: 2, width: 0, height: 4}", "box: [1, 2, 0, 4] given, expected a width and a height above 0 mm"),
    ],
)
def test_faults_of_a_place_written_by_name_are_reported(tmp_path: Path, place: str, message: str) -> None:
    (fault,) = faults(tmp_path, boxes(f"a: {{kind: rect, box: {place}}}"))
    assert message in fault


@pytest.mark.parametrize(
    ("first", "second", "x"),
    [
        ("+= 1", "+= 9 / 2", "10 + 1 + 9 / 2"),
        ("-= 1", "+= 9 / 2", "10 - 1 + 9 / 2"),
        ("-= 9 / 2", "-= 1", "10 - 9 / 2 - 1"),
        ("-= 9 / 2", "+= {x} - 3", "10 - 9 / 2 + {x} - 3"),
    ],
)
def test_sums_of_several_templates_add_up(tmp_path: Path, first: str, second: str, x: str) -> None:
    """An addition is joined with the addition of the extended template, then added to the extended box."""
    base = boxes("a: {kind: rect, box: [10, 1, 2, 3]}", f"b: {{extends: a, box: {{x: '{first}'}}}}")
    text = f"extends: base.yaml\nface: {{boxes: {{b: {{box: {{x: '{second}'}}}}}}}}\n"
    assert box(read(tmp_path, text, base=base), "b")["box"] == [x, 1, 2, 3]


def test_additions_of_several_templates_add_up(tmp_path: Path) -> None:
    more = "face: {boxes: {frame: {stroke_width: '+= 1', box: ['+= 1', 5, 50, 70]}}}\n"
    less = "face: {boxes: {frame: {stroke_width: '-= 0.5', box: ['+= 1', 5, 50, 70]}}}\n"
    frame = box(
        read(tmp_path, "extends: [base.yaml, more.yaml, less.yaml]\n", base=BASE, more=more, less=less), "frame"
    )
    assert (frame["stroke_width"], frame["box"]) == (1.5, [7, 5, 50, 70])
    # An addition to a box that itself adds to another one.
    base = BASE + "    wide: {extends: frame, stroke_width: '-= 0.5'}\n"
    text = "extends: base.yaml\nface: {boxes: {wide: {stroke_width: '-= 0.25'}}}\n"
    assert box(read(tmp_path, text, base=base), "wide")["stroke_width"] == 0.25


def test_a_text_adds_to_the_numbers_of_its_style(tmp_path: Path) -> None:
    text = "x: {kind: text, box: trim, text: '+= 5', lang: en, style: body, size: '+= 1'}"
    template = read(tmp_path, boxes(text, top="styles: {body: {size: 3}}"))
    assert box(template, "x")["size"] == 4
    assert box(template, "x")["text"] == "+= 5"  # a text is not an addition
    group = f"g: {{kind: group, box: [0, 0, 9, 9], boxes: {{{text.replace('trim', '[0, 0, 9, 9]')}}}}}"
    template = read(tmp_path, boxes(group, top="styles: {body: {size: 3}}"))
    assert box(template, "g")["boxes"]["x"]["size"] == 4


@pytest.mark.parametrize(
    ("below", "over", "message"),
    [
        (
            "",
            "turn: '+= 2'",
            "t.yaml:6:27: turn: '+= 2' given, expected a number (the extended file has no number to add to",
        ),
        (
            "turn: '{r}'",
            "turn: '+= 2'",
            "turn: '+= 2' given, expected a number (the extended file has no number to add to",
        ),
        ("", "box: ['+= 2', 0, 5, 5]", None),
        ("fill: '#ffffff'", "fill: '+= 2'", "fill: '+= 2' is not a colour"),
    ],
)
def test_an_addition_without_an_inherited_number_is_a_fault(
    tmp_path: Path, below: str, over: str, message: str | None
) -> None:
    end = f", {below}" if below else ""
    text = boxes(
        "before: {kind: rect, box: trim}", f"a: {{kind: rect, box: [0, 0, 9, 9]{end}}}", f"b: {{extends: a, {over}}}"
    )
    if message is None:
        assert box(read(tmp_path, text), "b")["box"] == [2, 0, 5, 5]
        (fault,) = faults(tmp_path, boxes("a: {kind: rect, box: ['+= 2', 0, 5, 5]}"))
        assert fault == (
            "t.yaml:4:27: box: '+= 2' given, expected a number or a sum (the extended file has no number to add to)"
        )
    else:
        (fault,) = faults(tmp_path, text)
        assert message in fault


# ---------------------------------------------------------------- icons


@pytest.mark.parametrize("key", ["extends: frame", "when: {id: a}"])
def test_the_shape_of_an_icon_has_no_extends_and_no_when(tmp_path: Path, key: str) -> None:
    top = f"icons: {{dot: {{shape: {{kind: ellipse, fill: '#000000', {key}}}}}}}"
    template = read(tmp_path, boxes("x: {kind: rect, box: trim}", top=top))
    (fault,) = check_shapes(template.icons)
    assert str(fault) == f"t.yaml:1:55: the shape of an icon has no {key.split(':')[0]!r} (write all its keys here)"
