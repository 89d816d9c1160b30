"""Template files: every key is checked, and `extends` is merged, before any layout."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.errors import DataError, Place
from cardgen.data.kinds import check_colour
from cardgen.data.model import Template
from cardgen.data.reading import Marked, Reader, parse_yaml
from cardgen.data.templates.extending import lay, to_marked, to_node
from cardgen.data.templates.files import KeptTemplates, read_template
from cardgen.data.templates.kinds import box_models
from cardgen.data.templates.models import TextStyle
from tests.cases import for_cases, read_cases

BOXES = box_models()
STYLE_KEYS = ", ".join(sorted(TextStyle.model_fields))

ASKED = Place("game.yaml", 1, 1)

#: A box of each kind with its required keys.
LEAST = {
    "rect": "{kind: rect, box: trim}",
    "ellipse": "{kind: ellipse, box: safe}",
    "line": "{kind: line, box: [0, 0, 9, 9], points: [[0, 0], [9, 9]], stroke: '#000000'}",
    "polygon": "{kind: polygon, box: trim, sides: 6}",
    "star": "{kind: star, box: trim}",
    "path": "{kind: path, box: trim, d: 'M0 0L9 9'}",
    "text": "{kind: text, box: bleed, text: Hello, lang: en}",
    "polyomino": "{kind: polyomino, box: trim, cells: ['##.', '.##'], colour: '#c13b2f'}",
    "tiling": "{kind: tiling, box: trim, cells: ['#'], pitch: 7, stroke: '#000000'}",
    "row": "{kind: row, box: trim, row: '##.#', colour: '#000000', hole: '#ffffff'}",
    "field": "{kind: field, box: trim, rows: ['##..', 'TT..']}",
    "grid": "{kind: grid, box: trim, columns: 10, rows: 20, stroke: '#000000'}",
    "map": "{kind: map, box: trim, cells: [[0, 1]], looks: {'#': '#c13b2f', o: '#1d5fa8'}}",
    "table": "{kind: table, box: trim, rows: [[a, '#'], [b, [1, 2]]], lang: en, first: 9}",
    "image": "{kind: image, box: trim, file: art/a.png}",
    "qr": "{kind: qr, box: trim, value: a}",
    "barcode": "{kind: barcode, box: trim, value: '400638133393'}",
    "again": "{kind: again, of: before}",
    "repeat": "{kind: repeat, box: [0, 0, 9, 9], of: 3, cell: [2, 2], boxes: {a: {kind: rect, box: [0, 0, 1, 1]}}}",
    "group": "{kind: group, box: [0, 0, 9, 9], boxes: {a: {kind: rect, box: [1, 1, 2, 2]}}}",
}


def read(folder: Path, text: str, **more: str) -> Template:
    """Return the template of this text; `more` are other files by their names without suffix."""
    for name, content in {"t": text, **more}.items():
        (folder / f"{name}.yaml").write_text(content, encoding="utf-8")
    return read_template(Reader(folder, folder), "t.yaml", ASKED)


def faults(folder: Path, text: str, **more: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        read(folder, text, **more)
    assert caught.value.faults
    return [str(fault) for fault in caught.value.faults]


def face(box: str, *others: str) -> str:
    """Return the text of a template with a box called x, after one called before."""
    lines = ["face:", "  description: {en: x}", "  boxes:", "    before: {kind: rect, box: trim}", f"    x: {box}"]
    return "\n".join([*lines, *others, ""])


# ---------------------------------------------------------------- boxes


def test_every_kind_of_box_has_an_example() -> None:
    assert LEAST.keys() == BOXES.keys()


@pytest.mark.parametrize("kind", LEAST)
def test_the_examples_have_all_required_keys(tmp_path: Path, kind: str) -> None:
    template = read(tmp_path, face(LEAST[kind]))
    assert template.sides["face"].boxes["x"].marked.value["kind"] == kind
    assert list(template.sides) == ["face"]


@pytest.mark.parametrize("kind", LEAST)
def test_a_missing_or_unknown_key_is_a_fault(tmp_path: Path, kind: str) -> None:
    needed = [name for name, info in BOXES[kind].model_fields.items() if info.is_required() and name != "kind"]
    reported = faults(tmp_path, face(f"{{kind: {kind}}}"))
    assert reported == [f"t.yaml:5:8: the key '{name}' is missing" for name in sorted(needed)]
    reported = faults(tmp_path, face(LEAST[kind][:-1] + ", zzz: 1}"))
    assert len(reported) == 1
    assert "unknown key 'zzz'" in reported[0]


@pytest.mark.parametrize("kind", sorted(LEAST.keys() - {"again"}))
@pytest.mark.parametrize(
    "box", ["trimm", "[1, 2, 3]", "[1, 2, 3, x]", "[1, 2, 0, 3]", "[0, 0, .nan, 1]", "[true, 0, 1, 1]"]
)
def test_a_box_needs_four_numbers_or_a_named_area(tmp_path: Path, kind: str, box: str) -> None:
    reported = faults(tmp_path, face(f"{{kind: {kind}, box: {box}}}"))
    assert any(fault.startswith("t.yaml:5:") and ": box: " in fault for fault in reported)


@pytest.mark.parametrize(("box", "message"), read_cases(Path(__file__).with_name("box_mistakes.txt"), " || "))
def test_a_mistake_in_a_box_is_one_fault(tmp_path: Path, box: str, message: str) -> None:
    (fault,) = faults(tmp_path, face(box))
    assert fault.startswith("t.yaml:5:")
    assert message in fault


def test_again_needs_an_earlier_box_that_is_no_copy(tmp_path: Path) -> None:
    (fault_before,) = faults(tmp_path, face("{kind: again, of: y}", "    y: {kind: rect, box: trim}"))
    assert "there is no box 'y' before this one" in fault_before
    (fault_twice,) = faults(tmp_path, face("{kind: again, of: before}", "    y: {kind: again, of: x}"))
    assert "'x' is already a copy of a box (name the original box)" in fault_twice


def test_a_box_after_a_broken_one_is_checked(tmp_path: Path) -> None:
    reported = faults(tmp_path, face("hello", "    y: {kind: again, of: x}", "    z: {kind: rct}"))
    assert [fault.split(": ")[1][:20] for fault in reported] == ["'hello' given, expec", "there is no kind of "]


def test_values_with_placeholders_are_not_checked_before_the_layout(tmp_path: Path) -> None:
    box = (
        "{kind: polyomino, box: [0, 0, '{wide}', 9], cells: '{cells}', colour: '{colour}', pitch: '{pitch}', "
        "pattern: '{pattern}', centre: ['{x}', 0], turns: '{turns}'}"
    )
    assert read(tmp_path, face(box)).sides["face"].boxes["x"].roots == {
        *("wide", "cells", "colour", "pitch", "pattern", "x", "turns")
    }
    # An unknown key is a fault whatever its value.
    (fault,) = faults(tmp_path, face("{kind: rect, box: trim, fil: '{colour}'}"))
    assert "unknown key 'fil' (did you mean 'fill'?)" in fault


def test_the_roots_of_a_side_are_the_first_words_of_its_placeholders(tmp_path: Path) -> None:
    template = read(
        tmp_path,
        "styles: {loud: {colour: '{colour}'}}\n"
        "face:\n"
        "  description: {en: 'Card {id}'}\n"
        "  boxes:\n"
        "    plain: {kind: text, box: trim, text: '{game.titles.en}', lang: en}\n"
        "    styled: {kind: text, box: trim, text: x, lang: en, style: loud}\n"
        "    group:\n"
        "      kind: group\n"
        "      box: trim\n"
        "      boxes: {a: {kind: text, box: [0, 0, 9, 9], text: x, lang: en, style: loud}}\n"
        "    again: {kind: again, of: styled}\n",
    )
    side = template.sides["face"]
    assert {name: form.roots for name, form in side.boxes.items()} == {
        "plain": {"game"},
        "styled": {"colour"},
        "group": {"colour"},
        "again": {"colour"},
    }
    assert side.roots == {"id", "game", "colour"}


# ---------------------------------------------------------------- the file


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("- a\n", ["t.yaml:1:1: a template must hold keys with values, such as face: …"]),
        ("", ["t.yaml:1:1: a template must hold keys with values, such as face: …"]),
        ("orientation: portrait\n", ["t.yaml:1:1: the key 'face' is missing"]),
        (
            "styels: {}\n" + face(LEAST["rect"]),
            ["t.yaml:1:1: unknown key 'styels' (did you mean 'styles'?)"],
        ),
        (
            "orientation: landscap\n" + face(LEAST["rect"]),
            [
                "t.yaml:1:14: orientation: 'landscap' given, expected 'portrait' or 'landscape' "
                "(did you mean 'landscape'?)"
            ],
        ),
        (
            "styles: {a: {fnt: bold}, b: bold}\n" + face(LEAST["rect"]),
            [
                "t.yaml:1:14: unknown key 'fnt' (did you mean 'font'?)",
                f"t.yaml:1:29: 'bold' given, expected keys with values (its keys are {STYLE_KEYS})",
            ],
        ),
        (
            "styles: {a: '{style}'}\n" + face(LEAST["rect"]),
            [f"t.yaml:1:13: '{{style}}' given, expected keys with values (its keys are {STYLE_KEYS})"],
        ),
        (
            "colours: {a: '{colour}', b: redd}\n" + face(LEAST["rect"]),
            [
                "t.yaml:1:14: colours.a: '{colour}' is not a colour "
                "(six hexadecimal digits, such as '#1f6feb', or a name of CSS, such as 'teal')",
                "t.yaml:1:29: colours.b: 'redd' is not a colour (did you mean 'red'?)",
            ],
        ),
        (
            "face:\n  boxes:\n    - {kind: rect, box: trim}\n",
            [
                "t.yaml:2:3: the key 'description' is missing",
                "t.yaml:3:5: face.boxes: [{'kind': 'rect', 'box': 'trim'}] given, expected keys with values",
            ],
        ),
        (
            "face: {description: {en: x}, boxes: {}}\n",
            ["t.yaml:1:37: face.boxes: {} given, expected at least 1 entry"],
        ),
    ],
)
def test_faults_of_a_template_have_their_place(tmp_path: Path, text: str, messages: list[str]) -> None:
    assert faults(tmp_path, text) == messages


def test_a_colour_without_quotes_is_a_fault_with_a_hint(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, "colours:\n  ground: #ffffff\n" + face(LEAST["rect"]))
    assert fault.startswith("t.yaml:2:10: 'ground' has no value (put a text that begins with # in quotes")


def test_all_sides_and_orientations_are_read(tmp_path: Path) -> None:
    text = (
        face(LEAST["rect"])
        + "back: {description: {en: b}, boxes: {a: {kind: rect, box: trim}}}\norientation: landscape\n"
    )
    template = read(tmp_path, text)
    assert list(template.sides) == ["face", "back"]
    assert template.landscape
    assert template.sides["face"].boxes["x"].marked.place() == Place("t.yaml", 5, 8)
    assert template.sides["back"].description.place("en") == Place("t.yaml", 6, 26)


# ---------------------------------------------------------------- extends

BASE = """\
colours: {ground: "#111111", ink: "#222222"}
styles: {body: {size: 3, font: bold}}
face:
  description: {en: base}
  boxes:
    ground: {kind: rect, box: bleed, fill: "{colours.ground}"}
    frame: {kind: rect, box: safe, stroke: "#000000", stroke_width: 1}
