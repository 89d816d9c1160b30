"""Loading a game: every file is read strictly, and all faults of all files are reported at once."""

from __future__ import annotations

import builtins
import json
import os
import socket
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from PIL import Image

from cardgen.base import files
from cardgen.base.errors import DataError
from cardgen.data import reading
from cardgen.data.load import load_game
from cardgen.data.reading import parse_yaml
from cardgen.games.block_killer.rules import BlockKillerRules
from tests.data.test_mistakes import SECOND_DECK
from tests.examples import examples
from tests.games_on_disk import REPOSITORY, GameOnDisk

GAME, CARDS, TEMPLATE = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml", "templates/tiny.yaml"


def with_fields(game: GameOnDisk, fields: str, cards: str, csv: bool = False) -> None:
    """Change the tiny game: its deck gets these fields and cards."""
    game.change(GAME, "fields: {name: text}", f"fields: {{{fields}}}")
    game.change(TEMPLATE, '"{name}"', '"{id}"')
    if csv:
        game.change(GAME, "cards: cards.yaml", "cards: cards.csv")
    game.write("card_data/tiny/cards.csv" if csv else CARDS, cards)


# ---------------------------------------------------------------- the loaded game


def test_the_shipped_game_is_loaded_completely() -> None:
    game = load_game(REPOSITORY / "card_data" / "block-killer", REPOSITORY / "templates", REPOSITORY)
    assert {name: deck.count for name, deck in game.decks.items()} == {"blocks": 90, "garbage": 111, "aids": 6}
    assert [len(deck.cards) for deck in game.decks.values()] == [8, 16, 1]
    assert all(isinstance(rules, BlockKillerRules) for rules in game.rulesets.values())
    assert list(game.rulebooks) == ["zh", "en"]
    assert game.rulebooks["en"].shown == "card_data/block-killer/rulebook.en.md"
    folder = REPOSITORY / "card_data" / "block-killer"
    read = {path.relative_to(REPOSITORY).as_posix() for path in game.digests}
    assert read == {
        *(
            path.relative_to(REPOSITORY).as_posix()
            for path in folder.rglob("*")
            if path.suffix in (".yaml", ".md") and path.name != "composition.yaml"  # for editions without the engine
        ),
        *(
            path.relative_to(REPOSITORY).as_posix()
            for name in ("block-killer", "common")
            for path in (REPOSITORY / "templates" / name).rglob("*.yaml")
        ),
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


def test_the_values_for_placeholders(killer: GameOnDisk) -> None:
    values = killer.load().values
    assert values["decks"]["garbage"]["count"] == 111
    assert values["decks"]["blocks"]["cards"]["T"]["copies"] == 12
    assert values["cards"]["x"]["row"] == "#.#.#.#.#."
    assert values["standard"]["attack"]["spin"] == [2, 4, 6]
    assert values["game"]["titles"] == {"zh": "方块杀", "en": "Block-Killer"}
    assert set(values) == {"standard", "no-mercy", "glossary", "game", "decks", "cards"}


def test_an_id_of_two_decks_is_not_a_value_of_cards(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "targets:", SECOND_DECK.replace("other", "more") + "targets:")
    values = tiny.load().values
    assert values["cards"] == {}
    assert values["decks"]["more"]["cards"]["one"]["name"] == "First"


def test_every_kind_of_field_is_read_from_yaml_and_from_a_table(tiny: GameOnDisk) -> None:
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


def test_the_default_values_are_those_in_the_docs(tiny: GameOnDisk) -> None:
    tiny.write(
        GAME, tiny.read(GAME) + "  sheets:\n    all: {decks: [main], papers: [a4]}\n  rulebook: {papers: [a4]}\n"
    )
    file = tiny.load().file
    targets: Any = file.targets  # a model made for this game
    size = file.sizes["card"]
    assert (size.corner, size.bleed, size.safe, size.thickness) == (3, 3, 3, 0.3)
    assert targets.cards.dpi == 300
    assert (targets.sheets["all"].layout, targets.sheets["all"].backs) == ("edge-to-edge", "interleaved")
    assert targets.rulebook.page == (148, 210)  # A5
    assert (file.engine, file.source, file.rulesets, file.rulebooks) == (None, None, {}, {})


@pytest.mark.parametrize(
    ("size", "is_valid"), [("safe: 31.4", True), ("safe: 31.5", False), ("corner: 31.5", True), ("corner: 31.6", False)]
)
def test_safe_area_and_corners_have_limits(tiny: GameOnDisk, size: str, is_valid: bool) -> None:
    tiny.change(GAME, "height: 88}", f"height: 88, {size}}}")
    reported = [fault for fault in tiny.faults() if "of the card's shorter side" in fault]
    assert bool(reported) is not is_valid


# ---------------------------------------------------------------- whole files


@pytest.mark.parametrize("name", [GAME, CARDS, TEMPLATE])
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"a: &x [1]\nb: *x\n",
        b"!!python/object/apply:os.system ['touch executed']\n",
        b"[" * 100_000,
        b"a: \xff\n",
    ],
)  # fmt: skip
def test_a_file_with_other_content_is_a_fault_and_nothing_is_executed(
    tiny: GameOnDisk, name: str, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tiny.root)
    tiny.write(name, content)
    reported = tiny.faults()
    assert reported
    assert all(fault.startswith(name) for fault in reported)
    assert not tiny.path("executed").exists()


