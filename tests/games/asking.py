"""The engine protocol as functions."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any


def protocol_of(answer: Callable[[str], str]) -> tuple[Callable[..., Any], Callable[..., str]]:
    """Return a function that asks for an operation, and one that returns the code of the error that it answers with.

    Members that are words of Python end with `_`.
    """

    def ask(op: str, **members: Any) -> Any:
        return json.loads(
            answer(json.dumps({"op": op, **{name.rstrip("_"): value for name, value in members.items()}}))
        )

    def error(op: str, **members: Any) -> str:
        reply = ask(op, **members)
        assert set(reply) <= {"error", "id"}
        assert set(reply["error"]) == {"code", "message"}
        assert reply["error"]["message"]
        return str(reply["error"]["code"])

    return ask, error
