"""`cardgen play …` for Blokus. Each command imports the rules that it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen import did_you_mean, message, plural
from cardgen.commands import (
    Drawing,
    GameOptions,
    GridText,
    LogFile,
    Picture,
    PlayersNumber,
    SeedNumber,
    argument_error,
    draw_play_of,
    draw_to_file,
    game_command,
    message_of,
    play_randomly,
    print_comments,
    print_json,
    print_lines,
    print_plies,
    read_game,
    read_rows,
    read_text,
    say,
)

if TYPE_CHECKING:
    from cardgen.games.blokus.position import BlokusPosition
    from cardgen.games.blokus.rules import BlokusRules


@game_command()
def moves(
    options: GameOptions,
    board: GridText,
    colour: Annotated[str, typer.Argument(metavar="COLOUR", help="The colour that places a piece.")],
) -> None:
    """List the legal placements of a colour, in notation."""
    from cardgen.games.blokus.notation import ShapeMove, write_entry
    from cardgen.games.blokus.placements import list_placements

    ruleset: BlokusRules = options.ruleset
    position = _position(board, ruleset)
    entries = []
    for placement in list_placements(position, _colour(colour, ruleset), ruleset):
        cells = placement.points()
        entries.append((write_entry(ShapeMove(colour, placement.shape, cells)), cells))
    if options.as_json:
        print_json([{"placement": text, "cells": cells} for text, cells in entries])
        return
    for text, _ in entries:
        print(text)
    say(plural("{count} placement", "{count} placements", len(entries)))


@game_command()
def perft(
    options: GameOptions,
    board: GridText,
    depth: Annotated[
        str,
        typer.Argument(metavar="DEPTH", help="The number of placements, and the colour that begins: 3, or 'blue 3'."),
    ],
) -> None:
    """Count the sequences of placements for each depth, to compare rules engines."""
    from cardgen.games.blokus.sequences import perft

    ruleset: BlokusRules = options.ruleset
    position = _position(board, ruleset)
    colour, placements = _depth(depth, ruleset)
    counts = perft(position, colour, placements, ruleset)
    print_plies(({"sequences": count} for count in counts), (3, 14), options.as_json)


@game_command(as_json=False)
def draw(
    options: GameOptions,
    text: Annotated[str, typer.Argument(metavar="LOG", help="A log on one line: a | begins the next picture.")],
    file: Picture,
) -> None:
    """Draw a log as a strip of boards."""
    draw_play_of(options, text, file)


@game_command()
def play_random(options: GameOptions, seed: SeedNumber = 1, players: PlayersNumber = 4) -> None:
    """Play a random legal game, and print its log."""
    from cardgen.games.blokus.scores import describe_standings
    from cardgen.games.blokus.turn_game import GAME

    end = play_randomly(GAME, options, seed, players=players).state
    if not options.as_json:
        print_comments(options.game, describe_standings(end))


@game_command(before="drawing")
def verify(
    options: GameOptions,
    log: LogFile,
    drawing: Drawing = None,
) -> None:
    """Check the log of a game: print the standings at its end, or the first line that breaks a rule."""
    from cardgen.games.blokus.pictures import draw_state
    from cardgen.games.blokus.scores import describe_standings
    from cardgen.games.blokus.turn_game import GAME

    state = read_game(GAME, options, read_text(log, "LOG")).state
    picture = draw_state(state)
    if drawing is not None:
        draw_to_file(drawing, [picture], options.game, options.game.file.titles.get("en", ""))
    standings = describe_standings(state)
    if options.as_json:
        print_json({"legal": True, "over": state.over, "board": picture.rows, "standing": standings})
        return
    ends = {lang: states[state.over].format(count=len(state.moves)) for lang, states in _STATES.items()}
    print_lines(options.game, {lang: [end, *standings[lang]] for lang, end in ends.items()})


#: The first line that `verify` prints, by language: for a game that goes on, and for one that is over.
_STATES = {
    "zh": ("已放置 {count} 枚棋子，游戏尚未结束。", "已放置 {count} 枚棋子，游戏结束。"),
    "en": ("{count} placements; the game is not over.", "{count} placements; the game is over."),
}

COMMANDS: Mapping[str, Callable[..., None]] = {
    "moves": moves,
    "perft": perft,
    "draw": draw,
    "game": play_random,
    "verify": verify,
}


# ---------------------------------------------------------------- reading


def _position(text: str, rules: BlokusRules) -> BlokusPosition:
    from cardgen.games.blokus.position import empty_position, parse_position

    rows = read_rows(text, ".RGBYrgby", "R G B Y .").split()
    try:
        return parse_position(rows, rules) if rows else empty_position(rules)
    except ValueError as error:
        raise argument_error("FIELD", message_of(error)) from error


def _colour(word: str, rules: BlokusRules) -> str:
    if word not in rules.order:
        text = message("there is no colour {colour!r}", colour=word)
        raise argument_error("COLOUR", text, did_you_mean(word, list(rules.order)))
    return word


def _depth(text: str, rules: BlokusRules) -> tuple[str, int]:
    """Return the colour that begins and the number of placements of `3` or `blue 3`."""
    *first, depth = text.split() or [""]
    if len(first) > 1 or not (depth.isascii() and depth.isdigit() and len(depth) < 3):
        problem = message("{text!r} given, expected a number of placements of at most two digits", text=text)
        raise argument_error("DEPTH", problem, message("with the colour that begins: 'blue 3'"))
    return _colour(first[0] if first else rules.order[0], rules), int(depth)