@pytest.mark.parametrize("name", [GAME, CARDS, TEMPLATE])
def test_a_folder_in_place_of_a_file_is_a_fault(tiny: GameOnDisk, name: str) -> None:
    tiny.path(name).unlink()
    tiny.path(name).mkdir()
    (fault,) = tiny.faults()
    assert fault.endswith(f"{name} is not a file")


def test_a_missing_game_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        load_game(tmp_path / "none", tmp_path / "templates", tmp_path)
    assert str(caught.value) == "none: there is no file none/game.yaml"


@pytest.mark.parametrize("key", ["cards: cards.yaml", "template: tiny.yaml"])
@pytest.mark.parametrize(
    "name", ["../secret.yaml", "/etc/passwd", "link.yaml", "folder/secret.yaml", "a/../../secret.yaml"]
)
def test_no_name_in_a_game_can_leave_its_folder(tiny: GameOnDisk, key: str, name: str) -> None:
    folder = tiny.path("card_data/tiny" if key.startswith("cards") else "templates")
    for place in (folder.parent, tiny.root):
        (place / "secret.yaml").write_text("secret: 1\n")
    (folder / "link.yaml").symlink_to(tiny.root / "secret.yaml")
    (folder / "folder").symlink_to(tiny.root)
    (folder / "a").mkdir()
    tiny.change(GAME, key, f"{key.split(':')[0]}: {name}")
    (fault,) = tiny.faults()
    assert fault.endswith(f"{name!r} is outside the folder {folder.relative_to(tiny.root)}")


def test_pictures_rulebooks_and_rulesets_cannot_leave_the_folder(tiny: GameOnDisk) -> None:
    tiny.write("secret.png", "x")
    with_fields(tiny, "art: image", "cards:\n  - {id: a, art: ../../secret.png}\n  - {id: b, art: none.png}\n")
    tiny.change(GAME, "targets:", "rulebooks: {en: ../../secret.png}\nrulesets: {a: /etc/passwd}\ntargets:")
    assert tiny.faults() == [
        f"{CARDS}:2:18: '../../secret.png' is outside the folder card_data/tiny",
        f"{CARDS}:3:18: there is no file card_data/tiny/none.png",
        f"{GAME}:14:17: '../../secret.png' is outside the folder card_data/tiny",
        f"{GAME}:15:15: '/etc/passwd' is outside the folder card_data/tiny",
    ]


