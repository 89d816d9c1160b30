"""Effect records of the protocol, such as `{do: seal, owner: opponent, speed: [1, 3]}`, as effects.

A record has the kind `do`, a target, an `amount` and a number `n`; the keys of its target may also be in a mapping of
their own, `{do: seal, target: {owner: opponent}}`. Each record becomes one effect.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen import dataclass, joined, message
from cardgen.games.thread_race.vocabulary import ELEMENTS, KINDS, element_name

#: The condition of effects of cards that act in the stage of their speed, and of the others: the head of the effect.
ACT = "act"
HEADS: Mapping[str, Mapping[str, Any]] = {
    ACT: {"use": "act"},
    "core": {"use": "core"},
    "on-flip": {"when": "after turn of this where to = up"},
    "on-enter": {"when": "after enter of this"},
    "on-destroyed": {"when": "after destroy of this"},
    "while-sealed": {"in": "sideways", "when": ["before speed-stage", "after turn of this where to = sideways"]},
    "custom": {"when": "before speed-stage", "may": True},
}
TRIGGERS = tuple(HEADS)[2:]
OWNERS = {"self": "owner is me", "opponent": "owner is not me", "any": ""}
CARD_STATES = {"face-up": "face = up", "face-down": "face = down", "sealed": "face = sideways"}
#: What `order` does with the top or the bottom X cards of the deck.
ORDERS: Mapping[str, Mapping[str, Any]] = {
    "shuffle-top": {"shuffle": "top({n}, me.deck)"},
    "shuffle-bottom": {"shuffle": "bottom({n}, me.deck)"},
    "top-to-bottom": {"move": "top({n}, me.deck)", "to": "me.deck"},
    "bottom-to-top": {"move": "bottom({n}, me.deck)", "to": "me.deck", "at": "top"},
}
#: An effect on a slot applies to cards that enter it, or to each card as long as it lies there.
LASTS = ("enters", "always")
FIX = "fix"

#: The kinds that change cards -> which cards they can change.
_CHANGES = {
    "destroy": "",
    "cover": "face != down",
    "flip": "face = down",
    "seal": "face = up",
    "copy": "face = up",
    "nullify": "face != down",
    "speed": "speed is given",
    "element": "face != down",
}
#: The kinds that may be without a target: then they change the card itself.
_ON_ITSELF = ("speed", "element")
_TARGET_KEYS = ("owner", "state", "element", "speed", "self_ok", "zone")
_KEYS = ("do", "target", "amount", "n", "when", "gives", "lasts", *_TARGET_KEYS)
_MOST = 22


class RecordError(ValueError):
    """A record that is none: the key that is wrong, and why."""

    def __init__(self, key: str, text: str, hint: str = "") -> None:
        super().__init__(text)
        self.key, self.hint = key, hint


def is_record(data: object) -> bool:
    """Return True if data are a record rather than an effect."""
    return isinstance(data, Mapping) and isinstance(data.get("do"), str)


def read_record(data: object, when: str = ACT) -> dict[str, Any]:
    """Return the effect of a record; `when` is its condition if the record names none. RecordError if it is none."""
    if not isinstance(data, Mapping):
        raise RecordError("", message("an effect is a record such as {example}", example="{do: draw, n: 1}"))
    record = _Record.of(data)
    head = HEADS[record.word("when", (ACT, *TRIGGERS), when) if when != "core" else when]
    choices, steps = record.steps()
    return {**head, **({"choose": choices} if choices else {}), "do": steps}


def read_hand(data: object) -> list[dict[str, Any]]:
    """Return a record as steps, as they are done by hand. RecordError if it is none."""
    choices, steps = _Record.of(data if isinstance(data, Mapping) else {}).steps()
    return [{"choose": choices, "do": steps}] if choices else steps


@dataclass(frozen=True, slots=True)
class _Record:
    members: Mapping[str, Any]
    do: str

    @classmethod
    def of(cls, data: Mapping[Any, Any]) -> _Record:
        members = {str(key): value for key, value in data.items() if value is not None}
        target = members.pop("target", {})
        if not isinstance(target, Mapping):
            raise RecordError("target", message("a target is a record such as {example}", example="{owner: self}"))
        members |= {str(key): value for key, value in target.items() if value is not None}
        for key in members:
            if key not in _KEYS:
                raise RecordError(key, message("an effect has no key {key!r}", key=key), _expected(_KEYS))
        return cls(members, cls(members, "").word("do", KINDS))

    # ------------------------------------------------------------ what it does

    def steps(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Return what is chosen, and the steps."""
        if self.do == "slot":
            return self._slot()
        if any(key in self.members for key in ("gives", "lasts")):
            raise RecordError("gives", message("only the effect {do} has {keys}", do="slot", keys="gives, lasts"))
        targeted = any(key in self.members for key in _TARGET_KEYS)
        if targeted and self.do in ("draw", "order"):
            raise RecordError("owner", message("the effect {do} takes no target", do=self.do))
        if self.do in ("draw", "order") or (self.do in _ON_ITSELF and not targeted):
            return {}, [self.change("this", "me")]
        cards = self._targets()
        n = self.number("n", 1, 1, _MOST)
        number = {"number": f"max(1, min({n}, count of ({cards})))"} if n > 1 else {}
        target: Any = {"from": cards, **number} if number else cards
        return {"target": target}, [self.change("target", "me")]

    def change(self, of: str, who: str) -> dict[str, Any]:
        """Return the step that changes a thing, or that a player does."""
        amount = self.members.get("amount")
        match self.do:
            case "draw":
                n = self.number("amount" if amount is not None else "n", 1, 1, _MOST)
                return {"draw": n, **({} if who == "me" else {"who": who})}
            case "order":
                n, step = self.number("n", 1, 1, _MOST), ORDERS[self.word("amount", ORDERS)]
                return {key: text.replace("{n}", str(n)).replace("me.", f"{who}.") for key, text in step.items()}
            case "speed":
                return {"set": "speed", "of": of, **({"fix": True} if amount == FIX else {"add": self._added()})}
            case "element":
                return {"set": "element", "of": of, "to": self._element("amount")}
        if amount is not None:
            raise RecordError("amount", message("the effect {do} has no amount", do=self.do))
        match self.do:
            case "destroy":
                return {"destroy": of}
            case "copy":
                return {"copy": of, "onto": "this"}
            case "nullify":
                return {"reset": of}
        return {"turn": of, "to": {"cover": "down", "flip": "up", "seal": "sideways"}[self.do]}

    def _targets(self) -> str:
        """Return the set of cards that it may change."""
        if self.members.get("zone", "field") != "field":
            raise RecordError("zone", message("targets are on the field"), _expected(["field"]))
        self_ok = self.members.get("self_ok", True)
        if not isinstance(self_ok, bool):
            raise RecordError("self_ok", message("{value} given, expected true or false", value=repr(self_ok)))
        parts = [OWNERS[self.word("owner", OWNERS, "self" if self.do == "destroy" else "any")]]
        if "state" in self.members:
            parts.append(CARD_STATES[self.word("state", CARD_STATES)])
        if "element" in self.members:
            parts.append(f"element = {self._element('element')}")
        if "speed" in self.members:
            low, high = self._speeds()
            parts.append(f"speed >= {low} and speed <= {high}")
        parts.append(_CHANGES[self.do])
        conditions = " and ".join(dict.fromkeys(part for part in parts if part))
        cards = "field" if self_ok else "other cards in field"
        return f"{cards} where {conditions}" if conditions else cards

    def _slot(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        members = self.members
        if set(members) & {"state", "element", "speed", "self_ok"}:
            raise RecordError("owner", message("an effect on a slot chooses it by its owner alone"))
        gives = self.word("gives", ("speed", "element", "draw", "order"))
        given = _Record({key: members[key] for key in ("amount", "n") if key in members}, gives)
        lasts = self.word("lasts", LASTS, LASTS[0])
        choices: dict[str, Any] = {}
        if any(key in members for key in _TARGET_KEYS):
            owners = {"self": "me.slots", "opponent": "others.slots", "any": "players.slots"}
            choices = {"spot": owners[self.word("owner", OWNERS, "any")]}
        spot = "spot" if choices else "here"
        enters = "after enter of anyone where to is here and card.face != down"
        give = given.change("event.card", "event.card.owner")
        if lasts == "enters":
            return choices, [{"attach": {"when": enters, "do": [give]}, "to": spot}]
        if gives in _ON_ITSELF and not give.get("fix"):
            change = {key: give[key] for key in ("add", "to") if key in give}
            modify: list[Any] = [{"value": gives, "of": "cards in here", **change}]
            return choices, [{"attach": {"while": True, "modify": modify}, "to": spot}]
        when = [enters, "after turn of cards in here where to = up"]
        now = given.change("there", "there.owner")
        each: dict[str, Any] = {"each": "there", "in": f"cards in {spot} where face != down", "do": [now]}
        lasting: dict[str, Any] = {"when": when, "do": [give]}
        return choices, [{"attach": lasting, "to": spot}, each]

    # ------------------------------------------------------------ its members

    def word(self, key: str, words: Sequence[str] | Mapping[str, Any], default: str = "") -> str:
        """Return a member that is one of some words."""
        value = self.members.get(key, default)
        if not isinstance(value, str) or value not in words:
            raise RecordError(key, message("{key} is {value}", key=key, value=repr(value or None)), _expected(words))
        return value

    def number(self, key: str, default: int, low: int, high: int) -> int:
        """Return a member that is a whole number."""
        value = self.members.get(key, default)
        if type(value) is not int or not low <= value <= high:
            hint = message("expected {low} to {high}", low=low, high=high)
            raise RecordError(key, message("{key} is {value}", key=key, value=repr(value)), hint)
        return value

    def _added(self) -> int:
        amount = self.members.get("amount")
        if isinstance(amount, bool) or not isinstance(amount, int) or not 1 <= abs(amount) <= 5:
            hint = message("expected fix, or a number from -5 to 5 that is not 0")
            raise RecordError("amount", message("{value} is no change of a speed", value=repr(amount)), hint)
        return amount

    def _element(self, key: str) -> str:
        value = self.members.get(key)
        name = element_name(value)
        if name is None:
            raise RecordError(key, message("there is no element {value}", value=repr(value)), _expected(ELEMENTS))
        return name

    def _speeds(self) -> tuple[int, int]:
        value = self.members["speed"]
        low, high = (value[0], value[-1]) if isinstance(value, Sequence) and value else (value, value)
        if type(low) is not int or type(high) is not int or not 1 <= low <= high <= 5:
            hint = message("expected the least and the greatest speed, such as [1, 3]")
            raise RecordError("speed", message("{value} is no range of speeds", value=repr(value)), hint)
        return low, high


def _expected(words: Sequence[str] | Mapping[str, Any]) -> str:
    return message("expected one of: {words}", words=joined(words))
