"""The rules engine of this game: its capabilities for the rest of cardgen, imported when they are used."""

from cardgen.engines.turn_engine import TurnEngine, constant, imported


class ThreadRaceEngine(TurnEngine):
    """The capabilities of thread-race."""

    studies = {
        "stats": "cardgen.games.thread_race.studies.stats",
        "simulate": "cardgen.games.thread_race.studies.simulate",
    }
    ruleset_model = constant("cardgen.games.thread_race.rules:ThreadRaceRules")
    deck_codes = constant("cardgen.games.thread_race.deck:DECK_CODES")
    check_deck = imported("cardgen.games.thread_race.deck:check_deck")
    rules_codes = constant("cardgen.games.thread_race.deck_rules:RULES_CODES")
    check_rules = imported("cardgen.games.thread_race.deck_rules:check_rules")
    deck_coverage = imported("cardgen.games.thread_race.deck:deck_coverage")
    effect_text = imported("cardgen.games.thread_race.texts:effect_text")
    draw_play = imported("cardgen.games.thread_race.pictures:draw_play")
    study_options = constant("cardgen.games.thread_race.studies.options:STUDY_OPTIONS")
    commands = constant("cardgen.games.thread_race.commands:COMMANDS")


ENGINE = ThreadRaceEngine(
    "cardgen.games.thread_race.turn_game:GAME", server="cardgen.games.thread_race.protocol:SERVER"
)
