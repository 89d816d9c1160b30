"""The starter set, as the rules see it: eleven speed cards twice, a plain card, and two cores. The game prints it."""

from __future__ import annotations

from functools import cache

from cardgen.games.thread_race.cards import PLAIN, SPEED, Core, DeckOrder, ThreadRaceCard
from cardgen.games.thread_race.effects import Effect, Target

_OTHER = Target("self", self_ok=False)
_OPPONENT = Target("opponent")
_ANY = Target("any")


def _speed(name: str, zh: str, element: str, speed: int, cost: int, *effects: Effect) -> ThreadRaceCard:
    return ThreadRaceCard(name, SPEED, element, speed, cost, effects, zh=zh, id=name.lower())


@cache
def starter_cards() -> tuple[ThreadRaceCard, ...]:
    """Return the twelve different cards, the plain one last."""
    slot = Effect("slot", gives=Effect("draw"))
    return (
        _speed("Reorder", "重排", "heaven", 5, 1, Effect("order", amount="top-to-bottom", n=2)),
        _speed("Echo", "回响", "marsh", 3, 2, Effect("copy", Target("self", "face-up", self_ok=False))),
        _speed("Ebb", "退潮", "water", 4, 2, Effect("cover", Target("any", "face-up"))),
        _speed("Flow", "涨潮", "water", 3, 1, Effect("flip", Target("any", "face-down"))),
        _speed("Clamp", "钳制", "thunder", 4, 3, Effect("seal", Target("opponent", speeds=(1, 3)))),
        _speed("Tailwind", "顺风", "wind", 5, 2, Effect("speed", _OTHER, 1)),
        _speed("Headwind", "逆风", "wind", 2, 1, Effect("speed", _OPPONENT, -1)),
        _speed("Burn", "焚牌", "fire", 3, 2, Effect("destroy", Target("self")), Effect("draw")),
        _speed("Anchor", "定锚", "mountain", 2, 1, Effect("speed", _ANY, "fix")),
        _speed("Cleanse", "净尘", "mountain", 4, 3, Effect("nullify", _ANY)),
        _speed("Furrow", "犁沟", "earth", 1, 1, slot, Effect("element", _ANY, "earth")),
        ThreadRaceCard(
            "Spark", PLAIN, "fire", effects=(Effect("draw", when="on-flip"),), trigger="on-flip", zh="火种", id="spark"
        ),
    )


@cache
def starter_cores() -> tuple[Core, ...]:
    """Return the two cores."""
    return (
        Core("Overclock", 5, 2, (Effect("order", amount="top-to-bottom", n=1),), zh="超频", id="overclock"),
        Core("Preempt", 3, 1, (Effect("order", amount="shuffle-top", n=3),), zh="抢占", id="preempt"),
    )


@cache
def starter_deck(core: int = 0) -> DeckOrder:
    """Return the deck in the order of the list, both copies of a card side by side, with one of the two cores."""
    cards = tuple(card for card in starter_cards() for _ in range(1 if card.kind == PLAIN else 2))
    return DeckOrder(starter_cores()[core], cards)
