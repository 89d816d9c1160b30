"""The commands of cardgen as typer has them. The module of a command is imported when the command is used."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

from cardgen import __version__
from cardgen.cli.localising import LazyCommands, MessagesOption
from cardgen.cli.printing import say
from cardgen.words.messages import message

#: Where each command is, in the order of the help: a function, a group of commands, or a group that it belongs to.
_COMMANDS = {
    "build": "building:build",
    "check": "checking:check",
    "list": "listing:list_",
    "show": "listing:show",
    "schema": "listing:schema",
    "init": "design:init",
    "contact": "contact:contact",
    "export": "export:export",
    "engine": "play:engine_command",
    "stats": "studies:studies",
    "simulate": "studies:studies",
    "diff": "diff:diff",
    "print": "prints:prints",
    "new": "design:new",
    "fonts": "fonts:fonts",
    "translate": "translate:translate",
    "play": "play:play",
    "review": "review:review",
}


def _load(name: str) -> Any:
    """Import a command, and return it as typer makes it."""
    module, _, attribute = _COMMANDS[name].partition(":")
    value = getattr(import_module(f"cardgen.cli.{module}"), attribute)
    group = typer.Typer(rich_markup_mode=None)
    if not isinstance(value, typer.Typer):
        group.command(name)(value)
    elif name in (command.name for command in value.registered_commands):
        group = value
    else:
        group.add_typer(value, name=name)
    return get_group(group).commands[name]


class _Commands(TyperGroup):
    """The group of all commands."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = LazyCommands(_COMMANDS, _load)


app = typer.Typer(
    cls=_Commands,
    help="Make printed tabletop games from card data: cards, sheets, boxes and rulebooks, checked by the game's rules.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        from cardgen.engines.registry import solvers

        print(f"cardgen {__version__}")
        for engine, solver in solvers().items():
            say(message("{engine} solver: {solver}", engine=engine, solver=solver))
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version and the solvers in use."),
    ] = False,
    messages: MessagesOption = "",
) -> None:
    pass
