"""Public names for the commands of engines, `cardgen play …`: the options that they share, reading and printing."""

from cardgen.base.lazy import lazy_names

#: The public names by the modules that define them. docs/make_api.py writes the stub from them.
PUBLIC = {
    "cardgen.base.files": ("write_atomic",),
    "cardgen.base.words.language": ("localised",),
    "cardgen.cli.options": ("AsJson", "ProjectFolder"),
    "cardgen.cli.playing": (
        "Drawing",
        "GameName",
        "GameOptions",
        "GridText",
        "Picture",
        "PlayersNumber",
        "RulesName",
        "SeedNumber",
        "argument_error",
        "draw_play",
        "draw_play_of",
        "draw_to_file",
        "game_command",
        "message_of",
        "open_game",
        "playable_decks",
        "print_comments",
        "print_lines",
        "print_plies",
        "print_refusal",
        "print_row",
        "read_rows",
        "read_text",
        "refuse_play",
        "ruleset_of",
    ),
    "cardgen.cli.printing": ("print_json", "say"),
    "cardgen.cli.turn_games": ("LogFile", "play_randomly", "read_game"),
    "cardgen.cli.values": ("decimal", "whole"),
}

__all__, __getattr__ = lazy_names(globals(), PUBLIC)
