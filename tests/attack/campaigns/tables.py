"""Windows at shared tables that cheat: none sees or plays another one's hand, whatever they ask for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from cardgen.review.server.tables import TableError, Tables
from tests.attack.trial import Problem, Verdict

#: Seats of a table, and windows that ask; more than there are seats.
_SEATS, _WINDOWS = 3, 5
_SECRET = "hand-of-seat-"

_OPERATIONS = ("list", "open", "look", "look", "sit", "stand", "bot", "take", "take", "take", "close", "fly", None, 3)
_ODD: tuple[Any, ...] = (
    None,
    "",
    "x",
    -1,
    0,
    1,
    2,
    99,
    1.5,
    True,
    [],
    {},
    "\ud800",
    "中",
    "a" * 3_000,
    "\0",
    ["x"],
    {"a": 1},
)


def _engine(request: Mapping[str, Any]) -> dict[str, Any]:
    """Answer as an engine whose game has one secret for each seat; the turns go round. A turn is a number."""
    turns = request.get("state", {}).get("turns", 0)
    if request["op"] == "new_game":
        return {"state": {"turns": 0, "seed": request["seed"], "hands": [f"{_SECRET}{seat}" for seat in range(_SEATS)]}}
    if request["op"] == "apply":
        if not isinstance(request["turn"], int):
            return {"error": {"code": "bad-turn", "message": "a turn is a number"}}
        return {"state": {**request["state"], "turns": turns + 1}}
    seat = request.get("seat")
    hand = request["state"]["hands"][seat] if isinstance(seat, int) else ""
    return {"to_move": turns % _SEATS, "turns": [], "hand": hand, "turn": 1}


@dataclass(slots=True)
class _Window:
    """A window: the key of the seat that it has at a table."""

    table: str = ""
    key: str = field(default="", repr=False)


def cheating_windows(random: Random, trials: int, _: Path) -> Iterator[Verdict]:
    """Ask for random things with one's own keys, with those of seats that were left, and with what is no key."""
    reports: list[Any] = []
    tables = Tables(_engine, reports.append, pace=3600)
    windows = [_Window() for _ in range(_WINDOWS)]
    old = ["x"]
    for _number in range(trials):
        window = random.choice(windows)
        request = _request(random, window, windows, old)
        reports.clear()
        problems = tuple(_ask(tables, window, request, reports, old))
        yield Verdict(repr(request)[:200], problems)


def _request(random: Random, window: _Window, windows: list[_Window], old: list[str]) -> dict[str, Any]:
    table = random.choice([window.table, *(other.table for other in windows)])
    key = random.choice([window.key, window.key, window.key, *old[-3:], random.choice(_ODD)])
    request: dict[str, Any] = {"op": random.choice(_OPERATIONS), "table": table, "key": key}
    request |= {
        "seat": random.choice((0, 1, 2)),
        "turn": 1,
        "name": "Ann",
        "policy": "",
        "seats": _SEATS,
        "settings": {},
    }
    if random.random() < 0.3:
        request[random.choice(list(request))] = random.choice(_ODD)
    return request


def _ask(
    tables: Tables, window: _Window, request: dict[str, Any], reports: list[Any], old: list[str]
) -> Iterator[tuple[Problem, str]]:
    before = {name: (table.state, [seat.key for seat in table.seats]) for name, table in tables._tables.items()}
    named = before.get(request["table"] if isinstance(request["table"], str) else "")
    key = request["key"]
    seat = named[1].index(key) if named and isinstance(key, str) and key and key in named[1] else None
    answer: Any = {}
    try:
        answer = tables.answer(request)
    except TableError as error:
        answer = {"refused": str(error)}
    except Exception as error:  # whatever it is, it is no answer
        yield "traceback", repr(error)
    told = json.dumps([answer, reports])
    own = f"{_SECRET}{seat}" if request["op"] == "look" and seat is not None else ""
    if _SECRET in told.replace(own, "") if own else _SECRET in told:
        yield "outside", "another one's hand is shown"
    others = [own_key for _, keys in before.values() for own_key in keys if own_key and own_key != key]
    if any(other in told for other in others) or "seed" in told:
        yield "outside", "another one's key or the seed is shown"
    for name, table in tables._tables.items():
        state, keys = before.get(name, (table.state, []))
        if table.state is not state and (
            named is None or state is not named[0] or seat != state["turns"] % _SEATS or request["op"] != "take"
        ):
            yield "wrong", "a turn was made by a window that is not to move"
        lost = [one for one, after in zip(keys, table.seats, strict=False) if one and one not in (after.key, key)]
        if lost:
            yield "lost", "a window lost its seat to another one"
    gone = [name for name in before if name not in tables._tables and before[name] is not named]
    if gone or (named is not None and seat is None and request["table"] not in tables._tables):
        yield "lost", "a table was closed by a window that has no seat at it"
    if answer.get("key"):
        old.append(window.key or "x")
        window.table, window.key = str(answer["table"]), str(answer["key"])
