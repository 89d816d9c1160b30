"""Layouts of Squib are where Squib puts them: its pixels of 300 dpi from the bleed's corner, its chains of `extends`.

The numbers are those of its layouts `hand` and `playing-card` and of examples in its documentation; the texts are ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from cardgen.building.build import build_game
from cardgen.cards.layout.cards import layout_deck
from cardgen.data.project import Project
from cardgen.products.options import Options
from cardgen.scene.items import Rect
from tests.games_on_disk import GameOnDisk

#: A poker card is 825 × 1125 px with its bleed of 37.5 px.
GAME = """\
titles: {en: Valley}
author: Nobody
licence: {name: CC0-1.0, link: "https://creativecommons.org/publicdomain/zero/1.0/"}
languages: [en]
sizes: {poker: {width: 63.5, height: 88.9, bleed: 3.175, safe: 3.175}}
decks:
  main:
    titles: {en: Cards}
    cards: cards.csv
    columns: {Name: name, Qty: copies, Wood: wood, Stone: stone, Text: text}
    template: card.yaml
    size: poker
    fields: {name: text, wood: integer, stone: integer?, text: text}
targets:
  cards: {decks: [main], dpi: 300}
  sheets: {"cards-{paper}": {decks: [main], papers: [a4, letter], backs: fronts}}
"""
CARDS = """\
id,Name,Qty,Wood,Stone,Text
heron,Heron,3,2,1,Draw a card whenever a lake is laid.
tower,Old tower,1,3,,Score one for each neighbour.
"""
FACE = """\
face:
  description: {en: "{name}"}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#ffffff"}
    squib:
      kind: group
      box: bleed
      boxes:
"""
HAND = """\
styles: {hand: {size: 3.6, floor: 2, align: centre}}
boxes:
  words: {kind: text, lang: en, style: hand}
  right: {box: {x: 275 / 11.811, width: 475 / 11.811}}
face:
  description: {en: "{name}"}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#ffffff"}
    squib:
      kind: group
      box: bleed
      boxes:
        title: {extends: [words, right], box: {y: 75 / 11.811, height: 125 / 11.811}, text: "{name}"}
        art: {kind: rect, extends: right, box: {y: 225 / 11.811, height: 475 / 11.811}, fill: "#cccccc"}
        description: {extends: [words, right], box: {y: 725 / 11.811, height: 200 / 11.811}, text: "{text}"}
        bonus1: {extends: words, box: [75 / 11.811, 75 / 11.811, 175 / 11.811, 175 / 11.811], text: "{wood}"}
        bonus2: {extends: bonus1, box: {y: += 198 / 11.811}, text: "{stone}"}
        bonus3: {extends: bonus2, box: {y: += 198 / 11.811}, text: "3"}
        bonus4: {extends: bonus3, box: {y: += 198 / 11.811}, text: "4"}
        bonus5: {extends: bonus4, box: {y: += 198 / 11.811}, text: "5"}
        cut: {kind: rect, box: [37.5 / 11.811, 37.5 / 11.811, 750 / 11.811, 1050 / 11.811], stroke: "#000000"}
        safe: {kind: rect, box: [75 / 11.811, 75 / 11.811, 675 / 11.811, 975 / 11.811], stroke: "#000000", radius: 1.35}
"""


def converted(folder: Path, template: str, **more: str) -> GameOnDisk:
    """A game with this template; `more` are those it extends, by their names without a suffix."""
    game = GameOnDisk(folder, "valley")
    game.write("card_data/valley/game.yaml", GAME)
    game.write("card_data/valley/cards.csv", CARDS)
    for name, text in {"card": template, **more}.items():
        game.write(f"templates/{name}.yaml", text)
    return game


def pixels(game: GameOnDisk) -> Mapping[str, Rect]:
    """Where the boxes of the first card are: Squib's pixels, from the corner of the bleed."""
    loaded = game.load()
    face = layout_deck(loaded, loaded.decks["main"])[0].face
    at = {box.name.removeprefix("squib."): box.rect for box in face.boxes}
    scale = 300 / 25.4
    return {
        name: ((x + 3.175) * scale, (y + 3.175) * scale, width * scale, height * scale)
        for name, (x, y, width, height) in at.items()
    }


