"""The rules engine of Blitz: its capabilities for the rest of cardgen, imported when they are used."""

from cardgen.engines.turn_engine import TurnEngine, constant, imported


class BlitzEngine(TurnEngine):
    """The capabilities of Blitz."""

    studies = {"stats": "cardgen.games.blitz.statistics", "simulate": "cardgen.games.blitz.simulation"}
    ruleset_model = constant("cardgen.games.blitz.rules:BlitzRules")
    deck_codes = constant("cardgen.games.blitz.deck:DECK_CODES")
    check_deck = imported("cardgen.games.blitz.deck:check_deck")
    rules_codes = constant("cardgen.games.blitz.deck_rules:RULES_CODES")
    check_rules = imported("cardgen.games.blitz.deck_rules:check_rules")
    effect_text = imported("cardgen.games.blitz.texts:effect_text")
    verify_position = imported("cardgen.games.blitz.turn_game:verify_position")
    study_options = constant("cardgen.games.blitz.study_options:STUDY_OPTIONS")
    commands = constant("cardgen.games.blitz.commands:COMMANDS")


ENGINE = BlitzEngine("cardgen.games.blitz.turn_game:GAME", server="cardgen.games.blitz.protocol:SERVER")
