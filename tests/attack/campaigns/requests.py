"""Requests that our page never sends: they are rejected, and reveal or change nothing on the disk."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from tests.attack.trial import Problem, Verdict, files_below
from tests.games_on_disk import tiny_game_in
from tests.review.serving import Served, serving_here

_SECRET = b"a-secret-that-no-answer-may-hold"

_STARTS = (
    "/",
    "/data/",
    "/page/",
    "/faces/",
    "/kept/",
    "/sheets/",
    "/api/decide",
    "/api/engine",
    "/events",
    "//",
    "/.",
)
_PARTS: tuple[str, ...] = (
    "..",
    "%2e%2e",
    "..%2f",
    "%2e%2e%5c",
    "%00",
    "secret.txt",
    "card_data",
    "tiny",
    "game.yaml",
    "etc",
    "passwd",
)
_PARTS += (
    "catalog",
    "review",
    "a" * 300,
    "%ff%fe",
    "中",
    "?token=",
    "#",
    ";",
    "\\",
    "%25%32%65",
    "review.jsonl",
    ".svg",
)
_HOSTS = ("evil.example", "127.0.0.1.evil.example", "[::1]", "localhost", "", "127.0.0.1", "evil.example:{port}")
_ORIGINS = ("http://evil.example", "null", "file://", "http://localhost:1", "https://127.0.0.1:{port}")
_METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "CONNECT", "get", "X" * 40)
_BODIES = (
    "{}",
    "[]",
    "null",
    '{"events": 3}',
    '{"events": [{}]}',
    "[" * 5000,
    '{"events": [' + "{}," * 900 + "{}]}",
    "\0",
)


def hostile_requests(random: Random, trials: int, folder: Path) -> Iterator[Verdict]:
    """Send requests of hostile parts; after every hundred, the page must still work, and the disk be unchanged."""
    game = tiny_game_in(folder / "project")
    (folder / "project" / "secret.txt").write_bytes(_SECRET)
    (folder / "secret.txt").write_bytes(_SECRET)
    before = files_below(folder)
    with serving_here(game) as served:
        for number in range(trials):
            request = _request(random, served)
            problems = list(_send(served, request))
            if number % 100 == 99:
                if served.client.get("/").status_code != 200:
                    problems.append(("wrong", "the page is gone"))
                if files_below(folder) != before:
                    problems.append(("outside", "files have changed"))
            yield Verdict(repr(request[:120]), tuple(problems))


def _request(random: Random, served: Served) -> bytes:
    port = urlsplit(served.address).port
    path = random.choice(_STARTS) + "/".join(random.choices(_PARTS, k=random.randrange(5)))
    if random.random() < 0.3:
        path += f"?token={random.choice((served.token, 'x', ''))}"
    host = random.choice((*_HOSTS, *["127.0.0.1:{port}"] * 60)).format(port=port)
    lines = [f"{random.choice(_METHODS)} {path} HTTP/1.1", f"Host: {host}"]
    if random.random() < 0.2:
        lines.append(f"Origin: {random.choice(_ORIGINS).format(port=port)}")
    if random.random() < 0.4:  # an authorised page with wrong requests
        lines.append(f"X-Cardgen-Token: {served.token}")
    if random.random() < 0.2:
        lines.append("Cookie: " + random.choice(("cardgen=1", "a" * 4000, ";;=", f"cardgen-{port}={served.token}")))
    body = random.choice(_BODIES).encode() if random.random() < 0.5 else b""
    length = len(body) if random.random() < 0.9 else random.choice((-1, 10**12, "x"))
    lines += [f"Content-Length: {length}", "Connection: close", "", ""]
    request = "\r\n".join(lines).encode("utf-8") + body
    if random.random() < 0.1:
        place = random.randrange(len(request))
        request = request[:place] + bytes([random.randrange(256)]) + request[place:]
    return request


def _send(served: Served, request: bytes) -> Iterator[tuple[Problem, str]]:
    address = urlsplit(served.address)
    answer = b""
    with (
        socket.create_connection((address.hostname, address.port), timeout=5) as connection,
        contextlib.suppress(ConnectionError, TimeoutError),
    ):
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        while len(answer) < 1 << 20 and (part := connection.recv(65_536)):
            answer += part
    if _SECRET in answer:
        yield "outside", "an answer holds the secret"
    status = answer.split(b" ", 2)[1:2]
    if status and status[0].startswith(b"5") and status[0] != b"501":
        yield "wrong", f"status {status[0].decode(errors='replace')}"
    if b"Traceback" in answer:
        yield "traceback", answer[-300:].decode(errors="replace")
    if b"/api/decide" in request and b'"saved":[{' in answer.replace(b" ", b""):
        yield "outside", "a decision was saved"
