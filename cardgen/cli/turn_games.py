"""Shared by the commands of games of turns: random games, and the logs of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardgen.cli.playing import (
    argument_error,
    message_of,
    playable_decks,
    print_json,
    refuse_play,
    ruleset_of,
)
from cardgen.engines import GameContent

if TYPE_CHECKING:
    from cardgen.data.model import Game
    from cardgen.engines.turn_game import Played, Start, State, Turn, TurnGame


def content_of(game: Game) -> GameContent:
    """Return what an engine gets of a game. DataError if it cannot play with its cards."""
    return GameContent(game.rulesets, playable_decks(game))


def play_randomly(
    game: TurnGame[Start, State, Turn], loaded: Game, rules: str, seed: int, as_json: bool, **options: Any
) -> Played[Start, State, Turn]:
    """Play a random game and return it. Print its log, or all of it as JSON.

    `options` are members of the request for a new game. DataError if they are not possible.
    """
    from cardgen.engines.turn_game import play_game
    from cardgen.engines.turn_logs import write_log
    from cardgen.engines.turn_states import write_played

    ruleset_of(loaded, rules)
    content = content_of(loaded)
    try:
        start = game.prepare(game.options(op="new_game", ruleset=rules, seed=seed, **options), content)
        played = play_game(game, start, content)
    except ValueError as error:
        raise argument_error(f"--{next(iter(options))}", message_of(error)) from error
    if not as_json:
        print(write_log(game, played), end="")
        return played
    texts = [
        {"player": game.to_move(before), "turn": game.write_turn(turn, before)}
        for before, turn in zip(played.states, played.turns, strict=False)
    ]
    facts = {"players": game.seats(start), "seed": seed, "rules": rules}
    print_json({**facts, "turns": texts, "end": write_played(game, played)})
    return played


def read_game(
    game: TurnGame[Start, State, Turn], loaded: Game, log: str, rules: str, as_json: bool
) -> Played[Start, State, Turn]:
    """Return the game of a log. Exit code 1 if it breaks a rule."""
    from cardgen.engines.serving import RuleError
    from cardgen.engines.turn_logs import read_log

    ruleset_of(loaded, rules)
    try:
        return read_log(game, log, content_of(loaded), rules)
    except RuleError as error:
        refuse_play(loaded, as_json, error)
