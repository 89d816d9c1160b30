"""Decisions from a downloaded file: all of it is right or nothing is saved, and nobody's decision is overwritten."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardgen.errors import DataError
from cardgen.review.server.imports import Imported, import_events
from tests.games_on_disk import tiny_game_in
from tests.review.desk import Desk

ONE, TWO = "main/one", "main/two"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tiny_game_in(tmp_path))


def sent(desk: Desk, number: int, key: str, kind: str = "approve", **more: Any) -> dict[str, Any]:
    """A line as a page without a server writes it."""
    head = {"id": f"{number:016x}", "at": "2026-11-20T09:00:00Z", "tool": "cardgen 0.1.0", "by": "Eve"}
    return {**head, **desk.propose(key, kind), **more}


def bring(desk: Desk, *lines: Any, end: str = "\n") -> Imported:
    file = desk.disk.root / "decisions.jsonl"
    written = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines]
    file.write_text("\n".join(written) + end, encoding="utf-8")
    return import_events(desk.store, file, "Ann", desk.catalog)


def test_what_was_decided_elsewhere_is_added_as_it_was(desk: Desk) -> None:
    lines = [sent(desk, 1, ONE), sent(desk, 2, TWO, "reject", text="Nein", by="")]
    del lines[1]["by"]
    result = bring(desk, *lines, end="")
    assert (len(result.saved), result.known, result.conflicts) == (2, 0, ())
    one, two = desk.store.read()
    assert (one.id, one.at, one.by, one.kind) == (f"{1:016x}", "2026-11-20T09:00:00Z", "Eve", "approve")
    assert one.fields == {"copies": 1, "name": "First"}  # so that later changes can be told in words
    assert (two.by, two.text) == ("Ann", "Nein")
    assert desk.store.kept_png(one.sides["face"]) is not None


def test_bringing_it_twice_changes_nothing(desk: Desk) -> None:
    lines = [sent(desk, 1, ONE), sent(desk, 2, ONE, "comment", text="x", seen=f"{1:016x}")]
    bring(desk, *lines)
    before = desk.store.log.read_bytes()
    result = bring(desk, *lines, sent(desk, 3, TWO))
    assert (len(result.saved), result.known, result.conflicts) == (1, 2, ())
    assert desk.store.log.read_bytes().startswith(before)


def test_several_events_of_one_card_follow_each_other(desk: Desk) -> None:
    first = desk.do(ONE)
    known = sent(desk, 1, ONE, "reject", text="no")
    assert known["seen"] == first.id
    undo = sent(desk, 2, ONE, "undo", undoes=f"{1:016x}", seen=f"{1:016x}")
    assert len(bring(desk, known, undo).saved) == 2
    assert desk.store.events_of(ONE)[-1].kind == "undo"


def test_what_was_brought_before_does_not_stand_against_what_its_writer_said_next(desk: Desk) -> None:
    first, second = sent(desk, 1, ONE), sent(desk, 2, ONE, "comment", text="said in one go")
    assert first["seen"] == second["seen"] == ""
    bring(desk, first)
    result = bring(desk, first, second)
    assert (len(result.saved), result.known, result.conflicts) == (1, 1, ())


def test_a_copy_of_the_log_itself_can_be_brought(desk: Desk) -> None:
    desk.do(ONE)
    lines = desk.store.log.read_text(encoding="utf-8").splitlines()
    added = sent(desk, 1, ONE, "comment", text="later")
    del added["seen"]
    result = bring(desk, *lines, added)
    assert (len(result.saved), result.known) == (1, 1)


def test_what_was_decided_here_meanwhile_is_a_conflict(desk: Desk) -> None:
    line, other = sent(desk, 1, ONE), sent(desk, 2, TWO)
    following = sent(desk, 3, ONE, "comment", text="and", seen=f"{1:016x}")
    theirs = desk.do(ONE, "reject", text="no")
    result = bring(desk, line, other, following)
    assert [event.card for event in result.saved] == ["two"]
    (place, conflict), (_, second) = result.conflicts
    assert (conflict.why, conflict.newer, place.line) == ("newer-decision", (theirs,), 1)
    assert second.event.text == "and"  # built on what was not saved


def test_what_was_decided_of_a_card_that_changed_is_a_conflict(desk: Desk) -> None:
    line = sent(desk, 1, ONE)
    desk.disk.change("card_data/tiny/cards.yaml", "First", "Fifth")
    desk.rebuild()
    result = bring(desk, line)
    assert [conflict.why for _, conflict in result.conflicts] == ["card-changed"]
    assert desk.store.read() == ()


def test_all_faults_are_told_and_nothing_is_saved(desk: Desk) -> None:
    good = sent(desk, 1, ONE)
    with pytest.raises(DataError) as caught:
        bring(desk, good, '{"id":', "", {**good, "id": "x"}, {**good, "by": "Eva"})
    told = [str(fault).removeprefix(f"{desk.disk.root}/") for fault in caught.value.faults]
    assert [line.split(": ")[0] for line in told] == [
        "decisions.jsonl:2:7",
        "decisions.jsonl:4:1",
        "decisions.jsonl:5:1",
    ]
    assert "another event has the id" in told[2]
    assert desk.store.read() == ()


def test_an_undo_of_nothing_is_told_with_its_line(desk: Desk) -> None:
    with pytest.raises(DataError, match=r"decisions\.jsonl:2:1: there is no event"):
        bring(desk, sent(desk, 1, ONE), sent(desk, 2, TWO, "undo", undoes="f" * 16))
    assert desk.store.read() == ()


def test_a_file_that_is_not_there_is_told(desk: Desk) -> None:
    with pytest.raises(DataError, match="nothing: cannot be read"):
        import_events(desk.store, Path("nothing"), "Ann", desk.catalog)
    with pytest.raises(DataError, match="is not a name"):
        import_events(desk.store, Path("nothing"), "", desk.catalog)
