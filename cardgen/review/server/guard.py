"""Access rules of the review server, and the headers of every answer.

The server shows a designer's unpublished work and writes decisions to disk, and any page in any tab can send requests
to this machine. So every request must name the server as we printed it (a rebound name of somebody else's does not),
come from our own page or from nobody's, and carry the run's token where it writes or listens. Nothing is shared with
other origins.
"""

from __future__ import annotations

import hmac
import ipaddress
import json
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field, replace
from http.cookies import CookieError, SimpleCookie
from typing import Any, TypeAlias
from urllib.parse import parse_qs

from cardgen.review.server.payloads import error_data
from cardgen.words.messages import message

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Asgi: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

#: What the page may load and do. No script or style but the files of the server.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
#: The same for a site of plain files, which asks for nothing while it runs. Opened from a disk it is nobody's own in
#: some browsers, and 'self' allows nothing there; `file:` allows nothing on a host. Frames are the host's to forbid.
SITE_POLICY = (
    "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file: data: blob:; "
    "font-src 'self' file:; base-uri 'none'; form-action 'none'"
)
#: A picture opened by itself: it draws, and that is all.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

#: Bytes of a request's body: ten thousand decisions at once fit, and nothing much larger.
MOST_BODY = 8_000_000

TOKEN_HEADER = "x-cardgen-token"

_HEADERS = {
    "content-security-policy": PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


_FOREIGN = message("requests from other pages are refused")
_OLD_TOKEN = "no-token", message("the token is missing or from an earlier run (reload the page)")
_TOO_LARGE = "too-large", message("request larger than {most} bytes", most=MOST_BODY)


def new_token() -> str:
    """Return a token that nobody can guess, for one run of the server."""
    return secrets.token_urlsafe(24)


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why a request is refused: an HTTP status, a stable code and a sentence."""

    status: int
    code: str
    text: str


class RefusedError(Exception):
    """Raised while a request is answered: the answer is the `refusal`. `close` closes the connection after it."""

    def __init__(self, status: int, code: str, text: str, close: bool = False) -> None:
        super().__init__(text)
        self.refusal, self.close = Refusal(status, code, text), close


@dataclass(frozen=True, slots=True)
class Guard:
    """The requests that one run of the server accepts.

    `names` are the hosts (without a port) that requests may name. On a `network`, every request needs the token, and
    only this machine may decide unless `remote_decisions`.
    """

    port: int
    names: frozenset[str] = frozenset({"127.0.0.1", "localhost", "[::1]"})
    network: bool = False
    remote_decisions: bool = False
    token: str = field(default_factory=new_token, repr=False)

    @property
    def cookie(self) -> str:
        """The name of the cookie with the token. Cookies know no ports, and two games may be open."""
        return f"cardgen-{self.port}"

    @property
    def link_query(self) -> str:
        """The end of the page's address: the token, if reading needs it."""
        return f"?token={self.token}" if self.network else ""

    def also_called(self, *names: str) -> Guard:
        """Return the same guard with more names for the server."""
        written = {_written(name.lower().strip("[]")) for name in names}
        return replace(self, names=self.names | written)

    def refusal(self, scope: Scope) -> Refusal | None:
        """Return why the request is refused; None if it is accepted."""
        headers = _Headers(scope)
        host = headers.one("host").lower()
        if not self._is_addressed(host, scope):
            return Refusal(
                403, "foreign-host", message("unknown host name (open the address that `cardgen review` printed)")
            )
        read = scope["method"] in ("GET", "HEAD")
        fetch = (headers.one("sec-fetch-mode"), headers.one("sec-fetch-dest"))
        opens_page = read and fetch == ("navigate", "document")
        if headers.one("sec-fetch-site") in ("cross-site", "same-site") and not opens_page:
            return Refusal(403, "foreign-page", _FOREIGN)
        if headers.has("origin") and headers.one("origin").lower() != f"http://{host}":
            return Refusal(403, "foreign-origin", _FOREIGN)
        query = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[-1]
        given = (query, headers.cookie(self.cookie), headers.one(TOKEN_HEADER))
        if self.network and not any(map(self.is_token, given)):
            return Refusal(403, "no-token", message("no token (open the link that `cardgen review` printed)"))
        if not read and not self.is_token(headers.one(TOKEN_HEADER)):
            return Refusal(403, *_OLD_TOKEN)
        if scope["path"] == "/events" and not self.is_token(query):
            return Refusal(403, *_OLD_TOKEN)
        if int_or(headers.one("content-length"), 0) > MOST_BODY:
            return Refusal(413, *_TOO_LARGE)
        return None

    def is_token(self, given: str) -> bool:
        """Return True if `given` is this run's token. A near miss takes as long as any other."""
        return hmac.compare_digest(given.encode(), self.token.encode())

    def may_decide(self, scope: Scope) -> bool:
        """Return True if the client may write decisions."""
        return not self.network or self.remote_decisions or _is_this_machine(scope)

    def _is_addressed(self, host: str, scope: Scope) -> bool:
        name, _, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
        if not name:
            name, port = host, ""
        if port != str(self.port) and not (self.port == 80 and not port):
            return False
        # Bound to all addresses: the very address that the connection came in on is as good as a name of ours, since
        # it is a number and cannot be rebound.
        return name in self.names or (self.network and name == _written(_address(scope, "server")))


class _Headers:
    """The headers of a request. One that is repeated counts as missing."""

    def __init__(self, scope: Scope) -> None:
        self.values: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            self.values.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))

    def has(self, name: str) -> bool:
        return name in self.values

    def one(self, name: str) -> str:
        """Return the value of a header; "" if it is missing or repeated."""
        values = self.values.get(name, [])
        return values[0] if len(values) == 1 else ""

    def cookie(self, name: str) -> str:
        try:
            cookie = SimpleCookie(self.one("cookie")).get(name)
        except CookieError:
            return ""
        return cookie.value if cookie else ""


