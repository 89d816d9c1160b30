"""Loading a game: strict, whole, and every fault of every file told at once, as a designer would want it told."""

from __future__ import annotations

import builtins
import json
import os
import socket
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from cardgen.data.load import load_game
from cardgen.data.reading import parse_yaml
from cardgen.errors import DataError
from cardgen.games.block_killer.rules import Rules
from tests.games_on_disk import REPOSITORY, GameOnDisk, block_killer_in, tiny_game_in

GAME, CARDS, TEMPLATE = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml", "templates/tiny.yaml"


@pytest.fixture
def tiny(tmp_path: Path) -> GameOnDisk:
    return tiny_game_in(tmp_path)


@pytest.fixture
def killer(tmp_path: Path) -> GameOnDisk:
    return block_killer_in(tmp_path)


def with_fields(game: GameOnDisk, fields: str, cards: str, csv: bool = False) -> None:
    """The tiny game with these fields of its deck, and these cards."""
    game.change(GAME, "fields: {name: text}", f"fields: {{{fields}}}")
    game.change(TEMPLATE, '"{name}"', '"{id}"')
    if csv:
        game.change(GAME, "cards: cards.yaml", "cards: cards.csv")
    game.write("card_data/tiny/cards.csv" if csv else CARDS, cards)


# ---------------------------------------------------------------- what is loaded


def test_the_shipped_game_is_loaded_whole() -> None:
    game = load_game(REPOSITORY / "card_data" / "block-killer", REPOSITORY / "templates", REPOSITORY)
    assert {name: deck.count for name, deck in game.decks.items()} == {"blocks": 90, "garbage": 111, "aids": 6}
    assert [len(deck.cards) for deck in game.decks.values()] == [8, 16, 1]
    assert all(isinstance(rules, Rules) for rules in game.rulesets.values())
    assert list(game.rulebooks) == ["zh", "en"]
    assert game.rulebooks["en"].shown == "card_data/block-killer/rulebook.en.md"
    folder = REPOSITORY / "card_data" / "block-killer"
    read = {path.relative_to(REPOSITORY).as_posix() for path in game.digests}
    assert read == {
        *(path.relative_to(REPOSITORY).as_posix() for path in folder.rglob("*") if path.suffix in (".yaml", ".md")),
        *(path.relative_to(REPOSITORY).as_posix() for path in (REPOSITORY / "templates").rglob("*.yaml")),
    }


def test_cards_know_their_fields_and_places(tiny: GameOnDisk) -> None:
    deck = tiny.load().decks["main"]
    assert [(card.id, card.copies, card.fields) for card in deck.cards] == [
        ("one", 1, {"name": "First"}),
        ("two", 3, {"name": "Second"}),
    ]
    assert (deck.count, deck.titles["zh"], deck.size.bleed) == (4, "牌", 3.0)
    assert str(deck.cards[1].place("name")) == f"{CARDS}:3:21"
    assert str(deck.cards[1].place()) == f"{CARDS}:3:5"
    assert deck.has(name="text")
    assert not deck.has(name="texts")
    assert not deck.has(name="text", colour="colour")


def test_what_placeholders_can_name(killer: GameOnDisk) -> None:
    values = killer.load().values
    assert values["decks"]["garbage"]["count"] == 111
    assert values["decks"]["blocks"]["cards"]["T"]["copies"] == 12
    assert values["cards"]["x"]["row"] == "#.#.#.#.#."
    assert values["standard"]["attack"]["spin"] == [2, 4, 6]
    assert values["game"]["titles"] == {"zh": "方块杀", "en": "Block-Killer"}
    assert set(values) == {"standard", "no-mercy", "game", "decks", "cards"}


def test_an_id_that_two_decks_have_is_not_among_all_cards(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "targets:", DECK.replace("other", "more") + "targets:")
    values = tiny.load().values
    assert values["cards"] == {}
    assert values["decks"]["more"]["cards"]["one"]["name"] == "First"


DECK = """\
  other:
    titles: {zh: 牌, en: Cards}
    cards: cards.yaml
    template: tiny.yaml
    size: card
    fields: {name: text}
"""


