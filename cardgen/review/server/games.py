"""Several games, or editions, under review on one server: each at an address of its own, read when it is opened."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from cardgen.review.server.app import Shared, game_app, handle_http_error
from cardgen.review.server.guard import Guard, Guarded
from cardgen.review.server.payloads import GameName
from cardgen.review.server.session import ReviewSession
from cardgen.review.server.streams import in_thread


def make_games_app(sessions: Sequence[ReviewSession], guard: Guard) -> Guarded:
    """Return the server of several games as an ASGI application: at `/NAME/` the game, at `/NAME~LANG/` an edition.

    `/` leads to the first game, in the edition that is nearest to the languages of the request. A session that is not
    started is started by the first request to it.
    """
    shared = Shared(partial(_names, sessions))
    apps = {_address(session): _Starting(session, game_app(session, guard, shared)) for session in sessions}

    async def lead(request: Request) -> Response:
        name = request.path_params.get("name")
        if name is None:
            of_first = [session for session in sessions if session.name == sessions[0].name]
            name = _address(_read_by(request.headers.get("accept-language", ""), of_first))
        if name not in apps:
            raise HTTPException(404)
        return RedirectResponse(request.url.replace(path=f"/{name}/"), status_code=307)

    routes = [Route("/", lead, methods=["GET"])]
    mounts = [Mount(f"/{name}", app) for name, app in apps.items()]
    last = Route("/{name}", lead, methods=["GET"])
    app = Starlette(routes=[*routes, *mounts, last], exception_handlers={HTTPException: handle_http_error})
    app.router.redirect_slashes = False
    return Guarded(app, guard)


class _Starting:
    """The application of one game. The first request to it starts the session."""

    def __init__(self, session: ReviewSession, app: ASGIApp) -> None:
        self.session, self.app = session, app
        self.lock = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self.lock:
            if not self.session.is_started:
                await in_thread(self.session.start)
        await self.app(scope, receive, send)


def _names(sessions: Sequence[ReviewSession]) -> list[GameName]:
    editions = Counter(session.name for session in sessions)
    return [
        {
            "id": session.name,
            "titles": session.titles,
            "address": _address(session),
            "language": session.language if editions[session.name] > 1 else "",
        }
        for session in sessions
    ]


def _address(session: ReviewSession) -> str:
    return f"{session.name}~{session.edition}" if session.edition else session.name


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
