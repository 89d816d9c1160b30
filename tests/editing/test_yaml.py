"""Edits of YAML: exactly the intended value changes, and every other line keeps its characters."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.data.reading import parse_yaml
from cardgen.editing import yaml_document
from cardgen.editing.applying import apply_change, open_document
from cardgen.editing.documents import ConflictError
from cardgen.editing.operations import Change, Delete, Insert, Move, Operation, Rename, SetValue
from tests.cases import for_cases
from tests.editing.random_edits import random_operation
from tests.examples import trials
from tests.games_on_disk import REPOSITORY

STYLES = parse_yaml(Path(__file__).with_name("styles.yaml").read_text(encoding="utf-8"), "styles.yaml").value


def edited(text: str, operation: Operation) -> str:
    document = open_document("a.yaml", text.encode())
    document.apply(operation)
    return document.content().decode()


@cache
def files() -> dict[str, str]:
    """Return the YAML files of the repository."""
    paths = [
        path for folder in ("card_data", "templates", "examples") for path in (REPOSITORY / folder).rglob("*.yaml")
    ]
    return {str(path): path.read_bytes().decode() for path in sorted(paths)}


def edit_at_random(chance: random.Random, texts: dict[str, str]) -> bool:
    """Edit one of the texts, and check it. False for an edit that is refused since it would change more."""
    name = chance.choice(list(texts))
    value = parse_yaml(texts[name].removeprefix("\ufeff"), name).value
    if not isinstance(value, dict | list) or not value:
        return True
    operation, expected = random_operation(chance, f"{name}.yaml", value)
    try:
        after = edited(texts[name], operation)
    except DataError:
        return False
    read = parse_yaml(after.removeprefix("\ufeff"), name).value
    assert json.dumps(read, sort_keys=True) == json.dumps(expected, sort_keys=True), (name, operation)
    if not isinstance(operation, SetValue):
        assert json.dumps(read) == json.dumps(expected), "the order of keys"
    assert_others_stay(texts[name], after)
    return True


def assert_others_stay(before: str, after: str) -> None:
    """The characters before and after the edit are the same, and so are line ends and comments."""
    assert ("\r\n" in before) == ("\r\n" in after)
    assert before.startswith("\ufeff") == after.startswith("\ufeff")
    old, new = before.splitlines(), after.splitlines()
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    rest = 0
    while rest < min(len(old), len(new)) - same and old[-1 - rest] == new[-1 - rest]:
        rest += 1
    comments = [line for line in old if line.lstrip().startswith("#")]
    kept = [line for line in new if line.lstrip().startswith("#")]
    between = [line for line in old[same : len(old) - rest] if line.lstrip().startswith("#")]
    assert len(comments) - len(kept) <= len(between)


@pytest.mark.parametrize("style", STYLES)
def test_exactly_the_value_changes_in_every_style(style: str) -> None:
    chance = random.Random(style)
    count = trials(2_000, few=40)
    assert sum(edit_at_random(chance, {style: STYLES[style]}) for _ in range(count)) >= 0.95 * count


def test_exactly_the_value_changes_in_our_files() -> None:
    chance = random.Random(1)
    count = trials(8_000, few=60)  # of the long files, too, in `make soak`
    texts = {name: text for name, text in files().items() if len(text) < 8_000 or count > 60}
    assert sum(edit_at_random(chance, texts) for _ in range(count)) >= 0.98 * count


@for_cases(
    ("before", "operation", "after"),
    [
        ("a: 1 # one\nb: 2\n", SetValue("", ("a",), 1, 2.5), "a: 2.5 # one\nb: 2\n"),
        ("a: 'x'\n", SetValue("", ("a",), "x", "it's"), "a: 'it''s'\n"),
        ('a: "x"\n', SetValue("", ("a",), "x", "y"), 'a: "y"\n'),
        ("a: x\n", SetValue("", ("a",), "x", "b: c"), 'a: "b: c"\n'),
        ("a: x\nb: y\n", SetValue("", ("a",), "x", "1\n2"), "a: |-\n  1\n  2\nb: y\n"),
        ("a: >-\n  one\n  two\n", SetValue("", ("a",), "one two", "three"), "a: >-\n  three\n"),
        ("a: {b: 1,c: +2}\n", SetValue("", ("a",), {"b": 1, "c": 2}, {"b": 3, "c": 2}), "a: {b: 3,c: +2}\n"),
        ("- {id: x, n: 1}\n- id: y\n  n: 2\n", SetValue("", ("y", "n"), 2, 3), "- {id: x, n: 1}\n- id: y\n  n: 3\n"),
        (
            "a:\n    b:\n        c: 1\n\nd: 2\n",
            Insert("", ("a", "e"), {"f": 2, "g": 3}),
            "a:\n    b:\n        c: 1\n    e: {f: 2, g: 3}\n\nd: 2\n",
        ),
        ("a: [\n  1,\n  2\n]\n", Insert("", ("a", 1), 3, 1), "a: [\n  1,\n  3,\n  2\n]\n"),
        ("a:\n- b # x\n# y\n- c\n", Delete("", ("a", 0), "b"), "a:\n# y\n- c\n"),
        ("a:\n  b: 1\nc: 2\n", Delete("", ("a", "b"), 1), "a: {}\nc: 2\n"),
        ("a: 1 # x\n# y\nb: 2", Move("", ("b",), 0), "b: 2\n# y\na: 1 # x"),
        ("a: {b: 1, c: 2}\n", Rename("", ("a", "b"), "new name"), "a: {new name: 1, c: 2}\n"),
    ],
)
def test_it_is_written_as_a_careful_person_would(before: str, operation: Operation, after: str) -> None:
    assert edited(before, operation) == after
    assert edited(before.replace("\n", "\r\n"), operation) == after.replace("\n", "\r\n")


def test_a_value_that_somebody_else_has_changed_is_not_overwritten() -> None:
    with pytest.raises(ConflictError, match=r"a\.yaml:1:4: the file has 2 now, not 1") as caught:
        edited("a: 2\n", SetValue("a.yaml", ("a",), 1, 3))
    assert caught.value.current == 2


@for_cases(
    ("operation", "problem"),
    [
        (SetValue("a.yaml", ("b",), None, 1), "the file has no value b"),
        (SetValue("a.yaml", ("l", "y", "n"), 1, 2), r"the file has no value l\.y\.n"),
        (Insert("a.yaml", ("l", "a"), 1), "the file has no value l.a"),
        (Rename("a.yaml", ("a",), "l"), "the file has no value a"),
        (Insert("a.yaml", ("p", 0, "c"), 1), "cannot be edited without a change of something else"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_reason(operation: Operation, problem: str) -> None:
    with pytest.raises(DataError, match=problem):
        edited("a: 1\nl: [{id: x, n: 1}]\np: [b: 1]\n", operation)


def test_operations_that_count_entries_are_refused_in_a_file_that_has_changed() -> None:
    text = b"l: [{id: x, n: 1}]\n"
    by_number = Change((SetValue("a.yaml", ("l", 0, "n"), 1, 2),), {"a.yaml": "0" * 64})
    with pytest.raises(DataError, match="the file has changed, and this edit counts its entries or characters"):
        apply_change(by_number, lambda _: text)
    by_id = Change((SetValue("a.yaml", ("l", "x", "n"), 1, 2),), {"a.yaml": "0" * 64})
    assert apply_change(by_id, lambda _: text) == {"a.yaml": b"l: [{id: x, n: 2}]\n"}


def as_entry(text: str, indent: str) -> str:
    """Return a YAML text as an entry of a list."""
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    return indent + "- " + (indent + "  ").join(lines) + ("" if text.endswith("\n") else "\n")


def edit_in_list(chance: random.Random, patch: pytest.MonkeyPatch) -> bool:
    """Edit a list of texts by entry and in whole, and compare. False if it is no YAML, or refused in whole."""
    indent, ending = chance.choice(("", "  ")), chance.choice(("", "\n", "# end\n"))
    text = "a: 1\ncards:\n" + "".join(as_entry(chance.choice(list(STYLES.values())), indent) for _ in "1234") + ending
    try:
        value = parse_yaml(text, "a.yaml").value
    except DataError:
        return False
    results = []
    operation, _ = random_operation(chance, "a.yaml", value)
    for long in (1, 1000):
        patch.setattr(yaml_document, "_LONG", long)
        try:
            results.append(edited(text, operation))
        except DataError as error:
            results.append(str(error))
    assert results[0] == results[1], (text, operation)
    return True


def test_an_entry_of_a_list_is_edited_as_in_the_whole_text(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(5)
    count = trials(20_000, few=400)
    assert sum(edit_in_list(chance, monkeypatch) for _ in range(count)) >= 0.4 * count
