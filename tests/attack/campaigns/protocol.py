"""Lines that the engines do not expect: each gets one line of JSON, and the loop continues."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from cardgen.data.playing import open_answers
from tests.attack.lines import OPERATIONS, HostileLine, hostile_lines
from tests.attack.trial import MEBIBYTES, SECONDS, Outcome, Problem, Verdict
from tests.games.shipped import shipped
from tests.games_on_disk import REPOSITORY
from tests.mutations import spoil_bytes, spoil_value

#: Requests that every game answers, and those of each game; spoilt requests are made from them.
_FRAME: list[dict[str, Any]] = [
    {"op": "about", "id": "x"},
    {"op": "turns", "state": {}},
    {"op": "apply", "state": {}, "turn": {}},
]
_GOOD: dict[str, list[dict[str, Any]]] = {
    "block-killer": [
        {
            "op": "placements",
            "board": ["####.#####", "###..#####"],
            "block": "T",
            "spin_rule": "any",
            "rotation": "srs",
        },
        {"op": "perft", "board": ["###....###"], "sequence": "TI"},
        {"op": "resolve", "attack": 3, "answer_attack": 2, "answer_block": 1},
        {"op": "notation", "text": "1-1 3-0 | T2@0,0"},
        {"op": "new_game", "players": 3, "seed": 5, "ruleset": "standard"},
        {
            "op": "play",
            "ruleset": "standard",
            "block_hand": ["T", "O"],
            "garbage_hand": ["####.#####", "###...####"],
            "rows": [{"card": 0, "turned": False}, {"card": 1, "turned": True}],
            "blocks": [{"block": "T", "cells": [[3, 1], [4, 0], [4, 1], [5, 1]]}],
        },
    ],
    "blitz": [
        {"op": "new_game", "players": 4, "seed": 5},
        {"op": "new_game", "factions": ["uk", "ss"], "seed": 5},
        {"op": "order", "players": 4, "round": 2},
        {"op": "hits", "side": "german", "cell": [2, 1], "offsets": [[0, 1], [0, 2]], "width": 4},
        {
            "op": "attack",
            "attackers": [{"cell": [1, 0], "side": "allied", "attack": 3, "offsets": [[0, 1]]}],
            "target": {"cell": [1, 1], "defence": 2},
            "resources": [{"cell": [0, 0], "side": "allied", "level": 1, "offsets": [[1, 0]]}],
        },
        {
            "op": "settle",
            "units": [{"cell": [0, 0], "side": "german", "engineer": True}],
            "resources": [],
            "facilities": [],
        },
        {"op": "winner", "units": [{"cell": [0, 1], "side": "allied"}], "resources": [], "ended": True},
        {"op": "hand_chances", "hand": 8, "redraw_without": ["resource"]},
        {"op": "verify", "log": "game us wm seed 5"},
        {"op": "perft", "scenario": "players us wm", "depth": 1},
        {"op": "attackers", "state": {}},
    ],
    "thread-race": [
        {"op": "new_game", "players": 2, "seed": 5},
        {"op": "orders", "waiting": 20, "window": 3},
        {"op": "deck_orders", "copies": [2, 2, 1]},
        {"op": "solitaire", "deck": [{"name": "a", "speed": 3}, {"name": "b", "speed": 1}]},
        {
            "op": "turn",
            "turn": 1,
            "players": [
                {
                    "lock": 3,
                    "slots": [{"card": {"name": "a", "speed": 4, "effects": [{"do": "draw"}], "cost": 1}}, None, None],
                    "deck": [{"name": "b", "speed": 2, "effects": [{"do": "seal", "target": {"owner": "any"}}]}],
                }
            ],
            "choices": [[0, 1]],
        },
        {
            "op": "turn",
            "turn": 2,
            "players": [
                {
                    "slots": [
                        {
                            "card": {
                                "name": "a",
                                "speed": 4,
                                "effects": [
                                    {
                                        "use": "act",
                                        "choose": {"c": {"from": "field where speed <= 3", "number": "0 to 2"}},
                                        "do": [
                                            {"set": "speed", "of": "c", "add": "count of rebirth - 1"},
                                            {
                                                "attach": {"when": "after enter where to is here", "do": []},
                                                "to": "here",
                                            },
                                        ],
                                    }
                                ],
                            }
                        }
                    ],
                    "deck": [{"name": "b", "speed": 2}],
                }
            ],
        },
        {"op": "clashes", "openings": [[{"name": "a", "speed": 4}], [{"name": "b", "speed": 4}]]},
        {"op": "verify", "log": "deck overclock: echo"},
    ],
    "blokus": [
        {"op": "new_game", "players": 4, "seed": 5},
        {"op": "notation", "text": "I5@0,0"},
        {"op": "perft", "depth": 1},
        {"op": "placements", "piece": "I5"},
        {"op": "play", "moves": []},
        {"op": "verify", "log": []},
    ],
    "heroes": [
        {"op": "new_game", "players": 4, "seed": 5, "mode": "nation"},
        {"op": "distances", "seats": 5, "from": 0, "dead": [1], "modifiers": [{"seat": 0, "out": -1, "in": 1}]},
        {"op": "execution", "target_hp": 1, "target_max": 4, "executor_hp": 3, "distance": 1, "range": 1},
        {"op": "victory", "mode": "realm", "seats": [{"alive": False}, {}], "seal_owner": 1},
        {"op": "siege", "properties": ["A", "B", "A"], "seat": 0},
        {"op": "verify", "log": "game identity 4 seed 1"},
    ],
}

_EFFECTS: list[dict[str, Any]] = [
    {
        "when": "after attack of this where destroyed = true",
        "limit": "once each round",
        "do": [{"turn": "this", "to": "up"}],
    },
    {"while": True, "modify": [{"value": "defence", "of": "my-units where place in beside(this)", "add": 1}]},
]

#: The number of lines for one process.
_AT_ONCE = 2_000


def protocol_lines(random: Random, trials: int, folder: Path) -> Iterator[Verdict]:  # noqa: ARG001
    """Spoil requests to each engine, then send lines that are too long or ask for too much."""
    games = list(OPERATIONS)
    for start in range(0, trials, _AT_ONCE):
        game = games[start // _AT_ONCE % len(games)]
        lines = [_spoilt(random, game) for _ in range(min(_AT_ONCE, trials - start))]
        yield from _judge_answers(game, lines, _ask(game, [b"".join(line + b"\n" for line in lines)]))
    for hostile in hostile_lines():
        yield _judge_hostile(hostile)


@cache
def _good(game: str) -> list[dict[str, Any]]:
    """Return good requests to an engine. Those of a game that has begun have its decks, and what their cards do."""
    answer = open_answers(shipped(game))
    assert answer is not None

    def ask(**request: Any) -> Any:
        return json.loads(answer(json.dumps(request)))

    begin = next(request for request in _GOOD[game] if request["op"] == "new_game")
    state = ask(**begin)["state"]
    if game == "blitz":  # whose shipped cards have no effects of their own
        state["decks"]["us"][0]["effects"] = _EFFECTS
    for _ in range(6):
        state = ask(op="apply", state=state, turn=ask(op="turns", state=state)["turns"][0])["state"]
    turn = ask(op="turns", state=state)["turns"][0]
    more: dict[str, dict[str, Any]]
    more = {"turns": {}, "apply": {"turn": turn}, "choose": {"policy": "random"}, "log": {}, "view": {"seat": 0}}
    return [*_FRAME, *_GOOD[game], *({"op": op, "state": state, **members} for op, members in more.items())]


def _spoilt(random: Random, game: str) -> bytes:
    """Return a line: a good request with members of another one, changed values, or changed bytes."""
    request = copy.deepcopy(random.choice(_good(game)))
    if random.random() < 0.2:
        request |= copy.deepcopy(random.choice(_good(game)))
        request["op"] = random.choice(OPERATIONS[game])
    line = json.dumps(request).encode()
    for _ in range(random.randrange(3)):
        request = json.loads(line)
        spoil_value(random, request)
        with contextlib.suppress(ValueError):  # a value that contains itself
            line = json.dumps(request, default=str).encode()
    if random.random() < 0.2:
        line = spoil_bytes(random, line)[1] or b""
    return line.replace(b"\n", b" ").replace(b"\r", b" ")


def _ask(game: str, chunks: Iterable[bytes]) -> Outcome:
    """Send chunks to an engine, and return its outcome."""
    started = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        command = [sys.executable, "-m", "cardgen", "engine", "--game", game, "--project", str(REPOSITORY)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=err, start_new_session=True)
        alarm = threading.Timer(20 * SECONDS, os.killpg, [process.pid, signal.SIGKILL])
        alarm.start()
        assert process.stdin is not None
        try:
            for chunk in chunks:
                process.stdin.write(chunk)
            process.stdin.close()
        except BrokenPipeError:
            pass
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        alarm.cancel()
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read().decode(errors="replace"))
    taken = max(usage.ru_utime + usage.ru_stime, (time.monotonic() - started) / 3)  # a busy machine decides nothing
    return Outcome(process.returncode, texts[0], texts[1], taken, usage.ru_maxrss >> 10)


def _judge_answers(game: str, lines: list[bytes], outcome: Outcome) -> Iterator[Verdict]:
    """Yield a verdict for each line: each line that is not blank has one answer, a JSON object on its own line."""
    answers = iter(outcome.out.splitlines())
    for line in lines:
        answer = next(answers, "")
        problems: list[tuple[Problem, str]] = []
        try:
            value = json.loads(answer)
            if value.get("error", {}).get("code") == "internal":
                problems.append(("traceback", answer[:300]))
        except (ValueError, AttributeError):
            problems.append(("lost", f"no answer, but {answer[:100]!r}; exit code {outcome.code}"))
        yield Verdict(f"{game} {line[:200]!r}", tuple(problems))
    if outcome.err or outcome.code or next(answers, ""):
        yield Verdict(game, (("wrong", f"exit code {outcome.code}, or too many answers: {outcome.err[-300:]}"),))


def _judge_hostile(hostile: HostileLine) -> Verdict:
    """Return a verdict: the line is answered with its code, and the good request after it as usual."""
    outcome = _ask("block-killer", hostile.chunks)
    problems: list[tuple[Problem, str]] = []
    answers = [json.loads(line) for line in outcome.out.splitlines()]
    codes = [answer.get("error", {}).get("code", answer.get("id", "answered")) for answer in answers]
    after = ["after"] if "without an end" not in hostile.name else []
    if codes != [hostile.code, *after]:
        problems.append(("wrong", f"answered with {codes}, expected {[hostile.code, *after]}"))
    if outcome.err or outcome.code:
        problems.append(("traceback", f"exit code {outcome.code}: {outcome.err[-300:]}"))
    if outcome.seconds > SECONDS:
        problems.append(("too slow", f"{outcome.seconds:.1f} s"))
    if outcome.mebibytes > MEBIBYTES:
        problems.append(("too large", f"{outcome.mebibytes} MiB"))
    return Verdict(hostile.name, tuple(problems))