def test_every_kind_of_field_is_read_from_yaml_and_from_a_table_alike(tiny: GameOnDisk) -> None:
    Image.new("L", (3, 2)).save(tiny.path("card_data/tiny/a.png"))
    fields = (
        "word: text, names: texts, whole: integer, share: number, paint: colour, look: pattern, dot: point, "
        "form: cells, art: image, maybe: number?"
    )
    with_fields(
        tiny,
        fields,
        "cards:\n  - {id: a, copies: 2, word: no, names: {en: A, zh: 甲}, whole: -3, share: 0.5, paint: '#AABBCC',\n"
        "     look: dots, dot: [1, 0.5], form: ['##.', '.##'], art: a.png}\n",
    )
    (from_yaml,) = tiny.load().decks["main"].cards
    assert from_yaml.fields == {
        "word": "no",
        "names": {"en": "A", "zh": "甲"},
        "whole": -3,
        "share": 0.5,
        "paint": "#aabbcc",
        "look": "dots",
        "dot": (1.0, 0.5),
        "form": ("##.", ".##"),
        "art": "a.png",
        "maybe": None,
    }
    tiny.change(GAME, "cards: cards.yaml", "cards: cards.csv")
    tiny.write(
        "card_data/tiny/cards.csv",
        "id,copies,word,names.zh,names.en,whole,share,paint,look,dot,form,art,maybe\r\n"
        'a,2,no,甲,A,-3,.5,#AABBCC,dots,"1, 0.5",##./.##,a.png,\r\n',
    )
    (from_table,) = tiny.load().decks["main"].cards
    assert (from_table.fields, from_table.copies) == (from_yaml.fields, 2)


def test_a_byte_order_mark_and_windows_line_ends_make_no_difference(tiny: GameOnDisk) -> None:
    before = tiny.load().decks["main"]
    for name in (GAME, CARDS, TEMPLATE):
        tiny.write(name, b"\xef\xbb\xbf" + tiny.read(name).replace("\n", "\r\n").encode())
    after = tiny.load().decks["main"]
    assert [card.fields for card in after.cards] == [card.fields for card in before.cards]
    assert [card.place("name") for card in after.cards] == [card.place("name") for card in before.cards]


def test_what_is_left_out_has_the_values_that_the_docs_name(tiny: GameOnDisk) -> None:
    tiny.write(
        GAME, tiny.read(GAME) + "  sheets:\n    all: {decks: [main], papers: [a4]}\n  rulebook: {papers: [a4]}\n"
    )
    file = tiny.load().file
    size = file.sizes["card"]
    assert (size.corner, size.bleed, size.safe, size.thickness) == (3, 3, 3, 0.3)
    assert file.targets.cards.dpi == 300
    assert (file.targets.sheets["all"].layout, file.targets.sheets["all"].backs) == ("edge-to-edge", "interleaved")
    assert file.targets.rulebook.page == (148, 210)  # A5
    assert (file.engine, file.source, file.rulesets, file.rulebooks) == (None, None, {}, {})


@pytest.mark.parametrize(("size", "right"), [("safe: 31.4", True), ("safe: 31.5", False), ("corner: 31.5", False)])
def test_safe_area_and_corners_leave_something_of_the_card(tiny: GameOnDisk, size: str, right: bool) -> None:
    tiny.change(GAME, "height: 88}", f"height: 88, {size}}}")
    told = [fault for fault in tiny.faults() if "safe and corner" in fault]
    assert bool(told) is not right


