"""The routes of Home, where games are chosen and begun: the same page as that of a game, without a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from cardgen.base.words.catalogues import languages
from cardgen.base.words.messages import message
from cardgen.review.server.answers import as_json
from cardgen.review.server.app import HANDLERS, PageRoutes, Shared
from cardgen.review.server.beginning import Beginning
from cardgen.review.server.guard import PICTURE_POLICY, Guard, Refusal, RefusedError
from cardgen.review.server.page_words import page_words, words_file
from cardgen.review.server.payloads import Mode
from cardgen.review.server.responses import existing, json_body
from cardgen.review.server.shell import shell
from cardgen.review.server.streams import in_thread

#: The address of Home: no game can have this name.
HOME = "~"


def home_app(beginning: Beginning, guard: Guard, shared: Shared) -> ASGIApp:
    """Return Home as an ASGI application, without the guard."""
    return _HomeRoutes(beginning, guard, shared).app()


class _HomeRoutes(PageRoutes):
    """The handlers of the routes of Home."""

    def __init__(self, beginning: Beginning, guard: Guard, shared: Shared) -> None:
        super().__init__(guard, shared)
        self.beginning = beginning

    def app(self) -> Starlette:
        routes = [
            Route("/", self.shell, methods=["GET"]),
            Route("/page/{name:path}", self.file, methods=["GET"]),
            Route("/data/game/{name}", self.game, methods=["GET"]),
            Route("/data/progress/{address}", self.progress, methods=["GET"]),
            Route("/data/starter/{name}/{language}", self.starter, methods=["GET"]),
            Route("/data/{name}", self.data, methods=["GET"]),
            Route("/pictures/{key}", self.picture, methods=["GET"]),
            Route("/api/begin", self.begin, methods=["POST"]),
            Route("/api/sent", self.sent, methods=["POST"]),
        ]
        app = Starlette(routes=routes, exception_handlers=HANDLERS)
        app.router.redirect_slashes = False
        return app

    def mode(self, request: Request) -> Mode:
        return "live" if self.guard.may_edit(request.scope) else "read-only"

    async def shell(self, request: Request) -> Response:
        game = self.beginning.catalog("live", False)["game"]
        games = await in_thread(self.games)
        text = shell(game, self.mode(request), self.files, token=self.guard.token, games=games, home="here")
        return self.with_cookie(request, Response(text, media_type="text/html"))

    async def data(self, request: Request) -> Response:
        name = request.path_params["name"]
        is_known = self.guard.is_known(request.scope)
        answers: dict[str, Callable[[], object]] = {
            "catalog": lambda: self.beginning.catalog(self.mode(request), is_known),
            "review": lambda: {"statuses": {}, "events": [], "fault": None},
            "home": lambda: self.beginning.home(is_known),
            **{words_file(language): partial(page_words, language) for language in languages()},
        }
        return await self.json(request, as_json(await in_thread(existing(answers.get(name)))))

    async def game(self, request: Request) -> Response:
        tile = existing(
            await in_thread(self.beginning.game, request.path_params["name"], request.query_params.get("edition", ""))
        )
        return await self.json(request, as_json(tile))

    async def progress(self, request: Request) -> Response:
        far = existing(await in_thread(self.beginning.progress, request.path_params["address"]))
        return await self.json(request, as_json(far))

    async def starter(self, request: Request) -> Response:
        name, language = request.path_params["name"], request.path_params["language"]
        known = language if language in languages() else "en"
        tile = existing(await in_thread(self.beginning.starter, name, known))
        return await self.json(request, as_json(tile))

    async def picture(self, request: Request) -> Response:
        png = existing(self.beginning.picture(request.path_params["key"].removesuffix(".png")))
        return Response(png, media_type="image/png", headers={"Content-Security-Policy": PICTURE_POLICY})

    async def sent(self, request: Request) -> Response:
        """Return what a sent table would become."""
        return await self.answer(request, lambda body: self.beginning.draft(body))

    async def begin(self, request: Request) -> Response:
        return await self.answer(request, self.beginning.begin)

    async def answer(self, request: Request, work: Callable[[object], object]) -> Response:
        if not self.guard.may_edit(request.scope):
            text = message("only the computer that runs `cardgen studio` can begin games (--allow-edits changes this)")
            raise RefusedError(Refusal(403, "read-only", text))
        body = await json_body(request)
        return await self.json(request, as_json(await in_thread(work, body)))
