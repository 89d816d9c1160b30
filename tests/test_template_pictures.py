"""docs/templates.md shows every key of a template in a picture, and the pictures are up to date."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardgen.data.templates.kinds import box_models
from cardgen.data.templates.models import TemplateFile, TextStyle
from tests.cases import for_cases
from tests.scripts import docs_script

DOCS = Path(__file__).parent.parent / "docs"
BOXES = box_models()


pictures = docs_script("template_pictures")
EXAMPLES = {example.name: example for example in pictures.examples_in(pictures.PAGE.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_picture_is_what_the_example_draws(name: str) -> None:
    example = EXAMPLES[name]
    assert example.picture == f"pictures/templates/{name}.svg"
    assert pictures.draw_example(example) == (DOCS / example.picture).read_text(encoding="utf-8")


def test_every_picture_has_its_example() -> None:
    assert sorted(path.stem for path in pictures.FOLDER.glob("*")) == sorted(EXAMPLES)


def mappings_in(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from mappings_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from mappings_in(inner)


SHOWN = [mapping for example in EXAMPLES.values() for mapping in mappings_in(dict(example.keys))]


def keys_of(model: Any) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]


@for_cases("kind", BOXES)
def test_every_key_of_a_box_is_shown(kind: str) -> None:
    style = set(keys_of(TextStyle)) if issubclass(BOXES[kind], TextStyle) else set()
    used = {key for mapping in SHOWN if mapping.get("kind") == kind for key in mapping}
    # A finish is a plate of its own: there is nothing of it to see in a picture. Ink and bleed have other pictures,
    # and a page of a PDF looks like any picture.
    elsewhere = {"turn", "when", "when_text", "extends", "finish", "ink", "bleed", "page"}
    assert sorted(set(keys_of(BOXES[kind])) - style - used - elsewhere) == []


def test_every_key_of_all_boxes_and_of_styles_is_shown() -> None:
    used = {key for mapping in SHOWN for key in mapping}
    assert sorted({"turn", "when", "when_text", "extends", *keys_of(TextStyle)} - used) == []


def test_every_key_of_a_template_is_shown() -> None:
    used = {key for example in EXAMPLES.values() for key in example.keys}
    used |= {
        key for example in EXAMPLES.values() for file in example.keys.get("templates", {}).values() for key in file
    }
    assert sorted(set(keys_of(TemplateFile)) - used - {"face", "back", "orientation"}) == []