# ---------------------------------------------------------------- typical mistakes, and how they are told


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        # keys
        (GAME, "author:", "autor:", [f"{GAME}:2:1: unknown key 'autor' (did you mean 'author'?)"]),
        (GAME, "author: Nobody\n", "", [f"{GAME}:1:1: the key 'author' is missing"]),
        (GAME, "size: card", "sise: card", [f"{GAME}:12:5: unknown key 'sise' (did you mean 'size'?)"]),
        (
            GAME,
            "height: 88",
            "height: 88, height: 89",
            [f"{GAME}:6:33: the key 'height' stands here twice (first on line 6)"],
        ),
        (CARDS, "cards:", "crads:", [f"{CARDS}:1:1: unknown key 'crads' (did you mean 'cards'?)"]),
        (CARDS, ", name: Second", "", [f"{CARDS}:3:5: the key 'name' is missing"]),
        (CARDS, "name: Second", "name: Second, nmae: x", [f"{CARDS}:3:29: unknown key 'nmae' (did you mean 'name'?)"]),
        # counts
        (CARDS, "copies: 3", "copies: 0", [f"{CARDS}:3:37: copies: 0 given, expected at least 1"]),
        (CARDS, "copies: 3", "copies: -1", [f"{CARDS}:3:37: copies: -1 given, expected at least 1"]),
        (CARDS, "copies: 3", "copies: 1.5", [f"{CARDS}:3:37: copies: 1.5 given, expected a whole number"]),
        (CARDS, "copies: 3", "copies: 3.0", [f"{CARDS}:3:37: copies: 3.0 given, expected a whole number"]),
        (
            CARDS,
            "copies: 3",
            'copies: "12"',
            [f"{CARDS}:3:37: copies: '12' given, expected a whole number (leave the quotes out)"],
        ),
        (CARDS, "copies: 3", "copies: twelve", [f"{CARDS}:3:37: copies: 'twelve' given, expected a whole number"]),
        (CARDS, "copies: 3", "copies: 012", [f"{CARDS}:3:37: copies: '012' given, expected a whole number"]),
        (CARDS, "copies: 3", "copies: true", [f"{CARDS}:3:37: copies: true given, expected a whole number"]),
        (CARDS, "copies: 3", "copies: .nan", [f"{CARDS}:3:37: copies: .nan given, expected a whole number"]),
        (CARDS, "copies: 3", "copies: .inf", [f"{CARDS}:3:37: copies: .inf given, expected a whole number"]),
        (CARDS, "copies: 3", "copies: null", [f"{CARDS}:3:37: copies: nothing given, expected a whole number"]),
        (CARDS, "copies: 3", "copies: 1000000", [f"{CARDS}:3:37: copies: 1000000 given, expected at most 10,000"]),
        # ids and texts
        (
            CARDS,
            "id: two",
            "id: One",
            [f"{CARDS}:3:10: the id 'One' stands here twice (first at {CARDS}:2:10)"],
        ),
        (
            CARDS,
            "id: two",
            "id: ../two",
            [f"{CARDS}:3:10: id: '../two' given, expected letters and digits, with - _ . between, 64 at most"],
        ),
        (CARDS, "id: two", "id: 2", [f"{CARDS}:3:10: id: 2 given, expected text (put it in quotes)"]),
        (CARDS, "name: Second", "name: 12", [f"{CARDS}:3:21: name: 12 given, expected text (put it in quotes)"]),
        (CARDS, "name: Second", "name: ''", [f"{CARDS}:3:21: name: '' given, expected at least 1 character"]),
        (
            CARDS,
            "name: Second",
            "name: # Second\n    ",
            [f"{CARDS}:4:5: nothing is given for 'name' (quotes go round a text that begins with #; null is nothing)"],
        ),
        # sizes
        (
            GAME,
            "width: 63",
            "width: 63mm",
            [f"{GAME}:6:17: sizes.card.width: '63mm' given, expected a number (without the unit, which is mm)"],
        ),
        (GAME, "width: 63", "width: -63", [f"{GAME}:6:17: sizes.card.width: -63 given, expected more than 0"]),
        (GAME, "width: 63", "width: .inf", [f"{GAME}:6:17: sizes.card.width: .inf given, expected a number"]),
        (
            GAME,
            "height: 88",
            "height: 88, safe: 40",
            [f"{GAME}:6:9: sizes.card: safe and corner are less than half of the card's shorter side, 63 mm"],
        ),
        # shapes of values
        (
            GAME,
            'licence: {name: CC0-1.0, link: "https://creativecommons.org/publicdomain/zero/1.0/"}',
            "licence: CC0",
            [f"{GAME}:3:10: licence: 'CC0' given, expected keys with values (its keys are link, name)"],
        ),
        (GAME, "languages: [en, zh]", "languages: en", [f"{GAME}:4:12: languages: 'en' given, expected a list"]),
        (GAME, "[en, zh]", "[en, zh, en]", [f"{GAME}:4:12: languages: 'en' stands here twice"]),
        (
            CARDS,
            "cards:\n",
            "cards: none\nmore:\n",
            [
                f"{CARDS}:1:8: cards: 'none' given, expected a list",
                f"{CARDS}:2:1: unknown key 'more' (expected one of: cards)",
            ],
        ),
        # references
        (GAME, "size: card", "size: crad", [f"{GAME}:12:11: there is no size 'crad' (did you mean 'card'?)"]),
        (GAME, "decks: [main]", "decks: [man]", [f"{GAME}:15:18: there is no deck 'man' (did you mean 'main'?)"]),
        (GAME, "[main]", "[main, main]", [f"{GAME}:15:18: targets.cards.decks: 'main' stands here twice"]),
        (
            GAME,
            "cards: cards.yaml",
            "cards: card.yaml",
            [f"{GAME}:10:12: there is no file card_data/tiny/card.yaml (did you mean 'cards.yaml'?)"],
        ),
        (
            GAME,
            "template: tiny.yaml",
            "template: tinny.yaml",
            [f"{GAME}:11:15: there is no file templates/tinny.yaml (did you mean 'tiny.yaml'?)"],
        ),
        (
            GAME,
            "languages:",
            "engine: block-kiler\nlanguages:",
            [f"{GAME}:4:9: there is no rules engine 'block-kiler' (did you mean 'block-killer'?)"],
        ),
        (
            GAME,
            "fields: {name: text}",
            "fields: {name: string}",
            [
                f"{GAME}:13:20: decks.main.fields.name: 'string' is not a kind of field (expected one of: text, texts, "
                "integer, number, colour, pattern, point, cells, image)"
            ],
        ),
        (
            GAME,
            "fields: {name: text}",
            "fields: {Name: text}",
            [f"{GAME}:13:14: 'Name' given, expected a name in small letters, digits and _"],
        ),
        (
            GAME,
            "fields: {name: text}",
            "fields: {name: text, id: text}",
            [f"{GAME}:13:26: a field cannot be called 'id' (the word has a meaning already)"],
        ),
        # templates
        (TEMPLATE, '"{name}"', '"{nmae}"', [f"{TEMPLATE}:5:50: {{nmae}} names nothing (did you mean 'name'?)"]),
        (
            TEMPLATE,
            '"{name}"',
            '"{game.title.en}"',
            [f"{TEMPLATE}:5:50: {{game.title.en}} names nothing (did you mean 'titles'?)"],
        ),
        (
            TEMPLATE,
            '"{name}"',
            '"{name"',
            [f"{TEMPLATE}:5:50: {{ is not a placeholder (write {{path.to.value}}, or {{{{ and }}}} for braces)"],
        ),
        (
            TEMPLATE,
            '{en: "Card {id}", zh: "牌 {id}"}',
            '{en: "Card {id}"}',
            [f"{TEMPLATE}:2:16: the description in 'zh' is missing"],
        ),
        # languages
        (
            GAME,
            "titles: {zh: 小, en: Tiny}",
            "titles: {zh: 小, ne: Tiny}",
            [
                f"{GAME}:1:9: the text in 'en' is missing",
                f"{GAME}:1:17: 'ne' is not one of the game's languages (en, zh)",
            ],
        ),
    ],
)  # fmt: skip
def test_a_typical_mistake_is_told_like_this(tiny: GameOnDisk, file: str, old: str, new: str, told: list[str]) -> None:
    tiny.change(file, old, new)
    assert tiny.faults() == told


