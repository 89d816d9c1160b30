"""The starter set, as the rules see it: eleven speed cards twice, a plain card, and two cores. The game prints it."""

from __future__ import annotations

from functools import cache
from typing import Any

from cardgen.games.thread_race.cards import PLAIN, SPEED, Core, DeckOrder, ThreadRaceCard
from cardgen.games.thread_race.vocabulary import write_effects

_ANY = "field where face != down"


def _act(target: str, **step: Any) -> dict[str, Any]:
    return {"use": "act", "choose": {"target": target}, "do": [step]}


def _speed(name: str, zh: str, element: str, speed: int, cost: int, *effects: dict[str, Any]) -> ThreadRaceCard:
    return ThreadRaceCard(name, SPEED, element, speed, cost, write_effects(effects), zh=zh, id=name.lower())


@cache
def starter_cards() -> tuple[ThreadRaceCard, ...]:
    """Return the twelve different cards, the plain one last."""
    reorder = {"use": "act", "do": [{"move": "top(2, me.deck)", "to": "me.deck"}]}
    own = "other cards in field where owner is me and face = up"
    burn = {
        "use": "act",
        "choose": {"target": "field where owner is me"},
        "do": [{"destroy": "target"}, {"draw": 1}],
    }
    slot = {
        "use": "act",
        "do": [{"attach": {"when": "after enter where to is here", "do": [{"draw": 1}]}, "to": "here"}],
    }
    flip = {"when": "after turn of this where to = up", "do": [{"draw": 1}]}
    return (
        _speed("Reorder", "重排", "heaven", 5, 1, reorder),
        _speed("Echo", "回响", "marsh", 3, 2, _act(own, copy="target", onto="this")),
        _speed("Ebb", "退潮", "water", 4, 2, _act("field where face = up", turn="target", to="down")),
        _speed("Flow", "涨潮", "water", 3, 1, _act("field where face = down", turn="target", to="up")),
        _speed(
            "Clamp",
            "钳制",
            "thunder",
            4,
            3,
            _act("field where owner is not me and face = up and speed <= 3", turn="target", to="sideways"),
        ),
        _speed(
            "Tailwind",
            "顺风",
            "wind",
            5,
            2,
            _act("other cards in field where owner is me and speed is given", set="speed", of="target", add=1),
        ),
        _speed(
            "Headwind",
            "逆风",
            "wind",
            2,
            1,
            _act("field where owner is not me and speed is given", set="speed", of="target", add=-1),
        ),
        _speed("Burn", "焚牌", "fire", 3, 2, burn),
        _speed(
            "Anchor", "定锚", "mountain", 2, 1, _act("field where speed is given", set="speed", of="target", fix=True)
        ),
        _speed("Cleanse", "净尘", "mountain", 4, 3, _act(_ANY, reset="target")),
        _speed("Furrow", "犁沟", "earth", 1, 1, slot, _act(_ANY, set="element", of="target", to="earth")),
        ThreadRaceCard("Spark", PLAIN, "fire", effects=write_effects([flip]), zh="火种", id="spark"),
    )


@cache
def starter_cores() -> tuple[Core, ...]:
    """Return the two cores."""
    move = {"use": "core", "do": [{"move": "top(1, me.deck)", "to": "me.deck"}]}
    shuffle = {"use": "core", "do": [{"shuffle": "top(3, me.deck)"}]}
    return (
        Core("Overclock", 5, 2, write_effects([move]), zh="超频", id="overclock"),
        Core("Preempt", 3, 1, write_effects([shuffle]), zh="抢占", id="preempt"),
    )


@cache
def starter_deck(core: int = 0) -> DeckOrder:
    """Return the deck in the order of the list, both copies of a card side by side, with one of the two cores."""
    cards = tuple(card for card in starter_cards() for _ in range(1 if card.kind == PLAIN else 2))
    return DeckOrder(starter_cores()[core], cards)
