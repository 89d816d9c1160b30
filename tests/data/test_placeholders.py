"""Placeholders are looked up, and nothing else happens."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.data.placeholders import (
    PlaceholderError,
    UnknownValueError,
    as_text,
    check_texts,
    fill,
    fill_text,
    has_placeholder,
    look_up,
    roots_in,
)


class Trap:
    """An object of which nothing must be touched but its text."""

    secret = "never"

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} was asked for")

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
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{id}", "T"),
        ("{copies}", 12),
        ("{names.zh}", "T形"),
        ("{names}", {"zh": "T形", "en": "T-block"}),
        ("{table}", [0, 1, 2.0, 2.5]),
        ("{table.1}", 1),
        ("{points.1.0}", 3),
        ("{no-mercy.attack.spin.1}", 5),
        ("{left_out}", None),
        ("{left_out.en}", None),  # what a card leaves out has nothing inside
        ("[{left_out.en.0}]", "[]"),
        ("plain", "plain"),
        ("", ""),
        (" {id}", " T"),
        ("{copies} × {id}", "12 × T"),
        ("{table}!", "0, 1, 2, 2.5!"),
        ("{share} {yes}", "0.5 true"),
        ("[{left_out}]", "[]"),
        ("{{id}}", "{id}"),
        ("{{{id}}}", "{T}"),
        ("{{", "{"),
        ("a }} b", "a } b"),
        ("{id}{id}", "TT"),
    ],
)
def test_a_placeholder_becomes_the_value_it_names(text: str, value: Any) -> None:
    found = fill_text(text, VALUES)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("text", "told", "hint"),
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
def test_what_names_nothing_is_told_with_what_it_may_have_meant(text: str, told: str, hint: str) -> None:
    with pytest.raises(PlaceholderError) as caught:
        fill_text(text, VALUES)
    assert (str(caught.value), caught.value.hint) == (told, hint)


@pytest.mark.parametrize(
    "text",
    [
        *("{", "}", "{}", "{0}", "{id", "id}", "{ id }", "{id!r}", "{id:>10}", "{id[0]}", "{id.}", "{.id}", "{na me}"),
        *("{id()}", "{1+1}", "{__import__('os')}", "{{id}", "{%id%}", "{a\nb}"),
    ],
)
def test_a_brace_that_belongs_to_no_placeholder_is_told(text: str) -> None:
    with pytest.raises(PlaceholderError, match="is not a placeholder") as caught:
        fill_text(text, VALUES)
    assert caught.value.hint == "write {path.to.value}, or {{ and }} for braces"


def test_only_plain_values_are_walked_into() -> None:
    assert fill_text("{trap} it is", VALUES) == "trap it is"
    with pytest.raises(UnknownValueError):
        look_up(VALUES, "trap.anything")


def test_what_is_filled_in_is_not_read_again() -> None:
    assert fill_text("{a} {b}", {"a": "{b}", "b": "}{"}) == "{b} }{"


@pytest.mark.parametrize(
    ("value", "text"),
    [(3.0, "3"), (2.5, "2.5"), (-0.0, "0"), (12, "12"), (True, "true"), ("x", "x"), ([1, 2.0], "1, 2"), ((), "")],
)
def test_a_value_is_written_as_people_read_it(value: Any, text: str) -> None:
    assert as_text(value) == text


def test_nested_values_are_filled_and_every_fault_told_with_its_path() -> None:
    told: list[tuple[tuple[str | int, ...], str]] = []
    raw = {"a": "{id}", "b": ["{x}", 3, {"c": "}"}], "d": "plain", "e": None, "f": "{"}
    filled = fill(raw, VALUES, lambda path, error: told.append((path, str(error))))
    assert filled == {**raw, "a": "T"}
    assert told == [
        (("b", 0), "there is no value {x}"),
        (("b", 2, "c"), "} is not a placeholder"),
        (("f",), "{ is not a placeholder"),
    ]
    assert raw["a"] == "{id}"  # what was read stays as it was


def test_the_first_words_of_placeholders_are_found_wherever_they_stand() -> None:
    raw = {"a": "{id} {names.zh}", "b": [["{{no}}", "{table.0}"]], "c": 3, "{key}": "x"}
    assert list(roots_in(raw)) == ["id", "names", "table"]
    assert has_placeholder(raw)
    assert not has_placeholder({"a": "{{id}}", "b": [1, None, "{ id }"]})


def test_unknown_words_and_stray_braces_are_told_before_anything_is_laid_out() -> None:
    raw = {"text": "{id} {nmae.x} {", "rows": [["{{", "{names.anything}"]]}
    assert [(path, str(error), error.hint) for path, error in check_texts(raw, {"id", "names"})] == [
        (("text",), "there is no value {nmae.x}", "did you mean 'names'?"),
        (("text",), "{ is not a placeholder", "write {path.to.value}, or {{ and }} for braces"),
    ]


@given(st.text("{}ab.0_-!: ", max_size=30))
def test_any_text_is_filled_or_refused(text: str) -> None:
    values = {"a": "A", "b": {"a": [1, 2]}, "ab": None}
    try:
        found = fill_text(text, values)
    except PlaceholderError as error:
        assert str(error)  # noqa: PT017
    else:
        if isinstance(found, str):
            assert found.count("{") == text.count("{{")


@given(st.text(max_size=30))
def test_doubled_braces_give_any_text_back(text: str) -> None:
    assert fill_text(text.replace("{", "{{").replace("}", "}}"), {}) == text


# ---------------------------------------------------------------- texts with marks in them


@pytest.mark.parametrize(
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
def test_icons_readings_and_braces_are_left_for_the_text(text: str, expected: Any) -> None:
    assert fill_text(text, VALUES, icons=["sword"]) == expected
    assert fill({"text": text}, VALUES, pytest.fail, icons=["sword"]) == {"text": expected}
    assert list(check_texts({"text": text}, VALUES, ["sword"])) == []


def test_icons_are_known_in_texts_only() -> None:
    wrong: list[tuple[Any, str]] = []
    fill(
        {"fill": "{sword}", "rows": [["{sword}"]]},
        VALUES,
        lambda path, error: wrong.append((path, str(error))),
        (),
        ["sword"],
    )
    assert wrong == [(("fill",), "there is no value {sword}")]
    assert [path for path, _ in check_texts({"fill": "{sword}", "rows": [["{sword}"]]}, VALUES, ["sword"])] == [
        ("fill",)
    ]
