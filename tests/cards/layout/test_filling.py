"""Boxes filled in from an example of their deck: the same as boxes that are filled in and validated one by one."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from cardgen.base.errors import DataError
from cardgen.cards.boxes import ink
from cardgen.cards.layout import filling, parts
from cardgen.cards.layout.cards import layout_deck
from cardgen.data.load import load_game
from cardgen.data.model import Deck, Game
from cardgen.scene.keys import serialise
from tests.examples import trials
from tests.games_on_disk import REPOSITORY, GameOnDisk, tiny_game_in

GAME = "card_data/tiny/game.yaml"

FIELDS = (
    "{name: texts, plain: text?, size: number?, colour: colour?, tags: list?, words: lists?, cost: integer?, "
    "place: list?, art: image?, lang: text?}"
)

ROWS = (
    "{id: plain, name: {en: Ab, zh: 丙}, plain: some words, size: 3, colour: '#ff0000', tags: [a, 2], cost: 3}",
    "{id: other, name: {en: Cd, zh: 丁}, plain: other words, size: 4.5, colour: '#00ff00', tags: [b], cost: 1}",
    "{id: bare, name: {en: No more}}",
    "{id: untranslated, name: {en: Only English}, plain: x, size: 3}",
    "{id: marks, name: {en: '**Bold** and {{x}}', zh: '**粗**'}, plain: '**x** \\\\* y', size: 2}",
    "{id: wrong-size, name: {en: Big, zh: 大}, plain: x, size: 900}",
    "{id: wrong-marks, name: {en: '**never ends', zh: 好}, plain: '[nothing]x', size: 3}",
    "{id: long, name: {en: so many words that they have no room, zh: 字}, plain: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}",
    "{id: moved, name: {en: A, zh: 乙}, plain: b, place: [20, 20, 9, 9], lang: zh, words: {en: [q], zh: [r, 3]}}",
    "{id: no-place, name: {en: A, zh: 乙}, plain: b, place: [20, 20, -9, 9], lang: Nothing!, words: {en: [q, r]}}",
)

BOXES = (
    "{kind: text, box: [5, 5, 40, 8], text: '{name}'}",
    "{kind: text, box: [5, 5, 40, 8], text: '{name.en} {id}', lang: en, style: big}",
    "{kind: text, box: [5, 5, 40, 8], text: '{plain}', lang: zh, size: '{size}', colour: '{colours.ink}'}",
    "{kind: text, box: [5, 5, 40, 8], text: {en: 'E {plain}', zh: '中 {name.zh}'}, style: own}",
    "{kind: text, box: '{place}', text: '{words}', lang: '{lang}'}",
    "{kind: text, box: [5, 5, '{size} + 9', 8], text: '{cost} {{ {tags}', lang: en}",
    "{kind: text, box: [1, 1, 40, 8], text: '{tags}', lang: en, turn: 90}",
    "{kind: text, box: safe, text: '{cost}', lang: en, valign: top, when: {cost: {at_least: 2}}}",
    "{kind: rect, box: bleed, fill: '{colour}'}",
    "{kind: rect, box: '{place}', fill: '#123456', opacity: '{size}'}",
    "{kind: repeat, box: [5, 5, 40, 20], of: '{tags}', cell: [8, 8], boxes: "
    "{t: {kind: text, box: [0, 0, 8, 8], text: '{item} {number} {id}', lang: en}}}",
    "{kind: group, box: [5, 20, 40, 20], clip: true, boxes: "
    "{t: {kind: text, box: [0, 0, 30, 8], text: '{name} {plain}', lang: en}}}",
    "{kind: image, box: [5, 5, 20, 20], file: '{art}'}",
)

TEMPLATE = """\
colours: {{ink: "#102030"}}
styles:
  big: {{size: 4, floor: 2, colour: "{{colours.ink}}"}}
  own: {{size: "{{size}}", font: bold}}
