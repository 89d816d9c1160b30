"""Several games, or editions, on one server: each at an address of its own, read when it is opened; and Home."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from cardgen.data.project import Project
from cardgen.review.server.activity import address_of, names_of
from cardgen.review.server.app import Shared, game_app, handle_http_error
from cardgen.review.server.beginning import Beginning
from cardgen.review.server.guard import Guard, Guarded
from cardgen.review.server.home import HOME, home_app
from cardgen.review.server.session import ReviewSession
from cardgen.review.server.streams import in_thread


def make_games_app(sessions: Sequence[ReviewSession], guard: Guard) -> Guarded:
    """Return the server of several games as an ASGI application: at `/NAME/` the game, at `/NAME~LANG/` an edition.

    `/` leads to the first game, in the edition that is nearest to the languages of the request. A session that is not
    started is started by the first request to it.
    """
    shared = Shared(partial(names_of, sessions))
    apps = {address_of(session): _Starting(session, game_app(session, guard, shared)) for session in sessions}

    def first(request: Request) -> str:
        of_first = [session for session in sessions if session.name == sessions[0].name]
        return address_of(_read_by(request.headers.get("accept-language", ""), of_first))

    return _guarded(guard, first, apps.get)


def make_studio_app(studio: Studio, guard: Guard) -> Guarded:
    """Return the server of a project's games, also of those that are begun later, with Home at its beginning."""
    shared = Shared(lambda: names_of(studio.sessions()), has_home=True)
    home = home_app(Beginning(studio.project.root, studio.by, studio.sessions), guard, shared)
    apps: dict[str, _Starting] = {}

    def app_at(address: str) -> ASGIApp | None:
        if address == HOME:
            return home
        if (session := studio.session_at(address)) is None:
            return None
        if address not in apps or apps[address].session is not session:
            apps[address] = _Starting(session, game_app(session, guard, shared))
        return apps[address]

    return _guarded(guard, lambda _: HOME, app_at)


def _guarded(guard: Guard, first: Callable[[Request], str], app_at: Callable[[str], ASGIApp | None]) -> Guarded:
    """Return an application with others at the addresses of games. `/` leads to the `first` for a request."""

    async def lead(request: Request) -> Response:
        address = request.path_params.get("address") or first(request)
        if app_at(address) is None:
            raise HTTPException(404)
        return RedirectResponse(request.url.replace(path=f"/{address}/"), status_code=307)

    async def pass_on(scope: Scope, receive: Receive, send: Send) -> None:
        app = app_at(scope["path_params"]["address"])
        if app is None:
            raise HTTPException(404)
        await app(scope, receive, send)

    routes = [
        Route("/", lead, methods=["GET"]),
        Mount("/{address}", pass_on),
        Route("/{address}", lead, methods=["GET"]),
    ]
    app = Starlette(routes=routes, exception_handlers={HTTPException: handle_http_error})
    app.router.redirect_slashes = False
    return Guarded(app, guard)


class Studio:
    """The games of a project, each with its sessions. Games that are begun or removed meanwhile are noticed."""

    def __init__(self, project: Project, by: str, open_sessions: Callable[[str], Sequence[ReviewSession]]) -> None:
        self.project, self.by, self._open = project, by, open_sessions
        self._sessions: dict[str, Sequence[ReviewSession]] = {}
        self._lock = threading.Lock()

    def _renew(self) -> list[str]:
        games = self.project.games
        for name in [*self._sessions]:
            if name not in games:
                for session in self._sessions.pop(name):
                    session.close()
        for name in games:
            if name not in self._sessions:
                self._sessions[name] = self._open(name)
        return games

    def sessions(self) -> list[ReviewSession]:
        """Return the sessions of all games, each in its editions."""
        with self._lock:
            games = self._renew()
            return [session for name in games for session in self._sessions[name]]

    def session_at(self, address: str) -> ReviewSession | None:
        """Return the session at an address; None if there is none."""
        with self._lock:
            if address.partition("~")[0] not in self._sessions:
                self._renew()
            sessions = self._sessions.get(address.partition("~")[0], ())
            return next((session for session in sessions if address_of(session) == address), None)

    def close(self) -> None:
        with self._lock:
            for sessions in self._sessions.values():
                for session in sessions:
                    session.close()


class _Starting:
    """The application of one game. The first request to it starts the session."""

    def __init__(self, session: ReviewSession, app: ASGIApp) -> None:
        self.session, self.app = session, app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self.session.is_started:
            await in_thread(self.session.start)
        await self.app(scope, receive, send)


def _read_by(accepted: str, sessions: Sequence[ReviewSession]) -> ReviewSession:
    """Return the session in the first of the accepted languages that there is, otherwise the first session.

    `accepted` is an Accept-Language header (RFC 9110, 12.5.4); its languages are taken in the order of browsers.
    """
    for entry in accepted.lower().split(","):
        tag = entry.partition(";")[0].strip()
        for is_read in (tag.__eq__, lambda language, tag=tag: language.split("-")[0] == tag.split("-")[0]):
            for session in sessions:
                if is_read(session.language.lower()):
                    return session
    return sessions[0]
