"""A small game with a glossary: three cards in two languages."""

from __future__ import annotations

from pathlib import Path

from tests.games_on_disk import GameOnDisk

FOLDER = "card_data/words"
GAME, CARDS, TERMS = f"{FOLDER}/game.yaml", f"{FOLDER}/cards.csv", f"{FOLDER}/glossary.csv"
ENGLISH, BOOK, TEMPLATE = f"{FOLDER}/en.yaml", f"{FOLDER}/rules.md", "templates/words.yaml"

FILES = {
    GAME: """\
titles: {zh: 词语, en: Words}
author: Nobody
licence: {name: CC0-1.0, link: "https://creativecommons.org/publicdomain/zero/1.0/"}
languages: [zh, en]
translations: {en: en.yaml}
decks:
  main:
    titles: {zh: 牌, en: Cards}
    cards: cards.csv
    template: words.yaml
    size: standard
    fields: {names: texts, rule: texts, word: text?}
glossary:
  terms: glossary.csv
  fields: rule
  style: term
rulebooks: {zh: rules.md}
targets:
  cards: {decks: [main]}
""",
    CARDS: """\
id,names,rule,word
a,甲,出牌阶段限一次，你摸牌。,
b,乙,[[摸牌|摸两张]]，再摸牌。,haste
c,丙,将手牌弃至手牌上限。,
""",
    TERMS: """\
id,number,term.zh,term.en,forms.zh,forms.en,text.zh,reminder.zh,reminder.en
draw,1,摸牌,draw,摸#张牌,draws|drew,从牌堆顶摸牌。,（摸牌：从[[牌堆]]顶拿牌。）,(Draw: take from the pile.)
limit,2,手牌上限,hand limit,,,手牌最多的张数。,,
hand,3,手牌,hand,,,手里的牌。,,
times,4,限x次,limit x,限#次,up to # times,一段时间里最多的次数。,（用满就不能再用。）,(No more after that.)
haste,5,疾行,haste,,,先动。,,
pile,6,牌堆,pile,,,没摸的牌。,,
""",
    ENGLISH: """\
cards:
  main:
    a: {names: A, rule: "In your play phase, up to 1 times, draw."}
    b: {names: B, rule: "Draw two, then draw."}
    c: {names: C, rule: "Discard your hand down to your hand limit."}
  glossary:
    draw: {text: Take a card.}
    limit: {text: The most cards in hand.}
    hand: {text: Your cards.}
    times: {text: At most so often.}
    haste: {text: Acts first.}
    pile: {text: The cards that are left.}
""",
    BOOK: """\
# 词语

## 词汇

```glossary
```
""",
    TEMPLATE: """\
styles: {term: {colour: "#aa0000"}}
face:
  description: {zh: "{names}：{rule}", en: "{names}: {rule}"}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#ffffff"}
    rule: {kind: text, box: [5, 5, 53, 30], text: "{rule}", size: 3}
    word:
      kind: text
      box: [5, 40, 53, 8]
      text: "{glossary[{word}].term}：{glossary[{word}].text}"
      when: {word: {given: true}}
    why: {kind: text, box: [5, 50, 53, 20], text: "{card.reminders}", size: 2.5}
    list:
      kind: repeat
      of: "{card.terms}"
      box: [5, 72, 53, 12]
      cell: [26, 10]
      boxes: {term: {kind: text, box: [0, 0, 26, 10], text: "{item.number} {item.term}", size: 2}}
back:
  description: {zh: 背面, en: A back}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#223344"}
""",
}


def glossary_game_in(folder: Path) -> GameOnDisk:
    """Write the game to a folder."""
    game = GameOnDisk(folder, "words")
    for name, text in FILES.items():
        game.write(name, text)
    return game
