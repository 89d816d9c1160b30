"""The access rules of the review server. test_app.py tests them with real requests."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardgen.review.server.guard import MOST_BODY, PAGE_POLICY, Guard, Guarded, new_token
from tests.cases import for_cases

GUARD = Guard(8731)
NETWORK = Guard(8731, network=True).also_called("192.168.1.5", "table.local")
OPENED = {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}


def ask(
    path: str = "/",
    method: str = "GET",
    query: str = "",
    client: str = "127.0.0.1",
    server: str = "127.0.0.1",
    headers: list[tuple[str, str]] | None = None,
    fetch: Mapping[str, str] = MappingProxyType({}),
    **named: str,
) -> dict[str, Any]:
    """Return a request as an ASGI scope; `fetch` and `named` are headers, `named` with _ for -."""
    with_host = {"host": "127.0.0.1:8731", **fetch, **{name.replace("_", "-"): value for name, value in named.items()}}
    sent = headers if headers is not None else list(with_host.items())
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode("utf-8", "surrogateescape")) for name, value in sent],
        "client": (client, 50000),
        "server": (server, 8731),
    }


def code(guard: Guard, scope: dict[str, Any]) -> str:
    """Return the code of the refusal; "" if the request is accepted."""
    refusal = guard.refusal(scope)
    return refusal.code if refusal else ""


@for_cases("host", ["127.0.0.1:8731", "localhost:8731", "[::1]:8731", "LOCALHOST:8731"])
def test_printed_host_names_are_accepted(host: str) -> None:
    assert code(GUARD, ask(host=host)) == ""


@for_cases(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8731",
        "127.0.0.1",
        "127.0.0.1:80",
        "127.0.0.1:8732",
        "127.0.0.1.evil.example:8731",
        "localhost.evil.example:8731",
        "user@127.0.0.1:8731",
        "127.0.0.1:8731@evil.example",
        "0.0.0.0:8731",
        "127.1:8731",
        "2130706433:8731",
        "[::]:8731",
        "[::1]",
        ":8731",
        "192.168.1.5:8731",
        "127.0.0.1:8731 ",
        "127.0.0.1:08731",
    ],
)
def test_other_host_names_are_refused(host: str) -> None:
    assert code(GUARD, ask(host=host)) == "foreign-host"


def test_a_missing_or_repeated_host_is_refused() -> None:
    assert code(GUARD, ask(headers=[])) == "foreign-host"
    twice = [("host", "127.0.0.1:8731"), ("host", "127.0.0.1:8731")]
    assert code(GUARD, ask(headers=twice)) == "foreign-host"


@given(st.text(max_size=40))
def test_no_other_text_is_an_accepted_host_name(host: str) -> None:
    named = {"127.0.0.1:8731", "localhost:8731", "[::1]:8731"}
    assert code(GUARD, ask(host=host)) == ("" if host.lower() in named else "foreign-host")


def test_port_80_may_be_omitted() -> None:
    assert code(Guard(80), ask(host="localhost")) == ""
    assert code(Guard(80), ask(host="localhost:80")) == ""


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "",
        "https://127.0.0.1:8731",
        "http://127.0.0.1:8732",
        "http://localhost:8731",
        "file://",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_other_origins_are_refused(origin: str, method: str) -> None:
    scope = ask("/api/decide", method, origin=origin, x_cardgen_token=GUARD.token)
    assert code(GUARD, scope) == "foreign-origin"


def test_our_own_origin_is_accepted() -> None:
    for host in ("127.0.0.1:8731", "localhost:8731"):
        scope = ask("/api/decide", "POST", host=host, origin=f"http://{host}", x_cardgen_token=GUARD.token)
        assert code(GUARD, scope) == ""


def test_a_foreign_page_may_only_link_to_ours() -> None:
    for site in ("cross-site", "same-site"):
        assert code(GUARD, ask(sec_fetch_site=site)) == "foreign-page"
        assert code(GUARD, ask("/faces/0.svg", sec_fetch_site=site, fetch=OPENED)) == ""
        framed = {"sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"}
        assert code(GUARD, ask(sec_fetch_site=site, fetch=framed)) == "foreign-page"
        posted = ask("/api/decide", "POST", sec_fetch_site=site, x_cardgen_token=GUARD.token, fetch=OPENED)
        assert code(GUARD, posted) == "foreign-page"
    for site in ("same-origin", "none"):
        assert code(GUARD, ask(sec_fetch_site=site)) == ""


def test_writing_and_listening_need_the_token_of_this_run() -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        assert code(GUARD, ask("/api/decide", method)) == "no-token"
        assert code(GUARD, ask("/api/decide", method, query=f"token={GUARD.token}")) == "no-token"
        assert code(GUARD, ask("/api/decide", method, x_cardgen_token=GUARD.token)) == ""
    assert code(GUARD, ask("/events")) == "no-token"
    assert code(GUARD, ask("/events", x_cardgen_token=GUARD.token)) == "no-token"
    assert code(GUARD, ask("/events", query=f"token={GUARD.token[:-1]}")) == "no-token"
    assert code(GUARD, ask("/events", query=f"token={GUARD.token}")) == ""


@given(st.text(max_size=60))
def test_no_other_text_is_the_token(text: str) -> None:
    assert not GUARD.is_token(text)


def test_tokens_are_long_and_differ() -> None:
    made = {new_token() for _ in range(100)}
    assert len(made) == 100
    assert min(map(len, made)) >= 32
    assert GUARD.token not in repr(GUARD)


def test_on_a_network_reading_needs_the_token_too() -> None:
    for path in ("/", "/data/catalog", "/faces/0.svg", "/nothing"):
        assert code(NETWORK, ask(path, host="192.168.1.5:8731")) == "no-token"
        assert code(NETWORK, ask(path, host="127.0.0.1:8731")) == "no-token"
        assert code(NETWORK, ask(path, host="table.local:8731", query=f"token={NETWORK.token}")) == ""
        cookie = f"other=1; {NETWORK.cookie}={NETWORK.token}"
        assert code(NETWORK, ask(path, host="192.168.1.5:8731", cookie=cookie)) == ""
    assert code(NETWORK, ask(cookie=f"cardgen-9999={NETWORK.token}")) == "no-token"
    assert code(NETWORK, ask(cookie="=;;\x01")) == "no-token"
    # Browsers send the cookie with every request. Writing and listening need the token, which only our page has.
    assert code(NETWORK, ask("/api/decide", "POST", cookie=f"{NETWORK.cookie}={NETWORK.token}")) == "no-token"


def test_on_all_addresses_the_address_of_the_connection_is_accepted() -> None:
    everywhere = Guard(8731, network=True)
    token = f"token={everywhere.token}"
    assert code(everywhere, ask(host="10.0.0.7:8731", server="10.0.0.7", query=token)) == ""
    assert code(everywhere, ask(host="[fd00::7]:8731", server="fd00::7", query=token)) == ""
    assert code(everywhere, ask(host="10.0.0.8:8731", server="10.0.0.7", query=token)) == "foreign-host"
    assert code(GUARD, ask(host="10.0.0.7:8731", server="10.0.0.7")) == "foreign-host"


def test_on_a_network_only_this_machine_decides_by_default() -> None:
    local = [ask(), ask(client="::1", server="::1"), ask(client="192.168.1.5", server="192.168.1.5")]
    local.append(ask(client="::ffff:127.0.0.1", server="::ffff:127.0.0.1"))
    remote = ask(client="192.168.1.9", server="192.168.1.5")
    assert all(NETWORK.may_decide(scope) for scope in local)
    assert not NETWORK.may_decide(remote)
    assert Guard(8731, network=True, remote_decisions=True).may_decide(remote)
    assert not NETWORK.may_decide({**remote, "client": None})


def test_large_bodies_are_refused_before_reading() -> None:
    for length, refusal in ((MOST_BODY, ""), (MOST_BODY + 1, "too-large")):
        scope = ask("/api/decide", "POST", x_cardgen_token=GUARD.token, content_length=str(length))
        assert code(GUARD, scope) == refusal


def test_the_answer_to_an_unexpected_error_has_the_security_headers() -> None:
    async def fail(_request: Request) -> Response:
        raise ZeroDivisionError

    async def ask_server() -> httpx.Response:
        app = Guarded(Starlette(routes=[Route("/", fail)]), GUARD)
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8731") as client:
            return await client.get("/")

    with ThreadPoolExecutor(1) as without_loop:  # browser tests leave a loop running in this thread
        answer = without_loop.submit(lambda: asyncio.run(ask_server())).result()
    assert answer.status_code == 500
    assert answer.headers["content-security-policy"] == PAGE_POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_policy_of_the_page_allows_only_its_own_files() -> None:
    rules = dict(part.strip().split(" ", 1) for part in PAGE_POLICY.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self'"
    assert "unsafe" not in PAGE_POLICY
    assert "*" not in PAGE_POLICY
    assert "http" not in PAGE_POLICY
    assert rules["frame-ancestors"] == rules["base-uri"] == rules["form-action"] == "'none'"
