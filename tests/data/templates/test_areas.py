"""Sums in the places of boxes: parsed into terms, and faults of invalid ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import WrongValueError
from cardgen.data.templates.areas import EDGES, TEXT_EDGES, Term, parse_sum, terms_in
from tests.cases import for_cases, read_cases
from tests.data.templates.test_extending import boxes
from tests.data.templates.test_files import faults, read


def edge(box: str, edge: str, factor: float = 1.0) -> Term:
    return Term(factor, box=box, edge=edge)


@for_cases(
    ("text", "terms"),
    [
        ("12", [Term(12)]),
        ("-1.5", [Term(-1.5)]),
        ("title.bottom + 1.5", [edge("title", "bottom"), Term(1.5)]),
        ("title.bottom+1.5", [edge("title", "bottom"), Term(1.5)]),
        ("trim.right-10", [edge("trim", "right"), Term(-10)]),
        ("far-corner.left - 2", [edge("far-corner", "left"), Term(-2)]),
        ("10-far-corner.left", [Term(10), edge("far-corner", "left", -1)]),
        ("a.left - b.left", [edge("a", "left"), edge("b", "left", -1)]),
        ("a.b.left", [edge("a.b", "left")]),
        ("safe.width / 3 - 1", [edge("safe", "width", 1 / 3), Term(-1)]),
        ("2 * a.width / 4", [edge("a", "width", 0.5)]),
        ("a.height * -2", [edge("a", "height", -2)]),
        ("50%", [Term(0.5, is_share=True)]),
        ("100% - 3", [Term(1, is_share=True), Term(-3)]),
        ("{cost} * 4 + 1", [Term(4, path="cost"), Term(1)]),
        ("2 - -{item.at}", [Term(2), Term(1, path="item.at")]),
        ("3 * 4", [Term(12)]),
        ("rules.text_bottom + 2", [edge("rules", "text_bottom"), Term(2)]),
        ("  .5  ", [Term(0.5)]),
        ("{costs[{kind}].mm} / 2", [Term(0.5, path="costs[{kind}].mm")]),
        ("max(12)", [Term(1, function="max", sums=((Term(12),),))]),
        (
            "2 * min( a.left + 1,50% ) - 3",
            [Term(2, function="min", sums=((edge("a", "left"), Term(1)), (Term(0.5, is_share=True),))), Term(-3)],
        ),
        (
            "-max(min(1, 2), {cost})",
            [
                Term(
                    -1,
                    function="max",
                    sums=((Term(1, function="min", sums=((Term(1),), (Term(2),))),), (Term(1, path="cost"),)),
                )
            ],
        ),
    ],
)
def test_a_sum_is_parsed_into_terms(text: str, terms: list[Term]) -> None:
    assert parse_sum(text) == tuple(terms)


@for_cases(
    ("text", "message", "hint"),
    read_cases("""
