"""Requests to the review server: its answers, its refusals, and that no text of a card becomes markup."""

from __future__ import annotations

import gzip
import io
import json
import socket
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import httpx
import pypdfium2
import pytest
from PIL import Image

from cardgen.data.model import Game
from cardgen.products.printers import Printer, Printers, change_printers
from cardgen.review.server import live, pictures, session
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.pictures import differences, svg_marks
from tests.review.serving import Served, ServedHere, serving_here
from tests.review.waiting import PATIENCE

#: The text of a card that looks like HTML. \\< writes a < that begins no mark.
NASTY = '\\</script>\\<script>alert(1)\\</script>\\<img src=x onerror=alert(2)> & "quotes" \''
JSON_DATA = ("catalog", "texts", "alts", "findings", "review", "sheets", "cards?card=main/one")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> GameOnDisk:
    game = tiny_game_in(tmp_path_factory.mktemp("tiny"))
    game.change("card_data/tiny/cards.yaml", "First", json.dumps(NASTY))
    game.change("card_data/tiny/game.yaml", "en: Tiny", "en: '<script>alert(3)</script>'")
    return game


@pytest.fixture(scope="module")
def served(tiny: GameOnDisk) -> Iterator[Served]:
    with serving_here(tiny) as running:
        yield running


def raw(served: Served, request: str) -> bytes:
    """Return the answer to a request of exactly these bytes."""
    address = httpx.URL(served.address)
    with socket.create_connection((address.host, address.port or 80), timeout=PATIENCE) as connection:
        connection.sendall(request.encode())
        parts = []
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


# ---------------------------------------------------------------- answers


def test_every_file_that_the_page_names_is_served(served: Served) -> None:
    page = served.client.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    document = page.text
    names = [part.split('"')[0] for mark in ('src="', 'href="') for part in document.split(mark)[1:]]
    assert "page/cardgen.js" in names
    assert "page/cardgen.css" in names
    for name in names:
        if not name.startswith("#"):
            answer = served.client.get(f"/{name}")
            assert (answer.status_code, answer.headers["x-content-type-options"]) == (200, "nosniff")
            if name.startswith("page/"):
                again = served.client.get(f"/{name}", headers={"If-None-Match": answer.headers["etag"]})
                assert (again.status_code, again.content) == (304, b"")


def test_data_is_json_and_is_not_cached(served: Served) -> None:
    for name in JSON_DATA:
        answer = served.client.get(f"/data/{name}")
        assert answer.status_code == 200, name
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["cache-control"] == "no-store"
        answer.json()


def test_pictures_are_cached_for_ever_and_sandboxed(served: Served) -> None:
    for card in served.data("catalog")["cards"]:
        for picture in (card["face"], card["back"]):
            answer = served.client.get(f"/faces/{picture}.svg")
            assert answer.headers["content-type"] == "image/svg+xml"
            assert "immutable" in answer.headers["cache-control"]
            policy = answer.headers["content-security-policy"]
            assert "sandbox" in policy
            assert "default-src 'none'" in policy
            assert "script" not in policy
            assert ElementTree.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"


