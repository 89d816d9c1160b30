"""Tables that windows share: seats and their keys, turns checked by the engine, bots, and what nobody may see or do."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from cardgen.data.playing import decks_of
from cardgen.engines import GameContent
from cardgen.games.blitz.protocol import answer as answer_blitz
from cardgen.games.block_killer.protocol import answer
from cardgen.games.heroes.protocol import answer as answer_heroes
from cardgen.review.server.tables import MOST_TABLES, TableError, Tables
from tests.cases import for_cases
from tests.games.block_killer.playing import CONTENT
from tests.games.shipped import shipped as shipped_game
from tests.review.serving import Served
from tests.review.waiting import soon

SETTINGS = {"ruleset": "standard", "players": 3}


def engine(request: Any) -> dict[str, Any]:
    reply = json.loads(answer(json.dumps(request), CONTENT))
    assert isinstance(reply, dict)
    return reply


class Window:
    """One window: it remembers the key of its seat."""

    def __init__(self, tables: Tables, name: str) -> None:
        self.tables, self.name, self.key, self.table = tables, name, "", ""

    def ask(self, op: str, **members: Any) -> dict[str, Any]:
        reply = self.tables.answer({"op": op, "table": self.table, "key": self.key, **members})
        self.key, self.table = reply.get("key", self.key), reply.get("table", self.table)
        return reply

    def look(self) -> dict[str, Any]:
        return self.ask("look")

    def refusal(self, op: str, **members: Any) -> str:
        with pytest.raises(TableError) as error:
            self.ask(op, **members)
        return error.value.code


@pytest.fixture
def reports() -> list[dict[str, Any]]:
    return []


@pytest.fixture
def window(reports: list[dict[str, Any]]) -> Callable[[str], Window]:
    tables = Tables(engine, reports.append, pace=0)
    return lambda name: Window(tables, name)


def seated(
    window: Callable[[str], Window], *names: str, settings: dict[str, Any] = SETTINGS, seats: int = 3
) -> list[Window]:
    """Return windows at one table, the first of which has opened it."""
    windows = [window(name) for name in names]
    windows[0].ask("open", settings=settings, seats=seats, name=names[0])
    for seat, other in enumerate(windows[1:], 1):
        other.table = windows[0].table
        other.ask("sit", seat=seat, name=other.name)
    return windows


def test_each_window_sees_its_own_hand_and_makes_its_own_turns(
    window: Callable[[str], Window], reports: list[dict[str, Any]]
) -> None:
    windows = seated(window, "Ann", "Bob", "Cai")
    views = [one.look() for one in windows]
    assert [view["seat"] for view in views] == [0, 1, 2]
    assert [seat["name"] for seat in views[0]["seats"]] == ["Ann", "Bob", "Cai"]
    for number, view in enumerate(views):
        seen = ["" not in player["blocks"] for player in view["facts"]["players"]]
        assert seen == [player == number for player in range(3)]
        assert "seed" not in json.dumps(view)
        assert not any(one.key in json.dumps(view) for one in windows)
    mover = views[0]["facts"]["to_move"]
    before = len(reports)
    assert windows[(mover + 1) % 3].refusal("take", turn={"kind": "draw"}) == "not-your-turn"
    assert windows[mover].refusal("take", turn={"kind": "pass"}) == "draw-first"
    assert len(reports) == before
    windows[mover].ask("take", turn={"kind": "draw"})
    assert reports[before:] == [{"table": windows[0].table, "version": views[0]["version"] + 1}]
    assert windows[0].look()["facts"]["record"] == ["draw each"]


@pytest.mark.parametrize(
    ("name", "server", "settings", "take_hands"),
    [
        ("blitz", answer_blitz, {"players": 2}, lambda facts: facts.pop("hands")),
        ("heroes", answer_heroes, {"players": 5}, lambda facts: [seat.pop("hand") for seat in facts["seats"]]),
    ],
    ids=["blitz", "heroes"],
)
def test_a_window_without_a_seat_gets_no_hidden_card(
    name: str,
    server: Callable[..., str],
    settings: dict[str, int],
    take_hands: Callable[[Any], list[list[str]]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda _: 1)  # the seed: in some games nearly everything is opened
    game, states, sent = shipped_game(name), list[Any](), list[dict[str, Any]]()
    content = GameContent(game.rulesets, decks_of(game))

    def ask(request: Any) -> dict[str, Any]:
        reply: dict[str, Any] = json.loads(server(json.dumps(request), content))
        states.extend([reply["state"]] if "state" in reply else [])
        return reply

    tables = Tables(ask, sent.append, pace=0)
    count = settings["players"]
    windows = seated(lambda name: Window(tables, name), *"ABCDE"[:count], settings=settings, seats=count)
    guest = Window(tables, "Eve")
    guest.table = windows[0].table
    opened, seen_by_owners = set[str](), 0
    for _ in range(25):
        facts = ask({"op": "turns", "state": states[-1]})
        for choices in ("turns", "question"):
            facts.pop(choices, None)
        hands = take_hands(facts)
        opened |= words_of(facts)
        hidden = {card for hand in hands for card in hand} - opened
        sent += [guest.look(), guest.ask("list")]  # beside the reports of changes
        for operation in ("card_uses", "log", "turns", "view", "choose"):  # of the engine, which see everything
            assert guest.refusal(operation) == windows[0].refusal(operation) == "bad-request"
        assert not hidden & words_of(sent)
        seen_by_owners += len(hidden & words_of([window.look() for window in windows]))
        turn = ask({"op": "choose", "state": states[-1], "policy": "random"})["turn"]
        windows[facts["to_move"]].ask("take", turn=turn)
    assert seen_by_owners > 100


def words_of(data: object) -> set[str]:
    """Return all texts in what is sent, each part of `faction:card` as well."""
    return {word for text in re.findall(r'"([^"]*)"', json.dumps(data)) for word in re.split("[: ]", text)}


def test_seats_are_taken_left_and_given_to_bots(window: Callable[[str], Window]) -> None:
    ann, bob = seated(window, "Ann", "Bob")
    guest = window("Eve")
    guest.table = ann.table
    assert guest.look()["seat"] is None
    assert guest.refusal("sit", seat=0) == "taken"
    assert guest.refusal("sit", seat=7) == "no-seat"
    for op in ("take", "stand", "close"):
        assert guest.refusal(op) == "not-yours"
    assert guest.refusal("bot", seat=2, policy="random") == "not-yours"
    assert ann.refusal("bot", seat=1, policy="random") == "taken"
    bob.ask("sit", seat=2, name="Bob")  # he changes his seat
    assert [seat["taken"] for seat in ann.look()["seats"]] == [True, False, True]
    bob.ask("stand")
    ann.ask("stand")
    assert guest.refusal("look") == "no-table"  # nobody is left


def test_bots_play_until_a_person_is_to_move(window: Callable[[str], Window]) -> None:
    (ann,) = seated(window, "Ann")
    for seat in (1, 2):
        ann.ask("bot", seat=seat, policy="random")
    for _ in range(3):
        soon(lambda: ann.look()["facts"]["to_move"], 0)
        options = {turn["kind"] for turn in ann.look()["facts"]["turns"]}
        if "draw" not in options and "pass" not in options:
            break
        ann.ask("take", turn={"kind": "draw" if "draw" in options else "pass"})
    assert ann.look()["facts"]["record"]
    ann.ask("close")


def test_an_unknown_policy_leaves_its_seat(window: Callable[[str], Window]) -> None:
    (ann,) = seated(window, "Ann")
    for seat in (1, 2):
        ann.ask("bot", seat=seat, policy="nobody")
    if ann.look()["facts"]["to_move"] == 0:
        ann.ask("take", turn={"kind": "draw"})
        ann.ask("take", turn={"kind": "pass"})
    soon(lambda: any(not seat["policy"] and not seat["taken"] for seat in ann.look()["seats"]), True)


@pytest.mark.parametrize(("players", "seats"), [(3, 2), (4, 5)])
def test_a_table_has_the_seats_of_its_game(players: int, seats: int, window: Callable[[str], Window]) -> None:
    settings = {**SETTINGS, "players": players}
    assert window("Ann").refusal("open", settings=settings, seats=seats) == "wrong-seats"


def broken(asked: dict[str, Any], op: str) -> Callable[[Any], dict[str, Any]]:
    """Return an engine for two seats that fails at an operation by `asked[op]`: an exception, or an answer."""

    def ask(request: Any) -> dict[str, Any]:
        if request["op"] == op and op in asked:
            if isinstance(asked[op], Exception):
                raise asked[op]
            return dict(asked[op])
        turns = request.get("state", {}).get("turns", 0)
        view = {"to_move": turns % 2, "turns": [], "record": [], "made": {}, "log": ""}
        return {"state": {"turns": turns + (request["op"] == "apply")}, "turn": {}, **view}

    return ask


@for_cases(
    ("op", "answer_"),
    [
        ("choose", ZeroDivisionError("a card without a value")),
        ("choose", {"error": {"code": "internal", "message": "no"}}),
        ("choose", {}),
        ("apply", IndexError("no such card")),
        ("view", {"to_move": 2}),
    ],
)
def test_no_mistake_of_an_engine_stops_a_table(op: str, answer_: Any) -> None:
    asked: dict[str, Any] = {}
    ann = Window(Tables(broken(asked, op), lambda _: None, pace=0), "Ann")
    ann.ask("open", settings={}, seats=2)
    ann.ask("take", turn={})
    asked[op] = answer_
    ann.ask("bot", seat=1, policy="random")
    (table,) = ann.tables._tables.values()
    soon(lambda: (table.playing, table.seats[1].policy), (False, ""))
    del asked[op]
    fault = ann.look()["fault"]
    assert fault["code"] in ("engine", "internal", "wrong-seats")
    assert fault["message"]
    ann.ask("bot", seat=1, policy="random")  # and it plays again
    soon(lambda: ann.look()["facts"]["to_move"], 0)
    assert ann.look()["fault"] is None


def test_a_key_that_is_no_text_opens_no_seat(window: Callable[[str], Window]) -> None:
    ann, odd = seated(window, "Ann", "Bob")
    odd.key = "\ud800"
    assert odd.look()["seat"] is None
    assert odd.refusal("stand") == "not-yours"
    assert ann.look()["seat"] == 0


def test_there_is_a_limit_of_tables(window: Callable[[str], Window]) -> None:
    for _ in range(MOST_TABLES):
        window("Ann").ask("open", settings=SETTINGS, seats=3)
    assert window("Bob").refusal("open", settings=SETTINGS, seats=3) == "too-many"
    assert len(window("Bob").ask("list")["tables"]) == MOST_TABLES


@pytest.mark.parametrize(
    "request_", [None, [], {}, {"op": "fly"}, {"op": "open"}, {"op": "open", "settings": {}, "seats": 99}]
)
def test_a_bad_request_is_refused(request_: Any, window: Callable[[str], Window]) -> None:
    with pytest.raises(TableError):
        window("Ann").tables.answer(request_)


def test_the_server_answers_with_the_token_and_reports_changes(shipped: Served) -> None:
    body = {"op": "open", "settings": SETTINGS, "seats": 3, "name": "Ann"}
    assert shipped.client.post("/api/tables", json=body).status_code == 403
    with shipped.events() as events:
        opened = shipped.client.post("/api/tables", json=body, headers=shipped.headers).raise_for_status().json()
        assert events.wait("table")["table"] == opened["table"]
    refused = shipped.client.post("/api/tables", json={"op": "look", "table": "x"}, headers=shipped.headers)
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "no-table")
    closing = {"op": "close", **opened}
    assert shipped.client.post("/api/tables", json=closing, headers=shipped.headers).status_code == 200
