"""What the answers of the review server have in common: JSON, files to be saved, and what is not there."""

from __future__ import annotations

import json
from typing import TypeVar
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from cardgen.base.words.messages import message
from cardgen.review.server.answers import as_json
from cardgen.review.server.guard import BOOK_POLICY, PICTURE_POLICY, Refusal, RefusedError

Result = TypeVar("Result")

NOT_FOUND = Refusal(404, "not-found", message("there is nothing at this address"))

#: With the policy of the page, the PDF viewers of browsers show nothing.
PDF_POLICY = {"Content-Security-Policy": "frame-ancestors 'none'"}


def json_response(payload: object, status: int = 200) -> Response:
    return encoded_response(as_json(payload), status)


def encoded_response(content: bytes | str, status: int = 200) -> Response:
    return Response(content, status, media_type="application/json")


def existing(result: Result | None, refusal: Refusal = NOT_FOUND) -> Result:
    """Return the result. RefusedError if there is none."""
    if result is None:
        raise RefusedError(refusal)
    return result


def download(content: bytes, name: str, media_type: str) -> Response:
    """Return an answer that browsers save under a name, and never show."""
    headers = {
        "Content-Security-Policy": PICTURE_POLICY,
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}",
    }
    return Response(content, media_type=media_type, headers=headers)


def book_response(html: str) -> Response:
    """Return a rulebook for a frame of the page."""
    return Response(html, media_type="text/html", headers={"Content-Security-Policy": BOOK_POLICY})


async def json_body(request: Request) -> object:
    """Return the body as JSON. RefusedError if it is not JSON."""
    try:
        return json.loads(await request.body())
    except (ValueError, RecursionError) as error:
        raise RefusedError(Refusal(400, "bad-json", message("not JSON: {reason}", reason=str(error)))) from None


def stem(name: str, ending: str) -> str:
    """Return `name` without its ending. RefusedError if it has another one."""
    if not name.endswith(ending):
        raise RefusedError(NOT_FOUND)
    return name.removesuffix(ending)
