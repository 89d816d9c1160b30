"""Decisions survive a new version of the keys of pictures, as long as the card still looks the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardgen.review.server.catalog import review_data
from cardgen.review.server.compare import compare_card
from cardgen.review.server.older_keys import with_current_keys
from cardgen.review.server.overview import review_status
from cardgen.review.server.store import Store
from tests.games_on_disk import tiny_game_in
from tests.review.desk import Desk

ONE, TWO = "main/one", "main/two"
TEMPLATE = "templates/tiny.yaml"
GROUND = '    ground: {kind: rect, box: bleed, fill: "#ffffff"}\n'
MARK = '    mark: {kind: rect, box: [10, 20, 8, 6], fill: "#cc2200"}\n'


def make_older(desk: Desk) -> None:
    """Rewrite the log and rename the kept pictures as version 1 named them: 32 hexadecimal digits of another hash."""

    def older(match: re.Match[str]) -> str:
        return match[1][::-1]

    log = desk.store.log.read_text(encoding="utf-8")
    desk.store.log.write_text(re.sub(r"2-([0-9a-f]{32})", older, log), encoding="utf-8")
    for path in desk.store.pictures.iterdir():
        path.rename(path.with_name(re.sub(r"^2-([0-9a-f]{32})", older, path.name)))
    desk.store = Store(desk.store.folder)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Card one approved and card two rejected by a cardgen with older keys."""
    desk = Desk(tiny_game_in(tmp_path))
    desk.do(ONE, "approve")
    desk.do(TWO, "reject", text="too dark")
    make_older(desk)
    return desk


def statuses(desk: Desk) -> dict[str, str]:
    events = with_current_keys(desk.store.read(), desk.catalog, desk.store)
    return {key: each["status"] for key, each in review_data(events, desk.catalog)["statuses"].items()}


def test_keys_name_their_version(desk: Desk) -> None:
    keys = [key for current in desk.catalog.current.values() for key in current.sides.values()]
    assert all(re.fullmatch(r"2-[0-9a-f]{32}", key) for key in keys)
    assert not any("-" in key for event in desk.store.read() for key in event.sides.values())


def test_decisions_hold_while_the_card_looks_the_same(desk: Desk) -> None:
    assert statuses(desk) == {ONE: "approved", TWO: "rejected"}
    status = review_status(desk.disk.load(), desk.disk.layout(), desk.store)
    assert [standing.status for standing, _ in status.cards.values()] == ["approved", "rejected"]


def test_the_log_is_not_rewritten(desk: Desk) -> None:
    before = desk.store.log.read_bytes()
    statuses(desk)
    assert desk.store.log.read_bytes() == before


def test_decisions_hold_if_only_the_drawing_is_written_otherwise(desk: Desk) -> None:
    for path in desk.store.pictures.glob("*.svgz"):
        path.unlink()  # another version of the SVG backend: only the pixels can be compared
    assert statuses(desk) == {ONE: "approved", TWO: "rejected"}


def test_a_card_that_looks_different_is_stale(desk: Desk) -> None:
    desk.disk.change(TEMPLATE, GROUND, GROUND + MARK)
    desk.rebuild()
    assert statuses(desk) == {ONE: "stale", TWO: "stale"}


def test_a_card_whose_picture_was_not_kept_is_stale(desk: Desk) -> None:
    for path in desk.store.pictures.iterdir():
        path.unlink()
    assert statuses(desk) == {ONE: "stale", TWO: "stale"}


@pytest.mark.parametrize("content", [b"", b"not a picture", b"\x1f\x8b broken"])
def test_a_kept_file_that_is_no_picture_shows_nothing(desk: Desk, content: bytes) -> None:
    for path in desk.store.pictures.iterdir():
        path.write_bytes(content)
    assert statuses(desk) == {ONE: "stale", TWO: "stale"}


def test_an_unchanged_card_has_nothing_to_compare(desk: Desk) -> None:
    comparison = compare_card(desk.catalog, desk.store, ONE)["compare"]
    assert comparison is not None
    assert not comparison["picture"]
    assert not any(comparison["areas"].values())


def test_new_decisions_follow_older_ones(desk: Desk) -> None:
    desk.do(TWO, "approve")
    assert statuses(desk) == {ONE: "approved", TWO: "approved"}


def test_pictures_are_compared_once(desk: Desk) -> None:
    statuses(desk)
    for path in desk.store.pictures.iterdir():
        path.unlink()
    assert statuses(desk) == {ONE: "approved", TWO: "rejected"}
