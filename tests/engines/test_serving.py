"""The engine protocol, with an engine of two operations."""

from __future__ import annotations

import io
import json
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, TypeAdapter

from cardgen.engines import GameContent, serving
from cardgen.engines.serving import (
    Answer,
    Members,
    RefusedError,
    Request,
    RequestError,
    answer_line,
    read_model,
    read_ruleset,
    read_strict_json,
)
from tests.attack.lines import hostile_lines
from tests.cases import for_cases


class Step(Members):
    """Members of a request."""

    by: Annotated[int, Field(ge=1)]


class CountRequest(Request):
    """A request to count up from the number of the ruleset."""

    ruleset: str = "plain"
    steps: list[Step]


class TooFarError(RefusedError):
    """The only rule: at most 100."""

    code = "too-far"
    messages = {"en": "That is too far.", "zh": "太远了。"}


def _count(data: Answer, game: GameContent) -> Answer:
    request = read_model(CountRequest, data)
    total = read_ruleset(request.ruleset, game.rulesets) + sum(step.by for step in request.steps)
    if total > 100:
        raise TooFarError
    return {"total": total}


def _break(data: Answer, _game: GameContent) -> Answer:
    raise {"plain": ZeroDivisionError("by zero"), "deep": RecursionError(), "full": MemoryError()}[data["how"]]


OPERATIONS = {"count": _count, "break": _break}
GAME = GameContent({"plain": 0, "late": 90}, {})


def ask(line: str | bytes | dict[str, Any]) -> dict[str, Any]:
    written = answer_line(json.dumps(line) if isinstance(line, dict) else line, OPERATIONS, GAME)
    assert written.isascii()
    assert "\n" not in written
    reply = json.loads(written)
    assert isinstance(reply, dict)
    return reply


def test_an_operation_answers_by_the_ruleset() -> None:
    assert ask({"op": "count", "steps": [{"by": 2}, {"by": 3}]}) == {"total": 5}
    assert ask({"op": "count", "steps": [], "ruleset": "late"}) == {"total": 90}
    assert ask(b'{"op": "count", "steps": []}\n') == {"total": 0}


def test_a_refusal_is_an_error_with_its_code() -> None:
    reply = ask({"op": "count", "steps": [{"by": 20}], "ruleset": "late", "id": 4})
    assert reply == {"id": 4, "error": {"code": "too-far", "message": "That is too far."}}


@for_cases(
    ("line", "code", "message"),
    [
        ("", "bad-json", ""),
        ("nonsense", "bad-json", ""),
        ('{"op": "count", "id": NaN}', "bad-json", "NaN is not JSON"),
        ('{"op": "count", "id": 1e999}', "bad-json", "1e999 is too large"),
        ('{"op": "count", "op": "count"}', "bad-json", "twice"),
        (b'\xff{"op": "count"}', "bad-json", ""),
        ("[]", "bad-request", "a request is a JSON object"),
        ("{}", "missing-member", "op"),
        ('{"op": 3}', "bad-value", "op"),
        ('{"op": "fly"}', "unknown-op", "there are count, break"),
        ("[" * 100_000, "too-large", "RecursionError"),
        ('{"op": "count"}', "missing-member", "steps: "),
        ('{"op": "count", "steps": [], "colour": 1}', "unknown-member", "colour: "),
        ('{"op": "count", "steps": [{"by": 1, "to": 2}]}', "unknown-member", "steps.0.to: "),
        ('{"op": "count", "steps": [{"by": 0}]}', "bad-value", "steps.0.by: "),
        ('{"op": "count", "steps": [{"by": 1.0}]}', "bad-value", "steps.0.by: "),
        ('{"op": "count", "steps": [' + ",".join(["0"] * 20) + "]}", "bad-value", "and 12 more"),
        ('{"op": "count", "steps": [], "ruleset": "odd"}', "unknown-ruleset", "there are plain, late"),
        ('{"op": "break", "how": "plain"}', "internal", "ZeroDivisionError: by zero"),
        ('{"op": "break", "how": "deep"}', "too-large", "RecursionError"),
        ('{"op": "break", "how": "full"}', "too-large", "MemoryError"),
    ],
)
def test_the_answer_to_a_bad_request_is_an_error(line: str | bytes, code: str, message: str) -> None:
    reply = ask(line)
    assert set(reply) == {"error"}
    assert reply["error"]["code"] == code
    assert message in reply["error"]["message"]
    assert "Step" not in reply["error"]["message"]