def test_after_a_check_the_lesson_is_played_and_other_work_ahead_waits_for_pages(
    served: ServedHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, rests, played = served.session.live, list[float](), list[Game]()

    def sleep(rest: float) -> None:
        rests.append(rest)
        game.last_request = 0.0

    monkeypatch.setattr(live, "time", SimpleNamespace(monotonic=time.monotonic, sleep=sleep))
    monkeypatch.setattr(game, "prepare", lambda _: (served.data("texts") for _ in range(2)))
    monkeypatch.setattr(session, "learn_data", played.append)
    game.state = replace(game.state, report=None)
    game._check()
    assert rests
    assert played


def test_thumbnails_are_small_pictures_that_are_drawn_once(served: ServedHere, monkeypatch: pytest.MonkeyPatch) -> None:
    face, other = (card["face"] for card in served.data("catalog")["cards"][:2])
    answers = [served.client.get(f"/thumbnails/{face}/{dpi}.png") for dpi in (96, 192)]
    assert [Image.open(io.BytesIO(answer.content)).size for answer in answers] == [(262, 357), (522, 711)]
    assert "immutable" in answers[0].headers["cache-control"]
    catalog = served.session.state.catalog
    assert catalog is not None
    assert len(list(served.session.live.prepare(catalog))) == 2  # those of all cards are drawn after the check
    monkeypatch.setattr(pictures, "to_png", None)
    assert served.client.get(f"/thumbnails/{face}/96.png").content == answers[0].content
    assert served.client.get(f"/thumbnails/{other}/96.png").status_code == 200
    for path in (f"{face}/97.png", f"{'0' * 32}/96.png", f"{face}/x.png"):
        assert served.client.get(f"/thumbnails/{path}").status_code == 404


def test_a_kept_picture_is_the_picture_at_the_time_of_the_decision(served: Served) -> None:
    face = served.data("catalog")["cards"][1]["face"]
    assert served.client.get(f"/kept/{face}.svg").status_code == 404
    assert served.decide(served.proposal("main/two")).status_code == 200
    drawn = served.client.get(f"/faces/{face}.svg").text
    packed = served.client.get(f"/kept/{face}.svg", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert differences(svg_marks(packed.text), svg_marks(drawn)) == []  # decompressed by httpx
    plain = served.client.get(f"/kept/{face}.svg", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == packed.content


def test_sheets_are_served_as_pdf_and_as_pictures(shipped: Served) -> None:
    sheet = next(file for file in shipped.data("sheets") if file["name"] == "cards-a4")
    pdf = shipped.client.get(f"/{sheet['pdf']}")
    assert pdf.headers["content-type"] == "application/pdf"
    assert pdf.content.startswith(b"%PDF-")
    page = shipped.client.get(f"/sheets/cards-a4/{sheet['pages']}.png")
    assert page.content.startswith(b"\x89PNG")
    assert int.from_bytes(page.content[16:20]) == round(sheet["paper"][0] / 25.4 * 150)
    for name in ("0", str(sheet["pages"] + 1), "-1", "1e3", "٣", "999999999999"):
        assert shipped.client.get(f"/sheets/cards-a4/{name}.png").status_code == 404


def test_a_pdf_of_the_page_is_for_the_printer_in_use(
    shipped: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path))
    usual = shipped.client.get("/sheets/cards-a4.pdf").content
    page = shipped.client.get("/sheets/cards-a4/1.png").content
    office = Printer("office", (3.0, 3.0, 14.5, 3.0), scale=(100.0, 101.0))
    change_printers(lambda _: Printers("office", {"office": office}))
    corrected = shipped.client.get("/sheets/cards-a4.pdf").content
    assert corrected != usual
    with pypdfium2.PdfDocument(corrected) as document:
        assert "printer office" in document[0].get_textpage().get_text_bounded()
    assert shipped.client.get("/sheets/calibration-a4.pdf").status_code == 200
    assert shipped.client.get("/sheets/cards-a4/1.png").content != page
    (tmp_path / "printers.json").write_text("{")
    assert shipped.client.get("/sheets/cards-a4.pdf").status_code == 409
    (tmp_path / "printers.json").unlink()
    assert shipped.client.get("/sheets/cards-a4.pdf").content == usual


def test_the_engine_answers_and_draws(shipped: Served) -> None:
    def ask(request: str) -> httpx.Response:
        return shipped.client.post("/api/engine", content=request, headers=shipped.headers)

    about = ask('{"op": "about"}').json()
    assert about["name"] == "cardgen"
    assert ask("{").json()["error"]["code"] == "bad-json"
    assert ask(" " * 300_000).status_code == 413
    strip = shipped.client.post(
        "/api/draw", json={"play": "1-2 3-1 | T2@1,0", "rules": "standard"}, headers=shipped.headers
    )
    assert strip.headers["content-type"] == "image/svg+xml"
    assert "sandbox" in strip.headers["content-security-policy"]
    assert ElementTree.fromstring(strip.text).tag.endswith("svg")
    bodies: tuple[object, ...] = ({"play": "9-9 | O0@0,0"}, {"play": "| O0@0,0", "rules": "none"}, {"play": 7}, [])
    for wrong in bodies:
        assert shipped.client.post("/api/draw", json=wrong, headers=shipped.headers).status_code == 400


def test_requests_to_the_engine_of_a_game_without_one_are_refused(served: Served) -> None:
    for path, body in (("/api/engine", '{"op": "about"}'), ("/api/draw", '{"play": ""}')):
        refused = served.client.post(path, content=body, headers=served.headers)
        assert (refused.status_code, refused.json()["error"]["code"]) == (404, "no-engine")


# ---------------------------------------------------------------- deciding


def test_an_acknowledged_decision_is_in_the_log(served: Served, tiny: GameOnDisk) -> None:
    answer = served.decide(served.proposal("main/one", "reject", text=NASTY))
    assert answer.status_code == 200
    saved = answer.json()["saved"][0]
    assert saved["by"] == "Ann"
    last = json.loads(tiny.read("card_data/tiny/review.jsonl").splitlines()[-1])
    assert last["id"] == saved["id"]
    review = served.data("review")
    expected = {"status": "rejected", "last": saved["id"], "changed": False, "since": None, "comments": 0}
    assert review["statuses"]["main/one"] == expected
    assert served.card("main/one")["compare"] is None


def test_a_tab_that_has_not_seen_a_decision_gets_it_as_a_conflict(served: Served) -> None:
    first, second = (served.proposal("main/one", "comment", text=text) for text in ("first", "second"))
    saved = served.decide(first).json()["saved"][0]
    refused = served.decide(second)
    assert refused.status_code == 409
    conflict = refused.json()["conflicts"][0]
    assert (conflict["key"], conflict["why"]) == ("main/one", "newer-decision")
    assert [event["id"] for event in conflict["events"]] == [saved["id"]]


def test_invalid_decisions_are_refused(served: Served) -> None:
    whole = served.proposal("main/one")
    for body in ("{", "[]", "{}", '{"events": 7}', '{"events": [{}]}', "[" * 100_000):
        assert served.client.post("/api/decide", content=body, headers=served.headers).status_code == 400
    for wrong in ({"kind": "bless"}, {"face": "x"}, {"text": "x" * 10_001}, {"deck": "../main"}, {"by": "Eve"}):
        assert served.decide({**whole, **wrong}).status_code == 400
    assert served.decide({**whole, "data": "0" * 32}).json()["conflicts"][0]["why"] == "card-changed"


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"Host": "evil.example"}, "foreign-host"),
        ({"Host": "127.0.0.1:1"}, "foreign-host"),
        ({"Origin": "http://evil.example"}, "foreign-origin"),
        ({"Origin": "null"}, "foreign-origin"),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"}, "foreign-page"),
    ],
)
@pytest.mark.parametrize("path", ["/", "/data/catalog", "/events", "/page/cardgen.js", "/nothing"])
def test_foreign_requests_are_refused(served: Served, path: str, headers: dict[str, str], code: str) -> None:
    refused = served.client.get(path, headers=headers)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, code)
    assert served.token not in refused.text


