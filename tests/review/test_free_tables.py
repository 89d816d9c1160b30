"""Free tables of the server: two windows with hands of their own, and no byte about a hidden face."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx

from cardgen.data.project import Project
from cardgen.engines.hosted import open_engine
from cardgen.review.browser.runtime import find_runtime
from cardgen.review.server.export import export_site
from tests.games_on_disk import GameOnDisk
from tests.review.serving import Served, serving_here
from tests.review.test_engine_files import PYODIDE
from tests.review.waiting import PATIENCE


def ask(served: Served, **request: Any) -> httpx.Response:
    return served.client.post("/api/tables", json=request, headers=served.headers)


def test_two_windows_play_and_see_their_own_hands(served: Served) -> None:
    opened = ask(served, op="open", free=True, settings={"players": 2}, seats=2, name="Ada").json()
    table, ada = opened["table"], opened["key"]
    bo = ask(served, op="sit", table=table, seat=1, name="Bo").json()["key"]
    assert ask(served, op="list").json()["tables"][0]["free"] is True
    view = ask(served, op="look", table=table, key=ada).json()["facts"]
    pile = next(stack["id"] for stack in view["stacks"] if stack["pile"] == "main")
    # Both may make gestures at any time; a page cannot choose the chance of a shuffle.
    assert (
        ask(served, op="take", table=table, key=ada, turn={"do": "draw", "stack": pile, "count": 3}).status_code == 200
    )
    assert (
        ask(served, op="take", table=table, key=bo, turn={"do": "shuffle", "stack": pile, "seed": 1}).status_code == 200
    )
    hands = {}
    for name, key in (("ada", ada), ("bo", bo), ("nobody", "")):
        answer = ask(served, op="look", table=table, key=key)
        hands[name] = answer.json()["facts"]["hands"]
        named = answer.text.count('"main/')
        assert named == (3 if name == "ada" else 0)
    assert [hand["count"] for hand in hands["bo"]] == [3, 0]
    assert len(hands["ada"][0]["things"]) == 3
    # A look back shows what could be seen then.
    before = ask(served, op="look", table=table, key=ada, at=1).json()["facts"]
    assert [hand["count"] for hand in before["hands"]] == [0, 0]
    assert [line["code"] for line in before["lines"]] == ["set-up", "draw", "shuffle"]


def test_a_table_outlasts_its_server(game: GameOnDisk) -> None:
    with serving_here(game) as served:
        opened = ask(served, op="open", free=True, settings={"players": 2}, seats=2, name="Ada").json()
        seat = {"table": opened["table"], "key": opened["key"]}
        for text in ("one", "two"):
            made = ask(served, op="take", **seat, turn={"do": "note", "x": 1, "y": 1, "text": text})
            assert made.status_code == 200
        before = ask(served, op="look", **seat).json()["facts"]
    with serving_here(game) as served:
        after = ask(served, op="look", **seat).json()
        assert (after["seat"], after["facts"]) == (0, before)
        # The last one who leaves ends it, on the shelf as well.
        assert ask(served, op="stand", **seat).status_code == 200
    with serving_here(game) as served:
        assert ask(served, op="list").json()["tables"] == []


def test_no_byte_of_the_stream_names_a_hidden_face(served: Served) -> None:
    """A third page only listens: it hears that something changed and where people point, not what is hidden."""
    opened = ask(served, op="open", free=True, settings={"players": 2}, seats=2, name="Ada").json()
    table, ada = opened["table"], opened["key"]
    bo = ask(served, op="sit", table=table, seat=1, name="Bo").json()["key"]
    pile = next(
        one["id"]
        for one in ask(served, op="look", table=table, key=ada).json()["facts"]["stacks"]
        if one["pile"] == "main"
    )
    turns = [{"do": "draw", "stack": pile}, {"do": "deal", "stack": pile}, {"do": "look", "stack": pile}]
    with served.client.stream("GET", f"/events?token={served.token}", timeout=PATIENCE) as stream:
        lines = stream.iter_lines()
        received = [next(lines) for _ in range(3)]
        for turn in turns:
            assert ask(served, op="take", table=table, key=ada, turn=turn).status_code == 200
        place = {"x": 12.5, "y": 80, "held": "hand"}
        assert ask(served, op="point", table=table, key=bo, **place).status_code == 200
        while not received[-1].startswith('data: {"table"') or '"held"' not in received[-1]:
            received.append(next(lines))
    assert json.loads(received[-1].removeprefix("data: ")) == {"table": table, "seat": 1, **place}
    text = "\n".join(received)
    assert text.count("event: table") == len(turns)
    assert "main/" not in text
    assert ada not in text
    assert bo not in text


def test_all_seats_can_be_at_one_screen(served: Served) -> None:
    opened = ask(served, op="open", free=True, settings={"players": 3}, seats=3, name="Ada").json()
    keys = [opened["key"]]
    keys += [ask(served, op="sit", table=opened["table"], seat=seat, name=f"P{seat}").json()["key"] for seat in (1, 2)]
    seats = [ask(served, op="look", table=opened["table"], key=key).json()["seat"] for key in keys]
    assert seats == [0, 1, 2]


def test_wrong_requests_are_refused_with_a_reason(served: Served) -> None:
    opened = ask(served, op="open", free=True, settings={"players": 2}, seats=2, name="Ada").json()
    seat = {"table": opened["table"], "key": opened["key"]}
    for request, code in (
        ({"op": "take", **seat, "turn": {"do": "shufle"}}, "unknown-gesture"),
        ({"op": "take", **seat, "turn": None}, "bad-gesture"),
        ({"op": "take", "table": opened["table"], "key": "", "turn": {"do": "undo"}}, "not-yours"),
        ({"op": "point", **seat, "x": "left", "y": 1}, "bad-request"),
        ({"op": "point", "table": opened["table"], "key": "", "x": 1, "y": 1}, "not-yours"),
        ({"op": "bot", **seat, "seat": 1, "policy": "greedy"}, "no-bots"),
        ({"op": "open", "free": True, "settings": {"players": 99}, "seats": 2}, "wrong-seats"),
    ):
        refused = ask(served, **request)
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, code)


def test_a_site_plays_the_free_table_of_a_game_without_an_engine(game: GameOnDisk, tmp_path: Path) -> None:
    project, folder = Project(game.root, bundled=False), tmp_path / "site"
    export_site(project, game.name, folder, sheets=False, runtime=find_runtime(PYODIDE), shown_from=game.root)
    assert not (folder / "data/engine.js").exists()
    script = (folder / "data/free.js").read_text(encoding="utf-8")
    free = json.loads(script[script.index("{", script.index("detail:")) : script.rindex("]")])
    answer = open_engine(free["module"], free["attribute"], json.dumps(free["content"]))

    def asked(**request: Any) -> Any:
        return json.loads(answer(json.dumps(request)))

    assert asked(op="new_game", setup=free["setups"]["3"])["seats"] == 3
    stored = asked(op="apply", seat=1, turn={"do": "deal", "stack": 4})["game"]
    assert asked(op="apply", seat=1, turn={"do": "dael"})["error"]["code"] == "unknown-gesture"
    assert asked(op="restore", game=stored) == {}
    for seat in (0, 1, 2, None):
        seen = asked(op="view", seat=seat)
        assert [hand["count"] for hand in seen["hands"]] == [1, 1, 1]
        assert json.dumps(seen).count('"main/') == (0 if seat is None else 1)
