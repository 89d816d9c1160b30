"""What decks are for: sheets printed at home, orders from print services, or tables to play at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias, get_args

from pydantic import BeforeValidator, Field, WithJsonSchema

from cardgen.base.errors import WrongValueError
from cardgen.base.words.messages import joined, message
from cardgen.data.kinds import as_tuple
from cardgen.data.reading import Marked

Use: TypeAlias = Literal["print", "order", "table"]

#: All uses: what a deck is for unless it says otherwise.
ALL_USES: tuple[Use, ...] = get_args(Use)

#: What a deck is for that prints cards of another deck again.
REPRINT: tuple[Use, ...] = ("print",)

#: The keys of a deck that only chooses some of the cards of the deck that it extends.
_CHOOSING = {"extends", "titles", "where"}


def _as_uses(value: Any) -> Any:
    """Return a word or a list of words as a tuple, each once."""
    values = (value,) if isinstance(value, str) else as_tuple(value)
    if isinstance(values, tuple):
        for wrong in (word for word in values if word not in ALL_USES):
            what = message("{value!r} given, expected one of: {words}", value=wrong, words=joined(ALL_USES))
            raise WrongValueError(what)
        return tuple(use for use in ALL_USES if use in values)
    return value


_SCHEMA = {"enum": list(ALL_USES)}

Uses = Annotated[
    tuple[Use, ...],
    Field(min_length=1),
    BeforeValidator(_as_uses),
    WithJsonSchema({"anyOf": [_SCHEMA, {"type": "array", "minItems": 1, "items": _SCHEMA}]}),
]
"""One or more uses."""


def reprinted_decks(written: Marked, cards: Mapping[str, Iterable[Any]]) -> Iterator[str]:
    """Yield the decks that print cards of other decks again: they extend a deck, and only choose some of its cards.

    `written` is game.yaml as it is written, `cards` are those of each deck. A deck that says what it is for, or is
    drawn in another way, is none of them.
    """
    decks = written.value["decks"] if isinstance(written.value.get("decks"), dict) else {}
    for name, entry in decks.items():
        if "where" not in entry or not entry.keys() <= _CHOOSING:
            continue
        for other in _extended(decks, name):
            fields = {card.id: card.fields for card in cards[other]}
            if all(fields.get(card.id) == card.fields for card in cards[name]):
                yield name
                break


def _extended(decks: Mapping[str, Any], name: str) -> Iterator[str]:
    """Yield the deck that a deck extends, and so on as long as each only chooses cards."""
    while name in decks and decks[name].keys() <= _CHOOSING and "extends" in decks[name]:
        name = decks[name]["extends"]
        yield name
