"""Effect records of the protocol, such as `{do: seal, owner: opponent, speed: [1, 3]}`, as effects.

A record has the kind `do`, a target, an `amount` and a number `n`; the keys of its target may also be in a mapping of
their own, `{do: seal, target: {owner: opponent}}`. Each record becomes one effect.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from cardgen.engines.serving import Members, adapter_of, read_strict_json
from cardgen.games.thread_race.vocabulary import KINDS, element_name

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
ORDERS: Mapping[str, Mapping[str, str]] = {
    "shuffle-top": {"shuffle": "top({n}, me.deck)"},
    "shuffle-bottom": {"shuffle": "bottom({n}, me.deck)"},
    "top-to-bottom": {"move": "top({n}, me.deck)", "to": "me.deck"},
    "bottom-to-top": {"move": "bottom({n}, me.deck)", "to": "me.deck", "at": "top"},
}
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
_TARGET_KEYS = {"owner", "state", "element", "speed", "self_ok", "zone"}


def _element(value: str) -> str:
    if (name := element_name(value)) is None:
        raise ValueError("there is no such element")
    return name


_Speed = Annotated[int, Field(ge=1, le=5)]
_Number = Annotated[int, Field(ge=1, le=22)]


class _Record(Members):
    do: Literal[tuple(KINDS)]  # type: ignore[valid-type]
    amount: int | str | None = None
    n: _Number | None = None
    when: Literal[(ACT, *TRIGGERS)] | None = None  # type: ignore[valid-type]
    gives: Literal["speed", "element", "draw", "order"] | None = None
    lasts: Literal["enters", "always"] | None = None
    owner: Literal[tuple(OWNERS)] | None = None  # type: ignore[valid-type]
    state: Literal[tuple(CARD_STATES)] | None = None  # type: ignore[valid-type]
    element: Annotated[str, AfterValidator(_element)] | None = None
    speed: _Speed | Annotated[list[_Speed], Field(min_length=1)] | None = None
    self_ok: bool | None = None
    zone: Literal["field"] | None = None

    @model_validator(mode="after")
    def _is_possible(self) -> _Record:
        if self.do == "slot":
            possible = self.gives is not None and not self.target_keys & {"state", "element", "speed", "self_ok"}
        else:
            targeted = self.target_keys and self.do in ("draw", "order")
            possible = not (self.gives or self.lasts or targeted)
        speeds = self.speed if isinstance(self.speed, list) else []
        kind, amount = (self.gives or "" if self.do == "slot" else self.do), self.amount
        valid = {
            "speed": amount == FIX or (type(amount) is int and 1 <= abs(amount) <= 5),
            "element": element_name(amount) is not None,
            "order": amount in ORDERS,
            "draw": amount is None or (type(amount) is int and 1 <= amount <= 22),
        }
        if not possible or speeds[:1] > speeds[-1:] or not valid.get(kind, amount is None):
            raise ValueError(f"the effect {self.do} has no such values")
        return self

    @property
    def target_keys(self) -> set[str]:
        """The keys of a target that the record has."""
        return {key for key in _TARGET_KEYS if getattr(self, key) is not None}

    def steps(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Return what is chosen, and the steps."""
        if self.do == "slot":
            return self._slot()
        if self.do in ("draw", "order") or (self.do in _ON_ITSELF and not self.target_keys):
            return {}, [self.change(self.do, "this", "me")]
        cards, n = self._targets(), self.n or 1
        target = {"from": cards, "number": f"max(1, min({n}, count of ({cards})))"} if n > 1 else cards
        return {"target": target}, [self.change(self.do, "target", "me")]

    def change(self, kind: str, of: str, who: str) -> dict[str, Any]:
        """Return the step of a kind that changes a thing, or that a player does."""
        amount: Any = self.amount
        match kind:
            case "draw":
                return {"draw": amount or self.n or 1, **({} if who == "me" else {"who": who})}
            case "order":
                return {
                    key: text.replace("{n}", str(self.n or 1)).replace("me.", f"{who}.")
                    for key, text in ORDERS[amount].items()
                }
            case "speed":
                return {"set": "speed", "of": of, **({"fix": True} if amount == FIX else {"add": amount})}
            case "element":
                return {"set": "element", "of": of, "to": element_name(amount)}
            case "destroy":
                return {"destroy": of}
            case "copy":
                return {"copy": of, "onto": "this"}
            case "nullify":
                return {"reset": of}
        return {"turn": of, "to": {"cover": "down", "flip": "up", "seal": "sideways"}[kind]}

    def _targets(self) -> str:
        """Return the set of cards that it may change."""
        speeds = self.speed if isinstance(self.speed, list) else [self.speed]
        parts = [
            OWNERS[self.owner or ("self" if self.do == "destroy" else "any")],
            CARD_STATES.get(self.state or "", ""),
            f"element = {self.element}" if self.element else "",
            f"speed >= {speeds[0]} and speed <= {speeds[-1]}" if self.speed else "",
            _CHANGES[self.do],
        ]
        conditions = " and ".join(dict.fromkeys(filter(None, parts)))
        cards = "other cards in field" if self.self_ok is False else "field"
        return f"{cards} where {conditions}" if conditions else cards

    def _slot(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        gives, choices = self.gives or "", dict[str, Any]()
        if self.target_keys:
            owners = {"self": "me.slots", "opponent": "others.slots", "any": "players.slots"}
            choices = {"spot": owners[self.owner or "any"]}
        spot = "spot" if choices else "here"
        enters = "after enter of anyone where to is here and card.face != down"
        give = self.change(gives, "event.card", "event.card.owner")
        if self.lasts != "always":
            return choices, [{"attach": {"when": enters, "do": [give]}, "to": spot}]
        if gives in _ON_ITSELF and not give.get("fix"):
            change = {key: give[key] for key in ("add", "to") if key in give}
            modify: list[Any] = [{"value": gives, "of": "cards in here", **change}]
            return choices, [{"attach": {"while": True, "modify": modify}, "to": spot}]
        when = [enters, "after turn of cards in here where to = up"]
        now = self.change(gives, "there", "there.owner")
        each: dict[str, Any] = {"each": "there", "in": f"cards in {spot} where face != down", "do": [now]}
        return choices, [{"attach": {"when": when, "do": [give]}, "to": spot}, each]


def is_record(data: object) -> bool:
    """Return True if data are a record rather than an effect."""
    return isinstance(data, Mapping) and isinstance(data.get("do"), str)


def read_record(data: Mapping[str, Any], when: str = ACT) -> dict[str, Any]:
    """Return the effect of a record; `when` is its condition if the record names none. ValueError if it is none."""
    record = _read(data)
    choices, steps = record.steps()
    head = HEADS[when if when == "core" else record.when or when]
    return {**head, **({"choose": choices} if choices else {}), "do": steps}


def read_hand(data: Mapping[str, Any]) -> Sequence[dict[str, Any]]:
    """Return a record as steps, as they are done by hand. ValueError if it is none."""
    choices, steps = _read(data).steps()
    return [{"choose": choices, "do": steps}] if choices else steps


def _read(data: Mapping[str, Any]) -> _Record:
    members = {key: value for key, value in data.items() if key != "target"}
    target = data.get("target") or {}
    record: _Record = read_strict_json(
        adapter_of(_Record), {**members, **target} if isinstance(target, Mapping) else data
    )
    return record
