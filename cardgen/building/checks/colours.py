"""Check that pieces can be distinguished by their colours, in every kind of colour vision."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from cardgen.base.errors import Code, Finding
from cardgen.base.words.messages import message
from cardgen.building.checks.context import Check, CheckContext
from cardgen.building.checks.told_apart import COLOURS_LOST, check_told_apart
from cardgen.data.model import Card, Game
from cardgen.scene.colour import SIGHTS, difference

#: Below this (CIEDE2000), two pieces are mistaken for each other at a table.
LEAST_DIFFERENCE = 15.0

#: The fields of a piece, each of the kind of its name.
SHAPE, COLOUR = "cells", "colour"

COLOURS_ALIKE = Code(
    "CG106",
    "colours-alike",
    message(
        "two pieces (cards with the fields `cells` and `colour`) less than 15 apart (CIEDE2000) in normal, protan, "
        "deutan or tritan sight (Machado 2009, full severity)"
    ),
)


def _run(context: CheckContext) -> Iterator[Finding]:
    for first, second in combinations(_pieces(context.game), 2):
        distances = {sight: difference(first.fields[COLOUR], second.fields[COLOUR], sight) for sight in SIGHTS}
        sight, distance = min(distances.items(), key=lambda item: item[1])
        if distance < LEAST_DIFFERENCE:
            yield COLOURS_ALIKE.finding(
                second.place(COLOUR),
                message(
                    "the colours of {first} and {second} are {distance:.2f} apart in {sight} sight",
                    first=first.id,
                    second=second.id,
                    distance=distance,
                    sight=sight,
                ),
                message("expected at least {least:g} (CIEDE2000)", least=LEAST_DIFFERENCE),
                deck=second.deck,
                card=second.id,
            )


def _pieces(game: Game) -> list[Card]:
    """Return the cards with a shape and a colour, of all decks."""
    decks = [deck for deck in game.decks.values() if deck.has(**{SHAPE: "cells", COLOUR: "colour"})]
    return [card for deck in decks for card in deck.cards if card.fields[SHAPE] and card.fields[COLOUR]]


def _run_all(context: CheckContext) -> Iterator[Finding]:
    yield from _run(context)
    yield from check_told_apart(context, LEAST_DIFFERENCE)


CHECK = Check((COLOURS_ALIKE, COLOURS_LOST), _run_all)
