"""A game with boxes, words and pictures of many kinds, and random edits of it as somebody could make them."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

from PIL import Image

from tests.games_on_disk import GameOnDisk

FOLDER = "card_data/many"
GAME = f"{FOLDER}/game.yaml"
CARDS = f"{FOLDER}/cards.csv"
OTHERS = f"{FOLDER}/others.yaml"
ELEMENTS = f"{FOLDER}/elements.yaml"
TEMPLATE = "templates/many.yaml"
WORDS = f"{FOLDER}/words.en.yaml"
TERMS = f"{FOLDER}/terms.csv"

FILES = {
    GAME: """\
titles: {zh: 许多, en: Many}
author: Nobody
licence: {name: CC0-1.0, link: "https://creativecommons.org/publicdomain/zero/1.0/"}
languages: [zh, en]
translations: {en: words.en.yaml}
rulesets: {elements: elements.yaml}
glossary: {terms: terms.csv, fields: rule, style: term, mark: all}
sizes:
  card: {width: 63, height: 88}
decks:
  main:
    titles: {zh: 牌, en: Cards}
    cards: cards.csv
    template: many.yaml
    size: card
    fields: {names: texts, rule: text, kind: text, art: image?, tags: list?, colour: colour?, partner: text?}
  others:
    titles: {zh: 其他, en: Others}
    cards: others.yaml
    template: many.yaml
    size: card
    fields: {names: texts, rule: text, kind: text, art: image?, tags: list?, colour: colour?, partner: text?}
targets:
  cards: {decks: [main, others]}
""",
    CARDS: """\
id,copies,names,rule,kind,art,tags,colour,partner
a,1,甲,draw,fire,one.png,x|y,#aa0000,
b,2,乙,discard,fire,,,#00aa00,
c,1,丙,gain two,ice,two.png,z,,e
d,3,丁,lose,ice,one.png,,,
""",
    TERMS: """\
id,term.zh,term.en,forms.zh,text.zh,text.en,reminder.zh,reminder.en
draw,draw,拿,,拿牌,Take a card.,从牌堆,From the pile.
lose,lose,失,,弃牌,Put a card away.,任选,Of your choice.
snow,snow,雪,ice|wait,冷,Cold.,,
gain,gain two,得,trade,不动,Do nothing.,,
""",
    ELEMENTS: """\
fire: {rank: 1, partner: a}
ice: {rank: 2, partner: c}
""",
    OTHERS: """\
cards:
  - {id: e, names: {zh: 戊, en: E}, rule: trade, kind: fire}
  - {id: f, names: {zh: 己}, rule: wait, kind: ice, tags: [1, 2.0]}
""",
    WORDS: """\
cards:
  main:
    a: {names: A}
    b: {names: B}
""",
    TEMPLATE: """\
colours: {ink: "#112233"}
styles: {strong: {font: bold, colour: "{colours.ink}"}, term: {colour: "#7a1212"}}
icons: {star: {file: star.png}}
face:
  description: {zh: "{names.zh}", en: "{names.en}"}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#f4f1ea"}
    mark: {kind: image, box: [48, 70, 8, 8], file: mark.png}
    name: {kind: text, box: [5, 6, 53, 8], text: "{names}", size: 5, floor: 3}
    rule: {kind: text, box: [5, "name.bottom + 30", 53, 20], text: "<strong>{rule}</strong> {star} of {deck.count}"}
    art: {kind: image, box: [5, 20, 20, 15], file: "{art}", when: {art: {given: true}}}
    tags: {kind: repeat, box: [30, 20, 28, 8], of: "{tags}", cell: [9, 8], when: {tags: {given: true}},
      boxes: {tag: {kind: text, box: [0, 0, 9, 8], text: "{item}", lang: en}}}
    other: {kind: text, box: [5, 78, 40, 5], text: "{cards.e.rule}", lang: en}
    rank: {kind: text, box: [30, "max(name.bottom, rule.text_bottom)", 20, 5], text: "{elements[{kind}].rank}",
      lang: en}
    number: {kind: text, box: [50, 78, 10, 5], text: "{card.number}/{deck.different}", lang: en, when: {deck.id: main}}
    why: {kind: text, box: [5, 60, 40, 8], text: "{card.reminders}", when: {card.reminders: {given: true}}}
    terms: {kind: repeat, box: [48, 5, 12, 12], of: "{card.terms}", cell: [12, 4], when: {kind: fire},
      boxes: {term: {kind: text, box: [0, 0, 12, 4], text: "{item.term}", lang: en, size: 2}}}
    pair: {kind: text, box: [5, 72, 40, 5], text: "{cards[{partner}].rule}", lang: en}
