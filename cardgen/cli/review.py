"""`cardgen review …`: the review page, its export as plain files, and what continuous integration asks."""

from __future__ import annotations

import gc
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from cardgen.cli.values import whole
from cardgen.data.project import ONLY_GAME, chosen_game
from cardgen.errors import DataError, Fault, did_you_mean

if TYPE_CHECKING:
    from cardgen.data.model import Game
    from cardgen.data.project import Project
    from cardgen.review.server.store import Store


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

GameName = Annotated[str, typer.Argument(metavar="[GAME]", help="A folder under card_data.", show_default=ONLY_GAME)]
ProjectFolder = Annotated[
    Path | None, typer.Option("--project", metavar="DIR", help="A folder with card_data and templates in it.")
]
EditionOption = Annotated[
    str,
    typer.Option("--edition", metavar="LANG", help="Of a game with editions, which one.", show_default="the first"),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@review.command("serve", hidden=True)
def serve_command(
    game: GameName = "",
    port: Annotated[
        int, typer.Option(metavar="N", parser=whole(0, 65535), help="The port; when it is taken, the next free one.")
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
    edition: EditionOption = "",
    project: ProjectFolder = None,
) -> None:
    """Serve the review page, and look at the game's files while they are edited."""
    from cardgen.data.project import find_project
    from cardgen.review.server.app import make_app
    from cardgen.review.server.guard import Guard
    from cardgen.review.server.serve import listen, make_server, network_name, port_of, run
    from cardgen.review.server.session import ReviewSession
    from cardgen.review.server.streams import is_busy
    from cardgen.telling import format_lines

    if remote and not host:
        raise typer.BadParameter("--allow-remote-decisions: only with --host is there anybody to allow it to")
    game = chosen_game(project, game)
    found, who = find_project(project, game), _name(by)
    edition = _other_edition(found, game, edition)
    try:
        sockets = listen(port, host)
    except OSError as error:
        raise typer.BadParameter(f"--host {host or '127.0.0.1'} --port {port}: {error.strerror or error}") from error
    taken, port = port, port_of(sockets)
    guard = Guard(port, network=bool(host), remote_decisions=remote)
    if host:
        guard = guard.also_called(host, network_name(host))
    session = ReviewSession(found, game, shown_from=Path.cwd(), by=who, edition=edition, report=_report)

    def tell() -> None:
        if taken not in (0, port):
            print(f"Port {taken} is taken; this is the next free one.")
        print(f"{game}: http://127.0.0.1:{port}/{guard.link_query}")
        if host:
            print(f"On the network: http://{network_name(host)}:{port}/{guard.link_query}")
            print("Whoever has the link may " + ("look and decide." if remote else "look, and only you decide."))
        for line in format_lines(session.faults):
            print(line, file=sys.stderr)
        print("Ctrl-C ends it.", flush=True)
        if open_it:
            typer.launch(f"http://127.0.0.1:{port}/{guard.link_query}")

    try:
        session.start()
        gc.freeze()  # what is there now stays: looking through it again and again would hold rebuilds up
        run(make_server(make_app(session, guard), started=tell, closing=session.close), sockets)
    except KeyboardInterrupt:  # before the server listened for it
        pass
    finally:
        gc.unfreeze()
        session.close()
        for each in sockets:
            each.close()
    print("Ended. Every decision that the page called saved is on disk.", flush=True)
    # A long search of the engine, say, or a check: nothing would come of it any more, and what it uses is taken apart.
    if is_busy(patience=0.2):
        os._exit(0)


@review.command("export")
def export_command(
    site: Annotated[Path, typer.Argument(metavar="SITE/", help="A new or empty folder, or that of an earlier export.")],
    game: GameName = "",
    sheets: Annotated[
        bool, typer.Option("--sheets/--no-sheets", help="Pictures of the sheets' pages: most of the site's bytes.")
    ] = True,
    edition: EditionOption = "",
    project: ProjectFolder = None,
) -> None:
    """Write the page as plain files, for any static host."""
    from cardgen.data.project import find_project
    from cardgen.review.server.export import export_site

    def progress(done: int, total: int, path: str) -> None:
        if sys.stdout.isatty():
            print(f"\r\x1b[2K{done}/{total} {path}", end="", flush=True)

    game = chosen_game(project, game)
    found = find_project(project, game)
    edition = _other_edition(found, game, edition)
    exported = export_site(
        found,
        game,
        site,
        sheets=sheets,
        edition=edition,
        shown_from=Path.cwd(),
        progress=progress,
        waiting=lambda: _report(f"Waiting for another export that is writing to {site}."),
    )
    if sys.stdout.isatty():
        print("\r\x1b[2K", end="")
    removed = f", {len(exported.removed)} removed" if exported.removed else ""
    print(f"{site}: {exported.files} files, {exported.size / 1e6:.1f} MB; {len(exported.written)} written{removed}.")
    print(f"Open {site / 'index.html'}, or put the folder on any static host.")


@review.command("status")
def status_command(
    game: GameName = "", edition: EditionOption = "", project: ProjectFolder = None, as_json: AsJson = False
) -> None:
    """List the cards that are not approved as they are now; exit 1 when there are any."""
    from cardgen.review.server.overview import review_status
    from cardgen.targets.plan import layout_game

    loaded, store = _game_and_store(project, game, edition)
    status = review_status(loaded, layout_game(loaded), store)
    if store.torn_note:
        _report(store.torn_note)
    if as_json:
        print(json.dumps(status.as_data(), ensure_ascii=False, indent=2))
    else:
        print("\n".join(status.lines()))
    raise typer.Exit(0 if status.done else 1)


@review.command("import")
def import_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The decisions that an exported page let download.")],
    game: GameName = "",
    by: Annotated[
        str,
        typer.Option("--as", metavar="NAME", help="Who decided what names nobody.", show_default="as for the server"),
    ] = "",
    edition: EditionOption = "",
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Add the decisions made on an exported page; exit 1 when some of them stand against newer ones."""
    from cardgen.review.server.catalog import make_catalog
    from cardgen.review.server.events import event_data
    from cardgen.review.server.imports import import_events
    from cardgen.targets.plan import layout_game

    loaded, store = _game_and_store(project, game, edition)
    done = import_events(store, file, _name(by), make_catalog(loaded, layout_game(loaded)))
    if as_json:
        conflicts = [{"line": place.line, **conflict.as_data()} for place, conflict in done.conflicts]
        told = {"saved": list(map(event_data, done.saved)), "known": done.known, "conflicts": conflicts}
        print(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        for place, conflict in done.conflicts:
            print(f"{place}: not saved: card {conflict.event.key}: {_WHY[conflict.why]}", file=sys.stderr)
        known = f", {done.known} known before" if done.known else ""
        print(f"{store.log}: {len(done.saved)} saved{known}, {len(done.conflicts)} not saved.")
    raise typer.Exit(1 if done.conflicts else 0)


_WHY = {
    "newer-decision": "somebody has decided since",
    "card-changed": "the card is not what it was",
    "already-undone": "it is undone already",
}

# ---------------------------------------------------------------- helpers


def _game_and_store(folder: Path | None, name: str, edition: str) -> tuple[Game, Store]:
    from cardgen.data.languages.editions import edition_of
    from cardgen.data.load import load_game
    from cardgen.data.project import find_project
    from cardgen.review.server.store import Store, review_folder

    name = chosen_game(folder, name)
    project = find_project(folder, name)
    edition = _other_edition(project, name, edition)
    game = edition_of(load_game(project.game_folder(name), project.templates, Path.cwd()), edition)
    return game, Store(review_folder(project, name), Path.cwd(), edition, _report)


def _report(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def _other_edition(project: Project, name: str, lang: str) -> str:
    """The language of an edition that is asked for; "" for the first, whether it is named or not.

    DataError when game.yaml has no such edition. It is all that is read: what else is wrong, the page can show.
    """
    if not lang:
        return ""
    from cardgen.data.reading import Reader, parse_yaml

    reader = Reader(project.game_folder(name), Path.cwd())
    path = reader.fence / "game.yaml"
    marked = parse_yaml(reader.read_text(path), reader.shown(path))
    declared = marked.value.get("editions") if isinstance(marked.value, dict) else None
    editions = [each for each in declared if isinstance(each, str)] if isinstance(declared, list) else []
    if lang not in editions:
        hint = did_you_mean(lang, editions) or "editions: in game.yaml lists them, as in [en, zh]"
        raise DataError(Fault(marked.place("editions"), f"{name} has no edition {lang!r}", hint))
    return "" if lang == editions[0] else lang


def _name(by: str) -> str:
    """The name of who decides, as it is stored."""
    from cardgen.review.server.deciding import DecisionError, as_name

    try:
        return as_name(by or _me())
    except DecisionError as error:
        raise typer.BadParameter(f"--as: {error}") from error


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
