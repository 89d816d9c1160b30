"""Answers to the requests of a free table, the same on a server and in a page without one.

Chance comes from here: a page can neither choose nor know the seed of a shuffle.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from cardgen.engines.free_table.history import FreeTable, Step, begin_table, make_step, restored_table, table_data
from cardgen.engines.free_table.model import GestureError, Setup, Stack, State, Thing
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


# ---------------------------------------------------------------- views


#: The most lines of the history that an answer has.
_MOST_LINES = 200


def view_table(table: FreeTable, seat: int | None, at: int | None = None) -> dict[str, Any]:
    """Return what a seat sees, or with None what everybody sees, after so many steps `at`; now without.

    A hidden card has a deck with its back and no name. Of a stack only the top is sent, unless the seat looks through.
    """
    number = len(table.steps) if at is None else max(1, min(at, len(table.steps)))
    state, setup = table.states[number], table.setup
    first = max(0, len(table.steps) - _MOST_LINES)
    return {
        "players": len(state.hands),
        "cloth": {"width": setup.width, "height": setup.height, "colour": setup.cloth},
        "areas": [
            {
                "name": area.name,
                "titles": dict(area.titles),
                "box": [area.x, area.y, area.width, area.height],
                "board": area.board,
            }
            for area in setup.areas
        ],
        "piles": {
            pile.name: {"titles": dict(pile.titles), "deck": pile.deck, "seat": pile.seat} for pile in setup.piles
        },
        "pieces": {
            one.name: {
                "titles": dict(one.titles),
                "size": one.size,
                "colour": one.colour,
                "sides": one.sides,
                "seat": one.seat,
            }
            for one in setup.pieces
        },
        "sizes": {deck: list(size) for deck, size in setup.sizes.items()},
        "stacks": [_stack_data(setup, state, key, stack, seat) for key, stack in state.stacks.items()],
        "hands": [_hand_data(setup, state, one, seat) for one in range(len(state.hands))],
        "lines": [_line_data(one, step) for one, step in enumerate(table.steps[first:], first + 1)],
        "at": number,
        "steps": len(table.steps),
        "undo": table.last is not None,
        "redo": table.first_undone is not None,
    }


def _stack_data(setup: Setup, state: State, number: int, stack: Stack, seat: int | None) -> dict[str, Any]:
    data: dict[str, Any] = {
        "id": number,
        "at": [stack.x, stack.y],
        "pile": stack.name,
        "count": len(stack.things),
        "top": thing_data(setup, stack.things[-1], state.things[stack.things[-1]]) if stack.things else None,
        "lookers": list(stack.lookers),
    }
    if seat is not None and seat in stack.lookers:
        data["things"] = [thing_data(setup, one, state.things[one], is_seen=True) for one in stack.things]
    return data


def _hand_data(setup: Setup, state: State, owner: int, seat: int | None) -> dict[str, Any]:
    hand = state.hands[owner]
    data: dict[str, Any] = {"count": len(hand), "decks": [_back_of(setup, state.things[one]) for one in hand]}
    if owner == seat:
        data["things"] = [thing_data(setup, one, state.things[one], is_seen=True) for one in hand]
    return data


def thing_data(setup: Setup, number: int, thing: Thing, is_seen: bool = False) -> dict[str, Any]:
    """Return a thing. A card that is not seen has no name, only its back."""
    data: dict[str, Any] = {"id": number, "kind": thing.kind, "up": thing.up, "turned": thing.turned}
    if thing.kind != "card":
        return {**data, "what": thing.what, "value": thing.value, "text": thing.text}
    data["back"] = _back_of(setup, thing)
    if is_seen or thing.up or thing.what.partition("/")[0] in setup.open_decks:
        data["what"] = thing.what
    return data


def _back_of(setup: Setup, thing: Thing) -> str:
    """Return a deck whose cards have the back of a card; "" for other things."""
    deck = thing.what.partition("/")[0] if thing.kind == "card" else ""
    return setup.backs.get(deck, deck)


def _line_data(number: int, step: Step) -> dict[str, Any]:
    return {
        "at": number,
        "seat": step.seat,
        "code": step.line.code,
        "values": dict(step.line.values),
        "undone": step.status != "made",
    }
