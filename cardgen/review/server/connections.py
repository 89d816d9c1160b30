"""Limit the connections of the review server, and drop one if there are too many.

A process has a limited number of descriptors. Once they are used up nothing can be accepted, opened or written, so the
server stays well below: a new connection takes the place of the one that has waited longest for its client. If none of
them waits, the new one is refused.
"""

from __future__ import annotations

import asyncio
from typing import TypeAlias

from uvicorn.protocols.http.h11_impl import H11Protocol

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
