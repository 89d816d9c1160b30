"""Records behave as the dataclasses of the standard library, which they replace."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from cardgen.base import records
from tests.cases import for_cases

Item = TypeVar("Item")


def declare(module: Any) -> dict[str, Any]:
    """Return classes that are declared with the functions of a module."""
    dataclass, field = module.dataclass, module.field

    @dataclass(frozen=True, slots=True)
    class Point:
        """A point."""

        kind: ClassVar[str] = "point"
        x: int
        y: int = 2
        names: list[str] = field(default_factory=list, compare=False, repr=False)

        @property
        def sum(self) -> int:
            return self.x + self.y

    @dataclass(frozen=True, slots=True)
    class Point3(Point):
        z: int = 3
        y: int = 7

    @dataclass(frozen=True, slots=True, order=True)
    class Pair:
        first: int
        second: str = ""

    @dataclass(slots=True)
    class Counter:
        count: int = 0
        facts: Mapping[str, int] = field(default_factory=dict)

    @dataclass(frozen=True, slots=True, eq=False)
    class Own(Generic[Item]):
        item: Item

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Named:
        name: str
        size: int = 1

    @dataclass(frozen=True)
    class Lazy:
        width: int

        @cached_property
        def area(self) -> int:
            return self.width**2

    @dataclass(frozen=True, slots=True)
    class Empty:
        pass

    @dataclass(frozen=True, slots=True, weakref_slot=True)
    class Explicit:
        value: str

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 5

        def __repr__(self) -> str:
            return "explicit"

    return {name: value for name, value in locals().items() if isinstance(value, type)}


OURS, STANDARD = declare(records), declare(dataclasses)

CASES = [
    lambda of: of["Point"](1),
    lambda of: of["Point"](1, y=5, names=["a"]),
    lambda of: of["Point3"](1),
    lambda of: of["Point3"](1, 2, [], 4),
    lambda of: of["Pair"](1, "b"),
    lambda of: of["Counter"](),
    lambda of: of["Counter"](3, {"a": 1}),
    lambda of: of["Own"]("b"),
    lambda of: of["Named"](name="n"),
    lambda of: of["Lazy"](4),
    lambda of: of["Empty"](),
    lambda of: of["Explicit"]("v"),
]


@for_cases("make", CASES)
def test_instances_are_those_of_the_standard_library(make: Any) -> None:
    ours, standard = make(OURS), make(STANDARD)
    assert type(ours).__qualname__ == type(standard).__qualname__
    assert repr(ours).rpartition(" object at ")[0] == repr(standard).rpartition(" object at ")[0]
    assert dataclasses.asdict(ours) == dataclasses.asdict(standard)
    assert hasattr(ours, "__dict__") == hasattr(standard, "__dict__")
    assert (ours == make(OURS)) == (standard == make(STANDARD))
    assert ours != standard or type(ours).__name__ == "Explicit"
    assert type(ours).__match_args__ == type(standard).__match_args__
    assert [part.name for part in dataclasses.fields(ours)] == [part.name for part in dataclasses.fields(standard)]
    assert str(inspect.signature(type(ours))) == str(inspect.signature(type(standard)))
    if type(standard).__hash__ is None:
        assert type(ours).__hash__ is None
    elif ours == make(OURS):
        assert hash(ours) == hash(standard)


@pytest.mark.parametrize("make", CASES)
@pytest.mark.parametrize("change", [copy.copy, copy.deepcopy, records.replace, dataclasses.replace])
def test_copies_are_equal(make: Any, change: Any) -> None:
    instance = make(OURS)
    assert dataclasses.asdict(change(instance)) == dataclasses.asdict(instance)


def test_replace_changes_fields() -> None:
    point = OURS["Point"](1, names=["a"])
    assert dataclasses.asdict(records.replace(point, y=9)) == {"x": 1, "y": 9, "names": ["a"]}
    assert dataclasses.asdict(records.replace(STANDARD["Point"](1), y=9)) == {"x": 1, "y": 9, "names": []}
    with pytest.raises(TypeError, match="'w'"):
        records.replace(point, w=1)


def test_frozen_records_cannot_be_changed() -> None:
    point = OURS["Point"](1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'x'"):
        point.x = 2
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'x'"):
        del point.x
    counter = OURS["Counter"]()
    counter.count += 1
    assert counter.count == 1
    assert OURS["Counter"]().facts is not counter.facts
    assert OURS["Lazy"](3).area == 9


def test_records_are_compared_and_ordered_by_their_fields() -> None:
    pair, other = OURS["Pair"], OURS["Point"]
    assert sorted([pair(2), pair(1, "b"), pair(1, "a")]) == [pair(1, "a"), pair(1, "b"), pair(2)]
    assert pair(1) <= pair(1)
    assert pair(2) > pair(1)
    assert pair(2) >= pair(1)
    assert other(1, 2, ["a"]) == other(1, 2, [])  # names are not compared
    assert OURS["Own"](1) != OURS["Own"](1)
    with pytest.raises(TypeError):
        assert pair(1) < other(1)


def test_arguments_are_checked() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        OURS["Point"]()
    with pytest.raises(TypeError):
        OURS["Named"]("n")
    assert OURS["Point"].kind == "point"


def test_the_first_call_of_a_method_may_be_in_a_derived_class() -> None:
    of = declare(records)
    derived = of["Point3"](1)
    assert derived == of["Point3"](1)
    assert of["Point"](1).y == 2
    assert derived.sum == 8


def test_a_standard_dataclass_can_derive_from_a_record() -> None:
    @dataclasses.dataclass(frozen=True)
    class Derived(OURS["Point"]):  # type: ignore[misc, valid-type, name-defined]
        more: str = "m"

    assert dataclasses.asdict(Derived(1)) == {"x": 1, "y": 2, "names": [], "more": "m"}


@records.dataclass(frozen=True, slots=True)
class Sent:
    name: str
    more: tuple[int, ...] = ()


def test_records_are_sent_to_other_processes() -> None:
    assert pickle.loads(pickle.dumps(Sent("a", (1,)))) == Sent("a", (1,))


def test_records_are_declared_without_the_standard_library() -> None:
    code = "import sys, cardgen.base.records; sys.exit('dataclasses' in sys.modules or 'inspect' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
