"""Whole games with cards of all kinds of effects: they end, no card is lost, and their logs are read again."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from cardgen.engines import GameContent
from cardgen.engines.turn_game import play_game
from cardgen.engines.turn_logs import write_log
from cardgen.games.thread_race.cards import PLAIN, Core, DeckOrder, ThreadRaceCard
from cardgen.games.thread_race.rules import DECK_SIZE, ThreadRaceRules
from cardgen.games.thread_race.turn_game import GAME, start_of
from cardgen.games.thread_race.vocabulary import ELEMENTS, write_effects
from tests.engines.effects.examples import load_examples
from tests.examples import trials
from tests.games.thread_race.rulesets import BRIEF, FULL, changed

HERE = Path(__file__).parent
EXAMPLES = ("effect_examples.yaml", "seed_effects.yaml", "typical_effects.yaml")
CORES = (
    Core("mover", 5, 2, write_effects([{"use": "core", "do": [{"move": "top(1, me.deck)", "to": "me.deck"}]}]), id="m"),
    Core("drawer", 3, 1, write_effects([{"use": "core", "do": [{"draw": 1}]}]), id="d"),
    Core("lasting", 2, 1, write_effects([{"while": True, "forbid": ["shuffle of others"]}]), id="l"),
)


def all_effects() -> list[Any]:
    """Return the effects of all cards of the examples that do not name a slot or a mark of their own."""
    texts = [
        (str(values["effects"]), values)
        for name in EXAMPLES
        for data in load_examples(HERE / name)
        for values in data.get("cards", {}).values()
        if "marks" not in data
    ]
    return [values for text, values in texts if "'A2'" not in text]


def random_deck(chance: random.Random, values: list[Any], core: Core) -> DeckOrder:
    """Return a deck of any of these cards."""
    cards = []
    for number in range(DECK_SIZE):
        some = chance.choice(values)
        waits = not any("use" in effect for effect in some["effects"])
        element, speed = chance.choice(list(ELEMENTS)), None if waits else chance.randint(1, 5)
        name, cost = f"card-{number}", 0 if waits else some.get("cost", 0)
        kind = PLAIN if waits else "speed"
        cards.append(ThreadRaceCard(name, kind, element, speed, cost, write_effects(some["effects"]), id=name))
    return DeckOrder(core, tuple(cards))


def play_and_check(seed: int, rules: ThreadRaceRules, values: list[Any]) -> int:
    """Play a random game, and return how many turns it had."""
    chance = random.Random(seed)
    decks = [random_deck(chance, values, CORES[(seed + seat) % 3]) for seat in range(2 + seed % 2)]
    played = play_game(GAME, start_of(rules, seed, decks), GameContent({}, {}))
    for state in (played.states[len(played.states) // 2], played.state):
        assert sum(map(len, state.now.zones.values())) == len(state.now.cards)
        GAME.facts(state)
    assert played.state.now.over
    lines = write_log(GAME, played).splitlines()
    state = GAME.begin(played.start, GameContent({}, {}))
    for line in lines[1 + len(decks) : len(played.turns) + 1 + len(decks)]:
        turn = GAME.read_turn(line, state)
        assert turn is not None
        state = GAME.apply(state, turn)
    assert state.now.winners == played.state.now.winners
    return len(played.turns)


RULES = {"full": FULL, "brief": BRIEF, "face-down": changed(play_face="either", draw_face="down", effects="optional")}


@pytest.mark.parametrize("name", RULES)
def test_games_with_any_effects_end(name: str) -> None:
    values = all_effects()
    assert len(values) > 50
    assert sum(play_and_check(seed, RULES[name], values) for seed in range(trials(1_000, few=2))) > 50
