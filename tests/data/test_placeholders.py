"""Placeholders are replaced by plain values; nothing else of an object is touched."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.data.placeholders import (
    LookUpError,
    PlaceholderError,
    UnknownValueError,
    check_texts,
    fill,
    fill_text,
    has_placeholder,
    look_up,
    roots_in,
)
from tests.cases import for_cases


class Trap:
    """An object whose attributes must not be read."""

    secret = "never"

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} was read")

    def __str__(self) -> str:
        return "trap"


VALUES: dict[str, Any] = {
    "id": "T",
    "copies": 12,
    "names": {"zh": "T形", "en": "T-block"},
    "table": [0, 1, 2.0, 2.5],
    "points": ((1, 2), (3, 4)),
    "share": 0.5,
    "left_out": None,
    "moves": [{"title": "Dash"}],
    "yes": True,
    "no-mercy": {"attack": {"spin": [2, 5]}},
    "trap": Trap(),
    "range": "cross",
    "level": 1,
    "ranges": {"cross": {"cells": [[0, 1]], "names": {"en": "Cross"}}, "1": "one", "T": "block"},
}


@for_cases(
    ("text", "value"),
    [
        ("{id}", "T"),
        ("{copies}", 12),
        ("{names.zh}", "T形"),
        ("{names}", {"zh": "T形", "en": "T-block"}),
        ("{table}", [0, 1, 2.0, 2.5]),
        ("{table.1}", 1),
        ("{points.1.0}", 3),
        ("{ranges[{range}].cells}", [[0, 1]]),
        ("{ranges[{range}].names.en} {ranges[{level}]}", "Cross one"),
        ("{ranges[{id}]}", "block"),
        ("{table[{level}]}", 1),
        ("{points[{level}].0}", 3),
        ("{ranges[{left_out}].cells}", None),
        ("{left_out[{range}]}", None),
        ("{no-mercy.attack.spin.1}", 5),
        ("{left_out}", None),
        ("{left_out.en}", None),  # the parts of None are None
        ("[{left_out.en.0}]", None),  # a label without its value
        ("{id}: {left_out}", None),
        ("[{left_out?}] {id?}", "[] T"),
        ("{left_out?}", None),
        ("{id?}", "T"),
        ("{ranges[{left_out}].names.en?}!", "!"),
        ("{id}\n[{left_out}]\n{copies}", "T\n12"),
        ("{id}\n\n[{left_out}]\n\n\n{copies}", "T\n\n12"),
        ("[{left_out}]\n\n{id}\n\n[{left_out}]", "T"),
        ("[{left_out}]\n[{left_out.en}]", None),
        ("plain", "plain"),
        ("", ""),
        (" {id}", " T"),
        ("{copies} × {id}", "12 × T"),
        ("{table}!", "0, 1, 2, 2.5!"),
        ("{share} {yes}", "0.5 true"),
        ("{{id}}", "{id}"),
        ("{{{id}}}", "{T}"),
        ("{{", "{"),
        ("a }} b", "a } b"),
        ("{id}{id}", "TT"),
    ],
)
def test_a_placeholder_is_replaced_by_its_value(text: str, value: Any) -> None:
    filled = fill_text(text, VALUES)
    assert (filled, type(filled)) == (value, type(value))


@for_cases(
    ("text", "message", "hint"),
    [
        ("{nmaes}", "there is no value {nmaes}", "did you mean 'names'?"),
        ("x {names.fr}", "there is no value {names.fr}", "expected one of: zh, en"),
        ("{id.upper}", "there is no value {id.upper}", ""),
        ("{id.0}", "there is no value {id.0}", ""),
        ("{table.4}", "there is no value {table.4}", ""),
        ("{table.-1}", "there is no value {table.-1}", ""),
        ("{copies.real}", "there is no value {copies.real}", ""),
        ("{trap.secret}", "there is no value {trap.secret}", ""),
        ("{id.__class__}", "there is no value {id.__class__}", ""),
        ("{names.__class__.__init__}", "there is no value {names.__class__.__init__}", "expected one of: zh, en"),
        ("all {names}", "{names} has several values", "such as {names.zh}"),
        ("all {moves}", "{moves} is a list whose entries have several values", "use a repeat to draw them one by one"),
        ("{moves.0.power}", "there is no value {moves.0.power}", "expected one of: title"),
    ],
)
def test_a_placeholder_without_a_value_is_an_error_with_a_hint(text: str, message: str, hint: str) -> None:
    with pytest.raises(PlaceholderError) as caught:
        fill_text(text, VALUES)
    assert (str(caught.value), caught.value.hint) == (message, hint)


@for_cases(
    "text",
    [
        *("{", "}", "{}", "{0}", "{id", "id}", "{ id }", "{id!r}", "{id:>10}", "{id[0]}", "{id.}", "{.id}", "{na me}"),
        *("{id()}", "{1+1}", "{__import__('os')}", "{{id}", "{%id%}", "{a\nb}"),
    ],
)
def test_a_single_brace_is_an_error(text: str) -> None:
    with pytest.raises(PlaceholderError, match="is not a placeholder") as caught:
        fill_text(text, VALUES)
    assert caught.value.hint == "write {path.to.value}, or {{ and }} for braces"


def test_only_plain_values_have_parts() -> None:
    assert fill_text("{trap} it is", VALUES) == "trap it is"
    with pytest.raises(UnknownValueError):
        look_up(VALUES, "trap.anything")


def test_filled_in_values_are_not_parsed_again() -> None:
    assert fill_text("{a} {b}", {"a": "{b}", "b": "}{"}) == "{b} }{"


def test_nested_values_are_filled_and_every_error_has_its_path() -> None:
    errors: list[tuple[tuple[str | int, ...], str]] = []
    raw = {"a": "{id}", "b": ["{x}", 3, {"c": "}"}], "d": "plain", "e": None, "f": "{"}
    filled = fill(raw, VALUES, lambda path, error: errors.append((path, str(error))))
    assert filled == {**raw, "a": "T"}
    assert errors == [
        (("b", 0), "there is no value {x}"),
        (("b", 2, "c"), "} is not a placeholder"),
        (("f",), "{ is not a placeholder"),
    ]
    assert raw["a"] == "{id}"  # the argument is not changed


def test_roots_in_yields_the_first_words_of_all_placeholders() -> None:
    raw = {"a": "{id} {names.zh}", "b": [["{{no}}", "{table.0}"]], "c": 3, "{key}": "x"}
    assert list(roots_in(raw)) == ["id", "names", "table"]
    assert has_placeholder(raw)
    assert not has_placeholder({"a": "{{id}}", "b": [1, None, "{ id }"]})


def test_unknown_words_and_single_braces_are_errors_of_check_texts() -> None:
    raw = {"text": "{id} {nmae.x} {", "rows": [["{{", "{names.anything}"]]}
    assert [(path, str(error), error.hint) for path, error in check_texts(raw, {"id", "names"})] == [
        (("text",), "there is no value {nmae.x}", "did you mean 'names'?"),
        (("text",), "{ is not a placeholder", "write {path.to.value}, or {{ and }} for braces"),
    ]


@given(st.text("{}ab.0_-!: ", max_size=30))
def test_any_text_is_filled_or_refused(text: str) -> None:
    values = {"a": "A", "b": {"a": [1, 2]}, "ab": None}
    try:
        filled = fill_text(text, values)
    except PlaceholderError as error:
        assert str(error)  # noqa: PT017
    else:
        if isinstance(filled, str):
            assert filled.count("{") == text.count("{{")


@given(st.text(max_size=30))
def test_any_text_can_be_written_with_doubled_braces(text: str) -> None:
    assert fill_text(text.replace("{", "{{").replace("}", "}}"), {}) == text


# ---------------------------------------------------------------- texts with markup


@for_cases(
    ("text", "expected"),
    [
        ("{sword}", "{sword}"),
        ("Deal {copies} {sword}", "Deal 12 {sword}"),
        ("{漢字|かんじ} {id}", "{漢字|かんじ} T"),
        ("{{id}} {id}", "{{id}} T"),
        ("\\{id\\} {id}", "\\{id\\} T"),
        ("\\\\{id}", "\\\\T"),
        ("{copies}", 12),
    ],
)
def test_marks_in_braces_are_kept_in_texts_with_markup(text: str, expected: Any) -> None:
    assert fill_text(text, VALUES, icons=["sword"]) == expected
    errors: list[PlaceholderError] = []
    filled = fill({"text": text}, VALUES, lambda _, error: errors.append(error), icons=["sword"])
    assert (filled, errors) == ({"text": expected}, [])
    assert list(check_texts({"text": text}, VALUES, ["sword"])) == []


def test_icons_are_recognised_in_texts_with_markup_only() -> None:
    errors: list[tuple[Any, str]] = []
    fill(
        {"fill": "{sword}", "rows": [["{sword}"]]},
        VALUES,
        lambda path, error: errors.append((path, str(error))),
        (),
        ["sword"],
    )
    assert errors == [(("fill",), "there is no value {sword}")]
    assert [path for path, _ in check_texts({"fill": "{sword}", "rows": [["{sword}"]]}, VALUES, ["sword"])] == [
        ("fill",)
    ]


def test_a_look_up_that_finds_nothing_names_the_value_and_what_was_meant() -> None:
    with pytest.raises(LookUpError) as caught:
        fill_text("{ranges[{names.en}].cells}", {**VALUES, "names": {"en": "cros"}})
    assert str(caught.value.text) == "{ranges[{names.en}].cells} has no entry 'cros'"
    assert str(caught.value.hint) == "did you mean 'cross'?"
    assert caught.value.key_path == "names.en"


def test_a_look_up_by_several_values_is_an_error() -> None:
    with pytest.raises(PlaceholderError, match=r"\{names\} has several values"):
        look_up(VALUES, "ranges[{names}]")
    with pytest.raises(UnknownValueError):
        look_up(VALUES, "ranges[{range}].cels")


def test_the_words_of_a_look_up_are_checked() -> None:
    assert list(roots_in("{a.b[{c.d}].e} {f}")) == ["a", "c", "f"]
    errors = [str(error.text) for _, error in check_texts({"text": "{ranges[{rang}]}"}, ["ranges", "range"])]
    assert errors == ["there is no value {ranges[{rang}]}"]
    assert [str(error.text) for _, error in check_texts({"box": "{a[{b[{c}]}]}"}, "abc")] != []
