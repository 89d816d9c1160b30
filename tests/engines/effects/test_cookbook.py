"""The recipes of docs/effects.md do what they say, and its tables are those of the code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from cardgen.engines.effects.vocabulary import Vocabulary
from tests.cases import for_cases, read_yaml
from tests.engines.effects.examples import Example
from tests.scripts import docs_script

PAGE = (Path(__file__).parents[3] / "docs" / "effects.md").read_text(encoding="utf-8")
RECIPES = re.findall(r"\*\*(\d+)\. (.+?)\*\*[^\n]*\n\n```yaml recipe\n(.*?)```", PAGE, re.DOTALL)
((vocabulary_text),) = re.findall(r"```yaml vocabulary\n(.*?)```", PAGE, re.DOTALL)
VOCABULARY = Vocabulary.model_validate(read_yaml(vocabulary_text))


@for_cases("recipe", RECIPES)
def test_a_recipe_does_what_it_says(recipe: tuple[str, str, str]) -> None:
    data: dict[str, Any] = read_yaml(recipe[2])
    run = {key: data.pop(key) for key in ("state", "play", "answers", "expect") if key in data}
    Example({**data, "run": run}, VOCABULARY).play()


def test_the_recipes_are_numbered() -> None:
    assert [int(number) for number, _, _ in RECIPES] == list(range(1, PAGE.count("```yaml recipe") + 1))
    assert len(RECIPES) >= 40


def test_the_tables_are_those_of_the_code() -> None:
    tables = docs_script("make_effects")
    assert tables.with_tables(PAGE) == PAGE, "run python docs/make_effects.py"