def test_no_fault_of_any_file_hides_another(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "author: Nobody", "author: [Nobody]")
    tiny.change(GAME, "titles: {zh: 牌, en: Cards}", "titles: Cards")
    tiny.change(GAME, "width: 63", "width: wide")
    tiny.change(GAME, "targets:", "rulebooks: {en: rules.md}\nrulesets: {a: a.yaml}\ntargets:")
    tiny.change(CARDS, "copies: 3", "copies: 0")
    tiny.change(CARDS, "name: First", "nam: First")
    tiny.change(TEMPLATE, 'kind: rect, box: bleed, fill: "#ffffff"', "kind: rect, box: bled, fill: white")
    tiny.change(TEMPLATE, '"{name}"', '"{nmae}"')
    assert tiny.faults() == [
        f"{CARDS}:2:15: unknown key 'nam' (did you mean 'name'?)",
        f"{CARDS}:3:37: copies: 0 given, expected at least 1",
        f"{GAME}:2:9: author: ['Nobody'] given, expected text",
        f"{GAME}:6:17: sizes.card.width: 'wide' given, expected a number",
        f"{GAME}:9:13: decks.main.titles: 'Cards' given, expected keys with values",
        f"{GAME}:14:17: there is no file card_data/tiny/rules.md",
        f"{GAME}:15:15: there is no file card_data/tiny/a.yaml",
        f"{TEMPLATE}:4:31: box: 'bled' given, expected [x, y, width, height] in mm, or trim, bleed, safe",
        f"{TEMPLATE}:4:43: fill: 'white' is not a colour (six hexadecimal digits, such as '#1f6feb')",
    ]
    # A template that cannot be read as it stands is not yet asked what its placeholders name.
    tiny.change(TEMPLATE, "box: bled, fill: white", "box: bleed")
    assert f"{TEMPLATE}:5:50: {{nmae}} names nothing (did you mean 'name'?)" in tiny.faults()


def test_a_mistake_that_all_cards_share_is_told_once(tiny: GameOnDisk) -> None:
    tiny.change(TEMPLATE, '"{name}"', '"{name.zh}"')
    assert tiny.faults() == [f"{TEMPLATE}:5:50: card 'one' and 1 more: {{name.zh}} names nothing"]
    tiny.change(TEMPLATE, "lang: en", 'lang: en, size: "{id}"')
    tiny.change(TEMPLATE, '"{name.zh}"', '"{name}"')
    assert tiny.faults() == [
        f"{TEMPLATE}:5:76: card 'one': size: 'one' given, expected a number",
        f"{TEMPLATE}:5:76: card 'two': size: 'two' given, expected a number",
    ]


