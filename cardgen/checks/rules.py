"""Check the decks by the rules of the game's engine. The codes are the engine's."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.checks.context import Check, CheckContext
from cardgen.data.glossary.model import GLOSSARY
from cardgen.data.model import Game
from cardgen.engines import Bars, CardData, Decks
from cardgen.engines.capabilities import ChecksDecks, ReportsCoverage
from cardgen.engines.registry import find_capability
from cardgen.errors import Finding, Place, about_card


def check_rules(game: Game) -> Iterator[Finding]:
    """Yield a finding for each rule that a deck breaks; none for a game without an engine."""
    engine = find_capability(game.file.engine, ChecksDecks)
    if engine is None:
        return
    codes = engine.deck_codes()
    for problem in engine.check_deck(decks_of(game)):
        yield Finding(
            place_of(game, problem.deck, problem.card, problem.field),
            problem.code,
            codes[problem.code],
            about_card(problem.card or "", problem.message),
            problem.hint,
            deck=problem.deck,
            card=problem.card or "",
        )


def decks_of(game: Game) -> Decks:
    """Return the decks in the form that a rules engine takes. The terms of a glossary are a deck `glossary`."""
    decks: dict[str, list[CardData]] = {
        deck.id: [CardData(card.id, card.copies, card.fields) for card in deck.cards] for deck in game.decks.values()
    }
    if game.glossary is not None:
        decks[GLOSSARY] = [CardData(term.id, 1, term.own_values) for term in game.glossary.terms.values()]
    return decks


def coverage_of(game: Game) -> list[Bars]:
    """Return the rules engine's charts of the deck's coverage; none for a game without an engine."""
    engine = find_capability(game.file.engine, ReportsCoverage)
    return engine.deck_coverage(decks_of(game)) if engine else []


def place_of(game: Game, deck: str, card: str | None, field: str | None) -> Place:
    """Return the place of a card's field in its deck file, or of the deck or of all decks in game.yaml."""
    if deck == GLOSSARY and game.glossary is not None:
        if card is None:
            return game.marked.place(GLOSSARY, "terms")
        return game.glossary.terms[card].marked.place(*filter(None, [field]))
    if deck not in game.decks:
        return game.marked.key_place("decks")
    if card is None:
        return game.marked.key_place("decks", deck)
    # If an id is used twice, the second card is the mistake.
    cards = [row for row in game.decks[deck].cards if row.id == card]
    return cards[-1].place(field)


def _run(context: CheckContext) -> Iterator[Finding]:
    return check_rules(context.game)


CHECK = Check(codes=(), run=_run, stops_build=True)
