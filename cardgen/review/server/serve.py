"""Run the review server: find a free port, and end without waiting for open pages."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import os
import signal
import socket
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeAlias

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

DEFAULT_PORT = 8731
#: The number of ports that are tried after the requested one.
_TRIES = 100
#: Seconds that unfinished answers have when the server stops.
_PATIENCE = 0.5

#: Seconds for which a thread may go on while others wait: a picture is not to wait for a check at each of its steps.
_SWITCH_SECONDS = 0.0005


def listen(port: int = DEFAULT_PORT, host: str = "") -> list[socket.socket]:
    """Return sockets that listen on `port` or the next free one, on 127.0.0.1 and the address of `host`, if given.

    Port 0 is any free one. OSError if `host` is no address of this machine, or if no port is free.
    """
    addresses = _addresses(host)
    last = port + _TRIES if port else 0
    for number in range(port, last + 1):
        with contextlib.ExitStack() as opened:
            try:
                sockets: list[socket.socket] = []
                for address in addresses:
                    chosen = sockets[0].getsockname()[1] if sockets else number
                    sockets.append(opened.enter_context(_listening_socket(address, chosen)))
            except OSError as error:
                if error.errno not in (errno.EADDRINUSE, errno.EACCES) or number in (last, 65535):
                    raise
                continue
            opened.pop_all()
            return sockets
    raise AssertionError("the loop returns or raises")


def _addresses(host: str) -> list[str]:
    if not host:
        return ["127.0.0.1"]
    address = str(socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][4][0])
    return [address] if address in ("127.0.0.1", "0.0.0.0") else ["127.0.0.1", address]


def _listening_socket(address: str, port: int) -> socket.socket:
    version6 = ":" in address
    # asyncio sets TCP_NODELAY only on a socket with an explicit protocol. Without it, small answers are delayed.
    family = socket.AF_INET6 if version6 else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        # On Windows, the option allows two servers on one port.
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if version6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listening.bind((address, port))
        listening.listen(ACCEPTED_AT_ONCE)
        listening.setblocking(False)
    except BaseException:
        listening.close()
        raise
    return listening


def port_of(sockets: list[socket.socket]) -> int:
    """Return the port that all sockets listen on."""
    return int(sockets[0].getsockname()[1])


def network_name(host: str) -> str:
    """Return the name of `host` for other machines: the address itself, or the first one if `host` is all addresses."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.is_unspecified:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("192.0.2.1", 9))  # sends nothing, but chooses the address that would be used
                return str(probe.getsockname()[0])
            except OSError:
                return "127.0.0.1"
    return f"[{address}]" if address.version == 6 else str(address)


class _Server(uvicorn.Server):
    """A server that stops at the first Ctrl-C, even if pages are open.

    `closing` is called on the loop when the server begins to stop: it ends the event streams.
    """

    def __init__(self, config: uvicorn.Config, closing: Callable[[], None], started: Callable[[], None]) -> None:
        super().__init__(config)
        self.closing, self.has_started = closing, started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.has_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        loop = asyncio.get_running_loop()
        for listening in sockets or ():
            # asyncio forgets connections that are accepted during the shutdown: they would leak.
            with contextlib.suppress(NotImplementedError):  # on Windows, which accepts connections in another way
                loop.remove_reader(listening)
        self.closing()
        await asyncio.sleep(0)
        timer = loop.create_task(self._abort_after(_PATIENCE))
        await super().shutdown(sockets)
        timer.cancel()
        await self._abort_after(0)

    async def _abort_after(self, seconds: float) -> None:
        """Wait, then close the open connections, and after them cancel the tasks that still answer."""
        await asyncio.sleep(seconds)
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await asyncio.sleep(0)
        for task in list(self.server_state.tasks):
            task.cancel()
        await asyncio.sleep(0)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        # uvicorn would keep the signal and raise it again at the end. Here a signal is the normal way to stop.
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


def make_server(
    app: Any,
    *,
    closing: Callable[[], None] = lambda: None,
    started: Callable[[], None] = lambda: None,
    most: int | None = None,
) -> uvicorn.Server:
    """Return a server of `app`, whose `run` serves until SIGINT, SIGTERM or its `should_exit`.

    `started` is called when the server accepts requests, `closing` when it begins to stop. At most `most` connections
    are open at once, by default as many as the process has descriptors for.
    """

    async def app_until_cancelled(scope: Any, receive: Any, send: Any) -> None:
        with contextlib.suppress(asyncio.CancelledError):  # of `_abort_after`
            await app(scope, receive, send)

    config = uvicorn.Config(
        app_until_cancelled,
        http=limited_protocol(most or most_connections()),
        backlog=ACCEPTED_AT_ONCE,
        ws="none",
        lifespan="off",
        loop="asyncio",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the client's address is that of the connection, not one that the client names
    )
    return _Server(config, closing, started)


def run(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
    """Serve on the sockets until the server stops."""
    sys.setswitchinterval(_SWITCH_SECONDS)
    with contextlib.suppress(asyncio.CancelledError):
        server.run(sockets)


# ---------------------------------------------------------------- connections


try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

#: The most open connections. A page uses up to seven.
MOST_CONNECTIONS = 300
#: Descriptors reserved for the game's files, for listening, and for connections that are accepted to be refused.
_RESERVED = 300
#: Connections that asyncio accepts at once, before the limit is checked.
ACCEPTED_AT_ONCE = 32
#: Seconds in which a client has to send the whole of its first request.
FIRST_REQUEST = 10.0

_BODY = b'{"error": {"code": "too-many", "message": "too many open connections"}}'
_REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n"
    b"content-length: %d\r\nretry-after: 1\r\nconnection: close\r\n\r\n%s" % (len(_BODY), _BODY)
)

Protocol: TypeAlias = type[H11Protocol]


def most_connections() -> int:
    """Return how many connections the server may hold, by the process's limit of descriptors."""
    if resource is None:
        return MOST_CONNECTIONS
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(8, min(MOST_CONNECTIONS, limit - _RESERVED))


def limited_protocol(most: int, first_request: float = FIRST_REQUEST) -> Protocol:
    """Return uvicorn's protocol with at most `most` connections at once."""

    class LimitedProtocol(H11Protocol):
        last_data = 0.0
        """The time at which the client last sent something, by the clock of the event loop."""
        deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.last_data = self.loop.time()
            self.deadline = self.loop.call_later(first_request, self.drop_without_request)
            if len(self.connections) <= most:
                return
            idle = [other for other in self.connections if other is not self and _waits_for_client(other)]
            oldest = min(idle, key=lambda other: getattr(other, "last_data", 0.0), default=None)
            if oldest is not None:
                oldest.transport.abort()
                self.connections.discard(oldest)
            else:
                self.connections.discard(self)
                transport.write(_REFUSAL)
                transport.close()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            if self.deadline is not None:
                self.deadline.cancel()

        def data_received(self, data: bytes) -> None:
            self.last_data = self.loop.time()
            super().data_received(data)

        def drop_without_request(self) -> None:
            if self.cycle is None:
                self.transport.abort()

    return LimitedProtocol


def _waits_for_client(connection: object) -> bool:
    """Return True if the server can do nothing for a connection until its client sends or reads more."""
    assert isinstance(connection, H11Protocol)
    cycle = connection.cycle
    return cycle is None or cycle.response_complete or cycle.more_body or connection.flow.write_paused
