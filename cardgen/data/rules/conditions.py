"""Conditions in the language of rules for single cards, as on the command line."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base.sentences.parser import parse_sentence
from cardgen.base.sentences.tokens import SentenceError
from cardgen.base.words.messages import message
from cardgen.base.work import TooMuchWorkError
from cardgen.data.model import Card, Game
from cardgen.data.rules.evaluate import Evaluator, Setting
from cardgen.data.rules.names import SentenceNames, resolve
from cardgen.data.rules.values import CardList


def conditions_hold(game: Game, decks: Sequence[str], cards: Sequence[Card], condition: str) -> list[bool]:
    """Return for each card of these decks whether a condition holds. SentenceError if it has no meaning."""
    entries = {name: deck.fields for name, deck in game.file.decks.items()}
    resolved = resolve(parse_sentence(condition), condition, SentenceNames(entries, game.card_rules.values), decks)
    evaluator = Evaluator({name: deck.cards for name, deck in game.decks.items()}, game.file.languages)
    base = CardList([(card, card.copies) for card in cards])
    try:
        return [evaluator.holds(resolved.body, Setting(base, card, card)) for card in cards]
    except TooMuchWorkError as error:
        raise SentenceError(0, message("this takes too much work")) from error
