"""Rows of a table that is read again: only those that have changed are parsed and validated, with the same result."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardgen.base.errors import DataError, Fault
from cardgen.data import yaml_kept
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.data.reading import Marked
from cardgen.data.rows import tables
from cardgen.data.rows.reuse import RowCache
from cardgen.data.rows.tables import parse_csv
from cardgen.data.rows.text_tables import TextTable
from tests.examples import trials
from tests.games_on_disk import TINY, GameOnDisk
from tests.mutations import mutant, small_samples

FIELDS = {"name": "text"}
GAME, CARDS = "card_data/tiny/game.yaml", "card_data/tiny/cards.csv"
TABLE = "id,name,copies\n" + "".join(f"c{number},Card {number},{1 + number % 3}\n" for number in range(20))


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    made = GameOnDisk(tmp_path, "tiny")
    for name, text in TINY.items():
        made.write(name, text.replace("cards: cards.yaml", "cards: cards.csv"))
    made.write(CARDS, TABLE)
    return made


def load(game: GameOnDisk, cache: RowCache | None = None) -> Game:
    return load_game(game.root / "card_data" / game.name, game.root / "templates", game.root, cache=cache)


def loaded(game: GameOnDisk, cache: RowCache | None) -> object:
    """Return everything about the cards of a game that can be compared, or the faults of the game."""
    try:
        decks = load(game, cache).decks
    except DataError as error:
        return error.faults
    return [
        (card.deck, card.id, card.copies, repr(card.fields), card.marked.value, card.place(), places_of(card.marked))
        for deck in decks.values()
        for card in deck.cards
    ]


def places_of(row: Marked) -> object:
    keys = [*row.value, "nothing"] if isinstance(row.value, dict) else []
    return [(row.place(key), row.key_place(key)) for key in keys]


# ---------------------------------------------------------------- only what has changed


@pytest.mark.parametrize(
    ("old", "new", "parsed", "validated"),
    [
        ("", "", 1, 0),  # without a change, the last row is parsed: it may go on
        ("Card 7", "Card seven", 2, 1),
        ("c0,Card 0", "c0,Card zero", 1, 1),  # the header is as it was
        ("copies\nc0,", "copies\n\nc0,", 1, 0),
        ("c7,Card 7,2\n", "", 1, 0),
        ("c7,Card 7,2\n", "c7,Card 7,2\nnew,Card,1\n", 2, 1),
        ("\nc7,", "\n\n\n\nc7,", 1, 0),
        ("Card 7,", '"Card\n\n7",', 2, 1),
        ("c7,Card 7,2\n", "c8,Card 8,3\nc7,Card 7,2\n", -1, -1),
        ("id,name,copies", "id,name, copies", 20, 0),
        ("id,name,copies", "name,id,copies", -1, -1),
    ],
)
def test_only_changed_rows_are_read(game: GameOnDisk, old: str, new: str, parsed: int, validated: int) -> None:
    cache = RowCache()
    load(game, cache)
    assert (cache.parsed, cache.validated) == (20, 20)
    game.write(CARDS, game.read(CARDS).replace(old, new, 1) if old else TABLE)
    assert loaded(game, cache) == loaded(game, None)
    if parsed >= 0:
        assert cache.parsed - 20 <= parsed
        assert cache.validated - 20 == validated


def test_other_fields_and_columns_are_read_anew(game: GameOnDisk) -> None:
    cache = RowCache()
    load(game, cache)
    game.change(GAME, "fields: {name: text}", "fields: {name: text, rank: integer?}")
    load(game, cache)
    assert (cache.parsed, cache.validated) == (40, 40)
    game.change(GAME, "cards: cards.csv", "cards: cards.csv\n    columns: {copies: rank}")
    assert loaded(game, cache) == loaded(game, None)
    assert cache.parsed == 60


def test_the_fields_of_unchanged_cards_are_the_same_objects(game: GameOnDisk) -> None:
    """Also if they are translated, and a text stands in for a translation that is missing."""
    game.change(GAME, "fields: {name: text}", "fields: {name: texts}")
    game.write(CARDS, TABLE.replace("id,name,copies", "id,name.en,copies").replace("Card 3,", "卡,"))
    game.change(GAME, "languages: [en, zh]", "languages: [en, zh]\ntranslations: {zh: words.zh.yaml}")
    game.change("templates/tiny.yaml", "{name}", "{name.en}")
    game.write("card_data/tiny/words.zh.yaml", "cards:\n  main:\n    c1: {name: 一}\n    c2: {name: 二}\n")
    cache = RowCache()
    before = load(game, cache).decks["main"].cards
    game.change("card_data/tiny/words.zh.yaml", "    c2: {name: 二}\n", "    c4: {name: Card 4}\n")
    game.change(CARDS, "Card 9,", "Card nine,")
    after = load(game, cache).decks["main"].cards
    changed = [card.id for card, old in zip(after, before, strict=True) if card.fields is not old.fields]
    assert changed == ["c2", "c4", "c9"]  # the text of c4 no longer stands in for a translation


@pytest.mark.parametrize("kind", ["text", "texts"])
def test_cards_that_stay_in_their_lines_are_the_same_objects(game: GameOnDisk, kind: str) -> None:
    game.change(GAME, "fields: {name: text}", f"fields: {{name: {kind}}}")
    cache = RowCache()

    def changed_after(old: str, new: str) -> list[str]:
        before = {card.id: card for card in load(game, cache).decks["main"].cards}
        game.change(CARDS, old, new)
        cards = load(game, cache).decks["main"].cards
        assert loaded(game, cache) == loaded(game, None)
        return [card.id for card in cards if before.get(card.id) is not card]

    assert changed_after("Card 7,", "Card seven,") == ["c6", "c7"]  # the row above could reach into the change
    assert changed_after("Card 0,", "Card zero,") == ["c0"]
    assert changed_after("c9,Card 9,1\nc10,Card 10,2", "c10,Card 10,2\nc9,Card 9,1") == ["c8", "c10", "c9"]
    after = [f"c{number}" for number in range(13, 20)]  # their numbers are others
    assert changed_after("c12,Card 12,1", "c12,Card 12,0") == ["c11", *after]
    assert len(changed_after("c18,Card 18,1\n", "")) == 18  # the last line has moved, and all places with it


LIST = "cards:\n" + "".join(f"  - id: c{number}\n    name: Card {number}\n" for number in range(20))


@pytest.fixture
def listed(game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> GameOnDisk:
    """A game with its cards in a YAML file, of which also a short one is parsed by its changed entries."""
    monkeypatch.setattr(yaml_kept, "_LEAST_KEPT", 0)
    game.change(GAME, "cards: cards.csv", "cards: cards.yaml")
    game.write("card_data/tiny/cards.yaml", LIST)
    return game


def test_cards_of_a_list_that_stay_in_their_lines_are_the_same_objects(listed: GameOnDisk) -> None:
    cache = RowCache()

    def changed_after(old: str, new: str) -> list[str]:
        before = {card.id: card for card in load(listed, cache).decks["main"].cards}
        listed.change("card_data/tiny/cards.yaml", old, new)
        assert loaded(listed, cache) == loaded(listed, None)
        cards = load(listed, cache).decks["main"].cards
        return [card.id for card in cards if before[card.id] is not card]

    assert changed_after("Card 7\n", "Card seven\n") == ["c7"]
    assert changed_after("Card seven\n", "Card 7\n") == ["c7"]
    assert changed_after("c0\n    name: Card 0", "c0\n    name: Card 0, {id}") == ["c0"]
    assert len(changed_after("    name: Card 12\n", "    copies: 2\n    name: Card 12\n")) == 20  # lines have moved
    assert changed_after("Card 13\n", "Card thirteen\n") == ["c13"]


@pytest.mark.parametrize("seed", range(4))
def test_a_list_is_read_as_from_scratch(listed: GameOnDisk, seed: int) -> None:
    random, cache = Random(seed), RowCache()
    pieces = ("  - ", "    copies: 2\n", "\n", " ", "x", "  - id: new\n    name: New\n", "- 5\n", "")
    for _ in range(trials(20)):
        at = random.randrange(len(LIST))
        end = random.choice((at, at + 1, LIST.find("\n", at) + 1))
        changed = LIST[:at] + random.choice(pieces) + LIST[end:]
        for text in (changed, LIST):
            listed.write("card_data/tiny/cards.yaml", text)
            assert loaded(listed, cache) == loaded(listed, None)


def test_a_table_with_faults_does_not_spoil_the_next(game: GameOnDisk) -> None:
    cache = RowCache()
    load(game, cache)
    for text in (TABLE.replace("Card 7,", '"Card 7,'), TABLE + "c20\n", TABLE.replace("Card 3,2", "Card 3,x"), TABLE):
        game.write(CARDS, text)
        assert loaded(game, cache) == loaded(game, None)
    assert load(game, cache).decks["main"].count == 39


def test_the_cache_does_not_change_the_limits_of_a_table(game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_ROWS", 25)
    monkeypatch.setattr("cardgen.data.rows.reuse.MOST_ROWS", 25)
    cache = RowCache()
    load(game, cache)
    game.write(CARDS, TABLE + "".join(f"n{number},New\n" for number in range(8)))
    faults = loaded(game, cache)
    assert faults == loaded(game, None)
    assert "rows" in str(faults)


# ---------------------------------------------------------------- random edits

PIECES = ('"', '""', ",", "\n", "\r\n", "\r", "a", " ", '"x,\n"', "x,y,z\n", ",,,\n", "\t", "")


def spoilt(random: Random, text: str) -> str:
    """Return a table with a part removed, replaced or added."""
    at = random.randrange(len(text) + 1)
    end = min(len(text), at + random.choice((0, 0, 1, 3, 30)))
    return text[:at] + "".join(random.choices(PIECES, k=random.randrange(3))) + text[end:]


def parsed(text: str, cache: RowCache | None) -> tuple[Any, ...]:
    """Return the rows of a table with all their places, or its faults."""

    def as_it_is(_: str, cell: str) -> str:
        return cell

    try:
        if cache is None:
            whole = parse_csv(text, "cards.csv", as_it_is)
            rows = [whole.part(number) for number in range(len(whole.value))]
        else:
            whole, rows = cache.parse(TextTable(text, None, ",", "."), "cards.csv", as_it_is, {}, FIELDS)
    except DataError as error:
        return error.faults
    by_row = [(row.value, row.place(), places_of(row)) for row in rows]
    return whole.value, whole.place(), dict(whole.places), dict(whole.keys), by_row


@pytest.mark.parametrize("seed", range(40))
def test_a_table_is_parsed_as_from_scratch(seed: int) -> None:
    random, cache, text = Random(seed), RowCache(), TABLE
    if seed % 3 == 0:
        text = text.replace("\n", "\r\n")
    if seed % 4 == 0:
        text = text.replace("Card 1", '"A ""card""\n1"')
    for _ in range(trials(40)):
        after = spoilt(random, text)
        result = parsed(after, cache)
        assert result == parsed(after, None)
        if not isinstance(result[0], Fault):
            text = after


@pytest.mark.parametrize("part", range(4))
def test_damaged_games_are_read_as_from_scratch(tmp_path: Path, part: int) -> None:
    for number, sample in [*enumerate(small_samples())][part::4]:
        random, cache, game = Random(number), RowCache(), GameOnDisk(tmp_path / str(number), sample.game)
        for _ in range(trials(12)):
            changed = mutant(random, sample)
            game.write_all({**sample.files, changed.file: changed.content})
            assert loaded(game, cache) == loaded(game, None)