"" | the sum '' is incomplete | such as
2 + | '2 +' is incomplete | such as
2 3 | terms of a sum need one of + - * / between them | such as
2 + * 3 | terms of a sum need one of + - * / between them | such as
* 3 | terms of a sum need one of + - * / between them | such as
a.left * b.left | a sum can only multiply by a plain number | ""
2 / a.left | a sum can only multiply by a plain number | ""
a.left / 0 | a sum can only multiply by a plain number | ""
title.botom + 2 | 'title.botom': a box has no edge 'botom' | did you mean 'bottom'?
title + 2 | 'title' is neither a number nor an edge of a box | such as 12
10mm | '10mm' given, expected a number | leave out the unit: lengths are in mm
0.25in + 1 | '0.25in' given, expected a number | in mm: 6.35
1.5cm | '1.5cm' given, expected a number | in mm: 15
37.5px | '37.5px' given, expected a number | in mm: 3.175, at 300 dpi
__import__('os') | is neither a number nor an edge | such as 12
(1 + 2) | is neither a number nor an edge | such as 12
max(a.left, 2 | max( has no closing bracket | put the sum in quotes
max() | the sum 'max()' is incomplete | such as
max(2,) | the sum 'max(2,)' is incomplete | such as
average(2, 3) | there is no function 'average' | such as
1, 2 | the sum '1, 2' has ',' outside of min() and max() | such as
2) | the sum '2)' has ')' outside of min() and max() | such as
2 / max(1, 2) | a sum can only multiply by a plain number | ""
max(max(max(max(max(max(max(max(max(max(max(1))))))))))) | more than 10 functions inside of each other | ""
+= 2 | '+= 2' given, expected a number or a sum | the extended file has no number to add to
+= a.left / 2 | '+= a.left / 2' given, expected a number or a sum | the extended file has no number to add to
-= a.left + 2 | '-= a.left + 2' given, but -= can subtract only one term | += -title.height - 2
+= a.botom | 'a.botom': a box has no edge 'botom' | did you mean 'bottom'?
+= | the sum '' is incomplete | such as
"""),
)
def test_invalid_sums_are_errors(text: str, message: str, hint: str) -> None:
    with pytest.raises(WrongValueError) as caught:
        parse_sum(text)
    assert message in str(caught.value)
    assert hint in caught.value.hint


@given(st.text(alphabet="ab.left+-*/ 0123456789%{}()_,[]max", max_size=30))
def test_any_text_gives_terms_or_an_error(text: str) -> None:
    try:
        terms = parse_sum(text)
    except WrongValueError:
        return
    assert terms
    assert all(term.edge in (*EDGES, *TEXT_EDGES) for term in terms if term.box)


def test_terms_in_yields_terms_with_the_number_of_their_entry() -> None:
    assert list(terms_in([1, "a.left + 2", 3, "no sum"])) == [(1, edge("a", "left")), (1, Term(2))]
    assert list(terms_in("trim")) == []


def test_terms_in_yields_the_terms_inside_of_functions() -> None:
    terms = [term for _, term in terms_in(["max(a.left, min(b.top, 3))"])]
    assert [(term.box, term.function) for term in terms] == [("", "max"), ("a", ""), ("", "min"), ("b", ""), ("", "")]


# ---------------------------------------------------------------- in templates

TWO = "a: {kind: rect, box: [0, 0, 5, 5]}"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([TWO, "b: {kind: rect, box: [a.rigth, 0, 5, 5]}"], "t.yaml:5:27: box: 'a.rigth': a box has no edge 'rigth'"),
        ([TWO, "b: {kind: rect, box: [0, c.bottom, 5, 5]}"], "t.yaml:5:30: there is no box 'c'"),
        ([TWO, "b: {kind: rect, box: [0, trm.bottom, 5, 5]}"], "there is no box 'trm' (did you mean 'trim'?)"),
        (["a: {kind: rect, box: [0, 0, 5, a.width]}"], "depend on each other in a circle: a → a"),
        (
            [
                "a: {kind: rect, box: [b.left, 0, 5, 5]}",
                "b: {kind: rect, box: [c.left, 0, 5, 5]}",
                "c: {kind: rect, box: ['a.left + 1', 0, 5, 5]}",
            ],
            "t.yaml:4:26: the places of these boxes depend on each other in a circle: a → b → c → a",
        ),
        (
            ["a: {kind: rect, box: [0, far.top, 5, 5]}", "far: {kind: again, of: a}"],
            "the places of these boxes depend on each other in a circle: a → far → a",
        ),
        (
            [TWO, "g: {kind: group, box: [0, 0, 9, 9], boxes: {b: {kind: rect, box: [0, a.top, 5, 5]}}}"],
            "there is no box 'a' (expected one of: b, trim, bleed, safe)",
        ),
        (
            ["g: {kind: group, box: [0, 0, 9, 9], turn: 9, boxes: {b: {kind: rect, box: [0, trim.top, 5, 5]}}}"],
            "trim cannot be used inside a turned box",
        ),
        ([TWO, "b: {kind: rect, box: ['{x}', a.botom, 5, 5]}"], "'a.botom': a box has no edge 'botom'"),
    ],
)  # fmt: skip
def test_faults_of_sums_in_boxes_are_reported(tmp_path: Path, lines: list[str], message: str) -> None:
    (fault,) = faults(tmp_path, boxes(*lines))
    assert message in fault


@pytest.mark.parametrize(("count", "is_valid"), [(100, True), (101, False), (3000, False)])
def test_a_chain_of_dependent_boxes_has_a_limit(tmp_path: Path, count: int, is_valid: bool) -> None:
    chain = [f"b{i}: {{kind: rect, box: [0, b{i + 1}.top, 5, 5]}}" for i in range(count - 1)]
    lines = [*chain, f"b{count - 1}: {{kind: rect, box: [0, 0, 5, 5]}}"]
    if is_valid:
        assert len(read(tmp_path, boxes(*lines)).sides["face"].boxes) == count
    else:
        (fault,) = faults(tmp_path, boxes(*lines))
        assert "the places of more than 100 boxes depend on each other, from 'b0' to 'b100'" in fault


def test_the_roots_of_a_box_include_those_of_boxes_that_it_depends_on(tmp_path: Path) -> None:
    template = read(
        tmp_path,
        boxes(
            "title: {kind: text, box: [5, '{at}', 50, 8], text: '{name}', lang: en}",
            "line: {kind: rect, box: [5, title.bottom, 50, 1]}",
            "under: {kind: rect, box: [5, title.text_bottom, 50, 1]}",
            "below: {kind: rect, box: [5, under.bottom, 50, 1]}",
            "still: {kind: rect, box: [safe.left, 5, 50, 1], when: {cost: {at_least: 3}, deck.id: main}}",
            "far: {kind: again, of: below}",
            "by: {kind: rect, box: [far.left, far.top, 5, 5]}",
        ),
    )
    assert {name: set(form.roots) for name, form in template.sides["face"].boxes.items()} == {
        "title": {"at", "name"},
        "line": {"at"},
        "under": {"at", "name"},
        "below": {"at", "name"},
        "still": {"cost", "deck"},
        "far": {"at", "name"},
        "by": {"at", "name"},
    }
    assert template.sides["face"].boxes["by"].needs == ("far",)