def test_answers_and_errors_repeat_the_id() -> None:
    for number in (7, "a", None, [1, {"b": 2}], "\ud800"):
        assert ask({"op": "count", "steps": [], "id": number}) == {"id": number, "total": 0}
        assert ask({"op": "fly", "id": number})["id"] == number
    assert ask('{"op": "count", "steps": [], "id": ' + "[" * 900 + "]" * 900 + "}")


def test_every_line_is_answered_in_order_also_after_errors() -> None:
    lines: list[str | bytes] = [
        '{"op": "count", "steps": [], "id": 1}\n',
        "nonsense\n",
        b"\n",
        '{"op": "fly", "id": 2}',
    ]
    written = [answer_line(line, OPERATIONS, GAME) for line in lines]
    assert not any("\n" in line for line in written)
    assert [json.loads(line).get("id") for line in written] == [1, None, None, 2]


def test_an_unknown_ruleset_is_a_request_error() -> None:
    with pytest.raises(RequestError) as caught:
        read_ruleset("odd", GAME.rulesets)
    assert caught.value.code == "unknown-ruleset"


def test_data_is_read_strictly_and_its_first_eight_faults_are_listed() -> None:
    adapter = TypeAdapter(tuple[int, ...])
    assert read_strict_json(adapter, [1, 2]) == (1, 2)
    with pytest.raises(ValueError, match=r"^1: Input should be a valid integer$"):
        read_strict_json(adapter, [1, None])
    with pytest.raises(ValueError, match=r"^(\d: [^;]*; ){8}and 3 more$"):
        read_strict_json(adapter, [None] * 11)


@given(st.text(max_size=40) | st.binary(max_size=40))
def test_any_line_gets_an_answer(line: str | bytes) -> None:
    assert "error" in ask(line)


# ---------------------------------------------------------------- lines that are too long


def test_a_line_that_is_too_long_is_cut_off_and_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MOST_LINE", 40)
    good = b'{"op": "count", "steps": [], "id": 1}\n'
    assert len(good) == 38
    stream = io.BytesIO(good + b"x" * 40 + b"\n" + b"y" * 500 + b"\n" + good + b"z" * 82 + b"\n" + good + b"w" * 99)
    lines = list(serving.read_lines(stream))
    assert [len(line) for line in lines] == [38, 41, 41, 38, 41, 38, 41]
    assert [line[:1] for line in lines] == [b"{", b"x", b"y", b"{", b"z", b"{", b"w"]


def test_a_line_is_never_read_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MOST_LINE", 10)
    asked: list[int] = []

    class Endless(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert size > 0
            asked.append(size)
            return b"x" * size if len(asked) < 1000 else b""

    assert list(serving.read_lines(Endless())) == [b"x" * 11]
    assert set(asked) == {11}


def test_the_answer_to_a_request_that_is_too_long_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MOST_LINE", 1_000)
    for hostile in hostile_lines(0):
        if not hostile.name.startswith("perft"):
            lines = serving.read_lines(io.BytesIO(b"".join(hostile.chunks)))
            operations = {"about": lambda _request, _game: {"well": True}}
            first, *rest = (json.loads(answer_line(line, operations, GAME)) for line in lines)
            assert first == {"error": {"code": "too-large", "message": "a request has 1,000 bytes at most"}}
            assert rest == ([] if "without" in hostile.name else [{"id": "after", "well": True}])
