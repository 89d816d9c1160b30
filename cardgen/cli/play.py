"""`cardgen play …`: the commands that the rules engine of a game brings. And `cardgen engine`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

from cardgen.base.errors import DataError
from cardgen.base.words.language import current_language
from cardgen.base.words.messages import joined, message
from cardgen.cli.localising import localise
from cardgen.cli.options import GameName as GameArgument
from cardgen.cli.options import ProjectFolder
from cardgen.cli.playing import GameName, argument_error, open_game
from cardgen.data.project import (
    Project,
    ambiguous_game,
    bundled_project,
    chosen_game,
    current_project,
    engine_of,
    find_project,
    open_project,
)

if TYPE_CHECKING:
    from cardgen.engines import Engine

Command = Any
"""A command as typer makes it. Its type is not in typer's public interface."""


class EngineCommands(TyperGroup):
    """The group `cardgen play`: it has the commands of the engine of the chosen game."""

    def list_commands(self, _context: typer.Context) -> list[str]:  # type: ignore[override]
        """Return the names of the commands for the list that `--help` prints."""
        return list(_listed_commands())

    def get_command(self, _context: typer.Context, name: str) -> Command | None:  # type: ignore[override]
        """Return a command for the list that `--help` prints."""
        return _listed_commands().get(name)

    def resolve_command(self, ctx: typer.Context, args: list[str]) -> Any:  # type: ignore[override]
        """Return the name, the command and its arguments. The game decides which engine's command it is."""
        name, arguments = args[0], args[1:]
        if not any(name in commands for commands in _installed_commands()):
            return super().resolve_command(ctx, args)
        folder = _option(arguments, "--project")
        project = None if folder is None else Path(folder)
        game = game_with_command(project, _option(arguments, "--game") or "", name)
        command = _command_of(project, game, name)
        ctx.default_map = {name: {"game": game}}
        return name, command, arguments


play = typer.Typer(
    cls=EngineCommands,
    help="Use the rules engine of a game: list moves, draw plays, play games.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@play.callback()
def _play() -> None:
    pass


def engine_command(
    name: GameArgument = "",
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of the requests instead.", show_default=False)
    ] = False,
    game: GameName = "",
    project: ProjectFolder = None,
) -> None:
    """Answer requests by the engine protocol: one JSON request per line in, one JSON answer per line out."""
    from cardgen.data.playing import open_answers, playable_decks
    from cardgen.engines.capabilities import DescribesRequests
    from cardgen.engines.registry import find_capability
    from cardgen.engines.serving import read_lines

    if name and game:
        raise argument_error("--game", message("the game is named twice"))
    game = chosen_game(project, name or game)
    loaded = open_game(project, game)
    if loaded.file.engine is None:
        raise _no_engine(game)
    if schema:
        engine = find_capability(loaded.file.engine, DescribesRequests)
        if engine is None:
            raise argument_error("--schema", message("the rules engine of this game does not describe its requests"))
        print(json.dumps(engine.request_schema(), indent=2))
        return
    answer = open_answers(loaded)
    if answer is None:
        raise argument_error(game, message("the rules engine of this game does not answer requests"))
    playable_decks(loaded)
    for line in read_lines(sys.stdin.buffer):
        sys.stdout.write(answer(line) + "\n")
        sys.stdout.flush()


# ---------------------------------------------------------------- the game of a command


def game_with_command(project: Path | None, name: str, command: str) -> str:
    """Return the game of a command: the one called `name`, or the one of the project that is meant.

    If its engine does not have the command, it is the only game of the project whose engine has it.
    DataError if several games have it.
    """
    root = open_project(project) if not name else None
    if root is None or root.game_around(Path.cwd()):
        return chosen_game(project, name)
    candidates = [game for game in root.games if command in _commands_of(root, game)]
    if root.default in candidates:
        return root.default
    if len(candidates) > 1:
        raise ambiguous_game(project, candidates)
    return candidates[0] if candidates else chosen_game(project)


def _command_of(project: Path | None, game: str, name: str) -> Command:
    """Return a command of the game's engine. DataError if it has none of this name, or if the engine cannot be used."""
    commands = _commands_of(find_project(project, game), game)
    if name in commands:
        return commands[name]
    loaded = open_game(project, game)  # raises if the engine cannot be used
    if loaded.file.engine is None:
        raise _no_engine(game)
    text = message("the rules engine of this game has no command {command!r}", command=name)
    hint = message("it has {commands}", commands=joined(commands)) if commands else ""
    raise argument_error(game, text, hint)


def _no_engine(game: str) -> DataError:
    return argument_error(game, message("this game has no rules engine"))


def _commands_of(project: Project, game: str) -> Mapping[str, Command]:
    """Return the commands of a game's engine by name; none without an engine that can be loaded."""
    from cardgen.engines.registry import engine_names

    engine = engine_of(project, game)
    return engine_commands(engine) if engine in engine_names() else {}


def engine_commands(name: str) -> Mapping[str, Command]:
    """Return the commands of an engine by name; none if it has none or cannot be loaded."""
    return _load_commands(name, current_language())


@cache
def _load_commands(name: str, language: str) -> Mapping[str, Command]:
    """Return the commands of an engine with their help in a language."""
    from cardgen.base.plugins import PluginError
    from cardgen.engines.registry import load_engine

    try:
        return _make_commands(load_engine(name), language)
    except PluginError:
        return {}


def _make_commands(engine: Engine, language: str) -> Mapping[str, Command]:
    """Return the commands of an engine as typer makes them."""
    from cardgen.engines.capabilities import HasCommands, HasTurnGame
    from cardgen.engines.registry import capability

    group = typer.Typer(rich_markup_mode=None)
    provider = capability(engine, HasCommands)
    commands = {} if provider is None else dict(provider.commands())
    if turns := capability(engine, HasTurnGame):
        from cardgen.cli.turn_games import commands_of

        for name, function in commands_of(turns.turn_game).items():
            commands.setdefault(name, function)
    for name, function in commands.items():
        group.command(name)(function)
    typer_group = get_group(group)
    localise(typer_group, language)
    return typer_group.commands


def _installed_commands() -> Iterator[Mapping[str, Command]]:
    from cardgen.engines.registry import engine_names

    return map(engine_commands, engine_names())


def _listed_commands() -> Mapping[str, Command]:
    """Return the commands of the games of this project, or of the bundled ones, the default game's first."""
    project = current_project() or bundled_project()
    default = project.default
    commands: dict[str, Command] = {}
    for game in sorted(project.games, key=lambda game: game != default):
        for name, command in _commands_of(project, game).items():
            commands.setdefault(name, command)
    return commands


def _option(arguments: Sequence[str], name: str) -> str | None:
    """Return the value of an option among the arguments; None without the option."""
    value = None
    for position, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == name and position + 1 < len(arguments):
            value = arguments[position + 1]
        elif argument.startswith(f"{name}="):
            value = argument.removeprefix(f"{name}=")
    return value
