"""The routes of the review page: what its files, data, pictures and decisions are called on the server.

Only what is known is served: the page's files are a table that is read at the start, pictures and sheets are looked up
by names that the workshop knows. No part of a request ever becomes a part of a path.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from cardgen.review.server.guard import PICTURE_POLICY, Guard, Guarded
from cardgen.review.server.shell import page_files, shell
from cardgen.review.server.streams import in_thread
from cardgen.review.server.workshop import Workshop

Made = TypeVar("Made")
Handler = Callable[[Request], Awaitable[Response]]

#: What a content hash names never changes.
_FOR_EVER = "private, max-age=31536000, immutable"
#: Bytes of one request to the engine, and of a play to be drawn.
_MOST_REQUEST = 256_000
#: How many engine requests and drawings go on at once, and how many seconds one may keep its caller waiting.
_AT_ONCE = 2
_LONGEST = 60.0


def make_app(workshop: Workshop, guard: Guard) -> Guarded:
    """The server as an ASGI application."""
    return Guarded(_Routes(workshop, guard).app(), guard)


class _Routes:
    def __init__(self, workshop: Workshop, guard: Guard) -> None:
        self.workshop, self.guard = workshop, guard
        self.files = page_files()
        self.slots = asyncio.Semaphore(_AT_ONCE)

    def app(self) -> Starlette:
        def get(path: str, handler: Handler) -> Route:
            return Route(path, handler, methods=["GET"])

        def post(path: str, handler: Handler) -> Route:
            return Route(path, handler, methods=["POST"])

        routes = [
            get("/", self.shell),
            get("/page/{name:path}", self.file),
            get("/data/{name}", self.data),
            get("/data/card/{deck}/{card}", self.card),
            get("/faces/{name}", self.face),
            get("/kept/{name}", self.kept),
            get("/sheets/{name}", self.sheet),
            get("/sheets/{name}/{page}", self.sheet_page),
            get("/events", self.events),
            post("/api/decide", self.decide),
            post("/api/engine", self.engine),
            post("/api/draw", self.draw),
        ]
        told = {HTTPException: _told, ClientDisconnect: _gone, TimeoutError: _too_long}
        app = Starlette(routes=routes, exception_handlers=told)
        app.router.redirect_slashes = False
        return app

    # ------------------------------------------------------------ the page

    def mode(self, request: Request) -> str:
        return "live" if self.workshop.writable and self.guard.may_decide(request.scope) else "read-only"

    async def shell(self, request: Request) -> Response:
        text = shell(self.workshop.game_data, self.mode(request), self.files, token=self.guard.token)
        response = Response(text, media_type="text/html")
        if self.guard.network and "token" in request.query_params:
            response.set_cookie(self.guard.cookie, self.guard.token, httponly=True, samesite="strict", path="/")
        return response

    async def file(self, request: Request) -> Response:
        file = _found(self.files.get(request.path_params["name"]))
        headers = {"ETag": f'"{file.digest}"', "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        return Response(file.content, media_type=file.kind, headers=headers)

    # ------------------------------------------------------------ what is known

    async def data(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name == "catalog":
            value = await in_thread(self.workshop.catalog_json, self.mode(request))
        elif name in self.workshop.DATA:
            value = await in_thread(self.workshop.data, name)
        else:
            raise HTTPException(404)
        return await in_thread(_json, value)

    async def card(self, request: Request) -> Response:
        key = f"{request.path_params['deck']}/{request.path_params['card']}"
        answer = _json(_found(await in_thread(self.workshop.card, key)))
        # Whoever looks at a card may decide on it next.
        answer.background = BackgroundTask(in_thread, self.workshop.prepare, key)
        return answer

    async def events(self, request: Request) -> Response:
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        stream = self.workshop.streams.listen(self.workshop.hello)
        return StreamingResponse(stream, media_type="text/event-stream")

    # ------------------------------------------------------------ pictures

    async def face(self, request: Request) -> Response:
        svg = _found(await in_thread(self.workshop.face, _stem(request.path_params["name"], ".svg")))
        if self.guard.network and _takes_gzip(request):
            return _picture(await in_thread(gzip.compress, svg, 6), packed=True)
        return _picture(svg)

    async def kept(self, request: Request) -> Response:
        packed = _found(await in_thread(self.workshop.kept, _stem(request.path_params["name"], ".svg")))
        return _picture(packed, packed=True) if _takes_gzip(request) else _picture(gzip.decompress(packed))

    async def sheet(self, request: Request) -> Response:
        pdf = await self.limited(self.workshop.sheet_pdf, _stem(request.path_params["name"], ".pdf"))
        # The policy of the page would keep a browser's own viewer from showing it.
        headers = {"Content-Security-Policy": "frame-ancestors 'none'"}
        return Response(_found(pdf), media_type="application/pdf", headers=headers)

    async def sheet_page(self, request: Request) -> Response:
        number = _stem(request.path_params["page"], ".png")
        if not (number.isascii() and number.isdigit() and len(number) < 6):
            raise HTTPException(404)
        png = await self.limited(self.workshop.sheet_page, request.path_params["name"], int(number))
        return Response(_found(png), media_type="image/png")

    # ------------------------------------------------------------ what the page does

    async def decide(self, request: Request) -> Response:
        if not self.guard.may_decide(request.scope):
            return _refused(403, "read-only", "this page is read-only from other machines")
        status, answer = await in_thread(self.workshop.decide, await _json_body(request))
        return _json(answer, status)

    async def engine(self, request: Request) -> Response:
        line = await request.body()
        if len(line) > _MOST_REQUEST:
            return _refused(413, "too-large", f"a request has {_MOST_REQUEST} bytes at most")
        answer = _found(await self.limited(self.workshop.answer, line), "no-engine", "this game has no rules engine")
        return Response(answer, media_type="application/json")

    async def draw(self, request: Request) -> Response:
        wanted = await _json_body(request)
        play = wanted.get("play") if isinstance(wanted, dict) else None
        rules = wanted.get("rules", "standard") if isinstance(wanted, dict) else None
        if not isinstance(play, str) or not isinstance(rules, str) or len(play) > 10_000:
            return _refused(400, "bad-request", "play and rules are texts")
        try:
            drawn = await self.limited(self.workshop.draw, play, rules)
        except ValueError as error:
            return _refused(400, "bad-play", str(error))
        return Response(
            _found(drawn, "no-engine", "this game has no rules engine"),
            media_type="image/svg+xml",
            headers={"Content-Security-Policy": PICTURE_POLICY},
        )

    async def limited(self, work: Callable[..., Made], *arguments: Any) -> Made:
        """What `work` returns, a few such works at a time. A caller is told when it takes too long."""
        async with asyncio.timeout(_LONGEST):
            await self.slots.acquire()
            task = asyncio.ensure_future(in_thread(partial(work, *arguments)))
            task.add_done_callback(self._done)
            return await asyncio.shield(task)

    def _done(self, task: asyncio.Future[Any]) -> None:
        self.slots.release()
        if not task.cancelled():
            task.exception()  # somebody has waited for it, or nobody does any more


# ---------------------------------------------------------------- helpers


def _json(value: Any, status: int = 200) -> Response:
    """A value as JSON; bytes are JSON already."""
    content = value if isinstance(value, bytes) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Response(content, status, media_type="application/json")


def _refused(status: int, code: str, message: str) -> Response:
    return _json({"error": {"code": code, "message": message}}, status)


async def _told(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code, _, message = error.detail.partition(": ")
    if error.status_code == 405:
        code, message = "wrong-method", "this is not how it is asked for"
    elif not message:
        code, message = "not-found", "there is nothing of that name"
    response = _refused(error.status_code, code, message)
    response.headers.update(error.headers or {})
    return response


async def _gone(_request: Request, _error: Exception) -> Response:
    return Response(status_code=400)  # to nobody


async def _too_long(_request: Request, _error: Exception) -> Response:
    return _refused(503, "too-long", f"no answer within {_LONGEST:g} seconds")


def _found(value: Made | None, code: str = "not-found", message: str = "there is nothing of that name") -> Made:
    if value is None:
        raise HTTPException(404, f"{code}: {message}")
    return value


def _stem(name: str, ending: str) -> str:
    """`name` without its ending; a 404 when it has another."""
    if not name.endswith(ending):
        raise HTTPException(404)
    return name.removesuffix(ending)


def _takes_gzip(request: Request) -> bool:
    offered = [part.split(";") for part in request.headers.get("accept-encoding", "").replace(" ", "").split(",")]
    return any(name == "gzip" and "q=0" not in weight for name, *weight in offered)


def _picture(svg: bytes, packed: bool = False) -> Response:
    headers = {"Cache-Control": _FOR_EVER, "Content-Security-Policy": PICTURE_POLICY, "Vary": "Accept-Encoding"}
    if packed:
        headers["Content-Encoding"] = "gzip"
    return Response(svg, media_type="image/svg+xml", headers=headers)


async def _json_body(request: Request) -> Any:
    """The body as JSON; a 400 when it is none."""
    try:
        return json.loads(await request.body())
    except (ValueError, RecursionError) as error:
        raise HTTPException(400, f"bad-json: {error}") from None
