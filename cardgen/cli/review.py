"""`cardgen review …`: the review page, its export as plain files, the status of a review, and imported decisions."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from cardgen.cli.options import AsJson, GameName, ProjectFolder, check_choices
from cardgen.cli.printing import print_json, say, warn
from cardgen.cli.values import whole
from cardgen.data.project import chosen_game
from cardgen.errors import DataError, Fault, did_you_mean
from cardgen.words.messages import joined, message, plural

if TYPE_CHECKING:
    import socket

    from cardgen.data.model import Game
    from cardgen.data.project import Project
    from cardgen.review.server.baselines import OlderVersions
    from cardgen.review.server.guard import Guard
    from cardgen.review.server.store import Store


class _Serving(TyperGroup):
    """The group `cardgen review`: arguments that do not begin with a command are those of the server."""

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
    help="Review cards in a browser: look at them, approve or reject them, try hands. Ctrl-C stops the server.",
    rich_markup_mode=None,
)

EditionOption = Annotated[
    str,
    typer.Option(
        "--edition", metavar="LANG", help="Which edition, if the game has editions.", show_default="the first edition"
    ),
]


@review.command("serve", hidden=True)
def serve_command(
    game: GameName = "",
    port: Annotated[
        int, typer.Option(metavar="N", parser=whole(0, 65535), help="The port; if it is in use, the next free one.")
    ] = 8731,
    host: Annotated[
        str, typer.Option(metavar="ADDR", help="Allow the local network at this address; 0.0.0.0 means all addresses.")
    ] = "",
    remote: Annotated[
        bool, typer.Option("--allow-remote-decisions", help="With --host: other computers may decide, too.")
    ] = False,
    by: Annotated[
        str,
        typer.Option(
            "--as", metavar="NAME", help="The name of the reviewer.", show_default="git's user.name, or your login"
        ),
    ] = "",
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="VERSION",
            help="A folder or git revision to compare with, besides tags and branches. Repeatable.",
        ),
    ] = None,
    open_it: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = False,
    edition: EditionOption = "",
    project: ProjectFolder = None,
) -> None:
    """Serve the review page, and update it when a file of the game is saved."""
    from cardgen.data.project import find_project
    from cardgen.review.server.app import make_app
    from cardgen.review.server.guard import Guard
    from cardgen.review.server.serve import make_server, network_name, port_of, run
    from cardgen.review.server.session import ReviewSession
    from cardgen.review.server.streams import is_busy

    if remote and not host:
        raise typer.BadParameter(message("--allow-remote-decisions requires --host"))
    game = chosen_game(project, game)
    source, name = find_project(project, game), _name(by)
    edition = _other_edition(source, game, edition)
    sockets = _listen(port, host)
    guard = Guard(port_of(sockets), network=bool(host), remote_decisions=remote)
    if host:
        guard = guard.also_called(host, network_name(host))
    versions = _versions(source, game, against or [])
    session = ReviewSession(
        source, game, shown_from=Path.cwd(), by=name, edition=edition, report=warn, versions=versions
    )

    def started() -> None:
        _print_start(game, guard, port, host, session.faults)
        if open_it:
            typer.launch(_local_link(guard))

    try:
        session.start()
        gc.freeze()  # what exists now stays: collecting it again and again would delay rebuilds
        run(make_server(make_app(session, guard), started=started, closing=session.close), sockets)
    except KeyboardInterrupt:  # before the server handles it
        pass
    finally:
        gc.unfreeze()
        session.close()
        for listening in sockets:
            listening.close()
    say(message("Stopped. All decisions that the page shows as saved are on disk."))
    # A check or a long search of the engine may still run. Nobody needs its result, so the process does not wait.
    if is_busy(patience=0.2):
        os._exit(0)


def _versions(project: Project, game: str, against: Sequence[str]) -> OlderVersions:
    """Return the versions that cards can be compared with: those `against`, and the tags and branches of git."""

    from cardgen.comparing.versions import read_version, revision_names
    from cardgen.review.server.baselines import OlderCard, OlderVersions

    for name in against:
        if Path(name).is_dir() and not (Path(name) / "card_data").is_dir():
            raise typer.BadParameter(message("--against {name}: not a project (no card_data in it)", name=name))

    def names() -> list[str]:
        return list(dict.fromkeys([*against, *revision_names(project)]))

    def read(name: str, scratch: Path) -> dict[str, OlderCard]:
        cards = read_version(name, project, game, scratch).cards or {}
        sides = {key: {side: one.scene for side, one in card.sides.items()} for key, card in cards.items()}
        shown = {key: {side: scene for side, scene in own.items() if scene is not None} for key, own in sides.items()}
        return {key: OlderCard(card.fields, shown[key]) for key, card in cards.items()}

    return OlderVersions(names, read)


def _listen(port: int, host: str) -> list[socket.socket]:
    """Open the sockets of the server. BadParameter if the system refuses."""
    from cardgen.review.server.serve import listen

    try:
        return listen(port, host)
    except OSError as error:
        reason = error.strerror or error
        raise typer.BadParameter(
            message("--host {host} --port {port}: {reason}", host=host or "127.0.0.1", port=port, reason=reason)
        ) from error


def _local_link(guard: Guard) -> str:
    return f"http://127.0.0.1:{guard.port}/{guard.link_query}"


def _print_start(game: str, guard: Guard, port: int, host: str, faults: Sequence[Fault]) -> None:
    """Print the links to the page, and what is wrong with the game. `port` and `host` are the options."""
    from cardgen.cli.findings import print_faults
    from cardgen.review.server.serve import network_name

    if port not in (0, guard.port):
        say(message("Port {port} is in use; this is the next free one.", port=port))
    print(f"{game}: {_local_link(guard)}")
    if host:
        link = f"http://{network_name(host)}:{guard.port}/{guard.link_query}"
        say(message("On the network: {link}", link=link))
        if guard.remote_decisions:
            say(message("Everyone who has the link may look and decide."))
        else:
            say(message("Everyone who has the link may look; only you may decide."))
    print_faults(faults)
    say(message("Ctrl-C stops the server."))


@review.command("export")
def export_command(
    site: Annotated[
        Path, typer.Argument(metavar="SITE/", help="A new or empty folder, or the folder of an earlier export.")
    ],
    game: GameName = "",
    sheets: Annotated[
        bool, typer.Option("--sheets/--no-sheets", help="Include pictures of the sheets, which take most of the space.")
    ] = True,
    with_engine: Annotated[
        bool,
        typer.Option(
            "--with-engine", help="Include the game's rules engine (11 MB), so that the table plays without a server."
        ),
    ] = False,
    pyodide: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="With --with-engine: the folder with Pyodide.",
            show_default="the one that `cardgen review fetch-engine` fills",
        ),
    ] = None,
    edition: EditionOption = "",
    project: ProjectFolder = None,
) -> None:
    """Write the page as plain files, for any static host."""
    from cardgen.data.project import find_project
    from cardgen.review.browser.runtime import find_runtime
    from cardgen.review.server.export import export_site

    if pyodide is not None and not with_engine:
        raise typer.BadParameter(message("--pyodide requires --with-engine"))

    def progress(done: int, total: int, path: str) -> None:
        if sys.stdout.isatty():
            print(f"\r\x1b[2K{done}/{total} {path}", end="", flush=True)

    game = chosen_game(project, game)
    source = find_project(project, game)
    edition = _other_edition(source, game, edition)
    exported = export_site(
        source,
        game,
        site,
        sheets=sheets,
        edition=edition,
        runtime=find_runtime(pyodide) if with_engine else None,
        shown_from=Path.cwd(),
        progress=progress,
        waiting=lambda: warn(message("Waiting for another export that is writing to {folder}.", folder=site)),
    )
    if sys.stdout.isatty():
        print("\r\x1b[2K", end="")
    counts = [message("{count} written", count=len(exported.written))]
    counts += [message("{count} removed", count=len(exported.removed))] if exported.removed else []
    say(
        message(
            "{folder}: {files}, {size:.1f} MB; {counts}.",
            folder=site,
            files=plural("{count} file", "{count} files", exported.files),
            size=exported.size / 1e6,
            counts=joined(counts),
        )
    )
    say(message("Open {page}, or upload the folder to any static host.", page=site / "index.html"))


@review.command("fetch-engine")
def fetch_engine_command(
    folder: Annotated[
        Path | None,
        typer.Option("--to", metavar="DIR", help="The folder for the files.", show_default="cardgen's cache"),
    ] = None,
) -> None:
    """Download what `review export --with-engine` needs, once: Python for browsers (Pyodide, 8 MB)."""
    from cardgen.review.browser.fetching import fetch_runtime
    from cardgen.review.browser.runtime import PYODIDE, runtime_folder

    folder = folder or runtime_folder()
    if folder is None:
        raise typer.BadParameter(message("there is no folder for caches: name one with --to"))
    runtime, size = fetch_runtime(folder)
    say(
        message(
            "{folder}: Pyodide {release} and {wheel}; {size:.1f} MB downloaded.",
            folder=folder,
            release=PYODIDE,
            wheel=runtime.wheel.name,
            size=size / 1e6,
        )
    )


@review.command("status")
def status_command(
    game: GameName = "",
    since: Annotated[
        str, typer.Option(metavar="VERSION", help="Only cards that have changed since a git revision or a folder.")
    ] = "",
    format_: Annotated[
        str, typer.Option("--format", metavar="text|json|github|junit", help="How to print the status.")
    ] = "text",
    edition: EditionOption = "",
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """List the cards that are not approved as they are now; exit with 1 if there are any."""
    from cardgen.review.server.overview import review_status
    from cardgen.review.server.reports import status_annotations, status_junit
    from cardgen.targets.plan import layout_game

    form = "json" if as_json else format_
    check_choices("--format", [form], ("text", "json", "github", "junit"))
    loaded, store = _game_and_store(project, game, edition)
    status = review_status(loaded, layout_game(loaded), store)
    if since:
        status = status.only(_changed_since(project, loaded.id, since))
    if store.torn_note:
        warn(store.torn_note)
    if form == "json":
        print_json(status.as_data())
    elif form == "junit":
        print(status_junit(status), end="")
    else:
        for line in status_annotations(status) if form == "github" else status.lines():
            say(line)
    raise typer.Exit(0 if status.done else 1)


def _changed_since(folder: Path | None, game: str, version: str) -> set[str]:
    """Return the keys of the cards that are new or have changed since a version. DataError if it cannot be read."""
    import tempfile

    from cardgen.comparing.changes import compare
    from cardgen.comparing.versions import read_version
    from cardgen.data.project import find_project

    project = find_project(folder, game)
    with tempfile.TemporaryDirectory() as scratch:
        before, after = (read_version(name, project, game, Path(scratch)) for name in (version, ""))
        return {change.key for change in compare(game, before, after).changes if change.kind != "removed"}


@review.command("import")
def import_command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file of decisions downloaded from an exported page.")
    ],
    game: GameName = "",
    by: Annotated[
        str,
        typer.Option(
            "--as",
            metavar="NAME",
            help="The author of decisions that name none.",
            show_default="git's user.name, or your login",
        ),
    ] = "",
    edition: EditionOption = "",
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Add the decisions made on an exported page; exit with 1 if newer decisions contradict some of them."""
    from cardgen.review.server.catalog import make_catalog
    from cardgen.review.server.events import event_data
    from cardgen.review.server.imports import import_events
    from cardgen.targets.plan import layout_game

    loaded, store = _game_and_store(project, game, edition)
    imported = import_events(store, file, _name(by), make_catalog(loaded, layout_game(loaded)))
    if as_json:
        conflicts = [{"line": place.line, **conflict.as_data()} for place, conflict in imported.conflicts]
        print_json(
            {"saved": list(map(event_data, imported.saved)), "known": imported.already_saved, "conflicts": conflicts}
        )
    else:
        for place, conflict in imported.conflicts:
            reason = _REASONS[conflict.why]
            warn(Fault(place, message("not saved: {card}: {reason}", card=conflict.event.key, reason=reason)))
        counts = [message("{count} saved", count=len(imported.saved))]
        counts += [message("{count} known before", count=imported.already_saved)] if imported.already_saved else []
        counts.append(message("{count} not saved", count=len(imported.conflicts)))
        say(message("{file}: {counts}.", file=store.log, counts=joined(counts)))
    raise typer.Exit(1 if imported.conflicts else 0)


