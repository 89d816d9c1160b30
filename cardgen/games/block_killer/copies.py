"""Decks with other numbers of copies than those of the rules: as settings of a study, and games dealt from them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field

from cardgen import joined, message, replace
from cardgen.engines import Decks
from cardgen.engines.chance import sample
from cardgen.engines.studies import Texts
from cardgen.engines.study_texts import StudyTexts
from cardgen.games.block_killer.blocks import BLOCKS
from cardgen.games.block_killer.cards import BLOCK_COPIES, GARBAGE_COPIES, GARBAGE_ROWS
from cardgen.games.block_killer.game import BlockKillerState, Piles, Player, new_game
from cardgen.games.block_killer.rules import BlockKillerRules

#: The cards of each deck, in the order of the rules.
SIDES: tuple[tuple[str, ...], tuple[str, ...]] = (tuple(BLOCKS), tuple(GARBAGE_ROWS))


def _sorted_pairs(copies: Any) -> Any:
    """Return a mapping, or pairs in any order, as sorted pairs. Return any other value unchanged, for pydantic."""
    pairs = list(copies.items()) if isinstance(copies, Mapping) else copies
    try:
        return tuple(sorted((card, count) for card, count in pairs))
    except (TypeError, ValueError):
        return copies


Pair = tuple[str, Annotated[int, Field(ge=0, le=10_000)]]
Copies = Annotated[tuple[Pair, ...], BeforeValidator(_sorted_pairs)]
"""Every card with its number of copies, sorted by card."""

#: The decks of the rules.
COPIES: tuple[tuple[str, int], ...] = tuple(sorted({**BLOCK_COPIES, **GARBAGE_COPIES}.items()))


def deck_copies(decks: Decks) -> tuple[tuple[str, int], ...]:
    """Return the copies of every card in the decks `blocks` and `garbage`; 0 for a card that is not in them.

    `check_deck` has to allow games with these decks: cards are played by id.
    """
    printed = {card.id: card.copies for name in ("blocks", "garbage") for card in decks.get(name, ())}
    return tuple((card, printed.get(card, 0)) for card, _ in COPIES)


def deck_settings(decks: Decks) -> dict[str, Any]:
    """Return the settings that the project's own decks decide. ValueError if their cards are not those of the rules."""
    return {"copies": deck_copies(decks)}


def find_copies_fault(copies: tuple[tuple[str, int], ...]) -> str:
    """Return the message if the copies do not name every card once; "" if they do."""
    cards = [card for side in SIDES for card in side]
    if sorted(card for card, _ in copies) != sorted(cards):
        return message("expected every card once: {cards}", cards=joined(sorted(cards)))
    return ""


def describe_copies(copies: tuple[tuple[str, int], ...]) -> list[Texts]:
    """Return each number of copies that differs from the rules, as text."""
    changed = [(card, count) for card, count in copies if (card, count) not in COPIES]
    return [
        {"zh": f"{'方块' if card in BLOCKS else '垃圾'}{card}共{count}张", "en": f"{count} × {card}"}
        for card, count in changed
    ]


def changed_settings(settings: BaseModel, texts: StudyTexts, *names: str) -> list[Texts]:
    """Return those of the settings that are not the default as text."""
    changed = [name for name in names if getattr(settings, name) != type(settings).model_fields[name].default]
    return [texts(name, value=getattr(settings, name)) for name in changed]


def deal_game(
    players: int, seed: int, rules: BlockKillerRules, copies: tuple[tuple[str, int], ...] = COPIES
) -> BlockKillerState:
    """Return `new_game` with decks of these copies. ValueError like `new_game`, and if there are not enough cards."""
    state = new_game(players, seed, rules)
    if copies == COPIES:
        return state
    numbers, chance = dict(copies), random.Random(f"{seed}/decks")
    decks = [[card for card in side for _ in range(numbers[card])] for side in SIDES]
    decks = [sample(deck, len(deck), chance) for deck in decks]
    dealt = rules.deal.blocks, rules.deal.garbage
    if any(count * players > len(deck) for count, deck in zip(dealt, decks, strict=True)):
        raise ValueError(message("there are not enough cards to deal to {count} players", count=players))
    hands = [
        [tuple(deck.pop() for _ in range(count)) for _ in range(players)]
        for count, deck in zip(dealt, decks, strict=True)
    ]
    blocks, garbage = map(tuple, decks)
    seats = tuple(Player(*hand) for hand in zip(*hands, strict=True))
    return replace(state, players=seats, decks=Piles(blocks, garbage))
