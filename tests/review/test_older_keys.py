"""Decisions stay valid under a new version of picture keys if the card looks the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardgen.review.server.compare import compare_card
from cardgen.review.server.older_keys import with_current_keys
from cardgen.review.server.overview import review_status
from cardgen.review.server.page_data import review_data
from cardgen.review.server.store import Store
from tests.games_on_disk import tiny_game_in
from tests.review.reviewer import Reviewer, keep_as_before

ONE, TWO = "main/one", "main/two"
TEMPLATE = "templates/tiny.yaml"
GROUND = '    ground: {kind: rect, box: bleed, fill: "#ffffff"}\n'
MARK = '    mark: {kind: rect, box: [10, 20, 8, 6], fill: "#cc2200"}\n'


def make_older(reviewer: Reviewer) -> None:
    """Rewrite the log and rename the kept pictures as version 1 named them: 32 hexadecimal digits of another hash."""

    def older(match: re.Match[str]) -> str:
        return match[1][::-1]

    keep_as_before(reviewer)
    log = reviewer.store.log.read_text(encoding="utf-8")
    reviewer.store.log.write_text(re.sub(r"2-([0-9a-f]{32})", older, log), encoding="utf-8")
    for path in reviewer.store.pictures.iterdir():
        path.rename(path.with_name(re.sub(r"^2-([0-9a-f]{32})", older, path.name)))
    reviewer.store = Store(reviewer.store.folder)


@pytest.fixture
def reviewer(tmp_path: Path) -> Reviewer:
    """A reviewer after card one was approved and card two rejected by a cardgen with older keys."""
    reviewer = Reviewer(tiny_game_in(tmp_path))
    reviewer.do(ONE, "approve")
    reviewer.do(TWO, "reject", text="too dark")
    make_older(reviewer)
    return reviewer


def statuses(reviewer: Reviewer) -> dict[str, str]:
    events = with_current_keys(reviewer.store.read(), reviewer.catalog, reviewer.store)
    return {key: status["status"] for key, status in review_data(events, reviewer.catalog)["statuses"].items()}


def test_keys_name_their_version(reviewer: Reviewer) -> None:
    keys = [key for current in reviewer.catalog.current.values() for key in current.sides.values()]
    assert all(re.fullmatch(r"2-[0-9a-f]{32}", key) for key in keys)
    assert not any("-" in key for event in reviewer.store.read() for key in event.sides.values())


def test_decisions_stay_valid_while_the_card_looks_the_same(reviewer: Reviewer) -> None:
    assert statuses(reviewer) == {ONE: "approved", TWO: "rejected"}
    status = review_status(reviewer.disk.load(), reviewer.disk.layout(), reviewer.store)
    assert [standing.status for standing, _ in status.cards.values()] == ["approved", "rejected"]


def test_the_log_is_not_rewritten(reviewer: Reviewer) -> None:
    before = reviewer.store.log.read_bytes()
    statuses(reviewer)
    assert reviewer.store.log.read_bytes() == before


def test_decisions_stay_valid_if_only_the_svg_text_differs(reviewer: Reviewer) -> None:
    for path in reviewer.store.pictures.glob("*.svgz"):
        path.unlink()  # another version of the SVG backend: only the pixels can be compared
    assert statuses(reviewer) == {ONE: "approved", TWO: "rejected"}


def test_a_card_that_looks_different_is_stale(reviewer: Reviewer) -> None:
    reviewer.disk.change(TEMPLATE, GROUND, GROUND + MARK)
    reviewer.rebuild()
    assert statuses(reviewer) == {ONE: "stale", TWO: "stale"}


def test_a_card_whose_picture_was_not_kept_is_stale(reviewer: Reviewer) -> None:
    for path in reviewer.store.pictures.iterdir():
        path.unlink()
    assert statuses(reviewer) == {ONE: "stale", TWO: "stale"}


@pytest.mark.parametrize("content", [b"", b"not a picture", b"\x1f\x8b broken"])
def test_a_kept_file_that_is_no_picture_proves_nothing(reviewer: Reviewer, content: bytes) -> None:
    for path in reviewer.store.pictures.iterdir():
        path.write_bytes(content)
    assert statuses(reviewer) == {ONE: "stale", TWO: "stale"}


def test_an_unchanged_card_has_nothing_to_compare(reviewer: Reviewer) -> None:
    comparison = compare_card(reviewer.catalog, reviewer.store, ONE)["compare"]
    assert comparison is not None
    assert not comparison["picture"]
    assert not any(comparison["areas"].values())


def test_new_decisions_use_current_keys(reviewer: Reviewer) -> None:
    reviewer.do(TWO, "approve")
    assert statuses(reviewer) == {ONE: "approved", TWO: "approved"}


def test_pictures_are_compared_once(reviewer: Reviewer) -> None:
    statuses(reviewer)
    for path in reviewer.store.pictures.iterdir():
        path.unlink()
    assert statuses(reviewer) == {ONE: "approved", TWO: "rejected"}
