"""Access rules of the review server, and the headers of every answer.

The server shows unpublished work and writes decisions to disk, and any page in any tab can send requests to this
machine. So every request must name the server as it was printed (DNS rebinding uses another name), must not come from
another page, and must carry the token of this run if it writes or listens. Nothing is shared with other origins.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cardgen.base.errors import Text
from cardgen.base.records import dataclass, field, replace
from cardgen.base.words.messages import message
from cardgen.data.reading import MOST_BYTES
from cardgen.review.server.answers import as_json, error_data

#: What the page may load and do. No script or style but the files of the server.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "frame-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
#: The same for a site of plain files, which sends no requests. For a page opened from a disk, some browsers match
#: nothing with 'self', so `file:` is added; it matches nothing on a host. Only the host can forbid frames.
SITE_POLICY = (
    "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file: data: blob:; "
    "frame-src 'self' file:; base-uri 'none'; form-action 'none'"
)
#: What a page with a rules engine needs, too: Python as WebAssembly, in a worker that has no address.
_ENGINE_SOURCES = "blob: 'wasm-unsafe-eval'"
#: For a picture that is opened by itself: no scripts, no requests.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
#: For a rulebook, which the page shows in a frame: no scripts, and pictures and fonts only from itself.
BOOK_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)


def with_engine(policy: str) -> str:
    """Return the policy of a page whose rules engine runs in it."""
    return policy.replace("script-src 'self'", f"script-src 'self' {_ENGINE_SOURCES}") + "; worker-src blob:"


#: The largest body of a request, in bytes: enough for ten thousand decisions.
MOST_BODY = 8_000_000
#: The largest file that is sent to be added to a game, in bytes: as large as a game may have one.
MOST_FILE = MOST_BYTES

TOKEN_HEADER = "x-cardgen-token"

_HEADERS = {
    "content-security-policy": PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


#: The headers that a browser sends when a link is opened.
_NAVIGATION = {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why a request is refused: an HTTP status, a stable code and a message."""

    status: int
    code: str
    text: Text


def most_body(path: str) -> int:
    """Return the most bytes that a request to a path may have."""
    return MOST_FILE if path.endswith("/api/asset") else MOST_BODY


def _too_large(most: int) -> Refusal:
    return Refusal(413, "too-large", message("request larger than {most} bytes", most=most))


class RefusedError(Exception):
    """A request that is refused while it is answered."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


def new_token() -> str:
    """Return a token that nobody can guess, for one run of the server."""
    return secrets.token_urlsafe(24)


@dataclass(frozen=True, slots=True)
class Guard:
    """The requests that one run of the server accepts.

    `names` are the hosts (without a port) that requests may name. On a `network`, every request needs the token, and
    only this machine may decide unless `remote_decisions`, and edit files unless `remote_edits`.
    """

    port: int
    names: frozenset[str] = frozenset({"127.0.0.1", "localhost", "[::1]"})
    network: bool = False
    remote_decisions: bool = False
    remote_edits: bool = False
    token: str = field(default_factory=new_token, repr=False)

    @property
    def cookie(self) -> str:
        """The name of the cookie with the token. It has the port, because cookies are shared by all ports."""
        return f"cardgen-{self.port}"

    @property
    def link_query(self) -> str:
        """The end of the page's address: the token, if reading needs it."""
        return f"?token={self.token}" if self.network else ""

    def also_called(self, *names: str) -> Guard:
        """Return the same guard with more names for the server."""
        more = {_bracketed(name.lower().strip("[]")) for name in names}
        return replace(self, names=self.names | more)

    def refusal(self, scope: Scope) -> Refusal | None:
        """Return why the request is refused; None if it is accepted."""
        request = Request(scope)
        host = _header(request, "host").lower()
        if not self._is_own_host(host, scope):
            text = message("unknown host name (open the address that `cardgen review` printed)")
            return Refusal(403, "foreign-host", text)
        reads = request.method in ("GET", "HEAD")
        return (
            _foreign_refusal(request, host, reads)
            or self._token_refusal(request, reads)
            or _length_refusal(_header(request, "content-length"), most_body(request.scope["path"]))
        )

    def _token_refusal(self, request: Request, reads: bool) -> Refusal | None:
        """Return the refusal of a request that lacks the token it needs."""
        in_header = _header(request, TOKEN_HEADER)
        in_query = request.query_params.get("token", "")
        in_cookie = request.cookies.get(self.cookie, "")
        if self.network and not any(map(self.is_token, (in_query, in_cookie, in_header))):
            return Refusal(403, "no-token", message("no token (open the link that `cardgen review` printed)"))
        if (not reads and not self.is_token(in_header)) or (
            request.scope["path"].endswith("/events") and not self.is_token(in_query)
        ):
            text = message("the token is missing or from an earlier run (reload the page)")
            return Refusal(403, "no-token", text)
        return None

    def is_token(self, text: str) -> bool:
        """Return True if `text` is this run's token. The time that it takes does not depend on how much is right."""
        return hmac.compare_digest(text.encode(), self.token.encode())

    def may_decide(self, scope: Scope) -> bool:
        """Return True if the client may write decisions."""
        return not self.network or self.remote_decisions or _is_this_machine(scope)

    def may_edit(self, scope: Scope) -> bool:
        """Return True if the client may edit the game's files."""
        return not self.network or self.remote_edits or _is_this_machine(scope)

    def require_edits(self, scope: Scope) -> None:
        """RefusedError if the client may not edit the game's files, or make files of it."""
        if not self.may_edit(scope):
            text = message("only the computer that runs `cardgen review` can edit (--allow-edits changes this)")
            raise RefusedError(Refusal(403, "read-only", text))

    def is_known(self, scope: Scope) -> bool:
        """Return True if the client is the person who started the server: without a network, or on this machine."""
        return not self.network or _is_this_machine(scope)

    def _is_own_host(self, host: str, scope: Scope) -> bool:
        """Return True if a Host header names this server."""
        name, _, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
        if not name:
            name, port = host, ""
        if port != str(self.port) and not (self.port == 80 and not port):
            return False
        # If the server listens on all addresses, the one that the connection was made to is as good as a name of ours:
        # it is a number and cannot be rebound.
        return name in self.names or (self.network and name == _bracketed(_address(scope, "server")))