def test_a_broken_template_is_told_once_though_two_decks_use_it(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "targets:", DECK + "targets:")
    tiny.change(GAME, "decks: [main]", "decks: [main, other]")
    tiny.change(TEMPLATE, "kind: text", "kind: txt")
    assert tiny.faults() == [f"{TEMPLATE}:5:18: there is no kind of box 'txt' (did you mean 'text'?)"]


# ---------------------------------------------------------------- whole files


@pytest.mark.parametrize("name", [GAME, CARDS, TEMPLATE])
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"# nothing\n",
        b"[]",
        b"just words",
        b"- a\n- b\n",
        b"null",
        b"a: &x [1]\nb: *x\n",
        b"!!python/object/apply:os.system ['touch executed']\n",
        b"a: 1\n---\nb: 2\n",
        b"[" * 100_000,
        b"a: \xff\n",
        "a: 1\n".encode("utf-16"),
        b"a: \x00\n",
        b"a: [\n",
        b"\ta: 1\n",
    ],
)  # fmt: skip
def test_a_file_that_is_something_else_is_told_and_nothing_runs(
    tiny: GameOnDisk, name: str, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tiny.root)
    tiny.write(name, content)
    told = tiny.faults()
    assert told
    assert all(fault.startswith(name) for fault in told)
    assert not tiny.path("executed").exists()


@pytest.mark.parametrize("name", [GAME, CARDS, TEMPLATE])
def test_a_folder_where_a_file_should_be_is_told(tiny: GameOnDisk, name: str) -> None:
    tiny.path(name).unlink()
    tiny.path(name).mkdir()
    (told,) = tiny.faults()
    assert told.endswith(f"{name} is not a file")


def test_a_game_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        load_game(tmp_path / "none", tmp_path / "templates", tmp_path)
    assert str(caught.value) == "none: there is no file none/game.yaml"


@pytest.mark.parametrize("key", ["cards: cards.yaml", "template: tiny.yaml"])
@pytest.mark.parametrize(
    "name", ["../secret.yaml", "/etc/passwd", "link.yaml", "folder/secret.yaml", "a/../../secret.yaml"]
)
def test_no_name_in_a_game_leaves_its_folder(tiny: GameOnDisk, key: str, name: str) -> None:
    folder = tiny.path("card_data/tiny" if key.startswith("cards") else "templates")
    for place in (folder.parent, tiny.root):
        (place / "secret.yaml").write_text("secret: 1\n")
    (folder / "link.yaml").symlink_to(tiny.root / "secret.yaml")
    (folder / "folder").symlink_to(tiny.root)
    (folder / "a").mkdir()
    tiny.change(GAME, key, f"{key.split(':')[0]}: {name}")
    (told,) = tiny.faults()
    assert told.endswith(f"{name!r} leaves the folder {folder.relative_to(tiny.root)}")


def test_pictures_rulebooks_and_rulesets_stay_inside_as_well(tiny: GameOnDisk) -> None:
    tiny.write("secret.png", "x")
    with_fields(tiny, "art: image", "cards:\n  - {id: a, art: ../../secret.png}\n  - {id: b, art: none.png}\n")
    tiny.change(GAME, "targets:", "rulebooks: {en: ../../secret.png}\nrulesets: {a: /etc/passwd}\ntargets:")
    assert tiny.faults() == [
        f"{CARDS}:2:18: '../../secret.png' leaves the folder card_data/tiny",
        f"{CARDS}:3:18: there is no file card_data/tiny/none.png",
        f"{GAME}:14:17: '../../secret.png' leaves the folder card_data/tiny",
        f"{GAME}:15:15: '/etc/passwd' leaves the folder card_data/tiny",
    ]


