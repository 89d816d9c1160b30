"""The server of `cardgen review`: which games it has, where it listens, and what it prints."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import typer

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.words.messages import message
from cardgen.cli.findings import print_faults
from cardgen.cli.printing import say, warn
from cardgen.cli.review_options import other_edition, reviewer_name
from cardgen.data.project import Project, all_games, chosen_game, current_project, declared_editions, find_project
from cardgen.project.comparing.versions import read_version, revision_names
from cardgen.review.server.app import make_app
from cardgen.review.server.baselines import OlderCard, OlderVersions
from cardgen.review.server.games import Studio, make_games_app, make_studio_app
from cardgen.review.server.guard import Guard, Guarded
from cardgen.review.server.serve import listen, make_server, network_name, port_of, run
from cardgen.review.server.session import ReviewSession
from cardgen.review.server.streams import is_busy

if TYPE_CHECKING:
    import socket


def serve_games(
    project: Path | None,
    games: Sequence[str],
    every: bool,
    port: int,
    host: str,
    remote: bool,
    edits: bool,
    by: str,
    against: Sequence[str],
    open_it: bool,
    edition: str,
    view: str = "",
) -> None:
    """Serve the review page of these games, or of `every` game of the project, until Ctrl-C.

    `view` is the end of the page's address; the other parameters are those of the command. BadParameter, DataError.
    """
    sources, name = _sources(project, games, every), reviewer_name(by)
    if edition and len(sources) > 1:
        raise typer.BadParameter(message("--edition requires one game"))
    sessions = [
        session
        for game, source in sources.items()
        for session in _sessions(source, game, name, against, _shown_editions(source, game, edition))
    ]
    is_single = len(sources) == 1

    def started(guard: Guard) -> None:
        games = [(game, "" if is_single else game) for game in sources]
        _print_start(games, guard, port, host, sessions[0].faults if is_single else (), view)
        if open_it:
            typer.launch(_local_link(guard) + view)

    def close() -> None:
        for session in sessions:
            session.close()

    def app(guard: Guard) -> Guarded:
        return make_app(sessions[0], guard) if len(sessions) == 1 else make_games_app(sessions, guard)

    _serve(app, port, host, remote, edits, sessions[0].start if is_single else lambda: None, started, close)


def serve_studio(
    folder: Path | None, port: int, host: str, remote: bool, edits: bool, by: str, against: Sequence[str], open_it: bool
) -> None:
    """Serve Home and the games of the project, also those that are begun there, until Ctrl-C. BadParameter, DataError.

    The project is the one in `folder`, or the one here; without one, this folder becomes a project by its first game.
    """
    if folder is not None and not folder.is_dir():
        raise DataError(Fault(Place(str(folder)), message("is not a folder")))
    here = Project(Path.cwd()) if folder is None else Project(folder)
    project = (current_project() if folder is None else None) or here
    name = reviewer_name(by)
    studio = Studio(
        project, name, lambda game: _sessions(project, game, name, against, _shown_editions(project, game, ""))
    )

    def started(guard: Guard) -> None:
        games = [(game, game) for game in project.games]
        _print_start([("studio", ""), *games], guard, port, host, (), "")
        if open_it:
            typer.launch(_local_link(guard))

    _serve(lambda guard: make_studio_app(studio, guard), port, host, remote, edits, lambda: None, started, studio.close)


def _sessions(
    source: Project, game: str, by: str, against: Sequence[str], editions: Sequence[str]
) -> list[ReviewSession]:
    return [
        ReviewSession(
            source,
            game,
            shown_from=Path.cwd(),
            by=by,
            edition=edition,
            report=warn,
            versions=older_versions(source, game, against),
        )
        for edition in editions
    ]


def _serve(
    app: Callable[[Guard], Guarded],
    port: int,
    host: str,
    remote: bool,
    edits: bool,
    begin: Callable[[], None],
    started: Callable[[Guard], None],
    close: Callable[[], None],
) -> None:
    """Serve an application until Ctrl-C. `begin` is called before, `started` when it can be reached."""
    sockets = _listen(port, host)
    guard = Guard(port_of(sockets), network=bool(host), remote_decisions=remote, remote_edits=edits)
    if host:
        guard = guard.also_called(host, network_name(host))
    served = app(guard)
    try:
        begin()
        gc.freeze()  # what exists now stays: collecting it again and again would delay rebuilds
        run(make_server(served, started=lambda: started(guard), closing=close), sockets)
    except KeyboardInterrupt:  # before the server handles it
        pass
    finally:
        gc.unfreeze()
        close()
        for listening in sockets:
            listening.close()
    say(message("Stopped. All decisions that the page shows as saved are on disk."))
    # A check or a long search of the engine may still run. Nobody needs its result, so the process does not wait.
    if is_busy(patience=0.2):
        os._exit(0)


def _shown_editions(project: Project, game: str, edition: str) -> list[str]:
    """Return the edition that is asked for, or all; "" is the first one. DataError if there is no such edition."""
    return [other_edition(project, game, edition)] if edition else ["", *declared_editions(project, game)[1:]]


def _sources(folder: Path | None, names: Sequence[str], every: bool) -> dict[str, Project]:
    """Return the projects of the games that are named, or of all games of the project. DataError if there are none."""
    if every and names:
        raise typer.BadParameter(message("--all takes no names of games"))
    chosen = all_games(folder) if every else [chosen_game(folder, name) for name in names or [""]]
    return {name: find_project(folder, name) for name in chosen}


def older_versions(project: Project, game: str, against: Sequence[str]) -> OlderVersions:
    """Return the versions that cards can be compared with: those `against`, and the tags and branches of git."""
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
    try:
        return listen(port, host)
    except OSError as error:
        reason = error.strerror or error
        raise typer.BadParameter(
            message("--host {host} --port {port}: {reason}", host=host or "127.0.0.1", port=port, reason=reason)
        ) from error


def _local_link(guard: Guard, game: str = "") -> str:
    return f"http://127.0.0.1:{guard.port}/{f'{quote(game)}/' if game else ''}{guard.link_query}"


def _print_start(
    games: Sequence[tuple[str, str]], guard: Guard, port: int, host: str, faults: Sequence[Fault], view: str
) -> None:
    """Print the links to games by their addresses, and what is wrong. `port`, `host`, `view`: as for `serve_games`."""
    if port not in (0, guard.port):
        say(message("Port {port} is in use; this is the next free one.", port=port))
    for game, address in games:
        print(f"{game}: {_local_link(guard, address)}{view}")
    if host:
        link = f"http://{network_name(host)}:{guard.port}/{guard.link_query}"
        say(message("On the network: {link}", link=link))
        if guard.remote_decisions:
            say(message("Everyone who has the link may look and decide."))
        else:
            say(message("Everyone who has the link may look; only you may decide."))
    print_faults(faults)
    say(message("Ctrl-C stops the server."))
