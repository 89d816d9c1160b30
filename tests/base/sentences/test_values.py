"""Values of sentences: those with an id, and several items as one value."""

from __future__ import annotations

from typing import Any

import pytest

from cardgen.base.errors import WrongValueError
from cardgen.base.records import dataclass
from cardgen.base.sentences.values import Several, are_same, as_number, contains, key_of, shown


@dataclass(frozen=True)
class Unit:
    id: str
    attack: int


@dataclass(frozen=True, slots=True)
class Words(Several):
    words: tuple[str, ...]

    def shown(self) -> str:
        return " and ".join(self.words)

    def has(self, part: Any) -> bool:
        return part in self.words


def test_a_value_with_an_id_is_the_same_as_its_id() -> None:
    tank = Unit("12", 6)
    assert are_same(tank, Unit("12", 1))
    assert are_same(tank, "12")
    assert not are_same(tank, None)
    assert key_of(tank) == "12"


def test_several_items_say_what_they_are() -> None:
    words = Words(("move", "hold"))
    assert contains(words, "hold")
    assert not contains(words, "fly")
    assert shown(words) == "move and hold"
    with pytest.raises(WrongValueError, match="move and hold given, expected a number"):
        as_number(words)
