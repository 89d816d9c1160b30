"""`cardgen review` on a free port: in a separate process, or in a thread of the tests, which starts faster."""

from __future__ import annotations

import functools
import json
import queue
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx

from cardgen.data.project import Project
from cardgen.review.server.app import make_app
from cardgen.review.server.games import Studio, make_studio_app
from cardgen.review.server.guard import Guard
from cardgen.review.server.serve import listen, make_server, port_of, run
from cardgen.review.server.session import ReviewSession
from tests.games_on_disk import GameOnDisk
from tests.review.waiting import PATIENCE


@dataclass
class Served:
    """A running review server: its address (ending in /), the token of its page, and a client."""

    address: str
    token: str
    client: httpx.Client

    @property
    def root(self) -> str:
        """The address of the server, without the game."""
        return f"http://{urlsplit(self.address).netloc}"

    @property
    def headers(self) -> dict[str, str]:
        """The headers that a request needs to write."""
        return {"X-Cardgen-Token": self.token}

    def data(self, name: str) -> Any:
        return self.client.get(f"/data/{name}").raise_for_status().json()

    def card(self, key: str) -> Any:
        """Return the details of a card or page."""
        return self.data(f"cards?card={key}")[key]

    def decide(self, *events: dict[str, Any]) -> httpx.Response:
        return self.client.post("/api/decide", json={"events": list(events)}, headers=self.headers)

    def proposal(self, key: str, kind: str = "approve", **more: Any) -> dict[str, Any]:
        """Return a decision about the current card, by a page that has all earlier events."""
        card = next(card for card in self.data("catalog")["cards"] if card["key"] == key)
        sides = {side: card[side] for side in ("face", "back") if card[side]}
        seen = self.data("review")["statuses"][key]["last"]
        version = {"deck": card["deck"], "card": card["id"], "sides": sides, "data": card["data"]}
        return {"kind": kind, **version, "seen": seen, **more}

    @contextmanager
    def events(self) -> Iterator[Events]:
        """Open the event stream."""
        with self.client.stream("GET", f"/events?token={self.token}", timeout=PATIENCE) as response:
            assert response.status_code == 200, response.read()
            yield Events(response)


@dataclass
class ServedHere(Served):
    """A review server in a thread of the tests, with its session."""

    session: ReviewSession


@dataclass
class ServedProcess(Served):
    """A review server in a separate process, and the lines that it has printed."""

    process: subprocess.Popen[str]
    lines: list[str] = field(default_factory=list)

    def stop(self) -> int:
        """Send SIGINT, and return the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=PATIENCE)


class Events:
    """The server-sent events of a stream."""

    def __init__(self, response: httpx.Response) -> None:
        self.waiting: queue.Queue[tuple[str, Any] | None] = queue.Queue()
        self.response = response
        threading.Thread(target=self._read, daemon=True).start()
        assert self.wait("hello") is not None

    def _read(self) -> None:
        name = ""
        try:
            for line in self.response.iter_lines():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    self.waiting.put((name, json.loads(line.removeprefix("data: "))))
        except (httpx.HTTPError, httpx.StreamError):
            pass
        self.waiting.put(None)

    def wait(self, name: str, seconds: float = PATIENCE) -> Any:
        """Return the data of the next event of this name, and discard others before it. Fail if there is none."""
        while True:
            event = self.waiting.get(timeout=seconds)
            assert event is not None, f"the stream ended before {name!r}"
            if event[0] == name:
                return event[1]

    def wait_for_end(self) -> None:
        """Wait until the stream ends, and discard the events before that."""
        while self.waiting.get(timeout=PATIENCE) is not None:
            pass


def client_of(address: str) -> httpx.Client:
    """Return a client of a server. Without certificates, which take longer to read than most answers."""
    return httpx.Client(base_url=address, timeout=PATIENCE, trust_env=False, verify=False)


#: The ports of servers that have ended. The browser has compiled the scripts that it got from them.
_PORTS: list[int] = []


@contextmanager
def listening() -> Iterator[list[socket.socket]]:
    """Listen on the port of a server that has ended, or on any other, until the end of the block."""
    sockets = listen(_PORTS.pop() if _PORTS else 0)
    port = port_of(sockets)
    try:
        yield sockets
    finally:
        for listener in sockets:
            listener.close()
        _PORTS.append(port)


@contextmanager
def serving_here(game: GameOnDisk, by: str = "Ann", **options: Any) -> Iterator[ServedHere]:
    """Run a review server of `game` in a thread until the end of the block. It starts faster than a process.

    `options` are those of ReviewSession.
    """
    with listening() as sockets:
        guard = Guard(port_of(sockets))
        session = ReviewSession(Project(game.root, bundled=False), game.name, shown_from=game.root, by=by, **options)
        ready = threading.Event()
        server = make_server(make_app(session, guard), started=ready.set, closing=session.close)
        before, own = set(threading.enumerate()), set[threading.Thread]()
        try:
            session.start()
            threading.Thread(target=run, args=(server, sockets)).start()
            own = set(threading.enumerate()) - before
            assert ready.wait(PATIENCE)
            address = f"http://127.0.0.1:{port_of(sockets)}/"
            with client_of(address) as client:
                yield ServedHere(address, guard.token, client, session)
        finally:
            server.should_exit = True
            session.close()
            for thread in own:
                if thread.is_alive():  # a listed thread may have never been started: it cannot be joined
                    thread.join(PATIENCE)
            assert not any(thread.is_alive() for thread in own)


@contextmanager
def serving_studio(root: Path, by: str = "Ann") -> Iterator[Served]:
    """Run the studio of a folder in a thread until the end of the block. Its address is that of Home."""
    with listening() as sockets:
        guard, project = Guard(port_of(sockets)), Project(root)
        studio = Studio(project, by, lambda name: [ReviewSession(project, name, shown_from=root, by=by)])
        ready = threading.Event()
        server = make_server(make_studio_app(studio, guard), started=ready.set, closing=studio.close)
        thread = threading.Thread(target=run, args=(server, sockets))
        try:
            thread.start()
            assert ready.wait(PATIENCE)
            address = f"http://127.0.0.1:{port_of(sockets)}/~/"
            with client_of(address) as client:
                yield Served(address, guard.token, client)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            studio.close()
            assert not thread.is_alive()


@contextmanager
def serving(game: GameOnDisk, *arguments: str, command: str = "review") -> Iterator[ServedProcess]:
    """Run a review server of `game` as a process, in the game's folder, until the end of the block.

    With the name "", no game is named.
    """
    program = [sys.executable, "-m", "cardgen", command, *filter(None, [game.name]), "--as", "Ann"]
    program += arguments if "--port" in arguments else ("--port", "0", *arguments)
    process = subprocess.Popen(
        program, cwd=game.root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    )
    try:
        assert process.stdout is not None
        lines: list[str] = []
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            if "Ctrl-C" in line:
                break
        link = re.search(r"http://\S+", "\n".join(lines))
        assert link is not None, "\n".join(lines)
        address, _, query = link[0].partition("#")[0].partition("?")
        with client_of(address) as client:
            page = client.get(f"/?{query}" if query else "/", follow_redirects=True).raise_for_status()
            token = re.search(r'name="cardgen-token" content="([^"]+)"', page.text)
            assert token is not None
            client.base_url = page.url.copy_with(query=None)  # "/" leads to the first edition
            yield ServedProcess(str(client.base_url), token[1], client, process, lines)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        assert process.stdout is not None
        process.stdout.close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None: ...


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Serve a folder from a static host, which knows nothing of its files, and yield its address, ending in a slash."""
    handler = functools.partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
