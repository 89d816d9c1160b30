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
    """The type of the argument, those of the keys by name, keys that must be there, and a line for the docs."""

    argument: str
    keys: Mapping[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()
    summary: str = ""


_SETS = {"who": "set", "from": "set", "by": "set", "to": "set"}

VERBS: Mapping[str, VerbKind] = {
    "draw": VerbKind(
        "value",
        {"who": "set", "from": "set"},
        summary="cards from the top of the pile, or of `from`, to the hand of `who`; discards make a new pile",
    ),
    "discard": VerbKind(
        "set",
        {"who": "set", "from": "set", "by": "set"},
        summary="these cards, or so many that `who` or `by` chooses from the hand or from `from`",
    ),
    "give": VerbKind("set", _SETS, ("to",), summary="cards of `who` to the hand of another player"),
    "take": VerbKind(
        "set",
        _SETS,
        summary="cards, or so many from `from`, to the hand of `who` or a place; unseen cards are taken blind",
    ),
    "show": VerbKind("set", _SETS, summary="cards to everybody"),
    "look": VerbKind("set", {"who": "set"}, summary="at cards: only `who` sees them, and may then choose among them"),
    "arrange": VerbKind(
        "set", {"who": "set"}, summary="cards of a place in another order; `|` in the answer divides top and bottom"
    ),
    "shuffle": VerbKind("set", {"who": "set"}, summary="a place, or some cards among their places"),
    "move": VerbKind(
        "set",
        {"to": "set", "at": "value", "face": "word"},
        ("to",),
        summary="cards to any place, at its `top`, `bottom` (the default) or so far down; a place that is full refuses",
    ),
    "create": VerbKind(
        "word",
        {"number": "value", "to": "set", "at": "value"},
        summary="new cards of this name, into the hand or a place",
    ),
    "destroy": VerbKind("set", {"by": "set"}, summary="cards: to the area that the vocabulary calls `destroy`"),
    "swap": VerbKind(
        "pair", {"value": "attribute"}, summary="the contents of two places, or with `value` an attribute of two things"
    ),
    "damage": VerbKind(
        "value",
        {"to": "set", "from": "set", "element": "value"},
        summary="to players: lowers `hp`; the source is you, or `from`",
    ),
    "recover": VerbKind("value", {"who": "set"}, summary="HP, up to `max-hp`"),
    "lose": VerbKind("value", {"who": "set"}, summary="HP, which is no damage"),
    "set": VerbKind(
        "attribute",
        {"of": "set", "to": "value", "add": "value", "fix": "truth", "least": "value", "who": "set"},
        ("of",),
        ("to", "add", "fix", "least"),
        summary="an attribute of things or of the event: `to` a value, `add`, `least` so much; `fix` keeps it as it is",
    ),
    "turn": VerbKind(
        "set",
        {"to": "word"},
        ("to",),
        summary="cards `up`, `down` or `sideways`; players `sideways` or `over`, which turns back what is turned",
    ),
    "mark": VerbKind(
        "mark", {"of": "set", "add": "value", "to": "value"}, summary="1 more of a mark, `add` more, or `to` so many"
    ),
    "note": VerbKind("word", {"is": "value"}, ("is",), summary="a value of this card, to be asked for later"),
    "pay": VerbKind(
        "value",
        {"of": "attribute", "who": "set"},
        ("of",),
        summary="an attribute that is lowered; impossible if there is not enough",
    ),
    "use-card": VerbKind(
        "set",
        {"cards": "set", "by": "set", "targets": "set", "free": "words"},
        summary="as a player does, with all that follows",
    ),
    "play": VerbKind(
        "word",
        {"who": "set", "number": "value"},
        summary="a card of this name as an answer, or `this`; it is asked for, and goes to the discards",
    ),
    "judge": VerbKind(
        "set",
        {"match": "condition"},
        summary="a player: the top card of the pile is turned up; `then` if it matches, otherwise `else`",
    ),
    "compete": VerbKind(
        "pair",
        {"won": "steps", "lost": "steps", "tied": "steps"},
        summary="two players each play a card; the higher `number` wins",
    ),
    "cancel": VerbKind("event", summary="the event, without its deed"),
    "prevent": VerbKind("amount", summary="so much of the amount of the event; at 0 it is cancelled"),
    "end": VerbKind("event", summary="the innermost event of this name at once"),
    "skip": VerbKind("stage", {"who": "set"}, summary="the next stage or turn of this kind"),
    "extra": VerbKind("stage", {"who": "set"}, summary="a turn or stage after this one"),
    "control": VerbKind("set", {"by": "set", "until": "until"}, summary="decisions of these players are those of `by`"),
    "join": VerbKind("word", {"who": "set"}, summary="a group"),
    "leave": VerbKind("word", {"who": "set"}, summary="a group"),
    "dissolve": VerbKind("word", summary="a group: all leave it"),
    "attach": VerbKind(
        "effect",
        {"to": "set", "until": "until"},
        summary="an effect of yours, at work on what it is attached to (`bearer`)",
    ),
    "grant": VerbKind(
        "effect", {"to": "set", "until": "until"}, summary="an effect to others, who have it as if it were printed"
    ),
    "silence": VerbKind("set", {"until": "until"}, summary="cards or players have no effects"),
    "copy": VerbKind(
        "set", {"onto": "set", "until": "until"}, summary="the text of a card onto this one, or onto others"
    ),
    "reset": VerbKind("set", summary="cards as they are printed"),
    "refresh": VerbKind("word", {"who": "set"}, summary="an effect may be used as if it had not been"),
    "perform": VerbKind("word", {"who": "set"}, summary="the `do` of a named effect"),
    "win": VerbKind("set", summary="these players win, and the game ends"),
    "by-hand": VerbKind("text", summary="something that only people can do"),
}

BLOCKS: Mapping[str, VerbKind] = {
    "if": VerbKind("condition", summary="`then` if the condition holds, otherwise `else`"),
    "may": VerbKind(
        "set", {"do": "steps"}, ("do",), summary="you, or these players, are asked whether; `do`, otherwise `else`"
    ),
    "ask": VerbKind(
        "set",
        {"to": "steps"},
        ("to",),
        summary="another player whether to do the steps `to`; `then` if they were done, otherwise `else`",
    ),
    "one-of": VerbKind(
        "labels", {"by": "set"}, summary="a choice of named steps; those that cannot be done are not offered"
    ),
    "each": VerbKind(
        "word",
        {"in": "set", "do": "steps"},
        ("in", "do"),
        summary="the steps for each thing `in` a set, under this name",
    ),
    "repeat": VerbKind("repeat", {"do": "steps"}, ("do",), summary="so often, or `while` a condition"),
    "alternate": VerbKind(
        "pair",
        {"to": "steps"},
        ("to",),
        summary="two players in turn, until one cannot or will not; `else` for that one (`it`, against `rival`)",
    ),
    "choose": VerbKind("choices", {"do": "steps"}, summary="more choices, as in the `choose` of an effect, then `do`"),
    "later": VerbKind("timing", {"do": "steps"}, ("do",), summary="the steps at a timing, once"),
    "together": VerbKind("steps", summary="all deeds before anything that follows from one"),
}
