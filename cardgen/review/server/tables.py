"""Games at tables that several windows of one server share. Each window sees what its seat may see, and no more.

The server keeps the states; its engine makes every turn. Free tables are also on a shelf, and outlast the server.
An open page hears from the stream of events that a table has changed, and looks at it again with the key of its seat.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from cardgen.base.errors import Text
from cardgen.base.records import dataclass, field
from cardgen.base.words.messages import message
from cardgen.engines.free_table.model import FARTHEST
from cardgen.review.server.answers import error_data

#: The most tables at a time, seats of a table, characters of a name, and bytes of a state.
MOST_TABLES, MOST_SEATS, MOST_NAME, MOST_STATE = 12, 12, 40, 400_000
#: Seconds after which nobody is thought to be at a table any more, if another one is opened.
IDLE = 2 * 3600.0
#: Seconds before a turn of a bot, and between two times that free tables are saved.
PACE, SAVING = 0.4, 2.0

Ask = Callable[[Mapping[str, Any]], Mapping[str, Any]]
Answer = dict[str, Any]


class TableError(ValueError):
    """A request to a table that is refused: a code, and the reason."""

    def __init__(self, code: str, text: Text) -> None:
        super().__init__(text)
        self.code, self.text = code, text


@dataclass(slots=True)
class TableSeat:
    """A seat: the key of the window that has it, and a name; or the policy of a bot; or neither, if it is free."""

    key: str = field(default="", repr=False)
    name: str = ""
    policy: str = ""


@dataclass(slots=True)
class SharedTable:
    """A game at a table, by the ruleset of this name. `version` counts its changes.

    `ask` answers for its rules. A `free` table has none: everybody may always make a turn.
    `fault` is the error for which bots have left their seats, until the next turn.
    """

    id: str
    rules: str
    state: Any
    seats: list[TableSeat]
    ask: Ask = field(repr=False)
    free: bool = False
    version: int = 0
    used: float = field(default_factory=time.monotonic)
    playing: bool = False
    fault: Mapping[str, Any] | None = None


class Shelf(Protocol):
    """Where free tables are kept while no server runs."""

    def read(self) -> bytes | None:
        """Return what was written last; None if there is nothing."""

    def write(self, content: bytes) -> None:
        """Keep these bytes instead of those before."""


class Tables:
    """The tables of one server. `ask` answers requests of the engine protocol, `changed` reports a table.

    `ask_free` answers `new_game`, `view`, `apply`, `store` and `restore` for tables without an engine; the `shelf`
    keeps these, and `pointed` reports where somebody points. Any thread may call it.
    """

    def __init__(
        self,
        ask: Ask,
        changed: Callable[[Answer], None],
        pace: float = PACE,
        ask_free: Ask | None = None,
        shelf: Shelf | None = None,
        pointed: Callable[[Answer], None] | None = None,
    ) -> None:
        self._ask, self._ask_free, self._changed, self._pace = ask, ask_free, changed, pace
        self._pointed = pointed
        self._shelf, self._is_restored, self._saved = shelf, shelf is None, 0.0
        self._tables: dict[str, SharedTable] = {}
        self._lock = threading.RLock()
        self._operations: Mapping[str, Callable[[Answer], Answer]] = {
            "list": self._list,
            "open": self._open,
            "look": self._look,
            "sit": self._sit,
            "stand": self._stand,
            "bot": self._bot,
            "take": self._take,
            "point": self._point,
            "close": self._close,
        }

    def answer(self, body: object) -> Answer:
        """Return the answer to a request. TableError if it is refused."""
        request = body if isinstance(body, dict) else {}
        run = self._operations.get(str(request.get("op")))
        if run is None:
            raise TableError("bad-request", message("a request to a table names what it does"))
        with self._lock:
            self._restore()
            return run(request)

    # ---------------------------------------------------------------- the shelf

    def save(self) -> None:
        """Keep the free tables: when the server ends, and after changes."""
        with self._lock:
            if self._shelf is None or not self._is_restored:
                return
            free = [table for table in self._tables.values() if table.free]
            kept = [
                {
                    "id": table.id,
                    "seats": [[seat.key, seat.name] for seat in table.seats],
                    "game": _answer(table.ask, {"op": "store", "state": table.state})["game"],
                }
                for table in free
            ]
            self._shelf.write(json.dumps(kept).encode())
            self._saved = time.monotonic()

    def _restore(self) -> None:
        """Take the tables from the shelf, once. A table that this version cannot read is left out."""
        if self._is_restored or self._shelf is None or self._ask_free is None:
            return
        self._is_restored = True
        for one in json.loads(self._shelf.read() or b"[]"):
            with suppress(TableError):
                state = _answer(self._ask_free, {"op": "restore", "game": one["game"]})["state"]
                seats = [TableSeat(key, name) for key, name in one["seats"]]
                self._tables[one["id"]] = SharedTable(one["id"], "", state, seats, self._ask_free, True)

    # ---------------------------------------------------------------- operations

    def _list(self, _request: Answer) -> Answer:
        tables = self._tables.values()
        return {"tables": [{"id": one.id, "free": one.free, "seats": _seat_data(one, "")} for one in tables]}

    def _open(self, request: Answer) -> Answer:
        """Open a table with a new game, and take its first seat. The seed is the server's secret."""
        settings, count = request.get("settings"), request.get("seats")
        if not isinstance(settings, dict) or not isinstance(count, int) or not 1 <= count <= MOST_SEATS:
            raise TableError("bad-request", message("a request to a table names what it does"))
        now = time.monotonic()
        for table in [table for table in self._tables.values() if now - table.used > IDLE]:
            del self._tables[table.id]
        if len(self._tables) >= MOST_TABLES:
            raise TableError("too-many", message("there are {most} tables already: leave one first", most=MOST_TABLES))
        free = self._ask_free if request.get("free") is True else None
        ask = free or self._ask
        begun = _answer(ask, {**settings, "op": "new_game", "seed": secrets.randbelow(2**48)})
        if begun.get("seats", count) != count:
            text = message("this game has {own} seats, not {count}", own=begun["seats"], count=count)
            raise TableError("wrong-seats", text)
        seats = [TableSeat() for _ in range(count)]
        table = SharedTable(
            secrets.token_hex(3), str(settings.get("ruleset", "")), begun["state"], seats, ask, free is not None
        )
        self._view(table, None)  # refused here if the engine has no view
        self._tables[table.id] = table
        return self._sit({"table": table.id, "seat": 0, "name": request.get("name")})

    def _look(self, request: Answer) -> Answer:
        table = self._find(request)
        seat = _seat_of(table, str(request.get("key", "")))
        return {
            "table": table.id,
            "version": table.version,
            "rules": table.rules,
            "seat": seat,
            "seats": _seat_data(table, str(request.get("key", ""))),
            "facts": self._view(table, seat, request.get("at")),
            "fault": table.fault,
        }

    def _sit(self, request: Answer) -> Answer:
        table = self._find(request)
        seat = self._seat(table, request)
        if table.seats[seat].key:
            raise TableError("taken", message("this seat is taken"))
        key, own = secrets.token_urlsafe(18), str(request.get("key", ""))
        if own and _seat_of(table, own) is not None:
            table.seats[_seat_of(table, own) or 0] = TableSeat()  # a window has one seat
        table.seats[seat] = TableSeat(key, str(request.get("name") or "")[:MOST_NAME])
        self._report(table)
        return {"table": table.id, "key": key}

    def _stand(self, request: Answer) -> Answer:
        table = self._find(request)
        seat = self._own_seat(table, request)
        table.seats[seat] = TableSeat()
        if any(one.key for one in table.seats):
            self._report(table)
        else:
            self._remove(table)  # nobody is left
        return {"table": table.id}

    def _bot(self, request: Answer) -> Answer:
        """Let a bot have a free seat, or take it away again. Anybody at the table may do so."""
        table = self._find(request)
        self._own_seat(table, request)
        seat = self._seat(table, request)
        if table.free:
            raise TableError("no-bots", message("nobody can play by rules that the table does not know"))
        if table.seats[seat].key:
            raise TableError("taken", message("this seat is taken"))
        table.seats[seat] = TableSeat(policy=str(request.get("policy") or "")[:MOST_NAME])
        self._report(table)
        return {"table": table.id}

    def _take(self, request: Answer) -> Answer:
        """Make a turn of the seat whose key the request has. The engine checks it."""
        table = self._find(request)
        seat = self._own_seat(table, request)
        if not table.free and self._mover(table) != seat:
            raise TableError("not-your-turn", message("it is not your turn"))
        self._make(table, request.get("turn"), seat)
        return {"table": table.id}

    def _point(self, request: Answer) -> Answer:
        """Tell all pages where somebody points at a free table, mm, and which stack they carry, or "hand"."""
        table = self._find(request)
        seat = self._own_seat(table, request)
        x, y, held = (request.get(name) for name in ("x", "y", "held"))
        places = [place for place in (x, y) if place is not None]
        if not all(type(place) in (int, float) and abs(place) < FARTHEST for place in places):
            raise TableError("bad-request", message("a request to a table names what it does"))
        if table.free and self._pointed is not None:
            carried = held if type(held) is int or held == "hand" else None
            self._pointed({"table": table.id, "seat": seat, "x": x, "y": y or 0, "held": carried})
        return {"table": table.id}

    def _close(self, request: Answer) -> Answer:
        table = self._find(request)
        self._own_seat(table, request)
        self._remove(table)
        return {"table": table.id}

    # ---------------------------------------------------------------- the game

    def _view(self, table: SharedTable, seat: int | None, at: object = None) -> Mapping[str, Any]:
        """Return what a seat sees; at a free table also after its first `at` gestures."""
        request = {"op": "view", "state": table.state, "seat": seat}
        return _answer(table.ask, {**request, "at": at} if table.free else request)

    def _mover(self, table: SharedTable) -> int | None:
        """Return the seat that is to move, None if the game is over. TableError if the table has no such seat."""
        mover = self._view(table, None)["to_move"]
        if mover is None or (type(mover) is int and 0 <= mover < len(table.seats)):
            return mover
        text = message(
            "the rules engine says that seat {seat} is to move, of {count} seats", seat=mover, count=len(table.seats)
        )
        raise TableError("wrong-seats", text)

    def _make(self, table: SharedTable, turn: object, seat: int) -> None:
        request = {"op": "apply", "state": table.state, "turn": turn}
        after = _answer(table.ask, {**request, "seat": seat} if table.free else request)["state"]
        if not table.free and len(json.dumps(after)) > MOST_STATE:
            raise TableError("too-large", message("this game cannot be shared by windows"))
        table.state, table.fault = after, None
        self._report(table)

    def _report(self, table: SharedTable) -> None:
        """Tell the pages that a table has changed, and let its bots play."""
        table.version += 1
        table.used = time.monotonic()
        self._changed({"table": table.id, "version": table.version})
        if table.free and table.used - self._saved > SAVING:
            self.save()
        if not table.playing and any(seat.policy for seat in table.seats):
            table.playing = True
            threading.Thread(target=self._play_bots, args=(table,), name="cardgen table", daemon=True).start()

    def _play_bots(self, table: SharedTable) -> None:
        """Make the turns of bots until a person or nobody is to move.

        Whatever goes wrong, the bot leaves its seat and the table goes on: also after a defect of the engine.
        """
        mover: int | None = None
        try:
            while True:
                time.sleep(self._pace)
                with self._lock:
                    mover = None if table.id not in self._tables else self._mover(table)
                    policy = "" if mover is None else table.seats[mover].policy
                    version, state = table.version, table.state
                    if not policy:
                        table.playing = False
                        return
                chosen = _answer(table.ask, {"op": "choose", "state": state, "policy": policy})["turn"]
                with self._lock:
                    if table.version == version and mover is not None:
                        self._make(table, chosen, mover)
        except Exception as error:
            with self._lock:
                self._remove_bots(table, mover, error)

    def _remove_bots(self, table: SharedTable, mover: int | None, error: Exception) -> None:
        """Free the seat of the bot that is to move, or of all bots if nobody knows whose turn it is."""
        code, text = (error.code, error.text) if isinstance(error, TableError) else ("engine", repr(error))
        for number, seat in enumerate(table.seats):
            if seat.policy and mover in (None, number):
                table.seats[number] = TableSeat()
        table.playing, table.fault = False, error_data(code, text)["error"]
        self._report(table)

    # ---------------------------------------------------------------- members of requests

    def _find(self, request: Answer) -> SharedTable:
        table = self._tables.get(str(request.get("table")))
        if table is None:
            raise TableError("no-table", message("there is no such table"))
        return table

    def _seat(self, table: SharedTable, request: Answer) -> int:
        seat = request.get("seat")
        if not isinstance(seat, int) or not 0 <= seat < len(table.seats):
            raise TableError("no-seat", message("a request to a table names what it does"))
        return seat

    def _own_seat(self, table: SharedTable, request: Answer) -> int:
        seat = _seat_of(table, str(request.get("key", "")))
        if seat is None:
            raise TableError("not-yours", message("this seat is not yours"))
        return seat

    def _remove(self, table: SharedTable) -> None:
        self._tables.pop(table.id, None)
        self._changed({"table": table.id, "version": -1})


def _answer(ask: Ask, request: Mapping[str, Any]) -> Mapping[str, Any]:
    answer = ask(request)
    if "error" in answer:
        error = answer["error"]
        raise TableError(str(error.get("code", "engine")), str(error.get("message", "")))
    return answer


def _seat_of(table: SharedTable, key: str) -> int | None:
    """Return the seat that a key opens."""
    for number, seat in enumerate(table.seats):
        if seat.key and secrets.compare_digest(seat.key.encode(), key.encode(errors="surrogatepass")):
            return number
    return None


def _seat_data(table: SharedTable, key: str) -> list[Answer]:
    own = _seat_of(table, key)
    return [
        {"name": seat.name, "policy": seat.policy, "taken": bool(seat.key), "own": number == own}
        for number, seat in enumerate(table.seats)
    ]
