"""Effects do what their examples say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.engines.effects.examples import Example, load_examples, load_vocabulary

HERE = Path(__file__).parent
VOCABULARY = load_vocabulary(HERE / "vocabulary.yaml")


@pytest.mark.parametrize("data", load_examples(HERE / "examples.yaml"), ids=lambda data: str(data["id"]))
def test_an_example_of_a_card_game(data: dict[str, Any]) -> None:
    Example(data, VOCABULARY).play()
