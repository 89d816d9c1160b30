"""Events as lines: parsed strictly, written in one form, and equal when parsed again."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import DataError, Place
from cardgen.review.server.events import Event, clean_text, parse_events, write_event
from tests.cases import for_cases

HASHES = st.text("0123456789abcdef", min_size=32, max_size=32)
IDS = st.text("0123456789abcdef", min_size=16, max_size=16)
TEXTS = (
    st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=80)
    .map(lambda text: unicodedata.normalize("NFC", text).strip())
    .filter(lambda text: text and not set(text) & set("\u2028\u2029\ufffe\uffff"))
)

LINE: dict[str, Any] = {
    "id": "0123456789abcdef",
    "at": "2026-11-21T05:00:00Z",
    "by": "Ann",
    "tool": "cardgen 0.1.0",
    "kind": "comment",
    "deck": "garbage",
    "card": "1-0",
    "sides": {"face": "a" * 32, "back": "b" * 32},
    "data": "c" * 32,
    "text": "der 孔 is too far left",
    "side": "face",
    "at_mm": [12.5, 3.0],
}


@st.composite
def events(draw: st.DrawFn) -> Event:
    kind: Any = draw(
        st.sampled_from(["approve", "reject", "comment", "reopen", "undo", "resolve", "unresolve", "assign"])
    )
    sides = {"face": draw(HASHES), **({"back": draw(HASHES)} if draw(st.booleans()) else {})}
    side: Any = draw(st.sampled_from([None, *sides])) if kind == "comment" else None
    answers = kind in ("resolve", "unresolve", "assign") or (kind == "comment" and not side and draw(st.booleans()))
    length = st.floats(-50, 150)
    return Event(
        id=draw(IDS),
        at="2026-11-21T05:00:00Z",
        by=draw(TEXTS),
        tool="cardgen 0.1.0",
        kind=kind,
        deck="main",
        card=draw(st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,20}", fullmatch=True)),
        sides=sides,
        data=draw(HASHES),
        fields={"copies": 3, "name": draw(TEXTS)} if kind == "approve" else None,
        text=draw(TEXTS) if kind in ("reject", "comment", "assign") else draw(st.none() | TEXTS),
        side=side,
        at_mm=draw(st.none() | st.tuples(length, length)) if side else None,
        undoes=draw(IDS) if kind == "undo" else None,
        thread=draw(IDS) if answers else None,
    )


@given(events())
def test_an_event_survives_writing_and_parsing(event: Event) -> None:
    line = write_event(event)
    assert "\n" not in line
    assert parse_events(line.encode()) == (event,)
    assert write_event(*parse_events(line)) == line


def test_a_line_has_the_documented_form() -> None:
    assert json.loads(write_event(*parse_events(json.dumps(LINE)))) == LINE
    assert list(json.loads(write_event(*parse_events(json.dumps(dict(reversed(LINE.items()))))))) == list(LINE)


@for_cases(
    ("change", "problem"),
    [
        ({"id": "XYZ"}, "16 hexadecimal digits"),
        ({"data": "a" * 31}, "32 hexadecimal digits"),
        ({"at": "yesterday"}, "a time such as"),
        ({"kind": "maybe"}, "maybe"),
        ({"card": "../x"}, "letters and digits"),
        ({"sides": {"back": "b" * 32}}, "`sides` has no `face`"),
        ({"sides": {"face": "a" * 32, "edge": "b" * 32}}, "edge"),
        ({"text": None}, "`comment` needs `text`"),
        ({"text": "  \n "}, "the text is empty"),
        ({"text": "x" * 10_001}, "10,000"),
        ({"text": "bell \x07"}, "U+0007"),
        ({"text": "half \ud800"}, "half a surrogate pair"),
        ({"by": ""}, "the text is empty"),
        ({"at_mm": [1]}, "two numbers"),
        ({"side": None}, "`at_mm` needs `side`"),
        ({"sides": {"face": "a" * 32}, "side": "back"}, "`sides` has no `back`"),
        ({"undoes": "0" * 16}, "only `undo` can have `undoes`"),
        ({"kind": "undo", "text": None, "side": None, "at_mm": None}, "`undo` needs `undoes`"),
        ({"kind": "reject", "text": None, "side": None, "at_mm": None}, "`reject` needs `text`"),
        ({"kind": "reject"}, "only `comment` can have"),
        ({"fields": {"copies": 1}}, "only `approve` can have"),
        ({"thread": "0" * 16}, "no place of its own"),
        ({"kind": "resolve", "text": None, "side": None, "at_mm": None}, "`resolve` needs `thread`"),
        ({"kind": "reopen", "text": None, "side": None, "at_mm": None, "thread": "0" * 16}, "can have `thread`"),
        ({"kind": "assign", "side": None, "at_mm": None}, "`assign` needs `thread`"),
        ({"kind": "assign", "side": None, "at_mm": None, "thread": "0" * 16, "text": "x" * 201}, "at most 200"),
        ({"mood": "good"}, "mood"),
    ],
)
def test_an_invalid_event_is_a_fault(change: dict[str, Any], problem: str) -> None:
    line = {key: value for key, value in {**LINE, **change}.items() if value is not None}
    with pytest.raises(DataError) as caught:
        parse_events(json.dumps(line), Place("review.jsonl", 7, 1))
    assert problem in str(caught.value)
    assert str(caught.value).startswith("review.jsonl:7:")


@for_cases(
    ("line", "problem"),
    [
        (b'{"id": ', "review.jsonl:3:8: not JSON"),
        (b"<<<<<<< ours", "review.jsonl:3:1: not JSON"),
        (b'{"id": "\xff"}', "review.jsonl:3:9: not UTF-8"),
        (b"[]", "not a JSON object"),
        (b'{"id": "1", "id": "2"}', "duplicate key 'id'"),
        (b'{"at_mm": [NaN, 1]}', "NaN"),
        (b"[" * 100_000, "not JSON"),
        (b'{"fields": {"name": "\\udc00"}}', "half a surrogate pair"),
        (b'{"a": ' + b"9" * 5000 + b"}", "not JSON"),
    ],
)
def test_invalid_json_is_a_fault(line: bytes, problem: str) -> None:
    with pytest.raises(DataError, match=r"review\.jsonl:3") as caught:
        parse_events(line, Place("review.jsonl", 3, 1))
    assert problem in str(caught.value)


def test_texts_are_stored_in_one_form() -> None:
    assert clean_text(" a\u0308\r\nb\rc\n") == "ä\nb\nc"
