"""`cardgen review …`: the review page, its export as plain files, and what continuous integration asks."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from cardgen.data.project import DEFAULT_GAME


class _Serving(TyperGroup):
    """`cardgen review [GAME]` without a further command serves: everything that is no command is the server's."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        first = args[0] if args else ""
        if first not in self.commands and first != "--help" and not (ctx.resilient_parsing and not args):
            args = ["serve", *args]
        return super().parse_args(ctx, args)

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        others = "|".join(name for name, command in self.commands.items() if not command.hidden)
        formatter.write_usage(ctx.command_path, "[OPTIONS] [GAME]")
        formatter.write_usage(ctx.command_path, f"{others} ...", prefix="       ")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        server = self.commands["serve"]
        server.format_options(type(ctx)(server, info_name=ctx.info_name, parent=ctx.parent), formatter)
        self.format_commands(ctx, formatter)


review = typer.Typer(
    cls=_Serving,
    help="Look every card over in a browser, decide, and try hands out. Ctrl-C ends it.",
    rich_markup_mode=None,
)

GameName = Annotated[str, typer.Argument(metavar="[GAME]", help="A folder under card_data.", show_default=True)]
ProjectFolder = Annotated[
    Path | None, typer.Option("--project", metavar="DIR", help="A folder with card_data and templates in it.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@review.command("serve", hidden=True)
def serve_command(
    game: GameName = DEFAULT_GAME,
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="The port; when it is taken, the next free one.")
    ] = 8731,
    host: Annotated[
        str, typer.Option(metavar="ADDR", help="Let the local network in at this address; 0.0.0.0 is all of them.")
    ] = "",
    remote: Annotated[
        bool, typer.Option("--allow-remote-decisions", help="With --host: other machines may decide, too.")
    ] = False,
    by: Annotated[
        str,
        typer.Option("--as", metavar="NAME", help="Who decides.", show_default="git's user.name, else your login"),
    ] = "",
    open_it: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = False,
    project: ProjectFolder = None,
) -> None:
    """Serve the review page, and look at the game's files while they are edited."""
    from cardgen.data.project import find_project
    from cardgen.review.app import make_app
    from cardgen.review.guard import Guard
    from cardgen.review.serve import listen, network_name, port_of, run
    from cardgen.review.streams import is_busy
    from cardgen.review.workshop import Workshop

    if remote and not host:
        raise typer.BadParameter("--allow-remote-decisions: only with --host is there anybody to allow it to")
    found = find_project(project, game)
    try:
        sockets = listen(port, host)
    except OSError as error:
        raise typer.BadParameter(f"--host {host or '127.0.0.1'} --port {port}: {error.strerror or error}") from error
    taken, port = port, port_of(sockets)
    guard = Guard(port, network=bool(host), remote_decisions=remote)
    if host:
        guard = guard.also_called(host, network_name(host))
    workshop = Workshop(found, game, shown_from=Path.cwd(), by=by or _me())

    def tell() -> None:
        if taken not in (0, port):
            print(f"Port {taken} is taken; this is the next free one.")
        print(f"{game}: http://127.0.0.1:{port}/{guard.link_query}")
        if host:
            print(f"On the network: http://{network_name(host)}:{port}/{guard.link_query}")
            print("Whoever has the link may " + ("look and decide." if remote else "look, and only you decide."))
        for fault in workshop.faults:
            print(fault, file=sys.stderr)
        print("Ctrl-C ends it.", flush=True)
        if open_it:
            typer.launch(f"http://127.0.0.1:{port}/{guard.link_query}")

    try:
        workshop.start()
        gc.freeze()  # what is there now stays: looking through it again and again would hold rebuilds up
        run(make_app(workshop, guard), sockets, started=tell, closing=workshop.close)
    except KeyboardInterrupt:  # before the server listened for it
        pass
    finally:
        for each in sockets:
            each.close()
    print("Ended. Every decision that the page called saved is on disk.", flush=True)
    if is_busy():  # a long search of the engine, say: nothing would come of it any more
        os._exit(0)


def _me() -> str:
    """Who decides unless told otherwise: git's user.name, else the name of the login."""
    import getpass
    import subprocess

    try:
        told = subprocess.run(
            ["git", "config", "user.name"], capture_output=True, text=True, encoding="utf-8", timeout=5, check=False
        )
        name = told.stdout.strip()
    except (OSError, ValueError, subprocess.SubprocessError):
        name = ""
    if name:
        return name
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "somebody"
