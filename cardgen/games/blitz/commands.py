"""`cardgen play …` for Blitz. Each command imports the rules that it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen import plural
from cardgen.commands import (
    Drawing,
    GameOptions,
    Picture,
    PlayersNumber,
    SeedNumber,
    game_command,
    play_randomly,
    print_json,
    print_plies,
    read_game,
    read_text,
    refuse_play,
    say,
)

if TYPE_CHECKING:
    from cardgen import Game
    from cardgen.games.blitz.scenarios import Scenario
    from cardgen.games.blitz.state import BlitzState

LogFile = Annotated[
    str,
    typer.Argument(metavar="FILE", help="A file with the log of a game or with a scenario, or - for standard input."),
]


@game_command()
def moves(options: GameOptions, file: LogFile) -> None:
    """List the legal turns of a position: of a scenario, or at the end of a log."""
    from cardgen.games.blitz.game import legal_turns
    from cardgen.games.blitz.notation import write_turn

    state = _read(options, file)[0]
    turns = [write_turn(turn) for turn in legal_turns(state)]
    if options.as_json:
        print_json(turns)
        return
    faction = "" if state.actor is None else state.setup.factions[state.actor]
    for turn in turns:
        print(f"{faction} {turn}")
    say(plural("{count} turn", "{count} turns", len(turns)))


@game_command()
def perft(
    options: GameOptions,
    file: LogFile,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=1, max=9, help="The number of turns.")],
) -> None:
    """Count the sequences of turns for each depth, to compare rules engines."""
    from cardgen.games.blitz.sequences import perft

    state = _read(options, file)[0]
    print_plies(({"sequences": count} for count in perft(state, depth)), (3, 14), options.as_json)


@game_command(as_json=False)
def draw(options: GameOptions, file: LogFile, picture: Picture) -> None:
    """Draw the position of a scenario, or the one at the end of a log."""
    state, _ = _read(options, file)
    _draw(options.game, state, picture)
    say(plural("{file}: {count} picture.", "{file}: {count} pictures.", 1, file=picture))


@game_command()
def play_random(options: GameOptions, seed: SeedNumber = 1, players: PlayersNumber = 4) -> None:
    """Play a random legal game, and print its log."""
    from cardgen.games.blitz.turn_game import GAME

    play_randomly(GAME, options, seed, players=players)


@game_command(before="drawing")
def verify(options: GameOptions, file: LogFile, drawing: Drawing = None) -> None:
    """Check the log of a game or the answers of a scenario, up to the first line that is wrong."""
    state, scenario = _read(options, file)
    if drawing is not None:
        _draw(options.game, state, drawing)
    result = state.result
    if options.as_json:
        ended = None if result is None else {"winner": result.winner, "by": result.by, "ended": result.ended}
        questions = None if scenario is None else len(scenario.questions)
        print_json({"legal": True, "turns": len(state.turns), "questions": questions, "result": ended})
    elif scenario is not None:
        count = len(scenario.questions)
        say(plural("{count} answer is right", "{count} answers are right", count))
    else:
        say(plural("{count} legal turn", "{count} legal turns", len(state.turns)))
        if result is not None:
            from cardgen.games.blitz.turn_game import GAME

            print(GAME.write_result(state))


@game_command()
def targets(options: GameOptions, file: LogFile) -> None:
    """List the smallest group that destroys each enemy unit, and how many can be destroyed in this round."""
    from cardgen.games.blitz.protocol import answer_attackers

    state = _read(options, file)[0]
    reply = answer_attackers(state)
    if options.as_json:
        print_json(reply)
        return
    for target in reply["targets"]:
        units = " ".join(f"{x},{y}" for x, y in target["units"] or ()) or "-"
        print(f"{target['target'][0]},{target['target'][1]}: {units} ({target['attack']} : {target['defence']})")
    say(plural("{count} unit at once at most", "{count} units at once at most", reply["most"]))


COMMANDS: Mapping[str, Callable[..., None]] = {
    "moves": moves,
    "perft": perft,
    "draw": draw,
    "game": play_random,
    "verify": verify,
    "targets": targets,
}


# ---------------------------------------------------------------- reading and drawing


def _read(options: GameOptions, name: str) -> tuple[BlitzState, Scenario | None]:
    """Return the position of a file, and its scenario if it is one. Exit code 1 if it breaks a rule."""
    from cardgen.games.blitz.deck_cards import read_decks
    from cardgen.games.blitz.refusals import BlitzError
    from cardgen.games.blitz.scenarios import is_scenario, verify_scenario
    from cardgen.games.blitz.turn_game import GAME

    ruleset = options.ruleset
    text = read_text(name, "FILE")
    if not is_scenario(text):
        return read_game(GAME, options, text).state, None
    try:
        scenario = verify_scenario(text, ruleset, read_decks(options.decks))
    except BlitzError as error:
        refuse_play(options.game, options.as_json, error)
    return scenario.state, scenario


def _draw(game: Game, state: BlitzState, file: Path) -> None:
    from cardgen import to_svg
    from cardgen.commands import write_atomic
    from cardgen.games.blitz.rulebook.board import draw_position
    from cardgen.games.blitz.rulebook.names import caption_of, names_of

    names = names_of(game)
    title = game.file.titles[game.file.languages[0]]
    write_atomic(file, to_svg(draw_position(state, title, caption_of(state, game), names, game.fonts)).encode())
