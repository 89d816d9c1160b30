"""Limits of fields: every value that breaks one is a fault at its cell, all at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cardgen.data.load import load_game
from cardgen.data.rows.reuse import RowCache
from cardgen.data.schema import deck_schema, game_schema
from tests.data.xlsx import workbook
from tests.games_on_disk import GameOnDisk, tiny_game_in

GAME, TEMPLATE, CARDS = "card_data/tiny/game.yaml", "templates/tiny.yaml", "card_data/tiny/cards.yaml"


@pytest.fixture
def tiny(tmp_path: Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    game.change(TEMPLATE, '"{name}"', '"{id}"')
    return game


def declare(game: GameOnDisk, fields: str, cards: str) -> None:
    """Declare the fields of the deck, and write its cards, one a line."""
    game.change(GAME, "fields: {name: text}", f"fields:\n      {fields}")
    game.write(CARDS, "cards:\n" + "".join(f"  - {{{line}}}\n" for line in cards.splitlines()))


def problems(game: GameOnDisk) -> list[str]:
    return [fault.removeprefix(CARDS + ":") for fault in game.faults()]


@pytest.mark.parametrize(
    ("field", "good", "wrong", "problem"),
    [
        ("{kind: integer, from: 0}", "0", "-5", "-5 given, expected at least 0"),
        ("{kind: number, to: 2.5}", "2.5", "2.6", "2.6 given, expected at most 2.5"),
        ("{kind: integer, from: 1, to: 3}", "3", "4", "4 given, expected at most 3"),
        ("{kind: list, from: 0, to: 3}", "[0, 3]", "[1, 9]", "9 given, expected at most 3"),
        ("{kind: point, from: -4}", "[-4, 0]", "[0, -5]", "-5 given, expected at least -4"),
        (
            "{kind: text, one_of: [unit, front]}",
            "unit",
            "unti",
            "'unti' is none of the values that the field may have (did you mean 'unit'?)",
        ),
        (
            "{kind: integer, one_of: [1, 5]}",
            "5",
            "2",
            "2 is none of the values that the field may have (expected one of: 1, 5)",
        ),
        (
            "{kind: list, one_of: [hold, move]}",
            "[hold]",
            "[move, holt]",
            "'holt' is none of the values that the field may have (did you mean 'hold'?)",
        ),
        ('{kind: text, pattern: "[a-z]+"}', "ab", "aB", "'aB' does not match the pattern [a-z]+"),
        ("{kind: text, length: 3}", "abc", "abcd", "4 characters given, expected exactly 3"),
        ("{kind: text, length: {to: 3}}", "a", "abcd", "4 characters given, expected at most 3"),
        ("{kind: text, length: {from: 2}}", "ab", "a", "1 character given, expected at least 2"),
        ("{kind: list, length: {from: 1, to: 2}}", "[a]", "[a, b, c]", "3 entries given, expected 1 to 2"),
        (
            "{kind: cells, length: 30}",
            '["######", "######", "######", "######", "######"]',
            '["###"]',
            "3 cells given, expected exactly 30",
        ),
        ("{kind: cells, lines: 2}", '["#.", "##"]', '["###"]', "1 row given, expected exactly 2"),
        ("{kind: text, lines: {to: 2}}", r'"a\nb"', r'"a\nb\nc"', "3 lines given, expected at most 2"),
    ],
)
def test_a_value_beyond_a_limit_is_a_fault_at_its_place(
    tiny: GameOnDisk, field: str, good: str, wrong: str, problem: str
) -> None:
    declare(tiny, f"value: {field}", f"id: a, value: {good}\nid: b, value: {wrong}")
    assert problems(tiny) == [f"3:20: value: {problem}"]
    tiny.write(CARDS, f"cards:\n  - {{id: a, value: {good}}}\n")
    assert problems(tiny) == []


def test_texts_of_each_language_have_their_own_places(tiny: GameOnDisk) -> None:
    declare(tiny, "names: {kind: texts, length: {to: 4}}", "id: a, names: {en: Tiger, zh: 虎}")
    assert problems(tiny) == ["2:25: names.en: 5 characters given, expected at most 4"]


def test_all_faults_are_reported_at_once(tiny: GameOnDisk) -> None:
    declare(
        tiny,
        "name: {kind: text, length: {to: 3}, unique: true}\n      cost: {kind: integer, from: 0}",
        "id: a, name: Long, cost: -1\nid: b, name: x, cost: many\nid: c, name: y, cost: 1\nid: d, name: y, cost: 1",
    )
    assert problems(tiny) == [
        "2:19: name: 4 characters given, expected at most 3",
        "2:31: cost: -1 given, expected at least 0",
        "3:28: cost: 'many' given, expected a whole number",
        f"5:19: name: 'y' is given twice (first at {CARDS}:4:19)",
    ]


# ---------------------------------------------------------------- unique


def test_a_value_may_be_unique_in_a_deck_or_in_the_game(tiny: GameOnDisk) -> None:
    declare(tiny, "name: {kind: text, unique: game}", "id: a, name: x\nid: b, name: z")
    second = (
        "targets:",
        "  more:\n    titles: {en: More, zh: 更多}\n    cards: more.yaml\n    template: tiny.yaml\n    size: card\n"
        "    fields: {name: {kind: text, unique: %s}}\ntargets:",
    )
    tiny.write("card_data/tiny/more.yaml", "cards:\n  - {id: c, name: x}\n")
    tiny.change(GAME, second[0], second[1] % "game")
    assert tiny.faults() == [f"card_data/tiny/more.yaml:2:19: name: 'x' is given twice (first at {CARDS}:2:19)"]
    tiny.change(GAME, "fields: {name: {kind: text, unique: game}}", "fields: {name: {kind: text, unique: deck}}")
    assert tiny.faults() == []


def test_rows_without_copies_are_checked_too(tiny: GameOnDisk) -> None:
    declare(tiny, "cost: {kind: integer, to: 3, unique: true}", "id: a, cost: 1\nid: b, copies: 0, cost: 1")
    assert problems(tiny) == [f"3:30: cost: 1 is given twice (first at {CARDS}:2:19)"]


# ---------------------------------------------------------------- required


def test_a_value_may_be_required_for_some_cards(tiny: GameOnDisk) -> None:
    declare(
        tiny,
        "kind: text\n      attack: {kind: integer, from: 0, required: {when: {kind: unit}}}\n"
        "      note: {kind: text, required: false}",
        "id: a, kind: unit, attack: 2\nid: b, kind: front\nid: c, kind: unit",
    )
    assert problems(tiny) == ["4:5: attack: the value is missing (required for cards with kind: unit)"]
    tiny.change(CARDS, "{id: c, kind: unit}", "{id: c, kind: unit, attack: 0}")
    game = tiny.load()
    assert [card.fields["attack"] for card in game.decks["main"].cards] == [2, None, 0]
    assert game.decks["main"].fields == {"kind": "text", "attack": "integer?", "note": "text?"}


# ---------------------------------------------------------------- tables


def test_faults_in_tables_are_at_their_cells(tiny: GameOnDisk) -> None:
    declare(
        tiny,
        "kind: {kind: text, one_of: [unit, front]}\n"
        "      attack: {kind: integer, from: 0, required: {when: {kind: unit}}}",
        "",
    )
    rows: list[list[Any]] = [["id", "kind", "attack", "more"], ["a", "unit", -5], ["b", "unti", 1], ["c", "unit", None]]
    tiny.change(GAME, "cards: cards.yaml", "cards: cards.xlsx\n    columns: {more: null}")
    tiny.write("card_data/tiny/cards.xlsx", workbook({"Cards": rows}))
    file = "card_data/tiny/cards.xlsx"
    assert tiny.faults() == [
        f"{file}:Cards!C2: attack: -5 given, expected at least 0",
        f"{file}:Cards!B3: kind: 'unti' is none of the values that the field may have (did you mean 'unit'?)",
        f"{file}:Cards!C4: attack: the value is missing (required for cards with kind: unit)",
    ]
    tiny.change(GAME, "cards: cards.xlsx", "cards: cards.csv")
    tiny.write(
        "card_data/tiny/cards.csv",
        "".join(",".join("" if cell is None else str(cell) for cell in row) + "\n" for row in rows),
    )
    places = [fault.split(" ")[0] for fault in tiny.faults()]
    assert places == [f"card_data/tiny/cards.csv:{place}:" for place in ("2:8", "3:3", "4:1")]


# ---------------------------------------------------------------- declarations


@pytest.mark.parametrize(
    ("field", "problem"),
    [
        ("{kind: txet, from: 1}", "decks.main.fields.f.kind: unknown kind of field 'txet' (did you mean 'text'?)"),
        (
            "{kind: text, from: 1}",
            "from: is not for fields of the kind text (it is for integer, number, point, list, lists)",
        ),
        ("{kind: integer, from: 3, to: 1}", "`to` is less than `from`"),
        ("{kind: text, length: {from: 3, to: 1}}", "`to` is less than `from`"),
        ("{kind: text, length: {}}", "empty limit (such as {from: 1, to: 20})"),
        ("{kind: text?, required: true}", "the kind text? already says whether it is required (write kind: text)"),
        ('{kind: text, pattern: "(a"}', "character 3 of the pattern: a bracket is not closed"),
        ("{kind: integer, form: 1}", "unknown key 'form' (did you mean 'from'?)"),
        ("{from: 1}", "the key 'kind' is missing"),
        ("{kind: text, required: {when: {a: {at_leest: 1}}}}", "unknown key 'at_leest' (did you mean 'at_least'?)"),
        ("12", "12 given, expected keys with values (its keys are"),
    ],
)
def test_a_wrong_declaration_is_a_fault_in_game_yaml(tiny: GameOnDisk, field: str, problem: str) -> None:
    declare(tiny, f"f: {field}", "id: a")
    (fault,) = tiny.faults()
    assert fault.startswith(f"{GAME}:14:")
    assert problem in fault


# ---------------------------------------------------------------- schemas and the review page


def test_schemas_have_the_limits(tiny: GameOnDisk) -> None:
    declare(
        tiny,
        "kind: {kind: text, one_of: [unit, front]}\n      attack: {kind: integer?, from: 0, to: 9}\n"
        '      code: {kind: text, pattern: "[a-z]+", length: 2}\n      names: {kind: texts, length: {to: 4}}',
        "id: a, kind: unit, attack: 3, code: ab, names: {en: Ape, zh: 猴}",
    )
    game = tiny.load()
    validator = Draft202012Validator(deck_schema(game, "main"))
    row = {"id": "a", "kind": "unit", "attack": 3, "code": "ab", "names": {"en": "Ape"}}
    assert validator.is_valid({"cards": [row]})
    for wrong in ({"kind": "unti"}, {"attack": -5}, {"code": "a1"}, {"code": "abc"}, {"names": {"en": "Tiger"}}):
        assert not validator.is_valid({"cards": [{**row, **wrong}]}), wrong
    assert Draft202012Validator(game_schema()).is_valid(game.marked.value)


def test_changed_limits_are_checked_again_on_the_review_page(tiny: GameOnDisk) -> None:
    declare(tiny, "cost: {kind: integer, to: 5}", "id: a, cost: 4")
    cache = RowCache()

    def load() -> Any:
        return load_game(tiny.root / "card_data/tiny", tiny.root / "templates", tiny.root, cache=cache)

    load()
    tiny.change(GAME, "to: 5", "to: 3")
    with pytest.raises(Exception, match="4 given, expected at most 3"):
        load()


def test_a_pattern_that_takes_too_much_work_is_a_fault_at_the_pattern(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgen.data.load.MOST_STEPS_READING", 20_000)
    game = tiny_game_in(tmp_path)
    game.change(
        "card_data/tiny/game.yaml", "fields: {name: text}", "fields: {name: {kind: text, pattern: '.*a.{900}'}}"
    )
    game.change("card_data/tiny/cards.yaml", "name: First", f"name: {'ab' * 2_000}")
    problem = "the pattern of 'name' takes too much work (write the pattern with fewer repeats, or shorten the texts)"
    assert game.faults() == [f"card_data/tiny/game.yaml:13:42: {problem}"]