@review.command("tidy")
def tidy_command(game: GameName = "", project: ProjectFolder = None, as_json: AsJson = False) -> None:
    """Remove kept pictures that no standing decision or comment needs, and pack the others into few files."""
    from cardgen.data.project import find_project
    from cardgen.review.server.store import review_folder
    from cardgen.review.server.tidying import tidy_pictures

    game = chosen_game(project, game)
    source = find_project(project, game)
    folder = review_folder(source, game)
    tidied = tidy_pictures(folder, Path.cwd(), source.game_folder(game))
    if as_json:
        print_json(tidied.as_data())
        return
    counts = [plural("{count} picture removed", "{count} pictures removed", len(tidied.removed))]
    counts += [message("{count} from earlier versions packed", count=len(tidied.packed))] if tidied.packed else []
    counts += [message("{count} left as they are", count=len(tidied.unread))] if tidied.unread else []
    say(
        message(
            "{folder}: {before}, {size_before:.1f} MB → {after}, {size_after:.1f} MB; {counts}.",
            folder=folder / "review",
            before=plural("{count} file", "{count} files", tidied.files[0]),
            after=plural("{count} file", "{count} files", tidied.files[1]),
            size_before=tidied.size[0] / 1e6,
            size_after=tidied.size[1] / 1e6,
            counts=joined(counts),
        )
    )


