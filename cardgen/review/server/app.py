"""The routes of the review server: the page's files, data, pictures, decisions.

Everything is looked up by name: the page's files are read at the start, the session has the pictures and sheets. No
part of a request becomes part of a path.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from cardgen.base.errors import DataError, Place
from cardgen.base.words.messages import message
from cardgen.review.browser.packing import FOLDER
from cardgen.review.server.answers import as_json
from cardgen.review.server.assets import PURPOSES
from cardgen.review.server.attachments import KINDS
from cardgen.review.server.guard import (
    PAGE_POLICY,
    PICTURE_POLICY,
    Guard,
    Guarded,
    Refusal,
    RefusedError,
    refusal_response,
    with_engine,
)
from cardgen.review.server.making import Jobs
from cardgen.review.server.making_routes import MakingRoutes, asked, planned
from cardgen.review.server.payloads import GameName, Mode
from cardgen.review.server.people import People
from cardgen.review.server.request_models import RequestError
from cardgen.review.server.responses import (
    NOT_FOUND,
    PDF_POLICY,
    Result,
    book_response,
    encoded_response,
    existing,
    json_body,
    json_response,
    stem,
)
from cardgen.review.server.session import ReviewSession
from cardgen.review.server.shell import page_files, shell
from cardgen.review.server.streams import in_thread
from cardgen.review.server.tables import TableError

Handler = Callable[[Request], Awaitable[Response]]

#: For addresses that contain a key of the content: the content never changes.
_IMMUTABLE = "private, max-age=31536000, immutable"
#: The headers of a compressed answer, and the fewest bytes that are compressed.
_PACKED = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
_LEAST_PACKED = 1_000
#: The largest request to the engine, in bytes.
_MOST_REQUEST = 256_000
#: The longest name of a file that is sent, in characters.
_MOST_NAME = 400
#: The longest play to be drawn, in characters.
_MOST_PLAY = 10_000
#: The most requests to the engine and drawings at once, and the time limit for each, in seconds.
_AT_ONCE = 2
_TIMEOUT = 60.0

_NO_ENGINE = Refusal(404, "no-engine", message("this game has no rules engine"))


class Shared:
    """What all games of a server share: the page's files, and the slots for requests to engines and drawings.

    `games` returns the names of all games, for the page's list of them. `has_home`: the page leads to Home.
    """

    def __init__(self, games: Callable[[], Sequence[GameName]] = tuple, has_home: bool = False) -> None:
        self.games, self.has_home = games, has_home
        self.files = page_files()
        self.packed: dict[str, bytes] = {}
        """The page's files that were compressed, by their digests."""
        self.slots = asyncio.Semaphore(_AT_ONCE)
        self.people = People()
        self._jobs: dict[str, Jobs] = {}

    def jobs_of(self, session: ReviewSession) -> Jobs:
        """Return the builds of the game of a session, which are those of all its editions."""
        jobs = self._jobs.setdefault(session.name, Jobs(session.project, session.name, session.shown_from))
        jobs.streams.append(session.streams)
        session.closing.append(jobs.close)
        return jobs


def make_app(session: ReviewSession, guard: Guard) -> Guarded:
    """Return the server of one game as an ASGI application."""
    return Guarded(game_app(session, guard, Shared()), guard)


def game_app(session: ReviewSession, guard: Guard, shared: Shared) -> ASGIApp:
    """Return the answers about one game as an ASGI application, without the guard."""
    return _Routes(session, guard, shared).app()


