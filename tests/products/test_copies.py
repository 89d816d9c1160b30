"""Copies of a card that differ: numbered on the sheets, laid out once each, and exported one by one."""

from __future__ import annotations

from pathlib import Path

from cardgen.building.plan import target_findings
from cardgen.cards.layout.cards import layout_deck
from cardgen.cards.layout.inked import save_decks
from cardgen.products.copies import copies_to_print, each_copy
from cardgen.products.exports.images import image_rows
from cardgen.products.options import Options
from cardgen.products.sheets import Imposed, imposed_sheets
from cardgen.scene.items import GlyphRun, Scene, walk
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.runs import texts_in

GAME, CARDS, TEMPLATE = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml", "templates/tiny.yaml"

_TEMPLATE = """\
styles: {small: {size: 3, colour: "#222222"}}
face:
  description: {en: "{name}"}
  boxes:
    number:
      {kind: text, box: [5, 5, WIDTH, 6], text: "{card.serial} ({card.copy}/{card.copies})", lang: en, style: small}
back:
  description: {en: back}
  boxes:
    name: {kind: text, box: [5, 5, 50, 6], text: tiny, lang: en, style: small}
"""


def tickets_in(folder: Path, target: str, width: int = 50) -> GameOnDisk:
    """Return the tiny game with two and three copies of its cards, whose faces have numbers."""
    game = tiny_game_in(folder)
    game.write(TEMPLATE, _TEMPLATE.replace("WIDTH", str(width)))
    game.write(CARDS, "cards:\n  - {id: a, name: A, copies: 2}\n  - {id: b, name: B, copies: 3}\n")
    sheets = f"sheets: {{all: {{decks: [main], papers: [a4], {target}}}}}"
    game.change(GAME, "  cards: {decks: [main]}\n", f"  {sheets}\n")
    return game


def imposed(game: GameOnDisk) -> Imposed:
    loaded = game.load()
    (sheet,) = imposed_sheets(loaded, {"main": layout_deck(loaded, loaded.decks["main"])}, Options())
    return sheet


def printed(scene: Scene) -> str:
    return " ".join(texts_in(scene.items))


def test_copies_are_numbered_over_the_print_run(tmp_path: Path) -> None:
    sheet = imposed(tickets_in(tmp_path, "sets: 2, serial: 98, serial_digits: 3"))
    faces = [printed(card.face) for card in sheet.cards]
    assert faces[:5] == ["098 (1/2)", "099 (2/2)", "100 (1/3)", "101 (2/3)", "102 (3/3)"]
    assert faces[5:7] == ["103 (1/2)", "104 (2/2)"]
    assert len({card.face.name for card in sheet.cards}) == 5  # one for each copy of each card
    assert len({id(card.back) for card in sheet.cards}) == 1  # backs that do not differ are one
    assert list(sheet.first_copies("main", "b")) == [2, 7]


def test_without_a_target_they_count_over_the_deck(tmp_path: Path) -> None:
    game = tickets_in(tmp_path, "")
    loaded = game.load()
    decks = {"main": layout_deck(loaded, loaded.decks["main"])}
    assert [printed(card.face.scene) for card in decks["main"]] == ["1 (1/2)", "3 (1/3)"]
    rows = image_rows(loaded, decks)
    assert [(printed(row.card.face.scene), row.copies) for row in rows][3:] == [("4 (2/3)", 1), ("5 (3/3)", 1)]
    assert len({row.file for row in rows}) == 5
    assert [copies_to_print(Options())(card) for card in decks["main"]] == [2, 3]


def test_a_number_that_does_not_fit_is_a_finding(tmp_path: Path) -> None:
    game = tickets_in(tmp_path, "serial: 99999999", width=15)
    loaded = game.load()
    decks = {"main": layout_deck(loaded, loaded.decks["main"])}
    assert not decks["main"][0].face.findings
    found = target_findings(loaded, decks)
    assert found
    assert {finding.code for finding in found} == {"CG101"}


def test_cards_whose_copies_are_equal_are_laid_out_once(tmp_path: Path) -> None:
    game = tickets_in(tmp_path, "serial: 7")
    game.change(TEMPLATE, "{card.serial} ({card.copy}/{card.copies})", "{card.copies}")
    loaded = game.load()
    (one, _) = layout_deck(loaded, loaded.decks["main"])
    assert one.copies is None
    assert [printed(card.face) for card in imposed(game).cards] == ["2", "2", "3", "3", "3"]


def test_copies_that_save_ink_differ_too(tmp_path: Path) -> None:
    loaded = tickets_in(tmp_path, "").load()
    (one, _) = save_decks({"main": layout_deck(loaded, loaded.decks["main"])}, "black")["main"]
    faces = [copy.face.scene for copy in each_copy(one)]
    assert [printed(face) for face in faces] == ["1 (1/2)", "2 (2/2)"]
    colours = {item.colour for face in faces for _, item in walk(face.items) if isinstance(item, GlyphRun)}
    assert colours == {"#000000"}