#: Why a decision is not saved.
_REASONS = {
    "newer-decision": message("there is a newer decision"),
    "card-changed": message("the card has changed"),
    "already-undone": message("it is already undone"),
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
    return game, Store(review_folder(project, name), Path.cwd(), edition, warn)


def _other_edition(project: Project, name: str, lang: str) -> str:
    """Return the language of the edition that is asked for; "" for the first one, named or not.

    DataError if game.yaml has no such edition. Nothing else is read: the page shows other faults.
    """
    if not lang:
        return ""
    from cardgen.data.reading import Reader, parse_yaml

    reader = Reader(project.game_folder(name), Path.cwd())
    path = reader.fence / "game.yaml"
    marked = parse_yaml(reader.read_text(path), reader.shown(path))
    declared = marked.value.get("editions") if isinstance(marked.value, dict) else None
    editions = [value for value in declared if isinstance(value, str)] if isinstance(declared, list) else []
    if lang not in editions:
        hint = did_you_mean(lang, editions) or message(
            "game.yaml lists them, such as {example}", example="editions: [en, zh]"
        )
        problem = message("{game} has no edition {language!r}", game=name, language=lang)
        raise DataError(Fault(marked.place("editions"), problem, hint))
    return "" if lang == editions[0] else lang


def _name(by: str) -> str:
    """Return the name of the reviewer as it is stored. BadParameter if it cannot be one."""
    from cardgen.review.server.deciding import DecisionError, as_name

    try:
        return as_name(by or _me())
    except DecisionError as error:
        raise typer.BadParameter(message("--as: {problem}", problem=error.args[0])) from error


def _me() -> str:
    """Return the name of the current user: git's user.name, or else the name of the login."""
    import getpass
    import subprocess

    try:
        output = subprocess.run(
            ["git", "config", "user.name"], capture_output=True, text=True, encoding="utf-8", timeout=5, check=False
        )
        name = output.stdout.strip()
    except (OSError, ValueError, subprocess.SubprocessError):
        name = ""
    if name:
        return name
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "somebody"
