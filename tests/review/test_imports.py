"""Decisions from a downloaded file: saved only if the whole file is valid, and never over newer decisions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import DataError
from cardgen.review.server.imports import Imported, import_events
from tests.review.reviewer import Reviewer

ONE, TWO = "main/one", "main/two"


def sent_line(reviewer: Reviewer, number: int, key: str, kind: str = "approve", **more: Any) -> dict[str, Any]:
    """Return a line as an exported page writes it."""
    head = {"id": f"{number:016x}", "at": "2026-11-20T09:00:00Z", "tool": "cardgen 0.1.0", "by": "Eve"}
    return {**head, **reviewer.propose(key, kind), **more}


def import_lines(reviewer: Reviewer, *lines: Any, end: str = "\n") -> Imported:
    file = reviewer.disk.root / "decisions.jsonl"
    written = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines]
    file.write_text("\n".join(written) + end, encoding="utf-8")
    return import_events(reviewer.store, file, "Ann", reviewer.catalog)


def test_decisions_are_added_unchanged(reviewer: Reviewer) -> None:
    lines = [sent_line(reviewer, 1, ONE), sent_line(reviewer, 2, TWO, "reject", text="Nein", by="")]
    del lines[1]["by"]
    result = import_lines(reviewer, *lines, end="")
    assert (len(result.saved), result.already_saved, result.conflicts) == (2, 0, ())
    one, two = reviewer.store.read()
    assert (one.id, one.at, one.by, one.kind) == (f"{1:016x}", "2026-11-20T09:00:00Z", "Eve", "approve")
    assert one.fields == {"copies": 1, "name": "First"}  # so that later changes can be listed
    assert (two.by, two.text) == ("Ann", "Nein")
    assert reviewer.store.kept_png(one.sides["face"]) is not None


def test_importing_twice_changes_nothing(reviewer: Reviewer) -> None:
    lines = [sent_line(reviewer, 1, ONE), sent_line(reviewer, 2, ONE, "comment", text="x", seen=f"{1:016x}")]
    import_lines(reviewer, *lines)
    before = reviewer.store.log.read_bytes()
    result = import_lines(reviewer, *lines, sent_line(reviewer, 3, TWO))
    assert (len(result.saved), result.already_saved, result.conflicts) == (1, 2, ())
    assert reviewer.store.log.read_bytes().startswith(before)


def test_several_events_of_one_card_do_not_conflict(reviewer: Reviewer) -> None:
    first = reviewer.do(ONE)
    rejection = sent_line(reviewer, 1, ONE, "reject", text="no")
    assert rejection["seen"] == first.id
    undo = sent_line(reviewer, 2, ONE, "undo", undoes=f"{1:016x}", seen=f"{1:016x}")
    assert len(import_lines(reviewer, rejection, undo).saved) == 2
    assert reviewer.store.events_of(ONE)[-1].kind == "undo"


def test_imported_events_do_not_conflict_with_later_ones_of_the_same_file(reviewer: Reviewer) -> None:
    first, second = sent_line(reviewer, 1, ONE), sent_line(reviewer, 2, ONE, "comment", text="also")
    assert first["seen"] == second["seen"] == ""
    import_lines(reviewer, first)
    result = import_lines(reviewer, first, second)
    assert (len(result.saved), result.already_saved, result.conflicts) == (1, 1, ())


def test_a_copy_of_the_log_can_be_imported(reviewer: Reviewer) -> None:
    reviewer.do(ONE)
    lines = reviewer.store.log.read_text(encoding="utf-8").splitlines()
    added = sent_line(reviewer, 1, ONE, "comment", text="later")
    del added["seen"]
    result = import_lines(reviewer, *lines, added)
    assert (len(result.saved), result.already_saved) == (1, 1)


def test_newer_decisions_in_the_log_are_conflicts(reviewer: Reviewer) -> None:
    line, other = sent_line(reviewer, 1, ONE), sent_line(reviewer, 2, TWO)
    following = sent_line(reviewer, 3, ONE, "comment", text="and", seen=f"{1:016x}")
    theirs = reviewer.do(ONE, "reject", text="no")
    result = import_lines(reviewer, line, other, following)
    assert [event.card for event in result.saved] == ["two"]
    (place, conflict), (_, second) = result.conflicts
    assert (conflict.why, conflict.newer, place.line) == ("newer-decision", (theirs,), 1)
    assert second.event.text == "and"  # follows an event that was not saved


def test_decisions_about_a_changed_card_are_conflicts(reviewer: Reviewer) -> None:
    line = sent_line(reviewer, 1, ONE)
    reviewer.disk.change("card_data/tiny/cards.yaml", "First", "Fifth")
    reviewer.rebuild()
    result = import_lines(reviewer, line)
    assert [conflict.why for _, conflict in result.conflicts] == ["card-changed"]
    assert reviewer.store.read() == ()


def test_all_faults_are_reported_and_nothing_is_saved(reviewer: Reviewer) -> None:
    good = sent_line(reviewer, 1, ONE)
    with pytest.raises(DataError) as caught:
        import_lines(reviewer, good, '{"id":', "", {**good, "id": "x"}, {**good, "by": "Eva"})
    lines = [str(fault).removeprefix(f"{reviewer.disk.root}/") for fault in caught.value.faults]
    assert [line.split(": ")[0] for line in lines] == [
        "decisions.jsonl:2:7",
        "decisions.jsonl:4:1",
        "decisions.jsonl:5:1",
    ]
    assert "line 1 has another event with the id" in lines[2]
    assert reviewer.store.read() == ()


def test_an_undo_of_an_unknown_event_is_reported_with_its_line(reviewer: Reviewer) -> None:
    with pytest.raises(DataError, match=r"decisions\.jsonl:2:1: there is no event"):
        import_lines(reviewer, sent_line(reviewer, 1, ONE), sent_line(reviewer, 2, TWO, "undo", undoes="f" * 16))
    assert reviewer.store.read() == ()


def test_a_missing_file_is_reported(reviewer: Reviewer) -> None:
    with pytest.raises(DataError, match="nothing: cannot be read"):
        import_events(reviewer.store, Path("nothing"), "Ann", reviewer.catalog)
    with pytest.raises(DataError, match="cannot be used as a name"):
        import_events(reviewer.store, Path("nothing"), "", reviewer.catalog)
