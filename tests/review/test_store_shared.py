"""The log with several writers: people, threads and processes, some of which are killed."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base import locks
from cardgen.review.server import store as store_module
from cardgen.review.server.status import card_statuses
from cardgen.review.server.store import Store
from tests.examples import examples
from tests.games_on_disk import REPOSITORY, tiny_game_in
from tests.review.reviewer import Reviewer

ONE, TWO = "main/one", "main/two"


_STEPS = st.lists(
    st.tuples(
        st.sampled_from(["Ann", "Ben"]),
        st.sampled_from([ONE, TWO]),
        st.sampled_from(["approve", "reject", "comment", "reopen", "undo"]),
        st.booleans(),
    ),
    max_size=14,
)


@examples(15)
@given(_STEPS)
def test_the_log_of_two_people_only_grows_and_both_see_the_same(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str, str, bool]]
) -> None:
    disk = tiny_game_in(tmp_path_factory.mktemp("two"))
    people = {person: Reviewer(disk, person) for person in ("Ann", "Ben")}
    pages: dict[tuple[str, str], str] = {}  # the last event of a card that a person's page has seen
    last: dict[str, str] = {}
    before, saved = b"", []
    for person, key, kind, reload in steps:
        reviewer = people[person]
        if reload:
            pages[person, key] = last.get(key, "")
        undone = {event.undoes for event in reviewer.store.events_of(key)}
        left = [e.id for e in reviewer.store.events_of(key) if e.kind != "undo" and e.id not in undone]
        if kind == "undo" and not left:
            continue
        more: dict[str, Any] = {"undoes": left[-1]} if kind == "undo" else {}
        more |= {"text": "because"} if kind in ("reject", "comment") else {}
        outcome = reviewer.decide(reviewer.propose(key, kind, seen=pages.get((person, key), ""), **more))
        has_seen_all = pages.get((person, key), "") == last.get(key, "")
        assert (len(outcome.saved), len(outcome.conflicts)) == ((1, 0) if has_seen_all else (0, 1))
        for event in outcome.saved:
            pages[person, key] = last[key] = event.id
            saved.append(event)
        content = reviewer.store.log.read_bytes()
        assert content.startswith(before)
        before = content
    for reviewer in (*people.values(), Reviewer(disk)):
        assert list(reviewer.store.read()) == saved
        assert card_statuses(reviewer.store.read(), reviewer.catalog.current) == card_statuses(
            saved, reviewer.catalog.current
        )


_WRITER = """
import sys
from pathlib import Path
from tests.games_on_disk import GameOnDisk
from tests.review.reviewer import Reviewer
reviewer = Reviewer(GameOnDisk(Path(sys.argv[1]), "tiny"), sys.argv[2])
print("ready", flush=True)
sys.stdin.readline()
for number in range(int(sys.argv[3])):
    while True:
        outcome = reviewer.decide(reviewer.propose("main/one", "comment", text=f"{sys.argv[2]} {number}"))
        if outcome.saved:
            break
    print(outcome.saved[0].id, flush=True)
"""


def start_writer(reviewer: Reviewer, person: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", _WRITER, str(reviewer.disk.root), person, str(count)]
    writer = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY)
    assert writer.stdout is not None
    assert writer.stdout.readline() == "ready\n"
    return writer


def test_two_processes_that_write_about_one_card_lose_nothing(reviewer: Reviewer) -> None:
    writers = [start_writer(reviewer, person, 60) for person in ("Ann", "Ben")]
    ids = [line for writer in writers for line in writer.communicate("go\n", timeout=60)[0].split()]
    assert [writer.returncode for writer in writers] == [0, 0]
    events = reviewer.store.read()
    assert sorted(ids) == sorted(event.id for event in events)
    for person in ("Ann", "Ben"):
        texts = [event.text for event in events if event.by == person]
        assert texts == [f"{person} {number}" for number in range(60)]  # in the order of writing


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGKILL")
def test_a_killed_writer_loses_no_acknowledged_event(reviewer: Reviewer) -> None:
    acknowledged: list[str] = []
    for round_ in range(3):
        writer = start_writer(reviewer, "Ann", 100_000)
        assert writer.stdin is not None
        assert writer.stdout is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
        acknowledged += [writer.stdout.readline().strip() for _ in range(3 * round_ + 1)]
        time.sleep(0.0007 * round_)  # somewhere during a write
        writer.send_signal(signal.SIGKILL)
        output = writer.communicate()[0]
        acknowledged += output.splitlines() if output.endswith("\n") else output.splitlines()[:-1]
        saved = {event.id for event in reviewer.store.read()}
        assert saved >= set(acknowledged)
        assert len(reviewer.decide(reviewer.propose(TWO, "comment", text="still here")).saved) == 1  # no lock is left


def test_a_log_replaced_while_a_writer_waits_is_used(reviewer: Reviewer) -> None:
    """After a git checkout, a writer that waited for the lock of the old file writes to the new one."""
    event = reviewer.do(ONE)
    line = reviewer.store.log.read_text(encoding="utf-8").strip()
    lock: Callable[[Any], None] = locks.lock_file
    replaced = False

    def replace_first(stream: Any) -> None:
        nonlocal replaced
        if not replaced:
            replaced = True
            other = reviewer.store.folder / "new.jsonl"
            other.write_text(f"{line}\n", encoding="utf-8")
            other.replace(reviewer.store.log)
        lock(stream)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store_module, "lock_file", replace_first)
        second = reviewer.do(TWO)
    assert Store(reviewer.store.folder).read() == (event, second)


def test_threads_of_one_process_share_a_store(reviewer: Reviewer) -> None:
    def write(person: str) -> list[str]:
        own = Reviewer(reviewer.disk, person)
        own.store = reviewer.store
        ids: list[str] = []
        while len(ids) < 20:
            outcome = own.decide(own.propose(ONE, "comment", text=person))
            ids += [event.id for event in outcome.saved]
        return ids

    with ThreadPoolExecutor(3) as pool:
        saved = [event_id for ids in pool.map(write, ["Ann", "Ben", "Eve"]) for event_id in ids]
    assert sorted(saved) == sorted(event.id for event in Store(reviewer.store.folder).read())
    assert reviewer.store.read() == Store(reviewer.store.folder).read()
