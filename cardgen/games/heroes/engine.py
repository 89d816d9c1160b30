"""The rules engine of Tale of Many Heroes: its capabilities for the rest of cardgen, imported when they are used."""

from cardgen.engines.turn_engine import TurnEngine, constant, imported


class HeroesEngine(TurnEngine):
    """The capabilities of Tale of Many Heroes."""

    studies = {"simulate": "cardgen.games.heroes.simulation"}
    ruleset_model = constant("cardgen.games.heroes.rules:HeroesRules")
    deck_codes = constant("cardgen.games.heroes.deck:DECK_CODES")
    check_deck = imported("cardgen.games.heroes.deck:check_deck")
    rules_codes = constant("cardgen.games.heroes.deck_rules:RULES_CODES")
    check_rules = imported("cardgen.games.heroes.deck_rules:check_rules")
    effect_text = imported("cardgen.games.heroes.texts:effect_text")
    draw_play = imported("cardgen.games.heroes.pictures:draw_play")
    study_options = constant("cardgen.games.heroes.study_options:STUDY_OPTIONS")
    commands = constant("cardgen.games.heroes.commands:COMMANDS")


ENGINE = HeroesEngine("cardgen.games.heroes.turn_game:GAME", server="cardgen.games.heroes.protocol:SERVER")
