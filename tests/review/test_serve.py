"""The running review server: its port, its shutdown, its names on a network, and the state after it was killed."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from cardgen.data.project import Project
from cardgen.review.server.app import make_app
from cardgen.review.server.guard import Guard
from cardgen.review.server.serve import listen, network_name, port_of
from cardgen.review.server.session import ReviewSession
from tests.games_on_disk import GameOnDisk, block_killer_in, print_only
from tests.review.serving import ServedProcess, serving, serving_here
from tests.review.waiting import PATIENCE


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


# ---------------------------------------------------------------- ports


def test_it_listens_on_this_machine_only() -> None:
    sockets = listen(0)
    try:
        assert [listening.getsockname()[0] for listening in sockets] == ["127.0.0.1"]
    finally:
        for listening in sockets:
            listening.close()


def test_a_taken_port_is_skipped(taken: int) -> None:
    sockets = listen(taken)
    try:
        assert taken < port_of(sockets) <= taken + 100
    finally:
        for listening in sockets:
            listening.close()


def test_on_a_network_both_addresses_have_the_same_port() -> None:
    sockets = listen(0, "127.0.0.2")
    try:
        assert [listening.getsockname()[0] for listening in sockets] == ["127.0.0.1", "127.0.0.2"]
        assert len({listening.getsockname()[1] for listening in sockets}) == 1
    finally:
        for listening in sockets:
            listening.close()


def test_an_address_of_another_machine_is_an_error() -> None:
    with pytest.raises(OSError, match="address"):
        listen(0, "192.0.2.77")


def test_names_on_a_network() -> None:
    assert network_name("192.168.1.5") == "192.168.1.5"
    assert network_name("fd00::7") == "[fd00::7]"
    assert network_name("table.local") == "table.local"
    assert network_name("0.0.0.0") not in ("0.0.0.0", "")


def test_a_taken_port_is_reported(game: GameOnDisk, taken: int) -> None:
    with serving(game, "--port", str(taken)) as served:
        assert served.lines[0] == f"Port {taken} is in use; this is the next free one."
        assert served.client.get("/").status_code == 200
        assert httpx.URL(served.address).port != taken


@pytest.mark.full
def test_two_games_at_once_have_their_own_tokens(game: GameOnDisk) -> None:
    with serving_here(game) as first, serving_here(game) as second:
        assert first.address != second.address
        assert first.token != second.token
        assert first.client.post("/api/decide", headers=second.headers, json={}).status_code == 403


# ---------------------------------------------------------------- shutdown


def assert_well_ended(served: ServedProcess) -> None:
    """Wait until a stopped server has ended, and check its last line and its exit code."""
    assert served.process.wait(timeout=PATIENCE) == 0
    assert served.process.stdout is not None
    assert served.process.stdout.read() == "Stopped. All decisions that the page shows as saved are on disk.\n"


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_while_pages_are_open(game: GameOnDisk, how: signal.Signals) -> None:
    with serving(game) as served, served.events() as first, served.events() as second:
        served.client.get("/")  # and a connection that is kept alive
        served.process.send_signal(how)
        first.wait_for_end()
        second.wait_for_end()
        assert_well_ended(served)


@pytest.mark.full
@pytest.mark.parametrize("after", [pytest.param(0.0, marks=pytest.mark.soak), 0.3])
def test_it_stops_while_the_check_runs(tmp_path: Path, after: float) -> None:
    with serving(block_killer_in(tmp_path)) as served:
        time.sleep(after)
        served.process.send_signal(signal.SIGINT)
        assert_well_ended(served)


@pytest.mark.full
def test_it_stops_while_the_engine_searches(tmp_path: Path) -> None:
    game = block_killer_in(tmp_path)
    print_only(game)
    with serving(game) as served:
        search = {"op": "perft", "board": [], "sequence": "ITLJSZOITLJSZO", "spin_rule": "standard"}
        about = served.client.post("/api/engine", json={"op": "about"}, headers=served.headers)
        assert about.status_code == 200

        def ask() -> None:
            with contextlib.suppress(httpx.HTTPError):  # the connection is closed
                httpx.post(f"{served.address}api/engine", json=search, headers=served.headers, timeout=None)

        asking = threading.Thread(target=ask)
        asking.start()
        time.sleep(0.5)
        served.process.send_signal(signal.SIGINT)
        assert_well_ended(served)
        asking.join()


def test_it_stops_while_a_request_is_incomplete(game: GameOnDisk) -> None:
    with serving(game) as served:
        url = httpx.URL(served.address)
        head = f"POST /api/decide HTTP/1.1\r\nHost: {url.netloc.decode()}\r\nX-Cardgen-Token: {served.token}\r\n"
        with socket.create_connection((url.host, url.port or 80), timeout=PATIENCE) as connection:
            connection.sendall(f"{head}Content-Length: 9000\r\n\r\n{{".encode())
            assert served.client.get("/").status_code == 200  # by now the server has read the beginning of the request
            served.process.send_signal(signal.SIGINT)
            assert connection.recv(1000) == b""
        assert_well_ended(served)


def test_connections_during_the_shutdown_do_not_leak(game: GameOnDisk) -> None:
    """A connection that is accepted while the server closes must not leak."""
    with serving_here(game) as served:
        url = httpx.URL(served.address)
        ended = threading.Event()

        def knock() -> None:
            while not ended.is_set():
                try:
                    with socket.create_connection((url.host, url.port or 80), timeout=PATIENCE):
                        pass
                except OSError:
                    return

        knocking = [threading.Thread(target=knock) for _ in range(4)]
        for thread in knocking:
            thread.start()
    ended.set()
    for thread in knocking:
        thread.join()
    gc.collect()  # warns of sockets that were not closed


def test_a_page_that_reconnects_learns_the_current_state(game: GameOnDisk) -> None:
    with serving(game) as served:
        with served.client.stream("GET", f"/events?token={served.token}") as response:
            hello = _first(response)
        saved = served.decide(served.proposal("main/one")).json()["saved"][0]
        with served.client.stream("GET", f"/events?token={served.token}") as response:
            again = _first(response)
    assert (hello["last"], hello["events"], hello["fault"]) == ("", 0, None)
    assert (again["last"], again["events"], again["version"]) == (saved["id"], 1, hello["version"])


def _first(response: httpx.Response) -> dict[str, object]:
    assert response.headers["content-type"].startswith("text/event-stream")
    for line in response.iter_lines():
        if line.startswith("data: "):
            data: dict[str, object] = json.loads(line.removeprefix("data: "))
            return data
    raise AssertionError("the stream ended before it began")


# ---------------------------------------------------------------- killed servers


@pytest.mark.skipif(os.name != "posix", reason="sends SIGKILL")
def test_a_killed_server_loses_no_acknowledged_decision(game: GameOnDisk) -> None:
    acknowledged: list[str] = []
    with serving(game) as served:
        proposal = served.proposal("main/one", "comment", text="still here")
        killed = threading.Event()

        def decide(number: int) -> None:
            seen = ""
            with httpx.Client(base_url=served.address, trust_env=False) as client:
                while not killed.is_set():
                    body = {"events": [{**proposal, "text": f"{number}", "seen": seen}]}
                    try:
                        answer = client.post("/api/decide", json=body, headers=served.headers)
                        result = answer.json()
                    except (httpx.HTTPError, ValueError):
                        return
                    for event in result["saved"]:
                        acknowledged.append(event["id"])
                    newer = [event["id"] for conflict in result["conflicts"] for event in conflict["events"]]
                    seen = ([*newer, *(event["id"] for event in result["saved"])] or [seen])[-1]

        with ThreadPoolExecutor(3) as pool:
            for number in range(3):
                pool.submit(decide, number)
            while len(acknowledged) < 30:
                time.sleep(0.005)
            served.process.kill()
            served.process.wait(timeout=PATIENCE)
            killed.set()
    # A line without its end was never acknowledged; the next decision moves it away.
    kept = {json.loads(line)["id"] for line in game.read("card_data/tiny/review.jsonl").split("\n")[:-1]}
    assert set(acknowledged) <= kept
    with serving(game) as again:
        assert {event["id"] for event in again.data("review")["events"]} >= set(acknowledged)
        assert again.decide(again.proposal("main/one")).status_code == 200


# ---------------------------------------------------------------- on a network


def test_on_a_network_only_the_link_opens_the_page(game: GameOnDisk) -> None:
    with serving(game, "--host", "127.0.0.2") as served:
        port = httpx.URL(served.address).port
        link = next(line for line in served.lines if line.startswith("On the network"))
        assert link == f"On the network: http://127.0.0.2:{port}/?token={served.token}"
        assert "only you may decide" in "\n".join(served.lines)
        with httpx.Client(base_url=f"http://127.0.0.2:{port}", trust_env=False) as other:
            assert other.get("/").status_code == 403
            assert other.get("/data/catalog").status_code == 403
            assert other.get("/?token=wrong").status_code == 403
            opened = other.get(f"/?token={served.token}")
            assert opened.status_code == 200
            cookie = opened.headers["set-cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=strict" in cookie
            assert other.get("/data/catalog").json()["mode"] == "live"  # 127.0.0.2 is this machine
            assert other.get("/data/catalog", headers={"Host": f"evil.example:{port}"}).status_code == 403


@pytest.mark.parametrize("allowed", [False, True])
def test_remote_clients_decide_only_if_allowed(game: GameOnDisk, allowed: bool) -> None:
    session = ReviewSession(Project(game.root, bundled=False), game.name, by="Ann")
    guard = Guard(8731, network=True, remote_decisions=allowed).also_called("192.168.1.5")
    session.start()

    async def ask() -> tuple[str, httpx.Response]:
        app = make_app(session, guard)
        transport = httpx.ASGITransport(app, client=("192.168.1.9", 50000))
        async with httpx.AsyncClient(transport=transport, base_url="http://192.168.1.5:8731") as other:
            catalog = (await other.get("/data/catalog", params={"token": guard.token})).json()
            headers = {"X-Cardgen-Token": guard.token}
            return catalog["mode"], await other.post("/api/decide", json={"events": []}, headers=headers)

    try:
        with ThreadPoolExecutor(1) as elsewhere:  # browser tests leave a loop running in this thread
            mode, answer = elsewhere.submit(lambda: asyncio.run(ask())).result()
    finally:
        session.close()
    if allowed:
        assert (mode, answer.status_code) == ("live", 400)  # accepted, but not a valid decision
    else:
        assert (mode, answer.status_code, answer.json()["error"]["code"]) == ("read-only", 403, "read-only")


def test_allow_remote_decisions_requires_host(game: GameOnDisk) -> None:
    command = [sys.executable, "-m", "cardgen", "review", "tiny", "--allow-remote-decisions"]
    done = subprocess.run(command, cwd=game.root, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "--host" in done.stderr