def test_a_layout_and_a_table_lie_where_squib_lays_them(tmp_path: Path) -> None:
    rects = pixels(converted(tmp_path, HAND))
    expected = {
        "title": (275, 75, 475, 125),
        "art": (275, 225, 475, 475),
        "description": (275, 725, 475, 200),
        "bonus1": (75, 75, 175, 175),
        "bonus2": (75, 273, 175, 175),
        "bonus3": (75, 471, 175, 175),
        "bonus4": (75, 669, 175, 175),
        "bonus5": (75, 867, 175, 175),
        "cut": (37.5, 37.5, 750, 1050),
        "safe": (75, 75, 675, 975),
    }
    for name, rect in expected.items():
        assert rects[name] == pytest.approx(rect, abs=0.01), name


def test_a_converted_deck_builds(tmp_path: Path) -> None:
    game = converted(tmp_path, HAND)
    report = game.check()
    assert (report.findings, report.cards) == ((), 4)
    built = build_game(Project(tmp_path, bundled=False), "valley", tmp_path / "out", Options())
    assert {"sheets/cards-a4.pdf", "sheets/cards-letter.pdf", "cards/png/main-heron-bleed.png"} <= set(built.states)


def test_a_corner_that_squib_turns_about_its_origin_lies_in_the_far_corner(tmp_path: Path) -> None:
    """`playing-card`: the lower right bonus begins at 750, 1050 and turns by half about that point."""
    corner = """\
        ul: {kind: text, box: [75 / 11.811, 75 / 11.811, 200 / 11.811, 200 / 11.811], text: "{wood}", lang: en}
        lr: {extends: ul, box: {x: 550 / 11.811, y: 850 / 11.811}, turn: 180}
"""
    assert pixels(converted(tmp_path, FACE + corner))["lr"] == pytest.approx((550, 850, 200, 200), abs=0.01)


@pytest.mark.parametrize(
    ("boxes", "name", "x"),
    [
        ("a: {B, box: [100, 0, 9, 9]}, b: {extends: a, box: {x: += 10}}, c: {extends: b, box: {x: += 20}}", "c", 130),
        ("a: {B, box: [100, 0, 9, 9]}, b: {B, box: [200, 0, 9, 9]}, c: {extends: [b, a], box: {x: += 50}}", "c", 150),
        ("a: {B, box: [100, 0, 9, 9]}, b: {extends: a, box: {x: -= 20}}", "b", 80),
    ],
)
def test_chains_of_extends_add_up_as_in_squib(tmp_path: Path, boxes: str, name: str, x: float) -> None:
    squib = "kind: group, box: bleed, boxes: {" + boxes.replace("B,", "kind: rect,") + "}"
    rects = pixels(converted(tmp_path, f"face: {{description: {{en: x}}, boxes: {{squib: {{{squib}}}}}}}\n"))
    assert rects[name][0] * 25.4 / 300 == pytest.approx(x)


def test_a_box_of_another_file_is_extended_as_in_squib(tmp_path: Path) -> None:
    base = """\
boxes: {grandparent: {kind: rect, box: [100, 0, 9, 9]}}
face:
  description: {en: Base}
  boxes: {parent: {extends: grandparent, box: {x: "+= 10"}}, other: {extends: grandparent, box: {x: "+= 20"}}}
"""
    over = """\
extends: base.yaml
face:
  boxes:
    child: {extends: parent, box: {x: "+= 3"}}
    other: null
    another: {extends: grandparent, box: {x: "+= 30"}}
"""
    rects = pixels(converted(tmp_path, over, base=base))
    assert {name: round(rect[0] * 25.4 / 300 - 3.175, 6) for name, rect in rects.items()} == {
        "parent": 110,
        "child": 113,
        "another": 130,
    }
