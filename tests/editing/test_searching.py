"""Searches: what is found and what it becomes, as it is written, as words, or as a regular expression."""

from __future__ import annotations

import pytest

from cardgen.base.errors import WrongValueError
from cardgen.editing.searching import Search
from tests.cases import for_cases


@for_cases(
    ("search", "text", "replaced"),
    [
        (Search("a.b$", "x"), "a.b$ aab", "x aab"),
        (Search("card", "tile"), "card {card} discard", "tile {card} distile"),
        (Search("card", "tile", whole_words=True), "card cards discard card.", "tile cards discard tile."),
        (Search("大浪", "巨浪", whole_words=True), "出大浪牌", "出巨浪牌"),
        (Search("Fire", "Ember", whole_words=True), "造成Fire伤害 Fireball", "造成Ember伤害 Fireball"),
        (Search("fire", "ember", ignore_case=True), "Fire FIRE fire", "ember ember ember"),
        (
            Search(r"deal (\d+) (damage|harm)", "$2: $1 ($0) $$", is_pattern=True),
            "deal 3 harm",
            "harm: 3 (deal 3 harm) $",
        ),
        (Search("x(a)?", "[$1]", is_pattern=True), "xa x", "[a] []"),
        (Search("a|ab", "x", whole_words=True, is_pattern=True), "ab abc a", "x abc x"),
        (Search("$1", "$2"), "costs $1", "costs $2"),
        (Search("^a", "x", is_pattern=True), "a {a} a\na", "x {a} a\nx"),
        (Search("b*", "x", is_pattern=True), "abba", "axa"),
    ],
)
def test_matches_are_replaced_outside_of_placeholders(search: Search, text: str, replaced: str) -> None:
    assert search.replaced(text) == replaced
    assert search.is_in(text)


def test_a_group_that_the_expression_lacks_is_refused() -> None:
    with pytest.raises(WrongValueError, match=r"the pattern has no group 2"):
        Search("(a)b", "$2", is_pattern=True)
