"""The log: nothing acknowledged is ever lost, nothing is overwritten, whoever else writes at the same time."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from cardgen import output as output_module
from cardgen.data.project import Project, bundled_project
from cardgen.errors import DataError
from cardgen.review.server import store as store_module
from cardgen.review.server.deciding import MOST_AT_ONCE, DecisionError
from cardgen.review.server.events import parse_event, write_event
from cardgen.review.server.store import Store, review_folder
from tests.games_on_disk import REPOSITORY, tiny_game_in
from tests.review.desk import NOON, Desk

ONE, TWO = "main/one", "main/two"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tiny_game_in(tmp_path))


def lines(desk: Desk) -> list[str]:
    return desk.store.log.read_text(encoding="utf-8").splitlines()


def statuses(desk: Desk) -> list[str]:
    from cardgen.review.server.catalog import review_data

    return [each["status"] for each in review_data(desk.store.read(), desk.catalog)["statuses"].values()]


# ---------------------------------------------------------------- what is written


def test_a_decision_is_one_line_that_says_everything(desk: Desk) -> None:
    event = desk.do(TWO)
    (line,) = lines(desk)
    current = desk.catalog.current[TWO]
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
    }
    assert event.tool.startswith("cardgen ")
    assert desk.store.read() == (event,)
    assert Store(desk.store.folder).read() == (event,)


def test_each_kind_of_decision_changes_the_status(desk: Desk) -> None:
    desk.do(ONE)
    assert statuses(desk) == ["approved", "undecided"]
    rejected = desk.do(ONE, "reject", text=" too dark ")
    assert rejected.text == "too dark"
    assert statuses(desk) == ["rejected", "undecided"]
    desk.do(ONE, "undo", undoes=rejected.id)
    assert statuses(desk) == ["approved", "undecided"]
    desk.do(ONE, "comment", text="nice", side="face", at_mm=[3, 4.567])
    desk.do(ONE, "reopen")
    assert statuses(desk) == ["undecided", "undecided"]
    assert desk.store.read()[3].at_mm == (3.0, 4.57)
    assert len(lines(desk)) == 5


def test_a_decision_is_stale_once_the_card_looks_different_or_has_other_data(desk: Desk) -> None:
    desk.decide(desk.propose(ONE), desk.propose(TWO))
    desk.disk.change("card_data/tiny/cards.yaml", "copies: 3", "copies: 4")
    desk.rebuild()
    assert statuses(desk) == ["approved", "stale"]
    desk.disk.change("templates/tiny.yaml", "[5, 5, 53, 8]", "[5, 6, 53, 8]")
    desk.rebuild()
    assert statuses(desk) == ["stale", "stale"]
    desk.disk.change("templates/tiny.yaml", "[5, 6, 53, 8]", "[5, 5, 53, 8]")
    desk.disk.change("templates/tiny.yaml", "description: {en: A back", "description: {en: The back")
    desk.rebuild()
    assert statuses(desk) == ["approved", "stale"]  # what a picture is told as is no part of it


def test_the_pictures_are_kept_before_the_line_is_written(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    there: list[list[str]] = []
    append = Store._append

    def look(self: Store, *arguments: Any) -> None:
        there.append(sorted(path.name for path in self.pictures.iterdir()))
        append(self, *arguments)

    monkeypatch.setattr(Store, "_append", look)
    event = desk.do(ONE, "comment", text="look")
    hashes = sorted(event.sides.values())
    assert there == [[f"{picture}.{suffix}" for picture in hashes for suffix in ("png", "svgz")]]
    for picture in hashes:
        packed = desk.store.kept_svg(picture)
        assert packed is not None
        assert gzip.decompress(packed).decode() == desk.catalog.svg(picture)
        assert packed[4:8] == b"\0\0\0\0"  # no clock in it: the same picture is the same file
        png = desk.store.kept_png(picture)
        assert png == desk.catalog.png(picture)
        assert png is not None
        assert Image.open(io.BytesIO(png)).size == (272, 370)  # 69 × 94 mm at 100 dpi
    assert desk.store.kept_svg("0" * 32) is desk.store.kept_png("0" * 32) is None


@pytest.mark.parametrize("then", ["another", "nothing"])
def test_a_card_whose_art_was_just_replaced_is_not_decided_on(desk: Desk, then: str) -> None:
    """The file is newer than what was laid out: what would be kept is not what was looked at."""
    art = desk.store.folder / "art.png"
    Image.new("RGB", (600, 600), "#aa0000").save(art)
    name = "    name: {kind: text"
    desk.disk.change(
        "templates/tiny.yaml", name, f"    art: {{kind: image, box: [6, 20, 50, 50], file: art.png}}\n{name}"
    )
    desk.rebuild()
    if then == "another":
        Image.new("RGB", (600, 600), "#00aa00").save(art)
    else:
        art.unlink()
    outcome = desk.decide(desk.propose(ONE), desk.propose(TWO, "reopen"))
    assert [(each.event.key, each.why) for each in outcome.conflicts] == [(ONE, "card-changed")]
    assert [event.kind for event in outcome.saved] == ["reopen"]
    assert desk.store.kept_svg(desk.catalog.current[ONE].sides["face"]) is None
    if then == "another":
        desk.rebuild()
        desk.do(ONE)


def test_what_is_kept_already_is_not_made_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.do(ONE)
    made: list[Path] = []
    monkeypatch.setattr(output_module, "write_atomic", lambda path, _: made.append(path))
    desk.do(ONE, "comment", text="again")
    desk.do(TWO, "reopen")  # nothing to be compared with later
    assert made == []
    (desk.store.pictures / f"{desk.catalog.current[ONE].sides['back']}.png").unlink()
    desk.do(ONE, "comment", text="and again")
    assert [path.suffix for path in made] == [".png"]


def test_only_pictures_are_read_from_the_folder_of_pictures(desk: Desk) -> None:
    desk.do(ONE)
    desk.disk.write("card_data/tiny/secret.png", "x")
    for name in ("../secret", "", "A" * 32, f"{'a' * 32}/../../secret", "a" * 31):
        assert desk.store.kept_png(name) is None
        assert desk.store.kept_svg(name) is None


def test_what_a_killed_writer_left_half_written_is_swept_away(desk: Desk) -> None:
    desk.disk.write("card_data/tiny/review/.abc.png.12345678.part", b"half")
    desk.do(ONE)
    assert {path.suffix for path in desk.store.pictures.iterdir()} == {".png", ".svgz"}


def test_many_cards_are_one_lock_and_one_sync_of_the_log(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.decide(desk.propose(ONE, "comment", text="x"), desk.propose(TWO, "comment", text="x"))  # keeps the pictures
    synced: list[int] = []
    monkeypatch.setattr(store_module.os, "fsync", synced.append)
    desk.decide(*[desk.propose(key) for key in (ONE, TWO)])
    assert len(synced) == 1
    assert len(lines(desk)) == 4


# ---------------------------------------------------------------- conflicts


def test_what_somebody_else_decided_meanwhile_is_not_decided_over(desk: Desk) -> None:
    other = Desk(desk.disk, "Ben")
    mine = desk.propose(ONE)
    theirs = other.do(ONE, "reject", text="no")
    outcome = desk.decide(mine, desk.propose(TWO))
    assert [event.card for event in outcome.saved] == ["two"]
    assert outcome.as_data()["conflicts"] == [
        {"key": ONE, "why": "newer-decision", "events": [json.loads(write_event(theirs))]}
    ]
    assert statuses(desk) == ["rejected", "approved"]
    desk.do(ONE)  # having seen it
    assert statuses(desk) == ["approved", "approved"]


def test_what_is_newer_than_what_was_seen_is_told_and_nothing_else(desk: Desk) -> None:
    first = desk.do(ONE)
    mine = desk.propose(ONE, "reopen")
    assert mine["seen"] == first.id
    newer = [desk.do(ONE, "comment", text="a"), desk.do(ONE, "comment", text="b")]
    (conflict,) = desk.decide(mine).conflicts
    assert list(conflict.newer) == newer
    unknown = desk.decide(desk.propose(ONE, seen="f" * 16))
    assert [conflict.why for conflict in unknown.conflicts] == ["newer-decision"]


def test_a_card_that_changed_meanwhile_is_not_decided_on(desk: Desk) -> None:
    mine = desk.propose(ONE)
    desk.disk.change("card_data/tiny/cards.yaml", "name: First", "name: Worst")
    desk.rebuild()
    (conflict,) = desk.decide(mine).conflicts
    assert (conflict.why, conflict.newer) == ("card-changed", ())
    assert desk.store.read() == ()
    assert not desk.store.pictures.exists()


def test_a_card_that_is_no_more_can_only_be_undone(desk: Desk) -> None:
    event = desk.do(TWO)
    undo, again = desk.propose(TWO, "undo", undoes=event.id), desk.propose(TWO, "comment", text="gone?")
    desk.disk.change("card_data/tiny/cards.yaml", "  - {id: two, name: Second, copies: 3}\n", "")
    desk.rebuild()
    assert [conflict.why for conflict in desk.decide(again).conflicts] == ["card-changed"]
    assert len(desk.decide(undo).saved) == 1


def test_nothing_is_undone_twice(desk: Desk) -> None:
    event = desk.do(ONE)
    undo = desk.propose(ONE, "undo", undoes=event.id)
    assert len(desk.decide(undo).saved) == 1
    assert [conflict.why for conflict in desk.decide(undo).conflicts] == ["already-undone"]
    both = desk.do(TWO)
    twice = desk.propose(TWO, "undo", undoes=both.id)
    outcome = desk.decide(twice, twice)
    assert (len(outcome.saved), [conflict.why for conflict in outcome.conflicts]) == (1, ["already-undone"])


def test_one_request_may_say_several_things_of_a_card(desk: Desk) -> None:
    outcome = desk.decide(desk.propose(ONE, "comment", text="a"), desk.propose(ONE, "reject", text="b"))
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
    ],
)
def test_a_request_that_is_not_whole_saves_nothing(desk: Desk, change: dict[str, Any], code: str) -> None:
    with pytest.raises(DecisionError) as caught:
        desk.decide(desk.propose(TWO), {**desk.propose(ONE), **change})
    assert caught.value.code == code
    assert desk.store.read() == ()


def test_undo_is_for_decisions_of_the_same_card(desk: Desk) -> None:
    event = desk.do(ONE)
    with pytest.raises(DecisionError, match="is about main/one, not main/two"):
        desk.decide(desk.propose(TWO, "undo", undoes=event.id))
    undo = desk.do(ONE, "undo", undoes=event.id)
    with pytest.raises(DecisionError, match="an undo is not undone"):
        desk.decide(desk.propose(ONE, "undo", undoes=undo.id))


@pytest.mark.parametrize("proposals", [None, {}, [], [None], ["x"], [[]]])
def test_what_is_no_list_of_events_is_refused(desk: Desk, proposals: Any) -> None:
    with pytest.raises(DecisionError):
        desk.store.decide(proposals, "Ann", NOON, desk.catalog)
    with pytest.raises(DecisionError, match=f"1 to {MOST_AT_ONCE}"):
        desk.decide(*[desk.propose(ONE)] * (MOST_AT_ONCE + 1))


@pytest.mark.parametrize("who", ["", "  ", "A\x00", "x" * 201])
def test_whoever_decides_has_a_name(desk: Desk, who: str) -> None:
    with pytest.raises(DecisionError, match="not a name"):
        desk.store.decide([desk.propose(ONE)], who, NOON, desk.catalog)


# ---------------------------------------------------------------- logs in any state


def test_only_what_was_added_is_parsed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.do(ONE)
    parsed: list[bytes] = []

    def count(line: bytes, *place: Any) -> Any:
        parsed.append(line)
        return parse_event(line, *place)

    monkeypatch.setattr(store_module, "parse_event", count)
    Desk(desk.disk).do(TWO)  # another store: reads both, or rather one, and writes one
    parsed.clear()
    assert len(desk.store.read()) == 2
    assert len(desk.store.read()) == 2
    assert len(parsed) == 1


def test_a_log_put_in_place_of_another_is_read_anew(desk: Desk) -> None:
    desk.do(ONE)
    desk.do(TWO)
    first, second = lines(desk)
    desk.store.log.unlink()
    assert desk.store.read() == ()
    desk.disk.write("card_data/tiny/review.jsonl", f"{second}\n")
    assert [event.card for event in desk.store.read()] == ["two"]
    desk.disk.write("card_data/tiny/review.jsonl", f"{second}\n{first}\n\n{second}\n")
    assert [event.card for event in desk.store.read()] == ["two", "one"]  # a line that merging doubled is one event


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cut=st.integers(0, 400))
def test_a_torn_end_is_healed_by_the_next_decision(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    desk = Desk(tiny_game_in(tmp_path_factory.mktemp("torn")))
    first = desk.do(ONE, "comment", text="孔")
    whole = desk.store.log.read_bytes()
    second = desk.do(ONE, "comment", text="second 孔")
    torn = desk.store.log.read_bytes()[: len(whole) + min(cut, len(write_event(second).encode()))]
    desk.store.log.write_bytes(torn)
    known = desk.store.read()
    # A line that lacks nothing but its end is an event; less of it never was one.
    assert known == ((first, second) if len(torn) == len(whole) + len(write_event(second).encode()) else (first,))
    third = desk.do(TWO)
    assert Store(desk.store.folder).read() == (*known, third)
    assert desk.store.log.read_bytes().endswith(b"\n")


def test_a_line_that_is_no_event_stops_all_writing_and_says_where(desk: Desk) -> None:
    desk.do(ONE)
    desk.do(TWO)
    first, second = lines(desk)
    broken = f"{first}\n<<<<<<< ours\n{second}\n{{}}\n"
    desk.disk.write("card_data/tiny/review.jsonl", broken)
    desk.disk.change("card_data/tiny/cards.yaml", "First", "Fifth")
    desk.rebuild()
    kept = sorted(desk.store.pictures.iterdir())
    for attempt in (desk.store.read, lambda: desk.decide(desk.propose(ONE, "comment", text="x"))):
        with pytest.raises(DataError) as caught:
            attempt()
        assert str(caught.value).startswith("card_data/tiny/review.jsonl:2:1: a merge conflict marker (")
        assert "card_data/tiny/review.jsonl:4:1: the key 'id' is missing" in str(caught.value)
    assert kept == sorted(desk.store.pictures.iterdir())
    assert desk.disk.read("card_data/tiny/review.jsonl") == broken
    assert [event.card for event in desk.store.known] == ["one", "two"]  # what can be read is still shown
    desk.disk.write("card_data/tiny/review.jsonl", f"{first}\n{second}\n")
    assert len(desk.store.read()) == 2


def test_two_events_never_share_an_id(desk: Desk) -> None:
    desk.do(ONE)
    line = lines(desk)[0]
    desk.disk.write("card_data/tiny/review.jsonl", f"{line}\n{line.replace('Ann', 'Eve')}\n")
    with pytest.raises(DataError, match=r"review\.jsonl:2:1: another event above has the id"):
        desk.store.read()


def test_a_full_disk_leaves_the_log_as_it_was(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    event = desk.do(ONE)
    before = desk.store.log.read_bytes()
    proposal = desk.propose(ONE, "comment", text="x")

    def full(stream: Any, content: bytes) -> None:
        stream.write(content[:20])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store_module, "_write_all", full)
    with pytest.raises(OSError, match="No space left") as caught:
        desk.decide(proposal)
    assert caught.value.filename == str(desk.store.log)
    assert desk.store.log.read_bytes() == before
    monkeypatch.undo()
    assert desk.store.read() == (event,)
    assert len(desk.decide(proposal).saved) == 1


def test_pictures_that_cannot_be_kept_leave_nothing_decided(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, _: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(output_module, "write_atomic", full)
    with pytest.raises(OSError, match="No space left"):
        desk.decide(desk.propose(ONE))
    assert desk.store.read() == ()


# ---------------------------------------------------------------- where


def test_decisions_lie_with_the_game_or_with_who_has_only_installed_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert review_folder(Project(tmp_path, bundled=False), "tiny") == tmp_path / "card_data" / "tiny"
    assert review_folder(bundled_project(), "block-killer") == REPOSITORY / "card_data" / "block-killer"
    inside = Project(REPOSITORY / "cardgen" / "bundled", bundled=True)
    assert review_folder(inside, "block-killer") == tmp_path / "card_data" / "block-killer"