def _header(request: Request, name: str) -> str:
    """Return the value of a header; "" if it is missing or repeated."""
    values = request.headers.getlist(name)
    return values[0] if len(values) == 1 else ""


def _foreign_refusal(request: Request, host: str, reads: bool) -> Refusal | None:
    """Return the refusal of a request that another page has sent. Other pages may link to ours."""
    text = message("requests from other pages are refused")
    opens_page = reads and all(_header(request, name) == value for name, value in _NAVIGATION.items())
    if _header(request, "sec-fetch-site") in ("cross-site", "same-site") and not opens_page:
        return Refusal(403, "foreign-page", text)
    if "origin" in request.headers and _header(request, "origin").lower() != f"http://{host}":
        return Refusal(403, "foreign-origin", text)
    return None


def _length_refusal(declared: str, most: int) -> Refusal | None:
    """Return the refusal of a body whose declared length is too large."""
    is_number = declared.isascii() and declared.isdigit() and len(declared) < 20
    return _too_large(most) if is_number and int(declared) > most else None


def _address(scope: Scope, end: str) -> str:
    """Return the address of one end of the connection, "client" or "server". IPv4 inside IPv6 is returned as IPv4."""
    try:
        address = ipaddress.ip_address((scope.get(end) or ("",))[0].split("%")[0])
    except ValueError:
        return ""
    return str(getattr(address, "ipv4_mapped", None) or address)


def _bracketed(address: str) -> str:
    """Return an address as a browser writes it before the port: IPv6 in brackets."""
    return f"[{address}]" if ":" in address else address


def _is_this_machine(scope: Scope) -> bool:
    """Return True if the request comes from the machine that the server runs on."""
    client = _address(scope, "client")
    return bool(client) and (ipaddress.ip_address(client).is_loopback or client == _address(scope, "server"))


class Guarded:
    """An ASGI application behind a guard: refused requests never reach it, and every answer has the headers.

    It is no middleware of Starlette: the answers of Starlette's own error handling would lack the headers.
    """

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self.app, self.guard = app, guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            refusal = self.guard.refusal(scope)
            app = self.app if refusal is None else refusal_response(refusal)
            await app(scope, _limited(receive, most_body(scope["path"])), _with_headers(send))


def refusal_response(refusal: Refusal, close: bool = True) -> Response:
    """Return the answer to a refused request. Without `close` the connection stays open: the body has been read."""
    headers = {"connection": "close"} if close else {}
    return Response(as_json(error_data(refusal.code, refusal.text)), refusal.status, headers, "application/json")


def _limited(receive: Receive, most: int) -> Receive:
    """Return `receive` with a limit on the bytes of the body. RefusedError if there are more."""
    left = most

    async def receive_limited() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise RefusedError(_too_large(most))
        return message

    return receive_limited


def _with_headers(send: Send) -> Send:
    """Return `send` that adds the headers that an answer does not set itself."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message.setdefault("headers", [])
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers
