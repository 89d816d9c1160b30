"""The log: acknowledged decisions are never lost, and nothing is overwritten."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from PIL import Image

from cardgen.base import output_folder
from cardgen.base.errors import DataError
from cardgen.data.project import Project, bundled_project
from cardgen.review.kept.packs import read_header
from cardgen.review.server import store as store_module
from cardgen.review.server.decisions import MOST_AT_ONCE, DecisionError
from cardgen.review.server.events import parse_events, write_event
from cardgen.review.server.store import Store, review_folder
from tests.examples import examples
from tests.games_on_disk import REPOSITORY, tiny_game_in
from tests.review.reviewer import NOON, Reviewer

ONE, TWO = "main/one", "main/two"


def lines(reviewer: Reviewer) -> list[str]:
    return reviewer.store.log.read_text(encoding="utf-8").splitlines()


def statuses(reviewer: Reviewer) -> list[str]:
    from cardgen.review.server.page_data import review_data

    return [status["status"] for status in review_data(reviewer.store.read(), reviewer.catalog)["statuses"].values()]


# ---------------------------------------------------------------- writing


def test_a_decision_is_one_complete_line(reviewer: Reviewer) -> None:
    event = reviewer.do(TWO)
    (line,) = lines(reviewer)
    current = reviewer.catalog.current[TWO]
    assert json.loads(line) == {
        "id": event.id,
        "at": "2026-11-21T12:00:00Z",
        "by": "Ann",
        "tool": event.tool,
        "kind": "approve",
        "deck": "main",
        "card": "two",
        "sides": dict(current.sides),
        "data": current.data,
        "fields": {"copies": 3, "name": "Second"},
        "inputs": dict(reviewer.catalog.inputs("main")),
    }
    assert event.tool.startswith("cardgen ")
    assert reviewer.store.read() == (event,)
    assert Store(reviewer.store.folder).read() == (event,)


def test_every_kind_of_decision_changes_the_status(reviewer: Reviewer) -> None:
    reviewer.do(ONE)
    assert statuses(reviewer) == ["approved", "undecided"]
    rejected = reviewer.do(ONE, "reject", text=" too dark ")
    assert rejected.text == "too dark"
    assert statuses(reviewer) == ["rejected", "undecided"]
    reviewer.do(ONE, "undo", undoes=rejected.id)
    assert statuses(reviewer) == ["approved", "undecided"]
    reviewer.do(ONE, "comment", text="nice", side="face", at_mm=[3, 4.567])
    reviewer.do(ONE, "reopen")
    assert statuses(reviewer) == ["undecided", "undecided"]
    assert reviewer.store.read()[3].at_mm == (3.0, 4.57)
    assert len(lines(reviewer)) == 5


def test_a_decision_is_stale_if_the_picture_or_the_data_changed(reviewer: Reviewer) -> None:
    reviewer.decide(reviewer.propose(ONE), reviewer.propose(TWO))
    reviewer.disk.change("card_data/tiny/cards.yaml", "copies: 3", "copies: 4")
    reviewer.rebuild()
    assert statuses(reviewer) == ["approved", "stale"]
    reviewer.disk.change("templates/tiny.yaml", "[5, 5, 53, 8]", "[5, 6, 53, 8]")
    reviewer.rebuild()
    assert statuses(reviewer) == ["stale", "stale"]
    reviewer.disk.change("templates/tiny.yaml", "[5, 6, 53, 8]", "[5, 5, 53, 8]")
    reviewer.disk.change("templates/tiny.yaml", "description: {en: A back", "description: {en: The back")
    reviewer.rebuild()
    assert statuses(reviewer) == ["approved", "stale"]  # the text alternative is not part of the picture


def test_the_pictures_are_kept_before_the_line_is_written(reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[list[str]] = []
    append = Store._append

    def look(self: Store, *arguments: Any) -> None:
        written.append(sorted(path.name for path in self.pictures.iterdir()))
        append(self, *arguments)

    monkeypatch.setattr(Store, "_append", look)
    event = reviewer.do(ONE, "comment", text="look")
    ((pack,),) = written
    assert set(read_header(reviewer.store.pictures / pack).pictures) == set(event.sides.values())
    for picture in event.sides.values():
        packed = reviewer.store.kept_svg(picture)
        assert packed is not None
        assert gzip.decompress(packed).startswith(b"<?xml")
        png = reviewer.store.kept_png(picture)
        assert png == reviewer.catalog.outlined_png(picture)
        assert png is not None
        assert Image.open(io.BytesIO(png)).size == (272, 370)  # 69 × 94 mm at 100 dpi
    assert reviewer.store.kept_svg("0" * 32) is reviewer.store.kept_png("0" * 32) is None


@pytest.mark.parametrize("then", ["another", "nothing"])
def test_a_decision_is_refused_if_a_picture_file_was_just_replaced(reviewer: Reviewer, then: str) -> None:
    """The picture file is newer than the layout, so the kept picture would not be the one that was reviewed."""
    art = reviewer.store.folder / "art.png"
    Image.new("RGB", (600, 600), "#aa0000").save(art)
    name = "    name: {kind: text"
    reviewer.disk.change(
        "templates/tiny.yaml", name, f"    art: {{kind: image, box: [6, 20, 50, 50], file: art.png}}\n{name}"
    )
    reviewer.rebuild()
    if then == "another":
        Image.new("RGB", (600, 600), "#00aa00").save(art)
    else:
        art.unlink()
    outcome = reviewer.decide(reviewer.propose(ONE), reviewer.propose(TWO, "reopen"))
    assert [(conflict.event.key, conflict.why) for conflict in outcome.conflicts] == [(ONE, "card-changed")]
    assert [event.kind for event in outcome.saved] == ["reopen"]
    assert reviewer.store.kept_svg(reviewer.catalog.current[ONE].sides["face"]) is None
    if then == "another":
        reviewer.rebuild()
        reviewer.do(ONE)


def test_kept_pictures_are_not_drawn_again(reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch) -> None:
    reviewer.do(ONE)
    made: list[Path] = []
    monkeypatch.setattr(output_folder, "write_atomic", lambda path, _: made.append(path))
    reviewer.do(ONE, "comment", text="again")
    reviewer.do(TWO, "reopen")  # pictures of reopenings are not needed later
    assert made == []


def test_only_picture_names_are_read_from_the_folder_of_pictures(reviewer: Reviewer) -> None:
    reviewer.do(ONE)
    reviewer.disk.write("card_data/tiny/secret.svgz", "x")
    for name in ("../secret", "", "A" * 32, f"{'a' * 32}/../../secret", "a" * 31):
        assert reviewer.store.kept_png(name) is None
        assert reviewer.store.kept_svg(name) is None


def test_temporary_files_of_a_killed_writer_are_removed(reviewer: Reviewer) -> None:
    reviewer.disk.write("card_data/tiny/review/.abc.png.12345678.part", b"half")
    reviewer.do(ONE)
    assert [path.suffix for path in reviewer.store.pictures.iterdir()] == [".gz"]


def test_many_decisions_need_one_lock_and_one_sync_of_the_log(
    reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviewer.decide(
        reviewer.propose(ONE, "comment", text="x"), reviewer.propose(TWO, "comment", text="x")
    )  # writes the pictures
    synced: list[int] = []
    monkeypatch.setattr("cardgen.review.server.store.os.fsync", synced.append)
    reviewer.decide(*[reviewer.propose(key) for key in (ONE, TWO)])
    assert len(synced) == 1
    assert len(lines(reviewer)) == 4


# ---------------------------------------------------------------- conflicts


def test_an_unseen_newer_decision_is_a_conflict(reviewer: Reviewer) -> None:
    other = Reviewer(reviewer.disk, "Ben")
    mine = reviewer.propose(ONE)
    theirs = other.do(ONE, "reject", text="no")
    outcome = reviewer.decide(mine, reviewer.propose(TWO))
    assert [event.card for event in outcome.saved] == ["two"]
    assert outcome.as_data()["conflicts"] == [
        {"key": ONE, "why": "newer-decision", "events": [json.loads(write_event(theirs))]}
    ]
    assert statuses(reviewer) == ["rejected", "approved"]
    reviewer.do(ONE)  # with the newer event as `seen`
    assert statuses(reviewer) == ["approved", "approved"]


def test_a_conflict_has_only_the_unseen_events(reviewer: Reviewer) -> None:
    first = reviewer.do(ONE)
    mine = reviewer.propose(ONE, "reopen")
    assert mine["seen"] == first.id
    newer = [reviewer.do(ONE, "comment", text="a"), reviewer.do(ONE, "comment", text="b")]
    (conflict,) = reviewer.decide(mine).conflicts
    assert list(conflict.newer) == newer
    unknown = reviewer.decide(reviewer.propose(ONE, seen="f" * 16))
    assert [conflict.why for conflict in unknown.conflicts] == ["newer-decision"]


def test_a_decision_about_a_changed_card_is_a_conflict(reviewer: Reviewer) -> None:
    mine = reviewer.propose(ONE)
    reviewer.disk.change("card_data/tiny/cards.yaml", "name: First", "name: Worst")
    reviewer.rebuild()
    (conflict,) = reviewer.decide(mine).conflicts
    assert (conflict.why, conflict.newer) == ("card-changed", ())
    assert reviewer.store.read() == ()
    assert not reviewer.store.pictures.exists()


def test_decisions_about_a_removed_card_can_only_be_undone(reviewer: Reviewer) -> None:
    event = reviewer.do(TWO)
    undo, again = reviewer.propose(TWO, "undo", undoes=event.id), reviewer.propose(TWO, "comment", text="gone?")
    reviewer.disk.change("card_data/tiny/cards.yaml", "  - {id: two, name: Second, copies: 3}\n", "")
    reviewer.rebuild()
    assert [conflict.why for conflict in reviewer.decide(again).conflicts] == ["card-changed"]
    assert len(reviewer.decide(undo).saved) == 1


def test_no_event_is_undone_twice(reviewer: Reviewer) -> None:
    event = reviewer.do(ONE)
    undo = reviewer.propose(ONE, "undo", undoes=event.id)
    assert len(reviewer.decide(undo).saved) == 1
    assert [conflict.why for conflict in reviewer.decide(undo).conflicts] == ["already-undone"]
    both = reviewer.do(TWO)
    twice = reviewer.propose(TWO, "undo", undoes=both.id)
    outcome = reviewer.decide(twice, twice)
    assert (len(outcome.saved), [conflict.why for conflict in outcome.conflicts]) == (1, ["already-undone"])


def test_one_request_may_have_several_events_of_a_card(reviewer: Reviewer) -> None:
    outcome = reviewer.decide(reviewer.propose(ONE, "comment", text="a"), reviewer.propose(ONE, "reject", text="b"))
    assert [event.kind for event in outcome.saved] == ["comment", "reject"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"kind": "bless"}, "bad-event"),
        ({"deck": 3}, "bad-event"),
        ({"seen": "last"}, "bad-event"),
        ({"kind": "reject"}, "bad-event"),
        ({"surprise": 1}, "bad-event"),
        ({"kind": "undo", "undoes": "0" * 16}, "unknown-event"),
        ({"kind": "resolve", "thread": "0" * 16}, "unknown-event"),
    ],
)
def test_an_invalid_request_saves_nothing(reviewer: Reviewer, change: dict[str, Any], code: str) -> None:
    with pytest.raises(DecisionError) as caught:
        reviewer.decide(reviewer.propose(TWO), {**reviewer.propose(ONE), **change})
    assert caught.value.code == code
    assert reviewer.store.read() == ()


def test_undo_is_only_for_decisions_about_the_same_card(reviewer: Reviewer) -> None:
    event = reviewer.do(ONE)
    with pytest.raises(DecisionError, match="is about card main/one, not main/two"):
        reviewer.decide(reviewer.propose(TWO, "undo", undoes=event.id))
    undo = reviewer.do(ONE, "undo", undoes=event.id)
    with pytest.raises(DecisionError, match="an undo cannot be undone"):
        reviewer.decide(reviewer.propose(ONE, "undo", undoes=undo.id))


@pytest.mark.parametrize("proposals", [None, {}, [], [None], ["x"], [[]]])
def test_proposals_must_be_a_list(reviewer: Reviewer, proposals: Any) -> None:
    with pytest.raises(DecisionError):
        reviewer.store.decide(proposals, "Ann", NOON, reviewer.catalog)
    with pytest.raises(DecisionError, match=f"1 to {MOST_AT_ONCE}"):
        reviewer.decide(*[reviewer.propose(ONE)] * (MOST_AT_ONCE + 1))


@pytest.mark.parametrize("name", ["", "  ", "A\x00", "x" * 201])
def test_a_decision_needs_a_valid_name(reviewer: Reviewer, name: str) -> None:
    with pytest.raises(DecisionError, match="cannot be used as a name"):
        reviewer.store.decide([reviewer.propose(ONE)], name, NOON, reviewer.catalog)


# ---------------------------------------------------------------- reading


def test_only_added_lines_are_parsed(reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch) -> None:
    reviewer.do(ONE)
    parsed: list[bytes] = []

    def count(line: bytes, *place: Any) -> Any:
        parsed.append(line)
        return parse_events(line, *place)

    monkeypatch.setattr(store_module, "parse_events", count)
    Reviewer(reviewer.disk).do(TWO)  # another store, which appends one line
    parsed.clear()
    assert len(reviewer.store.read()) == 2
    assert len(reviewer.store.read()) == 2
    assert len(parsed) == 1


def test_a_replaced_log_is_read_again(reviewer: Reviewer) -> None:
    reviewer.do(ONE)
    reviewer.do(TWO)
    first, second = lines(reviewer)
    reviewer.store.log.unlink()
    assert reviewer.store.read() == ()
    reviewer.disk.write("card_data/tiny/review.jsonl", f"{second}\n")
    assert [event.card for event in reviewer.store.read()] == ["two"]
    reviewer.disk.write("card_data/tiny/review.jsonl", f"{second}\n{first}\n\n{second}\n")
    assert [event.card for event in reviewer.store.read()] == [
        "two",
        "one",
    ]  # a line that is in the log twice is one event


@examples(25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cut=st.integers(0, 400))
def test_the_next_decision_repairs_an_incomplete_last_line(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    reviewer = Reviewer(tiny_game_in(tmp_path_factory.mktemp("torn")))
    first = reviewer.do(ONE, "comment", text="孔")
    whole = reviewer.store.log.read_bytes()
    second = reviewer.do(ONE, "comment", text="second 孔")
    torn = reviewer.store.log.read_bytes()[: len(whole) + min(cut, len(write_event(second).encode()))]
    reviewer.store.log.write_bytes(torn)
    events = reviewer.store.read()
    # A line that lacks only its line end is an event; a shorter one is not.
    assert events == ((first, second) if len(torn) == len(whole) + len(write_event(second).encode()) else (first,))
    third = reviewer.do(TWO)
    assert Store(reviewer.store.folder).read() == (*events, third)
    assert reviewer.store.log.read_bytes().endswith(b"\n")


def test_an_invalid_line_stops_writing_and_is_reported_with_its_place(reviewer: Reviewer) -> None:
    reviewer.do(ONE)
    reviewer.do(TWO)
    first, second = lines(reviewer)
    broken = f"{first}\n<<<<<<< ours\n{second}\n{{}}\n"
    reviewer.disk.write("card_data/tiny/review.jsonl", broken)
    reviewer.disk.change("card_data/tiny/cards.yaml", "First", "Fifth")
    reviewer.rebuild()
    kept = sorted(reviewer.store.pictures.iterdir())
    for attempt in (reviewer.store.read, lambda: reviewer.decide(reviewer.propose(ONE, "comment", text="x"))):
        with pytest.raises(DataError) as caught:
            attempt()
        assert str(caught.value).startswith("card_data/tiny/review.jsonl:2:1: merge conflict marker (")
        assert "card_data/tiny/review.jsonl:4:1: the key 'id' is missing" in str(caught.value)
    assert kept == sorted(reviewer.store.pictures.iterdir())
    assert reviewer.disk.read("card_data/tiny/review.jsonl") == broken
    assert [event.card for event in reviewer.store.readable] == ["one", "two"]  # the other lines are still read
    reviewer.disk.write("card_data/tiny/review.jsonl", f"{first}\n{second}\n")
    assert len(reviewer.store.read()) == 2


def test_two_events_never_share_an_id(reviewer: Reviewer) -> None:
    reviewer.do(ONE)
    line = lines(reviewer)[0]
    reviewer.disk.write("card_data/tiny/review.jsonl", f"{line}\n{line.replace('Ann', 'Eve')}\n")
    with pytest.raises(DataError, match=r"review\.jsonl:2:1: a line above has another event with the id"):
        reviewer.store.read()


def test_a_full_disk_leaves_the_log_as_it_was(reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch) -> None:
    event = reviewer.do(ONE)
    before = reviewer.store.log.read_bytes()
    proposal = reviewer.propose(ONE, "comment", text="x")

    def full(stream: Any, content: bytes) -> None:
        stream.write(content[:20])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store_module, "_write_all", full)
    with pytest.raises(OSError, match="No space left") as caught:
        reviewer.decide(proposal)
    assert caught.value.filename == str(reviewer.store.log)
    assert reviewer.store.log.read_bytes() == before
    monkeypatch.undo()
    assert reviewer.store.read() == (event,)
    assert len(reviewer.decide(proposal).saved) == 1


def test_nothing_is_saved_if_a_picture_cannot_be_written(reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, _: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(output_folder, "write_atomic", full)
    with pytest.raises(OSError, match="No space left"):
        reviewer.decide(reviewer.propose(ONE))
    assert reviewer.store.read() == ()


# ---------------------------------------------------------------- folders


def test_decisions_are_in_the_folder_of_the_game_or_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert review_folder(Project(tmp_path, bundled=False), "tiny") == tmp_path / "card_data" / "tiny"
    assert review_folder(bundled_project(), "block-killer") == REPOSITORY / "card_data" / "block-killer"
    inside = Project(REPOSITORY / "cardgen" / "bundled", bundled=True)
    assert review_folder(inside, "block-killer") == tmp_path / "card_data" / "block-killer"


def test_a_thread_belongs_to_a_comment_and_outlives_a_change_of_the_card(reviewer: Reviewer) -> None:
    comment = reviewer.do(ONE, "comment", text="too dark")
    answer = reviewer.do(ONE, "comment", text="which part?", thread=comment.id)
    for key, first in ((TWO, comment.id), (ONE, answer.id), (ONE, reviewer.do(ONE).id)):
        with pytest.raises(DecisionError) as caught:
            reviewer.decide(reviewer.propose(key, "resolve", thread=first))
        assert caught.value.code == "unknown-event"
    earlier = reviewer.propose(ONE, "resolve", thread=comment.id, data="0" * 32)
    assert [event.thread for event in reviewer.decide(earlier).saved] == [comment.id]
    assert reviewer.store.read()[-1].kind == "resolve"
