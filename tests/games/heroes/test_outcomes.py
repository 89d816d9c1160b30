"""Who wins: the known facts, and the slow twin over all seats living or dead."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from cardgen.games.heroes.outcomes import Character, HeroesOutcome, ambition_threshold, victory
from cardgen.games.heroes.refusals import HeroesError

from . import twin
from .positions import standard


def seats(camps: str, alive: str) -> list[Character]:
    return [Character(camp, mark == "+") for camp, mark in zip(camps.split(), alive, strict=True)]


def test_identity_mode() -> None:
    four = "lord loyalist rebel spy"
    assert victory("identity", seats(four, "++++")) is None
    assert victory("identity", seats(four, "---+")) == HeroesOutcome((3,), "spy-alone")
    assert victory("identity", seats(four, "-+-+")) == HeroesOutcome((2,), "lord-dead")  # the dead rebel wins, too
    assert victory("identity", seats(four, "+---")) == HeroesOutcome((0, 1), "rebels-and-spies-dead")
    assert victory("identity", seats(four, "+--+")) is None
    assert victory("identity", seats("lord rebel spy spy", "--++")) == HeroesOutcome((1,), "lord-dead")  # two spies
    with pytest.raises(HeroesError) as error:
        victory("identity", seats("rebel spy", "++"))
    assert error.value.code == "H29"


def test_nation_war() -> None:
    assert victory("nation", seats("han han di", "++-")) == HeroesOutcome((0, 1), "one-camp")
    assert victory("nation", seats("han ambition:1 di", "++-")) is None
    assert victory("nation", seats("han ambition:1 ambition:1", "-++")) == HeroesOutcome((1, 2), "one-camp")
    assert victory("nation", seats("han di", "--")) == HeroesOutcome((), "nobody-left")
    assert [ambition_threshold(players) for players in (4, 5, 10)] == [2, 2, 5]
    with pytest.raises(HeroesError):
        victory("nation", [Character(""), Character("han")])


def test_realm_mode() -> None:
    camps = "seat:0 seat:1 seat:2"
    assert victory("realm", seats(camps, "++-"), 0) is None
    assert victory("realm", seats(camps, "+--"), 0) == HeroesOutcome((0,), "seal")
    assert victory("realm", seats(camps, "+--")) == HeroesOutcome((), "no-seal")
    assert victory("realm", seats(camps, "+--"), seal_needed=False) == HeroesOutcome((0,), "last")
    assert victory("realm", seats(camps, "---")) == HeroesOutcome((), "nobody-left")
    with pytest.raises(HeroesError) as error:
        victory("realm", seats(camps, "+--"), 3)
    assert error.value.code == "H32"


def who_lives(count: int) -> Iterator[tuple[bool, ...]]:
    return product((True, False), repeat=count)


def winners(outcome: HeroesOutcome | None) -> set[int] | None:
    return None if outcome is None else set(outcome.winners)


def test_the_twin_agrees_on_every_table_of_identities() -> None:
    for row in standard().identities[:5]:
        identities = [name for name in ("lord", "loyalist", "rebel", "spy") for _ in range(getattr(row, name))]
        for alive in who_lives(row.players):
            characters = [Character(camp, living) for camp, living in zip(identities, alive, strict=True)]
            assert winners(victory("identity", characters)) == twin.identity_winners(identities, alive)


def test_the_twin_agrees_on_nation_war_and_the_realm() -> None:
    for camps in product(("han", "di", "ambition:2"), repeat=4):
        for alive in who_lives(4):
            characters = [Character(camp, living) for camp, living in zip(camps, alive, strict=True)]
            assert winners(victory("nation", characters)) == twin.nation_winners(camps, alive)
    for alive in who_lives(5):
        for owner in (None, *range(5)):
            characters = [Character(f"seat:{seat}", living) for seat, living in enumerate(alive)]
            assert winners(victory("realm", characters, owner)) == twin.realm_winners(alive, owner)
