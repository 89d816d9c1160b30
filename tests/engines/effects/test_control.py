"""Who controls another player decides for that one, until it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.engines.effects.questions import PendingError
from cardgen.engines.effects.world import Player
from tests.engines.effects.examples import Example, load_vocabulary

VOCABULARY = load_vocabulary(Path(__file__).parent / "vocabulary.yaml")


def test_decisions_of_a_controlled_player_are_another_ones() -> None:
    control = {"id": "rule", "use": "main", "choose": {"p": "others"}, "do": [{"control": "p", "until": "after round"}]}
    run = {"state": {"A": {}, "B": {"hand": ["x", "y"]}}, "play": [{"run": "use rule"}]}
    example = Example({"effect": control, "run": run}, VOCABULARY)
    example.play()
    for seat in (0, 1):
        with pytest.raises(PendingError) as pending:
            example.do({"discard": 1, "who": "B"})
        assert pending.value.question.seat == seat
        example.run.happen("round", lambda _: None)
    assert example.run.decider(Player(1)) == 1