def test_loading_reads_files_of_the_game_and_does_nothing_else(
    killer: GameOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []
    whole = Path.read_bytes

    def no(*_: Any, **__: Any) -> Any:
        raise AssertionError("data did something")

    killer.load()  # whatever is imported on the way is imported now
    for module, name in (
        (subprocess, "Popen"),
        (os, "system"),
        (socket, "socket"),
        (builtins, "eval"),
        (builtins, "exec"),
    ):
        monkeypatch.setattr(module, name, no)
    monkeypatch.setattr(Path, "read_bytes", lambda self: (read.append(self), whole(self))[1])
    before = {path: path.stat().st_mtime_ns for path in killer.root.rglob("*")}
    game = killer.load()
    assert {path: path.stat().st_mtime_ns for path in killer.root.rglob("*")} == before
    assert set(read) == set(game.digests)
    assert all(path.is_relative_to(killer.root) for path in read)


# ---------------------------------------------------------------- decks


@pytest.mark.parametrize("word", ["no", "off", "yes", "y", "1:30", "012", "0x1f", "1_000", "2024-01-01", "="])
def test_words_that_yaml_1_1_took_for_something_else_are_text(tiny: GameOnDisk, word: str) -> None:
    tiny.change(CARDS, "name: Second", f"name: {word}")
    assert tiny.load().decks["main"].cards[1].fields["name"] == word


def test_what_is_wrong_in_a_table_is_told_with_its_line_and_column(tiny: GameOnDisk) -> None:
    with_fields(
        tiny,
        "names: texts, cost: integer?, paint: colour, form: cells",
        "id,names.zh,names.en,cost,paint,form\n"
        "a,甲,A,x,#112233,##\n"
        "b,乙,,1.5,red,#./##/#\n"
        '"c","丙, 三",C,1_000,#112233,\n'
        "c,丁,D,,#112233,#\n",
        csv=True,
    )
    file = "card_data/tiny/cards.csv"
    assert tiny.faults() == [
        f"{file}:2:7: cost: 'x' given, expected a whole number",
        f"{file}:3:6: cost: 1.5 given, expected a whole number",
        f"{file}:3:10: paint: 'red' is not a colour (six hexadecimal digits, such as '#1f6feb')",
        f"{file}:3:14: form: the rows of a shape are equally long (such as ['##.', '.##'])",
        f"{file}:4:1: the key 'form' is missing",
        f"{file}:4:14: cost: '1_000' given, expected a whole number",
    ]


def test_a_shape_written_as_in_a_table_is_told_how_it_is_written_here(tiny: GameOnDisk) -> None:
    with_fields(tiny, "form: cells", "cards:\n  - {id: one, form: .#./###}\n  - {id: two, form: null}\n")
    assert tiny.faults()[0] == (
        f"{CARDS}:2:21: form: '.#./###' given, expected rows of # and ., top row first (such as ['##.', '.##'])"
    )


@pytest.mark.parametrize("cell", ["null", "~", "true", "x", "0x1f", "1 2", "１"])
def test_a_number_in_a_table_is_a_number(tiny: GameOnDisk, cell: str) -> None:
    with_fields(tiny, "cost: number?", f"id,cost\na,{cell}\n", csv=True)
    assert tiny.faults() == [f"card_data/tiny/cards.csv:2:3: cost: {cell!r} given, expected a number"]


def test_a_column_is_told_once_and_not_in_every_row(tiny: GameOnDisk) -> None:
    rows = "".join(f"c{i},x,1\n" for i in range(100))
    with_fields(tiny, "name: text, cost: integer?", f"id,nmae,cost\n{rows}", csv=True)
    assert tiny.faults() == ["card_data/tiny/cards.csv:1:1: the column 'name' is missing"]
    tiny.write("card_data/tiny/cards.csv", f"id,name,csot\n{rows}")
    assert tiny.faults() == ["card_data/tiny/cards.csv:1:9: unknown key 'csot' (did you mean 'cost'?)"]
    tiny.write("card_data/tiny/cards.csv", "id,name\n")
    assert tiny.faults() == [
        "card_data/tiny/cards.csv:1:1: a table without cards (a line of column names, then a line a card)"
    ]


def test_a_text_in_a_field_has_all_of_the_games_languages(tiny: GameOnDisk) -> None:
    with_fields(
        tiny, "names: texts", "cards:\n  - {id: a, names: {en: A}}\n  - {id: b, names: {en: B, zh: 乙, fr: B}}\n"
    )
    assert tiny.faults() == [
        f"{CARDS}:2:20: the text in 'zh' is missing",
        f"{CARDS}:3:35: 'fr' is not one of the game's languages (en, zh)",
    ]


def test_an_optional_field_may_be_left_out_or_null(tiny: GameOnDisk) -> None:
    with_fields(
        tiny, "cost: integer?, names: texts?", "cards:\n  - {id: a, cost: null}\n  - {id: b}\n  - {id: c, cost: 3}\n"
    )
    assert [card.fields["cost"] for card in tiny.load().decks["main"].cards] == [None, None, 3]
    tiny.change(CARDS, "cost: 3", "cost: x")
    assert tiny.faults() == [f"{CARDS}:4:19: cost: 'x' given, expected a whole number"]


def test_too_many_cards_in_all_are_a_mistake(tiny: GameOnDisk) -> None:
    rows = "".join(f"  - {{id: c{i}, name: x, copies: 10000}}\n" for i in range(11))
    tiny.write(CARDS, f"cards:\n{rows}")
    assert tiny.faults() == [f"{GAME}:7:1: 110,000 cards in all (at most 100,000)"]


@pytest.mark.parametrize(
    ("cards", "other"),
    [
        ("  - {id: back, name: x}\n", "the back of main"),
        ("  - {id: Back-bleed, name: x}\n", "the back of main"),
        ("  - {id: a, name: x}\n  - {id: a-back, name: x}\n", "card 'a' of main"),
        ("  - {id: a, name: x}\n  - {id: A-bleed, name: x}\n", "card 'a' of main"),
    ],
)
def test_two_pictures_never_have_one_file_name(tiny: GameOnDisk, cards: str, other: str) -> None:
    tiny.write(CARDS, f"cards:\n{cards}")
    (told,) = tiny.faults()
    assert told.endswith(f"would have the file name of {other}")
    assert told.startswith(f"{CARDS}:{1 + cards.count(chr(10))}:10: the picture of ")


def test_cards_of_two_decks_do_not_share_a_file_name_either(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "targets:", DECK.replace("other", "main-x").replace("cards.yaml", "more.yaml") + "targets:")
    tiny.write("card_data/tiny/more.yaml", "cards:\n  - {id: y, name: y}\n")
    assert tiny.faults() == []
    tiny.change(CARDS, "id: two", "id: x-y")
    assert tiny.faults() == [
        "card_data/tiny/more.yaml:2:10: the picture of 'y' would have the file name of card 'x-y' of main"
    ]


# ---------------------------------------------------------------- the rest of game.yaml


def test_rulesets_are_checked_by_the_engine(killer: GameOnDisk) -> None:
    killer.change("card_data/block-killer/rules/standard.yaml", "rotation: srs", "rotation: srz")
    killer.change("card_data/block-killer/rules/no-mercy.yaml", "most_garbage:", "most_garbag:")
    first, second = killer.faults()
    assert first.startswith("card_data/block-killer/rules/no-mercy.yaml:")
    assert "unknown key 'most_garbag' (did you mean 'most_garbage'?)" in first
    assert "play.rotation: 'srz' given, expected 'srs' or 'plain' (did you mean 'srs'?)" in second


def test_without_an_engine_rulesets_are_plain_values(tiny: GameOnDisk) -> None:
    tiny.write("card_data/tiny/rules.yaml", "hand: 7\n")
    tiny.change(GAME, "targets:", "rulesets: {house: rules.yaml}\ntargets:")
    tiny.change(TEMPLATE, '"{name}"', '"{house.hand} cards"')
    game = tiny.load()
    assert game.rulesets == {"house": {"hand": 7}}
    assert tiny.faults() == []


@pytest.mark.parametrize("name", ["game", "decks", "cards", "colours", "deck", "id", "copies"])
def test_words_that_placeholders_begin_with_are_no_names(tiny: GameOnDisk, name: str) -> None:
    tiny.write("card_data/tiny/rules.yaml", "hand: 7\n")
    tiny.change(GAME, "targets:", f"rulesets: {{{name}: rules.yaml}}\ntargets:")
    (told,) = tiny.faults()
    assert told == f"{GAME}:14:12: a ruleset cannot be called {name!r} (placeholders begin with that word)"


def test_a_field_is_not_called_as_a_ruleset_is(tiny: GameOnDisk) -> None:
    tiny.write("card_data/tiny/rules.yaml", "hand: 7\n")
    tiny.change(GAME, "targets:", "rulesets: {name: rules.yaml}\ntargets:")
    (told,) = tiny.faults()
    assert told == f"{GAME}:13:14: a field cannot be called 'name' (the word has a meaning already)"


PIECES = """\
  cutouts:
    pieces-{paper}: {deck: main, papers: [a4, letter], pitch: 8, titles: {en: x, zh: x}, pieces: {one: 2}}
"""


@pytest.mark.parametrize(
    ("target", "told"),
    [
        (
            "  sheets:\n    all: {decks: [main], papers: [a4, letter]}\n",
            [f"{GAME}:17:5: 'all' is made for several papers (write {{paper}} where the paper's name goes)"],
        ),
        (
            "  sheets:\n    all: {decks: [man], papers: [a4]}\n",
            [f"{GAME}:17:18: there is no deck 'man' (did you mean 'main'?)"],
        ),
        ("  sheets:\n    a/b: {decks: [main], papers: [a4]}\n", [f"{GAME}:17:5: 'a/b' is not a plain file name"]),
        ("  sheets:\n    .a: {decks: [main], papers: [a4]}\n", [f"{GAME}:17:5: '.a' is not a plain file name"]),
        (
            "  sheets:\n    all: {decks: [main], papers: [a4]}\n    ALL: {decks: [main], papers: [a4]}\n",
            [f"{GAME}:18:5: a second file would be called 'all' (the first at {GAME}:17:5)"],
        ),
        (
            "  sheets:\n    all: {decks: [main], papers: [a3]}\n",
            [f"{GAME}:17:35: targets.sheets.all.papers.0: 'a3' given, expected 'a4' or 'letter'"],
        ),
        (
            "  sheets:\n    all: {decks: [], papers: [a4]}\n",
            [f"{GAME}:17:18: targets.sheets.all.decks: [] given, expected at least 1 entry"],
        ),
        (
            "  pages:\n    mat: {template: nowhere.yaml, papers: [a4], size: [100]}\n",
            [
                f"{GAME}:17:21: there is no file templates/nowhere.yaml",
                f"{GAME}:17:55: targets.pages.mat.size: [100] given, expected two numbers (such as [1, 0.5])",
            ],
        ),
        (
            "  tuckboxes:\n    box: {deck: man, papers: [a4], titles: {en: x}}\n",
            [
                f"{GAME}:17:17: there is no deck 'man' (did you mean 'main'?)",
                f"{GAME}:17:44: the text in 'zh' is missing",
            ],
        ),
        (PIECES, [f"{GAME}:17:28: the cards of main have no shape to cut out (a field cells of the kind cells)"]),
        ("  rulebook: {papers: []}\n", [f"{GAME}:16:22: targets.rulebook.papers: [] given, expected at least 1 entry"]),
    ],
)  # fmt: skip
def test_targets_name_what_there_is(tiny: GameOnDisk, target: str, told: list[str]) -> None:
    tiny.write(GAME, tiny.read(GAME) + target)
    assert tiny.faults() == told


def test_pieces_to_cut_out_are_cards_with_a_shape(tiny: GameOnDisk) -> None:
    with_fields(tiny, "cells: cells, colour: colour", "cards:\n  - {id: one, cells: ['#'], colour: '#112233'}\n")
    tiny.write(GAME, tiny.read(GAME) + PIECES)
    assert tiny.faults() == []
    tiny.change(GAME, "pieces: {one: 2}", "pieces: {won: 2}")
    assert tiny.faults() == [f"{GAME}:17:99: there is no card 'won' in main (did you mean 'one'?)"]


def test_a_rulebook_is_in_a_language_of_the_game(tiny: GameOnDisk) -> None:
    tiny.write("card_data/tiny/rules.md", "# Regeln\n")
    tiny.change(GAME, "targets:", "rulebooks: {de: rules.md}\ntargets:")
    assert tiny.faults() == [f"{GAME}:14:13: 'de' is not one of the game's languages (en, zh)"]


# ---------------------------------------------------------------- anything at all


WRONG = [None, [], {}, ["x"], {"x": "y"}, 3, -1.5, "x", "", True, "{id}", "{names}", "{", [["a"]], [0, 0, 1, 1], 1e308]
FILES = [
    *(
        "card_data/block-killer/game.yaml",
        "card_data/block-killer/blocks.yaml",
        "card_data/block-killer/rules/standard.yaml",
    ),
    *("templates/block-killer/block.yaml", "templates/block-killer/garbage.yaml", "templates/common/playing-card.yaml"),
]


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every part of a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, entry in inner for found in _paths(entry, (*path, key)))]


