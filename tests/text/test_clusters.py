"""Grapheme clusters: UAX #29."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.text.clusters import _SIMPLE, _patterns, cluster_starts
from cardgen.text.unicode_tables import cluster
from tests.cases import for_cases
from tests.text.official import UNICODE_TESTS, complete, part_of, parts, segmentation_cases


@for_cases(
    "clusters",
    [
        ["a", "b"],
        ["方", "块", "，"],
        ["e\u0301", "a"],
        ["\u0301", "a"],
        ["\r\n", "\n", "\r", "a"],
        ["\U0001f1e9\U0001f1ea", "\U0001f1eb\U0001f1f7", "\U0001f1e9"],  # flags
        ["\U0001f468\u200d\U0001f469\u200d\U0001f467", "x"],  # a family
        ["\U0001f44d\U0001f3fd", "\u2694\ufe0f", "\u2694"],
        ["각", "\u1100\u1161\u11a8", "가"],
        ["क्षि", "क", "हि", "न्दी"],  # a conjunct is one cluster
        ["ก็", "ไ", "พ่"],
        ["นำ", "a"],
        ["\u0600\u0661", "a"],  # a sign before figures
        ["a\u200d", "b"],
        [],
    ],
)
def test_clusters(clusters: list[str]) -> None:
    text = "".join(clusters)
    assert parts(text, cluster_starts(text)) == clusters


def test_one_entry_for_each_position() -> None:
    assert cluster_starts("") == b"\0"
    assert cluster_starts("ab") == bytes([1, 1, 1])
    assert cluster_starts("e\u0301b") == bytes([1, 0, 1, 1])


SOME = "a方\r\n\u0301\u200d\u200c\U0001f1e6\u0600\u0903\u1100\u1161\u11a8\uac00\uac01\u2694\u0915\u094d\ufe0f\U0001f3fb"


@given(st.text(st.sampled_from(SOME), max_size=20))
def test_the_first_character_begins_a_cluster(text: str) -> None:
    starts = cluster_starts(text)
    assert len(starts) == len(text) + 1
    assert not text or (starts[0] == starts[-1] == 1)
    assert "".join(parts(text, starts)) == text


def test_simple_ranges_have_no_characters_that_join_others() -> None:
    simple, _ = _patterns()
    names = cluster.CLASSES.split()
    ends = [*map(ord, cluster.STARTS[1:]), 0x110000]
    for start, end, value in zip(cluster.STARTS, ends, cluster.VALUES, strict=True):
        if names[ord(value) - ord("0")] not in ("Other", "LF", "Control", "Pictographic"):
            assert not any(simple.fullmatch(chr(code)) for code in range(ord(start), end))
    assert simple.fullmatch("“Naïve” 方块，《ひらがな》—2⚔ ★")
    assert _SIMPLE.endswith("*")


def failed(lines: list[str]) -> list[str]:
    return [text for text, expected in segmentation_cases(lines) if parts(text, cluster_starts(text)) != expected]


def test_official_cases() -> None:
    assert failed(part_of("GraphemeBreakTest.txt")) == []


@pytest.mark.soak
@pytest.mark.skipif(not UNICODE_TESTS, reason="set UNICODE_TESTS to the folder with GraphemeBreakTest.txt")
def test_all_official_cases() -> None:
    assert failed(complete("GraphemeBreakTest.txt")) == []