back:
  description: {zh: 背面, en: "Back {kind}"}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#223344"}
    kind: {kind: text, box: [5, 40, 53, 8], text: "{kind}", lang: en, colour: "#ffffff"}
""",
}


def picture(colour: tuple[int, int, int]) -> bytes:
    """Return a PNG of one colour."""
    file = io.BytesIO()
    Image.new("RGB", (300, 300), colour).save(file, "PNG")
    return file.getvalue()


def many_game_in(folder: Path) -> GameOnDisk:
    """Write the game to a folder."""
    game = GameOnDisk(folder, "many")
    for name, text in FILES.items():
        game.write(name, text)
    for number, name in enumerate(("one", "two", "star", "mark")):
        game.write(f"{FOLDER}/{name}.png", picture((number, 0, 0)))
    return game


def edit(random: Random, game: GameOnDisk) -> None:
    """Make a change that somebody could make: most of them leave the game without faults."""
    way = random.randrange(10)
    lines = game.read(CARDS).splitlines()
    at = random.randrange(1, len(lines))
    if way == 0:
        lines[at] = lines[at].replace("draw", "gain").replace("lose", "draw" * random.randrange(1, 90))
    elif way == 1:
        lines[1:] = random.sample(lines[1:], len(lines) - 1)
    elif way == 2:
        lines.insert(
            at, f"n{random.randrange(99)},1,新,new card,{random.choice(('fire', 'ice'))},,p|q,,{random.choice('abx')}"
        )
    elif way == 3 and len(lines) > 3:
        del lines[at]
    elif way == 4:
        lines.insert(at, "")
    elif way == 5:
        lines = [line.replace("one.png", "two.png") for line in lines]
    elif way == 6:
        name = random.choice(("one", "two", "star", "mark"))
        game.write(f"{FOLDER}/{name}.png", picture((random.randrange(4), 0, 0)))
    elif way == 7:  # another partner, perhaps one that is not there
        cells = lines[at].split(",")
        if len(cells) == 9:
            lines[at] = ",".join([*cells[:-1], random.choice("abdexx") if random.randrange(3) else ""])
    else:
        changes = (
            (TEMPLATE, "size: 5", "size: 6"), (TEMPLATE, "{deck.count}", "{game.titles.en}"), (TEMPLATE, "fire", "ice"),
            (TEMPLATE, 'text: "{item}"', 'text: "{item} {number}"'), (TEMPLATE, "#112233", "#221133"),
            (ELEMENTS, "rank: 1", "rank: 3"), (ELEMENTS, "ice:", "snow:"), (TEMPLATE, "number}/", "number} of "),
            (OTHERS, "trade", "sell"), (OTHERS, "id: e", "id: ee"), (OTHERS, "2.0", "2"), (OTHERS, "E}", "EE}"),
            (WORDS, "names: A", "names: Ä"), (GAME, "en: Cards", "en: Playing cards"), (GAME, "width: 63", "width: 66"),
            (TERMS, "draw,draw", "draw,card"), (TERMS, "From the pile", "From the deck"), (TERMS, "ice|", "discard|"),
            (TERMS, "lose,失", "loses,失"), (GAME, "mark: all", "mark: first"), (GAME, "style: term", "style: strong"),
            (CARDS, "discard", "[[draw|lose]]"), (GAME, "fields: rule", "fields: [rule, names]"),
            (TEMPLATE, "[5, 40, 53, 8]", "[5, 40, 5, 3]"), (TEMPLATE, "[48, 70, 8, 8]", "[1, 70, 8, 8]"),
        )  # fmt: skip
        file, old, new = random.choice(changes)
        text = game.read(file)
        game.write(file, text.replace(old, new) if old in text else text.replace(new, old))
        return
    game.write(CARDS, "\n".join(lines) + "\n")
