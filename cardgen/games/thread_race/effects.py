"""Effect records: what a card does, as data. `read_effect` reads one, `write_effect` writes it.

A record is a mapping, `{do: seal, owner: opponent, speed: [1, 3]}`; the keys of its target may also be in a mapping of
their own, `{do: seal, target: {owner: opponent, speed: [1, 3]}}`. It has a target if it has any of the target's keys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen import dataclass, joined, message, replace

#: The kinds of effects, in the order of their marks: kind -> its name in Chinese.
KINDS = {
    "destroy": "破坏",
    "draw": "抽卡",
    "cover": "翻盖",
    "flip": "翻转",
    "seal": "封印",
    "copy": "复制",
    "speed": "速度调整",
    "element": "属性调整",
    "nullify": "无效",
    "slot": "场地",
    "order": "牌序调整",
}
#: Element -> its name in Chinese: the eight trigrams.
ELEMENTS = {
    "heaven": "天",
    "mountain": "山",
    "fire": "火",
    "thunder": "雷",
    "wind": "风",
    "water": "水",
    "marsh": "泽",
    "earth": "地",
}
#: The conditions of effects that do not wait for a speed stage.
TRIGGERS = ("on-flip", "on-enter", "on-destroyed", "while-sealed", "custom")
#: The condition of the others: the card acts in the stage of its speed.
ACT = "act"
OWNERS = ("self", "opponent", "any")
CARD_STATES = ("face-up", "face-down", "sealed")
#: What `order` does with the top or the bottom X cards of the deck.
ORDERS = ("shuffle-top", "shuffle-bottom", "top-to-bottom", "bottom-to-top")
#: An effect on a slot applies to cards that enter it, or to each card as long as it lies there.
LASTS = ("enters", "always")
FIX = "fix"

#: The kinds that change cards, so that they need one.
NEEDS_CARD = frozenset({"destroy", "cover", "flip", "seal", "copy", "nullify", "speed", "element"})
#: The kinds that may be without a target: then they change the card itself.
ON_ITSELF = frozenset({"speed", "element"})

_TARGET_KEYS = ("owner", "state", "element", "speed", "self_ok", "zone")
_KEYS = ("do", "target", "amount", "n", "when", "gives", "lasts", *_TARGET_KEYS)
_MOST = 22


class EffectError(ValueError):
    """A record that is no effect: the key that is wrong, and why."""

    def __init__(self, key: str, text: str, hint: str = "") -> None:
        super().__init__(text)
        self.key = key
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Target:
    """A filter of cards on the field. `speeds` are the least and the greatest speed; None for any."""

    owner: str = "any"
    state: str | None = None
    element: str | None = None
    speeds: tuple[int, int] | None = None
    self_ok: bool = True


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect.

    `amount` is the change of a speed or `fix`, the new element, or what is done with the deck's order. `n` is how many
    cards are changed, drawn or reordered. `when` is `act` or a trigger. An effect on a slot `gives` another effect to
    the cards there, as `lasts` says.
    """

    do: str
    target: Target | None = None
    amount: int | str | None = None
    n: int = 1
    when: str = ACT
    gives: Effect | None = None
    lasts: str = "enters"


def read_effect(data: object, when: str = ACT) -> Effect:
    """Return the effect of a record; `when` is its condition if the record names none. EffectError if it is none."""
    if not isinstance(data, Mapping):
        raise EffectError("", message("an effect is a record such as {example}", example="{do: draw, n: 1}"))
    members = {str(key): value for key, value in data.items() if value is not None}
    target = members.pop("target", {})
    if not isinstance(target, Mapping):
        raise EffectError("target", message("a target is a record such as {example}", example="{owner: self}"))
    members |= {str(key): value for key, value in target.items() if value is not None}
    for key in members:
        if key not in _KEYS:
            raise EffectError(key, message("an effect has no key {key!r}", key=key), _expected(_KEYS))
    do = _word(members, "do", KINDS)
    condition = _word(members, "when", (ACT, *TRIGGERS), when)
    effect = Effect(do, _target(members, do), n=_number(members, "n", 1, 1, _MOST), when=condition)
    return _with_amount(effect, members)


def write_effect(effect: Effect) -> dict[str, Any]:
    """Return an effect as a record, with the target in a mapping of its own."""
    data: dict[str, Any] = {"do": effect.do}
    if effect.target is not None:
        data["target"] = _write_target(effect.target)
    if effect.gives is not None:
        data |= {"gives": effect.gives.do, "lasts": effect.lasts}
        if effect.gives.do in ("draw", "order"):
            data |= {"n": effect.gives.n}
        if effect.gives.amount is not None:
            data["amount"] = effect.gives.amount
    elif effect.amount is not None:
        data["amount"] = effect.amount
    if effect.n != 1:
        data["n"] = effect.n
    if effect.when != ACT:
        data["when"] = effect.when
    return data


