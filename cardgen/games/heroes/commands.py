"""`cardgen play …` for Tale of Many Heroes. Each command imports the rules that it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.base.errors import did_you_mean
from cardgen.base.words.messages import message
from cardgen.cli.options import AsJson, ProjectFolder
from cardgen.cli.playing import (
    Drawing,
    GameName,
    Picture,
    PlayersNumber,
    RulesName,
    SeedNumber,
    argument_error,
    draw_play,
    draw_to_file,
    open_game,
    print_json,
    print_lines,
    read_text,
)
from cardgen.cli.turn_games import play_randomly, read_game
from cardgen.data.languages.own_words import choose_languages

if TYPE_CHECKING:
    from cardgen.games.heroes.rules import Mode


def draw(
    text: Annotated[str, typer.Argument(metavar="LOG", help="A log on one line: a | begins the next picture.")],
    file: Picture,
    rules: RulesName = "standard",
    game: GameName = "",
    project: ProjectFolder = None,
) -> None:
    """Draw a log as a strip of tables."""
    draw_play(text, file, rules, game, project)


def play_random(
    mode: Annotated[str, typer.Option("--mode", help="The mode: identity, nation or realm.")] = "identity",
    seed: SeedNumber = 1,
    players: PlayersNumber = 5,
    rules: RulesName = "standard",
    game: GameName = "",
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Play a random legal game, and print its log."""
    from cardgen.games.heroes.pictures import describe_seats
    from cardgen.games.heroes.turn_game import GAME

    loaded = open_game(project, game)
    end = play_randomly(GAME, loaded, rules, seed, as_json, players=players, mode=_mode(mode)).state
    if not as_json:
        seats = describe_seats(end)
        print_lines(loaded, {lang: [f"# {line}" for line in lines] for lang, lines in seats.items()})


def verify(
    log: Annotated[str, typer.Argument(metavar="LOG", help="A file with the log of a game, or - for standard input.")],
    rules: RulesName = "standard",
    drawing: Drawing = None,
    game: GameName = "",
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Check the log of a game: print the table at its end, or the first line that breaks a rule."""
    from cardgen.games.heroes.pictures import describe_seats, draw_state
    from cardgen.games.heroes.turn_game import GAME

    loaded = open_game(project, game)
    text = read_text(log, "LOG")
    state = read_game(GAME, loaded, text, rules, as_json).state
    if drawing is not None:
        draw_to_file(drawing, [draw_state(state)], loaded, text)
    seats = describe_seats(state)
    if as_json:
        print_json({"legal": True, "over": state.over, "seats": seats})
        return
    for lang in choose_languages(loaded.file.languages, seats):
        print(_STATES[lang][state.over].format(count=len(state.moves)))
        print("\n".join(seats[lang]))


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
