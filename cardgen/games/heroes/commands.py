"""`cardgen play …` for Tale of Many Heroes. Each command imports the rules that it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen import did_you_mean, message
from cardgen.commands import (
    Drawing,
    GameOptions,
    LogFile,
    Picture,
    PlayersNumber,
    SeedNumber,
    argument_error,
    draw_play_of,
    draw_to_file,
    game_command,
    play_randomly,
    print_comments,
    print_json,
    print_lines,
    read_game,
    read_text,
)

if TYPE_CHECKING:
    from cardgen.games.heroes.rules import Mode


@game_command(as_json=False)
def draw(
    options: GameOptions,
    text: Annotated[str, typer.Argument(metavar="LOG", help="A log on one line: a | begins the next picture.")],
    file: Picture,
) -> None:
    """Draw a log as a strip of tables."""
    draw_play_of(options, text, file)


@game_command()
def play_random(
    options: GameOptions,
    mode: Annotated[str, typer.Option("--mode", help="The mode: identity, nation or realm.")] = "identity",
    seed: SeedNumber = 1,
    players: PlayersNumber = 5,
) -> None:
    """Play a random legal game, and print its log."""
    from cardgen.games.heroes.pictures import describe_seats
    from cardgen.games.heroes.turn_game import GAME

    end = play_randomly(GAME, options, seed, players=players, mode=_mode(mode)).state
    if not options.as_json:
        print_comments(options.game, describe_seats(end))


@game_command(before="drawing")
def verify(
    options: GameOptions,
    log: LogFile,
    drawing: Drawing = None,
) -> None:
    """Check the log of a game: print the table at its end, or the first line that breaks a rule."""
    from cardgen.games.heroes.pictures import describe_seats, draw_state
    from cardgen.games.heroes.turn_game import GAME

    text = read_text(log, "LOG")
    state = read_game(GAME, options, text).state
    if drawing is not None:
        draw_to_file(drawing, [draw_state(state)], options.game, text)
    seats = describe_seats(state)
    if options.as_json:
        print_json({"legal": True, "over": state.over, "seats": seats})
        return
    ends = {lang: states[state.over].format(count=len(state.moves)) for lang, states in _STATES.items()}
    print_lines(options.game, {lang: [end, *seats[lang]] for lang, end in ends.items()})


#: The first line that `verify` prints, by language: for a game that goes on, and for one that is over.
_STATES = {
    "zh": ("已行动 {count} 次，游戏尚未结束。", "已行动 {count} 次，游戏结束。"),
    "en": ("{count} turns; the game is not over.", "{count} turns; the game is over."),
}

COMMANDS: Mapping[str, Callable[..., None]] = {"draw": draw, "game": play_random, "verify": verify}


def _mode(word: str) -> Mode:
    modes: tuple[Mode, ...] = ("identity", "nation", "realm")
    for mode in modes:
        if mode == word:
            return mode
    raise argument_error("--mode", message("there is no mode {mode!r}", mode=word), did_you_mean(word, list(modes)))
