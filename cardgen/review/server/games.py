"""Several games under review on one server: each at an address of its own, read when it is first opened."""

from __future__ import annotations

import asyncio
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
    """Return the server of several games as an ASGI application. `/` leads to the first one, `/NAME/` to each.

    The session of a game is started by the first request to it.
    """
    shared = Shared(partial(_names, sessions))
    apps = {session.name: _Starting(session, game_app(session, guard, shared)) for session in sessions}

    async def lead(request: Request) -> Response:
        name = request.path_params.get("name", sessions[0].name)
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
        self.lock, self.is_started = asyncio.Lock(), False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self.lock:
            if not self.is_started:
                await in_thread(self.session.start)
                self.is_started = True
        await self.app(scope, receive, send)


def _names(sessions: Sequence[ReviewSession]) -> list[GameName]:
    return [{"id": session.name, "titles": session.titles} for session in sessions]
