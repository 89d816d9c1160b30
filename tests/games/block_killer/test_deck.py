"""Each broken rule of the deck has its own code; the bundled deck breaks none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cardgen.engines import CardData, Problem
from cardgen.games.block_killer.cards import GARBAGE_COPIES, GARBAGE_ROWS
from cardgen.games.block_killer.deck import DECK_CODES, check_deck, deck_coverage
from tests.cases import for_cases, read_yaml
from tests.examples import examples

from .rulesets import FOLDER

Deck = list[CardData]


def _read(name: str) -> Deck:
    entries = read_yaml((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))["cards"]
    return [CardData(entry.pop("id"), entry.pop("copies"), entry) for entry in entries]


DECKS = {"blocks": _read("blocks"), "garbage": _read("garbage")}


def _changed(deck: str, card: str, *, copies: int | None = None, id: str | None = None, **fields: Any) -> Any:  # noqa: A002
    """Return the bundled decks with one card changed."""

    def change(entry: CardData) -> CardData:
        if entry.id != card:
            return entry
        return replace(
            entry,
            id=entry.id if id is None else id,
            copies=entry.copies if copies is None else copies,
            fields={**entry.fields, **fields},
        )

    return {**DECKS, deck: [change(entry) for entry in DECKS[deck]]}


def _without(deck: str, card: str) -> Any:
    return {**DECKS, deck: [entry for entry in DECKS[deck] if entry.id != card]}


def _with(deck: str, card: CardData) -> Any:
    return {**DECKS, deck: [*DECKS[deck], card]}


def _codes(problems: list[Problem]) -> list[str]:
    return [problem.code for problem in problems]


def _garbage(id: str, row: str, kind: str, copies: int = 1) -> CardData:  # noqa: A002
    return CardData(id, copies, {"row": row, "kind": kind})


def test_the_bundled_deck_is_a_legal_row_set_and_the_eight_blocks() -> None:
    assert check_deck(DECKS) == []


def test_the_engines_own_cards_are_the_bundled_ones() -> None:
    assert {card.id: card.fields["row"] for card in DECKS["garbage"]} == GARBAGE_ROWS
    assert {card.id: card.copies for card in DECKS["garbage"]} == GARBAGE_COPIES
    assert sum(GARBAGE_COPIES.values()) == 111


@for_cases(
    ("card", "fields", "codes"),
    [
        ("1-1", {"row": "#.#######"}, ["BK101"]),
        ("1-1", {"row": "#.#########"}, ["BK101"]),
        ("1-1", {"row": ""}, ["BK101"]),
        ("1-1", {"row": None}, ["BK101"]),
        ("1-1", {"row": "#.###x####"}, ["BK102"]),
        ("1-1", {"row": "##########"}, ["BK103"]),
        ("1-1", {"row": "#########"}, ["BK101", "BK103"]),
        ("1-1", {"row": ".........."}, ["BK104"]),
        ("1-1", {"row": "#..#######"}, ["BK105"]),
        ("4-3", {"row": "###.....##"}, ["BK105"]),
        ("1-1", {"row": "#.###.####"}, ["BK106"]),
        ("1-1", {"row": "#.#.#.#.#."}, ["BK106"]),
        ("x", {"row": "#.#.##.#.#"}, ["BK107"]),
        ("x", {"row": ".#########"}, ["BK107"]),
        ("1-1", {"kind": "1-wide"}, ["BK108"]),
        ("1-1", {"kind": None}, ["BK108"]),
        ("1-1", {"kind": "2-wide"}, ["BK109"]),
        ("x", {"kind": "normal"}, ["BK109"]),
        ("1-1", {"row": "########.#"}, ["BK110"]),
        ("x", {"row": ".#.#.#.#.#"}, ["BK110"]),
        ("1-1", {"row": "#.########", "id": "1-2b"}, ["BK111"]),
        ("1-1", {"id": "second"}, ["BK111"]),
        ("1-1", {"row": "##.#######"}, ["BK201", "BK205"]),
        ("1-1", {"row": "#######.##"}, ["BK202", "BK205"]),
        ("4-3", {"row": "##....####"}, ["BK111", "BK205", "BK205"]),
        ("1-1", {"copies": 9}, ["BK203", "BK204", "BK206"]),
        ("4-3", {"copies": 9}, ["BK203", "BK204"]),
    ],
)
def test_one_changed_garbage_card_has_exactly_these_problems(
    card: str, fields: dict[str, Any], codes: list[str]
) -> None:
    assert _codes(check_deck(_changed("garbage", card, **fields))) == codes


def test_the_problem_names_the_card_and_the_field() -> None:
    (problem,) = check_deck(_changed("garbage", "2-3", row="###...####"))
    assert (problem.code, problem.deck, problem.card, problem.field) == ("BK105", "garbage", "2-3", "row")
    assert "3 wide" in problem.message
    assert "2 wide" in problem.hint


def test_a_repeated_row_is_reported_as_printed_and_turned() -> None:
    again = check_deck(_with("garbage", _garbage("1-0 again", ".#########", "normal")))
    assert _codes(again) == ["BK201", "BK203", "BK204", "BK206"]
    turned = check_deck(_with("garbage", _garbage("1-9", "#########.", "normal")))
    assert _codes(turned) == ["BK202", "BK203", "BK204", "BK206"]
    assert "1-0" in turned[0].message


def test_a_missing_row_leaves_a_gap_in_the_coverage() -> None:
    problems = check_deck(_without("garbage", "2-3"))
    assert _codes(problems) == ["BK203", "BK204", "BK205"]
    assert "columns 3-4, columns 5-6" in problems[2].message


def test_copies_moved_between_rows_of_a_kind_are_unbalanced() -> None:
    decks = _changed("garbage", "1-0", copies=11)
    decks["garbage"] = [replace(c, copies=9) if c.id == "1-1" else c for c in decks["garbage"]]
    problems = check_deck(decks)
    assert [(p.code, p.card, p.field) for p in problems] == [("BK206", "1-0", "copies"), ("BK206", "1-1", "copies")]


def test_a_row_that_is_its_own_mirror_image_has_half_the_copies() -> None:
    decks = _changed("garbage", "2-4", copies=6)
    decks["garbage"] = [replace(c, copies=3) if c.id == "2-0" else c for c in decks["garbage"]]
    assert _codes(check_deck(decks)) == ["BK206", "BK206"]


def test_two_faults_on_one_card_are_both_reported() -> None:
    assert _codes(check_deck(_changed("garbage", "1-1", row="#.###x###", kind="odd"))) == ["BK101", "BK102", "BK108"]


@for_cases(
    ("card", "fields", "codes"),
    [
        ("Z", {"id": "ZS"}, ["BK301", "BK401"]),
        ("Z", {"id": "S"}, ["BK305", "BK302", "BK401"]),
        ("Z", {"cells": []}, ["BK303"]),
        ("Z", {"cells": ["##", ".##"]}, ["BK303"]),
        ("Z", {"cells": ["##.", ".#x"]}, ["BK303"]),
        ("Z", {"cells": "##"}, ["BK303"]),
        ("Z", {"cells": ["#..", "..#"]}, ["BK304"]),
        ("Z", {"cells": [".##", "##."]}, ["BK305"]),
        ("Z", {"cells": [".#", "##", "#."]}, ["BK305"]),
        ("I", {"cells": ["###"]}, ["BK305"]),
        ("Z", {"centre": [1, 1]}, ["BK306"]),
        ("Z", {"centre": [1]}, ["BK306"]),
        ("Z", {"centre": None}, ["BK306"]),
        ("O", {"centre": [0, 0]}, ["BK306"]),
        ("I", {"centre": [1.5, 0.5]}, ["BK306"]),
        ("Z", {"copies": 11}, ["BK307", "BK402"]),
        ("M", {"copies": 12}, ["BK307", "BK402"]),
    ],
)
def test_one_changed_block_card_has_exactly_these_problems(card: str, fields: dict[str, Any], codes: list[str]) -> None:
    assert _codes(check_deck(_changed("blocks", card, **fields))) == codes


def test_the_hint_names_a_turned_or_mirrored_block() -> None:
    (mirrored,) = check_deck(_changed("blocks", "Z", cells=[".##", "##."]))
    assert mirrored.hint == "they are block S"
    (turned,) = check_deck(_changed("blocks", "T", cells=["###", ".#."]))
    assert turned.hint == "they are block T, turned"


def test_a_block_may_be_drawn_with_empty_rows_around_it() -> None:
    assert check_deck(_changed("blocks", "I", cells=["....", "####", "....", "...."], centre=[1.5, 1.5])) == []


def test_missing_blocks_and_decks_are_reported() -> None:
    assert _codes(check_deck(_without("blocks", "T"))) == ["BK401", "BK402"]
    assert _codes(check_deck({})) == ["BK001", "BK001"]
    assert _codes(check_deck({**DECKS, "aids": [CardData("aid", 6, {})]})) == []


def test_coverage_counts_the_cards_that_fill_each_column() -> None:
    charts = deck_coverage(DECKS)
    assert [chart.title["en"] for chart in charts] == [
        "normal garbage",
        "2-wide garbage",
        "3-wide garbage",
        "4-wide garbage",
        "checkerboard garbage",
    ]
    normal, two_wide, _, four_wide, checkerboard = [[list(counts) for _, counts in c.series] for c in charts]
    assert normal == [[40] * 5 + [50] * 5, [50] * 5 + [40] * 5]
    # As printed and turned together, every column is filled equally often.
    assert [a + b for a, b in zip(*normal, strict=True)] == [90] * 10
    assert two_wide[0] == [21, 15, 15, 15, 18, 24, 27, 27, 27, 27]
    assert four_wide == [[10, 10, 10, 0, 0, 0, 0, 10, 10, 10]] * 2
    assert checkerboard == [[8, 0] * 5, [0, 8] * 5]


def test_coverage_of_an_unknown_kind_and_a_short_row_still_counts() -> None:
    charts = deck_coverage({"garbage": [_garbage("a", "##.", "odd", 2)]})
    assert [list(counts) for _, counts in charts[-1].series] == [[2, 2] + [0] * 8, [0] * 8 + [2, 2]]
    assert charts[-1].title["en"] == "odd"
    assert len(deck_coverage({})) == 5


VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text("#.x", max_size=12),
    st.lists(st.one_of(st.text("#. ", max_size=4), st.integers(), st.floats()), max_size=4),
    st.sampled_from([*GARBAGE_ROWS.values(), "normal", "checkerboard"]),
)
CARDS = st.lists(
    st.builds(
        CardData,
        st.sampled_from(["", "Z", "I", "O", "1-0", "x", "9-9"]) | st.text(max_size=3),
        st.integers(-2, 20),
        st.dictionaries(st.sampled_from(["row", "kind", "cells", "centre"]), VALUES),
    ),
    max_size=6,
)


@examples(300)
@given(CARDS, CARDS)
def test_no_deck_makes_the_check_fail(blocks: Deck, garbage: Deck) -> None:
    decks = {"blocks": blocks, "garbage": garbage}
    problems = check_deck(decks)
    assert problems
    assert {problem.code for problem in problems} <= DECK_CODES.keys()
    deck_coverage(decks)


@examples(100)
@given(st.sampled_from(DECKS["garbage"]), st.text("#.", min_size=8, max_size=12))
def test_any_other_row_on_a_card_is_refused(card: CardData, row: str) -> None:
    decks = _changed("garbage", card.id, row=row)
    assert bool(check_deck(decks)) == (row != card.fields["row"])


def test_every_code_is_tested_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert all(f'"{code}"' in text for code in DECK_CODES)
