"""Descriptions of changed data, in every language."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.words.catalogues import languages
from cardgen.review.server.details import plain
from cardgen.review.server.words import change_words
from tests.cases import for_cases

VALUES: Any = st.none() | st.integers() | st.text() | st.lists(st.text(max_size=4), max_size=3)
FIELDS = st.dictionaries(st.sampled_from(["copies", "name", "row"]), VALUES)


@for_cases(
    ("before", "after", "en", "zh"),
    [
        ({"copies": 6}, {"copies": 4}, "copies 6 → 4", "张数 6 → 4"),
        ({"row": ".##"}, {"row": "#.#"}, "row .## → #.#", "row .## → #.#"),
        ({"cells": ["##.", ".##"]}, {"cells": ["##"]}, "cells ##. / .## → ##", "cells ##. / .## → ##"),
        ({"centre": [1.0, 0.5]}, {"centre": [1.5, 0.5]}, "centre 1, 0.5 → 1.5, 0.5", "centre 1, 0.5 → 1.5, 0.5"),
        ({}, {"art": "a.png"}, "art added: a.png", "art 新增：a.png"),
        ({"art": "a.png"}, {}, "art removed (was a.png)", "art 已删除（原为 a.png）"),
        ({"names": {"zh": "甲", "en": "A"}}, {"names": {"zh": "甲", "en": "B"}}, "names.en A → B", "names.en A → B"),
        ({"name": "x"}, {"name": {"en": "x"}}, "name x → en: x", "name x → en: x"),
        ({"copies": 1.0}, {"copies": 2.5}, "copies 1 → 2.5", "张数 1 → 2.5"),
    ],
)
def test_every_kind_of_change_has_a_description(before: Any, after: Any, en: str, zh: str) -> None:
    words = change_words(before, after)
    assert (words["en"], words["zh-Hans"]) == ([en], [zh])


def test_changes_are_in_the_order_of_the_fields() -> None:
    before, after = {"gone": 1, "copies": 6, "row": "a"}, {"copies": 4, "row": "b", "new": 2}
    assert change_words(before, after)["en"] == [
        "copies 6 → 4",
        "row a → b",
        "new added: 2",
        "gone removed (was 1)",
    ]


@given(FIELDS, FIELDS)
def test_only_changed_fields_are_described(before: dict[str, Any], after: dict[str, Any]) -> None:
    descriptions = change_words(before, after)
    names = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    assert [len(descriptions[language]) for language in languages()] == [len(names)] * len(languages())
    assert not any(change_words(after, after).values())


def test_entries_of_lists_are_described_by_their_values() -> None:
    before, after = [plain([{"title": "Dash", "power": power, "note": None}]) for power in (2, 3)]
    assert before == [{"title": "Dash", "power": 2}]
    assert change_words({"moves": before}, {"moves": after})["en"] == [
        "moves title: Dash, power: 2 → title: Dash, power: 3"
    ]
