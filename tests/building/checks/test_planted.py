"""Faults that are seen only on the picture are found, each once and in its box, and none where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.building.checks.context import CheckContext
from cardgen.building.editions import layout_editions
from cardgen.building.plan import layout_targets
from cardgen.data.load import load_game
from cardgen.products.options import Options
from tests.building.checks.planted import BLUE, WHITE, Planted, checked_pictures, picture_findings, png
from tests.games_on_disk import REPOSITORY

COVERED, CROSSED, SMALL, BLEED, EMPTY, SHORT = "CG114", "CG115", "CG116", "CG117", "CG118", "CG119"

_NAME = 'name: {kind: text, box: [8, 8, 47, 8], text: "{name}", lang: en, size: 4}'
_RECT = 'plate: {{kind: rect, box: [{0}], fill: "#ddeeff"}}'
_CLEAR = {"art.png": png((300, 300), "#00000000", (60, "#aa5522ff"))}
_ART = {"art.png": png((1000, 1400))}
_WHITE_EDGE = {"art.png": png((1000, 1400), edge=(40, "#ffffff"))}
_SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="%s" fill="%s"/></svg>'


def _covered(name: str, *boxes: str, files: dict[str, bytes] | None = None, box: str = "name") -> Planted:
    return Planted(name, "\n".join([WHITE, *boxes]), COVERED, box, files=files or {})


PLANTED = [
    # text covered by what is painted later
    _covered("a plate after the text", _NAME, _RECT.format("6, 6, 51, 12")),
    _covered("a plate over a part of the text", _NAME, _RECT.format("12, 6, 10, 12")),
    _covered("a ground painted last", _NAME, 'over: {kind: rect, box: bleed, fill: "#ffffff"}'),
    _covered(
        "a line across",
        _NAME,
        'rule: {kind: line, box: trim, points: [[0, 12], [63, 12]], stroke: "#c00000", stroke_width: 0.6}',
    ),
    _covered(
        "the frame of an ellipse",
        _NAME,
        'ring: {kind: ellipse, box: [9, 0, 30, 30], stroke: "#000000", stroke_width: 2}',
    ),
    _covered("a picture", _NAME, "art: {kind: image, box: [6, 6, 20, 20], file: art.png}", files=_ART),
    _covered(
        "the opaque part of a picture", _NAME, "art: {kind: image, box: [1, 9, 20, 20], file: art.png}", files=_CLEAR
    ),
    _covered(
        "a drawing",
        _NAME,
        "art: {kind: image, box: [6, 6, 20, 20], file: art.svg}",
        files={"art.svg": _SVG % (b"M0 0H10V10H0Z", b"#336699")},
    ),
    _covered(
        "two veils, together opaque",
        _NAME,
        'one: {kind: rect, box: [6, 6, 51, 12], fill: "#ffffff", opacity: 0.4}',
        'two: {kind: rect, box: [6, 6, 51, 12], fill: "#ffffff", opacity: 0.4}',
    ),
    _covered(
        "a group with clip",
        _NAME,
        "over: {kind: group, box: [6, 6, 20, 12], clip: true, boxes: "
        '{plate: {kind: rect, box: [0, 0, 51, 12], fill: "#ffffff"}}}',
    ),
    _covered(
        "in a column of Chinese",
        "name: {kind: text, box: [20, 8, 8, 40], text: 晚风翻旧牌, lang: zh, size: 5, direction: vertical}",
        _RECT.format("18, 12, 12, 6"),
    ),
    # texts that cross
    Planted(
        "two texts in one place",
        f'{WHITE}\n{_NAME}\nmore: {{kind: text, box: [9, 8, 47, 8], text: "Fierce 12", lang: en, size: 4}}',
        CROSSED,
        "name",
    ),
    Planted(
        "a turned text over another",
        f"{WHITE}\n{_NAME}\nmore: {{kind: text, box: [-10, 8, 47, 8], text: turned, "
        "lang: en, size: 5, turn: 90, align: centre}",
        CROSSED,
        "name",
    ),
    Planted(
        "a label on a large number",
        f"{WHITE}\n"
        'number: {kind: text, box: [8, 8, 40, 30], text: "8", lang: en, '
        "size: 28, font: bold}\nlabel: {kind: text, box: [8, 20, 40, 6], text: attack, lang: en, size: 4, "
        'colour: "#ffffff"}',
        CROSSED,
        "number",
    ),
    # text that is too small
    Planted(
        "small text",
        f"{WHITE}\n{_NAME}\ncredit: {{kind: text, box: [8, 70, 40, 4], text: A small line, lang: en, size: 1.2}}",
        SMALL,
        "credit",
    ),
    Planted(
        "shrunk text",
        f"{WHITE}\nrules: {{kind: text, box: [8, 70, 14, 3], text: Words that are far too many, "
        "lang: en, size: 3, fit: shrink, floor: 0.8}",
        SMALL,
        "rules",
    ),
    Planted(
        "text below the game's own limit",
        f"{WHITE}\n{_NAME}\nnote: {{kind: text, box: [8, 70, 40, 6], text: Not so small, lang: en, size: 2}}",
        SMALL,
        "note",
        game="least_text: 2.2\n",
    ),
    Planted(
        "small words in a text",
        f'{WHITE}\nrules: {{kind: text, box: [8, 40, 47, 10], text: "Draw <tiny>at once</tiny>", lang: en, size: 3}}',
        SMALL,
        "rules",
        keys="styles: {tiny: {scale: 0.4}}\n",
    ),
    Planted(
        "small text of a table",
        f"{WHITE}\nrows: {{kind: table, box: [8, 40, 47, 10], rows: [[a, b]], lang: en, size: 1}}",
        SMALL,
        "rows",
    ),
    Planted(
        "small text drawn again",
        f"{WHITE}\ncorner: {{kind: text, box: [5, 5, 9, 4], text: A1, lang: en, size: 1.4}}",
        SMALL,
        "corner",
    ),
    # paint that ends inside the bleed
    Planted("a ground to the trim", 'ground: {kind: rect, box: trim, fill: "#335577"}', BLEED, "ground"),
    Planted("a back to the trim", WHITE, BLEED, "ground", back='ground: {kind: rect, box: trim, fill: "#335577"}'),
    Planted(
        "a ground into half of the bleed",
        'ground: {kind: rect, box: [-1.5, -1.5, 66, 91], fill: "#335577"}',
        BLEED,
        "ground",
    ),
    Planted(
        "a stripe that ends at one edge",
        f'{WHITE}\nstripe: {{kind: rect, box: [-3, 30, 66, 20], fill: "#335577"}}',
        BLEED,
        "stripe",
    ),
    Planted(
        "a picture to the trim", "art: {kind: image, box: trim, file: art.png, fit: cover}", BLEED, "art", files=_ART
    ),
    Planted(
        "a picture with a white edge",
        "art: {kind: image, box: [-3, -3, 69, 94], file: art.png, fit: stretch}",
        BLEED,
        "art",
        files=_WHITE_EDGE,
    ),
    Planted(
        "a gradient to the trim",
        'ground: {kind: rect, box: trim, fill: {gradient: {from: "#335577", to: "#775533"}}}',
        BLEED,
        "ground",
    ),
    Planted(
        "a frame to the trim",
        f'{WHITE}\nframe: {{kind: rect, box: [1, 1, 61, 86], stroke: "#000000", stroke_width: 2}}',
        BLEED,
        "frame",
    ),
    Planted(
        "a round token",
        'ground: {kind: ellipse, box: trim, fill: "#335577"}',
        BLEED,
        "ground",
        size="{width: 40, height: 40, corner: 20}",
        back='ground: {kind: ellipse, box: bleed, fill: "#335577"}',
    ),
    Planted(
        "a ground turned a little",
        'ground: {kind: rect, box: [-2, -2, 67, 92], fill: "#335577", turn: 0.5}',
        BLEED,
        "ground",
    ),
    # boxes that come out empty
    Planted(
        "a blank text",
        f'{WHITE}\n{_NAME}\nnote: {{kind: text, box: [8, 30, 40, 6], text: "{{note}}", lang: en}}',
        EMPTY,
        "note",
        fields="{name: text, note: text}",
        cards='[{id: one, name: First, note: " "}]',
    ),
    Planted("a shape without paint", f"{WHITE}\nplate: {{kind: rect, box: [8, 30, 40, 6]}}", EMPTY, "plate"),
    Planted(
        "a transparent picture",
        f"{WHITE}\nart: {{kind: image, box: [8, 30, 20, 20], file: art.png}}",
        EMPTY,
        "art",
        files={"art.png": png((300, 300), "#11223300", (9, "#11223300"))},
    ),
    Planted(
        "a box off the card", f'{WHITE}\ndot: {{kind: ellipse, box: [70, 30, 6, 6], fill: "#335577"}}', EMPTY, "dot"
    ),
    Planted(
        "a repeat of nothing",
        f'{WHITE}\nicons: {{kind: repeat, box: [8, 30, 40, 6], of: "{{cost}}", '
        'cell: [6, 6], boxes: {dot: {kind: ellipse, box: [0, 0, 6, 6], fill: "#335577"}}}',
        EMPTY,
        "icons",
        fields="{name: text, cost: integer}",
        cards="[{id: one, name: First, cost: 0}]",
    ),
    Planted(
        "nothing to see",
        f'{WHITE}\nplate: {{kind: rect, box: [8, 30, 40, 6], fill: "#335577", opacity: 0}}',
        EMPTY,
        "plate",
    ),
    # art that ends short
    Planted(
        "art for 63 × 88 on 63.5 × 88.9",
        "art: {kind: image, box: [-3, -3, 66, 94.9], file: art.png, fit: cover}",
        SHORT,
        "art",
        size="{width: 63.5, height: 88.9}",
        files=_ART,
    ),
    Planted(
        "art for poker on tarot",
        f"{WHITE}\nart: {{kind: image, box: [-3, -3, 69, 50], file: art.png, fit: cover}}",
        SHORT,
        "art",
        size="{width: 70, height: 120}",
        files=_ART,
    ),
    Planted(
        "a ground for a smaller card",
        f'{WHITE}\nplate: {{kind: rect, box: [-3, -3, 76, 91], fill: "#335577"}}',
        SHORT,
        "plate",
        size="{width: 70, height: 120}",
    ),
    Planted(
        "a square picture on a long card",
        "art: {kind: image, box: bleed, file: art.png}",
        SHORT,
        "art",
        files={"art.png": png((900, 900))},
    ),
    Planted(
        "a picture a little too short",
        f"{WHITE}\nart: {{kind: image, box: [-3, -3, 69, 90], file: art.png, fit: cover}}",
        SHORT,
        "art",
        files=_ART,
    ),
]

CLEAN = [
    Planted("text on a plate", f"{WHITE}\n{_RECT.format('6, 6, 51, 12')}\n{_NAME}"),
    Planted(
        "a frame around text",
        f'{WHITE}\n{_NAME}\nframe: {{kind: rect, box: [6, 6, 51, 12], stroke: "#000000", stroke_width: 0.5}}',
    ),
    Planted(
        "an ellipse around text",
        f'{WHITE}\n{_NAME}\nframe: {{kind: ellipse, box: [2, 2, 57, 24], stroke: "#000000", stroke_width: 0.5}}',
    ),
    Planted(
        "a picture with a hole over text",
        f"{WHITE}\n{_NAME}\nart: {{kind: image, box: [-9, -29, 81, 81], file: art.png}}",
        files={"art.png": png((960, 960), "#00000000", (120, "#aa5522ff"))},
    ),
    Planted(
        "an underline",
        f"{WHITE}\n"
        'name: {kind: text, box: [8, 8, 47, 8], text: "gypsy jog", lang: en, size: 4}\n'
        'rule: {kind: line, box: trim, points: [[8, 14], [55, 14]], stroke: "#000000", stroke_width: 0.2}',
    ),
    Planted("a veil over text", f'{WHITE}\n{_NAME}\nveil: {{kind: rect, box: bleed, fill: "#ffffff", opacity: 0.2}}'),
    Planted(
        "a shadow of the text",
        f"{WHITE}\n"
        'shadow: {kind: text, box: [8.3, 8.3, 47, 8], text: "{name}", lang: en, '
        f'size: 4, colour: "#999999"}}\n{_NAME}',
    ),
    Planted(
        "a faint number under text",
        f"{WHITE}\n"
        "faint: {kind: group, box: [8, 4, 40, 30], opacity: 0.2, boxes: "
        '{number: {kind: text, box: [0, 0, 40, 30], text: "8", lang: en, size: 28}}}\n'
        f"{_NAME}",
    ),
    Planted(
        "close lines",
        f"{WHITE}\nrules: {{kind: text, box: [8, 8, 40, 30], text: 'gypsy\\njolly\\nfjords', "
        "lang: en, size: 4, leading: 0.9}",
    ),
    Planted(
        "text just large enough",
        f"{WHITE}\n{_NAME}\ncredit: {{kind: text, box: [8, 70, 40, 4], text: small, lang: en, size: 1.5}}",
    ),
    Planted(
        "small text that the game allows",
        f"{WHITE}\n{_NAME}\ncredit: {{kind: text, box: [8, 70, 40, 4], text: small, lang: en, size: 1.2}}",
        game="least_text: 1.2\n",
    ),
    Planted("art to the edge of the bleed", "art: {kind: image, box: bleed, file: art.png, fit: cover}", files=_ART),
    Planted("white paper with a panel", f'{WHITE}\npanel: {{kind: rect, box: safe, fill: "#335577"}}'),
    Planted("a circle that sticks out", f'{WHITE}\nsun: {{kind: ellipse, box: [50, 30, 14.5, 14.5], fill: "#ffb703"}}'),
    Planted(
        "a chequered edge",
        f"{WHITE}\n"
        "cells: {kind: repeat, box: [-3, -3, 69, 94], of: 5, cell: [7, 7], "
        'gap: [7, 7], boxes: {cell: {kind: rect, box: [0, 0, 7, 7], fill: "#335577"}}}',
    ),
    Planted(
        "a fading edge",
        f"{WHITE}\n"
        'glow: {kind: rect, box: bleed, fill: {gradient: {shape: radial, from: "#335577", '
        'to: "#ffffff"}}}',
    ),
    Planted(
        "a line to cut along",
        f'{WHITE}\ncut: {{kind: rect, box: trim, stroke: "#ff00ff", stroke_width: 0.2, cut_line: true}}',
    ),
    Planted(
        "a thin guide on the trim", f'{WHITE}\nguide: {{kind: rect, box: trim, stroke: "#bbbbbb", stroke_width: 0.2}}'
    ),
    Planted("round corners in the bleed", 'ground: {kind: rect, box: bleed, radius: 6, fill: "#335577"}'),
    Planted(
        "a round token",
        'ground: {kind: ellipse, box: bleed, fill: "#335577"}',
        size="{width: 40, height: 40, corner: 20}",
        back='ground: {kind: ellipse, box: bleed, fill: "#335577"}',
    ),
    Planted(
        "no bleed at all",
        'ground: {kind: rect, box: trim, fill: "#335577"}',
        size="{width: 63, height: 88, bleed: 0}",
        back='ground: {kind: rect, box: trim, fill: "#335577"}',
    ),
    Planted(
        "a shape that others are placed by",
        f"{WHITE}\nanchor: {{kind: rect, box: [8, 30, 40, 6]}}\n"
        'dot: {kind: ellipse, box: ["anchor.left", "anchor.top", 6, 6], fill: "#335577"}',
    ),
    Planted(
        "a repeat that is empty on one card",
        f"{WHITE}\nicons: {{kind: repeat, box: [8, 30, 40, 6], "
        'of: "{cost}", cell: [6, 6], boxes: {dot: {kind: ellipse, box: [0, 0, 6, 6], fill: "#335577"}}}',
        fields="{name: text, cost: integer}",
        cards="[{id: one, name: A, cost: 0}, {id: two, name: B, cost: 2}]",
    ),
    Planted(
        "a text that the card leaves out",
        f'{WHITE}\nnote: {{kind: text, box: [8, 30, 40, 6], text: "{{note}}", lang: en}}',
        fields="{name: text, note: text?}",
    ),
    Planted(
        "art in the upper half",
        f"{WHITE}\nart: {{kind: image, box: [-3, -3, 69, 50], file: art.png, fit: cover}}",
        files=_ART,
    ),
    Planted(
        "art above a white strip",
        f"{WHITE}\nart: {{kind: image, box: [-3, -3, 69, 81], file: art.png, fit: cover}}",
        files=_ART,
    ),
    Planted(
        "art in a frame",
        f"{BLUE}\nart: {{kind: image, box: [1.5, 1.5, 60, 85], file: art.png, fit: cover}}",
        files=_ART,
    ),
    Planted(
        "art that is continued by another box", f'{BLUE}\nart: {{kind: rect, box: [-3, -3, 65, 94], fill: "#335577"}}'
    ),
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

#: examples/plugin needs its package, and is checked with it by tests/test_plugin_package.py.
GAMES = sorted(
    file.parent
    for folder in ("card_data", "examples")
    for file in (REPOSITORY / folder).rglob("game.yaml")
    if "plugin" not in file.parts
)


#: All checks run over them in other tests, and report nothing: here they are checked once more, without waivers.
@pytest.mark.soak
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_no_false_alarm_on_games_and_examples(folder: Path) -> None:
    game = load_game(folder, folder.parent.parent / "templates", REPOSITORY)
    for edition in layout_editions(game, Options()):
        context = CheckContext(edition.game, edition.laid, tuple(layout_targets(edition.game)))
        assert context.sides or context.pages
        assert checked_pictures(context) == []
