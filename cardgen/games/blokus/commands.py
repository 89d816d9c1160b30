"""`cardgen play …` for Blokus. The rules are imported by the command that needs them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.cli.playing import (
    AsJson,
    Drawing,
    GameName,
    GridText,
    Picture,
    ProjectFolder,
    RulesName,
    draw_play,
    draw_to_file,
    open_game,
    print_json,
    print_refusal,
    read_rows,
    read_text,
    ruleset_of,
)
from cardgen.cli.values import whole
from cardgen.data.languages.own_words import worded
from cardgen.errors import did_you_mean
from cardgen.words.messages import message

if TYPE_CHECKING:
    from cardgen.games.blokus import Position, Rules


def moves(
    board: GridText,
    colour: Annotated[str, typer.Argument(metavar="COLOUR", help="The colour that is to place a piece.")],
    rules: RulesName = "standard",
    game: GameName = "",
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """List every placement of a colour, in notation."""
    from cardgen.games.blokus import Placed, list_placements, write_entry

    ruleset: Rules = ruleset_of(open_game(project, game), rules)
    position = _position(board, ruleset)
    entries = []
    for placement in list_placements(position, _colour(colour, ruleset), ruleset):
        cells = placement.points()
        entries.append((write_entry(Placed(colour, placement.shape, cells)), cells))
    if as_json:
        print_json([{"placement": text, "cells": cells} for text, cells in entries])
        return
    for text, _ in entries:
        print(text)
    print(message("{placements} placements", placements=len(entries)))


def perft(
    board: GridText,
    depth: Annotated[
        str, typer.Argument(metavar="DEPTH", help="How many placements, and the colour that begins: 3, 'blue 3'.")
    ],
    rules: RulesName = "standard",
    game: GameName = "",
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of distinct placements, ply by ply: how engines are compared."""
    from cardgen.games.blokus import perft

    ruleset: Rules = ruleset_of(open_game(project, game), rules)
    position = _position(board, ruleset)
    colour, placements = _depth(depth, ruleset)
    plies = []
    for number, sequences in enumerate(perft(position, colour, placements, ruleset), 1):
        plies.append({"sequences": sequences})
        if not as_json:
            print(f"{number:>3} {sequences:>14}", flush=True)
    if as_json:
        print_json(plies)


def draw(
    text: Annotated[str, typer.Argument(metavar="LOG", help="A log on one line, its pictures separated by |.")],
    file: Picture,
    rules: RulesName = "standard",
    game: GameName = "",
    project: ProjectFolder = None,
) -> None:
    """Draw a log as a strip of boards."""
    draw_play(text, file, rules, game, project)


def play_random(
    seed: Annotated[int, typer.Option(metavar="N", parser=whole(), help="The same seed, the same game.")] = 1,
    players: Annotated[int, typer.Option(metavar="N", parser=whole(), help="How many play.")] = 4,
    rules: RulesName = "standard",
    game: GameName = "",
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Play a whole random legal game, and print its log."""
    from cardgen.games.blokus import play_game, state_data, tell_standings, write_log, write_turn

    loaded = open_game(project, game)
    ruleset: Rules = ruleset_of(loaded, rules)
    try:
        states = play_game(players, seed, ruleset)
        _, state = next(states)
    except ValueError as error:
        raise typer.BadParameter(message("--players {players}: {error}", players=players, error=error)) from error
    turns = []
    for turn, after in states:
        assert turn is not None, "only the deal has no turn"
        turns.append({"player": state.to_move, "turn": write_turn(turn)})
        state = after
    if as_json:
        print_json({"players": players, "seed": seed, "rules": rules, "turns": turns, "end": state_data(state)})
        return
    print(write_log(state), end="")
    standings = tell_standings(state)
    for lang in worded(loaded.file.languages, standings):
        print("".join(f"# {line}\n" for line in standings[lang]), end="")


def verify(
    log: Annotated[str, typer.Argument(metavar="LOG", help="A file with a game's log, or - for standard input.")],
    rules: RulesName = "standard",
    drawing: Drawing = None,
    game: GameName = "",
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Check the log of a whole game: print the standings at its end, or the first line that breaks a rule."""
    from cardgen.games.blokus import PlayError, draw_state, tell_standings, verify_log

    loaded = open_game(project, game)
    ruleset: Rules = ruleset_of(loaded, rules)
    text = read_text(log, message("LOG {log!r}: not a file that can be read", log=log))
    try:
        state = verify_log(text, ruleset)
    except PlayError as error:
        if as_json:
            refusal = {"reason": error.code, "line": error.line, "rule": error.rule, "cell": error.cell}
            print_json({"legal": False, **refusal, "message": error.messages})
        else:
            print_refusal(loaded, error.code, error.messages)
        raise typer.Exit(1) from error
    picture = draw_state(state)
    if drawing is not None:
        draw_to_file(drawing, [picture], loaded, text)
    standings = tell_standings(state)
    if as_json:
        print_json({"legal": True, "over": state.over, "board": picture.rows, "standing": standings})
        return
    for lang in worded(loaded.file.languages, standings):
        print(_STATES[lang][state.over].format(len(state.moves)))
        print("\n".join(standings[lang]))


#: What `verify` prints for a game that goes on, and for one that is over.
_STATES = {
    "zh": ("已放置 {} 枚棋子，游戏尚未结束。", "已放置 {} 枚棋子，游戏结束。"),
    "en": ("{} placements; the game is not over.", "{} placements; the game is over."),
}

COMMANDS: Mapping[str, Callable[..., None]] = {
    "moves": moves,
    "perft": perft,
    "draw": draw,
    "game": play_random,
    "verify": verify,
}


# ---------------------------------------------------------------- reading


def _position(text: str, rules: Rules) -> Position:
    from cardgen.games.blokus import empty_position, parse_position

    rows = read_rows(text, ".RGBYrgby", "R G B Y and .").split()
    try:
        return parse_position(rows, rules) if rows else empty_position(rules)
    except ValueError as error:
        raise typer.BadParameter(message("FIELD: {error}", error=error)) from error


def _colour(word: str, rules: Rules) -> str:
    if word not in rules.order:
        hint = did_you_mean(word, list(rules.order))
        raise typer.BadParameter(message("{word!r}: no such colour; {hint}", word=word, hint=hint))
    return word


def _depth(text: str, rules: Rules) -> tuple[str, int]:
    """Return the colour that begins and the number of placements of `3` or `blue 3`."""
    *first, depth = text.split() or [""]
    if len(first) > 1 or not (depth.isascii() and depth.isdigit() and len(depth) < 3):
        raise typer.BadParameter(
            message("DEPTH {text!r}: expected how many placements, and who begins: 3, or 'blue 3'", text=text)
        )
    return _colour(first[0] if first else rules.order[0], rules), int(depth)