face:
  description: {{en: "Card {{id}} {{plain}}", zh: "牌 {{name}} {{cost}}"}}
  boxes:
    box: {box}
    again: {{kind: again, of: box, turn: 180}}
back:
  description: {{en: A back, zh: 背面}}
  boxes:
    ground: {{kind: rect, box: bleed, fill: "#223344"}}
"""


def result_of(game: Game, deck: Deck) -> list[object]:
    """Return everything that laying out a deck gives; its faults if there are any."""
    try:
        laid = layout_deck(game, deck)
    except DataError as error:
        return list(error.faults)
    return [
        (card.card.id, list(serialise(side.scene)), side.boxes, side.findings, side.owner, dict(side.descriptions))
        for card in laid
        for _, side in card.sides
    ]


def check_same(game: Game, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Check that all ways give the same. Return how many boxes were filled in from an example, or with a new text."""
    done: Counter[str] = Counter()

    def counting(name: str, whole: Callable[..., object]) -> Callable[..., object]:
        def count(*args: object) -> object:
            result = whole(*args)
            done[name] += result is not None
            return result

        return count

    monkeypatch.setattr(filling, "_fill_example", counting("example", filling._fill_example))
    monkeypatch.setattr(parts._TextDrawing, "draw", counting("text", parts._TextDrawing.draw))
    short = [result_of(game, deck) for deck in game.decks.values()]
    monkeypatch.setattr(parts, "_draws_texts", lambda *_: None)
    without_texts = [result_of(game, deck) for deck in game.decks.values()]
    monkeypatch.setattr(filling, "_fill_example", lambda *_: None)
    monkeypatch.setattr(ink, "_is_well_inside", lambda *_: False)
    assert short == without_texts == [result_of(game, deck) for deck in game.decks.values()]
    monkeypatch.undo()
    return done


@pytest.mark.parametrize("box", BOXES)
def test_boxes_filled_in_from_an_example_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, box: str
) -> None:
    tiny = tiny_game_in(tmp_path)
    tiny.write("templates/tiny.yaml", TEMPLATE.format(box=box))
    pairs = [*itertools.permutations(ROWS, 2)]  # each row is the example of each other, in `make soak`
    pairs = Random(box).sample(pairs, trials(len(pairs)))
    write_decks(tiny, [(*pair, ROWS[number % len(ROWS)]) for number, pair in enumerate(pairs)])
    game = tiny.load()
    assert len(game.decks) == len(pairs)
    check_same(game, monkeypatch)


def write_decks(game: GameOnDisk, decks: list[tuple[str, ...]]) -> None:
    """Replace the deck of the tiny game by decks of these rows."""
    before, deck, after = re.split(r"(  main:\n.*)(?=targets:)", game.read(GAME), flags=re.DOTALL)
    deck = deck.replace("{name: text}", FIELDS)
    entries = ""
    for number, rows in enumerate(decks):
        entries += deck.replace("main:", f"pair-{number}:").replace("cards.yaml", f"pair-{number}.yaml")
        lines = "".join(f"  - {row}\n" for row in dict.fromkeys(rows))
        game.write(f"card_data/tiny/pair-{number}.yaml", f"cards:\n{lines}")
    game.write(GAME, before + entries + after.replace("[main]", "[pair-0]"))


@pytest.mark.parametrize("name", ["block-killer", pytest.param("blokus", marks=pytest.mark.soak)])
def test_the_shipped_games_are_the_same(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    game = load_game(REPOSITORY / "card_data" / name, REPOSITORY / "templates")
    check_same(game, monkeypatch)


def test_most_boxes_need_only_a_new_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = tiny_game_in(tmp_path)
    rows = "".join(f"  - {{id: c{number}, name: Card {number}}}\n" for number in range(20))
    tiny.write("card_data/tiny/cards.yaml", "cards:\n" + rows)
    assert check_same(tiny.load(), monkeypatch) == {"text": 19, "example": 19}
