"""The verbs and blocks of steps: the type of each one's argument and keys. `verbs` does them.

Types: a `value` (number, word, truth), a `condition`, a `set` (things, or a number of them), a `word`, `words`,
`steps`, an `effect`, `until` (a timing, a condition or the end of the game), an `event`, a `stage`, an `attribute`, a
`mark`, an `amount` (a value or `all`), a `pair` of sets, `labels` (names of steps).
"""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.base.records import dataclass, field


@dataclass(frozen=True, slots=True)
class VerbKind:
    """The type of the argument, and those of the keys by name. `needs` are keys that must be there."""

    argument: str
    keys: Mapping[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()


_SETS = {"who": "set", "from": "set", "by": "set", "to": "set"}

VERBS: Mapping[str, VerbKind] = {
    "draw": VerbKind("value", {"who": "set", "from": "set"}),
    "discard": VerbKind("set", {"who": "set", "from": "set", "by": "set"}),
    "give": VerbKind("set", _SETS, ("to",)),
    "take": VerbKind("set", _SETS),
    "show": VerbKind("set", _SETS),
    "look": VerbKind("set", {"who": "set"}),
    "arrange": VerbKind("set", {"who": "set"}),
    "shuffle": VerbKind("set", {"who": "set"}),
    "move": VerbKind("set", {"to": "set", "at": "value", "face": "word"}, ("to",)),
    "create": VerbKind("word", {"number": "value", "to": "set", "at": "value"}),
    "destroy": VerbKind("set", {"by": "set"}),
    "swap": VerbKind("pair", {"value": "attribute"}),
    "damage": VerbKind("value", {"to": "set", "from": "set", "element": "value"}),
    "recover": VerbKind("value", {"who": "set"}),
    "lose": VerbKind("value", {"who": "set"}),
    "set": VerbKind(
        "attribute",
        {"of": "set", "to": "value", "add": "value", "fix": "truth", "least": "value", "who": "set"},
        ("of",),
    ),
    "turn": VerbKind("set", {"to": "word"}, ("to",)),
    "mark": VerbKind("mark", {"of": "set", "add": "value", "to": "value"}),
    "note": VerbKind("word", {"is": "value"}, ("is",)),
    "pay": VerbKind("value", {"of": "attribute", "who": "set"}, ("of",)),
    "use-card": VerbKind("set", {"cards": "set", "by": "set", "targets": "set", "free": "words"}),
    "play": VerbKind("word", {"who": "set", "number": "value"}),
    "judge": VerbKind("set", {"match": "condition"}),
    "compete": VerbKind("pair", {"won": "steps", "lost": "steps", "tied": "steps"}),
    "cancel": VerbKind("event"),
    "prevent": VerbKind("amount"),
    "end": VerbKind("event"),
    "skip": VerbKind("stage", {"who": "set"}),
    "extra": VerbKind("stage", {"who": "set"}),
    "control": VerbKind("set", {"by": "set", "until": "until"}),
    "join": VerbKind("word", {"who": "set"}),
    "leave": VerbKind("word", {"who": "set"}),
    "dissolve": VerbKind("word"),
    "attach": VerbKind("effect", {"to": "set", "until": "until"}),
    "grant": VerbKind("effect", {"to": "set", "until": "until"}),
    "silence": VerbKind("set", {"until": "until"}),
    "copy": VerbKind("set", {"onto": "set", "until": "until"}),
    "reset": VerbKind("set"),
    "refresh": VerbKind("word", {"who": "set"}),
    "perform": VerbKind("word", {"who": "set"}),
    "win": VerbKind("set"),
    "by-hand": VerbKind("text"),
}

BLOCKS: Mapping[str, VerbKind] = {
    "if": VerbKind("condition"),
    "may": VerbKind("set", {"do": "steps"}, ("do",)),
    "ask": VerbKind("set", {"to": "steps"}, ("to",)),
    "one-of": VerbKind("labels", {"by": "set"}),
    "each": VerbKind("word", {"in": "set", "do": "steps"}, ("in", "do")),
    "repeat": VerbKind("repeat", {"do": "steps"}, ("do",)),
    "alternate": VerbKind("pair", {"to": "steps"}, ("to",)),
    "choose": VerbKind("choices", {"do": "steps"}),
    "later": VerbKind("timing", {"do": "steps"}, ("do",)),
    "together": VerbKind("steps"),
}
