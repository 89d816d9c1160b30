"""Decks with other numbers of copies: reading, describing and dealing them."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from cardgen.engines import CardData
from cardgen.games.block_killer import simulation, statistics
from cardgen.games.block_killer.copies import COPIES, deal_game, deck_copies, describe_copies
from cardgen.games.block_killer.game import apply, new_game
from cardgen.games.block_killer.playout import random_turn

from .playing import cards
from .rulesets import STANDARD
from .test_deck import DECKS


def changed(deck: str, card: str, **fields: object) -> dict[str, list[CardData]]:
    cards = [replace(entry, **fields) if entry.id == card else entry for entry in DECKS[deck]]  # type: ignore[arg-type]
    return {**DECKS, deck: cards}


def test_copies_are_read_from_the_decks() -> None:
    assert deck_copies(DECKS) == COPIES
    assert dict(deck_copies(changed("blocks", "T", copies=14))) == {**dict(COPIES), "T": 14}
    assert dict(deck_copies(changed("garbage", "x", copies=40))) == {**dict(COPIES), "x": 40}
    without = {**DECKS, "garbage": [card for card in DECKS["garbage"] if card.id != "2-4"]}
    assert dict(deck_copies(without)) == {**dict(COPIES), "2-4": 0}
    for study in (simulation, statistics):
        assert study.deck_settings(DECKS) == {"copies": COPIES}


def test_only_changed_numbers_are_described() -> None:
    assert describe_copies(COPIES) == []
    few = tuple(sorted({**dict(COPIES), "T": 3, "1-0": 7}.items()))
    assert describe_copies(few) == [{"zh": "垃圾1-0共7张", "en": "7 × 1-0"}, {"zh": "方块T共3张", "en": "3 × T"}]


def test_games_with_these_decks_lose_no_card() -> None:
    assert deal_game(4, 9, STANDARD) == new_game(4, 9, STANDARD)
    copies = tuple(sorted({**dict(COPIES), "T": 0, "x": 40, "1-0": 1}.items()))
    state = deal_game(4, 9, STANDARD, copies)
    assert state == deal_game(4, 9, STANDARD, copies)
    assert state != deal_game(4, 10, STANDARD, copies)
    assert [(len(player.blocks), len(player.garbage)) for player in state.players] == [(4, 4)] * 4
    chance = random.Random(9)
    for _ in range(60):
        assert cards(state) == +Counter(dict(copies))
        if state.to_move is None:
            break
        state = apply(state, random_turn(state, chance))
    with pytest.raises(ValueError, match="not enough cards to deal to 4 players"):
        deal_game(4, 9, STANDARD, tuple((card, 1) for card, _ in COPIES))