def _write_target(target: Target) -> dict[str, Any]:
    data: dict[str, Any] = {"owner": target.owner}
    if target.state is not None:
        data["state"] = target.state
    if target.element is not None:
        data["element"] = target.element
    if target.speeds is not None:
        data["speed"] = list(target.speeds)
    if not target.self_ok:
        data["self_ok"] = False
    return data


def element_name(value: object) -> str | None:
    """Return an element by its English or Chinese name; None for anything else."""
    return next((name for name, chinese in ELEMENTS.items() if value in (name, chinese)), None)


def _target(members: Mapping[str, Any], do: str) -> Target | None:
    if not any(key in members for key in _TARGET_KEYS):
        needed = do in NEEDS_CARD and do not in ON_ITSELF
        return Target("self" if do == "destroy" else "any") if needed else None
    if do in ("draw", "order"):
        raise EffectError("owner", message("the effect {do} takes no target", do=do))
    if members.get("zone", "field") != "field":
        raise EffectError("zone", message("targets are on the field"), _expected(["field"]))
    self_ok = members.get("self_ok", True)
    if not isinstance(self_ok, bool):
        raise EffectError("self_ok", message("{value} given, expected true or false", value=repr(self_ok)))
    return Target(
        _word(members, "owner", OWNERS, "self" if do == "destroy" else "any"),
        _word(members, "state", CARD_STATES) if "state" in members else None,
        _element(members["element"], "element") if "element" in members else None,
        _speeds(members["speed"]) if "speed" in members else None,
        self_ok,
    )


def _with_amount(effect: Effect, members: Mapping[str, Any]) -> Effect:
    """Return the effect with its `amount`, as its kind reads it."""
    amount = members.get("amount")
    if effect.do != "slot" and ("gives" in members or "lasts" in members):
        raise EffectError("gives", message("only the effect {do} has {keys}", do="slot", keys="gives, lasts"))
    match effect.do:
        case "slot":
            return _slot_effect(effect, members)
        case "speed":
            return replace(effect, amount=amount if amount == FIX else _change(amount))
        case "element":
            return replace(effect, amount=_element(amount, "amount"))
        case "order":
            return replace(effect, amount=_word(members, "amount", ORDERS))
        case "draw" if amount is not None:
            return replace(effect, n=_number(members, "amount", 1, 1, _MOST))
    if amount is not None:
        raise EffectError("amount", message("the effect {do} has no amount", do=effect.do))
    return effect


def _slot_effect(effect: Effect, members: Mapping[str, Any]) -> Effect:
    if effect.target is not None and effect.target != Target(effect.target.owner):
        raise EffectError("owner", message("an effect on a slot chooses it by its owner alone"))
    gives = _word(members, "gives", ("speed", "element", "draw", "order"))
    given = read_effect({"do": gives, "amount": members.get("amount"), "n": members.get("n")})
    return replace(effect, n=1, gives=given, lasts=_word(members, "lasts", LASTS, LASTS[0]))


def _change(amount: object) -> int:
    if isinstance(amount, bool) or not isinstance(amount, int) or not 1 <= abs(amount) <= 5:
        hint = message("expected fix, or a number from -5 to 5 that is not 0")
        raise EffectError("amount", message("{value} is no change of a speed", value=repr(amount)), hint)
    return amount


def _element(value: object, key: str) -> str:
    name = element_name(value)
    if name is None:
        raise EffectError(key, message("there is no element {value}", value=repr(value)), _expected(ELEMENTS))
    return name


def _speeds(value: object) -> tuple[int, int]:
    low, high = (value[0], value[-1]) if isinstance(value, Sequence) and value else (value, value)
    if type(low) is not int or type(high) is not int or not 1 <= low <= high <= 5:
        hint = message("expected the least and the greatest speed, such as [1, 3]")
        raise EffectError("speed", message("{value} is no range of speeds", value=repr(value)), hint)
    return low, high


def _number(members: Mapping[str, Any], key: str, default: int, low: int, high: int) -> int:
    value = members.get(key, default)
    if type(value) is not int or not low <= value <= high:
        hint = message("expected {low} to {high}", low=low, high=high)
        raise EffectError(key, message("{key} is {value}", key=key, value=repr(value)), hint)
    return value


def _word(members: Mapping[str, Any], key: str, words: Sequence[str] | Mapping[str, str], default: str = "") -> str:
    value = members.get(key, default)
    if not isinstance(value, str) or value not in words:
        raise EffectError(key, message("{key} is {value}", key=key, value=repr(value or None)), _expected(words))
    return value


def _expected(words: Sequence[str] | Mapping[str, str]) -> str:
    return message("expected one of: {words}", words=joined(words))
