"""The tables of docs/templates.md are those of the models: every kind of box, every key, an example of each kind."""

from __future__ import annotations

import re

import pytest

from cardgen.base.plugins import find_plugins
from cardgen.cards.boxes.registry import load_box_kind
from cardgen.data.reading import parse_yaml, try_model
from cardgen.data.schema import template_schema
from tests.cases import for_cases
from tests.scripts import docs_script

OWN = [name for name, plugin in find_plugins("boxes").items() if plugin.package == "cardgen"]


tables = docs_script("template_tables")
PAGE = tables.PAGE.read_text(encoding="utf-8")


def names_in(comment: str) -> list[str]:
    """Return the names in all comments of a sort."""
    return [name for names in re.findall(rf"^<!-- {comment}: (.+) -->$", PAGE, re.MULTILINE) for name in names.split()]


def test_the_page_is_what_the_script_writes() -> None:
    assert tables.write_tables(PAGE) == PAGE, "run: python docs/template_tables.py"


@pytest.mark.parametrize("comment", ["kinds", "examples"])
def test_every_kind_of_box_has_its_row_and_its_example(comment: str) -> None:
    assert sorted(names_in(comment)) == OWN


def test_every_kind_of_box_and_every_model_has_a_table_of_keys() -> None:
    assert sorted(names_in("keys")) == sorted([*OWN, *tables.MODELS])


@for_cases("kind", OWN)
def test_every_key_is_described(kind: str) -> None:
    model = load_box_kind(kind).model
    assert [name for name, info in model.model_fields.items() if name != "kind" and not info.description] == []
    assert (model.__doc__ or "").endswith(".")


@for_cases("kind", OWN)
def test_the_example_of_a_kind_is_a_box_of_it(kind: str) -> None:
    box_kind = load_box_kind(kind)
    example = parse_yaml(box_kind.example, kind)
    assert (box_kind.name, example.value["kind"]) == (kind, kind)
    assert try_model(box_kind.model, example)[1] == []


def test_editors_show_the_descriptions() -> None:
    definitions = template_schema()["$defs"]
    assert definitions["RectBox"]["properties"]["radius"]["description"].startswith("the radius of its corners")
    assert definitions["TextBox"]["properties"]["text"]["description"] == "the text"
    assert definitions["GradientFill"]["properties"]["stops"]["description"].startswith("instead of the two")
