"""Decks of game.yaml that extend others: each takes the keys of another deck, and changes some of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.base.errors import Fault, Faults, did_you_mean
from cardgen.base.records import replace
from cardgen.base.values import as_written
from cardgen.base.words.messages import message
from cardgen.data.reading import Marked
from cardgen.data.templates.extending import FileValue, to_marked, to_node
from cardgen.data.templates.forms import circle_in

#: Keys whose values are laid over each other entry by entry; all others are replaced.
_MERGED = ("titles", "fields", "columns", "defaults", "where")

#: In these, null is a value: it leaves a column out.
_WITH_NULL = ("columns",)


def extend_decks(marked: Marked) -> Marked:
    """Return game.yaml with the inherited keys of all decks that have `extends`. DataError if one cannot be extended.

    The entries of `titles`, `fields`, `columns`, `defaults` and `where` are merged, other keys are replaced. null
    removes a key. A key that is inherited has its place in the other deck.
    """
    decks = marked.value.get("decks") if isinstance(marked.value, dict) else None
    if not isinstance(decks, dict) or not any("extends" in deck for deck in decks.values() if isinstance(deck, dict)):
        return marked
    faults = Faults(fault for name, deck in decks.items() for fault in _check(marked, name, deck, decks))
    circle = [] if faults else circle_in(decks, lambda name: _extended(decks[name]))
    if circle:
        problem = message("these decks extend each other in a circle: {names}", names=" → ".join(circle))
        if circle[0] != circle[-1]:
            template = "more than {most} decks extend each other, from {first!r} to {last!r}"
            problem = message(template, most=len(circle) - 1, first=circle[0], last=circle[-1])
        faults.append(Fault(marked.place("decks", circle[0], "extends"), problem))
    faults.raise_all()
    whole = to_node(marked)
    extended: dict[str, FileValue] = {}

    def extend(name: str) -> FileValue:
        if name not in extended:
            node = whole.entries["decks"].entries[name]
            for other in _extended(decks[name]):
                node = _lay(extend(other), node)
            extended[name] = node
        return extended[name]

    every = replace(whole.entries["decks"], value={name: extend(name) for name in decks})
    return to_marked(replace(whole, value={**whole.entries, "decks": every}))


def _extended(deck: Any) -> list[str]:
    """Return the deck that a deck extends, as a list; empty if there is none."""
    name = deck.get("extends") if isinstance(deck, dict) else None
    return [name] if isinstance(name, str) else []


def _check(marked: Marked, name: str, deck: Any, decks: Mapping[str, Any]) -> list[Fault]:
    if not isinstance(deck, dict) or "extends" not in deck:
        return []
    other, place = deck["extends"], marked.place("decks", name, "extends")
    if not isinstance(other, str):
        return [Fault(place, message("extends: {value} given, expected the name of a deck", value=as_written(other)))]
    if other not in decks:
        return [Fault(place, message("there is no deck {name!r}", name=other), did_you_mean(other, list(decks)))]
    return []


def _lay(low: FileValue, high: FileValue) -> FileValue:
    """Return a deck laid over the one that it extends."""
    if not isinstance(low.value, dict):
        return high
    entries = dict(low.value)
    entries.pop("extends", None)
    for key, entry in high.entries.items():
        below = entries.get(key)
        if entry.value is None:
            entries.pop(key, None)
        elif key in _MERGED and below is not None and isinstance(below.value, dict) and isinstance(entry.value, dict):
            inner = {**below.value, **entry.value}
            if key not in _WITH_NULL:
                inner = {name: node for name, node in inner.items() if node.value is not None}
            entries[key] = replace(entry, value=inner)
        else:
            entries[key] = entry
    return replace(high, value=entries)
