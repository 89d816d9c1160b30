"""Additions to a game are text inserted into its files: all existing text stays."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from cardgen.base.errors import DataError
from cardgen.data.project import Project
from cardgen.data.reading import parse_yaml
from cardgen.editing.yaml_text import flow
from cardgen.starters.adding import Addition, add_card, find_deck
from cardgen.starters.decks import add_deck, add_template
from cardgen.starters.trial import try_files
from tests.cases import for_cases
from tests.games_on_disk import GameOnDisk
from tests.starters.projects import begun_in

CARDS = "card_data/mine/cards.yaml"
GAME = "card_data/mine/game.yaml"


def only_put_in(before: str, after: str) -> list[str]:
    """Return the new lines, after a check that all old ones are there in their order."""
    rest = iter(before.splitlines(keepends=True))
    expected = next(rest, None)
    new = []
    for line in after.splitlines(keepends=True):
        if line == expected:
            expected = next(rest, None)
        else:
            new.append(line)
    assert expected is None, f"{expected!r} is missing"
    return new


def card_added(game: GameOnDisk, name: str, deck: str = "") -> Addition:
    loaded = game.load()
    return add_card(loaded, find_deck(loaded, deck), name, game.root)


def clean(game: GameOnDisk, addition: Addition) -> bool:
    files = {**addition.added, **addition.changed}
    return not try_files(game.name, files, Project(game.root, bundled=False)).findings


def test_a_new_card_is_a_copy_of_the_last_one(tmp_path: Path) -> None:
    game = begun_in(tmp_path, "blank", "mine", "zh", "en")
    addition = card_added(game, "new-moon")
    after = addition.changed[CARDS].decode()
    assert only_put_in(game.read(CARDS), after) == [
        "  - id: new-moon\n",
        "    names: {zh: New Moon, en: New Moon}\n",
        "    rules: {zh: 每位玩家弃一张牌，你除外。, en: Everyone but you discards a card.}\n",
        "    value: 5\n",
        '    colour: "#235f8f"\n',
        '    icon: ["..###...", ".#...#..", "##......", "##.....#", "###...##", "########"]\n',
    ]
    assert clean(game, addition)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "# Top\ncards:   # all of them\n- {id: a, name: A, copies: 3}   # kept\n",
            "# Top\ncards:   # all of them\n- {id: a, name: A, copies: 3}   # kept\n- {id: b, name: B}\n",
        ),
        (
            "cards:\n  - id: a\n    name: A\n\n\n# The end.\n",
            "cards:\n  - id: a\n    name: A\n  - id: b\n    name: B\n\n\n# The end.\n",
        ),
        ("cards:\r\n  - id: a\r\n    name: A", "cards:\r\n  - id: a\r\n    name: A\r\n  - id: b\r\n    name: B\r\n"),
        (
            "cards:\n  - name: 狐\n    id: a\n",
            "cards:\n  - name: B\n    id: b\n".replace("cards:\n", "cards:\n  - name: 狐\n    id: a\n"),
        ),
        ("cards: [{id: a, name: A}]\n", "cards: [{id: a, name: A}, {id: b, name: B}]\n"),
        (
            "cards: \n  [\n  {id: a, name: A}\n  ]\n",
            "cards: \n  [\n  {id: a, name: A},\n  {id: b, name: B}\n  ]\n",
        ),
        ("id,copies,name\na,2,A\n", "id,copies,name\na,2,A\nb,,B\n"),
        ('\ufeffid,name\r\na,"A, the\r\nfirst"\r\n\r\n', '\ufeffid,name\r\na,"A, the\r\nfirst"\r\nb,B\r\n\r\n'),
        ("name,id\nA,a", "name,id\nA,a\nB,b\n"),
    ],
)
def test_the_style_of_the_file_is_kept(tmp_path: Path, old: str, new: str) -> None:
    """Of YAML, and of tables, to which a row is added at the end."""
    game, file = begun_in(tmp_path), "simple.yaml" if "cards:" in old else "simple.csv"
    add_simple_deck(game, file, old)
    assert card_added(game, "b", "simple").changed[f"card_data/mine/{file}"].decode() == new


def test_a_row_is_added_to_a_table_with_tabs_and_to_a_workbook(tmp_path: Path) -> None:
    game = begun_in(tmp_path)
    add_simple_deck(game, "simple.tsv", "id\tname\na\tA\n")
    assert card_added(game, "b", "simple").changed["card_data/mine/simple.tsv"] == b"id\tname\na\tA\nb\tB\n"
    game.change(GAME, "cards: simple.tsv,", "cards: simple.xlsx,")
    book: Any = openpyxl.Workbook()
    for row in (["id", "name"], ["a", "A"]):
        book.active.append(row)
    book.save(game.path("card_data/mine/simple.xlsx"))
    addition = card_added(game, "b", "simple")
    changed: Any = openpyxl.load_workbook(io.BytesIO(addition.changed["card_data/mine/simple.xlsx"]))
    assert list(changed.active.values)[1:] == [("a", "A"), ("b", "B")]


def test_a_row_is_added_in_the_encoding_of_the_table(tmp_path: Path) -> None:
    game = begun_in(tmp_path)
    add_simple_deck(game, "simple.csv", "id,name\n")
    game.write("card_data/mine/simple.csv", "id,name\na,狐狸\n".encode("gb18030"))
    game.change(GAME, "cards: simple.csv,", "cards: simple.csv, encoding: gb18030,")
    changed = card_added(game, "b", "simple").changed["card_data/mine/simple.csv"]
    assert changed.decode("gb18030") == "id,name\na,狐狸\nb,B\n"
    game.change(GAME, "encoding: gb18030", "encoding: big5")
    game.write("card_data/mine/simple.csv", "id,name\na,裏狐\n".encode("cp950"))
    changed = card_added(game, "b", "simple").changed["card_data/mine/simple.csv"]
    assert changed.decode("cp950") == "id,name\na,裏狐\nb,B\n"
    with pytest.raises(DataError, match="Big5 has no character é"):
        card_added(game, "é", "simple")
    game.change(GAME, ", encoding: big5,", ",")
    game.write("card_data/mine/simple.csv", "id,name\na,A\n".encode("utf-16"))
    changed = card_added(game, "b", "simple").changed["card_data/mine/simple.csv"]
    assert changed.decode("utf-16") == "id,name\na,A\nb,B\n"


def add_simple_deck(game: GameOnDisk, file: str, content: str) -> None:
    """Gives the game a second deck, whose cards have a name alone."""
    entry = (
        f"  simple: {{titles: {{en: S}}, cards: {file}, template: mine/s.yaml, size: card, fields: {{name: text}}}}\n"
    )
    game.change(GAME, "\ntargets:", entry + "\ntargets:")
    game.write(f"card_data/mine/{file}", content)
    game.write(
        "templates/mine/s.yaml",
        'face: {description: {en: "{name}"}, boxes: {g: {kind: rect, box: bleed, fill: "#ffffff"}}}\n',
    )


def test_cards_and_decks_that_cannot_be_added_are_rejected(tmp_path: Path) -> None:
    game = begun_in(tmp_path)
    add_simple_deck(game, "simple.csv", "id,name\nb,B\n")
    for name, deck, problem in (
        ("b", "simple", "already has a card 'b'"),
        ("b b", "simple", "'b b' cannot be used as a name"),
        ("b", "simpel", "did you mean 'simple'"),
    ):
        with pytest.raises(DataError, match=problem):
            card_added(game, name, deck)


def test_a_row_of_a_table_is_a_copy_in_all_its_columns(tmp_path: Path) -> None:
    game = begun_in(tmp_path)
    add_simple_deck(game, "simple.csv", "id,Mine,name\na,secret,A\n")
    game.change(GAME, "cards: simple.csv,", "cards: simple.csv, columns: {Mine: null},")
    changed = card_added(game, "b", "simple").changed["card_data/mine/simple.csv"]
    assert changed.decode() == "id,Mine,name\na,secret,A\nb,secret,B\n"


@pytest.mark.parametrize("starter", ["blank", "poker"])
def test_a_new_deck_has_its_lines_in_game_yaml(tmp_path: Path, starter: str) -> None:
    game = begun_in(tmp_path, starter, "mine", "zh", "en")
    addition = add_deck(game.load(), "events")
    assert set(addition.added) == {"card_data/mine/events.yaml", "templates/mine/events.yaml"}
    before, after = game.read(GAME), addition.changed[GAME].decode()
    listed = next(line for line in before.splitlines() if "dpi: 300" in line)
    named = listed.replace("], dpi", ", events], dpi")
    new = only_put_in(before.replace(listed, named), after)
    assert [line.split(":")[0].strip() for line in new] == [
        *("events", "titles", "cards", "template", "size", "fields"),
        "events-{paper}",
    ]
    assert clean(game, addition)
    for path, content in {**addition.added, **addition.changed}.items():
        game.write(path, content)
    assert clean(game, card_added(game, "storm", "events"))
    with pytest.raises(DataError, match="there is already a deck 'events'"):
        add_deck(game.load(), "events")


def test_a_new_deck_is_a_line_of_a_list_of_decks(tmp_path: Path) -> None:
    game = begun_in(tmp_path)
    game.change(GAME, "cards: {decks: [main], dpi: 300}", "cards:\n    decks:\n      - main  # the first\n    #")
    after = add_deck(game.load(), "events").changed[GAME].decode()
    assert "      - main  # the first\n      - events\n" in after


def test_a_deck_is_added_inside_brackets(tmp_path: Path) -> None:
    game = begun_in(tmp_path)
    text = game.read(GAME)
    start, end = text.index("decks:"), text.index("\ntargets:")
    inner = "decks: {main: {titles: {en: M}, cards: cards.yaml, template: mine/card.yaml, size: card, fields: "
    inner += "{names: texts, rules: texts, value: integer, colour: colour, icon: cells}}}\n"
    game.write(GAME, text[:start] + inner + text[end:])
    addition = add_deck(game.load(), "events")
    assert ", events: {titles: {en: Events}, cards: events.yaml" in addition.changed[GAME].decode()
    assert clean(game, addition)


@pytest.mark.parametrize("size", ["width: 44, height: 67", "width: 70, height: 120", "width: 63.5, height: 88.9"])
def test_a_template_shows_every_field_at_the_deck_s_size(tmp_path: Path, size: str) -> None:
    game = begun_in(tmp_path, "blank", "mine", "zh", "en")
    loaded = game.load()
    addition = add_template(loaded, "plain", loaded.decks["main"])
    content = addition.added["templates/mine/plain.yaml"].decode()
    for field in ("{names.zh}", "{names.en}", "{rules.zh}", "{rules.en}", "{value}", "{colour}", "{icon}"):
        assert f'"{field}"' in content
    game.change(GAME, "width: 63, height: 88", size)
    loaded_again = game.read(GAME).replace("template: mine/card.yaml", "template: mine/plain.yaml")
    loaded = game.load()
    plain = add_template(loaded, "plain", loaded.decks["main"]).added
    files = {**plain, GAME: loaded_again.encode()}
    assert try_files("mine", files, Project(game.root, bundled=False)).findings == ()


@for_cases(
    "value",
    [
        "plain words",
        "no",
        "1",
        "1-3",
        "a: b",
        "# x",
        "",
        " x",
        "x ",
        "null",
        "{x}",
        '"',
        "日本",
        "狐狸。",
        "it's",
        3,
        2.5,
        True,
        None,
        ["a", 1, []],
        {"zh": "牌", "a b": {"x": "y"}},
        "line\nbreak",
        "~",
        "*x",
        "- x",
        "x, y",
    ],
)
def test_a_value_on_one_line_reads_as_itself(value: object) -> None:
    written = flow(value)
    assert "\n" not in written
    assert parse_yaml(f"key: {written}\nlist: [{written}, {written}]", "x").value == {"key": value, "list": [value] * 2}
