"""The rules engine of Block-Killer: its capabilities for the rest of cardgen, imported when they are used."""

from cardgen.engines.turn_engine import TurnEngine, constant, imported


class BlockKillerEngine(TurnEngine):
    """The capabilities of Block-Killer."""

    studies = {"stats": "cardgen.games.block_killer.statistics", "simulate": "cardgen.games.block_killer.simulation"}
    ruleset_model = constant("cardgen.games.block_killer.rules:BlockKillerRules")
    deck_codes = constant("cardgen.games.block_killer.deck:DECK_CODES")
    check_deck = imported("cardgen.games.block_killer.deck:check_deck")
    rules_codes = constant("cardgen.games.block_killer.deck_rules:RULES_CODES")
    check_rules = imported("cardgen.games.block_killer.deck_rules:check_rules")
    deck_coverage = imported("cardgen.games.block_killer.deck:deck_coverage")
    draw_play = imported("cardgen.games.block_killer.pictures:draw_play")
    study_options = constant("cardgen.games.block_killer.study_options:STUDY_OPTIONS")
    commands = constant("cardgen.games.block_killer.commands:COMMANDS")
    solver = constant("cardgen.games.block_killer.solver:SOLVER")

    def chapter_segments(self) -> int:
        return 10


ENGINE = BlockKillerEngine(
    "cardgen.games.block_killer.turn_game:GAME", server="cardgen.games.block_killer.protocol:SERVER"
)
