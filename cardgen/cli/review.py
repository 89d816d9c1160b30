"""`cardgen review …`: the review page, its export as plain files, the status of a review, and imported decisions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from cardgen.base.errors import Fault
from cardgen.base.words.messages import joined, message, plural
from cardgen.cli.completing import complete_games
from cardgen.cli.options import AsJson, GameName, ProjectFolder, Quiet, check_choices
from cardgen.cli.printing import print_json, say, warn
from cardgen.cli.review_options import EditionOption, other_edition, reviewer_name
from cardgen.cli.values import whole
from cardgen.data.project import ONLY_GAME, chosen_game

if TYPE_CHECKING:
    from cardgen.data.model import Game
    from cardgen.review.server.store import Store


class _Serving(TyperGroup):
    """The group `cardgen review`: arguments that do not begin with a command are those of the server."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        first = args[0] if args else ""
        if first not in self.commands and first not in ("-h", "--help") and not (ctx.resilient_parsing and not args):
            args = ["serve", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Return the commands and the games that may come next."""
        games = self.commands["serve"].params[0]
        return [*super().shell_complete(ctx, incomplete), *games.shell_complete(ctx, incomplete)]

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        others = "|".join(name for name, command in self.commands.items() if not command.hidden)
        formatter.write_usage(ctx.command_path, "[OPTIONS] [GAME]...")
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


#: The same server, whose page begins with the decks as spreadsheets.
studio = typer.Typer(rich_markup_mode=None)


@studio.command(
    "studio", help="Edit a game on its page: change cards, review, play and print them. Ctrl-C stops the server."
)
@review.command("serve", hidden=True)
def serve_command(
    context: typer.Context,
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...",
            help="Folders under card_data, each a game on the page.",
            show_default=ONLY_GAME,
            autocompletion=complete_games,
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All games of the project.")] = False,
    port: Annotated[
        int, typer.Option(metavar="N", parser=whole(0, 65535), help="The port; if it is in use, the next free one.")
    ] = 8731,
    host: Annotated[
        str, typer.Option(metavar="ADDR", help="Allow the local network at this address; 0.0.0.0 means all addresses.")
    ] = "",
    remote: Annotated[
        bool, typer.Option("--allow-remote-decisions", help="With --host: other computers may decide, too.")
    ] = False,
    edits: Annotated[bool, typer.Option("--allow-edits", help="With --host: other computers may edit, too.")] = False,
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
    from cardgen.cli.review_server import serve_games, serve_studio

    if remote and not host:
        raise typer.BadParameter(message("--allow-remote-decisions requires --host"))
    if edits and not host:
        raise typer.BadParameter(message("--allow-edits requires --host"))
    is_studio = context.info_name == "studio"
    if is_studio and not games and not every and not edition:
        serve_studio(project, port, host, remote, edits, by, against or [], open_it)
        return
    view = "#/make" if is_studio else ""
    serve_games(project, games or [], every, port, host, remote, edits, by, against or [], open_it, edition, view)


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
            "--with-engine", help="Include what the game's tables need (11 MB), so that they play without a server."
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
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Write the page as plain files, for any static host."""
    from cardgen.data.project import find_project
    from cardgen.review.browser.runtime import find_runtime
    from cardgen.review.server.export import export_site

    if pyodide is not None and not with_engine:
        raise typer.BadParameter(message("--pyodide requires --with-engine"))

    shows_progress = sys.stdout.isatty() and not quiet and not as_json

    def progress(done: int, total: int, path: str) -> None:
        if shows_progress:
            print(f"\r\x1b[2K{done}/{total} {path}", end="", flush=True)

    game = chosen_game(project, game)
    source = find_project(project, game)
    edition = other_edition(source, game, edition)
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
    if shows_progress:
        print("\r\x1b[2K", end="")
    if as_json:
        states = {"written": list(exported.written), "removed": list(exported.removed)}
        print_json({"folder": str(site), "files": exported.files, "bytes": exported.size, **states})
        return
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
    _quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Download what `review export --with-engine` needs, once: Python for browsers (Pyodide, 8 MB)."""
    from cardgen.review.browser.fetching import fetch_runtime
    from cardgen.review.browser.runtime import PYODIDE, runtime_folder

    folder = folder or runtime_folder()
    if folder is None:
        raise typer.BadParameter(message("there is no folder for caches: name one with --to"))
    runtime, size = fetch_runtime(folder)
    if as_json:
        print_json({"folder": str(folder), "pyodide": PYODIDE, "wheel": runtime.wheel.name, "bytes": size})
        return
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
    _quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """List the cards that are not approved as they are now; exit with 1 if there are any."""
    from cardgen.building.plan import layout_game
    from cardgen.review.server.overview import review_status
    from cardgen.review.server.reports import status_annotations, status_junit

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

    from cardgen.data.project import find_project
    from cardgen.project.comparing.changes import compare
    from cardgen.project.comparing.versions import read_version

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
    _quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Add the decisions made on an exported page; exit with 1 if newer decisions contradict some of them."""
    from cardgen.building.plan import layout_game
    from cardgen.review.server.catalog import make_catalog
    from cardgen.review.server.events import event_data
    from cardgen.review.server.imports import import_events

    loaded, store = _game_and_store(project, game, edition)
    imported = import_events(store, file, reviewer_name(by), make_catalog(loaded, layout_game(loaded)))
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
def tidy_command(
    game: GameName = "", project: ProjectFolder = None, _quiet: Quiet = False, as_json: AsJson = False
) -> None:
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
    edition = other_edition(project, name, edition)
    game = edition_of(load_game(project.game_folder(name), project.templates, Path.cwd()), edition)
    return game, Store(review_folder(project, name), Path.cwd(), edition, warn)
