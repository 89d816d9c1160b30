"""Oversized input of the engine protocol, as byte chunks, never one whole line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain, repeat
from typing import NamedTuple

MIB = 1 << 20

#: The operations of every game of turns.
_FRAME = ("about", "new_game", "turns", "apply", "choose", "log", "verify", "view")

#: The operations to fuzz, by game.
OPERATIONS = {
    "block-killer": (*_FRAME, "placements", "perft", "play", "best", "resolve", "notation"),
    "blitz": (
        *(*_FRAME, "perft", "attackers", "questions"),
        *("order", "hits", "attack", "settle", "winner", "hand_chances"),
    ),
    "thread-race": (*_FRAME, "turn", "orders", "deck_orders", "solitaire", "clashes"),
    "blokus": (*_FRAME, "placements", "perft", "play", "notation"),
    "heroes": (
        *(*_FRAME, "distances", "in_range", "execution", "victory"),
        *("ambitionists", "siege", "explosion", "discard"),
    ),
}

#: A good request, which has to be answered after any other input.
ABOUT = b'{"op": "about", "id": "after"}\n'


class HostileLine(NamedTuple):
    """Input for one engine: a name, its bytes in chunks, and the error code of the answer."""

    name: str
    chunks: Iterator[bytes]
    code: str


def hostile_lines(scale: float = 1.0) -> Iterator[HostileLine]:
    """Yield every hostile input, in full size or a part of it. A good request follows lines that end."""

    def times(count: int) -> int:
        return max(1, round(count * scale))

    def line(name: str, begin: bytes, middle: bytes, count: int, end: bytes, code: str = "too-large") -> HostileLine:
        return HostileLine(name, chain([begin], repeat(middle, times(count)), [end + b"\n", ABOUT]), code)

    text = b"x" * MIB
    yield line("100 MB in a text", b'{"op": "notation", "text": "', text, 100, b'"}')
    yield line("100 MB of spaces", b"", b" " * MIB, 100, b'{"op": "about"}')
    yield line("20 million numbers", b'{"op": "perft", "board": [', b"1," * (MIB // 2), 40, b"1]}")
    yield line("100 MB of brackets", b"", b"[" * MIB, 100, b"")
    yield line("100 MB of digits", b'{"op": "about", "id": ', b"1" * MIB, 100, b"}")
    yield line("a line just too long", b'{"op": "about", "id": "', b"y" * MIB, 1, b'"}')
    yield HostileLine("600 MB without an end", repeat(text, times(600)), "too-large")
    perft = {"op": "perft", "board": [], "sequence": "T" * 40}
    yield HostileLine("perft of 40 blocks", iter([json.dumps(perft).encode() + b"\n", ABOUT]), "too-large")
