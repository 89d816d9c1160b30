"""Faults that are seen only on the picture are found, each once and in its box, and none where there is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardgen.building.checks.context import CheckContext
from cardgen.building.editions import layout_editions
from cardgen.building.plan import layout_targets
from cardgen.data.load import load_game
from cardgen.products.options import Options
from tests.building.checks.planted import BLUE, WHITE, Planted, checked_pictures, picture_findings, png
from tests.games_on_disk import GAME_FOLDERS, REPOSITORY

COVERED, CROSSED, SMALL, BLEED, EMPTY, SHORT = "CG114", "CG115", "CG116", "CG117", "CG118", "CG119"

INK, WOOD = "#335577", "#775533"


def _rect(name: str, box: str, fill: str = INK, more: str = "") -> str:
    return f'{name}: {{kind: rect, box: {box}, fill: "{fill}"{more}}}'


def _ellipse(name: str, box: str, fill: str = INK) -> str:
    return f'{name}: {{kind: ellipse, box: {box}, fill: "{fill}"}}'


def _hexagon(box: str) -> str:
    return f'ground: {{kind: polygon, box: {box}, sides: 6, fill: "{INK}"}}'


def _frame(box: str, width: float, kind: str = "rect", more: str = "") -> str:
    return f'frame: {{kind: {kind}, box: {box}, stroke: "#000000", stroke_width: {width}{more}}}'


def _text(name: str, box: str, text: str, size: float = 4, more: str = "") -> str:
    return f'{name}: {{kind: text, box: {box}, text: "{text}", lang: en, size: {size}{more}}}'


def _line(height: int, ends: tuple[int, int], colour: str, width: float) -> str:
    points = f"[[{ends[0]}, {height}], [{ends[1]}, {height}]]"
    return f'rule: {{kind: line, box: trim, points: {points}, stroke: "{colour}", stroke_width: {width}}}'


def _art(box: str, fit: str = "cover", file: str = "art.png") -> str:
    return f"art: {{kind: image, box: {box}, file: {file}, fit: {fit}}}"


def _repeat(of: str, box: str, cell: str, inner: str, more: str = "") -> str:
    return f"repeat: {{kind: repeat, box: {box}, of: {of}, cell: {cell}{more}, boxes: {{{inner}}}}}"


def _case(name: str, *boxes: str, ground: str = WHITE, **more: Any) -> Planted:
    return Planted(name, "\n".join(filter(None, [ground, *boxes])), **more)


def _covered(name: str, *boxes: str, text: str = "", files: dict[str, bytes] | None = None) -> Planted:
    return _case(name, text or _NAME, *boxes, code=COVERED, box="name", files=files or {})


_NAME = _text("name", "[8, 8, 47, 8]", "{name}")
_PLATE, _DOT = "[6, 6, 51, 12]", _ellipse("dot", "[0, 0, 6, 6]")
_GRADIENT = '{kind: rect, box: %s, fill: {gradient: {from: "#335577", to: "%s"%s}}}'
_CLEAR = {"art.png": png((300, 300), "#00000000", (60, "#aa5522ff"))}
_HOLE = {"art.png": png((960, 960), "#00000000", (120, "#aa5522ff"))}
_FAINT = {"art.png": png((300, 300), "#11223300", (9, "#11223300"))}
_ART = {"art.png": png((1000, 1400))}
_WHITE_EDGE = {"art.png": png((1000, 1400), edge=(40, "#ffffff"))}
_DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10H0Z" fill="#336699"/></svg>'
_COLUMN = "name: {kind: text, box: [20, 8, 8, 40], text: 晚风翻旧牌, lang: zh, size: 5, direction: vertical}"
_ROUND = {"size": "{width: 40, height: 40, corner: 20}", "back": _ellipse("ground", "bleed")}
_HEXAGON = {"size": "{width: 30, height: 34.64, bleed: 2, safe: 2, shape: hexagon}"}
_SLANT = f'ground: {{kind: path, box: trim, d: "M-2 9.815L19-2.31H32V37H-2Z", fill: "{INK}"}}'
_HEXAGON |= {"back": _rect("ground", "bleed", "#224466")}
_NOTE = 'note: {kind: text, box: [8, 30, 40, 6], text: "{note}", lang: en}'
_LONG, _COST = "{width: 70, height: 120}", "{name: text, cost: integer}"

PLANTED = [
    # text covered by what is painted later
    _covered("a plate after the text", _rect("plate", _PLATE)),
    _covered("a plate over a part of the text", _rect("plate", "[12, 6, 10, 12]")),
    _covered("a ground painted last", _rect("over", "bleed", "#ffffff")),
    _covered("a line across", _line(12, (0, 63), "#c00000", 0.6)),
    _covered("the frame of an ellipse", _frame("[9, 0, 30, 30]", 2, "ellipse")),
    _covered("a picture", _art("[6, 6, 20, 20]"), files=_ART),
    _covered("the opaque part of a picture", _art("[1, 9, 20, 20]"), files=_CLEAR),
    _covered("a drawing", _art("[6, 6, 20, 20]", file="art.svg"), files={"art.svg": _DRAWING}),
    _covered(
        "two veils, together opaque", *(_rect(name, _PLATE, "#ffffff", ", opacity: 0.4") for name in ("one", "two"))
    ),
    _covered(
        "a group with clip",
        f"over: {{kind: group, box: [6, 6, 20, 12], clip: true, boxes: {{{_rect('plate', '[0, 0, 51, 12]')}}}}}",
    ),
    _covered("in a column of Chinese", _rect("plate", "[18, 12, 12, 6]"), text=_COLUMN),
    # texts that cross
    _case("two texts in one place", _NAME, _text("more", "[9, 8, 47, 8]", "Fierce 12"), code=CROSSED, box="name"),
    _case(
        "a turned text over another",
        *(_NAME, _text("more", "[-10, 8, 47, 8]", "turned", 5, ", turn: 90, align: centre")),
        code=CROSSED,
        box="name",
    ),
    _case(
        "a label on a large number",
        _text("number", "[8, 8, 40, 30]", "8", 28, ", font: bold"),
        _text("label", "[8, 20, 40, 6]", "attack", 4, ', colour: "#ffffff"'),
        code=CROSSED,
        box="number",
    ),
    # text that is too small
    _case("small text", _NAME, _text("credit", "[8, 70, 40, 4]", "A small line", 1.2), code=SMALL, box="credit"),
    _case(
        "shrunk text",
        _text("rules", "[8, 70, 14, 3]", "Words that are far too many", 3, ", fit: shrink, floor: 0.8"),
        code=SMALL,
        box="rules",
    ),
    _case(
        "text below the game's own limit",
        *(_NAME, _text("note", "[8, 70, 40, 6]", "Not so small", 2)),
        code=SMALL,
        box="note",
        game="least_text: 2.2\n",
    ),
    _case(
        "small words in a text",
        _text("rules", "[8, 40, 47, 10]", "Draw <tiny>at once</tiny>", 3),
        code=SMALL,
        box="rules",
        keys="styles: {tiny: {scale: 0.4}}\n",
    ),
    _case(
        "small text of a table",
        "rows: {kind: table, box: [8, 40, 47, 10], rows: [[a, b]], lang: en, size: 1}",
        code=SMALL,
        box="rows",
    ),
    _case("small text drawn again", _text("corner", "[5, 5, 9, 4]", "A1", 1.4), code=SMALL, box="corner"),
    # paint that ends inside the bleed
    _case("a ground to the trim", _rect("ground", "trim"), ground="", code=BLEED, box="ground"),
    _case("a back to the trim", code=BLEED, box="ground", back=_rect("ground", "trim")),
    _case(
        "a ground into half of the bleed", _rect("ground", "[-1.5, -1.5, 66, 91]"), ground="", code=BLEED, box="ground"
    ),
    _case("a stripe that ends at one edge", _rect("stripe", "[-3, 30, 66, 20]"), code=BLEED, box="stripe"),
    _case("a picture to the trim", _art("trim"), ground="", code=BLEED, box="art", files=_ART),
    _case(
        "a picture with a white edge",
        _art("[-3, -3, 69, 94]", "stretch"),
        ground="",
        code=BLEED,
        box="art",
        files=_WHITE_EDGE,
    ),
    _case("a gradient to the trim", f"ground: {_GRADIENT % ('trim', WOOD, '')}", ground="", code=BLEED, box="ground"),
    _case("a frame to the trim", _frame("[1, 1, 61, 86]", 2), code=BLEED, box="frame"),
    _case("a round token", _ellipse("ground", "trim"), ground="", code=BLEED, box="ground", **_ROUND),
    _case("a ground to one slant of the outline", _SLANT, ground="", code=BLEED, box="ground", **_HEXAGON),
    _case("a ground to the outline", _hexagon("trim"), ground="", code=BLEED, box="ground", **_HEXAGON),
    _case(
        "a ground turned a little",
        _rect("ground", "[-2, -2, 67, 92]", more=", turn: 0.5"),
        ground="",
        code=BLEED,
        box="ground",
    ),
    # boxes that come out empty
    _case(
        "a blank text",
        *(_NAME, _NOTE),
        code=EMPTY,
        box="note",
        fields="{name: text, note: text}",
        cards='[{id: one, name: First, note: " "}]',
    ),
    _case("a shape without paint", "plate: {kind: rect, box: [8, 30, 40, 6]}", code=EMPTY, box="plate"),
    _case("a transparent picture", _art("[8, 30, 20, 20]"), code=EMPTY, box="art", files=_FAINT),
    _case("a box off the card", _ellipse("dot", "[70, 30, 6, 6]"), code=EMPTY, box="dot"),
    _case(
        "a repeat of nothing",
        _repeat('"{cost}"', "[8, 30, 40, 6]", "[6, 6]", _DOT),
        code=EMPTY,
        box="repeat",
        fields=_COST,
        cards="[{id: one, name: First, cost: 0}]",
    ),
    _case("nothing to see", _rect("plate", "[8, 30, 40, 6]", more=", opacity: 0"), code=EMPTY, box="plate"),
    # art that ends short
    _case(
        "art for 63 × 88 on 63.5 × 88.9",
        _art("[-3, -3, 66, 94.9]"),
        ground="",
        code=SHORT,
        box="art",
        size="{width: 63.5, height: 88.9}",
        files=_ART,
    ),
    _case("art for poker on tarot", _art("[-3, -3, 69, 50]"), code=SHORT, box="art", size=_LONG, files=_ART),
    _case("a ground for a smaller card", _rect("plate", "[-3, -3, 76, 91]"), code=SHORT, box="plate", size=_LONG),
    _case(
        "a square picture on a long card",
        _art("bleed", "contain"),
        ground="",
        code=SHORT,
        box="art",
        files={"art.png": png((900, 900))},
    ),
    _case("a picture a little too short", _art("[-3, -3, 69, 90]"), code=SHORT, box="art", files=_ART),
]

CLEAN = [
    _case("text on a plate", _rect("plate", _PLATE, "#ddeeff"), _NAME),
    _case("a frame around text", _NAME, _frame(_PLATE, 0.5)),
    _case("an ellipse around text", _NAME, _frame("[2, 2, 57, 24]", 0.5, "ellipse")),
    _case("a picture with a hole over text", _NAME, _art("[-9, -29, 81, 81]"), files=_HOLE),
    _case("an underline", _text("name", "[8, 8, 47, 8]", "gypsy jog"), _line(14, (8, 55), "#000000", 0.2)),
    _case("a veil over text", _NAME, _rect("veil", "bleed", "#ffffff", ", opacity: 0.2")),
    _case("a shadow of the text", _text("shadow", "[8.3, 8.3, 47, 8]", "{name}", 4, ', colour: "#999999"'), _NAME),
    _case(
        "a faint number under text",
        "faint: {kind: group, box: [8, 4, 40, 30], opacity: 0.2, boxes: {"
        + _text("number", "[0, 0, 40, 30]", "8", 28)
        + "}}",
        _NAME,
    ),
    _case("close lines", _text("rules", "[8, 8, 40, 30]", "gypsy\\njolly\\nfjords", 4, ", leading: 0.9")),
    _case("text just large enough", _NAME, _text("credit", "[8, 70, 40, 4]", "small", 1.5)),
    _case(
        "small text that the game allows",
        _NAME,
        _text("credit", "[8, 70, 40, 4]", "small", 1.2),
        game="least_text: 1.2\n",
    ),
    _case("art to the edge of the bleed", _art("bleed"), ground="", files=_ART),
    _case("white paper with a panel", _rect("panel", "safe")),
    _case("a circle that sticks out", _ellipse("sun", "[50, 30, 14.5, 14.5]", "#ffb703")),
    _case(
        "a chequered edge", _repeat("5", "[-3, -3, 69, 94]", "[7, 7]", _rect("cell", "[0, 0, 7, 7]"), ", gap: [7, 7]")
    ),
    _case("a fading edge", f"glow: {_GRADIENT % ('bleed', '#ffffff', ', shape: radial')}"),
    _case("a line to cut along", _frame("trim", 0.2, more=", cut_line: true")),
    _case("a thin guide on the trim", _frame("trim", 0.2)),
    _case("round corners in the bleed", _rect("ground", "bleed", more=", radius: 6"), ground=""),
    _case("a round token", _ellipse("ground", "bleed"), ground="", **_ROUND),
    _case("a ground around the outline", _hexagon("[-2.4, -2.77, 34.8, 40.18]"), ground="", **_HEXAGON),
    _case(
        "no bleed at all",
        _rect("ground", "trim"),
        ground="",
        size="{width: 63, height: 88, bleed: 0}",
        back=_rect("ground", "trim"),
    ),
    _case(
        "a shape that others are placed by",
        "anchor: {kind: rect, box: [8, 30, 40, 6]}",
        _ellipse("dot", '["anchor.left", "anchor.top", 6, 6]'),
    ),
    _case(
        "a repeat that is empty on one card",
        _repeat('"{cost}"', "[8, 30, 40, 6]", "[6, 6]", _DOT),
        fields=_COST,
        cards="[{id: one, name: A, cost: 0}, {id: two, name: B, cost: 2}]",
    ),
    _case("a text that the card leaves out", _NOTE, fields="{name: text, note: text?}"),
    _case("art in the upper half", _art("[-3, -3, 69, 50]"), files=_ART),
    _case("art above a white strip", _art("[-3, -3, 69, 81]"), files=_ART),
    _case("art in a frame", _art("[1.5, 1.5, 60, 85]"), ground=BLUE, files=_ART),
    _case("art that is continued by another box", _rect("art", "[-3, -3, 65, 94]"), ground=BLUE),
]


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_a_planted_fault_is_found_in_its_box(planted: Planted, tmp_path: Path) -> None:
    game = planted.write(tmp_path)
    findings = picture_findings(game)
    assert [(finding.code, finding.rect is not None) for finding in findings] == [(planted.code, True)], findings
    (finding,) = findings
    problem = finding.message.values["problem"]  # type: ignore[union-attr]
    assert problem.values["box"] == planted.box
    box = next(
        line for line in game.read("templates/tiny.yaml").splitlines() if line.strip().startswith(f"{planted.box}: ")
    )
    lines = game.read("templates/tiny.yaml").splitlines()
    assert lines[finding.place.line - 1].split(":")[0] == box.split(":")[0]


@pytest.mark.parametrize("planted", CLEAN, ids=lambda planted: planted.name)
def test_there_is_no_finding_without_a_fault(planted: Planted, tmp_path: Path) -> None:
    assert picture_findings(planted.write(tmp_path)) == []


# ---------------------------------------------------------------- the games that cardgen comes with


#: All checks run over them in other tests, and report nothing: here they are checked once more, without waivers.
@pytest.mark.soak
@pytest.mark.parametrize("folder", GAME_FOLDERS, ids=lambda folder: folder.name)
def test_no_false_alarm_on_games_and_examples(folder: Path) -> None:
    game = load_game(folder, folder.parent.parent / "templates", REPOSITORY)
    for edition in layout_editions(game, Options()):
        context = CheckContext(edition.game, edition.laid, tuple(layout_targets(edition.game)))
        assert context.sides or context.pages
        assert checked_pictures(context) == []