def test_loading_reads_only_the_files_of_the_game(killer: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []

    def read_regular(path: Path, most: int) -> bytes:
        read.append(path)
        return files.read_regular(path, most)

    def forbidden(*_: Any, **__: Any) -> Any:
        raise AssertionError("loading called something that it must not")

    killer.load()  # so that all imports are done
    for module, name in (
        (subprocess, "Popen"),
        (os, "system"),
        (socket, "socket"),
        (builtins, "eval"),
        (builtins, "exec"),
    ):
        monkeypatch.setattr(module, name, forbidden)
    monkeypatch.setattr(reading, "read_regular", read_regular)
    monkeypatch.setattr(Path, "read_bytes", forbidden)
    monkeypatch.setattr(Path, "read_text", forbidden)
    before = {path: path.stat().st_mtime_ns for path in killer.root.rglob("*")}
    game = killer.load()
    assert {path: path.stat().st_mtime_ns for path in killer.root.rglob("*")} == before
    assert set(read) == set(game.digests)
    assert all(path.is_relative_to(killer.root) for path in read)


# ---------------------------------------------------------------- decks


def test_a_licence_needs_no_link(tiny: GameOnDisk) -> None:
    link = ', link: "https://creativecommons.org/publicdomain/zero/1.0/"'
    tiny.change("card_data/tiny/game.yaml", f"CC0-1.0{link}", "All rights reserved")
    licence = tiny.load().file.licence
    assert (licence.name, licence.link) == ("All rights reserved", "")


def test_faults_in_a_table_have_line_and_column(tiny: GameOnDisk) -> None:
    with_fields(
        tiny,
        "names: texts, cost: integer?, paint: colour, form: cells",
        "id,names.zh,names.en,cost,paint,form\n"
        "a,甲,A,x,#112233,##\n"
        "b,乙,,1.5,redd,#./##/#\n"
        '"c","丙, 三",C,1_000,#112233,\n'
        "c,丁,D,,#112233,#\n",
        csv=True,
    )
    file = "card_data/tiny/cards.csv"
    assert tiny.faults() == [
        f"{file}:2:7: cost: 'x' given, expected a whole number",
        f"{file}:3:6: cost: 1.5 given, expected a whole number",
        f"{file}:3:10: paint: 'redd' is not a colour (did you mean 'red'?)",
        f"{file}:3:15: form: the rows of a shape differ in length (such as ['##.', '.##'])",
        f"{file}:4:1: the key 'form' is missing",
        f"{file}:4:14: cost: '1_000' given, expected a whole number",
    ]


def test_a_shape_in_the_form_of_a_table_is_a_fault_in_yaml(tiny: GameOnDisk) -> None:
    with_fields(tiny, "form: cells", "cards:\n  - {id: one, form: .#./###}\n  - {id: two, form: null}\n")
    assert tiny.faults()[0] == (
        f"{CARDS}:2:21: form: '.#./###' given, expected rows of # and ., top row first (such as ['##.', '.##'])"
    )


@pytest.mark.parametrize("cell", ["null", "~", "true", "x", "0x1f", "1 2", "１"])
def test_a_cell_that_is_no_number_is_a_fault(tiny: GameOnDisk, cell: str) -> None:
    with_fields(tiny, "cost: number?", f"id,cost\na,{cell}\n", csv=True)
    assert tiny.faults() == [f"card_data/tiny/cards.csv:2:3: cost: {cell!r} given, expected a number"]


def test_a_wrong_column_is_reported_once_and_not_for_each_row(tiny: GameOnDisk) -> None:
    rows = "".join(f"c{i},x,1\n" for i in range(100))
    with_fields(tiny, "name: text, cost: integer?", f"id,nmae,cost\n{rows}", csv=True)
    assert tiny.faults() == ["card_data/tiny/cards.csv:1:1: the column 'name' is missing"]
    tiny.write("card_data/tiny/cards.csv", f"id,name,csot\n{rows}")
    assert tiny.faults() == ["card_data/tiny/cards.csv:1:9: unknown key 'csot' (did you mean 'cost'?)"]
    tiny.write("card_data/tiny/cards.csv", "id,name\n")
    assert tiny.faults() == [
        "card_data/tiny/cards.csv:1:1: the table has no cards (write a line of column names, then a line for each card)"
    ]


def test_an_optional_field_may_be_left_out_or_null(tiny: GameOnDisk) -> None:
    with_fields(
        tiny, "cost: integer?, names: texts?", "cards:\n  - {id: a, cost: null}\n  - {id: b}\n  - {id: c, cost: 3}\n"
    )
    assert [card.fields["cost"] for card in tiny.load().decks["main"].cards] == [None, None, 3]
    tiny.change(CARDS, "cost: 3", "cost: x")
    assert tiny.faults() == [f"{CARDS}:4:19: cost: 'x' given, expected a whole number"]


def test_too_many_cards_are_a_fault(tiny: GameOnDisk) -> None:
    rows = "".join(f"  - {{id: c{i}, name: x, copies: 10000}}\n" for i in range(11))
    tiny.write(CARDS, f"cards:\n{rows}")
    assert tiny.faults() == [f"{GAME}:7:1: the game has 110,000 cards (at most 100,000)"]


# ---------------------------------------------------------------- random changes


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
    """Return the paths of all parts of a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(part for key, entry in inner for part in _paths(entry, (*path, key)))]


def _with(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    """Return the value with another one at `path`."""
    if not path:
        return other
    changed = value.copy()
    changed[path[0]] = _with(value[path[0]], path[1:], other)
    return changed


@examples(40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_value_of_another_type_gives_faults_or_a_game(killer: GameOnDisk, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(FILES))
    text = killer.read(name)
    value = parse_yaml(text, name).value
    changed = _with(value, data.draw(st.sampled_from(_paths(value))), data.draw(st.sampled_from(WRONG)))
    killer.write(name, json.dumps(changed))  # JSON is YAML
    try:
        assert all(": " in fault for fault in killer.faults())
    finally:
        killer.write(name, text)


@pytest.mark.parametrize("engine", ["[block-killer]", "{a: b}", "3", "true"])
def test_an_engine_must_be_a_name(tiny: GameOnDisk, engine: str) -> None:
    tiny.write("card_data/tiny/rules.yaml", "hand: 7\n")
    tiny.change(GAME, "targets:", f"engine: {engine}\nrulesets: {{house: rules.yaml}}\ntargets:")
    (fault,) = tiny.faults()
    assert fault.startswith(f"{GAME}:14:9: engine: ")


@examples(150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_typing_error_gives_faults_or_a_game(tiny: GameOnDisk, data: st.DataObject) -> None:
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
