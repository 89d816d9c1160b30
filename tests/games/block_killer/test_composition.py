"""The rules of the decks as data (composition.yaml) accept exactly the decks that the engine accepts."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cardgen.base.errors import DataError
from cardgen.data.rules.running import check_card_rules
from cardgen.engines import CardData, Decks
from cardgen.games.block_killer.cards import GARBAGE_ROWS
from cardgen.games.block_killer.deck import check_deck
from tests.cases import read_yaml
from tests.examples import trials
from tests.games.block_killer.rulesets import FOLDER
from tests.games.block_killer.test_deck import DECKS, _changed, _garbage, _with, _without
from tests.games_on_disk import GameOnDisk, tiny_game_in

#: The changes of one card in test_deck.py, and more.
GARBAGE_CHANGES: list[tuple[str, dict[str, Any]]] = [
    *((card, {"row": row}) for card in ("1-1", "4-3", "x") for row in ("#.#######", "#.#########", "", "#.###x####")),
    *(
        (card, {"row": row})
        for card in ("1-1", "4-3", "x", "2-4")
        for row in ("##########", "..........", "###.....##")
    ),
    *(
        (card, {"row": row})
        for card in ("1-1", "x")
        for row in ("#..#######", "#.###.####", "#.#.#.#.#.", ".#.#.#.#.#")
    ),
    *((card, {"row": row}) for card in ("1-1", "4-3", "2-3") for row in ("########.#", "##.#######", "##....####")),
    *(("1-1", {"kind": kind}) for kind in ("1-wide", None, "2-wide", "checkerboard")),
    *(("x", {"kind": kind}) for kind in ("normal", "4-wide")),
    *(("1-1", {"id": name}) for name in ("1-2b", "second", "1-9", "x")),
    *((card, {"copies": copies}) for card in ("1-1", "2-4", "4-3", "x") for copies in (3, 6, 8, 9, 12)),
]
BLOCK_CHANGES: list[tuple[str, dict[str, Any]]] = [
    ("Z", {"id": "ZS"}), ("Z", {"id": "S"}), ("Z", {"id": "z"}),
    *(("Z", {"cells": cells}) for cells in ([], ["##", ".##"], ["##.", ".#x"], "##", ["#..", "..#"], [".##", "##."])),
    *(("Z", {"cells": cells}) for cells in ([".#", "##", "#."], ["##..", ".##."], ["...", "##.", ".##"], ["..."])),
    ("I", {"cells": ["###"]}),
    ("I", {"cells": ["....", "####", "....", "...."], "centre": [1.5, 1.5]}),
    ("I", {"cells": ["....", "####", "....", "...."], "centre": [1.5, -0.5]}),
    ("M", {"cells": ["...", ".#.", "..."], "centre": [1, 1]}),
    ("M", {"cells": ["...", ".#.", "..."], "centre": [1, 2]}),
    *(("Z", {"centre": centre}) for centre in ([1, 1], [1], None, [0, 0], [1.0, 0.0])),
    ("O", {"centre": [0, 0]}), ("I", {"centre": [1.5, 0.5]}),
    *((card, {"copies": copies}) for card in ("Z", "M") for copies in (6, 11, 12)),
]  # fmt: skip


def mutated_decks() -> Iterator[tuple[str, Decks]]:
    yield "bundled", DECKS
    for deck, changes in (("garbage", GARBAGE_CHANGES), ("blocks", BLOCK_CHANGES)):
        for card, change in changes:
            yield f"{card} {change}", _changed(deck, card, **change)
    yield "repeated", _with("garbage", _garbage("1-0b", ".#########", "normal"))
    yield "turned", _with("garbage", _garbage("1-9", "#########.", "normal"))
    for deck in ("garbage", "blocks"):
        yield from ((f"without {entry.id}", _without(deck, entry.id)) for entry in DECKS[deck])
    yield "balanced otherwise", _moved({"1-0": 11, "1-1": 9})
    yield "middle", _moved({"2-4": 6, "2-0": 3})
    chance = random.Random(7)
    for number in range(trials(60)):
        yield f"random {number}", _random(chance)


def _moved(copies: dict[str, int]) -> Decks:
    cards = [replace(card, copies=copies.get(card.id, card.copies)) for card in DECKS["garbage"]]
    return {**DECKS, "garbage": cards}


def _random(chance: random.Random) -> Decks:
    """Return the decks with one to three random changes of garbage cards; many of them cancel out."""
    cards = list(DECKS["garbage"])
    for _ in range(chance.randrange(1, 4)):
        at, other = chance.randrange(len(cards)), chance.randrange(len(cards))
        card, way = cards[at], chance.randrange(5)
        if way == 0:
            cards[at], cards[other] = cards[other], card
        elif way == 1:
            cards[at] = replace(card, copies=max(1, card.copies + chance.choice((-1, 1))))
        elif way == 2:
            row = chance.choice([*GARBAGE_ROWS.values(), str(card.fields["row"])[::-1]])
            cards[at] = replace(card, fields={**card.fields, "row": row})
        elif way == 3:
            cards[at] = replace(card, fields={**card.fields, "kind": cards[other].fields["kind"]})
        else:
            swapped = replace(card, id=cards[other].id, fields=cards[other].fields)
            cards[other] = replace(cards[other], id=card.id, fields=card.fields)
            cards[at] = swapped
    return {**DECKS, "garbage": cards}


DECLARED: dict[str, Any] = read_yaml((FOLDER / "game.yaml").read_text(encoding="utf-8"))["decks"]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> GameOnDisk:
    """Return a game of only the two decks and their rules: it is read quickly."""
    game = tiny_game_in(tmp_path_factory.mktemp("project"))
    game.change("templates/tiny.yaml", '"{name}"', '"{id}"')
    folder = game.root / "card_data" / "tiny"
    (folder / "composition.yaml").write_bytes((FOLDER / "composition.yaml").read_bytes())
    data = read_yaml(game.read("card_data/tiny/game.yaml"))
    keys = {"template": "tiny.yaml", "size": "card"}
    data["decks"] = {name: {**DECLARED[name], **keys} for name in ("blocks", "garbage")}
    data |= {"languages": ["zh", "en"], "rules": "composition.yaml", "targets": {"cards": {"decks": ["blocks"]}}}
    game.write("card_data/tiny/game.yaml", json.dumps(data, ensure_ascii=False))
    return game


def written(cards: list[CardData]) -> str:
    rows = []
    for card in cards:
        fields = {name: value for name, value in card.fields.items() if value is not None}
        rows.append({"id": card.id, "copies": card.copies, "names": {"zh": "x", "en": "x"}, "turned": "x", **fields})
        if "cells" in fields:
            del rows[-1]["turned"]
    return json.dumps({"cards": rows})


def test_the_rules_accept_exactly_the_decks_that_the_engine_accepts(game: GameOnDisk) -> None:
    accepted: list[str] = []
    refused: list[str] = []
    for name, decks in mutated_decks():
        for deck in ("blocks", "garbage"):
            game.write(f"card_data/tiny/{deck}.yaml", written(list(decks[deck])))
        try:
            problems = list(map(str, check_card_rules(game.load())))
        except DataError as error:
            problems = [str(error)]
        wanted = check_deck(decks)
        assert bool(problems) == bool(wanted), (name, problems, wanted)
        (refused if problems else accepted).append(name)
    assert len(accepted) >= 10
    assert len(refused) >= 100


def test_the_rules_name_the_values_of_the_engine() -> None:
    values = read_yaml((FOLDER / "composition.yaml").read_text(encoding="utf-8"))["values"]
    assert list(values["shapes"]) == [card.id for card in DECKS["blocks"]]
    assert sum(kind["copies"] for kind in values["kinds"].values()) == 111


def test_broken_rules_are_found_at_their_cells(game: GameOnDisk) -> None:
    game.write("card_data/tiny/blocks.yaml", written(list(DECKS["blocks"])))
    rows = json.loads(written(list(_changed("garbage", "2-0", copies=5)["garbage"])))["cards"]
    game.write("card_data/tiny/garbage.yaml", "cards:\n" + "".join(f"  - {json.dumps(row)}\n" for row in rows))
    findings = {finding.code: finding for finding in check_card_rules(game.load())}
    assert findings.keys() == {"garbage-copies", "garbage-total", "row-copies"}
    found = findings["row-copies"]
    assert (found.place.line, found.card) == (7, "2-0")
    assert found.message == "card '2-0': copies is 5, expected 6 (2 * kinds[kind].each_way)"
    assert findings["garbage-copies"].message == "2-wide: count is 26, expected 27 (kinds[kind].copies)"
