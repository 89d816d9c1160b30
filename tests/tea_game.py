"""A game whose cards are written in English, with languages that they are translated into."""

from __future__ import annotations

from pathlib import Path

from tests.games_on_disk import GameOnDisk

GAME, CARDS, TEMPLATE = "card_data/tea/game.yaml", "card_data/tea/tea.csv", "templates/tea.yaml"

TEA = {
    GAME: """\
titles: {en: Tea Garden}
author: Nobody
licence: {name: CC0-1.0, link: "https://creativecommons.org/publicdomain/zero/1.0/"}
languages: [en, de, zh]
translations: i18n/{lang}.yaml
sizes:
  mini: {width: 44, height: 67}
decks:
  main:
    titles: {en: Tea cards}
    cards: tea.csv
    template: tea.yaml
    size: mini
    fields: {name: texts, rules: "texts?", origin: "text?"}
targets:
  cards: {decks: [main]}
""",
    CARDS: "id,name,rules,origin\noolong,Oolong,Draw a card.,Fujian\nlapsang,Lapsang,,\n",
    TEMPLATE: """\
face:
  description: {en: "The tea {name}"}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#ffffff"}
    name: {kind: text, box: [4, 4, 36, 8], text: "{name}"}
    rules: {kind: text, box: [4, 14, 36, 20], text: "{rules}"}
    label: {kind: text, box: [4, 40, 36, 6], text: {en: "Tea {id}"}}
back:
  description: {en: A back}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#224422"}
""",
}

#: All of it in German.
GERMAN = "card_data/tea/i18n/de.yaml"
WHOLE = """\
cards:
  main:
    oolong: {name: Oolong-Tee, rules: Ziehe eine Karte.}
    lapsang: {name: Rauchtee}
game:
  titles: Teegarten
  decks.main.titles: Teekarten
templates:
  tea.yaml:
    face.description: "Der Tee {name}"
    face.label: "Tee {id}"
    back.description: Rückseite
"""


def tea_game_in(folder: Path) -> GameOnDisk:
    """The game; it has a place for translations, and none yet."""
    game = GameOnDisk(folder, "tea")
    for name, text in TEA.items():
        game.write(name, text)
    return game
