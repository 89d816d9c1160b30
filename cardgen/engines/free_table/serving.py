"""Answers to the requests of a free table, the same on a server and in a page without one.

Chance comes from here: a page can neither choose nor know the seed of a shuffle.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from cardgen.engines.free_table.history import FreeTable, begin_table, make_step, restored_table, table_data
from cardgen.engines.free_table.model import GestureError, Setup
from cardgen.engines.free_table.views import view_table
from cardgen.engines.serving import adapter_of, read_strict_json

#: The chance of a gesture, in bits.
_BITS = 48


def answer_request(request: Mapping[str, Any], setup_of: Callable[[Mapping[str, Any]], Setup]) -> dict[str, Any]:
    """Return the answer to `new_game`, `view`, `store`, `restore` or `apply`. GestureError if it is refused.

    `state` is a FreeTable. `setup_of` returns the set-up that a new game asks for.
    """
    match request.get("op"):
        case "new_game":
            setup = setup_of(request)
            return {"state": begin_table(setup, secrets.randbits(_BITS)), "seats": setup.players}
        case "view":
            at = request.get("at")
            return view_table(request["state"], request.get("seat"), at if type(at) is int else None)
        case "store":
            return {"game": table_data(request["state"])}
        case "restore":
            return {"state": restored_table(request["game"])}
        case _:
            made = make_step(request["state"], request["seat"], request.get("turn"), secrets.randbits(_BITS))
            return {"state": made}


class PageTable:
    """The free table of a page without a server, in its web worker: one game, whose state stays here."""

    def __init__(self) -> None:
        self._table: FreeTable | None = None

    def answer(self, line: str | bytes, _: object = None) -> str:
        """Return the answer to a request as one line of JSON.

        A new game brings its `setup`; the answers to it and to `apply` have the game as it is stored.
        """
        request = json.loads(line)
        try:
            answer = answer_request({**request, "state": self._table}, _setup_in)
        except GestureError as error:
            return json.dumps({"error": {"code": error.code, "message": str(error.text)}})
        self._table = answer.pop("state", self._table)
        if self._table is not None and request.get("op") in ("new_game", "apply"):
            answer["game"] = table_data(self._table)
        return json.dumps(answer)


def _setup_in(request: Mapping[str, Any]) -> Setup:
    setup: Setup = read_strict_json(adapter_of(Setup), request["setup"])
    return setup


TABLE = PageTable()
