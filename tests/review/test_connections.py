"""The limit on open connections, and clients that send nothing."""

from __future__ import annotations

import resource
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest

from cardgen.review.server.serve import (
    MOST_CONNECTIONS,
    limited_protocol,
    listen,
    make_server,
    most_connections,
    port_of,
    run,
)
from tests.review.waiting import PATIENCE

MOST = 4
REQUEST = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"

Connect = Callable[[], socket.socket]


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Open a connection to a server of at most MOST connections. `/` is answered at once, `/wait` begins an answer."""
    done = threading.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        waits = scope["path"] == "/wait"
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
        await send({"type": "http.response.body", "body": b"well", "more_body": waits})
        while waits and (await receive())["type"] != "http.disconnect":
            pass

    sockets = listen(0)
    server = make_server(app, most=MOST, started=done.set)
    thread = threading.Thread(target=run, args=(server, sockets))
    thread.start()
    assert done.wait(PATIENCE)
    with ExitStack() as opened:

        def connect() -> socket.socket:
            made = socket.create_connection(("127.0.0.1", port_of(sockets)), timeout=PATIENCE)
            return opened.enter_context(closing(made))

        yield connect
        server.should_exit = True
    thread.join(PATIENCE)
    for listening in sockets:
        listening.close()


def answer(connection: socket.socket, request: bytes = REQUEST) -> bytes:
    """Return the answer to a request, up to the end of its text."""
    connection.sendall(request)
    received = b""
    while not received.endswith((b"well\r\n", b"well\r\n0\r\n\r\n")):
        received += connection.recv(4096)
    return received


def is_closed(connection: socket.socket) -> bool:
    """Return True if the server closes the connection without an answer."""
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


def test_idle_connections_are_closed_for_new_ones(connect: Connect) -> None:
    idle = [connect() for _ in range(3 * MOST)]
    assert answer(connect()).startswith(b"HTTP/1.1 200")
    assert all(map(is_closed, idle[: 2 * MOST + 1]))
    assert answer(idle[-1]).startswith(b"HTTP/1.1 200")


def test_unfinished_requests_are_closed_for_new_connections(connect: Connect) -> None:
    slow = [connect() for _ in range(MOST)]
    for connection in slow[:2]:
        connection.sendall(REQUEST[:-2])
    for connection in slow[2:]:
        connection.sendall(b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nwell")
    for _ in range(MOST):
        assert answer(connect()).startswith(b"HTTP/1.1 200")


def test_a_connection_is_refused_while_all_others_are_answered(connect: Connect) -> None:
    held = [connect() for _ in range(MOST)]
    for connection in held:
        assert answer(connection, b"GET /wait HTTP/1.1\r\nhost: localhost\r\n\r\n").startswith(b"HTTP/1.1 200")
    refused = connect()
    received_answer = refused.recv(4096)
    assert received_answer.startswith(b"HTTP/1.1 503 ")
    assert b"too many open connections" in received_answer
    held[0].close()
    while not (received_answer := connect_and_ask(connect)).startswith(b"HTTP/1.1 200"):
        assert received_answer.startswith(b"HTTP/1.1 503")  # until the server notices the closed connection


def connect_and_ask(connect: Connect) -> bytes:
    connection = connect()
    try:
        connection.sendall(REQUEST)
        return connection.recv(4096) or b"HTTP/1.1 503"
    except ConnectionError:
        return b"HTTP/1.1 503"


def test_a_client_that_sends_no_request_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    protocol = limited_protocol(MOST, first_request=0.01)
    monkeypatch.setattr("cardgen.review.server.serve.limited_protocol", lambda _: protocol)
    done = threading.Event()
    sockets = listen(0)
    server = make_server(lambda *_: None, started=done.set)
    thread = threading.Thread(target=run, args=(server, sockets))
    thread.start()
    assert done.wait(PATIENCE)
    with closing(socket.create_connection(("127.0.0.1", port_of(sockets)), timeout=PATIENCE)) as idle:
        assert is_closed(idle)
    server.should_exit = True
    thread.join(PATIENCE)
    for listening in sockets:
        listening.close()


@pytest.mark.parametrize(
    ("limit", "most"), [(1024, MOST_CONNECTIONS), (400, 100), (256, 8), (resource.RLIM_INFINITY, MOST_CONNECTIONS)]
)
def test_the_limit_stays_below_the_descriptors(limit: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (limit, limit))
    assert most_connections() == most