@pytest.mark.parametrize("token", [None, "", "wrong"])
def test_writing_and_listening_need_the_token(served: Served, tiny: GameOnDisk, token: str | None) -> None:
    proposal = served.proposal("main/one")
    served.decide(served.proposal("main/two", "comment", text="With it")).raise_for_status()
    before = tiny.read("card_data/tiny/review.jsonl")
    headers = {} if token is None else {"X-Cardgen-Token": token}
    for path in ("/api/decide", "/api/engine", "/api/draw"):
        assert served.client.post(path, json={"events": [proposal]}, headers=headers).status_code == 403
    query = "" if token is None else f"?token={token}"
    assert served.client.get(f"/events{query}", headers=headers).status_code == 403
    assert tiny.read("card_data/tiny/review.jsonl") == before


def test_a_form_of_another_page_cannot_write(served: Served) -> None:
    """Browsers let any page send a form without a preflight request: no custom header, and a plain content type."""
    proposal = json.dumps({"events": [served.proposal("main/one")]})
    headers = {"Content-Type": "text/plain", "Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"}
    assert served.client.post("/api/decide", content=proposal, headers=headers).status_code == 403


@pytest.mark.parametrize(
    "path",
    [
        "/page/../../../../etc/passwd",
        "/page/..%2f..%2fguard.py",
        "/page/%2e%2e/guard.py",
        "/page/shell.html.j2",
        "/page//etc/passwd",
        "/page/cardgen.js/",
        "/page/cardgen.js%00.svg",
        "/page/",
        "/page",
        "/faces/../data/catalog",
        "/faces/0.svg",
        "/faces/" + "0" * 32 + ".svg",
        "/faces/..%2f..%2freview.jsonl.svg",
        "/kept/" + "0" * 32 + ".svg",
        "/kept/..%2f..%2f..%2ftemplates%2ftiny.svg",
        "/data/card",
        "/data/version",
        "/data/hello",
        "/data/__class__",
        "/sheets/none.pdf",
        "/sheets/none/1.png",
        "/review.jsonl",
        "/card_data/tiny/game.yaml",
        "/favicon.ico",
        "/../../etc/passwd",
        "//evil.example/",
    ],
)
def test_other_paths_are_not_found(served: Served, path: str) -> None:
    host = httpx.URL(served.address).netloc.decode()
    answer = raw(served, f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 404 "), answer[:200]
    assert b'"not-found"' in answer


def test_other_methods_are_refused(served: Served) -> None:
    for path in ("/", "/data/catalog", "/page/cardgen.js", "/events"):
        for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
            query = f"?token={served.token}" if path == "/events" else ""
            refused = served.client.request(method, path + query, headers=served.headers)
            assert (refused.status_code, refused.json()["error"]["code"]) == (405, "wrong-method"), (method, path)
    for path in ("/api/decide", "/api/engine", "/api/draw"):
        assert served.client.get(path).status_code == 405
    assert served.client.head("/").status_code == 200
    assert served.client.head(f"/events?token={served.token}").status_code == 200


def test_every_answer_has_the_security_headers_and_no_cors_headers(served: Served) -> None:
    answers = [
        served.client.get("/"),
        served.client.get("/data/catalog"),
        served.client.get("/nothing"),
        served.client.get("/", headers={"Host": "evil.example"}),
        served.client.get("/", headers={"Origin": served.address.rstrip("/")}),
        served.client.options("/api/decide", headers={**served.headers, "Access-Control-Request-Method": "POST"}),
    ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe-inline" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert "server" not in answer.headers


def test_an_endless_body_is_refused(served: Served) -> None:
    host = httpx.URL(served.address).netloc.decode()
    head = f"POST /api/decide HTTP/1.1\r\nHost: {host}\r\nX-Cardgen-Token: {served.token}\r\n"
    refused = raw(served, f"{head}Content-Length: 99999999999\r\n\r\n")
    assert refused.startswith(b"HTTP/1.1 413 ")
    assert b"connection: close" in refused

    def endless() -> Iterator[bytes]:
        for _ in range(20):
            yield b" " * 1_000_000

    try:
        answer = served.client.post("/api/decide", content=endless(), headers=served.headers)
    except httpx.NetworkError:  # the connection was closed before the answer was read: also a refusal
        return
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too-large")


# ---------------------------------------------------------------- texts


def test_no_text_of_a_card_becomes_markup(served: Served) -> None:
    page = served.client.get("/").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(3)" in page
    for name in JSON_DATA:
        answer = served.client.get(f"/data/{name}")
        assert answer.headers["content-type"] == "application/json"  # browsers do not show it as a page
    one = served.card("main/one")
    assert next(field["value"] for field in one["fields"] if field["name"] == "name") == NASTY


def test_text_in_pictures_is_outlines_and_descriptions_are_escaped(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    game.change("card_data/tiny/cards.yaml", "First", json.dumps("\\</svg>\\<script>x"))
    with serving_here(game) as served:
        face = served.data("catalog")["cards"][0]["face"]
        assert "<script" not in served.client.get(f"/faces/{face}.svg").text


def test_compressed_pictures_equal_the_drawn_ones(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    with serving_here(game) as served:
        served.decide(served.proposal("main/one")).raise_for_status()
        kept = sorted((tmp_path / "card_data/tiny/review").glob("*.svgz"))
        assert {gzip.decompress(path.read_bytes()) for path in kept} == {
            served.client.get(f"/faces/{path.stem}.svg").content for path in kept
        }
