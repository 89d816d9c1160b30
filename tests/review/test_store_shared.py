"""The log when several write at once: people, threads and processes, and some that are killed while they do."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.review.server import store as store_module
from cardgen.review.server.status import standings
from cardgen.review.server.store import Store
from tests.games_on_disk import REPOSITORY, tiny_game_in
from tests.review.desk import Desk

ONE, TWO = "main/one", "main/two"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tiny_game_in(tmp_path))


_STEPS = st.lists(
    st.tuples(
        st.sampled_from(["Ann", "Ben"]),
        st.sampled_from([ONE, TWO]),
        st.sampled_from(["approve", "reject", "comment", "reopen", "undo"]),
        st.booleans(),
    ),
    max_size=14,
)


@settings(max_examples=15)
@given(_STEPS)
def test_whatever_two_people_do_the_log_only_grows_and_both_see_the_same(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str, str, bool]]
) -> None:
    disk = tiny_game_in(tmp_path_factory.mktemp("two"))
    people = {who: Desk(disk, who) for who in ("Ann", "Ben")}
    pages: dict[tuple[str, str], str] = {}  # the last event that somebody's page has seen of a card
    last: dict[str, str] = {}
    before, saved = b"", []
    for who, key, kind, reload in steps:
        desk = people[who]
        if reload:
            pages[who, key] = last.get(key, "")
        undone = {event.undoes for event in desk.store.events_of(key)}
        left = [e.id for e in desk.store.events_of(key) if e.kind != "undo" and e.id not in undone]
        if kind == "undo" and not left:
            continue
        more: dict[str, Any] = {"undoes": left[-1]} if kind == "undo" else {}
        more |= {"text": "because"} if kind in ("reject", "comment") else {}
        outcome = desk.decide(desk.propose(key, kind, seen=pages.get((who, key), ""), **more))
        knew_all = pages.get((who, key), "") == last.get(key, "")
        assert (len(outcome.saved), len(outcome.conflicts)) == ((1, 0) if knew_all else (0, 1))
        for event in outcome.saved:
            pages[who, key] = last[key] = event.id
            saved.append(event)
        content = desk.store.log.read_bytes()
        assert content.startswith(before)
        before = content
    for desk in (*people.values(), Desk(disk)):
        assert list(desk.store.read()) == saved
        assert standings(desk.store.read(), desk.catalog.current) == standings(saved, desk.catalog.current)


_WRITER = """
import sys
from pathlib import Path
from tests.games_on_disk import GameOnDisk
from tests.review.desk import Desk
desk = Desk(GameOnDisk(Path(sys.argv[1]), "tiny"), sys.argv[2])
print("ready", flush=True)
sys.stdin.readline()
for number in range(int(sys.argv[3])):
    while True:
        outcome = desk.decide(desk.propose("main/one", "comment", text=f"{sys.argv[2]} {number}"))
        if outcome.saved:
            break
    print(outcome.saved[0].id, flush=True)
"""


def start_writer(desk: Desk, who: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", _WRITER, str(desk.disk.root), who, str(count)]
    writer = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY)
    assert writer.stdout is not None
    assert writer.stdout.readline() == "ready\n"
    return writer


def test_two_processes_writing_of_one_card_lose_nothing(desk: Desk) -> None:
    writers = [start_writer(desk, who, 60) for who in ("Ann", "Ben")]
    said = [line for writer in writers for line in writer.communicate("go\n", timeout=60)[0].split()]
    assert [writer.returncode for writer in writers] == [0, 0]
    events = desk.store.read()
    assert sorted(said) == sorted(event.id for event in events)
    for who in ("Ann", "Ben"):
        texts = [event.text for event in events if event.by == who]
        assert texts == [f"{who} {number}" for number in range(60)]  # each after all that it had seen


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_a_killed_writer_loses_nothing_that_it_acknowledged(desk: Desk) -> None:
    acknowledged: list[str] = []
    for round_ in range(4):
        writer = start_writer(desk, "Ann", 100_000)
        assert writer.stdin is not None
        assert writer.stdout is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
        acknowledged += [writer.stdout.readline().strip() for _ in range(3 * round_ + 1)]
        time.sleep(0.0007 * round_)  # somewhere in the middle of it
        writer.send_signal(signal.SIGKILL)
        told = writer.communicate()[0]
        acknowledged += told.splitlines() if told.endswith("\n") else told.splitlines()[:-1]
        known = {event.id for event in desk.store.read()}
        assert known >= set(acknowledged)
        assert len(desk.decide(desk.propose(TWO, "comment", text="still here")).saved) == 1  # no lock stays behind


def test_a_log_replaced_while_waiting_for_it_is_found(desk: Desk) -> None:
    """As by a checkout: whoever waited for the lock of the old file writes to the new one."""
    event = desk.do(ONE)
    line = desk.store.log.read_text(encoding="utf-8").strip()
    lock: Callable[[Any], None] = store_module._lock_file
    replaced = False

    def replace_first(stream: Any) -> None:
        nonlocal replaced
        if not replaced:
            replaced = True
            other = desk.store.folder / "new.jsonl"
            other.write_text(f"{line}\n", encoding="utf-8")
            other.replace(desk.store.log)
        lock(stream)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store_module, "_lock_file", replace_first)
        second = desk.do(TWO)
    assert Store(desk.store.folder).read() == (event, second)


def test_threads_of_one_process_share_a_store(desk: Desk) -> None:
    def write(who: str) -> list[str]:
        own = Desk(desk.disk, who)
        own.store = desk.store
        said: list[str] = []
        while len(said) < 20:
            outcome = own.decide(own.propose(ONE, "comment", text=who))
            said += [event.id for event in outcome.saved]
        return said

    with ThreadPoolExecutor(3) as pool:
        said = [each for ids in pool.map(write, ["Ann", "Ben", "Eve"]) for each in ids]
    assert sorted(said) == sorted(event.id for event in Store(desk.store.folder).read())
    assert desk.store.read() == Store(desk.store.folder).read()