"""


def test_a_template_is_laid_over_the_one_it_extends(tmp_path: Path) -> None:
    template = read(
        tmp_path,
        'extends: base.yaml\ncolours: {ink: "#333333"}\nstyles: {body: {size: 4}}\n'
        "face:\n  boxes:\n    frame: {radius: 2}\n    text: {kind: text, box: trim, text: a, lang: en, style: body}\n",
        base=BASE,
    )
    side = template.sides["face"]
    assert template.colours == {"ground": "#111111", "ink": "#333333"}
    assert template.styles["body"].value == {"size": 4, "font": "bold"}
    assert list(side.boxes) == ["ground", "frame", "text"]
    frame = {"kind": "rect", "box": "safe", "stroke": "#000000", "stroke_width": 1, "radius": 2}
    assert side.boxes["frame"].marked.value == frame
    assert side.description.value == {"en": "base"}
    assert [path.name for path in template.files] == ["t.yaml", "base.yaml"]


def test_merged_values_keep_their_places(tmp_path: Path) -> None:
    text = "extends: base.yaml\nface:\n  boxes:\n    frame: {radius: 2}\n"
    frame = read(tmp_path, text, base=BASE).sides["face"].boxes["frame"].marked
    assert frame.place("radius") == Place("t.yaml", 4, 21)
    assert frame.place("stroke") == Place("base.yaml", 7, 44)
    assert frame.place() == Place("t.yaml", 4, 12)
    reported = faults(
        tmp_path,
        "extends: base.yaml\nface:\n  boxes:\n    frame: {radios: 2}\n    new: {kind: rect}\n",
        base=BASE.replace("stroke_width", "stroke_wide"),
    )
    assert reported == [
        "base.yaml:7:55: unknown key 'stroke_wide' (did you mean 'stroke_width'?)",
        "t.yaml:4:13: unknown key 'radios' (did you mean 'radius'?)",
        "t.yaml:5:10: the key 'box' is missing",
    ]


def test_null_removes_a_box_or_style_of_the_extended_template(tmp_path: Path) -> None:
    extending = "extends: base.yaml\nface: {boxes: {frame: null}}\nstyles: {body: null}\n"
    template = read(tmp_path, extending, base=BASE)
    assert list(template.sides["face"].boxes) == ["ground"]
    assert dict(template.styles) == {}
    (fault,) = faults(tmp_path, "extends: base.yaml\nface: {boxes: {fram: null}}\n", base=BASE)
    assert fault == "t.yaml:2:16: null removes a box of the extended template, which has no box of this name"


def test_a_box_of_another_kind_replaces_the_whole_box(tmp_path: Path) -> None:
    other = "extends: base.yaml\nface: {boxes: {frame: {kind: ellipse, box: trim}}}\n"
    boxes = read(tmp_path, other, base=BASE).sides["face"].boxes
    assert boxes["frame"].marked.value == {"kind": "ellipse", "box": "trim"}
    assert list(boxes) == ["ground", "frame"]
    assert boxes["frame"].marked.place("box") == Place("t.yaml", 2, 44)


def test_an_extended_template_may_extend_another(tmp_path: Path) -> None:
    middle = 'extends: base.yaml\ncolours: {ground: "#444444"}\n'
    template = read(tmp_path, "extends: middle.yaml\n", middle=middle, base=BASE)
    assert template.colours == {"ground": "#444444", "ink": "#222222"}
    assert [path.name for path in template.files] == ["t.yaml", "middle.yaml", "base.yaml"]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"t": "extends: t.yaml\n"}, "t.yaml:1:10: a template extends itself: t.yaml → t.yaml"),
        ({"t": "extends: ./t.yaml\n"}, "t.yaml:1:10: a template extends itself: t.yaml → t.yaml"),
        (
            {"t": "extends: a.yaml\n", "a": "extends: b.yaml\n", "b": "extends: t.yaml\n"},
            "b.yaml:1:10: a template extends itself: t.yaml → a.yaml → b.yaml → t.yaml",
        ),
        (
            {"t": "extends: a.yaml\n", "a": "extends: b.yaml\n", "b": "extends: a.yaml\n"},
            "b.yaml:1:10: a template extends itself: a.yaml → b.yaml → a.yaml",
        ),
        (
            {"t": "extends: bas.yaml\n", "base": BASE},
            "t.yaml:1:10: there is no file bas.yaml (did you mean 'base.yaml'?)",
        ),
        ({"t": "extends: ../t.yaml\n"}, "t.yaml:1:10: '../t.yaml' is outside the folder ."),
        ({"t": "extends: [a]\n"}, "t.yaml:1:11: there is no file a"),
        (
            {"t": "extends: 5\n"},
            "t.yaml:1:10: extends: 5 given, expected the name of a template file, or a list of them",
        ),
        (
            {"t": "extends: []\n"},
            "t.yaml:1:10: extends: [] given, expected the name of a template file, or a list of them",
        ),
        (
            {"t": "extends: [a, {b: c}]\n"},
            "t.yaml:1:10: extends: ['a', {'b': 'c'}] given, expected the name of a template file, or a list of them",
        ),
        ({"t": "extends: a.yaml\n", "a": "face: [\n"}, "a.yaml:2:1: not YAML: did not find expected node content"),
        (
            {"t": "extends: a.yaml\n", "a": "- a\n"},
            "a.yaml:1:1: a template must hold keys with values, such as face: …",
        ),
    ],
)
def test_a_template_that_cannot_be_extended_is_a_fault(tmp_path: Path, files: dict[str, str], message: str) -> None:
    text = files.pop("t")
    assert faults(tmp_path, text, **files) == [message]


def test_a_missing_template_is_a_fault_where_it_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        read_template(Reader(tmp_path, tmp_path), "nowhere.yaml", ASKED)
    assert str(caught.value) == "game.yaml:1:1: there is no file nowhere.yaml"


def merge(under: Marked, over: Marked) -> Marked:
    return to_marked(lay(to_node(under), to_node(over)))


def test_merging_changes_neither_value() -> None:
    under = parse_yaml("a: {b: {c: 1}}\nd: [1]\n", "u")
    over = parse_yaml("a: {b: {e: 2}}\nd: [2, 3]\n", "o")
    merged = merge(under, over)
    assert merged.value == {"a": {"b": {"c": 1, "e": 2}}, "d": [2, 3]}
    assert (under.value, over.value) == ({"a": {"b": {"c": 1}}, "d": [1]}, {"a": {"b": {"e": 2}}, "d": [2, 3]})
    assert merged.place("d", 1) == Place("o", 2, 8)
    assert merged.place("a", "b", "c") == Place("u", 1, 12)
    assert merged.key_place("a", "b", "e") == Place("o", 1, 9)
    assert Place("u", 2, 5) not in merged.places.values()


def test_merging_with_nothing_keeps_everything() -> None:
    under = parse_yaml("a: {b: 1}\n", "u")
    assert merge(under, parse_yaml("{}", "o")).value == {"a": {"b": 1}}
    assert merge(Marked({}, "u"), under).value == {"a": {"b": 1}}


# ---------------------------------------------------------------- the shipped ones


@for_cases(
    ("given", "colour"),
    [("red", "#ff0000"), ("RebeccaPurple", "#663399"), (" teal ", "#008080"), ("#1F6FEB", "#1f6feb")],
)
def test_a_colour_may_be_a_name_of_css(given: str, colour: str) -> None:
    assert check_colour(given) == colour


def test_a_template_is_kept_until_one_of_its_files_changes(tmp_path: Path) -> None:
    kept: KeptTemplates = {}

    def reread(name: str, text: str) -> Template:
        (tmp_path / name).write_text(text, encoding="utf-8")
        reader = Reader(tmp_path, tmp_path)
        template = read_template(reader, "t.yaml", ASKED, kept)
        assert {path.name for path in reader.digests} == {path.name for path in template.files}
        return template

    face = "face: {description: {en: x}, boxes: {a: {kind: rect, box: trim}}}\n"
    (tmp_path / "t.yaml").write_text("extends: base.yaml\n" + face, encoding="utf-8")
    first = reread("base.yaml", "colours: {ink: '#111111'}\n")
    assert reread("other.yaml", "colours: {}\n") is first
    assert reread("base.yaml", "colours: {ink: '#222222'}\n").colours == {"ink": "#222222"}
    (tmp_path / "base.yaml").unlink()
    with pytest.raises(DataError, match=r"there is no file .*base\.yaml"):
        read_template(Reader(tmp_path, tmp_path), "t.yaml", ASKED, kept)
