"""A review server that is killed while several people decide: every acknowledged decision is in the log."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx

from cardgen.base.errors import DataError
from cardgen.review.server.store import Store
from tests.attack.trial import Problem, Verdict
from tests.games_on_disk import tiny_game_in
from tests.review.serving import ServedProcess, serving

_PEOPLE = 4


def decisions_under_kills(random: Random, trials: int, folder: Path) -> Iterator[Verdict]:
    """Kill the server many times while it writes one log; all acknowledged events are kept whole."""
    game = tiny_game_in(folder)
    log = folder / "card_data/tiny/review.jsonl"
    saved: set[str] = set()
    for number in range(trials):
        pause = random.uniform(0.0, 0.6)
        with serving(game) as served:
            people = [threading.Thread(target=_decide, args=(served, key, saved)) for key in _keys()]
            for person in people:
                person.start()
            time.sleep(pause)
            served.process.send_signal(signal.SIGKILL)
            served.process.wait()
            for person in people:
                person.join()
        if random.random() < 0.3:  # an incomplete write
            with log.open("ab") as stream:
                stream.write(b'{"id": "0123456789abcdef", "at": "2026-1')
        problems: list[tuple[Problem, str]] = []
        if number == trials - 1 and not saved:
            problems.append(("wrong", "no decision was ever acknowledged: the campaign proves nothing"))
        try:
            kept = {event.id for event in Store(log.parent).read()}
        except DataError as error:
            kept = saved
            problems.append(("torn", str(error)[:300]))
        if saved - kept:
            problems.append(("lost", f"{len(saved - kept)} of {len(saved)} acknowledged decisions"))
        if any("Traceback" in line for line in served.lines):
            problems.append(("traceback", "".join(served.lines)[-600:]))
        yield Verdict(f"kill {number} after {pause:.2f} s, {len(saved)} acknowledged", tuple(problems))


def _keys() -> list[str]:
    return ["main/one", "main/two"] * (_PEOPLE // 2)


def _decide(served: ServedProcess, key: str, saved: set[str]) -> None:
    """Comment on one card until the server is killed."""
    try:
        with httpx.Client(base_url=served.address, timeout=10, trust_env=False) as client:
            mine = ServedProcess(served.address, served.token, client, served.process)
            proposal = mine.proposal(key, "comment", text="x")
            while True:
                answer = mine.decide(proposal).json()
                for event in answer.get("saved", []):
                    saved.add(event["id"])
                    proposal["seen"] = event["id"]
                if not answer.get("saved"):
                    proposal = mine.proposal(key, "comment", text="x")
    except (httpx.HTTPError, ValueError, KeyError):
        return
