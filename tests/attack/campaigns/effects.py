"""Card games with spoilt effects: they are refused at the place of the mistake, or played without an exception."""

from __future__ import annotations

import copy
import json
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from cardgen.engines import CardData, GameContent
from cardgen.engines.turn_serving import TurnServer
from cardgen.games.card_game.deck_rules import check_rules
from cardgen.games.card_game.texts import effect_text
from cardgen.games.card_game.turn_game import GAME
from tests.attack.trial import SECONDS, Problem, Verdict
from tests.cases import read_yaml
from tests.games.card_game.harbour import CARDS, RULES, rules_with
from tests.mutations import spoil_value

#: Turns that are played of each game.
_TURNS = 20


def spoilt_effects(random: Random, trials: int, folder: Path) -> Iterator[Verdict]:  # noqa: ARG001
    """Spoil the effects of the cards and the rules of a small game, check it, write its texts and play it."""
    server = TurnServer(GAME)
    for _ in range(trials):
        cards, rules = read_yaml(CARDS), read_yaml(RULES)["vocabulary"]["rules"]
        effects = {"cards": [card["effects"] for card in cards.values()], "rules": rules}
        described = [spoil_value(random, effects) for _ in range(random.randrange(1, 4))]
        yield _judge(random, server, cards, copy.deepcopy(effects), str(described))


def _judge(random: Random, server: Any, cards: Any, effects: Any, described: str) -> Verdict:
    started, problems = time.monotonic(), list[tuple[Problem, str]]()
    try:
        spoilt = effects.get("cards") if isinstance(effects.get("cards"), list) else []
        deck = [
            CardData(name, 4, {**card, "effects": spoilt[number] if number < len(spoilt) else None})
            for number, (name, card) in enumerate(cards.items())
        ]
        vocabulary = read_yaml(RULES)["vocabulary"]
        rules = effects.get("rules")
        setup = rules_with(vocabulary={**vocabulary, "rules": rules if isinstance(rules, list) else []})
        content = GameContent({"standard": setup}, {"cards": deck})
        found = check_rules(setup, content.decks)
        for card in deck:
            for language in ("zh", "zh-Hant", "en"):
                effect_text(card, language, setup, {})
        if not any(problem.stops_play for problem in found):
            problems += _play(random, server, content)
    except (MemoryError, KeyboardInterrupt):
        raise
    except Exception:
        problems.append(("traceback", traceback.format_exc(limit=-4)))
    if time.monotonic() - started > SECONDS:
        problems.append(("too slow", f"{time.monotonic() - started:.1f} s"))
    return Verdict(described, tuple(problems))


def _play(random: Random, server: Any, content: GameContent) -> Iterator[tuple[Problem, str]]:
    """Play a few turns as a bot does. Yield answers that are no answers."""

    def ask(request: Any) -> Any:
        answer: Any = json.loads(server.answer(json.dumps(request), content))
        return answer

    answer = ask({"op": "new_game", "players": 2, "seed": random.randrange(1000)})
    for _ in range(_TURNS):
        if "error" in answer:
            if answer["error"]["code"] == "internal":
                yield "traceback", json.dumps(answer)[:500]
            return
        state = answer["state"]
        turns = ask({"op": "turns", "state": state}).get("turns", [])
        if not turns:
            return
        answer = ask({"op": "apply", "state": state, "turn": random.choice(turns)})