def _with(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    """The value with another one at `path`."""
    if not path:
        return other
    changed = value.copy()
    changed[path[0]] = _with(value[path[0]], path[1:], other)
    return changed


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_a_value_of_another_type_is_a_fault_or_a_game(killer: GameOnDisk, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(FILES))
    text = killer.read(name)
    value = parse_yaml(text, name).value
    wrong = _with(value, data.draw(st.sampled_from(_paths(value))), data.draw(st.sampled_from(WRONG)))
    killer.write(name, json.dumps(wrong))  # JSON is YAML
    try:
        assert all(": " in fault for fault in killer.faults())
    finally:
        killer.write(name, text)


@pytest.mark.parametrize("engine", ["[block-killer]", "{a: b}", "3", "true"])
def test_an_engine_is_a_name(tiny: GameOnDisk, engine: str) -> None:
    tiny.write("card_data/tiny/rules.yaml", "hand: 7\n")
    tiny.change(GAME, "targets:", f"engine: {engine}\nrulesets: {{house: rules.yaml}}\ntargets:")
    (told,) = tiny.faults()
    assert told.startswith(f"{GAME}:14:9: engine: ")


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_any_slip_of_the_finger_is_a_fault_or_a_game(tiny: GameOnDisk, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([GAME, CARDS, TEMPLATE]))
    text = tiny.read(name)
    at = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(at, min(len(text), at + 8)))
    typed = data.draw(st.text("ab1{}[]:,#-\n\t'\"&*!| .~", max_size=4))
    tiny.write(name, text[:at] + typed + text[end:])
    try:
        assert all(": " in fault for fault in tiny.faults())
    finally:
        tiny.write(name, text)
