"""The commands of cardgen as typer has them. The module of a command is imported when the command is used."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

from cardgen import __version__
from cardgen.base.words.language import localised
from cardgen.base.words.messages import message
from cardgen.cli.localising import HELP_NAMES, LazyCommands, MessagesOption
from cardgen.cli.printing import say

#: Where each command is, by the headings and in the order of the help: a function, a group of commands, or a group that
#: it belongs to.
_GROUPS = {
    message("Create and change a game"): {
        "init": "design:init",
        "new": "design:new",
        "fonts": "fonts:fonts",
        "translate": "translate:translate",
        "set": "editing:set_",
        "rename": "editing:rename",
        "studio": "review:studio",
        "undo": "editing:undo",
        "redo": "editing:redo",
    },
    message("Check and review it"): {
        "check": "checking:check",
        "review": "review:review",
        "diff": "diff:diff",
    },
    message("Make its files"): {
        "build": "building:build",
        "contact": "contact:contact",
        "export": "export:export",
        "print": "prints:prints",
        "printer": "printers:printers",
    },
    message("Look things up"): {
        "list": "listing:list_",
        "show": "listing:show",
        "schema": "listing:schema",
    },
    message("Play and measure it"): {
        "play": "play:play",
        "engine": "play:engine_command",
        "stats": "studies:studies",
        "simulate": "studies:studies",
    },
}
_COMMANDS = {name: place for commands in _GROUPS.values() for name, place in commands.items()}

#: What commands are called elsewhere.
_MEANT = {
    "make": "build",
    "generate": "build",
    "render": "build",
    "pdf": "build",
    "sheets": "build",
    "lint": "check",
    "validate": "check",
    "test": "check",
    "serve": "review",
    "preview": "review",
    "watch": "review",
    "create": "init",
    "add": "new",
    "compare": "diff",
    "i18n": "translate",
    "games": "list",
    "cards": "list",
    "exports": "export",
    "printers": "printer",
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

    def format_commands(self, _ctx: Any, formatter: Any) -> None:
        """Write the commands in groups, each with a heading."""
        width = max(map(len, self.commands))
        for heading, names in _GROUPS.items():
            with formatter.section(localised(heading)):
                formatter.write_dl([(f"{name:<{width}}", self.commands[name].get_short_help_str()) for name in names])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the name, the command and its arguments. A usage error with what was probably meant."""
        if args[0] in _MEANT:
            problem = str(localised(message("No such command {name!r}.", name=args[0])))
            ctx.fail(f"{problem.rstrip('.')}. Did you mean {_MEANT[args[0]]!r}?")
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=_Commands,
    help="Make printed tabletop games from card data: cards, sheets, boxes and rulebooks, checked by the game's rules.",
    no_args_is_help=True,
    context_settings={"help_option_names": list(HELP_NAMES), "max_content_width": sys.maxsize},
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
