"""What each unit of a deck can reach and destroy, alone and in pairs: exact, from the values of the cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from cardgen.games.blitz.board import cells_of, hit_cells
from cardgen.games.blitz.cards import BlitzCard, Deck, Offset
from cardgen.games.blitz.rules import BlitzRules

#: Columns of the board of two players, on which pairs have to find room.
_WIDTH = 4


def unit_facts(deck: Deck, enemies: Sequence[BlitzCard]) -> list[dict[str, Any]]:
    """Return the facts of each unit of a deck against the units of its enemies, as JSON values.

    Its values, its share of the deck, the offsets of its range, what it destroys `alone`, and as `supply` the resources
    whose level is enough for it.
    """
    total = sum(card.copies for card in deck)
    return [
        {
            "id": unit.id,
            "attack": unit.attack,
            "defence": unit.defence,
            "level": unit.level,
            "copies": unit.copies,
            "share": unit.copies / total,
            "cells": [list(offset) for offset in unit.reach],
            "alone": [enemy.id for enemy in enemies if unit.attack > enemy.defence],
            "supply": [card.id for card in deck if card.kind == "resource" and card.level >= unit.level],
        }
        for unit in units_of(deck)
    ]


def target_facts(deck: Deck, enemies: Sequence[BlitzCard], rules: BlitzRules) -> list[dict[str, Any]]:
    """Return for each enemy unit which units of a deck destroy it `alone`, and which `pairs` of which neither does.

    Two copies of a unit are a pair, too. A pair has to reach a common target from two cells of the board.
    """
    units = units_of(deck)
    pairs = [
        (one, two)
        for one, two in combinations_with_replacement(units, 2)
        if (one is not two or one.copies > 1) and can_join(one.reach, two.reach)
    ]
    return [
        {
            "id": enemy.id,
            "defence": enemy.defence,
            "alone": [unit.id for unit in units if unit.attack > enemy.defence],
            "pairs": [
                [one.id, two.id]
                for one, two in pairs
                if max(one.attack, two.attack) <= enemy.defence < rules.joint((one.attack, two.attack))
            ],
        }
        for enemy in enemies
    ]


def units_of(deck: Deck) -> list[BlitzCard]:
    """Return the different units of a deck."""
    return [card for card in deck if card.kind == "unit"]


@cache
def can_join(one: tuple[Offset, ...], two: tuple[Offset, ...]) -> bool:
    """Return True if two units with these ranges can hit the same cell of the board from two different cells."""
    cells = list(cells_of(_WIDTH))
    hits = [{cell: set(hit_cells("allied", cell, reach, _WIDTH)) for cell in cells} for reach in (one, two)]
    return any(hits[0][first] & hits[1][second] for first in cells for second in cells if first != second)
