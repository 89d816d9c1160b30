"""Free tables of the server: two windows with hands of their own, and no byte about a hidden face."""

from __future__ import annotations

from typing import Any

import httpx

from tests.games_on_disk import GameOnDisk
from tests.review.serving import Served, serving_here


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


def test_wrong_requests_are_refused_with_a_reason(served: Served) -> None:
    opened = ask(served, op="open", free=True, settings={"players": 2}, seats=2, name="Ada").json()
    seat = {"table": opened["table"], "key": opened["key"]}
    for request, code in (
        ({"op": "take", **seat, "turn": {"do": "shufle"}}, "unknown-gesture"),
        ({"op": "take", **seat, "turn": None}, "bad-gesture"),
        ({"op": "take", "table": opened["table"], "key": "", "turn": {"do": "undo"}}, "not-yours"),
        ({"op": "bot", **seat, "seat": 1, "policy": "greedy"}, "no-bots"),
        ({"op": "open", "free": True, "settings": {"players": 99}, "seats": 2}, "wrong-seats"),
    ):
        refused = ask(served, **request)
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, code)