def int_or(text: str, otherwise: int) -> int:
    """Return the number that `text` writes in digits, otherwise `otherwise`."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else otherwise


def _address(scope: Scope, end: str) -> str:
    """Return the address of one end of the connection, "client" or "server". IPv4 inside IPv6 is returned as IPv4."""
    try:
        address = ipaddress.ip_address((scope.get(end) or ("",))[0].split("%")[0])
    except ValueError:
        return ""
    return str(getattr(address, "ipv4_mapped", None) or address)


def _written(address: str) -> str:
    """Return an address as a browser writes it before the port."""
    return f"[{address}]" if ":" in address else address


def _is_this_machine(scope: Scope) -> bool:
    """Return True if the request comes from the machine that the server runs on."""
    client = _address(scope, "client")
    return bool(client) and (ipaddress.ip_address(client).is_loopback or client == _address(scope, "server"))


class Guarded:
    """An ASGI application behind a guard: refused requests never reach it, and every answer has the headers."""

    def __init__(self, app: Asgi, guard: Guard) -> None:
        self.app, self.guard = app, guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        if scope["type"] != "http":
            return None
        left = MOST_BODY

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message.get("headers", ())}
                more = [(name.encode(), text.encode()) for name, text in _HEADERS.items() if name.encode() not in given]
                message = {**message, "headers": [*message.get("headers", ()), *more]}
            await send(message)

        async def receive_limited() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise RefusedError(413, *_TOO_LARGE, close=True)
            return message

        refusal = self.guard.refusal(scope)
        if refusal is None:
            return await self.app(scope, receive_limited, send_guarded)
        body = json.dumps(error_data(refusal.code, refusal.text)).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        await send_guarded({"type": "http.response.start", "status": refusal.status, "headers": headers})
        return await send_guarded({"type": "http.response.body", "body": body})
