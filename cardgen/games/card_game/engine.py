"""The rules engine of card games that are data: its capabilities, imported when they are used."""

from cardgen.engines.turn_engine import TurnEngine, constant, imported


class CardGameEngine(TurnEngine):
    """The capabilities of card games that are data."""

    rules_codes = constant("cardgen.games.card_game.deck_rules:RULES_CODES")
    check_rules = imported("cardgen.games.card_game.deck_rules:check_rules")
    effect_text = imported("cardgen.games.card_game.texts:effect_text")


ENGINE = CardGameEngine("cardgen.games.card_game.turn_game:GAME")