class PageRoutes:
    """What the page of a game and Home have in common: their files, and answers that are compressed."""

    def __init__(self, guard: Guard, shared: Shared) -> None:
        self.guard = guard
        self.games, self.files, self.packed = shared.games, shared.files, shared.packed

    async def file(self, request: Request) -> Response:
        name = request.path_params["name"]
        file = existing(self.files.get(name))
        headers = {"ETag": f'"{file.digest}"', "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        if not self._packs(request):
            return Response(file.content, media_type=file.kind, headers=headers)
        if file.digest not in self.packed:
            self.packed[file.digest] = await in_thread(gzip.compress, file.content, 9)
        return Response(self.packed[file.digest], media_type=file.kind, headers={**headers, **_PACKED})

    def _packs(self, request: Request) -> bool:
        """Return True if the answer is compressed: on a network, where sending takes longer."""
        return self.guard.network and _takes_gzip(request)

    async def json(self, request: Request, content: bytes | str) -> Response:
        if not self._packs(request) or len(content) < _LEAST_PACKED:
            return encoded_response(content)
        encoded = content.encode() if isinstance(content, str) else content
        packed = await in_thread(gzip.compress, encoded, 6)
        return Response(packed, media_type="application/json", headers=_PACKED)

    def with_cookie(self, request: Request, response: Response) -> Response:
        """Return the page with the token of its address as a cookie, on a network."""
        if self.guard.network and "token" in request.query_params:
            response.set_cookie(self.guard.cookie, self.guard.token, httponly=True, samesite="strict", path="/")
        return response


class _Routes(PageRoutes):
    """The handlers of the routes, for one session."""

    def __init__(self, session: ReviewSession, guard: Guard, shared: Shared) -> None:
        super().__init__(guard, shared)
        self.session, self.slots, self.has_home = session, shared.slots, shared.has_home
        self.people, self.jobs = shared.people, shared.jobs_of(session)

    def app(self) -> Starlette:
        def get(path: str, handler: Handler) -> Route:
            return Route(path, handler, methods=["GET"])

        def post(path: str, handler: Handler) -> Route:
            return Route(path, handler, methods=["POST"])

        routes = [
            *MakingRoutes(self.session.printing, self.guard, self.jobs, self.limited).routes(),
            get("/", self.shell),
            get("/page/{name:path}", self.file),
            get("/data/changed", self.changed),
            get("/data/files", self.text_files),
            get("/data/cards", self.cards),
            get("/data/{name}", self.data),
            get("/data/compare/{key:path}", self.compare),
            get("/data/table/{deck}", self.table),
            get("/data/canvas/{deck}/{side}", self.canvas),
            get("/data/text/{file:path}", self.text),
            get("/data/text-about/{file:path}", self.text_about),
            get("/data/text-at/{file:path}", self.text_at),
            get("/choices/{kind}/{name:path}", self.choice),
            get("/faces/{name}", self.face),
            get("/thumbnails/{picture}/{dpi:int}.png", self.thumbnail),
            get("/kept/{name}", self.kept),
            get("/attached/{name}", self.attached),
            get("/sheets/{name}", self.sheet),
            get("/sheets/{name}/{page}", self.sheet_page),
            get("/press/{export}/{file}/{page}/{plate}", self.press),
            get("/rules/{lang}.html", self.rulebook),
            get("/events", self.events),
            post("/api/decide", self.decide),
            post("/api/here", self.here),
            post("/api/asset", self.asset),
            post("/api/edit", partial(self.edits, work="edit")),
            post("/api/draft", partial(self.edits, work="draft")),
            post("/api/find", partial(self.edits, work="find")),
            post("/api/sent", partial(self.edits, work="sent")),
            post("/api/undo", partial(self.edits, work="undo")),
            post("/api/redo", partial(self.edits, work="redo")),
            post("/api/engine", self.engine),
            post("/api/tables", self.tables),
            post("/api/draw", self.draw),
        ]
        app = Starlette(routes=routes, exception_handlers=HANDLERS)
        app.router.redirect_slashes = False
        return app

    # ------------------------------------------------------------ the page

    def mode(self, request: Request) -> Mode:
        return "live" if self.session.writable and self.guard.may_decide(request.scope) else "read-only"

    async def shell(self, request: Request) -> Response:
        has_engine = self.session.has_engine
        text = shell(
            self.session.game_data,
            self.mode(request),
            self.files,
            token=self.guard.token,
            has_engine=has_engine,
            games=await in_thread(self.games),
            home="there" if self.has_home else "",
        )
        response = Response(text, media_type="text/html")
        if has_engine:
            response.headers["Content-Security-Policy"] = with_engine(PAGE_POLICY)
        return self.with_cookie(request, response)

    async def file(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name.startswith(f"{FOLDER}/"):
            script = existing(await in_thread(self.session.engine_file, name))
            return Response(script, media_type="text/javascript")
        return await super().file(request)

    # ------------------------------------------------------------ data

    async def data(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name == "catalog":
            is_known = self.guard.is_known(request.scope)
            return await self.json(request, await in_thread(self.session.catalog_json, self.mode(request), is_known))
        payload = existing(await in_thread(self.session.data, name))
        return await self.json(request, await in_thread(as_json, payload))

    async def cards(self, request: Request) -> Response:
        keys = request.query_params.getlist("card")
        return await self.json(request, as_json(await in_thread(self.session.cards, keys)))

    async def table(self, request: Request) -> Response:
        deck = request.path_params["deck"]
        cards = request.query_params.getlist("card")
        return await self.json(request, as_json(existing(await in_thread(self.session.edits.table, deck, cards))))

    async def canvas(self, request: Request) -> Response:
        deck, side = request.path_params["deck"], request.path_params["side"]
        return await self.json(request, as_json(existing(await in_thread(self.session.edits.canvas, deck, side))))

    async def text_files(self, request: Request) -> Response:
        self.guard.require_edits(request.scope)
        return await self.json(request, as_json(await in_thread(self.session.edits.text_files)))

    async def text(self, request: Request) -> Response:
        self.guard.require_edits(request.scope)
        try:
            data = await in_thread(self.session.edits.text, request.path_params["file"])
        except DataError as error:
            raise RefusedError(Refusal(409, "unreadable", error.faults[0].message)) from error
        return await self.json(request, as_json(data))

    async def text_about(self, request: Request) -> Response:
        self.guard.require_edits(request.scope)
        about = await in_thread(self.session.edits.text_about, request.path_params["file"])
        return await self.json(request, await in_thread(as_json, about))

    async def text_at(self, request: Request) -> Response:
        """Return what a place of a file is about: a cell or a box, or null."""
        self.guard.require_edits(request.scope)
        line, column = (_number(request.query_params.get(name, "1")) for name in ("line", "column"))
        place, deck = Place(request.path_params["file"], line, column), request.query_params.get("deck", "")
        return json_response(await in_thread(self.session.edits.target_at, place, deck))

    async def choice(self, request: Request) -> Response:
        """Return the picture of an icon or a file of the game that a cell can name, or a font."""
        kind, name = request.path_params["kind"], request.path_params["name"]
        content, media_type = existing(await in_thread(self.session.choice, kind, name))
        return Response(content, media_type=media_type, headers={"Content-Security-Policy": PICTURE_POLICY})

    async def compare(self, request: Request) -> Response:
        return await self.with_baseline(request, partial(self.session.compare, request.path_params["key"]))

    async def changed(self, request: Request) -> Response:
        return await self.with_baseline(request, self.session.changed_since)

    async def with_baseline(self, request: Request, work: Callable[[str], object | None]) -> Response:
        """Return what `work` returns for the baseline that is named. RefusedError if it cannot be read."""
        try:
            answer = await self.limited(work, request.query_params.get("with", ""))
        except DataError as error:
            raise RefusedError(Refusal(409, "unreadable", "; ".join(map(str, error.faults)))) from error
        return await self.json(request, as_json(existing(answer)))

    async def events(self, request: Request) -> Response:
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        game = request.scope.get("root_path", "").strip("/")
        stream = self.people.listen(self.session.streams, game, self.session.hello)
        return StreamingResponse(stream, media_type="text/event-stream")

    # ------------------------------------------------------------ pictures

    async def face(self, request: Request) -> Response:
        svg = existing(await in_thread(self.session.face, stem(request.path_params["name"], ".svg")))
        if self._packs(request):
            return _picture(await in_thread(gzip.compress, svg, 6), packed=True)
        return _picture(svg)

    async def thumbnail(self, request: Request) -> Response:
        picture, dpi = request.path_params["picture"], request.path_params["dpi"]
        png = existing(await in_thread(self.session.thumbnail, picture, dpi))
        headers = {"Cache-Control": _IMMUTABLE, "Content-Security-Policy": PICTURE_POLICY}
        return Response(png, media_type="image/png", headers=headers)

    async def kept(self, request: Request) -> Response:
        packed = existing(await in_thread(self.session.kept, stem(request.path_params["name"], ".svg")))
        return _picture(packed, packed=True) if _takes_gzip(request) else _picture(gzip.decompress(packed))

    async def attached(self, request: Request) -> Response:
        name = request.path_params["name"]
        picture = existing(await in_thread(self.session.attached, name))
        headers = {"Cache-Control": _IMMUTABLE, "Content-Security-Policy": PICTURE_POLICY}
        return Response(picture, media_type=KINDS[name.rpartition(".")[2]], headers=headers)

    async def sheet(self, request: Request) -> Response:
        name = stem(request.path_params["name"], ".pdf")
        pdf = await planned(self.limited, self.session.printing.pdf, name, asked(request))
        return Response(existing(pdf), media_type="application/pdf", headers=PDF_POLICY)

    async def sheet_page(self, request: Request) -> Response:
        number = _number(stem(request.path_params["page"], ".png"))
        png = await planned(
            self.limited, self.session.printing.page, request.path_params["name"], number, asked(request)
        )
        return Response(existing(png), media_type="image/png")

    async def rulebook(self, request: Request) -> Response:
        return book_response(existing(await self.limited(self.session.rulebook, request.path_params["lang"])))

    async def press(self, request: Request) -> Response:
        """Return a picture of a page for a press, or with `about.json` how much ink there is on it."""
        export, file, page, plate = (request.path_params[name] for name in ("export", "file", "page", "plate"))
        number, limit = _number(page), _number(request.query_params.get("limit", "300"))
        try:
            if plate == "about.json":
                return json_response(
                    existing(await self.limited(self.session.press_page, f"{export}/{file}", number, limit))
                )
            name = stem(plate, ".png")
            png = await self.limited(self.session.press_picture, f"{export}/{file}", number, name, limit)
        except DataError as error:
            raise RefusedError(Refusal(409, "cannot-be-made", error.faults[0].message)) from error
        return Response(existing(png), media_type="image/png")

    # ------------------------------------------------------------ requests of the page

    async def decide(self, request: Request) -> Response:
        if not self.guard.may_decide(request.scope):
            text = message(
                "only the computer that runs `cardgen review` can decide (--allow-remote-decisions changes this)"
            )
            raise RefusedError(Refusal(403, "read-only", text))
        status, answer = await in_thread(self.session.decide, await json_body(request))
        return json_response(answer, status)

    async def here(self, request: Request) -> Response:
        """Note where a page is."""
        if not self.people.move(await json_body(request)):
            raise RefusedError(Refusal(400, "bad-request", message("the place of an open page was expected")))
        return json_response({})

    async def asset(self, request: Request) -> Response:
        """Hold a file that an edit is going to add to the game."""
        self.guard.require_edits(request.scope)
        name, purpose = request.query_params.get("name", ""), request.query_params.get("as", "picture")
        if not 0 < len(name) <= _MOST_NAME or purpose not in PURPOSES:
            text = message("the name of a file and what it is for were expected")
            raise RefusedError(Refusal(400, "bad-request", text))
        content = await request.body()
        return json_response(existing(await self.limited(self.session.edits.receive, purpose, name, content)))

    async def edits(self, request: Request, work: str) -> Response:
        """Make, undo or do again an edit of the game's files, or draw what an edit would make of cards."""
        self.guard.require_edits(request.scope)
        body = await json_body(request)
        return json_response(await in_thread(self.session.edit, work, body))

    async def engine(self, request: Request) -> Response:
        line = await request.body()
        if len(line) > _MOST_REQUEST:
            text = message("request larger than {most} bytes", most=_MOST_REQUEST)
            raise RefusedError(Refusal(413, "too-large", text))
        answer = existing(await self.limited(self.session.answer, line), _NO_ENGINE)
        return Response(answer, media_type="application/json")

    async def tables(self, request: Request) -> Response:
        body = await json_body(request)
        try:
            return json_response(await self.limited(self.session.tables.answer, body))
        except TableError as error:
            raise RefusedError(Refusal(400, error.code, error.text)) from error

    async def draw(self, request: Request) -> Response:
        body = await json_body(request)
        play = body.get("play") if isinstance(body, dict) else None
        rules = body.get("rules", "standard") if isinstance(body, dict) else None
        if not isinstance(play, str) or not isinstance(rules, str) or len(play) > _MOST_PLAY:
            text = message("`play` and `rules` must be texts, `play` of at most {most} characters", most=_MOST_PLAY)
            raise RefusedError(Refusal(400, "bad-request", text))
        try:
            drawn = await self.limited(self.session.draw, play, rules)
        except ValueError as error:
            raise RefusedError(Refusal(400, "bad-play", error.args[0] if error.args else "")) from error
        return Response(
            existing(drawn, _NO_ENGINE),
            media_type="image/svg+xml",
            headers={"Content-Security-Policy": PICTURE_POLICY},
        )

    async def limited(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Return what `work` returns; only a few such calls run at once. TimeoutError if it takes too long.

        Work that takes too long runs on, and keeps its slot until it ends: nobody can start more than a few searches.
        """
        async with asyncio.timeout(_TIMEOUT):
            await self.slots.acquire()
            task = asyncio.ensure_future(in_thread(partial(work, *arguments)))
            task.add_done_callback(self._done)
            return await asyncio.shield(task)

    def _done(self, task: asyncio.Future[Any]) -> None:
        self.slots.release()
        if not task.cancelled():
            task.exception()  # mark it as retrieved: nobody may be waiting for it


# ---------------------------------------------------------------- helpers


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return refusal_response(error.refusal, close=error.refusal.status == 413)


async def _bad_request(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    return refusal_response(Refusal(400, "bad-request", error.text), close=False)


async def handle_http_error(_request: Request, error: Exception) -> Response:
    """Return the answer if no route fits. Starlette reports 404 and 405."""
    assert isinstance(error, HTTPException)
    wrong_method = Refusal(405, "wrong-method", message("method not allowed at this address"))
    response = refusal_response(wrong_method if error.status_code == 405 else NOT_FOUND, close=False)
    response.headers.update(error.headers or {})
    return response


async def _disconnected(_request: Request, _error: Exception) -> Response:
    return Response(status_code=400)  # nobody reads it


async def _timeout(_request: Request, _error: Exception) -> Response:
    text = message("no answer within {seconds} seconds", seconds=f"{_TIMEOUT:g}")
    return refusal_response(Refusal(503, "too-long", text), close=False)


def _number(text: str) -> int:
    """Return a small number. RefusedError if the text is none."""
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise RefusedError(NOT_FOUND)
    return int(text)


def _takes_gzip(request: Request) -> bool:
    offered = [part.split(";") for part in request.headers.get("accept-encoding", "").replace(" ", "").split(",")]
    return any(name == "gzip" and "q=0" not in weight for name, *weight in offered)


def _picture(svg: bytes, packed: bool = False) -> Response:
    headers = {"Cache-Control": _IMMUTABLE, "Content-Security-Policy": PICTURE_POLICY, "Vary": "Accept-Encoding"}
    if packed:
        headers["Content-Encoding"] = "gzip"
    return Response(svg, media_type="image/svg+xml", headers=headers)


HANDLERS: Mapping[Any, Any] = {
    RefusedError: _refused,
    RequestError: _bad_request,
    HTTPException: handle_http_error,
    ClientDisconnect: _disconnected,
    TimeoutError: _timeout,
}
"""The answers to errors of handlers."""
