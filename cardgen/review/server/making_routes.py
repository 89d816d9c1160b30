"""The routes of the review server for printing: options of builds, jobs, files that were made, exports, printers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardgen.base.errors import DataError
from cardgen.base.words.messages import message
from cardgen.review.server.guard import Guard, Refusal, RefusedError
from cardgen.review.server.making import Jobs
from cardgen.review.server.making_payloads import JobAnswer
from cardgen.review.server.printing import Printing
from cardgen.review.server.requests import MakeRequest, asked_in, read_request
from cardgen.review.server.responses import PDF_POLICY, download, existing, json_body, json_response
from cardgen.review.server.streams import in_thread

Limited: TypeAlias = Callable[..., Awaitable[Any]]
"""Runs a function with its arguments in a thread, a few at once."""


async def planned(limited: Limited, work: Callable[..., Any], *arguments: Any) -> Any:
    """Return what `work` returns of the files of a build. RefusedError if they cannot be made."""
    try:
        return await limited(work, *arguments)
    except DataError as error:
        raise RefusedError(Refusal(409, "cannot-be-made", error.faults[0].message)) from error


def asked(request: Request) -> MakeRequest:
    """Return the options of a build that an address has. RequestError if they are none."""
    return read_request(asked_in(request.query_params.multi_items()))


class MakingRoutes:
    """The handlers of these routes, for one game."""

    def __init__(self, printing: Printing, guard: Guard, jobs: Jobs, limited: Limited) -> None:
        self.printing, self.guard, self.jobs, self.limited = printing, guard, jobs, limited

    def routes(self) -> list[Route]:
        return [
            Route("/data/print", self.data, methods=["GET"]),
            Route("/data/job", self.job, methods=["GET"]),
            Route("/data/printers", self.printers, methods=["GET"]),
            Route("/data/export/{name}", self.export, methods=["GET"]),
            Route("/made/{path:path}", self.made, methods=["GET"]),
            Route("/made.zip", self.made_archive, methods=["GET"]),
            Route("/api/make", self.make, methods=["POST"]),
            Route("/api/stop", self.stop, methods=["POST"]),
            Route("/api/record", self.record, methods=["POST"]),
            Route("/api/printers", self.change_printers, methods=["POST"]),
        ]

    async def data(self, request: Request) -> Response:
        return json_response(existing(await planned(self.limited, self.printing.data, asked(request))))

    async def export(self, request: Request) -> Response:
        return json_response(existing(await planned(self.limited, self.printing.export, request.path_params["name"])))

    async def job(self, request: Request) -> Response:
        return json_response(self.job_answer(request))

    def job_answer(self, request: Request) -> JobAnswer:
        return {"job": self.jobs.job, "may": self.guard.may_edit(request.scope)}

    async def make(self, request: Request) -> Response:
        """Begin a build or an export."""
        self.guard.require_edits(request.scope)
        if not await in_thread(self.jobs.start, read_request(await json_body(request))):
            raise RefusedError(Refusal(409, "busy", message("another build of this game is running")))
        return json_response(self.job_answer(request))

    async def stop(self, request: Request) -> Response:
        self.guard.require_edits(request.scope)
        await in_thread(self.jobs.stop)
        return json_response(self.job_answer(request))

    async def record(self, request: Request) -> Response:
        """Record a print run of the cards as they are."""
        self.guard.require_edits(request.scope)
        try:
            await self.limited(self.printing.record, await json_body(request))
        except DataError as error:
            raise RefusedError(Refusal(409, "not-saved", error.faults[0].message)) from error
        return json_response({})

    async def made(self, request: Request) -> Response:
        """Return a file that a build has made: a PDF to be opened, anything else to be saved."""
        path = request.path_params["path"]
        content = existing(await in_thread(self.printing.made, path))
        if path.endswith(".pdf"):
            return Response(content, media_type="application/pdf", headers=PDF_POLICY)
        return download(content, path.rpartition("/")[2], "application/octet-stream")

    async def made_archive(self, request: Request) -> Response:
        export = request.query_params.get("export", "")
        archive = existing(await in_thread(self.printing.made_archive, export))
        return download(archive, f"{self.printing.name}-{export}.zip", "application/zip")

    async def printers(self, request: Request) -> Response:
        return json_response(await in_thread(self.printing.printers, self.guard.is_known(request.scope)))

    async def change_printers(self, request: Request) -> Response:
        """Save, measure, use or delete one of the printers, which belong to the person who runs the server."""
        if not self.guard.is_known(request.scope):
            text = message("only the computer that runs `cardgen review` can change its printers")
            raise RefusedError(Refusal(403, "read-only", text))
        try:
            await in_thread(self.printing.change_printers, await json_body(request))
        except DataError as error:
            raise RefusedError(Refusal(409, "not-saved", error.faults[0].message)) from error
        except OSError as error:
            raise RefusedError(Refusal(500, "not-saved", f"{error.filename}: {error.strerror or error}")) from error
        return await self.printers(request)
