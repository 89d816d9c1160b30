"""Abilities of cards of one's own, written as data, do what they say in a game at the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardgen.engines.effects.reading import Reader
from cardgen.engines.effects.world import Player
from cardgen.engines.effects.written import Written
from cardgen.games.blitz.cards import BlitzCard
from cardgen.games.blitz.game import apply, legal_turns
from cardgen.games.blitz.notation import parse_turn, write_turn
from cardgen.games.blitz.powers import read_effects, vocabulary
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.runs import view_of
from cardgen.games.blitz.state import NOTHING, BlitzState
from tests.cases import for_cases, read_yaml
from tests.games.blitz.decks import CROSS
from tests.games.blitz.playing import STARTER, parse_scenario

from .comparing import STANDARD

HERE = Path(__file__).parent


def load(name: str) -> list[dict[str, Any]]:
    """Return the abilities in a file."""
    abilities: list[dict[str, Any]] = read_yaml((HERE / name).read_text(encoding="utf-8"))
    return abilities


def card_of(name: str, values: dict[str, Any]) -> BlitzCard:
    """Return a card of one's own."""
    own = {"kind": "unit", "attack": 2, "defence": 1, "level": 1, "reach": CROSS, "keywords": (), **values}
    own |= {"effects": Written(values.get("effects")), "keywords": tuple(own["keywords"])}
    card = BlitzCard(name, **own)
    assert read_effects(card.id, card.keywords, card.effects, STANDARD.keywords)[1] == ()
    return card


def position_of(ability: dict[str, Any]) -> BlitzState:
    """Return the position in which an ability is tried."""
    decks = {faction: STARTER[faction] for faction in ("us", "wm")}
    for key, values in ability["cards"].items():
        faction, _, name = key.partition(":")
        decks[faction] = (*decks[faction], card_of(name, values))
    hands = {"us": "heavy-tank", "wm": "heavy-tank", **ability.get("hands", {})}
    lines = ["players us wm", f"turn {ability['step']}", *(f"hand {name} {cards}" for name, cards in hands.items())]
    lines += ["map", *(f"{y} {ability['map'].get(y, '. . . .')}" for y in range(3, -4, -1))]
    return parse_scenario("\n".join(lines), STANDARD, decks).state


def found(state: BlitzState, sentence: str) -> Any:
    """Return the value of a sentence about cards by their ids and about factions."""
    setup = state.setup
    names: dict[str, Any] = {faction: Player(seat) for seat, faction in enumerate(setup.factions)}
    run = view_of(state)
    lying = [card for card in (*state.ground, *state.traps) if card != NOTHING]
    for card in (*lying, *range(len(setup.cards))):
        names.setdefault(setup.cards[card].id, run.numbered[card])
    scope = run.scope_of(None).with_names(**names)
    return run.evaluate(Reader(vocabulary()).value(sentence, ()).node, scope)


@for_cases("ability", load("abilities.yaml"))
def test_an_ability_of_ones_own(ability: dict[str, Any]) -> None:
    play(ability)


@for_cases("sentence", load("sentences.yaml"))
def test_a_sentence_of_the_description(sentence: dict[str, Any]) -> None:
    play(sentence)


def play(ability: dict[str, Any]) -> None:
    """Play the turns of an ability, and compare what holds afterwards."""
    state = position_of(ability)
    for text in ability.get("play", ()):
        turns = [write_turn(turn) for turn in legal_turns(state)]
        faction, turn = parse_turn(text)
        assert (faction, write_turn(turn)) in {(state.setup.factions[state.actor or 0], one) for one in turns}, turns
        state = apply(state, turn)
    legal = {f"{state.setup.factions[state.actor or 0]} {write_turn(turn)}" for turn in legal_turns(state)}
    assert legal >= set(ability.get("turns", ())), legal
    for text, code in ability.get("refused", {}).items():
        with pytest.raises(BlitzError) as caught:
            apply(state, parse_turn(text)[1])
        assert caught.value.code == code
        assert parse_turn(text)[1] not in legal_turns(state)
    assert {sentence: found(state, sentence) for sentence in ability.get("expect", {})} == ability.get("expect", {})
    if "winner" in ability:
        assert state.result is not None
        assert f"{state.result.winner} {state.result.by}" == ability["winner"]
    piles = (*state.hands, *state.decks, *state.discards)
    lying = [card for card in (*state.ground, *state.traps, *(card for card, _ in state.beyond)) if card != NOTHING]
    assert sorted([*lying, *(card for pile in piles for card in pile)]) == list(range(len(state.setup.cards)))
