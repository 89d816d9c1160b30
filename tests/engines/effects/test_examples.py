"""Effects do what their examples say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.cases import for_cases
from tests.engines.effects.examples import Example, load_examples, load_vocabulary

HERE = Path(__file__).parent
VOCABULARY = load_vocabulary(HERE / "vocabulary.yaml")


@for_cases("data", load_examples(HERE / "examples.yaml"))
def test_an_example_of_a_card_game(data: dict[str, Any]) -> None:
    Example(data, VOCABULARY).play()
