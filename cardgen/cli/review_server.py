"""The server of `cardgen review`: which games it has, where it listens, and what it prints."""

from __future__ import annotations

import gc
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import typer

from cardgen.base.errors import Fault
from cardgen.base.words.messages import message
from cardgen.cli.findings import print_faults
from cardgen.cli.printing import say, warn
from cardgen.cli.review_options import other_edition, reviewer_name
from cardgen.data.project import Project, all_games, chosen_game, declared_editions, find_project
from cardgen.project.comparing.versions import read_version, revision_names
from cardgen.review.server.app import make_app
from cardgen.review.server.baselines import OlderCard, OlderVersions
from cardgen.review.server.games import make_games_app
from cardgen.review.server.guard import Guard
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
        ReviewSession(
            source,
            game,
            shown_from=Path.cwd(),
            by=name,
            edition=shown,
            report=warn,
            versions=older_versions(source, game, against),
        )
        for game, source in sources.items()
        for shown in _shown_editions(source, game, edition)
    ]
    sockets = _listen(port, host)
    guard = Guard(port_of(sockets), network=bool(host), remote_decisions=remote, remote_edits=edits)
    if host:
        guard = guard.also_called(host, network_name(host))
    is_single = len(sources) == 1
    app = make_app(sessions[0], guard) if len(sessions) == 1 else make_games_app(sessions, guard)

    def started() -> None:
        _print_start(list(sources), guard, port, host, sessions[0].faults if is_single else (), view)
        if open_it:
            typer.launch(_local_link(guard) + view)

    def close() -> None:
        for session in sessions:
            session.close()

    try:
        if is_single:
            sessions[0].start()
        gc.freeze()  # what exists now stays: collecting it again and again would delay rebuilds
        run(make_server(app, started=started, closing=close), sockets)
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


def _print_start(games: Sequence[str], guard: Guard, port: int, host: str, faults: Sequence[Fault], view: str) -> None:
    """Print the links to the page, and what is wrong with the game. `port`, `host`, `view`: as for `serve_games`."""
    if port not in (0, guard.port):
        say(message("Port {port} is in use; this is the next free one.", port=port))
    for game in games:
        print(f"{game}: {_local_link(guard, '' if len(games) == 1 else game)}{view}")
    if host:
        link = f"http://{network_name(host)}:{guard.port}/{guard.link_query}"
        say(message("On the network: {link}", link=link))
        if guard.remote_decisions:
            say(message("Everyone who has the link may look and decide."))
        else:
            say(message("Everyone who has the link may look; only you may decide."))
    print_faults(faults)
    say(message("Ctrl-C stops the server."))
