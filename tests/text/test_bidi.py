"""The order of text from right to left: UAX #9."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.text.bidi import (
    _LETTERS,
    _first_strong,
    embedding_levels,
    line_levels,
    mirrored,
    needs_bidi,
    paragraph_level,
    reset_levels,
    resolve_levels,
    visual_order,
    visual_runs,
)
from cardgen.text.unicode_tables import bidi_class
from tests.cases import for_cases
from tests.text.official import UNICODE_TESTS, complete, part_of

LETTER_OF = dict(zip(bidi_class.CLASSES.split(), _LETTERS, strict=True))


def drawn(text: str, default: int = 0) -> str:
    """Return the characters of a line in the order in which they are drawn, from left to right."""
    base = paragraph_level(text, default)
    levels = line_levels(text, embedding_levels(text, base), 0, len(text), base)
    return "".join(mirrored(text[i]) if levels[i] % 2 else text[i] for i in visual_order(levels))


@for_cases(
    ("text", "expected"),
    [
        ("abc", "abc"),
        ("אבג", "גבא"),
        ("אבג (12) דה", "הד (12) גבא"),
        ("card אבג 12.5% b", "card 12.5% גבא b"),
        ("ab (אב) cd", "ab (בא) cd"),
        ("אב (ab) גד", "דג (ab) בא"),
        ("ابج 12 abc", "abc 12 جبا"),
        ("אב - ab!", "!ab - בא"),
        ("方块 אב，块", "方块 בא，块"),
    ],
)
def test_drawn_order(text: str, expected: str) -> None:
    assert drawn(text) == expected


def test_direction_of_a_paragraph() -> None:
    assert paragraph_level("abc אב") == 0
    assert paragraph_level("12 אב abc") == 1
    assert paragraph_level("\u2067אב\u2069 abc") == 0  # an isolate does not decide
    assert paragraph_level("12!", 1) == 1
    assert paragraph_level("abc", 1) == 0
    assert paragraph_level("...\nאב") == 0  # the first paragraph decides
    assert paragraph_level("") == 0


def test_levels() -> None:
    assert list(embedding_levels("ab אב 12", 0)) == [0, 0, 0, 1, 1, 1, 2, 2]
    assert list(embedding_levels("ab אב", 1)) == [2, 2, 1, 1, 1]
    assert list(embedding_levels("א\nb\nא", 0)) == [1, 0, 0, 0, 1]  # each paragraph begins anew
    assert embedding_levels("plain text", 0) == bytes(10)
    assert embedding_levels("", 1) == b""


def test_spaces_at_the_end_of_a_line_have_the_direction_of_the_paragraph() -> None:
    text = "ab אב גד"
    levels = embedding_levels(text, 0)
    assert list(line_levels(text, levels, 0, 6, 0)) == [0, 0, 0, 1, 1, 0]
    assert list(line_levels(text, levels, 0, 8, 0)) == [0, 0, 0, 1, 1, 1, 1, 1]
    assert line_levels("plain", bytes(5), 1, 3, 0) == bytes(2)


def test_runs() -> None:
    assert visual_runs(bytes([0, 0, 1, 1, 2, 1])) == [(0, 2, 0), (5, 6, 1), (4, 5, 2), (2, 4, 1)]
    assert visual_runs(bytes(3)) == [(0, 3, 0)]
    assert visual_runs(b"") == []


def test_mirrored_characters() -> None:
    assert [mirrored(c) for c in "(«≤a"] == [")", "»", "≥", "a"]


@for_cases("text", ["plain", "方块，杀手", "naïve “quote” — 2⚔", "ไทย", "हिन्दी", "e\u0301 \u200d\u2060\ufffc"])
def test_text_from_left_to_right_needs_nothing(text: str) -> None:
    assert not needs_bidi(text)
    assert embedding_levels(text, 0) == bytes(len(text))


def test_every_character_of_a_right_to_left_class_is_found() -> None:
    wanted = {"R", "AL", "AN", "LRE", "LRO", "RLE", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    names = bidi_class.CLASSES.split()
    ends = [*map(ord, bidi_class.STARTS[1:]), 0x110000]
    for start, end, value in zip(bidi_class.STARTS, ends, bidi_class.VALUES, strict=True):
        if names[ord(value) - ord("0")] in wanted:
            assert all(needs_bidi(chr(code)) for code in range(ord(start), end))


SOME = "aא1ع١+,.%( )[]<>\n\t\u0300\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2329\u3009\u00ad"


@given(st.text(st.sampled_from(SOME), max_size=30), st.sampled_from([0, 1]))
def test_every_character_is_drawn_once(text: str, base: int) -> None:
    levels = embedding_levels(text, base)
    assert len(levels) == len(text)
    assert sorted(visual_order(line_levels(text, levels, 0, len(text), base))) == list(range(len(text)))
    if not needs_bidi(text) and base == 0:
        assert not any(levels)


def test_deep_embeddings_are_limited() -> None:
    text = "\u202b\u2067" * 100 + "a" + "\u2069\u202c" * 100
    assert max(embedding_levels(text, 0)) <= 126


# ---------------------------------------------------------------- the tests of Unicode


def class_cases(lines: Iterable[str]) -> Iterator[tuple[str, int, list[str], list[int]]]:
    """Yield classes, the level of the paragraph, the expected levels and the expected order of BidiTest.txt."""
    levels: list[str] = []
    order: list[int] = []
    for line in lines:
        if line.startswith("@Levels:"):
            levels = line.removeprefix("@Levels:").split()
        elif line.startswith("@Reorder:"):
            order = [int(number) for number in line.removeprefix("@Reorder:").split()]
        elif not line.startswith("@"):
            names, _, bits = line.partition(";")
            classes = "".join(LETTER_OF[name] for name in names.split())
            for bit, base in ((1, _first_strong(classes, 0)), (2, 0), (4, 1)):
                if int(bits, 16) & bit:
                    yield classes, base, levels, order


def passes(levels: bytes, expected: list[str], order: list[int]) -> bool:
    """Return True if levels and order are as expected; controls have an "x" instead of a level."""
    same = all(wanted in ("x", str(level)) for wanted, level in zip(expected, levels, strict=True))
    return same and [i for i in visual_order(levels) if expected[i] != "x"] == order


def failed_classes(lines: Iterable[str]) -> list[str]:
    return [
        classes
        for classes, base, levels, order in class_cases(lines)
        if not passes(reset_levels(classes, resolve_levels(classes, base), base), levels, order)
    ]


def failed_characters(lines: Iterable[str]) -> list[str]:
    failed = []
    for line in lines:
        codes, direction, level, levels, order = line.split(";")
        text = "".join(chr(int(code, 16)) for code in codes.split())
        base = paragraph_level(text) if direction == "2" else int(direction)
        result = line_levels(text, embedding_levels(text, base), 0, len(text), base)
        if base != int(level) or not passes(result, levels.split(), [int(number) for number in order.split()]):
            failed.append(line)
    return failed


def some(lines: list[str], step: int) -> list[str]:
    """Return every so many lines, and all that begin with "@"."""
    return [line for i, line in enumerate(lines) if i % step == 0 or line.startswith("@")]


def test_some_official_cases_of_classes() -> None:
    assert failed_classes(some(part_of("BidiTest.txt"), 20)) == []


def test_some_official_cases_of_characters() -> None:
    assert failed_characters(some(part_of("BidiCharacterTest.txt"), 40)) == []


@pytest.mark.soak
def test_all_official_cases_of_classes() -> None:
    assert failed_classes(complete("BidiTest.txt") if UNICODE_TESTS else part_of("BidiTest.txt")) == []


@pytest.mark.soak
def test_all_official_cases_of_characters() -> None:
    lines = complete("BidiCharacterTest.txt") if UNICODE_TESTS else part_of("BidiCharacterTest.txt")
    assert failed_characters(lines) == []
