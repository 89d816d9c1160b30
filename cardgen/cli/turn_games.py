"""The commands of games of turns: random games, and the logs of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardgen.base.words.messages import plural
from cardgen.cli.playing import (
    GameOptions,
    SeedNumber,
    argument_error,
    game_command,
    message_of,
    print_json,
    read_text,
    refuse_play,
    ruleset_of,
)
from cardgen.cli.printing import say
from cardgen.engines import GameContent

if TYPE_CHECKING:
    from cardgen.engines.turn_game import Played, Start, State, Turn, TurnGame

LogFile = Annotated[str, typer.Argument(metavar="LOG", help="A file with the log of a game, or - for standard input.")]


def commands_of(turn_game: Callable[[], TurnGame[Any, Any, Any]]) -> Mapping[str, Callable[..., None]]:
    """Return `game`, which plays a random game, and `verify`, which checks a log, by the rules of `turn_game`."""

    @game_command("")
    def play(options: GameOptions, seed: SeedNumber = 1) -> None:
        """Play a random legal game, and print its log."""
        play_randomly(turn_game(), options, seed)

    @game_command("")
    def verify(options: GameOptions, log: LogFile) -> None:
        """Check the log of a game, up to the first line that breaks a rule."""
        turns = turn_game()
        played = read_game(turns, options, read_text(log, "LOG"))
        count, over = len(played.turns), turns.to_move(played.state) is None
        if options.as_json:
            winners = list(turns.winners(played.state)) if over else None
            print_json({"legal": True, "over": over, "turns": count, "winners": winners})
            return
        ended = plural("{count} turn; the game is over.", "{count} turns; the game is over.", count)
        say(ended if over else plural("{count} turn; the game goes on.", "{count} turns; the game goes on.", count))

    return {"game": play, "verify": verify}


def play_randomly(
    game: TurnGame[Start, State, Turn], options: GameOptions, seed: int, **members: Any
) -> Played[Start, State, Turn]:
    """Play a random game and return it. Print its log, or all of it as JSON.

    `members` are those of the request for a new game. DataError if they are not possible.
    """
    from cardgen.engines.turn_game import play_game
    from cardgen.engines.turn_logs import write_log
    from cardgen.engines.turn_states import write_played

    rules, content = options.rules, _content(options)
    try:
        start = game.prepare(game.options(op="new_game", ruleset=rules, seed=seed, **members), content)
        played = play_game(game, start, content)
    except ValueError as error:
        raise argument_error(f"--{next(iter(members), 'seed')}", message_of(error)) from error
    if not options.as_json:
        print(write_log(game, played), end="")
        return played
    texts = [
        {"player": game.to_move(before), "turn": game.write_turn(turn, before)}
        for before, turn in zip(played.states, played.turns, strict=False)
    ]
    facts = {"players": game.seats(start), "seed": seed, "rules": rules}
    print_json({**facts, "turns": texts, "end": write_played(game, played)})
    return played


def read_game(game: TurnGame[Start, State, Turn], options: GameOptions, log: str) -> Played[Start, State, Turn]:
    """Return the game of a log. Exit code 1 if it breaks a rule."""
    from cardgen.engines.serving import RuleError
    from cardgen.engines.turn_logs import read_log

    content = _content(options)
    try:
        return read_log(game, log, content, options.rules)
    except RuleError as error:
        refuse_play(options.game, options.as_json, error)


def _content(options: GameOptions) -> GameContent:
    """Return what an engine gets of a game. DataError if it cannot play with its cards, or has no such ruleset."""
    if options.rules or not options.game.rulesets:
        ruleset_of(options.game, options.rules)
    return GameContent(options.game.rulesets, options.decks)
