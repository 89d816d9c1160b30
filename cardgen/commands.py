"""Public names for the commands of engines, `cardgen play …`: the options that they share, reading and printing."""

from cardgen.cli.options import AsJson, ProjectFolder
from cardgen.cli.playing import (
    Drawing,
    GameName,
    GridText,
    Picture,
    RulesName,
    draw_play,
    draw_to_file,
    open_game,
    playable_decks,
    print_lines,
    print_refusal,
    read_rows,
    read_text,
    ruleset_of,
)
from cardgen.cli.printing import print_json

__all__ = [
    "AsJson",
    "Drawing",
    "GameName",
    "GridText",
    "Picture",
    "ProjectFolder",
    "RulesName",
    "draw_play",
    "draw_to_file",
    "open_game",
    "playable_decks",
    "print_json",
    "print_lines",
    "print_refusal",
    "read_rows",
    "read_text",
    "ruleset_of",
]
