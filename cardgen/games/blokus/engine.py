"""The rules engine of Blokus: its capabilities for the rest of cardgen, imported when they are used."""

from cardgen.engines.turn_engine import TurnEngine, constant, imported


class BlokusEngine(TurnEngine):
    """The capabilities of Blokus."""

    ruleset_model = constant("cardgen.games.blokus.rules:BlokusRules")
    deck_codes = constant("cardgen.games.blokus.deck:DECK_CODES")
    check_deck = imported("cardgen.games.blokus.deck:check_deck")
    rules_codes = constant("cardgen.games.blokus.deck_rules:RULES_CODES")
    check_rules = imported("cardgen.games.blokus.deck_rules:check_rules")
    deck_coverage = imported("cardgen.games.blokus.deck:deck_coverage")
    draw_play = imported("cardgen.games.blokus.pictures:draw_play")
    draw_example = imported("cardgen.games.blokus.pictures:draw_example")
    commands = constant("cardgen.games.blokus.commands:COMMANDS")

    def chapter_segments(self) -> int:
        return 10


ENGINE = BlokusEngine("cardgen.games.blokus.turn_game:GAME", server="cardgen.games.blokus.protocol:SERVER")
