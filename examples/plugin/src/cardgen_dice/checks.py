"""A check: the smaller die of a roll comes first, so that each roll has one card only."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen import Check, CheckContext, Code, Finding, message

UNSORTED = Code("DI101", "unsorted-roll", message("a roll whose larger die comes first"))


def _run(context: CheckContext) -> Iterator[Finding]:
    for deck in context.game.decks.values():
        if not deck.has(first="integer", second="integer"):
            continue
        for card in deck.cards:
            first, second = card.fields["first"], card.fields["second"]
            if first > second:
                problem = message("the roll is written as {first}, {second}", first=first, second=second)
                hint = message("write {second}, {first}", first=first, second=second)
                yield UNSORTED.finding(card.place("first"), problem, hint, deck=deck.id, card=card.id)


CHECK = Check((UNSORTED,), _run)
