"""A tiny game with pieces, a board and round tokens, for tests to change."""

from __future__ import annotations

from pathlib import Path

from cardgen.base.temporary import bytes_of
from cardgen.products.files import BytesFile, OutputFile, PagesFile
from tests.games_on_disk import GameOnDisk, tiny_game_in

GAME, CARDS = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml"
PIECES, BOARD, TEMPLATE = "card_data/tiny/pieces.yaml", "card_data/tiny/board.yaml", "templates/board.yaml"

_DECKS = """\
  pieces:
    titles: {zh: 棋子, en: Pieces}
    cards: pieces.yaml
    template: tiny.yaml
    size: card
    fields: {name: text, side: text, form: cells, at: point, tint: colour, mark: pattern}
  board:
    titles: {zh: 盘, en: Board}
    cards: board.yaml
    template: tiny.yaml
    size: card
    fields: {name: text, size: point}
  tokens:
    titles: {zh: 标记, en: Tokens}
    cards: tokens.yaml
    template: token.yaml
    size: token
    fields: {name: text}
targets:
  diecuts:
    sides-{side}-{paper}:
      deck: pieces
      by: side
      papers: [a4, letter]
      titles: {zh: 棋子, en: Pieces}
      names:
        west: {zh: 西, en: West}
      area: [3, 2]
      cell: 20
      cells: form
      colour: tint
      pattern: mark
  boards:
    board-{paper}: {template: board.yaml, papers: [a4, letter], titles: {zh: 盘, en: Board}, deck: board, cell: 30}
  sheets:
    tokens-{paper}: {decks: [tokens], papers: [a4], layout: bleed, cut: spot}
    cards-{paper}: {decks: [main], papers: [a4]}
"""

_PIECES = """\
cards:
  - {id: w1, name: x, side: west, form: ["##", "#."], at: [0, 0], tint: "#c13b2f", mark: dots}
  - {id: w2, name: x, side: west, form: ["#"], at: [1, 1], tint: "#c13b2f", mark: dots}
  - {id: e1, name: x, side: east, form: ["###"], at: [0, 0], tint: "#5c77ff", mark: ring}
"""

_TOKEN = """\
face:
  description: {en: "Token {name}", zh: "标记 {name}"}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#c13b2f"}
    name: {kind: text, box: [4, 9, 17, 7], text: "{name}", lang: en, size: 4, align: centre, colour: "#ffffff"}
back:
  description: {en: A token, zh: 标记}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#223344"}
"""

_BOARD = """\
face:
  description: {en: A board, zh: 棋盘}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#dde2ea"}
    grid: {kind: grid, box: safe, columns: 6, rows: 8, stroke: "#334455"}
"""


def game_with_pieces_in(folder: Path) -> GameOnDisk:
    """Return the tiny game with a deck of pieces on two sheets, a board of 6 × 8 cells, and round tokens of 25 mm."""
    game = tiny_game_in(folder)
    game.change(GAME, "targets:\n", _DECKS)
    sizes = "  card: {width: 63, height: 88}\n"
    game.change(GAME, sizes, f"{sizes}  token: {{width: 25, height: 25, corner: 12.5, bleed: 2, safe: 2}}\n")
    game.write(PIECES, _PIECES)
    game.write(BOARD, "cards:\n  - {id: the-board, name: x, size: [6, 8]}\n")
    game.write("card_data/tiny/tokens.yaml", "cards:\n  - {id: coin, name: Coin, copies: 30}\n")
    game.write("templates/token.yaml", _TOKEN)
    game.write(TEMPLATE, _BOARD)
    return game


def made(file: OutputFile) -> bytes:
    """Return the content of a file that is planned."""
    assert isinstance(file, BytesFile | PagesFile)
    return bytes_of(file.make())
